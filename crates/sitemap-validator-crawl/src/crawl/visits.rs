//! Requests for pages, each made after the robots.txt of its host.

use sitemap_validator_protocol::http::{FetchError, Found};
use sitemap_validator_protocol::report::Kind;

use super::{Crawl, Stage};
use crate::address::Address;
use crate::tree::{Fetched, Item, Limits};

impl Crawl {
    /// Creates a crawl that requests pages, each after the robots.txt of its host, including hosts that it redirects
    /// to. Pages whose robots.txt fails are not requested. The driver must answer a robots.txt that it can read with
    /// [`Kind::Robots`], and a page that a robots.txt forbids with [`FetchError::Blocked`]. Links of pages are not
    /// followed.
    pub fn pages<'u>(urls: impl IntoIterator<Item = &'u str>, limits: &Limits) -> Option<Self> {
        let mut urls = urls.into_iter().filter_map(Address::parse).peekable();
        let mut crawl = Self::new(urls.peek()?.as_str(), Limits { private: true, ..limits.clone() }).ok()?;
        crawl.limits = Limits { files: usize::MAX, depth: 0, bytes: u64::MAX, ..limits.clone() };
        crawl.stage = Stage::Tree;
        crawl.visits = true;
        for url in urls {
            // A sitemap may also list a robots.txt.
            if url.is_robots() {
                crawl.request(&url, Found::Listed, 1);
            } else if let Some(page) = crawl.tree.add(&url, Found::Listed, 1) {
                crawl.visit(page);
            }
        }
        Some(crawl)
    }

    /// Returns the data about the page at a URL.
    pub fn page_at(&self, url: &str) -> Option<Fetched> {
        self.file(self.tree.find(url)?)
    }

    /// Requests a page once the robots.txt of its host was fetched.
    pub(super) fn visit(&mut self, page: usize) {
        let Some(robots) = self.item(Some(page)).and_then(|item| robots_of(&item.url)) else { return };
        let known = self.tree.find(robots.as_str());
        match known.or_else(|| self.request(&robots, Found::Usual, 0)) {
            Some(at) if self.item(Some(at)).is_some_and(Item::was_asked) => self.let_in(page, at),
            Some(at) => self.waiting.entry(at).or_default().push(page),
            None => {}
        }
    }

    /// Requests the pages that wait for this file, if it is a robots.txt.
    pub(super) fn let_in_all(&mut self, robots: usize) {
        for page in self.waiting.remove(&robots).unwrap_or_default() {
            self.let_in(page, robots);
        }
    }

    /// Requests a page, unless its robots.txt has failed.
    fn let_in(&mut self, page: usize, robots: usize) {
        let error = self.item(Some(robots)).and_then(Item::forbids);
        let Some(item) = self.tree.items.get_mut(page) else { return };
        if error.is_some() {
            (item.http.error, item.robots) = (error, Some(robots));
            let was_requested = !item.http.hops.is_empty();
            self.finished += 1;
            self.done.extend(was_requested.then_some(page));
        } else {
            let is_redirected = !item.http.hops.is_empty();
            self.enqueue(page, is_redirected);
        }
    }
}

/// Returns the URL of the robots.txt that applies to a URL.
fn robots_of(url: &Address) -> Option<Address> {
    url.join("/robots.txt")
}

impl Item {
    /// Returns the reason why nothing may be requested from the host of this robots.txt (RFC 9309 §2.3.1), if it
    /// failed.
    fn forbids(&self) -> Option<FetchError> {
        match (self.http.error, self.http.status) {
            // Treated like a missing robots.txt.
            (Some(FetchError::RedirectLoop | FetchError::TooManyRedirects | FetchError::BadRedirect), _) => None,
            // The error concerns the host of the page.
            (Some(error), _) if self.http.hops.is_empty() => Some(error),
            (Some(_), _) | (None, Some(206 | 429 | 500..)) => Some(FetchError::Blocked),
            (None, Some(200)) if self.kind != Some(Kind::Robots) => Some(FetchError::Blocked),
            (None, _) => None,
        }
    }
}
