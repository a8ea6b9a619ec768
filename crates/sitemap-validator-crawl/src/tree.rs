//! The files of a site: how each was found, and which lists which.

use std::collections::HashMap;

use crate::address::Address;
use sitemap_validator_protocol::http::{FetchError, Found, Http};
use sitemap_validator_protocol::report::Kind;

/// How much is requested, and how fast.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The most files that are fetched.
    pub files: usize,
    /// How many indexes deep the files may be.
    pub depth: u32,
    /// The most redirects of a file.
    pub redirects: usize,
    /// How often a request is repeated.
    pub retries: u32,
    /// The most bytes that are transferred in all.
    pub bytes: u64,
    /// The most connections to a host.
    pub connections: usize,
    /// The most connections to all hosts.
    pub connections_in_all: usize,
    /// The milliseconds between two requests to a host, at least.
    pub interval: u64,
    /// The most milliseconds that a server may ask to wait.
    pub patience: u64,
    /// True if usual names are tried where robots.txt lists no sitemap.
    pub guess: bool,
    /// True if hosts of private networks may be asked.
    pub private: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            files: 10_000,
            depth: 3,
            redirects: 10,
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

/// A file that was requested.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// The number of its last request: see [`Request`](crate::Request).
    pub id: usize,
    /// The request and the answer.
    pub http: Http,
    /// What it is.
    pub kind: Kind,
    /// The request for the robots.txt of its host, if that failed, so that the file was not requested.
    pub robots: Option<Http>,
}

/// A file of the site.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) http: Http,
    /// The URL to request now.
    pub(crate) url: Address,
    pub(crate) depth: u32,
    pub(crate) attempts: u32,
    /// The time of the last request.
    pub(crate) asked: u64,
    pub(crate) kind: Option<Kind>,
    /// The URLs that it lists, and how many more it lists.
    pub(crate) listed: Vec<String>,
    pub(crate) left_out: usize,
    /// The robots.txt because of which it was not requested.
    pub(crate) robots: Option<usize>,
}

impl Item {
    pub(crate) fn new(http: Http, url: Address, depth: u32) -> Self {
        Self { http, url, depth, attempts: 0, asked: 0, kind: None, listed: Vec::new(), left_out: 0, robots: None }
    }

    /// True if an answer has come, or none will.
    pub(crate) fn was_asked(&self) -> bool {
        self.http.status.is_some() || self.http.error.is_some()
    }

    /// True if the file could not be had, though the server may have it.
    pub(crate) fn failed(&self) -> bool {
        self.http.error.is_some() || self.http.status.is_some_and(|status| status == 429 || status >= 500)
    }

    /// True if there is no connection to its own host.
    pub(crate) fn has_no_host(&self) -> bool {
        use FetchError::{Dns, Private, Proxy, Refused, Tls};
        matches!(self.http.error, Some(Dns | Refused | Tls | Private | Proxy)) && self.http.hops.is_empty()
    }

    /// True if its own host has not answered.
    pub(crate) fn is_silent(&self) -> bool {
        self.http.error == Some(FetchError::Timeout) && self.http.hops.is_empty()
    }

    /// True if the server says that there is no such file.
    pub(crate) fn is_gone(&self) -> bool {
        self.http.is_gone()
    }

    /// True if the answer has the same cause.
    pub(crate) fn is_answered_like(&self, other: &Self) -> bool {
        let cause = |item: &Self| (item.http.error, item.http.status, item.http.challenge, item.kind);
        cause(self) == cause(other)
    }

    /// True for a robots.txt, also after redirects.
    pub(crate) fn is_robots(&self) -> bool {
        Address::parse(&self.http.requested).is_some_and(|first| first.is_robots())
    }

    /// The host to which it is polite.
    pub(crate) fn host(&self) -> String {
        self.url.origin()
    }

    /// True for a file that is there.
    pub(crate) fn is_there(&self) -> bool {
        self.kind.is_some()
    }

    /// True for a sitemap or an index that is there.
    pub(crate) fn is_sitemap(&self) -> bool {
        self.kind.is_some_and(|kind| kind.has_pages() || kind == Kind::SitemapIndex)
    }
}

/// All files, each once.
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

    /// The file at `url`.
    pub(crate) fn find(&self, url: &str) -> Option<usize> {
        self.known.get(Address::parse(url)?.as_str()).copied()
    }

    /// The files below `roots`, each behind the one that lists it.
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
            // What a page links is no child of it.
            if item.kind != Some(Kind::Html) {
                path.extend(item.listed.iter().rev().filter_map(|url| self.find(url)));
            }
        }
        order
    }
}
