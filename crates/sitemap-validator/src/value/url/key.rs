//! A 64-bit hash of a URL, the same for all URLs that may be the same page.
//!
//! The hash is fast but not resistant to attacks: URLs with the same hash are compared, and chains are limited.

use std::hash::{BuildHasherDefault, Hasher};

use super::normal::{bare, bare_tail};

/// A map whose keys are hashes.
pub(crate) type KeyMap<V> = std::collections::HashMap<u64, V, BuildHasherDefault<Identity>>;

/// A set of hashes.
pub(crate) type KeySet = std::collections::HashSet<u64, BuildHasherDefault<Identity>>;

/// A hasher that returns a 64-bit key unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Identity(u64);

impl Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = hash(bytes);
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// An odd number with evenly distributed bits: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

/// The case-insensitive hash of `bytes`.
///
/// Eight bytes at a time are rotated in and multiplied. Setting bit 5 of every byte folds the case,
/// and a few other characters, which the comparison distinguishes.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    const FOLD: u64 = 0x2020_2020_2020_2020;
    let mut state = bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let word = word.try_into().map_or(0, u64::from_le_bytes);
        state = (state.rotate_left(23) ^ (word | FOLD)).wrapping_mul(MULTIPLIER);
    }
    let mut last = 0;
    for &byte in words.remainder() {
        last = last << 8 | u64::from(byte);
    }
    state = (state.rotate_left(23) ^ (last | FOLD)).wrapping_mul(MULTIPLIER);
    // The map uses the low bits for buckets and the high bits for tags, so both are mixed.
    state ^= state >> 32;
    state = state.wrapping_mul(MULTIPLIER);
    state ^ state >> 29
}

/// As [`of`], for a URL without its head, query and fragment.
pub(crate) fn of_bare(rest: &str) -> u64 {
    hash(bare_tail(rest).as_bytes())
}

/// The hash of a URL in normal form, or whose normal form differs in nothing that
/// [`variant`](super::normal::variant) keeps.
pub(crate) fn of(url: &str) -> u64 {
    match memchr::memchr2(b'?', b'#', url.as_bytes()) {
        None => hash(bare(url).as_bytes()),
        Some(at) => {
            let (head, query) = url.split_at(at);
            hash(bare(head).as_bytes()).rotate_left(7) ^ hash(query.as_bytes())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_hash_alike_and_others_do_not() {
        let key = of("https://www.example.com/some/path/a");
        for url in [
            "http://www.example.com/some/path/a",
            "https://example.com/some/path/a/",
            "https://Example.com/Some/Path/A",
            "https://example.com/some/path/a/index.html",
        ] {
            assert_eq!(of(url), key, "{url}");
        }
        for url in ["https://example.com/some/path/b", "https://example.com/some/path/a?b", "https://example.com/"] {
            assert_ne!(of(url), key, "{url}");
        }
        assert_eq!(of("https://a.de"), of("https://a.de/"));
        assert_eq!(of("https://a.de?x"), of("https://a.de/?x"));
    }

    #[test]
    fn numbered_urls_spread() {
        let mut buckets = [0_u32; 1024];
        let mut tags = [0_u32; 128];
        for number in 0..100_000 {
            let key = of(&format!("https://example.com/product/{number}"));
            buckets[(key & 1023) as usize] += 1;
            tags[(key >> 57) as usize] += 1;
        }
        assert!(buckets.iter().all(|&count| (40..180).contains(&count)));
        assert!(tags.iter().all(|&count| (500..1100).contains(&count)));
    }
}
