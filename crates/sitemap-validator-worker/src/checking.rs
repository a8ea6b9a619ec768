//! The check of one file by the core, with progress reports.

use std::ops::ControlFlow;

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::message::Words;
use sitemap_validator::sink::{DEFAULT_CAP, Progress};
use sitemap_validator::{Collector, Diagnostic, FileReport, Options, Rule, Severity, Sink, validate};
use sitemap_validator_protocol::{packed_structs, report as wire};

use crate::edge::Edge;
use crate::texts::Text;

/// The number of findings sent with progress.
const FIRST: usize = 10;

/// The progress of one file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProgressState {
    /// The number of checked bytes of its text.
    pub done: u64,
    /// The total number of bytes of its text.
    pub total: u64,
    /// The number of entries so far.
    pub entries: u64,
    /// The number of errors so far.
    pub errors: u64,
    /// The number of warnings so far.
    pub warnings: u64,
    /// The first findings.
    pub first: Vec<wire::Diagnostic>,
}

packed_structs! {
    ProgressState { done, total, entries, errors, warnings, first }
}

/// Receives the progress of a file.
pub trait Listener {
    /// True if progress is due. Called every few milliseconds.
    fn is_due(&mut self) -> bool;

    /// Receives the progress.
    fn receive(&mut self, now: ProgressState);

    /// Receives the final progress after the file was read to its end.
    fn receive_end(&mut self, end: ProgressState);
}

/// A listener that ignores progress but still detects a request to stop.
#[derive(Debug)]
pub struct NoListener<'a, E>(pub &'a E);

impl<E: Edge> Listener for NoListener<'_, E> {
    fn is_due(&mut self) -> bool {
        self.0.pause();
        false
    }

    fn receive(&mut self, _: ProgressState) {}

    fn receive_end(&mut self, _: ProgressState) {}
}

/// Returns the report on `text` and the number of safe fixes, including those of findings that are not kept.
pub fn check(
    name: &str,
    text: &Text,
    options: &Options,
    words: &Words,
    listener: &mut impl Listener,
) -> (FileReport, u32) {
    let mut watch = WatchingSink {
        collector: Collector::new(DEFAULT_CAP),
        safe_fixes: 0,
        first: Vec::new(),
        text,
        words,
        listener,
    };
    let outcome = validate(&text.source, options, &mut watch);
    let total = text.source.text().len() as u64;
    let end = watch.now(Progress { done: total, total, entries: outcome.stats.entries });
    watch.listener.receive_end(end);
    let WatchingSink { collector, safe_fixes, .. } = watch;
    (FileReport::new(name, &text.source, options, outcome, collector), safe_fixes)
}

/// Collects findings and reports progress.
struct WatchingSink<'a, L> {
    collector: Collector,
    safe_fixes: u32,
    first: Vec<wire::Diagnostic>,
    text: &'a Text,
    words: &'a Words,
    listener: &'a mut L,
}

impl<L> WatchingSink<'_, L> {
    fn now(&self, progress: Progress) -> ProgressState {
        let Progress { done, total, entries } = progress;
        let counts = self.collector.counts();
        ProgressState {
            done,
            total,
            entries,
            errors: counts.error,
            warnings: counts.warning,
            first: self.first.clone(),
        }
    }
}

impl<L: Listener> Sink for WatchingSink<'_, L> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        if diagnostic.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe) {
            self.safe_fixes = self.safe_fixes.saturating_add(1);
        }
        self.collector.diagnostic(diagnostic)
    }

    // A rule is never full for findings with a safe fix, so that all safe fixes are counted.
    fn is_full(&self, rule: Rule, fix: Option<FixKind>) -> bool {
        fix != Some(FixKind::Safe) && self.collector.is_full(rule, fix)
    }

    fn count(&mut self, rule: Rule, severity: Severity) -> ControlFlow<()> {
        self.collector.count(rule, severity)
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        if self.listener.is_due() {
            let found = self.collector.so_far();
            let new = found.get(self.first.len()..found.len().min(FIRST)).unwrap_or_default();
            if !new.is_empty() {
                let places = self.text.places(self.words);
                self.first.extend(new.iter().map(|finding| places.diagnostic(finding, None)));
            }
            self.listener.receive(self.now(progress));
        }
        ControlFlow::Continue(())
    }
}
