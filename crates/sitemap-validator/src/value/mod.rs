//! Values: the decoded text of an element or attribute with a map to its
//! source, and the grammars of values.

pub(crate) mod date;
pub(crate) mod datetime;
pub(crate) mod decimal;
pub(crate) mod foreign_date;
pub(crate) mod language;
pub(crate) mod rfc822;
pub(crate) mod spelling;
pub(crate) mod template;
pub(crate) mod url;
pub(crate) mod zone;

use crate::span::{At, Span};

/// A decoded text and the source of each of its bytes. The buffers are reused for the next value.
///
/// A value without references and CDATA is a slice of the source and needs no buffer.
#[derive(Debug, Default)]
pub(crate) struct ValueBuffer {
    decoded: String,
    pieces: Vec<Piece>,
}

/// A run of decoded bytes: the same number of source bytes (`literal`), or one reference.
#[derive(Debug, Clone, Copy)]
struct Piece {
    decoded: u32,
    source: Span,
    literal: bool,
}

impl ValueBuffer {
    /// Clears the buffer.
    pub(crate) fn clear(&mut self) {
        self.decoded.clear();
        self.pieces.clear();
    }

    /// Adds literal source text.
    pub(crate) fn literal(&mut self, source: &str, span: Span) {
        if span.is_empty() {
            return;
        }
        // A single literal run stays a slice of the source: it is copied when a second piece follows.
        if self.pieces.len() == 1 {
            self.materialise(source);
        }
        self.pieces.push(Piece { decoded: self.decoded.len() as u32, source: span, literal: true });
        if self.pieces.len() > 1 {
            self.decoded.push_str(source.at(span));
        }
    }

    /// Adds a reference and its character.
    pub(crate) fn reference(&mut self, source: &str, span: Span, character: char) {
        if self.pieces.len() == 1 {
            self.materialise(source);
        }
        self.pieces.push(Piece { decoded: self.decoded.len() as u32, source: span, literal: false });
        self.decoded.push(character);
    }

    fn materialise(&mut self, source: &str) {
        if let Some(first) = self.pieces.first().filter(|first| first.literal && self.decoded.is_empty()) {
            self.decoded.push_str(source.at(first.source));
        }
    }

    /// The span of the value, if it is a single literal run.
    pub(crate) fn run(&self) -> Option<Span> {
        match self.pieces.as_slice() {
            [only] if only.literal => Some(only.source),
            _ => None,
        }
    }

    /// The value; `place` is its location if nothing was collected.
    pub(crate) fn value<'a>(&'a self, source: &'a str, place: Span) -> Value<'a> {
        let text = match self.pieces.as_slice() {
            [only] if only.literal => source.at(only.source),
            _ => &self.decoded,
        };
        Value { text, pieces: &self.pieces, place }
    }
}

/// A decoded text that can be mapped to its source.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Value<'a> {
    /// The text as an XML parser reads it.
    pub(crate) text: &'a str,
    pieces: &'a [Piece],
    place: Span,
}

impl<'a> Value<'a> {
    /// A value that is a slice of the source.
    pub(crate) fn plain(text: &'a str, place: Span) -> Self {
        Self { text, pieces: &[], place }
    }

    /// The source span of the decoded bytes `start..end`.
    ///
    /// An empty range gives the location after the character that ends there. The span of a nonempty range begins at
    /// its first character and ends at its last one, without markup before or after them.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let run = match self.pieces {
            [] => Some(self.place),
            [Piece { source, literal: true, .. }] => Some(*source),
            _ => None,
        };
        if let Some(run) = run {
            let base = run.start as usize;
            return Span::new(base + start, base + end);
        }
        self.span_of_pieces(start, end)
    }

    #[cold]
    fn span_of_pieces(&self, start: usize, end: usize) -> Span {
        if end == 0 {
            return Span::at(self.before(start));
        }
        let last = self.piece_of(end - 1);
        let to = if last.literal {
            last.source.start as usize + (end - last.decoded as usize)
        } else {
            last.source.end as usize
        };
        // Between two pieces, an empty span is after the first one, to which an insertion belongs.
        if start == end { Span::at(to) } else { Span::new(self.before(start), to) }
    }

    /// The source span of the whole value.
    pub(crate) fn whole(&self) -> Span {
        if self.text.is_empty() { self.place } else { self.span(0, self.text.len()) }
    }

    /// True if the value is a slice of the source.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.pieces, [] | [Piece { literal: true, .. }])
    }

    fn before(&self, offset: usize) -> usize {
        if offset >= self.text.len() {
            return match self.pieces.last() {
                Some(last) => last.source.end as usize,
                None => self.place.end as usize,
            };
        }
        let piece = self.piece_of(offset);
        if piece.literal {
            piece.source.start as usize + (offset - piece.decoded as usize)
        } else {
            piece.source.start as usize
        }
    }

    fn piece_of(&self, offset: usize) -> Piece {
        let index = self.pieces.partition_point(|piece| piece.decoded as usize <= offset);
        let piece = self.pieces.get(index.saturating_sub(1)).copied();
        piece.unwrap_or(Piece { decoded: 0, source: self.place, literal: true })
    }
}

