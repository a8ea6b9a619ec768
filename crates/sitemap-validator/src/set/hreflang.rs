//! Links between languages across files: `hreflang-missing-return-link`, `hreflang-set-mismatch`,
//! `hreflang-alternate-not-listed`. Findings within one file are reported by the check of the file.

use std::collections::BTreeMap;

use super::member::{Location, Member, PackedLink};
use super::twins::Twins;
use super::{Finding, Reporter};
use crate::check::hreflang::mix;
use crate::facts::PageLinks;
use crate::rules;
use crate::value::url::key::{KeyMap, KeySet};

/// A page of a file.
#[derive(Debug, Clone, Copy)]
struct PageEntry {
    file: u32,
    page: u32,
    /// True if another file also lists the page, so that its links are ambiguous.
    shared: bool,
}

/// A page that does not link back to other pages.
#[derive(Debug, Clone, Copy)]
struct Missing {
    count: u64,
    /// The first link to it and the file of that.
    location: Location,
    file: usize,
    /// The page with the latest link.
    last: u64,
}

/// The pages of all files and their links.
struct Comparison<'m> {
    members: &'m [Member],
    twins: &'m Twins,
    pages: KeyMap<PageEntry>,
    /// The pages with links: file and index in [`Member::linking`].
    linking: KeyMap<(u32, u32)>,
    /// The hashes of links to other files, made by [`mix`] of both pages, sorted.
    links: Vec<u64>,
    missing: BTreeMap<(u32, u32), Missing>,
    differing: Vec<Differing>,
}

/// A page whose alternates differ from those of a page it links to.
#[derive(Debug, Clone, Copy)]
struct Differing {
    file: usize,
    page: u64,
    count: u32,
    location: Location,
    other: u64,
}

/// Compares the links of pages in different files.
pub(super) fn check(members: &[Member], twins: &Twins, reporter: &mut Reporter<'_>) {
    if members.iter().all(|member| member.outgoing.is_empty()) {
        return;
    }
    let mut comparison = Comparison {
        members,
        twins,
        pages: KeyMap::default(),
        linking: KeyMap::default(),
        links: Vec::with_capacity(members.iter().map(|member| member.outgoing.len()).sum()),
        missing: BTreeMap::new(),
        differing: Vec::new(),
    };
    comparison.collect();
    for (file, member) in members.iter().enumerate().filter(|(file, _)| !twins.repeats(*file)) {
        comparison.compare(file, member, reporter);
    }
    comparison.report(reporter);
}

impl<'m> Comparison<'m> {
    fn collect(&mut self) {
        let twins = self.twins;
        for (file, member) in self.members.iter().enumerate().filter(|(file, _)| !twins.repeats(*file)) {
            for (page, &identity) in member.pages.identities().iter().enumerate() {
                let listed = PageEntry { file: file as u32, page: page as u32, shared: false };
                let known = self.pages.entry(identity).or_insert(listed);
                known.shared |= known.file != listed.file;
            }
            for (index, (page, _)) in member.linking.iter().enumerate() {
                self.linking.entry(page.identity).or_insert((file as u32, index as u32));
                self.links.extend(member.links_of(index).iter().map(|link| mix(page.identity, link.identity)));
            }
        }
        self.links.sort_unstable();
    }

    fn linking(&self, identity: u64) -> Option<(usize, &'m PageLinks, Location)> {
        let &(file, index) = self.linking.get(&identity)?;
        let (page, location) = self.members.get(file as usize)?.linking.get(index as usize)?;
        Some((file as usize, page, *location))
    }

    fn compare(&mut self, file: usize, member: &Member, reporter: &mut Reporter<'_>) {
        let mut unlisted: KeySet = KeySet::default();
        let mut first_unlisted = None;
        for (index, (page, location)) in member.linking.iter().enumerate() {
            let is_shared = self.pages.get(&page.identity).is_none_or(|listed| listed.shared);
            let mut partner: Option<(u32, u64)> = None;
            for link in member.links_of(index) {
                let Some(&listed) = self.pages.get(&link.identity) else {
                    if link.is_expected() && unlisted.insert(link.identity) {
                        first_unlisted.get_or_insert(link.location());
                    }
                    continue;
                };
                if is_shared || listed.shared {
                    continue;
                }
                let there = self.linking(link.identity).map(|(_, there, _)| there);
                if self.links.binary_search(&mix(link.identity, page.identity)).is_ok() {
                    if let Some(there) = there.filter(|there| there.set != page.set && !there.is_reported)
                        && partner.is_none_or(|(count, _)| count < there.count)
                    {
                        partner = Some((there.count, there.identity));
                    }
                } else if there.is_none_or(|there| !there.is_open) {
                    self.note_missing(listed, file, page, link);
                }
            }
            let is_fewer = |(count, other): (u32, u64)| {
                let behind = self.linking(other).is_some_and(|(there, _, _)| there < file);
                count > page.count || count == page.count && behind
            };
            if let Some((_, other)) = partner.filter(|&partner| is_fewer(partner))
                && !page.is_reported
                && !page.is_open
            {
                self.differing.push(Differing {
                    file,
                    page: page.identity,
                    count: page.count,
                    location: *location,
                    other,
                });
            }
        }
        if let Some(location) = first_unlisted {
            reporter.report(Finding::new(file, location, |span| match unlisted.len() {
                1 => rules::hreflang_alternate_not_listed::set_one(span),
                count => rules::hreflang_alternate_not_listed::set_many(span, count),
            }));
        }
    }

    fn note_missing(&mut self, there: PageEntry, file: usize, page: &PageLinks, link: &PackedLink) {
        let first = Missing { count: 0, location: link.location(), file, last: 0 };
        let missing = self.missing.entry((there.file, there.page)).or_insert(first);
        if missing.count == 0 || missing.last != page.identity {
            missing.count += 1;
            missing.last = page.identity;
        }
    }

    fn report(&self, reporter: &mut Reporter<'_>) {
        let mut faulty: KeySet = KeySet::default();
        for (&(file, page), missing) in &self.missing {
            let file = file as usize;
            let Some(member) = self.members.get(file) else { continue };
            let page = page as usize;
            let pages = &member.pages;
            let (Some(&identity), Some(location)) = (pages.identities().get(page), pages.location(page)) else {
                continue;
            };
            faulty.insert(identity);
            let name = member.name.clone();
            let found = Finding::new(missing.file, missing.location, |span| match missing.count {
                ..=1 => rules::hreflang_missing_return_link::file_one(span, name),
                count => rules::hreflang_missing_return_link::file_many(span, name, count),
            });
            reporter.report(found.related(file, location, "the page that does not link back"));
        }
        for differing in &self.differing {
            let Differing { file, page, count, location, other } = *differing;
            let Some((there, more, place)) = self.linking(other) else { continue };
            let Some(member) = self.members.get(there) else { continue };
            // The missing links have been reported.
            if faulty.contains(&page) {
                continue;
            }
            let name = member.name.clone();
            let found = Finding::new(file, location, |span| match more.count {
                same if same == count => rules::hreflang_set_mismatch::file_links(span, name),
                more => rules::hreflang_set_mismatch::file_counts(span, name, count, more),
            });
            reporter.report(found.related(there, place, "has other alternates"));
        }
    }
}
