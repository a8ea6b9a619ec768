//! Regions.

use super::tag::Language;
use super::{Instead, Part, countries, lookup, table};

/// The meaning of a region subtag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Region {
    /// Officially assigned in ISO 3166-1, in the usual case.
    Assigned(&'static str),
    /// Not assigned, with the reason and the fix.
    Not(Unassigned, Instead),
}

/// Why a region is not assigned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unassigned {
    /// `UK`: reserved; the United Kingdom is `GB`.
    UnitedKingdom,
    /// `EU`, `UN` and others that ISO 3166-1 reserves.
    Reserved,
    /// A former country, or one with a new code: `SU`, `ZR`.
    Withdrawn,
    /// A code for private use: `XK`, `ZZ`.
    Private,
    /// A number of UN M.49, registered as an area: `419`, Latin America.
    Area,
    /// Any other number.
    Number,
    /// The language again: `en-EN`, `ja-JA`.
    Language,
    /// Region and language are swapped: `us-en`.
    Swapped,
    /// An unknown code.
    Unknown,
}

impl Region {
    /// The fix.
    pub(crate) const fn instead(self) -> Instead {
        match self {
            Self::Assigned(code) => Instead::Put(code),
            Self::Not(_, instead) => instead,
        }
    }
}

/// Checks `text` as the region of a language.
pub(super) fn judge(text: &str, language: &Part<'_, Language>) -> Region {
    let assigned = lookup::region(text);
    let is_lower = text.bytes().all(|byte| byte.is_ascii_lowercase());
    // In `us-ES` the region is in upper case; `es` in `us-es` may be the language; `us-ca` is ambiguous.
    let is_language = lookup::language(text).is_some();
    let is_meant = countries::confusion(text).is_none() && (is_lower || assigned.is_none());
    if matches!(language.is, Language::Country(_)) && is_language && is_meant {
        let country = lookup::region(language.text).map_or(Instead::Unknown, Instead::Put);
        return Region::Not(Unassigned::Swapped, country);
    }
    if let Some(code) = assigned {
        return Region::Assigned(code);
    }
    let (why, instead) = unassigned(text, language);
    Region::Not(why, instead.map_or(Instead::LeaveOut, Instead::Put))
}

fn unassigned(text: &str, language: &Part<'_, Language>) -> (Unassigned, Option<&'static str>) {
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        let is_area = lookup::listed(table::AREAS, text).is_some();
        return (if is_area { Unassigned::Area } else { Unassigned::Number }, None);
    }
    if text.eq_ignore_ascii_case(language.text) {
        return (Unassigned::Language, countries::country_of(text));
    }
    if text.eq_ignore_ascii_case("uk") {
        return (Unassigned::UnitedKingdom, Some("GB"));
    }
    if lookup::listed(table::RESERVED_REGIONS, text).is_some() {
        return (Unassigned::Reserved, None);
    }
    if let Some(new) = lookup::pair(&table::WITHDRAWN_REGIONS, text) {
        return (Unassigned::Withdrawn, Some(new).filter(|new| !new.is_empty()));
    }
    if is_private(text) {
        return (Unassigned::Private, None);
    }
    (Unassigned::Unknown, countries::country_of(text))
}

/// True for a user-assigned code of ISO 3166-1: `AA`, `QM` to `QZ`, `XA` to `XZ`, `ZZ`.
fn is_private(text: &str) -> bool {
    matches!(text.to_ascii_uppercase().as_bytes(), b"AA" | b"ZZ" | [b'Q', b'M'..=b'Z'] | [b'X', _])
}

/// The country code `text` in upper case, if it is assigned in ISO 3166-1.
pub(crate) fn assigned(text: &str) -> Option<&'static str> {
    lookup::region(text)
}

/// The right country code for `text`, which is invalid: `GB` for `UK`, or the successor of a withdrawn one.
pub(crate) fn replacement(text: &str) -> Option<&'static str> {
    if text.eq_ignore_ascii_case("uk") {
        return Some("GB");
    }
    lookup::pair(&table::WITHDRAWN_REGIONS, text).filter(|new| !new.is_empty())
}
