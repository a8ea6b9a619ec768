//! The beginning of a URL: a scheme, a damaged scheme, another scheme, a bare host, or none of these.

use super::{Part, Scheme, host, starts_with_scheme};
use crate::span::At;
use crate::value::spelling::distance;

/// The beginning of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefix {
    /// `http://`, `https://` or `ftp://`; the URL can be split.
    Absolute(Scheme),
    /// A damaged `http://` or `https://`, and which of them.
    Damaged(Part, Scheme),
    /// The end of `//host` or `host`; `true` with the slashes.
    Host(Part, bool),
    /// Another scheme, without the `:`.
    Other(Part),
    Relative,
}

/// The beginning of `url`.
pub(crate) fn of(url: &str) -> Prefix {
    if let Some(scheme) = absolute(url) {
        return match doubled(url, scheme.name().len() + 3) {
            Some((run, scheme)) => Prefix::Damaged(run, scheme),
            None => Prefix::Absolute(scheme),
        };
    }
    if let Some((run, scheme)) = damaged(url) {
        return Prefix::Damaged(run, scheme);
    }
    if let Some(rest) = url.strip_prefix("//") {
        let end = rest.find(['/', '?', '#', '\\']).unwrap_or(rest.len());
        return if end == 0 { Prefix::Relative } else { Prefix::Host(Part::new(0, end + 2), true) };
    }
    if let Some(end) = host::host_like(url) {
        return Prefix::Host(Part::new(0, end), false);
    }
    match url.split_once(':') {
        Some((scheme, _)) if is_scheme(scheme) => Prefix::Other(Part::new(0, scheme.len())),
        _ => Prefix::Relative,
    }
}

fn absolute(url: &str) -> Option<Scheme> {
    [Scheme::Https, Scheme::Http, Scheme::Ftp].into_iter().find(|scheme| starts_with_scheme(url, scheme.name()))
}

/// True for a valid scheme (RFC 3986 §3.1).
fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// `http://http://`, `https://https//`: the whole sequence and its last scheme. The first scheme ends at `end`.
fn doubled(url: &str, mut end: usize) -> Option<(Part, Scheme)> {
    let mut last = None;
    loop {
        let rest = url.get(end..)?;
        let (scheme, separator) = http_like_scheme(rest)?;
        let web = scheme.filter(|_| {
            let delimiters = rest.at(separator.start..separator.end);
            delimiters.starts_with(":/") || delimiters.starts_with("//") || delimiters.starts_with(":\\")
        });
        match web {
            Some(scheme) => {
                end += separator.end;
                last = Some(scheme);
            }
            None => return last.map(|scheme| (Part::new(0, end), scheme)),
        }
    }
}

/// The letters at the start of `text`, if they are `http` or `https`, and the separators after them.
fn http_like_scheme(text: &str) -> Option<(Option<Scheme>, Part)> {
    let word = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let separators = text.bytes().skip(word).take_while(|byte| b":;.,/\\ ".contains(byte)).count();
    let scheme = exact(text.get(..word)?);
    Some((scheme, Part::new(word, word + separators)))
}

fn exact(word: &str) -> Option<Scheme> {
    [Scheme::Https, Scheme::Http].into_iter().find(|scheme| word.eq_ignore_ascii_case(scheme.name()))
}

