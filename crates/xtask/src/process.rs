//! Starts other programs.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command that runs in `folder`, without input.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// The cargo that runs this program, so that a run uses one toolchain.
pub(crate) fn cargo(folder: &Path) -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), folder)
}

/// `cargo` for a package with a workspace of its own, in the current folder: paths among the arguments may be relative.
/// The build folder is below ours, because two workspaces in one folder would rebuild everything in turns.
pub(crate) fn cargo_for(root: &Path, package: &str, words: &[&str]) -> Command {
    let mut command = cargo(Path::new("."));
    command.args(words).arg("--manifest-path").arg(root.join(package).join("Cargo.toml"));
    command.arg("--target-dir").arg(built(root).join(package));
    command
}

/// The command that builds and runs the program of such a package; arguments for the program can be added.
pub(crate) fn program_of(root: &Path, package: &str) -> Command {
    let mut command = cargo_for(root, package, &["run", "--quiet", "--release"]);
    command.arg("--");
    command
}

/// Builds a program of this workspace, which `words` select, such as `--bin` and a name; returns its path.
///
/// With `--workspace`, dependencies have the same features as in the tests, so that nothing is compiled twice.
pub(crate) fn build_program(root: &Path, words: &[&str], path: &str) -> Result<PathBuf, String> {
    run(cargo(root).args(["build", "--quiet", "--workspace"]).args(words))?;
    Ok(built(root).join("debug").join(format!("{path}{}", env::consts::EXE_SUFFIX)))
}

/// The build folder of this workspace.
pub(crate) fn built(root: &Path) -> PathBuf {
    root.join(env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// Runs a command that shares our output. The error names the command and its exit status.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("`{}` could not be started: {error}", shown(command)))?;
    if status.success() { Ok(()) } else { Err(format!("`{}` failed ({status})", shown(command))) }
}

/// What a command prints to its standard output. The error has what it prints to the other.
pub(crate) fn printed(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("`{}` could not be started: {error}", shown(command)))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!("`{}` failed ({}): {}", shown(command), output.status, errors.trim()))
}

/// What a command prints, without the line's end; `None` if it fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    printed(command).ok().map(|text| text.trim().to_owned())
}

/// A command as a person would type it.
fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let words = program.file_name().into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// The program of this name on `PATH`, or at this path.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|program| program.is_file())
}

#[cfg(test)]
#[test]
fn packages_have_build_folders_of_their_own() {
    let line = shown(&program_of(&crate::root(), "benches"));
    assert!(line.starts_with("cargo run --quiet --release --manifest-path ") && line.ends_with("benches --"), "{line}");
}
