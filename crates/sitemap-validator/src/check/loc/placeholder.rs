//! What programs write in URLs instead of a value: `xml-unprocessed-template`.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2_iter};

use super::address::Address;
use super::totals::Totals;
use crate::check::{Field, UrlRole};
use crate::diagnostic::{Diagnostic, Severity};
use crate::reporter::Reporter;
use crate::rules::xml_unprocessed_template as message;
use crate::span::At;
use crate::value::template::{is_missing_segment, is_missing_url, is_route_parameter};
use crate::value::url::percent::decoded;
use crate::value::url::{Part, Parts};

/// Reports an incomplete URL that is, or contains, what programs print for a missing value; true if it does.
pub(super) fn incomplete(
    field: &Field<'_>,
    url: Part,
    role: UrlRole,
    totals: &mut Totals,
    reporter: &mut Reporter<'_>,
) -> bool {
    let text = url.of(field.value.text);
    let path = text.at(..text.find(['?', '#']).unwrap_or(text.len())).trim_start_matches('/');
    let first = path.split('/').next().unwrap_or_default();
    if !is_missing_url(text) && !is_missing_url(first) && !path.split('/').any(is_missing_segment) {
        return false;
    }
    let place = field.value.span(url.start, url.end);
    match role {
        UrlRole::Page | UrlRole::Item => totals.missing(place, reporter.entry()),
        UrlRole::Sitemap => reporter.report(message::missing_url(place, place)),
        _ => reporter.report(message::missing_resource(place, place)),
    }
    true
}

/// Reports a path or query that contains the parameter of a route, or what programs print for a missing value. True if the
/// characters of the parameter make the URL invalid, so that other rules are skipped.
pub(super) fn check(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) -> bool {
    let path = parts.path.of(address.url).as_bytes();
    let may_have = memchr_iter(b'/', path).any(|slash| path.get(slash + 1).is_some_and(|first| may_begin(*first)));
    (may_have || parts.query.is_some()) && check_values(address, parts, reporter)
}

/// True for the first byte of some parameters of routes and missing values, or of an escape.
const fn may_begin(byte: u8) -> bool {
    matches!(byte, b'[' | b'(' | b'{' | b'<' | b':' | b'$' | b'*' | b'%' | b'u' | b'n' | b'N')
}

fn check_values(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) -> bool {
    let url = address.url;
    let values = parts.query.into_iter().flat_map(|query| split(url, query, &['&'])).map(|parameter| {
        let name = parameter.of(url).find('=').map_or(parameter.end - parameter.start, |at| at + 1);
        Part::new(parameter.start + name, parameter.end)
    });
    let is_parameter = |part: &Part| is_route_parameter(&unescaped(part.of(url)));
    let is_missing = |part: &Part| is_missing_segment(&unescaped(part.of(url)));
    let mut segments = split(url, parts.path, &['/']);
    if let Some(part) = segments.clone().find(is_parameter) {
        let is_invalid = part.of(url).contains(['[', '{', '<']);
        let found = message::route(address.span(part), part.of(url).to_owned());
        reporter.report(if part.of(url).contains(['{', '<']) { found.severity(Severity::Error) } else { found });
        return is_invalid;
    }
    if let Some(part) = segments.find(is_missing).or_else(|| values.into_iter().find(is_missing)) {
        reporter.report(in_path(address, part));
        return part.of(url).contains('[');
    }
    false
}

/// The finding on what programs print for a missing value.
pub(super) fn in_path(address: &Address<'_>, part: Part) -> Diagnostic {
    message::in_path(address.span(part), unescaped(part.of(address.url)).into_owned())
}

fn unescaped(text: &str) -> Cow<'_, str> {
    if text.contains('%') { Cow::Owned(decoded(text)) } else { Cow::Borrowed(text) }
}

/// The pieces of a part between delimiters.
fn split<'u>(url: &'u str, whole: Part, delimiters: &'u [char]) -> impl Iterator<Item = Part> + Clone + 'u {
    let mut start = whole.start;
    whole.of(url).split(delimiters).map(move |piece| {
        let part = Part::new(start, start + piece.len());
        start = part.end + 1;
        part
    })
}

/// True if [`check`] may report a path and query of clean characters.
pub(super) fn may_be_in(rest: &str) -> bool {
    let bytes = rest.as_bytes();
    memchr2_iter(b'/', b'=', bytes).any(|before| {
        // Fast path: the names begin with few letters.
        matches!(bytes.get(before + 1), Some(b'u' | b'n' | b'N' | b'*')) && {
            let piece = rest.at(before + 1..).split(['/', '?', '&']).next().unwrap_or_default();
            piece == "*" || piece == "**" || is_missing_segment(piece)
        }
    })
}
