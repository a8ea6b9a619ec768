//! URLs, split as in RFC 3986, with the range of each part.
//!
//! The `url` crate corrects errors, so it is used only for the ASCII form of internationalized
//! hosts ([`host`]).

use crate::span::At;

pub(crate) mod host;
pub(crate) mod key;
pub(crate) mod normal;
pub(crate) mod percent;
pub(crate) mod prefix;
pub(crate) mod scan;

/// The schemes of URLs that can be split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    Http,
    Https,
    Ftp,
}

impl Scheme {
    /// Its name in lower case.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
            Self::Ftp => "ftp",
        }
    }

    pub(crate) const fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
            Self::Ftp => 21,
        }
    }
}

/// A range of bytes of a URL.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Part {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// An empty range.
    pub(crate) const fn at(offset: usize) -> Self {
        Self::new(offset, offset)
    }

    /// The part of `url`.
    pub(crate) fn of(self, url: &str) -> &str {
        url.at(self.start..self.end)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// The parts of an absolute URL, without delimiters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Parts {
    pub(crate) scheme: Scheme,
    /// The text between `//` and the path.
    pub(crate) authority: Part,
    /// Without the `@`.
    pub(crate) userinfo: Option<Part>,
    pub(crate) host: Part,
    /// Without the `:`; may be empty.
    pub(crate) port: Option<Part>,
    pub(crate) path: Part,
    pub(crate) query: Option<Part>,
    pub(crate) fragment: Option<Part>,
}

impl Parts {
    /// Splits `url`; `None` unless it starts with `http://`, `https://` or `ftp://` in any case.
    ///
    /// A backslash ends the authority too: no host contains one, and browsers read it as `/`.
    pub(crate) fn split(url: &str) -> Option<Self> {
        let scheme = [Scheme::Https, Scheme::Http, Scheme::Ftp]
            .into_iter()
            .find(|scheme| starts_with_scheme(url, scheme.name()))?;
        let start = scheme.name().len() + 3;
        let bytes = url.as_bytes();
        let or_end = |from: usize, found: Option<usize>| found.map_or(bytes.len(), |at| from + at);
        let end = or_end(start, bytes.at(start..).iter().position(|byte| b"/?#\\".contains(byte)));
        let path_end = or_end(end, memchr::memchr2(b'?', b'#', bytes.at(end..)));
        let query_end = if bytes.get(path_end) == Some(&b'?') {
            or_end(path_end, memchr::memchr(b'#', bytes.at(path_end..)))
        } else {
            path_end
        };
        let authority = Part::new(start, end);
        let userinfo = memchr::memrchr(b'@', bytes.at(start..end)).map(|at| Part::new(start, start + at));
        let host_start = userinfo.map_or(start, |part| part.end + 1);
        // A colon within brackets belongs to the IPv6 address.
        let bracket = memchr::memrchr(b']', bytes.at(host_start..end)).map_or(host_start, |at| host_start + at);
        let colon = memchr::memrchr(b':', bytes.at(bracket..end)).map(|at| bracket + at);
        Some(Self {
            scheme,
            authority,
            userinfo,
            host: Part::new(host_start, colon.unwrap_or(end)),
            port: colon.map(|at| Part::new(at + 1, end)),
            path: Part::new(end, path_end),
            query: (path_end < query_end).then(|| Part::new(path_end + 1, query_end)),
            fragment: (query_end < bytes.len()).then(|| Part::new(query_end + 1, bytes.len())),
        })
    }

    /// The port, if it is written and valid.
    pub(crate) fn port_number(&self, url: &str) -> Option<u16> {
        let digits = self.port?.of(url);
        let decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        decimal.then(|| digits.trim_start_matches('0').parse().ok()).flatten()
    }

    /// The port, if it is written and not the default.
    pub(crate) fn unusual_port(&self, url: &str) -> Option<u16> {
        self.port_number(url).filter(|&port| port != self.scheme.default_port())
    }

    /// The last segment of the path, after its last `/`.
    pub(crate) fn last_segment(&self, url: &str) -> Part {
        let slash = memchr::memrchr(b'/', self.path.of(url).as_bytes());
        Part::new(slash.map_or(self.path.start, |at| self.path.start + at + 1), self.path.end)
    }
}

/// True if `text` starts with `scheme` in any case and `://`.
pub(crate) fn starts_with_scheme(text: &str, scheme: &str) -> bool {
    starts_with_ignoring_case(text, scheme)
        && text.as_bytes().get(scheme.len()..).is_some_and(|rest| rest.starts_with(b"://"))
}

/// True if `text` starts with the ASCII `prefix` in any case.
pub(crate) fn starts_with_ignoring_case(text: &str, prefix: &str) -> bool {
    text.as_bytes().get(..prefix.len()).is_some_and(|head| head.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// True if `text` ends with the ASCII `suffix` in any case.
pub(crate) fn ends_with_ignoring_case(text: &str, suffix: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= suffix.len() && bytes.at(bytes.len() - suffix.len()..).eq_ignore_ascii_case(suffix.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(url: &str) -> [&str; 7] {
        let parts = Parts::split(url).unwrap();
        let option = |part: Option<Part>| part.map_or("-", |part| part.of(url));
        [
            parts.scheme.name(),
            option(parts.userinfo),
            parts.host.of(url),
            option(parts.port),
            parts.path.of(url),
            option(parts.query),
            option(parts.fragment),
        ]
    }

    #[test]
    fn every_part_has_its_place() {
        assert_eq!(split("HTTPS://u:p@a.b:80/c/d?e=f?#g#h"), ["https", "u:p", "a.b", "80", "/c/d", "e=f?", "g#h"]);
        assert_eq!(split("http://[::1]:8080"), ["http", "-", "[::1]", "8080", "", "-", "-"]);
        assert_eq!(split("http://[::1]/x"), ["http", "-", "[::1]", "-", "/x", "-", "-"]);
        assert_eq!(split("https:///page"), ["https", "-", "", "-", "/page", "-", "-"]);
        assert_eq!(split("https://?q"), ["https", "-", "", "-", "", "q", "-"]);
        assert_eq!(split("https://a#"), ["https", "-", "a", "-", "", "-", ""]);
        assert_eq!(split("https://a\\b\\c"), ["https", "-", "a", "-", "\\b\\c", "-", "-"]);
        assert_eq!(Parts::split("https:/a"), None);
        assert_eq!(Parts::split("/a"), None);
    }

    #[test]
    fn ports_are_numbers() {
        let port = |url| Parts::split(url).unwrap().port_number(url);
        assert_eq!(port("http://a:65535/"), Some(65535));
        assert_eq!(port("http://a:65536/"), None);
        assert_eq!(port("http://a:0/"), None);
        assert_eq!(port("http://a:x/"), None);
        assert_eq!(port("http://a:/"), None);
        assert_eq!(port("http://a:0080/"), Some(80));
    }
}
