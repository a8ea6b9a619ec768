//! Runs each check in a process of its own, and prints the results of all.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::checks::Tier;
use crate::process::{command, this_program};
use crate::steps::{LEFT_OUT, note};

/// The results so far. Checks that run side by side write to it.
#[derive(Debug)]
pub(crate) struct Report {
    begun: Instant,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    checks: Vec<Outcome>,
    passed: u64,
    failed: u64,
    failures: Vec<Failure>,
    left_out: Vec<String>,
}

/// A failed test.
#[derive(Debug)]
struct Failure {
    check: &'static str,
    test: String,
    /// The first lines of what the test runner says about it.
    reason: Vec<String>,
}

/// How many lines say why a test failed.
const REASON: usize = 8;

#[derive(Debug, Default)]
struct Outcome {
    name: &'static str,
    duration: Duration,
    /// In seconds, of the check and all processes it started.
    processor_time: f64,
    /// Empty if the check passed.
    problem: String,
    /// Which failure the next lines are about.
    failure: Option<usize>,
}

impl Default for Report {
    fn default() -> Self {
        Self { begun: Instant::now(), state: Mutex::default() }
    }
}

impl Report {
    /// Runs a check as `tier` asks for, and prints each of its lines after its name. True if it passes.
    pub(crate) fn start(&self, root: &Path, name: &'static str, tier: Tier) -> bool {
        let begun = Instant::now();
        let mut outcome = Outcome { name, ..Outcome::default() };
        match self.run(root, &mut outcome, tier) {
            Ok(status) if status.success() => outcome.problem.clear(),
            Ok(status) if outcome.problem.is_empty() => outcome.problem = format!("failed ({status})"),
            Ok(_) => {}
            Err(error) => outcome.problem = format!("could not be started: {error}"),
        }
        outcome.duration = begun.elapsed();
        let is_passed = outcome.problem.is_empty();
        self.end(outcome);
        is_passed
    }

    /// Records a check that is not run.
    pub(crate) fn skip(&self, name: &'static str, reason: &str) {
        self.end(Outcome { name, problem: format!("not run, {reason}"), ..Outcome::default() });
    }

    /// The name and the seconds of each check that has passed.
    pub(crate) fn times(&self) -> Vec<(&'static str, u64)> {
        let passed = |check: &&Outcome| check.problem.is_empty();
        self.state().checks.iter().filter(passed).map(|check| (check.name, check.duration.as_secs())).collect()
    }

    /// Prints the table, the problems, the failed tests, what was left out, `last` and the number of tests. True if everything
    /// was run.
    pub(crate) fn print(&self, last: &str) -> Result<bool, String> {
        let state = self.state();
        print!("{}", table(&state.checks, self.begun.elapsed()));
        let failed: Vec<&Outcome> = state.checks.iter().filter(|check| !check.problem.is_empty()).collect();
        let problems = failed.iter().map(|check| format!("{}: {}", check.name, check.problem));
        let failures = state.failures.iter().map(|Failure { check, test, reason }| {
            reason.iter().fold(format!("failed: {check}: {test}"), |text, line| format!("{text}\n    {line}"))
        });
        for line in problems.chain(failures).chain(state.left_out.iter().cloned()) {
            println!("{line}");
        }
        if !last.is_empty() {
            println!("{last}");
        }
        println!("{} passed, {} failed", state.passed, state.failed);
        if failed.is_empty() {
            Ok(state.left_out.is_empty())
        } else {
            Err(format!("failed: {}", failed.iter().map(|check| check.name).collect::<Vec<_>>().join(", ")))
        }
    }

    fn run(&self, root: &Path, outcome: &mut Outcome, tier: Tier) -> io::Result<ExitStatus> {
        let (reader, writer) = io::pipe()?;
        let mut command = command(this_program()?, root);
        // Lines are read for totals, so they are without colors.
        command.env("CARGO_TERM_COLOR", "never").env_remove("FORCE_COLOR");
        command.args(["check", outcome.name, tier.option()]);
        let mut child = command.stdout(writer.try_clone()?).stderr(writer).spawn()?;
        // The command holds the pipe's ends for writing.
        drop(command);
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(reader).split(b'\n').map_while(Result::ok) {
                let _ = sender.send(String::from_utf8_lossy(&line).trim_end_matches('\r').to_owned());
            }
        });
        loop {
            match lines.recv_timeout(Duration::from_millis(100)) {
                Ok(line) => {
                    println!("{:<14} | {line}", outcome.name);
                    self.state().read(&line, outcome);
                }
                // A process that the check has left running may keep the pipe open.
                Err(RecvTimeoutError::Timeout) if child.try_wait()?.is_none() => {}
                Err(_) => return child.wait(),
            }
        }
    }

    fn end(&self, outcome: Outcome) {
        println!("{:<14} | {}", outcome.name, outcome.verdict());
        self.state().checks.push(outcome);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Reads a line of a check: of this program, of `cargo test`, or of Node's test runner.
    fn read(&mut self, line: &str, outcome: &mut Outcome) {
        let text = line.trim();
        if let Some(problem) = line.strip_prefix("xtask: ") {
            problem.clone_into(&mut outcome.problem);
        } else if let Some(time) = text.strip_prefix(PROCESSOR_TIME) {
            outcome.processor_time = time.trim_end_matches(" s").parse().unwrap_or_default();
        } else if text.starts_with(LEFT_OUT) {
            self.left_out.push(text.to_owned());
        } else {
            self.read_failure(text, outcome);
        }
        let words: Vec<&str> = text.split([' ', ';']).collect();
        let is_summary = text.starts_with("test result: ");
        for pair in words.windows(2) {
            match (words[0], pair) {
                // `test result: ok. 3 passed; 0 failed; 0 ignored`
                (_, [count, "passed"]) if is_summary => self.passed += count.parse().unwrap_or(0),
                (_, [count, "failed"]) if is_summary => self.failed += count.parse().unwrap_or(0),
                // `ℹ pass 3`, or in the reporter for scripts `# pass 3`
                ("ℹ" | "#", ["pass", count]) => self.passed += count.parse().unwrap_or(0),
                ("ℹ" | "#", ["fail" | "cancelled", count]) => self.failed += count.parse().unwrap_or(0),
                _ => {}
            }
        }
    }

    /// Reads which test failed, then why: Node says so when it names the test again, `cargo test` after `---- NAME stdout ----`.
    fn read_failure(&mut self, text: &str, outcome: &mut Outcome) {
        let of_cargo = text.strip_prefix("---- ").and_then(|text| text.strip_suffix(" stdout ----"));
        let failed = failed_test(text);
        if let Some(test) = of_cargo.or(failed) {
            let check = outcome.name;
            outcome.failure = self.failures.iter().position(|failure| failure.check == check && failure.test == test);
            if outcome.failure.is_none() && failed.is_some() {
                self.failures.push(Failure { check, test: test.to_owned(), reason: Vec::new() });
            }
        } else if let Some(failure) = outcome.failure.and_then(|index| self.failures.get_mut(index))
            && !text.is_empty()
            && failure.reason.len() < REASON
        {
            failure.reason.push(text.to_owned());
        }
    }
}

