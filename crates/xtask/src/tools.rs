//! The tools of a build, each in the exact version it needs.
//!
//! They are in the user's cache folder, one folder per tool and version, so that other checkouts reuse them.

use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::process::{cargo, command, on_path, output, run};
use crate::steps::{note, step};

/// The target of everything that runs in a browser.
pub(crate) const WASM: &str = "wasm32-unknown-unknown";

/// A program that `cargo install` builds.
struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    options: &'static [&'static str],
    optimize: &'static str,
    /// How long the installation takes, in words.
    duration: &'static str,
}

/// How cargo compiles a tool, whatever its own manifest says. A tool runs for a second and is compiled once per machine,
/// so a fast compilation saves more time than it costs. (Trunk's own profile takes four times as long.)
const FAST_COMPILATION: [(&str, &str); 3] = [
    ("CARGO_PROFILE_RELEASE_LTO", "off"),
    ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16"),
    ("CARGO_PROFILE_RELEASE_DEBUG", "false"),
];

/// Installs the standard library for a target if it is missing.
pub(crate) fn target(root: &Path, name: &str) -> Result<(), String> {
    let libraries = output(command("rustc", root).args(["--print", "target-libdir", "--target", name]));
    if libraries.is_some_and(|folder| Path::new(&folder).is_dir()) {
        step(name, "ready");
        return Ok(());
    }
    step(name, "installing, some seconds");
    run(command("rustup", root).args(["target", "add", name]))
        .map_err(|problem| format!("{name} is missing: {problem}"))
}

/// Installs Trunk if it is missing; returns its folder.
pub(crate) fn trunk(root: &Path) -> Result<PathBuf, String> {
    let tool = Tool {
        package: "trunk",
        program: "trunk",
        // The newest that builds with the toolchain of `rust-toolchain.toml`.
        version: "0.21.14".to_owned(),
        // Without its downloader: Trunk runs offline.
        options: &["--no-default-features"],
        optimize: "0",
        duration: "about 2 minutes",
    };
    tool.get(root)
}

/// Installs the `wasm-bindgen` program if it is missing, in the version of the library: the format between the two changes
/// with each release. Returns its folder.
pub(crate) fn wasm_bindgen(root: &Path) -> Result<PathBuf, String> {
    let id = output(cargo(root).args(["pkgid", "wasm-bindgen"])).ok_or("Cargo.lock has no wasm-bindgen")?;
    let tool = Tool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: id.rsplit('@').next().unwrap_or_default().to_owned(),
        // Without its test runner and that runner's downloader.
        options: &["--no-default-features", "--bin", "wasm-bindgen"],
        optimize: "1",
        duration: "about a minute",
    };
    tool.get(root)
}

impl Tool {
    /// The folder of the program in exactly this version, in the cache folder or on `PATH`.
    fn get(&self, root: &Path) -> Result<PathBuf, String> {
        let title = format!("{} {}", self.program, self.version);
        let folder = cache()?.join(title.replace(' ', "-"));
        let cached = folder.join("bin").join(format!("{}{}", self.program, env::consts::EXE_SUFFIX));
        let fits = |program: &PathBuf| {
            let version = output(command(program, root).arg("--version")).unwrap_or_default();
            version.split_whitespace().any(|word| word == self.version)
        };
        if let Some(mut program) = [Some(cached), on_path(self.program)].into_iter().flatten().find(fits) {
            step(&title, "ready");
            program.pop();
            return Ok(program);
        }
        step(&title, &format!("installing, {} the first time", self.duration));
        self.install(root, &folder)
            .map_err(|problem| format!("{title} is missing and could not be installed: {problem}"))?;
        Ok(folder.join("bin"))
    }

    /// Cargo itself takes care of other runs that install the same, and of runs that were interrupted.
    fn install(&self, root: &Path, folder: &Path) -> Result<(), String> {
        let package = format!("{}@{}", self.package, self.version);
        let compiled = folder.with_added_extension("build");
        let attempt = |locked: &[&str]| {
            let mut install = cargo(root);
            install.args(["install", &package]).args(locked).args(self.options);
            install.arg("--root").arg(folder).arg("--target-dir").arg(&compiled);
            install.envs(FAST_COMPILATION).env("CARGO_PROFILE_RELEASE_OPT_LEVEL", self.optimize);
            // Flags for the project's own code do not apply to tools.
            install.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_BUILD_TARGET");
            run(&mut install)
        };
        attempt(&["--locked"]).or_else(|_| {
            note("not with the dependencies that its authors locked; trying again with the newest");
            attempt(&[])
        })?;
        // Frees disk space; a failure is harmless.
        let _ = remove(&compiled);
        Ok(())
    }
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
