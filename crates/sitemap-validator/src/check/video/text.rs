//! Texts with a maximum length, and values `yes` or `no`.

use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::is_space;

/// The maximum lengths of a title, a description and an uploader's name, in characters.
const TITLE: usize = 100;
const DESCRIPTION: usize = 2_048;
const UPLOADER: usize = 255;

/// Reports an element without a value with `message`.
pub(super) fn empty(field: &Field<'_>, message: fn(Span, Span) -> Diagnostic, reporter: &mut Reporter<'_>) {
    reporter.report(message(field.empty_span(), field.name).suggest(field.delete()));
}

/// The byte of the first character of `text` beyond `most`, and the number of all characters.
pub(super) fn excess(text: &str, most: usize) -> Option<(usize, usize)> {
    if text.len() <= most {
        return None;
    }
    let (at, _) = text.char_indices().nth(most)?;
    Some((at, text.chars().count()))
}

/// Checks the length of a title, a description or a name.
pub(super) fn length(name: &str, field: &Field<'_>, reporter: &mut Reporter<'_>) {
    let (message, most): (fn(Span, usize) -> Diagnostic, _) = match name {
        "title" => (rules::video_title_too_long, TITLE),
        "description" => (rules::video_description_too_long, DESCRIPTION),
        _ => (rules::video_uploader_invalid::too_long, UPLOADER),
    };
    if field.value.text.len() <= most {
        return;
    }
    let place = Trimmed::new(field);
    let Some((at, count)) = excess(place.value, most) else { return };
    let end = place.value.len();
    let found = message(place.span(at, end), count);
    reporter.report(if name == "description" {
        repaired(found, FixKind::Suggest, [place.edit(word_end(place.value, at), end, "")])
    } else {
        found
    });
}

/// The maximum number of bytes from the last white space to the limit, for a cut at the end of a word.
const WORD: usize = 100;

/// The end of the last word of `text` that ends before byte `at`.
fn word_end(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    if bytes.get(at).is_some_and(|&byte| is_space(byte)) {
        return text.get(..at).map_or(at, |head| head.trim_end().len());
    }
    let head = text.at(..at);
    match head.bytes().rposition(is_space) {
        Some(space) if at - space <= WORD => head.get(..space).map_or(at, |head| head.trim_end().len()),
        _ => at,
    }
}

/// Checks a value that must be `yes` or `no`.
pub(super) fn yes_no(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    let place = Trimmed::new(field);
    if place.value.is_empty() {
        return empty(field, rules::video_yes_no_invalid::empty, reporter);
    }
    if matches!(place.value, "yes" | "no" | "Yes" | "No" | "YES" | "NO") {
        return;
    }
    let span = place.whole();
    let lower = if place.value.len() <= 8 { place.value.to_ascii_lowercase() } else { String::new() };
    let meant = match lower.as_str() {
        "yes" | "y" | "true" | "1" | "on" => "yes",
        "no" | "n" | "false" | "0" | "off" => "no",
        _ => {
            if !value_text::unprocessed_template(field, reporter) {
                reporter.report(rules::video_yes_no_invalid(span, span));
            }
            return;
        }
    };
    let edit = place.edit_whole(meant);
    reporter.report(repaired(rules::video_yes_no_invalid::fixable(span, span, meant), FixKind::Suggest, [edit]));
}
