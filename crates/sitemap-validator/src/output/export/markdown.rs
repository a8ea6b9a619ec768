//! A summary in Markdown for a ticket: the verdicts, the numbers, and a table of the rules with findings.
//! Text of a sitemap is shown as code, and escaped.

use std::borrow::Cow;
use std::fmt::Write;

use sitemap_validator_protocol::report::{Counts, File, Report, Severity};

use super::findings::{all_in_all, everywhere, in_set, sort_by_gravity, summary, summary_and_numbers, word};
use super::sentences;
use crate::message::Words;
use crate::output::text::{safe, safe_sentence, sentences as around};

/// The maximum number of files in the list.
const NAMED: usize = 100;
/// The maximum number of locations of a rule.
const PLACES: usize = 3;

/// `report` as a summary.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = format!("# {}\n", words.word(sentences::REPORT));
    if let [file] = report.files.as_slice() {
        let _ = writeln!(out, "\n{}\n\n{}", code(&file.name), inline(&summary_and_numbers(file, words)));
        for note in notes(file, words) {
            let _ = writeln!(out, "{note}");
        }
    } else {
        files(&mut out, report, words);
    }
    rules(&mut out, report, words);
    if report.partial {
        let _ = writeln!(out, "\n{}", words.word(around::INCOMPLETE));
    }
    let _ = writeln!(out, "\n{} {}", escaped(&report.tool.name), escaped(&report.tool.version));
    out
}

/// The files with their verdicts and numbers.
fn files(out: &mut String, report: &Report, words: &Words) {
    let count = report.files.len();
    let all = words.count(count as u64, around::FILE, around::FILES);
    let _ = writeln!(out, "\n{all}: {}.\n", all_in_all(report, words));
    let columns = [sentences::FILE, sentences::VERDICT, sentences::ERRORS, sentences::WARNINGS, sentences::INFOS];
    let _ = writeln!(out, "| {} |\n|---|---|--:|--:|--:|", columns.map(|column| words.word(column)).join(" | "));
    let mut files: Vec<&File> = report.files.iter().collect();
    sort_by_gravity(&mut files);
    for file in files.into_iter().take(NAMED) {
        let Counts { error, warning, info } = in_set(file);
        let [errors, warnings, infos] = [error, warning, info].map(|count| words.number(count));
        let verdict = [vec![inline(&summary(file, words))], notes(file, words)].concat().join(" ");
        let _ = writeln!(out, "| {} | {verdict} | {errors} | {warnings} | {infos} |", code(&file.name));
    }
    if count > NAMED {
        let more = (count - NAMED) as u64;
        let sentence = if words.is_one(more) { sentences::MORE_FILE } else { sentences::MORE_FILES };
        let _ = writeln!(out, "\n{}", words.sentence(sentence, &[&words.number(more)]));
    }
}

/// What the verdict on a file does not say.
fn notes(file: &File, words: &Words) -> Vec<String> {
    let why = file.read_error.as_ref().map(|why| format!("{}.", inline(why.trim_end_matches('.'))));
    let part = file.partial.then(|| words.word(sentences::FIRST_PART).to_owned());
    [why, part].into_iter().flatten().collect()
}

/// The rules with findings in all files.
fn rules(out: &mut String, report: &Report, words: &Words) {
    let rules = everywhere(report);
    if rules.is_empty() {
        return;
    }
    let is_one = report.files.len() == 1;
    if !is_one {
        let _ = writeln!(out, "\n## {}", words.word(sentences::FINDINGS));
    }
    let [rule, count, places, example, remedy] =
        [sentences::RULE, sentences::COUNT, sentences::PLACES, sentences::EXAMPLE, sentences::REMEDY]
            .map(|column| words.word(column));
    let _ = writeln!(out, "\n| {rule} | | {count} | {places} | {example} | {remedy} |\n|---|---|--:|---|---|---|");
    for rule in &rules {
        let (severity, count) = (words.word(word(rule.severity)), words.number(rule.count));
        let severity = if rule.severity == Severity::Error { format!("**{severity}**") } else { severity.to_owned() };
        let places = rule.places(PLACES, words, |name| if is_one { String::new() } else { format!("{}:", code(name)) });
        let first = rule.listed.first();
        let message = first.map(|(_, finding)| inline(&finding.message)).unwrap_or_default();
        let help = first.map(|(_, finding)| inline(&finding.help)).unwrap_or_default();
        let (id, places) = (code(rule.id), places.join(", "));
        let _ = writeln!(out, "| {id} | {severity} | {count} | {places} | {message} | {help} |");
    }
}

/// A sentence with code in back-ticks.
fn inline(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return escaped(text);
    }
    let part = |(index, part): (usize, &&str)| if index % 2 == 0 { escaped(part) } else { code(part).into_owned() };
    parts.iter().enumerate().map(part).collect()
}

/// `text` as code in a table. Characters that would end the code or the cell are written as HTML.
fn code(text: &str) -> Cow<'static, str> {
    let text = safe(text);
    if text.trim().is_empty() {
        return Cow::Borrowed("` `");
    }
    if !text.contains(['`', '|']) {
        return Cow::Owned(format!("`{text}`"));
    }
    let mut out = "<code>".to_owned();
    for character in text.chars() {
        if character.is_ascii_punctuation() {
            let _ = write!(out, "&#{};", u32::from(character));
        } else {
            out.push(character);
        }
    }
    out.push_str("</code>");
    Cow::Owned(out)
}

/// `text` with Markdown syntax escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in safe_sentence(text).chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '#' | '~' | '@' | '!') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_does_not_leave_its_code_nor_its_cell() {
        assert_eq!(code("a<b>*c*\\"), "`a<b>*c*\\`");
        assert_eq!(code("a`b"), "<code>a&#96;b</code>");
        assert_eq!(code("a\\|<b>"), "<code>a&#92;&#124;&#60;b&#62;</code>");
        assert_eq!(code("a\nb"), "`a␊b`");
        assert_eq!(code(""), "` `");
        assert_eq!(inline("`a|b` is *not* `c`"), "<code>a&#124;b</code> is \\*not\\* `c`");
        assert_eq!(inline("an odd ` <b>|"), "an odd \\` \\<b\\>\\|");
    }
}
