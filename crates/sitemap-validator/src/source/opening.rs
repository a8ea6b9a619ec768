//! Bytes as text, in the encoding that their first bytes or their XML declaration name.

use std::borrow::Cow;

use super::label::{declared_label, is_utf8_label, is_wide_label};
use super::{CompressionFault, Evidence, FILLER, Origin, Source, gzip, magic, strict};
use crate::span::{At, Span};

/// Bytes in an encoding that the core cannot decode.
#[derive(Debug)]
pub struct Undecoded {
    /// The declared name, as written.
    pub label: String,
    /// The bytes, decompressed.
    pub bytes: Vec<u8>,
    origin: Origin,
}

/// The result of opening a file.
#[derive(Debug)]
pub enum Opened {
    /// Ready to validate.
    Text(Source),
    /// The caller must decode the bytes first.
    Undecoded(Undecoded),
}

/// The default maximum size of decompressed text, in bytes.
pub const DEFAULT_CEILING: u64 = 512 * 1024 * 1024;

/// Opens `bytes`: decompresses gzip, up to `ceiling` bytes (less than 4 GiB), and
/// determines the encoding.
pub fn open(bytes: Vec<u8>, ceiling: u64) -> Opened {
    let given = bytes.len() as u64;
    let ceiling = ceiling.min(u64::from(u32::MAX) - 1);
    let (mut bytes, gzip, mut compression) = gzip::unwrap(bytes, ceiling);
    if matches!(compression, Some(CompressionFault::Truncated { .. })) && given > ceiling {
        // The caller did not read more of it.
        compression = Some(CompressionFault::Ceiling { limit: bytes.len() as u64 });
    }
    if bytes.len() as u64 > ceiling {
        bytes.truncate(ceiling as usize);
        compression = Some(CompressionFault::Ceiling { limit: ceiling });
    }
    let mut origin = Origin {
        bytes: given,
        decompressed: bytes.len() as u64,
        encoding: Cow::Borrowed("utf-8"),
        evidence: Evidence::Default,
        decodes: true,
        gzip,
        compression,
        binary: magic::binary(&bytes),
    };
    if origin.binary.is_some() {
        return Opened::Text(Source::utf8(bytes, origin));
    }
    let wide: Option<(&'static str, usize, Evidence, Units)> = match bytes.as_slice() {
        [0xEF, 0xBB, 0xBF, ..] => {
            origin.evidence = Evidence::ByteOrderMark;
            None
        }
        [0xFF, 0xFE, rest @ ..] | [0xFE, 0xFF, rest @ ..] if is_ascii_markup(rest) => {
            origin.evidence = Evidence::WrongMark;
            None
        }
        [0xFF, 0xFE, 0, 0, ..] => Some(("utf-32le", 4, Evidence::ByteOrderMark, Units::Four(u32::from_le_bytes))),
        [0, 0, 0xFE, 0xFF, ..] => Some(("utf-32be", 4, Evidence::ByteOrderMark, Units::Four(u32::from_be_bytes))),
        [0xFF, 0xFE, ..] => Some(("utf-16le", 2, Evidence::ByteOrderMark, Units::Two(u16::from_le_bytes))),
        [0xFE, 0xFF, ..] => Some(("utf-16be", 2, Evidence::ByteOrderMark, Units::Two(u16::from_be_bytes))),
        [b'<', 0, 0, 0, ..] => Some(("utf-32le", 0, Evidence::Pattern, Units::Four(u32::from_le_bytes))),
        [0, 0, 0, b'<', ..] => Some(("utf-32be", 0, Evidence::Pattern, Units::Four(u32::from_be_bytes))),
        // Four bytes are needed, as a single NUL may be an error.
        [b'<', 0, 1..=255, 0, ..] => Some(("utf-16le", 0, Evidence::Pattern, Units::Two(u16::from_le_bytes))),
        [0, b'<', 0, 1..=255, ..] => Some(("utf-16be", 0, Evidence::Pattern, Units::Two(u16::from_be_bytes))),
        _ => None,
    };
    if let Some((name, bom, evidence, units)) = wide {
        origin.encoding = Cow::Borrowed(name);
        origin.evidence = evidence;
        let (text, damaged) = units.decode(bytes.at(bom..));
        origin.decodes = damaged.is_empty();
        return Opened::Text(Source { text, damaged, damaged_bytes: Vec::new(), origin });
    }
    if origin.evidence == Evidence::Default
        && let Some(label) = declared_label(&bytes)
        && !is_utf8_label(&label)
        && !is_wide_label(&label)
    {
        return Opened::Undecoded(Undecoded { label, bytes, origin });
    }
    Opened::Text(Source::utf8(bytes, origin))
}

