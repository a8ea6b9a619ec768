//! Reading what was noted again, for what is reported: values, tags, and links to be written.

use std::borrow::Cow;

use crate::check::loc::decoded;
use crate::span::Span;

/// How long a tag may be to be read again.
const REACH: usize = 65_536;

/// The value of an attribute that begins at byte `start`, behind its quote.
pub(super) fn value_at(source: &str, start: u32) -> Span {
    let from = start as usize;
    let bytes = source.as_bytes();
    let end =
        bytes.get(from.wrapping_sub(1)).zip(bytes.get(from..)).and_then(|(quote, rest)| memchr::memchr(*quote, rest));
    Span::new(from, from + end.unwrap_or_default())
}

/// The same as an XML parser reads it.
pub(super) fn text_at(source: &str, start: u32) -> Cow<'_, str> {
    decoded(source, value_at(source, start))
}

/// The start tag around the value of an attribute that begins at byte `at`.
pub(super) fn tag_of(source: &str, at: u32) -> Option<Span> {
    let bytes = source.as_bytes();
    let start = memchr::memrchr(b'<', bytes.get(..at as usize)?)?;
    let mut end = start;
    let mut quote = None;
    for &byte in bytes.get(start..)?.iter().take(REACH) {
        end += 1;
        match (quote, byte) {
            (None, b'>') => return Some(Span::new(start, end)),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// The element around the value of an attribute that begins at byte `at`; `None` when it has content.
pub(super) fn element_of(source: &str, at: u32) -> Option<Span> {
    let tag = tag_of(source, at)?;
    if source.get(tag.range())?.ends_with("/>") {
        return Some(tag);
    }
    let end = source.get(tag.end as usize..).filter(|rest| rest.starts_with("</"))?.find('>')?;
    Some(Span::new(tag.start as usize, tag.end as usize + end + 1))
}

/// A link as it is written into a file.
pub(super) fn link(name: &str, code: &str, url: &str) -> String {
    format!("<{name} rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>", escaped(code), escaped(url))
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// Where links go into an entry that ends at byte `end`: behind its last element; and the white space before each.
/// `loc` is where its URL stands.
pub(super) fn place_in(source: &str, loc: Span, end: u32) -> Option<(usize, &str)> {
    let entry = source.get(..end as usize)?;
    let close = entry.rfind('<')?;
    let name = entry.get(close..)?.strip_prefix("</")?.strip_suffix('>')?.trim_end();
    if name.rsplit(':').next() != Some("url") {
        return None;
    }
    let at = entry.get(..close)?.trim_end_matches([' ', '\t', '\r', '\n']).len();
    let before = source.get(..loc.start as usize)?;
    let before = before.trim_end_matches("<![CDATA[").trim_end();
    let before = before.get(..before.rfind('<')?)?;
    let space = before.get(before.trim_end_matches([' ', '\t', '\r', '\n']).len()..)?;
    Some((at, space))
}
