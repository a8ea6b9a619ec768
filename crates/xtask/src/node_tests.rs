//! Tests that Node's test runner runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::process::run;
use crate::steps::{UNSTABLE, note};

/// Makes Node run its files one after the other, because some measure time, and stop a file after ten minutes.
const OPTIONS: [&str; 4] = ["--test", "--test-reporter=spec", "--test-concurrency=1", "--test-timeout=600000"];

/// The files with tests in a folder of the checkout.
pub(crate) fn files(root: &Path, folder: &str) -> Result<Vec<PathBuf>, String> {
    let entries = root.join(folder).read_dir().map_err(|error| format!("{folder} cannot be read: {error}"))?;
    let names = entries.flatten().map(|entry| entry.path());
    let mut tests: Vec<_> = names.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    if tests.is_empty() { Err(format!("{folder} holds no *.test.mjs")) } else { Ok(tests) }
}

/// Runs the tests of these files with the command that starts Node.
pub(crate) fn run_all(mut node: Command, files: &[PathBuf]) -> Result<(), String> {
    run(node.args(OPTIONS).args(files))
}

/// Runs the tests of each file, so many files at once, and prints the output of a file when it has ended.
///
/// A file that fails runs once more, alone, because a browser or a package manager on a busy machine sometimes fails for
/// reasons of its own. The end of `cargo xtask test` names the files that passed only then.
pub(crate) fn run_each(node: impl Fn() -> Command + Sync, files: &[PathBuf], at_once: usize) -> Result<(), String> {
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..at_once {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let output = node().args(OPTIONS).arg(file).output();
                    if let Ok(output) = &output {
                        print!(
                            "{}{}",
                            String::from_utf8_lossy(&output.stdout),
                            String::from_utf8_lossy(&output.stderr)
                        );
                    }
                    if !output.is_ok_and(|output| output.status.success()) {
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(file);
                    }
                }
            });
        }
    });
    let mut failed_twice = Vec::new();
    for file in failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        match run_all(node(), std::slice::from_ref(file)) {
            Ok(()) => note(&format!("{UNSTABLE}{name} failed, and passed when it ran again")),
            Err(_) => failed_twice.push(name),
        }
    }
    if failed_twice.is_empty() { Ok(()) } else { Err(format!("tests failed twice: {}", failed_twice.join(", "))) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::process::command;

    /// A command that fails the first time it gets a file, and always for a file called `broken`.
    fn script(folder: &Path) -> Command {
        let mut sh = command("sh", folder);
        sh.args(["-c", "for file; do :; done; [ -e \"$file\" ] && exit 0; case $file in *broken) ;; *) : >\"$file\" ;; esac; exit 1", "sh"]);
        sh
    }

    #[test]
    fn a_file_that_fails_runs_once_more() {
        let folder = crate::root().join("target/node-tests");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        let files = ["stable", "unstable"].map(|name| folder.join(name));
        std::fs::write(&files[0], "").expect("a file");
        assert_eq!(run_each(|| script(&folder), &files, 2), Ok(()));
        let broken = [folder.join("broken")];
        assert_eq!(run_each(|| script(&folder), &broken, 1), Err("tests failed twice: broken".to_owned()));
    }
}