/// True if the first bytes are markup in an ASCII-compatible encoding.
fn is_ascii_markup(bytes: &[u8]) -> bool {
    let start = bytes.at(..bytes.len().min(16));
    start.trim_ascii_start().starts_with(b"<") && start.iter().all(|byte| matches!(byte, 1..=0x7F))
}

impl Undecoded {
    /// The source after the caller decoded the bytes: the text, and whether all bytes were valid.
    /// With `None`, for an encoding unknown to the caller, the bytes are read as UTF-8.
    pub fn decoded(self, text: Option<(String, bool)>) -> Source {
        let mut origin = self.origin;
        match text {
            Some((text, decodes)) => {
                let (text, legal) = strict::read(&self.label, &self.bytes, text);
                let decodes = decodes && legal;
                origin.encoding = Cow::Owned(self.label.to_ascii_lowercase());
                origin.evidence = Evidence::Declaration;
                origin.decodes = decodes;
                Source { text, damaged: Vec::new(), damaged_bytes: Vec::new(), origin }
            }
            None => Source::utf8(self.bytes, origin),
        }
    }
}

enum Units {
    Two(fn([u8; 2]) -> u16),
    Four(fn([u8; 4]) -> u32),
}

impl Units {
    fn decode(&self, bytes: &[u8]) -> (String, Vec<Span>) {
        let mut text = String::with_capacity(bytes.len());
        let mut damaged = Vec::new();
        let mut push = |character: Option<char>| {
            if character.is_none() {
                damaged.push(Span::new(text.len(), text.len() + 1));
            }
            text.push(character.unwrap_or(FILLER));
        };
        let rest = match self {
            Self::Two(unit) => {
                let (pairs, rest) = bytes.as_chunks::<2>();
                for decoded in char::decode_utf16(pairs.iter().map(|pair| unit(*pair))) {
                    push(decoded.ok());
                }
                rest
            }
            Self::Four(unit) => {
                let (quads, rest) = bytes.as_chunks::<4>();
                for quad in quads {
                    push(char::from_u32(unit(*quad)));
                }
                rest
            }
        };
        if !rest.is_empty() {
            push(None);
        }
        (text, damaged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Source {
        match open(bytes.to_vec(), DEFAULT_CEILING) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) => panic!("wants {}", undecoded.label),
        }
    }

    #[test]
    fn invalid_utf8_keeps_its_offsets() {
        let source = text(b"ab\xFCcd\xE2\x82x");
        assert_eq!(source.text().len(), 8);
        assert_eq!(source.damaged(), [Span::new(2, 3), Span::new(5, 7)]);
        assert_eq!(source.damaged_bytes(), b"\xFC\xE2\x82");
        assert!(source.is_damaged(Span::new(0, 3)));
        assert!(!source.is_damaged(Span::new(3, 5)));
        let index = source.line_index();
        assert_eq!(index.position(source.text(), 7).column, 7);
    }

    #[test]
    fn utf16_is_read_with_and_without_mark() {
        let wide: Vec<u8> = "<ä".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(text(&wide).text(), "<ä");
        let mut marked = vec![0xFF, 0xFE];
        marked.extend(&wide);
        let source = text(&marked);
        assert_eq!(source.text(), "<ä");
        assert_eq!(source.origin.encoding, "utf-16le");
    }

    #[test]
    fn ascii_with_a_byte_order_mark_or_nul_is_not_utf16() {
        for bytes in
            [b"\xFF\xFE<urlset>".as_slice(), b"\xFE\xFF<?xml version=\"1.0\"?><a/>", b"\0<?xml version=\"1.0\"?>"]
        {
            let source = text(bytes);
            assert_eq!(source.origin.encoding, "utf-8");
            assert_eq!(source.text().len(), bytes.len());
        }
    }

    #[test]
    fn other_encodings_are_left_to_the_caller() {
        let bytes = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xFC</a>";
        let Opened::Undecoded(undecoded) = open(bytes.to_vec(), DEFAULT_CEILING) else {
            panic!("read as UTF-8");
        };
        assert_eq!(undecoded.label, "ISO-8859-1");
        let source = undecoded.decoded(Some(("<a>ü</a>".into(), true)));
        assert_eq!(source.origin.encoding, "iso-8859-1");
    }
}
