//! What each index of a set lists, and which of the files that is.

use super::matching::Names;
use super::member::Member;

/// What an index, or a robots.txt, lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The file that lists, by its place in the set.
    pub file: usize,
    /// What it lists, in its order.
    pub branches: Vec<Branch>,
}

/// A sitemap that is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Branch {
    /// Its address.
    pub address: String,
    /// The file, when it was given.
    pub file: Option<usize>,
}

/// The listings of `members`, in the order of the files.
pub(super) fn of(members: &[Member], names: &Names) -> Vec<Listing> {
    let lists = members.iter().enumerate().filter(|(_, member)| !member.children.is_empty());
    lists
        .map(|(file, member)| {
            let branch = |url: &str| Branch { address: url.to_owned(), file: names.find(url) };
            Listing { file, branches: member.listed().map(branch).collect() }
        })
        .collect()
}
