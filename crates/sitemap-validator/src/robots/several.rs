//! The robots.txt files of a check, indexed once for all sitemaps that are checked against them.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;

use super::{Robots, Site};

/// The robots.txt files of a check. A clone shares them.
#[derive(Debug, Clone, Default)]
pub struct RobotsFiles(Arc<Indexed>);

#[derive(Debug, Default)]
struct Indexed {
    files: Vec<Robots>,
    /// The first file of each site, among those whose URL is known.
    placed: HashMap<Site, usize>,
    /// The first file without a URL.
    first_unplaced: Option<usize>,
    /// The first file of each site, among those without a URL that list only sitemaps of the site.
    presumed: HashMap<Site, usize>,
    /// The files that list each sitemap, in order.
    listing: HashMap<Box<str>, Vec<usize>>,
}

impl<const COUNT: usize> From<[Robots; COUNT]> for RobotsFiles {
    fn from(files: [Robots; COUNT]) -> Self {
        files.into_iter().collect()
    }
}

impl From<Vec<Robots>> for RobotsFiles {
    fn from(files: Vec<Robots>) -> Self {
        files.into_iter().collect()
    }
}

impl FromIterator<Robots> for RobotsFiles {
    fn from_iter<I: IntoIterator<Item = Robots>>(files: I) -> Self {
        let mut found = Indexed { files: files.into_iter().collect(), ..Indexed::default() };
        let are_read = |(_, robots): &(usize, &Robots)| robots.is_read;
        for (index, robots) in found.files.iter().enumerate().filter(are_read) {
            match (&robots.site, &robots.shared) {
                (Some(site), _) => drop(found.placed.entry(site.clone()).or_insert(index)),
                (None, shared) => {
                    found.first_unplaced.get_or_insert(index);
                    if let Some(site) = shared {
                        found.presumed.entry(site.clone()).or_insert(index);
                    }
                }
            }
            for address in robots.listed() {
                let listing = found.listing.entry(address.into()).or_default();
                if listing.last() != Some(&index) {
                    listing.push(index);
                }
            }
        }
        Self(Arc::new(found))
    }
}

impl Deref for RobotsFiles {
    type Target = [Robots];

    fn deref(&self) -> &[Robots] {
        &self.0.files
    }
}

impl RobotsFiles {
    /// The index of the first file that applies to `site`, for a sitemap on the site `own`.
    pub(crate) fn of_site(&self, site: &Site, own: Option<&Site>) -> Option<usize> {
        let unplaced = match own {
            Some(own) => self.0.first_unplaced.filter(|_| own == site),
            None => self.0.presumed.get(site).copied(),
        };
        let placed = self.0.placed.get(site).copied();
        placed.into_iter().chain(unplaced).min()
    }

    /// True if no file applies to any site, for a sitemap on the site `own`.
    pub(crate) fn apply_nowhere(&self, own: Option<&Site>) -> bool {
        let unplaced = if own.is_some() { self.0.first_unplaced.is_none() } else { self.0.presumed.is_empty() };
        unplaced && self.0.placed.is_empty()
    }

    /// The files that list the sitemap at `address`, which is in [`comparable`](super::comparable) form.
    pub(crate) fn listing(&self, address: &str) -> impl Iterator<Item = &Robots> {
        self.0.listing.get(address).into_iter().flatten().filter_map(|&index| self.get(index))
    }
}
