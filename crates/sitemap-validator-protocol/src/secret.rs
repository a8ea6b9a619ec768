//! Names and passwords in URLs, such as `https://me:secret@host/` (RFC 3986 §3.2.1): no message, report or log shows them.

use std::borrow::Cow;
use std::ops::Range;

/// `text` with `***` in place of each name and password.
///
/// ```
/// use sitemap_validator_protocol::secret::hidden;
///
/// assert_eq!(hidden("https://me:pw@a.page/b@c and b@c"), "https://***@a.page/b@c and b@c");
/// ```
pub fn hidden(text: &str) -> Cow<'_, str> {
    replaced(text, |_| "***".into())
}

/// `text` with asterisks in place of each name and password, with as many bytes as before.
pub fn blanked(text: &str) -> Cow<'_, str> {
    replaced(text, |length| "*".repeat(length))
}

/// `url` without its name and password.
pub fn without_userinfo(url: &str) -> Cow<'_, str> {
    match places(url).next() {
        Some(place) => Cow::Owned([&url[..place.start], &url[place.end + 1..]].concat()),
        None => Cow::Borrowed(url),
    }
}

fn replaced(text: &str, instead: impl Fn(usize) -> String) -> Cow<'_, str> {
    let mut places = places(text).peekable();
    if places.peek().is_none() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for place in places {
        out.push_str(&text[at..place.start]);
        out.push_str(&instead(place.len()));
        at = place.end;
    }
    out.push_str(&text[at..]);
    Cow::Owned(out)
}

/// The places of names and passwords: between `://` and the last `@` before the path.
fn places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let ends = |character: char| {
        matches!(character, '/' | '?' | '#' | '\\' | '"' | '\'' | '<' | '>' | '`')
            || character.is_whitespace()
            || character.is_control()
    };
    text.match_indices("://").filter_map(move |(at, slashes)| {
        let start = at + slashes.len();
        let authority = text[start..].split(ends).next().unwrap_or_default();
        let length = authority.rfind('@').filter(|length| *length > 0)?;
        Some(start..start + length)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_passwords_are_found() {
        for (text, safe) in [
            ("https://me:pw@a.page/", "https://***@a.page/"),
            ("HTTP://me@a.page?x=y@z", "HTTP://***@a.page?x=y@z"),
            ("`ftp://m:p@q@a.page` twice ftp://ä:b@c", "`ftp://***@a.page` twice ftp://***@c"),
            ("a?u=https://m:p@b.page/&v=http://c.page", "a?u=https://***@b.page/&v=http://c.page"),
            ("https://a.page/@me https://@a.page me@a.page", "https://a.page/@me https://@a.page me@a.page"),
        ] {
            assert_eq!(hidden(text), safe);
            assert_eq!(blanked(text).len(), text.len());
            assert_eq!(hidden(&blanked(text)), safe);
        }
        assert_eq!(blanked("<loc>https://me:pw@a.page/"), "<loc>https://*****@a.page/");
        assert_eq!(without_userinfo("https://me:pw@a.page:81/b@c"), "https://a.page:81/b@c");
        assert_eq!(without_userinfo("https://a.page/"), "https://a.page/");
    }
}
