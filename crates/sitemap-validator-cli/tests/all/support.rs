//! Running the program on files of a test's own.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder of its own for the test called `name`, with `files` in it.
pub(crate) fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

/// The program in `folder` with the arguments `line`.
pub(crate) fn program(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sitemap-validator"));
    command.current_dir(folder).args(line.split_whitespace()).env_remove("NO_COLOR");
    command
}

/// What the program in `folder` does with the arguments `line`.
pub(crate) fn run(folder: &Path, line: &str) -> Output {
    program(folder, line).output().unwrap()
}

/// What the program does with `input` on its standard input.
pub(crate) fn piped(line: &str, input: &[u8]) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut child =
        program(folder, line).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input).unwrap();
    child.wait_with_output().unwrap()
}

/// What was written to standard output.
pub(crate) fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

/// What was written to standard error.
pub(crate) fn problems(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}
