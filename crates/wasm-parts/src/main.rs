//! Splits a WebAssembly module into the functions that a usual run needs and the rest, so that a visitor waits only for the
//! first part.
//!
//! `wasm-parts WHOLE RUN FIRST REST` reads the module `WHOLE`, writes it back without names, and writes the two parts. Node
//! runs the script `RUN` with the path of a variant of the module that has an exported global `called N` for each function.
//! The script uses it as a visitor would, and prints the names of the globals that are 1: the functions that were called.

mod probe;
mod split;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let done = match &paths[..] {
        [whole, run, first, rest] => write(whole, run, first, rest),
        _ => Err("usage: wasm-parts WHOLE RUN FIRST REST".to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("wasm-parts: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn write(whole: &Path, run: &Path, first: &Path, rest: &Path) -> Result<(), String> {
    let store =
        |path: &Path, bytes: &[u8]| fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()));
    let named = fs::read(whole).map_err(|error| format!("{}: {error}", whole.display()))?;
    let wasm = split::parse(&named)?.emit_wasm();
    store(whole, &wasm)?;
    let variant = whole.with_extension("probe.wasm");
    store(&variant, &probe::instrumented(&wasm)?)?;
    let called = called(run, &variant)?;
    let parts = split::split(&wasm, &called)?;
    store(first, &parts.first)?;
    store(rest, &parts.rest)
}

/// The functions that a run calls, by their numbers.
fn called(run: &Path, variant: &Path) -> Result<BTreeSet<usize>, String> {
    let output = Command::new("node").arg(run).arg(variant).stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("node could not be started: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    if !output.status.success() {
        return Err(format!("`{}` failed ({}): {text}", run.display(), output.status));
    }
    let number = |line: &str| line.strip_prefix(probe::CALLED)?.parse().ok();
    text.lines().map(|line| number(line).ok_or_else(|| format!("`{}` printed `{line}`", run.display()))).collect()
}
