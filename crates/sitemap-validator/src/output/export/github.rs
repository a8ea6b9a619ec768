//! Workflow commands of GitHub Actions, one line each: they become annotations on the files.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Diagnostic, File, Report, Severity};

use super::findings::{Everywhere, Group, all_in_all, everywhere, groups, more, path, total};
use super::sentences;
use crate::message::Words;
use crate::output::text::{sentences as around, without_controls};

/// The maximum number of annotations of each kind that GitHub shows for a step.
const SHOWN: u64 = 10;

/// The maximum number of locations of a rule in one annotation.
const PLACES: usize = 100;

/// `report` as annotations, and a summary. Findings that GitHub would not all show are grouped by rule.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = String::new();
    for file in &report.files {
        if let Some(why) = &file.read_error {
            let (name, title) = (property(path(&file.name)), property(words.word(sentences::NOT_CHECKED)));
            let _ = writeln!(out, "::error file={name},title={title}::{}", data(why));
        }
    }
    let counts = total(report);
    if [counts.error, counts.warning, counts.info].into_iter().any(|count| count > SHOWN) {
        let rules = everywhere(report);
        for rule in &rules {
            write_rule(&mut out, rule, words);
        }
        let is_kind = |severity| rules.iter().filter(|rule| rule.severity == severity).count() as u64 > SHOWN;
        if [Severity::Error, Severity::Warning, Severity::Info].into_iter().any(is_kind) {
            let _ = writeln!(out, "{}", words.sentence(sentences::SHOWN, &[&words.number(SHOWN)]));
        }
    } else {
        groups(report).for_each(|group| write_group(&mut out, report, &group, words));
    }
    if report.partial {
        let _ = writeln!(out, "::warning title=sitemap-validator::{}", data(words.word(around::INCOMPLETE)));
    }
    let _ = writeln!(out, "sitemap-validator: {}", all_in_all(report, words));
    out
}

/// One annotation at the first location of a rule, with the others.
fn write_rule(out: &mut String, rule: &Everywhere<'_>, words: &Words) {
    let Some(((file, first), _)) = rule.listed.split_first() else {
        let _ =
            writeln!(out, "::{} title={}::{}", kind(rule.severity), property(rule.id), data(&more(rule.count, words)));
        return;
    };
    let places = rule.places(PLACES, words, |name| format!("{}:", path(name)));
    let also = match places.split_first() {
        Some((_, others)) if !others.is_empty() => {
            data(&format!("\n{}: {}", words.word(around::ALSO), others.join(", ")))
        }
        _ => String::new(),
    };
    annotate(out, rule.severity, *file, first, &also);
}

/// An annotation at `finding`; `also` is escaped.
fn annotate(out: &mut String, severity: Severity, file: Option<&File>, finding: &Diagnostic, also: &str) {
    let _ = write!(out, "::{} ", kind(severity));
    if let Some(file) = file {
        let _ = write!(out, "file={},", property(path(&file.name)));
    }
    let _ = write!(out, "line={},endLine={},", finding.line, finding.end_line);
    // Columns are only valid within one line.
    if finding.line == finding.end_line {
        let _ = write!(out, "col={},endColumn={},", finding.column, finding.end_column);
    }
    let (title, message, help) = (property(&finding.rule), data(&finding.message), data(&finding.help));
    let _ = writeln!(out, "title={title}::{message}. {help}{also}");
}

fn write_group(out: &mut String, report: &Report, group: &Group<'_>, words: &Words) {
    for finding in group.listed {
        annotate(out, finding.severity, group.file_of(finding, report), finding, "");
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
