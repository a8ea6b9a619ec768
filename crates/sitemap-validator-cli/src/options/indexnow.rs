//! The options of `indexnow`. The comments are its help.

use std::path::PathBuf;

use clap::{ArgAction, ValueHint};
use sitemap_validator_crawl::indexnow::SERVICE;

use crate::client::Connecting;
use crate::values;

use super::ABOUT;

/// Tell search engines which pages changed, with IndexNow
///
/// Reads URLs, one on each line, such as those that `compare --to changed` writes, and sends them to a service of IndexNow, which
/// passes them on to all engines that take part. First it checks that the site has the file with the key; otherwise it sends
/// nothing.
///
/// Exit codes: 0 all URLs were received, 2 they were not.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct IndexNow {
    /// The list of URLs, or `-` for standard input
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) urls: PathBuf,

    /// The key
    ///
    /// The site has it in the file `KEY.txt` at its root, or in that of --key-file.
    #[arg(long, value_name = "KEY")]
    pub(crate) key: String,

    /// The URL of the file with the key
    ///
    /// It counts for the URLs in its folder.
    #[arg(long, value_name = "URL", value_parser = values::url)]
    pub(crate) key_file: Option<String>,

    /// The service that receives the URLs
    #[arg(long, value_name = "URL", value_parser = values::url, default_value = SERVICE)]
    pub(crate) service: String,

    #[command(flatten)]
    pub(crate) connecting: Connecting,

    /// Print help: a summary with -h, all details with --help
    #[arg(short, long, help_heading = ABOUT, action = ArgAction::Help)]
    help: Option<bool>,
}
