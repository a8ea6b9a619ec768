//! Prefixes of names as numbers, which are fast to compare.

use crate::span::{At, Span};

/// The bytes of a short prefix as a unique number; [`LONG`] for a longer one.
pub(super) fn key(prefix: &[u8]) -> u64 {
    let short = prefix.len() < 8;
    if short { prefix.iter().rev().fold(0, |key, byte| key << 8 | u64::from(*byte)) } else { LONG }
}

/// The number of all prefixes that are too long: its bytes are not valid text.
pub(super) const LONG: u64 = u64::MAX;

/// The end of the prefix of the name at `name`, and its [`key`]; both are 0 without a prefix.
#[inline]
pub(super) fn prefix_of(text: &str, name: Span) -> (usize, u64) {
    const COLONS: u64 = u64::from_le_bytes([b':'; 8]);
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = ONES << 7;
    let bytes = text.as_bytes();
    // Fast path: eight bytes at once, as most prefixes are short.
    if let Some(word) = bytes.get(name.start as usize..).and_then(<[u8]>::first_chunk::<8>) {
        let word = u64::from_le_bytes(*word);
        let other = word ^ COLONS;
        let found = other.wrapping_sub(ONES) & !other & HIGH;
        let at = found.trailing_zeros() as usize / 8;
        if at < name.len().min(8) {
            return (at, word & ((1 << (8 * at)) - 1));
        }
        if name.len() <= 8 {
            return (0, 0);
        }
    }
    prefix_of_any(bytes.at(name))
}

#[cold]
fn prefix_of_any(name: &[u8]) -> (usize, u64) {
    let at = name.iter().position(|&byte| byte == b':').unwrap_or_default();
    (at, key(name.at(..at)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_at_the_first_colon_at_any_offset() {
        let names =
            ["loc", "image:loc", "changefreq", "a:b:c", ":loc", "a:", "imagepf:loc", "imagepfx:loc", "é:loc", "x"];
        for name in names {
            for behind in ["", ">", ":", " a:b=''", "></image:image>"] {
                let text = format!("<{name}{behind}");
                let at = name.find(':').unwrap_or_default();
                let span = Span::new(1, 1 + name.len());
                assert_eq!(prefix_of(&text, span), (at, key(&name.as_bytes()[..at])), "{text}");
            }
        }
        let keys = ["", "a", "b", "ab", "ba", "image", "imagepf"].map(|prefix| key(prefix.as_bytes()));
        assert!(keys.iter().enumerate().all(|(index, one)| !keys[..index].contains(one) && *one != LONG));
        assert_eq!(key(b"imagepfx"), LONG);
    }
}
