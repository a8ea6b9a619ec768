//! What the HTML of a page says about sitemaps.

use html5gum::{DefaultEmitter, Token, Tokenizer};
use url::Url;

/// How many links are taken from a page.
const MOST: usize = 100;

/// The URLs that a page at `base` links with `<link rel="sitemap">`, in order.
pub fn sitemap_links(html: &[u8], base: &str) -> Vec<String> {
    let Ok(base) = Url::parse(base) else { return Vec::new() };
    let mut links = Vec::new();
    // The content of scripts and titles is no markup.
    let mut emitter: DefaultEmitter = DefaultEmitter::default();
    emitter.naively_switch_states(true);
    for token in Tokenizer::new_with_emitter(html, emitter) {
        let Ok(Token::StartTag(tag)) = token else { continue };
        if tag.name.as_slice() != b"link" {
            continue;
        }
        let value = |name: &[u8]| {
            let (_, value) = tag.attributes.iter().find(|(key, _)| key.as_slice() == name)?;
            str::from_utf8(value.as_slice()).ok()
        };
        let is_sitemap = value(b"rel")
            .is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("sitemap")));
        let Some(link) = value(b"href").filter(|_| is_sitemap).and_then(|href| base.join(href).ok()) else { continue };
        links.push(link.to_string());
        if links.len() == MOST {
            break;
        }
    }
    links
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found() {
        let html = br#"<!doctype html><html><head><title><link rel=sitemap href=no></title>
            <!-- <link rel="sitemap" href="/no.xml"> --><link rel="stylesheet" href="/a.css">
            <LINK type="application/xml" REL="alternate Sitemap" href="../sitemap.xml?a=1&amp;b=2">
            <script>"<link rel=sitemap href=no>"</script>
            <link rel=sitemap href=https://other.tidepool.page/s.xml><link rel=sitemap><link rel=sitemap href="http://[">"#;
        assert_eq!(
            sitemap_links(html, "https://tidepool.page/blog/post"),
            ["https://tidepool.page/sitemap.xml?a=1&b=2", "https://other.tidepool.page/s.xml"]
        );
        assert!(sitemap_links(b"\xff<link rel=sitemap href=\xff>", "https://tidepool.page/").is_empty());
    }
}
