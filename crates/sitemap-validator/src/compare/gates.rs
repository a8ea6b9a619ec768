//! The limits that a new version must keep, compared with the old one.

use std::fmt;

use sitemap_validator_protocol::comparison::{Comparison, Counts};

use crate::diagnostic::Diagnostic;
use crate::facts::identity;
use crate::message::number;
use crate::rules;
use crate::span::Span;
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
    /// What the new version does not keep. A limit that cannot be judged, because something is missing of a version, is not
    /// kept.
    pub(super) fn broken(&self, comparison: &Comparison, new: &Version) -> Vec<Diagnostic> {
        let Comparison { old: before, new: after, counts, .. } = comparison;
        let (at, name) = (Span::at(0), || after.name.clone());
        let is_judged = self.max_removed.is_some() || self.min_urls.is_some() || !self.require.is_empty();
        let incomplete = [before, after].into_iter().find(|side| !side.gaps.is_empty());
        if let Some(side) = incomplete.filter(|_| is_judged) {
            return vec![rules::compare_incomplete(at, side.name.clone())];
        }
        let mut found = Vec::new();
        let Counts { gone, lastmod_earlier, .. } = *counts;
        if before.urls > 0 && after.urls == 0 && after.gaps.is_empty() {
            found.push(rules::compare_emptied(at, before.urls, name()));
        } else if let Some(most) = self.max_removed.filter(|most| most.is_exceeded(gone, before.urls)) {
            found.push(rules::compare_shrunk(at, gone, before.urls, most.to_string()));
        }
        if let Some(least) = self.min_urls.filter(|least| after.urls < *least) {
            found.push(rules::compare_shrunk::few(at, after.urls, least));
        }
        for url in self.require.iter().filter(|url| !new.lists(url)) {
            found.push(rules::compare_required_url_gone(at, name(), url.clone()));
        }
        if lastmod_earlier > 0 && !self.allow_lastmod_back {
            found.push(rules::compare_lastmod_back(at, lastmod_earlier));
        }
        found
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
