//! Failures of a test, which are reported together.

use std::collections::BTreeMap;
use std::fs;

use sitemap_validator::Rule;

/// The number of lines before the title in the page of a rule, which is parsed from there.
fn front_matter(rule: Rule) -> usize {
    let path = format!("{}/rules/{}.md", env!("CARGO_MANIFEST_DIR"), rule.id());
    let page = fs::read_to_string(path).unwrap_or_default();
    page.lines().take_while(|line| !line.starts_with("# ")).count()
}

/// The failures by rule.
#[derive(Default)]
pub(crate) struct Failures {
    rules: BTreeMap<Rule, Vec<String>>,
}

impl Failures {
    /// Adds a failure; the same one counts once.
    pub(crate) fn add(&mut self, rule: Rule, failure: String) {
        let failures = self.rules.entry(rule).or_default();
        if !failures.contains(&failure) {
            failures.push(failure);
        }
    }

    /// Adds the failure of an example, if there is one.
    pub(crate) fn example(&mut self, rule: Rule, what: &str, line: usize, problems: &[String]) {
        if !problems.is_empty() {
            let line = line + front_matter(rule);
            self.add(rule, format!("{what} example, line {line}:\n{}", problems.join("\n")));
        }
    }

    /// Fails the test if there are failures.
    pub(crate) fn finish(self, what: &str) {
        if self.rules.is_empty() {
            return;
        }
        let mut text = String::new();
        for (rule, failures) in &self.rules {
            text.push_str("\n\n");
            text.push_str(rule.id());
            for failure in failures {
                text.push_str("\n  ");
                text.push_str(&failure.replace('\n', "\n    "));
            }
        }
        panic!("{what}: {} rules fail{text}\n", self.rules.len());
    }
}
