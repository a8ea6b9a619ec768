//! Pairs the entries of two versions that have the same URL.

use super::listing::{Entry, Listing};

/// An entry: the index of its file, and its own in that file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id {
    pub(super) file: u32,
    pub(super) entry: u32,
}

/// The entries of two versions, by their URLs.
#[derive(Debug, Default)]
pub(super) struct Matched {
    /// The number of URLs that both versions list without a difference.
    pub(super) unchanged: u64,
    /// The entries of the URLs that both versions list with a difference.
    pub(super) pairs: Vec<(Id, Id)>,
    /// The first entry of each URL that only the old version lists, in order.
    pub(super) gone: Vec<Id>,
    /// The first entry of each URL that only the new version lists, in order.
    pub(super) added: Vec<Id>,
    /// The number of different URLs of each version.
    pub(super) urls: [u64; 2],
}

/// The number of parts in which the entries are sorted, so that the keys of one part are in memory at a time.
const PARTS: u64 = 16;

/// Pairs the entries of two versions. `is_same` tells whether two files, an old one and a new one, are the same;
/// `is_changed`, whether two entries have a difference.
pub(super) fn matched(
    old: &[Listing],
    new: &[Listing],
    is_same: impl Fn(u32, u32) -> bool,
    mut is_changed: impl FnMut(Id, Id) -> bool,
) -> Matched {
    let mut matched = Matched::default();
    for part in 0..PARTS {
        let (old, new) = (keys(old, part), keys(new, part));
        let (mut old, mut new) = (old.as_slice(), new.as_slice());
        while let Some(identity) = [old, new].iter().filter_map(|keys| Some(keys.first()?.0)).min() {
            let (olds, news) = (first(&mut old, identity), first(&mut new, identity));
            matched.urls[0] += u64::from(!olds.is_empty());
            matched.urls[1] += u64::from(!news.is_empty());
            match (olds, news) {
                ([(_, old), ..], []) => matched.gone.push(*old),
                ([], [(_, new), ..]) => matched.added.push(*new),
                ([(_, old), ..], [(_, new), ..]) => {
                    let (old, new) = in_same_file(olds, news, &is_same).unwrap_or((*old, *new));
                    if is_changed(old, new) {
                        matched.pairs.push((old, new));
                    } else {
                        matched.unchanged += 1;
                    }
                }
                ([], []) => {}
            }
        }
    }
    for list in [&mut matched.gone, &mut matched.added] {
        list.sort_unstable();
    }
    matched.pairs.sort_unstable();
    matched
}

type Key = (u64, Id);

/// The sorted identities of the entries in a part.
fn keys(listings: &[Listing], part: u64) -> Vec<Key> {
    let mut keys: Vec<Key> = Vec::new();
    for (file, listing) in (0..).zip(listings) {
        let in_part = |(_, entry): &(u32, &Entry)| entry.identity % PARTS == part;
        let key = |(entry, it): (u32, &Entry)| (it.identity, Id { file, entry });
        keys.extend((0..).zip(&listing.entries).filter(in_part).map(key));
    }
    keys.sort_unstable();
    keys
}

/// Takes the entries with this identity from the start of `keys`.
fn first<'k>(keys: &mut &'k [Key], identity: u64) -> &'k [Key] {
    let (taken, rest) = keys.split_at(keys.iter().take_while(|key| key.0 == identity).count());
    *keys = rest;
    taken
}

/// The first two entries that are in the same file.
fn in_same_file(olds: &[Key], news: &[Key], is_same: impl Fn(u32, u32) -> bool) -> Option<(Id, Id)> {
    let same = |old: &Id| news.iter().find(|(_, new)| is_same(old.file, new.file));
    olds.iter().find_map(|(_, old)| same(old).map(|(_, new)| (*old, *new)))
}
