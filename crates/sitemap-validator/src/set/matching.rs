//! Finds the file of a set for a URL: by the file's own URL, otherwise by its name.

use std::collections::HashMap;

use crate::facts::identity_of_normal;
use crate::value::url::Parts;
use crate::value::url::{normal, percent};

/// The names of a file of a set.
#[derive(Debug, Clone, Copy)]
pub struct NamedFile<'a> {
    /// Its name, with folders separated by `/`.
    pub name: &'a str,
    /// Its own URL, if it is certain.
    pub url: Option<&'a str>,
    /// Its probable URL, if the URL of the folder is known: that URL and its name.
    pub presumed: Option<&'a str>,
}

/// Which file of a set each listed URL is.
#[derive(Debug, Default)]
pub(crate) struct Names(HashMap<u64, usize>);

/// How much of a name a URL must share with a file whose own URL is not certain: the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closeness {
    /// The whole name.
    Whole,
    /// The same, but for `.gz` and case.
    WholeLoosely,
    /// The last segment, and more folders than any other file.
    Last,
    /// The same, but for `.gz` and case.
    LastLoosely,
}

impl Names {
    /// Finds the file for each of `urls`: the one with this URL, otherwise the one whose name is closest. A file that is
    /// found for a URL is not taken for another one to which it is less close.
    /// `redirected` are URLs that were redirected to a file; they take precedence over the files' own URLs.
    pub(crate) fn new<'u>(
        files: &[NamedFile<'_>],
        redirected: impl IntoIterator<Item = (&'u str, usize)>,
        urls: impl IntoIterator<Item = &'u str>,
    ) -> Self {
        let mut by_address = HashMap::new();
        let mut tree = Tree::default();
        for (index, file) in files.iter().enumerate() {
            if let Some(address) = file.url.or(file.presumed) {
                by_address.entry(key(address)).or_insert(index);
            }
            if file.url.is_none() {
                tree.add(file.name, index);
            }
        }
        by_address.extend(redirected.into_iter().map(|(url, index)| (key(url), index)));
        let mut found = HashMap::new();
        let mut open = HashMap::new();
        let mut taken = Vec::new();
        for url in urls {
            let key = key(url);
            match by_address.get(&key) {
                Some(&index) => {
                    found.insert(key, index);
                    taken.push(index);
                }
                None => drop(open.entry(key).or_insert(url)),
            }
        }
        for closeness in [Closeness::Whole, Closeness::WholeLoosely, Closeness::Last, Closeness::LastLoosely] {
            // Two spellings of its host or scheme may be URLs of the same file.
            if closeness != Closeness::Whole {
                for index in taken.drain(..) {
                    tree.remove(index);
                }
            }
            open.retain(|&key, url| {
                let Some(index) = tree.find(url, closeness) else { return true };
                found.insert(key, index);
                taken.push(index);
                false
            });
        }
        Self(found)
    }

    /// The file at `url`, one of the URLs that were given.
    pub(crate) fn find(&self, url: &str) -> Option<usize> {
        self.0.get(&key(url)).copied()
    }
}

/// A hash that is the same for all spellings of a URL: without its fragment, with illegal characters escaped as in
/// requests, and with the escapes of its path decoded.
fn key(url: &str) -> u64 {
    let url = url.split('#').next().unwrap_or_default().trim();
    let Some(normal) = normal::of(&percent::encode_illegal(url)) else { return identity_of_normal(url) };
    let (path, query) = normal.split_at(normal.find('?').unwrap_or(normal.len()));
    identity_of_normal(&(percent::decoded(path) + query))
}

/// The files without a certain URL, by the segments of their decoded names: the first level is the last segment, in lower
/// case and without `.gz`, and the next levels are the folders, from the innermost outwards.
#[derive(Debug, Default)]
struct Tree {
    /// By parent and segment; node 0 is the root.
    nodes: HashMap<(usize, String), usize>,
    /// The files of a node and its descendants.
    below: HashMap<usize, Files>,
    /// The same as `below`, by the node and the number of the spelling of the last segment.
    alike: HashMap<(usize, usize), Files>,
    /// The files whose name ends at a node; in `at_alike`, by the node and the number of the spelling.
    at: HashMap<usize, Files>,
    at_alike: HashMap<(usize, usize), Files>,
    spellings: HashMap<String, usize>,
    /// The nodes of each file, and its spelling.
    paths: HashMap<usize, (Vec<usize>, usize)>,
}

/// A number of files, and the index of the file if there is only one.
#[derive(Debug, Clone, Copy, Default)]
struct Files {
    count: usize,
    /// The sum of their indices.
    sum: usize,
}

impl Files {
    fn only(self) -> Option<usize> {
        (self.count == 1).then_some(self.sum)
    }
}

impl Tree {
    fn add(&mut self, name: &str, index: usize) {
        let mut parts = name.rsplit(['/', '\\']).map(percent::decoded);
        let last = parts.next().unwrap_or_default();
        let next = self.spellings.len();
        let first = loosely(&last);
        let spelling = *self.spellings.entry(last).or_insert(next);
        let (mut node, mut path) = (0, Vec::new());
        for part in std::iter::once(first).chain(parts) {
            let next = self.nodes.len() + 1;
            node = *self.nodes.entry((node, part)).or_insert(next);
            path.push(node);
        }
        self.paths.insert(index, (path, spelling));
        self.count(index, |files| *files = Files { count: files.count + 1, sum: files.sum + index });
    }

    fn remove(&mut self, index: usize) {
        self.count(index, |files| *files = Files { count: files.count - 1, sum: files.sum - index });
        self.paths.remove(&index);
    }

