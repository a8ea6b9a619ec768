//! The report in version 1: offsets become lines and columns, findings become text.

pub mod built;
mod engines;
mod facts;
mod figures;
mod losses;
mod set;
mod summary;

use std::collections::{BTreeMap, BTreeSet};

use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report as wire;

pub use built::built;
pub use figures::figures;
pub use set::{set, verdict_of, worse};

use crate::check::http::failure;
use crate::diagnostic::{Alternative, Diagnostic, Edit, Fix, Related};
use crate::message::Words;
use crate::registry::Rule;
use crate::report::FileReport;
use crate::set::SetReport;
use crate::source::Source;
use crate::span::{LineIndex, Span};

/// A text and its lines, which convert offsets to locations.
#[derive(Debug, Clone, Copy)]
pub struct Places<'a> {
    text: &'a str,
    index: &'a LineIndex,
    words: &'a Words,
}

impl<'a> Places<'a> {
    /// The locations of `source` with the lines `index`; findings are in the language `words`.
    pub fn new(source: &'a Source, index: &'a LineIndex, words: &'a Words) -> Self {
        Self { text: source.text(), index, words }
    }

    /// The line and column of byte `offset`.
    pub fn place(&self, offset: u32) -> wire::Place {
        let position = self.index.position(self.text, offset);
        wire::Place { line: position.line, column: position.column }
    }

    /// `finding` for the report; `after_recovery` is set if it is after `stops`.
    pub fn diagnostic(&self, finding: &Diagnostic, stops: Option<u32>) -> wire::Diagnostic {
        let info = finding.rule().info();
        let Span { start, end } = finding.span;
        let (from, to) = (self.place(start), self.place(end));
        wire::Diagnostic {
            file: None,
            rule: info.id.to_owned(),
            severity: finding.severity.unwrap_or(info.severity),
            message: self.words.title(finding, self.text),
            help: self.words.help(finding, self.text),
            line: from.line,
            column: from.column,
            end_line: to.line,
            end_column: to.column,
            start,
            end,
            entry: (finding.entry > 0).then_some(finding.entry),
            after_recovery: stops.is_some_and(|stop| start > stop),
            sources: finding.support().sources().map(str::to_owned).collect(),
            related: finding.related.iter().map(|other| self.related(other)).collect(),
            fix: finding.fix.as_ref().map(|found| fix(found, |offset| self.place(offset))),
            alternatives: finding.alternatives.iter().map(|other| self.alternative(other)).collect(),
            removal: None,
            excerpt: None,
        }
    }

    fn alternative(&self, other: &Alternative) -> wire::Alternative {
        wire::Alternative {
            label: self.words.phrase(&other.label, self.text),
            edits: edits(&other.edits, |offset| self.place(offset)),
        }
    }

    fn related(&self, other: &Related) -> wire::Related {
        let (from, to) = (self.place(other.span.start), self.place(other.span.end));
        wire::Related {
            file: None,
            message: self.words.word(other.label).to_owned(),
            line: from.line,
            column: from.column,
            end_line: to.line,
            end_column: to.column,
            start: other.span.start,
            end: other.span.end,
        }
    }
}

/// The report on `files`; `across` is the report on the set, in the language `words`.
pub fn report(mut files: Vec<wire::File>, across: Option<&SetReport>, words: &Words) -> wire::Report {
    let set = across.map(|across| set(&mut files, across, words));
    let support = engines::support(&files, set.as_ref());
    wire::Report {
        version: wire::VERSION,
        tool: wire::Tool { name: "sitemap-validator".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        partial: false,
        files,
        set,
        support,
        built: None,
    }
}

/// The part of the report on a file, with all kept findings.
pub fn file(report: &FileReport, source: &Source, words: &Words) -> wire::File {
    let index = source.line_index_until(report.reach());
    file_with(report, Places::new(source, &index, words), &report.diagnostics)
}

/// The verdict on a file in words.
pub fn summary(report: &FileReport, source: &Source, words: &Words) -> wire::Summary {
    let mut rules = BTreeSet::new();
    // The first of each message decides.
    let findings = report.diagnostics.iter().filter(|finding| rules.insert((finding.message(), finding.severity)));
    let index = source.line_index_until(report.reach());
    file_with(report, Places::new(source, &index, words), findings).summary
}

/// The part of the report on a file that lists only `findings`.
pub fn file_with<'a>(
    report: &FileReport,
    places: Places<'_>,
    findings: impl IntoIterator<Item = &'a Diagnostic>,
) -> wire::File {
    let outcome = &report.outcome;
    let diagnostics: Vec<_> = findings.into_iter().map(|finding| places.diagnostic(finding, outcome.stops)).collect();
    let complete = |stop| losses::complete_before(places.text, stop, outcome.kind);
    let unseen = outcome.stops.map(|stop| outcome.stats.entries.saturating_sub(complete(stop)));
    let mut file = wire::File {
        name: report.name.clone(),
        url: report.url.clone(),
        kind: outcome.kind,
        verdict: report.verdict(),
        verdict_in_set: report.verdict(),
        bytes: report.origin.bytes,
        decompressed_bytes: report.origin.decompressed,
        encoding: report.origin.encoding.clone().into_owned(),
        well_formed: outcome.well_formed,
        stops: outcome.stops.map(|offset| places.place(offset)),
        partial: outcome.partial,
        read_error: None,
        http: report.http.as_deref().cloned(),
        counts: report.counts,
        cross_file_counts: wire::Counts::default(),
        rules: counts(&report.rules),
        engines: engines::verdicts(report),
        losses: losses::of(report, unseen),
        problems: losses::problems(report),
        summary: wire::Summary::default(),
        facts: facts::of(report),
        stats: outcome.stats.clone(),
        truncated: (diagnostics.len() as u64) < report.counts.total(),
        diagnostics,
    };
    file.summary = summary::of(&file, &[], outcome.sitemaps, places.words);
    file
}

