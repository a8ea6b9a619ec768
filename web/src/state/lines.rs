//! Source lines that the worker sent.

use std::rc::Rc;

use sitemap_validator_protocol::{message::SourceLine, sorted_map::SortedMap};

/// At most this many lines are kept; those far from the window are dropped first.
const KEPT: usize = 4_000;

/// Lines of the current file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LineStore {
    lines: Rc<SortedMap<u32, Rc<SourceLine>>>,
    asked: SortedMap<u32, ()>,
    /// True when the lines belong to an earlier run; they are shown until the first new ones arrive.
    stale: bool,
}

impl LineStore {
    /// The line, or the part of it that is known.
    pub(crate) fn get(&self, number: u32) -> Option<&Rc<SourceLine>> {
        self.lines.get(&number)
    }

    /// True unless the lines belong to an earlier run.
    pub(crate) const fn is_current(&self) -> bool {
        !self.stale
    }

    /// All lines that are known.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Rc<SourceLine>> {
        self.lines.entries().iter().map(|(_, line)| line)
    }

    /// Marks the lines as outdated after a new run. They stay until the first new ones arrive.
    pub(crate) fn outdate(&mut self) {
        self.stale = true;
        self.asked = SortedMap::default();
    }

    /// Ranges (first line, number of lines) of lines that are neither stored nor requested. They count as requested
    /// from now on.
    pub(crate) fn missing(&mut self, first: u32, last: u32) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for number in first..=last {
            if (!self.stale && self.lines.get(&number).is_some()) || self.asked.get(&number).is_some() {
                continue;
            }
            self.asked.insert(number, ());
            match ranges.last_mut() {
                Some((start, count)) if *start + *count == number => *count += 1,
                _ => ranges.push((number, 1)),
            }
        }
        ranges
    }

    /// Stores lines. A part that contains the current location is not replaced by one that does not.
    pub(crate) fn take(&mut self, lines: Vec<SourceLine>, spot: Option<(u32, u32)>) {
        if self.stale && !lines.is_empty() {
            self.stale = false;
            self.lines = Rc::default();
        }
        for line in lines {
            self.asked.remove(&line.number);
            let known = self.lines.get(&line.number);
            let keeps = spot.is_some_and(|spot| !shows(&line, spot) && known.is_some_and(|known| shows(known, spot)));
            if !keeps {
                Rc::make_mut(&mut self.lines).insert(line.number, Rc::new(line));
            }
        }
    }

    /// Drops lines far from the window when there are too many.
    pub(crate) fn trim(&mut self, first: u32, last: u32) {
        if self.lines.entries().len() > KEPT {
            let (from, to) = (first.saturating_sub(500), last.saturating_add(500));
            Rc::make_mut(&mut self.lines).retain(|number| (from..=to).contains(number));
        }
    }
}

/// True when the (line, column) is in the part of the line that was sent.
fn shows(line: &SourceLine, (number, column): (u32, u32)) -> bool {
    if line.number != number || column < line.column {
        return false;
    }
    !line.more || ((column - line.column) as usize) < line.text.chars().count()
}

/// The byte index of a column in `line.text`, or the end of the text if the column is beyond it.
pub(crate) fn index_of(line: &SourceLine, column: u32) -> usize {
    let skip = column.saturating_sub(line.column) as usize;
    line.text.char_indices().nth(skip).map_or(line.text.len(), |(at, _)| at)
}
