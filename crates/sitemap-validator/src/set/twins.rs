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
        let mut first: HashMap<&str, Vec<usize>> = HashMap::new();
        let twin = |(file, member): (usize, &'_ _)| {
            let member: &Member = member;
            if !member.is_sitemap() {
                return None;
            }
            let others = first.entry(stem_of(members, file)).or_default();
            let twin =
                others.iter().copied().find(|&other| members.get(other).is_some_and(|other| are_same(other, member)));
            if twin.is_none() {
                others.push(file);
            }
            twin
        };
        Self(members.iter().enumerate().map(twin).collect())
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

fn stem_of(members: &[Member], file: usize) -> &str {
    let name = plain_name(members.get(file).map_or("", |member| &member.name));
    name.rsplit_once('.').filter(|(_, ending)| ENDINGS.contains(ending)).map_or(name, |(stem, _)| stem)
}

fn are_same(one: &Member, other: &Member) -> bool {
    let sorted = |member: &Member| {
        let mut pages = member.pages.identities().to_vec();
        pages.sort_unstable();
        pages
    };
    one.entries > 0 && one.entries == other.entries && sorted(one) == sorted(other)
}
