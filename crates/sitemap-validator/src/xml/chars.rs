//! The character classes of XML 1.0, fifth edition.

use crate::span::At;

pub(crate) use crate::value::is_space;

/// Classes of the bytes, 0 for those that are not ASCII: bit 0 `NameStartChar`, bit 1 `NameChar`, bit 2 `PubidChar`.
static ASCII: [u8; 256] = ascii();

const NAME_START: u8 = 1;
const NAME: u8 = 2;
const PUBID: u8 = 4;

#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler")]
const fn ascii() -> [u8; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        let at = byte as usize;
        if matches!(byte, b':' | b'_' | b'A'..=b'Z' | b'a'..=b'z') {
            table[at] |= NAME_START | NAME;
        }
        if matches!(byte, b'-' | b'.' | b'0'..=b'9') {
            table[at] |= NAME;
        }
        if matches!(byte, b' ' | b'\r' | b'\n' | b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9')
            || matches!(byte, b'-' | b'\'' | b'(' | b')' | b'+' | b',' | b'.' | b'/' | b':' | b'=')
            || matches!(byte, b'?' | b';' | b'!' | b'*' | b'#' | b'@' | b'$' | b'_' | b'%')
        {
            table[at] |= PUBID;
        }
        byte += 1;
    }
    table
}

#[inline]
fn class(byte: u8) -> u8 {
    ASCII.get(usize::from(byte)).copied().unwrap_or_default()
}

/// True for an ASCII `NameStartChar`.
#[inline]
pub(super) fn is_ascii_name_start(byte: u8) -> bool {
    class(byte) & NAME_START != 0
}

/// True for an ASCII `NameChar`.
#[inline]
pub(super) fn is_ascii_name(byte: u8) -> bool {
    class(byte) & NAME != 0
}

fn ascii_is(character: char, class: u8) -> bool {
    ASCII.get(character as usize).is_some_and(|bits| bits & class != 0)
}

/// True for production `[2]` `Char`.
pub(crate) const fn is_char(character: char) -> bool {
    matches!(character,
        '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..='\u{10FFFF}')
}

/// The offset of the first byte that may begin a character outside production `[2]`: a control, or the first byte of
/// U+F000 to U+FFFF.
pub(crate) fn suspicious(bytes: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let is_clean = |block: &&[u8; BLOCK]| {
        // Without branches, so that the loop is vectorized. As signed numbers, the bytes of non-ASCII characters are
        // below 0x20.
        let found = block.map(|byte| {
            u8::from(byte.cast_signed() < 0x20)
                & u8::from(byte != b'\t')
                & u8::from(byte != b'\n')
                & u8::from(byte != b'\r')
        });
        found.iter().fold(0, |any, found| any | found) == 0 || !block.iter().any(|&byte| is_suspicious(byte))
    };
    let clean = bytes.as_chunks::<BLOCK>().0.iter().take_while(is_clean).count() * BLOCK;
    bytes.get(clean..)?.iter().position(|&byte| is_suspicious(byte)).map(|at| clean + at)
}

const fn is_suspicious(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r') || byte == 0xEF
}

/// True for production `[4]` `NameStartChar`.
pub(crate) fn is_name_start(character: char) -> bool {
    if character.is_ascii() {
        return ascii_is(character, NAME_START);
    }
    matches!(character,
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{2FF}' | '\u{370}'..='\u{37D}'
        | '\u{37F}'..='\u{1FFF}' | '\u{200C}'..='\u{200D}' | '\u{2070}'..='\u{218F}'
        | '\u{2C00}'..='\u{2FEF}' | '\u{3001}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}'
        | '\u{FDF0}'..='\u{FFFD}' | '\u{10000}'..='\u{EFFFF}')
}

/// True for production `[4a]` `NameChar`.
pub(crate) fn is_name(character: char) -> bool {
    if character.is_ascii() {
        return ascii_is(character, NAME);
    }
    is_name_start(character) || matches!(character, '\u{B7}' | '\u{300}'..='\u{36F}' | '\u{203F}'..='\u{2040}')
}

/// True for production `[13]` `PubidChar`.
pub(crate) fn is_pubid(character: char) -> bool {
    ascii_is(character, PUBID)
}

/// The end of the `Name` (production `[5]`) that starts at byte `at`; `at` if there is none.
pub(crate) fn name_end(text: &str, at: usize) -> usize {
    match text.get(at..).and_then(|rest| rest.chars().next()) {
        Some(first) if is_name_start(first) => nmtoken_end(text, at + first.len_utf8()),
        _ => at,
    }
}

/// The end of the sequence of `NameChar`s (production `[7]` `Nmtoken`) that starts at byte `at`.
pub(crate) fn nmtoken_end(text: &str, at: usize) -> usize {
    let mut end = at;
    loop {
        let rest = text.as_bytes().at(end..);
        end += rest.iter().take_while(|byte| is_ascii_name(**byte)).count();
        match text.get(end..).and_then(|rest| rest.chars().next()) {
            Some(next) if !next.is_ascii() && is_name(next) => end += next.len_utf8(),
            _ => return end,
        }
    }
}

/// The offset of the first byte from `at` on that is not white space (production `[3]` `S`).
pub(crate) fn space_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.at(at..);
    at + rest.iter().take_while(|&&byte| is_space(byte)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suspicious_bytes_are_found_at_any_offset() {
        for byte in 0..=u8::MAX {
            let expected = byte < 0x20 && !matches!(byte, 9 | 10 | 13) || byte == 0xEF;
            for at in [0, 7, 8, 63, 64, 69] {
                for others in [b'a', b'\n', 0x7F, 0x80, 0xFF] {
                    let mut bytes = [others; 70];
                    bytes[at] = byte;
                    assert_eq!(suspicious(&bytes), expected.then_some(at), "{byte} at {at} among {others}");
                }
            }
        }
    }

    #[test]
    fn names_end_at_the_first_other_character() {
        assert_eq!(name_end("loc>", 0), 3);
        assert_eq!(name_end("a-1.b:c d", 0), 7);
        assert_eq!(name_end("1a", 0), 0);
        assert_eq!(name_end("été×", 0), 5);
        assert_eq!(name_end("a·b÷", 0), 4);
        assert_eq!(name_end("·b", 0), 0);
        assert_eq!(name_end("xa", 1), 2);
        assert_eq!(name_end("x", 1), 1);
        assert_eq!(nmtoken_end("-1 ", 0), 2);
        assert_eq!(space_end(b" \t\r\nx", 0), 4);
    }

    #[test]
    fn classes_have_their_edges() {
        assert!(is_char('\t') && is_char('\u{7F}') && is_char('\u{FFFD}') && is_char('\u{10FFFF}'));
        assert!(!is_char('\0') && !is_char('\u{B}') && !is_char('\u{FFFE}') && !is_char('\u{FFFF}'));
        assert!(is_name_start('À') && !is_name_start('×') && !is_name_start('\u{37E}'));
        assert!(is_name('\u{300}') && !is_name_start('\u{300}'));
        assert!(is_pubid('%') && !is_pubid('"') && !is_pubid('\t') && !is_pubid('&'));
    }
}
