//! The normal form of a URL (RFC 3986 §6.2.2 and §6.2.3) and its variants, for comparison.

use crate::span::At;

use super::{Parts, host, percent, starts_with_ignoring_case};

/// The normal form of `url`: scheme and host in lower case, the host in ASCII, no default
/// port, dot segments resolved, escapes in upper case and only where they are needed.
/// Non-ASCII characters are escaped, as in requests (RFC 3987 §3.1).
/// `None` if `url` is not a URL with a host.
pub(crate) fn of(url: &str) -> Option<String> {
    let parts = Parts::split(url)?;
    let host = host::judge(parts.host.of(url)).ok()?;
    Some(with_host(url, &parts, &host.ascii))
}

/// True for most URLs that are in normal form already: without escapes, ports and international hosts.
pub(crate) fn is_plain(url: &str) -> bool {
    let Some(rest) = ["https://", "http://"].into_iter().find_map(|scheme| url.strip_prefix(scheme)) else {
        return false;
    };
    // An address in numbers, or a host in Punycode, may have another form; so may a dot segment.
    let mut before = b'.';
    let mut in_path = false;
    for &byte in rest.as_bytes() {
        let is_plain = match byte {
            b'.' if in_path => before != b'/',
            b'%' | b'\\' => false,
            _ if in_path => byte.is_ascii_graphic(),
            b'/' => before.is_ascii_lowercase(),
            b'.' | b'-' => before.is_ascii_alphanumeric(),
            _ => byte.is_ascii_lowercase() || byte.is_ascii_digit(),
        };
        if !is_plain {
            return false;
        }
        in_path |= byte == b'/';
        before = byte;
    }
    in_path
}

/// As [`of`], if the host in ASCII is known.
pub(crate) fn with_host(url: &str, parts: &Parts, host: &str) -> String {
    let mut out = String::with_capacity(url.len() + 8);
    out.push_str(parts.scheme.name());
    out.push_str("://");
    if let Some(userinfo) = parts.userinfo {
        out.push_str(userinfo.of(url));
        out.push('@');
    }
    out.push_str(host);
    if let Some(port) = parts.unusual_port(url) {
        out.push(':');
        out.push_str(&port.to_string());
    }
    push_path(&mut out, parts.path.of(url));
    for (delimiter, part) in [('?', parts.query), ('#', parts.fragment)] {
        if let Some(part) = part {
            out.push(delimiter);
            push_escapes(&mut out, part.of(url));
        }
    }
    out
}

/// The normal form of a path; `/` for an empty one.
pub(crate) fn path(path: &str) -> String {
    let mut out = String::with_capacity(path.len() + 1);
    push_path(&mut out, path);
    out
}

fn push_path(out: &mut String, path: &str) {
    let start = out.len();
    push_escapes(out, path);
    let escaped = out.at(start..);
    // Without `/.` there is no dot segment.
    if escaped.contains("/.") {
        let resolved = remove_dot_segments(escaped);
        out.truncate(start);
        out.push_str(&resolved);
    } else if !escaped.starts_with('/') {
        out.insert(start, '/');
    }
}

fn push_escapes(out: &mut String, part: &str) {
    let bytes = part.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match percent::escaped(bytes, at) {
            Some(value) if percent::is_unreserved(value) => out.push(char::from(value)),
            Some(value) => percent::push_escape(out, value),
            None if byte.is_ascii() => out.push(char::from(byte)),
            None => percent::push_escape(out, byte),
        }
        at += if percent::escaped(bytes, at).is_some() { 3 } else { 1 };
    }
}

/// Resolves dot segments (RFC 3986 §5.2.4) in the path of a URL with an authority.
pub(crate) fn remove_dot_segments(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    let mut rest = path.strip_prefix('/').unwrap_or(path).split('/').peekable();
    while let Some(segment) = rest.next() {
        let last = rest.peek().is_none();
        match segment {
            "." | ".." => {
                if segment == ".." {
                    segments.pop();
                }
                if last {
                    segments.push("");
                }
            }
            _ => segments.push(segment),
        }
    }
    let mut out = String::with_capacity(path.len() + 1);
    for segment in segments {
        out.push('/');
        out.push_str(segment);
    }
    if out.is_empty() {
        out.push('/');
    }
    out
}

/// `segment` with only the escapes it needs.
pub(crate) fn unescaped(segment: &str) -> String {
    let mut out = String::with_capacity(segment.len());
    push_escapes(&mut out, segment);
    out
}

/// True for a segment that a client resolves: `.` or `..`, escaped or not.
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    segment.len() <= 6 && matches!(unescaped(segment).as_str(), "." | "..")
}

/// The normal form without scheme (of the web), `www.`, a trailing slash, the case of the path
/// and `index.html`.
pub(crate) fn variant(normal: &str) -> String {
    let (head, query) = normal.find(['?', '#']).map_or((normal, ""), |at| normal.split_at(at));
    let mut out = bare(head).to_ascii_lowercase();
    out.push_str(query);
    out
}

