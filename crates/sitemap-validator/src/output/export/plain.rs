//! Plain text: the verdict, then a line per finding with its help below. Of several files, the gravest is first.

use std::fmt::Write;

use sitemap_validator_protocol::report::{File, Report};

use super::findings::{
    Group, across, counted, more, of_file, sort_by_gravity, summary_and_numbers, verdict_on_all, word,
};
use super::sentences;
use crate::message::Words;
use crate::output::text::{safe, safe_sentence};

/// `report` as plain text.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = String::new();
    let mut files: Vec<&File> = report.files.iter().collect();
    if files.len() > 1 {
        let _ = writeln!(out, "{}\n", verdict_on_all(report, words));
        sort_by_gravity(&mut files);
    }
    for group in files.into_iter().map(of_file).chain(across(report)) {
        write_group(&mut out, report, &group, words);
    }
    out
}

fn write_group(out: &mut String, report: &Report, group: &Group<'_>, words: &Words) {
    match group.file {
        Some(file) => {
            let _ = writeln!(out, "{}: {}", safe(&file.name), safe_sentence(&summary_and_numbers(file, words)));
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
