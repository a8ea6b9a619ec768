//! From one format to another: a list or a feed to a sitemap, a sitemap to a list, a sitemap that is too large to an
//! index and its parts, several sitemaps to an index of them.
//!
//! What cannot be read is left out and counted; what was read is written so that it validates.

mod read;
mod split;
mod write;

use crate::check::limits;
use crate::profile::Options;
use crate::set::Member;
use crate::source::Source;

pub use split::split;

use read::{Pages, read};
use write::{Part, Parts};

/// How many URLs a file may list.
const MOST_URLS: usize = limits::ENTRIES as usize;

/// How large a file may be, in bytes.
const MOST_BYTES: usize = limits::BYTES as usize;

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name, without folders.
    pub name: String,
    /// Its text, UTF-8.
    pub text: String,
}

/// What came of a conversion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// The files; an index comes first.
    pub files: Vec<File>,
    /// How many URLs are in them.
    pub entries: u64,
    /// How many entries have no complete URL, and were left out.
    pub left_out: u64,
}

/// Why there is nothing to convert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It holds no entry with a complete URL.
    Nothing,
    /// It is no sitemap, no feed and no list: an index has no pages, and other files have no entries.
    NoSitemap,
    /// It is not well-formed XML, or was not read to its end: parts of it would be lost.
    Broken,
    /// It is within the limits already.
    Small,
    /// None of the files has a known address.
    NoAddress,
}

impl Refusal {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Nothing, Self::NoSitemap, Self::Broken, Self::Small, Self::NoAddress];

    /// The same as a sentence.
    pub const fn sentence(self) -> &'static str {
        match self {
            Self::Nothing => "There is no entry with a complete URL in it.",
            Self::NoSitemap => "It is no sitemap, feed or list of URLs.",
            Self::Broken => "It cannot be read to its end. Repair the XML first.",
            Self::Small => "It is within the limits: at most 50,000 URLs and 50 MB.",
            Self::NoAddress => "The addresses of the files are not known.",
        }
    }
}

/// A text list or a feed, or a sitemap anew, as an XML sitemap; as an index and several, when there are too many URLs.
///
/// # Errors
/// When there is nothing to write.
pub fn to_sitemap(name: &str, source: &Source, options: &Options) -> Result<Converted, Refusal> {
    Ok(sitemap(name, &read(source, options)?, options))
}

/// `pages` as an XML sitemap, or an index and several.
fn sitemap(name: &str, pages: &Pages, options: &Options) -> Converted {
    let mut parts = Parts::new(name, options, write::START.to_owned(), write::END.to_owned());
    for page in &pages.entries {
        parts.add(&write::url(page), page);
    }
    Converted { files: parts.finish(), entries: pages.entries.len() as u64, left_out: pages.left_out }
}

/// A sitemap or a feed as a text sitemap: one URL a line; as several, when there are too many.
///
/// # Errors
/// When there is nothing to write.
pub fn to_text(name: &str, source: &Source, options: &Options) -> Result<Converted, Refusal> {
    let pages = read(source, options)?;
    let mut parts: Vec<String> = vec![String::new()];
    let mut count = 0;
    for page in &pages.entries {
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
    Ok(Converted { files, entries: pages.entries.len() as u64, left_out: pages.left_out })
}

/// An index of the sitemaps among `members` whose addresses are known, with the latest date in each.
///
/// # Errors
/// When there is none.
pub fn index_of(members: &[Member]) -> Result<File, Refusal> {
    let sitemaps = members.iter().filter(|member| member.is_sitemap());
    let part = |member: &Member| {
        Some(Part { address: member.address.clone()?, newest: member.newest_date().map(str::to_owned) })
    };
    let parts: Vec<Part> = sitemaps.filter_map(part).collect();
    if parts.is_empty() {
        return Err(Refusal::NoAddress);
    }
    Ok(File { name: "sitemap_index.xml".to_owned(), text: write::index(&parts) })
}

#[cfg(test)]
mod tests;
