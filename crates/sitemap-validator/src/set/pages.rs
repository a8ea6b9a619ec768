//! The pages of a file: identity and location, in about eleven bytes each.
//!
//! Few locations of a million pages are ever needed. They are stored as differences from the previous one,
//! and every [`STEP`]th in full.

use crate::facts::PageUrl;
use crate::source::Source;
use crate::span::{Cursor, Position, Span};

use super::member::{Lines, Location};

/// The maximum number of locations to read for one.
const STEP: usize = 64;

/// The pages of a file, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Pages {
    pub(super) identities: Vec<u64>,
    /// For each [`STEP`]th page, its start and its index in `places`.
    pub(super) marks: Vec<Mark>,
    pub(super) places: Vec<u8>,
    /// The indexes of pages whose entries have elements of an extension.
    pub(super) extended: Vec<u32>,
}

/// The full location of a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mark {
    pub(super) start: u32,
    pub(super) from: Position,
    pub(super) at: u32,
}

impl Pages {
    /// Stores `pages` of `source`.
    pub(super) fn new(pages: &[PageUrl], source: &Source) -> Self {
        let mut lines = Lines::new(source);
        let extended = pages.iter().zip(0..).filter_map(|(page, index)| page.is_extended.then_some(index)).collect();
        let packed = Self::pack(pages.iter().map(|page| (page.identity, lines.location(page.url))));
        Self { extended, ..packed }
    }

    /// Stores pages and their locations.
    pub(super) fn pack(pages: impl Iterator<Item = (u64, Location)>) -> Self {
        let expected = pages.size_hint().0;
        let mut identities = Vec::with_capacity(expected);
        // A usual location takes three bytes.
        let mut places = Vec::with_capacity(expected * 3);
        let mut marks: Vec<Mark> = Vec::with_capacity(expected.div_ceil(STEP));
        let mut last = Step::default();
        for (index, (identity, location)) in pages.enumerate() {
            if index.is_multiple_of(STEP) {
                marks.push(Mark { start: location.span.start, from: location.from, at: places.len() as u32 });
                last = Step { at: location.span.start, from: location.from, lines: 0 };
            }
            last.write(&mut places, location);
            identities.push(identity);
        }
        places.shrink_to_fit();
        Self { identities, marks, places, extended: Vec::new() }
    }

    /// The pages and their locations, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, Location)> {
        let mut rest = self.places.as_slice();
        let mut last = Step::default();
        self.identities.iter().enumerate().map_while(move |(index, &identity)| {
            if index.is_multiple_of(STEP) {
                let mark = self.marks.get(index / STEP)?;
                last = Step { at: mark.start, from: mark.from, lines: 0 };
            }
            Some((identity, last.read(&mut rest)?))
        })
    }

    /// The identities of the pages, in order.
    pub(super) fn identities(&self) -> &[u64] {
        &self.identities
    }

    /// True if the entry of page `index` has elements of an extension.
    pub(super) fn is_extended(&self, index: u32) -> bool {
        self.extended.binary_search(&index).is_ok()
    }

    /// The location of page `index`.
    pub(super) fn location(&self, index: usize) -> Option<Location> {
        self.identities.get(index)?;
        let mark = self.marks.get(index / STEP)?;
        let mut rest = self.places.get(mark.at as usize..)?;
        let mut last = Step { at: mark.start, from: mark.from, lines: 0 };
        (0..index % STEP).try_for_each(|_| last.read(&mut rest).map(|_| ()))?;
        last.read(&mut rest)
    }

    /// A reader of locations in `source` that starts near byte `offset`.
    pub(super) fn near<'s>(&self, source: &'s Source, offset: u32) -> Cursor<'s> {
        let before = self.marks.partition_point(|mark| mark.start <= offset).checked_sub(1);
        match before.and_then(|before| self.marks.get(before)) {
            Some(mark) => source.cursor().resume(mark.start, mark.from),
            None => source.cursor(),
        }
    }
}

/// The start of the previous location, and its distance in lines from the one before.
#[derive(Debug, Clone, Copy)]
struct Step {
    at: u32,
    from: Position,
    lines: u32,
}

impl Default for Step {
    fn default() -> Self {
        Self { at: 0, from: Location::START.from, lines: 0 }
    }
}

/// Flag: the location spans lines or has non-ASCII characters.
const ODD: u64 = 1;
/// Flag: the distance differs from the previous one.
const MOVED: u64 = 2;

