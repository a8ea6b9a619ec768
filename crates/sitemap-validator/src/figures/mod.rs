//! Figures of a file, to be drawn: how its dates, priorities and frequencies are distributed, which hosts and folders
//! its URLs are of, where along the file the problems lie, how near it is to the limits.
//!
//! They are made on demand, by a reading of their own: nothing of this slows the check. The memory they take does not
//! grow with the number of entries, but with what differs among them, and that is bounded: see each part.

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

/// Of how many different things of a kind each is counted by itself: as many as a file within the limits can hold.
/// What comes up first after so many others is counted with the rest.
const MOST: usize = limits::ENTRIES as usize;

/// Figures of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// Entries that were read to their end.
    pub entries: u64,
    /// The dates of the entries.
    pub dates: Dates,
    /// Their priorities, from 0.0 to 1.0: those from 0.3 to below 0.4 are together.
    pub priorities: Values<11>,
    /// Their change frequencies, in the order of [`frequencies`].
    pub frequencies: Values<7>,
    /// The hosts of their URLs.
    pub hosts: Hosts,
    /// The folders of their URLs, those of all hosts together.
    pub folders: Folders,
    /// Where along the file the problems lie.
    pub problems: Problems,
    /// What is limited, and how much of it there is.
    pub limits: Vec<Limit>,
}

/// How often each value is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Values<const N: usize> {
    /// Entries with each value.
    pub counts: [u64; N],
    /// Entries without a value.
    pub absent: u64,
    /// Entries with a value that is none of these.
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

/// How much of something there is, and how much there may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Of what.
    pub of: Measure,
    /// How much there is.
    pub value: u64,
    /// How much there may be.
    pub most: u64,
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

/// The figures of `source` as a check under `options` would see it. `breathe` is called about every 256 KiB of text.
pub fn of(source: &Source, options: &Options, breathe: &mut dyn FnMut()) -> Figures {
    let mut reading = Reading {
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
    let Reading { entries, days, priorities, frequencies, hosts, folders, problems, longest, .. } = reading;
    let bytes = source.origin.decompressed;
    let mut limits = Vec::new();
    let mut limit = |of, value, most| limits.push(Limit { of, value, most });
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
struct Reading<'a> {
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

impl Sink for Reading<'_> {
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
        // Each character has a byte at least.
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
