//! `cargo xtask bench`: measures the product against others.
//!
//! The benchmarks are a package with a workspace of its own, so that nothing else needs their dependencies.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::debian::CHROMIUM;
use crate::npm;
use crate::page;
use crate::process::{built, cargo, cargo_for, program_of, run as run_command};
use crate::python;
use crate::steps::{note, step};
use crate::tools;

/// The folder of the benchmarks.
pub(crate) const PACKAGE: &str = "benches";

/// The package that contains the core alone, as WebAssembly.
const WASM_PACKAGE: &str = "sitemap-validator-benches-wasm";

/// Builds the command line program and the benchmarks, and runs these with `arguments`.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let mut bench = program_of(root, PACKAGE);
    if arguments.iter().any(|argument| argument == "--browser") {
        prepare_browser(root, &mut bench)?;
    }
    if arguments.iter().any(|argument| argument == "--python") {
        python::prepare_bench(root, &mut bench)?;
    }
    step("Command line", "building for release");
    run_command(cargo(root).args(["build", "--quiet", "--release", "--package", "sitemap-validator-cli"]))?;
    let program = built(root).join("release").join(format!("sitemap-validator{}", env::consts::EXE_SUFFIX));
    step("Benchmarks", "building (two minutes the first time) and running");
    run_command(bench.args(arguments).env("SITEMAP_VALIDATOR", program))
}

/// Builds the page, finds a browser and the packages to compare with, and passes their paths to `bench`.
fn prepare_browser(root: &Path, bench: &mut Command) -> Result<(), String> {
    let dist = page::build(root, None)?;
    // Playwright; the build installs it only if the page is not current.
    npm::install(root, root)?;
    step("Chromium", "looking for it");
    let chromium = CHROMIUM.find(root)?;
    step("WebAssembly", "building the core");
    let module = wasm(root)?;
    let folder = root.join(PACKAGE).join("browser");
    step("Peers (npm)", "looking for updates");
    if let Err(problem) = npm::install(root, &folder) {
        note(&format!("the comparison with npm packages is left out: {problem}"));
    }
    bench.env("CHROMIUM", chromium).env("DIST", dist).env("BENCH_WASM", module);
    Ok(())
}

/// Builds the core alone as WebAssembly, with the flags of the page's worker: those of `.cargo`, and no wasm-opt.
fn wasm(root: &Path) -> Result<PathBuf, String> {
    tools::target(root, tools::WASM)?;
    let words = ["build", "--quiet", "--profile", "web", "--package", WASM_PACKAGE, "--target", tools::WASM];
    // cargo looks for `.cargo` in the current folder.
    run_command(cargo_for(root, PACKAGE, &words).current_dir(root))?;
    let name = format!("{}.wasm", WASM_PACKAGE.replace('-', "_"));
    Ok(built(root).join(PACKAGE).join(tools::WASM).join("web").join(name))
}

#[cfg(test)]
#[test]
fn the_worker_is_measured_as_it_is_built() {
    let page = std::fs::read_to_string(crate::root().join("index.html")).expect("the page");
    let worker = page.lines().find(|line| line.contains("data-type=\"worker\"")).expect("the worker");
    assert!(worker.contains("data-wasm-opt=\"0\""), "{worker}");
}
