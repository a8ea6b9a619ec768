//! Two URLs in one value, or a complete URL after a base URL: `loc-multiple-urls`.

use super::address::{Address, repaired};
use crate::check::UrlRole;
use crate::diagnostic::FixKind;
use crate::elements::Root;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::url::{Part, Parts, Scheme, host, starts_with_scheme};

/// Reports a second URL; true if there is one, and other rules are skipped.
pub(super) fn check(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) -> bool {
    let url = address.url;
    let Some(second) = second(url, parts) else {
        in_path(address, parts, reporter);
        return false;
    };
    let head = url.at(..second);
    let first_end = head.trim_end_matches([' ', '\t', '\r', '\n', ',', ';', '|']).len();
    let place = address.span(Part::new(second, url.len()));
    let is_host = second <= parts.authority.end;
    // Lines of a text file lose their line breaks more often than they get a base URL with a slash.
    let is_base = is_host || address.markup && second == parts.authority.end + 1;
    if is_base && first_end == second {
        let found = rules::loc_multiple_urls::base(place, place);
        reporter.report(repaired(found, FixKind::Suggest, [address.replace(Part::new(0, second), "")]));
        return true;
    }
    let found = rules::loc_multiple_urls(place, place);
    let separator = Part::new(first_end, second);
    reporter.report(match boundary(address) {
        Some(boundary) => repaired(found, FixKind::Suggest, [address.replace(separator, boundary)]),
        None => found,
    });
    true
}

/// The byte at which a second `http://` or `https://` begins that is not part of the first URL.
///
/// A URL may be part of another one: in a query or fragment, unless white space precedes it, and after a `/` of
/// the path, as in archives and proxies, unless its host is the same.
fn second(url: &str, parts: &Parts) -> Option<usize> {
    let bytes = url.as_bytes();
    let mut at = parts.authority.start;
    while let Some(found) = memchr::memmem::find(bytes.get(at..)?, b"://") {
        let colon = at + found;
        at = colon + 3;
        let starts = |scheme: Scheme| {
            let start = colon.checked_sub(scheme.name().len())?;
            let rest = url.get(start..)?;
            (start > parts.authority.start && starts_with_scheme(rest, scheme.name())).then_some(start)
        };
        let Some(start) = starts(Scheme::Https).or_else(|| starts(Scheme::Http)) else {
            continue;
        };
        let before = bytes.get(start - 1).copied().unwrap_or_default();
        let separated = before.is_ascii_whitespace();
        let in_query = start >= parts.path.end;
        let nested = before == b'/' && parts.path.start < start && {
            let inner = url.get(start..).and_then(Parts::split);
            let host = inner.map(|inner| inner.host.of(url.at(start..)));
            host.is_some_and(|host| !host.eq_ignore_ascii_case(parts.host.of(url)))
        };
        if separated || !(in_query || nested) {
            return Some(start);
        }
    }
    None
}

/// Reports a complete URL that is the whole path of another one, or that is in its path with one slash after the scheme:
/// a base URL was joined with it.
fn in_path(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) {
    let Some((scheme, start, host)) = joined(address.url, parts) else { return };
    let scheme = format!("{}://", scheme.name());
    let right = format!("{scheme}{}", address.url.at(host..));
    let found = rules::loc_multiple_urls::in_path(address.span(Part::new(start, address.url.len())), right);
    reporter.report(repaired(found, FixKind::Suggest, [address.replace(Part::new(0, host), scheme)]));
}

/// The scheme of such a URL, where it starts, and where its host starts.
fn joined(url: &str, parts: &Parts) -> Option<(Scheme, usize, usize)> {
    let path = parts.path.of(url);
    memchr::memmem::find_iter(path.as_bytes(), b":/").find_map(|found| {
        let head = path.at(..found);
        let start = head.rfind('/')? + 1;
        let word = head.at(start..);
        let scheme =
            [Scheme::Https, Scheme::Http].into_iter().find(|scheme| word.eq_ignore_ascii_case(scheme.name()))?;
        let rest = path.at(found + 1..);
        let host = rest.trim_start_matches('/');
        let slashes = rest.len() - host.len();
        let is_joined = (slashes == 1 || slashes == 2 && start == 1) && host::host_like(host).is_some();
        is_joined.then_some((scheme, parts.path.start + start, parts.path.start + found + 1 + slashes))
    })
}

/// The text that ends an entry and begins another: tags or a line break. `None` outside of entries.
fn boundary(address: &Address<'_>) -> Option<String> {
    if !address.is_entry() {
        return None;
    }
    if !address.markup {
        return Some("\n".to_owned());
    }
    let name = address.field.source.get(address.field.name.range())?;
    let prefix = name.strip_suffix("loc")?;
    let entry = if address.role == UrlRole::Sitemap { Root::Index } else { Root::Urlset }.entry();
    let content = address.field.source.get(address.field.content.range())?;
    (!content.contains('<')).then(|| format!("</{name}></{prefix}{entry}><{prefix}{entry}><{name}>"))
}
