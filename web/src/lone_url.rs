//! Recognizes a URL that was entered instead of a sitemap.

/// True if the path of the URL looks like that of a sitemap.
pub(crate) fn is_sitemap_url(url: &str) -> bool {
    let url = url.split(['?', '#']).next().unwrap_or(url);
    let path = url.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
    let last = path.map_or("", |(_, path)| path.rsplit('/').next().unwrap_or(path)).to_ascii_lowercase();
    [".xml", ".gz"].iter().any(|end| last.ends_with(end)) || last.contains("sitemap")
}

/// The URL or host that the whole text consists of, with a scheme added if it has none.
pub(crate) fn site_url(text: &str) -> Option<String> {
    let text = one_word(text)?;
    let (scheme, rest) = text.split_once("://").unwrap_or(("https", text));
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
    let name = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|b| b.is_ascii_digit()))
        .map_or(host, |(name, _)| name);
    let is_host = !name.starts_with('.') && !name.ends_with('.') && !host.contains('@');
    // Without a scheme, only a name with a dot is a host. Other words are not.
    let is_file = [".xml", ".gz", ".txt"].iter().any(|end| name.ends_with(end));
    let is_clear = text.contains("://") || name.contains('.') && !is_file && !name.contains(['\'', '&', '=']);
    (is_web && is_host && is_clear && !name.is_empty()).then(|| format!("{}://{rest}", scheme.to_ascii_lowercase()))
}

/// The host of a URL.
pub(crate) fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', '?', '#', ':']).next().unwrap_or_default()
}

/// True if the hosts are the same, or if one is a subdomain of the other.
pub(crate) fn is_same_site(a: &str, b: &str) -> bool {
    let [a, b] = [a, b].map(|host| host.strip_prefix("www.").unwrap_or(host));
    let is_below = |a: &str, b: &str| a.strip_suffix(b).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    is_below(a, b) || is_below(b, a)
}

/// The text, if it is short and contains no white space, markup or quotes.
fn one_word(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_foreign = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"');
    (text.len() <= 2048 && !text.contains(is_foreign)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{is_sitemap_url, site_url};

    #[test]
    fn a_site_is_recognized() {
        for (text, url) in [
            ("https://example.com/sitemap.xml", Some("https://example.com/sitemap.xml")),
            (" example.com \n", Some("https://example.com")),
            ("HTTP://example.com:8080/a?b#c", Some("http://example.com:8080/a?b#c")),
            ("www.example.com/blog", Some("https://www.example.com/blog")),
            ("http://localhost/", Some("http://localhost/")),
            ("example", None),
            ("ftp://example.com/", None),
            ("https:///a", None),
            ("https://example.com/ https://example.com/b", None),
            ("https://example.com/sitemap.xml\nhttps://example.com/b.xml", None),
            ("<loc>https://example.com/sitemap.xml</loc>", None),
            ("User-agent: *", None),
            ("sitemap.xml", None),
            ("<urlset/>", None),
            ("a.", None),
            ("a@example.com", None),
            ("", None),
        ] {
            assert_eq!(site_url(text).as_deref(), url, "{text}");
        }
    }

    #[test]
    fn a_sitemaps_address_is_recognized() {
        for path in ["sitemap.xml", "a/sitemap_index.xml.gz", "feed.xml?page=2", "sitemap"] {
            assert!(is_sitemap_url(&format!("https://example.com/{path}")), "{path}");
        }
        for path in ["", "about", "robots.txt", "?sitemap"] {
            assert!(!is_sitemap_url(&format!("https://example.com/{path}")), "{path}");
        }
        assert!(!is_sitemap_url("https://sitemap.example.com"));
    }
}
