//! The checksum of gzip members: CRC-32 (RFC 1952 §8), eight bytes at a time.
//!
//! The tables are computed for each file: as constants they would be 8 kB of every page's download.

/// The checksums of each byte, followed by 0 to 7 zero bytes.
pub(super) struct Tables(Box<[[u32; 256]; 8]>);

/// The checksum of the bytes so far, and their number modulo 2^32.
pub(super) struct Checksum<'a> {
    tables: &'a Tables,
    state: u32,
    amount: u32,
}

impl Tables {
    pub(super) fn new() -> Self {
        let shift = |value: u32| if value & 1 == 1 { 0xEDB8_8320 ^ (value >> 1) } else { value >> 1 };
        let first: [u32; 256] = std::array::from_fn(|byte| (0..8).fold(byte as u32, |value, _| shift(value)));
        let mut tables = Box::new([first; 8]);
        let mut before = first;
        for table in tables.iter_mut().skip(1) {
            before = before.map(|value| followed(&first, value, 0));
            *table = before;
        }
        Self(tables)
    }
}

#[inline]
fn at(table: &[u32; 256], byte: u8) -> u32 {
    table.get(usize::from(byte)).copied().unwrap_or_default()
}

/// The state after one more byte; `first` is the first table.
#[inline]
fn followed(first: &[u32; 256], state: u32, byte: u8) -> u32 {
    let [low, ..] = state.to_le_bytes();
    at(first, low ^ byte) ^ (state >> 8)
}

impl<'a> Checksum<'a> {
    /// The state without any bytes.
    pub(super) const fn new(tables: &'a Tables) -> Self {
        Self { tables, state: !0, amount: 0 }
    }

    /// Adds `bytes`.
    pub(super) fn update(&mut self, bytes: &[u8]) {
        let [t0, t1, t2, t3, t4, t5, t6, t7] = &*self.tables.0;
        let (words, rest) = bytes.as_chunks::<8>();
        let mut state = self.state;
        for &[a, b, c, d, e, f, g, h] in words {
            let [w, x, y, z] = state.to_le_bytes();
            state = at(t7, a ^ w)
                ^ at(t6, b ^ x)
                ^ at(t5, c ^ y)
                ^ at(t4, d ^ z)
                ^ at(t3, e)
                ^ at(t2, f)
                ^ at(t1, g)
                ^ at(t0, h);
        }
        for &byte in rest {
            state = followed(t0, state, byte);
        }
        self.state = state;
        self.amount = self.amount.wrapping_add(bytes.len() as u32);
    }

    /// The checksum.
    pub(super) const fn sum(&self) -> u32 {
        !self.state
    }

    /// The number of bytes added, modulo 2^32.
    pub(super) const fn amount(&self) -> u32 {
        self.amount
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_equal_known_values() {
        let tables = Tables::new();
        let bytes: Vec<u8> = (0..1000_u32).map(|at| ((at * at) >> 3) as u8).collect();
        for end in 0..bytes.len() {
            let (mut own, mut other) = (Checksum::new(&tables), flate2::Crc::new());
            for part in [&bytes[..end / 3], &bytes[end / 3..end]] {
                own.update(part);
                other.update(part);
            }
            assert_eq!((own.sum(), own.amount()), (other.sum(), other.amount()), "{end}");
        }
    }
}
