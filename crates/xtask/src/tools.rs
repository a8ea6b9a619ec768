//! What a build needs besides the sources and packages: the standard library of Rust for its target, and a cache folder.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::process::{command, output, run};
use crate::steps::step;

/// The target of everything that runs in a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// Installs the standard library for a target if it is missing.
pub(crate) fn target(root: &Path, name: &str) -> Result<(), String> {
    let libraries = output(command("rustc", root).args(["--print", "target-libdir", "--target", name]));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        step(name, "ready");
        return Ok(());
    }
    step(name, "installing, some seconds");
    run(command("rustup", root).args(["target", "add", name])).map_err(|problem| {
        format!(
            "Rust's standard library for {name} is missing, for which this build compiles, and could not be installed: \
            {problem}. Install it with `rustup target add {name}` (https://rustup.rs)"
        )
    })
}

/// The folder that keeps tools between runs.
pub(crate) fn cache() -> Result<PathBuf, String> {
    let base = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = base.or_else(|| env::home_dir().map(|home| home.join(".cache")));
    let folder = base.ok_or("there is no home folder for tools; set XDG_CACHE_HOME to a folder")?;
    let folder = folder.join("sitemap-validator-tools");
    fs::create_dir_all(&folder).map_err(|error| format!("{} cannot be created: {error}", folder.display()))?;
    Ok(folder)
}

/// Removes a folder if it exists.
pub(crate) fn remove(folder: &Path) -> std::io::Result<()> {
    fs::remove_dir_all(folder).or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}
