//! Between the checks and the sink: which rules are on, how much they weigh, which entry we are in,
//! and where a conforming XML parser would have stopped.

use std::ops::ControlFlow;

use crate::diagnostic::{Diagnostic, Severity};
use crate::profile::Options;
use crate::registry::Rule;
use crate::sink::{Entry, Progress, Sink};
use crate::span::Span;

/// Passes findings on.
pub(crate) struct Reporter<'a> {
    /// What to check against.
    pub(crate) options: &'a Options,
    sink: &'a mut dyn Sink,
    levels: Vec<Option<Severity>>,
    entry: u32,
    fatal: Option<u32>,
    stopped: bool,
    /// The text being read is a value whose type leaves no room for a stray character.
    pub(crate) typed: bool,
    /// The element being judged, when it has no end tag of its own: it cannot be deleted.
    pub(crate) unclosed: Option<Span>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(options: &'a Options, sink: &'a mut dyn Sink) -> Self {
        let levels = Rule::ALL.iter().map(|&rule| options.severity(rule)).collect();
        Self { options, sink, levels, entry: 0, fatal: None, stopped: false, typed: false, unclosed: None }
    }

    /// False when `rule` is off: a check that costs something asks first.
    pub(crate) fn wants(&self, rule: Rule) -> bool {
        self.levels[rule as usize].is_some()
    }

    /// True when all there is to do about a finding of `rule`, whose weight no check sets, is done: the rule is off, or
    /// the finding was counted, as its details are of no use.
    pub(crate) fn only_counts(&mut self, rule: Rule) -> bool {
        let Some(level) = self.levels[rule as usize] else { return true };
        let full = self.sink.is_full(rule);
        if full && self.sink.count(rule, level).is_break() {
            self.stopped = true;
        }
        full
    }

    /// Passes a finding on, unless its rule is off. A weight the check set is kept, unless the
    /// user gave the rule another, or strict schema mode raises it.
    #[cold]
    #[inline(never)]
    pub(crate) fn report(&mut self, mut diagnostic: Diagnostic) {
        let Some(level) = self.levels[diagnostic.rule as usize] else {
            return;
        };
        let by_hand = self.options.levels.iter().any(|&(rule, _)| rule == diagnostic.rule);
        if by_hand || diagnostic.severity.is_none() {
            diagnostic.severity = Some(level);
        } else {
            // Of `None` and a weight the weight is the greater.
            diagnostic.severity = diagnostic.severity.max(self.options.strict_severity(diagnostic.rule));
        }
        if let Some(element) = self.unclosed {
            diagnostic.fix.take_if(|fix| fix.edits.iter().any(|edit| edit.span.start <= element.start));
        }
        if diagnostic.entry == 0 {
            diagnostic.entry = self.entry;
        }
        if self.sink.diagnostic(diagnostic).is_break() {
            self.stopped = true;
        }
    }

    /// Passes on a finding whose weight, set by the check, holds even when its rule is off by default.
    pub(crate) fn report_always(&mut self, diagnostic: Diagnostic) {
        let level = &mut self.levels[diagnostic.rule as usize];
        let by_hand = self.options.levels.iter().any(|&(rule, _)| rule == diagnostic.rule);
        if !by_hand && level.is_none() && self.options.profiles.meets(diagnostic.rule.info().profiles) {
            *level = diagnostic.severity;
            let rule = diagnostic.rule;
            self.report(diagnostic);
            self.levels[rule as usize] = None;
        } else {
            self.report(diagnostic);
        }
    }

    /// Passes on a finding that is against the schemas as well, unlike others of its rule: in strict
    /// schema mode it is an error, and its rule is on.
    pub(crate) fn object(&mut self, diagnostic: Diagnostic) {
        if self.options.strict_schema {
            self.report_always(diagnostic.severity(Severity::Error));
        } else {
            self.report(diagnostic);
        }
    }

    /// Passes a violation of well-formedness on; a conforming parser stops at byte `at`.
    pub(crate) fn fatal(&mut self, diagnostic: Diagnostic, at: u32) {
        self.stops_at(at);
        self.report(diagnostic);
    }

    /// Notes that a conforming parser stops at byte `at`.
    pub(crate) fn stops_at(&mut self, at: u32) {
        self.fatal = Some(self.fatal.map_or(at, |earlier| earlier.min(at)));
    }

    /// Where a conforming parser stops; `None` while the text is well-formed.
    pub(crate) const fn fatal_at(&self) -> Option<u32> {
        self.fatal
    }

    /// Sets the entry that findings belong to from now on; 0 for none.
    pub(crate) fn set_entry(&mut self, entry: u32) {
        self.entry = entry;
    }

    /// The entry that findings belong to now; 0 for none.
    pub(crate) const fn entry(&self) -> u32 {
        self.entry
    }

    /// True when the sink is to be told of entries.
    pub(crate) fn wants_entries(&self) -> bool {
        self.sink.wants_entries()
    }

    /// Tells the sink of an entry.
    pub(crate) fn tell_entry(&mut self, entry: &Entry<'_>) {
        self.sink.entry(entry);
    }

    /// Tells the sink how far we are.
    pub(crate) fn progress(&mut self, progress: Progress) {
        if let ControlFlow::Break(()) = self.sink.progress(progress) {
            self.stopped = true;
        }
    }

    /// True when the sink said stop.
    pub(crate) const fn stopped(&self) -> bool {
        self.stopped
    }
}
