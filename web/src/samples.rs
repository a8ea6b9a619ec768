//! Sample reports for the page's tests.

use std::collections::BTreeMap;

use sitemap_validator_protocol::{
    message::{FromWorker, Mark, SourceLine},
    report::{
        Branch, Counts, Diagnostic, Edit, Facts, File, Fix, FixKind, Kind, Listing, Related, Report, Set, Severity,
        Stats, Summary, Tool, Verdict,
    },
};

/// A finding of three characters on one line. Each line has 100 bytes.
pub(crate) fn finding(rule: &str, severity: Severity, line: u32, column: u32) -> Diagnostic {
    let start = (line - 1) * 100 + column - 1;
    Diagnostic {
        file: None,
        rule: rule.into(),
        severity,
        message: format!("`{rule}` here"),
        help: "Write `abc`".into(),
        line,
        column,
        end_line: line,
        end_column: column + 3,
        start,
        end: start + 3,
        entry: Some(line),
        after_recovery: false,
        sources: vec!["xml".into(), "sitemaps.org".into(), "rfc3986".into()],
        related: vec![],
        fix: None,
        alternatives: vec![],
        removal: None,
        excerpt: None,
    }
}

/// The same finding with a safe fix.
pub(crate) fn fixable(rule: &str, line: u32, column: u32) -> Diagnostic {
    let mut finding = finding(rule, Severity::Error, line, column);
    let edit = Edit { start: finding.start, end: finding.end, text: "abc".into(), ..Edit::default() };
    finding.fix = Some(Fix { kind: FixKind::Safe, edits: vec![edit] });
    finding
}

/// A file with these findings.
pub(crate) fn file(name: &str, diagnostics: Vec<Diagnostic>) -> File {
    let mut counts = Counts::default();
    let mut rules = BTreeMap::new();
    for finding in &diagnostics {
        counts.count(finding.severity);
        *rules.entry(finding.rule.clone()).or_insert(0) += 1;
    }
    let verdict = verdict(counts);
    File {
        name: name.into(),
        url: None,
        kind: Kind::Urlset,
        verdict,
        verdict_in_set: verdict,
        bytes: 12_345,
        decompressed_bytes: 12_345,
        encoding: "utf-8".into(),
        well_formed: Some(true),
        stops: None,
        partial: false,
        read_error: None,
        http: None,
        counts,
        cross_file_counts: Counts::default(),
        rules,
        engines: None,
        losses: None,
        problems: counts,
        summary: summary(verdict, counts, &diagnostics),
        facts: Facts::default(),
        stats: Stats { entries: 1204, ..Stats::default() },
        truncated: false,
        diagnostics,
    }
}

/// A short summary of a verdict.
fn summary(verdict: Verdict, counts: Counts, diagnostics: &[Diagnostic]) -> Summary {
    let first = diagnostics.iter().max_by_key(|finding| (finding.severity, std::cmp::Reverse(finding.start)));
    let first = first.filter(|_| verdict != Verdict::Valid);
    let headline = match verdict {
        Verdict::Invalid => format!("{} errors.", counts.error),
        Verdict::Warnings => format!("Valid, with {} warnings.", counts.warning),
        _ => "Valid.".to_owned(),
    };
    let detail = first.map(|first| format!("Line {}: {}.", first.line, first.message)).unwrap_or_default();
    Summary { headline, detail, rule: first.map(|first| first.rule.clone()) }
}

fn verdict(counts: Counts) -> Verdict {
    match (counts.error, counts.warning) {
        (0, 0) => Verdict::Valid,
        (0, _) => Verdict::Warnings,
        _ => Verdict::Invalid,
    }
}

/// A set without findings in which files list others.
pub(crate) fn set(tree: Vec<Listing>) -> Set {
    let counts = Counts::default();
    Set {
        verdict: Verdict::Valid,
        counts,
        entries: 2408,
        cross_file_counts: counts,
        rules: BTreeMap::new(),
        truncated: false,
        diagnostics: vec![],
        lacks_index: false,
        tree,
    }
}

/// The files that a file lists; `None` is a missing file.
pub(crate) fn listing(file: u32, children: &[Option<u32>]) -> Listing {
    let branch = |(at, file): (usize, &Option<u32>)| Branch { url: format!("https://tidepool.page/{at}"), file: *file };
    Listing { file, children: children.iter().enumerate().map(branch).collect() }
}

/// A finding across files: it is in one file and points to another.
pub(crate) fn across(rule: &str, file: u32, line: u32, other: u32) -> Diagnostic {
    let mut found = finding(rule, Severity::Warning, line, 5);
    found.file = Some(file);
    let related = Related {
        file: Some(other),
        message: "first listed here".into(),
        line: 9,
        column: 7,
        end_line: 9,
        end_column: 10,
        start: 806,
        end: 809,
    };
    found.related = vec![related];
    found
}

/// The answer at the end of a run over a set.
pub(crate) fn done_set(run: u32, files: Vec<File>, tree: Vec<Listing>, diagnostics: Vec<Diagnostic>) -> FromWorker {
    let mut answer = done(run, files);
    if let FromWorker::Done { report, .. } = &mut answer {
        let File { counts: across, rules, .. } = file("", diagnostics.clone());
        for (at, file) in report.files.iter_mut().enumerate() {
            for finding in diagnostics.iter().filter(|finding| finding.file == Some(at as u32)) {
                file.cross_file_counts.count(finding.severity);
            }
            if file.cross_file_counts != Counts::default() {
                let counts = file.counts + file.cross_file_counts;
                file.verdict_in_set = verdict(counts);
                file.summary = summary(file.verdict_in_set, counts, &diagnostics);
            }
        }
        let counts = report.files.iter().map(|file| file.counts).fold(across, |a, b| a + b);
        let unchecked = report.files.iter().any(|file| file.verdict == Verdict::Unchecked) && counts.error == 0;
        let verdict = if unchecked { Verdict::Unchecked } else { verdict(counts) };
        report.set = Some(Set { verdict, counts, cross_file_counts: across, rules, diagnostics, ..set(tree) });
    }
    answer
}

/// The answer at the end of a run.
pub(crate) fn done(run: u32, files: Vec<File>) -> FromWorker {
    let lines = vec![1000; files.len()];
    let safe_fixes = files
        .iter()
        .map(|file| file.diagnostics.iter().filter(|finding| finding.fix.is_some()).count() as u32)
        .collect();
    let tool = Tool { name: "sitemap-validator".into(), version: "0.0.0".into() };
    let report = Report { version: 1, tool, partial: false, files, set: None, support: BTreeMap::new(), built: None };
    FromWorker::Done { run, elapsed: 61, report, safe_fixes, lines }
}

/// A line of 99 characters with marks for these findings.
pub(crate) fn line(number: u32, findings: &[Diagnostic]) -> SourceLine {
    let marks = findings
        .iter()
        .filter(|finding| finding.line == number)
        .map(|finding| Mark {
            rule: finding.rule.clone(),
            severity: finding.severity,
            column: finding.column,
            end_column: finding.end_column,
            start: finding.start,
            end: finding.end,
        })
        .collect();
    let text: String = ('a'..='z').cycle().take(99).collect();
    SourceLine { number, column: 1, text, more: false, start: (number - 1) * 100, marks }
}
