//! ZIP archives (PKWARE APPNOTE 6.3): those that are dropped, and those that contain several downloads.

use gloo::file::Blob;
use js_sys::{Array, Uint8Array};
use sitemap_validator_protocol::name::plain_name;
use wasm_bindgen_futures::JsFuture;

use crate::packing;

/// The maximum total size of the unpacked files of an archive, in bytes.
const UNPACKED_LIMIT: u64 = 1_000_000_000;
/// The size of the record at the end of an archive, without its comment, and the maximum size of the comment (§4.3.16).
const END: usize = 22;
const COMMENT: u64 = 65_535;
/// The maximum size of a directory. Archives with a larger one are not read.
const DIRECTORY_LIMIT: u32 = 16_000_000;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// A file of an archive, as the directory describes it (§4.3.12).
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Member {
    /// The path of the file in the archive.
    pub(crate) name: String,
    is_encrypted: bool,
    method: u16,
    packed: u32,
    size: u32,
    /// The offset of the file's header.
    at: u32,
}

/// The files of an archive, without folders. Returns `None` if the archive cannot be read.
#[inline(never)]
pub(crate) async fn members(archive: &web_sys::Blob) -> Option<Vec<Member>> {
    let size = self::size(archive);
    let tail = bytes(archive, size.saturating_sub(END as u64 + COMMENT), size).await?;
    let (at, length) = directory(&tail)?;
    parse(&bytes(archive, at.into(), u64::from(at) + u64::from(length)).await?)
}

/// The number of bytes that may still be unpacked from an archive.
pub(crate) struct Budget(u64);

impl Default for Budget {
    fn default() -> Self {
        Self(UNPACKED_LIMIT)
    }
}

/// The content of a file in an archive. Returns `None` if it cannot be unpacked or exceeds the rest of the budget.
#[inline(never)]
pub(crate) async fn content(archive: &web_sys::Blob, member: &Member, budget: &mut Budget) -> Option<Blob> {
    const HEADER: u64 = 30;
    let at = u64::from(member.at);
    let header = bytes(archive, at, at + HEADER).await?;
    let names = u64::from(u16_at(&header, 26)?) + u64::from(u16_at(&header, 28)?);
    let from = at + HEADER + names;
    let packed = slice(archive, from, from + u64::from(member.packed))?;
    let content: Blob = match member.method {
        _ if member.is_encrypted || u64::from(member.size) > budget.0 => return None,
        STORED => packed.into(),
        // The size in the directory may be wrong.
        DEFLATED => packing::inflate(&packed, member.size).await?,
        _ => return None,
    };
    let size = content.size();
    budget.0 = budget.0.checked_sub(size)?;
    (size == u64::from(member.size)).then_some(content)
}

/// An archive of files with their names.
#[inline(never)]
pub(crate) async fn archive(files: Vec<(String, Blob)>) -> Option<Blob> {
    let (parts, mut directory) = (Array::new(), Vec::new());
    let (mut at, count) = (0_u32, files.len());
    for (name, file) in files {
        let file: web_sys::Blob = file.into();
        let mut sum = Crc::default();
        let size = self::size(&file);
        let mut from = 0;
        while from < size {
            let next = (from + 1_000_000).min(size);
            sum.add(&bytes(&file, from, next).await?);
            from = next;
        }
        // A `.gz` file would not become smaller.
        let deflated = if plain_name(&name) == name { packing::deflate(&file).await } else { None };
        let (content, method) = deflated.map_or((file, STORED), |blob| (blob, DEFLATED));
        let member = Member {
            name,
            is_encrypted: false,
            method,
            packed: u32::try_from(self::size(&content)).ok()?,
            size: u32::try_from(size).ok()?,
            at,
        };
        let header = header(&member, sum.value(), false);
        at = at.checked_add(header.len() as u32)?.checked_add(member.packed)?;
        directory.extend(self::header(&member, sum.value(), true));
        parts.push(&Uint8Array::from(&*header));
        parts.push(&content);
    }
    parts.push(&Uint8Array::from(&*end(&directory, at, count)));
    Some(web_sys::Blob::new_with_blob_sequence(&parts).ok()?.into())
}

#[expect(clippy::cast_sign_loss, reason = "not below zero")]
fn size(blob: &web_sys::Blob) -> u64 {
    blob.size() as u64
}

fn slice(blob: &web_sys::Blob, from: u64, to: u64) -> Option<web_sys::Blob> {
    blob.slice_with_f64_and_f64(from as f64, to as f64).ok()
}

async fn bytes(blob: &web_sys::Blob, from: u64, to: u64) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(slice(blob, from, to)?.array_buffer()).await.ok()?;
    Some(Uint8Array::new(&buffer).to_vec())
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|bytes| u16::from_le_bytes(*bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|bytes| u32::from_le_bytes(*bytes))
}

