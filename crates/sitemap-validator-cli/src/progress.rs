//! How far the work is, in one line on the terminal, while it takes long.
//!
//! Who reads and checks only notes where it is ([`Mark`]). A thread of its own writes that from time to time, and
//! takes it away before anything else is written ([`Display`]).

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use sitemap_validator::message::number;
use sitemap_validator::output::text::{plural, safe};
use sitemap_validator::sink::{Collector, Progress};
use sitemap_validator::{Diagnostic, Sink};

/// What takes no longer shows nothing.
const BLINK: Duration = Duration::from_millis(500);

/// The time between two lines.
const PAUSE: Duration = Duration::from_millis(100);

/// The longest line, in characters.
const WIDE: usize = 79;

/// To the first column, and nothing on the line.
const CLEAR: &str = "\r\x1b[2K";

/// What does not fit is cut, and then wraps again: a line that wraps cannot be taken away.
const CUT: [&str; 2] = ["\x1b[?7l", "\x1b[?7h"];

const READING: u8 = 1;
const OPENING: u8 = 2;
const CHECKING: u8 = 3;
const DONE: u8 = 4;

/// How far the work on a file is.
#[derive(Debug, Default)]
pub(crate) struct Mark {
    name: String,
    /// Its bytes on the disk; 0 when nobody knows.
    size: u64,
    stage: AtomicU8,
    done: AtomicU64,
    total: AtomicU64,
    entries: AtomicU64,
}

impl Mark {
    /// Nothing is done yet with the file called `name` of so many bytes.
    pub(crate) fn new(name: &str, size: u64) -> Self {
        Self { name: safe(name).into_owned(), size, ..Self::default() }
    }

    /// So many bytes were read.
    pub(crate) fn reading(&self, bytes: u64) {
        self.set(READING, bytes, self.size, 0);
    }

    /// All bytes were read, and become text.
    pub(crate) fn opening(&self) {
        self.set(OPENING, 0, 0, 0);
    }

    /// The check is so far.
    pub(crate) fn checking(&self, at: Progress) {
        self.set(CHECKING, at.done, at.total, at.entries);
    }

    /// All is done; the file had so many entries.
    pub(crate) fn done(&self, entries: u64) {
        self.set(DONE, 1, 1, entries);
    }

    fn set(&self, stage: u8, done: u64, total: u64, entries: u64) {
        for (slot, value) in [(&self.done, done), (&self.total, total), (&self.entries, entries)] {
            slot.store(value, Ordering::Relaxed);
        }
        self.stage.store(stage, Ordering::Relaxed);
    }

    /// The stage, and bytes done, bytes in all and entries.
    fn get(&self) -> (u8, u64, u64, u64) {
        let value = |slot: &AtomicU64| slot.load(Ordering::Relaxed);
        (self.stage.load(Ordering::Relaxed), value(&self.done), value(&self.total), value(&self.entries))
    }

    /// What the line says of a file alone.
    fn line(&self) -> String {
        let (stage, done, total, entries) = self.get();
        let words = match stage {
            CHECKING | DONE => format!("{}, {}", share(done, total), plural_of(entries)),
            OPENING => "reading the text".to_owned(),
            _ if total == 0 => format!("reading, {}", plural(done, "byte")),
            _ => format!("reading, {}", share(done, total)),
        };
        let room = WIDE.saturating_sub(words.chars().count() + 2);
        let length = self.name.chars().count();
        if length <= room {
            return format!("{}: {words}", self.name);
        }
        let end: String = self.name.chars().skip(length + 1 - room.max(1)).collect();
        format!("…{end}: {words}")
    }

    /// How many bytes of the file on the disk its text was checked of, as far as that can be said.
    fn checked(&self) -> u64 {
        match self.get() {
            (CHECKING | DONE, done, total, _) if total > 0 => {
                (u128::from(self.size) * u128::from(done.min(total)) / u128::from(total)) as u64
            }
            _ => 0,
        }
    }
}

fn share(done: u64, total: u64) -> String {
    let percent = u128::from(done) * 100 / u128::from(total.max(1));
    format!("{percent} %, {} of {} bytes", number(done), number(total))
}

