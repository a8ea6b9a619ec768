//! The edit distance of words.

use crate::span::At;

/// The Damerau-Levenshtein distance of two words in bytes (optimal string alignment). If a word has more than 128
/// bytes, or the lengths differ by more than four, the length of the longer word.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > 128 || b.len() > 128 || a.len().abs_diff(b.len()) > 4 {
        return a.len().max(b.len());
    }
    // The common prefix and suffix are removed first, as most words differ in a few letters.
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.at(same..), b.at(same..));
    let same = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    let (a, b) = (a.at(..a.len() - same), b.at(..b.len() - same));
    let mut older = vec![0; b.len() + 1];
    let mut old: Vec<usize> = (0..=b.len()).collect();
    let mut best = b.len();
    let mut before_x = None;
    for (row, x) in a.iter().enumerate() {
        best = row + 1;
        let mut new = vec![best];
        let mut before = None;
        for ((y, [diagonal, above]), crossed) in b.iter().zip(old.array_windows()).zip(&older) {
            best = (above + 1).min(best + 1).min(diagonal + usize::from(x != y));
            if let Some((before_y, crossed)) = before.replace((y, crossed))
                && before_y == x
                && before_x == Some(y)
            {
                best = best.min(crossed + 1);
            }
            new.push(best);
        }
        before_x = Some(x);
        older = std::mem::replace(&mut old, new);
    }
    best
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
