//! Plain text: a line per finding, what to do below it, and the verdict above all.

use std::fmt::Write;

use sitemap_validator_protocol::report::Report;

use super::findings::{Group, counted, groups, more, total, verdict_and_numbers, word};
use crate::output::text::{plural, safe};

/// `report` as plain text.
pub(super) fn write(report: &Report) -> String {
    let mut out = String::new();
    for group in groups(report) {
        write_group(&mut out, report, &group);
    }
    if report.files.len() > 1 {
        let _ = writeln!(out, "{}: {}", plural(report.files.len() as u64, "file"), counted(total(report)));
    }
    out
}

fn write_group(out: &mut String, report: &Report, group: &Group<'_>) {
    match group.file {
        Some(file) => {
            let (verdict, numbers) = verdict_and_numbers(file);
            let _ = writeln!(out, "{}: {verdict}.{numbers}", safe(&file.name));
            if let Some(why) = &file.unread {
                let _ = writeln!(out, "  {}", safe(why));
            }
            if let Some(stop) = file.stops {
                let _ = writeln!(out, "  XML parsers stop at line {}, column {}.", stop.line, stop.column);
            }
            if file.partial {
                let _ = writeln!(out, "  Checked the first part only; the rest was not read.");
            }
        }
        None if group.rules.is_empty() => return,
        None => {
            let _ = writeln!(out, "Across files: {}.", counted(group.counts));
        }
    }
    for finding in group.listed {
        let name = group.file_of(finding, report).map_or_else(String::new, |file| safe(&file.name).into_owned());
        let (line, column, severity) = (finding.line, finding.column, word(finding.severity));
        let message = safe(&finding.message);
        let _ = writeln!(out, "  {name}:{line}:{column}: {severity}: {message} [{}]", finding.rule);
        let _ = writeln!(out, "    {}", safe(&finding.help));
    }
    for rule in group.by_rule().iter().filter(|rule| rule.more() > 0) {
        let _ = writeln!(out, "  {} [{}]", more(rule.more()), rule.id);
    }
    out.push('\n');
}
