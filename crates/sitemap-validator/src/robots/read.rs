//! The lines of a robots.txt (RFC 9309 §2.2).

use memchr::{memchr, memchr2, memrchr2};

use super::LIMIT;
use crate::span::{At, Span};

/// A line that crawlers interpret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) key: Key,
    /// From 1.
    pub(crate) line: u32,
    /// From the key to the end of the value.
    pub(crate) span: Span,
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
}

impl Key {
    /// The key of that name, ignoring case.
    fn by_name(name: &str) -> Option<Self> {
        [
            ("user-agent", Self::UserAgent),
            ("allow", Self::Allow),
            ("disallow", Self::Disallow),
            ("sitemap", Self::Sitemap),
        ]
        .into_iter()
        .find_map(|(known, key)| name.eq_ignore_ascii_case(known).then_some(key))
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

/// The records of `text`. Lines with other keys or without a colon are ignored.
pub(crate) fn records(text: &str) -> impl Iterator<Item = Record> {
    lines(text).zip(1..).filter_map(|(span, line)| record(text, span, line))
}

fn record(text: &str, line_span: Span, line: u32) -> Option<Record> {
    let whole = text.get(line_span.range())?;
    let content = whole.get(..memchr(b'#', whole.as_bytes()).unwrap_or(whole.len()))?;
    let (name, value) = content.split_once(':')?;
    let key = Key::by_name(name.trim_matches(WHITE))?;
    let start = line_span.start as usize + (name.len() - name.trim_start_matches(WHITE).len());
    let behind = line_span.start as usize + name.len() + 1;
    let value_start = behind + (value.len() - value.trim_start_matches(WHITE).len());
    let value = Span::new(value_start, value_start + value.trim_matches(WHITE).len());
    Some(Record { key, line, span: Span { start: start as u32, end: value.end.max(behind as u32) }, value })
}

/// RFC 9309's `WS`.
const WHITE: [char; 2] = [' ', '\t'];
