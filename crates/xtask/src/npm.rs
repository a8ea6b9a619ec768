//! npm packages: wasm-opt, what drives the tests of page and package, and those the benchmark compares with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock::lock;
use crate::process::{command, output, run};
use crate::steps::{Steps, note};

/// The oldest releases of Node, major and minor, that the packages work with; those of odd majors between them never
/// became stable.
const OLDEST_NODES: [(u32, u32); 2] = [(20, 19), (22, 12)];

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
    // Debian 12 and Ubuntu 24.04 have Node 18.
    let by_hand = "Install Node 20.19, 22.12 or newer, with npm: from https://nodejs.org, or your system's package if it is \
        as new. Then run this again.";
    match output(command("node", root).arg("--version")) {
        None => Err(format!("Node is missing: there is no `node` on PATH. {by_hand}")),
        Some(version) if fits(&version) => Ok(()),
        Some(version) => Err(format!("Node {version} does not do. {by_hand}")),
    }
}

/// Whether the packages work with a Node that calls itself so, `v20.19.2`.
fn fits(version: &str) -> bool {
    let mut numbers = version.trim_start_matches('v').split('.').map_while(|number| number.parse::<u32>().ok());
    let (Some(major), Some(minor)) = (numbers.next(), numbers.next()) else { return false };
    let newest = OLDEST_NODES.iter().any(|oldest| oldest.0 == major && oldest.1 <= minor);
    newest || OLDEST_NODES.iter().all(|oldest| oldest.0 < major)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_node() {
        for version in ["v20.19.0", "v20.20.2", "v22.12.0", "v22.13.1", "v23.0.0", "v24.1.0"] {
            assert!(fits(version), "{version}");
        }
        for version in ["v18.20.8", "v20.18.3", "v21.7.3", "v22.11.0", "v20", "?", ""] {
            assert!(!fits(version), "{version}");
        }
    }

    #[test]
    fn what_says_which_node_says_the_same() {
        let range = OLDEST_NODES.map(|(major, minor)| format!("{major}.{minor}.0"));
        let range = format!("\"node\": \"^{} || >={}\"", range[0], range[1]);
        let words = OLDEST_NODES.map(|(major, minor)| format!("{major}.{minor}")).join(", ");
        let read = |name: &str| fs::read_to_string(crate::root().join(name)).expect("a file");
        assert!(read("package.json").contains(&range), "{range}");
        assert!(read("README.md").contains(&format!("[Node](https://nodejs.org) {words} or newer")));
        assert!(read("crates/xtask/src/npm.rs").contains(&format!("Install Node {words} or newer")));
        let lock = read("package-lock.json");
        assert!(lock.split("node_modules/").next().expect("our own part").contains(&range), "{range}");
        let vite = lock.split("\"node_modules/vite\": {").nth(1).and_then(|rest| rest.split("node_modules/").next());
        assert!(vite.expect("vite").contains(&range), "{vite:?}");
    }
}
