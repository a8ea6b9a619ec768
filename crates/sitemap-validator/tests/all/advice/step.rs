//! A file after some edits, and where its bytes were before.

use std::ops::Range;

use sitemap_validator::diagnostic::Edit;
use sitemap_validator::{Source, Span, fix};

use crate::rule_pages::example::open_bytes;

/// A file after some edits.
pub(super) struct Step {
    bytes: Vec<u8>,
    /// The replaced bytes, and those that replace them.
    changes: Vec<(Range<usize>, Range<usize>)>,
}

impl Step {
    pub(super) fn new(source: &Source, edits: &[Edit]) -> Self {
        let before = fix::bytes(source);
        let (mut bytes, mut changes, mut at) = (Vec::new(), Vec::new(), 0);
        for edit in edits {
            let old = edit.span.range();
            bytes.extend_from_slice(&before[at..old.start]);
            let start = bytes.len();
            bytes.extend_from_slice(edit.text.as_bytes());
            at = old.end;
            changes.push((old, start..bytes.len()));
        }
        bytes.extend_from_slice(&before[at..]);
        Self { bytes, changes }
    }

    /// The file as it is read after the edits.
    pub(super) fn reopened(&self, before: &Source) -> Source {
        if before.origin.encoding == "utf-8" {
            return open_bytes(self.bytes.clone(), None);
        }
        let text = self.text();
        let declared = text.split_once("encoding=\"").and_then(|(_, rest)| rest.split('"').next()).unwrap_or_default();
        let text = text.replacen(&format!("encoding=\"{declared}\""), "encoding=\"UTF-8\"", 1);
        Source::from_text(text)
    }

    pub(super) fn text(&self) -> std::borrow::Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// True if one of the edits leads to `written`.
    pub(super) fn writes(&self, written: &str) -> bool {
        let reach = written.len() * 2;
        let near = |change: &Range<usize>| {
            let range = change.start.saturating_sub(reach)..(change.end + reach).min(self.bytes.len());
            String::from_utf8_lossy(&self.bytes[range]).replace("&amp;", "&").contains(&written.replace("&amp;", "&"))
        };
        !written.is_empty() && self.changes.iter().any(|(_, new)| near(new))
    }

    /// Where `new` was before the edits.
    pub(super) fn old(&self, new: Span) -> Span {
        let place = |at: usize, is_end: bool| {
            let mut place = at;
            for (old, new) in &self.changes {
                if at < new.start {
                    break;
                }
                // Within inserted text, the whole replaced text.
                let is_within = at < new.end || is_end && at == new.end && !new.is_empty();
                place = match is_within {
                    true if is_end && at > new.start => old.end,
                    true => old.start,
                    false => old.end + (at - new.end),
                };
            }
            place
        };
        let (start, end) = (place(new.start as usize, false), place(new.end as usize, true));
        Span::new(start, end.max(start))
    }

    /// The value around `place`, with all that is edited.
    pub(super) fn scope(&self, text: &str, place: Span) -> Span {
        let value = extent(text, place);
        let near = |old: &&(Range<usize>, Range<usize>)| {
            old.0.start <= value.end as usize && old.0.end >= value.start as usize
        };
        let edited = self.changes.iter().filter(near);
        edited.fold(value, |scope, (old, _)| {
            Span::new((scope.start as usize).min(old.start), (scope.end as usize).max(old.end))
        })
    }
}

/// True if the two places overlap, or one is empty and next to or within the other.
pub(super) fn meets(one: Span, other: Span) -> bool {
    if one.start == one.end || other.start == other.end {
        return one.start <= other.end && other.start <= one.end;
    }
    one.start < other.end && other.start < one.end
}

/// The value around `place`: the text between two tags, an attribute's value, or a line of a list.
pub(super) fn extent(text: &str, place: Span) -> Span {
    let (start, end) = (place.start as usize, place.end as usize);
    let is_xml = text.trim_start_matches('\u{FEFF}').trim_start().starts_with('<');
    let is_in_tag = is_xml && text[..start].rfind('<') > text[..start].rfind('>');
    let is_cdata = is_in_tag && text[..start].rfind("<![CDATA[") == text[..start].rfind('<');
    let marks: &[char] = match (is_xml, is_in_tag) {
        (false, _) => &['\n', '\r'],
        _ if is_cdata => &['[', ']'],
        (_, true) => &['"', '\''],
        (_, false) => &['<', '>'],
    };
    if text[start..end].contains(marks) {
        return place;
    }
    let start = text[..start].rfind(marks).map_or(0, |at| at + 1);
    let end = text[end..].find(marks).map_or(text.len(), |at| end + at);
    Span::new(start, end)
}

/// `place`, extended to the whole tag if it is in one.
pub(super) fn tag_around(text: &str, place: Span) -> Span {
    let (start, end) = (place.start as usize, place.end as usize);
    match text[..start].rfind('<') {
        Some(open) if text[..start].rfind('>') < Some(open) => {
            Span::new(open, text[end..].find('>').map_or(text.len(), |at| end + at))
        }
        _ => place,
    }
}
