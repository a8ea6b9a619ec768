//! A rule's page as it is written: its sections, and its examples.

/// A rule's page.
#[derive(Debug, Default, Clone)]
pub(crate) struct RulePage {
    /// The heading: the rule's id in English, a title in other languages.
    pub(crate) heading: String,
    /// The sentence below the heading.
    pub(crate) summary: String,
    /// When it is reported.
    pub(crate) what: String,
    /// Why that is a problem.
    pub(crate) why: String,
    /// What to do about it.
    pub(crate) remedy: String,
    /// Who says so, a list.
    pub(crate) source: String,
    /// Examples, and the sentences between them.
    pub(crate) examples: Vec<Piece>,
}

/// A piece of the examples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Prose.
    Text(String),
    /// A fenced block: what stands behind the fence, and the lines in it.
    Block { info: String, body: String },
}

impl RulePage {
    /// Takes a page apart.
    pub(crate) fn parse(text: &str) -> Self {
        let mut page = Self::default();
        let mut section = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if let Some(info) = line.strip_prefix("```")
                && section == "Examples"
            {
                let body: String =
                    lines.by_ref().take_while(|line| *line != "```").flat_map(|line| [line, "\n"]).collect();
                page.examples.push(Piece::Block { info: info.to_owned(), body });
            } else if let Some(name) = line.strip_prefix("## ") {
                name.trim().clone_into(&mut section);
            } else if let (Some(heading), "") = (line.strip_prefix("# "), section.as_str()) {
                heading.trim().clone_into(&mut page.heading);
            } else {
                page.add(&section, line);
            }
        }
        page
    }

    fn add(&mut self, section: &str, line: &str) {
        let body = match section {
            "" => &mut self.summary,
            "What" => &mut self.what,
            "Why" => &mut self.why,
            "What to do" => &mut self.remedy,
            "Source" => &mut self.source,
            _ => {
                if let Some(Piece::Text(text)) = self.examples.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                } else if !line.trim().is_empty() {
                    self.examples.push(Piece::Text(format!("{line}\n")));
                }
                return;
            }
        };
        body.push_str(line);
        body.push('\n');
    }

    /// What the rule is called: in English its introduction, short of the full stop.
    pub(crate) fn title(&self, id: &str) -> String {
        if self.heading != id {
            return self.heading.clone();
        }
        self.summary.trim().trim_end_matches('.').to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_taken_apart() {
        let page = RulePage::parse(
            "# loc-empty\n\nNo URL.\n\n## What\n\nFires.\n\n## Why\n\nBecause.\n\n## What to do\n\nWrite.\n\n## Source\n\n- S. (https://s.example/)\n\n## Examples\n\nEmpty.\n\n```xml bad entry\n# a\n## b\n```\n",
        );
        assert_eq!(
            (page.title("loc-empty").as_str(), page.what.trim(), page.remedy.trim()),
            ("No URL", "Fires.", "Write.")
        );
        assert_eq!(page.examples.len(), 2);
        assert_eq!(page.examples[1], Piece::Block { info: "xml bad entry".into(), body: "# a\n## b\n".into() });
        assert_eq!(RulePage::parse("# Sans URL\n\nPas d’URL.\n").title("loc-empty"), "Sans URL");
    }
}
