//! The files of a site, how each was found, and which files list others.

use std::collections::HashMap;

use crate::address::Address;
use sitemap_validator_protocol::http::{FetchError, Found, Http, MOST_REDIRECTS};
use sitemap_validator_protocol::report::Kind;

/// The limits on the number and the rate of requests.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The maximum number of files to fetch.
    pub files: usize,
    /// The maximum number of nested indexes.
    pub depth: u32,
    /// The maximum number of redirects of a file.
    pub redirects: usize,
    /// The maximum number of retries of a request.
    pub retries: u32,
    /// The maximum total number of bytes transferred.
    pub bytes: u64,
    /// The maximum number of connections to a host.
    pub connections: usize,
    /// The maximum number of connections to all hosts.
    pub connections_in_all: usize,
    /// The minimum time between two requests to a host, in milliseconds.
    pub interval: u64,
    /// The maximum time that a server may ask to wait, in milliseconds.
    pub patience: u64,
    /// True if common paths are tried when robots.txt lists no sitemap.
    pub guess: bool,
    /// True if hosts of private networks may be requested.
    pub private: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: 10_000,
            depth: 3,
            redirects: MOST_REDIRECTS,
            retries: 2,
            bytes: 2 << 30,
            connections: 4,
            connections_in_all: 16,
            interval: 100,
            patience: 60_000,
            guess: true,
            private: false,
        }
    }
}

/// The result of requesting a file.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The number of its last request: see [`Request`](crate::Request).
    pub id: usize,
    /// The request and the response.
    pub http: Http,
    /// The type of the file.
    pub kind: Kind,
    /// The request for the robots.txt of its host, if that failed and the file was therefore not requested.
    pub robots: Option<Http>,
}

/// A file of the site.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) http: Http,
    /// The URL of the next request.
    pub(crate) url: Address,
    pub(crate) depth: u32,
    pub(crate) attempts: u32,
    /// The time of the last request.
    pub(crate) asked: u64,
    pub(crate) kind: Option<Kind>,
    /// The URLs that it lists, and the number of listed URLs that were left out.
    pub(crate) listed: Vec<String>,
    pub(crate) left_out: usize,
    /// The robots.txt that prevented its request.
    pub(crate) robots: Option<usize>,
}

impl Item {
    pub(crate) fn new(http: Http, url: Address, depth: u32) -> Self {
        Self { http, url, depth, attempts: 0, asked: 0, kind: None, listed: Vec::new(), left_out: 0, robots: None }
    }

    /// True if the request was answered or failed.
    pub(crate) fn was_asked(&self) -> bool {
        self.http.status.is_some() || self.http.error.is_some()
    }

    /// True if the file could not be fetched although the server may have it.
    pub(crate) fn failed(&self) -> bool {
        self.http.error.is_some() || self.http.status.is_some_and(|status| status == 429 || status >= 500)
    }

    /// True if no connection to its own host was possible.
    pub(crate) fn has_no_host(&self) -> bool {
        use FetchError::{Dns, Private, Proxy, Refused, Tls};
        matches!(self.http.error, Some(Dns | Refused | Tls | Private | Proxy)) && self.http.hops.is_empty()
    }

    /// True if its own host did not answer.
    pub(crate) fn is_silent(&self) -> bool {
        self.http.error == Some(FetchError::Timeout) && self.http.hops.is_empty()
    }

    /// True if the server reports that the file does not exist.
    pub(crate) fn is_gone(&self) -> bool {
        self.http.is_gone()
    }

    /// True if both responses have the same cause.
    pub(crate) fn is_answered_like(&self, other: &Self) -> bool {
        let cause = |item: &Self| (item.http.error, item.http.status, item.http.challenge, item.kind);
        cause(self) == cause(other)
    }

    /// True for a robots.txt, also after redirects.
    pub(crate) fn is_robots(&self) -> bool {
        Address::parse(&self.http.requested).is_some_and(|first| first.is_robots())
    }

    /// Returns the origin whose rate limit applies.
    pub(crate) fn host(&self) -> String {
        self.url.origin()
    }

    /// True if the file was fetched.
    pub(crate) fn is_there(&self) -> bool {
        self.kind.is_some()
    }

    /// True for a sitemap or an index that was fetched.
    pub(crate) fn is_sitemap(&self) -> bool {
        self.kind.is_some_and(|kind| kind.has_pages() || kind == Kind::SitemapIndex)
    }
}

/// All files, without duplicates.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) items: Vec<Item>,
    known: HashMap<String, usize>,
}

impl Tree {
    /// Adds the file at `url`, unless it is known.
    pub(crate) fn add(&mut self, url: &Address, found: Found, depth: u32) -> Option<usize> {
        if self.known.contains_key(url.as_str()) {
            return None;
        }
        self.known.insert(url.as_str().to_owned(), self.items.len());
        let http = Http { found, ..Http::new(url.as_str()) };
        self.items.push(Item::new(http, url.clone(), depth));
        Some(self.items.len() - 1)
    }

    /// Returns the number of the file at `url`.
    pub(crate) fn find(&self, url: &str) -> Option<usize> {
        self.known.get(Address::parse(url)?.as_str()).copied()
    }

    /// Returns the files below `roots`, each after the file that lists it.
    pub(crate) fn below(&self, roots: &[usize]) -> Vec<usize> {
        let mut seen = vec![false; self.items.len()];
        let mut order = Vec::new();
        let mut path: Vec<usize> = roots.iter().rev().copied().collect();
        while let Some(at) = path.pop() {
            let Some(item) = self.items.get(at) else { continue };
            if seen.get(at) != Some(&false) {
                continue;
            }
            if let Some(slot) = seen.get_mut(at) {
                *slot = true;
            }
            order.push(at);
            // The pages that an HTML page links are not its children.
            if item.kind != Some(Kind::Html) {
                path.extend(item.listed.iter().rev().filter_map(|url| self.find(url)));
            }
        }
        order
    }
}
