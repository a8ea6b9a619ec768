//! Compressed documents, valid and damaged.

use std::io::Write as _;

use flate2::write::{GzEncoder, ZlibEncoder};
use flate2::{Compression, Crc};
use sitemap_validator::Span;

use super::{DECLARATION, Generated, document};

/// The offset of the flags in the header, after magic and method.
const FLAGS: usize = 3;

/// The bytes of the generator `name`.
pub(crate) fn make(name: &str) -> Option<Generated> {
    let text = document(DECLARATION);
    let once = gzip(text.as_bytes());
    let trailer = once.len() - 8;
    let mut ceiling = None;
    let bytes = match name {
        "gzip" => once,
        "gzip-padded" => [once.as_slice(), &[0; 512]].concat(),
        "gzip-method" => changed(once, 2, 7),
        "gzip-flags" => changed(once, FLAGS, 0x80),
        "gzip-header-checksum" => header_checksum(once),
        "gzip-data" => damaged(text.as_bytes()),
        "gzip-corrupt" => changed(once, trailer, 1),
        "gzip-length" => changed(once, trailer + 4, 1),
        "gzip-truncated" => once.get(..trailer + 4)?.to_vec(),
        "gzip-2-times" => gzip(&once),
        "gzip-3-times" => gzip(&gzip(&once)),
        "gzip-4-times" => gzip(&gzip(&gzip(&once))),
        "gzip-members" => {
            let (head, tail) = text.split_at(text.find("<url>")?);
            [gzip(head.as_bytes()), gzip(tail.as_bytes())].concat()
        }
        "gzip-trailing" => [once.as_slice(), b"\n<!-- served by cache 7 -->\n"].concat(),
        "gzip-bomb" => {
            let mut many = text.replace("</urlset>\n", "");
            many.push_str(&" ".repeat(67_200_000));
            gzip(many.as_bytes())
        }
        "gzip-ceiling" => {
            ceiling = Some(text.find("</urlset>")? as u64);
            once
        }
        "zip" => zip("sitemap.xml", text.as_bytes()),
        "tar-gz" => gzip(&tar("sitemap.xml", text.as_bytes())),
        "bzip2" => b"BZh91AY&SY\xD5\xB0\x81\x5C\0\0\x02\x5F\x80\0".to_vec(),
        "zlib" => {
            let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
            encoder.write_all(text.as_bytes()).expect("a vector takes all");
            encoder.finish().expect("a vector takes all")
        }
        "brotli" => b"\x0B\x3C\x80<?xml version=\x03\xFF\x9A\xE4\x11".to_vec(),
        "excel" => zip("[Content_Types].xml", b"xl/workbook.xml"),
        "pdf" => b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec(),
        "png" => b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR".to_vec(),
        _ => return None,
    };
    Some(Generated { bytes, spans: vec![Span::at(0)], ceiling })
}

fn gzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(content).expect("a vector takes all");
    encoder.finish().expect("a vector takes all")
}

/// `bytes` with `bits` of the byte at `at` flipped.
fn changed(mut bytes: Vec<u8>, at: usize, bits: u8) -> Vec<u8> {
    bytes[at] ^= bits;
    bytes
}

/// A gzip file with a wrong header checksum.
fn header_checksum(bytes: Vec<u8>) -> Vec<u8> {
    let mut bytes = changed(bytes, FLAGS, 2);
    bytes.splice(10..10, [0xBA, 0xD0]);
    bytes
}

/// A gzip file with the whole content in a stored block, followed by a block of an invalid type.
fn damaged(content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len()).expect("a small document");
    let mut bytes = vec![0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0];
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&(!length).to_le_bytes());
    bytes.extend_from_slice(content);
    bytes.push(0b111);
    bytes
}

/// The start of a ZIP archive: one file, stored.
fn zip(name: &str, content: &[u8]) -> Vec<u8> {
    let mut crc = Crc::new();
    crc.update(content);
    let size = u32::try_from(content.len()).expect("a small document").to_le_bytes();
    let length = u16::try_from(name.len()).expect("a short name").to_le_bytes();
    let mut bytes = b"PK\x03\x04\x0A\0\0\0\0\0\0\0\0\0".to_vec();
    bytes.extend_from_slice(&crc.sum().to_le_bytes());
    for part in [size.as_slice(), &size, &length, &[0, 0], name.as_bytes(), content] {
        bytes.extend_from_slice(part);
    }
    bytes
}

/// A tar archive of one file.
fn tar(name: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = vec![0; 512];
    bytes[..name.len()].copy_from_slice(name.as_bytes());
    bytes[257..265].copy_from_slice(b"ustar\x0000");
    bytes.extend_from_slice(content);
    bytes.resize(2048, 0);
    bytes
}
