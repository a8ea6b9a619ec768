//! A rule page: its sections, and the blocks of its examples.

/// The headings of every page, in this order.
const SECTIONS: [&str; 5] = ["What", "Why", "What to do", "Source", "Examples"];

/// The parts of a page.
pub(crate) struct Page<'a> {
    title: &'a str,
    summary: String,
    sections: Vec<(&'a str, String)>,
    /// The fenced blocks under "Examples".
    pub(crate) blocks: Vec<Block<'a>>,
    problems: Vec<String>,
}

/// A fenced block.
pub(crate) struct Block<'a> {
    /// The line of its opening fence, from 1.
    pub(crate) line: usize,
    /// The text after the opening fence.
    pub(crate) info: &'a str,
    /// The lines between the fences, including the last line end.
    pub(crate) body: String,
    /// The robots.txt blocks before it, each with its site.
    pub(crate) robots: Vec<(Option<&'a str>, String)>,
}

impl<'a> Page<'a> {
    /// Parses `text`.
    pub(crate) fn parse(text: &'a str) -> Self {
        let mut page =
            Self { title: "", summary: String::new(), sections: Vec::new(), blocks: Vec::new(), problems: Vec::new() };
        let mut open: Option<Block<'a>> = None;
        let mut robots: Vec<(Option<&'a str>, String)> = Vec::new();
        let mut used = false;
        for (index, line) in text.lines().enumerate() {
            let number = index + 1;
            if let Some(block) = &mut open {
                if line == "```" {
                    let Some(mut block) = open.take() else { continue };
                    if let Some(site) = block.info.strip_prefix("text robots") {
                        // Consecutive blocks belong together.
                        if std::mem::take(&mut used) {
                            robots.clear();
                        }
                        robots.push((site.strip_prefix('='), block.body));
                    } else {
                        used = true;
                        block.robots.clone_from(&robots);
                        page.blocks.push(block);
                    }
                } else {
                    block.body.push_str(line);
                    block.body.push('\n');
                }
            } else if let Some(info) = line.strip_prefix("```") {
                if page.sections.last().is_none_or(|(name, _)| *name != "Examples") {
                    page.problems.push(format!("line {number}: a block outside of the examples"));
                }
                open = Some(Block { line: number, info, body: String::new(), robots: Vec::new() });
            } else if let Some(title) = line.strip_prefix("# ") {
                if number != 1 {
                    page.problems.push(format!("line {number}: a second title"));
                }
                page.title = title;
            } else if let Some(name) = line.strip_prefix("## ") {
                page.sections.push((name, String::new()));
            } else {
                let body = page.sections.last_mut().map_or(&mut page.summary, |(_, body)| body);
                body.push_str(line);
                body.push('\n');
            }
        }
        if let Some(block) = open {
            page.problems.push(format!("line {}: the block is not closed", block.line));
        }
        page
    }

    /// The errors of the page of the rule `id`, except in its examples.
    pub(crate) fn problems(&self, id: &str) -> Vec<String> {
        let mut problems = self.problems.clone();
        if self.title != id {
            problems.push(format!("the title is `{}`", self.title));
        }
        let names: Vec<&str> = self.sections.iter().map(|(name, _)| *name).collect();
        if names != SECTIONS {
            problems.push(format!("the sections are {names:?}, not {SECTIONS:?}"));
        }
        for (name, body) in &self.sections {
            if body.trim().is_empty() && (*name != "Examples" || self.blocks.is_empty()) {
                problems.push(format!("\"{name}\" is empty"));
            }
            if *name == "Source" && !body.lines().all(|line| line.is_empty() || line.starts_with("- ")) {
                problems.push("\"Source\" is a list with one line per source".to_owned());
            }
        }
        let summary = self.summary.trim();
        if summary.is_empty() || !summary.ends_with('.') || summary.contains("\n\n") {
            problems.push("below the title stands one sentence with a full stop".to_owned());
        }
        let prose = self.sections.iter().map(|(_, body)| body.as_str()).chain([summary]);
        for body in prose {
            if let Some(line) = body.lines().find(|line| line.matches('`').count() % 2 != 0) {
                problems.push(format!("back-ticks do not match: {line}"));
            }
            if let Some(line) = body.lines().find(|line| line.contains("TITLE") || line.contains("HELP")) {
                problems.push(format!("left over: {line}"));
            }
        }
        problems
    }
}
