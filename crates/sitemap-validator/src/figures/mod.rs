//! Statistics of a file for charts: the distribution of dates, priorities and frequencies, hosts and folders of
//! URLs, locations of findings, and limits.
//!
//! They are computed on demand by reading the file again, so that the check is not slower. Their memory does not
//! depend on the number of entries, but on the number of different values, which is limited.

mod dates;
mod folders;
mod hosts;
mod problems;

use std::ops::ControlFlow;

use crate::check::changefreq::Frequency;
use crate::check::loc::length;
use crate::check::{limits, priority};
use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::outcome::Kind;
use crate::robots;
use crate::sink::{Entry, Progress, Sink};
use crate::source::Source;
use crate::validate::validate;
use crate::value::datetime;
use crate::value::decimal::ONE;
use crate::value::url::Parts;

pub use dates::{Bucket, Dates, Step};
pub use folders::{Folder, Folders};
pub use hosts::Hosts;
pub use problems::{Problems, SLICES, Slice};

/// The maximum number of different values that are counted separately: as many as a file within the limits can
/// contain. All others are counted together.
const MOST: usize = limits::ENTRIES as usize;

/// Figures of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// The number of complete entries.
    pub entries: u64,
    /// The dates of the entries.
    pub dates: Dates,
    /// Their priorities, in steps of 0.1 from 0.0 to 1.0.
    pub priorities: Values<11>,
    /// Their change frequencies, in the order of [`frequencies`].
    pub frequencies: Values<7>,
    /// The hosts of their URLs.
    pub hosts: Hosts,
    /// The folders of their URLs, for all hosts together.
    pub folders: Folders,
    /// The distribution of findings over the file.
    pub problems: Problems,
    /// The limits and how much of each is used.
    pub limits: Vec<Limit>,
}

/// The number of entries by value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values<const N: usize> {
    /// Entries with each value.
    pub counts: [u64; N],
    /// Entries without a value.
    pub absent: u64,
    /// Entries with another value.
    pub invalid: u64,
}

impl<const N: usize> Default for Values<N> {
    fn default() -> Self {
        Self { counts: [0; N], absent: 0, invalid: 0 }
    }
}

impl<const N: usize> Values<N> {
    /// Counts the value of an entry, given as `text`.
    fn add(&mut self, text: &str, place: impl FnOnce(&str) -> Option<usize>) {
        let count = if text.is_empty() {
            &mut self.absent
        } else {
            place(text).and_then(|place| self.counts.get_mut(place)).unwrap_or(&mut self.invalid)
        };
        *count += 1;
    }
}

/// The change frequencies, in the order they are counted in.
pub fn frequencies() -> [&'static str; 7] {
    Frequency::ALL.map(Frequency::name)
}

/// A limit and how much of it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// What is limited.
    pub of: Measure,
    /// The actual amount.
    pub value: u64,
    /// The maximum.
    pub max: u64,
}

/// What is limited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// Bytes of the file, uncompressed.
    Bytes,
    /// Entries of the file.
    Entries,
    /// Characters of the longest URL.
    UrlLength,
}

/// The figures of `source`, read with `options`. `breathe` is called about every 256 KiB of text.
pub fn of(source: &Source, options: &Options, breathe: &mut dyn FnMut()) -> Figures {
    let mut reading = FigureSink {
        breathe,
        entries: 0,
        days: dates::Days::default(),
        priorities: Values::default(),
        frequencies: Values::default(),
        hosts: hosts::Counts::default(),
        folders: folders::Tree::default(),
        problems: Problems::new(source.text().len()),
        longest: 0,
    };
    let outcome = validate(source, options, &mut reading);
    let FigureSink { entries, days, priorities, frequencies, hosts, folders, problems, longest, .. } = reading;
    let bytes = source.origin.decompressed;
    let mut limits = Vec::new();
    let mut limit = |of, value, most| limits.push(Limit { of, value, max: most });
    if outcome.kind == Kind::Robots {
        limit(Measure::Bytes, bytes, robots::LIMIT as u64);
    } else {
        limit(Measure::Bytes, bytes, limits::BYTES);
        limit(Measure::Entries, outcome.stats.entries, u64::from(limits::ENTRIES));
        // The protocol says "less than".
        limit(Measure::UrlLength, longest, length::LONGEST as u64 - 1);
    }
    Figures {
        entries,
        dates: days.into_dates(),
        priorities,
        frequencies,
        hosts: hosts.into_hosts(),
        folders: folders.into_folders(),
        problems,
        limits,
    }
}

/// Counts while the file is read.
struct FigureSink<'a> {
    breathe: &'a mut dyn FnMut(),
    entries: u64,
    days: dates::Days,
    priorities: Values<11>,
    frequencies: Values<7>,
    hosts: hosts::Counts,
    folders: folders::Tree,
    problems: Problems,
    longest: u64,
}

impl Sink for FigureSink<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        self.problems.add(&diagnostic);
        ControlFlow::Continue(())
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        self.entries += 1;
        if entry.unread_date {
            self.days.add_unread();
        } else {
            self.days.add(&entry.lastmod, datetime::parse);
        }
        self.priorities.add(&entry.priority, |text| Some((priority::value(text)? / (ONE / 10)) as usize));
        self.frequencies.add(&entry.changefreq, |text| {
            let lower = text.to_ascii_lowercase();
            Frequency::ALL.iter().position(|frequency| frequency.name() == lower)
        });
        let parts = Parts::split(&entry.url).filter(|parts| !parts.host.is_empty());
        self.hosts.add(parts.map(|parts| parts.host.of(&entry.url)));
        self.folders.add(parts.map(|parts| parts.path.of(&entry.url)));
        // Each character has at least one byte.
        if entry.url.len() as u64 > self.longest {
            self.longest = self.longest.max(entry.url.chars().count() as u64);
        }
    }

    fn progress(&mut self, _: Progress) -> ControlFlow<()> {
        (self.breathe)();
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests;
