//! The order of the requests.

use sitemap_validator_protocol::http::{FetchError, Found, Hop, Http};
use sitemap_validator_protocol::report::Kind;
use url::Url;

use crate::guard;
use crate::hosts::{Hosts, Turn};
use crate::reply::Reply;
use crate::tree::{Fetched, Item, Limits, Tree};

/// Where sitemaps usually are, the most frequent place first.
const USUAL: [&str; 6] =
    ["/sitemap.xml", "/sitemap_index.xml", "/sitemap-index.xml", "/wp-sitemap.xml", "/sitemap.xml.gz", "/sitemap.txt"];

/// The time before the first repetition, in milliseconds; it doubles.
const PAUSE: u64 = 1_000;

/// A request for the driver: a GET without following redirects.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Its file. Redirects and repetitions of a file have the same number.
    pub id: usize,
    /// The URL, of http or https.
    pub url: String,
}

/// What a driver does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Make this request.
    Request(Request),
    /// Come back at this time, or with an answer.
    Wait(u64),
    /// Come back with an answer.
    Pending,
    /// Nothing is left to request.
    Done,
}

/// Why a URL cannot be requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartError {
    /// It is not a URL of http or https.
    NoUrl,
    /// Its host is on a private network.
    Private,
}

/// What is being looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Begin,
    /// The file that was given, and the robots.txt of its site.
    Given,
    /// The usual place with this index.
    Usual(usize),
    /// The links of the front page.
    Front,
    /// The files that others list.
    Tree,
}

/// The search for the sitemaps of a site.
#[derive(Debug)]
pub struct Crawl {
    limits: Limits,
    start: Url,
    stage: Stage,
    tree: Tree,
    hosts: Hosts,
    /// The robots.txt of the site, and the file that was given: the front page if it is a site.
    robots: Option<usize>,
    given: Option<usize>,
    /// The files with which the site begins.
    roots: Vec<usize>,
    bytes: u64,
    /// How many files are known because others list them.
    listed: usize,
    left_out: usize,
    stopped: bool,
}

