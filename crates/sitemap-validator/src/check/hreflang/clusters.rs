//! The links of all entries, as hashes and locations, until the end of the file.

use sitemap_validator_protocol::sorting;

use super::attributes::delete;
use super::reading::{element_of, tag_of, text_at, value_at};
use crate::check::Entry;
use crate::check::loc::{Locs, Target};
use crate::check::repaired;
use crate::diagnostic::FixKind;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::language::X_DEFAULT;
use crate::value::url::key::hash;

/// The number of links up to which [`repeated`] compares links directly.
const FEW: usize = 64;

/// A link to a page in a language.
#[derive(Debug, Clone, Copy)]
pub(super) struct Alternate {
    /// The page it links to: see [`identity`](crate::facts::identity).
    pub(super) identity: u64,
    /// The same number for all pages of a host.
    pub(super) host: u32,
    /// The same number for all spellings of a code: see [`key`].
    pub(super) code: u32,
    /// The byte at which the value of its `href` begins.
    pub(super) href: u32,
    /// The byte at which the value of its `hreflang` begins.
    pub(super) hreflang: u32,
}

/// A page of the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Page {
    pub(super) identity: u64,
    /// The same number for pages with the same alternates, in any order.
    pub(super) set: u64,
    /// Its URL.
    pub(super) loc: Span,
    /// The byte at which its entry ends.
    pub(super) end: u32,
    pub(super) host: u32,
    /// The number of its entry, from 1; 0 for pages before the first link of the file.
    pub(super) number: u32,
    /// The index of its first link; its links end at the first link of the next page.
    pub(super) first: u32,
    /// The number of different alternates.
    pub(super) count: u32,
    /// True if it is one of its own alternates.
    pub(super) has_self: bool,
    /// True if some alternates could not be read.
    pub(super) is_open: bool,
    /// True if codes of its alternates are wrong, which is reported.
    pub(super) is_doubtful: bool,
}

/// The pages of a file and their links.
#[derive(Debug, Default)]
pub(super) struct Clusters {
    begun: bool,
    pub(super) pages: Vec<Page>,
    pub(super) links: Vec<Alternate>,
    /// The index of the first link of the current entry.
    first: usize,
    /// True if the target of a link of the current entry is unknown.
    is_open: bool,
    /// True if a code of the current entry is wrong.
    is_doubtful: bool,
    /// The first entry with several languages and no `x-default`: its first link, its number, and the count of such
    /// entries.
    without_default: Option<(Span, u32, u64)>,
}

/// A hash of a code; upper and lower case are the same.
pub(super) fn key(code: &str) -> u32 {
    hash(code.as_bytes()) as u32
}

/// Combines two numbers into a hash.
pub(crate) const fn mix(one: u64, other: u64) -> u64 {
    let mixed = (one.rotate_left(25) ^ other).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ mixed >> 31
}

impl Clusters {
    /// Starts recording pages, at the first link of a file.
    pub(super) fn begin(&mut self, source: &str, locs: &mut Locs) {
        if std::mem::replace(&mut self.begun, true) {
            return;
        }
        let page = |(identity, loc, entry): (u64, Span, Span)| Page {
            identity,
            set: 0,
            loc,
            end: entry.end,
            host: 0,
            number: 0,
            first: 0,
            count: 0,
            has_self: false,
            is_open: false,
            is_doubtful: false,
        };
        self.pages = locs.identify(source).into_iter().map(page).collect();
    }

    /// True after the first link.
    pub(super) const fn is_begun(&self) -> bool {
        self.begun
    }

    /// Adds a link of the current entry; `is_right` is true if its code is valid.
    pub(super) fn add(&mut self, link: Alternate, is_right: bool) {
        self.is_doubtful |= !is_right;
        self.links.push(link);
    }

    /// Records that the target of a link of the current entry is unknown.
    pub(super) fn spoil(&mut self) {
        self.is_open = true;
    }

    /// Records a link outside of entries, which may belong to the entry before it.
    pub(super) fn spoil_last(&mut self) {
        if let Some(page) = self.pages.last_mut() {
            page.is_open = true;
        }
    }

