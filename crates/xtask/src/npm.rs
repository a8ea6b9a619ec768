//! npm packages: wasm-opt, what drives the tests of page and package, and those the benchmark compares with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock::lock;
use crate::process::{command, output, run};
use crate::steps::{Steps, note};

/// The oldest Node that the packages and the test runner work with.
const OLDEST_NODE: u32 = 20;

/// Sees to it that the packages are there as `package-lock.json` says; returns the folder of
/// their programs.
pub(crate) fn packages(root: &Path, steps: Option<&mut Steps>) -> Result<PathBuf, String> {
    let say = |state: &str| match steps {
        Some(steps) => steps.say("wasm-opt and test tools (npm)", state),
        None => note(&format!("npm packages: {state}")),
    };
    install(root, root, say).map_err(|problem| {
        format!("The npm packages (wasm-opt, playwright-core, axe-core, vite, typescript, react, vue) are missing: {problem}. By hand: `npm ci`.")
    })
}

/// Sees to it that the packages of the `package-lock.json` in `folder` are there, saying how it stands; returns the
/// folder of their programs.
pub(crate) fn install(root: &Path, folder: &Path, say: impl FnOnce(&str)) -> Result<PathBuf, String> {
    let modules = folder.join("node_modules");
    let wanted = fs::read_to_string(folder.join("package-lock.json"))
        .map_err(|error| format!("package-lock.json cannot be read: {error}"))?;
    // `npm ci` empties the folder first, so a mark in it is from an installation that was completed.
    let mark = modules.join(".installed");
    let current = || fs::read_to_string(&mark).is_ok_and(|found| found == wanted);
    if current() {
        node(root)?;
        say("ready");
        return Ok(modules.join(".bin"));
    }
    say("installing, some seconds");
    node(root)?;
    let _lock = lock(&root.join("target/npm.lock"), "installing the npm packages")?;
    if !current() {
        run(npm(folder).args(["ci", "--no-audit", "--no-fund"]))?;
        fs::write(&mark, wanted).map_err(|error| format!("node_modules cannot be written: {error}"))?;
    }
    Ok(modules.join(".bin"))
}

/// npm, in a folder.
pub(crate) fn npm(folder: &Path) -> Command {
    command(if cfg!(windows) { "npm.cmd" } else { "npm" }, folder)
}

/// Sees to it that Node is there and not too old.
fn node(root: &Path) -> Result<(), String> {
    let by_hand = format!(
        "Install Node {OLDEST_NODE} or newer, with npm (on Debian: `apt-get install nodejs npm`), and run this again."
    );
    match output(command("node", root).arg("--version")) {
        None => Err(format!("Node is missing: there is no `node` on PATH. {by_hand}")),
        Some(version) if major(&version).is_some_and(|major| major >= OLDEST_NODE) => Ok(()),
        Some(version) => Err(format!("Node {version} is too old. {by_hand}")),
    }
}

/// 20 for `v20.1.2`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v18"), Some(18));
        assert_eq!(major("?"), None);
    }
}
