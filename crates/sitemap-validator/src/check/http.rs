//! How the server sends a file (`http-*`).

use sitemap_validator_protocol::http::{FetchError, Found, Http};

use crate::diagnostic::Diagnostic;
use crate::outcome::Kind;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::{Evidence, Source};
use crate::span::Span;
use crate::value::url::Parts;

/// A response that takes this many milliseconds or more is slow.
const SLOW: u64 = 10_000;

/// Checks the answer with a file of this kind.
pub(crate) fn document(source: &Source, kind: Kind, reporter: &mut Reporter<'_>) {
    let Some(http) = reporter.options.http.as_deref() else { return };
    let start = Span::at(0);
    // Redirects of listed files are reported where they are listed. Common paths are listed nowhere; a redirect from one
    // is reported only if it ends at a web page, such as a login.
    if http.found != Found::Listed && (http.found != Found::Usual || kind == Kind::Html) {
        for found in redirects(http, start) {
            reporter.report(found);
        }
    }
    if kind.has_pages() || matches!(kind, Kind::SitemapIndex | Kind::Robots) {
        media_type(http, kind, source, reporter);
    }
    if http.ms >= SLOW {
        reporter.report(rules::http_slow(start, (http.ms / 1000).to_string()));
    }
    if (kind.has_pages() || kind == Kind::SitemapIndex) && http.etag.is_none() && http.last_modified.is_none() {
        reporter.report(rules::http_no_validator(start));
    }
    if let Some(charset) = &http.charset
        && contradicts(charset, source)
    {
        let encoding = source.origin.encoding.to_ascii_uppercase();
        reporter.report(rules::http_charset_mismatch(start, charset.clone(), encoding));
    }
    // Content in another coding cannot be read: what can be is not compressed.
    if let Some(coding) = http.content_encoding.as_deref().filter(|coding| *coding != "identity")
        && source.origin.gzip.is_none()
    {
        reporter.report(rules::http_encoding_mismatch(start, coding.to_owned()));
    }
    if let Some(expected) = http.content_length.filter(|&expected| http.transfer_bytes < expected)
        && !source.origin.is_partial()
    {
        reporter.report(rules::http_truncated(start, http.transfer_bytes, expected));
    }
}

/// Reports content in a coding that is not read; true if it is.
pub(crate) fn is_coded(reporter: &mut Reporter<'_>) -> bool {
    let Some(list) = reporter.options.http.as_deref().and_then(|http| http.content_encoding.clone()) else {
        return false;
    };
    let mut codings =
        list.split(',').map(str::trim).filter(|coding| !matches!(*coding, "gzip" | "x-gzip" | "identity"));
    let start = Span::at(0);
    match (codings.clone().next(), codings.find(|coding| !matches!(*coding, "deflate" | "br"))) {
        (None, _) => return false,
        (_, Some(coding)) => reporter.report(rules::http_encoding_unsupported(start, coding.to_owned())),
        (Some(coding), None) => reporter.report(rules::http_encoding_unsupported::unasked(start, coding.to_owned())),
    }
    true
}

/// The findings on the redirects of a file, which is there.
pub(crate) fn redirects(http: &Http, span: Span) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if http.hops.is_empty() {
        return found;
    }
    match (host(&http.requested), host(&http.last)) {
        (Some(one), Some(other)) if one != other => found.push(rules::http_redirect_host(span, other)),
        _ => found.push(rules::http_redirect(span, http.last.clone())),
    }
    let urls: Vec<&String> =
        std::iter::once(&http.requested).chain(http.hops.iter().map(|hop| &hop.location)).collect();
    let downgrade = urls.windows(2).find(|pair| pair.iter().map(|url| url.starts_with("https:")).eq([true, false]));
    if let Some([_, url]) = downgrade {
        found.push(rules::http_redirect_downgrade(span, (*url).clone()));
    }
    found
}

/// The host of a URL.
fn host(url: &str) -> Option<String> {
    Some(Parts::split(url)?.host.of(url).to_ascii_lowercase())
}

fn media_type(http: &Http, kind: Kind, source: &Source, reporter: &mut Reporter<'_>) {
    let start = Span::at(0);
    let Some(media) = http.content_type.as_deref() else {
        reporter.report(rules::http_content_type::missing(start));
        return;
    };
    let is_packed = source.origin.gzip.is_some();
    let fits = match media {
        "text/plain" => matches!(kind, Kind::Text | Kind::Robots),
        "application/gzip" | "application/x-gzip" | "application/octet-stream" => is_packed,
        "application/xml" | "text/xml" => !matches!(kind, Kind::Text | Kind::Robots),
        _ => media.ends_with("+xml") && media != "application/xhtml+xml" && !matches!(kind, Kind::Text | Kind::Robots),
    };
    if !fits {
        let message = match media {
            "text/html" | "application/xhtml+xml" => rules::http_content_type::html,
            _ => rules::http_content_type,
        };
        reporter.report(message(start, media.to_owned()));
    }
}

