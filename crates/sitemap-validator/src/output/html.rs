//! Documents in HTML that need nothing else: no script, no request. They can be read from a file, printed and sent.

use std::fmt::Write;

pub(crate) use sitemap_validator_protocol::html::escaped;

use super::text::{safe, safe_sentence};
use crate::message::{Catalogue, Words};

/// The style of all documents.
const STYLE: &str = include_str!("html.css");

/// The policy of all documents: nothing is loaded and nothing runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// A document with this title, which is its heading too, and this `body` in HTML.
pub(crate) fn document(title: &str, body: &str, words: &Words) -> String {
    let (lang, title) = (words.catalogue().map_or("en", Catalogue::tag), escaped(&safe_sentence(title)));
    format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"generator\" content=\"sitemap-validator\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"robots\" content=\"noindex\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n{body}</main>\n\
         <footer>sitemap-validator {}</footer>\n</body>\n</html>\n",
        env!("CARGO_PKG_VERSION"),
    )
}

/// A sentence with code in back-ticks.
pub(crate) fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(&safe_sentence(text));
    }
    let part = |(index, part): (usize, &&str)| {
        if index % 2 == 0 { escaped(&safe_sentence(part)) } else { format!("<code>{}</code>", escaped(&safe(part))) }
    };
    parts.iter().enumerate().map(part).collect()
}

/// A list of sentences.
pub(crate) fn list(items: &[String]) -> String {
    let mut out = "<ul>\n".to_owned();
    for item in items {
        let _ = writeln!(out, "<li>{}</li>", inline(item));
    }
    out + "</ul>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_not_become_markup() {
        assert_eq!(inline("a <b> `c<d` 'e'"), "a &lt;b&gt; <code>c&lt;d</code> &#39;e&#39;");
        assert_eq!(inline("an odd ` <b>"), "an odd ` &lt;b&gt;");
        assert_eq!(inline("a\u{202E}`\0`"), "a&lt;U+202E&gt;<code>␀</code>");
        let page = document("</title><script>", &list(&["</li>".to_owned()]), &Words::default());
        assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;</title>") && page.contains("<li>&lt;/li&gt;</li>"));
    }
}
