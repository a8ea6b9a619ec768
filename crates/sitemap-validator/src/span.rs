//! Locations in the text: byte spans, and lines and columns for people.

mod cursor;

use std::ops::Range;
use std::slice::SliceIndex;

use memchr::{memchr_iter, memchr2_iter, memrchr2};

use cursor::ByteSummary;

pub(crate) use cursor::Cursor;

/// A range of bytes `start..end` of the text. Offsets are `u32`, as larger inputs are refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The span `start..end`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The empty span before byte `at`.
    pub const fn at(at: usize) -> Self {
        Self::new(at, at)
    }

    /// The bytes as a range for slicing.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of bytes.
    pub const fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    /// True for an empty span.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// True if `offset` is within the span.
    pub const fn contains(self, offset: usize) -> bool {
        self.start as usize <= offset && offset < self.end as usize
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// A part of a text: a [`Span`] or a range of bytes.
pub(crate) trait Place {
    /// The standard library's range.
    type Range: SliceIndex<str, Output = str> + SliceIndex<[u8], Output = [u8]>;
    /// The bytes as such a range.
    fn place(self) -> Self::Range;
}

impl Place for Span {
    type Range = Range<usize>;
    fn place(self) -> Self::Range {
        self.range()
    }
}

impl<R: SliceIndex<str, Output = str> + SliceIndex<[u8], Output = [u8]>> Place for R {
    type Range = Self;
    fn place(self) -> Self {
        self
    }
}

/// Slices a text, or its bytes, without panicking.
pub(crate) trait At {
    /// The part at `place`; empty if that is outside the text or not at character boundaries.
    fn at(&self, place: impl Place) -> &Self;
}

/// Cold, so that the usual case is as fast as an index.
#[cold]
#[inline(never)]
fn nothing<T: Default>() -> T {
    T::default()
}

impl At for str {
    #[inline]
    fn at(&self, place: impl Place) -> &Self {
        match self.get(place.place()) {
            Some(part) => part,
            None => nothing(),
        }
    }
}

impl At for [u8] {
    #[inline]
    fn at(&self, place: impl Place) -> &Self {
        match self.get(place.place()) {
            Some(part) => part,
            None => nothing(),
        }
    }
}

/// A line and a column, both from 1. Columns count code points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line; lines end at LF, CRLF or a lone CR (XML 1.0 §2.11).
    pub line: u32,
    /// The column; a byte order mark at the start of the text does not count.
    pub column: u32,
}

/// The starts of lines, and the number of code points before every 4,096th byte, so that a column of
/// a line of ten million characters takes no longer than one of a short line.
#[derive(Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    code_points: Vec<u32>,
    continued: Vec<u32>,
    bom: bool,
}

const STRIDE: usize = 4096;

impl LineIndex {
    /// Indexes `text`.
    pub fn new(text: &str) -> Self {
        Self::with_damage(text, &[])
    }

    /// Indexes `text`, counting each span of `damaged` as one column.
    pub fn with_damage(text: &str, damaged: &[Span]) -> Self {
        Self::of_part(text, damaged, text.len())
    }

    /// Indexes `text` up to the end of the line that contains byte `offset`; only offsets up to there have a position.
    pub(crate) fn until(text: &str, damaged: &[Span], offset: u32) -> Self {
        let line = end_of_line(text, (offset as usize).min(text.len()));
        // Includes both characters of CR LF.
        Self::of_part(text, damaged, text.len().min(line + 2))
    }

    /// Indexes the first `end` bytes of `text`.
    fn of_part(text: &str, damaged: &[Span], end: usize) -> Self {
        let whole = text.as_bytes();
        let bytes = whole.get(..end).unwrap_or(whole);
        let seen = ByteSummary::of(bytes);
        let mut starts = Vec::with_capacity(seen.lf as usize + 1);
        starts.push(0);
        if seen.cr {
            let ends = memchr2_iter(b'\n', b'\r', bytes);
            let ends = ends.filter(|&at| bytes.get(at) == Some(&b'\n') || whole.get(at + 1) != Some(&b'\n'));
            starts.extend(ends.map(|at| at as u32 + 1));
        } else {
            behind_feeds(bytes, &mut starts);
        }
        let mut code_points = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let mut sum = 0;
        for chunk in bytes.chunks(STRIDE) {
            code_points.push(sum);
            sum += if seen.ascii { chunk.len() as u32 } else { count(chunk) };
        }
        let continued = damaged.iter().take_while(|span| (span.start as usize) < end);
        let continued = continued.flat_map(|span| span.start + 1..span.end).collect();
        Self { starts, code_points, continued, bom: text.starts_with('\u{FEFF}') }
    }

    /// The number of lines; an empty text has one.
    pub fn lines(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The position of byte `offset` of the `text` that was indexed.
    pub fn position(&self, text: &str, offset: u32) -> Position {
        let line = self.starts.partition_point(|&start| start <= offset).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or_default();
        let mut column = self.between(text, start, offset) + 1;
        if self.bom && line == 1 && offset > 0 {
            column -= 1;
        }
        Position { line: line as u32, column }
    }

    /// The span of line `line` (from 1) without its line end; `None` if there is no such line.
    pub fn line(&self, text: &str, line: u32) -> Option<Span> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.starts.get(index)? as usize;
        let end = match self.starts.get(index + 1) {
            Some(&next) => {
                let next = next as usize;
                let crlf = text.as_bytes().at(start..next).ends_with(b"\r\n");
                next - if crlf { 2 } else { 1 }
            }
            None => text.len(),
        };
        Some(Span::new(start, end))
    }

