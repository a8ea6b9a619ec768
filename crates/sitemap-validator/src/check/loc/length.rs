//! Lengths: `loc-too-long`, `loc-too-short`, `loc-engine-length`.

use super::address::Address;
use crate::check::repaired;
use crate::diagnostic::FixKind;
use crate::profile::{Profile, Profiles};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::value::url::{Part, percent};

/// The maximum length of a URL in the schema, in characters. In the protocol, a URL must be shorter than this.
pub(crate) const LONGEST: usize = 2048;

/// The minimum length of a URL in the schema, in characters.
pub(super) const SHORTEST: usize = 12;

/// Checks the length of the decoded URL: a reference is one character, an escape three.
pub(super) fn too_long(address: &Address<'_>, reporter: &mut Reporter<'_>) {
    let url = address.url;
    if url.len() < LONGEST {
        return;
    }
    let length = url.chars().count();
    if length < LONGEST {
        return;
    }
    let first = if length == LONGEST { LONGEST - 1 } else { LONGEST };
    let start = url.char_indices().nth(first).map_or(url.len(), |(at, _)| at);
    let place = address.span(Part::new(start, url.len()));
    reporter.report(match length {
        LONGEST => rules::loc_too_long::at_limit(place, length),
        _ => rules::loc_too_long(place, length),
    });
}

pub(super) fn too_short(address: &Address<'_>, reporter: &mut Reporter<'_>) {
    // Each character has at least one byte.
    if address.url.len() >= SHORTEST * 4 {
        return;
    }
    let length = address.collapsed;
    if length >= SHORTEST {
        return;
    }
    let found = rules::loc_too_short(address.whole(), address.whole());
    let parts = crate::value::url::Parts::split(address.url);
    let open = parts.filter(|parts| parts.path.is_empty() && length + 1 == SHORTEST);
    let edit = open.and_then(|parts| address.replace(Part::at(parts.path.start), "/"));
    reporter.report(repaired(found, FixKind::Safe, [edit]));
}

/// The kind of a fix that makes the URL `lost` characters shorter: safe unless it becomes too short
/// for a schema that is checked.
pub(super) fn shortening(address: &Address<'_>, lost: usize, reporter: &Reporter<'_>) -> FixKind {
    let schema = reporter.options.strict_schema && address.is_typed();
    let too_short = |length: usize| length >= SHORTEST && length.saturating_sub(lost) < SHORTEST;
    // Counted once per URL, as this is called for each character.
    if schema && too_short(address.collapsed) { FixKind::Suggest } else { FixKind::Safe }
}

/// The length of `text` as the schema counts it: each run of white space is one character, and white space at
/// the ends is ignored.
pub(super) fn collapsed(text: &str) -> usize {
    let words = text.split_ascii_whitespace().map(|word| word.chars().count() + 1);
    words.sum::<usize>().saturating_sub(1)
}

/// The maximum length of a URL for Yandex, in characters.
const YANDEX: usize = 1024;

/// The maximum length of a URL for Baidu, in bytes.
const BAIDU: usize = 256;

/// The maximum length of a URL to which no rule on lengths applies, in bytes.
pub(super) const fn unremarkable(profiles: Profiles) -> usize {
    if profiles.has(Profile::Baidu) {
        BAIDU
    } else if profiles.has(Profile::Yandex) {
        YANDEX
    } else {
        LONGEST - 1
    }
}

/// Yandex counts characters of the decoded URL, Baidu bytes.
pub(super) fn engines(address: &Address<'_>, reporter: &mut Reporter<'_>) {
    let url = address.url;
    if url.len() <= BAIDU || !reporter.wants(Rule::LocEngineLength) {
        return;
    }
    let profiles = reporter.options.profiles;
    let place = |start| address.span(Part::new(start, url.len()));
    if profiles.has(Profile::Baidu) {
        let start = (BAIDU..=url.len()).find(|&at| url.is_char_boundary(at)).unwrap_or(url.len());
        reporter.report(rules::loc_engine_length::baidu(place(start), BAIDU));
    }
    if profiles.has(Profile::Yandex)
        && let Some(start) = percent::beyond(url, YANDEX)
    {
        reporter.report(rules::loc_engine_length::yandex(place(start), YANDEX));
    }
}