    /// Ends an entry; `page` is its page if the URL is valid.
    pub(super) fn entry(
        &mut self,
        entry: &Entry,
        source: &str,
        page: Option<(Target, Span)>,
        reporter: &mut Reporter<'_>,
    ) {
        let first = self.first;
        let links = self.links.get(first..).unwrap_or_default();
        let repeated = repeated(links);
        for &(one, other) in &repeated {
            if let (Some(one), Some(other)) = (links.get(one), links.get(other)) {
                duplicate(source, one, other, reporter);
            }
        }
        self.note_default(first, source, reporter);
        let is_open = std::mem::take(&mut self.is_open);
        let is_doubtful = std::mem::take(&mut self.is_doubtful);
        let Some((Target { identity, host }, loc)) = page else {
            self.links.truncate(first);
            return;
        };
        let links = self.links.get(first..).unwrap_or_default();
        let (mut set, mut count, mut has_self) = (0_u64, 0_u32, false);
        let mut again = repeated.iter().peekable();
        for (index, link) in links.iter().enumerate() {
            has_self |= link.identity == identity;
            if let Some((one, _)) = again.next_if(|(_, second)| *second == index)
                && links.get(*one).is_some_and(|one| one.identity == link.identity)
            {
                // A repeated link counts once.
                continue;
            }
            set = set.wrapping_add(mix(link.identity, u64::from(link.code)));
            count += 1;
        }
        self.pages.push(Page {
            identity,
            set,
            loc,
            end: entry.extent.span().end,
            host,
            number: entry.number,
            first: first as u32,
            count,
            has_self,
            is_open,
            is_doubtful,
        });
        self.first = self.links.len();
    }

    /// The links of the current entry.
    pub(super) fn of_entry(&self) -> &[Alternate] {
        self.links.get(self.first..).unwrap_or_default()
    }

    /// Records an entry with several languages and without `x-default`.
    fn note_default(&mut self, first: usize, source: &str, reporter: &Reporter<'_>) {
        if !reporter.wants(Rule::HreflangMissingXDefault) || self.is_doubtful {
            return;
        }
        let links = self.links.get(first..).unwrap_or_default();
        let (Some(link), default) = (links.first(), key(X_DEFAULT)) else { return };
        let several = links.iter().any(|other| other.code != link.code);
        if several && links.iter().all(|link| link.code != default) {
            let entry = reporter.entry();
            let place = || (tag_of(source, link.hreflang), entry, 0);
            self.without_default.get_or_insert_with(place).2 += 1;
        }
    }

    /// Reports the entries with several languages and without `x-default`.
    pub(super) fn report_default(&self, reporter: &mut Reporter<'_>) {
        if let Some((place, entry, count)) = self.without_default {
            let mut found = match count {
                1 => rules::hreflang_missing_x_default::one(place),
                _ => rules::hreflang_missing_x_default::many(place, count),
            };
            found.entry = entry;
            reporter.report(found);
        }
    }

    /// Removes the links of an incomplete entry.
    pub(super) fn leave(&mut self) {
        self.links.truncate(self.first);
    }

    /// The links of a page.
    pub(super) fn links_of(&self, page: usize) -> &[Alternate] {
        let first = |index: usize| self.pages.get(index).map_or(self.links.len(), |page| page.first as usize);
        self.links.get(first(page)..first(page + 1)).unwrap_or_default()
    }
}

/// The links whose code an earlier link has, each as the index of the first link with the code and its own index.
fn repeated(links: &[Alternate]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    if links.len() <= FEW {
        // One bit for each code so far; links are compared only if the bit is already set.
        let mut seen = [0_u64; 4];
        for (index, link) in links.iter().enumerate() {
            let (word, bit) = (link.code as usize >> 6 & 3, 1_u64 << (link.code & 63));
            let Some(word) = seen.get_mut(word) else { continue };
            if *word & bit != 0
                && let Some(one) = links.iter().take(index).position(|other| other.code == link.code)
            {
                found.push((one, index));
            }
            *word |= bit;
        }
        return found;
    }
    let mut order: Vec<usize> = (0..links.len()).collect();
    let code = |&index: &usize| links.get(index).map(|link| link.code);
    sorting::by_key(&mut order, code);
    for group in order.chunk_by(|one, other| code(one) == code(other)) {
        if let Some((&one, others)) = group.split_first() {
            found.extend(others.iter().map(|&other| (one, other)));
        }
    }
    sorting::by_key(&mut found, |&(_, second)| second);
    found
}

/// Reports a link with the code of an earlier one.
fn duplicate(source: &str, one: &Alternate, other: &Alternate, reporter: &mut Reporter<'_>) {
    let place = value_at(source, other.hreflang);
    let first = value_at(source, one.hreflang);
    if place.is_empty() || !text_at(source, one.hreflang).eq_ignore_ascii_case(&text_at(source, other.hreflang)) {
        return;
    }
    let found = if one.identity == other.identity {
        let found = rules::hreflang_duplicate_code::twice(place, place);
        repaired(found, FixKind::Suggest, [element_of(source, other.hreflang).map(|element| delete(source, element))])
    } else {
        rules::hreflang_duplicate_code::two_urls(place, place)
    };
    reporter.report(found.related(first, "first given here"));
}
