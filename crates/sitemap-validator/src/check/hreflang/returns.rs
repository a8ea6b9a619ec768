//! The checks of all pages together, at the end of the file: `hreflang-missing-return-link`,
//! `hreflang-set-mismatch`, `hreflang-missing-self`, `hreflang-single`, `hreflang-alternate-not-listed`.

use std::collections::{BTreeMap, HashSet};
use std::hash::BuildHasherDefault;

use super::attributes::delete;
use super::clusters::{Alternate, Clusters, Page, key, mix};
use super::reading::{element_of, link, place_in, tag_of, text_at, value_at};
use crate::check::repaired;
use crate::diagnostic::{Diagnostic, Edit, FixKind};
use crate::facts::{self, AlternateLink, Alternates};
use crate::reporter::Reporter;
use crate::rules;
use crate::value::language::{self, X_DEFAULT};
use crate::value::url::key::{KeyMap, KeySet};
use crate::value::url::normal::{Relation, relate};
use crate::xml::content::decoded;

/// The maximum number of links that one fix writes or compares.
const MOST: usize = 200;

/// Links to a page that does not link back.
#[derive(Debug)]
struct MissingLinks {
    /// The number of pages with such a link.
    count: u64,
    /// The first of these pages, each with its link.
    pages: Vec<(usize, Alternate)>,
    last: usize,
}

/// Compares the pages of a file.
struct Comparison<'c> {
    source: &'c str,
    /// The name of the links' elements.
    name: &'c str,
    all: &'c Clusters,
    /// The index of each page by its identity; of duplicates, one with links.
    pages: KeyMap<u32>,
    /// All links, each as [`mix`] of both pages, sorted; computed when needed.
    links: Option<Vec<u64>>,
    missing: BTreeMap<usize, MissingLinks>,
    /// Pages whose alternates differ from those of a page that they are linked with.
    differing: Vec<(usize, usize)>,
    /// Alternates on their page's host that are not pages of the file.
    unlisted: KeySet,
    first_unlisted: Option<(Alternate, u32)>,
    out: Alternates,
}

impl Clusters {
    /// Compares the pages. `name` is the name of the links' elements in this file.
    pub(super) fn finish(mut self, source: &str, name: &str, reporter: &mut Reporter<'_>) -> Alternates {
        self.report_default(reporter);
        self.leave();
        if self.links.is_empty() {
            return Alternates::default();
        }
        let mut pages = KeyMap::with_capacity_and_hasher(self.pages.len(), BuildHasherDefault::default());
        for (index, page) in self.pages.iter().enumerate() {
            let slot = pages.entry(page.identity).or_insert(index as u32);
            if page.count > 0 && self.pages.get(*slot as usize).is_some_and(|other| other.count == 0) {
                *slot = index as u32;
            }
        }
        let mut comparison = Comparison {
            source,
            name,
            all: &self,
            pages,
            links: None,
            missing: BTreeMap::new(),
            differing: Vec::new(),
            unlisted: KeySet::default(),
            first_unlisted: None,
            out: Alternates::default(),
        };
        comparison.compare(reporter.options.siblings);
        comparison.report(reporter);
        comparison.out
    }
}

