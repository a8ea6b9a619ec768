//! Keeps two runs from doing the same work in the same folder at once.

use std::fs::{self, File};
use std::path::Path;

use crate::steps::note;

/// Locks the file at `path` until the result is dropped or the process ends. Waits if another run is doing `work`.
pub(crate) fn lock(path: &Path, work: &str) -> Result<File, String> {
    let locked = || {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        let file = File::create(path)?;
        if file.try_lock().is_err() {
            note(&format!("another run is {work}; waiting for it"));
            file.lock()?;
        }
        Ok(file)
    };
    locked().map_err(|error: std::io::Error| format!("{} cannot be locked: {error}", path.display()))
}

/// Runs `install`, unless the file `mark` says `wanted` already, and writes that file. `work` takes `duration`; both are words.
pub(crate) fn install_once(
    mark: &Path,
    wanted: &str,
    (at, work, duration): (&Path, &str, &str),
    install: impl FnOnce() -> Result<(), String>,
) -> Result<(), String> {
    let is_current = || fs::read_to_string(mark).is_ok_and(|found| found == wanted);
    if is_current() {
        return Ok(());
    }
    let _lock = lock(at, work)?;
    // Another run may have done it meanwhile.
    if !is_current() {
        note(&format!("{work}, {duration}"));
        install()?;
        fs::write(mark, wanted).map_err(|error| format!("{} cannot be written: {error}", mark.display()))?;
    }
    Ok(())
}
