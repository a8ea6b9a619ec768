//! From bytes to text: decompression, byte order mark, declared encoding, invalid bytes.
//!
//! The core decodes UTF-8, UTF-16 and UTF-32. For another declared encoding, [`open`] returns the bytes
//! with its name, and the caller decodes them and calls [`Undecoded::decoded`].

mod checksum;
mod encodings;
pub mod gzip;
mod magic;
mod strict;
mod truncated;

use std::borrow::Cow;

use crate::span::{At, Cursor, LineIndex, Span};

pub use encodings::read;
pub use gzip::{Damage, Gzip};
pub use magic::{Binary, Class};

/// The text of a file and how it was read.
#[derive(Debug, Clone)]
pub struct Source {
    text: String,
    damaged: Vec<Span>,
    damaged_bytes: Vec<u8>,
    /// Facts about the bytes of the file.
    pub origin: Origin,
}

/// Facts about the bytes of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The number of bytes read, after decompression.
    pub decompressed: u64,
    /// The encoding the text was read in, lower case.
    pub encoding: Cow<'static, str>,
    /// How the encoding was determined.
    pub evidence: Evidence,
    /// False if some bytes are invalid in the encoding.
    pub decodes: bool,
    /// The compression, if the file is compressed.
    pub gzip: Option<Gzip>,
    /// An error of the compression or the size, if there is one.
    pub compression: Option<CompressionFault>,
    /// The type of the file if its first bytes are those of a binary format.
    pub binary: Option<Binary>,
}

impl Origin {
    /// True if the file was not read to its end, to limit memory.
    pub const fn is_partial(&self) -> bool {
        matches!(self.compression, Some(CompressionFault::Ceiling { .. } | CompressionFault::Bomb { .. }))
    }
}

/// How an encoding was determined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Nothing: UTF-8 is the default.
    Default,
    /// A byte order mark.
    ByteOrderMark,
    /// A byte order mark of UTF-16 before ASCII: the text is read as UTF-8.
    WrongMark,
    /// The pattern of the first bytes (XML 1.0 appendix F).
    Pattern,
    /// The XML declaration.
    Declaration,
}

/// An error of the compression or the size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompressionFault {
    /// The data ended early.
    Truncated {
        /// The compressed size.
        at: u64,
        /// True for gzip within gzip: `at` is an offset in the inner file.
        inner: bool,
    },
    /// The data is damaged.
    Corrupt {
        /// The approximate offset in the compressed file.
        at: u64,
        /// The kind of damage.
        damage: Damage,
        /// True for gzip within gzip: `at` is an offset in the inner file.
        inner: bool,
    },
    /// The compression ratio is so high that reading was stopped.
    Bomb {
        /// The number of bytes of the file that were read.
        taken: u64,
        /// The number of decompressed bytes that were kept.
        bytes: u64,
    },
    /// Reading was stopped at the maximum size.
    Ceiling {
        /// The maximum size in bytes.
        limit: u64,
    },
}

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
        let (text, damaged) = units.decode(&bytes[bom..]);
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

impl Source {
    /// A source from text that needed no decoding.
    pub fn from_text(text: String) -> Self {
        let origin = Origin {
            bytes: text.len() as u64,
            decompressed: text.len() as u64,
            encoding: Cow::Borrowed("utf-8"),
            evidence: if text.starts_with('\u{FEFF}') { Evidence::ByteOrderMark } else { Evidence::Default },
            decodes: true,
            gzip: None,
            compression: None,
            binary: None,
        };
        Self { text, damaged: Vec::new(), damaged_bytes: Vec::new(), origin }
    }

    /// The same source with another text, of which each byte has the same place.
    pub(crate) fn with_text(&self, text: String) -> Self {
        Self { text, ..self.clone() }
    }

