//! One file through the core, with progress told on the way.

use std::cell::OnceCell;
use std::ops::ControlFlow;

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::output::json::Places;
use sitemap_validator::sink::{Counts, DEFAULT_CAP, Progress};
use sitemap_validator::{Collector, Diagnostic, FileReport, LineIndex, Options, Sink, Source, validate};
use sitemap_validator_protocol::message::{FromWorker, Progress as Told};
use sitemap_validator_protocol::report as wire;

use crate::edge::Edge;
use crate::kept::Kept;

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

    /// Tells that the next file is being read, when it is time to say something.
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

    fn finished(&mut self, report: &FileReport) {
        self.file += 1;
        self.entries += report.outcome.stats.entries;
        self.counts.error += report.counts.error;
        self.counts.warning += report.counts.warning;
    }
}

/// Checks `source` and keeps what the page may ask for afterwards.
pub fn check(name: &str, source: Source, options: Options, pace: &mut Pace, edge: &impl Edge) -> Kept {
    let mut watch = Watch {
        collector: Collector::new(DEFAULT_CAP),
        safe_fixes: 0,
        lines: OnceCell::new(),
        first: Vec::new(),
        name,
        source: &source,
        pace,
        edge,
    };
    let outcome = validate(&source, &options, &mut watch);
    let Watch { collector, safe_fixes, lines, pace, .. } = watch;
    let report = FileReport::new(name, &source, &options, outcome, collector);
    pace.finished(&report);
    let lines = lines.into_inner().unwrap_or_else(|| source.line_index());
    Kept::new(source, options, report, lines, safe_fixes)
}

/// Collects findings and tells progress.
struct Watch<'a, E: Edge> {
    collector: Collector,
    safe_fixes: u32,
    lines: OnceCell<LineIndex>,
    first: Vec<wire::Diagnostic>,
    name: &'a str,
    source: &'a Source,
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
                let lines = self.lines.get_or_init(|| self.source.line_index());
                let places = Places::new(self.source, lines);
                self.first.extend(new.iter().map(|finding| places.diagnostic(finding, None)));
            }
            self.pace.tell(self.edge, self.name, progress, self.collector.counts(), self.first.clone());
        }
        ControlFlow::Continue(())
    }
}
