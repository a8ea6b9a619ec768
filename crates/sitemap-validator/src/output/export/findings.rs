//! Access to a report for all formats: findings by file, numbers of findings that are not listed, verdicts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use sitemap_validator_protocol::report::{Counts, Diagnostic, File, Kind, Report, Severity, Summary, Verdict};
use sitemap_validator_protocol::sorted_map::SortedMap;
use sitemap_validator_protocol::sorting;

use super::sentences;
use crate::message::Words;
use crate::output::text::sentences as around;
use crate::registry::Rule;

/// The findings of a file, or the findings across files.
#[derive(Debug, Clone, Copy)]
pub(super) struct Group<'a> {
    /// The file; `None` for findings across files.
    pub(super) file: Option<&'a File>,
    /// Every finding, by rule.
    pub(super) rules: &'a BTreeMap<String, u64>,
    /// The number of findings by severity.
    pub(super) counts: Counts,
    /// The listed findings.
    pub(super) listed: &'a [Diagnostic],
}

/// The findings of each file, then those across files.
pub(super) fn groups(report: &Report) -> impl Iterator<Item = Group<'_>> {
    report.files.iter().map(of_file).chain(across(report))
}

/// The findings of `file`.
pub(super) fn of_file(file: &File) -> Group<'_> {
    Group { file: Some(file), rules: &file.rules, counts: file.counts, listed: &file.diagnostics }
}

/// The findings across files.
pub(super) fn across(report: &Report) -> Option<Group<'_>> {
    report.set.as_ref().map(|set| Group {
        file: None,
        rules: &set.rules,
        counts: set.cross_file_counts,
        listed: &set.diagnostics,
    })
}

/// The findings of a rule in a group.
#[derive(Debug)]
pub(super) struct OfRule<'a> {
    /// The rule's id.
    pub(super) id: &'a str,
    /// The number of its findings.
    pub(super) count: u64,
    /// The highest severity of the listed findings.
    pub(super) severity: Severity,
    /// The listed findings.
    pub(super) listed: Vec<&'a Diagnostic>,
}

impl OfRule<'_> {
    /// The number of findings that are counted and not listed.
    pub(super) fn more(&self) -> u64 {
        self.count.saturating_sub(self.listed.len() as u64)
    }
}

impl<'a> Group<'a> {
    /// The file that `finding` of this group is in.
    pub(super) fn file_of(&self, finding: &Diagnostic, report: &'a Report) -> Option<&'a File> {
        self.file.or_else(|| report.files.get(finding.file? as usize))
    }

    /// The findings by rule, sorted by severity, then number.
    pub(super) fn by_rule(&self) -> Vec<OfRule<'a>> {
        let mut listed: SortedMap<&str, Vec<&'a Diagnostic>> = SortedMap::default();
        for finding in self.listed {
            listed.entry(finding.rule.as_str()).push(finding);
        }
        let of_rule = |(id, &count): (&'a String, &u64)| {
            let listed = listed.remove(id.as_str()).unwrap_or_default();
            let heaviest = listed.iter().map(|finding| finding.severity).max();
            OfRule { id, count, severity: heaviest.unwrap_or_else(|| usual(id)), listed }
        };
        let mut rules: Vec<OfRule<'a>> = self.rules.iter().map(of_rule).collect();
        sorting::by(&mut rules, |a, b| (b.severity, b.count, a.id).cmp(&(a.severity, a.count, b.id)));
        rules
    }
}

/// The findings of a rule in all files.
#[derive(Debug)]
pub(super) struct Everywhere<'a> {
    /// The rule's id.
    pub(super) id: &'a str,
    /// The number of its findings.
    pub(super) count: u64,
    /// The highest severity of the listed findings.
    pub(super) severity: Severity,
    /// The names of the files with listed findings.
    pub(super) files: BTreeSet<&'a str>,
    /// The listed findings, each with its file.
    pub(super) listed: Vec<(Option<&'a File>, &'a Diagnostic)>,
}

