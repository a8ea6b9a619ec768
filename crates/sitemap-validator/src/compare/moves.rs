//! Changes that explain why many URLs are different: another scheme, host or folder, or another way to end paths.

use std::collections::{BTreeMap, HashMap};

use sitemap_validator_protocol::comparison::Move;
use sitemap_validator_protocol::sorting;

use super::matching::Id;
use crate::facts::identity_of_normal;
use crate::span::At;
use crate::value::url::{Parts, normal};

/// How many URLs must change alike to be reported as one move.
const LEAST: usize = 3;

/// The URLs that only one of the versions lists.
pub(super) struct Unmatched {
    pub(super) ids: Vec<Id>,
    /// Their URLs in normal form.
    pub(super) urls: Vec<String>,
}

/// Old and new URLs that belong together: their indexes among the unmatched.
pub(super) type Pair = (usize, usize);

/// Finds the moves. Returns them, the most frequent first, with their pairs.
pub(super) fn moves(gone: &Unmatched, added: &Unmatched) -> Vec<(Move, Vec<Pair>)> {
    let mut rest = Rest::new(gone, added);
    let mut pairs = rest.pair(with_host);
    pairs.extend(rest.pair(path_alone));
    pairs.extend(rest.pair_folders());
    let mut groups: HashMap<Move, Vec<Pair>> = HashMap::new();
    for (old, new) in pairs {
        if let Some((before, after)) = gone.urls.get(old).zip(added.urls.get(new)) {
            groups.entry(difference(before, after)).or_default().push((old, new));
        }
    }
    let mut groups = with_years_together(groups);
    let frequent: Vec<Move> =
        groups.iter().filter(|(_, pairs)| pairs.len() >= LEAST).map(|(moved, _)| moved.clone()).collect();
    // The same path on the same host is the same page.
    let is_explained = |moved: &Move| {
        moved.host.is_none() && moved.folder.is_none() || frequent.iter().any(|other| explains(other, moved))
    };
    let mut groups: Vec<(Move, Vec<Pair>)> = groups.drain().filter(|(moved, _)| is_explained(moved)).collect();
    for (moved, pairs) in &mut groups {
        moved.urls = pairs.len() as u64;
        pairs.sort_unstable();
    }
    sorting::by(&mut groups, |(one, _), (other, _)| other.urls.cmp(&one.urls).then_with(|| one.cmp(other)));
    groups
}

/// Joins moves that differ only in numbers of the old folder, such as years.
fn with_years_together(groups: HashMap<Move, Vec<Pair>>) -> HashMap<Move, Vec<Pair>> {
    let joined = |moved: &Move| {
        let is_number = |segment: &str| !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit());
        let star = |segment| if is_number(segment) { "*" } else { segment };
        let folder = moved.folder.as_ref();
        let folder = folder.map(|(old, new)| (old.split('/').map(star).collect::<Vec<_>>().join("/"), new.clone()));
        Move { folder, ..moved.clone() }
    };
    let mut kinds: HashMap<Move, usize> = HashMap::new();
    for moved in groups.keys() {
        *kinds.entry(joined(moved)).or_default() += 1;
    }
    let mut together: HashMap<Move, Vec<Pair>> = HashMap::new();
    for (moved, pairs) in groups {
        let star = joined(&moved);
        let moved = if kinds.get(&star).is_some_and(|kinds| *kinds > 1) { star } else { moved };
        together.entry(moved).or_default().extend(pairs);
    }
    together
}

/// The first folder of the path of a URL.
pub(super) fn top_folder(url: &str) -> &str {
    let (path, _) = path_and_query(url);
    let inner = path.get(1..).and_then(|rest| rest.find('/'));
    inner.and_then(|at| path.get(..at + 2)).unwrap_or("/")
}

/// The URL after the frequent change of its folder, if there is one.
pub(super) fn path_after<'m>(frequent: impl Iterator<Item = &'m Move>, url: &str) -> String {
    let (path, query) = path_and_query(url);
    let (bare, ..) = ends(path);
    let other = frequent.filter_map(|moved| moved.folder.as_ref()).find_map(|(old, new)| {
        let segments: Vec<&str> = old.split('/').collect();
        let own: Vec<&str> = bare.splitn(segments.len(), '/').collect();
        let (last, before) = own.split_last()?;
        let fits = |(pattern, own): (&&str, &&str)| {
            pattern == own || **pattern == *"*" && own.bytes().all(|byte| byte.is_ascii_digit())
        };
        (own.len() == segments.len() && segments.iter().zip(before).all(fits)).then(|| format!("{new}{last}"))
    });
    format!("{}{query}", other.as_deref().unwrap_or(bare))
}

