//! A map in a sorted list.
//!
//! Adding a key takes time linear in the number of entries, unless it is the largest: keys that a file can contain without
//! limit have to be added in order. `BTreeMap` does not need that, but each pair of types adds several functions of it to
//! the modules that a browser loads.

use std::borrow::Borrow;

use crate::sorting;

/// A map whose keys are in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedMap<K, V>(Vec<(K, V)>);

impl<K, V> Default for SortedMap<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Ord, V> SortedMap<K, V> {
    fn find<Q: Ord + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        K: Borrow<Q>,
    {
        self.0.binary_search_by(|(other, _)| other.borrow().cmp(key))
    }

    /// The value of a key.
    pub fn get<Q: Ord + ?Sized>(&self, key: &Q) -> Option<&V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().and_then(|at| self.0.get(at)).map(|(_, value)| value)
    }

    /// Sets the value of a key.
    pub fn insert(&mut self, key: K, value: V) {
        match self.find(&key) {
            Ok(at) => {
                if let Some((_, old)) = self.0.get_mut(at) {
                    *old = value;
                }
            }
            Err(at) => self.0.insert(at, (key, value)),
        }
    }

    /// The value of a key, which is the default at first.
    #[expect(clippy::indexing_slicing, reason = "the key was found or inserted there")]
    pub fn entry(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        let at = self.find(&key).unwrap_or_else(|at| {
            self.0.insert(at, (key, V::default()));
            at
        });
        &mut self.0[at].1
    }

    /// Removes a key.
    pub fn remove<Q: Ord + ?Sized>(&mut self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.find(key).ok().map(|at| self.0.remove(at).1)
    }

    /// The keys and values, in the order of the keys.
    pub fn entries(&self) -> &[(K, V)] {
        &self.0
    }

    /// Keeps only the entries that pass.
    pub fn retain(&mut self, mut passes: impl FnMut(&K) -> bool) {
        self.0.retain(|(key, _)| passes(key));
    }
}

/// Of entries with the same key, the last one counts.
impl<K: Ord, V> FromIterator<(K, V)> for SortedMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut entries: Vec<(K, V)> = entries.into_iter().collect();
        // Inserting in random order would move half of the entries each time.
        sorting::by(&mut entries, |(a, _), (b, _)| a.cmp(b));
        let mut map = Self::default();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

impl<K, V> IntoIterator for SortedMap<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_in_order_and_have_one_value_each() {
        let mut map: SortedMap<&str, u32> = [("b", 1), ("a", 2), ("c", 3), ("b", 4)].into_iter().collect();
        assert_eq!(map.entries(), [("a", 2), ("b", 4), ("c", 3)]);
        *map.entry("d") += 1;
        *map.entry("a") += 1;
        assert_eq!((map.get("a"), map.get("d"), map.get("e")), (Some(&3), Some(&1), None));
        assert_eq!((map.remove("b"), map.remove("b")), (Some(4), None));
        map.retain(|key| *key != "a");
        assert_eq!(map.into_iter().collect::<Vec<_>>(), [("c", 3), ("d", 1)]);
    }
}
