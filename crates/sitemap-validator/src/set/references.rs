//! Pages and links of a file, for comparing sets whose members do not fit in memory together.
//!
//! Most pages of a large set are in one file only, and the links between their languages are returned.
//! [`check`](super::check) gives the same result without these pages. [`Member::references`] has what a caller needs to
//! select the others, and [`Member::retain`] removes the rest.

use std::collections::HashMap;

use super::member::{Member, PackedLink};
use super::pages::Pages;

/// A page that a file lists, or its link to a page that the file does not list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// The number of the page's URL; see [`identity`](super::identity).
    pub page: u64,
    /// The number of the URL it links to.
    pub target: Option<u64>,
    /// The same number for all pages with the same links, if the page has one set of links.
    pub alternates: Option<u64>,
    /// True for a page that is always needed.
    pub is_first: bool,
}

impl Member {
    /// The pages of the file, then their links to other files.
    ///
    /// [`check`](super::check) needs these pages of a set:
    /// * pages in two or more files, and the first page of each file;
    /// * both pages of a link, unless the link is returned and both have the same `alternates`;
    /// * link targets that no file lists.
    pub fn references(&self) -> impl Iterator<Item = Reference> {
        let pages = self.pages.identities().iter().enumerate().map(|(index, &page)| Reference {
            page,
            target: None,
            alternates: None,
            is_first: index == 0,
        });
        let mut entries: HashMap<u64, u32> = HashMap::new();
        for (page, _) in &self.linking {
            *entries.entry(page.identity).or_default() += 1;
        }
        let links = self.linking.iter().enumerate().flat_map(move |(index, (page, _))| {
            let alternates = (entries.get(&page.identity) == Some(&1)).then_some(page.set);
            let link = move |link: &PackedLink| Reference {
                page: page.identity,
                target: Some(link.identity),
                alternates,
                is_first: false,
            };
            self.links_of(index).iter().map(link)
        });
        pages.chain(links)
    }

    /// Removes the pages for which `is_needed` is false, and what links to them.
    pub fn retain(&mut self, is_needed: impl Fn(u64) -> bool) {
        let mut linking = Vec::new();
        let mut outgoing = Vec::new();
        for (index, (page, location)) in self.linking.iter().enumerate() {
            let first = outgoing.len();
            outgoing.extend(self.links_of(index).iter().filter(|link| is_needed(link.identity)));
            if outgoing.len() > first || is_needed(page.identity) {
                let mut page = *page;
                page.first = first as u32;
                linking.push((page, *location));
            }
        }
        (self.linking, self.outgoing) = (linking, outgoing);
        self.pages = Pages::pack(self.pages.iter().filter(|(page, _)| is_needed(*page)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};
    use std::fmt::Write as _;

    use super::*;
    use crate::options::Options;
    use crate::report::check_source;
    use crate::set::check;
    use crate::source::Source;

    /// The pages of a set that the check needs, by the rules of [`Member::references`].
    fn needed(members: &[Member]) -> HashSet<u64> {
        let mut files: HashMap<u64, HashSet<usize>> = HashMap::new();
        let mut needed = HashSet::new();
        let mut links = HashMap::new();
        for (file, member) in members.iter().enumerate() {
            for Reference { page, target, alternates, is_first } in member.references() {
                match target {
                    Some(target) => drop(links.insert((page, target), alternates)),
                    None => drop(files.entry(page).or_default().insert(file)),
                }
                needed.extend(is_first.then_some(page));
            }
        }
        needed.extend(files.iter().filter(|(_, files)| files.len() > 1).map(|(page, _)| *page));
        for (&(page, target), alternates) in &links {
            if !files.contains_key(&target) {
                needed.insert(target);
            } else if alternates.is_none() || links.get(&(target, page)) != Some(alternates) {
                needed.extend([page, target]);
            }
        }
        needed
    }

    #[test]
    fn the_check_finds_the_same_without_other_pages() {
        let (mut removed, mut found) = (0, 0);
        for seed in 0..1000_u64 {
            let mut state = seed;
            let mut random = |below: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % below
            };
            let count = 2 + random(12);
            let mut files = vec![String::new(); 2 + random(3) as usize];
            for page in 0..count {
                // Some pages are in several files or twice in one, and some groups of languages are incomplete.
                for _ in 0..=u64::from(random(8) == 0) {
                    let mut links = String::new();
                    let group = page / 3 * 3;
                    for (to, lang) in (group..).zip(["de", "en", "fr"]) {
                        if random(12) > 0 {
                            let href = format!("https://tidepool.page/{to}");
                            write!(links, "<x:link rel='alternate' hreflang='{lang}' href='{href}'/>").expect("a text");
                        }
                    }
                    let at = random(files.len() as u64) as usize;
                    let host = if at == 0 && seed % 4 == 0 { "moss.example" } else { "tidepool.page" };
                    writeln!(files[at], "<url><loc>https://{host}/{page}</loc>{links}</url>").expect("a text");
                }
            }
            let options = Options { siblings: true, ..Options::default() };
            let mut members: Vec<Member> = files
                .iter()
                .enumerate()
                .map(|(at, entries)| {
                    let text = format!(
                        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
                         xmlns:x='http://www.w3.org/1999/xhtml'>{entries}</urlset>"
                    );
                    let source = Source::from_text(text);
                    Member::of(&mut check_source(&format!("{at}.xml"), &source, &options, 0), &source)
                })
                .collect();
            let expected = check(&members, &options, 0);
            let pages =
                |members: &[Member]| members.iter().map(|member| member.pages.identities().len()).sum::<usize>();
            let before = pages(&members);
            let needed = needed(&members);
            for member in &mut members {
                member.retain(|page| needed.contains(&page));
            }
            let got = check(&members, &options, 0);
            assert_eq!(format!("{:?}", got.findings), format!("{:?}", expected.findings), "seed {seed}: {files:#?}");
            removed += before - pages(&members);
            found += expected.findings.len();
        }
        assert!(removed > 1000 && found > 1000, "{removed} {found}");
    }
}