/// True if a frequent move contains all parts of another one.
fn explains(frequent: &Move, other: &Move) -> bool {
    (other.scheme.is_none() || other.scheme == frequent.scheme)
        && (other.host.is_none() || other.host == frequent.host)
        && (other.folder.is_none() || other.folder == frequent.folder)
        && (other.ending.is_none() || other.ending == frequent.ending)
        && (other.slash.is_none() || other.slash == frequent.slash)
        && (!other.case || frequent.case)
}

/// The URLs that are not paired yet.
pub(super) struct Rest<'u> {
    gone: &'u Unmatched,
    added: &'u Unmatched,
    old: Vec<bool>,
    new: Vec<bool>,
}

impl<'u> Rest<'u> {
    pub(super) fn new(gone: &'u Unmatched, added: &'u Unmatched) -> Self {
        Self { gone, added, old: vec![true; gone.urls.len()], new: vec![true; added.urls.len()] }
    }

    /// The old URLs that are not paired, by their indexes.
    pub(super) fn old_urls(&self) -> impl Iterator<Item = (usize, &'u str)> {
        remaining(&self.gone.urls, &self.old)
    }

    /// The new URLs that are not paired.
    pub(super) fn new_urls(&self) -> impl Iterator<Item = (usize, &'u str)> {
        remaining(&self.added.urls, &self.new)
    }

    /// The entries that only the old version has.
    pub(super) fn gone(&self) -> impl Iterator<Item = Id> {
        self.old_urls().filter_map(|(at, _)| self.gone.ids.get(at).copied())
    }

    /// The entries that only the new version has.
    pub(super) fn added(&self) -> impl Iterator<Item = Id> {
        self.new_urls().filter_map(|(at, _)| self.added.ids.get(at).copied())
    }

    /// Pairs the URLs whose keys are equal, each in one URL of each version only.
    fn pair(&mut self, key: impl Fn(&str) -> String) -> Vec<Pair> {
        let pairs = self.equal(key);
        self.take(&pairs);
        pairs
    }

    fn equal(&self, key: impl Fn(&str) -> String) -> Vec<Pair> {
        let (old, new) = (Keys::of(self.old_urls(), &key), Keys::of(self.new_urls(), &key));
        let mut pairs: Vec<Pair> = old.0.iter().filter_map(|&(key, old)| Some((old as usize, new.get(key)?))).collect();
        pairs.sort_unstable();
        pairs
    }

    pub(super) fn take(&mut self, pairs: &[Pair]) {
        for &(old, new) in pairs {
            for (rest, at) in [(&mut self.old, old), (&mut self.new, new)] {
                if let Some(is_rest) = rest.get_mut(at) {
                    *is_rest = false;
                }
            }
        }
    }

    /// Pairs URLs whose folder changed. URLs with the same last segments vote for the folders.
    fn pair_folders(&mut self) -> Vec<Pair> {
        let mut votes: BTreeMap<(String, String), usize> = BTreeMap::new();
        // A new folder that many old ones moved to shows that the others moved too.
        let mut targets: BTreeMap<String, usize> = BTreeMap::new();
        for (old, new) in self.equal(last_segment) {
            let urls = self.gone.urls.get(old).zip(self.added.urls.get(new));
            if let Some(folders) = urls.and_then(|(old, new)| difference(old, new).folder) {
                *targets.entry(folders.1.clone()).or_default() += 1;
                *votes.entry(folders).or_default() += 1;
            }
        }
        let is_target = |folder: &str| targets.get(folder).is_some_and(|votes| *votes >= LEAST);
        let mut votes: Vec<((String, String), usize)> =
            votes.into_iter().filter(|((_, new), _)| is_target(new)).collect();
        // A folder within another one comes first.
        sorting::by(&mut votes, |(one, _), (other, _)| other.0.len().cmp(&one.0.len()).then_with(|| one.cmp(other)));
        let mut pairs = Vec::new();
        for ((before, after), _) in votes {
            let moved = |url: &str| {
                let path = path_alone(url);
                let (before, after) = (before.to_ascii_lowercase(), after.to_ascii_lowercase());
                match path.strip_prefix(before.as_str()) {
                    Some(rest) => Some(format!("{after}{rest}")),
                    // The index page of the folder.
                    None => (path == before.trim_end_matches('/')).then(|| after.trim_end_matches('/').to_owned()),
                }
            };
            let new = Keys::of(self.new_urls(), path_alone);
            let mut taken = HashMap::new();
            for (old, url) in self.old_urls() {
                let found = moved(url).and_then(|key| new.get(identity_of_normal(&key)));
                if let Some(new) = found {
                    taken.entry(new).or_insert(old);
                }
            }
            let mut more: Vec<Pair> = taken.into_iter().map(|(new, old)| (old, new)).collect();
            more.sort_unstable();
            self.take(&more);
            pairs.extend(more);
        }
        pairs
    }
}

