//! What programs leave at the end of a URL, and the backslash that JSON writes before a slash.

use crate::span::At;

/// The end of a URL without what looks like a leftover: quotation marks and brackets that nothing in the URL opens, and
/// escapes of line ends, as in `/a"`, `/a"],` and `/a\n`. It begins with a character that no URL may contain.
pub(super) fn end(url: &str) -> usize {
    let mut start = url.len();
    let mut begin = None;
    loop {
        let rest = url.at(..start);
        let escape = ["\\n", "\\r", "\\t"].iter().find(|escape| rest.ends_with(**escape));
        let last = rest.bytes().next_back();
        start -= match (escape, last) {
            (Some(escape), _) => escape.len(),
            (None, Some(b'"' | b'>' | b'}' | b'\\' | b'`' | b']' | b',' | b';')) => 1,
            _ => break,
        };
        if escape.is_some() || !matches!(last, Some(b']' | b',' | b';')) {
            begin = Some(start);
        }
    }
    let Some(begin) = begin else { return url.len() };
    let (kept, tail) = url.split_at(begin);
    // A pair, as in `?q="a"` and `/{id}`, or a path with backslashes, is probably meant.
    let pairs = [('"', '"'), ('`', '`'), ('>', '<'), ('}', '{'), (']', '['), ('\\', '\\')];
    let is_meant = |(close, open): (char, char)| tail.contains(close) && kept.replace("\\/", "").contains(open);
    if pairs.into_iter().any(is_meant) { url.len() } else { begin }
}

/// True for a backslash at byte `at` that is an escape in JSON.
pub(super) fn escapes_slash(url: &str, at: usize) -> bool {
    url.as_bytes().at(at..).starts_with(b"\\/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_paired_in_a_url_is_no_leftover() {
        for (url, kept) in [
            ("https://tidepool.page/a\"", "https://tidepool.page/a"),
            ("https://tidepool.page/a\"],", "https://tidepool.page/a"),
            ("https://tidepool.page/a\\n\\r\"", "https://tidepool.page/a"),
            ("https:\\/\\/tidepool.page\\/a\\\"", "https:\\/\\/tidepool.page\\/a"),
            ("https://tidepool.page/a}>", "https://tidepool.page/a"),
            ("https://tidepool.page/a,;]", "https://tidepool.page/a,;]"),
            ("https://tidepool.page/?q=\"a\"", "https://tidepool.page/?q=\"a\""),
            ("https://tidepool.page/{id}", "https://tidepool.page/{id}"),
            ("https://tidepool.page\\a\\n", "https://tidepool.page\\a\\n"),
            ("https://tidepool.page/a|", "https://tidepool.page/a|"),
        ] {
            assert_eq!(&url[..end(url)], kept, "{url}");
        }
    }
}
