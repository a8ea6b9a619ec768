//! Lengths: `loc-too-long`, `loc-too-short`, `loc-engine-length`.

use super::address::Address;
use crate::check::repaired;
use crate::diagnostic::FixKind;
use crate::profile::{Profile, Profiles};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::value::url::{Part, percent};

/// The longest URL the schema allows, in characters; the protocol says "less than" it.
pub(crate) const LONGEST: usize = 2048;

/// The shortest URL the schema allows, in characters.
pub(super) const SHORTEST: usize = 12;

/// Counts the characters of the URL as a crawler reads it: a reference is one, an escape three.
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
    // Each character has a byte at least.
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

/// The kind of a repair that makes the URL `lost` characters shorter: safe unless it becomes too
/// short for a schema that is asked.
pub(super) fn shortening(address: &Address<'_>, lost: usize, reporter: &Reporter<'_>) -> FixKind {
    let schema = reporter.options.strict_schema && address.is_typed();
    let too_short = |length: usize| length >= SHORTEST && length.saturating_sub(lost) < SHORTEST;
    // Counted once per URL: this is asked for each character.
    if schema && too_short(address.collapsed) { FixKind::Suggest } else { FixKind::Safe }
}

/// How many characters `text` has when each run of white space is one, and none stands at the ends:
/// so the schema counts.
pub(super) fn collapsed(text: &str) -> usize {
    let words = text.split_ascii_whitespace().map(|word| word.chars().count() + 1);
    words.sum::<usize>().saturating_sub(1)
}

/// The most characters of a URL that Yandex takes.
const YANDEX: usize = 1024;

/// The most bytes of a URL that Baidu takes.
const BAIDU: usize = 256;

/// The most bytes a URL can have without a rule that speaks of its length.
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
