//! Names and passwords in URLs, such as `https://me:secret@host/` (RFC 3986 §3.2.1): no message, report or log shows them.
//!
//! They are found where any parser of URLs finds them: after a scheme of the web with any number of slashes or backslashes,
//! and up to the last `@` before the path, whatever characters are between.

use std::borrow::Cow;
use std::ops::Range;
use std::slice::SliceIndex;

/// `text` with `***` in place of each name and password. White space ends a URL.
///
/// ```
/// use sitemap_validator_protocol::secret::hidden;
///
/// assert_eq!(hidden("https://me:pw@a.page/b@c and b@c"), "https://***@a.page/b@c and b@c");
/// ```
pub fn hidden(text: &str) -> Cow<'_, str> {
    replaced(text, places(text, char::is_whitespace), |_| "***".into())
}

/// As [`hidden`], for a value that may be a URL: white space does not end it, and it may lack its scheme.
pub fn hidden_value(value: &str) -> Cow<'_, str> {
    replaced(value, places(value, |_| false), |_| "***".into())
}

/// `text` with asterisks in place of each name and password, with as many bytes as before.
pub fn blanked(text: &str) -> Cow<'_, str> {
    replaced(text, places(text, char::is_whitespace), |length| "*".repeat(length))
}

/// `url` without its name and password.
pub fn without_userinfo(url: &str) -> Cow<'_, str> {
    match places(url, |_| false).first() {
        Some(place) => Cow::Owned([part(url, ..place.start), part(url, place.end..).trim_start_matches('@')].concat()),
        None => Cow::Borrowed(url),
    }
}

/// As [`hidden`], for a sentence about what somebody has typed: of a word that was perhaps meant as a URL, nothing before its
/// last `@` is left.
pub fn hidden_words(sentence: &str) -> String {
    let shown = hidden(sentence);
    let words = shown.split_inclusive(char::is_whitespace);
    words.map(|word| if word.contains("***@") { Cow::Borrowed(word) } else { hidden_word(word) }).collect()
}

/// What is left to show of a word that was perhaps meant as a URL: nothing before its last `@`.
pub fn hidden_word(word: &str) -> Cow<'_, str> {
    match word.rsplit_once('@') {
        Some((before, after)) if before.contains(':') => Cow::Owned(format!("***@{after}")),
        _ => Cow::Borrowed(word),
    }
}

fn replaced(text: &str, places: Vec<Range<usize>>, instead: impl Fn(usize) -> String) -> Cow<'_, str> {
    if places.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (String::with_capacity(text.len()), 0);
    for place in places {
        out.push_str(part(text, at..place.start));
        out.push_str(&instead(place.len()));
        at = place.end;
    }
    out.push_str(part(text, at..));
    Cow::Owned(out)
}

/// A part of a text; empty if that is not at character boundaries.
fn part(text: &str, place: impl SliceIndex<str, Output = str>) -> &str {
    text.get(place).unwrap_or_default()
}

/// The schemes after which slashes may be missing.
const SCHEMES: [&str; 3] = ["https", "http", "ftp"];

/// `@`, also as XML writes it.
const ATS: [&str; 3] = ["@", "&#64;", "&#x40;"];

/// The places of names and passwords, without the `@`. A URL ends at a character that `ends`.
fn places(text: &str, ends: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    if !ATS.iter().any(|at| text.contains(at)) {
        return Vec::new();
    }
    let is_slash = |character: char| matches!(character, '/' | '\\');
    let mut places: Vec<Range<usize>> = Vec::new();
    let leading = text.starts_with("//").then_some(0);
    let colons = text.match_indices(':').filter_map(|(at, _)| {
        let before = part(text, ..at);
        let is_web = SCHEMES.iter().any(|scheme| {
            let start = before.len().checked_sub(scheme.len());
            start.is_some_and(|start| part(before, start..).eq_ignore_ascii_case(scheme))
        });
        (is_web || part(text, at + 1..).starts_with("//")).then_some(at + 1)
    });
    for from in leading.into_iter().chain(colons) {
        let start = text.len() - part(text, from..).trim_start_matches(is_slash).len();
        if places.last().is_some_and(|last| start < last.end) {
            continue;
        }
        let rest = part(text, start..);
        let end = rest.char_indices().find(|&(at, character)| {
            let is_reference = character == '#' && part(rest, ..at).ends_with('&');
            is_slash(character) || matches!(character, '?' | '#') && !is_reference || ends(character)
        });
        let authority = part(rest, ..end.map_or(rest.len(), |(at, _)| at));
        if let Some(length) = ATS.iter().filter_map(|at| authority.rfind(at)).max().filter(|length| *length > 0) {
            places.push(start..start + length);
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_passwords_are_found() {
        for (text, safe) in [
            ("https://me:pw@a.page/", "https://***@a.page/"),
            ("HTTP://me@a.page?x=y@z", "HTTP://***@a.page?x=y@z"),
            ("`ftp://m:p@q@a.page` twice s3://ä:b@c", "`ftp://***@a.page` twice s3://***@c"),
            ("a?u=https://m:p@b.page/&v=http://c.page", "a?u=https://***@b.page/&v=http://c.page"),
            ("https://a.page/@me https://@a.page me@a.page", "https://a.page/@me https://@a.page me@a.page"),
            (
                "https:///m:p@a https:/m:p@a https:m:p@a https:\\m:p@a",
                "https:///***@a https:/***@a https:***@a https:\\***@a",
            ),
            ("https://me:p'w\"<>`@a.page/", "https://***@a.page/"),
            ("<loc>https://me:pw&#64;a.page/</loc>", "<loc>https://***&#64;a.page/</loc>"),
        ] {
            assert_eq!(hidden(text), safe);
            assert_eq!(blanked(text).len(), text.len());
            assert_eq!(hidden(&blanked(text)), safe);
        }
        assert_eq!(blanked("<loc>https://me:pw@a.page/"), "<loc>https://*****@a.page/");
        assert_eq!(hidden_value("https://me:p w\t@a.page/"), "https://***@a.page/");
        assert_eq!(hidden_value("//me:pw@a.page/"), "//***@a.page/");
        assert_eq!(without_userinfo("https://me:pw@a.page:81/b@c"), "https://a.page:81/b@c");
        assert_eq!(without_userinfo("http:///me:p'w@a.page/"), "http:///a.page/");
        assert_eq!(without_userinfo("https://a.page/"), "https://a.page/");
        assert_eq!(hidden_word("me:p/w@a.page"), "***@a.page");
        assert_eq!(hidden_words("'me:pw@a' or https://m:p@b is no\tURL"), "***@a' or https://***@b is no\tURL");
    }
}
