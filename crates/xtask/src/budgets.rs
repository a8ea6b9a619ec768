//! `cargo xtask budgets`: compares the size of the page and the instructions per URL with committed numbers.
//!
//! Both are the same on every machine, so that they can be tested. The code that counts and compares is in `benches`.

use std::path::{Path, PathBuf};

use crate::bench::PACKAGE;
use crate::debian::VALGRIND;
use crate::page;
use crate::process::{program_of, run as run_command};
use crate::steps::{left_out, note, step};

/// Whether counts can be compared: the committed ones are for one instruction set.
const COUNTABLE: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

/// Builds the page and compares, or with `update` writes the numbers.
pub(crate) fn run(root: &Path, update: bool) -> Result<(), String> {
    let dist = page::build(root, None)?;
    step("Budgets", "counting");
    count(root, &dist, if update { &["budgets", "--update"] } else { &["budgets"] })
}

/// Compares the page in `dist` and the core with the numbers.
pub(crate) fn compare(root: &Path, dist: &Path) -> Result<(), String> {
    count(root, dist, &["budgets"])
}

fn count(root: &Path, dist: &Path, words: &[&str]) -> Result<(), String> {
    let mut program = program_of(root, PACKAGE);
    program.args(words).env("DIST", dist);
    if let Some(valgrind) = valgrind(root)? {
        program.env("VALGRIND", valgrind);
    }
    run_command(&mut program).map_err(|_| "benches/budgets.toml is exceeded, or counting failed: see above".to_owned())
}

/// Valgrind, installed if necessary. Without it, counting is left out, and CI fails.
fn valgrind(root: &Path) -> Result<Option<PathBuf>, String> {
    if !COUNTABLE {
        note("instructions are not counted: the committed numbers are for Linux on x86-64");
        return Ok(None);
    }
    match VALGRIND.find(root) {
        Ok(program) => Ok(Some(program)),
        Err(problem) => left_out(format!("instructions are not counted: {problem}")).map(|()| None),
    }
}
