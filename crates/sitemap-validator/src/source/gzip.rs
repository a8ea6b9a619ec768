//! gzip (RFC 1952): members, headers and trailers, with the offsets of errors.

use flate2::{Decompress, FlushDecompress, Status};

use super::CompressionFault;
use super::checksum::{Checksum, Tables};
use crate::span::At;

/// The signature of a gzip member.
pub const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// The maximum number of layers that are decompressed.
pub const MOST_LAYERS: u8 = 3;

/// The decompressed size up to which any ratio is accepted: 64 MiB.
const BOMB_BYTES: u64 = 64 * 1024 * 1024;

/// The maximum ratio beyond that size. The maximum of deflate is 1,032; sitemaps reach about 30.
const BOMB_RATIO: u64 = 100;

/// The usual maximum ratio of a sitemap.
const LIKELY: u64 = 64;

/// The initial size of the output buffer, in bytes.
const ROOM: usize = 64 * 1024;

/// The maximum growth of the output buffer in one step, in bytes.
const CHUNK: usize = 64 * 1024 * 1024;

/// The structure of a gzip file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gzip {
    /// The number of layers; more than [`MOST_LAYERS`] if the content is still compressed.
    pub layers: u8,
    /// The number of members of the outermost layer.
    pub members: u64,
    /// The offset of the second member, if there is one.
    pub second: Option<u64>,
    /// The offset of other data after the last member, if there is any; zero bytes are padding.
    pub trailing: Option<u64>,
}

/// An error in a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The header names another compression method than deflate.
    Method(u8),
    /// The header sets flags that are reserved.
    Flags,
    /// The checksum of the header is wrong.
    HeaderChecksum,
    /// The compressed data is invalid.
    Data,
    /// The checksum of the content is wrong.
    Checksum,
    /// The length of the content is wrong.
    Length {
        /// The length in the trailer, modulo 2^32.
        stated: u32,
        /// The actual length, modulo 2^32.
        real: u32,
    },
}

impl Default for Gzip {
    /// One member, once.
    fn default() -> Self {
        Self { layers: 1, members: 1, second: None, trailing: None }
    }
}

/// Decompresses all layers of gzip around `bytes`, up to `ceiling` bytes each. Returns the content and how
/// it was compressed.
pub(super) fn unwrap(bytes: Vec<u8>, ceiling: u64) -> (Vec<u8>, Option<Gzip>, Option<CompressionFault>) {
    let budget = Budget { ceiling, given: bytes.len() as u64 };
    let mut content = bytes;
    let mut gzip: Option<Gzip> = None;
    let mut fault = None;
    while content.starts_with(&MAGIC) {
        let Some(outer) = &mut gzip else {
            let read = layer(&content, budget, false);
            (content, gzip, fault) = (read.out, Some(read.gzip), read.fault);
            continue;
        };
        outer.layers += 1;
        if outer.layers > MOST_LAYERS {
            return (Vec::new(), gzip, fault);
        }
        let inner = layer(&content, budget, true);
        content = inner.out;
        // The layers inside a damaged layer are damaged, too.
        fault = fault.or(inner.fault);
    }
    (content, gzip, fault)
}

/// The limits of the output.
#[derive(Debug, Clone, Copy)]
struct Budget {
    ceiling: u64,
    /// The size of the file.
    given: u64,
}

impl Budget {
    /// Makes room in `out`; an error if it holds too much already for the first `taken` bytes of the input.
    fn room(self, out: &mut Output, taken: u64) -> Result<(), CompressionFault> {
        let held = out.filled as u64;
        // For an inner layer, the size of the file counts.
        let taken = taken.min(self.given);
        if held > BOMB_BYTES && held / BOMB_RATIO >= taken {
            out.filled = BOMB_BYTES.min(self.ceiling) as usize;
            return Err(CompressionFault::Bomb { taken, bytes: out.filled as u64 });
        }
        if held > self.ceiling {
            out.filled = self.ceiling as usize;
            return Err(CompressionFault::Ceiling { limit: self.ceiling });
        }
        if out.filled < out.bytes.len() {
            return Ok(());
        }
        // Doubles the size, up to one byte beyond the next limit.
        let limit = if held > BOMB_BYTES { self.ceiling } else { self.ceiling.min(BOMB_BYTES) };
        let left = limit + 1 - held;
        let wanted = out.filled.clamp(ROOM, CHUNK).min(usize::try_from(left).unwrap_or(usize::MAX));
        if out.bytes.capacity() == out.filled && out.bytes.try_reserve_exact(wanted).is_err() {
            return Err(CompressionFault::Ceiling { limit: held });
        }
        out.bytes.resize(out.bytes.capacity().min(out.filled + wanted), 0);
        Ok(())
    }
}

/// The output of all members.
struct Output {
    /// The output, then zeros: each byte is set to zero once, however many members there are.
    bytes: Vec<u8>,
    /// The length of the output.
    filled: usize,
}

/// Reserves the length in the trailer of `input` if it is plausible, so that the buffer never grows.
fn expected(input: &[u8], budget: Budget) -> Output {
    let stated = input.last_chunk::<4>().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
    let most = budget.ceiling.min(input.len() as u64 * LIKELY);
    let mut bytes = Vec::new();
    if stated <= most {
        // One more byte is needed to detect the end. If the allocation fails, the buffer grows as needed.
        let _ = bytes.try_reserve_exact(stated as usize + 1);
    }
    Output { bytes, filled: 0 }
}

/// The output of one layer.
struct Layer {
    out: Vec<u8>,
    gzip: Gzip,
    fault: Option<CompressionFault>,
}

