//! The encoding windows-1252, in which UTF-8 is most often misread.

/// The characters of the bytes `0x80..=0x9F`; U+FFFD for the five undefined ones.
const HIGH: [char; 32] = [
    '\u{20AC}', '\u{FFFD}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}',
    '\u{2030}', '\u{160}', '\u{2039}', '\u{152}', '\u{FFFD}', '\u{17D}', '\u{FFFD}', '\u{FFFD}', '\u{2018}',
    '\u{2019}', '\u{201C}', '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}',
    '\u{203A}', '\u{153}', '\u{FFFD}', '\u{17E}', '\u{178}',
];

/// The character of `byte`.
pub(super) fn decode(byte: u8) -> Option<char> {
    match HIGH.get(usize::from(byte).wrapping_sub(0x80)) {
        Some('\u{FFFD}') => None,
        Some(character) => Some(*character),
        None => Some(char::from(byte)),
    }
}

/// The byte of `character`. As in browsers, the five undefined bytes are the C1 controls with the
/// same numbers.
pub(super) fn encode(character: char) -> Option<u8> {
    match u8::try_from(u32::from(character)) {
        Ok(byte) => Some(byte),
        Err(_) if character == '\u{FFFD}' => None,
        Err(_) => HIGH.iter().position(|known| *known == character).map(|index| 0x80 + index as u8),
    }
}
