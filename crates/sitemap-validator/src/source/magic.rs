//! Binary files, recognized by their first bytes.

use flate2::{Decompress, FlushDecompress};
use memchr::memmem;

/// A type of binary file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binary {
    /// Its name, with an article.
    pub name: &'static str,
    /// Its class, which determines the finding.
    pub class: Class,
}

/// A class of binary files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// One compressed file.
    Compressed,
    /// Several files in one.
    Archive,
    /// A ZIP archive, which contains the name of its first file.
    Zip,
    /// Compressed data without the header of gzip.
    Deflate,
    /// A document with formatting.
    Document,
    /// Metadata that an operating system stores next to a file.
    Leftover,
    /// Something else.
    Other,
}

impl Class {
    /// True for compressed files and archives.
    pub const fn is_packed(self) -> bool {
        matches!(self, Self::Compressed | Self::Archive | Self::Zip | Self::Deflate)
    }
}

/// Signatures: offset, bytes and type.
const TYPES: [(usize, &[u8], Class, &str); 48] = [
    (0, b"BZh", Class::Compressed, "a bzip2 file"),
    (0, b"\xFD7zXZ\0", Class::Compressed, "an xz file"),
    (0, b"\x28\xB5\x2F\xFD", Class::Compressed, "a Zstandard file"),
    (0, b"\x04\x22\x4D\x18", Class::Compressed, "an LZ4 file"),
    (0, b"LZIP\x01", Class::Compressed, "an lzip file"),
    (0, b"\x5D\0\0\x80\0", Class::Compressed, "an LZMA file"),
    (0, b"\x1F\x9D", Class::Compressed, "a file of the old `compress` (`.Z`)"),
    (0, b"\x1F\xA0", Class::Compressed, "a file of the old `compress` (`.Z`)"),
    (0, b"PK\x03\x04", Class::Zip, "a ZIP archive"),
    (0, b"PK\x05\x06", Class::Archive, "an empty ZIP archive"),
    (0, b"7z\xBC\xAF\x27\x1C", Class::Archive, "a 7-Zip archive"),
    (0, b"Rar!\x1A\x07", Class::Archive, "a RAR archive"),
    (257, b"ustar", Class::Archive, "a tar archive"),
    (0, b"\x89PNG\r\n\x1A\n", Class::Other, "a PNG image"),
    (0, b"\xFF\xD8\xFF", Class::Other, "a JPEG image"),
    (0, b"GIF87a", Class::Other, "a GIF image"),
    (0, b"GIF89a", Class::Other, "a GIF image"),
    (8, b"WEBPVP8", Class::Other, "a WebP image"),
    (4, b"ftypavif", Class::Other, "an AVIF image"),
    (4, b"ftypheic", Class::Other, "a HEIC image"),
    (4, b"ftyp", Class::Other, "an MP4 video"),
    (0, b"II*\0", Class::Other, "a TIFF image"),
    (0, b"MM\0*", Class::Other, "a TIFF image"),
    (0, b"\0\0\x01\0", Class::Other, "a Windows icon"),
    (0, b"8BPS\0", Class::Other, "a Photoshop image"),
    (0, b"RIFF", Class::Other, "a RIFF file (WAV or AVI)"),
    (0, b"\x1A\x45\xDF\xA3", Class::Other, "a WebM or Matroska video"),
    (0, b"OggS\0", Class::Other, "an Ogg file"),
    (0, b"ID3\x03", Class::Other, "an MP3 file"),
    (0, b"ID3\x04", Class::Other, "an MP3 file"),
    (0, b"fLaC\0", Class::Other, "a FLAC file"),
    (0, b"wOFF\0", Class::Other, "a web font"),
    (0, b"wOF2\0", Class::Other, "a web font"),
    (0, b"%PDF-", Class::Document, "a PDF document"),
    (0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", Class::Document, "an old Word or Excel document"),
    (0, b"{\\rtf", Class::Document, "an RTF document"),
    (0, b"%!PS-Adobe", Class::Document, "a PostScript document"),
    (0, b"\0\x05\x16\x07", Class::Leftover, "a macOS side file (`._` before its name)"),
    (0, b"\0\0\0\x01Bud1", Class::Leftover, "the `.DS_Store` file of a macOS folder"),
    (0, b"bplist00", Class::Other, "a binary property list"),
    (0, b"\0asm", Class::Other, "a WebAssembly module"),
    (0, b"\x7FELF", Class::Other, "a program"),
    (0, b"MZ\x90\0", Class::Other, "a program"),
    (0, b"\xCF\xFA\xED\xFE", Class::Other, "a program"),
    (0, b"\xCA\xFE\xBA\xBE", Class::Other, "a program"),
    (0, b"SQLite format 3\0", Class::Other, "an SQLite database"),
    (0, b"PAR1", Class::Other, "a Parquet table"),
    (0, b"!<arch>\n", Class::Archive, "an ar archive"),
];

/// The number of bytes at each end of a ZIP archive that are searched for names.
const REACH: usize = 16 * 1024;

/// The type of `bytes`, if they are a binary file.
pub(super) fn binary(bytes: &[u8]) -> Option<Binary> {
    let begins = |at: usize, magic: &[u8]| bytes.get(at..).is_some_and(|rest| rest.starts_with(magic));
    let known = TYPES.iter().find(|(at, magic, ..)| begins(*at, magic));
    match known {
        Some((.., Class::Zip, _)) if office(bytes).is_some() => office(bytes),
        Some(&(_, _, class, name)) => Some(Binary { name, class }),
        None => deflated(bytes),
    }
}

/// The type of document in a ZIP archive, by the names in it.
fn office(bytes: &[u8]) -> Option<Binary> {
    let ends = [
        bytes.get(..REACH).unwrap_or(bytes),
        bytes.len().checked_sub(REACH).and_then(|from| bytes.get(from..)).unwrap_or_default(),
    ];
    let holds = |name: &str| ends.iter().any(|end| memmem::find(end, name.as_bytes()).is_some());
    let open = "mimetypeapplication/vnd.oasis.opendocument.";
    let name = if holds("[Content_Types].xml") {
        [("xl/", "an Excel workbook"), ("word/", "a Word document"), ("ppt/", "a PowerPoint presentation")]
            .into_iter()
            .find(|(folder, _)| holds(folder))
            .map_or("an Office document", |(_, name)| name)
    } else if holds("mimetypeapplication/epub+zip") {
        "an EPUB book"
    } else if holds(open) {
        if holds(&format!("{open}spreadsheet")) { "an OpenDocument table" } else { "an OpenDocument file" }
    } else {
        return None;
    };
    Some(Binary { name, class: Class::Document })
}

/// True for deflate data that contains a sitemap, with or without a zlib header.
fn deflated(bytes: &[u8]) -> Option<Binary> {
    let zlib = match bytes {
        [cmf, flg, ..] => cmf & 0x0F == 8 && cmf >> 4 <= 7 && u16::from_be_bytes([*cmf, *flg]).is_multiple_of(31),
        _ => return None,
    };
    let head = bytes.get(..2048).unwrap_or(bytes);
    let text = match std::str::from_utf8(head) {
        Ok(_) => true,
        // A character may be cut off.
        Err(error) => error.error_len().is_none() && head.len() < bytes.len(),
    };
    if text && !zlib {
        return None;
    }
    let mut out = [0; 64];
    let mut inflate = Decompress::new(zlib);
    inflate.decompress(head, &mut out, FlushDecompress::None).ok()?;
    let out = out.get(..inflate.total_out() as usize)?.trim_ascii_start();
    let out = out.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(out);
    let sitemap = match out {
        [b'<', second, ..] => out.len() >= 16 && (second.is_ascii_alphabetic() || matches!(second, b'?' | b'!')),
        _ => out.starts_with(b"http://") || out.starts_with(b"https://"),
    };
    let name = if zlib { "zlib data" } else { "a bare deflate stream" };
    sitemap.then_some(Binary { name, class: Class::Deflate })
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, ZlibEncoder};
    use std::io::Write;

    fn name(bytes: &[u8]) -> Option<&'static str> {
        binary(bytes).map(|binary| binary.name)
    }

    #[test]
    fn types_are_known_by_their_first_bytes() {
        for (at, magic, class, expected) in TYPES {
            let mut bytes = vec![b' '; at];
            bytes.extend_from_slice(magic);
            bytes.extend_from_slice(b"    ");
            assert_eq!(binary(&bytes), Some(Binary { name: expected, class }));
            let last = bytes.len() - 5;
            bytes[last] ^= 0x20;
            assert_ne!(name(&bytes), Some(expected), "{expected}");
        }
        let mut tar = vec![0; 512];
        tar[..11].copy_from_slice(b"sitemap.xml");
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(name(&tar), Some("a tar archive"));
    }

    #[test]
    fn documents_are_distinguished_from_archives() {
        let zip = |names: &str| [b"PK\x03\x04".as_slice(), names.as_bytes()].concat();
        assert_eq!(name(&zip("....sitemap.xml<urlset>")), Some("a ZIP archive"));
        assert_eq!(name(&zip("..[Content_Types].xml..xl/workbook.xml")), Some("an Excel workbook"));
        assert_eq!(name(&zip("..[Content_Types].xml..word/document.xml")), Some("a Word document"));
        assert_eq!(name(&zip("..[Content_Types].xml..")), Some("an Office document"));
        let table = "mimetypeapplication/vnd.oasis.opendocument.spreadsheet";
        assert_eq!(name(&zip(table)), Some("an OpenDocument table"));
        let far = zip(&format!("{}[Content_Types].xml xl/", " ".repeat(100_000)));
        assert_eq!(name(&far), Some("an Excel workbook"));
    }

    #[test]
    fn deflate_is_recognized_by_its_content() {
        let zlib = |text: &str| {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        let raw = |text: &str| {
            let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        for text in ["<?xml version=\"1.0\"?><urlset/>", "https://tidepool.page/\n", " \u{FEFF}<urlset xmlns=\"x\">"] {
            assert_eq!(name(&zlib(text)), Some("zlib data"), "{text}");
            assert_eq!(name(&raw(text)), Some("a bare deflate stream"), "{text}");
            assert_eq!(name(text.as_bytes()), None);
        }
        assert_eq!(name(&zlib("hello, this is no sitemap at all")), None);
        assert_eq!(name(b"x\x9C"), None);
        assert_eq!(name(b"<urlset>\xFC</urlset>"), None);
    }
}
