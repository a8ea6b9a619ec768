//! Sorting of short lists: findings, edits, hosts.
//!
//! The standard library's sort is larger than most checks, and each type of item adds another copy of it to the modules
//! that a browser loads. Here one function sorts the indexes, and the items are swapped to their places.

use std::cmp::Ordering;

/// Sorts like `slice::sort_by`.
pub fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut from = places(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    for first in 0..items.len() {
        // Swaps the right item into each place.
        let mut at = first;
        while let Some(source) = from.get_mut(at).map(|source| std::mem::replace(source, at)) {
            if source == first {
                break;
            }
            items.swap(at, source);
            at = source;
        }
    }
}

/// Sorts like `slice::sort_by_key`.
pub fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// For each sorted position, the current index of its item: a merge sort from the bottom up.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut merged = Vec::with_capacity(count);
    let mut width = 1;
    while width < count {
        for pair in places.chunks(2 * width) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some((a, after_a)), Some((b, after_b))) = (left.split_first(), right.split_first()) {
                if compare(*a, *b).is_le() {
                    merged.push(*a);
                    left = after_a;
                } else {
                    merged.push(*b);
                    right = after_b;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        std::mem::swap(&mut places, &mut merged);
        merged.clear();
        width *= 2;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_order_and_equal_ones_stay_as_they_were() {
        for count in 0..60_u32 {
            let items: Vec<(u32, u32)> = (0..count).map(|n| (n.wrapping_mul(2_654_435_761) >> 29, n)).collect();
            let (mut ours, mut theirs) = (items.clone(), items);
            by_key(&mut ours, |item| item.0);
            theirs.sort_by_key(|item| item.0);
            assert_eq!(ours, theirs);
            by(&mut ours, |a, b| b.1.cmp(&a.1));
            assert!(ours.is_sorted_by(|a, b| a.1 > b.1));
        }
    }
}
