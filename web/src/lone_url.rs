//! A URL in place of a sitemap.

/// The address, when the text is nothing but one that looks like a sitemap's.
///
/// A single ordinary URL is a text sitemap with one line, so the path must look like a sitemap.
pub(crate) fn lone_sitemap_url(text: &str) -> Option<&str> {
    let text = one_word(text)?;
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"))?;
    let path = rest.split(['?', '#']).next().unwrap_or(rest);
    let (host, path) = path.split_once('/')?;
    if host.is_empty() {
        return None;
    }
    let last = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    let looks_like_one = [".xml", ".gz"].iter().any(|end| last.ends_with(end)) || last.contains("sitemap");
    looks_like_one.then_some(text)
}

/// The URL of a site, when the text is nothing but one, or a host.
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
    // Without a scheme, only a name with a dot is a host: others are words.
    let is_clear = text.contains("://") || name.contains('.') && !name.contains(['\'', '&', '=']);
    (is_web && is_host && is_clear && !name.is_empty()).then(|| format!("{}://{rest}", scheme.to_ascii_lowercase()))
}

/// The text, when it is short and without white space, markup and quotes.
fn one_word(text: &str) -> Option<&str> {
    let text = text.trim();
    let is_foreign = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"');
    (text.len() <= 2048 && !text.contains(is_foreign)).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::{lone_sitemap_url, site_url};

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
            ("User-agent: *", None),
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
        for text in [
            "https://example.com/sitemap.xml",
            " http://example.com/a/sitemap_index.xml.gz \n",
            "https://example.com/feed.xml?page=2",
            "https://example.com/sitemap",
        ] {
            assert_eq!(lone_sitemap_url(text), Some(text.trim()), "{text}");
        }
    }

    #[test]
    fn everything_else_is_content() {
        for text in [
            "",
            "https://example.com/",
            "https://example.com/about",
            "https://example.com",
            "https:///sitemap.xml",
            "https://example.com/sitemap.xml\nhttps://example.com/b.xml",
            "<loc>https://example.com/sitemap.xml</loc>",
            "sitemap.xml",
        ] {
            assert_eq!(lone_sitemap_url(text), None, "{text}");
        }
    }
}
