//! What the HTML of a page says about sitemaps.

use quick_xml::events::BytesStart;

use crate::address::Address;
use crate::reply::Reply;

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

/// What the answer of the page at `url` excludes it from search results with, as found, and the canonical URL that it names.
pub fn directives(reply: &Reply, html: &str, url: &str) -> (Option<String>, Option<String>) {
    let fields = |name: &'static str| {
        reply.header.iter().filter(move |(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    };
    // A rule may be for one crawler: `googlebot: noindex`.
    let is_rule = |value: &str| {
        value
            .split([',', ':'])
            .any(|word| ["noindex", "none"].iter().any(|rule| word.trim().eq_ignore_ascii_case(rule)))
    };
    let mut noindex = fields("x-robots-tag").find(|value| is_rule(value)).map(|value| format!("X-Robots-Tag: {value}"));
    let base = Address::parse(url);
    let join = |reference: &str| {
        let reference = Some(reference.trim()).filter(|reference| !reference.is_empty())?;
        Some(base.as_ref()?.join(reference)?.as_str().to_owned())
    };
    let linked = |value: &str| {
        let (link, parameters) = value.trim().strip_prefix('<')?.split_once('>')?;
        let is_canonical =
            parameters.to_ascii_lowercase().replace('"', "").split(';').any(|one| one.trim() == "rel=canonical");
        join(link).filter(|_| is_canonical)
    };
    let mut canonical = fields("link").flat_map(|value| value.split(',')).find_map(linked);
    for tag in (Tags { rest: html }) {
        if tag.is("meta") && noindex.is_none() {
            let is_robots = |name: &String| CRAWLERS.iter().any(|crawler| name.trim().eq_ignore_ascii_case(crawler));
            let content = tag.value("content").filter(|content| is_rule(content));
            if let Some((name, content)) = tag.value("name").filter(is_robots).zip(content) {
                noindex = Some(format!("<meta name=\"{name}\" content=\"{content}\">"));
            }
        } else if tag.is("link") && canonical.is_none() {
            let is_canonical =
                |rel: &String| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case("canonical"));
            canonical = tag.value("rel").filter(is_canonical).and_then(|_| join(&tag.value("href")?));
        }
    }
    (noindex, canonical)
}

/// The names of `meta` elements with rules for crawlers.
const CRAWLERS: [&str; 3] = ["robots", "googlebot", "bingbot"];

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
    fn directives_are_found() {
        let read = |header: &[(&str, &str)], html: &str| {
            let header = header.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
            directives(&Reply { header, ..Reply::default() }, html, "https://tidepool.page/a/b")
        };
        let some = |text: &str| Some(text.to_owned());
        for (header, html, noindex, canonical) in [
            (
                &[][..],
                "<META NAME=Robots CONTENT='noindex, follow'>",
                some("<meta name=\"Robots\" content=\"noindex, follow\">"),
                None,
            ),
            (
                &[],
                "<meta name=robots content=nofollow><link rel=Canonical href=../c>",
                None,
                some("https://tidepool.page/c"),
            ),
            (&[], "<title><meta name=robots content=noindex></title><link rel='canonical' href>", None, None),
            (
                &[("X-Robots-Tag", "max-snippet:0"), ("X-Robots-Tag", "googlebot: none")],
                "",
                some("X-Robots-Tag: googlebot: none"),
                None,
            ),
            (
                &[("Link", "</x.css>; rel=preload, <https://other.tidepool.page/>; REL=\"canonical\"")],
                "<link rel=canonical href=/no>",
                None,
                some("https://other.tidepool.page/"),
            ),
        ] {
            assert_eq!(read(header, html), (noindex, canonical), "{html}");
        }
    }

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
