//! The findings of a checked file, and answers about them and its text.

mod search;

use std::borrow::Cow;
use std::ops::ControlFlow;

use sitemap_validator::diagnostic::{Fix, FixKind};
use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::output::{excerpt, lines, reading};
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Diagnostic, FileReport, Kind, Opened, Options, Rule, Sink, Source, Span, fix, open, validate};
use sitemap_validator_protocol::message::{FixRequest, Mark, SourceLine};
use sitemap_validator_protocol::sorting;
use sitemap_validator_protocol::{report as wire, source};

use crate::texts::Text;

pub use search::Found;

/// The longest part of a line that is sent, in characters.
const LONGEST: usize = 2_000;

/// The maximum number of lines in one response.
const MOST_LINES: u32 = 2_000;

/// A checked file without its text, which the caller passes.
#[derive(Debug)]
pub struct FindingStore {
    options: Options,
    report: FileReport,
    /// The language of answers.
    words: Words,
    /// The cross-file findings located in this file, sorted by location.
    across: Vec<Diagnostic>,
    /// True if findings carry an excerpt.
    excerpts: bool,
    /// For each finding, the largest end offset among it and the findings before it; tells where a search can start.
    reach: Vec<u32>,
}

impl FindingStore {
    /// Stores the result of a check.
    pub fn new(options: Options, report: FileReport, words: Words, excerpts: bool) -> Self {
        let mut furthest = 0;
        let reach = report
            .diagnostics
            .iter()
            .map(|finding| {
                furthest = finding.span.end.max(furthest);
                furthest
            })
            .collect();
        Self { options, report, words, across: Vec::new(), excerpts, reach }
    }

    /// Sets the cross-file findings located in this file.
    pub fn set_across(&mut self, across: Vec<Diagnostic>) {
        self.across = across;
    }

    /// The options of the check.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The language of answers.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// The cross-file findings located in this file.
    pub fn across(&self) -> &[Diagnostic] {
        &self.across
    }

    /// The byte offset at which a conforming parser stops.
    pub fn stops(&self) -> Option<u32> {
        self.report.outcome.stops
    }

    /// Returns the report with the first `most` findings of each rule.
    pub fn summary(&self, text: &Text, most: usize) -> wire::File {
        let mut listed = vec![0_usize; Rule::ALL.len()];
        let first = self.report.diagnostics.iter().filter(|finding| {
            let count = &mut listed[finding.rule() as usize];
            *count += 1;
            *count <= most
        });
        let places = text.places_until(self.report.reach(), &self.words);
        let mut file = json::file_with(&self.report, places, first);
        file.diagnostics = file.diagnostics.into_iter().map(|finding| self.for_page(text, finding)).collect();
        file
    }

    /// Returns the report with all kept findings, which have excerpts if `with_excerpts` is true.
    pub fn whole(&self, text: &Text, with_excerpts: bool) -> wire::File {
        let mut file = json::file_with(&self.report, text.places(&self.words), &self.report.diagnostics);
        for finding in file.diagnostics.iter_mut().filter(|_| with_excerpts) {
            finding.excerpt = excerpt_of(text, finding.line, finding.start, finding.end);
        }
        file
    }

    /// Returns up to `count` findings after the first `offset`, of one rule or of all rules.
    pub fn findings(&self, text: &Text, rule: Option<&str>, offset: u32, count: u32) -> Vec<wire::Diagnostic> {
        let places = text.places(&self.words);
        self.report
            .diagnostics
            .iter()
            .filter(|finding| rule.is_none_or(|rule| finding.rule().id() == rule))
            .skip(offset as usize)
            .take(count as usize)
            .map(|finding| self.for_page(text, places.diagnostic(finding, self.report.outcome.stops)))
            .collect()
    }

    /// Adds to `finding` the data that only the page shows.
    fn for_page(&self, text: &Text, mut finding: wire::Diagnostic) -> wire::Diagnostic {
        if self.excerpts {
            finding.excerpt = excerpt_of(text, finding.line, finding.start, finding.end);
            let place = Span { start: finding.start, end: finding.end };
            let found = Rule::by_id(&finding.rule).and_then(|rule| self.finding(rule, place));
            let removal = found.and_then(|found| fix::removal(text.source.text(), self.report.outcome.kind, found));
            finding.removal = removal.map(|(what, _)| what);
        }
        finding
    }

