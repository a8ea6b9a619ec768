//! Indexes and the files they list (`index-*`), and missing indexes.

use crate::diagnostic::Diagnostic;
use crate::span::Span;
use std::collections::{HashMap, HashSet};

use super::listing::Listing;
use super::member::{Child, Location, Member};
use super::twins::Twins;
use super::{Finding, Reporter};
use crate::diagnostic::Edit;
use crate::outcome::Kind;
use crate::robots::Site;
use crate::rules;

/// The maximum number of indexes for a site in Search Console.
const MOST_INDEXES: usize = 500;

/// Checks the files that the indexes among `members` list.
pub(super) fn check(members: &[Member], listings: &[Listing], twins: &Twins, reporter: &mut Reporter<'_>) {
    let closing = cycles(members, listings, reporter);
    for listing in listings {
        let Some(index) = members.get(listing.file).filter(|member| member.is_index()) else { continue };
        let mut missing = Vec::new();
        for (at, (child, branch)) in index.children.iter().zip(&listing.branches).enumerate() {
            match branch.file.and_then(|file| Some((file, members.get(file)?))) {
                // An index that lists itself is reported by the check of the file.
                Some((file, _)) if file == listing.file => {}
                Some((file, member)) => {
                    supplied(listing.file, child, (file, member), closing.contains(&(listing.file, at)), reporter);
                }
                None => {
                    missing.push(child);
                    if let Some(location) = child.index_name {
                        let name = child.url.rsplit('/').next().unwrap_or_default().to_owned();
                        let message = |span| rules::index_nested_suspected(span, name);
                        reporter.report(entry(listing.file, child, location, message));
                    }
                }
            }
        }
        if let Some(first) = missing.first() {
            let (total, url) = (index.children.len(), first.url.clone());
            reporter.report(Finding::new(listing.file, first.loc, |span| match missing.len() {
                1 => rules::index_child_not_supplied::one(span, url),
                count => rules::index_child_not_supplied::many(span, count, total, url),
            }));
        }
    }
    orphans(members, listings, twins, reporter);
    too_many(members, reporter);
}

/// The finding of `message` in the entry of `child`.
fn entry(file: usize, child: &Child, location: Location, message: impl FnOnce(Span) -> Diagnostic) -> Finding {
    let mut found = Finding::new(file, location, message);
    found.diagnostic.entry = child.entry;
    found
}

/// Checks a child that is in the set.
fn supplied(index: usize, child: &Child, (file, member): (usize, &Member), closing: bool, reporter: &mut Reporter<'_>) {
    // The file exists, but could not be read.
    if member.unread {
        return;
    }
    if member.is_index() {
        if !closing {
            let name = member.name.clone();
            let mut found = entry(index, child, child.loc, |span| match member.children.len() {
                1 => rules::index_nested::one(span, name),
                count => rules::index_nested::many(span, name, count),
            });
            if let Some(root) = member.root {
                found = found.related(file, root, "an index itself");
            }
            reporter.report(found);
        }
        return;
    }
    if !member.is_sitemap() || !member.readable {
        let name = member.name.clone();
        let mut found = entry(index, child, child.loc, |span| {
            if member.is_sitemap() {
                rules::index_child_invalid::unreadable(span, name)
            } else if member.is_empty {
                rules::index_child_invalid::empty(span, name)
            } else {
                rules::index_child_invalid(span, name, what(member.kind))
            }
        });
        if let Some(location) = member.stops {
            found = found.related(file, location, "parsing stops here");
        }
        reporter.report(found);
        return;
    }
    if let (Some(stated), Some(newest)) = (&child.lastmod, &member.newest)
        && stated.is_before(newest)
    {
        let found = entry(index, child, stated.at, |span| {
            let right = newest.text.clone();
            rules::index_lastmod_stale(span, stated.text.clone(), right.clone(), member.name.clone())
                .suggest(Edit::replace(span, right))
        });
        reporter.report(found.related(file, newest.at, "the newest date in it"));
    }
}

/// The type of a file that is not a sitemap.
const fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Html => "a web page",
        Kind::Robots => "a robots.txt",
        _ => "something else",
    }
}

/// Reports entries that form a cycle of indexes, and returns them by index and entry.
fn cycles(members: &[Member], listings: &[Listing], reporter: &mut Reporter<'_>) -> HashSet<(usize, usize)> {
    let mut graph = Graph { members, listings, state: vec![State::New; members.len()], closing: HashSet::new() };
    for listing in listings {
        graph.visit(listing.file, reporter);
    }
    graph.closing
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

struct Graph<'m> {
    members: &'m [Member],
    listings: &'m [Listing],
    state: Vec<State>,
    closing: HashSet<(usize, usize)>,
}

/// An index on the current path: the file, its listing, and the next entry.
struct Step {
    file: usize,
    listing: usize,
    next: usize,
}

