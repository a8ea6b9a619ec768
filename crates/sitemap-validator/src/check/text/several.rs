//! Several values on the line of a URL: `text-multiple-values`.

use std::ops::Range;

use crate::check::{Field, changefreq};
use crate::diagnostic::{Arg, Edit};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::datetime::{self, Precision};
use crate::value::url::{Scheme, starts_with_scheme};

/// Reports what follows a URL on its line, and returns where the URL ends.
///
/// `value` is the trimmed line and the first byte at which its URL may end.
pub(super) fn check(
    field: &Field<'_>,
    value: (Range<usize>, usize),
    whole: Span,
    reporter: &mut Reporter<'_>,
) -> Option<usize> {
    let (range, from) = value;
    let line = field.value.text.get(..range.end)?;
    let separator = separator(line, range.start, from)?;
    let tail = line.get(separator.end..)?;
    let shown = field.value.span(separator.end, range.end);
    let deletion = field.replace(separator.start, range.end, "");
    if let Some(encoded) = encoded(field, &separator, range.end) {
        let found = rules::text_multiple_values::space(field.value.span(separator.start, range.end), shown);
        reporter.report(found.suggest(encoded).or(Arg::phrase("Delete `{0}`", [shown.into()]), deletion));
        return Some(separator.start);
    }
    let message = if is_url(tail) { rules::text_multiple_values::url } else { rules::text_multiple_values::other };
    let found = message(field.value.span(separator.start, range.end), shown);
    let line_break = match field.source.get(whole.range())? {
        line if line.ends_with("\r\n") => "\r\n",
        line if line.ends_with('\r') => "\r",
        _ => "\n",
    };
    let edits = repair(field, &separator, range.end, line_break);
    let end = separator.start;
    reporter.report(if edits.is_empty() { found } else { found.suggest(edits) });
    Some(end)
}

/// The edits that write `%20` for the spaces before a last word that looks like neither a column nor another URL.
fn encoded(field: &Field<'_>, separator: &Range<usize>, end: usize) -> Option<Vec<Edit>> {
    let tail = field.value.text.get(separator.end..end)?;
    let spaces = field.value.text.get(separator.clone())?.bytes().all(|byte| byte == b' ');
    let is_word = !is_column(tail) && !tail.contains([' ', '\t', ',', ';']) && !tail.contains("://");
    let space = |at| field.replace(at, at + 1, "%20");
    (spaces && is_word && !tail.contains("www.")).then(|| separator.clone().map(space).collect())?
}

/// The fix writes a line for each URL. Other values are deleted, unless URLs follow them.
fn repair(field: &Field<'_>, first: &Range<usize>, end: usize, line_break: &'static str) -> Vec<Edit> {
    let line = field.value.text.at(..end);
    let mut edits = Vec::new();
    let mut next = Some(first.clone());
    while let Some(at) = next {
        let tail = line.at(at.end..);
        if is_url(tail) {
            edits.extend(field.replace(at.start, at.end, line_break));
            next = separator(line, at.end, at.end + "http://".len());
        } else {
            if tail.contains("://") || tail.contains("www.") {
                return Vec::new();
            }
            edits.extend(field.replace(at.start, end, ""));
            break;
        }
    }
    edits
}

/// The separator after the URL at byte `start`, searched from byte `from`.
fn separator(line: &str, start: usize, from: usize) -> Option<Range<usize>> {
    let is_separator = |byte: &u8| matches!(byte, b' ' | b'\t' | b',' | b';');
    let bytes = line.as_bytes();
    let begins_query = |byte: &u8| matches!(byte, b'?' | b'#');
    let mut at = from;
    let mut spaced = false;
    let mut in_query = bytes.get(start..from)?.iter().any(begins_query);
    while let Some(found) = bytes.get(at..)?.iter().position(is_separator) {
        let run = at + found;
        in_query |= bytes.get(at..run)?.iter().any(begins_query);
        let length = bytes.get(run..)?.iter().take_while(|byte| is_separator(byte)).count();
        let separator = run..run + length;
        let (head, tail) = (line.get(start..run)?, line.get(separator.end..)?);
        let between = line.get(separator.clone())?;
        if tail.is_empty() {
            return None;
        }
        let is_boundary = if between.contains('\t') {
            true
        } else if between.contains(' ') {
            is_url(tail) || !spaced && !continues(in_query, tail)
        } else {
            has_column((head, in_query), tail, between.chars().next().unwrap_or(','))
        };
        if is_boundary {
            return Some(separator);
        }
        spaced |= between.contains(' ');
        at = separator.end;
    }
    None
}

fn is_url(text: &str) -> bool {
    [Scheme::Https, Scheme::Http].into_iter().any(|scheme| starts_with_scheme(text, scheme.name()))
}

/// True if the text after a space looks like a part of the same URL.
fn continues(in_query: bool, tail: &str) -> bool {
    let first = tail.split([' ', ',', ';']).next().unwrap_or_default();
    if is_column(first) || tail.contains("://") {
        return false;
    }
    let file = tail.rsplit_once('.').is_some_and(|(name, ending)| {
        !name.ends_with(' ')
            && (2..=5).contains(&ending.len())
            && ending.starts_with(|first: char| first.is_ascii_alphabetic())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    file || in_query || first.contains(['/', '?', '=', '&', '%']) && !first.starts_with("//")
}

/// True for a value that tables contain next to URLs.
fn is_column(field: &str) -> bool {
    is_date(field) || is_decimal(field) || is_frequency(field) || field.starts_with(['"', '#', '|', '(', '-'])
}

/// True if one of the fields after a comma is not part of a URL.
fn has_column((head, in_query): (&str, bool), tail: &str, separator: char) -> bool {
    // Limited, as a URL may contain many commas.
    const FIELDS: usize = 8;
    let last = head.rsplit(['/', '=', '&', ',', ';']).next().unwrap_or_default();
    tail.split(separator).take(FIELDS).map(|field| field.trim_matches([' ', '\t'])).any(|field| {
        is_date(field) && !is_date(last)
            || field.starts_with('"')
            || !in_query
                && (is_url(field)
                    || is_frequency(field) && !is_frequency(last)
                    || is_decimal(field) && !head.ends_with(|last: char| last.is_ascii_digit()))
    })
}

fn is_date(field: &str) -> bool {
    datetime::shape(field).is_some_and(|shape| shape.precision >= Precision::Day && shape.moment().is_some())
}

/// `0.8`, as priorities are written.
fn is_decimal(field: &str) -> bool {
    match field.split_once('.') {
        Some(("0", digits)) => !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()),
        Some(("1", digits)) => !digits.is_empty() && digits.bytes().all(|byte| byte == b'0'),
        _ => false,
    }
}

fn is_frequency(field: &str) -> bool {
    changefreq::is_word(field)
}
