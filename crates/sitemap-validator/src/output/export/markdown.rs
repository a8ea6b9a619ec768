//! A summary in Markdown for a ticket: the verdict, the numbers, and a table of the rules with findings per file.
//! Text of a sitemap is shown as code, and escaped.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::Write;

use sitemap_validator_protocol::report::{Diagnostic, File, Report, Severity};
use sitemap_validator_protocol::sorting;

use super::findings::{Group, OfRule, all_in_all, counted, groups, verdict, verdict_and_numbers, word};
use super::sentences;
use crate::message::Words;
use crate::output::text::{safe, safe_sentence, sentences as around};

/// The maximum number of files in the list, and of files with a table.
const NAMED: usize = 100;
const TABLES: usize = 20;
/// The maximum number of locations of a rule.
const PLACES: usize = 3;

/// `report` as a summary.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut out = format!("# {}\n", words.word(sentences::REPORT));
    if let [file] = report.files.as_slice() {
        let _ = write!(out, "\n{}\n\n", code(&file.name));
        groups(report).for_each(|group| section(&mut out, report, &group, words));
    } else {
        files(&mut out, report, words);
        let found = |group: &Group<'_>| !group.rules.is_empty() || group.file.is_some_and(|file| file.unread.is_some());
        let found: Vec<Group<'_>> = groups(report).filter(found).collect();
        let (across, mut files): (Vec<Group<'_>>, Vec<Group<'_>>) =
            found.iter().partition(|group| group.file.is_none());
        sorting::by_key(&mut files, |group| group.file.map(worst_first));
        for group in across.iter().chain(files.iter().take(TABLES)) {
            let heading = group
                .file
                .map_or_else(|| words.word(sentences::ACROSS).to_owned(), |file| code(&file.name).into_owned());
            let _ = write!(out, "\n## {heading}\n\n");
            section(&mut out, report, group, words);
        }
        if files.len() > TABLES {
            let more = (files.len() - TABLES) as u64;
            let sentence = if words.is_one(more) { sentences::MORE_TABLE } else { sentences::MORE_TABLES };
            let _ = writeln!(out, "\n{}", words.sentence(sentence, &[&words.number(more)]));
        }
    }
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
    sorting::by_key(&mut files, |file| worst_first(file));
    for file in files.into_iter().take(NAMED) {
        let [errors, warnings, infos] =
            [file.counts.error, file.counts.warning, file.counts.info].map(|count| words.number(count));
        let _ =
            writeln!(out, "| {} | {} | {errors} | {warnings} | {infos} |", code(&file.name), words.word(verdict(file)));
    }
    if count > NAMED {
        let more = (count - NAMED) as u64;
        let sentence = if words.is_one(more) { sentences::MORE_FILE } else { sentences::MORE_FILES };
        let _ = writeln!(out, "\n{}", words.sentence(sentence, &[&words.number(more)]));
    }
}

/// A sort key that puts files with errors first, so that others are left out.
fn worst_first(file: &File) -> Reverse<(bool, u64, u64, u64)> {
    Reverse((file.unread.is_some(), file.counts.error, file.counts.warning, file.counts.info))
}

/// The verdict on a file, and its rules.
fn section(out: &mut String, report: &Report, group: &Group<'_>, words: &Words) {
    match group.file {
        Some(file) => {
            let (verdict, numbers) = verdict_and_numbers(file, words);
            let _ = writeln!(out, "**{verdict}.**{numbers}");
            if let Some(why) = &file.unread {
                let _ = writeln!(out, "{}.", inline(why.trim_end_matches('.')));
            }
            if let Some(stop) = file.stops {
                let at = [stop.line, stop.column].map(|number| number.to_string());
                let _ = writeln!(out, "{}", words.sentence(sentences::STOPS, &[&at[0], &at[1]]));
            }
            if file.partial {
                let _ = writeln!(out, "{}", words.word(sentences::FIRST_PART));
            }
        }
        None => {
            let _ = writeln!(out, "{}.", counted(group.counts, words));
        }
    }
    let rules = group.by_rule();
    if rules.is_empty() {
        return;
    }
    let [rule, count, places_of, example, remedy] =
        [sentences::RULE, sentences::COUNT, sentences::PLACES, sentences::EXAMPLE, sentences::REMEDY]
            .map(|column| words.word(column));
    let _ = writeln!(out, "\n| {rule} | | {count} | {places_of} | {example} | {remedy} |\n|---|---|--:|---|---|---|");
    for rule in &rules {
        let (severity, count, places) =
            (words.word(word(rule.severity)), words.number(rule.count), places(report, group, rule));
        let severity = if rule.severity == Severity::Error { format!("**{severity}**") } else { severity.to_owned() };
        let first = rule.listed.first();
        let message = first.map(|finding| inline(&finding.message)).unwrap_or_default();
        let help = first.map(|finding| inline(&finding.help)).unwrap_or_default();
        let _ = writeln!(out, "| {} | {severity} | {count} | {places} | {message} | {help} |", code(rule.id));
    }
}

/// The first locations of a rule, with file names for findings across files.
fn places(report: &Report, group: &Group<'_>, rule: &OfRule<'_>) -> String {
    let place = |finding: &&Diagnostic| {
        let at = format!("{}:{}", finding.line, finding.column);
        match (group.file, group.file_of(finding, report)) {
            (None, Some(file)) => format!("{} {at}", code(&file.name)),
            _ => at,
        }
    };
    let mut places: Vec<String> = rule.listed.iter().take(PLACES).map(place).collect();
    if rule.count > places.len() as u64 {
        places.push("…".to_owned());
    }
    places.join(", ")
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
