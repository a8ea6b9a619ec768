//! A URL as it is written, and as crawlers read it.

use memchr::{memchr2, memrchr2};

use crate::source::Source;
use crate::span::{At, Span};
use crate::value::url::percent;
use crate::value::{ValueBuffer, trimmed};
use crate::xml::reference::{self, Piece};

/// How far from a place its value may begin and end: what is longer is no URL.
const REACH: usize = 8 * 1024;

/// A URL that stands in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// As it is written.
    pub written: String,
    /// As it is read: references stand for their characters, and an `&` that begins none for itself.
    pub read: String,
    /// As people read it, where that differs: percent-encoded letters as letters.
    pub letters: Option<String>,
    /// True when a reference is in it.
    pub escaped: bool,
    /// True when an `&` is in it that begins no reference.
    pub raw: bool,
}

/// The URL at `place`; `markup` is false for a file of plain lines. `None` when none stands there.
pub fn at(source: &Source, place: Span, markup: bool) -> Option<Reading> {
    let text = source.text();
    let at = text.floor_char_boundary(place.start as usize);
    if !markup {
        let near = near(text, at);
        let start =
            memrchr2(b'\n', b'\r', &text.as_bytes()[near.start..at]).map_or(near.start, |found| near.start + found + 1);
        let end = memchr2(b'\n', b'\r', &text.as_bytes()[at..near.end]).map_or(near.end, |found| at + found);
        return read(text, start..end, false).filter(|reading| is_url(&reading.read));
    }
    let value = attribute(text, at).or_else(|| content(text, at))?;
    let named = value.url;
    read(text, value.range, value.references).filter(|reading| named || is_url(&reading.read))
}

/// Where a value stands.
struct Place {
    range: std::ops::Range<usize>,
    /// Its name says that it is a URL.
    url: bool,
    /// False in a CDATA section.
    references: bool,
}

/// What may belong to the value at `at`.
fn near(text: &str, at: usize) -> std::ops::Range<usize> {
    text.ceil_char_boundary(at.saturating_sub(REACH))..text.floor_char_boundary((at + REACH).min(text.len()))
}

/// The content of the element that `at` lies in, or whose start tag begins there.
fn content(text: &str, at: usize) -> Option<Place> {
    let near = near(text, at);
    let start = if is_tag(&text[at..near.end]) {
        at + text[at..near.end].find('>')? + 1
    } else {
        let before = &text[near.start..at];
        let close = before.rfind('>');
        // Behind a raw `<` in a value, or in a tag: no content begins in between.
        if before.rfind('<') > close {
            return section(text, &near, near.start + before.rfind('<')?);
        }
        near.start + close? + 1
    };
    let name = opened(&text[near.start..start])?;
    let rest = &text[start..near.end];
    if rest.trim_start().starts_with("<![CDATA[") {
        return section(text, &near, near.end - rest.trim_start().len());
    }
    let end = start + rest.find('<')?;
    // A value goes on behind a comment, a CDATA section or an element.
    is_closed(&text[end..near.end]).then(|| Place { range: start..end, url: names_url(name), references: true })
}

