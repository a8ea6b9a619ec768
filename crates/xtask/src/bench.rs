//! `cargo xtask bench`: the product measured against others.
//!
//! What measures is a package with a workspace of its own, so that nothing else needs what it is compared with.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::aside::{self, Package, built};
use crate::chromium;
use crate::npm;
use crate::page;
use crate::process::{cargo, command, run as run_to_end};
use crate::steps::{Steps, note};
use crate::tools;

/// How many steps [`run`] says without a browser, and how many a browser adds.
const STEPS: usize = 2;
const BROWSER_STEPS: usize = page::STEPS + 3;

/// The command line program, as it is installed.
const PROGRAM: &str = "sitemap-validator";

/// What is measured as WebAssembly.
const WASM_PACKAGE: &str = "sitemap-validator-benches-wasm";

/// Builds what is measured and what measures, and runs it with `arguments`.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let with_browser = arguments.iter().any(|argument| argument == "--browser");
    let mut steps = Steps::of(STEPS + if with_browser { BROWSER_STEPS } else { 0 });
    let mut bench = Package::BENCHES.program(root);
    if with_browser {
        prepare_browser(root, &mut steps, &mut bench)?;
    }
    steps.say("Command line", "building for release");
    run_to_end(cargo(root).args(["build", "--quiet", "--release", "--package", "sitemap-validator-cli"]))?;
    let program = built(root).join("release").join(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX));
    steps.say("Benchmarks", "building (two minutes the first time) and running");
    aside::run(bench.args(arguments).env("SITEMAP_VALIDATOR", program))
}

/// Builds the page, gets a browser and those it is compared with, and says in `bench` where they are.
fn prepare_browser(root: &Path, steps: &mut Steps, bench: &mut Command) -> Result<(), String> {
    let dist = page::build(root, None, steps)?;
    // Where the page was built already, these have not been looked at.
    let programs = npm::packages(root, None)?;
    steps.say("Chromium", "looking for it");
    let chromium = chromium::find(root)?;
    steps.say("WebAssembly", "building what is measured alone");
    let module = wasm(root, &programs)?;
    let folder = root.join(Package::BENCHES.folder).join("browser");
    if let Err(problem) = npm::install(root, &folder, |state| steps.say("Peers (npm)", state)) {
        note(&format!("the packages it is compared with are left out: {problem}"));
    }
    bench.env("CHROMIUM", chromium).env("DIST", dist).env("BENCH_WASM", module);
    Ok(())
}

/// The profile of what a visitor loads.
const PROFILE: &str = "web";

/// Builds what is measured alone by the flags of the product's worker: those of the checkout's `.cargo`, and wasm-opt's.
fn wasm(root: &Path, programs: &Path) -> Result<PathBuf, String> {
    if !tools::has_wasm_target(root) {
        tools::wasm_target(root, &mut Steps::of(1))?;
    }
    let words = ["build", "--quiet", "--profile", PROFILE, "--package", WASM_PACKAGE, "--target", tools::WASM];
    // cargo looks for `.cargo` where it runs, which must be here.
    run_to_end(Package::BENCHES.cargo(root, &words).current_dir(root))?;
    let built = Package::BENCHES.target(root).join(tools::WASM).join(PROFILE);
    let module = built.join(format!("{}.wasm", WASM_PACKAGE.replace('-', "_")));
    let optimised = module.with_extension("opt.wasm");
    let page = fs::read_to_string(root.join("index.html")).map_err(|error| format!("index.html: {error}"))?;
    run_to_end(
        command(programs.join(if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" }), root)
            .args(wasm_opt(&page))
            .arg("--output")
            .arg(&optimised)
            .arg(&module),
    )?;
    Ok(optimised)
}

/// The arguments that Trunk gives wasm-opt for the worker, as this page says it.
fn wasm_opt(page: &str) -> Vec<String> {
    let worker = page.lines().find(|line| line.contains("data-type=\"worker\"")).unwrap_or_default();
    let value = |name: &str| worker.split_once(&format!(" {name}=\""))?.1.split('"').next();
    let mut arguments = vec![format!("-O{}", value("data-wasm-opt").unwrap_or_default())];
    arguments.extend(value("data-wasm-opt-params").unwrap_or_default().split_whitespace().map(str::to_owned));
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_measured_alone_is_optimised_like_the_worker() {
        let worker = |more: &str| {
            format!("<head>\n<link data-wasm-opt=\"4\" data-type=\"main\">\n<link data-type=\"worker\"{more}>")
        };
        assert_eq!(wasm_opt(&worker("")), ["-O"]);
        let more = " data-wasm-opt=\"z\" data-wasm-opt-params=\"--enable-simd --converge\"";
        assert_eq!(wasm_opt(&worker(more)), ["-Oz", "--enable-simd", "--converge"]);
    }
}
