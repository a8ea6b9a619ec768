//! Tests that Node's test runner runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, thread};

use crate::process::{command, output, run};

/// Makes Node run its files one after the other and stop a file after ten minutes.
const OPTIONS: [&str; 4] = ["--test", "--test-reporter=spec", "--test-concurrency=1", "--test-timeout=600000"];

/// Which browser tests run, by their tags: see `tests/browser/select.mjs`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Selection {
    /// Those that prove that the parts of the page are connected.
    Smoke,
    /// Those that depend on a browser API.
    Sample,
    /// All but those with large inputs.
    Usual,
    /// All that the engine can run.
    Every,
}

impl Selection {
    const ALL: [Self; 4] = [Self::Smoke, Self::Sample, Self::Usual, Self::Every];

    /// The selection that the environment variable `SELECT` names, or this one if it is not set.
    pub(crate) fn or_selected(self) -> Result<Self, String> {
        let Ok(name) = env::var("SELECT") else { return Ok(self) };
        let found = Self::ALL.into_iter().find(|selection| selection.value() == name);
        found.ok_or_else(|| format!("SELECT is `{name}`; it can be smoke, sample or every"))
    }

    /// The value of the environment variable `SELECT`, which the test files read.
    const fn value(self) -> &'static str {
        match self {
            Self::Smoke => "smoke",
            Self::Sample => "sample",
            Self::Usual => "",
            Self::Every => "every",
        }
    }

    /// Makes the command that starts Node run only the selected tests of its files.
    pub(crate) fn set(self, node: &mut Command) {
        node.env("SELECT", self.value());
    }

    /// The files of browser tests with a selected test.
    pub(crate) fn files(self, root: &Path) -> Result<Vec<PathBuf>, String> {
        let mut node = command("node", root);
        let printed = output(node.args(["tests/browser/files.mjs", self.value()]));
        let files: Vec<_> = printed.unwrap_or_default().lines().map(PathBuf::from).collect();
        if files.is_empty() { Err("tests/browser/files.mjs lists no files".to_owned()) } else { Ok(files) }
    }
}

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

/// Runs the tests of each file, so many files at once, and prints the output of a file when it has ended. The largest
/// files, which take longest, are first.
pub(crate) fn run_each(node: impl Fn() -> Command + Sync, files: &[PathBuf], at_once: usize) -> Result<(), String> {
    let mut files: Vec<&PathBuf> = files.iter().collect();
    files.sort_by_key(|file| std::cmp::Reverse(fs::metadata(file).map_or(0, |file| file.len())));
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
                        let name = file.file_name().unwrap_or_default().to_string_lossy();
                        failed.lock().unwrap_or_else(PoisonError::into_inner).push(name);
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    if failed.is_empty() { Ok(()) } else { Err(format!("tests failed in {}", failed.join(", "))) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_largest_file_is_first_and_one_that_fails_is_named() {
        let folder = crate::root().join("target/node-tests");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        let files = ["small", "broken", "large"].map(|name| folder.join(name));
        for (file, text) in files.iter().zip(["", "a", "aa"]) {
            fs::write(file, text).expect("a file");
        }
        let script = "for file; do :; done; echo \"${file##*/}\" >>log; case $file in *broken) exit 1 ;; esac";
        let node = || {
            let mut sh = command("sh", &folder);
            sh.args(["-c", script, "sh"]);
            sh
        };
        assert_eq!(run_each(node, &files, 1), Err("tests failed in broken".to_owned()));
        assert_eq!(fs::read_to_string(folder.join("log")).expect("a log"), "large\nbroken\nsmall\n");
    }

    #[test]
    fn each_selection_has_files() {
        let root = crate::root();
        let all = files(&root, "tests/browser").expect("tests");
        for selection in Selection::ALL {
            let chosen = selection.files(&root).expect("files");
            assert!(chosen.iter().all(|file| all.contains(file)), "{selection:?}: {chosen:?}");
            let has_all = chosen.len() == all.len();
            assert_eq!(has_all, matches!(selection, Selection::Usual | Selection::Every), "{selection:?}");
        }
    }
}
