//! Getting the tools a build needs, each in exactly the version it needs.
//!
//! They live in the user's cache folder, one folder per tool and version, so that a fresh clone
//! finds what an earlier one has installed.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::lock::lock;
use crate::process::{cargo, command, on_path, output, run, shown};
use crate::steps::{Steps, note};

/// What a browser runs.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// The newest Trunk that builds with the toolchain of `rust-toolchain.toml`.
const TRUNK: &str = "0.21.14";

/// A program that `cargo install` builds.
struct Tool {
    /// As people call it.
    title: &'static str,
    package: &'static str,
    program: &'static str,
    version: String,
    /// How long the installation takes, in words.
    takes: &'static str,
}

/// Sees to it that the standard library for WebAssembly is there.
pub(crate) fn wasm_target(root: &Path, steps: &mut Steps) -> Result<(), String> {
    let title = format!("Target {WASM}");
    if has_wasm_target(root) {
        steps.say(&title, "ready");
        return Ok(());
    }
    steps.say(&title, "installing, some seconds");
    let by_hand = format!(
        "The target {WASM} is missing and could not be fetched. By hand: `rustup target add {WASM}` in this folder."
    );
    run(command("rustup", root).args(["target", "add", WASM])).map_err(|problem| format!("{problem}. {by_hand}"))?;
    if has_wasm_target(root) { Ok(()) } else { Err(by_hand) }
}

/// True when the standard library for WebAssembly is there.
pub(crate) fn has_wasm_target(root: &Path) -> bool {
    output(command("rustc", root).args(["--print", "target-libdir", "--target", WASM]))
        .is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Sees to it that Trunk is there; returns the folder it lies in.
pub(crate) fn trunk(root: &Path, steps: &mut Steps) -> Result<PathBuf, String> {
    let tool = Tool {
        title: "Trunk",
        package: "trunk",
        program: "trunk",
        version: TRUNK.to_owned(),
        takes: "about 7 minutes",
    };
    tool.get(root, steps)
}

/// Sees to it that the `wasm-bindgen` program is there, in the version of the library in
/// `Cargo.lock`: the two speak a format of their own, which changes with each release.
pub(crate) fn wasm_bindgen(root: &Path, steps: &mut Steps) -> Result<PathBuf, String> {
    let path = root.join("Cargo.lock");
    let lock_file = fs::read_to_string(&path).map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
    let version = locked_version(&lock_file, "wasm-bindgen").ok_or("Cargo.lock names no version of wasm-bindgen")?;
    let tool = Tool {
        title: "wasm-bindgen",
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version,
        takes: "about 3 minutes",
    };
    tool.get(root, steps)
}

impl Tool {
    fn get(&self, root: &Path, steps: &mut Steps) -> Result<PathBuf, String> {
        let title = format!("{} {}", self.title, self.version);
        let installed = cache()?.join(format!("{}-{}", self.program, self.version));
        if let Some(folder) = self.ready(root, &installed) {
            steps.say(&title, "ready");
            return Ok(folder);
        }
        steps.say(&title, &format!("installing, {} the first time", self.takes));
        let _lock = lock(&installed.with_added_extension("lock"), &format!("installing {title}"))?;
        // Whoever held the lock may have done it.
        if let Some(folder) = self.ready(root, &installed) {
            return Ok(folder);
        }
        self.install(root, &installed).map_err(|problem| {
            format!("{title} is missing and could not be installed: {problem}. By hand: `{}`.", self.by_hand())
        })?;
        Ok(installed.join("bin"))
    }

    /// The folder of a program of exactly this version: ours, or one from `PATH`.
    fn ready(&self, root: &Path, installed: &Path) -> Option<PathBuf> {
        let ours = installed.join("bin").join(format!("{}{}", self.program, env::consts::EXE_SUFFIX));
        let theirs = on_path(self.program);
        let program = [Some(ours), theirs].into_iter().flatten().find(|program| {
            let said = output(command(program, root).arg("--version")).unwrap_or_default();
            said.split_whitespace().any(|word| word == self.version)
        })?;
        program.parent().map(Path::to_path_buf)
    }

    /// Installs beside the final place and renames at the end, so that an interrupted run leaves
    /// nothing behind that looks done. What it had compiled is kept for the next try.
    fn install(&self, root: &Path, installed: &Path) -> Result<(), String> {
        let begun = installed.with_added_extension("new");
        let compiled = installed.with_added_extension("build");
        let failed = |error| format!("{} cannot be written: {error}", installed.display());
        remove(&begun).map_err(failed)?;
        let package = format!("{}@{}", self.package, self.version);
        let attempt = |options: &[&str]| {
            let mut install = cargo(root);
            install.args(["install", &package]).args(options);
            install.arg("--root").arg(&begun).arg("--target-dir").arg(&compiled);
            // Flags meant for the project's own code do not belong into a tool.
            install.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_TARGET");
            // The end of cargo's advice, to add a folder to PATH, is not for this use.
            run(&mut install).map_err(|_| format!("`{}` failed", shown(cargo(root).args(["install", &package]))))
        };
        attempt(&["--locked"]).or_else(|_| {
            note("not with the versions its authors locked; once more with the newest that fit");
            attempt(&[])
        })?;
        remove(installed).map_err(failed)?;
        fs::rename(&begun, installed).map_err(failed)?;
        // Only a matter of space.
        let _ = remove(&compiled);
        Ok(())
    }

    fn by_hand(&self) -> String {
        format!("cargo install --locked {}@{}", self.package, self.version)
    }
}

/// Where tools are kept between runs.
pub(crate) fn cache() -> Result<PathBuf, String> {
    let base = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = base.or_else(|| env::home_dir().map(|home| home.join(".cache")));
    let folder = base.ok_or("there is no home folder to keep tools in; set XDG_CACHE_HOME to a folder")?;
    let folder = folder.join("sitemap-validator-tools");
    fs::create_dir_all(&folder).map_err(|error| format!("{} cannot be made: {error}", folder.display()))?;
    Ok(folder)
}

/// Removes a folder if it is there.
pub(crate) fn remove(folder: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The version of a package in the text of a `Cargo.lock`.
fn locked_version(lock_file: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock_file.lines().skip_while(|line| *line != name).skip(1);
    Some(lines.next()?.strip_prefix("version = \"")?.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lock_file_says_the_version() {
        let text = "\
[[package]]
name = \"wasm-bindgen-futures\"
version = \"0.4.80\"

[[package]]
name = \"wasm-bindgen\"
version = \"0.2.130\"
source = \"...\"
";
        assert_eq!(locked_version(text, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(locked_version(text, "wasm"), None);
        assert_eq!(locked_version("", "wasm-bindgen"), None);
    }

    #[test]
    fn a_missing_folder_is_removed_already() {
        assert!(remove(&env::temp_dir().join("xtask-was-never-there")).is_ok());
    }
}