fn remaining<'u>(urls: &'u [String], is_rest: &[bool]) -> impl Iterator<Item = (usize, &'u str)> {
    let rest = urls.iter().enumerate().zip(is_rest).filter(|(_, is_rest)| **is_rest);
    rest.map(|((at, url), _)| (at, url.as_str()))
}

/// URLs by the hashes of their keys, sorted, without keys of several URLs.
struct Keys(Vec<(u64, u32)>);

impl Keys {
    fn of<'u>(urls: impl Iterator<Item = (usize, &'u str)>, key: impl Fn(&str) -> String) -> Self {
        let mut keys: Vec<(u64, u32)> = urls.map(|(at, url)| (identity_of_normal(&key(url)), at as u32)).collect();
        keys.sort_unstable();
        let is_single = |same: &[(u64, u32)]| same.len() == 1;
        Self(keys.chunk_by(|one, other| one.0 == other.0).filter(|same| is_single(same)).flatten().copied().collect())
    }

    /// The URL with this key.
    fn get(&self, key: u64) -> Option<usize> {
        let at = self.0.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.0.get(at).map(|(_, url)| *url as usize)
    }
}

/// A URL without its scheme and `www.`, and with its path as in [`path_alone`].
fn with_host(url: &str) -> String {
    let host = Parts::split(url).map(|parts| url.at(..parts.path.start).to_owned()).unwrap_or_default();
    format!("{}{}", normal::bare_head(&host), path_alone(url))
}

/// The path of a URL in lower case, without its ending and the slash at its end, and its query.
fn path_alone(url: &str) -> String {
    let (path, query) = path_and_query(url);
    let (path, ..) = ends(path);
    format!("{}{query}", path.to_ascii_lowercase())
}

