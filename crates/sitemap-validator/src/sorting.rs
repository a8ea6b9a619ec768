//! Sorting of what is few: findings, edits, hosts.

use std::cmp::Ordering;

/// Sorts like `slice::sort_by`. The standard library's code is larger than most checks and made anew for every type;
/// here places are sorted, by one copy of it, and the items moved to them.
pub(crate) fn by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut from = places(items.len(), &|a, b| match (items.get(a), items.get(b)) {
        (Some(a), Some(b)) => compare(a, b),
        _ => Ordering::Equal,
    });
    for first in 0..items.len() {
        // One round: the item that belongs here comes, and what stood here goes where that one stood.
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
pub(crate) fn by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    by(items, |a, b| key(a).cmp(&key(b)));
}

/// For each place of the sorted items, where its item is now.
fn places(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&a, &b| compare(a, b));
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
