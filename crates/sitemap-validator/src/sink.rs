//! Where findings go: a trait that may say stop, and the collector that keeps them.

use std::borrow::Cow;
use std::ops::ControlFlow;

pub use sitemap_validator_protocol::report::Counts;

use crate::diagnostic::{Diagnostic, Severity};
use crate::registry::Rule;
use crate::sorting;
use crate::span::Span;

/// How far the reading is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes of the text behind us.
    pub done: u64,
    /// Bytes of the text in all.
    pub total: u64,
    /// Entries so far.
    pub entries: u64,
}

/// An entry as it was read: a page of a sitemap, a line of a text file, an item of a feed, a sitemap of an index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// It lists a sitemap, and no page.
    pub is_sitemap: bool,
    /// Where it stands: the whole element, or the line.
    pub element: Span,
    /// Its URL as the format's readers see it, trimmed; empty when it has none.
    pub url: Cow<'a, str>,
    /// When the page changed, trimmed; as written, in a feed as sitemaps write it. Empty when it does not say.
    pub lastmod: Cow<'a, str>,
    /// Of a feed: it says when, and nobody can read it, so `lastmod` is empty.
    pub unread_date: bool,
    /// How often the page changes, trimmed, as written; empty when it does not say.
    pub changefreq: Cow<'a, str>,
    /// How much the page matters within its site, trimmed, as written; empty when it does not say.
    pub priority: Cow<'a, str>,
}

/// Receives findings as they are made; they are not in the order of their places.
pub trait Sink {
    /// A finding, with its severity decided. `Break` ends the reading.
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()>;

    /// True when the details of another finding of `rule` are of no use: it may be [counted](Sink::count) instead.
    fn is_full(&self, rule: Rule) -> bool {
        let _ = rule;
        false
    }

    /// A finding whose details are of no use; only called when `is_full` says so. `Break` ends the reading.
    fn count(&mut self, rule: Rule, severity: Severity) -> ControlFlow<()> {
        let _ = (rule, severity);
        ControlFlow::Continue(())
    }

    /// True to be told of entries.
    fn wants_entries(&self) -> bool {
        false
    }

    /// An entry has been read to its end. Only called when `wants_entries` says so.
    fn entry(&mut self, entry: &Entry<'_>) {
        let _ = entry;
    }

    /// Called about every 256 KiB of text. `Break` ends the reading.
    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }
}

/// Counts every finding, by severity and by rule, and says which are the first so many of their rule.
#[derive(Debug)]
pub(crate) struct Tally {
    cap: u64,
    counts: Counts,
    rules: Vec<u64>,
}

impl Tally {
    /// Lets pass at most `cap` findings of each rule; 0 lets all pass.
    pub(crate) fn new(cap: u64) -> Self {
        let cap = if cap == 0 { u64::MAX } else { cap };
        Self { cap, counts: Counts::default(), rules: vec![0; Rule::ALL.len()] }
    }

    /// Counts a finding; true when it is to be kept.
    pub(crate) fn add(&mut self, rule: Rule, severity: Severity) -> bool {
        self.counts.count(severity);
        let count = &mut self.rules[rule as usize];
        *count += 1;
        *count <= self.cap
    }

    /// True when no other finding of `rule` is to be kept.
    pub(crate) fn is_full(&self, rule: Rule) -> bool {
        self.rules[rule as usize] >= self.cap
    }

    /// Every finding, by severity.
    pub(crate) const fn counts(&self) -> Counts {
        self.counts
    }

    /// Every finding, by rule; rules without any are left out.
    pub(crate) fn rules(&self) -> Vec<(Rule, u64)> {
        let counts = Rule::ALL.iter().copied().zip(self.rules.iter().copied());
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

/// Counts every finding and keeps the first so many of each rule.
#[derive(Debug)]
pub struct Collector {
    tally: Tally,
    kept: Vec<Diagnostic>,
}

/// How many findings of a rule and file are kept unless said otherwise.
pub const DEFAULT_CAP: u64 = 1000;

impl Collector {
    /// Keeps at most `cap` findings of each rule; 0 keeps all.
    pub fn new(cap: u64) -> Self {
        Self { tally: Tally::new(cap), kept: Vec::new() }
    }

    /// Every finding, by severity.
    pub const fn counts(&self) -> Counts {
        self.tally.counts()
    }

    /// Every finding, by rule; rules without any are left out.
    pub fn rules(&self) -> Vec<(Rule, u64)> {
        self.tally.rules()
    }

    /// True when fewer were kept than counted.
    pub const fn truncated(&self) -> bool {
        (self.kept.len() as u64) < self.counts().total()
    }

    /// Those kept so far, in the order they were made.
    pub fn so_far(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// Those kept, sorted by place, then rule.
    pub fn into_sorted(mut self) -> Vec<Diagnostic> {
        sorting::by_key(&mut self.kept, |diagnostic| (diagnostic.span, diagnostic.rule()));
        self.kept
    }
}

impl Sink for Collector {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        let severity = diagnostic.severity.unwrap_or(diagnostic.rule().info().severity);
        if self.tally.add(diagnostic.rule(), severity) {
            self.kept.push(diagnostic);
        }
        ControlFlow::Continue(())
    }

    fn is_full(&self, rule: Rule) -> bool {
        self.tally.is_full(rule)
    }

    fn count(&mut self, rule: Rule, severity: Severity) -> ControlFlow<()> {
        self.tally.add(rule, severity);
        ControlFlow::Continue(())
    }
}
