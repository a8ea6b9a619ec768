//! The order of the requests.

mod results;
mod visits;

use std::collections::HashMap;

use sitemap_validator_protocol::http::{FetchError, Found, Hop, Http};
use sitemap_validator_protocol::name::may_be_sitemap;
use sitemap_validator_protocol::report::Kind;

use crate::address::Address;
use crate::guard;
use crate::hosts::{Hosts, Turn};
use crate::reply::Reply;
use crate::tree::{Fetched, Item, Limits, Tree};

/// The common paths of sitemaps, in order of frequency.
const USUAL: [&str; 6] =
    ["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml", "/sitemap.xml.gz", "/sitemap.txt"];

/// The time before the first retry, in milliseconds; it doubles for each further retry.
const PAUSE: u64 = 1_000;

/// The maximum number of redirects of a robots.txt (RFC 9309 §2.3.1.2).
const ROBOTS_REDIRECTS: usize = 5;

/// A request for the driver to make: a GET that does not follow redirects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The number of its file. Redirects and retries of a file have the same number.
    pub id: usize,
    /// The URL, with the scheme http or https.
    pub url: String,
    /// The original URL of the file, which differs from `url` after redirects.
    pub first: String,
}

/// The next action of a driver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Make this request.
    Request(Request),
    /// Call again at this time, or with a response.
    Wait(u64),
    /// Call again with a response.
    Pending,
    /// Nothing is left to request.
    Done,
}

/// The reason why a URL cannot be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartError {
    /// The text is not an http or https URL.
    NoUrl,
    /// The host is on a private network.
    Private,
}

/// The files that are being searched for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begin,
    /// The file at the start URL, and the robots.txt of its site.
    Given,
    /// The common path with this index.
    Usual(usize),
    /// The links of the front page.
    Front,
    /// The files that an index or a robots.txt lists.
    Tree,
}

/// The search for the sitemaps of a site.
#[derive(Debug)]
pub struct Crawl {
    limits: Limits,
    start: Address,
    stage: Stage,
    tree: Tree,
    hosts: Hosts,
    /// The numbers of the site's robots.txt and of the file at the start URL, which is the front page if the start is a
    /// site.
    robots: Option<usize>,
    given: Option<usize>,
    /// The first files of the site.
    roots: Vec<usize>,
    bytes: u64,
    /// The number of files found because other files list them.
    listed: usize,
    /// The number of files that were fetched or failed.
    finished: usize,
    /// Their numbers, except those that failed without a request.
    done: Vec<usize>,
    left_out: usize,
    stopped: bool,
    /// True if pages are requested.
    visits: bool,
    /// The pages that wait for each robots.txt.
    waiting: HashMap<usize, Vec<usize>>,
}

impl Crawl {
    /// Creates a search from `start`, an http or https URL of a sitemap, a robots.txt or any page. For a page, the
    /// sitemaps of its site are searched for.
    ///
    /// # Errors
    /// If the URL cannot be requested; gives the reason.
    pub fn new(start: &str, limits: Limits) -> Result<Self, StartError> {
        let start = Address::parse(start).ok_or(StartError::NoUrl)?;
        if !limits.private && guard::refuses(&start) {
            return Err(StartError::Private);
        }
        Ok(Self {
            limits,
            start,
            stage: Stage::Begin,
            tree: Tree::default(),
            hosts: Hosts::default(),
            robots: None,
            given: None,
            roots: Vec::new(),
            bytes: 0,
            listed: 0,
            finished: 0,
            done: Vec::new(),
            left_out: 0,
            stopped: false,
            visits: false,
            waiting: HashMap::new(),
        })
    }

    /// Returns the next step at the time `now`.
    pub fn next(&mut self, now: u64) -> Step {
        loop {
            if self.stopped || self.is_over() {
                return if self.hosts.is_busy() { Step::Pending } else { Step::Done };
            }
            match self.hosts.take(&self.limits, now) {
                Turn::Wait(time) => return Step::Wait(time),
                Turn::Busy => return Step::Pending,
                Turn::Idle if self.advance() => {}
                Turn::Idle => return Step::Done,
                Turn::Item(id) => {
                    let Some(item) = self.tree.items.get_mut(id) else { continue };
                    item.asked = now;
                    if item.http.hops.is_empty() {
                        item.http.fetched_at = i64::try_from(now).unwrap_or(i64::MAX);
                    }
                    let (url, first) = (item.url.as_str().to_owned(), item.http.requested.clone());
                    return Step::Request(Request { id, url, first });
                }
            }
        }
    }

