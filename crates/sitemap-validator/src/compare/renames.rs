//! Pages whose URL changed alone, such as a post with another title: found by the words of their paths.

use std::collections::{BTreeSet, HashMap};

use sitemap_validator_protocol::comparison::Move;
use sitemap_validator_protocol::sorting;

use super::moves::{self, Pair, Rest};

/// The least similarity of the words of two URLs, from 0.0 to 1.0.
const LEAST: f64 = 0.55;

/// By how much the best of several similar URLs must surpass the second.
const MARGIN: f64 = 0.08;

/// A word in more URLs than this is no reason to compare two of them.
const FREQUENT: usize = 50;

/// Pairs URLs of the old and the new version that have similar words, the rarer ones counting more. `others` are URLs of the
/// site, from which the frequencies of words are estimated. Only clear pairs are returned: a wrong one is worse than none.
pub(super) fn renames(rest: &Rest<'_>, moves: &[(Move, Vec<Pair>)], others: &[String]) -> Vec<Pair> {
    // A URL may also have changed its folder as many others have.
    let after = |url: &str| of(&moves::path_after(moves.iter().map(|(moved, _)| moved), url));
    let here = |url: &str| of(&moves::path_after([].iter(), url));
    let both = |url: &str| {
        let (own, other) = (here(url), after(url));
        if own == other { vec![own] } else { vec![own, other] }
    };
    let olds: Vec<(usize, Vec<Words>)> = rest.old_urls().map(|(at, url)| (at, both(url))).collect();
    let news: Vec<(usize, Words)> = rest.new_urls().map(|(at, url)| (at, here(url))).collect();
    if olds.is_empty() || news.is_empty() {
        return Vec::new();
    }
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let other: Vec<Words> = others.iter().map(|url| here(url)).collect();
    let first = olds.iter().filter_map(|(_, words)| words.first());
    for words in first.chain(news.iter().map(|(_, words)| words)).chain(&other) {
        for word in words {
            *counts.entry(word).or_default() += 1;
        }
    }
    let total = (olds.len() + news.len() + other.len()) as f64;
    let weight = |word: &str| (1.0 + total / counts.get(word).copied().unwrap_or(1) as f64).ln();
    let sum = |words: &Words| words.iter().map(|word| weight(word)).sum::<f64>();
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, (_, words)) in news.iter().enumerate() {
        for word in words {
            places.entry(word).or_default().push(at);
        }
    }
    let sums: Vec<f64> = news.iter().map(|(_, words)| sum(words)).collect();
    let mut similar: Vec<(f64, usize, usize)> = Vec::new();
    for (old, words) in olds.iter().enumerate().flat_map(|(old, (_, sets))| sets.iter().map(move |words| (old, words)))
    {
        let shared = words.iter().filter_map(|word| places.get(word.as_str()));
        let candidates: BTreeSet<usize> = shared.filter(|places| places.len() <= FREQUENT).flatten().copied().collect();
        let own = sum(words);
        for new in candidates {
            let Some(((_, other), of_other)) = news.get(new).zip(sums.get(new)) else { continue };
            let Some(corrected) = rewording(words, other) else { continue };
            let both = words.intersection(other).map(|word| weight(word)).sum::<f64>()
                + if corrected.is_empty() { 0.0 } else { weight(corrected) };
            let score = both / (own + of_other - both);
            if score >= LEAST {
                similar.push((score, old, new));
            }
        }
    }
    // Of both forms of an old URL, the better one counts.
    sorting::by(&mut similar, |one, other| (one.1, one.2).cmp(&(other.1, other.2)).then(other.0.total_cmp(&one.0)));
    similar.dedup_by_key(|(_, old, new)| (*old, *new));
    clear(similar).into_iter().filter_map(|(old, new)| Some((olds.get(old)?.0, news.get(new)?.0))).collect()
}

/// The words of a URL.
type Words = BTreeSet<String>;

/// The pairs that are the best for both of their URLs, by a margin.
fn clear(mut similar: Vec<(f64, usize, usize)>) -> Vec<Pair> {
    sorting::by(&mut similar, |one, other| {
        other.0.total_cmp(&one.0).then_with(|| (one.1, one.2).cmp(&(other.1, other.2)))
    });
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

/// The words of a path with its query. Escapes are letters of words.
fn of(path: &str) -> Words {
    let words = path.split(|character: char| !character.is_ascii_alphanumeric() && character != '%');
    words.filter(|word| !word.is_empty()).map(str::to_ascii_lowercase).collect()
}

/// Returns the corrected word of a URL whose words were corrected, or an empty one if words were added or removed; `None`
/// otherwise. If one replaces another, or only a number differs, it is another page: `red-table`, `blue-table`, `table-2`.
fn rewording<'w>(old: &'w Words, new: &'w Words) -> Option<&'w str> {
    let gone: Vec<&String> = old.difference(new).collect();
    let added: Vec<&String> = new.difference(old).collect();
    let is_number = |word: &&String| word.bytes().all(|byte| byte.is_ascii_digit());
    match (gone.as_slice(), added.as_slice()) {
        ([], []) => Some(""),
        ([], more) | (more, []) => (!more.iter().all(is_number)).then_some(""),
        ([gone], [added]) => is_correction(gone, added).then_some(added.as_str()),
        _ => None,
    }
}

/// True if a word became another one by one letter: `recieve`, `receive`.
fn is_correction(old: &str, new: &str) -> bool {
    let is_word = |word: &str| word.len() >= 5 && !word.bytes().any(|byte| byte.is_ascii_digit());
    let shared = |one: &mut dyn Iterator<Item = u8>, other: &mut dyn Iterator<Item = u8>| {
        one.zip(other).take_while(|(one, other)| one == other).count()
    };
    let start = shared(&mut old.bytes(), &mut new.bytes());
    let end = shared(&mut old.bytes().rev(), &mut new.bytes().rev());
    let longer = old.len().max(new.len());
    // One letter more, less or other; or two neighbors in the other order.
    is_word(old) && is_word(new) && start + end + 2 >= longer && old.len().abs_diff(new.len()) <= 1
}
