//! What all formats ask of a report: its findings with their files, what was counted and not listed, the verdict.

use std::collections::BTreeMap;

use sitemap_validator_protocol::report::{Counts, Diagnostic, File, Kind, Report, Severity, Verdict};

use super::sentences;
use crate::message::Words;
use crate::output::text::sentences as around;
use crate::registry::Rule;

/// The findings of one file, or those that several files show together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'a> {
    /// The file; none for what several show.
    pub(super) file: Option<&'a File>,
    /// Every finding, by rule.
    pub(super) rules: &'a BTreeMap<String, u64>,
    /// Every finding, by severity.
    pub(super) counts: Counts,
    /// Those listed.
    pub(super) listed: &'a [Diagnostic],
}

/// The files' findings, then those across files.
pub(super) fn groups(report: &Report) -> impl Iterator<Item = Group<'_>> {
    let files = report.files.iter().map(|file| Group {
        file: Some(file),
        rules: &file.rules,
        counts: file.counts,
        listed: &file.diagnostics,
    });
    let across = report.set.iter().map(|set| Group {
        file: None,
        rules: &set.rules,
        counts: set.across,
        listed: &set.diagnostics,
    });
    files.chain(across)
}

/// What there is of one rule in a group.
#[derive(Debug)]
pub(super) struct OfRule<'a> {
    /// The rule's id.
    pub(super) id: &'a str,
    /// How often it found something.
    pub(super) count: u64,
    /// Its weight: the heaviest of those listed.
    pub(super) severity: Severity,
    /// Those listed.
    pub(super) listed: Vec<&'a Diagnostic>,
}

impl OfRule<'_> {
    /// How many are counted and not listed.
    pub(super) fn more(&self) -> u64 {
        self.count.saturating_sub(self.listed.len() as u64)
    }
}

impl<'a> Group<'a> {
    /// The file that `finding` of this group is in.
    pub(super) fn file_of(&self, finding: &Diagnostic, report: &'a Report) -> Option<&'a File> {
        self.file.or_else(|| report.files.get(finding.file? as usize))
    }

    /// What there is of each rule; the heaviest come first, then the most frequent.
    pub(super) fn by_rule(&self) -> Vec<OfRule<'a>> {
        let mut listed: BTreeMap<&str, Vec<&'a Diagnostic>> = BTreeMap::new();
        for finding in self.listed {
            listed.entry(&finding.rule).or_default().push(finding);
        }
        let of_rule = |(id, &count): (&'a String, &u64)| {
            let listed = listed.remove(id.as_str()).unwrap_or_default();
            let heaviest = listed.iter().map(|finding| finding.severity).max();
            OfRule { id, count, severity: heaviest.unwrap_or_else(|| usual(id)), listed }
        };
        let mut rules: Vec<OfRule<'a>> = self.rules.iter().map(of_rule).collect();
        crate::sorting::by(&mut rules, |a, b| (b.severity, b.count, a.id).cmp(&(a.severity, a.count, b.id)));
        rules
    }
}

/// The weight a rule usually has.
fn usual(id: &str) -> Severity {
    Rule::by_id(id).map_or(Severity::Info, |rule| rule.info().severity)
}

/// The word for a weight.
pub(super) const fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "info",
    }
}

/// `count` findings that are counted and not listed, in words.
pub(super) fn more(count: u64, words: &Words) -> String {
    let sentence = if words.is_one(count) { sentences::MORE_IS } else { sentences::MORE_ARE };
    words.say(sentence, &[&words.number(count)])
}

/// The name of a file as other programs compare paths.
pub(super) fn path(name: &str) -> &str {
    name.trim_start_matches("./")
}

/// The judgement on `file` in words.
pub(super) fn verdict(file: &File) -> &'static str {
    if file.unread.is_some() {
        return sentences::NOT_CHECKED;
    }
    match (file.verdict, file.kind) {
        (Verdict::Invalid, _) => sentences::INVALID,
        (Verdict::Unchecked, _) => sentences::UNCHECKED,
        (_, Kind::Robots) => sentences::ROBOTS,
        (_, Kind::Html | Kind::Other | Kind::Unknown) => sentences::OTHER,
        (Verdict::Warnings, _) => sentences::HAS_WARNINGS,
        (Verdict::Valid, _) => sentences::VALID,
    }
}

/// The judgement on `file`, and how many entries, errors, warnings and infos it has.
pub(super) fn verdict_and_numbers<'w>(file: &File, words: &'w Words) -> (&'w str, String) {
    let numbers = if file.unread.is_some() { String::new() } else { format!(" {}.", numbers(file, words)) };
    // Nothing is known of one that could not be read.
    (words.word(verdict(file)), numbers)
}

fn numbers(file: &File, words: &Words) -> String {
    let entries = match file.kind {
        Kind::Urlset | Kind::Text | Kind::Rss | Kind::Atom => [around::URL, around::URLS],
        Kind::SitemapIndex => [around::SITEMAP, around::SITEMAPS],
        Kind::Robots | Kind::Html | Kind::Other | Kind::Unknown => return counted(file.counts, words),
    };
    let [one, many] = entries;
    format!("{}, {}", words.count(file.stats.entries, one, many), counted(file.counts, words))
}

/// How many errors, warnings and infos there are.
pub(super) fn counted(counts: Counts, words: &Words) -> String {
    let Counts { error, warning, info } = counts;
    let of = [(error, Severity::Error), (warning, Severity::Warning), (info, Severity::Info)];
    of.map(|(count, severity)| of_weight(count, severity, words)).join(", ")
}

/// How many findings there are of a weight.
pub(super) fn of_weight(count: u64, severity: Severity, words: &Words) -> String {
    match severity {
        Severity::Error => words.count(count, around::ERROR, around::ERRORS),
        Severity::Warning => words.count(count, around::WARNING, around::WARNINGS),
        Severity::Info => words.count(count, around::INFO, around::INFOS),
    }
}

/// How many errors, warnings and infos there are in all, and how many files could not be checked.
pub(super) fn all_in_all(report: &Report, words: &Words) -> String {
    let counted = counted(total(report), words);
    match report.files.iter().filter(|file| file.unread.is_some()).count() as u64 {
        0 => counted,
        unread => {
            let one = words.is_one(unread);
            let sentence = if one { sentences::FILE_NOT_CHECKED } else { sentences::FILES_NOT_CHECKED };
            format!("{counted}, {}", words.say(sentence, &[&words.number(unread)]))
        }
    }
}

/// What hundreds of files came to, or two.
pub(super) fn total(report: &Report) -> Counts {
    let sum = |total: Counts, group: Group<'_>| Counts {
        error: total.error + group.counts.error,
        warning: total.warning + group.counts.warning,
        info: total.info + group.counts.info,
    };
    groups(report).fold(Counts::default(), sum)
}