/// The name of the test that a line says has failed: `✖ NAME (12.5ms)` of Node, `test NAME ... FAILED` of `cargo test`.
fn failed_test(line: &str) -> Option<&str> {
    let of_node = || line.strip_prefix("✖ ")?.strip_suffix("ms)")?.rsplit_once(" (");
    let of_cargo = || line.strip_prefix("test ")?.strip_suffix(" ... FAILED");
    of_node().map(|(name, _)| name).or_else(of_cargo)
}

impl Outcome {
    fn verdict(&self) -> &'static str {
        if self.problem.is_empty() { "ok" } else { "FAILED" }
    }
}

/// The start of the line with a check's processor time.
const PROCESSOR_TIME: &str = "processor time: ";

/// Prints the processor time of this process and of those it started, where the system is Linux.
pub(crate) fn print_processor_time() {
    if let Some(time) = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| processor_time(&stat)) {
        note(&format!("{PROCESSOR_TIME}{:.1} s", time.as_secs_f64()));
    }
}

/// The sum of `utime`, `stime`, `cutime` and `cstime` in Linux's `/proc/self/stat`, in ticks of 10 ms.
fn processor_time(stat: &str) -> Option<Duration> {
    let (_, fields) = stat.rsplit_once(')')?;
    let times: Vec<u64> = fields.split_whitespace().skip(11).take(4).filter_map(|field| field.parse().ok()).collect();
    (times.len() == 4).then(|| Duration::from_millis(times.iter().sum::<u64>() * 10))
}

fn table(checks: &[Outcome], duration: Duration) -> String {
    let mut table = format!("\n  {:<14} {:>9} {:>11}\n", "", "time", "processor");
    let rows = checks.iter().map(|check| (check.name, check.duration, check.processor_time, check.verdict()));
    let total = checks.iter().map(|check| check.processor_time).sum();
    for (name, duration, processor_time, verdict) in rows.chain([("all", duration, total, "")]) {
        let _ = writeln!(table, "  {name:<14} {:>7.1} s {processor_time:>9.1} s  {verdict}", duration.as_secs_f64());
    }
    table + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_for_totals_and_problems() {
        let mut state = State::default();
        let mut outcome = Outcome { name: "tests", ..Outcome::default() };
        for line in [
            "test a ... ok",
            "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s",
            "test result: FAILED. 12 passed; 2 failed; 0 ignored; finished in 1.50s",
            "ℹ tests 4",
            "ℹ pass 2",
            "ℹ fail 1",
            "# cancelled 1",
            "# pass 5",
            "12 passed, 3 failed",
            "pass 3",
            "test b::c ... FAILED",
            "---- b::c stdout ----",
            "assertion failed",
            "✖ failing tests:",
            "  ✖ it ends (on time) (12.5ms)",
            "ℹ pass many",
            "✖ it ends (on time) (12.5ms)",
            "",
            "  Error: too late",
            "      left out: the brotli module",
            "      processor time: 4.1 s",
            "xtask: it broke",
        ] {
            state.read(line, &mut outcome);
        }
        assert_eq!((state.passed, state.failed), (22, 4));
        let failures = state
            .failures
            .iter()
            .map(|failure| (failure.test.as_str(), failure.reason.first().map_or("", |line| line)));
        assert_eq!(
            failures.collect::<Vec<_>>(),
            [("b::c", "assertion failed"), ("it ends (on time)", "Error: too late")]
        );
        assert_eq!(state.left_out, ["left out: the brotli module"]);
        assert_eq!((outcome.problem.as_str(), outcome.verdict()), ("it broke", "FAILED"));
        outcome.duration = Duration::from_millis(1240);
        let table = table(&[outcome], Duration::from_secs(2));
        assert!(
            table
                .contains("  tests              1.2 s       4.1 s  FAILED\n  all                2.0 s       4.1 s  \n"),
            "{table}"
        );
    }

    #[test]
    fn linux_reports_processor_time() {
        let stat = "5123 (a ) b) S 1 5123 5123 0 -1 4194560 1095 7003 0 1 12 34 56 78 20 0 1 0 99 1 2";
        assert_eq!(processor_time(stat), Some(Duration::from_millis(1800)));
        assert_eq!(processor_time("5123 (xtask) S 1"), None);
    }
}
