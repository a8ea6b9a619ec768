//! CSV (RFC 4180) after a byte order mark, by which spreadsheets recognize UTF-8. No cell can be read as a
//! formula.

use sitemap_validator_protocol::report::{Diagnostic, File, FixKind, Report};

use super::findings::{groups, more, word};
use crate::message::Words;
use crate::output::cell::cell;

const HEAD: &str = "\u{FEFF}file,address,line,column,end line,end column,severity,rule,message,help,entry,source,fix,after recovery\r\n";

/// `report` with one line per finding. Findings that are not listed have a line per rule, without a location.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = HEAD.to_owned();
    for group in groups(report) {
        let [name, address] = group.file.map_or(["", ""], name_and_address);
        if let Some(why) = group.file.and_then(|file| file.read_error.as_deref()) {
            line(&mut out, [name, address, "", "", "", "", "error", "", why, "", "", "", "", ""]);
        }
        for finding in group.listed {
            write_finding(&mut out, group.file_of(finding, report), finding);
        }
        for rule in group.by_rule().iter().filter(|rule| rule.more() > 0) {
            let more = more(rule.more(), words);
            line(&mut out, [name, address, "", "", "", "", word(rule.severity), rule.id, &more, "", "", "", "", ""]);
        }
    }
    out
}

fn name_and_address(file: &File) -> [&str; 2] {
    [&file.name, file.url.as_deref().unwrap_or_default()]
}

fn write_finding(out: &mut String, file: Option<&File>, finding: &Diagnostic) {
    let [first, column] = [finding.line, finding.column].map(|number| number.to_string());
    let [last, end] = [finding.end_line, finding.end_column].map(|number| number.to_string());
    let fix = match finding.fix.as_ref().map(|fix| fix.kind) {
        Some(FixKind::Safe) => "safe",
        Some(FixKind::Suggest) => "suggested",
        None => "",
    };
    let [name, address] = file.map_or(["", ""], name_and_address);
    let cells = [
        name,
        address,
        &first,
        &column,
        &last,
        &end,
        word(finding.severity),
        &finding.rule,
        &finding.message,
        &finding.help,
        &finding.entry.map(|entry| entry.to_string()).unwrap_or_default(),
        &finding.sources.join(" "),
        fix,
        if finding.after_recovery { "yes" } else { "" },
    ];
    line(out, cells);
}

fn line(out: &mut String, cells: [&str; 14]) {
    for (index, text) in cells.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        cell(out, text);
    }
    out.push_str("\r\n");
}
