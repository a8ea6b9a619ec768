//! A pasted address instead of a pasted sitemap.

/// The address, when the text is nothing but one that looks like a sitemap's.
///
/// A single ordinary URL is a text sitemap with one line, so the path must look like a sitemap.
pub(crate) fn lone_sitemap_url(text: &str) -> Option<&str> {
    let text = text.trim();
    if text.len() > 2048 || text.chars().any(|c| c.is_whitespace() || matches!(c, '<' | '>' | '"')) {
        return None;
    }
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

#[cfg(test)]
mod tests {
    use super::lone_sitemap_url;

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