fn is_tag(rest: &str) -> bool {
    rest.starts_with('<') && rest[1..].starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The name of the start tag that `before` ends with.
fn opened(before: &str) -> Option<&str> {
    let tag = &before[before.rfind('<')?..];
    let opens = is_tag(tag) && tag.ends_with('>') && !tag.ends_with("-->") && !tag.ends_with("/>");
    tag[1..].split(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).next().filter(|_| opens)
}

fn is_closed(rest: &str) -> bool {
    rest.starts_with("</")
}

/// The content of the CDATA section that begins at `start`, when nothing else belongs to the value.
fn section(text: &str, near: &std::ops::Range<usize>, start: usize) -> Option<Place> {
    let inside = text[start..near.end].strip_prefix("<![CDATA[")?;
    let first = near.end - inside.len();
    let end = first + inside.find("]]>")?;
    opened(text[near.start..start].trim_end())?;
    let closed = is_closed(text[end + "]]>".len()..near.end].trim_start());
    closed.then_some(Place { range: first..end, url: false, references: false })
}

/// The value of the attribute that `at` lies in.
fn attribute(text: &str, at: usize) -> Option<Place> {
    let near = near(text, at);
    let tag = near.start + text[near.start..at].rfind('<')?;
    let mut from = tag;
    loop {
        let open = from + text[from..near.end].find(['"', '\''])?;
        let quote = char::from(text.as_bytes()[open]);
        let end = open + 1 + text[open + 1..near.end].find(quote)?;
        // In front of the first quote, between two values, or behind the tag.
        if at < open || text[from..open].contains('>') {
            return None;
        }
        if at <= end {
            let name = text[from..open].trim_end().strip_suffix('=')?.trim_end();
            let name = name.rsplit(char::is_whitespace).next()?;
            return Some(Place { range: open + 1..end, url: names_url(name), references: true });
        }
        from = end + 1;
    }
}

/// True for the names of what holds URLs in sitemaps and feeds.
fn names_url(name: &str) -> bool {
    let local = name.rsplit(':').next().unwrap_or(name);
    matches!(local, "loc" | "href" | "link" | "url" | "content_loc" | "player_loc" | "thumbnail_loc" | "license")
}

fn is_url(text: &str) -> bool {
    let starts = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    (starts("http://") || starts("https://")) && !text.contains(char::is_whitespace)
}

fn read(text: &str, range: std::ops::Range<usize>, references: bool) -> Option<Reading> {
    let inner = trimmed(&text[range.clone()]);
    let span = Span::new(range.start + inner.start, range.start + inner.end);
    let written = text.get(span.range())?;
    if written.is_empty() {
        return None;
    }
    let mut buffer = ValueBuffer::default();
    let (mut escaped, mut raw, mut unknown) = (false, false, false);
    if references {
        reference::pieces(text, span, |piece| match piece {
            Piece::Literal(span) => {
                let reference = text.at(span).starts_with('&');
                raw |= reference;
                unknown |= reference && text.at(span).ends_with(';');
                buffer.literal(text, span);
            }
            Piece::Character(span, character) => {
                escaped = true;
                buffer.reference(text, span, character);
            }
            Piece::Entity => unknown = true,
        });
    } else {
        buffer.literal(text, span);
    }
    if unknown {
        return None;
    }
    let read = buffer.value(text, span).text.to_owned();
    let letters = percent::letters(&read);
    let letters = (letters != read).then_some(letters);
    Some(Reading { written: written.to_owned(), read, letters, escaped, raw })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(text: &str, at: &str) -> Option<Reading> {
        let start = text.find(at).unwrap();
        super::at(&Source::from_text(text.to_owned()), Span::new(start, start + at.len()), true)
    }

    fn reads(text: &str, at: &str) -> Option<String> {
        reading(text, at).map(|reading| reading.read)
    }

    #[test]
    fn references_are_read_as_their_characters() {
        let text = "<url><loc>\n https://a.example/?a=1&amp;b=2&#38;c=3 </loc></url>";
        let found = reading(text, "b=2").unwrap();
        assert_eq!(found.written, "https://a.example/?a=1&amp;b=2&#38;c=3");
        assert_eq!(found.read, "https://a.example/?a=1&b=2&c=3");
        assert_eq!((found.escaped, found.raw, found.letters), (true, false, None));
        assert_eq!(reading(text, "<loc>").unwrap().read, found.read, "its tag");
        assert_eq!(reading(text, "</loc>").unwrap().read, found.read, "its end");
        assert_eq!(reading(text, "<url>"), None);
    }

    #[test]
    fn a_value_that_is_not_read_whole_is_not_told() {
        for value in [
            "https://a.example/x<!-- c -->y",
            "<!-- c -->https://a.example/y",
            "https://a.example/x<![CDATA[y]]>",
            "<![CDATA[https://a.example/x]]>y",
            "y<![CDATA[https://a.example/x]]>",
            "https://a.example/x<b>y</b>",
            "<b>x</b>https://a.example/y",
            "https://a.example/x?caf&eacute;=y",
            "https://a.example/x?&#xZZ;=y",
        ] {
            let text = format!("<url><loc>{value}</loc></url>");
            for at in ["x", "y"] {
                let Some(start) = value.find(at).map(|at| at + "<url><loc>".len()) else { continue };
                let place = Span::new(start, start + 1);
                assert_eq!(super::at(&Source::from_text(text.clone()), place, true), None, "{at} of {value}");
            }
        }
        let section = "<loc>\n <![CDATA[https://a.example/x]]>\n</loc>";
        assert_eq!(reads(section, "x]").as_deref(), Some("https://a.example/x"));
    }

    #[test]
    fn a_raw_ampersand_is_read_as_it_was_meant() {
        let found = reading("<loc>/?a=1&b=2&amp;amp;c</loc>", "&b").unwrap();
        assert_eq!((found.read.as_str(), found.escaped, found.raw), ("/?a=1&b=2&amp;c", true, true));
    }

    #[test]
    fn percent_encoding_is_read_as_letters() {
        let found = reading("<loc>https://a.example/caf%C3%A9%2Fx%20%41%E9</loc>", "caf").unwrap();
        assert_eq!(found.letters.as_deref(), Some("https://a.example/café%2Fx%20A%E9"));
    }

    #[test]
    fn urls_stand_in_attributes_sections_and_lines() {
        let link = "<url><xhtml:link rel='a > b' href=\"https://a.example/?a&amp;b\" hreflang='de'/></url>";
        assert_eq!(reads(link, "a.example").as_deref(), Some("https://a.example/?a&b"));
        assert_eq!(reads(link, "de'"), None);
        assert_eq!(reads(link, "rel"), None);
        let section = "<loc><![CDATA[https://a.example/?a&b&amp;c]]></loc>";
        let found = reading(section, "&b").unwrap();
        assert_eq!((found.read.as_str(), found.escaped, found.raw), ("https://a.example/?a&b&amp;c", false, false));
        assert_eq!(reads(section, "<loc>"), Some(found.read));
        let lines = Source::from_text("https://a.example/?a&amp;b\nhttps://b.example/".to_owned());
        let first = at(&lines, Span::new(3, 4), false).unwrap();
        assert_eq!((first.read.as_str(), first.escaped), ("https://a.example/?a&amp;b", false));
    }

    #[test]
    fn where_no_url_stands_there_is_none() {
        for (text, at) in
            [("<priority>1&amp;2</priority>", "1"), ("plain", "p"), ("<loc></loc>", "</"), ("<loc>x", "x")]
        {
            assert_eq!(reads(text, at), None, "{text}");
        }
        let long = format!("<loc>https://a.example/{}</loc>", "ä".repeat(REACH));
        assert_eq!(reads(&long, "a.example"), None);
        assert_eq!(reads(&format!("<loc>{}", "<a ".repeat(REACH)), "<loc"), None);
    }
}