    /// Applies `change` to all counts that include the file `index`.
    fn count(&mut self, index: usize, change: impl Fn(&mut Files)) {
        let Some((path, spelling)) = self.paths.get(&index) else { return };
        for &node in path {
            change(self.below.entry(node).or_default());
            change(self.alike.entry((node, *spelling)).or_default());
        }
        if let Some(&end) = path.last() {
            change(self.at.entry(end).or_default());
            change(self.at_alike.entry((end, *spelling)).or_default());
        }
    }

    /// The file with this closeness to `url`, if there is exactly one.
    fn find(&self, url: &str, closeness: Closeness) -> Option<usize> {
        // An incomplete URL is reported elsewhere; its path is sufficient here.
        let path = Parts::split(url).map_or(url, |parts| parts.path.of(url));
        let path = path.split(['?', '#']).next().unwrap_or_default().trim_start_matches('/');
        let mut parts = path.rsplit('/').map(percent::decoded).peekable();
        let last = parts.next()?;
        let mut node = *self.nodes.get(&(0, loosely(&last)))?;
        let is_unique = self.below.get(&node).is_some_and(|files| files.count == 1);
        let mut depth = 1;
        while let Some(&inner) = parts.peek().and_then(|part| self.nodes.get(&(node, part.clone()))) {
            node = inner;
            depth += 1;
            parts.next();
        }
        let spelling = self.spellings.get(&last).copied();
        // The name of a file at the top level is the end of many paths, so it does not identify the file.
        let is_whole = depth > 1 || is_unique || parts.peek().is_none();
        let files = match closeness {
            Closeness::Whole if is_whole => self.at_alike.get(&(node, spelling?)),
            Closeness::WholeLoosely if is_whole => self.at.get(&node),
            Closeness::Whole | Closeness::WholeLoosely => None,
            Closeness::Last => self.alike.get(&(node, spelling?)),
            Closeness::LastLoosely => self.below.get(&node),
        };
        files?.only()
    }
}

/// A file's name without `.gz` and in lower case, as downloads may change both.
fn loosely(name: &str) -> String {
    let lower = name.to_lowercase();
    lower.strip_suffix(".gz").map(str::to_owned).unwrap_or(lower)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::set) fn given(name: &str) -> NamedFile<'_> {
        NamedFile { name, url: None, presumed: None }
    }

    /// The file that each of `urls` is.
    fn found(files: &[NamedFile<'_>], urls: &[&str]) -> Vec<Option<usize>> {
        let names = Names::new(files, [], urls.iter().copied());
        urls.iter().map(|url| names.find(url)).collect()
    }

    #[test]
    fn files_are_found_by_address_then_by_name() {
        let files = [
            NamedFile { url: Some("https://tidepool.page/one.xml"), ..given("two.xml") },
            given("two.xml"),
            NamedFile { presumed: Some("https://tidepool.page/three.xml"), ..given("x/three.xml") },
        ];
        for (url, file) in [
            ("HTTPS://Tidepool.page:443/one.xml", Some(0)),
            ("https://tidepool.page/%6Fne.xml#part", Some(0)),
            ("https://tidepool.page/two.xml", Some(1)),
            ("https://tidepool.page/two.xml.gz", Some(1)),
            ("https://tidepool.page/three.xml", Some(2)),
            ("https://tidepool.page/four.xml", None),
            ("./two.xml", Some(1)),
            ("/four.xml", None),
        ] {
            assert_eq!(found(&files, &[url]), [file], "{url}");
        }
    }

    #[test]
    fn folders_distinguish_files_of_the_same_name() {
        let files = [given("site/de/map.xml"), given("site/en/map.xml"), given("a b.xml"), given("map.xml.gz")];
        for (url, file) in [
            ("https://tidepool.page/en/map.xml", Some(1)),
            ("https://tidepool.page/map.xml.gz", Some(3)),
            ("https://tidepool.page/x/map.xml", None),
            ("https://tidepool.page/a%20b.xml", Some(2)),
        ] {
            assert_eq!(found(&files, &[url]), [file], "{url}");
        }
        // What is there is not taken for what is missing.
        let files = [given("index.xml"), given("de/map.xml")];
        let urls = ["https://tidepool.page/fr/map.xml", "https://tidepool.page/de/map.xml"];
        assert_eq!(found(&files, &urls), [None, Some(1)]);
    }

    #[test]
    fn an_exact_name_comes_before_one_without_gz() {
        let urls = ["https://tidepool.page/a.xml", "https://tidepool.page/a.xml.gz"];
        assert_eq!(found(&[given("a.xml.gz")], &urls), [None, Some(0)]);
        let files = [given("x/a.xml.gz")];
        assert_eq!(found(&files, &urls), [None, Some(0)]);
    }

    #[test]
    fn spellings_of_a_path_are_the_same_file() {
        for (name, url) in [
            ("tags/c++.xml", "https://tidepool.page/tags/c%2B%2B.xml"),
            ("tags/c%2B%2B.xml", "https://tidepool.page/tags/c++.xml"),
            ("a b.xml", "https://tidepool.page/a b.xml"),
            ("é.xml", "https://tidepool.page/%c3%a9.xml#part"),
        ] {
            assert_eq!(found(&[given(name)], &[url]), [Some(0)], "{url}");
        }
        let fetched = NamedFile { url: Some("https://tidepool.page/a%20b+c.xml"), ..given("") };
        for url in ["https://tidepool.page/a b+c.xml", "https://tidepool.page/a%20b%2bc.xml#x"] {
            assert_eq!(found(&[fetched], &[url]), [Some(0)], "{url}");
        }
    }
}
