//! Percent-encoding: `loc-invalid-percent-encoding`, `loc-percent-encoding-not-utf8`,
//! `loc-double-percent-encoded`, `loc-percent-encoding-case`.

use super::address::{Address, repaired};
use super::totals::Totals;
use crate::diagnostic::{Diagnostic, FixKind, MOST_EDITS};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::url::normal::is_dot_segment;
use crate::value::url::percent::{encode, escaped, is_unreserved, next_run, push_escape};
use crate::value::url::{Part, Parts};

/// Checks the escapes of a URL after its authority; `parts` is `None` if the URL could not be split.
pub(super) fn check(
    address: &Address<'_>,
    parts: Option<&Parts>,
    (totals, origin): (&mut Totals, Option<usize>),
    reporter: &mut Reporter<'_>,
) {
    let from = parts.map_or(0, |parts| parts.path.start);
    let text = address.url.at(from..);
    if !text.contains('%') {
        return;
    }
    let sound = invalid(address, from, reporter);
    not_utf8(address, from, reporter);
    double(address, from, (totals, origin), reporter.entry());
    if sound && parts.is_some() && reporter.wants(Rule::LocPercentEncodingCase) {
        case(address, from, reporter);
    }
}

/// Reports the `%` without two hexadecimal digits, once per URL; true if there is none.
fn invalid(address: &Address<'_>, from: usize, reporter: &mut Reporter<'_>) -> bool {
    let bytes = address.url.as_bytes();
    let mut found: Option<Diagnostic> = None;
    let mut edits = Vec::new();
    let mut done = from;
    for at in memchr::memchr_iter(b'%', bytes) {
        if at < done || escaped(bytes, at).is_some() {
            continue;
        }
        let following = address.url.at(at..);
        let (length, instead) = javascript_escape(following).unwrap_or((1, "%25".to_owned()));
        done = at + length;
        if found.as_ref().is_none_or(|found| found.related.len() < 3) {
            let width = following.char_indices().nth(3).map_or(following.len(), |(width, _)| width);
            let span = address.span(Part::new(at, at + width));
            found = Some(match found {
                None => rules::loc_invalid_percent_encoding(span, span, instead.clone()),
                Some(found) => found.related(span, "and here"),
            });
        }
        if edits.len() <= MOST_EDITS {
            edits.push(address.replace(Part::new(at, done), instead));
        }
    }
    let Some(found) = found else { return true };
    reporter.report(repaired(found, address.growing(), edits));
    false
}

/// The length of the `%u00FC` (or pair of them) that `text` starts with, and its escape in UTF-8.
fn javascript_escape(text: &str) -> Option<(usize, String)> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("%u")?;
        digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
    };
    let first = unit(0)?;
    let units: Vec<u16> = std::iter::once(first).chain(unit(6).filter(|_| (0xD800..0xDC00).contains(&first))).collect();
    let decoded = String::from_utf16(&units).ok()?;
    Some((units.len() * 6, encode(&decoded)))
}

/// Reports the first run of escapes that is not UTF-8.
fn not_utf8(address: &Address<'_>, from: usize, reporter: &mut Reporter<'_>) {
    let mut bytes = Vec::new();
    let mut at = from;
    let run = loop {
        let Some(run) = next_run(address.url, at, &mut bytes) else { return };
        if std::str::from_utf8(&bytes).is_err() {
            break run;
        }
        at = run.end;
    };
    let span = address.span(run);
    // The meaning of the bytes in ISO-8859-1, which the protocol uses as its example.
    let latin: String = bytes.iter().copied().map(char::from).collect();
    let mut instead = String::new();
    for character in latin.chars() {
        match u8::try_from(character) {
            Ok(byte) if is_unreserved(byte) => instead.push(character),
            _ => instead.push_str(&encode(character.encode_utf8(&mut [0; 4]))),
        }
    }
    reporter.report(rules::loc_percent_encoding_not_utf8(span, span, instead));
}

/// Records runs of `%25` and two digits that decode to text, once per URL.
fn double(address: &Address<'_>, from: usize, (totals, origin): (&mut Totals, Option<usize>), entry: u32) {
    let url = address.url;
    if !url.contains("%25") {
        return;
    }
    let query = url.find('?').unwrap_or(url.len());
    let redirects = url.at(query..).to_ascii_lowercase().contains("%3a%2f%2f");
    let end = if redirects { query } else { url.len() };
    let twice: Vec<Part> = double_runs(url, from, end);
    let Some(&first) = twice.first() else { return };
    let decoded = |part: Part| part.of(url).replace("%25", "%");
    let edits = twice.iter().map(|&part| address.replace(part, decoded(part))).collect();
    totals.twice(origin, first.of(url), &decoded(first), (address.span(first), entry), edits);
}

fn double_runs(url: &str, from: usize, end: usize) -> Vec<Part> {
    let bytes = url.as_bytes();
    // The byte of `%25` and the two digits after it, once `%25` is decoded.
    let twice = |at: usize| -> Option<u8> {
        let &[b'%', b'2', b'5', high, low] = bytes.get(at..at + 5)? else { return None };
        escaped(&[b'%', high, low], 0)
    };
    let mut found = Vec::new();
    let mut at = from;
    while at < end && found.len() <= MOST_EDITS {
        let start = at;
        let mut decoded = Vec::new();
        while let Some(byte) = twice(at) {
            decoded.push(byte);
            at += 5;
        }
        let text = std::str::from_utf8(&decoded).is_ok_and(|text| !text.is_empty() && !text.contains(char::is_control));
        if text {
            found.push(Part::new(start, at));
        }
        at = at.max(start + 1);
    }
    found
}

/// Reports lower-case and unnecessary escapes, once per URL.
fn case(address: &Address<'_>, from: usize, reporter: &mut Reporter<'_>) {
    let url = address.url;
    let bytes = url.as_bytes();
    let mut changes: Vec<(Part, String)> = Vec::new();
    for at in memchr::memchr_iter(b'%', bytes).filter(|&at| at >= from) {
        let Some(byte) = escaped(bytes, at) else { continue };
        let mut normal = String::with_capacity(3);
        if is_unreserved(byte) && !in_dot_segment(url, at) {
            normal.push(char::from(byte));
        } else {
            push_escape(&mut normal, byte);
        }
        let part = Part::new(at, at + 3);
        if part.of(url) != normal {
            changes.push((part, normal));
        }
        if changes.len() > MOST_EDITS {
            break;
        }
    }
    let Some((first, normal)) = changes.first().cloned() else { return };
    let span = address.span(first);
    let found = rules::loc_percent_encoding_case(span, span, normal);
    let edits = changes.into_iter().map(|(part, normal)| address.replace(part, normal));
    reporter.report(repaired(found, FixKind::Safe, edits));
}

/// True for an escape in a segment `%2e` or `%2e%2e`, which `loc-dot-segments` reports.
fn in_dot_segment(url: &str, at: usize) -> bool {
    // The length of the longest dot segment.
    const REACH: usize = "%2e%2e".len();
    let bytes = url.as_bytes();
    let delimits = |byte: &u8| matches!(byte, b'/' | b'?' | b'#');
    let from = at.saturating_sub(REACH);
    let head = bytes.at(from..at);
    let tail = bytes.at(at..bytes.len().min(at + REACH + 1));
    let start = head.iter().rposition(delimits).map_or(from, |slash| from + slash + 1);
    let end = at + tail.iter().position(delimits).unwrap_or(tail.len());
    is_dot_segment(Part::new(start, end).of(url))
}