/// Reads the members of one layer; `inner` is true if another layer is around it.
fn layer(input: &[u8], budget: Budget, inner: bool) -> Layer {
    let mut out = expected(input, budget);
    let mut gzip = Gzip { layers: 1, members: 0, second: None, trailing: None };
    let fault = members(input, budget, inner, &mut out, &mut gzip).err();
    let Output { mut bytes, filled } = out;
    bytes.truncate(filled);
    Layer { out: bytes, gzip, fault }
}

/// Reads the members of one layer into `out`, and describes them in `gzip`.
fn members(
    input: &[u8],
    budget: Budget,
    inner: bool,
    out: &mut Output,
    gzip: &mut Gzip,
) -> Result<(), CompressionFault> {
    let (mut inflate, tables) = (Decompress::new(false), Tables::new());
    let mut at = 0;
    while input.get(at..).is_some_and(|rest| rest.starts_with(&MAGIC)) {
        if gzip.members == 1 {
            gzip.second = Some(at as u64);
        }
        gzip.members += 1;
        let mut member = Member { input, at, inner, tables: &tables };
        member.read(&mut inflate, out, budget)?;
        at = member.at;
    }
    let rest = input.at(at..);
    gzip.trailing = rest.iter().position(|&byte| byte != 0).map(|zeros| (at + zeros) as u64);
    Ok(())
}

/// The state of reading a member.
struct Member<'a> {
    input: &'a [u8],
    at: usize,
    inner: bool,
    tables: &'a Tables,
}

impl Member<'_> {
    /// Reads the member, and adds its content to `out`.
    fn read(&mut self, inflate: &mut Decompress, out: &mut Output, budget: Budget) -> Result<(), CompressionFault> {
        self.header()?;
        inflate.reset(false);
        let mut checksum = Checksum::new(self.tables);
        loop {
            budget.room(out, self.at as u64)?;
            let (held, taken, given) = (out.filled, inflate.total_in(), inflate.total_out());
            let rest = self.input.at(self.at..);
            let room = out.bytes.get_mut(held..).unwrap_or_default();
            let result = inflate.decompress(rest, room, FlushDecompress::None);
            out.filled += (inflate.total_out() - given) as usize;
            checksum.update(out.bytes.at(held..out.filled));
            self.at += (inflate.total_in() - taken) as usize;
            match result {
                Err(_) => return Err(self.corrupt(self.at, Damage::Data)),
                Ok(Status::StreamEnd) => break,
                Ok(_) if inflate.total_in() == taken && out.filled == held => return Err(self.truncated()),
                Ok(_) => {}
            }
        }
        // The output may exceed the limit.
        budget.room(out, self.at as u64)?;
        let sum = self.number().ok_or_else(|| self.truncated())?;
        if sum != checksum.sum() {
            return Err(self.corrupt(self.at - 4, Damage::Checksum));
        }
        let stated = self.number().ok_or_else(|| self.truncated())?;
        if stated != checksum.amount() {
            return Err(self.corrupt(self.at - 4, Damage::Length { stated, real: checksum.amount() }));
        }
        Ok(())
    }

    /// Reads the header (RFC 1952 §2.3).
    fn header(&mut self) -> Result<(), CompressionFault> {
        const CHECKSUM: u8 = 1 << 1;
        const EXTRA: u8 = 1 << 2;
        const NAME: u8 = 1 << 3;
        const COMMENT: u8 = 1 << 4;
        const RESERVED: u8 = 0b1110_0000;
        let start = self.at;
        let method = *self.input.get(start + 2).ok_or_else(|| self.truncated())?;
        if method != 8 {
            return Err(self.corrupt(start + 2, Damage::Method(method)));
        }
        let flags = *self.input.get(start + 3).ok_or_else(|| self.truncated())?;
        if flags & RESERVED != 0 {
            return Err(self.corrupt(start + 3, Damage::Flags));
        }
        self.at = start + 10;
        if flags & EXTRA != 0 {
            let length = self.bytes::<2>().map(u16::from_le_bytes).ok_or_else(|| self.truncated())?;
            self.at += usize::from(length);
        }
        for text in [NAME, COMMENT] {
            if flags & text != 0 {
                let rest = self.input.at(self.at..);
                self.at += memchr::memchr(0, rest).ok_or_else(|| self.truncated())? + 1;
            }
        }
        if flags & CHECKSUM != 0 {
            let mut checksum = Checksum::new(self.tables);
            checksum.update(self.input.get(start..self.at).ok_or_else(|| self.truncated())?);
            let stated = self.bytes::<2>().map(u16::from_le_bytes).ok_or_else(|| self.truncated())?;
            if u32::from(stated) != checksum.sum() & 0xFFFF {
                return Err(self.corrupt(self.at - 2, Damage::HeaderChecksum));
            }
        }
        if self.at > self.input.len() { Err(self.truncated()) } else { Ok(()) }
    }

    fn number(&mut self) -> Option<u32> {
        self.bytes::<4>().map(u32::from_le_bytes)
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let bytes = *self.input.get(self.at..)?.first_chunk::<N>()?;
        self.at += N;
        Some(bytes)
    }

    fn truncated(&self) -> CompressionFault {
        CompressionFault::Truncated { at: self.input.len() as u64, inner: self.inner }
    }

    fn corrupt(&self, at: usize, damage: Damage) -> CompressionFault {
        CompressionFault::Corrupt { at: at as u64, damage, inner: self.inner }
    }
}

#[cfg(test)]
#[path = "gzip_tests.rs"]
mod tests;
