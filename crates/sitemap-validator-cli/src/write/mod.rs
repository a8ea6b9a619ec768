//! Everything that the program writes to files, and when it may: `clippy.toml` forbids other ways.
//!
//! - `replace`: a fixed file takes the place of the input, complete or not at all.
//! - `output`: what options name, such as `--report`: never a file that is read, and no existing file of others.
//! - `own`: files in a folder that is the program's, because it made it or found it empty.

mod output;
pub(crate) mod own;
mod replace;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub(crate) use output::{OutputFile, Plan, within};
pub(crate) use replace::{Digest, replace};

/// The value of an option that names what is written: a file or a folder. A configuration file that was found cannot name one
/// outside its folder.
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
