//! The verdict as text.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use sitemap_validator::message::{self, Words};
use sitemap_validator::output::json;
use sitemap_validator::output::text::{safe_sentence, sentences};
use sitemap_validator::report::{FileReport, Verdict};
use sitemap_validator::set::SetReport;
use sitemap_validator::sink::Counts;
use sitemap_validator::{Kind, Profile, Profiles, Rule, Severity, Source};

use super::groups::FileFindings;
use super::paint::{Paint, Style};
use super::{View, severity_word};

/// Returns `number` with its noun, in the plural unless the number is one.
pub(crate) fn plural(number: u64, noun: &str) -> String {
    let mut out = message::number(number);
    out.push(' ');
    out.push_str(noun);
    if number != 1 {
        out.push('s');
    }
    out
}

pub(super) fn write(out: &mut dyn Write, report: &FileReport, source: &Source, view: View<'_>, paint: Paint) -> Result {
    let words = view.words;
    let kind = report.outcome.kind;
    let counts = report.counts;
    let noun = noun(kind);
    let ink = match report.verdict() {
        Verdict::Invalid => Style::Error,
        Verdict::Unchecked => Style::Warning,
        _ if noun.is_none() && kind != Kind::Robots => Style::Warning,
        Verdict::Warnings | Verdict::Valid => Style::Good,
    };
    let summary = json::summary(report, source, words);
    write!(out, "{}", paint.ink(ink, &safe_sentence(&summary.headline)))?;
    if !summary.detail.is_empty() {
        write!(out, " {}", safe_sentence(&summary.detail))?;
    }
    write!(out, " ")?;
    if let Some([one, many]) = noun {
        write!(out, "{}, ", words.count(report.outcome.stats.entries, one, many))?;
    }
    numbers(out, counts, words)?;
    writeln!(out, ". {}", words.sentence(sentences::AGAINST, &[&names(view.options.profiles, words)]))?;
    if report.outcome.partial {
        let size = size(report.origin.decompressed, words);
        writeln!(out, "{}", words.sentence(sentences::FIRST_ONLY, &[&size]))?;
    }
    if view.options.url.is_none() && noun.is_some() {
        let sentence = if kind == Kind::SitemapIndex { sentences::NO_INDEX_ADDRESS } else { sentences::NO_ADDRESS };
        writeln!(out, "{}", words.word(sentence))?;
    }
    Ok(())
}

/// Returns the words for the entries of a sitemap, in the singular and the plural; `None` for other files.
pub(super) fn noun(kind: Kind) -> Option<[&'static str; 2]> {
    match kind {
        Kind::Urlset | Kind::Text | Kind::Rss | Kind::Atom => Some([sentences::URL, sentences::URLS]),
        Kind::SitemapIndex => Some([sentences::SITEMAP, sentences::SITEMAPS]),
        Kind::Robots | Kind::Html | Kind::Other | Kind::Unknown => None,
    }
}

fn numbers(out: &mut dyn Write, counts: Counts, words: &Words) -> Result {
    let errors = words.count(counts.error, sentences::ERROR, sentences::ERRORS);
    write!(out, "{errors}, {}", words.count(counts.warning, sentences::WARNING, sentences::WARNINGS))?;
    if counts.info > 0 {
        write!(out, ", {}", words.count(counts.info, sentences::INFO, sentences::INFOS))?;
    }
    Ok(())
}

