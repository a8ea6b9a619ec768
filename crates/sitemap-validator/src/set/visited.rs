//! Pages that were requested, or read from the folder of a built site (`page-*`).

use std::collections::HashMap;

use sitemap_validator_protocol::http::{Built, Entry, FetchError, Http, Page};

use super::member::{Location, Member};
use super::twins::Twins;
use super::{Finding, Reporter};
use crate::check::http::phrase;
use crate::diagnostic::{Diagnostic, Edit};
use crate::facts::identity;
use crate::last_change::{Change, Difference};
use crate::outcome::Kind;
use crate::rules;
use crate::source::Source;
use crate::span::Span;
use crate::value::datetime;
use crate::value::rfc822;
use crate::xml::reference::escaped;

/// How many pages of a sitemap must have both dates before these are compared.
const FEWEST_DATES: usize = 3;

/// How much of a page Googlebot reads, in bytes.
pub const READ_OF_PAGE: u64 = 2 << 20;

/// Up to `most` of the pages that `members` list, spread evenly: the file and the URL of each. Also the number of all.
pub fn sample(members: &[Member], most: usize) -> (Vec<(usize, Span)>, usize) {
    let total: usize = members.iter().map(|member| member.pages.identities().len()).sum();
    let count = most.min(total);
    let mut chosen = (0..count).map(|at| at * total / count).peekable();
    let mut pages = Vec::with_capacity(count);
    let mut before = 0;
    for (file, member) in members.iter().enumerate() {
        let length = member.pages.identities().len();
        while let Some(at) = chosen.next_if(|at| *at < before + length) {
            pages.extend(member.pages.location(at - before).map(|location| (file, location.span)));
        }
        before += length;
    }
    (pages, total)
}

/// The URLs at `chosen` locations, as [`sample`] gives them, and how they are listed. `read` passes the text of a file to
/// its argument, if the file can be read.
pub fn entries(
    members: &[Member],
    chosen: &[(usize, Span)],
    mut read: impl FnMut(usize, &mut dyn FnMut(&Source)),
) -> Vec<(String, Entry)> {
    let mut urls = Vec::with_capacity(chosen.len());
    for pages in chosen.chunk_by(|one, other| one.0 == other.0) {
        let Some((file, member)) = pages.first().and_then(|(file, _)| Some((*file, members.get(*file)?))) else {
            continue;
        };
        read(file, &mut |source| {
            urls.extend(pages.iter().filter_map(|(_, span)| entry(source, member.kind, file, *span)));
        });
    }
    urls
}

/// The URL at `span` of a sitemap, as [`sample`] gives it, and how it is listed; `None` if it is written in an unusual way.
pub fn entry(source: &Source, kind: Kind, file: usize, span: Span) -> Option<(String, Entry)> {
    let (url, is_literal) = url(source, kind, span)?;
    Some((url, Entry { file, is_literal, lastmod: lastmod(source, span) }))
}

/// The URL at `span` of a sitemap, and whether it is written without escapes of XML; `None` if it is written in an unusual
/// way.
pub fn url(source: &Source, kind: Kind, span: Span) -> Option<(String, bool)> {
    let url = source.text().get(span.range())?.trim();
    let before = source.text().get(..span.start as usize)?;
    if kind == Kind::Text || before.ends_with("<![CDATA[") {
        return Some((url.to_owned(), true));
    }
    let plain = quick_xml::escape::unescape(url).ok()?;
    (!url.contains('<')).then(|| (plain.into_owned(), false))
}

/// The date beside the URL at `span` of a sitemap; `None` if there is none, or if it is written in an unusual way.
fn lastmod(source: &Source, span: Span) -> Option<String> {
    let (before, rest) = source.text().split_at_checked(span.end as usize)?;
    let begin = before.rfind("<url")?;
    let end = span.end as usize + rest.find("</url")?;
    let (_, date) = source.text().get(begin..end)?.split_once("<lastmod>")?;
    let date = date.split('<').next()?.trim();
    datetime::parse(date).map(|_| date.to_owned())
}

