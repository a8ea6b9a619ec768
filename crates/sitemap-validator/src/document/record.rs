//! Records: entries with simple markup, whose structure is read without tokens.
//!
//! A record is a `url` that contains only values of the protocol and comments, without attributes, CDATA sections or
//! elements in values. Its structure is read completely before anything is recorded; its values are checked afterwards.

use memchr::memchr;

use crate::elements::{Core, Root};
use crate::span::Span;
use crate::xml::chars::space_end;

/// A child of a record.
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    /// The content of an element.
    Value(Core, Span),
    /// A well-formed comment.
    Comment(Span),
}

#[derive(Debug, Default)]
pub(super) struct Record {
    /// The byte of the `<` of its start tag.
    pub(super) start: usize,
    /// The byte after its end tag.
    pub(super) end: usize,
    /// Its children in order; empty if they are the `values` in the order of the schema.
    listed: Vec<Piece>,
    /// The spans of its elements' contents, by [`Core`].
    pub(super) values: [Option<Span>; 4],
    /// True if its elements are in the order of the schema, each at most once.
    pub(super) in_order: bool,
}

/// The start tag of a record.
const START: &[u8; 5] = b"<url>";
/// The end tag of a record.
const END: &[u8; 6] = b"</url>";

impl Record {
    /// Reads the record that starts at byte `at`; `None` if there is none.
    pub(super) fn read(&mut self, bytes: &[u8], at: usize) -> Option<()> {
        self.start = at;
        self.listed.clear();
        self.values = [None; 4];
        self.in_order = true;
        let mut latest = None;
        let mut at = behind(bytes, at, START)?;
        loop {
            at = space_end(bytes, at);
            let (core, value, end) = match bytes.get(at..)? {
                [b'<', b'l', b'o', ..] => element(bytes, at, Core::Loc, b"<loc>", b"</loc>")?,
                [b'<', b'l', ..] => element(bytes, at, Core::Lastmod, b"<lastmod>", b"</lastmod>")?,
                [b'<', b'c', ..] => element(bytes, at, Core::Changefreq, b"<changefreq>", b"</changefreq>")?,
                [b'<', b'p', ..] => element(bytes, at, Core::Priority, b"<priority>", b"</priority>")?,
                [b'<', b'/', ..] => {
                    self.end = behind(bytes, at, END)?;
                    return Some(());
                }
                _ => {
                    let comment = comment(bytes, at)?;
                    self.list();
                    self.listed.push(Piece::Comment(comment));
                    at = comment.end as usize;
                    continue;
                }
            };
            if latest >= Some(core as usize) {
                self.list();
                self.in_order = false;
            }
            if !self.listed.is_empty() {
                self.listed.push(Piece::Value(core, value));
            }
            latest = Some(core as usize);
            if let Some(slot) = self.values.get_mut(core as usize) {
                *slot = Some(value);
            }
            at = end;
        }
    }

    /// Starts to list the children, which are not only `values` in the order of the schema.
    fn list(&mut self) {
        if self.listed.is_empty() {
            self.listed.extend(in_order(self.values));
        }
    }

    /// Its children, in order.
    pub(super) fn pieces(&self) -> impl Iterator<Item = Piece> {
        let values = if self.listed.is_empty() { self.values } else { [None; 4] };
        self.listed.iter().copied().chain(in_order(values))
    }

    /// The comments in it.
    pub(super) fn comments(&self) -> impl Iterator<Item = Span> {
        // A record with comments lists all its children.
        self.listed.iter().filter_map(|piece| match piece {
            Piece::Comment(span) => Some(*span),
            Piece::Value(..) => None,
        })
    }

    /// The name in the last start tag.
    pub(super) fn latest_name(&self) -> Span {
        let last = self.pieces().filter_map(|piece| match piece {
            Piece::Value(core, value) => Some(names(core, value).0),
            Piece::Comment(_) => None,
        });
        last.last().unwrap_or_else(|| self.name())
    }

    /// The name in its start tag.
    pub(super) fn name(&self) -> Span {
        Span::new(self.start + 1, self.start + 1 + Root::Urlset.entry().len())
    }

    /// Its start tag.
    pub(super) fn tag(&self) -> Span {
        Span::new(self.start, self.start + START.len())
    }

