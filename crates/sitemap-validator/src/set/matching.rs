//! Finds the file of a set for a URL: by the file's own URL, otherwise by its name.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::facts::identity;
use crate::value::url::Parts;
use crate::value::url::percent;

/// The names of a file of a set.
#[derive(Debug, Clone, Copy)]
pub struct NamedFile<'a> {
    /// Its name, with folders separated by `/`.
    pub name: &'a str,
    /// Its own URL, if it is certain.
    pub address: Option<&'a str>,
    /// Its probable URL, if the URL of the folder is known: that URL and its name.
    pub presumed: Option<&'a str>,
}

/// The URLs of `files`: their own, otherwise those in indexes and robots.txt files
/// (`listed`), otherwise the probable ones.
pub fn addresses(files: &[NamedFile<'_>], listed: &[String]) -> Vec<Option<String>> {
    let names = Names::new(files);
    let mut found: Vec<Option<String>> = vec![None; files.len()];
    for url in listed.iter().filter(|url| Parts::split(url).is_some()) {
        let Some(index) = names.find(url) else { continue };
        let (Some(file), Some(slot)) = (files.get(index), found.get_mut(index)) else { continue };
        if file.address.is_none() && slot.is_none() {
            *slot = Some(url.clone());
        }
    }
    let own = |file: &NamedFile<'_>, listed: Option<String>| {
        file.address.map(str::to_owned).or(listed).or_else(|| file.presumed.map(str::to_owned))
    };
    files.iter().zip(found).map(|(file, listed)| own(file, listed)).collect()
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

/// The files of a set, indexed by URL.
#[derive(Debug, Default)]
pub(crate) struct Names {
    by_address: HashMap<u64, usize>,
    /// A tree of names: nodes by parent and path segment. The first level is the last segment, in lower case and
    /// without `.gz`, then follow the folders from the innermost on. Files with a URL of their own are not in the tree.
    nodes: HashMap<(usize, String), usize>,
    /// The files of a node and its descendants.
    files: HashMap<usize, Files>,
    /// The files whose last segment has the same spelling, which has a number.
    alike: HashMap<(usize, usize), Files>,
    spellings: HashMap<String, usize>,
}

/// The number of files; a match is unique only if it is 1.
#[derive(Debug, Clone, Copy)]
enum Files {
    One(usize),
    Several,
}

impl Names {
    /// The index of `files`.
    pub(crate) fn new(files: &[NamedFile<'_>]) -> Self {
        let mut names = Self::default();
        for (index, file) in files.iter().enumerate() {
            if let Some(address) = file.address.or(file.presumed) {
                names.by_address.entry(place(address)).or_insert(index);
            }
            if file.address.is_none() {
                names.add(file.name, index);
            }
        }
        names
    }

    /// Notes another URL of the file `index`, which takes precedence over other files that have come from there.
    pub(crate) fn alias(&mut self, url: &str, index: usize) {
        self.by_address.insert(place(url), index);
    }

    fn add(&mut self, name: &str, index: usize) {
        let mut parts = name.rsplit(['/', '\\']);
        let last = parts.next().unwrap_or_default();
        let next = self.spellings.len();
        let spelling = *self.spellings.entry(last.to_owned()).or_insert(next);
        let mut node = 0;
        for part in std::iter::once(loosely(last)).chain(parts.map(str::to_owned)) {
            // Node 0 is the root.
            let next = self.nodes.len() + 1;
            node = *self.nodes.entry((node, part)).or_insert(next);
            self.files.entry(node).and_modify(|files| *files = Files::Several).or_insert(Files::One(index));
            let alike = self.alike.entry((node, spelling));
            alike.and_modify(|files| *files = Files::Several).or_insert(Files::One(index));
        }
    }

    /// The file at `url`. Of files with the same name, the one with the most folders in common;
    /// `None` if that is ambiguous.
    pub(crate) fn find(&self, url: &str) -> Option<usize> {
        if let Some(&index) = self.by_address.get(&place(url)) {
            return Some(index);
        }
        // An incomplete URL is reported elsewhere; its path is sufficient here.
        let path = Parts::split(url).map_or(url, |parts| parts.path.of(url));
        let path = path.split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.rsplit('/').map(percent::decoded);
        let last = parts.next()?;
        let mut node = *self.nodes.get(&(0, loosely(&last)))?;
        while let Some(&inner) = parts.next().and_then(|part| self.nodes.get(&(node, part))) {
            node = inner;
        }
        let alike = self.spellings.get(&last).and_then(|&spelling| self.alike.get(&(node, spelling)));
        match alike.or_else(|| self.files.get(&node))? {
            Files::One(index) => Some(*index),
            Files::Several => None,
        }
    }
}

/// The number of a URL, the same for all spellings that lead a request to the same file.
fn place(url: &str) -> u64 {
    let url = url.split('#').next().unwrap_or_default();
    identity(&percent::encode_illegal(url))
}

/// A file's name without `.gz` and in lower case, as downloads may change both.
fn loosely(name: &str) -> String {
    let lower = name.to_lowercase();
    lower.strip_suffix(".gz").map(str::to_owned).unwrap_or(lower)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str) -> NamedFile<'_> {
        NamedFile { name, address: None, presumed: None }
    }

    #[test]
    fn probable_urls_are_folder_and_name() {
        assert_eq!(presumed("https://a.example", "s.xml"), "https://a.example/s.xml");
        assert_eq!(presumed("https://a.example/x/", "b/é ü.xml"), "https://a.example/x/b/%C3%A9%20%C3%BC.xml");
    }

    #[test]
    fn files_are_found_by_address_then_by_name() {
        let files = [
            NamedFile { address: Some("https://tidepool.page/one.xml"), ..given("two.xml") },
            given("two.xml"),
            NamedFile { presumed: Some("https://tidepool.page/three.xml"), ..given("x/three.xml") },
        ];
        let names = Names::new(&files);
        assert_eq!(names.find("HTTPS://Tidepool.page:443/one.xml"), Some(0));
        assert_eq!(names.find("https://tidepool.page/%6Fne.xml#part"), Some(0));
        assert_eq!(names.find("https://tidepool.page/two.xml"), Some(1));
        assert_eq!(names.find("https://tidepool.page/two.xml.gz"), Some(1));
        assert_eq!(names.find("https://tidepool.page/three.xml"), Some(2));
        assert_eq!(names.find("https://tidepool.page/four.xml"), None);
        assert_eq!(names.find("./two.xml"), Some(1));
        assert_eq!(names.find("/four.xml"), None);
    }

    #[test]
    fn folders_distinguish_files_of_the_same_name() {
        let files = [given("site/de/map.xml"), given("site/en/map.xml"), given("a b.xml"), given("map.xml.gz")];
        let names = Names::new(&files);
        assert_eq!(names.find("https://tidepool.page/en/map.xml"), Some(1));
        assert_eq!(names.find("https://tidepool.page/map.xml.gz"), Some(3));
        assert_eq!(names.find("https://tidepool.page/map.xml"), None);
        assert_eq!(names.find("https://tidepool.page/a%20b.xml"), Some(2));
    }

    #[test]
    fn own_urls_take_precedence_over_listed_and_probable_ones() {
        let files = [
            NamedFile { address: Some("https://tidepool.page/by-hand.xml"), ..given("a.xml") },
            NamedFile { presumed: Some("https://tidepool.page/b.xml"), ..given("b.xml") },
            NamedFile { presumed: Some("https://tidepool.page/c.xml"), ..given("c.xml") },
            given("d.xml"),
        ];
        let listed = ["https://tidepool.page/maps/b.xml", "https://tidepool.page/a.xml"].map(str::to_owned);
        assert_eq!(
            addresses(&files, &listed),
            [
                Some("https://tidepool.page/by-hand.xml".to_owned()),
                Some("https://tidepool.page/maps/b.xml".to_owned()),
                Some("https://tidepool.page/c.xml".to_owned()),
                None
            ]
        );
    }
}
