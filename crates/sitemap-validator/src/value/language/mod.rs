//! Language tags (BCP 47, RFC 5646) as `hreflang` takes them: a language, a script, a region, or `x-default`.
//!
//! [`read`] is where it begins. A code of the right shape is a [`Tag`] whose parts each have a verdict; any other is
//! [`Malformed`], with what is wrong and what was likely meant. [`news::read`] judges `news:language`, and
//! [`countries::confusion`] knows the languages that are better known as countries.

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

/// What a code is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading<'a> {
    /// `x-default`, in any case.
    Default,
    /// A language, perhaps with a script and a region.
    Tag(Tag<'a>),
    /// Anything else.
    Malformed(Malformed),
}

/// A part of a code: what is written, where, and what it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part<'a, T> {
    /// The part as written.
    pub(crate) text: &'a str,
    /// Its bytes in the code.
    pub(crate) at: Range<usize>,
    /// The verdict.
    pub(crate) is: T,
}

/// What to do about a part that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Instead {
    /// Write this.
    Put(&'static str),
    /// Leave it out, with the dash before it.
    LeaveOut,
    /// It is not known what was meant.
    Unknown,
}

/// A replacement within a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    /// The bytes to replace.
    pub(crate) at: Range<usize>,
    /// What stands there afterwards.
    pub(crate) text: String,
}

/// The code of those who have none of the languages.
pub(crate) const X_DEFAULT: &str = "x-default";

/// Reads a code.
pub(crate) fn read(code: &str) -> Reading<'_> {
    if code.eq_ignore_ascii_case(X_DEFAULT) {
        return Reading::Default;
    }
    match tag::read(code) {
        Some(tag) => Reading::Tag(tag),
        None => Reading::Malformed(malformed::read(code)),
    }
}

/// The code in the casing of RFC 5646 section 2.1.1, when it is written in another and is not malformed.
pub(crate) fn recased(code: &str) -> Option<String> {
    let canonical = match read(code) {
        Reading::Default => X_DEFAULT.to_owned(),
        Reading::Tag(tag) => tag.canonical(),
        Reading::Malformed(_) => return None,
    };
    (canonical != code).then_some(canonical)
}

/// The code with all its parts known, in the usual casing; `None` when it is not known what was meant.
pub(crate) fn corrected(code: &str) -> Option<String> {
    match read(code) {
        Reading::Default => Some(X_DEFAULT.to_owned()),
        Reading::Tag(tag) => tag.corrected(),
        Reading::Malformed(malformed) => malformed.instead,
    }
}

/// The codes of a code that has [`Defect::Several`](malformed::Defect::Several), each as [`corrected`] or as written.
pub(crate) fn listed(code: &str) -> Vec<String> {
    let pieces = malformed::listed(code).into_iter();
    pieces.map(|piece| corrected(piece).unwrap_or_else(|| piece.to_owned())).collect()
}