/// The offset and the size of the directory, from the record at the end of an archive (§4.3.16). Returns `None` for
/// ZIP64.
fn directory(tail: &[u8]) -> Option<(u32, u32)> {
    let at = tail.windows(END).rposition(|record| record.starts_with(b"PK\x05\x06"))?;
    let (length, start) = (u32_at(tail, at + 12)?, u32_at(tail, at + 16)?);
    (length <= DIRECTORY_LIMIT && start != u32::MAX).then_some((start, length))
}

/// The files in a directory (§4.3.12).
fn parse(directory: &[u8]) -> Option<Vec<Member>> {
    let (mut members, mut at) = (Vec::new(), 0);
    while at < directory.len() {
        let record = directory.get(at..).filter(|record| record.starts_with(b"PK\x01\x02"))?;
        let length = |at| u16_at(record, at).map(usize::from);
        let name = record.get(46..46 + length(28)?)?;
        let member = Member {
            name: String::from_utf8_lossy(name).replace('\\', "/"),
            is_encrypted: u16_at(record, 8)? & 1 == 1,
            method: u16_at(record, 10)?,
            packed: u32_at(record, 20)?,
            size: u32_at(record, 24)?,
            at: u32_at(record, 42)?,
        };
        at += 46 + length(28)? + length(30)? + length(32)?;
        if !member.name.ends_with('/') {
            members.push(member);
        }
    }
    Some(members)
}

/// The header of a file, before its content or in the directory (§4.3.7, §4.3.12).
fn header(member: &Member, sum: u32, in_directory: bool) -> Vec<u8> {
    const VERSION: u16 = 20;
    /// Names are UTF-8 (§4.4.4).
    const UTF8: u16 = 1 << 11;
    /// 1980-01-01: the format cannot express an unknown date.
    const DATE: u16 = 1 << 5 | 1;
    let mut out =
        if in_directory { [&b"PK\x01\x02"[..], &VERSION.to_le_bytes()].concat() } else { b"PK\x03\x04".to_vec() };
    for number in [VERSION, UTF8, member.method, 0, DATE] {
        out.extend(number.to_le_bytes());
    }
    for number in [sum, member.packed, member.size] {
        out.extend(number.to_le_bytes());
    }
    out.extend((member.name.len() as u16).to_le_bytes());
    if in_directory {
        // No extra field, no comment, the first disk, no attributes.
        out.extend([0; 12]);
        out.extend(member.at.to_le_bytes());
    } else {
        out.extend([0; 2]);
    }
    out.extend(member.name.bytes());
    out
}

/// The directory, followed by the record at the end of an archive (§4.3.16).
fn end(directory: &[u8], at: u32, count: usize) -> Vec<u8> {
    let mut out = directory.to_vec();
    out.extend(b"PK\x05\x06\0\0\0\0");
    for _ in 0..2 {
        out.extend((count as u16).to_le_bytes());
    }
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0; 2]);
    out
}

/// The checksum of a file (§4.4.7).
struct Crc {
    table: [u32; 256],
    state: u32,
}

impl Default for Crc {
    fn default() -> Self {
        let mut table = [0; 256];
        for (byte, entry) in (0_u32..).zip(&mut table) {
            *entry = (0..8).fold(byte, |sum, _| if sum & 1 == 1 { 0xEDB8_8320 ^ sum >> 1 } else { sum >> 1 });
        }
        Self { table, state: u32::MAX }
    }
}

impl Crc {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            let index = (self.state as u8 ^ byte) as usize;
            self.state = self.table[index] ^ self.state >> 8;
        }
    }

    const fn value(&self) -> u32 {
        !self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let member = |name: &str, at| Member {
            name: name.into(),
            is_encrypted: false,
            method: DEFLATED,
            packed: 7,
            size: 9,
            at,
        };
        let members = [member("a.xml", 0), member("é/b.xml.gz", 42)];
        let local = header(&members[0], 1, false);
        assert_eq!((local.len(), u16_at(&local, 26), u16_at(&local, 28)), (35, Some(5), Some(0)));
        let written: Vec<u8> = members.iter().flat_map(|member| header(member, 1, true)).collect();
        let tail = [b"content PK".to_vec(), end(&written, 10, 2)].concat();
        assert_eq!(directory(&tail), Some((10, written.len() as u32)));
        assert_eq!(parse(&written).as_deref(), Some(&members[..]));
        let folder = header(&member("é/", 0), 0, true);
        assert_eq!(parse(&folder), Some(vec![]));
        assert_eq!((parse(&written[..60]), parse(b"PK\x03\x04"), directory(b"no archive")), (None, None, None));
    }

    #[test]
    fn the_checksum_is_that_of_the_format() {
        let mut sum = Crc::default();
        sum.add(b"12345");
        sum.add(b"6789");
        assert_eq!(sum.value(), 0xCBF4_3926);
    }
}
