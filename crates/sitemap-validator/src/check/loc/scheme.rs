//! The scheme of a URL: `loc-relative`, `loc-missing-scheme`, `loc-malformed-scheme`,
//! `loc-unsupported-scheme`.

use super::address::{Address, repaired};
use super::scope::OwnUrl;
use crate::check::UrlRole;
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::url::normal::remove_dot_segments;
use crate::value::url::prefix::Prefix;
use crate::value::url::{Part, Scheme};

/// Reports a URL that does not begin with a scheme and a host. `usual` is the scheme of most URLs in the file.
pub(super) fn report(
    address: &Address<'_>,
    begins: Prefix,
    own: Option<&OwnUrl>,
    usual: Scheme,
    reporter: &mut Reporter<'_>,
) {
    let found = match begins {
        Prefix::Absolute(_) => return,
        Prefix::Damaged(run, scheme) => {
            let right = format!("{}://", scheme.name());
            let found = rules::loc_malformed_scheme(address.span(run), address.span(run), right.clone());
            repaired(found, FixKind::Suggest, [address.replace(run, right)])
        }
        Prefix::Host(host, slashes) => {
            let missing = format!("{}:{}", usual.name(), if slashes { "" } else { "//" });
            let absolute = format!("{missing}{}", address.url);
            let found = rules::loc_missing_scheme(address.span(host), address.whole(), absolute);
            repaired(found, FixKind::Suggest, [address.replace(Part::at(0), missing)])
        }
        Prefix::Other(scheme) => unsupported(address.role, address.span(scheme)),
        Prefix::Relative => relative(address, own),
    };
    reporter.report(found);
}

/// Reports an incomplete URL of an alternate. The fix completes it from `page`, the URL of its entry.
pub(super) fn alternate(
    address: &Address<'_>,
    begins: Prefix,
    page: Option<&str>,
    usual: Scheme,
    reporter: &mut Reporter<'_>,
) {
    let own = page.and_then(|page| OwnUrl::parse(page).ok());
    let (replaced, start) = match begins {
        Prefix::Host(_, slashes) => {
            let scheme = own.as_ref().map_or(usual, OwnUrl::scheme);
            (Part::at(0), format!("{}:{}", scheme.name(), if slashes { "" } else { "//" }))
        }
        Prefix::Relative => {
            let Some(own) = &own else {
                reporter.report(rules::hreflang_href_relative::unresolved(address.whole(), address.whole()));
                return;
            };
            resolve(address.url, own)
        }
        Prefix::Other(scheme) if is_app(scheme.of(address.url)) => return,
        _ => return report(address, begins, None, usual, reporter),
    };
    let tail = address.url.at(replaced.end..);
    let whole = address.whole();
    let found = rules::hreflang_href_relative::resolved(whole, whole, format!("{start}{tail}"));
    let edit = address.replace(replaced, address.written(&start));
    reporter.report(repaired(found, FixKind::Suggest, [edit]));
}

/// True for the schemes of apps.
pub(in crate::check) fn is_app(scheme: &str) -> bool {
    ["android-app", "ios-app"].iter().any(|known| scheme.eq_ignore_ascii_case(known))
}

fn relative(address: &Address<'_>, own: Option<&OwnUrl>) -> Diagnostic {
    let whole = address.whole();
    let Some(own) = own else { return rules::loc_relative(whole, whole) };
    let (replaced, start) = resolve(address.url, own);
    let found = rules::loc_relative::resolved(whole, whole, resolved(address.url, own));
    repaired(found, FixKind::Suggest, [address.replace(replaced, address.written(&start))])
}

/// The URL that a reference without a scheme and host means in the file `own`.
pub(crate) fn resolved(reference: &str, own: &OwnUrl) -> String {
    let (replaced, start) = resolve(reference, own);
    start + reference.at(replaced.end..)
}

/// Resolves a reference (RFC 3986 §5.2.2). Returns the range to replace and its replacement.
fn resolve(reference: &str, own: &OwnUrl) -> (Part, String) {
    let path_end = reference.find(['?', '#']).unwrap_or(reference.len());
    let path = Part::new(0, path_end);
    if path_end == 0 {
        return (path, format!("{}{}", own.origin(), own.path()));
    }
    let written = path.of(reference);
    if written.starts_with('/') {
        let slashes = written.len() - written.trim_start_matches('/').len();
        return (Part::new(0, slashes), format!("{}/", own.origin()));
    }
    let joined = remove_dot_segments(&format!("{}{written}", own.directory()));
    (path, format!("{}{joined}", own.origin()))
}

/// The finding on a scheme that crawlers do not fetch.
fn unsupported(role: UrlRole, scheme: Span) -> Diagnostic {
    match role {
        UrlRole::Image => rules::image_loc_invalid(scheme, scheme),
        UrlRole::Media => rules::video_unsupported_scheme(scheme, scheme),
        _ => rules::loc_unsupported_scheme(scheme, scheme),
    }
}

/// Reports `ftp:` URLs of pages; true if the URL is checked further.
pub(super) fn ftp(address: &Address<'_>, reporter: &mut Reporter<'_>) -> bool {
    let span = address.span(Part::new(0, Scheme::Ftp.name().len()));
    if address.is_entry() {
        reporter.report(rules::loc_unsupported_scheme::file_scheme(span, span));
        true
    } else {
        reporter.report(unsupported(address.role, span));
        false
    }
}