    /// Returns the excerpts of the cross-file findings located in this file.
    pub fn excerpts(&self, text: &Text) -> Vec<(u32, u32, wire::Excerpt)> {
        let places = text.places(&self.words);
        let excerpt = |finding: &Diagnostic| {
            let Span { start, end } = finding.span;
            Some((start, end, excerpt_of(text, places.place(start).line, start, end)?))
        };
        self.across.iter().filter_map(excerpt).collect()
    }

    /// Returns up to `count` lines from line `first`; lines that are too long are cut around `focus`.
    pub fn lines(&self, text: &Text, first: u32, count: u32, focus: Option<u32>) -> Vec<SourceLine> {
        let first = first.max(1);
        let end = first.saturating_add(count.min(MOST_LINES));
        (first..end).map_while(|number| self.line(text, number, focus)).collect()
    }

    fn line(&self, text: &Text, number: u32, focus: Option<u32>) -> Option<SourceLine> {
        let line = text.line(number)?;
        let shown = lines::window(&text.source, line, focus, LONGEST);
        Some(SourceLine {
            number,
            column: text.places(&self.words).place(shown.start).column,
            text: lines::shown(&text.source, shown).into_owned(),
            more: shown.end < line.end,
            start: line.start,
            marks: self.marks(text, number, line, shown),
        })
    }

    /// Returns the marks of the findings that begin on `line` and touch its visible part `shown`. A finding that spans
    /// several lines is marked up to the end of its first line.
    fn marks(&self, text: &Text, number: u32, line: Span, shown: Span) -> Vec<Mark> {
        let next = text.line(number + 1).map_or(u32::MAX, |next| next.start);
        let began = line.start;
        // The byte order mark is excluded: findings about it are marked before the first character.
        let line = lines::window(&text.source, line, None, usize::MAX);
        // A finding at the end of the line belongs to the line; in a long line, the visible part ends earlier.
        let behind = if shown.end < line.end { shown.end + 1 } else { next };
        let before = |findings: &[Diagnostic], at: u32| findings.partition_point(|finding| finding.span.start < at);
        let own = &self.report.diagnostics;
        let mut from = before(own, began);
        if shown.start > line.start {
            from = from.max(self.reach.partition_point(|&reach| reach < shown.start));
        }
        let own = own.get(from..before(own, behind)).unwrap_or_default();
        let across = &self.across;
        let across = across.get(before(across, began)..before(across, behind)).unwrap_or_default();
        let places = text.places(&self.words);
        let mut marks = Vec::new();
        for finding in own.iter().chain(across) {
            let start = finding.span.start.clamp(line.start, line.end);
            let end = finding.span.end.clamp(start, line.end);
            let touches = if start == end { start >= shown.start } else { start < shown.end && end > shown.start };
            if !touches {
                continue;
            }
            let severity = finding.severity.unwrap_or(finding.rule().info().severity);
            marks.push(Mark {
                rule: finding.rule().id().to_owned(),
                severity,
                column: places.place(start.max(shown.start)).column,
                end_column: places.place(end.min(shown.end)).column,
                start: finding.span.start,
                end: finding.span.end,
            });
        }
        marks
    }

    /// Returns the URL at `place` as crawlers read it.
    pub fn reading(&self, text: &Text, place: Span) -> Option<source::UrlReading> {
        reading::at(&text.source, place, self.has_markup())
    }

    /// Returns the value that contains `place`.
    pub fn value(&self, text: &Text, place: Span) -> Option<source::Value> {
        reading::value(&text.source, place, self.has_markup())
    }

    fn has_markup(&self) -> bool {
        self.report.outcome.kind != Kind::Text
    }

    /// The number of fixes that `what` applies, and the text afterwards; `None` if there is no such rule.
    pub fn fix(&self, text: &Text, what: &FixRequest) -> Option<(u32, String)> {
        self.repaired(text, what).map(|repaired| (repaired.applied as u32, repaired.text))
    }

