//! The report on several files together: cross-file findings and the result of each file.

use std::collections::{BTreeSet, HashMap};
use std::fmt::{Result, Write};

use sitemap_validator::message::Words;
use sitemap_validator::output::json::{verdict_of, worse};
use sitemap_validator::output::text::{safe, sentences};
use sitemap_validator::report::Verdict;
use sitemap_validator::set::{Finding, Member, SetReport};
use sitemap_validator::sink::Counts;
use sitemap_validator::{Kind, Position, Severity};

use super::frame::{Frame, MissingLine};
use super::groups::{FileFindings, ShownFinding, most};
use super::paint::{Paint, Style};
use super::verdict::{names, noun, present};
use super::{View, severity_word};

/// The maximum number of files of a list that are named.
const NAMED: usize = 10;

/// The number of files named if a list has more.
const WORST: usize = 5;

/// The result of a file, in addition to the data in its [`Member`].
#[derive(Debug, Clone, Default)]
pub(crate) struct FileLine {
    /// The number of its findings.
    pub(crate) counts: Counts,
    /// The place where crawlers stop, in words.
    pub(crate) stop: Option<String>,
}

/// Returns the findings of `across`.
pub(crate) fn across(members: &[Member], across: &SetReport, view: View<'_>) -> FileFindings {
    let (mut shown, mut rules) = (Vec::new(), Vec::new());
    for &(rule, count) in &across.rules {
        let of_rule = || across.findings.iter().filter(|finding| finding.diagnostic.rule() == rule);
        let files = across.by_file.keys().filter(|(of, _)| *of == rule).count();
        rules.push((rule, count, files as u64));
        let most = usize::try_from(most(view.shown)).unwrap_or(usize::MAX);
        let place = |finding: &Finding| (finding.file, finding.location.span);
        let mut places = HashMap::new();
        of_rule().for_each(|finding| *places.entry(place(finding)).or_insert(0) += 1);
        shown.extend(of_rule().take(most).map(|finding| {
            let mut found = shown_in_full(members, finding, view);
            if places.get(&place(finding)).is_some_and(|count| *count > 1) {
                found.place = format!("{}: {}", found.place, view.words.title(&finding.diagnostic, ""));
            }
            found
        }));
    }
    FileFindings { shown, rules, stop: None }
}

fn name(members: &[Member], file: usize) -> String {
    members.get(file).map(|member| safe(&member.name).into_owned()).unwrap_or_default()
}

fn shown_in_full(members: &[Member], finding: &Finding, view: View<'_>) -> ShownFinding {
    let (found, words, paint) = (&finding.diagnostic, view.words, Paint::new(view.color));
    let info = found.rule().info();
    let severity = found.severity.unwrap_or(info.severity);
    let head = format!("{}[{}]", words.word(severity_word(severity)), info.id);
    let title = format!(": {}", words.title(found, ""));
    let head = format!("{}{}", paint.ink(Style::from(severity), &head), paint.ink(Style::Strong, &title));
    let place = |file, at: Position| format!("{}:{}:{}", name(members, file), at.line, at.column);
    let note = |other: &sitemap_validator::set::Related| {
        format!("{}: {}", place(other.file, other.location.from), words.word(other.label))
    };
    let notes: Vec<String> = finding.related.iter().map(note).collect();
    let sources = found.support().sources().collect::<Vec<_>>().join(", ");
    let here = place(finding.file, finding.location.from);
    let missing = MissingLine { file: finding.file, location: finding.location, severity };
    let frame = Frame::across(&head, &here, &words.help(found, ""), &notes, &sources, missing, view);
    ShownFinding { message: found.message(), severity, place: here, frame: Some(frame) }
}

/// Returns the verdict on each file, including cross-file findings.
pub(crate) fn verdicts(members: &[Member], across: &SetReport) -> Vec<Verdict> {
    let counts = across.counts_by_file(members.len());
    members.iter().zip(counts).map(|(member, counts)| worse(member.verdict, verdict_of(counts))).collect()
}

/// Writes the result of each file: each index with the files it lists, then the files that no index lists.
///
/// # Errors
/// If `out` fails.
pub(crate) fn files(
    out: &mut dyn Write,
    members: &[Member],
    across: &SetReport,
    lines: &[FileLine],
    view: View<'_>,
) -> Result {
    let mut lines = lines.to_vec();
    lines.resize(members.len(), FileLine::default());
    for (line, counts) in lines.iter_mut().zip(across.counts_by_file(members.len())) {
        line.counts = line.counts + counts;
    }
    let list = FileList { members, verdicts: verdicts(members, across), lines, view };
    let mut listed = vec![false; members.len()];
    let listers: BTreeSet<usize> = across.listings.iter().map(|listing| listing.file).collect();
    for listing in &across.listings {
        list.line(out, listing.file, "")?;
        let found: BTreeSet<usize> = listing.branches.iter().filter_map(|branch| branch.file).collect();
        let missing: Vec<&str> =
            listing.branches.iter().filter(|branch| branch.file.is_none()).map(|branch| branch.url.as_str()).collect();
        list.first(out, found.iter().copied().filter(|file| !listers.contains(file)), "  ")?;
        list.missing(out, &missing)?;
        for file in found.into_iter().chain([listing.file]) {
            if let Some(listed) = listed.get_mut(file) {
                *listed = true;
            }
        }
    }
    let others = listed.iter().enumerate().filter(|(_, listed)| !**listed).map(|(file, _)| file);
    list.first(out, others, "")
}

