//! The check of a robots.txt.

mod fields;

use crate::check::advice;
use crate::diagnostic::{Diagnostic, Edit};
use crate::facts::{Child, Facts};
use crate::options::Options;
use crate::reporter::Reporter;
use crate::robots::LIMIT;
use crate::robots::read::{lines, within_limit};
use crate::robots::{Robots, Site, address_for, comparable, is_at_root};
use crate::rules;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::url::Scheme;
use crate::value::url::prefix::{self, Prefix};

/// True if the name or URL of the file is that of a robots.txt.
pub(super) fn is_named(options: &Options) -> bool {
    let names = [options.file_name.as_deref(), options.url.as_deref()];
    let last = |name: &str| name.rsplit('/').next().is_some_and(|last| last.eq_ignore_ascii_case("robots.txt"));
    names.into_iter().flatten().any(last)
}

/// Reads a robots.txt.
pub(super) fn read(source: &Source, reporter: &mut Reporter<'_>) -> Facts {
    let text = source.text();
    let own_url = reporter.options.url.as_deref();
    if let Some(url) = own_url.filter(|url| !is_at_root(url)) {
        let root = address_for(url).unwrap_or_default();
        reporter.report(rules::scope_robots_below_root(Span::at(0), url.to_owned(), root));
        return Facts::default();
    }
    let robots = Robots::new(text, own_url);
    if !reporter.options.siblings {
        alone(&robots, reporter);
    }
    let site = robots.site(None);
    encoding(source, reporter);
    let read = within_limit(text);
    if read.len() < text.len() {
        reporter.report(rules::robots_too_large(Span::at(read.len()), LIMIT, text.len()));
    }
    fields::check(read, reporter);
    for named in robots.sitemaps() {
        if let Some(found) = incomplete(text, named.value, site) {
            reporter.report(found);
        }
    }
    for line in lines(read) {
        if let Some(ping) = text.get(line.range()).and_then(advice::ping_endpoint) {
            let start = line.start as usize;
            let url = Span::new(start + ping.start, start + ping.end);
            reporter.report(rules::advice_ping_endpoint(url, url));
        }
    }
    let children = if reporter.options.siblings { children(text, &robots) } else { Vec::new() };
    Facts { children, ..Facts::default() }
}

/// Reports one finding for all `places`, if there are any; `found` makes it from the first place and their number.
fn report_places(places: &[Span], found: impl FnOnce(Span, usize) -> Diagnostic, reporter: &mut Reporter<'_>) {
    if let [first, more @ ..] = places {
        reporter.report(found(*first, places.len()).and_here(more.iter().copied()));
    }
}

/// Reports another encoding than UTF-8.
fn encoding(source: &Source, reporter: &mut Reporter<'_>) {
    use rules::robots_not_plain_text as message;
    if source.origin.encoding == "utf-8" {
        report_places(source.damaged(), |first, _| message::bytes(first, source.damaged_bytes().len()), reporter);
    } else {
        reporter.report(message(Span::at(0), source.origin.encoding.to_ascii_uppercase()));
    }
}

/// The sitemaps it lists, for the checks of a set.
fn children(text: &str, robots: &Robots) -> Vec<Child> {
    let whole = robots.sitemaps().iter().filter(|named| named.url.is_some());
    let child = |loc: Span| {
        let url = text.at(loc).to_owned();
        Child { url, loc, lastmod: None, index_name: None, entry: 0 }
    };
    whole.map(|named| child(named.value)).collect()
}

/// Reports the type of the file, if it is checked alone.
fn alone(robots: &Robots, reporter: &mut Reporter<'_>) {
    let places: Vec<Span> = robots.sitemaps().iter().map(|named| named.value).filter(|span| !span.is_empty()).collect();
    let start = Span::at(0);
    let mut found = match places.as_slice() {
        [] => rules::structure_robots_txt::no_sitemap(start),
        [only] => rules::structure_robots_txt::one_sitemap(start, *only),
        [first, ..] => rules::structure_robots_txt::sitemaps(start, places.len(), *first),
    };
    for place in places.into_iter().take(3) {
        found = found.related(place, "a sitemap it lists");
    }
    reporter.report(found);
}

/// Checks the value of a `Sitemap` line; `site` is the site of the robots.txt.
fn incomplete(text: &str, span: Span, site: Option<&Site>) -> Option<Diagnostic> {
    use rules::scope_robots_sitemap_relative as message;
    let value = text.get(span.range())?;
    if value.is_empty() {
        return Some(message::empty(span));
    }
    if let Some((count, edits)) = fields::several(text, span, "Sitemap", &[' ', '\t', ',', ';'], fields::is_url) {
        return Some(message::several(span, count).suggest(edits));
    }
    let start = span.start as usize;
    let scheme = site.map_or(Scheme::Https, |site| site.scheme);
    let insert = |text: String| Some((Edit::insert(start, text.clone()), format!("{text}{value}")));
    let is_whole = |address: &str| {
        matches!(prefix::of(address), Prefix::Absolute(Scheme::Http | Scheme::Https)) && comparable(address).is_some()
    };
    let repair = match prefix::of(value) {
        _ if is_whole(value) => return None,
        Prefix::Damaged(run, scheme) => {
            let head = format!("{}://", scheme.name());
            let whole = format!("{head}{}", value.at(run.end..));
            Some((Edit::replace(Span::new(start + run.start, start + run.end), head), whole))
        }
        Prefix::Host(_, slashes) => insert(format!("{}:{}", scheme.name(), if slashes { "" } else { "//" })),
        Prefix::Relative if value.starts_with('/') => site.and_then(|site| insert(site.origin())),
        Prefix::Relative if value.starts_with(|first: char| first.is_alphanumeric()) => {
            site.and_then(|site| insert(format!("{}/", site.origin())))
        }
        Prefix::Absolute(_) | Prefix::Other(_) | Prefix::Relative => None,
    };
    // The fix is only offered if its result is a complete URL.
    Some(match repair.filter(|(_, whole)| is_whole(whole)) {
        Some((edit, whole)) => message::fixable(span, span, whole).suggest(edit),
        None => message::unresolved(span, span),
    })
}
