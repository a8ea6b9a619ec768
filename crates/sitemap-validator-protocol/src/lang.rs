//! The languages of the page, the site and reports.
//!
//! In the page and the site, each text is written where it is used, in all languages:
//! `lang.text(["Undo", "Annuler", "Deshacer"])`. A missing translation does not compile. [`Lang::fill`] and
//! [`Lang::count`] fill in variable parts.

use std::fmt::{Display, Write as _};

/// A text in each language, in the order of [`Lang::ALL`].
pub type Texts = [&'static str; Lang::ALL.len()];

/// A noun in each language: singular and plural.
pub type Noun = [[&'static str; 2]; Lang::ALL.len()];

/// A language.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
    /// Spanish.
    Es,
}

impl Lang {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::En, Self::Fr, Self::Es];

    /// Its tag, as in the attribute `lang`.
    pub const fn tag(self) -> &'static str {
        self.text(["en", "fr", "es"])
    }

    /// Its own name.
    pub const fn name(self) -> &'static str {
        self.text(["English", "Français", "Español"])
    }

    /// The folder of its pages, relative to the root of the site.
    pub const fn folder(self) -> &'static str {
        self.text(["", "fr/", "es/"])
    }

    /// The language of a tag such as `fr-CA`, if it is supported.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_']).next().unwrap_or_default();
        Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(primary))
    }

    /// The first supported language among the visitor's preferred `tags`, if there is one.
    pub fn preferred(tags: &[String]) -> Option<Self> {
        tags.iter().find_map(|tag| Self::of_tag(tag))
    }

    const fn of<T: Copy>(self, [en, fr, es]: [T; 3]) -> T {
        match self {
            Self::En => en,
            Self::Fr => fr,
            Self::Es => es,
        }
    }

    /// The text in this language.
    pub const fn text(self, texts: Texts) -> &'static str {
        self.of(texts)
    }

    /// The text in this language, with `args` in the places of `{0}`, `{1}`, ...
    pub fn fill(self, texts: Texts, args: &[&dyn Display]) -> String {
        fill(self.text(texts), args)
    }

    /// The parts of a sentence as a list: `a, b and c`.
    pub fn list(self, parts: &[impl AsRef<str>]) -> String {
        let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        match parts.split_last() {
            Some((last, rest)) if !rest.is_empty() => {
                format!("{} {} {last}", rest.join(", "), self.text(["and", "et", "y"]))
            }
            _ => parts.concat(),
        }
    }

    /// `3 errors`, `1 error`, `0 errors`.
    pub fn count(self, number: u64, noun: Noun) -> String {
        format!("{} {}", self.number(number), self.noun(number, noun))
    }

    /// The form of the noun after `number`.
    pub const fn noun(self, number: u64, noun: Noun) -> &'static str {
        let [one, many] = self.of(noun);
        if self.is_one(number) { one } else { many }
    }

    /// True if a noun after `number` is in the singular.
    pub const fn is_one(self, number: u64) -> bool {
        match self {
            // In French, zero takes the singular.
            Self::Fr => number < 2,
            Self::En | Self::Es => number == 1,
        }
    }

    /// `50,000`, `50 000`, `50.000`.
    pub fn number(self, number: u64) -> String {
        let digits = number.to_string();
        if self == Self::Es && digits.len() < 5 {
            // Four digits are not separated.
            return digits;
        }
        let mut out = String::with_capacity(digits.len() * 2);
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                out.push_str(self.text([",", "\u{202F}", "."]));
            }
            out.push(digit);
        }
        out
    }

    /// A number in tenths with one decimal: `10.8`, `10,8`.
    pub fn decimal(self, tenths: u64) -> String {
        format!("{}{}{}", tenths / 10, self.text([".", ",", ","]), tenths % 10)
    }

    /// A percentage, with the space that the language writes before the sign.
    pub fn percent(self, number: impl Display) -> String {
        format!("{number}{}%", self.text(["", "\u{a0}", "\u{a0}"]))
    }

    /// A size in binary units, as the limits are: `812 B`, `10.3 MiB`, `10,3 Mio`.
    pub fn size(self, bytes: u64) -> String {
        const UNITS: [Texts; 3] = [["MiB", "Mio", "MiB"], ["GiB", "Gio", "GiB"], ["TiB", "Tio", "TiB"]];
        if bytes < 1024 {
            return format!("{bytes} {}", self.text(["B", "o", "B"]));
        }
        // In whole numbers: formatting floating-point numbers needs much code.
        let tenths = |size: u64| bytes.saturating_mul(10).saturating_add(size / 2) / size;
        let (mut size, mut unit) = (1024, ["KiB", "Kio", "KiB"]);
        for larger in UNITS {
            if tenths(size) >= 10_240 {
                (size, unit) = (size * 1024, larger);
            }
        }
        format!("{} {}", self.decimal(tenths(size)), self.text(unit))
    }

    /// The size of a file, before and after gunzip: `11.9 MiB, 1.0 MiB gzipped`.
    pub fn sizes(self, bytes: u64, decompressed: u64) -> String {
        if bytes == decompressed {
            return self.size(bytes);
        }
        let (plain, packed) = (self.size(decompressed), self.size(bytes));
        self.fill(["{0}, {1} gzipped", "{0}, {1} compressé", "{0}, {1} comprimido"], &[&plain, &packed])
    }
}