/// `htp://`, `http:/`, `http//`, `http:\\`, `https;//`, `:https://`: the range, and the right scheme.
fn damaged(url: &str) -> Option<(Part, Scheme)> {
    let junk = url.bytes().take_while(|byte| b":;.,\"'`(<=".contains(byte)).count();
    let text = url.get(junk..)?;
    let (scheme, separator) = http_like_scheme(text)?;
    let run = Part::new(0, junk + separator.end);
    let delimiters = separator.of(text);
    if junk > 0 {
        return scheme.filter(|_| delimiters.starts_with("://")).map(|scheme| (run, scheme));
    }
    let has_colon = delimiters.contains([':', ';']);
    let has_slashes = ["//", "\\\\"].into_iter().any(|slashes| delimiters.contains(slashes));
    if !has_colon && !has_slashes {
        return None;
    }
    if let Some(scheme) = scheme {
        return (delimiters != ";").then_some((run, scheme));
    }
    let word = text.get(..separator.start)?.to_ascii_lowercase();
    let slashes = delimiters.contains(['/', '\\']);
    let allowed = if has_colon { 2 } else { 1 };
    (slashes && !KNOWN.contains(&word.as_str())).then(|| nearest(&word, allowed)).flatten().map(|scheme| (run, scheme))
}

/// Valid schemes that are similar to `http`.
const KNOWN: [&str; 9] = ["ftp", "ftps", "sftp", "tftp", "nntp", "smtp", "rtmp", "rtsp", "rtsps"];

/// The scheme that `word` is a misspelling of, at most `allowed` edits away.
fn nearest(word: &str, allowed: usize) -> Option<Scheme> {
    if !(3..=8).contains(&word.len()) {
        return None;
    }
    let (to_http, to_https) = (distance(word, "http"), distance(word, "https"));
    let secure = to_https < to_http || to_https == to_http && word.contains('s');
    (to_http.min(to_https) <= allowed).then_some(if secure { Scheme::Https } else { Scheme::Http })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damaged_schemes_are_recognized() {
        use Scheme::{Http, Https};
        for (url, run, scheme) in [
            ("htp://a.b/", "htp://", Http),
            ("htp:/www.a.b", "htp:/", Http),
            ("htttp://a.b/", "htttp://", Http),
            ("http//a.b/", "http//", Http),
            ("http:/x", "http:/", Http),
            ("http:\\\\a.b\\", "http:\\\\", Http),
            ("https;//a.b", "https;//", Https),
            ("hhttps://a.b", "hhttps://", Https),
            ("htps://a.b", "htps://", Https),
            ("ttps://a.b", "ttps://", Https),
            ("hxxp://a.b", "hxxp://", Http),
            ("http://http://a.b", "http://http://", Http),
            ("http://https://a.b", "http://https://", Https),
            ("https://https//a.b", "https://https//", Https),
            (":https://a.b", ":https://", Https),
            ("http:a.b", "http:", Http),
            ("http ://a.b", "http ://", Http),
            ("https: //a.b", "https: //", Https),
        ] {
            assert_eq!(of(url), Prefix::Damaged(Part::new(0, run.len()), scheme), "{url}");
        }
    }

    #[test]
    fn other_beginnings() {
        for url in ["http://", "HTTPS://a", "http:///x", "https://http.a.b/", "https://https:8080/", "https://http/"] {
            assert!(matches!(of(url), Prefix::Absolute(_)), "{url}");
        }
        for (url, end) in
            [("//a.b/c", 5), ("www.a.com/", 9), ("a.com", 5), ("localhost:3000/a", 14), ("https.a.com/", 11)]
        {
            assert!(matches!(of(url), Prefix::Host(part, _) if part == Part::new(0, end)), "{url}");
        }
        for (url, end) in [
            ("mailto:a@b.c", 6),
            ("javascript:x", 10),
            ("android-app://a", 11),
            ("sftp://a", 4),
            ("rtmp://a", 4),
            ("rtsp://a", 4),
            ("C:\\x", 1),
        ] {
            assert_eq!(of(url), Prefix::Other(Part::new(0, end)), "{url}");
        }
        for url in [
            "/x",
            "?x",
            "./x",
            "../x",
            "#x",
            "about",
            "page.html",
            "http/x",
            "/a:b",
            "///x",
            "//",
            "1:2",
            "help//x",
            "ü:x",
        ] {
            assert_eq!(of(url), Prefix::Relative, "{url}");
        }
        assert_eq!(of("ftp://a/"), Prefix::Absolute(Scheme::Ftp));
    }
}
