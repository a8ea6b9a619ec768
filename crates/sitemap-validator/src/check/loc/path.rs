//! Paths and fragments: `loc-empty-path`, `loc-dot-segments`, `loc-double-slash`, `loc-fragment`.

use super::address::{Address, repaired};
use super::totals::Totals;
use crate::check::{UrlRole, value_text};
use crate::diagnostic::{Diagnostic, FixKind, Severity};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::url::normal::{self, is_dot_segment, remove_dot_segments};
use crate::value::url::scan::UrlClasses;
use crate::value::url::{Part, Parts};

/// Checks the path of an entry's URL.
pub(super) fn check(
    address: &Address<'_>,
    parts: &Parts,
    seen: UrlClasses,
    totals: &mut Totals,
    reporter: &mut Reporter<'_>,
) {
    if parts.path.is_empty() {
        let found = rules::loc_empty_path(address.span(parts.path), address.whole());
        reporter.report(repaired(found, address.growing(), [address.replace(parts.path, "/")]));
        return;
    }
    if seen.has(UrlClasses::SLASH_DOT.and(UrlClasses::PERCENT)) {
        dot_segments(address, parts, reporter);
    }
    if seen.has(UrlClasses::DOUBLE_SLASH) && address.role == UrlRole::Page {
        double_slashes(address, parts, totals, reporter);
    }
}

/// The segments of a path, without their slashes.
fn segments(url: &str, path: Part) -> impl Iterator<Item = Part> + '_ {
    let mut start = path.start;
    path.of(url).split('/').map(move |segment| {
        let part = Part::new(start, start + segment.len());
        start = part.end + 1;
        part
    })
}

fn dot_segments(address: &Address<'_>, parts: &Parts, reporter: &mut Reporter<'_>) {
    let url = address.url;
    let mut dots = segments(url, parts.path).filter(|part| is_dot_segment(part.of(url)));
    let Some(first) = dots.next() else { return };
    let last = dots.last().unwrap_or(first);
    let plain: Vec<String> = parts
        .path
        .of(url)
        .split('/')
        .map(|segment| if is_dot_segment(segment) { normal::unescaped(segment) } else { segment.to_owned() })
        .collect();
    let resolved = remove_dot_segments(&plain.join("/"));
    let found = rules::loc_dot_segments(
        address.span(Part::new(first.start, last.end)),
        address.span(parts.path),
        resolved.clone(),
    );
    reporter.report(repaired(found, FixKind::Suggest, [address.replace(parts.path, address.written(&resolved))]));
}

/// Consecutive slashes, except those of a URL within the path.
fn double_slashes(address: &Address<'_>, parts: &Parts, totals: &mut Totals, reporter: &mut Reporter<'_>) {
    let path = parts.path.of(address.url);
    let mut runs = Vec::new();
    let mut at = 0;
    while let Some(start) = path.get(at..).and_then(|rest| rest.find("//")).map(|found| at + found) {
        let rest = path.at(start..);
        at = start + (rest.len() - rest.trim_start_matches('/').len());
        if !path.get(..start).is_some_and(|head| head.ends_with(':')) {
            runs.push(Part::new(parts.path.start + start, parts.path.start + at));
        }
    }
    let Some(&first) = runs.first() else { return };
    let edits = runs.iter().map(|&run| address.replace(run, "/")).collect::<Option<Vec<_>>>();
    totals.double_slash(address.span(first), edits.unwrap_or_default(), reporter.entry());
}

/// True for the path of the page that a site shows for URLs it does not know; `own` is the folder of the file.
pub(super) fn is_error_page(path: &str, own: Option<&str>) -> bool {
    // A number, a slash, or an extension ends it.
    if !path.as_bytes().last().is_some_and(|last| b"4/lmp".contains(last)) {
        return false;
    }
    let folder = path.strip_suffix("/index.html").or_else(|| path.strip_suffix('/')).unwrap_or(path);
    let file = [".html", ".htm", ".php"].into_iter().find_map(|extension| folder.strip_suffix(extension));
    let Some(parent) = file.unwrap_or(folder).strip_suffix("/404") else { return false };
    let is_language = |name: &str| {
        name.bytes().take_while(u8::is_ascii_alphabetic).count() == 2
            && (name.len() == 2 || name.len() == 5 && name.as_bytes().get(2).is_some_and(|byte| b"-_".contains(byte)))
    };
    file.is_some()
        || parent.is_empty()
        || parent.strip_prefix('/').is_some_and(is_language)
        || own.is_some_and(|own| own.strip_suffix('/') == Some(parent))
}

/// The URLs of the pages next to number 404, if the pages are numbered.
pub(super) fn neighbours(url: &str) -> impl Iterator<Item = String> + '_ {
    let at = url.rfind("404").into_iter();
    at.flat_map(move |at| ["403", "405"].map(|number| format!("{}{number}{}", url.at(..at), url.at(at + 3..))))
}

/// The finding about a fragment, kept until the end of the entry.
///
/// With `strict`, a second `#` is an error: the type `anyURI` of the schema allows only one.
pub(super) fn fragment(address: &Address<'_>, parts: &Parts, strict: bool) -> Option<Diagnostic> {
    let fragment = parts.fragment?;
    // The `#` of a reference that is escaped twice, or in a text file, is reported by another rule.
    let reference = fragment.start.checked_sub(2).and_then(|at| address.url.get(at..)).and_then(value_text::reference);
    if reference.is_some() {
        return None;
    }
    let with_hash = Part::new(fragment.start - 1, fragment.end);
    let span = address.span(with_hash);
    let mut found = if fragment.of(address.url).starts_with('!') {
        rules::loc_fragment::hashbang(span, span)
    } else {
        rules::loc_fragment(span, span)
    };
    if strict && fragment.of(address.url).contains('#') {
        found = found.severity(Severity::Error);
    }
    Some(repaired(found, FixKind::Suggest, [address.replace(with_hash, "")]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_for_errors_are_told_from_numbers() {
        for path in
            ["/404", "/404/", "/404.html", "/404/index.html", "/docs/404.html", "/en/404", "/pt-BR/404/", "/docs/404"]
        {
            assert!(is_error_page(path, Some("/docs/")), "{path}");
        }
        for path in ["/item/404", "/a404", "/404-lamps", "/1404.html", "/404/x", "/"] {
            assert!(!is_error_page(path, Some("/docs/")), "{path}");
        }
    }
}
