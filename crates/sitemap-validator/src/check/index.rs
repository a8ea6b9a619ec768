//! What an index may list (`index-*`): the checks of a single file.

use super::loc::address::{Address, repaired};
use super::loc::origin::Origin;
use super::scope::{self, OwnUrl};
use crate::diagnostic::{FixKind, Severity};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::url::{Parts, Scheme, ends_with_ignoring_case};

/// What the URL of a child looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::check) enum Looks {
    Sitemap,
    Page,
    Unknown,
}

/// Checks the URL of a child. Returns the result of [`names`]. `itself` is true for the index's own URL, which is
/// reported elsewhere.
pub(super) fn child(
    address: &Address<'_>,
    parts: &Parts,
    origin: &Origin,
    own: Option<&OwnUrl>,
    itself: bool,
    reporter: &mut Reporter<'_>,
) -> (Option<Span>, Looks) {
    if itself {
        return (None, Looks::Sitemap);
    }
    if let Some(own) = own {
        place(address, parts, origin, own, reporter);
    }
    names(address, parts, reporter)
}

/// Checks the host of a child.
fn place(address: &Address<'_>, parts: &Parts, origin: &Origin, own: &OwnUrl, reporter: &mut Reporter<'_>) {
    if own.replaces(&origin.host) {
        return;
    }
    let difference = own.compare(origin);
    if difference.host {
        if !origin.is_allowed {
            let span = address.span(parts.host);
            let own = own.host().to_owned();
            reporter.report(if difference.www {
                rules::index_different_host::www(span, span, own)
            } else {
                rules::index_different_host(span, span, own)
            });
        }
        return;
    }
    if difference.scheme {
        let (scheme, edit) = scope::rewritten_scheme(address, parts, own);
        let message = rules::index_different_scheme_or_port::scheme;
        if own.scheme() == Scheme::Http {
            let message = rules::index_different_scheme_or_port::secure;
            reporter.report(message(scheme, parts.scheme.name(), own.scheme().name()));
        } else {
            let found = message(scheme, parts.scheme.name(), own.scheme().name());
            reporter.report(repaired(found, FixKind::Suggest, [edit]));
        }
    }
    if difference.port {
        let found = rules::index_different_scheme_or_port::port(
            scope::port_place(address, parts),
            scope::number_of(origin).to_string(),
            own.authority(),
        );
        let host_and_port = crate::value::url::Part::new(parts.host.start, parts.authority.end);
        reporter.report(repaired(found, FixKind::Suggest, [address.replace(host_and_port, own.authority())]));
    }
    if difference.none() && !own.covers(parts.path.of(address.url)) {
        let path = scope::shown(address, parts);
        let found = rules::index_outside_directory(address.span(parts.path), path, own.directory().to_owned());
        reporter.report(if scope::waived(reporter.options) { found.severity(Severity::Info) } else { found });
    }
}

/// Checks the name of a child, and returns what it looks like. In a set, which may contain the child, the name of an index
/// is returned instead of being reported.
fn names(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) -> (Option<Span>, Looks) {
    let mut index_name = None;
    let path = parts.path.of(address.url);
    let segment = parts.last_segment(address.url);
    let name = segment.of(address.url).to_ascii_lowercase();
    let plain = name.strip_suffix(".gz").unwrap_or(&name);
    let stem = plain.strip_suffix(".xml");
    let index = stem.is_some_and(|stem| stem.contains("index"))
        || name.starts_with("sitemapindex")
        || name.starts_with("sitemap_index");
    if index {
        let span = address.span(segment);
        if reporter.options.siblings {
            index_name = Some(span);
        } else {
            reporter.report(rules::index_nested_suspected(span, span));
        }
    }
    if stem.is_some() {
        return (index_name, Looks::Sitemap);
    }
    let url = address.url.to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| url.contains(word));
    let page = path.ends_with('/') || [".html", ".htm", ".php"].iter().any(|end| ends_with_ignoring_case(path, end));
    let looks = if has(&["sitemap", "feed", "rss", "atom"]) {
        Looks::Sitemap
    } else if page {
        Looks::Page
    } else if has(&["xml", "urllist"]) || [".gz", ".txt"].iter().any(|end| name.ends_with(end)) {
        Looks::Sitemap
    } else {
        Looks::Unknown
    };
    (index_name, looks)
}
