//! From bytes to text: decompression, byte order mark, declared encoding, invalid bytes.
//!
//! The core decodes UTF-8, UTF-16 and UTF-32. For another declared encoding, [`open`] returns the bytes
//! with its name, and the caller decodes them and calls [`Undecoded::decoded`].

mod checksum;
mod encodings;
pub mod gzip;
mod label;
mod magic;
mod opening;
mod strict;
mod truncated;

use std::borrow::Cow;

use crate::span::{Cursor, LineIndex, Span};

pub use encodings::read;
pub use gzip::{Damage, Gzip};
pub(crate) use label::{declared_encoding, is_utf8_label};
pub use magic::{Binary, Class};
pub use opening::{DEFAULT_CEILING, Opened, Undecoded, open};

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
