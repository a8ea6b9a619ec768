//! Scripts.

use super::tag::Language;
use super::{Instead, lookup, table, words};
use crate::value::spelling::distance;

/// The meaning of a script subtag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Script {
    /// A code of ISO 15924, in the usual case.
    Known(&'static str),
    /// The script of another language: `en-Hans`. The language is nearly always written in `usual`.
    Foreign {
        /// The script, in the usual case.
        code: &'static str,
        /// The script of the language.
        usual: &'static str,
    },
    /// Not in ISO 15924, with the only similar script, if there is one.
    Unknown(Option<&'static str>),
}

impl Script {
    /// The fix.
    pub(super) fn instead(self, text: &str) -> Instead {
        match self {
            Self::Known(code) | Self::Unknown(Some(code)) => Instead::Put(code),
            Self::Foreign { .. } => Instead::LeaveOut,
            // `en-intl` has the shape of a script.
            Self::Unknown(None) if words::region_of(text) == Some("") => Instead::LeaveOut,
            Self::Unknown(None) => Instead::Unknown,
        }
    }
}

/// Preferred scripts if several are equally similar, after those of the language.
const COMMON: [&str; 8] = ["Latn", "Cyrl", "Arab", "Hans", "Hant", "Deva", "Grek", "Hebr"];

/// Checks `text` as the script of a language.
pub(super) fn judge(text: &str, language: Language) -> Script {
    let language = language.instead().first().and_then(|code| code.split('-').next()).unwrap_or_default();
    let usual = lookup::usual_script(language);
    let Some(code) = lookup::script(text) else {
        let is_place = words::region_of(text).is_some();
        let near = || if is_place { None } else { nearest(text, language, usual) };
        return Script::Unknown(words::script_of(text).or_else(near));
    };
    match usual {
        Some(usual) if usual != code && (is_chinese(code) || lookup::is_of_one_language(code)) => {
            Script::Foreign { code, usual }
        }
        _ => Script::Known(code),
    }
}

/// True for simplified or traditional characters, which only distinguish Chinese.
fn is_chinese(script: &str) -> bool {
    matches!(script, "Hans" | "Hant")
}

/// The script at an edit distance of 1; the most common one if there are several.
fn nearest(text: &str, language: &str, usual: Option<&'static str>) -> Option<&'static str> {
    let mut text = text.to_ascii_lowercase();
    text.get_mut(..1)?.make_ascii_uppercase();
    let is_near = |script: &&str| distance(&text, script) == 1;
    let chinese = ["Hans", "Hant"].into_iter().filter(|_| language == "zh");
    chinese.chain(usual).chain(COMMON).find(is_near).or_else(|| {
        let mut near = table::SCRIPTS.split_ascii_whitespace().filter(is_near);
        near.next().filter(|_| near.next().is_none())
    })
}
