//! Pages in more than one file (`index-cross-file-duplicate`), and files of different hosts (`scope-mixed-hosts`).

use std::collections::BTreeMap;

use super::member::Member;
use super::twins::Twins;
use super::{Finding, Reporter};
use crate::outcome::Kind;
use crate::rules;

/// A page of a file, ordered by identity, then by location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Page {
    identity: u64,
    file: u32,
    at: u32,
}

/// The pages two files have in common.
#[derive(Debug, Clone, Copy)]
struct Shared {
    count: u64,
    /// The location of the first one in the later file.
    here: u32,
    /// Its location in the earlier file.
    there: u32,
}

/// Reports each pair of files that list the same pages.
pub(super) fn check(members: &[Member], twins: &Twins, reporter: &mut Reporter<'_>) {
    let location = |file: u32, at: u32| members.get(file as usize)?.pages.location(at as usize);
    for ((file, other), shared) in pairs(&repeated(members)) {
        let (Some(here), Some(there)) = (location(file, shared.here), location(other, shared.there)) else { continue };
        let (file, other) = (file as usize, other as usize);
        // Another form of a file (such as its gzip version) would repeat its findings, and another rule reports
        // redirects between files.
        let is_same = |(one, other): (&Member, &Member)| one.is_same_as(other);
        if twins.repeats(file) || twins.repeats(other) || members.get(file).zip(members.get(other)).is_some_and(is_same)
        {
            continue;
        }
        let name = |at: usize| members.get(at).map(|member| member.name.clone()).unwrap_or_default();
        // Files in different folders may have the same name.
        let url = || members.get(other)?.url.clone();
        let name = if name(file) == name(other) { url().unwrap_or_else(|| name(other)) } else { name(other) };
        let found = Finding::new(file, here, |span| match shared.count {
            1 => rules::index_cross_file_duplicate::one(span, name),
            count => rules::index_cross_file_duplicate::many(span, count, name),
        });
        reporter.report(found.related(other, there, "first listed here"));
    }
}

/// The common pages of each pair of files, the later file first; `pages` are sorted.
fn pairs(pages: &[Page]) -> BTreeMap<(u32, u32), Shared> {
    let mut pairs: BTreeMap<(u32, u32), Shared> = BTreeMap::new();
    for same in pages.chunk_by(|one, next| one.identity == next.identity) {
        let Some(first) = same.first() else { continue };
        for page in same.iter().filter(|page| page.file != first.file) {
            let found = Shared { count: 0, here: page.at, there: first.at };
            let shared = pairs.entry((page.file, first.file)).or_insert(found);
            if page.at < shared.here {
                *shared = Shared { count: shared.count, ..found };
            }
            shared.count += 1;
        }
    }
    pairs
}

/// The pages that may be listed more than once without elements of extensions, sorted.
fn repeated(members: &[Member]) -> Vec<Page> {
    let total = members.iter().map(|member| member.pages.identities().len()).sum();
    let (mut once, mut twice) = (BloomFilter::new(total), BloomFilter::new(total));
    for member in members {
        for &identity in member.pages.identities() {
            if once.set(identity) {
                twice.set(identity);
            }
        }
    }
    drop(once);
    let mut found = Vec::new();
    for (member, file) in members.iter().zip(0_u32..) {
        let pages = member.pages.identities().iter().zip(0_u32..);
        let may_be = pages.filter(|(identity, _)| twice.has(**identity));
        // A page may be listed once more with its news, images or videos.
        let plain = may_be.filter(|&(_, at)| !member.pages.is_extended(at));
        found.extend(plain.map(|(&identity, at)| Page { identity, file, at }));
    }
    found.sort_unstable();
    found
}

/// The minimum number of bits per page; at most one page in this many is a false positive.
const BITS: usize = 16;

/// A compact set of pages with false positives.
struct BloomFilter {
    words: Vec<u64>,
    /// The number of bits by which an identity is shifted.
    shift: u32,
}

impl BloomFilter {
    /// A set for this number of pages.
    fn new(pages: usize) -> Self {
        let bits = (pages * BITS).next_power_of_two().max(64);
        Self { words: vec![0; bits / 64], shift: 64 - bits.trailing_zeros() }
    }

    /// Adds a page; true if it may be in the set already.
    fn set(&mut self, identity: u64) -> bool {
        let bit = identity >> self.shift;
        let Some(word) = self.words.get_mut((bit / 64) as usize) else { return true };
        let before = *word;
        *word |= 1 << (bit % 64);
        before == *word
    }

    fn has(&self, identity: u64) -> bool {
        let bit = identity >> self.shift;
        self.words.get((bit / 64) as usize).is_none_or(|word| word >> (bit % 64) & 1 == 1)
    }
}

/// Reports files with different hosts if no file's own URL is known.
pub(super) fn hosts(members: &[Member], reporter: &mut Reporter<'_>) {
    let uniform = |member: &Member| match member.hosts.as_slice() {
        [host] if member.url.is_none() && matches!(member.kind, Kind::Urlset | Kind::Text) => Some(host.clone()),
        _ => None,
    };
    let hosts: Vec<(usize, String)> =
        members.iter().enumerate().filter_map(|(file, member)| Some((file, uniform(member)?))).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, host) in &hosts {
        *counts.entry(host).or_default() += 1;
    }
    if counts.len() < 2 {
        return;
    }
    // The first of equally frequent hosts is the usual one.
    let most = counts.values().copied().max().unwrap_or_default();
    let Some(usual) = hosts.iter().map(|(_, host)| host.as_str()).find(|&host| counts.get(host) == Some(&most)) else {
        return;
    };
    let names: Vec<&str> = counts.keys().copied().take(5).collect();
    let other = hosts.iter().find(|(_, host)| host != usual);
    let usual = hosts.iter().find(|(_, host)| host == usual);
    let location = |file: usize| members.get(file).and_then(|member| member.pages.location(0));
    if let (Some((file, _)), Some((other_file, _))) = (other, usual)
        && let (Some(here), Some(there)) = (location(*file), location(*other_file))
    {
        let message = |span| rules::scope_mixed_hosts::set(span, counts.len(), names.join(", "));
        let found = Finding::new(*file, here, message);
        reporter.report(found.related(*other_file, there, "another host here"));
    }
}
