//! Starting other programs.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A command that runs in `folder` and never waits for input.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// The cargo that started us, so that all of a run uses one toolchain.
pub(crate) fn cargo(folder: &Path) -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), folder)
}

/// Runs a command, its output going where ours goes. The error names the command and how it ended.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let line = shown(command);
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
    }
}

/// What a command prints, or `None` when it cannot be started or fails.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    if !output.status.success() {
        return None;
    }
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// What a command prints, its complaints going where ours go. The error is that of [`run`].
pub(crate) fn printed(command: &mut Command) -> Result<String, String> {
    let line = shown(command);
    match command.stderr(Stdio::inherit()).output() {
        Ok(output) if output.status.success() => {
            String::from_utf8(output.stdout).map_err(|_| format!("`{line}` printed what is no text"))
        }
        Ok(output) => Err(format!("`{line}` failed ({})", output.status)),
        Err(error) => Err(format!("`{line}` could not be started: {error}")),
    }
}

/// A command as a person would type it.
pub(crate) fn shown(command: &Command) -> String {
    let program = Path::new(command.get_program());
    // The program's name without its folder: `cargo`, not the way to it.
    let program = program.file_name().unwrap_or(command.get_program());
    let words = std::iter::once(program).chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// The program of this name on `PATH`.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
    let name = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&name)).find(|program| program.is_file())
}

/// `PATH` with these folders in front.
pub(crate) fn path_with(folders: &[PathBuf]) -> Result<OsString, String> {
    let path = env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(env::split_paths(&path));
    env::join_paths(all).map_err(|error| format!("PATH cannot be extended: {error}"))
}
