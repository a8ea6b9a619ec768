//! The inputs: sitemaps made from a seed, the same on every machine.
//!
//! They are made as generators of sitemaps make them, and clean where they are meant to be: what is measured is
//! the reading, not the reporting.

mod entries;
mod parts;

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::random::Random;

/// The most URLs that a sitemap may list, and the size of most inputs.
pub(crate) const FULL: u64 = 50_000;

/// How many files [`small`] makes, and how many URLs are in each.
pub(crate) const SMALL: (u64, u64) = (100, 100);

/// How many sitemaps [`set`] makes beside the index.
pub(crate) const SET: u64 = 20;

/// Where the sitemaps are served.
pub(crate) const SITE: &str = "https://tidepool.page/";

const HEAD: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

/// What a file is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// `loc`, `lastmod`, `changefreq` and `priority`: 216 bytes per URL. One URL in five has an `&amp;`.
    Plain,
    /// The same without `&amp;`.
    Clean,
    /// The same with long URLs: 1,000 bytes per URL.
    Long,
    /// An image, a video and the page's other languages: 1,000 bytes per URL.
    Extensions,
    /// A comment before each element: 1,000 bytes per URL.
    Comments,
    /// A blank in the URL, a month 13, a priority above 1.
    Defects,
    /// [`Content::Plain`] without line ends.
    OneLine,
    /// A text sitemap: a URL on each line.
    Text,
    /// An index: `loc` and `lastmod` of sitemaps.
    Index,
}

impl Content {
    /// What the root's start tag begins with; a text has none.
    fn root(self) -> Option<&'static str> {
        match self {
            Self::Text => None,
            Self::Index => Some("sitemapindex"),
            _ => Some("urlset"),
        }
    }

    /// About how many bytes an entry has, at most.
    fn per_url(self) -> usize {
        match self {
            Self::Long | Self::Extensions | Self::Comments => 1060,
            _ => 240,
        }
    }
}

/// A sitemap of `urls` URLs.
pub(crate) fn file(content: Content, urls: u64) -> String {
    file_from(content, 0, urls)
}

/// A sitemap of the URLs from number `first` on.
fn file_from(content: Content, first: u64, urls: u64) -> String {
    let mut random = Random::of(0x5EED ^ first);
    let mut text = String::with_capacity(urls as usize * content.per_url() + 1024);
    if let Some(root) = content.root() {
        text.push_str(&HEAD.replace("urlset", root));
    }
    if content == Content::Extensions {
        text.push_str(parts::EXTENSIONS);
    }
    if content.root().is_some() {
        text.push_str(">\n");
    }
    for number in first..first + urls {
        match content {
            Content::Plain | Content::OneLine => entries::plain(&mut text, &mut random, number),
            Content::Clean => entries::clean(&mut text, &mut random, number),
            Content::Long => entries::long(&mut text, &mut random, number),
            Content::Extensions => entries::extensions(&mut text, &mut random, number),
            Content::Comments => entries::comments(&mut text, &mut random, number),
            Content::Defects => entries::defects(&mut text, &mut random, number),
            Content::Text => entries::line(&mut text, &mut random, number),
            Content::Index => entries::sitemap(&mut text, &mut random, number),
        }
    }
    if let Some(root) = content.root() {
        let _ = writeln!(text, "</{root}>");
    }
    if content == Content::OneLine {
        text = text.split('\n').map(str::trim_start).collect();
    }
    text
}

/// Small sitemaps, as sites have them that give each section its own.
pub(crate) fn small() -> Vec<String> {
    let (files, urls) = SMALL;
    (0..files).map(|index| file_from(Content::Plain, index * urls, urls)).collect()
}

/// An index and the sitemaps it lists, by name.
pub(crate) fn set(urls: u64) -> Vec<(String, String)> {
    let name = |index: u64| format!("sitemap-{:02}.xml", index + 1);
    let mut index = HEAD.replace("<urlset", "<sitemapindex");
    index.push_str(">\n");
    for child in 0..SET {
        let _ = writeln!(index, "  <sitemap>\n    <loc>{SITE}{}</loc>\n  </sitemap>", name(child));
    }
    index.push_str("</sitemapindex>\n");
    let children = (0..SET).map(|child| (name(child), file_from(Content::Plain, child * urls, urls)));
    std::iter::once(("sitemap-index.xml".to_owned(), index)).chain(children).collect()
}

/// `text` in gzip, as servers keep it.
pub(crate) fn gzip(text: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    // A vector takes whatever is written to it.
    let _ = gzip.write_all(text.as_bytes());
    gzip.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests;
