//! Plain text: the verdict, then a line per finding with its help below.

use std::fmt::Write;

use sitemap_validator_protocol::report::Report;

use super::findings::{Group, all_in_all, counted, groups, more, summary, verdict_and_numbers, word};
use super::sentences;
use crate::message::Words;
use crate::output::text::{safe, safe_sentence, sentences as around};

/// `report` as plain text.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = String::new();
    for group in groups(report) {
        write_group(&mut out, report, &group, words);
    }
    if report.files.len() > 1 {
        let files = words.count(report.files.len() as u64, around::FILE, around::FILES);
        let _ = writeln!(out, "{files}: {}", all_in_all(report, words));
    }
    out
}

fn write_group(out: &mut String, report: &Report, group: &Group<'_>, words: &Words) {
    match group.file {
        Some(file) => {
            let (_, numbers) = verdict_and_numbers(file, words);
            let _ = writeln!(out, "{}: {}{numbers}", safe(&file.name), safe_sentence(&summary(file, words)));
            if let Some(why) = &file.read_error {
                let _ = writeln!(out, "  {}", safe_sentence(why));
            }
            if file.partial {
                let _ = writeln!(out, "  {}", words.word(sentences::FIRST_PART));
            }
        }
        None if group.rules.is_empty() => return,
        None => {
            let _ = writeln!(out, "{}: {}.", words.word(sentences::ACROSS), counted(group.counts, words));
        }
    }
    for finding in group.listed {
        let name = group.file_of(finding, report).map_or_else(String::new, |file| safe(&file.name).into_owned());
        let (line, column, severity) = (finding.line, finding.column, words.word(word(finding.severity)));
        let message = safe_sentence(&finding.message);
        let _ = writeln!(out, "  {name}:{line}:{column}: {severity}: {message} [{}]", finding.rule);
        let _ = writeln!(out, "    {}", safe_sentence(&finding.help));
    }
    for rule in group.by_rule().iter().filter(|rule| rule.more() > 0) {
        let _ = writeln!(out, "  {} [{}]", more(rule.more(), words), rule.id);
    }
    out.push('\n');
}
