//! The page about a rule: what it reports, why it matters, what to do, and the source.

use crate::markdown::{Block, blocks};

/// The page about a rule, split into the sections of the problem view.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Guide {
    /// The page's heading or, if that is only the rule's id, the sentence below it.
    pub(crate) title: Option<String>,
    pub(crate) what: Vec<Block>,
    pub(crate) why: Vec<Block>,
    pub(crate) remedy: Vec<Block>,
    pub(crate) source: Vec<Block>,
}

impl Guide {
    /// Parses a page. `None` if it is not a rule page: some hosts return their front page for any URL.
    pub(crate) fn parse(rule: &str, page: &str) -> Option<Self> {
        let mut guide = Self::default();
        let mut heading = String::new();
        let mut body = String::new();
        let mut fenced = false;
        let mut known = false;
        for line in page.lines() {
            fenced ^= line.trim_start().starts_with("```");
            if fenced {
                body.push_str(line);
                body.push('\n');
            } else if let Some(next) = line.strip_prefix("## ") {
                known |= guide.put(&heading, &body);
                next.trim().clone_into(&mut heading);
                body.clear();
            } else if let Some(title) = line.strip_prefix("# ") {
                let title = title.trim().trim_matches('`');
                guide.title = (title != rule && !title.is_empty()).then(|| title.to_owned());
            } else {
                body.push_str(line);
                body.push('\n');
            }
        }
        known |= guide.put(&heading, &body);
        known.then_some(guide)
    }

    /// The guide in another language, with the source of this one, because translations do not contain one.
    pub(crate) fn in_words_of(self, other: Option<Self>) -> Self {
        match other {
            Some(other) => Self { source: self.source, ..other },
            None => self,
        }
    }

    fn put(&mut self, heading: &str, body: &str) -> bool {
        let section = match heading.to_ascii_lowercase().as_str() {
            "what" => &mut self.what,
            "why" => &mut self.why,
            "what to do" => &mut self.remedy,
            "source" | "sources" => &mut self.source,
            "" => {
                self.title = self.title.take().or_else(|| title_of(body));
                return false;
            }
            _ => return false,
        };
        *section = blocks(body);
        true
    }
}

/// A page's introduction as a title, without its full stop.
fn title_of(introduction: &str) -> Option<String> {
    let first = introduction.lines().find(|line| !line.trim().is_empty() && !line.starts_with("---"))?;
    let first = first.trim().trim_end_matches('.');
    (first.chars().count() <= 120 && !first.contains(": ")).then(|| first.to_owned())
}

/// True for a valid rule id, which is safe in a URL.
pub(crate) fn is_rule_id(rule: &str) -> bool {
    !rule.is_empty()
        && rule.len() < 80
        && rule.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// An id as words, if there is no better title: `loc-relative` becomes `Loc relative`.
pub(crate) fn id_as_words(rule: &str) -> String {
    capitalized(&rule.replace('-', " "))
}

/// `text` with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markdown::Inline;

    const PAGE: &str = "---\nid: loc-relative\n---\n# Relative URL\n\nIntro.\n\n## What\n\nA path.\n\n## Why\n\nBecause.\n\n\
        ## What to do\n\n- Write it out.\n\n## Examples\n\n```xml\n## no heading\n```\n\n## Source\n\n[S](https://s.example/)\n";

    #[test]
    fn sections_are_found_by_their_headings() {
        let guide = Guide::parse("loc-relative", PAGE).expect("a rule page");
        assert_eq!(guide.title.as_deref(), Some("Relative URL"));
        assert_eq!(guide.what, [Block::Paragraph(vec![Inline::Text("A path.".into())])]);
        assert_eq!(guide.why, [Block::Paragraph(vec![Inline::Text("Because.".into())])]);
        assert_eq!(guide.remedy.len(), 1);
        assert_eq!(guide.source.len(), 1);
    }

    #[test]
    fn a_page_without_a_title_is_called_by_its_introduction() {
        let page = "# loc-relative\n\nA URL without protocol and host.\n\n## What\n\nA path.\n";
        let guide = Guide::parse("loc-relative", page).expect("a rule page");
        assert_eq!(guide.title.as_deref(), Some("A URL without protocol and host"));
    }

    #[test]
    fn another_language_has_its_own_words_and_the_same_source() {
        let english = Guide::parse("loc-relative", PAGE).expect("a rule page");
        let page = "# URL relative\n\n## What\n\nUn chemin.\n\n## Why\n\nParce que.\n";
        let french = english.clone().in_words_of(Guide::parse("loc-relative", page));
        assert_eq!(french.title.as_deref(), Some("URL relative"));
        assert_eq!(french.what, [Block::Paragraph(vec![Inline::Text("Un chemin.".into())])]);
        assert_eq!(french.source, english.source);
        assert_eq!(english.clone().in_words_of(None), english);
    }

    #[test]
    fn another_page_is_no_rule_page() {
        assert_eq!(Guide::parse("loc-relative", "<!doctype html><title>Home</title>"), None);
        assert_eq!(Guide::parse("loc-relative", ""), None);
    }

    #[test]
    fn ids_are_plain() {
        assert!(is_rule_id("loc-relative"));
        assert!(!is_rule_id("../secret"));
        assert!(!is_rule_id(""));
        assert_eq!(id_as_words("loc-relative"), "Loc relative");
    }
}