/// The last segment of [`path_alone`].
fn last_segment(url: &str) -> String {
    let path = path_alone(url);
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

fn path_and_query(url: &str) -> (&str, &str) {
    let start = Parts::split(url).map_or(0, |parts| parts.path.start);
    let rest = url.at(start..);
    rest.split_at(rest.find(['?', '#']).unwrap_or(rest.len()))
}

/// The endings of paths that a site may drop or change.
const ENDINGS: [&str; 7] = ["/index.html", "/index.htm", "/index.php", ".html", ".htm", ".php", ".aspx"];

/// A path without its ending and the slash at its end; the ending; and whether there is a slash.
fn ends(path: &str) -> (&str, &str, bool) {
    let ending = ENDINGS.into_iter().find(|ending| path.to_ascii_lowercase().ends_with(ending)).unwrap_or_default();
    let (path, ending) = path.split_at(path.len() - ending.len());
    match path.strip_suffix('/') {
        Some(bare) => (bare, ending, true),
        None => (path, ending, false),
    }
}

/// The difference of two URLs in normal form.
pub(super) fn difference(old: &str, new: &str) -> Move {
    let different = |old: &str, new: &str| (old != new).then(|| (old.to_owned(), new.to_owned()));
    let mut moved = Move::default();
    if let Some((before, after)) = Parts::split(old).zip(Parts::split(new)) {
        moved.scheme = different(before.scheme.name(), after.scheme.name());
        moved.host = different(before.authority.of(old), after.authority.of(new));
    }
    let ((old, _), (new, _)) = (path_and_query(old), path_and_query(new));
    let ((old, old_ending, old_slash), (new, new_ending, new_slash)) = (ends(old), ends(new));
    moved.ending = different(old_ending, new_ending);
    moved.slash = (moved.ending.is_none() && old_slash != new_slash).then_some(new_slash);
    if old.eq_ignore_ascii_case(new) {
        moved.case = old != new;
        return moved;
    }
    let common = old.rsplit('/').zip(new.rsplit('/')).take_while(|(old, new)| old.eq_ignore_ascii_case(new));
    let length: usize = common.map(|(segment, _)| segment.len() + 1).sum();
    let folder = |path: &str| format!("{}/", path.at(..path.len().saturating_sub(length)));
    moved.folder = different(&folder(old), &folder(new));
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(old: &[&str], new: &[&str]) -> Vec<(Move, Vec<Pair>)> {
        let of = |urls: &[&str]| Unmatched {
            ids: vec![Id { file: 0, entry: 0 }; urls.len()],
            urls: urls.iter().map(|url| normal::of(url).unwrap()).collect(),
        };
        moves(&of(old), &of(new))
    }

    #[test]
    fn one_change_of_many_urls_is_one_move() {
        let names = ["a", "b/c", "d?e=1", "f"];
        let of = |start: &str, end: &str| names.map(|name| format!("{start}{name}{end}"));
        let texts = |urls: &[String; 4]| urls.clone();
        for (old, new, expected) in [
            (
                of("http://tidepool.page/", ""),
                of("https://tidepool.page/", ""),
                Move { scheme: Some(("http".into(), "https".into())), ..Move::default() },
            ),
            (
                of("https://tidepool.page/", ""),
                of("https://www.tidepool.page/", ""),
                Move { host: Some(("tidepool.page".into(), "www.tidepool.page".into())), ..Move::default() },
            ),
            (
                of("http://tidepool.page/blog/", ""),
                of("https://kelp.page/news/posts/", ""),
                Move {
                    scheme: Some(("http".into(), "https".into())),
                    host: Some(("tidepool.page".into(), "kelp.page".into())),
                    folder: Some(("/blog/".into(), "/news/posts/".into())),
                    ..Move::default()
                },
            ),
            (
                ["https://a.page/x/", "https://a.page/x/1", "https://a.page/x/2", "https://a.page/x/3"]
                    .map(str::to_owned),
                ["https://a.page/y/", "https://a.page/y/1", "https://a.page/y/2", "https://a.page/y/3"]
                    .map(str::to_owned),
                Move { folder: Some(("/x/".into(), "/y/".into())), ..Move::default() },
            ),
            (
                of("https://tidepool.page/", ""),
                of("https://tidepool.page/en/", ""),
                Move { folder: Some(("/".into(), "/en/".into())), ..Move::default() },
            ),
        ] {
            let (old, new) = (texts(&old), texts(&new));
            let (old, new) = (old.each_ref().map(String::as_str), new.each_ref().map(String::as_str));
            let moves = found(&old, &new);
            assert_eq!(moves, [(Move { urls: 4, ..expected }, vec![(0, 0), (1, 1), (2, 2), (3, 3)])]);
        }
    }

    #[test]
    fn ends_of_paths_and_case_are_moves() {
        let moved =
            |old, new| difference(&format!("https://tidepool.page{old}"), &format!("https://tidepool.page{new}"));
        assert_eq!(moved("/a", "/a/"), Move { slash: Some(true), ..Move::default() });
        assert_eq!(moved("/a/", "/a"), Move { slash: Some(false), ..Move::default() });
        assert_eq!(moved("/a.html", "/a/"), Move { ending: Some((".html".into(), String::new())), ..Move::default() });
        assert_eq!(moved("/A/b", "/a/b"), Move { case: true, ..Move::default() });
        assert_eq!(moved("/x/a/b", "/y/z/a/b").folder, Some(("/x/".into(), "/y/z/".into())));
    }

    #[test]
    fn a_part_of_a_frequent_move_is_a_move() {
        let (old, new) = ("http://a.page/x/", "https://a.page/y/");
        let urls = |start: &str, other: &str| {
            [format!("{start}1"), format!("{start}2"), format!("{start}3"), other.to_owned()]
        };
        let (old, new) = (urls(old, "http://a.page/z"), urls(new, "https://a.page/z"));
        let moves = found(&old.each_ref().map(String::as_str), &new.each_ref().map(String::as_str));
        assert_eq!(
            moves.iter().map(|(moved, _)| (moved.urls, moved.folder.is_some())).collect::<Vec<_>>(),
            [(3, true), (1, false)]
        );
    }

    #[test]
    fn few_or_ambiguous_urls_do_not_move() {
        assert!(found(&["https://a.page/x", "https://a.page/y"], &["https://b.page/x", "https://b.page/y"]).is_empty());
        // Each path is on two hosts, and both are new.
        let old = ["https://a.page/x", "https://b.page/x", "https://a.page/y", "https://b.page/y"];
        let new = ["https://c.page/x", "https://d.page/x", "https://c.page/y", "https://d.page/y"];
        assert!(found(&old, &new).is_empty());
    }
}
