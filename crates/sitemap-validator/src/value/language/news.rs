//! The language of a news article: `news:language`.

use super::tag::{Language, is_language};
use super::{LanguageCode, corrected, iso639, lookup, table};

/// The meaning of a value of `news:language`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NewsLanguage {
    /// `zh-cn`, `zh-tw`, or a language of ISO 639 with two or three letters in lower case.
    Valid,
    /// Two or three lower-case letters that are not a language, and the probable code.
    Unknown(Option<String>),
    /// Another format, and the probable code.
    Malformed(Option<String>),
}

/// Checks a value.
pub(crate) fn read(value: &str) -> NewsLanguage {
    if matches!(value, "zh-cn" | "zh-tw") {
        return NewsLanguage::Valid;
    }
    let has_form = is_language(value) && value.bytes().all(|byte| byte.is_ascii_lowercase());
    match (has_form, has_form && is_iso_639(value)) {
        (true, true) => NewsLanguage::Valid,
        (true, false) => NewsLanguage::Unknown(meant(value)),
        (false, _) => NewsLanguage::Malformed(meant(value)),
    }
}

/// True for a code of ISO 639 that is in use.
fn is_iso_639(code: &str) -> bool {
    let is_withdrawn = lookup::pair(&table::WITHDRAWN_LANGUAGES, code).is_some();
    !is_withdrawn
        && (lookup::language(code).is_some() || lookup::is_three_letters(code) || iso639::two_letters(code).is_some())
}

/// The language of the probable code; for Chinese, with the part that distinguishes its scripts.
fn meant(value: &str) -> Option<String> {
    let trimmed = value.trim();
    let lower = trimmed.to_ascii_lowercase();
    if is_language(&lower) && is_iso_639(&lower) {
        return Some(lower);
    }
    let code = corrected(trimmed).or_else(|| language_of(trimmed))?;
    let mut parts = code.split('-');
    let language = parts.next()?;
    if language == "x" {
        return None;
    }
    if language != "zh" {
        return Some(language.to_owned());
    }
    let chinese = parts.find_map(|part| match part {
        "Hans" | "CN" | "SG" => Some("zh-cn"),
        "Hant" | "TW" | "HK" | "MO" => Some("zh-tw"),
        _ => None,
    });
    Some(chinese.unwrap_or("zh").to_owned())
}

/// The language of a code whose other parts are unknown.
fn language_of(value: &str) -> Option<String> {
    let LanguageCode::Tag(tag) = super::read(value) else {
        return None;
    };
    match tag.language.is {
        Language::NoTwoLetters(_) => Some(tag.language.text.to_ascii_lowercase()),
        found => found.instead().first().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_iso_639() {
        for code in ["en", "fr", "zh", "zh-cn", "zh-tw", "eng", "ger", "deu", "fil", "yue", "hbs", "sh"] {
            assert_eq!(read(code), NewsLanguage::Valid, "{code}");
        }
        for code in table::LANGUAGES.split_ascii_whitespace() {
            assert_eq!(read(code), NewsLanguage::Valid, "{code}");
        }
    }

    #[test]
    fn unknown_codes_of_the_right_form() {
        for (code, meant) in [
            ("jp", Some("ja")),
            ("us", Some("en")),
            ("cn", Some("zh-cn")),
            ("iw", Some("he")),
            ("xx", None),
            ("mex", Some("es")),
            ("qaa", None),
        ] {
            assert_eq!(read(code), NewsLanguage::Unknown(meant.map(str::to_owned)), "{code}");
        }
    }

    #[test]
    fn other_forms() {
        for (code, meant) in [
            ("en-US", Some("en")),
            ("EN", Some("en")),
            ("ENG", Some("eng")),
            ("zh-Hans", Some("zh-cn")),
            ("zh-Hant-HK", Some("zh-tw")),
            ("zh-CN", Some("zh-cn")),
            ("zh_TW", Some("zh-tw")),
            ("zh-HK", Some("zh-tw")),
            ("zh-US", Some("zh")),
            ("english", Some("en")),
            ("Deutsch", Some("de")),
            (" en ", Some("en")),
            ("pt_BR", Some("pt")),
            ("en-Qqqq", Some("en")),
            ("fil-PH", Some("fil")),
            ("x-default", None),
            ("", None),
            ("klingonaase", None),
        ] {
            assert_eq!(read(code), NewsLanguage::Malformed(meant.map(str::to_owned)), "{code}");
        }
    }
}