impl Crawl {
    /// Begins at `start`, a URL of http or https: that of a sitemap or a robots.txt, or of any page of a site, whose
    /// sitemaps are then found.
    ///
    /// # Errors
    /// Says why the URL cannot be requested.
    pub fn new(start: &str, limits: Limits) -> Result<Self, StartError> {
        let start = Url::parse(start).map_err(|_| StartError::NoUrl)?;
        if !is_web(&start) {
            return Err(StartError::NoUrl);
        }
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
            left_out: 0,
            stopped: false,
        })
    }

    /// What to do at the time `now`.
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
                    if item.begun.replace(item.begun.unwrap_or(now)).is_none() {
                        item.http.fetched_at = i64::try_from(now).unwrap_or(i64::MAX);
                    }
                    return Step::Request(Request { id, url: item.url.to_string() });
                }
            }
        }
    }

    /// Takes the answer to the request `id`, or why there is none.
    pub fn answer(&mut self, id: usize, answer: Result<Reply, FetchError>, now: u64) {
        let limits = &self.limits;
        let Some(item) = self.tree.items.get_mut(id) else { return };
        let host = item.host();
        self.hosts.answered(&host);
        // A driver that stops ends its requests.
        if self.stopped && answer.is_err() {
            return;
        }
        item.http.ms = now.saturating_sub(item.begun.unwrap_or(now));
        item.http.error = None;
        let may_repeat = item.attempts < limits.retries && self.hosts.is_worth_it(&host);
        match answer {
            Err(FetchError::Timeout | FetchError::Cut) if may_repeat => {
                self.hosts.pause(&host, now + (PAUSE << item.attempts));
                item.attempts += 1;
                self.hosts.add(&host, id, true);
            }
            Err(error) => {
                self.hosts.gave_up(&host);
                item.http.error = Some(error);
                self.done(id);
            }
            Ok(reply) if reply.is_cut && may_repeat => {
                self.bytes += reply.bytes;
                self.hosts.pause(&host, now + (PAUSE << item.attempts));
                item.attempts += 1;
                self.hosts.add(&host, id, true);
            }
            Ok(reply) => {
                self.bytes += reply.bytes;
                reply.describe(&mut item.http);
                if let Some(location) = reply.redirect() {
                    let hop = item.url.join(location).ok().filter(|url| !location.is_empty() && is_web(url));
                    let error = match &hop {
                        None => Some(FetchError::BadRedirect),
                        Some(url) if !limits.private && guard::refuses(url) => Some(FetchError::Private),
                        Some(url) => {
                            item.http.hops.push(Hop { status: reply.status, location: url.to_string() });
                            let came_by = |hop: &Hop| hop.location == url.as_str();
                            let before = item.http.hops.len() - 1;
                            if item.http.requested == url.as_str() || item.http.hops.iter().take(before).any(came_by) {
                                Some(FetchError::RedirectLoop)
                            } else if item.http.hops.len() > limits.redirects {
                                Some(FetchError::TooManyRedirects)
                            } else {
                                None
                            }
                        }
                    };
                    item.http.error = error;
                    match hop.filter(|_| error.is_none()) {
                        None => self.done(id),
                        Some(url) => {
                            item.http.last = url.to_string();
                            item.url = url;
                            self.hosts.add(&item.host(), id, true);
                        }
                    }
                    return;
                }
                if reply.status == 429 {
                    self.hosts.slow_down(&host);
                }
                if may_repeat && !item.http.challenge && (matches!(reply.status, 408 | 429) || reply.status >= 500) {
                    let asked = reply.retry_after();
                    if asked.is_none_or(|wait| wait <= limits.patience) {
                        self.hosts.pause(&host, now + asked.unwrap_or(PAUSE << item.attempts));
                        item.attempts += 1;
                        self.hosts.add(&host, id, true);
                        return;
                    }
                }
                if reply.status == 429 || reply.status >= 500 {
                    self.hosts.gave_up(&host);
                } else {
                    self.hosts.answers(&host);
                }
                if reply.status == 200 {
                    item.kind = Some(reply.content.kind);
                    item.listed = reply.content.listed;
                }
                self.done(id);
            }
        }
    }

    /// Requests nothing more.
    pub fn stop(&mut self) {
        self.stopped = true;
    }

    /// How many URLs that files list were left out, because there would be too many files.
    pub const fn left_out(&self) -> usize {
        self.left_out
    }

    /// True if the search ended because so many bytes had been transferred.
    pub const fn is_over(&self) -> bool {
        self.bytes >= self.limits.bytes
    }

    /// How many files have been asked for, and how many are known.
    pub fn progress(&self) -> (usize, usize) {
        (self.tree.items.iter().filter(|item| item.was_asked()).count(), self.tree.items.len())
    }

    /// The files: the robots.txt, if it is there or fails, then the sitemaps, each behind the index that lists it. A site
    /// without any has an entry with the error [`FetchError::NoSitemap`].
    ///
    /// # Errors
    /// The request with which all begins, if it failed.
    pub fn finish(mut self) -> Result<Vec<Fetched>, Box<Http>> {
        let item = |at: Option<usize>| at.and_then(|at| self.tree.items.get(at));
        // What was found when the search was ended.
        let usual = match self.stage {
            Stage::Usual(at) => USUAL.get(at).and_then(|path| self.tree.find(self.start.join(path).ok()?.as_str())),
            _ => None,
        };
        let found = [self.given, usual].into_iter().find(|at| item(*at).is_some_and(Item::is_sitemap)).flatten();
        if self.roots.is_empty() {
            self.roots.extend(found);
        }
        let first = item(self.given).or_else(|| item(self.robots).filter(|item| item.has_no_host()));
        if let Some(first) = first.filter(|item| item.was_asked() && !item.is_there())
            && (self.given.is_some() && !self.is_site() || self.roots.is_empty() && first.http.error.is_some())
        {
            return Err(Box::new(Http { requested: self.start.to_string(), ..first.http.clone() }));
        }
        let robots = item(self.robots).filter(|item| item.kind == Some(Kind::Robots) || item.failed()).and(self.robots);
        let is_over = self.stopped || self.is_over() || self.left_out > 0;
        if self.roots.is_empty() && !is_over && (self.given.is_none() || self.given != robots) {
            let http = Http { error: Some(FetchError::NoSitemap), ..Http::new(self.start.as_str()) };
            self.roots.push(self.tree.items.len());
            self.tree.items.push(Item::new(http, self.start.clone(), 0));
        }
        let fetched = |id: usize| {
            let item = self.tree.items.get(id).filter(|item| item.was_asked())?;
            Some(Fetched { id, http: item.http.clone(), kind: item.kind.unwrap_or_default() })
        };
        let below = self.tree.below(&self.roots).into_iter().filter(|at| Some(*at) != robots);
        Ok(robots.into_iter().chain(below).filter_map(fetched).collect())
    }

    /// The next stage; false if none is left.
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
                if let Some(given) = self.given.and_then(|at| self.tree.items.get(at)) {
                    match given.kind {
                        Some(Kind::Robots) => return self.list(self.given),
                        Some(Kind::Html) => {}
                        // A sitemap, or what is not had: it is the whole of the site.
                        _ => {
                            self.roots.extend(self.given);
                            self.stage = Stage::Tree;
                            return true;
                        }
                    }
                }
                // Without a connection to the host, nothing else will have one.
                if self.is_site() && self.robots.and_then(|at| self.tree.items.get(at)).is_some_and(Item::has_no_host) {
                    self.stage = Stage::Tree;
                    return false;
                }
                let lists =
                    self.robots.and_then(|at| self.tree.items.get(at)).is_some_and(|item| !item.listed.is_empty());
                if lists {
                    return self.list(self.robots);
                }
                self.usual(0)
            }
            Stage::Usual(at) => {
                let found = USUAL.get(at).and_then(|path| self.tree.find(self.start.join(path).ok()?.as_str()));
                if let Some(found) = found.filter(|&at| self.tree.items.get(at).is_some_and(Item::is_sitemap)) {
                    self.roots.push(found);
                    self.stage = Stage::Tree;
                    return true;
                }
                self.usual(at + 1)
            }
            Stage::Front => self.list(self.given),
            Stage::Tree => false,
        }
    }

    /// Tries the usual place with this index, or else the front page.
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

    /// The sitemaps that this file lists or links are the first ones of the site.
    fn list(&mut self, at: Option<usize>) -> bool {
        self.stage = Stage::Tree;
        let Some(item) = at.and_then(|at| self.tree.items.get(at)) else { return false };
        let found = if item.kind == Some(Kind::Html) { Found::Linked } else { Found::Listed };
        for url in item.listed.clone() {
            let Ok(url) = Url::parse(&url) else { continue };
            let known = self.tree.find(url.as_str());
            let at = known.or_else(|| self.request(&url, found, 0));
            self.roots.extend(at);
        }
        true
    }

    /// The file has been had, or will not be.
    fn done(&mut self, id: usize) {
        let Some(item) = self.tree.items.get(id).filter(|item| item.kind == Some(Kind::SitemapIndex)) else { return };
        let depth = item.depth + 1;
        if depth > self.limits.depth {
            return;
        }
        for url in item.listed.clone() {
            if let Ok(url) = Url::parse(&url) {
                self.request(&url, Found::Listed, depth);
            }
        }
    }

    /// Requests a URL of the site's root.
    fn at_root(&mut self, path: &str, found: Found) -> Option<usize> {
        let url = self.start.join(path).ok()?;
        self.tree.find(url.as_str()).or_else(|| self.request(&url, found, 0))
    }

    /// Requests a URL once, within the limits.
    fn request(&mut self, url: &Url, found: Found, depth: u32) -> Option<usize> {
        if !is_web(url) {
            return None;
        }
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
        } else {
            let host = item.host();
            self.hosts.add(&host, id, false);
        }
        Some(id)
    }

    /// True if the start is a site as a whole.
    fn is_site(&self) -> bool {
        self.start.path() == "/" && self.start.query().is_none()
    }
}

fn is_web(url: &Url) -> bool {
    matches!(url.scheme(), "http" | "https") && url.has_host()
}
