//! The changed lines of a text, computed from its changes in linear time.

use std::ops::Range;

use super::Change;
use crate::span::At;

/// Lines that become other lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Before, by their numbers from 0.
    pub old: Range<usize>,
    /// After.
    pub new: Range<usize>,
}

/// The changed lines, in order, with at least one unchanged line between.
pub fn blocks(old: &Lines<'_>, new: &Lines<'_>, changes: &[Change]) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut changes = changes.iter().peekable();
    while let Some(first) = changes.next() {
        let (start, after) = (first.before.range().start, first.after.range().start);
        let before = start - old.start_of_line(start);
        let (mut last, mut end) = (first, old.end_of_line(first.before.range().end));
        // A change that begins on the last line belongs to the block; the last line may have no line end.
        let open = |end: usize| !old.text.at(..end).ends_with(b"\n");
        while let Some(next) = changes.next_if(|next| next.before.range().start < end || open(end)) {
            if next.before.range().end >= end {
                end = old.end_of_line(next.before.range().end);
            }
            last = next;
        }
        let behind = end - last.before.range().end;
        let mut block = Block {
            old: old.number(start - before)..old.number(end),
            new: new.number(after - before)..new.number(last.after.range().end + behind),
        };
        let same = |one, other| old.line(one) == new.line(other);
        while !block.old.is_empty() && !block.new.is_empty() && same(block.old.start, block.new.start) {
            block.old.start += 1;
            block.new.start += 1;
        }
        while !block.old.is_empty() && !block.new.is_empty() && same(block.old.end - 1, block.new.end - 1) {
            block.old.end -= 1;
            block.new.end -= 1;
        }
        match blocks.last_mut() {
            _ if block.old.is_empty() && block.new.is_empty() => {}
            Some(above) if above.old.end == block.old.start => {
                above.old.end = block.old.end;
                above.new.end = block.new.end;
            }
            _ => blocks.push(block),
        }
    }
    blocks
}

/// A text and the starts of its lines.
#[derive(Debug)]
pub struct Lines<'a> {
    text: &'a [u8],
    /// The starts of all lines, and the end of the last one.
    starts: Vec<usize>,
}

impl<'a> Lines<'a> {
    /// Finds the lines of `text`, which end with LF.
    pub fn new(text: &'a [u8]) -> Self {
        let mut starts = vec![0];
        let mut end = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            end += line.len();
            starts.push(end);
        }
        Self { text, starts }
    }

    /// The number of lines.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// Line `number`, from 0, with its end.
    pub fn line(&self, number: usize) -> &'a [u8] {
        self.text.at(self.span(number))
    }

    /// The bytes of line `number`, from 0, with its end.
    pub fn span(&self, number: usize) -> Range<usize> {
        let start = |number: usize| self.starts.get(number).copied().unwrap_or(self.text.len());
        start(number)..start(number + 1)
    }

    /// The number of the line that starts at byte `start`.
    fn number(&self, start: usize) -> usize {
        self.starts.partition_point(|other| *other < start)
    }

    fn start_of_line(&self, at: usize) -> usize {
        self.text.at(..at).iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1)
    }

    fn end_of_line(&self, at: usize) -> usize {
        self.text.at(at..).iter().position(|byte| *byte == b'\n').map_or(self.text.len(), |end| at + end + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;

    #[test]
    fn deleted_lines_do_not_include_their_neighbors() {
        let (before, after) = (b"a\nb\nc\nd&d\n".as_slice(), b"a\nc\nd&amp;d\ne\n".as_slice());
        let changes = [
            Change { before: Span::new(2, 4), after: Span::new(2, 2) },
            Change { before: Span::new(7, 8), after: Span::new(5, 10) },
            Change { before: Span::new(10, 10), after: Span::new(12, 14) },
        ];
        let found = blocks(&Lines::new(before), &Lines::new(after), &changes);
        assert_eq!(found, [Block { old: 1..2, new: 1..1 }, Block { old: 3..4, new: 2..4 }]);
        let same = Change { before: Span::new(0, 1), after: Span::new(0, 1) };
        assert_eq!(blocks(&Lines::new(before), &Lines::new(before), &[same]), []);
    }
}
