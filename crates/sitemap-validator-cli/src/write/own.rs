//! Files in a folder that belongs to the program, because it created the folder or found it empty.

#![allow(clippy::disallowed_methods)]

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates a file, and replaces an existing one with this name.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    File::create(path)
}

/// Writes a text file, and replaces an existing one with this name.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::write(path, text)
}

/// Writes a file, and replaces an existing one with this name.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)
}

/// Removes a folder with all files in it.
pub(crate) fn remove_all(folder: &Path) -> io::Result<()> {
    fs::remove_dir_all(folder)
}
