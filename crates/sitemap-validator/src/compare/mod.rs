//! The comparison of two versions of a site's sitemaps: which URLs are gone, new, moved or renamed, and what else changed.
//!
//! URLs are the same if crawlers treat them as the same: see [`identity`]. The files of a version are
//! read one by one into [`Listing`]s; their texts are not needed afterwards. Files with errors are read as far as possible.
//! What is missing of a version is recorded as a gap, because what was not read is not gone.

mod changes;
#[cfg(feature = "json")]
mod files;
mod findings;
mod followed;
mod gates;
#[cfg(feature = "json")]
mod html;
mod listing;
mod matching;
mod moves;
#[cfg(feature = "json")]
mod redirect_list;
#[cfg(feature = "json")]
mod redirect_syntax;
mod renames;
pub mod sentences;
mod text;
mod urls;

use std::collections::{HashMap, HashSet};

use sitemap_validator_protocol::comparison::{self, Change, Comparison, Counts, Folder, Row, Side};
use sitemap_validator_protocol::name::{last_segment, plain_name};
use sitemap_validator_protocol::sorting;

use crate::facts::identity;
use crate::message::Words;
use crate::outcome::Kind;
use crate::value::date::Date as Day;
use crate::value::datetime;
use crate::value::url::normal;

#[cfg(feature = "json")]
pub use files::file;
pub use findings::{found, judge};
pub use followed::{follow, to_follow};
pub use gates::{Gates, Share};
#[cfg(feature = "json")]
pub use html::html;
pub use listing::Listing;
#[cfg(feature = "json")]
pub use redirect_list::RedirectList;
pub use text::{LISTED, summary};

use changes::Changes;
use listing::Date;
use matching::{Id, Matched, matched};
use moves::{Rest, Unmatched};
use sentences::{ONE_MISSING, SOME_MISSING};

/// A version of a site's sitemaps.
#[derive(Debug, Clone, Default)]
pub struct Version {
    /// What it is called in reports.
    pub name: String,
    /// The language of what is said of it.
    words: Words,
    listings: Vec<Listing>,
    gaps: Vec<String>,
}

impl Version {
    /// A version without files.
    pub fn new(name: impl Into<String>, words: &Words) -> Self {
        Self { name: name.into(), words: words.clone(), ..Self::default() }
    }

    /// Adds the entries of a file.
    pub fn add(&mut self, listing: Listing) {
        if let Some(gap) = listing.gap {
            let gap = self.words.word(gap);
            self.add_gap(if listing.name.is_empty() { gap.to_owned() } else { format!("{}: {gap}", listing.name) });
        }
        self.listings.push(listing);
    }

    /// True if it has no sitemap.
    pub fn is_empty(&self) -> bool {
        !self.listings.iter().any(|file| file.kind().has_pages() || file.kind() == Kind::SitemapIndex)
    }

    /// Records that something is missing of the version, as a sentence without a full stop.
    pub fn add_gap(&mut self, gap: String) {
        self.gaps.push(gap);
    }

    fn entry(&self, Id { file, entry }: Id) -> Option<comparison::Entry> {
        let listing = self.listings.get(file as usize)?;
        let lastmod = listing.entries.get(entry as usize).map_or(Date::NONE, |entry| entry.lastmod);
        let written = |millis: i64| {
            if lastmod.is_day() {
                Day::after_epoch(millis.div_euclid(datetime::DAY)).map(|day| day.to_string())
            } else {
                datetime::written(millis)
            }
        };
        let lastmod = lastmod.millis().and_then(written);
        let url = listing.urls().get(entry as usize).to_owned();
        Some(comparison::Entry { url, file: listing.name.clone(), lastmod })
    }

    fn values(&self, Id { file, entry }: Id) -> Option<(&listing::Entry, listing::Values)> {
        let listing = self.listings.get(file as usize)?;
        let entry = listing.entries.get(entry as usize)?;
        Some((entry, listing.values(entry)))
    }

    /// The URLs of these entries, which are in order, in normal form.
    fn unmatched(&self, ids: Vec<Id>) -> Unmatched {
        let mut urls = Vec::with_capacity(ids.len());
        for ids in ids.chunk_by(|one, other| one.file == other.file) {
            let file = ids.first().and_then(|id| self.listings.get(id.file as usize));
            let mut reader = file.map(Listing::urls);
            urls.extend(ids.iter().map(|id| {
                let url = reader.as_mut().map(|reader| reader.get(id.entry as usize)).unwrap_or_default();
                normal::of(url).unwrap_or_else(|| url.to_owned())
            }));
        }
        Unmatched { ids, urls }
    }

    /// The files with entries that another version does not have.
    fn files_without(&self, other: &Self) -> Vec<String> {
        let names: HashSet<&str> = other.listings.iter().map(|file| file.name.as_str()).collect();
        let gone = self.listings.iter().filter(|file| !file.entries.is_empty() && !names.contains(&*file.name));
        gone.map(|file| file.name.clone()).collect()
    }

