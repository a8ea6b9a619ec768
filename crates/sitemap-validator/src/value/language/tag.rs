//! Well-formed codes.

use super::countries::{self, Codes};
use super::region::{self, Region, Unassigned};
use super::script::{self, Script};
use super::{Edit, Instead, Part, iso639, lookup, table};

/// A code of the form `ll`, `ll-RR`, `ll-Ssss` or `ll-Ssss-RR`, with known or unknown parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    pub(crate) language: Part<'a, Language>,
    pub(crate) script: Option<Part<'a, Script>>,
    pub(crate) region: Option<Part<'a, Region>>,
}

/// The meaning of a language subtag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// A language of ISO 639-1, in the usual case.
    Known(&'static str),
    /// A code that was replaced: `iw`, now `he`.
    Withdrawn(&'static str),
    /// The code of a country that is not a language: `jp`, `us`.
    Country(Codes),
    /// The three-letter code of a language with a two-letter code: `eng`.
    ThreeLetters(&'static str),
    /// A language without a two-letter code: `fil`. A few are better known as countries: `usa`.
    NoTwoLetters(Codes),
    /// Not a registered language. A few are countries: `mex`.
    Unknown(Codes),
}

impl Language {
    /// The probable codes, the most likely first; some include a region.
    pub(crate) fn instead(self) -> Codes {
        match self {
            Self::Known(code) | Self::Withdrawn(code) | Self::ThreeLetters(code) => Codes::one(code),
            Self::Country(codes) | Self::NoTwoLetters(codes) | Self::Unknown(codes) => codes,
        }
    }

    /// True for a language of ISO 639-1.
    pub(crate) const fn is_known(self) -> bool {
        matches!(self, Self::Known(_))
    }
}

/// The meaning of the language code `code`, which has two or three letters.
pub(super) fn language(code: &str) -> Language {
    if let Some(known) = lookup::language(code) {
        Language::Known(known)
    } else if let Some(new) = lookup::pair(&table::WITHDRAWN_LANGUAGES, code) {
        Language::Withdrawn(new)
    } else if let Some(short) = iso639::two_letters(code) {
        Language::ThreeLetters(short)
    } else if code.len() == 2 {
        let is_country = lookup::region(code).is_some();
        let codes = countries::languages_of(code);
        if is_country { Language::Country(codes) } else { Language::Unknown(codes) }
    } else {
        let country = countries::two_letters(code);
        let codes = country.map_or(Codes::one(""), countries::languages_of);
        if lookup::is_three_letters(code) { Language::NoTwoLetters(codes) } else { Language::Unknown(codes) }
    }
}

/// Parses a code; `None` if it is malformed.
#[inline(never)]
pub(super) fn read(code: &str) -> Option<Tag<'_>> {
    let mut parts = parts(code).peekable();
    let (text, start) = parts.next()?;
    let language = part(text, start, is_language(text).then(|| language(text))?);
    let script = parts.next_if(|(text, _)| is_script(text));
    let script = script.map(|(text, start)| part(text, start, script::judge(text, language.is)));
    let region = parts.next_if(|(text, _)| is_region(text));
    let region = region.map(|(text, start)| part(text, start, region::judge(text, &language)));
    parts.next().is_none().then_some(Tag { language, script, region })
}

/// The parts between dashes, each with its start.
pub(super) const fn parts(code: &str) -> Parts<'_> {
    Parts { code, next: 0 }
}

/// See [`parts`].
pub(super) struct Parts<'a> {
    code: &'a str,
    next: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = (&'a str, usize);

    // Not inlined: it is called from many places, and each copy makes the page larger.
    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next;
        let rest = self.code.get(start..)?;
        let length = rest.bytes().position(|byte| byte == b'-').unwrap_or(rest.len());
        self.next = start + length + 1;
        Some((rest.get(..length)?, start))
    }
}

/// True for the form of a language: two or three letters.
pub(super) fn is_language(text: &str) -> bool {
    matches!(text.len(), 2 | 3) && is_letters(text)
}