struct FileList<'a> {
    members: &'a [Member],
    verdicts: Vec<Verdict>,
    lines: Vec<FileLine>,
    view: View<'a>,
}

impl FileList<'_> {
    fn verdict(&self, file: usize) -> Verdict {
        self.verdicts.get(file).copied().unwrap_or(Verdict::Valid)
    }

    /// Writes the worst of `files`, and the number of the remaining ones.
    fn first(&self, out: &mut dyn Write, files: impl Iterator<Item = usize>, indent: &str) -> Result {
        let rank = |&file: &usize| match self.verdict(file) {
            Verdict::Invalid => 0,
            Verdict::Unchecked => 1,
            Verdict::Warnings => 2,
            Verdict::Valid => 3,
        };
        let mut files: Vec<usize> = files.collect();
        let most = if files.len() > NAMED { WORST } else { files.len() };
        if files.len() > NAMED {
            files.sort_by_key(rank);
        }
        let (named, more) = files.split_at(most);
        named.iter().try_for_each(|&file| self.line(out, file, indent))?;
        if more.is_empty() {
            return Ok(());
        }
        let invalid = more.iter().filter(|&&file| self.verdict(file) == Verdict::Invalid).count();
        let words = self.view.words;
        let number = |count: usize| words.number(count as u64);
        let count = words.sentence(sentences::MORE_FILES, &[&number(more.len())]);
        let sentence = words.sentence(sentences::TOTAL, &[&count, &number(more.len() - invalid), &number(invalid)]);
        self.dim(out, &format!("{indent}{sentence}"))
    }

    fn missing(&self, out: &mut dyn Write, missing: &[&str]) -> Result {
        let words = self.view.words;
        for address in missing.iter().take(NAMED) {
            self.dim(out, &format!("  {}", words.sentence(sentences::NOT_GIVEN, &[&safe(address)])))?;
        }
        match missing.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => {
                let more = words.sentence(sentences::MORE_NOT_GIVEN, &[&words.number(more as u64)]);
                self.dim(out, &format!("  {more}"))
            }
        }
    }

    fn dim(&self, out: &mut dyn Write, text: &str) -> Result {
        writeln!(out, "{}", Paint::new(self.view.color).ink(Style::Dim, text))
    }

    fn line(&self, out: &mut dyn Write, file: usize, indent: &str) -> Result {
        let (Some(member), words) = (self.members.get(file), self.view.words) else { return Ok(()) };
        let entries = noun(member.kind)
            .map(|[one, many]| format!("{}, ", words.count(member.entries, one, many)))
            .unwrap_or_default();
        let (ink, verdict) = match (self.verdict(file), member.kind) {
            _ if member.is_unread() => (Style::from(Severity::Warning), sentences::IS_UNREAD),
            (Verdict::Invalid, _) => (Style::from(Severity::Error), sentences::IS_INVALID),
            (Verdict::Unchecked, _) => (Style::from(Severity::Warning), sentences::IS_UNCHECKED),
            (_, Kind::Html | Kind::Other | Kind::Unknown) => (Style::from(Severity::Warning), sentences::IS_OTHER),
            (Verdict::Warnings, _) => (Style::from(Severity::Warning), sentences::HAS_WARNINGS),
            (Verdict::Valid, _) => (Style::Good, sentences::IS_VALID),
        };
        let verdict = Paint::new(self.view.color).ink(ink, words.word(verdict));
        write!(out, "{indent}{}: {entries}{verdict}", safe(&member.name))?;
        let line = self.lines.get(file).cloned().unwrap_or_default();
        let numbers = present(line.counts, words);
        if !numbers.is_empty() {
            write!(out, " ({numbers})")?;
        }
        match line.stop {
            Some(stop) => writeln!(out, ". {stop}"),
            None => writeln!(out),
        }
    }
}

/// Writes what the files were checked against and what was not checked.
///
/// # Errors
/// If `out` fails.
pub(crate) fn against(out: &mut dyn Write, members: &[Member], view: View<'_>) -> Result {
    let words: &Words = view.words;
    writeln!(out, "{}", words.sentence(sentences::AGAINST, &[&names(view.options.profiles, words)]))?;
    let has_scope = |member: &&Member| noun(member.kind).is_some() && !member.is_aside();
    let unknown = members.iter().filter(has_scope).filter(|member| member.url.is_none()).count();
    if unknown == 0 {
        return Ok(());
    }
    let unknown = words.count(unknown as u64, sentences::FILE, sentences::FILES);
    writeln!(out, "{}", words.sentence(sentences::NO_ADDRESSES, &[&unknown]))
}
