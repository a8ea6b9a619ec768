//! Makes the page's WebAssembly from what rustc writes.
//!
//! `wasm-parts bindgen FOLDER MODULE...` writes each module into `FOLDER` as `NAME_bg.wasm`, without the names of functions,
//! with the script `NAME.js` that starts it.
//!
//! `wasm-parts split WHOLE RUN FIRST REST` splits a module into the functions that a usual run needs and the rest, so that a
//! visitor waits only for the first part. Node runs the script `RUN` with the path of a variant of the module that has an
//! exported global `called N` for each function. The script uses it as a visitor would, and prints the names of the globals
//! that are 1: the functions that were called.

mod names;
mod probe;
mod split;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: wasm-parts bindgen FOLDER MODULE... | wasm-parts split WHOLE RUN FIRST REST";

fn main() -> ExitCode {
    let mut words = env::args_os().skip(1);
    let command = words.next().unwrap_or_default();
    let paths: Vec<PathBuf> = words.map(PathBuf::from).collect();
    let done = match (command.to_str(), &paths[..]) {
        (Some("bindgen"), [folder, modules @ ..]) => modules.iter().try_for_each(|module| bind(folder, module)),
        (Some("split"), [whole, run, first, rest]) => write(whole, run, first, rest),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("wasm-parts: {problem}");
            ExitCode::FAILURE
        }
    }
}

/// Does what `wasm-bindgen --target web --no-typescript` does, with short names.
fn bind(folder: &Path, module: &Path) -> Result<(), String> {
    let mut bindgen = Bindgen::new();
    // Bundlers find the module by its path in the script.
    bindgen.input_path(module).omit_default_module_path(false);
    let written = bindgen.web(true).and_then(|bindgen| bindgen.generate(folder));
    written.map_err(|error| format!("{}: {error:#}", module.display()))?;
    let name = module.file_stem().unwrap_or_default().to_string_lossy();
    let (whole, script) = (folder.join(format!("{name}_bg.wasm")), folder.join(format!("{name}.js")));
    let mut module = split::parse(&load(&whole)?)?;
    let text = fs::read_to_string(&script).map_err(|error| format!("{}: {error}", script.display()))?;
    store(&script, names::shorten(&mut module, &text).as_bytes())?;
    store(&whole, &module.emit_wasm())
}

fn load(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn store(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(whole: &Path, run: &Path, first: &Path, rest: &Path) -> Result<(), String> {
    let wasm = load(whole)?;
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