impl Everywhere<'_> {
    /// The first `most` locations, and how many more there are; `file` writes what comes before one in a file.
    pub(super) fn places(&self, most: usize, words: &Words, file: impl Fn(&str) -> String) -> Vec<String> {
        let place = |(of, finding): &(Option<&File>, &Diagnostic)| {
            let before = of.map(|of| file(&of.name)).unwrap_or_default();
            format!("{before}{}:{}", finding.line, finding.column)
        };
        let mut places: Vec<String> = self.listed.iter().take(most).map(place).collect();
        let more = self.count - places.len() as u64;
        if more > 0 {
            let files = words.count(self.files.len() as u64, around::FILE, around::FILES);
            let (more, all) = (words.number(more), words.number(self.count));
            places.push(words.sentence(around::MORE_IN, &[&more, &all, &files]));
        }
        places
    }
}

/// The findings of each rule in all files and across them, sorted by severity, then number.
pub(super) fn everywhere(report: &Report) -> Vec<Everywhere<'_>> {
    let mut rules: BTreeMap<&str, Everywhere<'_>> = BTreeMap::new();
    for group in groups(report) {
        for OfRule { id, count, severity, listed } in group.by_rule() {
            let new = Everywhere { id, count: 0, severity, files: BTreeSet::new(), listed: Vec::new() };
            let rule = rules.entry(id).or_insert(new);
            rule.count += count;
            rule.severity = rule.severity.max(severity);
            for finding in listed {
                let file = group.file_of(finding, report);
                rule.files.extend(file.map(|file| file.name.as_str()));
                rule.listed.push((file, finding));
            }
        }
    }
    let mut rules: Vec<Everywhere<'_>> = rules.into_values().collect();
    sorting::by(&mut rules, |a, b| (b.severity, b.count, a.id).cmp(&(a.severity, a.count, b.id)));
    rules
}

/// The usual severity of a rule.
fn usual(id: &str) -> Severity {
    Rule::by_id(id).map_or(Severity::Info, |rule| rule.info().severity)
}

/// The name of a severity.
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
    words.sentence(sentence, &[&words.number(count)])
}

/// The name of a file as a path without `./`.
pub(super) fn path(name: &str) -> &str {
    name.trim_start_matches("./")
}

