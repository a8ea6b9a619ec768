//! Keeping two runs from doing the same work in the same folder at once.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::steps::note;

/// Held until it is dropped; the system frees it when the process dies.
#[derive(Debug)]
pub(crate) struct Lock {
    _file: File,
}

/// Takes the lock at `path`, and says so when another run has to end first.
pub(crate) fn lock(path: &Path, other: &str) -> Result<Lock, String> {
    let failed = |error: &dyn std::fmt::Display| format!("{} cannot be locked: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
    }
    let file = File::create(path).map_err(|error| failed(&error))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            note(&format!("another run is {other}; waiting for it"));
            file.lock().map_err(|error| failed(&error))?;
        }
        Err(TryLockError::Error(error)) => return Err(failed(&error)),
    }
    Ok(Lock { _file: file })
}
