//! Checks against robots.txt (`scope-robots-*`), and the evidence that the file may list pages of
//! other hosts.

use std::collections::HashSet;

use sitemap_validator_protocol::http::Found;

use super::UrlRole;
use super::loc::address::Address;
use super::loc::origin::Origin;
use super::scope::OwnUrl;
use crate::options::Options;
use crate::profile::Profile;
use crate::reporter::Reporter;
use crate::robots::pattern::{plain_target, target};
use crate::robots::{Cause, Robots, RobotsFiles, Site, comparable};
use crate::rules;
use crate::span::Span;
use crate::value::url::{Parts, host};

/// The robots.txt of each site, and the hosts whose pages the file may list.
#[derive(Debug, Default)]
pub(crate) struct SiteEvidence {
    robots: RobotsFiles,
    /// The file's own site, if it is known.
    own_site: Option<Site>,
    /// Hosts whose robots.txt lists the file, or an index that lists it.
    listing: HashSet<Box<str>>,
    /// Hosts that are verified in Search Console.
    verified: HashSet<Box<str>>,
    /// True if all hosts are verified.
    all: bool,
    /// True if a robots.txt lists the file, or an index that lists it.
    named: bool,
    /// True if the robots.txt of the file's own site does.
    named_at_home: bool,
}

impl SiteEvidence {
    /// The evidence in `options` about the file at `own`.
    pub(super) fn new(options: &Options, own: Option<&OwnUrl>) -> Self {
        let own_site = own.map(OwnUrl::site);
        let own_address = own.and_then(|own| comparable(own.written()));
        // The URL that redirects there counts on the same host, such as an old one of http.
        let requested = options.http.as_deref().and_then(|http| comparable(&http.requested));
        let first = requested
            .filter(|url| own_site.as_ref().is_some_and(|own| Site::of(url).is_some_and(|site| site.host == own.host)));
        // What an index lists that a robots.txt names is listed by the robots.txt, too.
        let addresses = [own_address, first, options.listed_by.as_deref().and_then(comparable)];
        let verified = options.verified_hosts.iter().filter_map(|name| Some(host::judge(name.trim()).ok()?.ascii));
        let mut known = Self { verified: verified.collect(), all: options.search_console, ..Self::default() };
        for robots in addresses.iter().flatten().flat_map(|address| options.robots.listing(address)) {
            known.named = true;
            if let Some(site) = robots.site(own_site.as_ref()) {
                known.listing.insert(site.host.clone());
                known.named_at_home |= own_site.as_ref() == Some(site);
            }
        }
        Self { robots: options.robots.clone(), own_site, ..known }
    }

    /// The index of the robots.txt of `site`.
    pub(super) fn robots_of(&self, site: &Site) -> Option<usize> {
        self.robots.of_site(site, self.own_site.as_ref())
    }

    /// True if the file is proved to be allowed to list pages on `host`, which is in ASCII.
    pub(super) fn allows_host(&self, host: &str) -> bool {
        self.all || self.verified.contains(host) || self.listing.contains(host)
    }

    /// True if the robots.txt of the host lists the file, which proves it to every search engine.
    pub(super) fn is_listed_by(&self, host: &str) -> bool {
        self.listing.contains(host)
    }

    /// True if the robots.txt of the file's own site lists it, so that it may list any page of the site.
    pub(super) const fn proves_home(&self) -> bool {
        self.named_at_home
    }

    /// True if there is no robots.txt.
    pub(super) fn has_none(&self) -> bool {
        self.robots.apply_nowhere(self.own_site.as_ref())
    }
}

/// The crawlers that are blocked, and the line that blocks them.
struct CrawlBlock<'a> {
    who: &'static str,
    cause: Cause<'a>,
}