    pub(super) fn end_tag(&self) -> Span {
        Span::new(self.end - END.len(), self.end)
    }

    /// The whole record.
    pub(super) fn whole(&self) -> Span {
        Span::new(self.start, self.end)
    }
}

/// `values` as pieces, in the order of the schema.
fn in_order(values: [Option<Span>; 4]) -> impl Iterator<Item = Piece> {
    Core::ALL.into_iter().zip(values).filter_map(|(core, value)| Some(Piece::Value(core, value?)))
}

/// Reads an element without attributes and without markup in its content. Returns its type, its content and its end.
#[inline]
fn element<const O: usize, const C: usize>(
    bytes: &[u8],
    at: usize,
    core: Core,
    open: &[u8; O],
    close: &[u8; C],
) -> Option<(Core, Span, usize)> {
    let from = behind(bytes, at, open)?;
    let to = from + memchr(b'<', bytes.get(from..)?)?;
    Some((core, Span::new(from, to), behind(bytes, to, close)?))
}

/// The well-formed comment at byte `at`, if there is one (XML 1.0 §2.5, production `[15]`).
pub(super) fn comment(bytes: &[u8], at: usize) -> Option<Span> {
    let mut end = behind(bytes, at, b"<!--")?;
    loop {
        end += memchr(b'-', bytes.get(end..)?)? + 1;
        if bytes.get(end) == Some(&b'-') {
            return (bytes.get(end + 1) == Some(&b'>')).then(|| Span::new(at, end + 2));
        }
    }
}

/// The name, the start tag and the end tag around the content at `value`.
pub(super) fn names(core: Core, value: Span) -> (Span, Span, Span) {
    let length = core.name().len() as u32;
    let name = Span { start: value.start - length - 1, end: value.start - 1 };
    let end = Span { start: value.end, end: value.end + length + 3 };
    (name, Span { start: name.start - 1, end: value.start }, end)
}

/// The offset after `what`, if that is at byte `at`.
#[inline]
fn behind<const N: usize>(bytes: &[u8], at: usize, what: &[u8; N]) -> Option<usize> {
    // The array has a fixed length, so that the comparison is inlined.
    (bytes.get(at..)?.first_chunk::<N>()? == what).then_some(at + N)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Record> {
        let mut record = Record::default();
        record.read(text.as_bytes(), 0).map(|()| record)
    }

    #[test]
    fn values_and_comments_are_found_at_their_locations() {
        let text = "<url>\n <priority>1</priority><!-- a-b --><loc>x&amp;y</loc></url>";
        let record = read(text).expect("a record");
        assert_eq!(record.whole(), Span::new(0, text.len()));
        assert!(!record.in_order);
        let shown = |span: Span| &text[span.range()];
        assert_eq!(record.comments().map(shown).collect::<Vec<_>>(), ["<!-- a-b -->"]);
        assert_eq!(record.values.map(|value| value.map(shown)), [Some("x&amp;y"), None, None, Some("1")]);
        assert_eq!((shown(record.name()), shown(record.tag()), shown(record.end_tag())), ("url", "<url>", "</url>"));
        assert_eq!(shown(record.latest_name()), "loc");
        let (name, tag, end) = names(Core::Loc, record.values[0].expect("a value"));
        assert_eq!((shown(name), shown(tag), shown(end)), ("loc", "<loc>", "</loc>"));
    }

    #[test]
    fn other_entries_are_not_records() {
        for text in [
            "",
            "<url",
            "<url>",
            "<url >",
            "<url></url >",
            "<url><loc>a</loc>",
            "<url><loc>a",
            "<url><loc >a</loc></url>",
            "<url><loc/></url>",
            "<url><loc>a</lastmod></url>",
            "<url><loc>a<b/></loc></url>",
            "<url>text</url>",
            "<url><!-- a -- b --></url>",
            "<url><!-- a ---></url>",
            "<url><!--></url>",
            "<url><![CDATA[]]></url>",
            "<url><?a b?></url>",
            "<url><changefreq>daily</changefreqs></url>",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
        assert!(read("<url/>").is_none());
        assert!(read("<url></url>").is_some_and(|record| record.in_order));
    }
}
