//! `cargo xtask test`: selects checks, runs them, and says what was not run.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use crate::checks::{Check, Tier};
use crate::process::{built, command, run as run_command, this_program};
use crate::report::Report;
use crate::schedule;
use crate::selection::{Changes, Selected, changes, select};

/// The exit code of a run that left something out, because a program or the network was missing.
const INCOMPLETE: u8 = 3;

/// What `--every` adds to `--all`.
const ONLY_EVERY: &str = "not run: large inputs, most tests in Firefox and WebKit, other versions of Spark, Docusaurus, builds as they are released (`cargo \
     xtask test --every` runs them)";

/// The checks whose results are files that a change may change on purpose, with the variables that have them written.
const ACCEPTED: [(&str, &[(&str, &str)]); 3] = [
    ("tests", &[("INSTA_UPDATE", "always"), ("UPDATE_SCHEMA", "1")]),
    ("looks", &[("UPDATE_LOOKS", "1")]),
    ("budgets", &[]),
];

/// Runs the checks of a tier, or those that the changes select, and prints their results.
pub(crate) fn run(root: &Path, tier: Tier) -> Result<ExitCode, String> {
    let (selected, left_out) = select(tier, &changes(root).map(|changes| changes.files).unwrap_or_default());
    let times = Times::read(root);
    // What others need, and then what takes long; what was never measured keeps the order of the table.
    let is_needed = |check: &Check| selected.iter().any(|other| other.check.after.contains(&check.name));
    let mut order: Vec<&'static Check> = selected.iter().map(|selected| selected.check).collect();
    order.sort_by_key(|check| (!is_needed(check), Reverse(times.of(check).unwrap_or(u64::MAX))));
    let report = Report::default();
    // A check that waits for a browser leaves a processor idle.
    let capacity = thread::available_parallelism().map_or(2, usize::from).max(2) + 1;
    let work = |check: &'static Check| report.start(root, check.name, tier.max(check.tier));
    schedule::run(&order, capacity, work, |check, needed| report.skip(check.name, &format!("{needed} has failed")));
    times.write(&report.times());
    let last = match tier {
        Tier::Quick if left_out.is_empty() => String::new(),
        Tier::Quick => format!("not run: {} (`cargo xtask test --all` runs them)", names(&left_out)),
        Tier::All => ONLY_EVERY.to_owned(),
        Tier::Every => String::new(),
    };
    let is_complete = report.print(&last)?;
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(INCOMPLETE) })
}

/// Prints what the files are compared with, the checks of a run, why each is in it, and how long it took the last time.
pub(crate) fn list(root: &Path, tier: Tier) {
    let changes = changes(root);
    println!("{}", comparison(changes.as_ref()));
    let (selected, left_out) = select(tier, &changes.map(|changes| changes.files).unwrap_or_default());
    let times = Times::read(root);
    for Selected { check, reason } in &selected {
        let seconds = times.of(check).map_or_else(|| "not measured".to_owned(), |seconds| format!("{seconds} s"));
        println!("{:<14} {seconds:>12}  {reason}", check.name);
    }
    match tier {
        Tier::Quick => println!("not run: {}", names(&left_out)),
        Tier::All => println!("{ONLY_EVERY}"),
        Tier::Every => {}
    }
}

/// Writes the files with the results that a change has changed on purpose: golden files, pictures, budgets. They are to be
/// looked at before they are committed.
pub(crate) fn update(root: &Path) -> Result<(), String> {
    for (name, variables) in ACCEPTED {
        let mut update = command(this_program().map_err(|error| error.to_string())?, root);
        let words: &[&str] = if name == "budgets" { &["budgets", "--update"] } else { &["check", name] };
        run_command(update.args(words).envs(variables.iter().copied()))?;
    }
    Ok(())
}

/// What the files are compared with, as a sentence.
fn comparison(changes: Option<&Changes>) -> String {
    match changes {
        Some(Changes { base, files }) => format!("Compared with {base}; changed or new files: {}.", files.len()),
        None => "There is no commit of the main branch to compare with: no check is selected by changes.".to_owned(),
    }
}

fn names(checks: &[&'static Check]) -> String {
    checks.iter().map(|check| check.name).collect::<Vec<_>>().join(", ")
}

/// How long each check took the last time, in seconds.
struct Times {
    path: PathBuf,
    seconds: HashMap<String, u64>,
}

impl Times {
    fn read(root: &Path) -> Self {
        let path = built(root).join("check-times.txt");
        let text = fs::read_to_string(&path).unwrap_or_default();
        let line = |line: &str| {
            line.split_once(' ').and_then(|(name, seconds)| Some((name.to_owned(), seconds.parse().ok()?)))
        };
        Self { seconds: text.lines().filter_map(line).collect(), path }
    }

    fn of(&self, check: &Check) -> Option<u64> {
        self.seconds.get(check.name).copied()
    }

    fn write(mut self, new: &[(&'static str, u64)]) {
        self.seconds.extend(new.iter().map(|(name, seconds)| ((*name).to_owned(), *seconds)));
        let mut lines: Vec<String> = self.seconds.iter().map(|(name, seconds)| format!("{name} {seconds}\n")).collect();
        lines.sort();
        // Only the order of the next run depends on it.
        let _ = fs::write(self.path, lines.concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_what_it_compares_with() {
        let changes = Changes { base: "origin/main at 1a2b3c4".to_owned(), files: vec!["README.md".to_owned()] };
        assert_eq!(comparison(Some(&changes)), "Compared with origin/main at 1a2b3c4; changed or new files: 1.");
        assert!(comparison(None).contains("no commit of the main branch"));
    }
}