/// The range of `text` without XML white space (`#x20 #x9 #xD #xA`) at its ends.
pub(crate) fn trimmed(text: &str) -> std::ops::Range<usize> {
    let bytes = text.as_bytes();
    let start = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
    let end = bytes.iter().rposition(|byte| !is_space(*byte)).map_or(start, |at| at + 1);
    start..end
}

/// True for XML white space (XML 1.0 production `[3]` `S`).
pub(crate) const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// True if `text` contains only XML white space.
pub(crate) fn is_blank(text: &[u8]) -> bool {
    match text {
        // Fast path: most white space is a line break and an even number of spaces.
        [b'\n', rest @ ..] => {
            let (pairs, odd) = rest.as_chunks::<2>();
            pairs.iter().all(|pair| pair == b"  ") && odd.iter().all(|&byte| is_space(byte)) || all_space(rest)
        }
        _ => all_space(text),
    }
}

fn all_space(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_space(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_white_space_is_blank() {
        for text in ["", "\n", "\n  ", "\n   ", "\n\t\t", "\r\n    ", "\n \n  ", " ", "\n  \r"] {
            assert!(is_blank(text.as_bytes()), "{text:?}");
        }
        for text in ["a", "\na", "\n  a", "\n  a ", "\n   a", "\n  \u{A0}", "&#32;"] {
            assert!(!is_blank(text.as_bytes()), "{text:?}");
        }
    }

    #[test]
    fn characters_are_mapped_to_their_source() {
        let source = "ab&amp;cd<![CDATA[ef]]>g";
        let mut buffer = ValueBuffer::default();
        buffer.literal(source, Span::new(0, 2));
        buffer.reference(source, Span::new(2, 7), '&');
        buffer.literal(source, Span::new(7, 9));
        buffer.literal(source, Span::new(18, 20));
        buffer.literal(source, Span::new(23, 24));
        let value = buffer.value(source, Span::new(0, source.len()));
        assert_eq!(value.text, "ab&cdefg");
        assert_eq!(value.span(2, 3), Span::new(2, 7));
        assert_eq!(value.span(1, 4), Span::new(1, 8));
        assert_eq!(value.span(5, 7), Span::new(18, 20));
        assert_eq!(value.span(3, 5), Span::new(7, 9));
        assert_eq!(value.span(8, 8), Span::at(24));
        assert_eq!(value.span(2, 2), Span::at(2));
    }

    #[test]
    fn one_plain_run_is_a_slice() {
        let source = "<loc>abc</loc>";
        let mut buffer = ValueBuffer::default();
        buffer.literal(source, Span::new(5, 8));
        let value = buffer.value(source, Span::new(5, 8));
        assert_eq!(value.text, "abc");
        assert!(value.is_plain());
        assert_eq!(value.span(1, 2), Span::new(6, 7));
    }

    #[test]
    fn a_lone_reference_is_decoded() {
        let source = "&lt;x";
        let mut buffer = ValueBuffer::default();
        buffer.reference(source, Span::new(0, 4), '<');
        assert_eq!(buffer.value(source, Span::new(0, 4)).text, "<");
        buffer.literal(source, Span::new(4, 5));
        assert_eq!(buffer.value(source, Span::new(0, 5)).text, "<x");
    }
}
