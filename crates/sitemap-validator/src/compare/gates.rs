//! The limits that a new version must keep, compared with the old one.

use std::fmt;

use sitemap_validator_protocol::comparison::{Comparison, Counts};

use crate::facts::identity;
use crate::message::number;
use crate::value::url::{Parts, normal};

use super::Version;

/// A number of URLs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Share {
    /// This many.
    Count(u64),
    /// This part of the URLs of the old version, from 0.0 to 1.0.
    Part(f64),
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(most) => f.write_str(&number(*most)),
            Self::Part(most) => write!(f, "{}%", most * 100.0),
        }
    }
}

impl Share {
    /// Reads a number, or a percentage from `0%` to `100%`.
    pub fn parse(text: &str) -> Option<Self> {
        match text.strip_suffix('%') {
            Some(percent) => {
                let part = percent.trim().parse::<f64>().ok()? / 100.0;
                (0.0..=1.0).contains(&part).then_some(Self::Part(part))
            }
            None => text.parse().ok().map(Self::Count),
        }
    }

    /// True if `count` of `total` URLs are more.
    fn is_exceeded(self, count: u64, total: u64) -> bool {
        match self {
            Self::Count(most) => count > most,
            Self::Part(most) => count as f64 > most * total as f64,
        }
    }
}

/// The limits.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Gates {
    /// At most so many URLs of the old version may be gone.
    pub max_removed: Option<Share>,
    /// The new version must have at least this many URLs.
    pub min_urls: Option<u64>,
    /// The new version must list these URLs.
    pub require: Vec<String>,
    /// True if dates may move back.
    pub allow_lastmod_back: bool,
}

impl Gates {
    /// What the new version does not keep, as sentences. A limit that cannot be judged, because something is missing of a
    /// version, is not kept.
    pub fn failures(&self, comparison: &Comparison, new: &Version) -> Vec<String> {
        let Comparison { old: before, new: after, counts, .. } = comparison;
        let is_judged = self.max_removed.is_some() || self.min_urls.is_some() || !self.require.is_empty();
        let incomplete: Vec<&str> =
            [before, after].into_iter().filter(|side| !side.gaps.is_empty()).map(|side| &*side.name).collect();
        if is_judged && !incomplete.is_empty() {
            return vec![format!("the limits cannot be judged, because {} is incomplete", incomplete.join(" and "))];
        }
        let mut failures = Vec::new();
        let Counts { gone, lastmod_earlier, .. } = *counts;
        if before.urls > 0 && after.urls == 0 && after.gaps.is_empty() {
            failures.push(format!("all {} URLs are gone: {} lists none", number(before.urls), after.name));
        } else if let Some(most) = self.max_removed.filter(|most| most.is_exceeded(gone, before.urls)) {
            let (gone, total) = (number(gone), number(before.urls));
            failures.push(format!("{gone} of {total} URLs are gone, more than `max-removed` = {most} allows"));
        }
        if let Some(least) = self.min_urls.filter(|least| after.urls < *least) {
            failures.push(format!("{} lists {} URLs, fewer than `min-urls` = {least}", after.name, number(after.urls)));
        }
        for url in &self.require {
            if !new.lists(url) {
                failures.push(format!("{} does not list {url}, which `require` names", after.name));
            }
        }
        if lastmod_earlier > 0 && !self.allow_lastmod_back {
            let dates = if lastmod_earlier == 1 { "date moved" } else { "dates moved" };
            failures.push(format!(
                "{} `<lastmod>` {dates} back; allow it with `--allow-lastmod-back`",
                number(lastmod_earlier)
            ));
        }
        failures
    }
}

impl Version {
    /// True if it lists this URL, or, for a path such as `/pricing`, a URL with this path.
    fn lists(&self, url: &str) -> bool {
        let wanted = identity(url);
        let is_path = url.starts_with('/');
        self.listings.iter().any(|listing| {
            let mut urls = listing.urls();
            let mut entries = listing.entries.iter().enumerate();
            entries.any(|(at, entry)| if is_path { path_is(urls.get(at), url) } else { entry.identity == wanted })
        })
    }
}

/// True if the path of a URL is `path`.
fn path_is(url: &str, path: &str) -> bool {
    Parts::split(url)
        .is_some_and(|parts| normal::path(parts.path.of(url)) == normal::path(path) && parts.query.is_none())
}
