//! `JUnit` XML: a suite per file, a case per rule with findings. A rule with errors fails; the others pass and
//! contain their findings as output.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Report, Severity};

use super::findings::{Group, OfRule, groups, more, of_weight, verdict};
use super::sentences;
use super::xml::escaped;
use crate::message::Words;
use crate::output::text::sentences as around;

/// `report` as test results.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut suites: Vec<Suite> = groups(report).map(|group| Suite::of(report, &group, words)).collect();
    suites.extend(report.partial.then(|| Suite::incomplete(report, words)));
    let sum = |of: fn(&Suite) -> usize| suites.iter().map(of).sum::<usize>();
    let (tests, failures, errors) = (sum(|suite| suite.tests), sum(|suite| suite.failures), sum(|suite| suite.errors));
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let numbers = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"");
    let _ = writeln!(out, "<testsuites name=\"{}\" {numbers}>", escaped(&report.tool.name));
    for Suite { name, tests, failures, errors, skipped, cases } in &suites {
        let numbers = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"");
        let _ = writeln!(out, "  <testsuite name=\"{}\" {numbers}>\n{cases}  </testsuite>", escaped(name));
    }
    out.push_str("</testsuites>\n");
    out
}

struct Suite<'a> {
    name: &'a str,
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    cases: String,
}

impl<'a> Suite<'a> {
    fn of(report: &Report, group: &Group<'a>, words: &'a Words) -> Self {
        let name = group.file.map_or_else(|| words.word(sentences::ACROSS), |file| &file.name);
        let mut suite = Suite { name, tests: 0, failures: 0, errors: 0, skipped: 0, cases: String::new() };
        if let Some(why) = group.file.and_then(|file| file.read_error.as_ref()) {
            suite.errors = 1;
            suite.case("checked", &format!("<error message=\"{}\"/>", escaped(why)));
        }
        for rule in group.by_rule() {
            let text = places(report, group, &rule, words);
            if rule.severity == Severity::Error {
                let message = first_words(&rule, words);
                suite.failures += 1;
                suite.case(rule.id, &format!("<failure type=\"error\" message=\"{message}\">{text}</failure>"));
            } else {
                suite.case(rule.id, &format!("<system-out>{}{text}</system-out>", first_words(&rule, words)));
            }
        }
        if suite.tests == 0 {
            let verdict = words.word(group.file.map_or(sentences::NOTHING, verdict));
            suite.case("checked", &format!("<system-out>{}</system-out>", escaped(verdict)));
        }
        suite
    }

    /// What was not requested.
    fn incomplete(report: &'a Report, words: &Words) -> Self {
        let name = &report.tool.name;
        let mut suite = Suite { name, tests: 0, failures: 0, errors: 0, skipped: 1, cases: String::new() };
        suite.case("complete", &format!("<skipped message=\"{}\"/>", escaped(words.word(around::INCOMPLETE))));
        suite
    }

    fn case(&mut self, name: &str, inner: &str) {
        self.tests += 1;
        let (class, name) = (escaped(self.name), escaped(name));
        let _ = writeln!(self.cases, "    <testcase classname=\"{class}\" name=\"{name}\">{inner}</testcase>");
    }
}

/// The number of findings and the first message.
fn first_words(rule: &OfRule<'_>, words: &Words) -> String {
    let message = rule.listed.first().map_or("", |finding| &finding.message);
    escaped(&format!("{}: {message}", of_weight(rule.count, rule.severity, words)))
}

/// The location and text of each finding, and the number of those not listed.
fn places(report: &Report, group: &Group<'_>, rule: &OfRule<'_>, words: &Words) -> String {
    let mut out = String::new();
    for finding in &rule.listed {
        let name = group.file_of(finding, report).map_or("", |file| &file.name);
        let (line, column, message, help) = (finding.line, finding.column, &finding.message, &finding.help);
        out.push('\n');
        out.push_str(&escaped(&format!("{name}:{line}:{column}: {message}. {help}")));
    }
    if rule.more() > 0 {
        out.push('\n');
        out.push_str(&escaped(&more(rule.more(), words)));
    }
    out.push('\n');
    out
}