    /// The number of code points from `start` to `end`; short ranges are counted directly.
    fn between(&self, text: &str, start: u32, end: u32) -> u32 {
        match text.as_bytes().get(start as usize..end as usize) {
            Some(bytes) if bytes.len() < STRIDE => {
                count(bytes) - (self.continued_before(end) - self.continued_before(start))
            }
            _ => self.before(text, end) - self.before(text, start),
        }
    }

    /// The number of bytes before `offset` that continue a span of one column.
    fn continued_before(&self, offset: u32) -> u32 {
        self.continued.partition_point(|&at| at < offset) as u32
    }

    fn before(&self, text: &str, offset: u32) -> u32 {
        let offset = (offset as usize).min(text.len());
        let chunk = (offset / STRIDE).min(self.code_points.len().saturating_sub(1));
        let sum = self.code_points.get(chunk).copied().unwrap_or(0);
        sum + count(text.as_bytes().at(chunk * STRIDE..offset)) - self.continued_before(offset as u32)
    }
}

/// The number of lines of a text.
pub(crate) fn line_count(text: &str) -> u32 {
    let bytes = text.as_bytes();
    let seen = ByteSummary::of(bytes);
    // A CR ends a line unless it is the first half of CR LF.
    let is_end = |&at: &usize| bytes.get(at + 1) != Some(&b'\n');
    let returns = if seen.cr { memchr_iter(b'\r', bytes).filter(is_end).count() as u32 } else { 0 };
    1 + seen.lf + returns
}

/// Adds the offset after each LF in `bytes`. Checks eight bytes at a time, as lines are too short for a search of each.
fn behind_feeds(bytes: &[u8], starts: &mut Vec<u32>) {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LOW: u64 = 0x7F * ONES;
    let (words, rest) = bytes.as_chunks::<8>();
    let mut at = 1;
    for word in words {
        let other = u64::from_le_bytes(*word) ^ (0x0A * ONES);
        // Bit 7 of each byte that is LF. Sums of seven bits stay within their byte.
        let mut feeds = !(((other & LOW) + LOW) | other | LOW);
        while feeds != 0 {
            starts.push(at + feeds.trailing_zeros() / 8);
            feeds &= feeds - 1;
        }
        at += 8;
    }
    starts.extend(rest.iter().zip(at..).filter(|(byte, _)| **byte == b'\n').map(|(_, at)| at));
}

/// The number of code points that start in `bytes`.
fn count(bytes: &[u8]) -> u32 {
    // The block size keeps the count within a byte, so that the compiler vectorizes the loop.
    let count = |few: &[u8]| few.iter().map(|&byte| u8::from(byte & 0xC0 != 0x80)).sum::<u8>();
    bytes.chunks(u8::MAX.into()).map(|few| u32::from(count(few))).sum()
}

/// The end of the line that contains byte `offset`, without its line break.
pub(crate) fn end_of_line(text: &str, offset: usize) -> usize {
    end_of_line_within(text, offset, text.len())
}

/// As [`end_of_line`], but not beyond `limit`, as a line may be as long as the file.
pub(crate) fn end_of_line_within(text: &str, offset: usize, limit: usize) -> usize {
    let limit = limit.clamp(offset, text.len());
    memchr::memchr2(b'\n', b'\r', text.as_bytes().at(offset..limit)).map_or(limit, |at| offset + at)
}

/// The start of the line that contains byte `offset`.
pub(crate) fn start_of_line(text: &str, offset: usize) -> usize {
    memrchr2(b'\n', b'\r', text.as_bytes().at(..offset)).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, offset: u32) -> (u32, u32) {
        let position = LineIndex::new(text).position(text, offset);
        (position.line, position.column)
    }

    #[test]
    fn lines_end_at_lf_crlf_and_lone_cr() {
        let text = "a\nb\r\nc\rd";
        assert_eq!(at(text, 2), (2, 1));
        assert_eq!(at(text, 5), (3, 1));
        assert_eq!(at(text, 7), (4, 1));
        assert_eq!(LineIndex::new(text).lines(), 4);
        assert_eq!(LineIndex::new(text).line(text, 2), Some(Span::new(2, 3)));
        assert_eq!(LineIndex::new(text).line(text, 4), Some(Span::new(7, 8)));
    }

    #[test]
    fn columns_count_code_points_and_no_byte_order_mark() {
        assert_eq!(at("äö𝒳x", 8), (1, 4));
        assert_eq!(at("\u{FEFF}x", 3), (1, 1));
        assert_eq!(at("\u{FEFF}x", 0), (1, 1));
        assert_eq!(at("\u{FEFF}x\ny", 5), (2, 1));
    }

    #[test]
    fn an_index_of_a_part_knows_its_lines() {
        for text in ["a\nb\r\nc\rd", "\u{FEFF}ab\r\n\r\n\rü\r", "0123456789\n1\n\n\n01234567\n\né\n", "", "\n"] {
            let whole = LineIndex::new(text);
            assert_eq!(line_count(text), whole.lines(), "{text:?}");
            for offset in (0..=text.len()).filter(|&at| text.is_char_boundary(at)).map(|at| at as u32) {
                let part = LineIndex::until(text, &[], offset);
                for at in (0..=offset).filter(|&at| text.is_char_boundary(at as usize)) {
                    let position = whole.position(text, at);
                    assert_eq!(part.position(text, at), position, "{at} of {offset} in {text:?}");
                    assert_eq!(part.line(text, position.line), whole.line(text, position.line), "{offset} {text:?}");
                }
            }
        }
    }

    #[test]
    fn a_line_longer_than_the_stride_has_right_columns() {
        let text = "é".repeat(10_000) + "x";
        assert_eq!(at(&text, 20_000), (1, 10_001));
        assert_eq!(at(&text, text.len() as u32), (1, 10_002));
        assert_eq!(at(&"a".repeat(STRIDE), STRIDE as u32), (1, STRIDE as u32 + 1));
    }
}