fn plural_of(entries: u64) -> String {
    if entries == 1 { "1 entry".to_owned() } else { format!("{} entries", number(entries)) }
}

/// What the line says of several files, or of one.
fn line(marks: &[Mark]) -> String {
    if let [mark] = marks {
        return mark.line();
    }
    let ready = marks.iter().filter(|mark| mark.get().0 == DONE).count();
    let total = marks.iter().map(|mark| mark.size).sum();
    let done = marks.iter().map(Mark::checked).sum();
    let entries = marks.iter().map(|mark| mark.get().3).sum();
    format!("{ready} of {}: {}, {}", plural(marks.len() as u64, "file"), share(done, total), plural_of(entries))
}

/// Collects findings, and notes how far the check is.
pub(crate) struct Watch<'a> {
    pub(crate) collector: Collector,
    pub(crate) mark: &'a Mark,
}

impl Sink for Watch<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        self.collector.diagnostic(diagnostic)
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.mark.checking(progress);
        ControlFlow::Continue(())
    }
}

/// Where the line is shown.
struct Screen<W> {
    state: Mutex<State<W>>,
    changed: Condvar,
}

struct State<W> {
    out: W,
    /// A line is there.
    shown: bool,
    ended: bool,
}

impl<W: Write> Screen<W> {
    fn new(out: W) -> Self {
        Self { state: Mutex::new(State { out, shown: false, ended: false }), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State<W>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows what `line` says after each of `pauses`, until the work has ended.
    fn run(&self, line: impl Fn() -> String, pauses: impl Iterator<Item = Duration>) {
        let mut state = self.state();
        for pause in pauses {
            let waited = self.changed.wait_timeout_while(state, pause, |state| !state.ended);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.ended {
                break;
            }
            state.show(&line());
        }
    }

    fn end(&self) {
        let mut state = self.state();
        state.clear();
        state.ended = true;
        self.changed.notify_all();
    }
}

impl<W: Write> State<W> {
    // A terminal that takes no more is no reason to stop.
    fn show(&mut self, line: &str) {
        let [cut, wrap] = CUT;
        let _ = self.out.write_all(format!("{CLEAR}{cut}{line}{wrap}").as_bytes()).and_then(|()| self.out.flush());
        self.shown = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            let _ = self.out.write_all(CLEAR.as_bytes()).and_then(|()| self.out.flush());
        }
    }
}

/// The line on standard error, as long as this lives.
#[derive(Default)]
pub(crate) struct Display(Option<(Arc<Screen<io::Stderr>>, JoinHandle<()>)>);

impl Display {
    /// Shows how far `marks` are.
    pub(crate) fn of(marks: &Arc<[Mark]>) -> Self {
        let screen = Arc::new(Screen::new(io::stderr()));
        let (shown, marks) = (screen.clone(), marks.clone());
        let pauses = std::iter::once(BLINK).chain(std::iter::repeat(PAUSE));
        let writer = thread::Builder::new().spawn(move || shown.run(|| line(&marks), pauses));
        // Without a thread for it there is none.
        Self(writer.ok().map(|writer| (screen, writer)))
    }

    /// Does `work`, which writes something else, with no line in its way.
    pub(crate) fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        let Some((screen, _)) = &self.0 else { return work() };
        let mut state = screen.state();
        state.clear();
        work()
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        if let Some((screen, writer)) = self.0.take() {
            screen.end();
            let _ = writer.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use sitemap_validator::{Options, Source, validate};

    use super::*;

    /// Checks what the line says at every step of a check.
    struct Steps<'a> {
        watch: Watch<'a>,
        last: Progress,
        lines: Vec<String>,
    }

    impl Sink for Steps<'_> {
        fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
            self.watch.diagnostic(diagnostic)
        }

