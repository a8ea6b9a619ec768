//! Conversions: a list or a feed to a sitemap, a sitemap to a list, a sitemap that is too large to an
//! index and its parts, several sitemaps to an index of them.
//!
//! All safe fixes are applied first. The entries of a sitemap are copied unchanged, with their extensions; those
//! of lists and feeds are created. Values that a format does not support are left out and listed.

mod read;
mod split;
mod write;

use std::collections::BTreeMap;

use crate::check::limits;
use crate::elements::{Core, Root};
use crate::options::Options;
use crate::set::Member;
use crate::source::Source;

pub use split::split;

use read::{Pages, read};
use write::Parts;

/// The maximum number of URLs in a file.
const MOST_URLS: usize = limits::ENTRIES as usize;

/// The maximum size of a file in bytes.
const MOST_BYTES: usize = limits::BYTES as usize;

/// A new file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name, without folders.
    pub name: String,
    /// Its text, UTF-8.
    pub text: String,
}

/// The result of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// The files; an index is the first one.
    pub files: Vec<File>,
    /// The number of URLs in them.
    pub entries: u64,
    /// The number of entries that were left out because they have no complete URL.
    pub left_out: u64,
    /// Other omissions: names of elements, and the number of entries with them.
    pub omitted: BTreeMap<String, u64>,
}

/// Why a file cannot be converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It contains no entry with a complete URL.
    Nothing,
    /// It is not a sitemap, a feed or a list.
    NoSitemap,
    /// It is not well-formed XML, or was not read to its end: parts of it would be lost.
    Broken,
    /// Its entries are nested in each other, so that they cannot be copied one by one.
    Nested,
    /// The text before its first entry is too long to be copied into each part.
    LongHead,
    /// It is within the limits already.
    Small,
    /// No file has a known URL.
    NoAddress,
}

impl Refusal {
    /// All reasons, in the order of the variants.
    pub const ALL: [Self; 7] =
        [Self::Nothing, Self::NoSitemap, Self::Broken, Self::Nested, Self::LongHead, Self::Small, Self::NoAddress];

    /// The reason as a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Nothing => "It has no entry with a full URL.",
            Self::NoSitemap => "It is not a sitemap, feed or list of URLs.",
            Self::Broken => "It cannot be read to the end. Fix the XML first.",
            Self::Nested => "Its entries are nested in each other. Fix that first.",
            Self::LongHead => "The text before its first entry is too long to be copied into each part.",
            Self::Small => {
                "It does not need to be split: it is within the limits of 50,000 URLs and 50 MiB. Nothing was written."
            }
            Self::NoAddress => "The URLs of the files are not known.",
        }
    }
}

/// A text list, a feed or a sitemap as a new XML sitemap; as an index and several sitemaps if there are too many URLs.
///
/// # Errors
/// If the file is not a sitemap, a feed or a list, or has no entry with a complete URL.
pub fn to_sitemap(name: &str, source: &Source, options: &Options) -> Result<Converted, Refusal> {
    let pages = read(source, options)?;
    Ok(split::copied(name, &pages, options).unwrap_or_else(|_| sitemap(name, &pages, options)))
}

/// `pages` as an XML sitemap, or as an index and several sitemaps.
fn sitemap(name: &str, pages: &Pages, options: &Options) -> Converted {
    let mut parts = Parts::new(name, options, Root::Urlset.start(""), Root::Urlset.end());
    for page in pages.exact() {
        parts.add(&write::url(page), page);
    }
    pages.converted(parts.finish(), Some(&Core::ALL))
}

/// A sitemap or a feed as a text sitemap with one URL per line; as several if there are too many.
///
/// # Errors
/// If the file is not a sitemap, a feed or a list, or has no entry with a complete URL.
pub fn to_text(name: &str, source: &Source, options: &Options) -> Result<Converted, Refusal> {
    let pages = read(source, options)?;
    if pages.exact().next().is_none() {
        return Err(Refusal::Nothing);
    }
    let mut parts: Vec<String> = vec![String::new()];
    let mut count = 0;
    for page in pages.exact() {
        let full = count == MOST_URLS || parts.last().is_some_and(|part| part.len() + page.url.len() + 1 > MOST_BYTES);
        if full {
            parts.push(String::new());
            count = 0;
        }
        count += 1;
        if let Some(part) = parts.last_mut() {
            part.push_str(&page.url);
            part.push('\n');
        }
    }
    let stem = write::stem(name);
    let several = parts.len() > 1;
    let file = |(number, text): (usize, String)| File {
        name: if several { format!("{stem}-{}.txt", number + 1) } else { format!("{stem}.txt") },
        text,
    };
    let files = parts.into_iter().enumerate().map(file).collect();
    Ok(pages.converted(files, Some(&[Core::Loc])))
}

/// An index of the files of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    /// The index; several indexes if there are more sitemaps than one may list.
    pub files: Vec<File>,
    /// The members that are not in it: no sitemap, a sitemap that crawlers cannot read, or one whose URL is not known.
    pub left_out: Vec<usize>,
}

/// An index, without `lastmod`, of the sitemaps among `members` whose URLs are known.
///
/// # Errors
/// If no sitemap has a known URL.
pub fn index_of(members: &[Member]) -> Result<Index, Refusal> {
    let mut left_out = Vec::new();
    let mut addresses: Vec<&str> = Vec::new();
    for (number, member) in members.iter().enumerate() {
        match member.url.as_deref().filter(|_| member.is_sitemap() && member.readable) {
            Some(address) => addresses.push(address),
            None => left_out.push(number),
        }
    }
    if addresses.is_empty() {
        return Err(Refusal::NoAddress);
    }
    let texts = write::indexes(&addresses);
    let several = texts.len() > 1;
    let file = |(number, text): (usize, String)| File {
        name: if several { format!("sitemap_index-{}.xml", number + 1) } else { "sitemap_index.xml".to_owned() },
        text,
    };
    Ok(Index { files: texts.into_iter().enumerate().map(file).collect(), left_out })
}

#[cfg(test)]
mod tests;