/// Returns the numbers of findings of the severities that occur.
pub(super) fn present(counts: Counts, words: &Words) -> String {
    let counts = [
        (counts.error, sentences::ERROR, sentences::ERRORS),
        (counts.warning, sentences::WARNING, sentences::WARNINGS),
        (counts.info, sentences::INFO, sentences::INFOS),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    counts.map(|(count, one, many)| words.count(count, one, many)).collect::<Vec<_>>().join(", ")
}

/// Returns a sentence about the line at which crawlers stop.
pub(super) fn stop_line(report: &FileReport, source: &Source, words: &Words) -> Option<String> {
    let stop = report.outcome.stops.filter(|_| report.verdict() == Verdict::Invalid)?;
    let line = source.line_index_until(stop).position(source.text(), stop).line.to_string();
    Some(words.sentence(sentences::STOP, &[&line]))
}

pub(super) fn names(profiles: Profiles, words: &Words) -> String {
    let names: Vec<_> = Profile::ALL
        .into_iter()
        .filter(|&profile| profiles.has(profile))
        .map(|profile| match profile {
            Profile::SitemapsOrg => "sitemaps.org",
            Profile::Google => "Google",
            Profile::Bing => "Bing",
            Profile::Yandex => "Yandex",
            Profile::Baidu => "Baidu",
            Profile::Legacy => words.word(sentences::LEGACY),
        })
        .collect();
    names.join(", ")
}

fn size(bytes: u64, words: &Words) -> String {
    const MEBIBYTE: u64 = 1024 * 1024;
    if bytes < MEBIBYTE {
        return words.count(bytes, sentences::BYTE, sentences::BYTES);
    }
    words.sentence(sentences::MEBIBYTES, &[&words.number(bytes / MEBIBYTE)])
}

/// The total results of several files.
#[derive(Debug, Clone, Default)]
pub(crate) struct Total {
    files: u64,
    invalid: u64,
    warned: u64,
    unchecked: u64,
    counts: Counts,
    /// The number of findings of each rule, and the highest severity of the listed ones.
    rules: BTreeMap<&'static str, (Rule, u64, Option<Severity>)>,
}

impl Total {
    /// Adds the cross-file findings.
    pub(crate) fn add_across(&mut self, across: &SetReport) {
        self.counts = self.counts + across.counts;
        self.add_rules(&across.rules);
        self.raise_severity(
            across.findings.iter().map(|finding| (finding.diagnostic.rule(), finding.diagnostic.severity)),
        );
    }

    fn add_rules(&mut self, rules: &[(Rule, u64)]) {
        for &(rule, count) in rules {
            self.rules.entry(rule.id()).or_insert((rule, 0, None)).1 += count;
        }
    }

    fn raise_severity(&mut self, findings: impl Iterator<Item = (Rule, Option<Severity>)>) {
        for (rule, severity) in findings {
            if let Some((.., heaviest)) = self.rules.get_mut(rule.id()) {
                *heaviest = (*heaviest).max(severity);
            }
        }
    }

    /// Writes the number of findings of each rule, the most severe and most frequent rules first.
    ///
    /// # Errors
    /// If `out` fails.
    pub(crate) fn write_rules(&self, out: &mut dyn Write, view: View<'_>) -> Result {
        let mut rules: Vec<(Severity, u64, Rule)> = self
            .rules
            .values()
            .map(|&(rule, count, heaviest)| {
                let severity = heaviest.or_else(|| view.options.severity(rule)).unwrap_or(rule.info().severity);
                (severity, count, rule)
            })
            .collect();
        rules.sort_by_key(|&(severity, count, rule)| (Reverse(severity), Reverse(count), rule.id()));
        let width =
            rules.iter().map(|&(_, count, _)| view.words.number(count).chars().count()).max().unwrap_or_default();
        for (severity, count, rule) in rules {
            let (count, word) = (view.words.number(count), view.words.word(severity_word(severity)));
            writeln!(out, "{count:>width$}  {word:<8} {}", rule.id())?;
        }
        Ok(())
    }

    /// Counts a file with this verdict.
    pub(crate) fn count_verdict(&mut self, verdict: Verdict) {
        self.files += 1;
        match verdict {
            Verdict::Invalid => self.invalid += 1,
            Verdict::Warnings => self.warned += 1,
            Verdict::Unchecked => self.unchecked += 1,
            Verdict::Valid => {}
        }
    }

    /// Adds the findings of `report`; `shown` are those that are shown in the report.
    pub(crate) fn add(&mut self, report: &FileReport, shown: &FileFindings) {
        self.counts = self.counts + report.counts;
        self.add_rules(&report.rules);
        self.raise_severity(report.diagnostics.iter().map(|finding| (finding.rule(), finding.severity)));
        self.raise_severity(shown.shown.iter().map(|shown| (shown.message.info().rule, Some(shown.severity))));
    }

    /// Returns the numbers of findings of all files.
    pub(crate) const fn counts(&self) -> Counts {
        self.counts
    }

    /// Writes the total in `words`, if there was more than one file.
    ///
    /// # Errors
    /// If `out` fails.
    pub(crate) fn write(&self, out: &mut dyn Write, words: &Words) -> Result {
        if self.files < 2 {
            return Ok(());
        }
        let valid = self.files - self.invalid - self.unchecked;
        let [valid, warned, invalid, unchecked] =
            [valid, self.warned, self.invalid, self.unchecked].map(|count| words.number(count));
        let files = words.count(self.files, sentences::FILE, sentences::FILES);
        let sentence = match self.warned {
            0 => words.sentence(sentences::TOTAL, &[&files, &valid, &invalid]),
            _ => words.sentence(sentences::TOTAL_WARNED, &[&files, &valid, &warned, &invalid]),
        };
        write!(out, "{sentence}")?;
        if self.unchecked > 0 {
            write!(out, "{}", words.sentence(sentences::TOTAL_UNCHECKED, &[&unchecked]))?;
        }
        write!(out, "; ")?;
        numbers(out, self.counts, words)?;
        writeln!(out, ".")
    }
}
