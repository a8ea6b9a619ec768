//! One look at every byte of a URL, to know which checks it needs.

/// What occurs in a piece of text; a set of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Seen(u16);

impl Seen {
    /// XML white space.
    pub(crate) const SPACE: Self = Self(1);
    /// ASCII no URL contains, white space aside.
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

    /// True when one of `classes` occurs.
    pub(crate) const fn has(self, classes: Self) -> bool {
        self.0 & classes.0 != 0
    }

    /// Both sets.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// True when nothing occurs that any check looks at.
    pub(crate) const fn is_clean(self) -> bool {
        self.0 & !Self::UNREMARKABLE == 0
    }

    /// True when a query is all that any check looks at. A reference in it would need a `;`.
    pub(crate) const fn is_clean_but_for_query(self) -> bool {
        self.0 & !(Self::UNREMARKABLE | Self::QUESTION.0 | Self::AMPERSAND.0) == 0
    }
}

const fn class(byte: u8) -> Seen {
    match byte {
        b' ' | b'\t' | b'\r' | b'\n' => Seen::SPACE,
        0..=0x1F | 0x7F | b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}' => Seen::ILLEGAL,
        b'[' | b']' => Seen::BRACKET,
        b'\'' => Seen::QUOTE,
        0x80.. => Seen::NON_ASCII,
        b'%' => Seen::PERCENT,
        b'#' => Seen::HASH,
        b'?' => Seen::QUESTION,
        b':' => Seen::COLON,
        b';' | b'(' => Seen::PARAMETER,
        b'&' => Seen::AMPERSAND,
        b'$' | b'@' => Seen::TEMPLATE,
        b'/' => Seen::SLASH,
        b'.' => Seen::DOT,
        _ => Seen(0),
    }
}

static CLASSES: [u16; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = class(byte as u8).0;
        byte += 1;
    }
    classes
};

/// What occurs in `bytes`.
pub(crate) fn scan(bytes: &[u8]) -> Seen {
    let mut seen = 0;
    let mut pairs = 0;
    let mut previous = 0;
    for &byte in bytes {
        let class = CLASSES[usize::from(byte)];
        seen |= class;
        // `SLASH` shifted by zero and one meets `SLASH` and `DOT` of the byte after it.
        pairs |= class & (previous | previous << 1);
        previous = class & Seen::SLASH.0;
    }
    Seen(seen | pairs << 2)
}

/// True for ASCII no URL contains, white space included.
pub(crate) fn is_illegal(byte: u8) -> bool {
    CLASSES[usize::from(byte)] & (Seen::ILLEGAL.0 | Seen::SPACE.0) != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_path_is_clean() {
        assert!(scan(b"/a/b-c_d~e/f.html,g!*+=").is_clean());
        assert!(scan(b"").is_clean());
        for byte in b"\"<>\\^`{|} \t[]'%#?:;(&$@" {
            assert!(!scan(&[b'/', *byte]).is_clean(), "{byte}");
        }
        assert!(!scan("/ü".as_bytes()).is_clean());
    }

    #[test]
    fn pairs_are_found_where_they_are() {
        assert!(scan(b"/a//b").has(Seen::DOUBLE_SLASH));
        assert!(!scan(b"/a//b").has(Seen::SLASH_DOT));
        assert!(scan(b"/a/./b").has(Seen::SLASH_DOT));
        assert!(!scan(b"/a/b./c.d/e").has(Seen::DOUBLE_SLASH.and(Seen::SLASH_DOT)));
        assert!(!scan(b"..").has(Seen::DOUBLE_SLASH.and(Seen::SLASH_DOT)));
    }
}
