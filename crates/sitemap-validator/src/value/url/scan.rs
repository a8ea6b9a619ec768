//! One pass over the bytes of a URL, to find out which checks it needs.

/// The classes of characters in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct UrlClasses(u16);

impl UrlClasses {
    /// XML white space.
    pub(crate) const SPACE: Self = Self(1);
    /// ASCII characters that are illegal in URLs, except white space.
    pub(crate) const ILLEGAL: Self = Self(1 << 1);
    /// `[` or `]`.
    pub(crate) const BRACKET: Self = Self(1 << 2);
    /// `'`.
    pub(crate) const QUOTE: Self = Self(1 << 3);
    pub(crate) const NON_ASCII: Self = Self(1 << 4);
    pub(crate) const PERCENT: Self = Self(1 << 5);
    /// `#`.
    pub(crate) const HASH: Self = Self(1 << 6);
    /// `?`.
    pub(crate) const QUESTION: Self = Self(1 << 7);
    /// `:`, as in a second `https://`.
    pub(crate) const COLON: Self = Self(1 << 8);
    /// `;` or `(`, as session parameters of a path have.
    pub(crate) const PARAMETER: Self = Self(1 << 9);
    /// `&`.
    pub(crate) const AMPERSAND: Self = Self(1 << 10);
    /// `$` or `@`, as templates have.
    pub(crate) const TEMPLATE: Self = Self(1 << 11);
    const SLASH: Self = Self(1 << 12);
    const DOT: Self = Self(1 << 13);
    /// `//`.
    pub(crate) const DOUBLE_SLASH: Self = Self(1 << 14);
    /// `/.`.
    pub(crate) const SLASH_DOT: Self = Self(1 << 15);

    const UNREMARKABLE: u16 = Self::SLASH.0 | Self::DOT.0;

    /// True if one of `classes` occurs.
    pub(crate) const fn has(self, classes: Self) -> bool {
        self.0 & classes.0 != 0
    }

    /// Both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True if a query is the only part to check. A reference in it would need a `;`.
    pub(crate) const fn is_clean_but_for_query(self) -> bool {
        self.0 & !(Self::UNREMARKABLE | Self::QUESTION.0 | Self::AMPERSAND.0) == 0
    }
}

const fn class(byte: u8) -> UrlClasses {
    match byte {
        b' ' | b'\t' | b'\r' | b'\n' => UrlClasses::SPACE,
        0..=0x1F | 0x7F | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => UrlClasses::ILLEGAL,
        b'[' | b']' => UrlClasses::BRACKET,
        b'\'' => UrlClasses::QUOTE,
        0x80.. => UrlClasses::NON_ASCII,
        b'%' => UrlClasses::PERCENT,
        b'#' => UrlClasses::HASH,
        b'?' => UrlClasses::QUESTION,
        b':' => UrlClasses::COLON,
        b';' | b'(' => UrlClasses::PARAMETER,
        b'&' => UrlClasses::AMPERSAND,
        b'$' | b'@' => UrlClasses::TEMPLATE,
        b'/' => UrlClasses::SLASH,
        b'.' => UrlClasses::DOT,
        _ => UrlClasses(0),
    }
}

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
static CLASSES: [u16; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class(byte as u8).0;
        byte += 1;
    }
    classes
};

/// The classes of `byte`, from the table.
#[inline]
fn classes(byte: u8) -> u16 {
    CLASSES.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The classes of `bytes`.
pub(crate) fn scan(bytes: &[u8]) -> UrlClasses {
    let mut seen = UrlClasses::default();
    let Some((first, rest)) = bytes.split_first() else { return seen };
    seen.0 = classes(*first);
    // Each byte is checked together with the previous one; most blocks are clean.
    let (blocks, tail) = rest.as_chunks::<BLOCK>();
    let mut last = *first;
    for (block, before) in blocks.iter().zip(bytes.as_chunks::<BLOCK>().0) {
        if is_suspicious(block, before) {
            scan_block(block, last, &mut seen);
        }
        last = block[BLOCK - 1];
    }
    scan_block(tail, last, &mut seen);
    seen
}

/// Adds the classes of `bytes`, which follow `before`, to `seen`.
fn scan_block(bytes: &[u8], before: u8, seen: &mut UrlClasses) {
    let mut pairs = 0;
    let mut previous = classes(before) & UrlClasses::SLASH.0;
    for &byte in bytes {
        let class = classes(byte);
        seen.0 |= class;
        // `SLASH` shifted by 0 and 1 matches `SLASH` and `DOT` of the next byte.
        pairs |= class & (previous | previous << 1);
        previous = class & UrlClasses::SLASH.0;
    }
    seen.0 |= pairs << 2;
}

/// The offset of the first character that is white space, illegal, a bracket or not ASCII.
pub(crate) fn remarkable(bytes: &[u8]) -> Option<usize> {
    const CLASS: u16 = UrlClasses::SPACE.0 | UrlClasses::ILLEGAL.0 | UrlClasses::BRACKET.0 | UrlClasses::NON_ASCII.0;
    bytes.iter().position(|&byte| classes(byte) & CLASS != 0)
}

/// The number of bytes that [`look`] checks at once.
const BLOCK: usize = 16;

/// What [`look`] finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// True if no check applies to the classes of the bytes.
    pub(crate) is_clean: bool,
    /// True if a segment or a value of a parameter begins like the name of a missing value, or with `*`.
    pub(crate) may_lack_value: bool,
}

