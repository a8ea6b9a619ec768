//! How a file was fetched.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The maximum number of redirects that are followed.
pub const MOST_REDIRECTS: usize = 10;

/// The request for a file, and the response of its server.
///
/// Values of header fields are as the server sent them, unless a field says otherwise.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", default)]
pub struct Http {
    /// How the URL was found.
    pub found: Found,
    /// The URL that was requested.
    pub requested: String,
    /// The URL of the last response: the target of the last redirect, if there was one.
    #[serde(rename = "final")]
    pub last: String,
    /// The redirects, in order.
    pub hops: Vec<Hop>,
    /// The status of the last response; `null` if there was none.
    pub status: Option<u16>,
    /// The media type in lower case, without parameters.
    pub content_type: Option<String>,
    /// The parameter `charset` of the media type, in lower case.
    pub charset: Option<String>,
    /// The header field `Content-Encoding`, in lower case.
    pub content_encoding: Option<String>,
    /// The size that the server announced, in bytes as transferred.
    pub content_length: Option<u64>,
    /// The bytes that were transferred.
    pub transfer_bytes: u64,
    /// The header field `ETag`.
    pub etag: Option<String>,
    /// The header field `Last-Modified`.
    pub last_modified: Option<String>,
    /// The header field `X-Robots-Tag`.
    pub robots_tag: Option<String>,
    /// True if the response is a bot challenge instead of the file.
    pub challenge: bool,
    /// True if the content has not changed since an earlier request, according to the server, so a stored copy was
    /// used.
    pub unchanged: bool,
    /// The time from the request to the last byte, including redirects, in milliseconds. If a request was retried, only
    /// the last attempt counts.
    pub ms: u64,
    /// The time of the first request (if it was retried, of the last attempt), in milliseconds since 1970 in UTC.
    pub fetched_at: i64,
    /// Why nothing was fetched, unless the status of the last response is the reason.
    pub error: Option<FetchError>,
}

/// A page that a sitemap lists, and what its server answered.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Page {
    /// The URL as it is listed, without escapes of XML.
    pub listed: String,
    /// The request and the answer.
    pub http: Http,
    /// The request for the robots.txt of its host, if that failed, so that the page was not requested.
    pub robots: Option<Box<Http>>,
    /// What excludes it from search results, as found: an element, or a header field.
    pub noindex: Option<String>,
    /// A date from which on it is excluded, and where it is found.
    pub until: Option<(String, String)>,
    /// The canonical URL that it names.
    pub canonical: Option<String>,
    /// The URL to which it leads browsers at once.
    pub refresh: Option<String>,
    /// True for HTML.
    pub is_html: bool,
    /// True if it is larger than is read of it, after decompression.
    pub is_cut: bool,
    /// How a file lists it.
    pub entry: Entry,
    /// The dates of its last change that its file names.
    pub modified: Vec<String>,
    /// How it is built, if it was not requested but read from the folder of a built site.
    pub built: Option<Box<Built>>,
}

/// A page of the folder of a built site.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Built {
    /// Its file; if there is none, the file that hosts would look for.
    pub file: String,
    /// The rule of a file of the host that redirects it; `None` if hosts do so by themselves.
    pub redirect: Option<String>,
    /// The rule of a file of the host that says that there is no page.
    pub gone: Option<String>,
    /// If there is no file: one whose name has other upper and lower case letters.
    pub similar: Option<String>,
    /// True if search engines may index it at its URL, so that a sitemap should list it.
    pub should_be_listed: bool,
    /// Other URLs at which hosts serve or redirect it.
    pub aliases: Vec<String>,
}

/// How a file lists a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Entry {
    /// The index of the file.
    pub file: usize,
    /// True if the URL is written without escapes of XML.
    pub is_literal: bool,
    /// Its date.
    pub lastmod: Option<String>,
}

/// How the URL of a file was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Found {
    /// The user passed it.
    #[default]
    Given,
    /// It is a common path that was tried: `/robots.txt`, or that of a sitemap that no robots.txt lists.
    Usual,
    /// A robots.txt or an index lists it.
    Listed,
    /// A page links to it.
    Linked,
}

/// A redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Hop {
    /// The status of the response.
    pub status: u16,
    /// The absolute URL of the target.
    pub location: String,
}

