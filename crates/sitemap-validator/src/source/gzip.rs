//! gzip (RFC 1952): members, headers and trailers, with the byte at which something is wrong.

use crate::span::At;

use flate2::{Crc, Decompress, FlushDecompress, Status};

use super::CompressionFault;

/// What a gzip member begins with.
pub const MAGIC: [u8; 2] = [0x1F, 0x8B];

/// How many layers of gzip are undone.
pub const MOST_LAYERS: u8 = 3;

/// Up to so many decompressed bytes no ratio is suspicious: 64 MiB.
const BOMB_BYTES: u64 = 64 * 1024 * 1024;

/// How many times its size compressed data may decompress to beyond that. Deflate reaches 1,032, sitemaps about 30.
const BOMB_RATIO: u64 = 100;

/// How many times its size a sitemap decompresses to at most, as a rule.
const LIKELY: u64 = 64;

/// The first room made for what comes out, in bytes.
const ROOM: usize = 64 * 1024;

/// The most room that is made at a time.
const CHUNK: usize = 64 * 1024 * 1024;

/// How a file was compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gzip {
    /// How often it was compressed; more than [`MOST_LAYERS`] when nothing else came out.
    pub layers: u8,
    /// How many members the outermost layer has.
    pub members: u64,
    /// Where the second of them starts, when there is one.
    pub second: Option<u64>,
    /// Where something else follows the last of them; zero bytes are padding.
    pub trailing: Option<u64>,
}

/// What is wrong with a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// The header names another compression method than deflate.
    Method(u8),
    /// The header sets flags that are reserved.
    Flags,
    /// The header's own checksum does not fit it.
    HeaderChecksum,
    /// The compressed data makes no sense.
    Data,
    /// The checksum of the content does not fit it.
    Checksum,
    /// The length of the content does not fit it.
    Length {
        /// What the trailer says, modulo 2^32.
        said: u32,
        /// What came out, modulo 2^32.
        real: u32,
    },
}

impl Default for Gzip {
    /// One member, once.
    fn default() -> Self {
        Self { layers: 1, members: 1, second: None, trailing: None }
    }
}

/// Undoes all layers of gzip around `bytes`, up to `ceiling` bytes each; gives the content, and how
/// it was compressed when it was.
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
        // Of a damaged layer those within it are damaged too.
        fault = fault.or(inner.fault);
    }
    (content, gzip, fault)
}

/// How much may come out.
#[derive(Debug, Clone, Copy)]
struct Budget {
    ceiling: u64,
    /// The size of the file.
    given: u64,
}

impl Budget {
    /// Makes room in `out` for more; an error when it holds too much already for the first `taken` bytes of the input.
    fn room(self, out: &mut Vec<u8>, taken: u64) -> Result<(), CompressionFault> {
        let held = out.len() as u64;
        // Of an inner layer the file itself is what counts.
        let taken = taken.min(self.given);
        if held > BOMB_BYTES && held / BOMB_RATIO >= taken {
            out.truncate(BOMB_BYTES.min(self.ceiling) as usize);
            return Err(CompressionFault::Bomb { taken, bytes: out.len() as u64 });
        }
        if held > self.ceiling {
            out.truncate(self.ceiling as usize);
            return Err(CompressionFault::Ceiling { limit: self.ceiling });
        }
        // As much as is there already, and one byte beyond the next limit at most.
        let limit = if held > BOMB_BYTES { self.ceiling } else { self.ceiling.min(BOMB_BYTES) };
        let left = limit + 1 - held;
        let wanted = out.len().clamp(ROOM, CHUNK).min(usize::try_from(left).unwrap_or(usize::MAX));
        if out.capacity() == out.len() && out.try_reserve_exact(wanted).is_err() {
            return Err(CompressionFault::Ceiling { limit: held });
        }
        Ok(())
    }
}

/// Room for what `input` says at its end to hold, as far as that is likely: then it is made once, and fits.
fn expected(input: &[u8], budget: Budget) -> Vec<u8> {
    let said = input.last_chunk::<4>().map_or(0, |bytes| u64::from(u32::from_le_bytes(*bytes)));
    let most = budget.ceiling.min(input.len() as u64 * LIKELY);
    let mut out = Vec::new();
    if said <= most {
        // A byte more shows that the end has come. Where there is no room, it is made as it is needed.
        let _ = out.try_reserve_exact(said as usize + 1);
    }
    out
}

/// What came out of one layer.
struct Layer {
    out: Vec<u8>,
    gzip: Gzip,
    fault: Option<CompressionFault>,
}

/// Reads the members of one layer, which lies within another one when it is `inner`.
fn layer(input: &[u8], budget: Budget, inner: bool) -> Layer {
    let mut read = Layer {
        out: expected(input, budget),
        gzip: Gzip { layers: 1, members: 0, second: None, trailing: None },
        fault: None,
    };
    let mut inflate = Decompress::new(false);
    let mut at = 0;
    while input.get(at..).is_some_and(|rest| rest.starts_with(&MAGIC)) {
        if read.gzip.members == 1 {
            read.gzip.second = Some(at as u64);
        }
        read.gzip.members += 1;
        let mut member = Member { input, at, inner };
        if let Err(fault) = member.read(&mut inflate, &mut read.out, budget) {
            read.fault = Some(fault);
            return read;
        }
        at = member.at;
    }
    let rest = input.at(at..);
    read.gzip.trailing = rest.iter().position(|&byte| byte != 0).map(|zeros| (at + zeros) as u64);
    read
}

/// A member on the way to its end.
struct Member<'a> {
    input: &'a [u8],
    at: usize,
    inner: bool,
}

impl Member<'_> {
    /// Reads the member, and adds its content to `out`.
    fn read(&mut self, inflate: &mut Decompress, out: &mut Vec<u8>, budget: Budget) -> Result<(), CompressionFault> {
        self.header()?;
        inflate.reset(false);
        let mut checksum = Crc::new();
        loop {
            budget.room(out, self.at as u64)?;
            let (held, taken) = (out.len(), inflate.total_in());
            let rest = self.input.at(self.at..);
            let result = inflate.decompress_vec(rest, out, FlushDecompress::None);
            checksum.update(out.at(held..));
            self.at += (inflate.total_in() - taken) as usize;
            match result {
                Err(_) => return Err(self.corrupt(self.at, Damage::Data)),
                Ok(Status::StreamEnd) => break,
                Ok(_) if inflate.total_in() == taken && out.len() == held => return Err(self.truncated()),
                Ok(_) => {}
            }
        }
        // The last bytes may have been too many.
        budget.room(out, self.at as u64)?;
        let sum = self.number().ok_or_else(|| self.truncated())?;
        if sum != checksum.sum() {
            return Err(self.corrupt(self.at - 4, Damage::Checksum));
        }
        let said = self.number().ok_or_else(|| self.truncated())?;
        if said != checksum.amount() {
            return Err(self.corrupt(self.at - 4, Damage::Length { said, real: checksum.amount() }));
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
            let mut checksum = Crc::new();
            checksum.update(self.input.get(start..self.at).ok_or_else(|| self.truncated())?);
            let said = self.bytes::<2>().map(u16::from_le_bytes).ok_or_else(|| self.truncated())?;
            if u32::from(said) != checksum.sum() & 0xFFFF {
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
