//! The lines of a robots.txt (RFC 9309 §2.2).

use memchr::{memchr, memchr2, memrchr2};

use super::LIMIT;
use crate::span::{At, Span};

/// A line that is neither blank nor only a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) key: Key,
    /// From 1.
    pub(crate) line: u32,
    /// From the name of the field to the end of the value.
    pub(crate) span: Span,
    /// The trimmed name of the field; without a colon, the whole of `span`.
    pub(crate) name: Span,
    /// The trimmed value without a comment; may be empty.
    pub(crate) value: Span,
}

/// The type of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key {
    UserAgent,
    Allow,
    Disallow,
    Sitemap,
    /// A field that crawlers do not interpret.
    Other,
    /// A line without a colon.
    None,
}

impl Key {
    /// The fields that crawlers interpret, with their names.
    pub(crate) const FIELDS: [(Self, &str); 4] = [
        (Self::UserAgent, "User-agent"),
        (Self::Allow, "Allow"),
        (Self::Disallow, "Disallow"),
        (Self::Sitemap, "Sitemap"),
    ];

    /// The key of that name, ignoring case.
    pub(crate) fn by_name(name: &str) -> Self {
        let known = Self::FIELDS.into_iter().find(|(_, known)| name.eq_ignore_ascii_case(known));
        known.map_or(Self::Other, |(key, _)| key)
    }
}

/// The complete lines within the first [`LIMIT`] bytes of `text`: a part of a rule could mean the opposite.
pub(crate) fn within_limit(text: &str) -> &str {
    if text.len() <= LIMIT {
        return text;
    }
    let head = text.at(..text.floor_char_boundary(LIMIT));
    let end = memrchr2(b'\n', b'\r', head.as_bytes()).map_or(0, |at| at + 1);
    head.at(..end)
}

/// The lines of `text` without their ends, which are CR, LF or both; a byte order mark is left out.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Span> {
    let mut next = Some(if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 });
    std::iter::from_fn(move || {
        let start = next?;
        let rest = text.as_bytes().get(start..)?;
        let length = memchr2(b'\n', b'\r', rest);
        next = length.map(|length| {
            let crlf = rest.get(length..).is_some_and(|rest| rest.starts_with(b"\r\n"));
            start + length + if crlf { 2 } else { 1 }
        });
        Some(Span::new(start, length.map_or(text.len(), |length| start + length)))
    })
}

/// The records of `text`.
pub(crate) fn records(text: &str) -> impl Iterator<Item = Record> {
    lines(text).zip(1..).filter_map(|(span, line)| record(text, span, line))
}

fn record(text: &str, line_span: Span, line: u32) -> Option<Record> {
    let whole = text.get(line_span.range())?;
    let content = whole.get(..memchr(b'#', whole.as_bytes()).unwrap_or(whole.len()))?;
    let trimmed = |from: usize, part: &str| {
        let start = line_span.start as usize + from + (part.len() - part.trim_start_matches(WHITE).len());
        Span::new(start, start + part.trim_matches(WHITE).len())
    };
    let Some((before, after)) = content.split_once(':') else {
        let span = trimmed(0, content);
        let value = Span::at(span.end as usize);
        return (!span.is_empty()).then_some(Record { key: Key::None, line, span, name: span, value });
    };
    let behind = before.len() + 1;
    let (name, value) = (trimmed(0, before), trimmed(behind, after));
    let end = value.end.max(line_span.start + behind as u32);
    Some(Record { key: Key::by_name(text.at(name)), line, span: Span { start: name.start, end }, name, value })
}

/// RFC 9309's `WS`.
const WHITE: [char; 2] = [' ', '\t'];
