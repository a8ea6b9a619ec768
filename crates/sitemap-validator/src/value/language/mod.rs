//! Language tags (BCP 47, RFC 5646) as allowed in `hreflang`: a language, a script, a region, or `x-default`.
//!
//! [`read`] parses a code. A well-formed code is a [`Tag`], each part of which has a verdict; any other code is
//! [`Malformed`], with the error and the probable code. [`news::read`] checks `news:language`, and
//! [`countries::confusion`] finds language codes that are better known as countries.

pub(crate) mod countries;
mod iso639;
mod lookup;
pub(crate) mod malformed;
pub(crate) mod news;
pub(crate) mod region;
pub(crate) mod script;
mod table;
pub(crate) mod tag;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

use malformed::Malformed;
use tag::Tag;

/// The meaning of a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LanguageCode<'a> {
    /// `x-default`, in any case.
    Default,
    /// A language, perhaps with a script and a region.
    Tag(Tag<'a>),
    /// Anything else.
    Malformed(Malformed),
}

/// A part of a code: text, range and verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part<'a, T> {
    /// The part as written.
    pub(crate) text: &'a str,
    /// Its bytes in the code.
    pub(crate) at: Range<usize>,
    /// The verdict.
    pub(crate) is: T,
}

/// The fix of a wrong part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instead {
    /// Write this.
    Put(&'static str),
    /// Delete it with the dash before it.
    LeaveOut,
    /// The right code is unknown.
    Unknown,
}

/// A replacement within a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    /// The bytes to replace.
    pub(crate) at: Range<usize>,
    /// The new text.
    pub(crate) text: String,
}

/// The code of the page for users with any other language.
pub(crate) const X_DEFAULT: &str = "x-default";

/// Parses a code.
pub(crate) fn read(code: &str) -> LanguageCode<'_> {
    if code.eq_ignore_ascii_case(X_DEFAULT) {
        return LanguageCode::Default;
    }
    match tag::read(code) {
        Some(tag) => LanguageCode::Tag(tag),
        None => LanguageCode::Malformed(malformed::read(code)),
    }
}

/// The code in the case recommended by RFC 5646 §2.1.1, if it is well-formed and written in another case.
pub(crate) fn recased(code: &str) -> Option<String> {
    let canonical = match read(code) {
        LanguageCode::Default => X_DEFAULT.to_owned(),
        LanguageCode::Tag(tag) => tag.canonical(),
        LanguageCode::Malformed(_) => return None,
    };
    (canonical != code).then_some(canonical)
}

/// The code with all its parts known, in the usual case; `None` if its meaning is unknown.
pub(crate) fn corrected(code: &str) -> Option<String> {
    match read(code) {
        LanguageCode::Default => Some(X_DEFAULT.to_owned()),
        LanguageCode::Tag(tag) => tag.corrected(),
        LanguageCode::Malformed(malformed) => malformed.instead,
    }
}

/// The codes in a list ([`Defect::Several`](malformed::Defect::Several)), each as [`corrected`] or as written.
pub(crate) fn listed(code: &str) -> Vec<String> {
    let pieces = malformed::listed(code).into_iter();
    pieces.map(|piece| corrected(piece).unwrap_or_else(|| piece.to_owned())).collect()
}
