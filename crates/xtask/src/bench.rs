//! `cargo xtask bench`: the product measured against others.
//!
//! What measures is a package with a workspace of its own, so that nothing else needs what it is compared with.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::chromium;
use crate::npm;
use crate::page;
use crate::process::{cargo, command, run as run_to_end, shown};
use crate::steps::{Steps, note};
use crate::tools;

/// How many steps [`run`] says without a browser, and how many a browser adds.
const STEPS: usize = 2;
const BROWSER_STEPS: usize = page::STEPS + 3;

const FOLDER: &str = "benches";

/// The command line program, as it is installed.
const PROGRAM: &str = "sitemap-validator";

/// What is measured as WebAssembly.
const WASM_PACKAGE: &str = "sitemap-validator-benches-wasm";

/// Builds what is measured and what measures, and runs it with `arguments`.
pub(crate) fn run(root: &Path, arguments: &[String]) -> Result<(), String> {
    let with_browser = arguments.iter().any(|argument| argument == "--browser");
    let mut steps = Steps::of(STEPS + if with_browser { BROWSER_STEPS } else { 0 });
    // From where the user stands: `--schema` may be relative.
    let folder = env::current_dir().unwrap_or_else(|_| root.to_path_buf());
    let mut bench = cargo(&folder);
    if with_browser {
        prepare_browser(root, &mut steps, &mut bench)?;
    }
    steps.say("Command line", "building for release");
    run_to_end(cargo(root).args(["build", "--quiet", "--release", "--package", "sitemap-validator-cli"]))?;
    let program = built(root).join("release").join(format!("{PROGRAM}{}", env::consts::EXE_SUFFIX));
    steps.say("Benchmarks", "building (two minutes the first time) and running");
    bench.args(["run", "--quiet", "--release", "--manifest-path"]).arg(root.join(FOLDER).join("Cargo.toml"));
    bench.arg("--target-dir").arg(target(root)).arg("--").args(arguments);
    bench.env("SITEMAP_VALIDATOR", program);
    let line = shown(&bench);
    match bench.status() {
        Ok(status) if status.success() => Ok(()),
        // It has said what is wrong.
        Ok(status) if matches!(status.code(), Some(1 | 2)) => Err(String::new()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
    }
}

/// Builds the page, gets a browser and those it is compared with, and says in `bench` where they are.
fn prepare_browser(root: &Path, steps: &mut Steps, bench: &mut Command) -> Result<(), String> {
    let dist = page::build(root, steps)?;
    // Where the page was built already, these have not been looked at.
    npm::packages(root, None)?;
    steps.say("Chromium", "looking for it");
    let chromium = chromium::find(root)?;
    steps.say("WebAssembly", "building what is measured alone");
    if !tools::has_wasm_target(root) {
        tools::wasm_target(root, &mut Steps::of(1))?;
    }
    let manifest = root.join(FOLDER).join("Cargo.toml");
    let mut wasm = cargo(root);
    wasm.args(["build", "--quiet", "--release", "--package", WASM_PACKAGE, "--target", tools::WASM]);
    run_to_end(wasm.arg("--manifest-path").arg(manifest).arg("--target-dir").arg(target(root)))?;
    let module = format!("{}.wasm", WASM_PACKAGE.replace('-', "_"));
    steps.say("Peers (npm)", "installing, some seconds the first time");
    let npm = if cfg!(windows) { "npm.cmd" } else { "npm" };
    if let Err(problem) =
        run_to_end(command(npm, &root.join(FOLDER).join("browser")).args(["ci", "--no-audit", "--no-fund"]))
    {
        note(&format!("the packages it is compared with are left out: {problem}"));
    }
    bench.env("CHROMIUM", chromium).env("DIST", dist);
    bench.env("BENCH_WASM", target(root).join(tools::WASM).join("release").join(module));
    Ok(())
}

/// Where this workspace is built.
fn built(root: &Path) -> PathBuf {
    let folder = env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from);
    root.join(folder)
}

/// A folder of its own below that: two workspaces in one would build everything anew in turns.
fn target(root: &Path) -> PathBuf {
    built(root).join(FOLDER)
}
