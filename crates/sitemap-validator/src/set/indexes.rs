//! Indexes and what they list (`index-*`), and an index where none is.

use std::collections::HashSet;

use super::listing::Listing;
use super::member::{Child, Member, Spot};
use super::{Finding, Reporter};
use crate::diagnostic::Edit;
use crate::outcome::Kind;
use crate::registry::Rule;

/// How many indexes Search Console takes for a site.
const MOST_INDEXES: usize = 500;

/// Checks what the indexes among `members` list.
pub(super) fn check(members: &[Member], listings: &[Listing], reporter: &mut Reporter<'_>) {
    let closing = cycles(members, listings, reporter);
    for listing in listings {
        let Some(index) = members.get(listing.file).filter(|member| member.is_index()) else { continue };
        let mut missing = Vec::new();
        for (at, (child, branch)) in index.children.iter().zip(&listing.branches).enumerate() {
            match branch.file.and_then(|file| Some((file, members.get(file)?))) {
                // An index that lists itself is reported in the file.
                Some((file, _)) if file == listing.file => {}
                Some((file, member)) => {
                    supplied(listing.file, child, (file, member), closing.contains(&(listing.file, at)), reporter);
                }
                None => {
                    missing.push(child);
                    if let Some(spot) = child.index_name {
                        let found = entry(Rule::IndexNestedSuspected, listing.file, child, spot);
                        let name = child.url.rsplit('/').next().unwrap_or_default().to_owned();
                        reporter.report(found.with(|found| found.arg(name)));
                    }
                }
            }
        }
        if let Some(first) = missing.first() {
            let found = Finding::new(Rule::IndexChildNotSupplied, listing.file, first.loc).with(|found| {
                let wording = u8::from(missing.len() == 1);
                found.wording(wording).arg(missing.len()).arg(index.children.len()).arg(first.url.clone())
            });
            reporter.report(found);
        }
    }
    orphans(members, listings, reporter);
    too_many(members, reporter);
}

/// A finding in the entry of `child`.
fn entry(rule: Rule, file: usize, child: &Child, spot: Spot) -> Finding {
    let mut found = Finding::new(rule, file, spot);
    found.diagnostic.entry = child.entry;
    found
}

/// Judges a child that was given.
fn supplied(index: usize, child: &Child, (file, member): (usize, &Member), closing: bool, reporter: &mut Reporter<'_>) {
    // It is there; more is not known of it.
    if member.unread {
        return;
    }
    if member.is_index() {
        if !closing {
            let mut found = entry(Rule::IndexNested, index, child, child.loc)
                .with(|found| found.arg(member.name.clone()).arg(member.children.len()));
            if let Some(root) = member.root {
                found = found.related(file, root, "an index itself");
            }
            reporter.report(found);
        }
        return;
    }
    if !member.is_sitemap() || !member.readable {
        let mut found = entry(Rule::IndexChildInvalid, index, child, child.loc).with(|found| {
            let found = found.arg(member.name.clone());
            if member.is_sitemap() { found.wording(1) } else { found.arg(what(member.kind)) }
        });
        if let Some(spot) = member.fault {
            found = found.related(file, spot, "what stops the reading");
        }
        reporter.report(found);
        return;
    }
    if let (Some(stated), Some(newest)) = (&child.lastmod, &member.newest)
        && stated.is_before(newest)
    {
        let found = entry(Rule::IndexLastmodStale, index, child, stated.at)
            .with(|found| {
                let found = found.arg(stated.text.clone()).arg(newest.text.clone()).arg(member.name.clone());
                found.suggest(Edit::replace(stated.at.span, newest.text.clone()))
            })
            .related(file, newest.at, "the newest date in it");
        reporter.report(found);
    }
}

/// What a file is that is no sitemap.
const fn what(kind: Kind) -> &'static str {
    match kind {
        Kind::Html => "a web page",
        Kind::Robots => "a robots.txt",
        _ => "something else",
    }
}

/// Reports each entry that leads back to an index it came from, and returns them, by index and entry.
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

/// An index being followed: the file, its listing, and the entry looked at next.
struct Step {
    file: usize,
    listing: usize,
    next: usize,
}

impl Graph<'_> {
    fn step(&self, file: usize) -> Option<Step> {
        let is_index = self.members.get(file)?.is_index();
        let listing = self.listings.iter().position(|listing| listing.file == file && is_index)?;
        Some(Step { file, listing, next: 0 })
    }

    fn set(&mut self, file: usize, state: State) {
        if let Some(slot) = self.state.get_mut(file) {
            *slot = state;
        }
    }

    /// Follows the index `start` downwards. A path of its own instead of recursion: sets may be nested deeply.
    fn visit(&mut self, start: usize, reporter: &mut Reporter<'_>) {
        if self.state.get(start) != Some(&State::New) {
            return;
        }
        // A robots.txt lists sitemaps too, and nothing leads back from those to it.
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

    /// Reports that the last step of `path` leads back to `to`.
    fn report(&self, path: &[Step], to: usize, reporter: &mut Reporter<'_>) {
        let from = path.iter().position(|step| step.file == to).unwrap_or_default();
        let hops: Vec<(usize, &Child)> = path
            .iter()
            .skip(from)
            .filter_map(|step| Some((step.file, self.members.get(step.file)?.children.get(step.next.checked_sub(1)?)?)))
            .collect();
        let Some((&(file, child), before)) = hops.split_last() else { return };
        let name = self.members.get(to).map(|member| member.name.clone()).unwrap_or_default();
        let mut found = entry(Rule::IndexCycle, file, child, child.loc)
            .with(|found| found.wording(u8::from(hops.len() > 2)).arg(name).arg(hops.len()));
        for &(file, child) in before.iter().take(3) {
            found = found.related(file, child.loc, "leads on");
        }
        reporter.report(found);
    }
}

/// Sitemaps that nothing lists, and sets without an index.
fn orphans(members: &[Member], listings: &[Listing], reporter: &mut Reporter<'_>) {
    let listed: HashSet<usize> =
        listings.iter().flat_map(|listing| &listing.branches).filter_map(|branch| branch.file).collect();
    let sitemaps = || members.iter().enumerate().filter(|(_, member)| member.is_sitemap());
    let unlisted = || sitemaps().filter(|(file, _)| !listed.contains(file));
    if members.iter().any(Member::is_index) || listings.iter().any(|listing| !listing.branches.is_empty()) {
        for (file, member) in unlisted() {
            let found = Finding::new(Rule::IndexOrphanSitemap, file, Spot::START);
            reporter.report(found.with(|found| match &member.address {
                Some(address) => found.wording(1).arg(address.clone()),
                None => found,
            }));
        }
    } else if sitemaps().count() > 1
        && let Some((file, _)) = unlisted().next()
    {
        let found = Finding::new(Rule::AdviceUseIndex, file, Spot::START);
        reporter.report(found.with(|found| found.arg(sitemaps().count())));
    }
}

/// More indexes than Search Console takes.
fn too_many(members: &[Member], reporter: &mut Reporter<'_>) {
    let mut indexes = members.iter().enumerate().filter(|(_, member)| member.is_index());
    if let Some((file, _)) = indexes.nth(MOST_INDEXES) {
        let count = MOST_INDEXES + 1 + indexes.count();
        let found = Finding::new(Rule::LimitsIndexFilesPerSite, file, Spot::START);
        reporter.report(found.with(|found| found.arg(count)));
    }
}
