//! Which of the files given is meant by an address: by the address itself, else by the name.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::facts::identity;
use crate::value::url::Parts;
use crate::value::url::percent;

/// A file of a set, by what it is called.
#[derive(Debug, Clone, Copy)]
pub struct NamedFile<'a> {
    /// Its name; folders divided by `/`.
    pub name: &'a str,
    /// The address it is served from, when that is known for certain.
    pub address: Option<&'a str>,
    /// The address it probably has: the folder's and its name.
    pub presumed: Option<&'a str>,
}

/// The addresses of `files`: their own, else those by which indexes and robots.txt files list them
/// (`listed`), else the presumed ones.
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

/// The address that the file `name` has in the folder at `base`; `/` divides folders in both.
pub fn presumed(base: &str, name: &str) -> String {
    let mut address = base.to_owned();
    if !address.ends_with('/') {
        address.push('/');
    }
    for byte in name.bytes() {
        // What may stand in a path as it is (RFC 3986 §3.3); all else is percent-encoded.
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

/// The files of a set, to be found by addresses.
#[derive(Debug, Default)]
pub(crate) struct Names {
    by_address: HashMap<u64, usize>,
    /// Nodes of a tree of names, by the node above and a part of a name: first the last part, in lower case and
    /// without `.gz`, then the folders, from the innermost on. A file with an address is not in it: its name means nothing.
    nodes: HashMap<(usize, String), usize>,
    /// The files at and below a node.
    files: HashMap<usize, Files>,
    /// Those of them whose last part is written alike, which has a number.
    alike: HashMap<(usize, usize), Files>,
    spellings: HashMap<String, usize>,
}

/// How many files there are: only one can be meant.
#[derive(Debug, Clone, Copy)]
enum Files {
    One(usize),
    Several,
}

impl Names {
    /// Of `files`, in their order.
    pub(crate) fn new(files: &[NamedFile<'_>]) -> Self {
        let mut names = Self::default();
        for (index, file) in files.iter().enumerate() {
            if let Some(address) = file.address.or(file.presumed) {
                names.by_address.entry(identity(address)).or_insert(index);
            }
            if file.address.is_none() {
                names.add(file.name, index);
            }
        }
        names
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

    /// The file that `url` is the address of. Of files with the same name the one whose folders agree best;
    /// none when two agree alike.
    pub(crate) fn find(&self, url: &str) -> Option<usize> {
        if let Some(&index) = self.by_address.get(&identity(url)) {
            return Some(index);
        }
        // One that is not whole is reported where it stands; what it means is clear enough.
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

/// A file's name as people and browsers leave it: downloads lose `.gz`, and some systems the case.
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
    fn names_are_put_behind_the_folder() {
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
        assert_eq!(names.find("https://tidepool.page/two.xml"), Some(1));
        assert_eq!(names.find("https://tidepool.page/two.xml.gz"), Some(1));
        assert_eq!(names.find("https://tidepool.page/three.xml"), Some(2));
        assert_eq!(names.find("https://tidepool.page/four.xml"), None);
        assert_eq!(names.find("./two.xml"), Some(1));
        assert_eq!(names.find("/four.xml"), None);
    }

    #[test]
    fn of_one_name_the_folders_decide() {
        let files = [given("site/de/map.xml"), given("site/en/map.xml"), given("a b.xml"), given("map.xml.gz")];
        let names = Names::new(&files);
        assert_eq!(names.find("https://tidepool.page/en/map.xml"), Some(1));
        assert_eq!(names.find("https://tidepool.page/map.xml.gz"), Some(3));
        assert_eq!(names.find("https://tidepool.page/map.xml"), None);
        assert_eq!(names.find("https://tidepool.page/a%20b.xml"), Some(2));
    }

    #[test]
    fn addresses_come_from_hand_index_and_folder_in_this_order() {
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