/// True if the charset of the answer is not the encoding of the text. It takes precedence over the XML declaration, and a
/// byte order mark over both (RFC 7303 §3).
fn contradicts(charset: &str, source: &Source) -> bool {
    // Single-byte and multi-byte encodings have many names, so two different names may mean the same encoding.
    let family = |name: &str| match name {
        "utf-8" | "utf8" => Some("utf-8"),
        _ if name.starts_with("utf") => Some("wide"),
        _ => None,
    };
    let differs = family(charset) != family(&source.origin.encoding);
    source.origin.evidence != Evidence::ByteOrderMark && differs && !source.text().is_ascii()
}

/// The finding on a file that could not be fetched.
pub(crate) fn failure(http: &Http, span: Span) -> Diagnostic {
    let url = http.requested.clone();
    let is_robots = Parts::split(&url).is_some_and(|parts| parts.path.of(&url) == "/robots.txt");
    match http.error {
        Some(error) if is_robots => robots_failure(http, error, span),
        Some(error) => unreachable(http, error, span),
        None => refusal(http, is_robots, span),
    }
}

/// The finding on a robots.txt without a response.
fn robots_failure(http: &Http, error: FetchError, span: Span) -> Diagnostic {
    let (url, target) = (http.requested.clone(), http.reached().to_owned());
    match error {
        FetchError::RedirectLoop | FetchError::TooManyRedirects => rules::http_robots_redirect(span, url),
        FetchError::BadRedirect => rules::http_robots_redirect::nowhere(span, url),
        FetchError::Private if !http.hops.is_empty() => rules::http_robots_redirect::inside(span, url, target),
        FetchError::Proxy | FetchError::NotAllowed | FetchError::TooLarge | FetchError::LargeHeader => {
            unreachable(http, error, span)
        }
        _ if !http.hops.is_empty() => rules::http_robots_redirect::away(span, url, target),
        FetchError::Timeout => rules::http_robots_status::timeout(span, url),
        FetchError::Cut => rules::http_robots_status::cut(span, url),
        FetchError::Malformed => rules::http_robots_status::malformed(span, url),
        _ => rules::http_robots_status::unreachable(span, url),
    }
}

/// The finding on a file without a response.
fn unreachable(http: &Http, error: FetchError, span: Span) -> Diagnostic {
    // What failed is the target of a redirect.
    let (url, target) = (http.requested.clone(), http.reached().to_owned());
    match error {
        FetchError::NoSitemap => rules::discovery_none(span, url),
        FetchError::Dns => rules::http_unreachable::dns(span, target),
        FetchError::Refused => rules::http_unreachable::refused(span, target),
        FetchError::Tls => rules::http_unreachable::tls(span, target),
        FetchError::Timeout => rules::http_unreachable::timeout(span, target),
        FetchError::Cut => rules::http_unreachable(span, target),
        FetchError::LargeHeader => rules::http_unreachable::header(span, target),
        FetchError::Malformed => rules::http_unreachable::malformed(span, target),
        FetchError::Proxy => rules::http_unreachable::proxy(span, target),
        FetchError::Private if !http.hops.is_empty() => rules::http_unreachable::inside(span, url, target),
        FetchError::Private => rules::http_unreachable::private(span, target),
        FetchError::TooLarge => rules::http_unreachable::large(span, target),
        FetchError::Blocked | FetchError::NotAllowed => rules::http_unreachable::host(span, target),
        FetchError::RedirectLoop => rules::http_redirect_loop(span, url),
        FetchError::TooManyRedirects => rules::http_redirect_loop::many(span, url),
        FetchError::BadRedirect => rules::http_redirect_loop::nowhere(span, url),
    }
}

/// The finding on an answer without the file.
fn refusal(http: &Http, is_robots: bool, span: Span) -> Diagnostic {
    let url = http.requested.clone();
    let status = http.status.unwrap_or_default();
    let shown = phrase(status);
    match status {
        _ if http.challenge => rules::http_blocked(span, url, shown),
        429 | 500.. if is_robots => rules::http_robots_status(span, url, shown),
        401 | 407 => rules::http_auth(span, url, shown),
        403 | 429 => rules::http_blocked(span, url, shown),
        404 | 410 => rules::http_status::gone(span, url, shown),
        500.. => rules::http_status::server(span, url, shown),
        _ => rules::http_status(span, url, shown),
    }
}

/// A status with its name in RFC 9110 §15, if it has one.
pub(crate) fn phrase(status: u16) -> String {
    let name = match status {
        200 => "OK",
        204 => "No Content",
        304 => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        402 => "Payment Required",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        406 => "Not Acceptable",
        407 => "Proxy Authentication Required",
        408 => "Request Timeout",
        410 => "Gone",
        429 => "Too Many Requests",
        500 => "Internal Server Error",
        501 => "Not Implemented",
        502 => "Bad Gateway",
        503 => "Service Unavailable",
        504 => "Gateway Timeout",
        _ => return status.to_string(),
    };
    format!("{status} {name}")
}
