//! The listed pages whose content changed.

use std::collections::HashMap;

use sitemap_validator_protocol::http::Entry;

use super::{PageFile, Site};
use crate::address::Address;

/// What is known of the content of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The hash of what it says: see [`content`](crate::content::content).
    Of(u64),
    /// Search engines may not index a page at this URL: there is none, or it redirects, has noindex or another canonical URL.
    Excluded,
    /// The file is not HTML, or has no text, or it is not known what the host sends.
    Unknown,
}

/// The listed pages whose content changed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Those that are new or say something else, as listed.
    pub urls: Vec<String>,
    /// The number of [`Content::Excluded`].
    pub excluded: u64,
    /// The number of [`Content::Unknown`].
    pub unknown: u64,
}

impl Changed {
    /// Adds a listed URL, with the content of its page `before` this version, if it had one.
    pub fn add(&mut self, url: &str, now: Content, before: Option<u64>) {
        match now {
            Content::Of(content) if before == Some(content) => {}
            Content::Of(_) => self.urls.push(url.to_owned()),
            Content::Excluded => self.excluded += 1,
            Content::Unknown => self.unknown += 1,
        }
    }
}

impl Site {
    /// The content of the page at a listed URL. It must have been read with its content.
    pub fn content(&self, listed: &str, pages: &HashMap<String, PageFile>) -> Content {
        let Some(page) = self.page(listed, Entry::default(), pages) else { return Content::Unknown };
        let is_own = |canonical: &String| Address::parse(canonical) == Address::parse(listed);
        let is_open = page.noindex.is_none() && page.until.is_none() && page.refresh.is_none();
        if !page.http.is_ok() || !page.http.hops.is_empty() || !is_open || !page.canonical.as_ref().is_none_or(is_own) {
            return Content::Excluded;
        }
        let read = page.built.and_then(|built| pages.get(&built.file)?.content);
        read.map_or(Content::Unknown, Content::Of)
    }
}
