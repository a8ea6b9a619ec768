//! A progress bar on standard error, for long operations.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use sitemap_validator::message::number;
use sitemap_validator::output::text::safe;
use sitemap_validator::sink::{Collector, Progress as Position};
use sitemap_validator::{Diagnostic, Sink};

use crate::text::plural;

/// The minimum duration of work that shows a bar.
const DELAY: Duration = Duration::from_millis(500);

/// The time between two redraws.
const INTERVAL: Duration = Duration::from_millis(100);

const TEMPLATE: &str = "{spinner} [{bar:24}] {percent}% of {total_bytes}{prefix}: {wide_msg}";

/// The progress of fetching, for which the total is unknown.
pub(crate) struct Spinner {
    bar: ProgressBar,
    shown: Cell<u64>,
}

impl Spinner {
    pub(crate) fn new(wanted: bool) -> Self {
        let bar = ProgressBar::new_spinner();
        bar.set_draw_target(if wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() });
        bar.enable_steady_tick(INTERVAL);
        Self { bar, shown: Cell::new(0) }
    }

    /// Shows that this many of the known files have been fetched, and the next URL.
    pub(crate) fn show(&self, finished: usize, known: usize, url: &str) {
        self.bar.set_message(format!("{finished} of {known} files fetched: {}", safe(url)));
    }

    /// True once for each value that is higher than all earlier ones.
    pub(crate) fn is_new(&self, value: u64) -> bool {
        self.shown.replace(value.max(self.shown.get())) < value
    }
}

impl Drop for Spinner {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The progress of all files.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    files: u64,
    finished: AtomicU64,
    /// False if no bar is shown.
    wanted: bool,
}

impl Progress {
    /// Starts the progress of this many files; `bytes` is their total size on disk.
    pub(crate) fn new(files: usize, bytes: u64, wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::hidden());
        if bytes == 0 {
            // The size of standard input is unknown.
            bar.unset_length();
        }
        if let Ok(style) = ProgressStyle::with_template(TEMPLATE) {
            bar.set_style(style.progress_chars("=> "));
        }
        Self { bar, begun: Instant::now(), files: files as u64, finished: AtomicU64::new(0), wanted }
    }

    /// Starts the progress of the file `name` with `size` bytes.
    pub(crate) fn file(&self, name: &str, size: u64) -> FileProgress<'_> {
        if self.wanted {
            self.bar.set_message(safe(name).into_owned());
        }
        self.count(0);
        FileProgress { progress: self, size, done: 0 }
    }

    /// Runs `work`, which writes to the terminal, with the bar hidden.
    pub(crate) fn suspend<T>(&self, work: impl FnOnce() -> T) -> T {
        // Without a bar, threads need not wait for the lock under which `work` would run.
        if self.wanted { self.bar.suspend(work) } else { work() }
    }

    /// Adds this many finished files.
    fn count(&self, files: u64) {
        let finished = self.finished.fetch_add(files, Ordering::Relaxed) + files;
        if self.wanted && self.files > 1 {
            self.bar.set_prefix(format!(", {} of {}", number(finished), plural(self.files, "file")));
        }
    }

    fn advance(&self, bytes: u64) {
        if !self.wanted {
            return;
        }
        self.bar.inc(bytes);
        if self.bar.is_hidden() && self.begun.elapsed() >= DELAY {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.enable_steady_tick(INTERVAL);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// The progress of one file; it is finished when this is dropped.
pub(crate) struct FileProgress<'a> {
    progress: &'a Progress,
    /// The size of the file on disk in bytes; 0 if unknown.
    size: u64,
    /// The number of bytes that have been checked.
    done: u64,
}

impl FileProgress<'_> {
    /// Reports that something was read but nothing has been checked yet.
    pub(crate) fn reading(&self) {
        self.progress.advance(0);
    }

    /// Reports that the check has reached `position` in the text.
    fn checking(&mut self, position: Position) {
        if self.size == 0 {
            self.size = position.total;
            let bar = &self.progress.bar;
            bar.set_length(bar.length().unwrap_or(0) + position.total);
        }
        // For a compressed file, a share of the text counts as the same share of the file.
        let share = u128::from(self.size) * u128::from(position.done) / u128::from(position.total.max(1));
        let done = (share as u64).clamp(self.done, self.size);
        self.progress.advance(done - self.done);
        self.done = done;
    }
}

