//! The options of `compare`. The comments are its help.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, Parser, ValueEnum, ValueHint};
use sitemap_validator::compare::Share;
use sitemap_validator::{Rule, Severity};
use sitemap_validator_protocol::comparison::Redirects;

use crate::client::{Connecting, FETCH};
use crate::values;

use super::fetching::pages;
use super::{ABOUT, Arguments, CONVERT, Command, Settings};

pub(crate) const GATES: &str = "Limits";
const REPORT: &str = "Report";

/// Compare two versions of a site's sitemaps
///
/// Reports which URLs are gone, new, moved or renamed, which dates and other values changed, and what is the same. A change
/// that explains many differences, such as `https` in place of `http`, is reported once.
///
/// Exit codes: 0 the limits are kept, 1 a limit is not kept, 2 a version could not be read.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Compare {
    /// The earlier version
    ///
    /// A file, a folder, the URL of a sitemap or a site, a folder written by --save, `-` for standard input, or a file or folder
    /// in a version of git, such as `HEAD~1:public` or `v2:public/sitemap.xml`.
    #[arg(value_name = "OLD", value_hint = ValueHint::AnyPath)]
    pub(crate) old: OsString,

    /// The later version, in any of these forms
    #[arg(value_name = "NEW", value_hint = ValueHint::AnyPath)]
    pub(crate) new: OsString,

    /// Fail if more URLs are gone: a number, or a percentage of the old ones
    #[arg(long, help_heading = GATES, value_name = "N|N%", value_parser = values::share)]
    pub(crate) max_removed: Option<Share>,

    /// Fail if the new version has fewer URLs
    #[arg(long, help_heading = GATES, value_name = "N")]
    pub(crate) min_urls: Option<u64>,

    /// Fail if the new version does not list this URL, or a URL with this path
    ///
    /// Can be repeated.
    #[arg(long, help_heading = GATES, value_name = "URL|PATH")]
    pub(crate) require: Vec<String>,

    /// Do not fail if a date moved back
    #[arg(long, help_heading = GATES)]
    pub(crate) allow_lastmod_back: bool,

    /// Set a rule to off, info, warning or error
    ///
    /// Errors make the comparison fail. The rules begin with `compare-`. Can be repeated.
    #[arg(long, help_heading = GATES, value_name = "ID=LEVEL", value_parser = values::level)]
    pub(crate) rule: Vec<(Rule, Option<Severity>)>,

    /// Request up to N old URLs that are gone, moved or renamed, 500 if N is not given, and report where they lead
    ///
    /// Fails if one has no page now: its status is 404 or 410, or it redirects to the home page. Obeys robots.txt as --check-urls does.
    #[arg(long, help_heading = GATES, value_name = "N|all", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "500", value_parser = pages)]
    pub(crate) follow_removed: Option<usize>,

    /// Report where all old URLs lead according to this folder of built pages, without requests
    ///
    /// Rules in `_redirects`, `vercel.json` and `netlify.toml` in the folder apply. What depends on a request or on a program of the
    /// server is not known.
    #[arg(long, help_heading = GATES, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) pages: Option<PathBuf>,

    /// Report where all old URLs lead according to this file of redirects, without requests
    ///
    /// The file has a format that --redirects writes: netlify, nginx, apache or csv. For example, `--redirects-from csv=redirects.csv`.
    /// Its redirects come before the files of --pages. Can be repeated.
    #[arg(long, help_heading = GATES, value_name = "FORMAT=FILE", value_parser = values::redirects_file)]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) redirects_from: Vec<(Redirects, PathBuf)>,

    /// Format of the report
    ///
    /// `markdown` is meant for a comment on a pull request. `json` and `csv` list all URLs with differences.
    #[arg(long, help_heading = REPORT, value_name = "FORMAT", value_enum, default_value = "text")]
    pub(crate) format: Format,

    /// List at most N URLs for each difference
    ///
    /// 0 lists all. Only with the formats text, markdown and html.
    #[arg(long, help_heading = REPORT, value_name = "N", default_value = "10")]
    pub(crate) max_rows: usize,

    /// Write the redirects from old to new URLs instead of a report
    ///
    /// For URLs that moved or were renamed. Check the renamed ones: they are recognized by the words of their paths. The limits
    /// are not judged.
    #[arg(long, help_heading = REPORT, value_name = "SERVER", value_parser = values::redirects())]
    pub(crate) redirects: Option<Redirects>,

    /// Write a list of the URLs whose pages changed instead of a report
    ///
    /// A page changed if it is new, or if its title or the text of its main part is another one. Pages that search engines may not
    /// index are left out. NEW must be a folder of built pages, and OLD another one or a file that --snapshot wrote. `indexnow`
    /// writes requests for IndexNow in place of the list, one on each line; it needs --key, and sends nothing.
    #[arg(long, help_heading = CONVERT, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<To>,

    /// The key for IndexNow
    ///
    /// The site has it in the file `KEY.txt` at its root, or in that of --key-file.
    #[arg(long, help_heading = CONVERT, hide_short_help = true, value_name = "KEY")]
    pub(crate) key: Option<String>,

    /// The URL of the file with the key for IndexNow
    #[arg(long, help_heading = CONVERT, hide_short_help = true, value_name = "URL", value_parser = values::url)]
    pub(crate) key_file: Option<String>,

    /// Read at most N MiB of each file
    #[arg(long, help_heading = REPORT, value_name = "N", value_parser = values::mebibytes, default_value = "512")]
    #[arg(hide_short_help = true)]
    pub(crate) max_size: u64,

    /// Fetch at most this many files of a site
    #[arg(long, help_heading = FETCH, value_name = "N", default_value = "10000")]
    pub(crate) max_files: usize,

    #[command(flatten)]
    pub(crate) connecting: Connecting,

    #[command(flatten)]
    pub(crate) settings: Settings,

    /// Print help: a summary with -h, all details with --help
    #[arg(short, long, help_heading = ABOUT, action = ArgAction::Help)]
    pub(crate) help: Option<bool>,
}

impl Compare {
    /// True if old URLs are judged by files, and not requested.
    pub(crate) fn is_offline(&self) -> bool {
        self.pages.is_some() || !self.redirects_from.is_empty()
    }

    /// True if the report says where old URLs lead.
    pub(crate) fn follows(&self) -> bool {
        self.follow_removed.is_some() || self.is_offline()
    }

    /// True if the differences are written for people, and not as data.
    pub(crate) fn is_for_people(&self) -> bool {
        self.redirects.is_none() && matches!(self.format, Format::Text | Format::Markdown | Format::Html)
    }

    /// Reads what follows `sitemap-validator compare`.
    ///
    /// # Errors
    /// If an argument is wrong.
    pub(crate) fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, String> {
        let words = ["sitemap-validator", "compare"].map(OsString::from);
        match Arguments::try_parse_from(words.into_iter().chain(arguments)).map(|arguments| arguments.command) {
            Ok(Some(Command::Compare(options))) => Ok(*options),
            Ok(_) => Err("these are not two versions".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The form of the list of pages that changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// A URL on each line.
    Changed,
    /// The body of a request for IndexNow on each line, with up to 10,000 URLs.
    Indexnow,
}

/// The format of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a terminal.
    Text,
    /// For a comment on a pull request.
    Markdown,
    /// A document in HTML that needs no other file.
    Html,
    /// All data.
    Json,
    /// A row for each URL with a difference.
    Csv,
}
