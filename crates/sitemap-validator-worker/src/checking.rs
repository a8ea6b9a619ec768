//! One file through the core, with progress told on the way.

use std::ops::ControlFlow;

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::sink::{Counts, DEFAULT_CAP, Progress};
use sitemap_validator::{Collector, Diagnostic, FileReport, Options, Sink, validate};
use sitemap_validator_protocol::message::{FromWorker, Progress as Told};
use sitemap_validator_protocol::report as wire;

use crate::edge::Edge;
use crate::texts::Text;

/// A run that takes no longer than this, in milliseconds, tells no progress.
const BLINK: f64 = 150.0;

/// Milliseconds between two messages about progress.
const PAUSE: f64 = 100.0;

/// How many findings come along with progress.
const FIRST: usize = 10;

/// When a run began, when it spoke last, and what its finished files came to.
#[derive(Debug)]
pub struct Pace {
    run: u32,
    began: f64,
    spoke: f64,
    file: u32,
    entries: u64,
    counts: Counts,
}

impl Pace {
    /// A run that begins now.
    pub fn new(run: u32, edge: &impl Edge) -> Self {
        let now = edge.now();
        Self { run, began: now, spoke: now, file: 0, entries: 0, counts: Counts::default() }
    }

    /// Whole milliseconds since the run began.
    #[expect(clippy::cast_sign_loss, reason = "clamped")]
    pub fn elapsed(&self, edge: &impl Edge) -> u32 {
        (edge.now() - self.began).clamp(0.0, f64::from(u32::MAX)).round() as u32
    }

    /// Tells that a file is being read, when it is time to say something.
    pub fn reading(&mut self, edge: &impl Edge, name: &str) {
        if self.due(edge) {
            self.tell(edge, name, Progress::default(), Counts::default(), Vec::new());
        }
    }

    fn due(&mut self, edge: &impl Edge) -> bool {
        let now = edge.now();
        let due = now - self.began > BLINK && now - self.spoke > PAUSE;
        if due {
            self.spoke = now;
        }
        due
    }

    fn tell(&self, edge: &impl Edge, name: &str, at: Progress, counts: Counts, first: Vec<wire::Diagnostic>) {
        edge.post(&FromWorker::Progress(Told {
            run: self.run,
            file: self.file,
            name: name.to_owned(),
            done: at.done,
            total: at.total,
            entries: self.entries + at.entries,
            errors: self.counts.error + counts.error,
            warnings: self.counts.warning + counts.warning,
            first,
        }));
    }

    /// Counts a file in that is done.
    pub const fn finished(&mut self, entries: u64, errors: u64, warnings: u64) {
        self.file += 1;
        self.entries += entries;
        self.counts.error += errors;
        self.counts.warning += warnings;
    }
}

/// The report on `text`, and how many safe repairs were found, those of findings not kept included.
pub fn check(name: &str, text: &Text, options: &Options, pace: &mut Pace, edge: &impl Edge) -> (FileReport, u32) {
    let collector = Collector::new(DEFAULT_CAP);
    let mut watch = Watch { collector, safe_fixes: 0, first: Vec::new(), name, text, pace, edge };
    let outcome = validate(&text.source, options, &mut watch);
    let Watch { collector, safe_fixes, pace, .. } = watch;
    let report = FileReport::new(name, &text.source, options, outcome, collector);
    pace.finished(report.outcome.stats.entries, report.counts.error, report.counts.warning);
    (report, safe_fixes)
}

/// Collects findings and tells progress.
struct Watch<'a, E: Edge> {
    collector: Collector,
    safe_fixes: u32,
    first: Vec<wire::Diagnostic>,
    name: &'a str,
    text: &'a Text,
    pace: &'a mut Pace,
    edge: &'a E,
}

impl<E: Edge> Sink for Watch<'_, E> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        if diagnostic.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe) {
            self.safe_fixes = self.safe_fixes.saturating_add(1);
        }
        self.collector.diagnostic(diagnostic)
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        if self.pace.due(self.edge) {
            let found = self.collector.so_far();
            let new = found.get(self.first.len()..found.len().min(FIRST)).unwrap_or_default();
            if !new.is_empty() {
                let places = self.text.places();
                self.first.extend(new.iter().map(|finding| places.diagnostic(finding, None)));
            }
            self.pace.tell(self.edge, self.name, progress, self.collector.counts(), self.first.clone());
        }
        ControlFlow::Continue(())
    }
}
