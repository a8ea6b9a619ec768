//! The files that each index of a set lists.

use super::matching::Names;
use super::member::Member;

/// The files that an index or a robots.txt lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The index of the listing file in the set.
    pub file: usize,
    /// The listed sitemaps, in order.
    pub branches: Vec<Branch>,
}

/// A listed sitemap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its URL as listed.
    pub url: String,
    /// The index of the file, if it is in the set.
    pub file: Option<usize>,
}

/// The listings of `members`, in the order of the files.
pub(super) fn of(members: &[Member], names: &Names) -> Vec<Listing> {
    let lists = members.iter().enumerate().filter(|(_, member)| !member.children.is_empty());
    lists
        .map(|(file, member)| {
            let branch = |url: &str| Branch { url: url.to_owned(), file: names.find(url) };
            Listing { file, branches: member.listed().map(branch).collect() }
        })
        .collect()
}