/// Reports what the servers of `visited` pages answered, or what their files say, at each entry of `members` that lists one.
pub(super) fn check(members: &[Member], visited: &[Page], twins: &Twins, reporter: &mut Reporter<'_>) {
    let listed = visited.iter().filter(|page| page.built.as_ref().is_none_or(|built| !built.should_be_listed));
    let known: HashMap<u64, &Page> = listed.map(|page| (identity(&page.listed), page)).collect();
    if known.is_empty() {
        return;
    }
    for (file, member) in members.iter().enumerate().filter(|(file, _)| !twins.repeats(*file)) {
        let mut dated = 0;
        let (mut newer, mut older) = (Contradicted::default(), Contradicted::default());
        for (index, identity) in member.pages.identities().iter().enumerate() {
            let Some((page, location)) = known.get(identity).copied().zip(member.pages.location(index)) else {
                continue;
            };
            let is_literal = member.kind == Kind::Text || page.entry.file == file && page.entry.is_literal;
            for diagnostic in judge(page, is_literal, location.span, reporter.options.now) {
                reporter.report(Finding { file, location, diagnostic, related: Vec::new() });
            }
            if let Some(dates) = Dates::of(page, file) {
                dated += 1;
                match dates.difference {
                    Some(Difference::Newer) => newer.add(location, dates),
                    // Servers often send the time of the request.
                    Some(Difference::Older) if dates.is_of_page => older.add(location, dates),
                    _ => {}
                }
            }
        }
        // With them, each date was compared already.
        if dated >= FEWEST_DATES && reporter.options.last_changes.is_none() {
            let found = newer.most_of(dated, |span, Dates { listed, other, is_of_page, .. }| {
                if is_of_page {
                    rules::page_lastmod_contradicted::page(span, listed, other)
                } else {
                    rules::page_lastmod_contradicted(span, listed, other)
                }
            });
            let found = found.or_else(|| {
                older.most_of(dated, |span, dates| {
                    rules::page_lastmod_contradicted::older(span, dates.listed, dates.other)
                })
            });
            if let Some((location, diagnostic)) = found {
                reporter.report(Finding { file, location, diagnostic, related: Vec::new() });
            }
        }
    }
}

/// Pages whose dates differ in the same way.
#[derive(Default)]
struct Contradicted {
    count: usize,
    first: Option<(Location, Dates)>,
}

impl Contradicted {
    fn add(&mut self, location: Location, dates: Dates) {
        self.count += 1;
        self.first.get_or_insert((location, dates));
    }

    /// The finding at the first of these pages, if they are most of `all`.
    fn most_of(self, all: usize, rule: impl Fn(Span, Dates) -> Diagnostic) -> Option<(Location, Diagnostic)> {
        let (location, dates) = self.first.filter(|_| self.count * 2 > all)?;
        Some((location, rule(location.span, dates)))
    }
}

/// The `lastmod` of a page, and when the page or its server says that it was changed.
struct Dates {
    listed: String,
    other: String,
    difference: Option<Difference>,
    /// True if the page itself names the other date.
    is_of_page: bool,
}

impl Dates {
    /// The dates of a page that this file lists; `None` if one is missing.
    fn of(page: &Page, file: usize) -> Option<Self> {
        let listed = page.entry.lastmod.as_ref().filter(|_| page.entry.file == file && page.http.is_ok())?;
        let of_page = Change::latest(&page.modified).map(|(change, date)| (change, date.to_owned()));
        let is_of_page = of_page.is_some();
        let of_server = || {
            let header = page.http.last_modified.as_ref().filter(|_| page.modified.is_empty())?;
            Some((Change::at(rfc822::parse(header)?.millis), header.clone()))
        };
        let (change, other) = of_page.or_else(of_server)?;
        let difference = change.compare(datetime::parse(listed)?);
        Some(Self { listed: listed.clone(), other, difference, is_of_page })
    }
}

/// The finding on a page that was not requested because of its robots.txt; `None` if the same would be true of the page.
fn closed(robots: &Http, span: Span) -> Option<Diagnostic> {
    let url = robots.requested.clone();
    Some(match (robots.error, robots.status) {
        (Some(_), _) if !robots.hops.is_empty() => {
            rules::page_blocked::redirect(span, url, robots.reached().to_owned())
        }
        (Some(FetchError::Timeout), _) => rules::page_unreachable::robots_timeout(span, url),
        (Some(FetchError::Cut), _) => rules::page_unreachable::robots_cut(span, url),
        (Some(_), _) => return None,
        (None, Some(200)) => rules::page_blocked::unreadable(span, url),
        (None, status) => rules::page_blocked::status(span, url, phrase(status.unwrap_or_default())),
    })
}