        fn progress(&mut self, at: Progress) -> ControlFlow<()> {
            assert!(at.done > self.last.done && at.done <= at.total && at.entries >= self.last.entries);
            self.last = at;
            let told = self.watch.progress(at);
            self.lines.push(self.watch.mark.line());
            told
        }
    }

    #[test]
    fn the_line_says_exactly_where_the_check_is() {
        let entry = "<url><loc>https://tidepool.page/a?number=</loc></url>\n";
        let text = format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{}", entry.repeat(40_000));
        let source = Source::from_text(text + "</urlset>");
        let mark = Mark::new("sitemap.xml", 7);
        let watch = Watch { collector: Collector::new(1), mark: &mark };
        let mut steps = Steps { watch, last: Progress::default(), lines: Vec::new() };
        let outcome = validate(&source, &Options::default(), &mut steps);
        let total = source.text().len() as u64;
        assert!(steps.lines.len() as u64 >= total / (300 * 1024), "{}", steps.lines.len());
        assert!(steps.last.total == total && steps.last.entries <= outcome.stats.entries);
        // The entries behind the place that is told of are as many as fit.
        let behind = outcome.stats.entries - steps.last.entries;
        assert!(behind.abs_diff((total - steps.last.done) / entry.len() as u64) <= 1, "{behind}");
        let (done, entries) = (steps.last.done, steps.last.entries);
        let words = format!(
            "sitemap.xml: {} %, {} of {} bytes, {} entries",
            done * 100 / total,
            number(done),
            number(total),
            number(entries)
        );
        assert_eq!(steps.lines.last(), Some(&words));
    }

    #[test]
    fn each_stage_has_its_words() {
        let mark = Mark::new("a\x1b.xml", 2_000);
        mark.reading(1_000);
        assert_eq!(mark.line(), "a␛.xml: reading, 50 %, 1,000 of 2,000 bytes");
        mark.opening();
        assert_eq!(mark.line(), "a␛.xml: reading the text");
        mark.checking(Progress { done: 500, total: 50_000, entries: 1 });
        assert_eq!(mark.line(), "a␛.xml: 1 %, 500 of 50,000 bytes, 1 entry");
        let piped = Mark::new("<stdin>", 0);
        piped.reading(1);
        assert_eq!(piped.line(), "<stdin>: reading, 1 byte");
        let long = Mark::new(&"ä/".repeat(200), u64::MAX);
        long.checking(Progress { done: u64::from(u32::MAX), total: u64::from(u32::MAX), entries: 123_456_789 });
        assert!(long.line().chars().count() == WIDE && long.line().starts_with('…'), "{}", long.line());
    }

    #[test]
    fn several_files_are_told_of_together() {
        let marks = [Mark::new("a", 1_000), Mark::new("b.gz", 100), Mark::new("c", 900)];
        assert_eq!(line(&marks), "0 of 3 files: 0 %, 0 of 2,000 bytes, 0 entries");
        marks[2].reading(900);
        assert_eq!(line(&marks), "0 of 3 files: 0 %, 0 of 2,000 bytes, 0 entries");
        marks[2].done(30);
        marks[0].checking(Progress { done: 500, total: 1_000, entries: 20 });
        // Of a packed file a part of the text is taken for as large a part of the file.
        marks[1].checking(Progress { done: 1_000, total: 4_000, entries: 5 });
        assert_eq!(line(&marks), "1 of 3 files: 71 %, 1,425 of 2,000 bytes, 55 entries");
        for mark in &marks {
            mark.done(50);
        }
        assert_eq!(line(&marks), "3 of 3 files: 100 %, 2,000 of 2,000 bytes, 150 entries");
    }

    #[test]
    fn the_line_is_written_anew_and_taken_away() {
        let screen = Screen::new(Vec::new());
        let count = Cell::new(0);
        let line = || {
            count.set(count.get() + 1);
            format!("line {}", count.get())
        };
        screen.run(line, std::iter::repeat_n(Duration::ZERO, 2));
        screen.end();
        screen.run(line, std::iter::repeat(Duration::MAX));
        let (state, [cut, wrap]) = (screen.state(), CUT);
        assert_eq!(
            String::from_utf8_lossy(&state.out),
            format!("{CLEAR}{cut}line 1{wrap}{CLEAR}{cut}line 2{wrap}{CLEAR}")
        );
    }
}
