//! The options for URLs.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueHint};

const FETCH: &str = "Fetching";

/// How sites are fetched.
#[derive(Debug, Args)]
pub(crate) struct Fetching {
    /// Fetch only what robots.txt lists
    ///
    /// Without it, a site whose robots.txt lists no sitemap is searched: at the usual places, then for links of its front
    /// page.
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

    /// Give up on a request after N seconds
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "N", default_value = "120")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) max_time: u64,

    /// Introduce the program by this name
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "NAME")]
    #[arg(default_value = concat!("sitemap-validator/", env!("CARGO_PKG_VERSION")), value_parser = agent)]
    pub(crate) user_agent: String,

    /// Send this header field to the host of the URL, and to no other
    ///
    /// Such as `--header "Authorization: Basic …"`. Can be repeated.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "NAME: VALUE", value_parser = header)]
    pub(crate) header: Vec<(String, String)>,

    /// Allow hosts of private networks, such as localhost
    #[arg(long, help_heading = FETCH)]
    pub(crate) allow_private: bool,

    /// Connect to this address for a host, such as a new server before its name points there
    ///
    /// Such as `--resolve www.example.com:443:192.0.2.7`. Can be repeated.
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "HOST:PORT:ADDRESS", value_parser = pinned)]
    pub(crate) resolve: Vec<Pinned>,

    /// Trust the certificates in this PEM file instead of the system's
    #[arg(long, help_heading = FETCH, hide_short_help = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) ca_file: Option<PathBuf>,

    /// Accept any certificate
    #[arg(long, help_heading = FETCH, hide_short_help = true, conflicts_with = "ca_file")]
    pub(crate) insecure: bool,

    /// Keep what was fetched in this folder
    ///
    /// It gets the files as they came and a manifest.json with the answers of the servers. `sitemap-validator FOLDER`
    /// then gives the same report without fetching.
    #[arg(long, help_heading = FETCH, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) save: Option<PathBuf>,
}

/// A host with the address to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pinned {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) address: IpAddr,
}

fn agent(text: &str) -> Result<String, String> {
    let is_fine = !text.is_empty() && text.bytes().all(|byte| matches!(byte, b' '..=b'~'));
    if is_fine { Ok(text.to_owned()) } else { Err("expected characters of ASCII".to_owned()) }
}

fn header(text: &str) -> Result<(String, String), String> {
    let parts = text.split_once(':').map(|(name, value)| (name.trim(), value.trim()));
    let is_token = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte))
    };
    match parts {
        Some((name, value)) if is_token(name) && agent(value).is_ok() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("expected a name, a colon and a value".to_owned()),
    }
}

fn pinned(text: &str) -> Result<Pinned, String> {
    let read = |text: &str| {
        let (host, rest) = text.split_once(':').filter(|(host, _)| !host.is_empty())?;
        let (port, address) = rest.split_once(':')?;
        let address = address.trim_start_matches('[').trim_end_matches(']').parse().ok()?;
        Some(Pinned { host: host.to_ascii_lowercase(), port: port.parse().ok()?, address })
    };
    read(text).ok_or_else(|| "expected a host, a port and an IP address, separated by colons".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_and_addresses_are_read() {
        assert_eq!(header("X-Key:  a:b "), Ok(("X-Key".to_owned(), "a:b".to_owned())));
        for text in ["X-Key", ": a", "X Key: a", "X-Key: a\r\nHost: b"] {
            assert!(header(text).is_err(), "{text}");
        }
        let host = "tidepool.page".to_owned();
        assert_eq!(
            pinned("Tidepool.page:8443:[::1]"),
            Ok(Pinned { host, port: 8443, address: "::1".parse().unwrap() })
        );
        for text in ["a:443", "a:b:127.0.0.1", ":443:127.0.0.1", "a:443:b"] {
            assert!(pinned(text).is_err(), "{text}");
        }
    }
}
