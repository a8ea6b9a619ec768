//! Plain URLs: of an origin met before, and such that no rule has anything to say about them by themselves.

use super::duplicate::Listed;
use super::{Locs, length, names_sitemap, parameter};
use crate::check::{Field, UrlRole, robots};
use crate::facts;
use crate::profile::Options;
use crate::span::Span;
use crate::value::url::key;
use crate::value::url::scan::{Seen, scan};

/// The longest URL that is taken for plain: no limit of any engine is below.
pub(crate) const LONGEST: usize = 255;

/// The plain URL of a page, judged but not noted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page<'u> {
    url: &'u str,
    origin: usize,
    key: u64,
}

/// True for a plain URL; it is noted for its entry.
pub(super) fn check(field: &Field<'_>, role: UrlRole, locs: &mut Locs, options: &Options) -> bool {
    let url = field.value.text;
    if role == UrlRole::Page {
        let Some(page) = page(url, Seen::default(), locs, options) else { return false };
        note(&page, field.value.whole(), field.value.is_plain(), locs);
        return true;
    }
    let Some((index, origin, rest)) = locs.origins.latest(matches!(role, UrlRole::Sitemap | UrlRole::Item), url) else {
        return false;
    };
    if !origin.clean || url.len() > LONGEST || !scan(rest.as_bytes()).is_clean_but_for_query() {
        return false;
    }
    let blocked = || origin.robots.is_some_and(|index| robots::blocks_plain(index, rest, options));
    match role {
        UrlRole::Other | UrlRole::Alternate => true,
        UrlRole::Thumbnail | UrlRole::Image | UrlRole::Media => !blocked(),
        // An index is short, and its names are looked at.
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

/// Judges the URL of a page as it is written in element content; `None` when it is not plain. Nothing is noted.
pub(crate) fn written<'u>(url: &'u str, locs: &Locs, options: &Options) -> Option<Page<'u>> {
    page(url, Seen::AMPERSAND, locs, options)
}

/// Judges the URL of a page; `None` when it is not plain, or holds one of `others`. Nothing is noted.
fn page<'u>(url: &'u str, others: Seen, locs: &Locs, options: &Options) -> Option<Page<'u>> {
    let (index, origin, rest) = locs.origins.latest(true, url)?;
    if !origin.clean || !origin.in_scope || !origin.normal || !(length::SHORTEST..=LONGEST).contains(&url.len()) {
        return None;
    }
    let seen = scan(rest.as_bytes());
    if !seen.is_clean_but_for_query() || seen.has(others) {
        return None;
    }
    let (path, query) = if seen.is_clean() { (rest, "") } else { rest.split_once('?').unwrap_or((rest, "")) };
    if names_sitemap(path) || !query.is_empty() && !parameter::is_clean(query) {
        return None;
    }
    let key = key::of(url);
    let special = locs.own.as_ref().is_some_and(|own| !own.covers_plain(path) || own.is(url, key));
    let blocked = || origin.robots.is_some_and(|index| robots::blocks_plain(index, rest, options));
    (!special && !blocked()).then_some(Page { url, origin: index, key })
}

/// Notes a page whose URL stands at `place`, for its entry; `as_read` when it stands there as it is.
fn note(page: &Page<'_>, place: Span, as_read: bool, locs: &mut Locs) {
    count(page.origin, locs);
    let Some(origin) = locs.origins.get(page.origin).filter(|_| locs.waiting.url.is_none()) else { return };
    let mut listed = Listed::new(place, page.key, as_read, origin.scheme);
    listed.host = origin.host_key;
    if locs.identify {
        // Such a URL has a path, and is in normal form.
        listed.identity = facts::identity_of_normal(page.url);
    }
    locs.waiting.url = Some(listed);
}

/// Counts one more URL of an origin.
fn count(origin: usize, locs: &mut Locs) {
    if let Some(origin) = locs.origins.get_mut(origin) {
        origin.count += 1;
    }
}

impl Locs {
    /// True when plain URLs can be told from others, and nothing waits for the end of an entry.
    pub(crate) fn takes_plain_pages(&self) -> bool {
        self.markup && self.origins.has_listed() && self.waiting.url.is_none() && !self.waiting.more
    }

    /// Notes a plain page, whose URL stands at `place` as it is, for the entry that is being read.
    pub(crate) fn plain_page(&mut self, page: &Page<'_>, place: Span) {
        self.totals.pages += 1;
        note(page, place, true, self);
    }
}
