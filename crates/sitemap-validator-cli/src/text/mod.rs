//! The report for a terminal: a frame for each finding, then the verdict in words.

mod frame;
mod paint;
mod set;
#[cfg(test)]
mod tests;
mod verdict;

use std::fmt::{Result, Write};

use sitemap_validator::message::Words;
use sitemap_validator::output::text::sentences;
use sitemap_validator::{FileReport, Options, Rule, Severity, Source};

pub(crate) use set::set;
pub(crate) use verdict::{Total, plural};

use frame::Frames;
use paint::{Ink, Paint};

/// How many findings of a rule are shown unless said otherwise.
pub(crate) const DEFAULT_SHOWN: u64 = 10;

/// How a report is shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<'a> {
    /// With the escape sequences of terminals.
    pub(crate) color: bool,
    /// How many findings of a rule are shown in full; 0 for all.
    pub(crate) shown: u64,
    /// What the file was checked against.
    pub(crate) options: &'a Options,
    /// True when it is one of several files, so that its verdict names it.
    pub(crate) several: bool,
    /// The language.
    pub(crate) words: &'a Words,
}

/// The word for a severity.
const fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => sentences::ERROR,
        Severity::Warning => sentences::WARNING,
        Severity::Info => sentences::INFO,
    }
}

/// Writes the findings of `report` and its verdict.
///
/// # Errors
/// When `out` fails.
pub(crate) fn file(out: &mut dyn Write, report: &FileReport, source: &Source, view: View<'_>) -> Result {
    let paint = Paint::new(view.color);
    let mut shown = vec![0_u64; Rule::ALL.len()];
    if !report.diagnostics.is_empty() {
        let index = source.line_index_until(report.reach());
        let mut frames = Frames::new(report, source, &index, paint, view.words);
        for finding in &report.diagnostics {
            let count = &mut shown[finding.rule() as usize];
            if view.shown == 0 || *count < view.shown {
                *count += 1;
                frames.write(out, finding)?;
            }
        }
    }
    let mut left = false;
    for &(rule, count) in &report.rules {
        let more = count - shown[rule as usize].min(count);
        if more > 0 {
            left = true;
            let words = view.words.sentence(sentences::MORE, &[&view.words.number(more), rule.id()]);
            writeln!(out, "{}", paint.ink(Ink::Dim, &words))?;
        }
    }
    if left {
        writeln!(out)?;
    }
    verdict::write(out, report, source, view, paint)
}