impl Step {
    /// Adds the difference of `location` to `places`.
    fn write(&mut self, places: &mut Vec<u8>, location: Location) {
        let bytes = location.span.start.wrapping_sub(self.at);
        let length = location.span.end.wrapping_sub(location.span.start);
        let lines = location.from.line.wrapping_sub(self.from.line);
        let moved = lines != self.lines || location.from.column != self.column(bytes);
        let odd = location.to != end_of(location.from, length);
        let flags = if odd { ODD } else { 0 } | if moved { MOVED } else { 0 };
        number(places, u64::from(bytes) << 2 | flags);
        number(places, length.into());
        if moved {
            number(places, lines.into());
            number(places, location.from.column.into());
        }
        if odd {
            number(places, location.to.line.wrapping_sub(location.from.line).into());
            number(places, location.to.column.into());
        }
        *self = Self { at: location.span.start, from: location.from, lines };
    }

    /// Reads the next location.
    fn read(&mut self, places: &mut &[u8]) -> Option<Location> {
        let head = next(places)?;
        let bytes = (head >> 2) as u32;
        let start = self.at.wrapping_add(bytes);
        let length = next(places)? as u32;
        let (lines, column) = if head & MOVED == 0 {
            (self.lines, self.column(bytes))
        } else {
            (next(places)? as u32, next(places)? as u32)
        };
        let from = Position { line: self.from.line.wrapping_add(lines), column };
        let to = if head & ODD == 0 {
            end_of(from, length)
        } else {
            Position { line: from.line.wrapping_add(next(places)? as u32), column: next(places)? as u32 }
        };
        *self = Self { at: start, from, lines };
        Some(Location { span: Span { start, end: start.wrapping_add(length) }, from, to })
    }

    /// The expected column of the location that follows after `bytes` bytes: on the same line after as many columns, on
    /// another line in the same column.
    const fn column(&self, bytes: u32) -> u32 {
        if self.lines == 0 { self.from.column.wrapping_add(bytes) } else { self.from.column }
    }
}

const fn end_of(from: Position, length: u32) -> Position {
    Position { line: from.line, column: from.column.wrapping_add(length) }
}

/// Appends a number: seven bits per byte, the lowest first.
fn number(places: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        places.push(number as u8 | 0x80);
        number >>= 7;
    }
    places.push(number as u8);
}

/// Reads a number from the front.
fn next(places: &mut &[u8]) -> Option<u64> {
    let length = places.iter().position(|byte| byte & 0x80 == 0)? + 1;
    let (bytes, rest) = places.split_at_checked(length)?;
    *places = rest;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 7 | u64::from(byte & 0x7F)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: String, urls: &[Span]) -> Pages {
        let source = Source::from_text(text);
        let (text, index) = (source.text(), source.line_index());
        let listed: Vec<PageUrl> =
            urls.iter().zip(1..).map(|(&url, identity)| PageUrl { identity, url, is_extended: false }).collect();
        let pages = Pages::new(&listed, &source);
        for (at, &span) in urls.iter().enumerate() {
            let [from, to] = [span.start, span.end].map(|offset| index.position(text, offset));
            assert_eq!(pages.location(at), Some(Location { span, from, to }), "page {at}");
            for offset in [span.start, span.start.saturating_sub(1), span.end] {
                assert_eq!(pages.near(&source, offset).position(offset), index.position(text, offset));
            }
        }
        assert_eq!(pages.location(urls.len()), None);
        assert_eq!(pages.identities().len(), urls.len());
        pages
    }

    /// The locations of the words in `text`.
    fn words(text: &str) -> Vec<Span> {
        let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        text.split_whitespace().map(|word| Span::new(place(word), place(word) + word.len())).collect()
    }

    #[test]
    fn every_place_is_found_again() {
        let usual =
            (0..1000).map(|at| format!("  <x>\n  https://tidepool.page/{at}\n  </x>\n")).collect::<Vec<_>>().concat();
        let urls: Vec<Span> =
            words(&usual).into_iter().filter(|span| usual[span.range()].starts_with("https")).collect();
        assert_eq!(urls.len(), 1000);
        let pages = check(usual, &urls);
        assert!(pages.places.len() <= 3 * 1000 + 4 * 1000 / STEP, "{}", pages.places.len());
        let line = (0..1000).map(|at| format!("https://tidepool.page/{at} ")).collect::<Vec<_>>().concat();
        let urls = words(&line);
        check(line, &urls);
        let wide =
            (0..200).map(|at| format!("https://tidepool.page/ö{at}{}", "\r\n".repeat(at))).collect::<Vec<_>>().concat();
        let urls = words(&wide);
        check(wide, &urls);
    }

    #[test]
    fn places_over_lines_and_out_of_order_are_found_again() {
        let text = "one\ntwo\r\nthree four\n".repeat(10);
        let mut urls: Vec<Span> = (0..50).map(|at| Span::new(at, at * 3)).collect();
        urls.extend((0..90).rev().map(|at| Span::new(at * 2, at * 2)));
        urls.push(Span::new(0, text.len()));
        check(text, &urls);
        check(String::new(), &[]);
    }
}
