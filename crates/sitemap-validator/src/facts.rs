//! What a file says that matters to the other files of its set.
//!
//! Collected while the file is read, and but for the root only when [`Options::siblings`](crate::Options::siblings)
//! says that there are others: hashes and places, no text but that of an index's few entries.

use crate::span::Span;
use crate::value::datetime::{self, Moment};
use crate::value::url::normal;

/// What a set needs to know of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The pages it lists.
    pub(crate) pages: Vec<Listed>,
    /// The sitemaps it lists, as an index or a robots.txt.
    pub(crate) children: Vec<Child>,
    /// The latest `lastmod` in it.
    pub(crate) newest: Option<Dated>,
    /// The name of its root element.
    pub(crate) root: Option<Span>,
    /// The links of its pages to those of other files.
    pub(crate) alternates: Alternates,
}

/// The links of pages to their versions in other languages, as far as they leave the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Alternates {
    /// The pages with links.
    pub(crate) pages: Vec<Linking>,
    /// Their links to what the file does not list.
    pub(crate) links: Vec<Outgoing>,
}

/// A page with links to its versions in other languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Linking {
    /// What its URL hashes to.
    pub(crate) identity: u64,
    /// Its URL.
    pub(crate) loc: Span,
    /// Alike for pages with the same links.
    pub(crate) set: u64,
    /// Its first link that leaves the file; the last one is before the first of the next page.
    pub(crate) first: u32,
    /// How many links it has.
    pub(crate) count: u32,
    /// It may have more links: some could not be read.
    pub(crate) is_open: bool,
    /// That it lacks links is told already.
    pub(crate) is_told: bool,
}

/// A link to what the file does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outgoing {
    /// What its URL hashes to.
    pub(crate) identity: u64,
    /// The URL.
    pub(crate) href: Span,
    /// It stays on the host of its page.
    pub(crate) same_host: bool,
}

/// A page a file lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Listed {
    /// What its URL hashes to: see [`identity`].
    pub(crate) identity: u64,
    /// The URL.
    pub(crate) url: Span,
}

/// A sitemap a file lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Child {
    /// Its URL as an XML parser reads it.
    pub(crate) url: String,
    /// Where that stands.
    pub(crate) loc: Span,
    /// Its `lastmod`, when that can be read.
    pub(crate) lastmod: Option<Dated>,
    /// The part of the URL that looks like the name of an index.
    pub(crate) index_name: Option<Span>,
    /// The entry, from 1.
    pub(crate) entry: u32,
}

/// A date in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dated {
    pub(crate) moment: Moment,
    /// Where it stands.
    pub(crate) at: Span,
    /// As written.
    pub(crate) text: String,
}

impl Dated {
    /// The date that stands at `at`, when it can be read.
    pub(crate) fn read(source: &str, at: Span) -> Option<Self> {
        let text = source.get(at.range())?;
        datetime::parse(text).map(|moment| Self { moment, at, text: text.to_owned() })
    }
}

/// The hash of a URL in normal form: alike for spellings of one URL, and, but for one chance in millions of
/// millions, for nothing else.
pub(crate) fn identity(url: &str) -> u64 {
    match normal::of(url) {
        Some(normal) => identity_of_normal(&normal),
        None => identity_of_normal(url),
    }
}

/// The same for a URL that is in normal form already.
pub(crate) fn identity_of_normal(url: &str) -> u64 {
    let (words, rest) = url.as_bytes().as_chunks::<8>();
    let mut last = [0; 8];
    for (slot, byte) in last.iter_mut().zip(rest) {
        *slot = *byte;
    }
    let (pairs, odd) = words.as_chunks::<2>();
    let number = |word: &[u8; 8]| u64::from_le_bytes(*word);
    let state = pairs.iter().fold(url.len() as u64, |state, [one, other]| {
        folded(number(one) ^ SECRETS[0], number(other) ^ SECRETS[1] ^ state)
    });
    let odd = odd.first().map_or(0, number);
    folded(folded(odd ^ SECRETS[2], number(&last) ^ SECRETS[1] ^ state) ^ SECRETS[0], SECRETS[2])
}

/// Numbers without a pattern, of bytes that no URL has side by side: the square roots of 2, 3 and 5 behind the point.
const SECRETS: [u64; 3] = [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B];

/// Every bit of `one` with every bit of `other`.
const fn folded(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn urls_that_differ_little_have_identities_of_their_own() {
        let mut seen = HashSet::new();
        let mut urls = 0;
        for number in 0..100_000 {
            for url in
                [format!("https://tidepool.page/{number}"), format!("https://tidepool.page/a/page-{number:07}/b")]
            {
                urls += 1;
                seen.insert(identity_of_normal(&url));
            }
        }
        let base = "https://tidepool.page/one/and/another/page-0001";
        for at in 0..base.len() {
            for bit in 0..7 {
                let mut bytes = base.as_bytes().to_vec();
                bytes[at] ^= 1 << bit;
                urls += 1;
                seen.insert(identity_of_normal(str::from_utf8(&bytes).unwrap()));
            }
        }
        for length in 0..base.len() {
            urls += 1;
            seen.insert(identity_of_normal(&base[..length]));
        }
        assert_eq!(seen.len(), urls);
    }

    #[test]
    fn the_bits_of_an_identity_are_even() {
        let mut ones = [0_u32; 64];
        for number in 0..10_000 {
            let identity = identity_of_normal(&format!("https://tidepool.page/{number}"));
            for (bit, ones) in ones.iter_mut().enumerate() {
                *ones += u32::from(identity >> bit & 1 == 1);
            }
        }
        assert!(ones.iter().all(|ones| (4_700..5_300).contains(ones)), "{ones:?}");
    }
}