impl Comparison<'_> {
    fn compare(&mut self, siblings: bool) {
        // Pages that have the same alternates, including themselves, are not compared again.
        let all = self.all;
        let mut sound: KeySet = KeySet::default();
        for (index, page) in all.pages.iter().enumerate() {
            let group = mix(page.set, u64::from(page.host));
            let is_silent = page.count == 0 && !(siblings && page.is_open);
            if is_silent || page.has_self && !page.is_open && sound.contains(&group) {
                continue;
            }
            let first_out = self.out.links.len();
            let mut is_sound = page.has_self;
            let mut partner: Option<(u32, usize)> = None;
            for link in all.links_of(index) {
                if link.identity == page.identity {
                    continue;
                }
                let Some(&other) = self.pages.get(&link.identity) else {
                    is_sound &= !siblings;
                    self.unlisted(link, page, siblings);
                    continue;
                };
                let Some(there) = all.pages.get(other as usize) else { continue };
                if there.set == page.set && page.has_self {
                    continue;
                }
                is_sound = false;
                if self.links_back(there, page) {
                    let is_right = !there.is_doubtful && !page.is_doubtful;
                    if is_right && partner.is_none_or(|(count, _)| count < there.count) {
                        partner = Some((there.count, other as usize));
                    }
                } else if !there.is_open {
                    self.note_missing(other as usize, index, link);
                }
            }
            if is_sound {
                sound.insert(group);
            }
            if let Some((count, other)) = partner
                && (count, index) > (page.count, other)
            {
                self.differing.push((index, other));
            }
            if siblings {
                self.out.pages.push(facts::PageLinks {
                    identity: page.identity,
                    loc: page.loc,
                    set: page.set,
                    first: first_out as u32,
                    count: page.count,
                    is_open: page.is_open,
                    is_reported: page.is_doubtful || !page.has_self,
                });
            }
        }
    }

    fn links_back(&mut self, from: &Page, to: &Page) -> bool {
        let all = self.all;
        let links = self.links.get_or_insert_with(|| {
            let of = |(index, page): (usize, &Page)| {
                let from = page.identity;
                all.links_of(index).iter().map(move |link| mix(from, link.identity))
            };
            let mut links: Vec<u64> = all.pages.iter().enumerate().flat_map(of).collect();
            links.sort_unstable();
            links
        });
        links.binary_search(&mix(from.identity, to.identity)).is_ok()
    }

    fn unlisted(&mut self, link: &Alternate, page: &Page, siblings: bool) {
        // A page that only leads visitors to their language need not be listed.
        let is_expected = link.host == page.host && link.code != key(X_DEFAULT);
        if siblings {
            let href = value_at(self.source, link.href);
            self.out.links.push(AlternateLink { identity: link.identity, href, is_expected });
        } else if is_expected && self.unlisted.insert(link.identity) {
            self.first_unlisted.get_or_insert((*link, page.number));
        }
    }

    fn note_missing(&mut self, there: usize, here: usize, link: &Alternate) {
        let missing =
            self.missing.entry(there).or_insert_with(|| MissingLinks { count: 0, pages: Vec::new(), last: here });
        // A page may link to another one in two languages.
        if missing.count > 0 && missing.last == here {
            return;
        }
        missing.count += 1;
        missing.last = here;
        if missing.pages.len() <= MOST {
            missing.pages.push((here, *link));
        }
    }

    fn report(&mut self, reporter: &mut Reporter<'_>) {
        for (&there, missing) in &self.missing {
            self.report_missing(there, missing, reporter);
        }
        let mut told: Vec<usize> = self.missing.keys().copied().collect();
        for &(index, other) in &self.differing {
            let Some(page) = self.all.pages.get(index) else { continue };
            // Missing links have been reported.
            if page.has_self && !page.is_open && !self.missing.contains_key(&index) {
                self.report_mismatch(index, other, reporter);
                told.push(index);
            }
        }
        self.report_alone(reporter);
        if let Some((link, entry)) = self.first_unlisted {
            let place = value_at(self.source, link.href);
            let count = self.unlisted.len();
            let mut found = match count {
                1 => rules::hreflang_alternate_not_listed::one(place, place),
                _ => rules::hreflang_alternate_not_listed::many(place, place, count),
            };
            found.entry = entry;
            reporter.report(found);
        }
        if reporter.options.siblings {
            let told: HashSet<u64> =
                told.iter().filter_map(|&index| Some(self.all.pages.get(index)?.identity)).collect();
            for page in &mut self.out.pages {
                page.is_reported |= told.contains(&page.identity);
            }
        }
    }

    /// Reports a page that does not link back to other pages.
    fn report_missing(&self, there: usize, missing: &MissingLinks, reporter: &mut Reporter<'_>) {
        let (Some(page), Some(&(first, link))) = (self.all.pages.get(there), missing.pages.first()) else { return };
        let Some(from) = self.all.pages.get(first) else { return };
        let place = value_at(self.source, link.href);
        let mut found = match missing.count {
            1 => rules::hreflang_missing_return_link::one(place, page.loc, from.loc),
            count => rules::hreflang_missing_return_link::many(place, page.loc, count),
        };
        found.entry = from.number;
        found = found.related(page.loc, "the page that does not link back");
        reporter.report(repaired(found, FixKind::Suggest, [self.return_links(there, missing)]));
    }

    /// The edit that adds the missing links to the page `there`.
    fn return_links(&self, there: usize, missing: &MissingLinks) -> Option<Edit> {
        let page = self.all.pages.get(there)?;
        if missing.count as usize > MOST {
            return None;
        }
        let mut links: Vec<(String, String)> = Vec::new();
        // A page without links needs a link to itself first.
        if page.count == 0 {
            let codes = missing.pages.iter().map(|(_, link)| link).filter(|link| link.code != key(X_DEFAULT));
            let code = text_at(self.source, codes.into_iter().next()?.hreflang).into_owned();
            links.push((code, decoded(self.source, page.loc).into_owned()));
        }
        for &(from, _) in &missing.pages {
            let page = self.all.pages.get(from)?;
            let own = || self.all.links_of(from).iter().filter(|link| link.identity == page.identity);
            let own = own().find(|link| link.code != key(X_DEFAULT)).or_else(|| own().next())?;
            links.push((text_at(self.source, own.hreflang).into_owned(), text_at(self.source, own.href).into_owned()));
        }
        self.insert(there, &links)
    }

    /// The edit that adds links, each a code and a URL, to a page's entry; `None` if the page already has one of the
    /// codes.
    fn insert(&self, index: usize, links: &[(String, String)]) -> Option<Edit> {
        let page = self.all.pages.get(index)?;
        let (at, space) = place_in(self.source, page.loc, page.end)?;
        let mut codes: HashSet<u32> = self.all.links_of(index).iter().map(|link| link.code).collect();
        let mut text = String::new();
        for (code, url) in links {
            // A wrong code is not copied.
            let code = language::corrected(code)?;
            if !codes.insert(key(&code)) {
                return None;
            }
            text.push_str(space);
            text.push_str(&link(self.name, &code, url));
        }
        (!text.is_empty()).then(|| Edit::insert(at, text))
    }

    /// Reports a page with fewer or other alternates than a page that it is linked with.
    fn report_mismatch(&self, index: usize, other: usize, reporter: &mut Reporter<'_>) {
        let (Some(page), Some(more)) = (self.all.pages.get(index), self.all.pages.get(other)) else { return };
        let mut found = if page.count == more.count {
            rules::hreflang_set_mismatch::links(page.loc, page.loc, more.loc)
        } else {
            rules::hreflang_set_mismatch::counts(page.loc, page.loc, more.loc, page.count, more.count)
        };
        found.entry = page.number;
        found = found.related(more.loc, "has other alternates");
        let links = self.all.links_of(other);
        let mut edit = None;
        if links.len() <= MOST {
            let here: HashSet<(u32, u64)> =
                self.all.links_of(index).iter().map(|link| (link.code, link.identity)).collect();
            let lacking = links.iter().filter(|link| !here.contains(&(link.code, link.identity)));
            let text = |at| text_at(self.source, at).into_owned();
            let lacking: Vec<_> = lacking.map(|link| (text(link.hreflang), text(link.href))).collect();
            edit = self.insert(index, &lacking);
        }
        reporter.report(repaired(found, FixKind::Suggest, [edit]));
    }

    /// Reports pages that are not among their own alternates, and pages that are their only alternate.
    fn report_alone(&self, reporter: &mut Reporter<'_>) {
        let concerned =
            |page: &Page| page.count > 0 && (!page.has_self && !page.is_open || page.has_self && page.count == 1);
        // For each of these pages, a link from another page, preferably with a language.
        let mut needed: KeyMap<Option<Alternate>> =
            self.all.pages.iter().filter(|page| concerned(page)).map(|page| (page.identity, None)).collect();
        if needed.is_empty() {
            return;
        }
        let default = key(X_DEFAULT);
        for (index, page) in self.all.pages.iter().enumerate() {
            for link in self.all.links_of(index).iter().filter(|link| link.identity != page.identity) {
                if let Some(slot) = needed.get_mut(&link.identity)
                    && slot.is_none_or(|known| known.code == default)
                {
                    *slot = Some(*link);
                }
            }
        }
        for (index, page) in self.all.pages.iter().enumerate().filter(|(_, page)| concerned(page)) {
            let from = needed.get(&page.identity).copied().flatten();
            if !page.has_self {
                self.report_missing_self(index, page, from, reporter);
            } else if from.is_none() && !page.is_open {
                self.report_single(index, page, reporter);
            }
        }
    }

    fn report_missing_self(&self, index: usize, page: &Page, from: Option<Alternate>, reporter: &mut Reporter<'_>) {
        let links = self.all.links_of(index);
        let Some(first) = links.first() else { return };
        let mut report = |mut found: Diagnostic| {
            found.entry = page.number;
            reporter.report(found);
        };
        let url = decoded(self.source, page.loc);
        let near = links.iter().take(MOST).find(|link| {
            let href = text_at(self.source, link.href);
            href.len().abs_diff(url.len()) <= 16 && relate(&href, &url) < Relation::Different
        });
        if let Some(near) = near {
            let place = value_at(self.source, near.href);
            let found = rules::hreflang_missing_self::other_spelling(page.loc, page.loc, place);
            return report(found.related(place, "nearly the same URL"));
        }
        let place = tag_of(self.source, first.hreflang);
        let from = from.filter(|link| link.code != key(X_DEFAULT));
        // The link from the other page may have a wrong code.
        let meant = from.and_then(|link| language::corrected(&text_at(self.source, link.hreflang)));
        let found = match meant.filter(|code| links.iter().all(|link| link.code != key(code))) {
            Some(code) => {
                let edit = self.insert(index, &[(code.clone(), url.into_owned())]);
                let found = rules::hreflang_missing_self::language(page.loc, page.loc, code);
                repaired(found, FixKind::Suggest, [edit])
            }
            None => rules::hreflang_missing_self(page.loc, page.loc),
        };
        report(found.related(place, "its first alternate"));
    }

    fn report_single(&self, index: usize, page: &Page, reporter: &mut Reporter<'_>) {
        let [link] = self.all.links_of(index) else { return };
        let mut found = rules::hreflang_single(tag_of(self.source, link.hreflang), page.loc);
        found.entry = page.number;
        reporter.report(repaired(
            found,
            FixKind::Suggest,
            [element_of(self.source, link.hreflang).map(|element| delete(self.source, element))],
        ));
    }
}
