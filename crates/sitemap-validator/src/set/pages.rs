//! The pages of a file: what each is, and where it stands, in about thirteen bytes.
//!
//! Of a million pages the places of very few are ever asked. They are kept as the differences from one to the next,
//! and every so many of them as they are.

use crate::facts::Listed;
use crate::source::Source;
use crate::span::{Cursor, Position, Span};

use super::member::{Lines, Spot};

/// How many places are read to find one.
const STEP: usize = 64;

/// The pages of a file, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct Pages {
    identities: Vec<u64>,
    /// For each [`STEP`]th page, where it starts, and where in `places` it is.
    marks: Vec<Mark>,
    places: Vec<u8>,
}

#[derive(Debug, Clone, Copy)]
struct Mark {
    start: u32,
    from: Position,
    at: u32,
}

impl Pages {
    /// Keeps `pages`, which stand in `source`.
    pub(super) fn new(pages: &[Listed], source: &Source) -> Self {
        let mut lines = Lines::new(source);
        // Of usual pages a place takes five.
        let mut places = Vec::with_capacity(pages.len() * 5);
        let mut marks: Vec<Mark> = Vec::with_capacity(pages.len().div_ceil(STEP));
        let mut last = Spot::START;
        for (index, page) in pages.iter().enumerate() {
            let spot = lines.spot(page.url);
            if index.is_multiple_of(STEP) {
                marks.push(Mark { start: spot.span.start, from: spot.from, at: places.len() as u32 });
                last = spot;
            }
            write(&mut places, last, spot);
            last = spot;
        }
        places.shrink_to_fit();
        Self { identities: pages.iter().map(|page| page.identity).collect(), marks, places }
    }

    /// What each page is, in their order.
    pub(super) fn identities(&self) -> &[u64] {
        &self.identities
    }

    /// Where page `index` stands.
    pub(super) fn spot(&self, index: usize) -> Option<Spot> {
        self.identities.get(index)?;
        let mark = self.marks.get(index / STEP)?;
        let mut rest = self.places.get(mark.at as usize..)?;
        let mut spot = Spot { span: Span { start: mark.start, end: mark.start }, from: mark.from, to: mark.from };
        for _ in 0..=index % STEP {
            spot = read(&mut rest, spot)?;
        }
        Some(spot)
    }

    /// A way through `source` that begins near byte `offset`.
    pub(super) fn near<'s>(&self, source: &'s Source, offset: u32) -> Cursor<'s> {
        let before = self.marks.partition_point(|mark| mark.start <= offset).checked_sub(1);
        match before.and_then(|before| self.marks.get(before)) {
            Some(mark) => Cursor::resume(source, mark.start, mark.from),
            None => Cursor::new(source),
        }
    }
}

/// Adds to `places` how `spot` differs from the one before.
fn write(places: &mut Vec<u8>, last: Spot, spot: Spot) {
    let length = spot.span.end.wrapping_sub(spot.span.start);
    let lines = spot.from.line.wrapping_sub(last.from.line);
    let column = if lines == 0 { spot.from.column.wrapping_sub(last.from.column) } else { spot.from.column };
    // Most are of one line, and of one byte a column.
    let odd = spot.to != end_of(spot.from, length);
    number(places, spot.span.start.wrapping_sub(last.span.start).into());
    number(places, length.into());
    number(places, u64::from(lines) << 1 | u64::from(odd));
    number(places, column.into());
    if odd {
        number(places, spot.to.line.wrapping_sub(spot.from.line).into());
        number(places, spot.to.column.into());
    }
}

/// Reads what [`write`] wrote.
fn read(places: &mut &[u8], last: Spot) -> Option<Spot> {
    let start = last.span.start.wrapping_add(next(places)? as u32);
    let length = next(places)? as u32;
    let lines = next(places)?;
    let column = next(places)? as u32;
    let (lines, odd) = ((lines >> 1) as u32, lines & 1 == 1);
    let column = if lines == 0 { last.from.column.wrapping_add(column) } else { column };
    let from = Position { line: last.from.line.wrapping_add(lines), column };
    let to = if odd {
        Position { line: from.line.wrapping_add(next(places)? as u32), column: next(places)? as u32 }
    } else {
        end_of(from, length)
    };
    Some(Spot { span: Span { start, end: start.wrapping_add(length) }, from, to })
}

const fn end_of(from: Position, length: u32) -> Position {
    Position { line: from.line, column: from.column.wrapping_add(length) }
}

/// Adds a number, seven bits a byte, the lowest first.
fn number(places: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        places.push(number as u8 | 0x80);
        number >>= 7;
    }
    places.push(number as u8);
}

/// Takes a number from the front.
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
        let listed: Vec<Listed> = urls.iter().zip(1..).map(|(&url, identity)| Listed { identity, url }).collect();
        let pages = Pages::new(&listed, &source);
        for (at, &span) in urls.iter().enumerate() {
            let [from, to] = [span.start, span.end].map(|offset| index.position(text, offset));
            assert_eq!(pages.spot(at), Some(Spot { span, from, to }), "page {at}");
            for offset in [span.start, span.start.saturating_sub(1), span.end] {
                assert_eq!(pages.near(&source, offset).position(offset), index.position(text, offset));
            }
        }
        assert_eq!(pages.spot(urls.len()), None);
        assert_eq!(pages.identities().len(), urls.len());
        pages
    }

    /// The places of the words in `text`.
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
        assert!(pages.places.len() <= 5 * 1000, "{}", pages.places.len());
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
