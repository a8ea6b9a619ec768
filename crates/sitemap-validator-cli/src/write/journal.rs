//! A file of lines to which the program adds. It changes no file that does not begin with the line of its kind.

#![allow(clippy::disallowed_methods)]

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;

use super::OutputPath;

/// A file to which lines are added.
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
}

/// The lines that a file has, after the first one.
pub(crate) struct Lines<T> {
    pub(crate) lines: Vec<T>,
    /// True if the last line was damaged and removed.
    pub(crate) is_repaired: bool,
}

impl Journal {
    /// Opens a file, or creates it. Its first line is `kind`; `read` reads the others. A damaged last line, as of a program
    /// that was killed, is removed.
    ///
    /// # Errors
    /// If the file cannot be read or written, or has other lines.
    pub(crate) fn open<T>(
        path: &OutputPath,
        kind: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<(Self, Lines<T>), String> {
        let path = path.path().to_owned();
        let failed = |error: io::Error| format!("{}: {error}", path.display());
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(&path).map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let head = format!("{kind}\n").into_bytes();
        if !bytes.starts_with(&head) && !head.starts_with(&bytes) {
            return Err(format!("{}: this file was not written by this option: pass another one", path.display()));
        }
        let mut lines = Vec::new();
        let mut end = if bytes.starts_with(&head) { head.len() } else { 0 };
        let mut is_repaired = false;
        for (at, line) in bytes.get(end..).unwrap_or_default().split_inclusive(|byte| *byte == b'\n').enumerate() {
            if is_repaired {
                return Err(format!("{}, line {}: this line is damaged: delete the file", path.display(), at + 1));
            }
            match line.strip_suffix(b"\n").and_then(|line| read(std::str::from_utf8(line).ok()?)) {
                Some(value) => {
                    lines.push(value);
                    end += line.len();
                }
                None => is_repaired = true,
            }
        }
        if end < bytes.len() {
            file.set_len(end as u64).map_err(failed)?;
        }
        if end == 0 {
            file.write_all(&head).map_err(failed)?;
        }
        Ok((Self { path, file }, Lines { lines, is_repaired }))
    }

    /// Adds a line at once, so that it is kept if the program is killed.
    pub(crate) fn add(&mut self, mut line: String) -> Result<(), String> {
        line.push('\n');
        self.file.write_all(line.as_bytes()).map_err(|error| format!("{}: {error}", self.path.display()))
    }
}
