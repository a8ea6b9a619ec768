//! A server's response to a request, as a driver passes it to the crawl.

use std::time::UNIX_EPOCH;

use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report::Kind;

/// Header fields that mark a response as a firewall's bot challenge.
const CHALLENGES: [(&str, &str); 3] =
    [("cf-mitigated", "challenge"), ("x-amzn-waf-action", "challenge"), ("x-amzn-waf-action", "captcha")];

/// A response with status and header.
#[derive(Debug, Clone, Default)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The header fields; upper and lower case do not matter in their names.
    pub header: Vec<(String, String)>,
    /// The number of transferred bytes of the content.
    pub bytes: u64,
    /// The duration of the request in milliseconds; `None` for the whole time since it was passed to the driver.
    pub ms: Option<u64>,
    /// True if the connection broke before the end of the content.
    pub is_cut: bool,
    /// True if the server reported unchanged content, which the driver has kept from an earlier request. The other
    /// fields are then those of the earlier response.
    pub is_unchanged: bool,
    /// The content, if the status is 200.
    pub content: Content,
}

/// The type and the links of a response's content.
#[derive(Debug, Clone, Default)]
pub struct Content {
    /// Its type.
    pub kind: Kind,
    /// The URLs of the sitemaps that an index or a robots.txt lists, or that a page links.
    pub listed: Vec<String>,
    /// The number of further URLs that the driver left out because there would be too many files.
    pub left_out: usize,
}

impl Reply {
    /// The header fields that are used; drivers may leave out all others.
    pub const FIELDS: [&str; 13] = [
        "cache-control",
        "cf-mitigated",
        "content-encoding",
        "content-length",
        "content-type",
        "etag",
        "last-modified",
        "link",
        "location",
        "refresh",
        "retry-after",
        "x-amzn-waf-action",
        "x-robots-tag",
    ];

    /// Returns the first field with this name, which is one of [`Self::FIELDS`].
    pub fn field(&self, name: &str) -> Option<&str> {
        debug_assert!(Self::FIELDS.contains(&name), "{name}");
        let (_, value) = self.header.iter().find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(value.trim())
    }

    /// Returns the target of the redirect; empty if `Location` is missing. `None` if the response is not a redirect.
    pub fn redirect(&self) -> Option<&str> {
        matches!(self.status, 301 | 302 | 303 | 307 | 308).then(|| self.field("location").unwrap_or_default())
    }

    /// True for a temporary failure, which is worth a retry.
    pub(crate) fn is_passing(&self) -> bool {
        (matches!(self.status, 408 | 429) || self.status >= 500) && !self.is_challenge()
    }

    fn is_challenge(&self) -> bool {
        let marks = |(name, value): &(&str, &str)| self.field(name).is_some_and(|own| own.eq_ignore_ascii_case(value));
        CHALLENGES.iter().any(marks)
    }

    /// Returns the milliseconds to wait before the next request at the time `now` (RFC 9110 §10.2.3: a number of
    /// seconds, or a date).
    pub(crate) fn retry_after(&self, now: u64) -> Option<u64> {
        let field = self.field("retry-after")?;
        if let Ok(seconds) = field.parse::<u64>() {
            return Some(seconds.saturating_mul(1000));
        }
        let then = httpdate::parse_http_date(field).ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some(u64::try_from(then.as_millis()).ok()?.saturating_sub(now))
    }

    /// Copies status, media type and header fields to `http`.
    pub fn describe(&self, http: &mut Http) {
        let own = |name: &str| self.field(name).filter(|value| !value.is_empty()).map(str::to_owned);
        let lower = |text: &str| text.trim().trim_matches('"').to_ascii_lowercase();
        let media = self.field("content-type").unwrap_or_default();
        let mut parts = media.split(';');
        http.content_type = parts.next().map(lower).filter(|media| !media.is_empty());
        http.charset = parts
            .filter_map(|part| part.split_once('='))
            .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))
            .map(|(_, value)| lower(value));
        http.status = Some(self.status);
        http.content_encoding = own("content-encoding").map(|value| value.to_ascii_lowercase());
        http.content_length = self.field("content-length").and_then(|value| value.parse().ok());
        http.transfer_bytes = self.bytes;
        http.etag = own("etag");
        http.last_modified = own("last-modified");
        http.robots_tag = own("x-robots-tag");
        http.challenge = self.is_challenge();
        http.unchanged = self.is_unchanged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_read() {
        let header = [
            ("CONTENT-TYPE", " Text/XML ; version=1;Charset=\"UTF-8\""),
            ("Content-Encoding", "GZIP"),
            ("content-length", "12"),
            ("Retry-After", "7"),
            ("CF-Mitigated", "challenge"),
        ];
        let header = header.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let reply = Reply { status: 200, header, bytes: 10, ..Reply::default() };
        let mut http = Http::new("https://tidepool.page/");
        reply.describe(&mut http);
        assert_eq!(http.content_type.as_deref(), Some("text/xml"));
        assert_eq!(http.charset.as_deref(), Some("utf-8"));
        assert_eq!(http.content_encoding.as_deref(), Some("gzip"));
        assert_eq!((http.content_length, http.transfer_bytes, http.challenge), (Some(12), 10, true));
        assert_eq!((reply.retry_after(0), reply.redirect()), (Some(7_000), None));
        let dated =
            |date: &str| Reply { header: vec![("Retry-After".to_owned(), date.to_owned())], ..Reply::default() };
        let wait = |date| dated(date).retry_after(784_111_700_000);
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT"), Some(77_000));
        assert_eq!((wait("Sun, 06 Nov 1994 08:48:00 GMT"), wait("soon")), (Some(0), None));
        assert_eq!(Reply { status: 302, ..Reply::default() }.redirect(), Some(""));
    }
}
