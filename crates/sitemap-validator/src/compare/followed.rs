//! Where old URLs lead that the new version does not list.

use std::collections::HashMap;

use sitemap_validator_protocol::comparison::{Change, Comparison, Followed, Leads};
use sitemap_validator_protocol::http::{FetchError, Http, Page};

use super::Version;
use crate::facts::identity;
use crate::value::url::{Parts, normal, percent};

/// The old URLs of pages that are gone, moved or renamed, with their new URLs. Needs a comparison that lists all rows.
pub fn to_follow(comparison: &Comparison) -> impl Iterator<Item = (&str, Option<&str>)> {
    let is_old = |change: &Change| matches!(change, Change::Gone | Change::Moved | Change::Renamed);
    let rows = comparison.rows.iter().filter(move |row| row.changes.iter().any(is_old));
    rows.filter_map(|row| Some((&*row.old.as_ref()?.url, row.new.as_ref().map(|new| &*new.url))))
}

/// Judges the answers to requests of old URLs, or what files say of them: then an answer without a status is not known.
pub fn follow(comparison: &Comparison, pages: &[Page], new: &Version) -> Vec<Followed> {
    let listed = new.identities();
    let expected: HashMap<&str, Option<&str>> = to_follow(comparison).collect();
    let followed = |page: &Page| {
        let http = &page.http;
        let refresh = page.refresh.as_ref().filter(|_| http.is_ok());
        let to = refresh.or_else(|| (!http.hops.is_empty()).then_some(&http.last));
        let expected = expected.get(&*page.listed).copied().flatten();
        let is_listed = |url: &str| listed.binary_search(&identity(url)).is_ok();
        Followed {
            url: page.listed.clone(),
            status: http.status,
            error: http.error,
            to: to.cloned(),
            redirects: (http.hops.len() + usize::from(refresh.is_some())) as u32,
            is_temporary: http.hops.iter().any(|hop| matches!(hop.status, 302 | 303 | 307)),
            leads: leads(&page.listed, expected, http, to, &is_listed),
        }
    };
    pages.iter().map(followed).collect()
}

/// A URL as clients send it: with escapes for characters that no URL contains.
pub(super) fn sent(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for character in url.chars() {
        if character.is_ascii_graphic() && !"\"<>\\^`{|}".contains(character) {
            out.push(character);
        } else {
            character.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| percent::push_escape(&mut out, byte));
        }
    }
    out
}

fn leads(
    old: &str,
    expected: Option<&str>,
    http: &Http,
    to: Option<&String>,
    is_listed: &dyn Fn(&str) -> bool,
) -> Leads {
    use FetchError::{BadRedirect, RedirectLoop, TooManyRedirects};
    if http.is_gone() || matches!(http.error, Some(BadRedirect | RedirectLoop | TooManyRedirects)) {
        return Leads::Nowhere;
    }
    // Files tell of a redirect, and nothing of the page on another site that it leads to.
    let is_end_unknown = http.status.is_none() && http.error.is_none() && to.is_some();
    if !http.is_ok() && !is_end_unknown {
        return Leads::Unknown;
    }
    match to {
        None => Leads::Itself,
        Some(to) if expected.is_some_and(|expected| is_same(expected, to)) => Leads::Listed,
        Some(to) if is_home(to) && !is_home(old) => Leads::Home,
        Some(to) if !is_listed(to) && is_end_unknown => Leads::Unknown,
        Some(to) if !is_listed(to) => Leads::Unlisted,
        Some(_) if expected.is_some() => Leads::Elsewhere,
        Some(_) => Leads::Listed,
    }
}

/// True if a redirect to `to` leads to the URL `listed`: servers escape what clients would escape, and some escape `$`.
fn is_same(listed: &str, to: &str) -> bool {
    let form = |url: &str| normal::of(url).map(|url| sent(&url).replace("%24", "$"));
    identity(listed) == identity(to) || form(listed).is_some_and(|listed| form(to) == Some(listed))
}

/// True for the URL of a home page.
fn is_home(url: &str) -> bool {
    Parts::split(url).is_some_and(|parts| normal::path(parts.path.of(url)) == "/" && parts.query.is_none())
}

impl Version {
    /// The identities of its URLs, in order.
    fn identities(&self) -> Vec<u64> {
        let entries = self.listings.iter().flat_map(|listing| &listing.entries);
        let mut identities: Vec<u64> = entries.map(|entry| entry.identity).collect();
        identities.sort_unstable();
        identities
    }
}

#[cfg(test)]
mod tests {
    use sitemap_validator_protocol::http::Hop;

    use super::*;

    #[test]
    fn answers_are_judged_by_where_they_lead() {
        let listed = |url: &str| matches!(url, "https://a.page/" | "https://a.page/new");
        let http = |status, hops: &[&str]| Http {
            status: Some(status),
            hops: hops.iter().map(|url| Hop { status: 301, location: (*url).to_owned() }).collect(),
            ..Http::new("https://a.page/old")
        };
        let to = |http: &Http| http.hops.last().map(|hop| hop.location.clone());
        for (answer, expected) in [
            (http(404, &[]), Leads::Nowhere),
            (http(410, &["https://a.page/x"]), Leads::Nowhere),
            (http(200, &[]), Leads::Itself),
            (http(200, &["https://a.page/new"]), Leads::Listed),
            (http(200, &["https://a.page"]), Leads::Home),
            (http(200, &["https://a.page/other"]), Leads::Unlisted),
            (http(503, &[]), Leads::Unknown),
            (http(403, &["https://a.page/new"]), Leads::Unknown),
            (Http { challenge: true, ..http(404, &[]) }, Leads::Unknown),
            (Http { error: Some(FetchError::RedirectLoop), ..http(301, &["https://a.page/x"]) }, Leads::Nowhere),
            (Http { error: Some(FetchError::Dns), ..http(200, &[]) }, Leads::Unknown),
            (Http { status: None, ..http(301, &["https://a.page/new"]) }, Leads::Listed),
            (Http { status: None, ..http(301, &["https://a.page/"]) }, Leads::Home),
            (Http { status: None, ..http(301, &["https://b.page/x"]) }, Leads::Unknown),
            (Http { status: None, ..http(200, &[]) }, Leads::Unknown),
        ] {
            assert_eq!(
                leads("https://a.page/old", None, &answer, to(&answer).as_ref(), &listed),
                expected,
                "{answer:?}"
            );
        }
        // It moved to another page.
        let (moved, old) = (http(200, &["https://a.page/new"]), "https://a.page/old");
        let of = |expected| leads(old, Some(expected), &moved, to(&moved).as_ref(), &listed);
        assert_eq!([of("https://a.page/new"), of("https://a.page/")], [Leads::Listed, Leads::Elsewhere]);
        let home = http(200, &["https://a.page/"]);
        assert_eq!(leads("http://a.page", None, &home, to(&home).as_ref(), &listed), Leads::Listed);
    }
}
