//! The judgement in words.

use std::fmt::{Result, Write};

use super::View;
use super::cells::safe;
use super::paint::{Ink, Paint};
use crate::diagnostic::Severity;
use crate::message;
use crate::outcome::Kind;
use crate::profile::{Profile, Profiles};
use crate::report::{FileReport, Verdict};
use crate::set::SetReport;
use crate::sink::Counts;
use crate::sorting;
use crate::source::Source;
use crate::span::Cursor;

/// `number` with its noun, in the plural unless it is one.
pub fn plural(number: u64, noun: &str) -> String {
    let mut out = message::number(number);
    out.push(' ');
    out.push_str(noun);
    if number != 1 {
        out.push('s');
    }
    out
}

pub(super) fn write(out: &mut dyn Write, report: &FileReport, source: &Source, view: View<'_>, paint: Paint) -> Result {
    if view.several {
        write!(out, "{}: ", safe(&report.name))?;
    }
    let kind = report.outcome.kind;
    let counts = report.counts;
    let noun = noun(kind);
    match report.verdict() {
        Verdict::Invalid => {
            let rules = rules_with_errors(report);
            let words = format!("Not valid: {} in {}.", plural(counts.error, "error"), plural(rules, "rule"));
            write!(out, "{}", paint.ink(Ink::Error, &words))?;
            stop(out, report, source)?;
        }
        Verdict::Unchecked => write!(out, "{}", paint.ink(Ink::Warning, "Not checked to the end."))?,
        _ if kind == Kind::Robots => write!(out, "{}", paint.ink(Ink::Good, "Read as robots.txt."))?,
        _ if noun.is_none() => write!(out, "{}", paint.ink(Ink::Warning, "Not recognised as a sitemap."))?,
        Verdict::Warnings | Verdict::Valid => write!(out, "{}", paint.ink(Ink::Good, "Valid."))?,
    }
    write!(out, " ")?;
    if let Some(noun) = noun {
        write!(out, "{}, ", plural(report.outcome.stats.entries, noun))?;
    }
    numbers(out, counts)?;
    writeln!(out, ". Checked against {}.", names(view.options.profiles))?;
    if report.outcome.partial {
        let size = size(report.origin.decompressed);
        writeln!(out, "Checked the first {size} only; the rest was not read.")?;
    }
    if view.options.own_url.is_none() && noun.is_some() {
        writeln!(
            out,
            "Not checked: whether a sitemap at its address may list these {}s; `--url` tells the address.",
            noun.unwrap_or("URL")
        )?;
    }
    Ok(())
}

/// What the entries of a sitemap are called; `None` for what is no sitemap.
pub(super) fn noun(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::Urlset | Kind::Text | Kind::Rss | Kind::Atom => Some("URL"),
        Kind::SitemapIndex => Some("sitemap"),
        Kind::Robots | Kind::Html | Kind::Other | Kind::Unknown => None,
    }
}

fn numbers(out: &mut dyn Write, counts: Counts) -> Result {
    write!(out, "{}, {}", plural(counts.error, "error"), plural(counts.warning, "warning"))?;
    if counts.info > 0 {
        write!(out, ", {}", plural(counts.info, "info"))?;
    }
    Ok(())
}

/// How many rules have errors, as far as the kept findings tell.
fn rules_with_errors(report: &FileReport) -> u64 {
    let mut rules: Vec<_> = report
        .diagnostics
        .iter()
        .filter(|finding| finding.severity.unwrap_or(finding.rule.info().severity) == Severity::Error)
        .map(|finding| finding.rule)
        .collect();
    sorting::by_key(&mut rules, |rule| *rule);
    rules.dedup();
    rules.len() as u64
}

/// Where crawlers stop, and what to repair so that they go on.
fn stop(out: &mut dyn Write, report: &FileReport, source: &Source) -> Result {
    let Some(stop) = report.outcome.stops else {
        return Ok(());
    };
    let line = Cursor::new(source).position(stop).line;
    let cause = report.diagnostics.iter().find(|finding| {
        finding.span.start <= stop && stop <= finding.span.end && finding.severity == Some(Severity::Error)
    });
    match cause {
        Some(cause) => write!(out, " Fix `{}` first: crawlers stop at line {line}", cause.rule.id())?,
        None => write!(out, " Crawlers stop at line {line}")?,
    }
    let length = source.text().len() as u64;
    let rest = (length - u64::from(stop).min(length)) * 100 / length.max(1);
    if rest > 0 {
        write!(out, ", before {rest} % of the file")?;
    }
    write!(out, ".")
}

fn names(profiles: Profiles) -> String {
    let names: Vec<_> = Profile::ALL
        .into_iter()
        .filter(|&profile| profiles.has(profile))
        .map(|profile| match profile {
            Profile::SitemapsOrg => "sitemaps.org",
            Profile::Google => "Google",
            Profile::Bing => "Bing",
            Profile::Yandex => "Yandex",
            Profile::Baidu => "Baidu",
            Profile::Legacy => "the older protocol",
        })
        .collect();
    names.join(", ")
}

fn size(bytes: u64) -> String {
    const MEGABYTE: u64 = 1024 * 1024;
    if bytes >= MEGABYTE { format!("{} MB", bytes / MEGABYTE) } else { plural(bytes, "byte") }
}

/// What several files came to.
#[derive(Debug, Clone, Copy, Default)]
pub struct Total {
    files: u64,
    invalid: u64,
    warned: u64,
    unchecked: u64,
    counts: Counts,
}

impl Total {
    /// Counts the findings across files.
    pub fn add_across(&mut self, across: &SetReport) {
        self.counts.join(across.counts);
    }

    /// Counts `report`.
    pub fn add(&mut self, report: &FileReport) {
        self.files += 1;
        match report.verdict() {
            Verdict::Invalid => self.invalid += 1,
            Verdict::Warnings => self.warned += 1,
            Verdict::Unchecked => self.unchecked += 1,
            Verdict::Valid => {}
        }
        self.counts.join(report.counts);
    }

    /// The findings of all files.
    pub const fn counts(&self) -> Counts {
        self.counts
    }

    /// Writes it, when there was more than one file.
    ///
    /// # Errors
    /// When `out` fails.
    pub fn write(&self, out: &mut dyn Write) -> Result {
        if self.files < 2 {
            return Ok(());
        }
        let valid = self.files - self.invalid - self.unchecked;
        write!(out, "\n{}: {valid} valid", plural(self.files, "file"))?;
        if self.warned > 0 {
            write!(out, " ({} with warnings)", self.warned)?;
        }
        write!(out, ", {} not valid", self.invalid)?;
        if self.unchecked > 0 {
            write!(out, ", {} not checked to the end", self.unchecked)?;
        }
        write!(out, "; ")?;
        numbers(out, self.counts)?;
        writeln!(out, ".")
    }
}
