//! A compact list of the URLs of a file, as there may be a million.

use std::collections::BTreeMap;

use crate::span::Span;
use crate::value::url::Scheme;

/// A URL and its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UrlSpan {
    /// The span of the URL.
    pub(super) url: Span,
    /// The span of its entry.
    pub(super) element: Span,
    /// True if the source contains the URL as it is read.
    pub(super) plain: bool,
    pub(super) scheme: Scheme,
}

/// A compact [`UrlSpan`], whose offsets are close to each other.
#[derive(Debug, Clone, Copy)]
struct Near {
    /// Where the URL starts.
    start: u32,
    length: u16,
    /// The distance from the start of the entry; [`FAR`] for a URL in the list of those that do not fit.
    before: u16,
    /// The distance to the end of the entry.
    behind: u16,
    plain: bool,
    scheme: Scheme,
}

const FAR: u16 = u16::MAX;

impl Near {
    fn of(kept: &UrlSpan) -> Self {
        let distance = |from: u32, to: u32| to.checked_sub(from).and_then(|distance| u16::try_from(distance).ok());
        let length = distance(kept.url.start, kept.url.end);
        let before = distance(kept.element.start, kept.url.start).filter(|before| *before != FAR);
        let behind = distance(kept.url.end, kept.element.end);
        let (length, before, behind) = match (length, before, behind) {
            (Some(length), Some(before), Some(behind)) => (length, before, behind),
            _ => (0, FAR, 0),
        };
        Self { start: kept.url.start, length, before, behind, plain: kept.plain, scheme: kept.scheme }
    }

    fn kept(self) -> UrlSpan {
        let end = self.start + u32::from(self.length);
        let element = Span { start: self.start - u32::from(self.before), end: end + u32::from(self.behind) };
        UrlSpan { url: Span { start: self.start, end }, element, plain: self.plain, scheme: self.scheme }
    }
}

/// The number of URLs per allocation, so that growing moves none.
const PIECE: usize = 1 << 12;

/// URLs by index.
#[derive(Debug, Default)]
pub(super) struct Urls {
    pieces: Vec<Vec<Near>>,
    /// The URLs that do not fit the compact form.
    far: BTreeMap<u32, UrlSpan>,
    count: u32,
}

impl Urls {
    /// The number of URLs.
    pub(super) const fn len(&self) -> u32 {
        self.count
    }

    /// Adds a URL.
    pub(super) fn push(&mut self, kept: UrlSpan) {
        let near = Near::of(&kept);
        if near.before == FAR {
            self.far.insert(self.count, kept);
        }
        if (self.count as usize).is_multiple_of(PIECE) {
            self.pieces.push(Vec::with_capacity(PIECE));
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.push(near);
        }
        self.count += 1;
    }

    /// The URL at this index.
    pub(super) fn get(&self, number: u32) -> Option<UrlSpan> {
        let near = self.pieces.get(number as usize / PIECE)?.get(number as usize % PIECE)?;
        if near.before == FAR { self.far.get(&number).copied() } else { Some(near.kept()) }
    }

    /// All URLs, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = UrlSpan> + '_ {
        (0..self.count).filter_map(|number| self.get(number))
    }
}

/// The index of the first URL of each key: a hash table with open addressing.
#[derive(Debug, Default)]
pub(super) struct Keys {
    /// The upper half of a key and the index plus one; 0 for a free slot. The length is a power of two.
    slots: Vec<u64>,
    used: usize,
}

impl Keys {
    /// Reserves memory for `count` keys.
    pub(super) fn reserve(&mut self, count: usize) {
        let slots = (count + count / 4).next_power_of_two().max(64);
        if slots > self.slots.len() {
            let old = std::mem::replace(&mut self.slots, vec![0; slots]);
            for slot in old.into_iter().filter(|slot| *slot != 0) {
                if let Err(free) = self.find(slot >> 32)
                    && let Some(place) = self.slots.get_mut(free)
                {
                    *place = slot;
                }
            }
        }
    }

    /// The index stored for a key, or the free slot for it.
    #[inline]
    fn find(&self, key: u64) -> Result<u32, usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let bits = self.slots.len().trailing_zeros();
        let mut at = (key << 32).unbounded_shr(64 - bits) as usize;
        loop {
            match self.slots.get(at & mask) {
                Some(0) | None => return Err(at & mask),
                Some(slot) if slot >> 32 == key => return Ok((*slot as u32).wrapping_sub(1)),
                Some(_) => at += 1,
            }
        }
    }

    /// The index stored for a key.
    pub(super) fn get(&self, key: u64) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.find(key >> 32).ok() }
    }

    /// Stores an index for a key, or returns the one that is stored.
    pub(super) fn insert(&mut self, key: u64, number: u32) -> Option<u32> {
        if self.used + self.used / 7 >= self.slots.len() {
            self.reserve(self.used.max(32) * 2);
        }
        match self.find(key >> 32) {
            Ok(first) => Some(first),
            Err(free) => {
                if let Some(place) = self.slots.get_mut(free) {
                    *place = key >> 32 << 32 | u64::from(number.wrapping_add(1));
                    self.used += 1;
                }
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::url::key::hash;

    #[test]
    fn locations_are_restored_for_all_distances() {
        let mut urls = Urls::default();
        let kept = |start: usize, before: usize, length: usize, behind: usize| {
            let url = Span::new(start, start + length);
            let element = Span::new(start - before, url.end as usize + behind);
            UrlSpan { url, element, plain: length.is_multiple_of(2), scheme: Scheme::Https }
        };
        let mut all: Vec<UrlSpan> = (0..10_000).map(|number| kept(1000 + number * 200, number % 300, 60, 40)).collect();
        all.push(kept(900_000, 65_534, 65_535, 65_535));
        all.push(kept(900_000, 65_535, 8, 8));
        all.push(kept(900_000, 8, 65_536, 8));
        all.push(kept(900_000, 8, 8, 65_536));
        all.push(kept(900_000, 800_000, 70_000, 70_000));
        all.push(kept(7, 0, 0, 0));
        for kept in &all {
            urls.push(*kept);
        }
        assert_eq!(urls.len() as usize, all.len());
        assert!(urls.iter().eq(all.iter().copied()));
        assert_eq!((urls.far.len(), urls.get(urls.len())), (4, None));
        assert_eq!(size_of::<Near>(), 12);
    }

    #[test]
    fn a_key_keeps_its_first_index() {
        let mut keys = Keys::default();
        assert_eq!(keys.get(5), None);
        let key = |number: u32| hash(format!("https://tidepool.page/{number}").as_bytes());
        for number in 0..50_000 {
            assert_eq!(keys.insert(key(number), number), None, "{number}");
        }
        for number in 0..50_000 {
            assert_eq!(keys.insert(key(number), 7), Some(number));
            assert_eq!(keys.get(key(number)), Some(number));
        }
        assert!((50_000..60_000).all(|number| keys.get(key(number)).is_none()));
        // Probing wraps around at the end of the table.
        let mut keys = Keys::default();
        for number in 0..100 {
            assert_eq!(keys.insert(u64::MAX - (u64::from(number) << 32), number), None);
        }
        assert!((0..100).all(|number| keys.get(u64::MAX - (u64::from(number) << 32)) == Some(number)));
    }
}
