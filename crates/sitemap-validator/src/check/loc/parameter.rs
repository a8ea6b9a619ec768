//! Parameters that do not belong in a page's URL: `loc-session-id`, `loc-tracking-parameter`.

use crate::span::{At, Span};
use memchr::memchr;

use super::address::{Address, repaired};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::value::url::scan::UrlClasses;
use crate::value::url::{Part, Parts, starts_with_ignoring_case};

/// The minimum length of a session token, in bytes.
const TOKEN: usize = 16;

/// Checks the parameters of a page's URL.
pub(super) fn check(address: &Address<'_>, parts: &Parts, seen: UrlClasses, reporter: &mut Reporter<'_>) {
    if seen.has(UrlClasses::PARAMETER) {
        for part in session_in_path(address.url, parts.path) {
            let found = rules::loc_session_id(address.span(part), address.span(part));
            reporter.report(repaired(found, FixKind::Suggest, [address.replace(part, "")]));
        }
    }
    let Some(query) = parts.query.filter(|query| !query.is_empty()) else {
        return;
    };
    in_query(address, query, rules::loc_session_id, is_session, reporter);
    in_query(address, query, rules::loc_tracking_parameter, is_tracking, reporter);
}

/// True if no parameter of `query` would be reported.
pub(super) fn is_clean(query: &str) -> bool {
    let mut start = 0;
    loop {
        let rest = query.as_bytes().at(start..);
        let end = memchr(b'&', rest).unwrap_or(rest.len());
        // Fast path: the names begin with few letters.
        let suspect = rest.first().is_some_and(|first| b"_adfgjmpsuwy".contains(&first.to_ascii_lowercase()));
        if suspect && query.get(start..start + end).is_none_or(is_reported) {
            return false;
        }
        if end == rest.len() {
            return true;
        }
        start += end + 1;
    }
}

fn is_reported(parameter: &str) -> bool {
    let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    is_session(key, value) || is_tracking(key, value)
}

/// `;jsessionid=…`, and the `(S(…))` of ASP.NET without cookies, with their delimiters.
fn session_in_path(url: &str, path: Part) -> Vec<Part> {
    let text = path.of(url);
    let lower = text.to_ascii_lowercase();
    let mut found = Vec::new();
    if let Some(start) = lower.find(";jsessionid=") {
        let rest = text.at(start + 1..);
        let end = rest.find(['/', ';']).map_or(text.len(), |length| start + 1 + length);
        found.push(Part::new(path.start + start, path.start + end));
    }
    if let Some(start) = lower.find("/(s(")
        && let Some(length) = text.get(start..).and_then(|rest| rest.find("))"))
    {
        let end = start + length + 2;
        if text.get(end..).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
            found.push(Part::new(path.start + start, path.start + end));
        }
    }
    found
}

/// Parameters that contain a session token, whatever their value.
const SESSIONS: [&str; 2] = ["PHPSESSID", "jsessionid"];

/// Prefixes of such names.
const SESSION: &str = "ASPSESSIONID";

/// Parameters that contain a session token if the value looks like one.
const MAYBE_SESSIONS: [&str; 3] = ["sid", "sessionid", "session_id"];

/// Parameters for tracking visitors.
const CAMPAIGNS: [&str; 12] =
    ["gclid", "gclsrc", "dclid", "gbraid", "wbraid", "fbclid", "msclkid", "mc_eid", "mc_cid", "yclid", "_ga", "_gl"];

/// Prefixes of such names.
const CAMPAIGN: &str = "utm_";

fn is_session(key: &str, value: &str) -> bool {
    let named = |name: &str| key.eq_ignore_ascii_case(name);
    SESSIONS.into_iter().any(named)
        || starts_with_ignoring_case(key, SESSION)
        || (MAYBE_SESSIONS.into_iter().any(named)
            && value.len() >= TOKEN
            && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b',' | b'.')))
}

fn is_tracking(key: &str, _: &str) -> bool {
    starts_with_ignoring_case(key, CAMPAIGN) || CAMPAIGNS.into_iter().any(|name| key.eq_ignore_ascii_case(name))
}

/// Reports the parameters for which `matches` is true, once per URL.
fn in_query(
    address: &Address<'_>,
    query: Part,
    message: fn(Span, Span) -> Diagnostic,
    matches: impl Fn(&str, &str) -> bool,
    reporter: &mut Reporter<'_>,
) {
    let url = address.url;
    let matches = |parameter: &str| {
        let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
        matches(key, value)
    };
    if !query.of(url).split('&').any(matches) {
        return;
    }
    let mut start = query.start;
    let parameters: Vec<(Part, bool)> = query
        .of(url)
        .split('&')
        .map(|parameter| {
            let part = Part::new(start, start + parameter.len());
            start = part.end + 1;
            (part, matches(parameter))
        })
        .collect();
    let mut matching = parameters.iter().filter(|(_, matches)| *matches).map(|&(part, _)| part);
    let Some(first) = matching.next() else { return };
    let removed = removal(query, &parameters);
    let key_end = first.of(url).find('=').map_or(first.end, |at| first.start + at);
    let mut found = message(address.span(first), address.span(Part::new(first.start, key_end)));
    if let (Rule::LocSessionId, Some(&with_delimiter)) = (found.rule(), removed.first()) {
        found.span = address.span(with_delimiter);
    }
    for part in matching.take(3) {
        found = found.related(address.span(part), "and this one");
    }
    let edits: Vec<_> = removed.into_iter().map(|part| address.replace(part, "")).collect();
    reporter.report(repaired(found, FixKind::Suggest, edits));
}

/// The ranges to delete, with the delimiters that are no longer needed.
fn removal(query: Part, parameters: &[(Part, bool)]) -> Vec<Part> {
    if parameters.iter().all(|&(_, matches)| matches) {
        return vec![Part::new(query.start - 1, query.end)];
    }
    let mut kept = false;
    let mut removed: Vec<Part> = Vec::new();
    for &(part, matches) in parameters {
        if !matches {
            kept = true;
            continue;
        }
        // The `&` before the parameter is deleted if a parameter precedes it, otherwise the `&` after it.
        let with_delimiter =
            if kept { Part::new(part.start - 1, part.end) } else { Part::new(part.start, part.end + 1) };
        match removed.last_mut().filter(|last| last.end == with_delimiter.start) {
            Some(last) => last.end = with_delimiter.end,
            None => removed.push(with_delimiter),
        }
    }
    removed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fast_path_skips_no_reported_parameter() {
        let names = SESSIONS.into_iter().chain(MAYBE_SESSIONS).chain(CAMPAIGNS).chain([SESSION, CAMPAIGN]);
        for name in names.flat_map(|name| [name.to_owned(), name.to_ascii_uppercase()]) {
            assert!(!is_clean(&format!("{name}=0123456789abcdef")), "{name}");
            assert!(!is_clean(&format!("page=2&{name}=0123456789abcdef&b")), "{name}");
        }
        assert!(is_clean("page=2&sort=up&&q") && is_clean("sid=1"));
    }
}