    /// What is missing of it, except what its indexes list.
    pub fn gaps(&self) -> &[String] {
        &self.gaps
    }

    /// Passes each of its URLs to `take`, as first listed.
    pub fn each_url(&self, mut take: impl FnMut(&str)) {
        let mut seen = HashSet::new();
        for listing in &self.listings {
            let mut urls = listing.urls();
            for (at, entry) in listing.entries.iter().enumerate() {
                if seen.insert(entry.identity) {
                    take(urls.get(at));
                }
            }
        }
    }

    /// Some of its URLs, each once, from all of its files.
    pub fn sample(&self) -> Vec<String> {
        let total: usize = self.listings.iter().map(|listing| listing.entries.len()).sum();
        let ids = (0..)
            .zip(&self.listings)
            .flat_map(|(file, listing)| (0..listing.entries.len() as u32).map(move |entry| Id { file, entry }));
        let mut seen = HashSet::new();
        let is_first = |id: &Id| self.values(*id).is_some_and(|(entry, _)| seen.insert(entry.identity));
        self.unmatched(ids.step_by(total / SAMPLE + 1).filter(is_first).collect()).urls
    }

    fn side(&self, urls: u64) -> Side {
        let entries = |listing: &Listing| listing.entries.len() as u64;
        Side {
            name: self.name.clone(),
            files: self.listings.iter().filter(|listing| listing.kind().has_pages()).count() as u64,
            urls,
            entries: self.listings.iter().map(entries).sum(),
            nameless: self.listings.iter().map(|listing| listing.nameless).sum(),
            gaps: self.gaps.iter().cloned().chain(self.missing()).collect(),
        }
    }

    /// What its indexes list and it does not contain: by the URLs of its files, or by their names if these are not known.
    fn missing(&self) -> impl Iterator<Item = String> {
        let urls: HashSet<u64> = self.listings.iter().filter_map(|file| file.url.as_deref()).map(identity).collect();
        let names: HashSet<&str> = self.listings.iter().filter_map(|file| file.name.rsplit('/').next()).collect();
        let is_there = move |url: &str| urls.contains(&identity(url)) || names.contains(plain_name(last_segment(url)));
        self.listings.iter().filter_map(move |index| {
            let missing: Vec<&String> = index.children.iter().filter(|url| !is_there(url)).collect();
            let (first, total) = (missing.first()?, self.words.number(index.children.len() as u64));
            Some(match missing.len() {
                1 => self.words.sentence(ONE_MISSING, &[&index.name, &total, first]),
                count => {
                    self.words.sentence(SOME_MISSING, &[&index.name, &total, &self.words.number(count as u64), first])
                }
            })
        })
    }
}

/// How many URLs at most show how frequent words are.
const SAMPLE: usize = 4096;

/// Compares two versions. With `most`, lists up to that many rows of each difference and none that only moved; with 0, all.
pub fn compare(old: &Version, new: &Version, most: u64) -> Comparison {
    // Two files are compared under any names.
    let are_single = old.listings.len() == 1 && new.listings.len() == 1;
    // Several have the same name if a version has a file and its copy with `.gz`.
    let mut files: HashMap<&str, u32> = HashMap::new();
    let names = old.listings.iter().map(|listing| listing.name.as_str());
    let own: Vec<u32> = (0..).zip(names).map(|(file, name)| *files.entry(name).or_insert(file)).collect();
    let before: Vec<Option<u32>> = new.listings.iter().map(|listing| files.get(&*listing.name).copied()).collect();
    let is_same = |one: u32, other: u32| {
        are_single || before.get(other as usize).copied().flatten() == own.get(one as usize).copied()
    };
    let mut rows = Rows { old, new, most, counts: Counts::default(), listed: Vec::new(), truncated: false };
    let mut dated = 0;
    let is_changed = |one: Id, other: Id| {
        dated += u64::from(rows.are_dated(one, other));
        !rows.changes(one, other, None, is_same(one.file, other.file)).is_empty()
    };
    let Matched { pairs, unchanged, gone, added, urls: [old_urls, new_urls] } =
        matched(&old.listings, &new.listings, is_same, is_changed);
    rows.counts.unchanged = unchanged;
    let mut common = unchanged + pairs.len() as u64;
    let others = old.sample();
    let (gone, added) = (old.unmatched(gone), new.unmatched(added));
    let moves = moves::moves(&gone, &added);
    let mut rest = Rest::new(&gone, &added);
    for (_, pairs) in &moves {
        rest.take(pairs);
    }
    let renamed = renames::renames(&rest, &moves, &others);
    rest.take(&renamed);
    common += moves.iter().map(|(moved, _)| moved.urls).sum::<u64>() + renamed.len() as u64;
    let ids = |(from, to): &moves::Pair| Some((*gone.ids.get(*from)?, *added.ids.get(*to)?));
    let mut both: Vec<(Id, Option<Id>, Option<Change>)> = Vec::new();
    both.extend(pairs.into_iter().map(|(old, new)| (old, Some(new), None)));
    for (pairs, change) in moves.iter().map(|(_, pairs)| (pairs, Change::Moved)).chain([(&renamed, Change::Renamed)]) {
        both.extend(pairs.iter().filter_map(ids).map(|(old, new)| (old, Some(new), Some(change))));
    }
    let (before, after) = (old.side(old_urls), new.side(new_urls));
    // What was not read is not gone, and what it contains is not new.
    let alone = |other: &Side, change| if other.gaps.is_empty() { change } else { Change::Unknown };
    let (gone_as, added_as) = (alone(&after, Change::Gone), alone(&before, Change::Added));
    let gone_ids: Vec<Id> = rest.gone().collect();
    both.extend(gone_ids.iter().map(|id| (*id, None, Some(gone_as))));
    both.sort_unstable();
    for (old, new, change) in both {
        if let (Some(new), Some(_)) = (new, change) {
            dated += u64::from(rows.are_dated(old, new));
        }
        match new {
            Some(new) => rows.add(rows.changes(old, new, change, is_same(old.file, new.file)), Some(old), Some(new)),
            None => rows.add(gone_as.into(), Some(old), None),
        }
    }
    for id in rest.added() {
        rows.add(added_as.into(), None, Some(id));
    }
    let Rows { counts, listed: rows, truncated, .. } = rows;
    let moves: Vec<_> = moves.into_iter().map(|(moved, _)| moved).collect();
    let folders = if gone_as == Change::Gone { folders(old, &gone_ids) } else { Vec::new() };
    let files_gone = if are_single || gone_as != Change::Gone { Vec::new() } else { old.files_without(new) };
    Comparison {
        version: 1,
        old: before,
        new: after,
        common,
        dated,
        counts,
        moves,
        folders,
        files_gone,
        followed: Vec::new(),
        findings: Vec::new(),
        rows,
        truncated,
    }
}

