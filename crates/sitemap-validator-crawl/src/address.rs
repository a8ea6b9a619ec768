//! URLs with the scheme http or https.
//!
//! The URL Standard needs tables of Unicode for the names of hosts, which are larger than this crate. The feature `url`
//! includes them; without it, the program provides a function with [`resolve_with`], as browsers have these tables.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::sync::OnceLock;

use sitemap_validator_protocol::secret::without_userinfo;

/// Resolves a text against a base, if there is one, and returns the URL as the URL Standard serializes it.
pub type Resolve = fn(&str, Option<&str>) -> Option<String>;

static GIVEN: OnceLock<Resolve> = OnceLock::new();

/// Sets the function that resolves URLs. Only the first call has an effect, and only without the feature `url`.
pub fn resolve_with(resolve: Resolve) {
    let _ = GIVEN.set(resolve);
}

#[cfg(feature = "url")]
fn resolve(text: &str, base: Option<&str>) -> Option<String> {
    let base = base.map(url::Url::parse).transpose().ok()?;
    url::Url::options().base_url(base.as_ref()).parse(text).ok().map(String::from)
}

#[cfg(not(feature = "url"))]
fn resolve(text: &str, base: Option<&str>) -> Option<String> {
    GIVEN.get()?(text, base)
}

/// An absolute http or https URL as the URL Standard serializes it, without fragment, user name and password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address(String);

/// The host of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Host<'a> {
    Name(&'a str),
    V4(Ipv4Addr),
    V6(Ipv6Addr),
}

impl Address {
    /// Parses `text`; `None` if it is not an http or https URL.
    pub fn parse(text: &str) -> Option<Self> {
        Self::from(resolve(text, None)?)
    }

    /// Resolves `reference` against this URL.
    pub fn join(&self, reference: &str) -> Option<Self> {
        Self::from(resolve(reference, Some(&self.0))?)
    }

    fn from(mut href: String) -> Option<Self> {
        if let Some(fragment) = href.find('#') {
            href.truncate(fragment);
        }
        let address = Self(without_userinfo(&href).into_owned());
        let is_web = address.0.starts_with("http://") || address.0.starts_with("https://");
        (is_web && !address.server().is_empty()).then_some(address)
    }

    /// Returns the whole URL.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns host and port.
    fn server(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or_default()
    }

    /// Returns scheme, host and port.
    pub fn origin(&self) -> String {
        let scheme = self.0.split(':').next().unwrap_or_default();
        format!("{scheme}://{}", self.server())
    }

    /// Returns the host in ASCII; an IPv6 address is in brackets.
    pub fn host(&self) -> &str {
        let server = self.server();
        // The colons of an IPv6 address are in brackets.
        server.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')).map_or(server, |(host, _)| host)
    }

    pub(crate) fn kind_of_host(&self) -> Host<'_> {
        let host = self.host();
        let bare = host.trim_start_matches('[').trim_end_matches(']');
        match (host.parse(), bare.parse()) {
            (Ok(address), _) => Host::V4(address),
            (_, Ok(address)) => Host::V6(address),
            _ => Host::Name(host),
        }
    }

    /// Returns the path, from its first `/`, without the query.
    pub fn path(&self) -> &str {
        let rest = self.0.split_once("://").map_or("", |(_, rest)| rest);
        let path = rest.find('/').and_then(|at| rest.get(at..)).unwrap_or_default();
        path.split('?').next().unwrap_or_default()
    }

    /// True for the robots.txt of a host.
    pub fn is_robots(&self) -> bool {
        self.path() == "/robots.txt" && !self.has_query()
    }

    pub(crate) fn has_query(&self) -> bool {
        self.0.contains('?')
    }

    /// Returns the part of the path after the last `/`.
    pub(crate) fn name(&self) -> &str {
        self.path().rsplit('/').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_have_parts() {
        let url = Address::parse("HTTPS://me:pw@Bücher.tidepool.page:8443/a/../b?c=/d#e").expect("a URL");
        assert_eq!(url.as_str(), "https://xn--bcher-kva.tidepool.page:8443/b?c=/d");
        assert_eq!((url.host(), url.path()), ("xn--bcher-kva.tidepool.page", "/b"));
        assert_eq!(url.origin(), "https://xn--bcher-kva.tidepool.page:8443");
        assert!(url.has_query());
        assert_eq!(url.join("//a.page/").map(|url| url.0), Some("https://a.page/".to_owned()));
        for (text, host) in [
            ("http://[::1]:80/", Host::V6(Ipv6Addr::LOCALHOST)),
            ("http://[::1]", Host::V6(Ipv6Addr::LOCALHOST)),
            ("http://0x7f.1:8080", Host::V4(Ipv4Addr::LOCALHOST)),
            ("http://a.page?b", Host::Name("a.page")),
        ] {
            assert_eq!(Address::parse(text).expect(text).kind_of_host(), host, "{text}");
        }
        for text in ["", "a.page", "ftp://a.page/", "http://", "mailto:a@a.page", "https://a b/"] {
            assert_eq!(Address::parse(text), None, "{text}");
        }
    }
}
