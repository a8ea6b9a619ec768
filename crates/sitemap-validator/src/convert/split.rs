//! Copies a sitemap entry by entry: if it is too large, into an index and parts within the limits.

use super::read::{Pages, read};
use super::write::Parts;
use super::{Converted, MOST_BYTES, MOST_URLS, Refusal, sitemap};
use crate::options::Options;
use crate::outcome::Kind;
use crate::source::Source;
use crate::span::At;
use crate::xml::chars::name_end;
use crate::xml::tokens::{Token, Tokens};

/// Splits a sitemap with more than 50,000 URLs or 50 MiB. Its entries are copied unchanged, with extensions;
/// each part begins like the original, up to the end of its root's start tag. Lists and feeds become XML sitemaps.
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
    let start = head(text, root.start as usize, close + 1).ok_or(Refusal::LongHead)?;
    if !pages.entries.iter().all(|page| is_whole(text.at(page.element))) {
        return Err(Refusal::Nested);
    }
    let mut parts = Parts::new(name, options, format!("{start}\n"), format!("</{name_of_root}>\n"));
    for page in &pages.entries {
        parts.add(text.at(page.element), page);
    }
    Ok(pages.converted(parts.finish(), None))
}

/// The number of bytes before the first entry up to which comments in them are copied into each part.
const USUAL_HEAD: usize = 64 * 1024;

/// What each part begins with: the text up to byte `end`, where the start tag of the root ends, without comments if it is
/// long; `None` if it is too long even then.
fn head(text: &str, root: usize, end: usize) -> Option<String> {
    let start = text.at(..end).trim_start_matches('\u{FEFF}');
    if start.len() <= USUAL_HEAD {
        return Some(start.to_owned());
    }
    let tag = text.at(..root).rfind('<')?;
    let mut kept = String::new();
    for token in Tokens::new(text.at(..tag), 0) {
        if let Token::Instruction(span) | Token::Doctype(span) = token {
            kept.push_str(text.at(span));
            kept.push('\n');
        }
    }
    kept.push_str(text.at(tag..end));
    (kept.len() <= USUAL_HEAD).then_some(kept)
}

/// True for an entry that ends with its own end tag: one in which another entry begins does not.
fn is_whole(entry: &str) -> bool {
    let name = |at: usize| entry.at(at..name_end(entry, at));
    entry.strip_suffix("/>").is_some_and(|rest| !rest.contains('>'))
        || entry.rfind("</").is_some_and(|end| name(end + 2) == name(1))
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
