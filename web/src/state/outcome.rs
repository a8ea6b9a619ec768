//! The result of a run, arranged for the page.

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::report::{Diagnostic, File, Kind, Report, Severity};

/// How many findings of a group are listed at first, and with every "more".
pub(crate) const PAGE: usize = sitemap_validator_protocol::message::FIRST_FINDINGS;

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Outcome {
    /// The run.
    pub(crate) run: u32,
    /// Milliseconds it took.
    pub(crate) elapsed: u32,
    /// One per input.
    pub(crate) files: Vec<Rc<Checked>>,
}

/// The result for one file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Checked {
    /// The report about it; its findings are in the groups.
    pub(crate) report: File,
    /// The findings by rule: errors first, then in the order of their places.
    pub(crate) groups: Vec<Group>,
    /// How many safe fixes there are.
    pub(crate) safe_fixes: u32,
    /// How many lines its text has.
    pub(crate) lines: u32,
}

/// The findings of one rule.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Group {
    /// The rule's id.
    pub(crate) rule: Rc<str>,
    /// The gravest severity among them.
    pub(crate) severity: Severity,
    /// How many there are.
    pub(crate) count: u64,
    /// Those known to the page, in the order of their places.
    pub(crate) findings: Vec<Rc<Diagnostic>>,
    /// How many of them are listed.
    pub(crate) shown: usize,
    /// True when the worker has no more of them.
    pub(crate) complete: bool,
}

impl Group {
    /// The findings listed.
    pub(crate) fn listed(&self) -> &[Rc<Diagnostic>] {
        &self.findings[..self.shown.min(self.findings.len())]
    }

    /// One message for all, when they all say the same.
    pub(crate) fn common_message(&self) -> Option<&str> {
        let (first, rest) = self.findings.split_first()?;
        rest.iter().all(|other| other.message == first.message).then_some(first.message.as_str())
    }

    /// True when "more" would list more.
    pub(crate) fn has_more(&self) -> bool {
        self.shown < self.findings.len() || (!self.complete && (self.shown as u64) < self.count)
    }

    /// Adds findings the worker sent, without those known already.
    pub(crate) fn add(&mut self, findings: Vec<Diagnostic>) {
        for finding in findings {
            let known = self
                .findings
                .iter()
                .any(|k| k.start == finding.start && k.end == finding.end && k.message == finding.message);
            if !known {
                self.findings.push(Rc::new(finding));
            }
        }
        self.findings.sort_by_key(|finding| (finding.start, finding.end));
    }
}

impl Outcome {
    /// Arranges a report.
    pub(crate) fn new(run: u32, elapsed: u32, report: Report, safe_fixes: &[u32], lines: &[u32]) -> Self {
        let files = report
            .files
            .into_iter()
            .enumerate()
            .map(|(index, mut file)| {
                let findings = std::mem::take(&mut file.diagnostics);
                Rc::new(Checked {
                    groups: groups(findings, &file.rules),
                    report: file,
                    safe_fixes: safe_fixes.get(index).copied().unwrap_or(0),
                    lines: lines.get(index).copied().unwrap_or(0),
                })
            })
            .collect();
        Self { run, elapsed, files }
    }

    /// The file to look at first: the first with errors, else the first with warnings, else the first.
    pub(crate) fn worst(&self) -> usize {
        let errors = self.files.iter().position(|file| file.report.counts.error > 0);
        let warnings = || self.files.iter().position(|file| file.report.counts.warning > 0);
        errors.or_else(warnings).unwrap_or(0)
    }
}

impl Checked {
    /// The group of a rule.
    pub(crate) fn group(&self, rule: &str) -> Option<&Group> {
        self.groups.iter().find(|group| &*group.rule == rule)
    }

    /// True for what is no sitemap at all: a list of faults would help nobody.
    pub(crate) fn is_hopeless(&self) -> bool {
        matches!(self.report.kind, Kind::Html | Kind::Other | Kind::Unknown)
    }

    /// How many findings there are.
    pub(crate) fn total(&self) -> u64 {
        let counts = self.report.counts;
        counts.error + counts.warning + counts.info
    }
}

fn groups(findings: Vec<Diagnostic>, counts: &BTreeMap<String, u64>) -> Vec<Group> {
    let mut by_rule: BTreeMap<Rc<str>, Vec<Rc<Diagnostic>>> = BTreeMap::new();
    for finding in findings {
        let rule: Rc<str> = finding.rule.as_str().into();
        by_rule.entry(rule).or_default().push(Rc::new(finding));
    }
    let mut groups: Vec<Group> = by_rule
        .into_iter()
        .map(|(rule, findings)| {
            let severity = findings.iter().map(|finding| finding.severity).max().unwrap_or(Severity::Info);
            let count = counts.get(&*rule).copied().unwrap_or(findings.len() as u64);
            let complete = findings.len() as u64 >= count;
            Group { rule, severity, count, findings, shown: PAGE, complete }
        })
        .collect();
    groups.sort_by_key(|group| (std::cmp::Reverse(group.severity), group.findings.first().map(|f| (f.start, f.end))));
    groups
}
