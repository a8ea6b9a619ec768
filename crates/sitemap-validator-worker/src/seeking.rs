//! Text search in the source, and the location of a line.

use std::ops::Range;

use sitemap_validator::Span;
use sitemap_validator_protocol::search::TextSearch;
use sitemap_validator_protocol::source::{SearchMatch, SourceRange};

use crate::texts::Text;

/// The maximum number of matches that are counted.
pub const MOST: usize = 1_000_000;

/// The number of bytes searched between two pauses.
const STEP: usize = 1024 * 1024;

/// The matches of a text in a file. They are found once and reused for each step from one match to the next.
#[derive(Debug, Default)]
pub struct Places {
    /// The numbers of the run and the file.
    of: (u32, u32),
    text: String,
    wanted: TextSearch,
    /// The start offsets of the first [`MOST`] matches.
    starts: Vec<u32>,
    /// The end offset of the last of these matches.
    end: usize,
    /// True if there are more matches.
    more: bool,
}

impl Places {
    /// Finds `text` in the file `of`, unless this was the last search.
    pub fn update(&mut self, of: (u32, u32), text: &str, source: &Text, pause: &impl Fn()) {
        self.update_to(MOST, of, text, source, pause);
    }

    fn update_to(&mut self, most: usize, of: (u32, u32), text: &str, source: &Text, pause: &impl Fn()) {
        if self.of == of && self.text == text {
            return;
        }
        *self = Self { of, text: text.to_owned(), wanted: TextSearch::new(text), ..Self::default() };
        let (mut end, mut breath) = (0, STEP);
        while let Some(found) = self.next(source, end, pause) {
            pause_at(&mut breath, found.end, pause);
            self.more = self.starts.len() == most;
            if self.more {
                break;
            }
            end = found.end;
            self.starts.push(found.start as u32);
        }
        self.end = end;
    }

    /// Returns the first match at or after byte `from`, or the last match before it if `backwards` is true. The search
    /// wraps around at the ends of the file.
    pub fn seek(&self, source: &Text, from: u32, backwards: bool, pause: &impl Fn()) -> SearchMatch {
        let behind = self.starts.partition_point(|&start| start < from);
        let last = self.starts.len().checked_sub(1);
        let (number, place) = match (backwards, last) {
            (_, None) => (None, None),
            (false, Some(last)) if behind > last => {
                let beyond = self.beyond(source, from as usize, pause);
                beyond.map_or((Some(0), None), |place| (None, Some(place)))
            }
            (false, _) => (Some(behind), None),
            (true, Some(last)) if behind == 0 || behind > last => {
                // From the beginning of the file, the search continues at the end.
                let limit = if behind == 0 { source.source.text().len() } else { from as usize };
                self.last_beyond(source, limit, pause).map_or((Some(last), None), |place| (None, Some(place)))
            }
            (true, _) => (Some(behind - 1), None),
        };
        let known = |index: usize| {
            let start = *self.starts.get(index)? as usize;
            self.wanted.find(source.source.text(), start..start + 1)
        };
        let place = place.or_else(|| known(number?));
        SearchMatch {
            spot: place.map(|place| spot(source, Span::new(place.start, place.end))),
            number: number.filter(|_| last.is_some()).map(|index| index as u64 + 1),
            count: self.starts.len() as u64,
            more: self.more,
        }
    }

    /// Returns the first match at or after `from` that is not counted.
    fn beyond(&self, source: &Text, from: usize, pause: &impl Fn()) -> Option<Range<usize>> {
        if self.more { self.next(source, from.max(self.end), pause) } else { None }
    }

    /// Returns the last match before `limit` that is not counted.
    fn last_beyond(&self, source: &Text, limit: usize, pause: &impl Fn()) -> Option<Range<usize>> {
        let (mut last, mut breath) = (None, self.end + STEP);
        while let Some(place) = self.beyond(source, last.as_ref().map_or(0, |place: &Range<usize>| place.end), pause) {
            if place.start >= limit {
                break;
            }
            pause_at(&mut breath, place.end, pause);
            last = Some(place);
        }
        last
    }

    /// Returns the first match that begins at or after `from`.
    fn next(&self, source: &Text, from: usize, pause: &impl Fn()) -> Option<Range<usize>> {
        let text = source.source.text();
        let mut from = from;
        while from < text.len() {
            let end = (from + STEP).min(text.len());
            if let Some(found) = self.wanted.find(text, from..end) {
                return Some(found);
            }
            from = end;
            pause();
        }
        None
    }
}

/// Pauses when `at` is past `breath`: if matches are close together, no single search is long enough to pause in.
fn pause_at(breath: &mut usize, at: usize, pause: &impl Fn()) {
    if at >= *breath {
        pause();
        *breath = at + STEP;
    }
}

/// Returns the location of a line and a column, or the nearest location.
pub fn locate(text: &Text, line: u32, column: u32) -> SourceRange {
    let line = line.clamp(1, text.line_count());
    let Some(span) = text.line(line) else { return spot(text, Span::default()) };
    let column_of = |at: u32| text.lines().position(text.source.text(), at).column;
    // Find the last byte whose column is not after the requested one.
    let (mut low, mut high) = (span.start, span.end);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if column_of(middle) <= column.max(1) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let at = text.source.text().floor_char_boundary(low as usize);
    spot(text, Span::at(at))
}

fn spot(text: &Text, span: Span) -> SourceRange {
    let position = |at: u32| text.lines().position(text.source.text(), at);
    let (from, to) = (position(span.start), position(span.end));
    SourceRange { line: from.line, column: from.column, end_column: to.column, start: span.start, end: span.end }
}

#[cfg(test)]
mod tests;
