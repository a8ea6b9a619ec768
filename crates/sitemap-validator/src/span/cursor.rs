//! Lines and columns of offsets in ascending order, without an index of lines.

use memchr::{memchr2_iter, memrchr};

use super::{Position, Span, count};
use crate::span::At;

/// Computes the positions of ascending offsets in a text.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    damaged: &'a [Span],
    /// True if the text begins with a byte order mark, which is not a column.
    bom: bool,
    at: usize,
    line: u32,
    /// The column, including a byte order mark before it on its line.
    column: u32,
}

impl<'a> Cursor<'a> {
    /// At the start of `text`; each span of `damaged` is one column.
    pub(crate) fn new(text: &'a str, damaged: &'a [Span]) -> Self {
        let bom = text.starts_with('\u{FEFF}');
        Self { bytes: text.as_bytes(), damaged, bom, at: 0, line: 1, column: 1 }
    }

    /// Starts at byte `offset`, the position of which is known.
    pub(crate) fn resume(self, offset: u32, position: Position) -> Self {
        let bom = u32::from(self.bom && position.line == 1 && offset > 0);
        Self { at: offset as usize, line: position.line, column: position.column + bom, ..self }
    }

    /// True if byte `offset` is not before the cursor.
    pub(crate) const fn reaches(&self, offset: u32) -> bool {
        self.at <= offset as usize
    }

    /// Moves to byte `offset` and returns its position. The cursor cannot move back.
    pub(crate) fn position(&mut self, offset: u32) -> Position {
        let to = (offset as usize).min(self.bytes.len()).max(self.at);
        let part = self.bytes.at(self.at..to);
        let seen = ByteSummary::of(part);
        let (lines, start) = if seen.lf == 0 && !seen.cr { (0, None) } else { self.lines(part, seen) };
        let from = start.unwrap_or(self.at);
        let columns = if seen.ascii { (to - from) as u32 } else { count(self.bytes.at(from..to)) };
        let columns = columns - self.continued(from, to);
        self.line += lines;
        self.column = if start.is_some() { 1 + columns } else { self.column + columns };
        self.at = to;
        let bom = u32::from(self.bom && self.line == 1 && to > 0);
        Position { line: self.line, column: self.column - bom }
    }

    /// The number of lines that start in or directly after `part`, which begins at the cursor, and the start of the
    /// last one.
    fn lines(&self, part: &[u8], seen: ByteSummary) -> (u32, Option<usize>) {
        if !seen.cr {
            return (seen.lf, memrchr(b'\n', part).map(|at| self.at + at + 1));
        }
        // CR LF ends with the LF.
        let ends = |at: &usize| part.get(*at) == Some(&b'\n') || self.bytes.get(self.at + at + 1) != Some(&b'\n');
        let mut ends = memchr2_iter(b'\n', b'\r', part).filter(ends);
        let last = ends.next_back();
        let before = ends.count() as u32;
        (before + u32::from(last.is_some()), last.map(|at| self.at + at + 1))
    }

    /// The number of bytes from `from` to `to` that continue a damaged span, which is one column.
    fn continued(&self, from: usize, to: usize) -> u32 {
        if self.damaged.is_empty() {
            return 0;
        }
        let (from, to) = (from as u32, to as u32);
        let first = self.damaged.partition_point(|span| span.end <= from);
        let spans = self.damaged.get(first..).unwrap_or_default().iter().take_while(|span| span.start < to);
        spans.map(|span| span.end.min(to).saturating_sub((span.start + 1).max(from))).sum()
    }
}

/// The contents of a block of bytes.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByteSummary {
    /// The number of LF.
    pub(super) lf: u32,
    /// True with a CR.
    pub(super) cr: bool,
    /// True if all bytes are ASCII.
    pub(super) ascii: bool,
}

impl ByteSummary {
    /// Scans `bytes` in one pass.
    pub(super) fn of(bytes: &[u8]) -> Self {
        const BLOCK: usize = 32;
        let (mut lf, mut cr, mut high) = (0, [0; BLOCK], [0; BLOCK]);
        let mut add = |blocks: &[[u8; BLOCK]]| {
            let mut ends = [0_u8; BLOCK];
            for block in blocks {
                // Lane by lane, so that the compiler vectorizes the loop.
                let lanes = ends.iter_mut().zip(cr.iter_mut().zip(&mut high));
                for (&byte, (ends, (cr, high))) in block.iter().zip(lanes) {
                    *ends += u8::from(byte == b'\n');
                    *cr |= u8::from(byte == b'\r');
                    *high |= byte;
                }
            }
            lf += ends.iter().map(|&count| u32::from(count)).sum::<u32>();
        };
        let (blocks, rest) = bytes.as_chunks::<BLOCK>();
        // The number of bytes per block, so that the count of a lane fits in a byte.
        blocks.chunks(u8::MAX.into()).for_each(&mut add);
        if !rest.is_empty() {
            let mut last = [0; BLOCK];
            if let Some(head) = last.get_mut(..rest.len()) {
                head.copy_from_slice(rest);
            }
            add(&[last]);
        }
        let any = |lanes: [u8; BLOCK]| lanes.iter().fold(0, |any, lane| any | lane);
        Self { lf, cr: any(cr) != 0, ascii: any(high).is_ascii() }
    }
}

#[cfg(test)]
mod tests {
    use crate::source::{Opened, open};

    /// Compares the cursor with the index, for steps of each size and from each offset.
    fn check(bytes: &[u8]) {
        let Opened::Text(source) = open(bytes.to_vec(), u64::MAX) else { panic!("no text") };
        let (text, index) = (source.text(), source.line_index());
        let places: Vec<u32> = (0..=text.len()).filter(|&at| text.is_char_boundary(at)).map(|at| at as u32).collect();
        for step in [1, 2, 3, 7] {
            let mut cursor = source.cursor();
            for &at in places.iter().step_by(step) {
                let expected = index.position(text, at);
                assert_eq!(cursor.position(at), expected, "{at} of {text:?} by {step}");
                assert_eq!(cursor.position(at), expected, "{at} of {text:?} again");
            }
        }
        for (number, &from) in places.iter().enumerate() {
            let mut cursor = source.cursor().resume(from, index.position(text, from));
            let to = places[(number + 5).min(places.len() - 1)];
            assert_eq!(cursor.position(to), index.position(text, to), "{from} to {to} of {text:?}");
        }
    }

    #[test]
    fn positions_equal_those_of_the_index() {
        for text in
            ["", "a", "a\nb\r\nc\rd", "\r\n\r\n", "\n\n\r\r\n\r", "äö𝒳x\r\nü\ré", "\u{FEFF}x\ny\r\n", "\u{FEFF}"]
        {
            check(text.as_bytes());
        }
        for bytes in [b"\xE2\x82a\r\n\xFF\xFEb\xF0\x9F\x98".as_slice(), b"\xEF\xBB\xBF\xC3\n\xC3\xC3\r\n\xF0\x9F"] {
            check(bytes);
        }
        check("a line\r\n".repeat(100).as_bytes());
        check("a line\n".repeat(100).as_bytes());
        check("é".repeat(700).as_bytes());
    }
}
