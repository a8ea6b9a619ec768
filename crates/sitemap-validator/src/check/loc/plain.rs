//! Plain URLs: their origin is known, and no rule on single URLs can report them.

use memchr::memchr;

use super::duplicate::EntryUrl;
use super::{Locs, length, names_sitemap, parameter, placeholder};
use crate::check::{Field, UrlRole, robots};
use crate::facts;
use crate::options::Options;
use crate::span::Span;
use crate::value::url::key;
use crate::value::url::scan::{look, scan};

/// A plain URL of a page, checked but not recorded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    origin: usize,
    key: u64,
    /// See [`facts::identity`]; only if a set or alternates need it.
    identity: u64,
    /// True if the source contains the URL as it is read.
    as_read: bool,
}

/// Records a plain URL for its entry; false if the URL is not plain.
pub(super) fn check(field: &Field<'_>, role: UrlRole, locs: &mut Locs, options: &Options) -> bool {
    let url = field.value.text;
    if role == UrlRole::Page {
        let Some(page) = page(url, field.value.is_plain(), locs, options) else { return false };
        note(&page, field.value.whole(), locs);
        return true;
    }
    let Some((index, origin, rest)) = locs.origins.latest(matches!(role, UrlRole::Sitemap | UrlRole::Item), url) else {
        return false;
    };
    if !origin.clean || url.len() >= length::LONGEST {
        return false;
    }
    let seen = look(rest.as_bytes());
    let is_clean = seen.is_clean || scan(rest.as_bytes()).is_clean_but_for_query();
    if !is_clean || seen.may_lack_value && placeholder::may_be_in(rest) {
        return false;
    }
    let blocked = || origin.robots.is_some_and(|index| robots::blocks_plain(index, rest, options));
    match role {
        UrlRole::Other | UrlRole::Alternate => true,
        UrlRole::Thumbnail | UrlRole::Image | UrlRole::Media => !blocked(),
        // The URLs of an index are always checked in full.
        UrlRole::Sitemap | UrlRole::Page => false,
        UrlRole::Item => {
            let path = rest.split('?').next().unwrap_or_default();
            let elsewhere = locs.own.as_ref().is_some_and(|own| !own.covers_plain(path));
            if !origin.in_scope || elsewhere || blocked() {
                return false;
            }
            count(index, locs);
            true
        }
    }
}

/// Checks the URL of a page as written in element content; `None` if it is not plain. Records nothing.
pub(crate) fn written(content: &str, locs: &mut Locs, options: &Options) -> Option<Page> {
    if memchr(b'&', content.as_bytes()).is_none() {
        return page(content, true, locs, options);
    }
    let mut url = std::mem::take(&mut locs.decoded);
    let found = decode(content, &mut url).and_then(|()| page(&url, false, locs, options));
    locs.decoded = url;
    found
}

/// Decodes `content` into `url`; `None` if it contains a reference other than `&amp;`.
fn decode(content: &str, url: &mut String) -> Option<()> {
    url.clear();
    let mut rest = content;
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        url.push_str(rest.get(..=at)?);
        rest = rest.get(at..)?.strip_prefix("&amp;")?;
    }
    url.push_str(rest);
    Some(())
}

/// Checks the URL of a page; `None` if it is not plain. `as_read` is true if nothing was decoded. Records nothing.
fn page(url: &str, as_read: bool, locs: &Locs, options: &Options) -> Option<Page> {
    let (index, origin, rest) = locs.origins.latest(true, url)?;
    let lengths = length::SHORTEST..=length::unremarkable(options.profiles);
    if !origin.clean || !origin.in_scope || !origin.normal || !lengths.contains(&url.len()) {
        return None;
    }
    let (path, query) = match memchr(b'?', rest.as_bytes()) {
        Some(at) => (rest.get(..at)?, rest.get(at + 1..)?),
        None => (rest, ""),
    };
    let mut may_lack_value = false;
    let mut is_clean = |part: &str| {
        let seen = look(part.as_bytes());
        may_lack_value |= seen.may_lack_value;
        seen.is_clean || scan(part.as_bytes()).is_clean_but_for_query()
    };
    if !is_clean(path) || !query.is_empty() && !is_clean(query) {
        return None;
    }
    if names_sitemap(path)
        || names_error_page(path)
        || may_lack_value && placeholder::may_be_in(rest)
        || !query.is_empty() && !parameter::is_clean(query)
    {
        return None;
    }
    let key = if path.len() == rest.len() { key::of_bare(origin.bare_of(url)) } else { key::of(url) };
    let special = locs.own.as_ref().is_some_and(|own| !own.covers_plain(path) || own.is(url, key));
    let blocked = || origin.robots.is_some_and(|index| robots::blocks_plain(index, rest, options));
    if special || blocked() {
        return None;
    }
    // The URL has a path and is in normal form.
    let identity = if locs.identify { facts::identity_of_normal(url) } else { 0 };
    Some(Page { origin: index, key, identity, as_read })
}

/// True if the path may be that of an error page.
fn names_error_page(path: &str) -> bool {
    let end = |suffix: &str| path.len().checked_sub(suffix.len());
    let stem = match path.as_bytes().last() {
        Some(b'4') => return path.ends_with("/404"),
        Some(b'/') => end("/"),
        Some(b'l') if path.ends_with("/index.html") => end("/index.html"),
        Some(b'l') => end(".html"),
        Some(b'm' | b'p') => end(".htm"),
        _ => None,
    };
    stem.and_then(|end| path.get(..end)).is_some_and(|stem| stem.ends_with("/404"))
}

/// Records the page with the URL at `place` for its entry.
fn note(page: &Page, place: Span, locs: &mut Locs) {
    count(page.origin, locs);
    let Some(origin) = locs.origins.get(page.origin).filter(|_| locs.waiting.url.is_none()) else { return };
    let mut listed = EntryUrl::new(place, page.key, page.as_read, origin.scheme);
    listed.host = origin.host_key;
    listed.identity = page.identity;
    locs.waiting.url = Some(listed);
}

/// Counts one more URL of an origin, which the file covers.
fn count(origin: usize, locs: &mut Locs) {
    locs.uncovered.met_other();
    if let Some(origin) = locs.origins.get_mut(origin) {
        origin.count += 1;
    }
}

impl Locs {
    /// True if no finding is kept for the end of an entry.
    pub(crate) const fn is_between_entries(&self) -> bool {
        self.markup && self.waiting.url.is_none() && !self.waiting.more
    }

    /// Records the plain page with the URL at `place` for the current entry.
    pub(crate) fn plain_page(&mut self, page: &Page, place: Span) {
        self.totals.pages += 1;
        note(page, place, self);
    }
}
