//! All writing to files, and the rules for it: `clippy.toml` forbids other ways.
//!
//! - `replace`: replaces an input with the fixed file, completely or not at all.
//! - `output`: writes files named by options, such as `--report`. It never overwrites an input, nor, without
//!   `--overwrite`, an existing file of others.
//! - `journal`: adds lines to a file that this program began.
//! - `own`: writes files in a folder that belongs to the program, because it created the folder or found it empty.

mod journal;
mod output;
pub(crate) mod own;
mod replace;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(crate) use journal::Journal;
pub(crate) use output::{OutputFile, Plan, within};
pub(crate) use replace::{Digest, replace};

/// The value of an option that names an output file or folder. A configuration file that the program found
/// itself cannot name one outside its folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OutputPath(PathBuf);

impl OutputPath {
    /// The path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl From<OsString> for OutputPath {
    fn from(path: OsString) -> Self {
        Self(path.into())
    }
}
