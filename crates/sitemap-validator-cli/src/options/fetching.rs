//! The options for URLs.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Args, Command, ValueHint};
use sitemap_validator_crawl::Limits;

use crate::client::{Connecting, FETCH, Route, ascii};
use crate::write::OutputPath;

/// How sites are fetched.
#[derive(Debug, Args)]
pub(crate) struct Fetching {
    /// Fetch only what robots.txt lists
    ///
    /// By default, if robots.txt lists no sitemap, common paths such as /sitemap.xml are tried, and then the links on
    /// the front page.
    #[arg(long, help_heading = FETCH, hide_short_help = true)]
    pub(crate) no_guess: bool,

    /// Fetch at most N files
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "N", default_value = "10000")]
    pub(crate) max_files: usize,

    /// Make at most N requests a second to each host
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "N", default_value = "10")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) rate: u64,

    /// Open at most N connections to each host
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "N", default_value = "4")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=64))]
    pub(crate) connections: u16,

    /// Send this header field to the host of the URL, and to no other
    ///
    /// For example, `--header "Authorization: Basic …"`. Can be repeated.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "NAME: VALUE", value_parser = HeaderParser)]
    pub(crate) header: Vec<(String, String)>,

    /// Also request up to N of the listed pages, 500 if N is not given
    ///
    /// The pages are spread evenly over all sitemaps. Errors, redirects, noindex and other canonical URLs are reported
    /// at the URL in the sitemap. Obeys the robots.txt group `sitemap-validator`, or else `*`.
    #[arg(long, help_heading = FETCH, value_name = "N|all", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "500", value_parser = pages)]
    pub(crate) check_urls: Option<usize>,

    /// Keep the responses for pages in this file, and request no page that it has
    ///
    /// With --check-urls. If the program is stopped or killed, the next run with the same file continues. Delete the file to request
    /// all pages again.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) check_state: Option<OutputPath>,

    #[command(flatten)]
    pub(crate) connecting: Connecting,

    /// Use this proxy
    ///
    /// Default: the proxy in `HTTPS_PROXY`, `HTTP_PROXY` or `ALL_PROXY`, except for hosts in `NO_PROXY`.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "URL")]
    pub(crate) proxy: Option<Route>,

    /// Fetch the URLs in this file, one per line
    ///
    /// They can be sites or sitemaps, as on the command line. Empty lines and lines that begin with `#` are ignored;
    /// `-` reads standard input.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) urls_from: Option<PathBuf>,

    /// Make no network requests; URLs are an error
    #[arg(long, help_heading = FETCH, hide_short_help = true, conflicts_with_all = ["check_urls", "urls_from"])]
    pub(crate) offline: bool,

    /// Cache sitemaps in this folder, and fetch only changed ones next time
    ///
    /// Only sitemaps whose servers send `ETag` or `Last-Modified` are cached.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) cache: Option<OutputPath>,

    /// Save the fetched files in this folder
    ///
    /// Stores the files as received, and the responses of the servers in manifest.json. `sitemap-validator FOLDER` then
    /// gives the same report without fetching.
    #[arg(long, help_heading = FETCH, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) save: Option<OutputPath>,
}

/// A header field. The message about a wrong one does not contain it, because it may be a password.
#[derive(Clone)]
struct HeaderParser;

impl TypedValueParser for HeaderParser {
    type Value = (String, String);

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, value: &OsStr) -> Result<Self::Value, clap::Error> {
        let read = value.to_str().ok_or_else(|| "expected ASCII characters only".to_owned()).and_then(header);
        read.map_err(|problem| command.clone().error(ErrorKind::ValueValidation, format!("--header: {problem}")))
    }
}

fn header(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
    let is_token = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    };
    match parts {
        Some((name, value)) if is_token(name) && ascii(value).is_ok() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected a name, a colon and a value".to_owned()),
    }
}

impl Fetching {
    /// How requests reach the hosts: directly or through a proxy.
    pub(crate) fn route(&self) -> Route {
        self.proxy.clone().unwrap_or_default()
    }

    /// The limits of a search.
    pub(crate) fn limits(&self) -> Limits {
        Limits {
            files: self.max_files,
            connections: self.connections.into(),
            connections_in_all: usize::from(self.connections).max(16),
            interval: 1000_u64.div_ceil(self.rate),
            guess: !self.no_guess,
            private: self.connecting.allow_private,
            ..Limits::default()
        }
    }
}

/// A number, or `all`.
pub(crate) fn pages(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "expected a number, or `all`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        assert_eq!(header("X-Key:  a:b "), Ok(("X-Key".to_owned(), "a:b".to_owned())));
        for text in ["X-Key", ": a", "X Key: a", "X-Key: a\r\nHost: b"] {
            assert!(header(text).is_err(), "{text}");
        }
    }
}
