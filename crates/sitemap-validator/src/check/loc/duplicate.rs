//! URLs listed twice: `loc-duplicate`, `loc-duplicate-equivalent`, `loc-duplicate-variant`, and
//! `index-duplicate-sitemap` in an index.
//!
//! Only the span and a hash of each URL are kept. URLs with the same hash are read again and compared.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::kept::{Keys, UrlSpan, Urls};
use super::merge;
use crate::check::{Entry, Extent};
use crate::diagnostic::Diagnostic;
use crate::facts::identity;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::url::Scheme;
use crate::value::url::normal::{Relation, relate};
use crate::xml::content::decode;

/// The maximum number of URLs with the same key that are compared.
const CHAIN: usize = 8;

/// The number of times by which an earlier entry may be longer than a later one with which it is compared, and the number
/// of bytes it may have anyway: many entries may be compared with one.
const LONGER: usize = 4;
const SHORT: usize = 4096;

/// The usual number of bytes per entry, and the usual maximum number of entries.
const USUAL_LENGTH: usize = 256;
const MOST: usize = 50_000;

#[derive(Debug, Clone, Copy)]
pub(super) struct EntryUrl {
    key: u64,
    /// The key without the fragment, if there is one.
    pub(super) without_fragment: Option<u64>,
    url: Span,
    plain: bool,
    scheme: Scheme,
    /// True in an index.
    pub(super) index: bool,
    /// The result of [`facts::identity`](crate::facts::identity); only if a set or alternates need it.
    pub(super) identity: u64,
    /// The number of its host.
    pub(super) host: u32,
}

impl EntryUrl {
    pub(super) const fn new(url: Span, key: u64, plain: bool, scheme: Scheme) -> Self {
        Self { key, without_fragment: None, url, plain, scheme, index: false, identity: 0, host: 0 }
    }
}

impl EntryUrl {
    /// Its location.
    pub(super) const fn place(&self) -> Span {
        self.url
    }
}

/// The URLs listed so far.
#[derive(Debug, Default)]
pub(super) struct Listing {
    first: Keys,
    all: Urls,
    /// The next URL with the same key.
    next: BTreeMap<u32, u32>,
}

impl Listing {
    /// Records the URL of an entry, and reports it if it is a duplicate.
    pub(super) fn add(&mut self, listed: EntryUrl, entry: &Entry, source: &str, reporter: &mut Reporter<'_>) {
        let index = self.all.len();
        if index == 0 {
            // Reserves memory for the expected number of entries.
            self.first.reserve((source.len() / USUAL_LENGTH).min(MOST));
        }
        let EntryUrl { url, plain, scheme, .. } = listed;
        self.all.push(UrlSpan { url, element: entry.extent.span(), plain, scheme });
        let head = self.first.insert(listed.key, index);
        if head.is_none() && listed.without_fragment.is_none() {
            return;
        }
        self.added(listed, index, head, entry, source, reporter);
    }

    /// Searches the chain from `head` for the URL, then the chain of the URL without its fragment.
    #[cold]
    fn added(
        &mut self,
        listed: EntryUrl,
        index: u32,
        head: Option<u32>,
        entry: &Entry,
        source: &str,
        reporter: &mut Reporter<'_>,
    ) {
        let text = read(source, listed.url, listed.plain);
        let mut relation = Relation::Different;
        if let Some(head) = head {
            let (found, earlier, last) = self.compare(head, &text, source);
            relation = found;
            if let Some(earlier) = earlier {
                report(relation, listed, entry, earlier, source, reporter);
            }
            // The chain keeps one URL of each spelling.
            if relation > Relation::Equivalent
                && let Some(last) = last
            {
                self.next.insert(last, index);
            }
        }
        // The URL is new, but without its fragment it may be another spelling of an earlier one.
        if relation == Relation::Different
            && let Some(key) = listed.without_fragment
            && let Some(head) = self.first.get(key)
            && head != index
        {
            let base = before_fragment(&text);
            let (relation, earlier, _) = self.compare(head, base, source);
            if relation == Relation::Equivalent
                && let Some(earlier) = earlier
            {
                report(relation, listed, entry, earlier, source, reporter);
            }
        }
    }

