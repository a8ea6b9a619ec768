//! The report for a terminal: a frame for each finding, then the verdict. For several files, the findings are grouped
//! by rule.

mod frame;
mod groups;
mod paint;
mod set;
#[cfg(test)]
mod tests;
mod verdict;

use std::fmt::{Result, Write};

use sitemap_validator::message::Words;
use sitemap_validator::output::text::sentences;
use sitemap_validator::{Diagnostic, FileReport, Options, Rule, Severity, Source};

pub(crate) use groups::{FileFindings, Groups};
pub(crate) use set::{FileLine, across, against, files, verdicts};
pub(crate) use verdict::{Total, plural};

use frame::Frames;
use groups::ShownFinding;
use paint::{Paint, Style};

/// The default number of findings of a rule shown for a single file.
const DEFAULT_SHOWN: u64 = 10;

/// The display options of a report.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    /// True if escape sequences of terminals are used.
    pub(crate) color: bool,
    /// The number of findings of a rule to show in full, if the user sets it.
    pub(crate) shown: Option<u64>,
    /// The options that the file was checked with.
    pub(crate) options: &'a Options,
    /// The language.
    pub(crate) words: &'a Words,
}

impl View<'_> {
    /// The maximum number of findings of a rule shown in full.
    fn most(&self) -> u64 {
        self.shown.unwrap_or(DEFAULT_SHOWN)
    }
}

/// Returns the word for a severity.
pub(crate) const fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => sentences::ERROR,
        Severity::Warning => sentences::WARNING,
        Severity::Info => sentences::INFO,
    }
}

/// Returns the findings of `report`, errors first, each with the number of earlier findings of its rule.
fn by_severity(report: &FileReport) -> Vec<(&Diagnostic, u64)> {
    let mut findings: Vec<&Diagnostic> = report.diagnostics.iter().collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    let mut counts = vec![0_u64; Rule::ALL.len()];
    let counted = |finding: &Diagnostic| {
        let count = &mut counts[finding.rule() as usize];
        *count += 1;
        *count - 1
    };
    let before: Vec<u64> = findings.iter().copied().map(counted).collect();
    findings.into_iter().zip(before).collect()
}

/// Writes the findings and the verdict of `report`, the only file.
///
/// # Errors
/// If `out` fails.
pub(crate) fn file(out: &mut dyn Write, report: &FileReport, source: &Source, view: View<'_>) -> Result {
    let paint = Paint::new(view.color);
    let most = view.most();
    let mut shown = vec![0_u64; Rule::ALL.len()];
    let mut helps: Vec<Option<String>> = vec![None; Rule::ALL.len()];
    if !report.diagnostics.is_empty() {
        let index = source.line_index_until(report.reach());
        let frames = Frames::new(report, source, &index, paint, view.words);
        for (finding, before) in by_severity(report) {
            if before < most {
                let rule = finding.rule() as usize;
                let frame = frames.frame(finding);
                let last = helps[rule].as_deref();
                frame.write(out, last != Some(frame.help.as_str()), last.is_none())?;
                writeln!(out)?;
                helps[rule] = Some(frame.help);
                shown[rule] += 1;
            }
        }
    }
    let mut left = false;
    for &(rule, count) in &report.rules {
        let more = count - shown[rule as usize].min(count);
        if more > 0 {
            left = true;
            let words = view.words.sentence(sentences::MORE, &[&view.words.number(more), rule.id()]);
            writeln!(out, "{}", paint.ink(Style::Dim, &words))?;
        }
    }
    if left {
        writeln!(out)?;
    }
    verdict::write(out, report, source, view, paint)
}

/// Returns the part of `report`, one of several files, that is shown.
pub(crate) fn part(report: &FileReport, source: &Source, view: View<'_>) -> FileFindings {
    let mut shown = Vec::new();
    if !report.diagnostics.is_empty() {
        let index = source.line_index_until(report.reach());
        let frames = Frames::new(report, source, &index, Paint::new(view.color), view.words);
        let most = groups::most(view.shown);
        for (finding, before) in by_severity(report).into_iter().filter(|(_, before)| *before < most) {
            let message = finding.message();
            let is_shown = match view.shown {
                Some(_) => before < view.most(),
                None => groups::may_show(before) || shown.iter().all(|other: &ShownFinding| other.message != message),
            };
            shown.push(ShownFinding {
                message,
                severity: finding.severity.unwrap_or(finding.rule().info().severity),
                place: frames.place(finding),
                frame: is_shown.then(|| frames.frame(finding)),
            });
        }
    }
    let rules = report.rules.iter().map(|&(rule, count)| (rule, count, 1)).collect();
    FileFindings { shown, rules, stop: verdict::stop_line(report, source, view.words) }
}
