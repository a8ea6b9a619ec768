//! Copies a sitemap entry by entry: if it is too large, into an index and parts within the limits.

use super::read::{Pages, read};
use super::write::Parts;
use super::{Converted, MOST_BYTES, MOST_URLS, Refusal, sitemap};
use crate::options::Options;
use crate::outcome::Kind;
use crate::source::Source;
use crate::span::At;

/// Splits a sitemap with more than 50,000 URLs or 50 MB. Its entries are copied unchanged, with extensions;
/// each part begins like the original, up to its first entry. Lists and feeds become XML sitemaps.
///
/// The index has the name of the original, so that its submission stays valid.
///
/// # Errors
/// If the file is not a sitemap, has no entry with a complete URL, is within the limits, or cannot be read to its end.
pub fn split(name: &str, source: &Source, options: &Options) -> Result<Converted, Refusal> {
    let pages = read(source, options)?;
    if pages.outcome.stats.entries as usize <= MOST_URLS && source.text().len() <= MOST_BYTES {
        return Err(Refusal::Small);
    }
    if pages.outcome.kind != Kind::Urlset {
        return Ok(sitemap(name, &pages, options));
    }
    copied(name, &pages, options)
}

/// The unchanged entries of a sitemap, in one file or several.
pub(super) fn copied(name: &str, pages: &Pages, options: &Options) -> Result<Converted, Refusal> {
    let text = pages.source.text();
    if pages.outcome.kind != Kind::Urlset || pages.outcome.well_formed != Some(true) || pages.outcome.partial {
        return Err(Refusal::Broken);
    }
    let root = pages.outcome.facts.root.ok_or(Refusal::Broken)?;
    let name_of_root = text.at(root);
    let close = tag_end(text, root.start as usize).ok_or(Refusal::Broken)?;
    let start = text.at(..=close).trim_start_matches('\u{FEFF}');
    let mut parts = Parts::new(name, options, format!("{start}\n"), format!("</{name_of_root}>\n"));
    for page in &pages.entries {
        parts.add(text.at(page.element), page);
    }
    Ok(pages.converted(parts.finish(), None))
}

/// The end of the tag that contains byte `at`: the first `>` outside of quotes.
fn tag_end(text: &str, at: usize) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate().skip(at) {
        match (byte, quote) {
            (b'"' | b'\'', None) => quote = Some(byte),
            (b'>', None) => return Some(at),
            (byte, Some(open)) if byte == open => quote = None,
            _ => {}
        }
    }
    None
}
