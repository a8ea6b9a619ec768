//! npm packages: a document without a browser for the build, the tools of the tests of page and package, and the packages
//! the benchmark compares with.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::lock::install_once;
use crate::process::{command, on_path, run};
use crate::tools;

/// What to do where Node or npm is missing or too old.
const REQUIRED: &str = "Node 20.19, 22.12 or newer with npm is required: https://nodejs.org";

/// Where there is no lock file, the newest versions of packages that were published before this day are installed.
const BEFORE: &str = "2026-11-27";

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

/// Installs the packages of the `package.json` in `folder` into another folder, unless they are current.
///
/// There is no lock file, which would be larger than everything else in `folder`. `package.json` has exact versions, and
/// [`BEFORE`] keeps the packages that these need from changing.
pub(crate) fn install_copy(folder: &Path, copy: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{} cannot be written: {error}", copy.display());
    let package = folder.join("package.json");
    let text = fs::read_to_string(&package).map_err(|error| format!("{}: {error}", package.display()))?;
    let work = (&*copy.with_added_extension("lock"), "installing npm packages", "up to two minutes");
    install_once(&copy.join(".installed"), &format!("{text}{BEFORE}"), work, || {
        tools::remove(copy).and_then(|()| fs::create_dir_all(copy)).map_err(failed)?;
        fs::write(copy.join("package.json"), &text).map_err(failed)?;
        let mut install = npm(copy);
        install.args([
            "install",
            "--no-audit",
            "--no-fund",
            "--no-package-lock",
            "--ignore-scripts",
            "--prefer-offline",
        ]);
        run(install.args(["--before", BEFORE]))
            .map_err(|problem| format!("the packages in {} cannot be installed from npm: {problem}", package.display()))
    })
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
