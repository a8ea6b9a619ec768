//! The removal of what no other fix mends: the element of a value, or the entry of a URL.

use quick_xml::Reader;
use quick_xml::events::Event;
use sitemap_validator_protocol::report::Removal;

use crate::check::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit};
use crate::elements::{Core, Root};
use crate::outcome::Kind;
use crate::span::{At, Span, end_of_line, start_of_line};

/// The farthest that the start of an entry is from a finding in it, and the longest entry, in bytes; others are not removed.
const REACH: usize = 64 * 1024;

/// What can be removed to mend `found`, a finding in `text`, and how. `None` if its rule offers no removal, its fix is that
/// removal, or the markup around it is not well-formed.
pub fn removal(text: &str, kind: Kind, found: &Diagnostic) -> Option<(Removal, Edit)> {
    let what = found.rule().info().removal.filter(|_| found.entry > 0)?;
    let span = match (kind, what) {
        (Kind::Text, Removal::Entry) => line(text, found.span),
        (Kind::Text, Removal::Value) => return None,
        _ => with_leading_space(text, element(text, found.span, what)?),
    };
    let edit = Edit::delete(span);
    let is_fix = found.fix.as_ref().is_some_and(|fix| *fix.edits == *std::slice::from_ref(&edit));
    (!is_fix).then_some((what, edit))
}

/// The line of `place` with its end.
fn line(text: &str, place: Span) -> Span {
    let at = place.start as usize;
    let end = end_of_line(text, at);
    let rest = text.at(end..);
    let line_break = ["\r\n", "\n", "\r"].into_iter().find(|line_break| rest.starts_with(line_break));
    Span::new(start_of_line(text, at), end + line_break.map_or(0, str::len))
}

/// The entry around `place`, or the element of the value there.
fn element(text: &str, place: Span, what: Removal) -> Option<Span> {
    let start = entry_start(text, place.start as usize)?;
    let end = text.floor_char_boundary((start + REACH).min(text.len()));
    let mut reader = Reader::from_str(text.get(start..end)?);
    let (mut open, mut value) = (Vec::new(), None);
    loop {
        let before = start + reader.buffer_position() as usize;
        let event = reader.read_event().ok()?;
        let after = start + reader.buffer_position() as usize;
        let (name, from) = match &event {
            Event::Start(_) => {
                open.push(before);
                continue;
            }
            Event::End(tag) => (tag.local_name(), open.pop()?),
            Event::Empty(tag) => (tag.local_name(), before),
            // Read from within a comment or a section, markup is text.
            Event::Text(text) if text.contains("-->") || text.contains("]]>") => return None,
            Event::Eof => return None,
            _ => continue,
        };
        let element = Span::new(from, after);
        let contains = element.start <= place.start && place.end <= element.end;
        if contains && value.is_none() {
            // The entry of an image or a video is that of its page.
            value = Some((open.len() <= 1, is_optional(name.as_ref()), element));
        }
        if open.is_empty() {
            return match (what, value?) {
                (Removal::Entry, (is_own, ..)) => (contains && is_own).then_some(element),
                (Removal::Value, (_, is_optional, element)) => is_optional.then_some(element),
            };
        }
    }
}

/// The start of the last entry that starts at or before byte `at`.
fn entry_start(text: &str, at: usize) -> Option<usize> {
    let from = text.floor_char_boundary(at.saturating_sub(REACH));
    let near = text.get(from..)?;
    let is_entry = |tag: &str| {
        let name = tag.split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().unwrap_or_default();
        let local = name.rsplit_once(':').map_or(name, |(_, local)| local);
        Root::by_entry(local).is_some() || matches!(local, "item" | "entry")
    };
    let tags = text.get(from..text.len().min(at + 1))?.rmatch_indices('<');
    tags.map(|(tag, _)| tag).find(|&tag| is_entry(near.at(tag + 1..))).map(|tag| from + tag)
}

/// True for the name of a value that an entry does not need.
fn is_optional(name: &str) -> bool {
    Core::by_name(name).is_some_and(|value| value != Core::Loc)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of `text` without the entry, and without the value, around `mark`.
    fn left(text: &str, mark: &str) -> [Option<String>; 2] {
        let at = text.find(mark).expect("a mark");
        [Removal::Entry, Removal::Value].map(|what| {
            let removed = element(text, Span::new(at, at + mark.len()), what)?.range();
            Some(format!("{}|{}", &text[..removed.start], &text[removed.end..]))
        })
    }

    #[test]
    fn the_innermost_element_and_its_entry_are_removed() {
        for (text, mark, entry, value) in [
            ("<a><url><lastmod>x</lastmod></url></a>", "x", Some("<a>|</a>"), Some("<a><url>|</url></a>")),
            (
                "<a><s:url\n><s:priority/></s:url></a>",
                "<s:priority/>",
                Some("<a>|</a>"),
                Some("<a><s:url\n>|</s:url></a>"),
            ),
            ("<a><url>x</url></a>", "<url>", Some("<a>|</a>"), None),
            ("<a><url><loc>x</loc></url></a>", "x", Some("<a>|</a>"), None),
            ("<a><url><i:image><i:loc>x</i:loc></i:image></url></a>", "x", None, None),
            ("<a><sitemap><loc>x<!-- <url> --></loc></sitemap></a>", "x", Some("<a>|</a>"), None),
            ("<a><url><!-- <url> --><loc>x</loc></url></a>", "x", None, None),
            ("<a><url><![CDATA[<url>]]><loc>x</loc></url></a>", "x", None, None),
            ("<a><url><loc>x</url></a>", "x", None, None),
            ("<a><url><loc>x</loc></a>", "x", None, None),
            ("<a><url><loc/></url>x</a>", "x", None, None),
            ("<a><urls>x</urls></a>", "x", None, None),
        ] {
            assert_eq!(
                left(text, mark).map(Option::unwrap_or_default),
                [entry, value].map(|left| left.unwrap_or_default().to_owned()),
                "{text}"
            );
        }
    }

    #[test]
    fn a_line_is_removed_with_its_end() {
        for (text, mark, rest) in [("a\r\nbc\r\nd", "b", "a\r\nd"), ("a\nbc", "c", "a\n"), ("a\rb\rc", "a", "b\rc")] {
            let at = text.find(mark).expect("a mark");
            let line = line(text, Span::at(at)).range();
            assert_eq!(format!("{}{}", &text[..line.start], &text[line.end..]), rest);
        }
    }
}
