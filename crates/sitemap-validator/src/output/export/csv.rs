//! CSV as RFC 4180 has it. A spreadsheet takes no cell for a formula.

use sitemap_validator_protocol::report::{Diagnostic, File, FixKind, Report};

use super::findings::{groups, more, word};
use crate::message::ENGLISH;

const HEAD: &str =
    "file,address,line,column,end line,end column,severity,rule,message,help,entry,source,fix,after recovery\r\n";

/// `report` with one line per finding. What was counted and not listed has a line for each rule, without a place.
pub(super) fn write(report: &Report) -> String {
    let mut out = HEAD.to_owned();
    for group in groups(report) {
        if let Some(File { name, address, unread: Some(why), .. }) = group.file {
            let address = address.as_deref().unwrap_or_default();
            line(&mut out, [name, address, "", "", "", "", "error", "", why, "", "", "", "", ""]);
        }
        for finding in group.listed {
            write_finding(&mut out, group.file_of(finding, report), finding);
        }
        for rule in group.by_rule().iter().filter(|rule| rule.more() > 0) {
            let name = group.file.map_or("", |file| &file.name);
            let more = more(rule.more(), &ENGLISH);
            line(&mut out, [name, "", "", "", "", "", word(rule.severity), rule.id, &more, "", "", "", "", ""]);
        }
    }
    out
}

fn write_finding(out: &mut String, file: Option<&File>, finding: &Diagnostic) {
    let [first, column] = [finding.line, finding.column].map(|number| number.to_string());
    let [last, end] = [finding.end_line, finding.end_column].map(|number| number.to_string());
    let fix = match finding.fix.as_ref().map(|fix| fix.kind) {
        Some(FixKind::Safe) => "safe",
        Some(FixKind::Suggest) => "suggested",
        None => "",
    };
    let cells = [
        file.map_or("", |file| &file.name),
        file.and_then(|file| file.address.as_deref()).unwrap_or_default(),
        &first,
        &column,
        &last,
        &end,
        word(finding.severity),
        &finding.rule,
        &finding.message,
        &finding.help,
        &finding.entry.map(|entry| entry.to_string()).unwrap_or_default(),
        &finding.basis.join(" "),
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

/// Writes `text`, in quotes where it must be; what would begin a formula begins with an apostrophe.
fn cell(out: &mut String, text: &str) {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
    let quoted = text.contains(['"', ',', '\r', '\n']);
    if quoted {
        out.push('"');
    }
    if formula {
        out.push('\'');
    }
    for character in text.chars() {
        if character == '"' {
            out.push('"');
        }
        out.push(character);
    }
    if quoted {
        out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str) -> String {
        let mut out = String::new();
        cell(&mut out, text);
        out
    }

    #[test]
    fn cells_are_quoted_and_no_formulas() {
        let same = ["", "a b", "https://tidepool.page/?a=1", "a\tb", "é"];
        assert_eq!(same.map(written), same);
        assert_eq!(written("a,b"), "\"a,b\"");
        assert_eq!(written("a\"b"), "\"a\"\"b\"");
        assert_eq!(written("a\nb"), "\"a\nb\"");
        for formula in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx"] {
            assert_eq!(written(formula), format!("'{formula}"));
        }
        assert_eq!(written("\r=1"), "\"'\r=1\"");
        assert_eq!(written("=\"a\",1"), "\"'=\"\"a\"\",1\"");
    }
}
