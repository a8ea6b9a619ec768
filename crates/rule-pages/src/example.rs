//! An example: what it is for, and its document.

use std::fmt::Write as _;
use std::ops::Range;

/// The document around the entries of an example that shows only entries.
pub const ENTRIES: [&str; 2] = [
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    "</urlset>\n",
];
/// The same for the entries of an index.
pub const SITEMAPS: [&str; 2] = [
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
pub enum Role {
    /// It shows the rule.
    Bad,
    /// It has no finding.
    Good,
    /// It is the example before it, fixed.
    Fixed,
}

/// An example, as the line above it describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example<'a> {
    /// What it is for.
    pub role: Role,
    /// How it is checked: names with their values, which are empty for those without.
    pub options: Vec<(&'a str, &'a str)>,
    start: String,
    end: &'static str,
}

impl<'a> Example<'a> {
    /// Reads the text after the opening fence.
    ///
    /// # Errors
    /// If it is not that of an example; gives a sentence.
    pub fn read(info: &'a str) -> Result<Self, String> {
        let mut words = info.split(' ');
        let language = words.next().unwrap_or_default();
        if !matches!(language, "xml" | "text") {
            return Err(format!("the language is `{language}`, not `xml` or `text`"));
        }
        let role = match words.next() {
            Some("bad") => Role::Bad,
            Some("good") => Role::Good,
            Some("fixed") => Role::Fixed,
            other => return Err(format!("`{}` instead of `bad`, `good` or `fixed`", other.unwrap_or_default())),
        };
        let mut example = Self { role, options: Vec::new(), start: String::new(), end: "" };
        for word in words {
            match word.split_once('=').unwrap_or((word, "")) {
                ("entry", "") => example.stand_in(ENTRIES),
                ("sitemap", "") => example.stand_in(SITEMAPS),
                ("with", prefixes) => prefixes.split(',').try_for_each(|prefix| example.declare(prefix))?,
                option => example.options.push(option),
            }
        }
        Ok(example)
    }

    fn stand_in(&mut self, [start, end]: [&'static str; 2]) {
        start.clone_into(&mut self.start);
        self.end = end;
    }

    /// Declares the extension with a customary prefix.
    fn declare(&mut self, prefix: &str) -> Result<(), String> {
        let Some((_, uri)) = NAMESPACES.iter().find(|(known, _)| *known == prefix) else {
            return Err(format!("no extension has the prefix `{prefix}`"));
        };
        self.start.truncate(self.start.trim_end_matches(['>', '\n']).len());
        let _ = writeln!(self.start, " xmlns:{prefix}=\"{uri}\">");
        Ok(())
    }

    /// The document that shows `body`.
    pub fn document(&self, body: &str) -> String {
        format!("{}{body}{}", self.start, self.end)
    }
}

/// `marked` without its ⟦ and ⟧, and the bytes between them.
///
/// # Errors
/// If they do not match; gives a sentence.
pub fn unmarked(marked: &str) -> Result<(String, Vec<Range<usize>>), String> {
    let mut text = String::with_capacity(marked.len());
    let mut ranges = Vec::new();
    let mut start = None;
    for character in marked.chars() {
        match (character, start) {
            ('⟦', None) => start = Some(text.len()),
            ('⟧', Some(from)) => {
                ranges.push(from..text.len());
                start = None;
            }
            ('⟦' | '⟧', _) => return Err("the marks do not match".to_owned()),
            _ => text.push(character),
        }
    }
    if start.is_some() { Err("the marks do not match".to_owned()) } else { Ok((text, ranges)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_get_their_root() {
        let example =
            Example::read("xml bad entry with=image,news url=https://a.example/s.xml pedantic").expect("an example");
        assert_eq!(example.options, [("url", "https://a.example/s.xml"), ("pedantic", "")]);
        let document = example.document("<url/>\n");
        assert!(
            document.contains("sitemap-image/1.1\" xmlns:news=\"http")
                && document.ends_with("0.9\">\n<url/>\n</urlset>\n")
        );
        for (info, why) in
            [("html bad", "`html`"), ("xml", "``"), ("text robots", "`robots`"), ("xml bad entry with=x", "`x`")]
        {
            assert!(Example::read(info).is_err_and(|problem| problem.contains(why)), "{info}");
        }
    }

    #[test]
    fn marks_are_taken_out() {
        assert_eq!(unmarked("a⟦b⟧c⟦⟧"), Ok(("abc".into(), vec![1..2, 3..3])));
        for text in ["⟦", "⟧", "⟦⟦⟧", "⟦a⟧⟧"] {
            assert!(unmarked(text).is_err(), "{text}");
        }
    }
}