/// How many folders are listed.
const MOST_FOLDERS: usize = 10;

/// The top folders with the most entries whose URLs are gone.
fn folders(old: &Version, gone: &[Id]) -> Vec<Folder> {
    if gone.is_empty() {
        return Vec::new();
    }
    let gone: HashSet<u64> = gone.iter().filter_map(|id| Some(old.values(*id)?.0.identity)).collect();
    let mut folders: HashMap<String, Folder> = HashMap::new();
    for listing in &old.listings {
        let mut urls = listing.urls();
        for (at, entry) in listing.entries.iter().enumerate() {
            let name = moves::top_folder(urls.get(at));
            let is_gone = u64::from(gone.contains(&entry.identity));
            match folders.get_mut(name) {
                Some(folder) => {
                    folder.gone += is_gone;
                    folder.entries += 1;
                }
                None => {
                    folders.insert(name.to_owned(), Folder { folder: name.to_owned(), gone: is_gone, entries: 1 });
                }
            }
        }
    }
    let mut folders: Vec<Folder> = folders.into_values().filter(|folder| folder.gone > 0).collect();
    sorting::by(&mut folders, |one, other| other.gone.cmp(&one.gone).then_with(|| one.folder.cmp(&other.folder)));
    folders.truncate(MOST_FOLDERS);
    folders
}

/// Collects the rows.
struct Rows<'v> {
    old: &'v Version,
    new: &'v Version,
    most: u64,
    counts: Counts,
    listed: Vec<Row>,
    truncated: bool,
}

impl Rows<'_> {
    /// True if an entry of both versions has a valid date in each.
    fn are_dated(&self, old: Id, new: Id) -> bool {
        let both = self.old.values(old).zip(self.new.values(new));
        both.is_some_and(|((old, _), (new, _))| old.lastmod.is_valid() && new.lastmod.is_valid())
    }

    /// The changes of an entry of both versions.
    fn changes(&self, old: Id, new: Id, change: Option<Change>, is_same_file: bool) -> Changes {
        let Some((before, after)) = self.old.values(old).zip(self.new.values(new)) else { return Changes::default() };
        let mut changes = Changes::of(before, after);
        match change {
            Some(change) => changes.add(change),
            None if before.0.spelling != after.0.spelling => changes.add(Change::Spelling),
            None => {}
        }
        if !is_same_file {
            changes.add(Change::OtherFile);
        }
        changes
    }

    fn add(&mut self, changes: Changes, old: Option<Id>, new: Option<Id>) {
        let is_shown = |change: Change| self.most == 0 || self.counts.of(change) < self.most && change != Change::Moved;
        let is_listed = changes.iter().any(is_shown);
        changes.iter().for_each(|change| self.counts.add(change));
        if is_listed {
            let (old, new) = (old.and_then(|id| self.old.entry(id)), new.and_then(|id| self.new.entry(id)));
            self.listed.push(Row { changes: changes.iter().collect(), old, new });
        }
        self.truncated |= !is_listed;
    }
}

#[cfg(test)]
mod tests;
