//! `JUnit`'s XML: a suite per file, a case per rule that found something. A rule with errors fails; the others pass, and
//! say what they found.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Report, Severity};

use super::findings::{Group, OfRule, groups, more, verdict, word};
use super::xml::escaped;
use crate::message::ENGLISH;
use crate::output::text::plural;

/// `report` as test results.
pub(super) fn write(report: &Report) -> String {
    let suites: Vec<Suite> = groups(report).map(|group| Suite::of(report, &group)).collect();
    let sum = |of: fn(&Suite) -> usize| suites.iter().map(of).sum::<usize>();
    let (tests, failures, errors) = (sum(|suite| suite.tests), sum(|suite| suite.failures), sum(|suite| suite.errors));
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned();
    let numbers = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\"");
    let _ = writeln!(out, "<testsuites name=\"{}\" {numbers}>", escaped(&report.tool.name));
    for Suite { name, tests, failures, errors, cases } in &suites {
        let numbers = format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\"");
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
    cases: String,
}

impl<'a> Suite<'a> {
    fn of(report: &Report, group: &Group<'a>) -> Self {
        let name = group.file.map_or("Across files", |file| &file.name);
        let mut suite = Suite { name, tests: 0, failures: 0, errors: 0, cases: String::new() };
        if let Some(why) = group.file.and_then(|file| file.unread.as_ref()) {
            suite.errors = 1;
            suite.case("checked", &format!("<error message=\"{}\"/>", escaped(why)));
        }
        for rule in group.by_rule() {
            let text = places(report, group, &rule);
            if rule.severity == Severity::Error {
                let message = first_words(&rule);
                suite.failures += 1;
                suite.case(rule.id, &format!("<failure type=\"error\" message=\"{message}\">{text}</failure>"));
            } else {
                suite.case(rule.id, &format!("<system-out>{}{text}</system-out>", first_words(&rule)));
            }
        }
        if suite.tests == 0 {
            let words = group.file.map_or("Nothing found", verdict);
            suite.case("checked", &format!("<system-out>{words}</system-out>"));
        }
        suite
    }

    fn case(&mut self, name: &str, inner: &str) {
        self.tests += 1;
        let (class, name) = (escaped(self.name), escaped(name));
        let _ = writeln!(self.cases, "    <testcase classname=\"{class}\" name=\"{name}\">{inner}</testcase>");
    }
}

/// How much it is, and the first finding's sentence.
fn first_words(rule: &OfRule<'_>) -> String {
    let message = rule.listed.first().map_or("", |finding| &finding.message);
    escaped(&format!("{}: {message}", plural(rule.count, word(rule.severity))))
}

/// Each finding's place and words, and how many are not listed.
fn places(report: &Report, group: &Group<'_>, rule: &OfRule<'_>) -> String {
    let mut out = String::new();
    for finding in &rule.listed {
        let name = group.file_of(finding, report).map_or("", |file| &file.name);
        let (line, column, message, help) = (finding.line, finding.column, &finding.message, &finding.help);
        out.push('\n');
        out.push_str(&escaped(&format!("{name}:{line}:{column}: {message}. {help}")));
    }
    if rule.more() > 0 {
        out.push('\n');
        out.push_str(&more(rule.more(), &ENGLISH));
    }
    out.push('\n');
    out
}