    fn utf8(bytes: Vec<u8>, mut origin: Origin) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self { text, damaged: Vec::new(), damaged_bytes: Vec::new(), origin },
            Err(error) => {
                let bytes = error.into_bytes();
                let mut text = String::with_capacity(bytes.len());
                let mut damaged = Vec::new();
                let mut damaged_bytes = Vec::new();
                for chunk in bytes.utf8_chunks() {
                    text.push_str(chunk.valid());
                    let start = text.len();
                    for byte in chunk.invalid() {
                        text.push(FILLER);
                        damaged_bytes.push(*byte);
                    }
                    if text.len() > start {
                        damaged.push(Span::new(start, text.len()));
                    }
                }
                origin.decodes = false;
                Self { text, damaged, damaged_bytes, origin }
            }
        }
    }

    /// The offset of the text after its byte order mark. The mark of UTF-16 is removed; a second one is a character.
    pub(crate) fn start(&self) -> usize {
        match self.origin.evidence {
            Evidence::WrongMark => 2,
            _ if self.origin.encoding == "utf-8" && self.text.starts_with('\u{FEFF}') => '\u{FEFF}'.len_utf8(),
            _ => 0,
        }
    }

    /// The text. A [`FILLER`] replaces each invalid byte, so that offsets are those of the file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the text, whose memory can be reused.
    pub fn into_bytes(self) -> Vec<u8> {
        self.text.into_bytes()
    }

    /// The spans of invalid bytes, in order; each is one maximal ill-formed sequence.
    pub fn damaged(&self) -> &[Span] {
        &self.damaged
    }

    /// The original bytes of the [`damaged`](Self::damaged) spans, concatenated; empty if the text
    /// was not read as UTF-8.
    pub fn damaged_bytes(&self) -> &[u8] {
        &self.damaged_bytes
    }

    /// True if `span` contains an invalid byte.
    pub fn is_damaged(&self, span: Span) -> bool {
        if self.damaged.is_empty() {
            return false;
        }
        let index = self.damaged.partition_point(|damaged| damaged.end <= span.start);
        self.damaged.get(index).is_some_and(|damaged| damaged.start < span.end)
    }

    /// As [`line_index`](Self::line_index), but only up to the end of the line of byte `offset`.
    pub fn line_index_until(&self, offset: u32) -> LineIndex {
        LineIndex::until(&self.text, &self.damaged, offset)
    }

    /// A cursor for locations in ascending order.
    pub(crate) fn cursor(&self) -> Cursor<'_> {
        Cursor::new(self.text(), self.damaged())
    }

    /// The number of lines, computed faster than an index; an empty text has one line.
    pub fn line_count(&self) -> u32 {
        crate::span::line_count(&self.text)
    }

    /// The lines and columns of the text.
    pub fn line_index(&self) -> LineIndex {
        LineIndex::with_damage(&self.text, &self.damaged)
    }
}

/// Replaces an invalid byte: DEL, which is unlikely in a sitemap.
pub const FILLER: char = '\u{7F}';

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

/// The encoding in the XML declaration at the start of the text.
fn declared_label(bytes: &[u8]) -> Option<String> {
    let end = bytes.starts_with(b"<?xml").then(|| memchr::memmem::find(bytes, b"?>"))?? + 2;
    let declaration = std::str::from_utf8(&bytes[..end]).ok()?;
    declared_encoding(declaration).map(|span| declaration.at(span).trim().to_owned())
}

/// The span of the encoding in the XML declaration at the start of `text`.
pub(crate) fn declared_encoding(text: &str) -> Option<Span> {
    let rest = text.strip_prefix('\u{FEFF}').unwrap_or(text).strip_prefix("<?xml")?;
    let declaration = rest.split_once("?>").map(|(declaration, _)| declaration)?;
    if !declaration.starts_with([' ', '\t', '\r', '\n']) {
        return None;
    }
    let (_, after) = declaration.split_once("encoding")?;
    let value = after.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let name = value.get(1..)?.split(quote).next()?;
    let start = name.as_ptr() as usize - text.as_ptr() as usize;
    (!name.trim().is_empty() && name.is_ascii()).then(|| Span::new(start, start + name.len()))
}

/// True for the names of UTF-8, including usual misspellings, and of its subset ASCII.
pub(crate) fn is_utf8_label(label: &str) -> bool {
    ["utf-8", "utf8", "utf_8", "utf-8-sig", "unicode-1-1-utf-8"].iter().any(|name| label.eq_ignore_ascii_case(name))
}

/// True for the names of UTF-16 and UTF-32.
pub(crate) fn is_wide_label(label: &str) -> bool {
    let label = label.to_ascii_lowercase();
    ["utf-16", "utf16", "utf-32", "utf32", "ucs-2", "ucs-4", "iso-10646-ucs-2", "iso-10646-ucs-4", "unicode"]
        .iter()
        .any(|name| label.starts_with(name))
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
