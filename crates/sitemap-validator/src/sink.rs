//! The receiver of findings: a trait that can stop a check, and the collector that keeps findings.

use std::borrow::Cow;
use std::ops::ControlFlow;

pub use sitemap_validator_protocol::report::Counts;
use sitemap_validator_protocol::sorting;

use crate::diagnostic::{Diagnostic, FixKind, Severity};
use crate::registry::Rule;
use crate::span::Span;
use crate::value::decimal::Decimal;
use crate::value::{datetime, rfc822};

/// The progress of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of bytes checked.
    pub done: u64,
    /// The size of the text in bytes.
    pub total: u64,
    /// The number of entries so far.
    pub entries: u64,
}

/// An entry: a page of a sitemap, a line of a text file, an item of a feed or a sitemap of an index.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its number in the file, from 1.
    pub number: u32,
    /// True for the entry of an index.
    pub is_sitemap: bool,
    /// The span of the whole element or line; in a feed, of the element's name.
    pub element: Span,
    /// Its decoded and trimmed URL; empty if it has none.
    pub url: Cow<'a, str>,
    /// True if `url` contains a reference to an entity, which is not expanded.
    pub has_entity: bool,
    /// The trimmed date of the last change, as written, or converted to the format of sitemaps in a feed. Empty if
    /// missing.
    pub lastmod: Cow<'a, str>,
    /// True for an invalid date in a feed; `lastmod` is empty then.
    pub unread_date: bool,
    /// The trimmed change frequency, as written; empty if missing.
    pub changefreq: Cow<'a, str>,
    /// The trimmed priority, as written; empty if missing.
    pub priority: Cow<'a, str>,
}

/// What a URL in an entry leads to, if it is not that of its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// An image of the page.
    Image,
    /// A video on the page: its file or its player.
    Video,
    /// The page in another language.
    Alternate,
}

impl Entry<'_> {
    /// The moment of a valid `lastmod`, in milliseconds since 1970-01-01T00:00:00Z; a date without a time is its midnight UTC.
    pub fn lastmod_millis(&self) -> Option<i64> {
        datetime::parse(&self.lastmod).map(|moment| moment.millis)
    }

    /// The number of a valid `priority`, from 0.0 to 1.0.
    pub fn priority_number(&self) -> Option<f64> {
        let number: f64 = Decimal::parse(&self.priority).and_then(|_| self.priority.parse().ok())?;
        (0.0..=1.0).contains(&number).then_some(number)
    }
}

/// The moment of a valid date of a sitemap or a feed, in milliseconds since 1970-01-01T00:00:00Z; a date without a time is its
/// midnight UTC.
///
/// ```
/// use sitemap_validator::sink::date_millis;
///
/// assert_eq!(date_millis("1970-01-02"), Some(86_400_000));
/// assert_eq!(date_millis("Fri, 02 Jan 1970 00:00:00 GMT"), Some(86_400_000));
/// assert_eq!(date_millis("yesterday"), None);
/// ```
pub fn date_millis(date: &str) -> Option<i64> {
    let moment = datetime::parse(date).map(|moment| moment.millis);
    moment.or_else(|| rfc822::parse(date).map(|date| date.millis))
}

/// Receives findings, which are not sorted.
pub trait Sink {
    /// Receives a finding with its final severity. `Break` ends the check.
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()>;

    /// True if a further finding of `rule`, whose fix has this kind, can be [counted](Sink::count) without details.
    fn is_full(&self, rule: Rule, fix: Option<FixKind>) -> bool {
        let _ = (rule, fix);
        false
    }

    /// Counts a finding without details; only called if `is_full` is true. `Break` ends the check.
    fn count(&mut self, rule: Rule, severity: Severity) -> ControlFlow<()> {
        let _ = (rule, severity);
        ControlFlow::Continue(())
    }

    /// True to receive entries.
    fn wants_entries(&self) -> bool {
        false
    }

    /// Receives a complete entry; only called if `wants_entries` is true.
    fn entry(&mut self, entry: &Entry<'_>) {
        let _ = entry;
    }

    /// Receives the trimmed URL of an image, a video or an alternate, before the entry that it belongs to; only called if
    /// `wants_entries` is true.
    fn resource(&mut self, resource: Resource, url: &str) {
        let _ = (resource, url);
    }

    /// Called about every 256 KiB of text. `Break` ends the check.
    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        let _ = progress;
        ControlFlow::Continue(())
    }
}

/// Counts all findings by severity and by rule, and limits the number of listed findings per rule.
#[derive(Debug)]
pub(crate) struct Tally {
    cap: u64,
    counts: Counts,
    rules: Vec<u64>,
}

impl Tally {
    /// A budget of `cap` findings per rule; 0 is no limit.
    pub(crate) fn new(cap: u64) -> Self {
        let cap = if cap == 0 { u64::MAX } else { cap };
        Self { cap, counts: Counts::default(), rules: vec![0; Rule::ALL.len()] }
    }

    /// Counts a finding; true if it is within the limit.
    pub(crate) fn add(&mut self, rule: Rule, severity: Severity) -> bool {
        self.counts.count(severity);
        let Some(count) = self.rules.get_mut(rule as usize) else { return true };
        *count += 1;
        *count <= self.cap
    }

    /// True if the limit for `rule` is reached.
    pub(crate) fn is_full(&self, rule: Rule) -> bool {
        self.rules.get(rule as usize).is_some_and(|count| *count >= self.cap)
    }

    /// The number of findings by severity.
    pub(crate) const fn counts(&self) -> Counts {
        self.counts
    }

    /// The number of findings by rule, without zeros.
    pub(crate) fn rules(&self) -> Vec<(Rule, u64)> {
        let counts = Rule::ALL.iter().copied().zip(self.rules.iter().copied());
        counts.filter(|(_, count)| *count > 0).collect()
    }
}

/// Counts all findings and keeps the first ones of each rule.
#[derive(Debug)]
pub struct Collector {
    tally: Tally,
    kept: Vec<Diagnostic>,
}

/// The default maximum number of findings per rule and file.
pub const DEFAULT_CAP: u64 = 1000;

impl Collector {
    /// Keeps up to `cap` findings of each rule; 0 keeps all.
    pub fn new(cap: u64) -> Self {
        Self { tally: Tally::new(cap), kept: Vec::new() }
    }

    /// The number of findings by severity.
    pub const fn counts(&self) -> Counts {
        self.tally.counts()
    }

    /// The number of findings by rule, without zeros.
    pub fn rules(&self) -> Vec<(Rule, u64)> {
        self.tally.rules()
    }

    /// True if fewer findings were kept than counted.
    pub const fn truncated(&self) -> bool {
        (self.kept.len() as u64) < self.counts().total()
    }

    /// The findings kept so far, unsorted.
    pub fn so_far(&self) -> &[Diagnostic] {
        &self.kept
    }

    /// The kept findings, sorted by location, then rule.
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

    fn is_full(&self, rule: Rule, _: Option<FixKind>) -> bool {
        self.tally.is_full(rule)
    }

    fn count(&mut self, rule: Rule, severity: Severity) -> ControlFlow<()> {
        self.tally.add(rule, severity);
        ControlFlow::Continue(())
    }
}
