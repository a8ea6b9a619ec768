//! What a reading came to: the kind of the file, the verdict, the figures.

use crate::facts::Facts;

pub use sitemap_validator_protocol::report::Kind;

/// What a reading came to, apart from the findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What the file is.
    pub kind: Kind,
    /// The verdict of a conforming XML 1.0 parser; `None` for what is not XML.
    pub well_formed: Option<bool>,
    /// The byte offset where such a parser stops.
    pub stops: Option<u32>,
    /// True when a ceiling or the sink ended the reading before the file's end.
    pub partial: bool,
    /// Figures about the content.
    pub stats: Stats,
    /// What a set needs to know; but for the root, empty unless [`Options::siblings`](crate::Options::siblings) is set.
    pub facts: Facts,
}

/// Figures about the content of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// `url` or `sitemap` elements, lines of a text file, items of a feed.
    pub entries: u64,
    /// Entries with a readable `lastmod`.
    pub lastmod: u64,
    /// Entries with a valid `changefreq`.
    pub changefreq: u64,
    /// Entries with a valid `priority`.
    pub priority: u64,
    /// The earliest `lastmod`, as written.
    pub earliest_lastmod: Option<String>,
    /// The latest `lastmod`, as written.
    pub latest_lastmod: Option<String>,
    /// Hosts of the entries, most frequent first, at most twenty.
    pub hosts: Vec<(String, u64)>,
    /// Namespaces of extensions in use, by customary prefix, else by URI.
    pub extensions: Vec<String>,
}
