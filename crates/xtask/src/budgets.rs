//! `cargo xtask budgets`: what the page weighs and how many instructions a URL takes, held against committed numbers.
//!
//! Both are the same on every machine, so that a test can speak about them. What counts and compares is in `benches`.

use std::path::{Path, PathBuf};

use crate::apt;
use crate::aside::{self, Package};
use crate::page;
use crate::process::on_path;
use crate::steps::{Steps, left_out, note};

/// What counts instructions.
const VALGRIND: &str = "valgrind";

/// True where counts can be compared: they are of one instruction set.
const COUNTABLE: bool = cfg!(all(target_os = "linux", target_arch = "x86_64"));

/// Builds the page and compares, or writes the numbers anew.
pub(crate) fn run(root: &Path, update: bool) -> Result<(), String> {
    let mut steps = Steps::of(page::STEPS + 1);
    let dist = page::build(root, None, &mut steps)?;
    steps.say("Budgets", "counting");
    count(root, &dist, if update { &["budgets", "--update"] } else { &["budgets"] })
}

/// Compares the page in `dist` and the core with the numbers.
pub(crate) fn compare(root: &Path, dist: &Path) -> Result<(), String> {
    count(root, dist, &["budgets"])
}

fn count(root: &Path, dist: &Path, words: &[&str]) -> Result<(), String> {
    let mut program = Package::BENCHES.program(root);
    program.args(words).env("DIST", dist);
    if let Some(valgrind) = valgrind(root)? {
        program.env("VALGRIND", valgrind);
    }
    // It has said what is wrong; this is for the list of what failed.
    aside::run(&mut program).map_err(|problem| match problem.as_str() {
        "" => "not within benches/budgets.toml, or not to be counted: see above".to_owned(),
        _ => problem,
    })
}

/// Valgrind, installed if need be. Where it cannot be had the counts are left out, but not by CI.
fn valgrind(root: &Path) -> Result<Option<PathBuf>, String> {
    if !COUNTABLE {
        note("instructions are not counted: that needs Linux on x86-64, for which the numbers are");
        return Ok(None);
    }
    if let Some(program) = on_path(VALGRIND) {
        return Ok(Some(program));
    }
    let problem = if apt::is_there() {
        note("valgrind: installing Debian's, some seconds");
        apt::install(root, &[VALGRIND]).err().unwrap_or_else(|| "it is not on PATH".to_owned())
    } else {
        "there is no `apt-get` to get it with".to_owned()
    };
    match on_path(VALGRIND) {
        Some(program) => Ok(Some(program)),
        None => left_out(format!("instructions are not counted: valgrind is missing ({problem})")).map(|()| None),
    }
}
