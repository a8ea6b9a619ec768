//! The URL at which a folder is served.

use std::collections::{BTreeMap, HashSet};

use super::{Site, decoded, name};
use crate::address::Address;

/// How many of the listed URLs are looked for in the folder.
const SAMPLE: usize = 1000;

/// The URL of the folder in which `file` is served at `url`.
pub fn folder_of(file: &str, url: &str) -> Option<String> {
    let url = Address::parse(url)?;
    let path = url.path();
    // A file may be compressed or not.
    let [name, path_name] = [name(file), decoded(path)?].map(|name| name.trim_end_matches(".gz").to_owned());
    path_name.strip_suffix(&name).filter(|folder| folder.ends_with('/'))?;
    let up = "../".repeat(name.matches('/').count());
    Some(url.join(&format!("./{up}"))?.as_str().to_owned())
}

/// The URL at which the folder of `files` is probably served: that of the folder in which most of the listed URLs are files.
pub(super) fn guess<'u>(files: &[String], listed: impl Iterator<Item = &'u str> + Clone) -> Option<String> {
    let mut origins: BTreeMap<String, usize> = BTreeMap::new();
    for url in listed.clone().filter_map(Address::parse) {
        *origins.entry(url.origin()).or_default() += 1;
    }
    let most = origins.values().copied().max()?;
    let origin = origins.into_iter().find(|(_, count)| *count == most).map(|(origin, _)| origin)?;
    let urls: Vec<Address> =
        listed.filter_map(Address::parse).filter(|url| url.origin() == origin).take(SAMPLE).collect();
    let mut site = Site::new(&format!("{origin}/"), files.iter().cloned())?;
    let folders: HashSet<&str> = urls.iter().flat_map(|url| folders(url.path())).collect();
    let mut folders: Vec<&str> = folders.into_iter().collect();
    folders.sort_unstable_by_key(|folder| (folder.len(), *folder));
    let mut best = (0, "/");
    for folder in folders {
        let Some(base) = Address::parse(&format!("{origin}{folder}")) else { continue };
        let Some(decoded) = decoded(folder) else { continue };
        (site.base, site.folder) = (base, decoded);
        let built = urls.iter().filter(|url| site.is_built(url)).count();
        if built > best.0 {
            best = (built, folder);
        }
    }
    Some(format!("{origin}{}", best.1))
}

/// The folders that a path is in.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').filter_map(|(at, _)| path.get(..=at))
}

impl Site {
    /// True if there is a file for the URL.
    fn is_built(&self, url: &Address) -> bool {
        self.path(url).is_some_and(|path| !matches!(self.by_name(url, &path), super::Answer::Missing(_)))
    }
}
