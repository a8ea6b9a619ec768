//! The options for the configuration file, which all commands that read one share.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::ABOUT;

/// Which configuration file is read.
#[derive(Debug, Clone, Args)]
pub(crate) struct Settings {
    /// Read options from this file
    ///
    /// By default, the program reads sitemap-validator.toml in the current folder, or in the nearest folder above it.
    /// With such a file, `report`, `cache` and `save` must be in its folder or below.
    #[arg(long, help_heading = ABOUT, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,

    /// Ignore configuration files
    #[arg(long, help_heading = ABOUT, hide_short_help = true, conflicts_with = "config")]
    pub(crate) isolated: bool,
}