    /// True if a URL with this key is listed.
    pub(super) fn has(&self, key: u64) -> bool {
        self.first.get(key).is_some()
    }

    /// True if the same URL without the fragment is listed.
    pub(super) fn has_without_fragment(&self, listed: &EntryUrl, source: &str) -> bool {
        let text = read(source, listed.url, listed.plain);
        let head = listed.without_fragment.and_then(|key| self.first.get(key));
        head.is_some_and(|head| self.compare(head, before_fragment(&text), source).0 <= Relation::Equivalent)
    }

    /// The closest relation of `text` to the URLs in the chain from `head`, that URL, and the end of
    /// the chain if another URL fits.
    fn compare(&self, head: u32, text: &str, source: &str) -> (Relation, Option<UrlSpan>, Option<u32>) {
        let mut best = (Relation::Different, None);
        let mut at = head;
        for _ in 0..CHAIN {
            let Some(kept) = self.all.get(at) else { break };
            let is_long = kept.url.len() > most_beside(text.len());
            let relation =
                if is_long { Relation::Different } else { relate(&read(source, kept.url, kept.plain), text) };
            if relation < best.0 {
                best = (relation, Some(kept));
            }
            match self.next.get(&at) {
                Some(&next) if relation != Relation::Same => at = next,
                _ => return (best.0, best.1, Some(at)),
            }
        }
        (best.0, best.1, None)
    }

    /// The URLs so far: identity, span and entry.
    pub(super) fn all<'s>(&'s self, source: &'s str) -> impl Iterator<Item = (u64, Span, Span)> + 's {
        let identity = |kept: &UrlSpan| identity(&read(source, kept.url, kept.plain));
        self.all.iter().map(move |kept| (identity(&kept), kept.url, kept.element))
    }

    /// The spans of the schemes of all URLs with `scheme`, if the source contains the URL as it is read.
    pub(super) fn schemes(&self, scheme: Scheme) -> impl Iterator<Item = Span> + '_ {
        let length = scheme.name().len();
        self.all.iter().filter(move |kept| kept.scheme == scheme && kept.plain).map(move |kept| {
            let start = kept.url.start as usize;
            Span::new(start, start + length)
        })
    }
}

fn report(
    relation: Relation,
    listed: EntryUrl,
    entry: &Entry,
    earlier: UrlSpan,
    source: &str,
    reporter: &mut Reporter<'_>,
) {
    use rules::{index_duplicate_sitemap as of_sitemap, loc_duplicate as of_page};
    let (place, index) = (listed.url, listed.index);
    let (url, other) = (listed.url, earlier.url);
    let first = |found: Diagnostic| found.related(earlier.url, "first listed here");
    let delete = entry.extent.delete(source);
    // True if nothing but the URL could differ. What only the second entry has would be lost.
    let has_same_rest = || {
        let here = (entry.extent.span(), Some(listed.url));
        is_same(source, here, (earlier.element, Some(earlier.url))) && !has_more(source, entry, listed.url)
    };
    let mut found = match relation {
        Relation::Same
            if is_alike(source, entry.extent.span(), earlier.element)
                || !matches!(entry.extent, Extent::Line(_)) && has_same_rest() =>
        {
            let found = if index { of_sitemap(place, url) } else { of_page(place, url) };
            first(found).safe(delete).copy_of(earlier.element)
        }
        Relation::Same => {
            let most = most_beside(entry.extent.span().len());
            let dates = entry.lastmod.and_then(|here| Some((here, lastmod(source, earlier.element, most)?)));
            let differ = dates.filter(|(here, there)| source.get(here.range()) != source.get(there.range()));
            let merged = || {
                (earlier.element.len() <= most).then(|| merge::edits(source, entry.extent, earlier.element)).flatten()
            };
            if let Some((here, there)) = differ {
                let message = if index { of_sitemap::other_date } else { of_page::other_date };
                first(message(place, url, here, there)).related(there, "another date here")
            } else if let Some(edits) = merged() {
                let message = if index { of_sitemap::mergeable } else { of_page::mergeable };
                first(message(place, url)).suggest(edits)
            } else {
                first(if index { of_sitemap::differing(place, url) } else { of_page::differing(place, url) })
            }
        }
        Relation::Equivalent => {
            let message = if index { of_sitemap::equivalent } else { rules::loc_duplicate_equivalent };
            let found = first(message(place, url, other));
            if has_same_rest() { found.suggest(delete) } else { found }
        }
        Relation::OtherScheme if !index => first(rules::loc_duplicate_variant::scheme(place, url, other)),
        Relation::Variant if !index => first(rules::loc_duplicate_variant(place, url, other)),
        _ => return,
    };
    found.entry = entry.number;
    reporter.report(found);
}

