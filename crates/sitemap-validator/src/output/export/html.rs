//! A document for people: the verdict, the files, and each rule once with the lines of its first findings.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Counts, Diagnostic, Excerpt, File, Report, Severity};
use sitemap_validator_protocol::sorting;

use super::findings::{
    Everywhere, all_in_all, everywhere, in_set, sort_by_gravity, summary, summary_and_numbers, word,
};
use super::sentences;
use crate::message::Words;
use crate::output::html::{document, escaped, inline};
use crate::output::text::{safe, sentences as around};

/// The maximum number of files in the list.
const NAMED: usize = 100;
/// The maximum number of findings of a rule.
const SHOWN: usize = 5;

/// `report` as a document.
pub(super) fn write(report: &Report, site: Option<&str>, words: &Words) -> String {
    let mut out = String::new();
    let is_one = report.files.len() == 1;
    if let [file] = report.files.as_slice() {
        let _ = writeln!(out, "<p>{}</p>", code(&file.name));
        let _ = writeln!(out, "<p><strong>{}</strong></p>", inline(&summary_and_numbers(file, words)));
        for note in notes(file, words) {
            let _ = writeln!(out, "<p>{note}</p>");
        }
    } else {
        files(&mut out, report, words);
    }
    let mut rules = everywhere(report);
    // The verdict names the rule to begin with.
    let first = report.files.first().filter(|_| is_one).and_then(|file| file.summary.rule.as_deref());
    sorting::by_key(&mut rules, |rule| Some(rule.id) != first);
    for rule in &rules {
        section(&mut out, rule, is_one, site, words);
    }
    if report.partial {
        let _ = writeln!(out, "<p>{}</p>", inline(words.word(around::INCOMPLETE)));
    }
    document(words.word(sentences::REPORT), &out, words)
}

/// The files with their verdicts and numbers.
fn files(out: &mut String, report: &Report, words: &Words) {
    let count = report.files.len();
    let all = words.count(count as u64, around::FILE, around::FILES);
    let _ = writeln!(out, "<p><strong>{}</strong></p>", inline(&format!("{all}: {}.", all_in_all(report, words))));
    let [file, verdict] = [sentences::FILE, sentences::VERDICT].map(|column| inline(words.word(column)));
    let columns = [sentences::ERRORS, sentences::WARNINGS, sentences::INFOS].map(|column| inline(words.word(column)));
    let _ = writeln!(out, "<table>\n<tr><th>{file}<th>{verdict}<th class=n>{}", columns.join("<th class=n>"));
    let mut files: Vec<&File> = report.files.iter().collect();
    sort_by_gravity(&mut files);
    for file in files.into_iter().take(NAMED) {
        let Counts { error, warning, info } = in_set(file);
        let verdict = [vec![inline(&summary(file, words))], notes(file, words)].concat().join(" ");
        let _ = write!(out, "<tr><td>{}<td>{verdict}", code(&file.name));
        for (count, title) in [error, warning, info].into_iter().zip(&columns) {
            let _ = write!(out, "<td class=n title=\"{title}\">{}", words.number(count));
        }
        out.push('\n');
    }
    out.push_str("</table>\n");
    if count > NAMED {
        let more = (count - NAMED) as u64;
        let sentence = if words.is_one(more) { sentences::MORE_FILE } else { sentences::MORE_FILES };
        let _ = writeln!(out, "<p>{}</p>", inline(&words.sentence(sentence, &[&words.number(more)])));
    }
}

/// What the verdict on a file does not say.
fn notes(file: &File, words: &Words) -> Vec<String> {
    let why = file.read_error.as_ref().map(|why| format!("{}.", inline(why.trim_end_matches('.'))));
    let part = file.partial.then(|| inline(words.word(sentences::FIRST_PART)));
    [why, part].into_iter().flatten().collect()
}

/// A rule with its first findings.
fn section(out: &mut String, rule: &Everywhere<'_>, is_one: bool, site: Option<&str>, words: &Words) {
    let severity = word(rule.severity);
    let name = match rule.severity {
        Severity::Error => around::ERROR,
        Severity::Warning => around::WARNING,
        Severity::Info => around::INFO,
    };
    let name = inline(words.word(name));
    let id = match site {
        Some(site) => format!("<a href=\"{}rules/{}.html\"><code>{}</code></a>", escaped(site), rule.id, rule.id),
        None => code(rule.id),
    };
    let first = rule.listed.first().map(|(_, finding)| *finding);
    let title = first.map_or_else(|| id.clone(), |first| inline(&first.message));
    let _ = writeln!(out, "<section>\n<h2><span class={severity}>{name}</span> {title}</h2>");
    if let Some(first) = first {
        let _ = writeln!(out, "<p>{}</p>", inline(&first.help));
    }
    let _ = writeln!(out, "<p class=muted>{id} ({})</p>\n<ul>", words.number(rule.count));
    for (file, finding) in rule.listed.iter().take(SHOWN) {
        let name = file.filter(|_| !is_one).map(|file| format!("{} ", code(&file.name))).unwrap_or_default();
        let _ = write!(out, "<li><span class=muted>{name}{}:{}</span>", finding.line, finding.column);
        if first.is_some_and(|first| first.message != finding.message) {
            let _ = write!(out, " {}", inline(&finding.message));
        }
        lines(out, finding);
        out.push_str("</li>\n");
    }
    let more = rule.count.saturating_sub(rule.listed.len().min(SHOWN) as u64);
    if more > 0 {
        let sentence = words.sentence(around::MORE_FILES, &[&words.number(more)]);
        let _ = writeln!(out, "<li>{}</li>", inline(&sentence));
    }
    out.push_str("</ul>\n</section>\n");
}

/// The line of a finding, and the line after its fix if that replaces what is marked.
fn lines(out: &mut String, finding: &Diagnostic) {
    let is_shown =
        |excerpt: &&Excerpt| !format!("{}{}{}", excerpt.before, excerpt.marked, excerpt.after).trim().is_empty();
    let Some(excerpt) = finding.excerpt.as_ref().filter(is_shown) else { return };
    let [before, marked, after] = [&excerpt.before, &excerpt.marked, &excerpt.after].map(|part| escaped(&safe(part)));
    let _ = write!(out, "<pre>  {before}<mark>{marked}</mark>{after}");
    let edits = finding.fix.as_ref().map(|fix| fix.edits.as_slice()).unwrap_or_default();
    if let [edit] = edits
        && (edit.start, edit.end) == (finding.start, finding.end)
        && !edit.text.contains('\n')
    {
        let _ = write!(out, "\n→ {before}<ins>{}</ins>{after}", escaped(&safe(&edit.text)));
    }
    out.push_str("</pre>");
}

/// `text` as code.
fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(&safe(text)))
}
