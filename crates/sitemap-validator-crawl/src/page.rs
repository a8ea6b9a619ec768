//! What the HTML of a page says about sitemaps.

use quick_xml::events::BytesStart;

use crate::address::Address;

/// How many links are taken from a page.
const MOST: usize = 100;

/// Elements whose content is text.
const TEXTS: [&str; 6] = ["noscript", "script", "style", "template", "textarea", "title"];

/// The URLs that a page at `base` links with `<link rel="sitemap">`, in order.
pub fn sitemap_links(html: &str, base: &str) -> Vec<String> {
    let Some(base) = Address::parse(base) else { return Vec::new() };
    let is_sitemap = |rel: &str| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("sitemap"));
    let links = Tags { rest: html }.filter(|tag| tag.is("link")).filter_map(|tag| {
        let href = tag.value("href").filter(|_| tag.value("rel").as_deref().is_some_and(is_sitemap))?;
        Some(base.join(href.trim())?.as_str().to_owned())
    });
    links.take(MOST).collect()
}

/// The start tags of a document, without those in scripts and comments.
struct Tags<'h> {
    rest: &'h str,
}

/// A start tag: what is between `<` and `>`.
struct Tag<'h>(&'h str);

impl<'h> Iterator for Tags<'h> {
    type Item = Tag<'h>;

    fn next(&mut self) -> Option<Tag<'h>> {
        loop {
            self.rest = behind(self.rest, "<")?;
            if let Some(comment) = self.rest.strip_prefix("!--") {
                self.rest = behind(comment, "-->").unwrap_or_default();
            } else if self.rest.starts_with(|first: char| first.is_ascii_alphabetic()) {
                let (content, rest) = self.rest.split_at(end_of_tag(self.rest)?);
                self.rest = rest;
                let tag = Tag(content.trim_end_matches('/'));
                if let Some(name) = TEXTS.iter().find(|name| tag.is(name)) {
                    self.rest = content_end(rest, name);
                }
                return Some(tag);
            }
        }
    }
}

impl Tag<'_> {
    fn name(&self) -> &str {
        self.0.split(|end: char| end.is_ascii_whitespace() || end == '/').next().unwrap_or_default()
    }

    fn is(&self, name: &str) -> bool {
        self.name().eq_ignore_ascii_case(name)
    }

    /// The value of an attribute.
    fn value(&self, name: &str) -> Option<String> {
        let tag = BytesStart::from_content(self.0, self.name().len());
        let mut attributes = tag.html_attributes();
        let found = attributes.with_checks(false).flatten().find(|found| found.key.as_ref().eq_ignore_ascii_case(name));
        // Of the references of HTML, only this one is in URLs.
        found.map(|found| found.value.replace("&amp;", "&"))
    }
}

fn behind<'t>(text: &'t str, mark: &str) -> Option<&'t str> {
    text.split_once(mark).map(|(_, rest)| rest)
}

/// Where the `>` of a tag is, which may also stand in quoted values.
fn end_of_tag(tag: &str) -> Option<usize> {
    let mut quote = None;
    let mut before = b' ';
    for (at, byte) in tag.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') if before == b'=' => quote = Some(byte),
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    None
}

/// What follows the content of an element whose content is text.
fn content_end<'t>(text: &'t str, name: &str) -> &'t str {
    let mut rest = text;
    while let Some(next) = behind(rest, "</") {
        if next.get(..name.len()).is_some_and(|end| end.eq_ignore_ascii_case(name)) {
            return next;
        }
        rest = next;
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found() {
        let html = r#"<!doctype html><html><head><title><link rel=sitemap href=no></title>
            <!-- <link rel="sitemap" href="/no.xml"> --><link rel="stylesheet" href="/a.css" title="a > b">
            <LINK type="application/xml" REL="alternate Sitemap" href=" ../sitemap.xml?a=1&amp;b=2&c "/>
            <script>if (a<b) "<link rel=sitemap href=no>"</SCRIPT>
            <link rel=sitemap href=https://other.tidepool.page/s.xml/><link rel=sitemap><link rel=sitemap href="http://[">
            <a title='<link rel=sitemap href=no>'> < b"#;
        assert_eq!(
            sitemap_links(html, "https://tidepool.page/blog/post"),
            ["https://tidepool.page/sitemap.xml?a=1&b=2&c", "https://other.tidepool.page/s.xml"]
        );
        assert_eq!(sitemap_links("<link rel=sitemap href=é>", "https://tidepool.page/").len(), 1);
        for broken in ["<", "<link", "<link rel='sitemap", "<!--", "<script>", "<title></titl", "</", "<é>"] {
            assert!(sitemap_links(broken, "https://tidepool.page/").is_empty(), "{broken}");
        }
    }
}