/// The finding on a page that gave no answer.
fn failure(http: &Http, span: Span) -> Diagnostic {
    let url = http.reached().to_owned();
    match http.error {
        Some(FetchError::Blocked) => rules::page_blocked(span),
        Some(FetchError::Dns) => rules::page_unreachable::dns(span, url),
        Some(FetchError::Refused) => rules::page_unreachable::refused(span, url),
        Some(FetchError::Tls) => rules::page_unreachable::tls(span, url),
        Some(FetchError::Timeout) => rules::page_unreachable::timeout(span, url),
        Some(FetchError::LargeHeader) => rules::page_unreachable::header(span, url),
        Some(FetchError::Malformed) => rules::page_unreachable::malformed(span, url),
        Some(FetchError::Proxy) => rules::page_unreachable::proxy(span, url),
        Some(FetchError::Private) if !http.hops.is_empty() => rules::page_unreachable::inside(span, url),
        Some(FetchError::Private) => rules::page_unreachable::private(span, url),
        Some(FetchError::RedirectLoop | FetchError::TooManyRedirects) => rules::page_unreachable::circle(span),
        Some(FetchError::BadRedirect) => rules::page_unreachable::nowhere(span),
        Some(FetchError::Cut | FetchError::TooLarge | FetchError::NotAllowed | FetchError::NoSitemap) | None => {
            rules::page_unreachable(span, url)
        }
    }
}

/// The findings on a page, whose URL is at `span` of a file, with escapes of XML unless it `is_literal`.
fn judge(page: &Page, is_literal: bool, span: Span, now: Option<i64>) -> Vec<Diagnostic> {
    let http = &page.http;
    let mut found = Vec::new();
    if let Some(error) = http.error {
        if error == FetchError::Blocked && !http.hops.is_empty() {
            found.push(rules::page_redirect(span, http.last.clone()));
        }
        let robots = page.robots.as_deref();
        found.push(robots.and_then(|robots| closed(robots, span)).unwrap_or_else(|| failure(http, span)));
        return found;
    }
    let instead = |url: &str| Edit::replace(span, if is_literal { url.to_owned() } else { escaped(url) });
    let status = http.status.unwrap_or_default();
    let is_there = (200..300).contains(&status);
    let built = page.built.as_deref();
    if !http.hops.is_empty() {
        let target = http.last.clone();
        let redirect = match built {
            None => rules::page_redirect(span, target),
            Some(Built { redirect: Some(source), .. }) => rules::page_redirect::rule(span, target, source.clone()),
            Some(built) => rules::page_redirect::name(span, target, built.file.clone()),
        };
        // A URL that leads to an error is no better one.
        found.push(if is_there { redirect.suggest(instead(&http.last)) } else { redirect });
    }
    if let Some(built) = built.filter(|_| !is_there) {
        // Of a page on another site nothing is known.
        found.extend(http.status.map(|status| match (built.gone.clone(), built.similar.clone()) {
            (Some(source), _) => rules::page_not_built::rule(span, source, phrase(status)),
            (None, Some(similar)) => rules::page_not_built::case(span, similar),
            (None, None) => rules::page_not_built(span, built.file.clone()),
        }));
        return found;
    }
    if !is_there || http.challenge {
        let shown = phrase(status);
        found.push(match status {
            _ if http.challenge => rules::page_forbidden(span, shown),
            401 | 403 | 407 | 429 => rules::page_forbidden(span, shown),
            404 | 410 => rules::page_not_found(span, shown),
            408 | 500.. => rules::page_server_error(span, shown),
            _ => rules::page_client_error(span, shown),
        });
        return found;
    }
    match (&page.noindex, &page.until) {
        (Some(source), _) => found.push(rules::page_noindex(span, source.clone())),
        (None, Some((date, source))) if is_past(date, now) => {
            found.push(rules::page_noindex::expired(span, source.clone(), date.clone()));
        }
        _ => {}
    }
    let is_own = |url: &String| [&http.last, &http.requested].map(|own| identity(own)).contains(&identity(url));
    match (page.refresh.as_ref().filter(|url| !is_own(url)), &page.canonical) {
        (Some(target), _) => {
            found.push(rules::page_redirect::refresh(span, target.clone()).suggest(instead(target)));
        }
        (None, Some(canonical)) if !is_own(canonical) => {
            let elsewhere = rules::page_canonical_elsewhere(span, canonical.clone());
            found.push(elsewhere.suggest(instead(canonical)));
        }
        (None, None) if page.is_html => found.push(rules::page_canonical_missing(span)),
        _ => {}
    }
    let announced = http.content_length.filter(|_| http.content_encoding.is_none()).unwrap_or_default();
    if page.is_html && (page.is_cut || announced > READ_OF_PAGE) {
        found.push(rules::page_too_large(span));
    }
    found
}

/// True if a date of a page, in a form that Google documents, is in the past.
fn is_past(date: &str, now: Option<i64>) -> bool {
    let end = datetime::parse(date).map(|moment| moment.millis).or_else(|| Some(rfc822::parse(date)?.millis));
    now.zip(end).is_some_and(|(now, end)| end < now)
}
