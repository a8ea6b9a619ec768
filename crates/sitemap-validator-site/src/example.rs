//! An example on a rule's page: its HTML, and a link that opens it in the validator.

use std::fmt::Write as _;

use rule_pages::{Block, Role, unmarked};
use sitemap_validator::{Options, Profile, Rule, Source, check_source};

use crate::html::escaped;
use sitemap_validator_protocol::lang::Lang;

/// 2026-11-21T12:00:00Z, in milliseconds since 1970: the current time for the examples.
const NOW: i64 = 1_795_262_400_000;

/// An example.
#[derive(Debug)]
pub(crate) struct Example<'a> {
    /// Its role; `None` for a robots.txt that belongs to the next example.
    pub(crate) role: Option<Role>,
    /// The lines shown, with marks.
    body: &'a str,
    /// The complete document and its options. `None` if the example needs several files or is binary.
    pub(crate) opened: Option<Opened<'a>>,
}

/// A document to open in the validator.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Opened<'a> {
    /// Its text.
    pub(crate) text: String,
    /// Its URL.
    pub(crate) url: Option<&'a str>,
    /// Its name.
    pub(crate) name: Option<&'a str>,
    /// The profiles in addition to the default ones.
    pub(crate) profiles: Vec<&'a str>,
    /// True if findings that are off by default are reported.
    pub(crate) pedantic: bool,
    /// True for strict schema mode.
    pub(crate) strict_schema: bool,
}

impl<'a> Example<'a> {
    /// Parses a fenced block.
    pub(crate) fn read(block: &'a Block<'a>) -> Self {
        let body = &block.body;
        let Ok(shown) = rule_pages::Example::read(block.info) else { return Self { role: None, body, opened: None } };
        Self { role: Some(shown.role), body, opened: Opened::of(&shown, body) }
    }

    /// Returns the lines as HTML, with `mark` elements for the marked parts.
    pub(crate) fn html(&self) -> String {
        let mut out = String::new();
        for (index, part) in self.body.trim_end_matches('\n').split('⟦').enumerate() {
            match part.split_once('⟧') {
                Some(("", rest)) if index > 0 => {
                    // An empty mark between two characters.
                    let _ = write!(out, "<mark class=\"point\"></mark>{}", escaped(rest));
                }
                Some((marked, rest)) if index > 0 => {
                    let _ = write!(out, "<mark>{}</mark>{}", escaped(marked), escaped(rest));
                }
                _ => out.push_str(&escaped(part)),
            }
        }
        out
    }
}

impl<'a> Opened<'a> {
    fn of(shown: &rule_pages::Example<'a>, body: &str) -> Option<Self> {
        let mut opened = Self { text: unmarked(&shown.document(body)).ok()?.0, ..Self::default() };
        for &option in &shown.options {
            match option {
                ("pedantic", "") => opened.pedantic = true,
                ("strict-schema", "") => opened.strict_schema = true,
                ("legacy", "") => opened.profiles.push("legacy"),
                ("profile", name) => opened.profiles.push(name),
                ("url", url) => opened.url = Some(url),
                ("name", name) => opened.name = Some(name),
                // These words concern only the tests: the validator shows the other findings too.
                ("also" | "off" | "alone", _) => {}
                _ => return None,
            }
        }
        Some(opened)
    }

    /// True if the validator finds the rule in it. As text it is always UTF-8, so rules about bytes find nothing.
    pub(crate) fn shows(&self, rule: Rule) -> bool {
        let mut options = Options {
            url: self.url.map(str::to_owned),
            file_name: self.name.map(str::to_owned),
            pedantic: self.pedantic,
            strict_schema: self.strict_schema,
            now: Some(NOW),
            ..Options::default()
        };
        for profile in self.profiles.iter().filter_map(|name| Profile::by_name(name)) {
            options.profiles = options.profiles.with(profile);
        }
        let source = Source::from_text(self.text.clone());
        check_source("sitemap.xml", &source, &options, 0).diagnostics.iter().any(|found| found.rule() == rule)
    }

    /// Returns the URL fragment that opens the example in the validator.
    pub(crate) fn fragment(&self, lang: Lang) -> String {
        let mut out = format!("#lang={}", lang.tag());
        if !self.profiles.is_empty() {
            let _ = write!(out, "&profile=sitemaps.org,google,bing,{}", self.profiles.join(","));
        }
        if self.pedantic {
            out.push_str("&pedantic=1");
        }
        if self.strict_schema {
            out.push_str("&strict=1");
        }
        for (name, value) in [("url", self.url), ("name", self.name), ("text", Some(self.text.as_str()))] {
            if let Some(value) = value {
                let _ = write!(out, "&{name}={}", percent(value));
            }
        }
        out
    }
}

/// Encodes `text` for a fragment: all characters except unreserved ones are percent-encoded.
fn percent(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'/' | b':') {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'a>(info: &'a str, body: &str) -> Block<'a> {
        Block { line: 1, info, body: body.to_owned() }
    }

    #[test]
    fn marks_are_shown_and_not_opened() {
        let block = read("xml bad entry pedantic url=https://tidepool.page/s.xml", "<loc>⟦a & b⟧</loc>⟦⟧x\n");
        let example = Example::read(&block);
        assert_eq!(example.html(), "&lt;loc&gt;<mark>a &amp; b</mark>&lt;/loc&gt;<mark class=\"point\"></mark>x");
        let opened = example.opened.expect("a document");
        assert!(opened.text.contains("<loc>a & b</loc>x\n</urlset>"), "{}", opened.text);
        let link = opened.fragment(Lang::Fr);
        assert!(link.starts_with("#lang=fr&pedantic=1&url=https://tidepool.page/s.xml&text=%3C%3Fxml"), "{link}");
        assert!(!link.contains(['"', '<', '>', ' ', '\n']), "{link}");
    }

    #[test]
    fn what_needs_more_than_one_text_has_no_link() {
        for info in ["xml bad set", "text good generator=gzip", "xml bad robots", "text robots"] {
            assert_eq!(Example::read(&read(info, "x\n")).opened, None, "{info}");
        }
        assert_eq!(Example::read(&read("text robots=https://a.example", "x\n")).role, None);
    }
}
