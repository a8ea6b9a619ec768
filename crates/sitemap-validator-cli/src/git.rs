//! Runs git.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// The output of git.
///
/// # Errors
/// If git cannot be started, or fails: what it wrote to standard error.
pub(crate) fn git(words: &[&str]) -> Result<Vec<u8>, String> {
    let output = Command::new("git").args(words).output().map_err(|error| not_started(&error))?;
    if output.status.success() { Ok(output.stdout) } else { Err(String::from_utf8_lossy(&output.stderr).into_owned()) }
}

/// Passes the parts of the output of git, each of which ends with a zero byte, to `read`, until that returns true.
///
/// # Errors
/// As [`git`].
pub(crate) fn parts(words: &[&str], mut read: impl FnMut(&str) -> bool) -> Result<(), String> {
    let mut command = Command::new("git");
    let mut child = command
        .args(words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| not_started(&error))?;
    let mut is_enough = false;
    for part in child.stdout.take().into_iter().flat_map(|output| BufReader::new(output).split(0)) {
        let part = part.map_err(|error| format!("the output of git could not be read: {error}"))?;
        is_enough = read(&String::from_utf8_lossy(&part));
        if is_enough {
            break;
        }
    }
    let mut problem = String::new();
    if is_enough {
        // It may have ended by itself.
        let _ = child.kill();
    } else if let Some(mut errors) = child.stderr.take() {
        let _ = errors.read_to_string(&mut problem);
    }
    let status = child.wait().map_err(|error| format!("git could not be run: {error}"))?;
    if is_enough || status.success() { Ok(()) } else { Err(problem) }
}

fn not_started(error: &std::io::Error) -> String {
    format!("git could not be started: {error}")
}
