//! Conversion of text and Markdown to HTML.

use std::fmt::Write as _;

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Parser, Tag, TagEnd};
pub(crate) use sitemap_validator_protocol::html::escaped;

/// Returns the blocks of `markdown` as HTML. HTML tags in it are treated as text.
pub(crate) fn blocks(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(markdown) {
        write(&mut out, &event, true);
    }
    out
}

/// Returns one line of `markdown` as HTML, without a paragraph around it.
pub(crate) fn inline(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(markdown) {
        if !matches!(event, Event::Start(Tag::Paragraph) | Event::End(TagEnd::Paragraph)) {
            write(&mut out, &event, false);
        }
    }
    out
}

/// Returns one line of `markdown` as plain text.
pub(crate) fn plain(markdown: &str) -> String {
    let mut out = String::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) | Event::Html(text) => out.push_str(&text),
            Event::SoftBreak | Event::HardBreak => out.push(' '),
            _ => {}
        }
    }
    out
}

fn write(out: &mut String, event: &Event<'_>, links: bool) {
    match event {
        Event::Start(tag) => start(out, tag),
        Event::End(tag) => out.push_str(end(*tag)),
        Event::Text(text) if links => linked(out, text),
        Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => out.push_str(&escaped(text)),
        Event::Code(code) => {
            let _ = write!(out, "<code>{}</code>", escaped(code));
        }
        Event::SoftBreak | Event::HardBreak => out.push(' '),
        _ => {}
    }
}

fn start(out: &mut String, tag: &Tag<'_>) {
    match tag {
        Tag::Paragraph => out.push_str("<p>"),
        Tag::Heading { .. } => out.push_str("<h3>"),
        Tag::List(Some(_)) => out.push_str("<ol>"),
        Tag::List(None) => out.push_str("<ul>"),
        Tag::Item => out.push_str("<li>"),
        Tag::Strong => out.push_str("<strong>"),
        Tag::Emphasis => out.push_str("<em>"),
        Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented) => {
            out.push_str("<pre tabindex=\"0\"><code>");
        }
        Tag::Link { link_type, dest_url, .. } if *link_type != LinkType::Email && is_web(dest_url) => {
            let _ = write!(out, "<a href=\"{}\" rel=\"noopener noreferrer\">", escaped(dest_url));
        }
        Tag::Link { .. } => out.push_str("<a>"),
        _ => {}
    }
}

fn end(tag: TagEnd) -> &'static str {
    match tag {
        TagEnd::Paragraph => "</p>\n",
        TagEnd::Heading(_) => "</h3>\n",
        TagEnd::List(true) => "</ol>\n",
        TagEnd::List(false) => "</ul>\n",
        TagEnd::Item => "</li>\n",
        TagEnd::Strong => "</strong>",
        TagEnd::Emphasis => "</em>",
        TagEnd::CodeBlock => "</code></pre>\n",
        TagEnd::Link => "</a>",
        _ => "",
    }
}

fn is_web(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// Writes `text` with links for the URLs in it.
fn linked(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find("https://") {
        let url = &rest[at..];
        let length = url.find(|c: char| c.is_whitespace() || matches!(c, ')' | '"' | '<' | '>')).unwrap_or(url.len());
        let url = url[..length].trim_end_matches(['.', ',', ';', ':']);
        let _ = write!(
            out,
            "{}<a href=\"{url}\" rel=\"noopener noreferrer\">{url}</a>",
            escaped(&rest[..at]),
            url = escaped(url)
        );
        rest = &rest[at + url.len()..];
    }
    out.push_str(&escaped(rest));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_markup_is_text() {
        let html = blocks("A <script>alert(1)</script> & `<b>` [x](javascript:alert(1))\n\n<img src=x onerror=a>\n");
        assert!(!html.contains("<script") && !html.contains("<img") && !html.contains("javascript:"), "{html}");
        assert!(html.contains("<code>&lt;b&gt;</code>"), "{html}");
    }

    #[test]
    fn addresses_are_links() {
        let html = blocks("- Part 3. (https://www.w3.org/TR/xml/#a)\n");
        assert!(
            html.contains(
                r#"(<a href="https://www.w3.org/TR/xml/#a" rel="noopener noreferrer">https://www.w3.org/TR/xml/#a</a>)"#
            ),
            "{html}"
        );
    }

    #[test]
    fn a_line_has_no_paragraph() {
        assert_eq!(inline("`&` in *text*"), "<code>&amp;</code> in <em>text</em>");
        assert_eq!(plain("`&` in *text*"), "& in text");
    }
}
