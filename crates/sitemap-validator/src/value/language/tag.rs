//! Codes of the right shape.

use super::countries::{self, Codes};
use super::region::{self, Region, Unassigned};
use super::script::{self, Script};
use super::{Edit, Instead, Part, iso639, lookup, table};

/// A code of the shape `ll`, `ll-RR`, `ll-Ssss` or `ll-Ssss-RR`, its codes known or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    /// The language.
    pub(crate) language: Part<'a, Language>,
    /// The script.
    pub(crate) script: Option<Part<'a, Script>>,
    /// The region.
    pub(crate) region: Option<Part<'a, Region>>,
}

/// What a language subtag is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Language {
    /// A language of ISO 639-1, as it is usually written.
    Known(&'static str),
    /// A code that another one replaced: `iw`, now `he`.
    Withdrawn(&'static str),
    /// The code of a country and of no language: `jp`, `us`.
    Country(Codes),
    /// The three-letter code of a language that has one with two: `eng`.
    ThreeLetters(&'static str),
    /// A language that has no code with two letters: `fil`. A few are better known as countries: `usa`.
    NoTwoLetters(Codes),
    /// No registered language. A few are countries: `mex`.
    Unknown(Codes),
}

impl Language {
    /// The codes that may be meant, the most likely first; some name a region as well.
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

/// What the language code `code` of two or three letters is.
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

/// Reads a code; `None` when it has another shape.
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

/// The parts between dashes, and where each begins.
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

    // Called from many places; the page pays for each copy.
    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        let start = self.next;
        let rest = self.code.get(start..)?;
        let length = rest.bytes().position(|byte| byte == b'-').unwrap_or(rest.len());
        self.next = start + length + 1;
        Some((rest.get(..length)?, start))
    }
}

/// The shape of a language: two or three letters.
pub(super) fn is_language(text: &str) -> bool {
    matches!(text.len(), 2 | 3) && is_letters(text)
}

/// The shape of a script: four letters.
pub(super) fn is_script(text: &str) -> bool {
    text.len() == 4 && is_letters(text)
}

/// The shape of a region: two letters or three digits.
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
    /// True when language and region stand in each other's place: `us-en`.
    pub(crate) fn is_swapped(&self) -> bool {
        self.region.as_ref().is_some_and(|region| matches!(region.is, Region::Not(Unassigned::Swapped, _)))
    }

    /// The same code in the usual casing, `ll-Ssss-RR`.
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

    /// The code that was likely meant, when all its parts can be known; the same code when they are.
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

    /// Puts a known language for one that is not; the region comes along when it is said by the language.
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

    /// Puts a known script for one that is not, or leaves it out.
    pub(crate) fn script_edit(&self) -> Option<Edit> {
        let script = self.script.as_ref()?;
        if matches!(script.is, Script::Known(_)) { None } else { edit(script, script.is.instead(script.text)) }
    }

    /// Puts an assigned region for one that is not, or leaves it out.
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

/// `Hans` for `HANS` and `hans`.
fn titled(script: &str) -> String {
    let mut titled = script.to_ascii_lowercase();
    if let Some(first) = titled.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    titled
}
