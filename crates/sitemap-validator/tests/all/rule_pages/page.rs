//! What is wrong with a rule page.

use std::collections::BTreeSet;

use rule_pages::Page;
use sitemap_validator::Message;

/// The headings of every page, in this order.
const SECTIONS: [&str; 5] = ["What", "Why", "What to do", "Source", "Examples"];

/// The errors of the page of the rule `id`, except in its examples.
pub(crate) fn problems(page: &Page<'_>, id: &str) -> Vec<String> {
    let mut problems = page.problems.clone();
    if page.heading != id {
        problems.push(format!("the title is `{}`", page.heading));
    }
    let names: Vec<&str> = page.sections.iter().map(|(name, _)| *name).collect();
    if names != SECTIONS {
        problems.push(format!("the sections are {names:?}, not {SECTIONS:?}"));
    }
    for (name, body) in &page.sections {
        if body.trim().is_empty() && (*name != "Examples" || page.examples.is_empty()) {
            problems.push(format!("\"{name}\" is empty"));
        }
        if *name == "Source" && !body.lines().all(|line| line.is_empty() || line.starts_with("- ")) {
            problems.push("\"Source\" is a list with one line per source".to_owned());
        }
    }
    let summary = page.summary.trim();
    if summary.is_empty() || !summary.ends_with('.') || summary.contains("\n\n") {
        problems.push("below the title stands one sentence with a full stop".to_owned());
    }
    let prose = page.sections.iter().map(|(_, body)| body.as_str()).chain([summary]);
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

#[test]
fn all_standards_are_documented() {
    let table = include_str!("../../../../../CONTRIBUTING.md");
    let row = table.lines().find(|line| line.starts_with("| `standards` |")).expect("a row");
    let words: BTreeSet<&str> = row.split('`').skip(1).step_by(2).collect();
    let others = ["standards", "support", "sitemaps.org", "schema", "google", "bing", "yandex"];
    let documented: Vec<&str> = words.into_iter().filter(|word| !others.contains(word)).collect();
    let sources: BTreeSet<&str> = Message::ALL.iter().flat_map(|message| message.info().support.sources()).collect();
    let standards: Vec<&str> = sources.into_iter().filter(|source| !others.contains(source)).collect();
    assert_eq!(documented, standards);
}