    /// Returns the text after the fixes selected by `what`; `None` if there is no such rule.
    pub fn repaired(&self, text: &Text, what: &FixRequest) -> Option<Repaired> {
        let source = &text.source;
        Some(match what {
            FixRequest::One { rule, start, end } => {
                let one = self.finding(Rule::by_id(rule)?, Span { start: *start, end: *end });
                fix::repair(source, one, FixKind::Suggest).into()
            }
            FixRequest::Alternative { rule, start, end, choice } => {
                let one = self.finding(Rule::by_id(rule)?, Span { start: *start, end: *end });
                let chosen = one.and_then(|finding| finding.choose(*choice as usize));
                fix::repair(source, &chosen, FixKind::Suggest).into()
            }
            FixRequest::Value { rule, start, end, value } => {
                let place = Span { start: *start, end: *end };
                let edit = reading::replacing(source, place, self.has_markup(), value)
                    .filter(|edit| source.text().get(edit.span.range()) != Some(&*edit.text));
                let one = self.finding(Rule::by_id(rule)?, place).zip(edit);
                fix::repair(source, &one.map(|(finding, edit)| finding.clone().suggest(edit)), FixKind::Suggest).into()
            }
            FixRequest::Alternatives { rule, choice } => {
                self.repair(source, FixSelection::Choice(Rule::by_id(rule)?, *choice as usize))
            }
            FixRequest::Remove { rule, start, end } => {
                let selection = self.removals(source, Rule::by_id(rule)?);
                let one = self.finding(Rule::by_id(rule)?, Span { start: *start, end: *end });
                fix::repair(source, one.and_then(|finding| selection.fix_of(finding)).as_deref(), FixKind::Suggest)
                    .into()
            }
            FixRequest::Removals { rule } => self.repair(source, self.removals(source, Rule::by_id(rule)?)),
            FixRequest::Rule { rule } => self.repair(source, FixSelection::Rule(Rule::by_id(rule)?)),
            FixRequest::All { suggested } => self.all(source, *suggested),
        })
    }

    fn removals<'a>(&self, source: &'a Source, rule: Rule) -> FixSelection<'a> {
        FixSelection::Removal(rule, source.text(), self.report.outcome.kind)
    }

    /// Returns the finding of a rule at a location.
    fn finding(&self, rule: Rule, span: Span) -> Option<&Diagnostic> {
        let place = (span, rule);
        let findings = &self.report.diagnostics;
        let from = findings.partition_point(|finding| (finding.span, finding.rule()) < place);
        let one = findings.get(from).filter(|finding| (finding.span, finding.rule()) == place);
        let across = || self.across.iter().find(|finding| (finding.span, finding.rule()) == place);
        one.or_else(across)
    }

    /// Applies all safe fixes in rounds, like the command line. Returns the text unchanged if bytes that could not be
    /// decoded or decompressed would be lost. Unlike the command line, converts text in other encodings to UTF-8. If
    /// `suggested` is true, suggested fixes are applied in the first round only, because the reader has seen only
    /// those.
    fn all(&self, given: &Source, suggested: bool) -> Repaired {
        let origin = &given.origin;
        let trailing = origin.gzip.as_ref().is_some_and(|gzip| gzip.trailing.is_some());
        if !given.damaged().is_empty() || origin.compression.is_some() || trailing {
            return Repaired { text: given.text().to_owned(), changes: Vec::new(), applied: 0 };
        }
        let first = (suggested || origin.encoding != "utf-8")
            .then(|| self.repair(given, FixSelection::All { suggested }))
            .map(|first| (Source::from_text(first.text), first.changes, first.applied));
        let source = first.as_ref().map_or(given, |(source, ..)| source);
        let foreign = declares_another_encoding(source.text());
        let fixed = fix::all_safe(source, &self.options, |bytes| match open(bytes, DEFAULT_CEILING) {
            Opened::Text(source) => source,
            Opened::Undecoded(undecoded) if foreign => undecoded.decoded(None),
            // The fix would bring an encoding declaration into force, and the text would be misread: skip this round.
            Opened::Undecoded(undecoded) => undecoded.decoded(Some((String::new(), false))),
        });
        let (text, last, _) = fix::repair(fixed.source.as_ref().unwrap_or(source), [], FixKind::Safe);
        let mut changes = fix::compose(&fixed.changes, &last);
        let mut applied = fixed.applied;
        if let Some((_, first, repaired)) = &first {
            changes = fix::compose(first, &changes);
            applied += repaired;
        }
        Repaired { text, changes, applied }
    }

    fn repair(&self, source: &Source, selection: FixSelection<'_>) -> Repaired {
        let across = self.across.iter().filter_map(|finding| selection.fix_of(finding));
        let found: Vec<Cow<'_, Diagnostic>> = if self.report.truncated {
            // Findings beyond the cap were counted and dropped; validate again to get their fixes.
            let mut collector = FixCollector { selection, found: Vec::new() };
            let _ = validate(source, &self.options, &mut collector);
            sorting::by_key(&mut collector.found, |finding| (finding.span, finding.rule()));
            collector.found.into_iter().map(Cow::Owned).chain(across).collect()
        } else {
            self.report.diagnostics.iter().filter_map(|finding| selection.fix_of(finding)).chain(across).collect()
        };
        fix::repair(source, found.iter().map(|finding| &**finding), FixKind::Suggest).into()
    }
}

