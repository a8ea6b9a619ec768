//! Pages whose URL changed alone, such as a post with another title: found by the words of their paths.

use std::collections::{BTreeSet, HashMap};

use super::moves::{Pair, Rest};
use crate::span::At;
use crate::value::url::Parts;

/// The least similarity of the words of two URLs, from 0.0 to 1.0.
const LEAST: f64 = 0.55;

/// By how much the best of several similar URLs must surpass the second.
const MARGIN: f64 = 0.08;

/// A word in more URLs than this is no reason to compare two of them.
const FREQUENT: usize = 50;

/// Pairs URLs of the old and the new version that have similar words, the rarer ones counting more. `others` are URLs of the
/// site, from which the frequencies of words are estimated. Only clear pairs are returned: a wrong one is worse than none.
pub(super) fn renames(rest: &Rest<'_>, others: &[String]) -> Vec<Pair> {
    let words = |(at, url): (usize, &str)| (at, of(url));
    let olds: Vec<_> = rest.old_urls().map(words).collect();
    let news: Vec<_> = rest.new_urls().map(words).collect();
    if olds.is_empty() || news.is_empty() {
        return Vec::new();
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let other: Vec<BTreeSet<String>> = others.iter().map(|url| of(url)).collect();
    for words in olds.iter().chain(&news).map(|(_, words)| words).chain(&other) {
        for word in words {
            *counts.entry(word).or_default() += 1;
        }
    }
    let total = (olds.len() + news.len() + other.len()) as f64;
    let weight = |word: &str| (1.0 + total / counts.get(word).copied().unwrap_or(1) as f64).ln();
    let sum = |words: &BTreeSet<String>| words.iter().map(|word| weight(word)).sum::<f64>();
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (_, words)) in news.iter().enumerate() {
        for word in words {
            places.entry(word).or_default().push(at);
        }
    }
    let sums: Vec<f64> = news.iter().map(|(_, words)| sum(words)).collect();
    let mut similar: Vec<(f64, usize, usize)> = Vec::new();
    for (old, (_, words)) in olds.iter().enumerate() {
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for (word, places) in words.iter().filter_map(|word| Some((word, places.get(word.as_str())?))) {
            if places.len() <= FREQUENT {
                for new in places {
                    *shared.entry(*new).or_default() += weight(word);
                }
            }
        }
        let own = sum(words);
        for (new, _) in shared {
            let Some(((_, other), of_other)) = news.get(new).zip(sums.get(new)) else { continue };
            let both: f64 = words.intersection(other).map(|word| weight(word)).sum();
            let score = both / (own + of_other - both);
            if score >= LEAST && !have_other_numbers(words, other) {
                similar.push((score, old, new));
            }
        }
    }
    clear(similar).into_iter().filter_map(|(old, new)| Some((olds.get(old)?.0, news.get(new)?.0))).collect()
}

/// The pairs that are the best for both of their URLs, by a margin.
fn clear(mut similar: Vec<(f64, usize, usize)>) -> Vec<Pair> {
    similar.sort_by(|one, other| other.0.total_cmp(&one.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2))));
    // The two best scores of each URL.
    let mut best: [HashMap<usize, (f64, f64)>; 2] = Default::default();
    for &(score, old, new) in &similar {
        for (best, at) in best.iter_mut().zip([old, new]) {
            best.entry(at).and_modify(|(_, second)| *second = second.max(score)).or_insert((score, 0.0));
        }
    }
    let is_clear = |best: &HashMap<usize, (f64, f64)>, at: usize, score: f64| {
        best.get(&at).is_some_and(|(first, second)| *first <= score && score - second >= MARGIN)
    };
    let [of_old, of_new] = &best;
    let pairs =
        similar.iter().filter(|(score, old, new)| is_clear(of_old, *old, *score) && is_clear(of_new, *new, *score));
    pairs.map(|&(_, old, new)| (old, new)).collect()
}

/// The words of the path and the query of a URL. Escapes are letters of words.
fn of(url: &str) -> BTreeSet<String> {
    let start = Parts::split(url).map_or(0, |parts| parts.path.start);
    let words = url.at(start..).split(|character: char| !character.is_ascii_alphanumeric() && character != '%');
    words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
}

/// True if both URLs have numbers, but none in common: pages with different numbers are different pages.
fn have_other_numbers(old: &BTreeSet<String>, new: &BTreeSet<String>) -> bool {
    let is_number = |word: &&String| word.bytes().any(|byte| byte.is_ascii_digit());
    let [old, new] = [old, new].map(|words| words.iter().filter(is_number).collect::<BTreeSet<_>>());
    !old.is_empty() && !new.is_empty() && old.is_disjoint(&new)
}
