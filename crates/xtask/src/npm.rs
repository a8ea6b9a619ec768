//! npm packages: a document without a browser for the build, the tools of the tests of page and package, and the packages
//! the benchmark compares with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock::install_once;
use crate::process::{command, on_path, output, run};

/// What to do where Node or npm is missing or too old.
const REQUIRED: &str = "Node 20.19, 22.12 or newer with npm is required: https://nodejs.org";

/// Fails if there is no Node or no npm.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    for (name, mut program, use_of_it) in [
        ("Node", command("node", root), "The build of the page runs parts of it"),
        ("npm", npm(root), "It installs the packages with which the build runs parts of the page"),
    ] {
        if output(program.arg("--version")).is_none() {
            return Err(format!("{name} is missing. {use_of_it}. {REQUIRED}"));
        }
    }
    Ok(())
}

/// Installs the packages of the `package-lock.json` in `folder` unless they are current; returns the folder of their
/// programs. npm refuses a Node that is too old, because of `engine-strict` in `.npmrc`.
pub(crate) fn install(root: &Path, folder: &Path) -> Result<PathBuf, String> {
    let modules = folder.join("node_modules");
    let wanted = fs::read_to_string(folder.join("package-lock.json"))
        .map_err(|error| format!("package-lock.json cannot be read: {error}"))?;
    // `npm ci` empties the folder first, so the mark is from a completed installation.
    let mark = modules.join(".installed");
    let work = (&*root.join("target/npm.lock"), "installing npm packages", "some seconds");
    install_once(&mark, &wanted, work, || {
        run(npm(folder).args(["ci", "--no-audit", "--no-fund"]))
            .map_err(|problem| format!("The npm packages could not be installed: {problem}. {REQUIRED}"))
    })?;
    Ok(modules.join(".bin"))
}

/// Fails if Node or npm is missing, before other work is done for nothing. `reason` says what needs them.
pub(crate) fn require(reason: &str) -> Result<(), String> {
    // On Windows, npm is no program but a script.
    let names: &[&str] = if cfg!(windows) { &["node"] } else { &["node", "npm"] };
    match names.iter().find(|name| on_path(name).is_none()) {
        Some(name) => Err(format!("{name} is missing: {reason}. {REQUIRED}")),
        None => Ok(()),
    }
}

/// npm, in a folder.
pub(crate) fn npm(folder: &Path) -> Command {
    command(if cfg!(windows) { "npm.cmd" } else { "npm" }, folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_required_versions_of_node_agree() {
        let read = |name: &str| fs::read_to_string(crate::root().join(name)).expect("a file");
        let range = "\"node\": \"^20.19.0 || >=22.12.0\"";
        assert!(read("package.json").contains(range) && read(".npmrc").contains("engine-strict=true"));
        assert!(read("README.md").contains("[Node](https://nodejs.org) 20.19, 22.12 or newer"));
        let lock = read("package-lock.json");
        let vite = lock.split("\"node_modules/vite\": {").nth(1).and_then(|rest| rest.split("node_modules/").next());
        assert!(vite.expect("vite").contains(range), "{vite:?}");
    }
}
