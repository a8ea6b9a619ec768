//! Source lines that the worker sent, and the short excerpts the list shows.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use sitemap_validator_protocol::{message::SourceLine, report::Diagnostic};

use crate::text::{cut_end, cut_start, middle_cut};

/// More lines than this are not kept; what is far from the window goes first.
const KEPT: usize = 4_000;
/// Characters on either side of a place that an excerpt may need.
const ROOM: u32 = 100;

/// Lines of the file looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct LineStore {
    lines: Rc<BTreeMap<u32, Rc<SourceLine>>>,
    asked: BTreeSet<u32>,
    /// True when the lines belong to an earlier run; they are shown until the first new ones arrive.
    stale: bool,
    excerpts: BTreeMap<(u32, u32), Rc<Excerpt>>,
    wanted: BTreeMap<(u32, u32), (u32, u32)>,
}

/// A few characters around a finding, on its first line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    pub(crate) before: String,
    pub(crate) span: String,
    pub(crate) after: String,
}

impl LineStore {
    /// The line, or the part of it that is known.
    pub(crate) fn get(&self, number: u32) -> Option<&Rc<SourceLine>> {
        self.lines.get(&number)
    }

    /// The excerpt of a finding.
    pub(crate) fn excerpt(&self, finding: &Diagnostic) -> Option<&Rc<Excerpt>> {
        self.excerpts.get(&(finding.start, finding.end))
    }

    /// A new run: the lines stay until the first new ones arrive.
    pub(crate) fn outdate(&mut self) {
        self.stale = true;
        self.asked.clear();
        self.wanted.clear();
        self.excerpts.clear();
    }

    /// Ranges (first, count) of lines that are neither here nor asked for; they count as asked from now on.
    pub(crate) fn missing(&mut self, first: u32, last: u32) -> Vec<(u32, u32)> {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for number in first..=last {
            if (!self.stale && self.lines.contains_key(&number)) || !self.asked.insert(number) {
                continue;
            }
            match ranges.last_mut() {
                Some((start, count)) if *start + *count == number => *count += 1,
                _ => ranges.push((number, 1)),
            }
        }
        ranges
    }

    /// Wants the excerpt of a finding; true when it has to be asked for.
    pub(crate) fn want(&mut self, finding: &Diagnostic) -> bool {
        let key = (finding.start, finding.end);
        if self.excerpts.contains_key(&key) || self.wanted.contains_key(&key) {
            return false;
        }
        self.wanted.insert(key, (finding.line, finding.column));
        true
    }

    /// Forgets the excerpts when there are too many; those on screen are asked for anew.
    pub(crate) fn trim_excerpts(&mut self) {
        if self.excerpts.len() > KEPT {
            self.excerpts.clear();
        }
    }

    /// Takes lines in. A part that shows the place looked at is not replaced by one that does not.
    pub(crate) fn take(
        &mut self,
        lines: Vec<SourceLine>,
        spot: Option<(u32, u32)>,
        findings: impl Fn((u32, u32)) -> Option<Rc<Diagnostic>>,
    ) {
        if self.stale && !lines.is_empty() {
            self.stale = false;
            self.lines = Rc::default();
        }
        for line in lines {
            let held: Vec<(u32, u32)> = self
                .wanted
                .iter()
                .filter(|(_, place)| shows(&line, **place) && has_room(&line, place.1))
                .map(|(key, _)| *key)
                .collect();
            for key in held {
                self.wanted.remove(&key);
                if let Some(finding) = findings(key) {
                    self.excerpts.insert(key, Rc::new(excerpt(&line, &finding)));
                }
            }
            self.asked.remove(&line.number);
            let known = self.lines.get(&line.number);
            let keeps = spot.is_some_and(|spot| !shows(&line, spot) && known.is_some_and(|known| shows(known, spot)));
            if !keeps {
                Rc::make_mut(&mut self.lines).insert(line.number, Rc::new(line));
            }
        }
    }

    /// Forgets lines far from the window when there are too many.
    pub(crate) fn trim(&mut self, first: u32, last: u32) {
        if self.lines.len() > KEPT {
            let (from, to) = (first.saturating_sub(500), last.saturating_add(500));
            Rc::make_mut(&mut self.lines).retain(|number, _| (from..=to).contains(number));
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

/// The byte index in `line.text` of a column; its end for what lies behind.
pub(crate) fn index_of(line: &SourceLine, column: u32) -> usize {
    let skip = column.saturating_sub(line.column) as usize;
    line.text.char_indices().nth(skip).map_or(line.text.len(), |(at, _)| at)
}

/// True when the part of the line goes on far enough around a column to take an excerpt from it.
fn has_room(line: &SourceLine, column: u32) -> bool {
    let before = column - line.column;
    let after = (line.text.chars().count() as u32).saturating_sub(before);
    (line.column == 1 || before >= ROOM) && (!line.more || after >= ROOM)
}

/// Cuts an excerpt of a finding out of its first line.
pub(crate) fn excerpt(line: &SourceLine, finding: &Diagnostic) -> Excerpt {
    let from = index_of(line, finding.column);
    let to =
        if finding.end_line == finding.line { index_of(line, finding.end_column).max(from) } else { line.text.len() };
    Excerpt {
        before: cut_start(line.text[..from].trim_start(), 18),
        span: middle_cut(&line.text[from..to], 44),
        after: cut_end(line.text[to..].trim_end(), 32),
    }
}
