//! A short report for coding agents: each rule once, with its places and fixes, and the command that applies the safe ones.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Diagnostic, FixKind, Report};

use super::findings::{Group, OfRule, all_in_all, groups, numbers, path, verdict, word};
use super::sentences;
use crate::message::Words;
use crate::output::text::{safe, safe_sentence};

/// The maximum number of places of a rule in a file, and of files.
const PLACES: usize = 10;
const FILES: usize = 50;
/// The maximum number of characters of a replacement.
const TEXT: usize = 120;

/// `report` in few lines.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = format!("{}\n", all_in_all(report, words));
    let has_findings =
        |group: &Group<'_>| !group.rules.is_empty() || group.file.is_some_and(|file| file.read_error.is_some());
    let found: Vec<Group<'_>> = groups(report).filter(has_findings).collect();
    for group in found.iter().take(FILES) {
        section(&mut out, report, group, words);
    }
    if found.len() > FILES {
        let more = (found.len() - FILES) as u64;
        let sentence = if words.is_one(more) { sentences::MORE_TABLE } else { sentences::MORE_TABLES };
        let _ = writeln!(out, "\n{}", words.sentence(sentence, &[&words.number(more)]));
    }
    out
}

fn section(out: &mut String, report: &Report, group: &Group<'_>, words: &Words) {
    match group.file {
        Some(file) => {
            let numbers = numbers(file, file.counts, words).map(|numbers| format!(" {numbers}")).unwrap_or_default();
            let _ = writeln!(out, "\n{}: {}.{numbers}", safe(path(&file.name)), words.word(verdict(file)));
            if let Some(why) = &file.read_error {
                let _ = writeln!(out, "{}", safe_sentence(why));
            }
        }
        None => {
            let _ = writeln!(out, "\n{}:", words.word(sentences::ACROSS));
        }
    }
    for rule in group.by_rule() {
        of_rule(out, report, group, &rule, words);
    }
    let is_safe = |finding: &Diagnostic| finding.fix.as_ref().is_some_and(|fix| fix.kind == FixKind::Safe);
    let on_disk = group.file.filter(|file| file.http.is_none());
    if let Some(file) = on_disk.filter(|_| group.listed.iter().any(is_safe)) {
        let _ = writeln!(out, "safe fixes: sitemap-validator --fix '{}'", safe(&file.name).replace('\'', "'\\''"));
    }
}

/// A rule with the message of its first finding, and the places of all.
fn of_rule(out: &mut String, report: &Report, group: &Group<'_>, rule: &OfRule<'_>, words: &Words) {
    let _ = write!(out, "{} {}", word(rule.severity), rule.id);
    if rule.count > 1 {
        let _ = write!(out, " ×{}", rule.count);
    }
    match rule.listed.first() {
        Some(first) => {
            let _ = writeln!(out, ": {}. {}", safe_sentence(&first.message), safe_sentence(&first.help));
        }
        None => out.push('\n'),
    }
    for (at, finding) in rule.listed.iter().take(PLACES).enumerate() {
        out.push_str("  ");
        if let (None, Some(file)) = (group.file, group.file_of(finding, report)) {
            let _ = write!(out, "{}:", safe(path(&file.name)));
        }
        let _ = write!(out, "{}:{}", finding.line, finding.column);
        if at > 0 && rule.listed.first().is_some_and(|first| first.message != finding.message) {
            let _ = write!(out, " {}.", safe_sentence(&finding.message));
        }
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            let (from, to) = ((edit.line, edit.column), (edit.end_line, edit.end_column));
            let text: String = edit.text.chars().take(TEXT).collect();
            let omitted = if text.len() < edit.text.len() { "…" } else { "" };
            let _ = write!(out, " [{}:{}-{}:{} → `{}{omitted}`]", from.0, from.1, to.0, to.1, safe(&text));
        }
        out.push('\n');
    }
    let more = rule.count.saturating_sub(rule.listed.len().min(PLACES) as u64);
    if more > 0 {
        let _ = writeln!(out, "  … {}", words.number(more));
    }
}