/// A text after its fixes.
#[derive(Debug)]
pub struct Repaired {
    /// The text.
    pub text: String,
    /// The changes, in order.
    pub changes: Vec<fix::Change>,
    /// The number of fixed findings.
    pub applied: usize,
}

impl From<(String, Vec<fix::Change>, usize)> for Repaired {
    fn from((text, changes, applied): (String, Vec<fix::Change>, usize)) -> Self {
        Self { text, changes, applied }
    }
}

/// True if the text declares an encoding other than UTF-8, which is possible for pasted text.
fn declares_another_encoding(text: &str) -> bool {
    let declaration = text.starts_with("<?xml").then(|| text.split_inclusive("?>").next()).flatten();
    declaration.is_some_and(|text| matches!(open(text.into(), DEFAULT_CEILING), Opened::Undecoded(_)))
}

/// The fixes to apply.
#[derive(Clone, Copy)]
enum FixSelection<'a> {
    /// All fixes that are safe, and the suggested ones if `suggested` is true.
    All { suggested: bool },
    /// The fixes of one rule.
    Rule(Rule),
    /// For one rule, the alternative with this index.
    Choice(Rule, usize),
    /// The removals for one rule in a text of this kind.
    Removal(Rule, &'a str, Kind),
}

impl FixSelection<'_> {
    /// Returns the finding with its selected fix, if it has one.
    fn fix_of(self, finding: &Diagnostic) -> Option<Cow<'_, Diagnostic>> {
        let fix = finding.fix.as_ref();
        match self {
            Self::All { suggested } => {
                fix.is_some_and(|fix| suggested || fix.kind == FixKind::Safe).then_some(Cow::Borrowed(finding))
            }
            Self::Rule(rule) => (rule == finding.rule() && fix.is_some()).then_some(Cow::Borrowed(finding)),
            Self::Choice(rule, choice) if rule == finding.rule() => {
                // If the finding already has a fix, an alternative with other edits is not applied.
                let agrees = |chosen: &Diagnostic| {
                    let edits = |fix: &Fix| chosen.fix.as_ref().is_some_and(|own| own.edits == fix.edits);
                    fix.is_none_or(edits)
                };
                finding.choose(choice).filter(agrees).map(Cow::Owned)
            }
            Self::Removal(rule, text, kind) if rule == finding.rule() => {
                fix::removal(text, kind, finding).map(|(_, edit)| Cow::Owned(finding.clone().suggest(edit)))
            }
            Self::Choice(..) | Self::Removal(..) => None,
        }
    }
}

/// Collects the findings with a selected fix.
struct FixCollector<'a> {
    selection: FixSelection<'a>,
    found: Vec<Diagnostic>,
}

impl Sink for FixCollector<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        self.found.extend(self.selection.fix_of(&diagnostic).map(Cow::into_owned));
        ControlFlow::Continue(())
    }
}

/// The part of a line that shows a finding.
fn excerpt_of(text: &Text, line: u32, start: u32, end: u32) -> Option<wire::Excerpt> {
    Some(excerpt::of(&text.source, text.line(line)?, start, end))
}

#[cfg(test)]
mod tests;
