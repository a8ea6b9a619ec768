//! Where a video may be shown: lists of countries and platforms, and whether they allow or deny.

use std::ops::Range;

use crate::check::extension::{Element, attribute};
use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{Edit, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::is_space;
use crate::value::language::region;
use crate::xml::content::decoded;

/// Checks the attribute `relationship`, which is `allow` or `deny`.
pub(super) fn relationship(element: &Element<'_>, reporter: &mut Reporter<'_>) {
    let Some(attribute) = attribute(element.source, element.attributes, "relationship") else {
        return reporter.report(rules::video_relationship_invalid::missing(element.name, element.name));
    };
    let value = decoded(element.source, attribute.value);
    if matches!(&*value, "allow" | "deny") {
        return;
    }
    let place = attribute.value;
    let lower = if value.len() <= 20 { value.trim().to_ascii_lowercase() } else { String::new() };
    let meant = match lower.as_str() {
        "allow" | "allowed" | "allows" => "allow",
        "deny" | "denied" | "denies" | "disallow" | "disallowed" => "deny",
        _ => return reporter.report(rules::video_relationship_invalid::unknown(place, place)),
    };
    let found = rules::video_relationship_invalid::fixable(place, place, meant);
    reporter.report(found.suggest(Edit::replace(place, meant)));
}

/// The pieces between white space, with their ranges.
fn chunks(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..)?;
        let start = at + rest.bytes().position(|byte| !is_space(byte))?;
        let rest = text.get(start..)?;
        let end = start + rest.bytes().position(is_space).unwrap_or(rest.len());
        at = end;
        Some((start..end, text.get(start..end)?))
    })
}

/// Wrong separators of a list.
const SEPARATORS: [char; 6] = [',', ';', '|', '/', '+', '、'];

/// The rewritten piece: each member as returned by `right`, separated by spaces.
fn rewritten(chunk: &str, right: impl Fn(&str) -> Option<&'static str>) -> Option<String> {
    let mut out = String::new();
    for member in chunk.split(SEPARATORS).filter(|member| !member.is_empty()) {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(right(member)?);
    }
    Some(out)
}

/// The edit that deletes a separator and the white space before it.
fn without(place: Trimmed<'_>, chunk: &Range<usize>) -> Option<Edit> {
    let head = place.value.at(..chunk.start);
    place.edit(head.trim_end().len(), chunk.end, "")
}

/// Checks a list of countries.
pub(super) fn restriction(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    use rules::video_restriction_invalid as message;
    let place = Trimmed::new(field);
    let code = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase());
    let mut template = None;
    for (at, chunk) in chunks(place.value) {
        if code(chunk) && region::assigned(chunk).is_some() {
            continue;
        }
        if *template.get_or_insert_with(|| value_text::unprocessed_template(field, reporter)) {
            return;
        }
        let span = place.span(at.start, at.end);
        let known = |text: &str| region::assigned(text).or_else(|| region::replacement(text));
        let meant = rewritten(chunk, known);
        reporter.report(match meant {
            Some(nothing) if nothing.is_empty() => {
                repaired(message::separator(span, span), FixKind::Suggest, [without(place, &at)])
            }
            Some(meant) => {
                let edit = place.edit(at.start, at.end, meant.clone());
                let found = if code(chunk) {
                    message::like_country(span, span, meant)
                } else {
                    message::fixable(span, span, meant)
                };
                repaired(found, FixKind::Suggest, [edit])
            }
            None if code(chunk) => message::unknown_country(span, span),
            None => rules::video_restriction_invalid(span, span),
        });
    }
}

/// Checks a list of platforms.
pub(super) fn platform(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    use rules::video_platform_invalid as message;
    let place = Trimmed::new(field);
    let mut template = None;
    let mut last = 0;
    for (at, chunk) in chunks(place.value) {
        let space = last..at.start;
        let before = place.value.at(space.clone());
        let span = place.span(at.start, at.end);
        last = at.end;
        if !matches!(chunk, "web" | "mobile" | "tv") {
            if *template.get_or_insert_with(|| value_text::unprocessed_template(field, reporter)) {
                return;
            }
            let edit = |text: String| place.edit(at.start, at.end, text);
            reporter.report(match rewritten(chunk, platform_meant) {
                Some(nothing) if nothing.is_empty() => {
                    repaired(message::separator(span, span), FixKind::Suggest, [without(place, &at)])
                }
                Some(meant) => repaired(message::fixable(span, span, meant.clone()), FixKind::Suggest, [edit(meant)]),
                None => rules::video_platform_invalid(span, span),
            });
            // The white space before the separator is deleted with it.
            if rewritten(chunk, platform_meant).is_some_and(|meant| meant.is_empty()) {
                continue;
            }
        }
        if !matches!(before, "" | " ") {
            let edit = place.edit(space.start, space.end, " ");
            let found = message::spaces(place.span(space.start, space.end));
            reporter.report(repaired(found, FixKind::Suggest, [edit]));
        }
    }
}

/// The platform called `text`, or the most similar one.
fn platform_meant(text: &str) -> Option<&'static str> {
    let known = [
        ("web", "web"),
        ("desktop", "web"),
        ("computer", "web"),
        ("pc", "web"),
        ("mobile", "mobile"),
        ("phone", "mobile"),
        ("smartphone", "mobile"),
        ("tv", "tv"),
        ("television", "tv"),
    ];
    known.iter().find(|(word, _)| word.eq_ignore_ascii_case(text)).map(|(_, meant)| *meant)
}
