//! The pages of rules as they are written: their sections, and their examples.

mod example;

pub use example::{ENTRIES, Example, Role, SITEMAPS, unmarked};

/// A page, without its front matter.
#[derive(Debug, Default, Clone)]
pub struct Page<'a> {
    /// The heading: the rule's id in English, a title in other languages.
    pub heading: &'a str,
    /// The sentence below the heading.
    pub summary: String,
    /// The sections by their headings, but for the examples.
    pub sections: Vec<(&'a str, String)>,
    /// The section "Examples".
    pub examples: Vec<Piece<'a>>,
    /// What is wrong with its form, a sentence each.
    pub problems: Vec<String>,
}

/// A piece of the examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Prose.
    Text(String),
    /// An example.
    Block(Block<'a>),
}

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<'a> {
    /// The line of its opening fence, from 1.
    pub line: usize,
    /// The text after the opening fence.
    pub info: &'a str,
    /// The lines between the fences, including the last line end.
    pub body: String,
}

const EXAMPLES: &str = "Examples";

impl<'a> Page<'a> {
    /// Parses `text`.
    pub fn parse(text: &'a str) -> Self {
        let mut page = Self::default();
        let mut section = "";
        let mut lines = (1..).zip(text.lines());
        while let Some((line, text)) = lines.next() {
            if let Some(info) = text.strip_prefix("```") {
                if section != EXAMPLES {
                    page.problems.push(format!("line {line}: a block outside of the examples"));
                }
                let mut block = Block { line, info, body: String::new() };
                loop {
                    match lines.next() {
                        Some((_, "```")) => break,
                        Some((_, text)) => block.body.extend([text, "\n"]),
                        None => {
                            page.problems.push(format!("line {line}: the block is not closed"));
                            break;
                        }
                    }
                }
                page.examples.push(Piece::Block(block));
            } else if let Some(heading) = text.strip_prefix("# ") {
                if line != 1 {
                    page.problems.push(format!("line {line}: a second title"));
                }
                page.heading = heading.trim();
            } else if let Some(name) = text.strip_prefix("## ") {
                section = name.trim();
                page.sections.push((section, String::new()));
            } else {
                page.prose(section).extend([text, "\n"]);
            }
        }
        page.examples.retain(|piece| !matches!(piece, Piece::Text(text) if text.trim().is_empty()));
        page
    }

    /// The text that the next line of prose belongs to.
    fn prose(&mut self, section: &str) -> &mut String {
        if section != EXAMPLES {
            return self.sections.last_mut().map_or(&mut self.summary, |(_, body)| body);
        }
        if !matches!(self.examples.last(), Some(Piece::Text(_))) {
            self.examples.push(Piece::Text(String::new()));
        }
        match self.examples.last_mut() {
            Some(Piece::Text(text)) => text,
            _ => &mut self.summary,
        }
    }

    /// The text of a section; empty if there is none of this name.
    pub fn section(&self, name: &str) -> &str {
        self.sections.iter().find(|(known, _)| *known == name).map_or("", |(_, body)| body)
    }

    /// The examples, each with the robots.txt files that are shown before it.
    pub fn blocks(&self) -> impl Iterator<Item = (&Block<'a>, Vec<RobotsFile<'_>>)> {
        let mut robots: Vec<RobotsFile<'_>> = Vec::new();
        let mut is_used = false;
        let blocks = self.examples.iter().filter_map(|piece| match piece {
            Piece::Block(block) => Some(block),
            Piece::Text(_) => None,
        });
        blocks.filter_map(move |block| {
            let Some(site) = block.info.strip_prefix("text robots") else {
                is_used = true;
                return Some((block, robots.clone()));
            };
            // Consecutive blocks belong together.
            if std::mem::take(&mut is_used) {
                robots.clear();
            }
            robots.push((site.strip_prefix('='), &block.body));
            None
        })
    }
}

/// The site of a robots.txt, and its text.
pub type RobotsFile<'a> = (Option<&'a str>, &'a str);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let page = Page::parse(
            "# loc-empty\n\nNo URL.\n\n## What\n\nFires.\n\n## Examples\n\nEmpty.\n\n```xml bad entry\n# a\n## b\n```\n\n\
             ```text robots=https://a.example\nx\n```\n```xml good robots\n```\n\n```xml bad",
        );
        assert_eq!(
            (page.heading, page.summary.trim(), page.section("What").trim()),
            ("loc-empty", "No URL.", "Fires.")
        );
        assert_eq!(page.problems, ["line 24: the block is not closed"]);
        assert!(
            matches!(&page.examples[..2], [Piece::Text(_), Piece::Block(Block { line: 13, info: "xml bad entry", body })] if body == "# a\n## b\n")
        );
        let blocks: Vec<(&str, Vec<RobotsFile<'_>>)> =
            page.blocks().map(|(block, robots)| (block.info, robots)).collect();
        let robots = vec![(Some("https://a.example"), "x\n")];
        assert_eq!(blocks, [("xml bad entry", vec![]), ("xml good robots", robots.clone()), ("xml bad", robots)]);
    }
}
