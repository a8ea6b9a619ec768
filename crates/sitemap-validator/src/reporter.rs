//! Passes findings from the checks to the sink: adds severity and entry, decides whether the fix is safe, and
//! records where a conforming XML parser stops.

mod regions;
mod safety;

use std::ops::ControlFlow;

use crate::diagnostic::{Diagnostic, Edit, Fix, FixKind, Severity};
use crate::options::Options;
use crate::registry::Rule;
use crate::sink::{Collector, Entry, Progress, Resource, Sink};
use crate::span::{At, Span};

use regions::Regions;
use safety::keeps_values;

/// Passes findings on.
#[expect(clippy::struct_excessive_bools, reason = "independent facts")]
pub(crate) struct Reporter<'a> {
    /// What to check against.
    pub(crate) options: &'a Options,
    /// The text that fixes are to change.
    text: &'a str,
    sink: &'a mut dyn Sink,
    levels: Vec<Option<Severity>>,
    entry: u32,
    /// True while the URL of an image, a video or an alternate is checked.
    is_part: bool,
    entry_start: u32,
    fatal: Option<u32>,
    settled: bool,
    stopped: bool,
    /// True if violations of well-formedness are not reported.
    lenient: bool,
    /// The start of the current element if it has no end tag, so that it cannot be deleted.
    unclosed: Option<u32>,
    recovered: Regions,
    /// Start tags that are not well-formed, in order.
    damaged: Vec<Span>,
    /// The location of the last violation of well-formedness.
    last_fatal: Span,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(options: &'a Options, sink: &'a mut dyn Sink) -> Self {
        let levels = Rule::ALL.iter().map(|&rule| options.severity(rule)).collect();
        Self::with_levels(levels, options, sink)
    }

    /// Sets the text of the following findings.
    pub(crate) fn of(mut self, text: &'a str) -> Self {
        self.text = text;
        self
    }

    fn with_levels(levels: Vec<Option<Severity>>, options: &'a Options, sink: &'a mut dyn Sink) -> Self {
        Self {
            options,
            text: "",
            sink,
            levels,
            entry: 0,
            is_part: false,
            entry_start: 0,
            fatal: None,
            settled: false,
            stopped: false,
            lenient: false,
            unclosed: None,
            recovered: Regions::default(),
            damaged: Vec::new(),
            last_fatal: Span::at(0),
        }
    }

    /// False if `rule` is off; for checks that take time.
    pub(crate) fn wants(&self, rule: Rule) -> bool {
        self.level(rule).is_some()
    }

    fn level(&self, rule: Rule) -> Option<Severity> {
        self.levels.get(rule as usize).copied().flatten()
    }

    /// True if a finding of `rule` needs no details: the rule is off, or the finding is counted here because the limit
    /// is reached. Only for findings with the severity of their rule; `fix` is the kind of their fix.
    pub(crate) fn only_counts(&mut self, rule: Rule, fix: Option<FixKind>) -> bool {
        let Some(level) = self.level(rule) else { return true };
        let full = self.sink.is_full(rule, fix);
        if full && self.sink.count(rule, level).is_break() {
            self.stopped = true;
        }
        full
    }

    /// Passes a finding on, with its [severity](Options::severity_of), unless its rule is off.
    #[cold]
    #[inline(never)]
    pub(crate) fn report(&mut self, diagnostic: Diagnostic) {
        if let Some(diagnostic) = self.judged(diagnostic) {
            self.pass(diagnostic);
        }
    }

    /// A finding as it is to be [passed](Self::pass) on, now or later; `None` if it is not reported.
    pub(crate) fn judged(&self, mut diagnostic: Diagnostic) -> Option<Diagnostic> {
        diagnostic.severity = self.options.severity_of(&diagnostic, self.level(diagnostic.rule()));
        diagnostic.severity?;
        if self.is_consequence(diagnostic.span) {
            return None;
        }
        if let Some(start) = self.unclosed {
            diagnostic.fix.take_if(|fix| fix.edits.iter().any(|edit| edit.span.start <= start));
            diagnostic.alternatives.retain(|other| other.edits.iter().all(|edit| edit.span.start > start));
        }
        // In a tag that is not well-formed, only fixes for that error are kept.
        if self.last_fatal != diagnostic.span && !self.damaged.is_empty() {
            diagnostic.fix.take_if(|fix| fix.edits.iter().any(|edit| self.is_in_damaged(edit.span)));
            diagnostic.alternatives.retain(|other| !other.edits.iter().any(|edit| self.is_in_damaged(edit.span)));
        }
        if let Some(fix) = diagnostic.fix.as_mut().filter(|fix| fix.kind == FixKind::Safe)
            && !self.is_safe(fix)
        {
            fix.kind = FixKind::Suggest;
        }
        if diagnostic.entry == 0 {
            diagnostic.entry = self.entry;
        }
        diagnostic.is_part = self.is_part;
        Some(diagnostic)
    }

    /// Passes on a finding that is [judged](Self::judged).
    pub(crate) fn pass(&mut self, diagnostic: Diagnostic) {
        if self.sink.diagnostic(diagnostic).is_break() {
            self.stopped = true;
        }
    }

    /// True for a safe fix: it loses no value, and does not change recovered markup, whose meaning
    /// may differ after a fix.
    fn is_safe(&self, fix: &Fix) -> bool {
        let is_doubtful = |edit: &Edit| {
            // An element may be a copy of another entry's if the tags between them are damaged.
            let is_element = self.entry > 0 && self.text.at(edit.span).contains('<');
            let start = if is_element { self.entry_start.min(edit.span.start) } else { edit.span.start };
            self.recovered.touch(Span { start, ..edit.span })
        };
        !fix.edits.iter().any(is_doubtful) && keeps_values(self.text, fix)
    }

    /// True for a finding at the location of a well-formedness error in a start tag, where the intended text is unknown.
    fn is_consequence(&self, place: Span) -> bool {
        let fatal = self.last_fatal;
        let quote = u32::from(self.text.at(place.end as usize..).starts_with(['"', '\'']));
        fatal != place
            && fatal.start <= place.end + quote
            && place.start <= fatal.end
            && self.damaged_tag(place).is_some_and(|tag| self.text.at(tag).ends_with('>'))
            && self.recovered.touch(place)
    }

    /// True in a start tag that is not well-formed.
    pub(crate) fn is_in_damaged(&self, place: Span) -> bool {
        self.damaged_tag(place).is_some()
    }

    /// The start tag around `place`, if it is not well-formed.
    fn damaged_tag(&self, place: Span) -> Option<Span> {
        let next = self.damaged.partition_point(|tag| tag.end <= place.start);
        self.damaged.get(next).copied().filter(|tag| tag.start < place.end.max(place.start + 1))
    }

    /// Records a start tag that is not well-formed.
    pub(crate) fn started(&mut self, tag: Span, is_damaged: bool) {
        let fatal = self.last_fatal;
        if is_damaged || fatal.start >= tag.start && fatal.end <= tag.end && fatal.end > tag.start {
            self.damaged.push(tag);
        }
    }

    /// Reports a violation of well-formedness and records that a conforming parser stops at byte `at`.
    pub(crate) fn fatal(&mut self, diagnostic: Diagnostic, at: u32) {
        self.stops_at(at);
        self.last_fatal = diagnostic.span;
        if !self.lenient {
            self.report(diagnostic);
        }
    }

    /// Stops reporting violations of well-formedness, which are only recorded: the error of a web page is its type.
    pub(crate) fn expect_no_xml(&mut self) {
        self.lenient = true;
    }

    /// Sets the start of the element of the following findings if it has no end tag, so that no fix deletes it.
    pub(crate) fn set_unclosed(&mut self, start: Option<u32>) {
        self.unclosed = start;
    }

    /// True if the current element has no end tag.
    pub(crate) const fn is_unclosed(&self) -> bool {
        self.unclosed.is_some()
    }

    /// Records that the markup at `region` is read differently from how it is written: no fix that touches it is safe.
    pub(crate) fn recovered(&mut self, region: Span) {
        self.recovered.add(region);
    }

    /// Extends what was recovered in a value to its whole `element`, as the value may be another one.
    pub(crate) fn recovered_in(&mut self, element: Span) {
        if self.recovered.touch(element) {
            self.recovered.add(element);
        }
    }

    /// Records that a conforming parser stops at byte `at`.
    pub(crate) fn stops_at(&mut self, at: u32) {
        if !self.settled {
            self.fatal = Some(self.fatal.map_or(at, |earlier| earlier.min(at)));
        }
    }

    /// Fixes the byte at which a conforming parser stops: later violations are due to recovery.
    pub(crate) fn settle(&mut self) {
        self.settled = true;
    }

    /// The byte at which a conforming parser stops; `None` if the text is well-formed so far.
    pub(crate) const fn fatal_at(&self) -> Option<u32> {
        self.fatal
    }

    /// Sets the entry of the following findings; 0 for none.
    pub(crate) fn set_entry(&mut self, entry: u32) {
        self.entry = entry;
    }

    /// Sets whether the following findings are about the URL of an image, a video or an alternate.
    pub(crate) fn set_part(&mut self, is_part: bool) {
        self.is_part = is_part;
    }

    /// Sets the byte at which the current entry starts.
    pub(crate) fn set_entry_start(&mut self, start: u32) {
        self.entry_start = start;
    }

    /// The current entry; 0 for none.
    pub(crate) const fn entry(&self) -> u32 {
        self.entry
    }

    /// True if the sink receives entries.
    pub(crate) fn wants_entries(&self) -> bool {
        self.sink.wants_entries()
    }

    /// Passes an entry to the sink.
    pub(crate) fn tell_entry(&mut self, entry: Entry<'_>) {
        self.sink.entry(&Entry { number: self.entry, ..entry });
    }

    /// Passes the URL of an image, a video or an alternate to the sink.
    pub(crate) fn tell_resource(&mut self, resource: Resource, url: &str) {
        self.sink.resource(resource, url);
    }

    /// Passes the progress to the sink.
    pub(crate) fn progress(&mut self, progress: Progress) {
        if let ControlFlow::Break(()) = self.sink.progress(progress) {
            self.stopped = true;
        }
    }

    /// True if the sink stopped the check.
    pub(crate) const fn stopped(&self) -> bool {
        self.stopped
    }
}

/// The byte at which a conforming parser stops in the text that `read` reads, without its findings.
pub(crate) fn stop_of(read: impl FnOnce(&mut Reporter<'_>)) -> Option<u32> {
    let (options, mut sink) = (Options::default(), Collector::new(0));
    let mut reporter = Reporter::with_levels(vec![None; Rule::ALL.len()], &options, &mut sink);
    read(&mut reporter);
    reporter.fatal_at()
}
