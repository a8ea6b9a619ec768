//! The facts about a file that the other files of its set need.
//!
//! They are collected while the file is read; except for the root, only if
//! [`Options::siblings`](crate::Options::siblings) is set. They are hashes and spans, with text only for the entries of
//! an index.

use crate::span::Span;
use crate::value::datetime::{self, Moment};
use crate::value::url::normal;

/// The facts about a file that its set needs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Facts {
    /// The pages it lists.
    pub(crate) pages: Vec<PageUrl>,
    /// The sitemaps it lists, as an index or a robots.txt.
    pub(crate) children: Vec<Child>,
    /// The latest `lastmod` in it.
    pub(crate) newest: Option<SourceDate>,
    /// The name of its root element.
    pub(crate) root: Option<Span>,
    /// The links of its pages to pages of other files.
    pub(crate) alternates: Alternates,
    /// True if it lists pages outside of its folder, which it may because of a robots.txt.
    pub(crate) is_exempt: bool,
}

/// The links of pages to their versions in other languages that are in other files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Alternates {
    /// The pages with links.
    pub(crate) pages: Vec<PageLinks>,
    /// Their links to pages that the file does not list.
    pub(crate) links: Vec<AlternateLink>,
}

/// A page with links to its versions in other languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageLinks {
    /// The hash of its URL.
    pub(crate) identity: u64,
    /// Its URL.
    pub(crate) loc: Span,
    /// The same number for pages with the same links.
    pub(crate) set: u64,
    /// The index of its first link to another file; its last link precedes the first one of the next page.
    pub(crate) first: u32,
    /// The number of its links.
    pub(crate) count: u32,
    /// True if it may have more links, because some are invalid.
    pub(crate) is_open: bool,
    /// True if its missing links have been reported.
    pub(crate) is_reported: bool,
}

/// A link to a page that the file does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AlternateLink {
    /// The hash of its URL.
    pub(crate) identity: u64,
    /// The URL.
    pub(crate) href: Span,
    /// True if the URL should be listed: it is on the host of its page, and not only the page for other languages.
    pub(crate) is_expected: bool,
}

/// A listed page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PageUrl {
    /// The hash of its URL: see [`identity`].
    pub(crate) identity: u64,
    /// The span of the URL.
    pub(crate) url: Span,
    /// True if its entry has elements of an extension, such as news, images or videos.
    pub(crate) is_extended: bool,
}

/// A listed sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Child {
    /// Its URL as an XML parser reads it.
    pub(crate) url: String,
    /// The span of the URL.
    pub(crate) loc: Span,
    /// Its `lastmod`, if that is valid.
    pub(crate) lastmod: Option<SourceDate>,
    /// The part of the URL that looks like the name of an index.
    pub(crate) index_name: Option<Span>,
    /// The entry, from 1.
    pub(crate) entry: u32,
}

/// A date in the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SourceDate {
    pub(crate) moment: Moment,
    /// Its location.
    pub(crate) at: Span,
    /// As written.
    pub(crate) text: String,
}

impl SourceDate {
    /// The date at `at`, if it is valid.
    pub(crate) fn read(source: &str, at: Span) -> Option<Self> {
        let text = source.get(at.range())?;
        datetime::parse(text).map(|moment| Self { moment, at, text: text.to_owned() })
    }
}

/// The hash of a URL in normal form: the same for all spellings of a URL, and different for
/// other URLs with a probability near certainty.
pub fn identity(url: &str) -> u64 {
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

/// Constants without a pattern, whose bytes are not text: the fractions of the square roots of 2, 3 and 5.
const SECRETS: [u64; 3] = [0x6A09_E667_F3BC_C909, 0xBB67_AE85_84CA_A73B, 0x3C6E_F372_FE94_F82B];

/// Mixes all bits of `one` and `other`.
const fn folded(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn similar_urls_have_different_identities() {
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
    fn the_bits_of_identities_are_evenly_distributed() {
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