    /// Handles the response to the request `id`, or the reason why there is none.
    pub fn answer(&mut self, id: usize, answer: Result<Reply, FetchError>, now: u64) {
        let Some(item) = self.tree.items.get_mut(id) else { return };
        let host = item.host();
        self.hosts.answered(&host);
        // A driver that stops also ends its requests with errors.
        if self.stopped && answer.is_err() {
            return;
        }
        item.http.error = None;
        if let Ok(reply) = &answer {
            self.bytes += reply.bytes;
            self.hosts.set_answered(&host);
            if reply.status == 429 {
                self.hosts.slow_down(&host);
            }
        }
        let is_passing = match &answer {
            Ok(reply) => reply.is_cut || reply.is_passing(),
            Err(error) => matches!(error, FetchError::Timeout | FetchError::Cut),
        };
        let asked = answer.as_ref().ok().filter(|reply| !reply.is_cut).and_then(|reply| reply.retry_after(now));
        let may_repeat = item.attempts < self.limits.retries && self.hosts.is_worth_it(&host);
        if is_passing && may_repeat && asked.is_none_or(|wait| wait <= self.limits.patience) {
            self.hosts.pause(&host, now + asked.unwrap_or(PAUSE << item.attempts));
            item.attempts += 1;
            self.hosts.add(&host, id, true);
            return;
        }
        let took = answer.as_ref().ok().and_then(|reply| reply.ms);
        item.http.ms += took.unwrap_or_else(|| now.saturating_sub(item.asked));
        match answer {
            Err(error) => {
                if error != FetchError::Blocked {
                    self.hosts.gave_up(&host);
                }
                item.http.error = Some(error);
            }
            Ok(reply) => {
                reply.describe(&mut item.http);
                if let Some(location) = reply.redirect() {
                    return self.follow(id, reply.status, location);
                }
                if reply.status == 429 || reply.status >= 500 {
                    self.hosts.gave_up(&host);
                } else {
                    self.hosts.answers(&host);
                }
                if reply.status == 200 && !item.http.challenge {
                    item.kind = Some(reply.content.kind);
                    (item.listed, item.left_out) = (reply.content.listed, reply.content.left_out);
                }
            }
        }
        self.done(id);
    }

    /// Requests the URL to which a file redirects.
    fn follow(&mut self, id: usize, status: u16, location: &str) {
        let Some(item) = self.tree.items.get_mut(id) else { return };
        let url = item.url.join(location).filter(|_| !location.is_empty());
        let most = if item.is_robots() { ROBOTS_REDIRECTS } else { self.limits.redirects };
        let error = match &url {
            None => Some(FetchError::BadRedirect),
            Some(url) => {
                let hops = &mut item.http.hops;
                let is_circle =
                    item.http.requested == url.as_str() || hops.iter().any(|hop| hop.location == url.as_str());
                hops.push(Hop { status, location: url.as_str().to_owned() });
                match is_circle {
                    true => Some(FetchError::RedirectLoop),
                    false if hops.len() > most => Some(FetchError::TooManyRedirects),
                    false => (!self.limits.private && guard::refuses(url)).then_some(FetchError::Private),
                }
            }
        };
        item.http.error = error;
        match url.filter(|_| error.is_none()) {
            None => self.done(id),
            Some(url) => {
                url.as_str().clone_into(&mut item.http.last);
                // The redirect target has not been requested yet.
                item.http.status = None;
                let is_elsewhere = item.url.origin() != url.origin();
                item.url = url;
                if self.visits && is_elsewhere && !item.is_robots() {
                    self.visit(id);
                } else {
                    self.enqueue(id, true);
                }
            }
        }
    }

    /// Stops making requests.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// Requests all failed files again.
    pub fn again(&mut self) {
        self.stopped = false;
        self.hosts.restart();
        self.finished = 0;
        for (id, item) in self.tree.items.iter_mut().enumerate() {
            if item.is_there() || item.http.error == Some(FetchError::Private) {
                self.finished += 1;
                continue;
            }
            let http = Http { found: item.http.found, ..Http::new(&item.http.requested) };
            if let Some(url) = Address::parse(&http.requested) {
                *item = Item::new(http, url, item.depth);
                self.hosts.add(&item.host(), id, false);
            }
        }
    }

    /// Returns the number of the site's robots.txt, once it was fetched or failed.
    pub fn robots(&self) -> Option<usize> {
        self.item(self.robots).filter(|item| item.was_asked()).and(self.robots)
    }

    /// Returns the number of listed URLs that were skipped because of the maximum number of files.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// True if the search ended because the maximum number of bytes was reached.
    pub const fn is_over(&self) -> bool {
        self.bytes >= self.limits.bytes
    }

    /// True if files are missing because the search ended early.
    pub fn is_partial(&self) -> bool {
        let is_searched = self.stage == Stage::Tree && self.finished >= self.tree.items.len();
        self.left_out > 0 || (self.stopped || self.is_over()) && !is_searched
    }

    /// Returns the numbers of the files that were requested and then fetched or failed, in order.
    pub fn ended(&self) -> &[usize] {
        &self.done
    }

    /// Returns the number of files that were fetched or failed, and the number of known files.
    pub fn progress(&self) -> (usize, usize) {
        (self.finished, self.tree.items.len())
    }

    /// Returns the data about a file.
    pub fn file(&self, id: usize) -> Option<Fetched> {
        let item = self.tree.items.get(id)?;
        let robots = self.item(item.robots).map(|robots| robots.http.clone());
        Some(Fetched { id, http: item.http.clone(), kind: item.kind.unwrap_or_default(), robots })
    }

