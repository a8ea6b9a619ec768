//! The progress of a run over all its files, and when to post it.

use sitemap_validator::session::retain_others;
use sitemap_validator_protocol::message::{FromWorker, Progress};
use sitemap_validator_protocol::report::File;

use crate::checking::{Listener, ProgressState};
use crate::edge::Edge;

/// The minimum duration of runs whose progress is posted, in milliseconds.
const BLINK: f64 = 150.0;

/// The minimum time between two progress messages, in milliseconds.
pub const PAUSE: f64 = 100.0;

/// The progress of a run and of its files, and the time of the last progress message.
#[derive(Debug)]
pub struct Pace {
    run: u32,
    began: f64,
    spoke: Option<f64>,
    /// The names and original sizes of the files.
    files: Vec<(String, u64)>,
    /// The files being read, in the order in which they were started.
    working: Vec<(usize, ProgressState)>,
    /// The sums of the finished files.
    finished: u32,
    behind: u64,
    sums: ProgressState,
}

impl Pace {
    /// Starts the progress of a run over `files`, which are given by name and size.
    pub fn new(run: u32, files: Vec<(String, u64)>, edge: &impl Edge) -> Self {
        Self {
            run,
            began: edge.now(),
            spoke: None,
            files,
            working: Vec::new(),
            finished: 0,
            behind: 0,
            sums: ProgressState::default(),
        }
    }

    /// The whole milliseconds since the run began.
    #[expect(clippy::cast_sign_loss, reason = "clamped")]
    pub fn elapsed(&self, edge: &impl Edge) -> u32 {
        (edge.now() - self.began).clamp(0.0, f64::from(u32::MAX)).round() as u32
    }

    /// Posts that a file is being examined, if progress is due.
    pub fn looking(&mut self, file: usize, edge: &impl Edge) {
        self.begin(file);
        self.post_when_due(edge);
        self.working.clear();
    }

    /// Removes these files and renumbers the others.
    pub fn leave_out(&mut self, files: &[usize]) {
        retain_others(&mut self.files, files);
    }

    /// Records that reading of a file has started.
    pub fn begin(&mut self, file: usize) {
        self.working.push((file, ProgressState::default()));
    }

    /// Records that a file is no longer being read.
    pub fn return_file(&mut self, file: usize) {
        self.working.retain(|(working, _)| *working != file);
    }

    /// Updates the progress of a file that is being read.
    pub fn set(&mut self, file: usize, now: ProgressState) {
        if let Some((_, known)) = self.working.iter_mut().find(|(working, _)| *working == file) {
            *known = now;
        }
    }

    /// Counts a finished file.
    pub fn finish(&mut self, file: usize, summary: &File) {
        self.return_file(file);
        self.finished += 1;
        self.behind += self.size(file);
        self.sums.entries += summary.stats.entries;
        self.sums.errors += summary.counts.error;
        self.sums.warnings += summary.counts.warning;
    }

    /// Posts the progress if it is due.
    pub fn post_when_due(&mut self, edge: &impl Edge) {
        if self.is_due(edge) {
            self.post_progress(edge);
        }
    }

    fn is_due(&self, edge: &impl Edge) -> bool {
        let now = edge.now();
        now - self.began > BLINK && self.spoke.is_none_or(|spoke| now - spoke > PAUSE)
    }

    /// Posts the complete progress if any progress was posted before.
    pub fn post_end(&mut self, edge: &impl Edge) {
        if self.spoke.is_some() {
            self.post_progress(edge);
        }
    }

    /// Posts the progress of the run.
    pub fn post_progress(&mut self, edge: &impl Edge) {
        self.spoke = Some(edge.now());
        edge.post(FromWorker::Progress(self.progress()));
    }

    /// The name of a file.
    pub fn name(&self, file: usize) -> &str {
        self.files.get(file).map_or("", |(name, _)| name)
    }

    fn size(&self, file: usize) -> u64 {
        self.files.get(file).map_or(0, |(_, size)| *size)
    }

    fn progress(&self) -> Progress {
        let mut sums = self.sums.clone();
        let mut behind = self.behind;
        for (file, now) in &self.working {
            sums.entries += now.entries;
            sums.errors += now.errors;
            sums.warnings += now.warnings;
            // The progress is a share of the original file, which may be compressed.
            let part = u128::from(self.size(*file)) * u128::from(now.done) / u128::from(now.total.max(1));
            behind += part as u64;
        }
        let first = self.working.first();
        let (done, total) = match (&self.files[..], first) {
            ([_], Some((_, now))) => (now.done, now.total),
            ([_], None) => (0, 0),
            (files, _) => (behind, files.iter().map(|(_, size)| size).sum()),
        };
        let at = first.map_or(self.files.len().saturating_sub(1), |(file, _)| *file);
        Progress {
            run: self.run,
            files: self.files.len() as u32,
            finished: self.finished,
            name: self.files.get(at).map(|(name, _)| name.clone()).unwrap_or_default(),
            done,
            total,
            entries: sums.entries,
            errors: sums.errors,
            warnings: sums.warnings,
            first: first.map(|(_, now)| now.first.clone()).unwrap_or_default(),
        }
    }
}

/// The check of a file in this worker.
#[derive(Debug)]
pub struct LocalCheck<'a, E> {
    /// The progress of its run.
    pub pace: &'a mut Pace,
    /// Its index in the run.
    pub file: usize,
    /// The browser.
    pub edge: &'a E,
}

impl<E: Edge> Listener for LocalCheck<'_, E> {
    fn is_due(&mut self) -> bool {
        self.edge.pause();
        self.pace.is_due(self.edge)
    }

    fn receive(&mut self, now: ProgressState) {
        self.pace.set(self.file, now);
        self.pace.post_progress(self.edge);
    }

    fn receive_end(&mut self, end: ProgressState) {
        self.edge.mark("report");
        self.pace.set(self.file, end);
        if self.pace.files.len() == 1 {
            self.pace.post_end(self.edge);
        }
    }
}
