//! An example of a rule's page: as it is shown, and as a link that opens it in the validator.

use std::fmt::Write as _;

use sitemap_validator::{Options, Profile, Rule, Source, check_source};

use crate::html::escaped;
use sitemap_validator_protocol::lang::Lang;

/// 2026-11-21T12:00:00Z, in milliseconds since 1970: what is in the future for the examples.
const NOW: i64 = 1_795_262_400_000;

const URLSET: [&str; 2] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    "</urlset>\n",
];
const INDEX: [&str; 2] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    "</sitemapindex>\n",
];

/// Namespaces by their customary prefixes.
const NAMESPACES: [(&str, &str); 5] = [
    ("image", "http://www.google.com/schemas/sitemap-image/1.1"),
    ("video", "http://www.google.com/schemas/sitemap-video/1.1"),
    ("news", "http://www.google.com/schemas/sitemap-news/0.9"),
    ("xhtml", "http://www.w3.org/1999/xhtml"),
    ("mobile", "http://www.google.com/schemas/sitemap-mobile/1.0"),
];

/// What an example is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It shows the rule.
    Bad,
    /// It is clean.
    Good,
    /// It is the example before it, repaired.
    Fixed,
    /// A robots.txt that belongs to the next one.
    Aside,
}

/// An example.
#[derive(Debug)]
pub(crate) struct Example<'a> {
    /// What it is for.
    pub(crate) role: Role,
    /// The lines shown, with marks.
    body: &'a str,
    /// The whole document and how to check it; none for what takes more than one file, or bytes that are no text.
    pub(crate) opened: Option<Opened<'a>>,
}

/// A document that the validator can be opened with.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Opened<'a> {
    /// Its text.
    pub(crate) text: String,
    /// Where it is served.
    pub(crate) url: Option<&'a str>,
    /// Its name.
    pub(crate) name: Option<&'a str>,
    /// Profiles beside the default ones.
    pub(crate) profiles: Vec<&'a str>,
    /// Report what the default leaves out.
    pub(crate) pedantic: bool,
    /// Judge as the published schemas would.
    pub(crate) strict_schema: bool,
}

impl<'a> Example<'a> {
    /// Reads a fenced block.
    pub(crate) fn read(info: &'a str, body: &'a str) -> Self {
        let mut words = info.split(' ').skip(1);
        let role = match words.next() {
            Some("bad") => Role::Bad,
            Some("good") => Role::Good,
            Some("fixed") => Role::Fixed,
            _ => return Self { role: Role::Aside, body, opened: None },
        };
        let mut wrap = ["", ""].map(str::to_owned);
        let mut opened = Opened::default();
        for word in words {
            match word.split_once('=').unwrap_or((word, "")) {
                ("entry", "") => wrap = URLSET.map(str::to_owned),
                ("sitemap", "") => wrap = INDEX.map(str::to_owned),
                ("with", prefixes) => wrap[0] = declared(&wrap[0], prefixes),
                ("pedantic", "") => opened.pedantic = true,
                ("strict-schema", "") => opened.strict_schema = true,
                ("legacy", "") => opened.profiles.push("legacy"),
                ("profile", name) => opened.profiles.push(name),
                ("url", url) => opened.url = Some(url),
                ("name", name) => opened.name = Some(name),
                // What else shows up, or is left out, is right in the validator too.
                ("also" | "off" | "alone", _) => {}
                _ => return Self { role, body, opened: None },
            }
        }
        opened.text = format!("{}{}{}", wrap[0], unmarked(body), wrap[1]);
        Self { role, body, opened: Some(opened) }
    }

    /// The lines as HTML, what is marked in them as marks.
    pub(crate) fn html(&self) -> String {
        let mut out = String::new();
        for (index, part) in self.body.trim_end_matches('\n').split('⟦').enumerate() {
            match part.split_once('⟧') {
                Some(("", rest)) if index > 0 => {
                    // A place between two characters.
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

impl Opened<'_> {
    /// True when the validator finds the rule in it. As text it is always UTF-8, so rules about bytes find nothing.
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

    /// What to put behind the address of the validator, to see the example there.
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

/// The start of a document whose root declares the extensions with these prefixes as well.
fn declared(start: &str, prefixes: &str) -> String {
    let mut out = start.trim_end_matches(['>', '\n']).to_owned();
    for (prefix, uri) in NAMESPACES.into_iter().filter(|(prefix, _)| prefixes.split(',').any(|name| name == *prefix)) {
        let _ = write!(out, " xmlns:{prefix}=\"{uri}\"");
    }
    out + ">\n"
}

fn unmarked(marked: &str) -> String {
    marked.replace(['⟦', '⟧'], "")
}

/// `text` for a fragment: everything but unreserved characters percent-encoded.
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

    #[test]
    fn marks_are_shown_and_not_opened() {
        let example =
            Example::read("xml bad entry pedantic url=https://tidepool.page/s.xml", "<loc>⟦a & b⟧</loc>⟦⟧x\n");
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
            assert_eq!(Example::read(info, "x\n").opened, None, "{info}");
        }
        assert_eq!(Example::read("text robots=https://a.example", "x\n").role, Role::Aside);
    }
}
