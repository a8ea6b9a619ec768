//! Pages of a built site that no sitemap lists (`page-not-listed`).

use std::collections::{HashMap, HashSet};

use sitemap_validator_protocol::http::{Built, Page};

use super::listing::Listing;
use super::member::{Location, Member};
use super::{Finding, Reporter};
use crate::facts::identity;
use crate::robots::pattern::target;
use crate::robots::{RobotsFiles, Site};
use crate::rules;
use crate::value::url::Parts;

/// Reports the pages of a built site among `visited` that should be listed, but are in none of `members`.
pub(super) fn check(members: &[Member], visited: &[Page], listings: &[Listing], reporter: &mut Reporter<'_>) {
    let robots = &reporter.options.robots;
    let unlisted: Vec<_> =
        unlisted(members, visited).into_iter().filter(|(page, _)| !is_blocked(&page.listed, robots)).collect();
    if unlisted.is_empty() {
        return;
    }
    let gaps = gaps(members, listings);
    if !gaps.is_empty() {
        for gap in gaps {
            reporter.report(gap);
        }
        return;
    }
    let index = sitemaps(members).find(|(_, member)| member.is_index());
    let Some((file, _)) = index.or_else(|| sitemaps(members).next()) else { return };
    for (page, built) in unlisted {
        let (url, name) = (page.listed.clone(), built.file.clone());
        reporter.report(Finding::new(file, Location::START, |span| rules::page_not_listed(span, url, name)));
    }
}

fn sitemaps(members: &[Member]) -> impl Iterator<Item = (usize, &Member)> {
    members.iter().enumerate().filter(|(_, member)| member.is_sitemap() || member.is_index())
}

/// The pages that should be listed, and to which no entry leads.
fn unlisted<'p>(members: &[Member], visited: &'p [Page]) -> Vec<(&'p Page, &'p Built)> {
    let built = |page: &'p Page| Some((page, page.built.as_deref()?));
    let (own, listed): (Vec<_>, Vec<_>) =
        visited.iter().filter_map(built).partition(|(_, built)| built.should_be_listed);
    let mut by_url: HashMap<u64, Vec<&str>> = HashMap::new();
    for (page, built) in &own {
        for url in std::iter::once(&page.listed).chain(&built.aliases) {
            by_url.entry(identity(url)).or_default().push(&built.file);
        }
    }
    let of_url = |url: u64| by_url.get(&url).into_iter().flatten().copied();
    let mut found: HashSet<&str> = HashSet::new();
    for url in sitemaps(members).flat_map(|(_, member)| member.pages.identities()) {
        found.extend(of_url(*url));
    }
    // The finding at an entry names the page that it leads to.
    for (page, built) in listed {
        found.extend([Some(&built.file), built.similar.as_ref()].into_iter().flatten().map(String::as_str));
        let targets = [Some(&page.http.last), page.canonical.as_ref(), page.refresh.as_ref()];
        found.extend(targets.into_iter().flatten().flat_map(|url| of_url(identity(url))));
    }
    own.into_iter().filter(|(_, built)| !found.contains(&*built.file)).collect()
}

/// What may list more pages: files that were not read completely, and listed files that are not there.
fn gaps(members: &[Member], listings: &[Listing]) -> Vec<Finding> {
    let is_incomplete = |member: &Member| {
        let lists = member.is_sitemap() || member.is_index();
        member.unread || lists && !(member.readable && member.is_whole)
    };
    let incomplete = members.iter().enumerate().filter(|(_, member)| is_incomplete(member));
    let mut gaps: Vec<Finding> = incomplete
        .map(|(file, member)| {
            let name = member.name.clone();
            Finding::new(file, Location::START, |span| rules::page_not_listed::incomplete(span, name))
        })
        .collect();
    for listing in listings {
        let children = members.get(listing.file).map_or(&[][..], |member| &member.children);
        for (branch, child) in listing.branches.iter().zip(children) {
            let is_known = |member: &Member| member.is_sitemap() || member.is_index() || member.unread;
            if !branch.file.and_then(|file| members.get(file)).is_some_and(is_known) {
                let url = branch.url.clone();
                gaps.push(Finding::new(listing.file, child.loc, |span| rules::page_not_listed::missing(span, url)));
            }
        }
    }
    gaps
}

/// True if a robots.txt blocks a crawler from a page.
fn is_blocked(url: &str, robots: &RobotsFiles) -> bool {
    let Some((site, parts)) = Site::of(url).zip(Parts::split(url)) else { return false };
    let robots = robots.of_site(&site, Some(&site)).and_then(|at| robots.get(at));
    robots.is_some_and(|robots| robots.causes(&target(url, &parts)).iter().any(Option::is_some))
}

#[cfg(test)]
#[path = "built_tests.rs"]
mod tests;
