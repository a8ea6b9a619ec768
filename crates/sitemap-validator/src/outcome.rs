//! What a reading came to: the kind of the file, the verdict, the figures.

use crate::facts::Facts;

/// What a file was recognised as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kind {
    /// An XML sitemap.
    Urlset,
    /// An XML sitemap index.
    SitemapIndex,
    /// A text sitemap: one URL a line.
    Text,
    /// RSS 2.0.
    Rss,
    /// Atom.
    Atom,
    /// A robots.txt.
    Robots,
    /// A web page.
    Html,
    /// Recognised as something that is no sitemap.
    Other,
    /// Not recognised.
    #[default]
    Unknown,
}

impl Kind {
    /// True for what lists pages, and so for what an index may list: a sitemap, a feed, a text list.
    pub const fn has_pages(self) -> bool {
        matches!(self, Self::Urlset | Self::Text | Self::Rss | Self::Atom)
    }
}

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
