//! The options of the command line. The comments of [`Arguments`] are its help.

mod compare;
mod fetching;
mod indexnow;
mod settings;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgAction, ColorChoice, Parser, Subcommand, ValueHint};
use clap_complete::Shell;
use sitemap_validator::output::export::Format;
use sitemap_validator::{Profile, Rule, Severity};
use sitemap_validator_crawl::sources::SourceRule;

#[cfg(feature = "mcp")]
use crate::client::Connecting;
use crate::languages::Language;
#[cfg(feature = "serve")]
use crate::serve::Serve;
use crate::values::{self, Dates, FailOn, RuleParser, Target};
use crate::write::OutputPath;

use fetching::Fetching;

#[cfg(test)]
pub(crate) use compare::GATES;
pub(crate) use compare::{Compare, Format as ComparisonFormat, To};
pub(crate) use indexnow::IndexNow;
pub(crate) use settings::Settings;

pub(crate) const CHECK: &str = "Checks";
pub(crate) const FIX: &str = "Fixes";
pub(crate) const CONVERT: &str = "Conversion";
const REPORT: &str = "Report";
pub(crate) const ABOUT: &str = "About";

const EXIT_CODES: &str = "Exit codes: 0 no errors, 1 errors found, 2 the check could not run.";

const EXAMPLES: &str = "\
Examples:
  sitemap-validator https://www.example.com
  sitemap-validator sitemap.xml
  sitemap-validator --url https://www.example.com/sitemap.xml - < sitemap.xml
  sitemap-validator --format json sitemaps/ > report.json
  sitemap-validator --fix sitemap.xml
  sitemap-validator --to split --output parts sitemap.xml

Exit codes:
  0  No errors
  1  Errors found, or warnings with --fail-on warning
  2  The check could not run: invalid option, or a file that cannot be read or written";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Compare(Box<Compare>),
    #[command(name = "indexnow")]
    IndexNow(Box<IndexNow>),
    #[cfg(feature = "serve")]
    Serve(Box<Serve>),
    #[cfg(feature = "mcp")]
    Mcp(Box<Mcp>),
}

/// Run a Model Context Protocol server for coding agents
///
/// Reads requests from standard input and writes responses to standard output, until the input ends. Agents can check
/// and fix files that the user of the server can read and write, and fetch sites, but nothing from private networks
/// without --allow-private.
#[cfg(feature = "mcp")]
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct Mcp {
    /// Print help: a summary with -h, all details with --help
    #[arg(short, long, action = ArgAction::Help)]
    help: Option<bool>,

    #[command(flatten)]
    pub(crate) connecting: Connecting,
}

