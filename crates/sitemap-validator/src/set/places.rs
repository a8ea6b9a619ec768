//! Where the files of a set are served, and what lists them.

use std::collections::{HashMap, VecDeque};
use std::fmt::Write as _;

use super::matching::{NamedFile, Names};
use crate::options::Options;
use crate::robots::Site;
use crate::value::url::Parts;

/// The sitemaps that an index or a robots.txt lists.
#[derive(Debug, Clone, Default)]
pub struct List {
    /// The listing file in the set; `None` for a robots.txt that is not part of it.
    pub file: Option<usize>,
    /// True for a robots.txt.
    pub is_robots: bool,
    /// The URLs.
    pub urls: Vec<String>,
}

/// Where a file of a set is served, and what lists it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// Its URL: its own, otherwise the one that is listed, otherwise the probable one.
    pub url: Option<String>,
    /// True if `address` is its own.
    pub is_certain: bool,
    /// True if an index or a robots.txt lists it.
    pub is_listed: bool,
    /// The URL of the index that lists it, directly or through other indexes: the one in a robots.txt, if there is one.
    pub index: Option<String>,
}

impl Place {
    /// The options for the file at this place.
    pub fn options(self, options: Options) -> Options {
        Options { url: self.url, is_url_presumed: !self.is_certain, listed_by: self.index, ..options }
    }
}

/// The places of `files` by what the files of the set list. The URL of the folder decides about the site: what is listed on
/// another one is not taken for the file's URL.
pub fn places(files: &[NamedFile<'_>], lists: &[List]) -> Vec<Place> {
    let names = Names::new(files, [], lists.iter().flat_map(|list| list.urls.iter().map(String::as_str)));
    let mut places: Vec<Place> = files
        .iter()
        .map(|file| Place { url: file.url.map(str::to_owned), is_certain: file.url.is_some(), ..Place::default() })
        .collect();
    for url in lists.iter().flat_map(|list| &list.urls) {
        let Some(index) = names.find(url) else { continue };
        let (Some(file), Some(place)) = (files.get(index), places.get_mut(index)) else { continue };
        place.is_listed = true;
        let is_here = |base: &str| Site::of(base) == Site::of(url);
        if place.url.is_none() && Parts::split(url).is_some() && file.presumed.is_none_or(is_here) {
            place.url = Some(url.clone());
        }
    }
    for (place, file) in places.iter_mut().zip(files) {
        place.url = place.url.take().or_else(|| file.presumed.map(str::to_owned));
    }
    through_indexes(&mut places, files, lists, &names);
    places
}

/// Finds the index through which each file is listed.
fn through_indexes(places: &mut [Place], files: &[NamedFile<'_>], lists: &[List], names: &Names) {
    let of_file: HashMap<usize, &List> =
        lists.iter().filter(|list| !list.is_robots).filter_map(|list| Some((list.file?, list))).collect();
    let robots = lists.iter().filter(|list| list.is_robots).flat_map(|list| &list.urls);
    let first = robots.filter_map(|url| names.find(url)).filter(|file| of_file.contains_key(file));
    let others = lists.iter().filter(|list| !list.is_robots).filter_map(|list| list.file);
    let mut begun = vec![false; files.len()];
    for root in first.chain(others) {
        if begun.get(root).is_none_or(|begun| *begun) || places.get(root).is_some_and(|place| place.index.is_some()) {
            continue;
        }
        let own = places.get(root).and_then(|place| place.url.clone());
        let Some(url) = own.or_else(|| files.get(root).map(|file| file.name.to_owned())) else { continue };
        let mut waiting = VecDeque::from([root]);
        while let Some(index) = waiting.pop_front() {
            match begun.get_mut(index) {
                Some(begun) if !*begun => *begun = true,
                _ => continue,
            }
            for child in of_file.get(&index).iter().flat_map(|list| &list.urls).filter_map(|url| names.find(url)) {
                if let Some(place) = places.get_mut(child).filter(|_| child != root) {
                    place.index.get_or_insert_with(|| url.clone());
                }
                waiting.push_back(child);
            }
        }
    }
}

/// The URL of the file `name` in the folder at `base`; `/` separates folders in both.
pub fn presumed(base: &str, name: &str) -> String {
    let mut address = base.to_owned();
    if !address.ends_with('/') {
        address.push('/');
    }
    for byte in name.bytes() {
        // Characters that a path may contain (RFC 3986 §3.3); all others are percent-encoded.
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::super::matching::tests::given;
    use super::*;

    #[test]
    fn probable_urls_are_folder_and_name() {
        assert_eq!(presumed("https://a.example", "s.xml"), "https://a.example/s.xml");
        assert_eq!(presumed("https://a.example/x/", "b/é ü.xml"), "https://a.example/x/b/%C3%A9%20%C3%BC.xml");
    }

    #[test]
    fn own_urls_take_precedence_over_listed_and_probable_ones() {
        let files = [
            NamedFile { url: Some("https://tidepool.page/by-hand.xml"), ..given("a.xml") },
            NamedFile { presumed: Some("https://tidepool.page/b.xml"), ..given("b.xml") },
            NamedFile { presumed: Some("https://tidepool.page/c.xml"), ..given("c.xml") },
            given("d.xml"),
            NamedFile { presumed: Some("https://tidepool.page/e.xml"), ..given("e.xml") },
        ];
        let urls =
            ["https://tidepool.page/maps/b.xml", "https://tidepool.page/a.xml", "https://staging.tidepool.page/e.xml"];
        let list = List { urls: urls.map(str::to_owned).into(), ..List::default() };
        let found: Vec<_> = places(&files, &[list]).into_iter().map(|place| (place.url, place.is_listed)).collect();
        let at = |path: &str| Some(format!("https://tidepool.page/{path}"));
        // The URL of the folder decides about the host.
        assert_eq!(
            found,
            [
                (at("by-hand.xml"), false),
                (at("maps/b.xml"), true),
                (at("c.xml"), false),
                (None, false),
                (at("e.xml"), true)
            ]
        );
    }

    #[test]
    fn files_are_listed_through_indexes() {
        let files = ["index.xml", "de/index.xml", "de/a.xml", "other.xml", "b.xml"].map(given);
        let list = |file, is_robots, names: &[&str]| {
            let urls = names.iter().map(|name| format!("https://tidepool.page/{name}")).collect();
            List { file, is_robots, urls }
        };
        let lists = [
            list(Some(3), false, &["b.xml", "de/a.xml"]),
            list(Some(1), false, &["de/a.xml"]),
            list(Some(0), false, &["de/index.xml", "index.xml"]),
            list(None, true, &["index.xml"]),
        ];
        let found: Vec<_> = places(&files, &lists).into_iter().map(|place| place.index).collect();
        let (top, other) = (Some("https://tidepool.page/index.xml".to_owned()), Some("other.xml".to_owned()));
        assert_eq!(found, [None, top.clone(), top, None, other]);
    }
}