/// True for the form of a script: four letters.
pub(super) fn is_script(text: &str) -> bool {
    text.len() == 4 && is_letters(text)
}

/// True for the form of a region: two letters or three digits.
pub(super) fn is_region(text: &str) -> bool {
    text.len() == 2 && is_letters(text) || text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// True for letters only.
pub(super) fn is_letters(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

const fn part<T>(text: &str, start: usize, is: T) -> Part<'_, T> {
    Part { text, at: start..start + text.len(), is }
}

impl Tag<'_> {
    /// True if language and region are swapped: `us-en`.
    pub(crate) fn is_swapped(&self) -> bool {
        self.region.as_ref().is_some_and(|region| matches!(region.is, Region::Not(Unassigned::Swapped, _)))
    }

    /// The same code in the usual case, `ll-Ssss-RR`.
    pub(crate) fn canonical(&self) -> String {
        let mut code = self.language.text.to_ascii_lowercase();
        if let Some(script) = &self.script {
            push(&mut code, &titled(script.text));
        }
        if let Some(region) = &self.region {
            push(&mut code, &region.text.to_ascii_uppercase());
        }
        code
    }

    /// The probable code, if all its parts are known; the same code if it is right.
    pub(crate) fn corrected(&self) -> Option<String> {
        let meant = self.language.is.instead().first()?;
        let (language, mut country) = meant.split_once('-').map_or((meant, None), |(left, right)| (left, Some(right)));
        let mut code = language.to_owned();
        if let Some(script) = &self.script {
            match script.is.instead(script.text) {
                Instead::Put(known) => push(&mut code, known),
                Instead::LeaveOut => {}
                Instead::Unknown => return None,
            }
        }
        if let (Some(region), true) = (&self.region, self.is_swapped()) {
            code = region.text.to_ascii_lowercase();
            country = lookup::region(self.language.text);
        } else if let Some(region) = &self.region {
            match region.is.instead() {
                Instead::Put(known) => country = Some(known),
                Instead::LeaveOut | Instead::Unknown => {}
            }
        }
        if let Some(country) = country {
            push(&mut code, country);
        }
        Some(code)
    }

    /// The edit that replaces an unknown language, with the region that follows from some languages.
    pub(crate) fn language_edit(&self) -> Option<Edit> {
        if self.language.is.is_known() {
            return None;
        }
        let meant = self.language.is.instead().first();
        let whole = self.script.is_none() && self.region.is_none();
        match (&self.region, self.is_swapped()) {
            (Some(region), true) => Some(Edit { at: 0..region.at.end, text: self.corrected()? }),
            _ if whole => Some(Edit { at: self.language.at.clone(), text: meant?.to_owned() }),
            _ => Some(Edit { at: self.language.at.clone(), text: meant?.split('-').next()?.to_owned() }),
        }
    }

    /// The edit that replaces or deletes an unknown script.
    pub(crate) fn script_edit(&self) -> Option<Edit> {
        let script = self.script.as_ref()?;
        if matches!(script.is, Script::Known(_)) { None } else { edit(script, script.is.instead(script.text)) }
    }

    /// The edit that replaces or deletes a region that is not assigned.
    pub(crate) fn region_edit(&self) -> Option<Edit> {
        let region = self.region.as_ref()?;
        if matches!(region.is, Region::Assigned(_)) || self.is_swapped() {
            None
        } else {
            edit(region, region.is.instead())
        }
    }
}

fn edit<T>(part: &Part<'_, T>, instead: Instead) -> Option<Edit> {
    match instead {
        Instead::Put(code) => Some(Edit { at: part.at.clone(), text: code.to_owned() }),
        Instead::LeaveOut => Some(Edit { at: part.at.start.saturating_sub(1)..part.at.end, text: String::new() }),
        Instead::Unknown => None,
    }
}

fn push(code: &mut String, part: &str) {
    code.push('-');
    code.push_str(part);
}

/// The script in title case: `Hans` for `HANS` and `hans`.
fn titled(script: &str) -> String {
    let mut titled = script.to_ascii_lowercase();
    if let Some(first) = titled.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    titled
}
