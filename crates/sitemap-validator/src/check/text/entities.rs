//! XML references in text files, which have no escapes: `text-entity-escaped`.

use std::ops::Range;

use crate::check::loc::address::repaired;
use crate::check::{Field, value_text};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::url::percent::encode;
use crate::value::url::scan::is_illegal;

/// Reports the references in a URL.
pub(super) fn check(field: &Field<'_>, url: Range<usize>, reporter: &mut Reporter<'_>) {
    let text = field.value.text.at(..url.end);
    let mut found: Option<Diagnostic> = None;
    let mut edits = Vec::new();
    let mut kind = FixKind::Safe;
    let hash = text.get(url.start..).and_then(|url| url.find('#')).map(|at| url.start + at);
    for at in memchr::memchr_iter(b'&', text.as_bytes()) {
        let Some(length) = text.get(at..).and_then(value_text::reference) else { continue };
        let reference = text.at(at..at + length);
        let place = field.value.span(at, at + length);
        let meant = value_text::meant(reference);
        found = Some(match found {
            None => match meant {
                Some(meant) => rules::text_entity_escaped(place, place, meant.to_string()),
                None => rules::text_entity_escaped::looks_like(place, place),
            },
            Some(found) if found.related.len() < 3 => found.related(place, "and here"),
            Some(found) => found,
        });
        edits.push(meant.and_then(|meant| field.replace(at, at + length, written(meant))));
        // Without its `#`, the rest is not a fragment, and may contain another URL.
        let uncovered = hash == Some(at + 1) && text.get(at..).is_some_and(|rest| rest.contains("://"));
        if uncovered || meant.is_none_or(|meant| !meant.is_ascii()) {
            kind = FixKind::Suggest;
        }
    }
    if let Some(found) = found {
        reporter.report(repaired(found, kind, edits));
    }
}

/// The character as written in a URL.
fn written(character: char) -> String {
    let text = character.to_string();
    let raw = u8::try_from(character).is_ok_and(|byte| byte.is_ascii() && !is_illegal(byte));
    if raw && !matches!(character, ' ' | '[' | ']' | '%') { text } else { encode(&text) }
}