impl Graph<'_> {
    fn step(&self, file: usize) -> Option<Step> {
        self.members.get(file).filter(|member| member.is_index())?;
        let listing = self.listings.binary_search_by_key(&file, |listing| listing.file).ok()?;
        Some(Step { file, listing, next: 0 })
    }

    fn set(&mut self, file: usize, state: State) {
        if let Some(slot) = self.state.get_mut(file) {
            *slot = state;
        }
    }

    /// Searches cycles from the index `start`, without recursion, as sets may be deeply nested.
    fn visit(&mut self, start: usize, reporter: &mut Reporter<'_>) {
        if self.state.get(start) != Some(&State::New) {
            return;
        }
        // A robots.txt also lists sitemaps, but cannot be part of a cycle.
        let Some(step) = self.step(start) else { return };
        let mut path = vec![step];
        self.set(start, State::Open);
        while let Some(step) = path.last_mut() {
            let branch = self.listings.get(step.listing).and_then(|listing| listing.branches.get(step.next));
            let Some(branch) = branch else {
                let done = step.file;
                path.pop();
                self.set(done, State::Done);
                continue;
            };
            let (from, at) = (step.file, step.next);
            step.next += 1;
            let Some(to) = branch.file.filter(|&to| to != from) else { continue };
            match self.state.get(to) {
                Some(State::New) => {
                    self.set(to, State::Open);
                    match self.step(to) {
                        Some(step) => path.push(step),
                        None => self.set(to, State::Done),
                    }
                }
                Some(State::Open) => {
                    self.closing.insert((from, at));
                    self.report(&path, to, reporter);
                }
                _ => {}
            }
        }
    }

    /// Reports that the last entry of `path` lists `to`, which is part of the path.
    fn report(&self, path: &[Step], to: usize, reporter: &mut Reporter<'_>) {
        let from = path.iter().position(|step| step.file == to).unwrap_or_default();
        let hops: Vec<(usize, &Child)> = path
            .iter()
            .skip(from)
            .filter_map(|step| Some((step.file, self.members.get(step.file)?.children.get(step.next.checked_sub(1)?)?)))
            .collect();
        let Some((&(file, child), before)) = hops.split_last() else { return };
        let name = self.members.get(to).map(|member| member.name.clone()).unwrap_or_default();
        let mut found = entry(file, child, child.loc, |span| match hops.len() {
            ..=2 => rules::index_cycle::two(span, name),
            count => rules::index_cycle::longer(span, name, count),
        });
        for &(file, child) in before.iter().take(3) {
            found = found.related(file, child.loc, "lists the next index");
        }
        reporter.report(found);
    }
}

/// Reports sitemaps that no index lists, and sets without an index.
fn orphans(members: &[Member], listings: &[Listing], twins: &Twins, reporter: &mut Reporter<'_>) {
    let branches = listings.iter().flat_map(|listing| &listing.branches);
    let listed: HashSet<usize> = branches.filter_map(|branch| branch.file).map(|file| twins.of(file)).collect();
    let is_sitemap = |(file, member): &(usize, &Member)| member.is_sitemap() && !twins.repeats(*file);
    let sitemaps = || members.iter().enumerate().filter(is_sitemap);
    let unlisted = || sitemaps().filter(|(file, _)| !listed.contains(file));
    let has_index = members.iter().any(Member::is_index);
    if has_index || listings.iter().any(|listing| !listing.branches.is_empty()) {
        for (file, member) in unlisted() {
            reporter.report(Finding::new(file, Location::START, |span| match &member.url {
                Some(address) if has_index => rules::index_orphan_sitemap::index_given(span, address.clone()),
                Some(address) => rules::index_orphan_sitemap::robots_given(span, address.clone()),
                None => rules::index_orphan_sitemap(span),
            }));
        }
        return;
    }
    // An index is for the sitemaps of one site.
    let mut sites: HashMap<Option<Site>, (usize, usize)> = HashMap::new();
    for (file, member) in unlisted() {
        let (_, count) = sites.entry(member.url.as_deref().and_then(Site::of)).or_insert((file, 0));
        *count += 1;
    }
    if let Some((file, count)) = sites.into_values().filter(|(_, count)| *count > 1).min() {
        reporter.report(Finding::new(file, Location::START, |span| rules::advice_use_index(span, count)));
    }
}

/// Reports more indexes than Search Console accepts.
fn too_many(members: &[Member], reporter: &mut Reporter<'_>) {
    let mut indexes = members.iter().enumerate().filter(|(_, member)| member.is_index());
    if let Some((file, _)) = indexes.nth(MOST_INDEXES) {
        let count = MOST_INDEXES + 1 + indexes.count();
        let message = |span| rules::limits_index_files_per_site(span, count);
        reporter.report(Finding::new(file, Location::START, message));
    }
}