/// Why nothing was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum FetchError {
    /// The host has no address.
    Dns,
    /// The host refuses the connection.
    Refused,
    /// There is no secure connection: invalid certificate or protocol error.
    Tls,
    /// The server did not respond in time.
    Timeout,
    /// The connection ended before the response was complete.
    Cut,
    /// The host has an address that is not public.
    Private,
    /// The redirects form a loop.
    RedirectLoop,
    /// There are more redirects than the program follows.
    TooManyRedirects,
    /// A redirect has no URL, or one that is not an http or https URL.
    BadRedirect,
    /// The file is larger than the limit of the page's server.
    TooLarge,
    /// The server of the page does not fetch from this host.
    NotAllowed,
    /// The robots.txt of the host disallows it for this program.
    Blocked,
    /// No sitemap was found for a site.
    NoSitemap,
    /// The response header is larger than the limit, or has too many fields.
    LargeHeader,
    /// The response is not valid HTTP.
    Malformed,
    /// The user's proxy does not connect.
    Proxy,
}

impl FetchError {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dns => "dns",
            Self::Refused => "refused",
            Self::Tls => "tls",
            Self::Timeout => "timeout",
            Self::Cut => "cut",
            Self::Private => "private",
            Self::RedirectLoop => "redirect-loop",
            Self::TooManyRedirects => "too-many-redirects",
            Self::BadRedirect => "bad-redirect",
            Self::TooLarge => "too-large",
            Self::NotAllowed => "not-allowed",
            Self::Blocked => "blocked",
            Self::NoSitemap => "no-sitemap",
            Self::LargeHeader => "large-header",
            Self::Malformed => "malformed",
            Self::Proxy => "proxy",
        }
    }
}

/// The header field in which an endpoint that fetches files for the page describes an [`Answer`].
pub const ANSWER_HEADER: &str = "sitemap-validator-answer";

/// What a server answered to an endpoint that fetches files for the page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// Why it did not, or why the content is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<FetchError>,
    /// The status; 0 if there was no answer.
    pub status: u16,
    /// The header fields that matter, names in lower case.
    pub header: BTreeMap<String, String>,
    /// The most bytes of content that the endpoint passes on. One more shows that there are more.
    pub limit: u64,
    /// The time that the request took, in milliseconds, as the page measures it: without the pauses that the endpoint
    /// asks for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ms: Option<u64>,
}

/// Why an endpoint that fetches files for the page makes no request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is not an http or https URL, or has a password.
    Url,
    /// The request does not come from the page.
    Origin,
    /// The client or all of them ask for too much at once.
    Busy,
}

impl From<FetchError> for Answer {
    fn from(error: FetchError) -> Self {
        Self { error: Some(error), ..Self::default() }
    }
}

impl Refusal {
    /// Its name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Url => "url",
            Self::Origin => "origin",
            Self::Busy => "busy",
        }
    }
}

impl Http {
    /// A request for a URL that has not been answered.
    pub fn new(requested: &str) -> Self {
        Self { requested: requested.to_owned(), last: requested.to_owned(), ..Self::default() }
    }

    /// The URL of the file: the one that was answered. A robots.txt is that of the host of which it was requested, also
    /// after redirects (RFC 9309 §2.3.1.2).
    pub fn address(&self) -> &str {
        let path = self.requested.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        if path.is_some_and(|(_, path)| path == "robots.txt") { &self.requested } else { &self.last }
    }

    /// The URL that was requested last, also one to which no connection was made.
    pub fn reached(&self) -> &str {
        self.hops.last().map_or(&self.requested, |hop| &hop.location)
    }

    /// True if there is no such file, as the server says, or as a search found.
    pub fn is_gone(&self) -> bool {
        match self.error {
            Some(error) => error == FetchError::NoSitemap,
            None => matches!(self.status, Some(404 | 410)) && !self.challenge,
        }
    }

    /// True if there is a file: the last answer has status 200.
    pub fn is_ok(&self) -> bool {
        self.status == Some(200) && self.error.is_none() && !self.challenge
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_json() {
        use FetchError::{
            BadRedirect, Blocked, Cut, Dns, LargeHeader, Malformed, NoSitemap, NotAllowed, Private, Proxy,
            RedirectLoop, Refused, Timeout, Tls, TooLarge, TooManyRedirects,
        };
        let all = [Dns, Refused, Tls, Timeout, Cut, Private, RedirectLoop, TooManyRedirects, BadRedirect, TooLarge];
        for error in all.into_iter().chain([NotAllowed, Blocked, NoSitemap, LargeHeader, Malformed, Proxy]) {
            assert_eq!(serde_json::to_value(error).expect("a name"), error.name());
        }
    }
}