impl Drop for FileProgress<'_> {
    fn drop(&mut self) {
        self.progress.advance(self.size - self.done);
        self.progress.count(1);
    }
}

/// Collects findings and reports progress.
pub(crate) struct Watch<'p, 'a> {
    pub(crate) collector: Collector,
    pub(crate) file: &'p mut FileProgress<'a>,
}

impl Sink for Watch<'_, '_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        self.collector.diagnostic(diagnostic)
    }

    fn progress(&mut self, position: Position) -> ControlFlow<()> {
        self.file.checking(position);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use indicatif::InMemoryTerm;
    use sitemap_validator::{Options, Source, validate};

    use super::*;

    fn shown(progress: &Progress) -> (String, InMemoryTerm) {
        let terminal = InMemoryTerm::new(4, 79);
        progress.bar.set_draw_target(ProgressDrawTarget::term_like(Box::new(terminal.clone())));
        progress.bar.force_draw();
        (terminal.contents(), terminal)
    }

    #[test]
    fn the_bar_follows_the_check() {
        let entry = "<url><loc>https://tidepool.page/a?number=</loc></url>\n";
        let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}", entry.repeat(40_000));
        let source = Source::from_text(text + "</urlset>");
        let progress = Progress::new(1, 1_000, true);
        let mut file = progress.file("sitemap.xml", 1_000);
        let mut watch = Watch { collector: Collector::new(1), file: &mut file };
        validate(&source, &Options::default(), &mut watch);
        let done = progress.bar.position();
        assert!((850..1_000).contains(&done), "{done}");
        assert_eq!(file.done, done);
        drop(file);
        assert_eq!(progress.bar.position(), 1_000);
    }

    #[test]
    fn files_bytes_and_the_current_name_are_shown_and_taken_away() {
        let progress = Progress::new(3, 4 << 20, true);
        drop(progress.file("a.xml", 1 << 20));
        let mut current = progress.file("b\x1b[2J\u{202E}.xml", 2 << 20);
        current.checking(Position { done: 500, total: 1_000, entries: 1 });
        let (line, terminal) = shown(&progress);
        assert!(line.ends_with("] 50% of 4.00 MiB, 1 of 3 files: b␛[2J<U+202E>.xml"), "{line}");
        let aside = progress.suspend(|| terminal.contents());
        assert_eq!(aside, "");
        drop(current);
        drop(progress);
        assert_eq!(terminal.contents(), "");
    }

    #[test]
    fn a_long_name_is_cut() {
        let progress = Progress::new(1, 10, true);
        let file = progress.file(&"long/".repeat(50), 10);
        assert!(shown(&progress).0.lines().count() == 1);
        drop(file);
    }

    #[test]
    fn standard_input_has_the_size_of_its_text() {
        let progress = Progress::new(1, 0, true);
        let mut file = progress.file("<stdin>", 0);
        file.checking(Position { done: 250, total: 1_000, entries: 1 });
        assert!(shown(&progress).0.ends_with("] 25% of 1000 B: <stdin>"), "{}", shown(&progress).0);
    }

    #[test]
    fn nothing_is_shown_unasked_or_before_its_time() {
        for (wanted, age, hidden) in [(true, Duration::ZERO, true), (false, DELAY, true), (true, DELAY, false)] {
            let mut progress = Progress::new(1, 10, wanted);
            progress.begun -= age;
            progress.file("a.xml", 10).reading();
            // Without a terminal, standard error stays hidden in any case.
            assert!(progress.bar.is_hidden() || !hidden);
        }
    }
}
