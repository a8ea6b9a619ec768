//! The edit distance of words.

/// The Damerau-Levenshtein distance of two words in bytes (optimal string alignment). If a word has more than 128
/// bytes, or the lengths differ by more than four, the length of the longer word.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > 128 || b.len() > 128 || a.len().abs_diff(b.len()) > 4 {
        return a.len().max(b.len());
    }
    // The common prefix and suffix are removed first, as most words differ in a few letters.
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - same], &b[..b.len() - same]);
    let mut older = vec![0; b.len() + 1];
    let mut old: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (old[j] + 1).min(row[j - 1] + 1).min(old[j - 1] + same);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(older[j - 2] + 1);
            }
            row[j] = best;
        }
        older = std::mem::replace(&mut old, row);
    }
    old[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_counts_swaps_as_one() {
        assert_eq!(distance("xlmns", "xmlns"), 1);
        assert_eq!(distance("lastmodd", "lastmod"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("priority", "priority"), 0);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("htttp", "http"), 1);
        assert_eq!(distance("dialy", "daily"), 1);
        assert_eq!(distance("loloc", "loc"), 2);
        assert_eq!(distance("http://a/bca/", "http://a/cba/"), 1);
    }
}