    /// Returns the file with this number.
    fn item(&self, at: Option<usize>) -> Option<&Item> {
        self.tree.items.get(at?)
    }

    /// Returns the file at the common path with this index.
    fn usual_place(&self, at: usize) -> Option<usize> {
        self.tree.find(self.start.join(USUAL.get(at)?)?.as_str())
    }

    /// Continues with the next stage; false if none is left.
    fn advance(&mut self) -> bool {
        match self.stage {
            Stage::Begin => {
                self.stage = Stage::Given;
                self.robots = self.at_root("/robots.txt", Found::Usual);
                if self.start.path() == "/robots.txt" {
                    self.given = self.robots;
                } else if !self.is_site() {
                    self.given = self.request(&self.start.clone(), Found::Given, 0);
                }
                true
            }
            Stage::Given => {
                if let Some(given) = self.item(self.given) {
                    match given.kind {
                        Some(Kind::Robots) => return self.list(self.given),
                        Some(Kind::Html) if !may_be_sitemap(self.start.name()) => {}
                        // A sitemap, or a file that could not be fetched: the search starts only from this file.
                        _ => {
                            self.roots.extend(self.given);
                            self.stage = Stage::Tree;
                            return true;
                        }
                    }
                }
                // The host does not accept connections, so further requests would fail too.
                if self.is_site() && self.item(self.robots).is_some_and(Item::has_no_host) {
                    self.stage = Stage::Tree;
                    return false;
                }
                if self.item(self.robots).is_some_and(|item| !item.listed.is_empty()) {
                    return self.list(self.robots);
                }
                self.usual(0)
            }
            Stage::Usual(at) => {
                let found = self.usual_place(at);
                if self.item(found).is_some_and(Item::is_sitemap) {
                    self.roots.extend(found);
                    self.stage = Stage::Tree;
                    return true;
                }
                // A host that did not answer any request gets no more requests.
                if self.is_host_silent() {
                    self.stage = Stage::Tree;
                    return false;
                }
                self.usual(at + 1)
            }
            Stage::Front => self.list(self.given),
            Stage::Tree => false,
        }
    }

    /// Tries the common path with this index, or the front page if there is none.
    fn usual(&mut self, at: usize) -> bool {
        let Some(path) = USUAL.get(at).filter(|_| self.limits.guess) else {
            self.stage = Stage::Front;
            if self.given.is_none() && self.limits.guess {
                self.given = self.at_root("/", Found::Given);
            }
            return self.limits.guess;
        };
        self.stage = Stage::Usual(at);
        self.at_root(path, Found::Usual);
        true
    }

    /// Uses the sitemaps that this file lists or links as the first files of the site.
    fn list(&mut self, at: Option<usize>) -> bool {
        self.stage = Stage::Tree;
        let Some(item) = self.item(at) else { return false };
        let found = if item.kind == Some(Kind::Html) { Found::Linked } else { Found::Listed };
        let listed = item.listed.clone();
        self.left_out += item.left_out;
        for url in listed {
            let Some(url) = Address::parse(&url) else { continue };
            let known = self.tree.find(url.as_str());
            let at = known.or_else(|| self.request(&url, found, 0));
            self.roots.extend(at);
        }
        true
    }

    /// Records that a file was fetched or failed.
    fn done(&mut self, id: usize) {
        self.finished += 1;
        self.done.push(id);
        self.let_in_all(id);
        let Some(item) = self.tree.items.get(id).filter(|item| item.kind == Some(Kind::SitemapIndex)) else { return };
        let depth = item.depth + 1;
        if depth > self.limits.depth {
            return;
        }
        let listed = item.listed.clone();
        self.left_out += item.left_out;
        for url in listed {
            if let Some(url) = Address::parse(&url) {
                self.request(&url, Found::Listed, depth);
            }
        }
    }

    /// Requests a path at the root of the site.
    fn at_root(&mut self, path: &str, found: Found) -> Option<usize> {
        let url = self.start.join(path)?;
        self.tree.find(url.as_str()).or_else(|| self.request(&url, found, 0))
    }

    /// Requests a URL, unless it is already known or exceeds the limits.
    fn request(&mut self, url: &Address, found: Found, depth: u32) -> Option<usize> {
        let is_listed = matches!(found, Found::Listed | Found::Linked);
        if is_listed && self.listed >= self.limits.files {
            self.left_out += usize::from(self.tree.find(url.as_str()).is_none());
            return None;
        }
        let id = self.tree.add(url, found, depth)?;
        self.listed += usize::from(is_listed);
        let item = self.tree.items.get_mut(id)?;
        if !self.limits.private && guard::refuses(url) {
            item.http.error = Some(FetchError::Private);
            self.finished += 1;
        } else {
            self.enqueue(id, false);
        }
        Some(id)
    }

    /// Adds a file at the end or at the front of its host's queue.
    fn enqueue(&mut self, id: usize, in_front: bool) {
        if let Some(item) = self.tree.items.get(id) {
            self.hosts.add(&item.host(), id, in_front);
        }
    }

    /// True if the start URL is a whole site.
    fn is_site(&self) -> bool {
        self.start.path() == "/" && !self.start.has_query()
    }
}
