//! Files that list the same pages in another form, such as `sitemap.xml`, `sitemap.xml.gz` and `sitemap.txt`.

use std::collections::HashMap;

use sitemap_validator_protocol::name::{ENDINGS, plain_name};

use super::member::Member;

/// The file that each one is another form of.
#[derive(Debug)]
pub(super) struct Twins(Vec<Option<usize>>);

impl Twins {
    /// The sitemaps among `members` with the same name but for the ending, and the same pages.
    pub(super) fn new(members: &[Member]) -> Self {
        let mut first = HashMap::new();
        let mut twins = vec![None; members.len()];
        for ((file, member), twin) in members.iter().enumerate().zip(&mut twins) {
            if member.is_sitemap() && member.entries > 0 {
                let pages = member.pages.identities();
                // The same for the same pages in any order.
                let sum = pages.iter().fold(0_u64, |sum, identity| sum.wrapping_add(*identity));
                let other = *first.entry((stem(&member.name), member.entries, pages.len(), sum)).or_insert(file);
                *twin = Some(other).filter(|other| *other != file);
            }
        }
        Self(twins)
    }

    /// The file that `file` is another form of; itself if there is none before it.
    pub(super) fn of(&self, file: usize) -> usize {
        self.0.get(file).copied().flatten().unwrap_or(file)
    }

    /// True for a file that repeats another one.
    pub(super) fn repeats(&self, file: usize) -> bool {
        self.of(file) != file
    }
}

/// `name` without the ending of a sitemap.
fn stem(name: &str) -> &str {
    let name = plain_name(name);
    name.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)).map_or(name, |(stem, _)| stem)
}