/// `head`, a URL up to its query, without the parts that [`variant`] removes, except for case.
pub(super) fn bare(head: &str) -> &str {
    bare_tail(bare_head(head))
}

/// `url` without its scheme, and without `www.`.
pub(crate) fn bare_head(url: &str) -> &str {
    let mut bare = url;
    for scheme in ["https://", "http://"] {
        if starts_with_ignoring_case(bare, scheme) {
            bare = bare.at(scheme.len()..);
            break;
        }
    }
    if starts_with_ignoring_case(bare, "www.") {
        bare = bare.at(4..);
    }
    bare
}

/// `rest` without the name of an index at its end, and without the slash there.
pub(super) fn bare_tail(rest: &str) -> &str {
    let mut bare = rest;
    if super::ends_with_ignoring_case(bare, "/index.html") {
        bare = bare.at(..bare.len() - 10);
    }
    bare.strip_suffix('/').unwrap_or(bare)
}

/// The relation of two URLs of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Relation {
    /// The same bytes.
    Same,
    /// The same after normalisation.
    Equivalent,
    /// `http` here, `https` there.
    OtherScheme,
    /// Probably the same page: see [`variant`].
    Variant,
    Different,
}

/// The relation of `a` and `b`.
pub(crate) fn relate(a: &str, b: &str) -> Relation {
    if a == b {
        return Relation::Same;
    }
    let (Some(a), Some(b)) = (of(a), of(b)) else {
        return Relation::Different;
    };
    if a == b {
        return Relation::Equivalent;
    }
    if variant(&a) != variant(&b) {
        return Relation::Different;
    }
    let without_scheme = |normal: &str| normal.split_once(':').map(|(_, rest)| rest.to_owned());
    if without_scheme(&a) == without_scheme(&b) { Relation::OtherScheme } else { Relation::Variant }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_url_is_its_normal_form() {
        for url in ["https://tidepool.page/", "http://a-b.tidepool.page/a?b=~c&d#e/.f", "https://tidepool.page/a.b//c"]
        {
            assert!(is_plain(url) || url.contains("/."), "{url}");
            assert_eq!(of(url).as_deref(), Some(url));
        }
        for url in [
            "https://tidepool.page",
            "https://1.2.3.4/",
            "https://a.page:80/",
            "HTTPS://a.page/",
            "https://A.page/",
            "https://a..page/",
            "https://xn--a.page/",
            "https://a.page/%41",
            "https://a.page/a/../b",
            "https://a.page/./b",
            "https://a.page/é",
            "https://a.page/\\",
            "https://u@a.page/",
            "https://a.page./",
        ] {
            assert!(!is_plain(url), "{url}");
        }
    }

    #[test]
    fn spellings_of_one_url_have_one_normal_form() {
        let normal = |url| of(url).unwrap();
        assert_eq!(normal("HTTPS://Example.com:443/a"), "https://example.com/a");
        assert_eq!(normal("https://example.com"), "https://example.com/");
        assert_eq!(normal("https://example.com.?x=%7e"), "https://example.com/?x=~");
        assert_eq!(normal("http://h/a/./b/%2E%2e/c%2fd"), "http://h/a/c%2Fd");
        assert_eq!(normal("http://bücher.de/ü#ü"), "http://xn--bcher-kva.de/%C3%BC#%C3%BC");
        assert_eq!(normal("http://h:8080/%zz"), "http://h:8080/%zz");
        assert_eq!(of("http:///x"), None);
        assert_eq!(of("/x"), None);
    }

    #[test]
    fn dot_segments_are_resolved() {
        for (path, expected) in [
            ("/catalog/../catalog/a", "/catalog/a"),
            ("/catalog/../a", "/a"),
            ("/..", "/"),
            ("/a/..", "/"),
            ("/a/.", "/a/"),
            ("/a//b", "/a//b"),
            ("/a//../b", "/a/b"),
            ("", "/"),
            ("/", "/"),
        ] {
            assert_eq!(remove_dot_segments(path), expected, "{path}");
        }
    }

    #[test]
    fn relations() {
        for (a, b, relation) in [
            ("https://a.b/x", "https://a.b/x", Relation::Same),
            ("HTTPS://A.b:443/x", "https://a.b/x", Relation::Equivalent),
            ("https://a.b", "https://a.b/", Relation::Equivalent),
            ("https://a.b/x", "http://a.b/x", Relation::OtherScheme),
            ("https://a.b/x", "https://a.b/x/", Relation::Variant),
            ("https://a.b/x", "https://www.a.b/X", Relation::Variant),
            ("https://a.b/", "https://a.b/index.html", Relation::Variant),
            ("https://a.b/x?a", "https://a.b/x/?a", Relation::Variant),
            ("https://a.b/x?a", "https://a.b/x?A", Relation::Different),
            ("https://a.b/x", "https://a.b/y", Relation::Different),
            ("https://a.b:8080/x", "https://a.b/x", Relation::Different),
        ] {
            assert_eq!(relate(a, b), relation, "{a} {b}");
        }
    }
}