/// The crawlers of the profiles that `robots` blocks from `target`.
fn blocked<'a>(robots: &'a Robots, target: &str, options: &Options) -> Option<CrawlBlock<'a>> {
    let [any, google, bing] = robots.causes(target);
    let google = google.filter(|_| options.profiles.has(Profile::Google));
    let bing = bing.filter(|_| options.profiles.has(Profile::Bing));
    let who = match (google.is_some(), bing.is_some(), any.is_some()) {
        (true, true, true) => "Googlebot, bingbot and others",
        (true, true, false) => "Googlebot and bingbot",
        (true, false, true) => "Googlebot and others",
        (true, false, false) => "Googlebot",
        (false, true, true) => "bingbot and others",
        (false, true, false) => "bingbot",
        (false, false, _) => "crawlers without rules of their own",
    };
    google.or(bing).or(any).map(|cause| CrawlBlock { who, cause })
}

/// True if robots.txt number `index` blocks a crawler from a page whose path and query, as
/// written, are in normal form.
pub(super) fn blocks_plain(index: usize, path: &str, options: &Options) -> bool {
    options.robots.get(index).is_some_and(|robots| blocked(robots, &plain_target(path), options).is_some())
}

/// Checks a URL that crawlers fetch.
pub(super) fn url(address: &Address<'_>, parts: &Parts, origin: &Origin, reporter: &mut Reporter<'_>) {
    let Some(robots) = origin.robots.and_then(|index| reporter.options.robots.get(index)) else { return };
    let message = match address.role {
        UrlRole::Page | UrlRole::Item => rules::scope_robots_blocked::page,
        UrlRole::Sitemap => rules::scope_robots_blocked::sitemap,
        UrlRole::Thumbnail | UrlRole::Image | UrlRole::Media => rules::scope_robots_blocked::resource,
        UrlRole::Other | UrlRole::Alternate => return,
    };
    if let Some(CrawlBlock { who, cause }) = blocked(robots, &target(address.url, parts), reporter.options) {
        reporter.report(message(address.whole(), address.whole(), who, cause.text.to_owned(), cause.line));
    }
}

/// Checks the file's own URL; `index` is true for an index.
pub(crate) fn document(own: Option<&OwnUrl>, known: &SiteEvidence, index: bool, reporter: &mut Reporter<'_>) {
    let Some(own) = own else { return };
    let Some(robots) = known.robots_of(&own.site()).and_then(|at| reporter.options.robots.get(at)) else { return };
    let start = Span::at(0);
    if let Some(path) = Parts::split(own.written()).map(|parts| target(own.written(), &parts))
        && let Some(CrawlBlock { who, cause }) = blocked(robots, &path, reporter.options)
    {
        // A rule with the whole path takes precedence over a rule that is not longer.
        let message = if path.len() < cause.octets {
            rules::scope_robots_sitemap_blocked::longer_rule
        } else {
            rules::scope_robots_sitemap_blocked
        };
        reporter.report(message(start, who, cause.text.to_owned(), cause.line, path.into_owned()));
    }
    if known.named {
        return;
    }
    let (origin, rest) = own.halves();
    let (origin, rest) = (origin.to_owned(), rest.to_owned());
    if let Some(other) = robots.names_elsewhere(own.written()) {
        return reporter.report(rules::scope_robots_not_listed::elsewhere(start, other, origin, rest));
    }
    if robots.is_cut() {
        return reporter.report(rules::scope_robots_not_listed::cut(start, origin, rest));
    }
    // A listed index may list the file, unless the file is an index.
    let perhaps = !index && !robots.sitemaps().is_empty();
    // In a set, `index-orphan-sitemap` reports it.
    let orphan = reporter.options.siblings && !index && robots.listed().next().is_some();
    // So is what lists a file that was fetched because of it.
    let was_listed = reporter.options.http.as_deref().is_some_and(|http| http.found == Found::Listed);
    if !(orphan || was_listed || reporter.options.listed_by.is_some()) {
        let message =
            if perhaps { rules::scope_robots_not_listed::index_possible } else { rules::scope_robots_not_listed };
        reporter.report(message(start, origin, rest));
    }
}

#[cfg(test)]
#[path = "robots_tests.rs"]
mod tests;
