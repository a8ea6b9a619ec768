//! Workflow commands of GitHub Actions, one line each: they become annotations on the files.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Report, Severity};

use super::findings::{Group, all_in_all, groups, more, path, total};
use super::sentences;
use crate::message::Words;
use crate::output::text::without_controls;

/// The maximum number of annotations of each kind that GitHub shows for a step.
const SHOWN: u64 = 10;

/// `report` as annotations, and a summary.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = String::new();
    for group in groups(report) {
        write_group(&mut out, report, &group, words);
    }
    let counts = total(report);
    let _ = writeln!(out, "sitemap-validator: {}", all_in_all(report, words));
    if [counts.error, counts.warning, counts.info].into_iter().any(|count| count > SHOWN) {
        let _ = writeln!(out, "{}", words.sentence(sentences::SHOWN, &[&words.number(SHOWN)]));
    }
    out
}

fn write_group(out: &mut String, report: &Report, group: &Group<'_>, words: &Words) {
    if let Some(file) = group.file
        && let Some(why) = &file.unread
    {
        let (name, title) = (property(path(&file.name)), property(words.word(sentences::NOT_CHECKED)));
        let _ = writeln!(out, "::error file={name},title={title}::{}", data(why));
    }
    for finding in group.listed {
        let _ = write!(out, "::{} ", kind(finding.severity));
        if let Some(file) = group.file_of(finding, report) {
            let _ = write!(out, "file={},", property(path(&file.name)));
        }
        let _ = write!(out, "line={},endLine={},", finding.line, finding.end_line);
        // Columns are only valid within one line.
        if finding.line == finding.end_line {
            let _ = write!(out, "col={},endColumn={},", finding.column, finding.end_column);
        }
        let _ = writeln!(out, "title={}::{}. {}", property(&finding.rule), data(&finding.message), data(&finding.help));
    }
    for rule in group.by_rule().iter().filter(|rule| rule.more() > 0) {
        let _ = write!(out, "::{} ", kind(rule.severity));
        if let Some(file) = group.file {
            let _ = write!(out, "file={},", property(path(&file.name)));
        }
        let _ = writeln!(out, "title={}::{}", property(rule.id), data(&more(rule.more(), words)));
    }
}

const fn kind(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    }
}

/// `text` escaped for the part after the second `::`.
fn data(text: &str) -> String {
    without_controls(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// `text` escaped for the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_begins_a_command_or_a_property() {
        assert_eq!(data("a%\r\n::error::\x1bb"), "a%25%0D%0A::error::␛b");
        assert_eq!(property("C:\\a,line=1::b%"), "C%3A\\a%2Cline=1%3A%3Ab%25");
    }
}