/// Looks at all bytes once: faster than [`scan`], as it checks many bytes at once.
pub(crate) fn look(bytes: &[u8]) -> Look {
    let mut found = [0; BLOCK];
    if let Some((first, rest)) = bytes.split_first() {
        found[0] = u8::from(is_other(*first));
        // Each byte is checked together with the previous one.
        let before = bytes.get(..rest.len()).unwrap_or_default();
        let (blocks, tail) = rest.as_chunks::<BLOCK>();
        for (block, before) in blocks.iter().zip(before.as_chunks::<BLOCK>().0) {
            look_at(block, before, &mut found);
        }
        match (rest.last_chunk::<BLOCK>(), before.last_chunk::<BLOCK>()) {
            _ if tail.is_empty() => {}
            // The last block overlaps the one before.
            (Some(block), Some(before)) => look_at(block, before, &mut found),
            _ => look_at(rest, before, &mut found),
        }
    }
    Look { is_clean: !has_bit(found, 1), may_lack_value: has_bit(found, 2) }
}

/// Adds to `found` whether a check may apply to a byte (1), and whether it may begin a missing value (2); `before` has the
/// byte before each.
#[inline]
fn look_at(block: &[u8], before: &[u8], found: &mut [u8; BLOCK]) {
    // Without branches, so that the compiler vectorizes the loop.
    for ((found, &byte), &before) in found.iter_mut().zip(block).zip(before) {
        let checked = u8::from(is_other(byte)) | u8::from(is_pair(byte, before));
        *found |= checked | u8::from(begins_value(byte, before)) << 1;
    }
}

/// True if a check may apply to one of the bytes; `before` has the byte before each.
#[inline]
fn is_suspicious(block: &[u8; BLOCK], before: &[u8; BLOCK]) -> bool {
    let mut found = [0_u8; BLOCK];
    look_at(block, before, &mut found);
    has_bit(found, 1)
}

/// True if one of the bytes has this bit.
#[inline]
const fn has_bit(found: [u8; BLOCK], bit: u8) -> bool {
    u128::from_ne_bytes(found) & u128::from_ne_bytes([bit; BLOCK]) != 0
}

/// True for a letter with which the names of missing values begin, or `*`, after `/` or `=`.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "without branches many bytes are looked at at once")]
const fn begins_value(byte: u8, before: u8) -> bool {
    ((before == b'/') | (before == b'=')) & ((byte == b'u') | ((byte | 0x20) == b'n') | (byte == b'*'))
}

/// True for a byte that is not a letter, a digit or one of `-._~/+=`.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "without branches many bytes are looked at at once")]
const fn is_other(byte: u8) -> bool {
    // `-`, `.`, `/` and the digits are consecutive.
    let row = byte.wrapping_sub(b'-') < 13;
    let letter = (byte | 0x20).wrapping_sub(b'a') < 26;
    !(row | letter | (byte == b'_') | (byte == b'~') | (byte == b'=') | (byte == b'+'))
}

/// True for the second byte of `//` and `/.`.
#[inline]
#[expect(clippy::needless_bitwise_bool, reason = "without branches many bytes are looked at at once")]
const fn is_pair(byte: u8, before: u8) -> bool {
    (before == b'/') & ((byte == b'/') | (byte == b'.'))
}

/// True for ASCII characters that are illegal in URLs, including white space.
pub(crate) fn is_illegal(byte: u8) -> bool {
    classes(byte) & (UrlClasses::ILLEGAL.0 | UrlClasses::SPACE.0) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_path_is_clean() {
        let nothing = |bytes: &[u8]| scan(bytes).0 & !UrlClasses::UNREMARKABLE == 0;
        assert!(nothing(b"/a/b-c_d~e/f.html,g!*+="));
        assert!(nothing(b""));
        for byte in b"\"<>\\^`{|} \t[]'%#?:;(&$@" {
            assert!(!nothing(&[b'/', *byte]), "{byte}");
        }
        assert!(!nothing("/ü".as_bytes()));
    }

    #[test]
    fn the_fast_path_gives_the_same_result() {
        assert!(
            look(b"").is_clean
                && look(b"/a/b-c_d~e/f.html+0129zZ=").is_clean
                && look(b"/an/even-longer/path/than_that/is.html").is_clean
        );
        let plain = b"/a/path-with.all_kinds/of-Letters/and/more-than-32-bytes";
        for length in 0..=plain.len() {
            assert!(look(&plain[..length]).is_clean, "{length}");
            for at in 0..length {
                for byte in 0..=u8::MAX {
                    let mut bytes = plain[..length].to_vec();
                    bytes[at] = byte;
                    let nothing = scan(&bytes).0 & !UrlClasses::UNREMARKABLE == 0;
                    let seen = look(&bytes);
                    assert!(nothing || !seen.is_clean, "{byte} at {at} of {length}");
                    let lacks = bytes.windows(2).any(|pair| begins_value(pair[1], pair[0]));
                    assert_eq!(seen.may_lack_value, lacks, "{byte} at {at} of {length}");
                }
            }
        }
    }

    #[test]
    fn letters_digits_and_unreserved_marks_are_clean() {
        for byte in b"azAZ09-._~=+/" {
            assert!(look(&[*byte]).is_clean, "{byte}");
        }
    }

    #[test]
    fn pairs_are_found_where_they_are() {
        assert!(scan(b"/a//b").has(UrlClasses::DOUBLE_SLASH));
        assert!(!scan(b"/a//b").has(UrlClasses::SLASH_DOT));
        assert!(scan(b"/a/./b").has(UrlClasses::SLASH_DOT));
        assert!(!scan(b"/a/b./c.d/e").has(UrlClasses::DOUBLE_SLASH.and(UrlClasses::SLASH_DOT)));
        assert!(!scan(b"..").has(UrlClasses::DOUBLE_SLASH.and(UrlClasses::SLASH_DOT)));
    }
}