/// Validates sitemaps: reports each problem with its exact location, its source and a fix.
// Flags are independent of each other.
#[allow(clippy::struct_excessive_bools)]
#[derive(Debug, Parser)]
#[command(version, args_override_self = true, max_term_width = 100, after_help = EXIT_CODES, after_long_help = EXAMPLES)]
#[command(name = "sitemap-validator", disable_help_flag = true, disable_version_flag = true)]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    /// A URL, or files and folders to check, or `-` for standard input
    ///
    /// A file is a sitemap, a sitemap index, a list of URLs, or an RSS or Atom feed, plain or compressed with gzip; or
    /// a robots.txt, which the others are checked against. Folders are searched recursively for .xml, .gz, .txt, .rss
    /// and .atom files. The program checks those that are sitemaps by their content or name, or that an index or a
    /// robots.txt lists.
    ///
    /// If the URL is a sitemap, an index, a feed or a robots.txt, that file is checked. Otherwise the whole site is
    /// checked: the sitemaps that its robots.txt lists, and the sitemaps that they list.
    #[arg(value_name = "URL|FILE|FOLDER|-", value_hint = ValueHint::AnyPath)]
    pub(crate) inputs: Vec<OsString>,

    /// The URL at which the file is (or will be) published
    ///
    /// Checks whether a sitemap at this URL may list its entries: host, scheme, port and folder. For several files, use
    /// --base.
    #[arg(long, help_heading = CHECK, value_parser = values::url, conflicts_with = "base")]
    pub(crate) url: Option<String>,

    /// The URL of the folder that the files are served from
    ///
    /// The URL of each file is this URL followed by its path in the folder, unless an index or a robots.txt among the
    /// files lists it elsewhere on the same site. For several files and folders, pass the URL of the deepest folder
    /// that contains them all.
    #[arg(long, help_heading = CHECK, value_name = "URL", value_parser = values::url)]
    pub(crate) base: Option<String>,

    /// Check against these engines
    ///
    /// Separate names with commas. The protocol of sitemaps.org is always included; `legacy` is the protocol as it was
    /// between 2008 and 2016.
    #[arg(long, help_heading = CHECK, value_name = "NAME,...", value_delimiter = ',', num_args = 1)]
    #[arg(value_parser = values::profile(), default_value = "sitemaps.org,google,bing", action = ArgAction::Set)]
    pub(crate) profile: Vec<Profile>,

    /// Include style advice
    #[arg(long, help_heading = CHECK)]
    pub(crate) pedantic: bool,

    /// Also report what the sitemaps.org XSD rejects but search engines accept
    #[arg(long, hide_short_help = true, help_heading = CHECK)]
    pub(crate) strict_schema: bool,

    /// Check against this robots.txt
    ///
    /// Reports URLs that the robots.txt blocks, and whether it lists the sitemap. It belongs to the sitemap's own site;
    /// for another site, write `https://host=FILE`. A robots.txt among the files needs no option. Can be repeated.
    #[arg(long, help_heading = CHECK, value_name = "FILE", value_parser = values::robots, value_hint = ValueHint::FilePath)]
    pub(crate) robots: Vec<(Option<String>, OsString)>,

    /// Compare the sitemaps with this folder of built pages
    ///
    /// Makes no requests. Reports listed URLs without a page, listed pages that redirect, have noindex or another
    /// canonical URL, and pages that no sitemap lists. Rules in `_redirects`, `_headers`, `vercel.json` and
    /// `netlify.toml` in the folder apply. Without other files, the sitemaps in this folder are checked.
    #[arg(long, help_heading = CHECK, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    #[arg(conflicts_with = "check_urls")]
    pub(crate) pages: Option<PathBuf>,

    /// Compare each date with the last change of its page
    ///
    /// `git` is the last commit of the source file, which the program finds by its name in the current folder and in its
    /// subfolders; needs the whole history. `pages` is the date in the built HTML; needs --pages. `snapshot` is a change of
    /// the built HTML since an earlier run; needs --pages and --snapshot. Suggested fixes write the date of the change.
    #[arg(long, help_heading = CHECK, value_name = "git|pages|snapshot", value_enum, hide_possible_values = true)]
    pub(crate) dates: Option<Dates>,

    /// What the pages said in an earlier run, for --dates snapshot
    ///
    /// If the check passes, the program writes to this file what the pages say now. If it does not exist, it is created.
    #[arg(long, help_heading = CHECK, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) snapshot: Option<OutputPath>,

    /// The source files of these pages, for --dates git
    ///
    /// For example, `--source-file '/blog/:slug/=content/posts/:slug.md'`, or with `*` for any text. Can be repeated; the
    /// first rule whose path matches counts.
    #[arg(long, help_heading = CHECK, value_name = "PATH=FILE", value_parser = values::source)]
    #[arg(hide_short_help = true)]
    pub(crate) source_file: Vec<SourceRule>,

    /// Accept URLs on this host too
    ///
    /// For hosts that the same owner has verified in Search Console. Can be repeated.
    #[arg(long, help_heading = CHECK, value_name = "HOST", value_parser = values::host, hide_short_help = true)]
    pub(crate) verified_host: Vec<String>,

    /// Accept URLs on all hosts, which are verified in Search Console
    ///
    /// For Google, if the sitemap is submitted there.
    #[arg(long, help_heading = CHECK)]
    pub(crate) search_console: bool,

    /// Use this as the current date and time
    ///
    /// For example, 2025-01-31 or 2025-01-31T12:00:00Z.
    #[arg(long, hide_short_help = true, help_heading = CHECK, value_name = "DATETIME", value_parser = values::date_time)]
    pub(crate) now: Option<i64>,

    /// Set a rule to off, info, warning or error
    ///
    /// For example, `--rule loc-relative=off`. Can be repeated. --list-rules lists the rules.
    #[arg(long, help_heading = CHECK, value_name = "ID=LEVEL", value_parser = values::level)]
    pub(crate) rule: Vec<(Rule, Option<Severity>)>,

    /// Apply all safe fixes in place
    ///
    /// Files are replaced atomically. The report then lists the remaining findings. With `-`, the fixed text goes to
    /// standard output and the report to standard error.
    #[arg(long, help_heading = FIX, group = "fixing", conflicts_with = "diff")]
    pub(crate) fix: bool,

    /// Print what --fix would change as a unified diff, without writing files
    #[arg(long, help_heading = FIX, group = "fixing")]
    pub(crate) diff: bool,

    /// Also apply the suggested fixes of this rule
    ///
    /// With --fix or --diff. Can be repeated.
    #[arg(long, help_heading = FIX, value_name = "ID", value_parser = RuleParser)]
    #[arg(hide_possible_values = true, requires = "fixing")]
    pub(crate) fix_rule: Vec<Rule>,

    /// Convert the files instead of reporting on them
    #[arg(long, help_heading = CONVERT, value_name = "FORMAT", value_enum, conflicts_with = "fixing")]
    pub(crate) to: Option<Target>,

    /// Write the converted files to this folder
    ///
    /// Without it, a single file is written to standard output. Existing files are replaced only with --overwrite.
    #[arg(long, help_heading = CONVERT, value_name = "FOLDER", value_hint = ValueHint::DirPath, requires = "to")]
    pub(crate) output: Option<OutputPath>,

    #[command(flatten)]
    pub(crate) fetching: Fetching,

    /// Format of the report
    #[arg(long, help_heading = REPORT, value_name = "FORMAT", value_parser = values::format(), default_value = "text")]
    pub(crate) format: Format,

    /// The language of the report and of --explain
    #[arg(long, help_heading = REPORT, value_name = "TAG", value_enum, default_value = "en")]
    pub(crate) lang: Language,

    /// List at most N findings per rule and file
    ///
    /// 0 lists all. Counts are always complete. [default: 10 with --format text, otherwise 1000]
    #[arg(long, help_heading = REPORT, value_name = "N", value_parser = values::or_all())]
    pub(crate) max_diagnostics: Option<u64>,

    /// Read at most N MiB of each file
    ///
    /// Applies before and after decompression; the maximum is 4095. Only the part that was read is checked.
    #[arg(long, help_heading = REPORT, value_name = "N", value_parser = values::mebibytes, default_value = "512")]
    #[arg(hide_short_help = true)]
    pub(crate) max_size: u64,

    /// Also write the report to this file
    ///
    /// For example, `--report sarif=report.sarif`. Can be repeated. An earlier report is replaced, another file only
    /// with --overwrite. In the formats csv, gitlab, github, markdown, text and agent, a report does not name the
    /// program, so an earlier one is not recognized.
    #[arg(long, help_heading = REPORT, value_name = "FORMAT=FILE", value_parser = values::report)]
    #[arg(value_hint = ValueHint::FilePath, conflicts_with_all = ["diff", "to"])]
    pub(crate) report: Vec<(Format, OutputPath)>,

    /// Replace existing files, whatever they are, with --report, --write-baseline and --to
    ///
    /// A file that is checked, or read for another option, is never replaced.
    #[arg(long, help_heading = REPORT, hide_short_help = true)]
    pub(crate) overwrite: bool,

    /// Show only how many findings each rule has
    #[arg(hide_short_help = true, long, help_heading = REPORT, conflicts_with_all = ["diff", "to"])]
    pub(crate) stat: bool,

    /// Report only findings that are not in this file
    ///
    /// FILE was written by --write-baseline. Findings in it are neither shown nor counted, even if they moved to
    /// another line.
    #[arg(hide_short_help = true, long, help_heading = REPORT, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to this file, for use with --baseline
    ///
    /// They are reported as well, and the exit code is 0. An earlier baseline is replaced; any other existing file is
    /// an error without --overwrite.
    #[arg(hide_short_help = true, long, help_heading = REPORT, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = ["baseline", "diff", "to"])]
    pub(crate) write_baseline: Option<OutputPath>,

    /// Exit with 1 on these findings
    #[arg(long, help_heading = REPORT, value_name = "LEVEL", value_enum, default_value = "error")]
    pub(crate) fail_on: FailOn,

    /// Also exit with 1 if there are more than N warnings
    #[arg(hide_short_help = true, long, help_heading = REPORT, value_name = "N")]
    pub(crate) max_warnings: Option<u64>,

    /// When to use colors
    ///
    /// `auto` uses them on a terminal, and respects `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE`.
    #[arg(long, help_heading = REPORT, value_name = "WHEN", value_enum, default_value = "auto", alias = "colour")]
    #[arg(hide_short_help = true)]
    pub(crate) color: ColorChoice,

    /// Hide the progress bar
    #[arg(long, help_heading = REPORT)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) settings: Settings,

    /// Print the JSON schema of sitemap-validator.toml
    #[arg(long, help_heading = ABOUT, hide_short_help = true)]
    pub(crate) config_schema: bool,

    /// Explain a rule: what it reports, why it matters, and how to fix it
    #[arg(long, help_heading = ABOUT, value_name = "ID", value_parser = RuleParser, hide_possible_values = true)]
    pub(crate) explain: Option<Rule>,

    /// List all rules
    #[arg(long, help_heading = ABOUT)]
    pub(crate) list_rules: bool,

    /// Print the completion script of a shell
    #[arg(long, help_heading = ABOUT, value_name = "SHELL", value_enum, hide_short_help = true)]
    pub(crate) completions: Option<Shell>,

    /// Print the manual page
    ///
    /// `sitemap-validator --man | man -l -` shows it.
    #[arg(long, help_heading = ABOUT, hide_short_help = true)]
    pub(crate) man: bool,

    /// Print help: a summary with -h, all details with --help
    #[arg(short, long, help_heading = ABOUT, action = ArgAction::Help)]
    pub(crate) help: Option<bool>,

    /// Print the version
    #[arg(short = 'V', long, help_heading = ABOUT, action = ArgAction::Version)]
    pub(crate) version: Option<bool>,
}

impl Arguments {
    /// The formats in which the report is written.
    pub(crate) fn formats(&self) -> impl Iterator<Item = Format> {
        std::iter::once(self.format).chain(self.report.iter().map(|(format, _)| *format))
    }
}