/// The verdict on `file` as a text.
pub(super) fn verdict(file: &File) -> &'static str {
    if file.read_error.is_some() {
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

/// The verdict on `file` in words.
pub(super) fn summary(file: &File, words: &Words) -> String {
    if file.read_error.is_some() {
        return format!("{}.", words.word(verdict(file)));
    }
    let Summary { headline, detail, .. } = &file.summary;
    [headline, " ", detail].concat().trim_end().to_owned()
}

/// The verdict on `file` in words, and its numbers of findings with those across files: the verdict counts them too.
pub(super) fn summary_and_numbers(file: &File, words: &Words) -> String {
    let numbers = numbers(file, in_set(file), words).map(|numbers| format!(" {numbers}"));
    summary(file, words) + &numbers.unwrap_or_default()
}

/// A sentence with the number of entries of `file` and these numbers of findings; a file that could not be read has none.
pub(super) fn numbers(file: &File, counts: Counts, words: &Words) -> Option<String> {
    let counts = counted(counts, words);
    let [one, many] = match file.kind {
        _ if file.read_error.is_some() => return None,
        Kind::Urlset | Kind::Text | Kind::Rss | Kind::Atom => [around::URL, around::URLS],
        Kind::SitemapIndex => [around::SITEMAP, around::SITEMAPS],
        Kind::Robots | Kind::Html | Kind::Other | Kind::Unknown => return Some(format!("{counts}.")),
    };
    Some(format!("{}, {counts}.", words.count(file.stats.entries, one, many)))
}

/// The numbers of findings in `file`, with those across files.
pub(super) fn in_set(file: &File) -> Counts {
    file.counts + file.cross_file_counts
}

/// Puts the file with the gravest problems first.
pub(super) fn sort_by_gravity(files: &mut [&File]) {
    sorting::by_key(files, |file| Reverse((file.read_error.is_some(), file.gravity())));
}

/// The numbers of errors, warnings and infos as a text.
pub(super) fn counted(counts: Counts, words: &Words) -> String {
    let Counts { error, warning, info } = counts;
    let of = [(error, Severity::Error), (warning, Severity::Warning), (info, Severity::Info)];
    of.map(|(count, severity)| of_weight(count, severity, words)).join(", ")
}

/// The number of findings of a severity as a text.
pub(super) fn of_weight(count: u64, severity: Severity, words: &Words) -> String {
    match severity {
        Severity::Error => words.count(count, around::ERROR, around::ERRORS),
        Severity::Warning => words.count(count, around::WARNING, around::WARNINGS),
        Severity::Info => words.count(count, around::INFO, around::INFOS),
    }
}

/// The total numbers of errors, warnings and infos, and of files that could not be checked.
pub(super) fn all_in_all(report: &Report, words: &Words) -> String {
    let counted = counted(total(report), words);
    match report.files.iter().filter(|file| file.read_error.is_some()).count() as u64 {
        0 => counted,
        unread => {
            let one = words.is_one(unread);
            let sentence = if one { sentences::FILE_NOT_CHECKED } else { sentences::FILES_NOT_CHECKED };
            format!("{counted}, {}", words.sentence(sentence, &[&words.number(unread)]))
        }
    }
}

/// How many of several files are valid, and [`all_in_all`].
pub(super) fn verdict_on_all(report: &Report, words: &Words) -> String {
    let number = |verdict| {
        let is = |file: &&File| file.read_error.is_none() && file.verdict_in_set == verdict;
        report.files.iter().filter(is).count() as u64
    };
    let [valid, warned, invalid, unchecked] =
        [Verdict::Valid, Verdict::Warnings, Verdict::Invalid, Verdict::Unchecked].map(number);
    let files = words.count(report.files.len() as u64, around::FILE, around::FILES);
    let [valid, warnings, invalid] = [valid + warned, warned, invalid].map(|number| words.number(number));
    let verdict = match warned {
        0 => words.sentence(around::TOTAL, &[&files, &valid, &invalid]),
        _ => words.sentence(around::TOTAL_WARNED, &[&files, &valid, &warnings, &invalid]),
    };
    let unchecked = (unchecked > 0).then(|| words.sentence(around::TOTAL_UNCHECKED, &[&words.number(unchecked)]));
    format!("{verdict}{}; {}.", unchecked.unwrap_or_default(), all_in_all(report, words))
}

/// The total counts of all files.
pub(super) fn total(report: &Report) -> Counts {
    let sum = |total: Counts, group: Group<'_>| Counts {
        error: total.error + group.counts.error,
        warning: total.warning + group.counts.warning,
        info: total.info + group.counts.info,
    };
    groups(report).fold(Counts::default(), sum)
}

/// Identifies findings from one report to the next: not by their lines, which change. Equal findings of a file are numbered.
#[derive(Debug, Default)]
pub(super) struct Fingerprints<'a>(BTreeMap<(&'a str, u64), u64>);

impl<'a> Fingerprints<'a> {
    /// The fingerprint of the next finding of `rule` in `file` with this message.
    pub(super) fn of(&mut self, file: Option<&'a File>, rule: &str, message: &str) -> String {
        let print = hash(&[rule, message]);
        let nth = self.0.entry((file.map_or("", |file| &file.name), print)).or_default();
        *nth += 1;
        format!("{print:016x}:{nth}")
    }
}

/// FNV-1a over `parts`.
pub(super) fn hash(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}