/// The number of findings of each rule, by its name. Each is inserted: to collect a map sorts first.
fn counts(rules: &[(Rule, u64)]) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for (rule, count) in rules {
        counts.insert(rule.id().to_owned(), *count);
    }
    counts
}

/// The part of the report on a file that could not be read or checked; `why` is a sentence.
pub fn unread(name: &str, address: Option<&str>, bytes: u64, why: String) -> wire::File {
    wire::File {
        name: name.to_owned(),
        url: address.map(str::to_owned),
        kind: wire::Kind::Unknown,
        verdict: wire::Verdict::Unchecked,
        verdict_in_set: wire::Verdict::Unchecked,
        bytes,
        decompressed_bytes: 0,
        encoding: "utf-8".to_owned(),
        well_formed: None,
        stops: None,
        partial: false,
        read_error: Some(why),
        http: None,
        counts: wire::Counts::default(),
        cross_file_counts: wire::Counts::default(),
        rules: BTreeMap::new(),
        engines: None,
        losses: None,
        problems: wire::Counts::default(),
        summary: wire::Summary::default(),
        facts: wire::Facts::default(),
        stats: wire::Stats::default(),
        truncated: false,
        diagnostics: Vec::new(),
    }
}

/// The part of the report on a file that could not be fetched.
pub fn unfetched(http: Http, words: &Words) -> wire::File {
    let why = words.title(&failure(&http, Span::at(0)), "");
    let url = http.requested.clone();
    wire::File { http: Some(http), ..unread(&url, Some(&url), 0, why) }
}

/// A fix for the report.
fn fix(fix: &Fix, place: impl Fn(u32) -> wire::Place) -> wire::Fix {
    wire::Fix { kind: fix.kind, edits: edits(&fix.edits, place) }
}

fn edits(edits: &[Edit], place: impl Fn(u32) -> wire::Place) -> Vec<wire::Edit> {
    let edit = |edit: &Edit| {
        let Span { start, end } = edit.span;
        let (from, to) = (place(start), place(end));
        wire::Edit {
            line: from.line,
            column: from.column,
            end_line: to.line,
            end_column: to.column,
            start,
            end,
            text: edit.text.clone().into_owned(),
        }
    };
    edits.iter().map(edit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::ENGLISH;
    use crate::options::Options;
    use crate::outcome::{Kind, Outcome};

    use crate::rules;
    use crate::sink::{Collector, Sink};

    fn checked(text: &str, cap: u64, findings: Vec<Diagnostic>) -> (FileReport, Source) {
        let source = Source::from_text(text.to_owned());
        let mut collector = Collector::new(cap);
        for finding in findings {
            assert!(collector.diagnostic(finding).is_continue());
        }
        let outcome =
            Outcome { kind: Kind::SitemapIndex, well_formed: Some(false), stops: Some(4), ..Outcome::default() };
        let options = Options { url: Some("https://a.example/s.xml".to_owned()), ..Options::default() };
        let report = FileReport::new("s.xml", &source, &options, outcome, collector);
        (report, source)
    }

    #[test]
    fn offsets_become_positions_and_recovery_is_marked() {
        let mut second = rules::loc_unescaped_ampersand(Span::new(7, 8))
            .related(Span::new(0, 1), "here")
            .safe(Edit::replace(Span::new(7, 8), "&amp;"));
        second.entry = 3;
        let first = rules::loc_unescaped_ampersand(Span::new(4, 5));
        let (report, source) = checked("äb\n&\n &", 0, vec![second, first]);
        let file = file(&report, &source, &ENGLISH);
        assert_eq!(file.kind, wire::Kind::SitemapIndex);
        assert_eq!(file.verdict, wire::Verdict::Invalid);
        assert_eq!(file.url.as_deref(), Some("https://a.example/s.xml"));
        assert_eq!(file.stops, Some(wire::Place { line: 2, column: 1 }));
        assert_eq!(file.rules["loc-unescaped-ampersand"], 2);
        assert!(!file.truncated);
        let [first, second] = file.diagnostics.as_slice() else { panic!("two findings") };
        assert_eq!((first.line, first.column, first.end_column), (2, 1, 2));
        assert_eq!((first.after_recovery, first.entry), (false, None));
        assert_eq!((second.line, second.column), (3, 2));
        assert_eq!((second.after_recovery, second.entry), (true, Some(3)));
        assert_eq!(second.related[0].message, "here");
        let edit = second.fix.as_ref().map(|fix| &fix.edits[0]).expect("a repair");
        assert_eq!((edit.line, edit.column, edit.end_line, edit.end_column), (3, 2, 3, 3));
        assert_eq!(edit.text, "&amp;");
    }

    #[test]
    fn truncated_lists_are_marked_and_sets_are_summed() {
        let finding = || rules::loc_relative(Span::new(0, 1), Span::new(0, 1));
        let (report, source) = checked("abcdef", 1, vec![finding(), finding()]);
        let file = file(&report, &source, &ENGLISH);
        assert!(file.truncated);
        assert_eq!((file.diagnostics.len(), file.counts.error), (1, 2));
        assert_eq!(super::report(vec![file.clone()], None, &ENGLISH).set, None);
        let across = SetReport::default();
        let set = super::report(vec![file.clone(), file], Some(&across), &ENGLISH).set;
        assert_eq!(set.map(|set| set.counts.error), Some(4));
    }
}