fn before_fragment(url: &str) -> &str {
    url.find('#').and_then(|at| url.get(..at)).unwrap_or(url)
}

/// True for a line with more than its URL.
fn has_more(source: &str, entry: &Entry, url: Span) -> bool {
    matches!(entry.extent, Extent::Line(line) if source.at(line).trim() != source.at(url))
}

/// True if two entries are the same, except for white space between their elements.
pub(super) fn is_alike(source: &str, one: Span, earlier: Span) -> bool {
    is_same(source, (one, None), (earlier, None))
}

/// True if the [`pieces`] of an entry and of an earlier one are the same.
fn is_same(source: &str, one: (Span, Option<Span>), earlier: (Span, Option<Span>)) -> bool {
    let is_long = earlier.0.len() > most_beside(one.0.len());
    !is_long && pieces(source, one.0, one.1).eq(pieces(source, earlier.0, earlier.1))
}

/// The number of bytes of earlier text that is compared with text of this length.
const fn most_beside(length: usize) -> usize {
    LONGER * length + SHORT
}

/// The tags of an entry, each with the trimmed text after it but for `url`, which may be in a CDATA section; only text before
/// the first tag and in text files.
fn pieces(source: &str, element: Span, url: Option<Span>) -> impl Iterator<Item = (&str, &str)> {
    let mut at = element.start as usize;
    source.at(element).split('<').filter_map(move |part| {
        let range = at..at + part.len();
        at = range.end + 1;
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        let has_url = url.is_some_and(|url| range.contains(&(url.start as usize)));
        let is_section = has_url && tag.starts_with("![CDATA[");
        (!is_section).then(|| (tag.trim(), if has_url { "" } else { text.trim() }))
    })
}

/// The span of the `lastmod` in the first `most` bytes of an earlier entry.
fn lastmod(source: &str, element: Span, most: usize) -> Option<Span> {
    const TAG: &str = "lastmod>";
    let text = source.get(element.range())?;
    let text = text.at(..text.floor_char_boundary(most));
    let start = text.find(TAG)? + TAG.len();
    let value = text.get(start..)?.split('<').next()?;
    let trimmed = value.trim();
    let start = element.start as usize + start + (value.len() - value.trim_start().len());
    (!trimmed.is_empty()).then(|| Span::new(start, start + trimmed.len()))
}

/// The URL at `span`; `plain` is true if nothing needs to be decoded.
fn read(source: &str, span: Span, plain: bool) -> Cow<'_, str> {
    let raw = source.at(span);
    if plain { Cow::Borrowed(raw) } else { Cow::Owned(decode(raw).0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_compared_without_white_space_between_elements() {
        let source = "<url><loc>a b</loc> </url><url>\n<loc> a b</loc></url><url><loc>ab</loc></url>";
        let spans: Vec<Span> = source
            .match_indices("<url>")
            .map(|(at, _)| {
                let end = source[at..].find("</url>").unwrap() + at + 6;
                Span::new(at, end)
            })
            .collect();
        assert!(is_alike(source, spans[0], spans[1]));
        assert!(!is_alike(source, spans[0], spans[2]));
    }
}