/// `template` with `args` in the places of `{0}`, `{1}`, ...; other braces stay.
pub fn fill<T: Display + ?Sized>(template: &str, args: &[&T]) -> String {
    let mut parts = template.split('{');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let arg = part.split_once('}').and_then(|(index, rest)| Some((args.get(index.parse::<usize>().ok()?)?, rest)));
        if let Some((arg, rest)) = arg {
            let _ = write!(out, "{arg}");
            out.push_str(rest);
        } else {
            out.push('{');
            out.push_str(part);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_lead_to_languages() {
        assert_eq!(Lang::of_tag("fr-CA"), Some(Lang::Fr));
        assert_eq!(Lang::of_tag("ES"), Some(Lang::Es));
        assert_eq!(Lang::of_tag("de"), None);
        assert_eq!(Lang::of_tag(""), None);
        let tags = ["de-AT", "es-419", "fr"].map(str::to_owned);
        assert_eq!(Lang::preferred(&tags), Some(Lang::Es));
    }

    #[test]
    fn arguments_stand_where_the_text_says() {
        let texts = ["{0} of {1}", "de {1}, {0}", "{0} {x} {9} {"];
        assert_eq!(Lang::En.fill(texts, &[&1, &"b"]), "1 of b");
        assert_eq!(Lang::Fr.fill(texts, &[&1, &"b"]), "de b, 1");
        assert_eq!(Lang::Es.fill(texts, &[&1, &"b"]), "1 {x} {9} {");
    }

    #[test]
    fn numbers_have_the_separators_of_the_language() {
        assert_eq!(Lang::ALL.map(|lang| lang.number(999)), ["999"; 3]);
        assert_eq!(Lang::ALL.map(|lang| lang.number(1204)), ["1,204", "1\u{202F}204", "1204"]);
        assert_eq!(
            Lang::ALL.map(|lang| lang.number(50_000_000)),
            ["50,000,000", "50\u{202F}000\u{202F}000", "50.000.000"]
        );
    }

    #[test]
    fn plurals_follow_the_number() {
        let errors = [["error", "errors"], ["erreur", "erreurs"], ["error", "errores"]];
        assert_eq!(Lang::ALL.map(|lang| lang.count(0, errors)), ["0 errors", "0 erreur", "0 errores"]);
        assert_eq!(Lang::ALL.map(|lang| lang.count(1, errors)), ["1 error", "1 erreur", "1 error"]);
        assert_eq!(Lang::En.count(3000, errors), "3,000 errors");
    }

    #[test]
    fn sizes_are_binary() {
        assert_eq!(Lang::En.size(1023), "1023 B");
        assert_eq!(Lang::Fr.size(1_048_575), "1,0 Mio");
        assert_eq!(Lang::En.size(52_428_800), "50.0 MiB");
        assert_eq!(Lang::En.sizes(1024, 1024), "1.0 KiB");
        assert_eq!(Lang::En.sizes(1_100_000, 12_500_000), "11.9 MiB, 1.0 MiB gzipped");
    }
}
