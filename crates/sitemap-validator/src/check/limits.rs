//! The limits of a file.

use super::{DocumentFacts, Field};
use crate::diagnostic::Edit;
use crate::profile::Profile;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::{CompressionFault, Source};
use crate::span::{At, Span, end_of_line, start_of_line};
use crate::value::trimmed;

/// The maximum number of entries of a sitemap or an index.
pub(crate) const ENTRIES: u32 = 50_000;
/// The maximum number of entries of an index before 2009.
const LEGACY_SITEMAPS: u32 = 1_000;
/// The maximum size of a file, decompressed: 50 MiB.
pub(crate) const BYTES: u64 = 52_428_800;
/// The maximum size of a file before 2016, and for Baidu: 10 MiB.
const LEGACY_BYTES: u64 = 10_485_760;
/// The maximum length of a `lastmod`, `changefreq` or `priority` for Yandex, in bytes.
const VALUE_BYTES: usize = 100;

/// The first entries beyond the limits.
#[derive(Debug, Default)]
pub(crate) struct Limits {
    beyond: Option<Span>,
    beyond_legacy: Option<Span>,
}

impl Limits {
    const BEYOND: u32 = ENTRIES + 1;
    const BEYOND_LEGACY: u32 = LEGACY_SITEMAPS + 1;

    /// Records entry `number` (from 1), whose start tag or line is at `place`.
    pub(crate) fn entry(&mut self, number: u32, place: Span, index: bool, reporter: &Reporter<'_>) {
        match number {
            Self::BEYOND => self.beyond = Some(place),
            Self::BEYOND_LEGACY if index && reporter.wants(Rule::LimitsIndexOver1000) => {
                self.beyond_legacy = Some(place);
            }
            _ => {}
        }
    }

    /// As [`Limits::finish`], for a file that is neither a `urlset` nor an index.
    pub(crate) fn plain(&self, source: &Source, entries: u32, reporter: &mut Reporter<'_>) {
        self.finish(source, &DocumentFacts { entries, ..DocumentFacts::default() }, reporter);
    }

    /// Checks the size of a file and the number of its entries.
    pub(crate) fn finish(&self, source: &Source, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
        ceiling(source, reporter);
        let too_large = size(source, reporter);
        self.count(facts, reporter);
        if !too_large {
            near(source.origin.decompressed, facts, reporter);
        }
    }

    /// Checks the number of entries.
    fn count(&self, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
        let files = facts.entries.div_ceil(ENTRIES);
        if let Some(place) = self.beyond {
            let mut diagnostic = if facts.index {
                rules::limits_index_too_many_sitemaps(place, facts.entries, files)
            } else {
                rules::limits_too_many_urls(place, facts.entries, files)
            };
            diagnostic.entry = Self::BEYOND;
            reporter.report(diagnostic);
        }
        if let Some(place) = self.beyond_legacy {
            let mut diagnostic = rules::limits_index_over_1000(place, facts.entries);
            diagnostic.entry = Self::BEYOND_LEGACY;
            reporter.report(diagnostic);
        }
    }
}

/// Reports limits of which 90% are used.
fn near(bytes: u64, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
    let profiles = reporter.options.profiles;
    let legacy = profiles.has(Profile::Legacy);
    let entries = u64::from(facts.entries);
    let unit = if facts.index { "sitemaps" } else { "URLs" };
    for (active, used, limit, unit) in [
        (true, entries, u64::from(ENTRIES), unit),
        (true, bytes, BYTES, "bytes"),
        (legacy || profiles.has(Profile::Baidu), bytes, LEGACY_BYTES, "bytes"),
        (legacy && facts.index, entries, u64::from(LEGACY_SITEMAPS), unit),
    ] {
        if active && (limit - limit / 10..=limit).contains(&used) {
            reporter.report(rules::limits_near_limit(Span::at(0), used, limit, unit));
        }
    }
}

/// Reports where reading stopped at the maximum size; for a compressed file, other rules report it.
pub(crate) fn ceiling(source: &Source, reporter: &mut Reporter<'_>) {
    if let (Some(CompressionFault::Ceiling { limit }), None) = (source.origin.compression, source.origin.gzip) {
        let end = Span::at(source.text().len());
        reporter.report(rules::limits_validator_ceiling(end, limit));
    }
}

/// Checks the size; true if the file is too large.
fn size(source: &Source, reporter: &mut Reporter<'_>) -> bool {
    let bytes = source.origin.decompressed;
    // A gzip bomb is reported by another rule, and its full size is unknown.
    if matches!(source.origin.compression, Some(CompressionFault::Bomb { .. })) {
        return true;
    }
    if bytes > BYTES {
        let line = line_of(source.text(), BYTES as usize);
        reporter.report(rules::limits_file_too_large(line, bytes, bytes.div_ceil(BYTES)));
        return true;
    }
    if bytes > LEGACY_BYTES {
        reporter.report(rules::limits_file_over_10mb(Span::at(0), bytes));
    }
    false
}

/// The line that contains byte `at`, or the last line if the text is shorter.
fn line_of(text: &str, at: usize) -> Span {
    let mut at = text.floor_char_boundary(at.min(text.len()));
    // CR LF is one line break.
    if text.get(..at).is_some_and(|before| before.ends_with('\r'))
        && text.get(at..).is_some_and(|rest| rest.starts_with('\n'))
    {
        at -= 1;
    }
    Span::new(start_of_line(text, at), end_of_line(text, at))
}

/// Checks the length of the content of a `lastmod`, `changefreq` or `priority`, as written.
pub(crate) fn value(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    if field.content.len() <= VALUE_BYTES || !reporter.wants(Rule::LimitsValueTooLong) {
        return;
    }
    let (start, end) = (field.content.start as usize, field.content.end as usize);
    let from = field.source.floor_char_boundary(start + VALUE_BYTES);
    let (surplus, bytes) = (Span::new(from, end), field.content.len());
    let raw = field.source.at(start..end);
    let kept = trimmed(raw);
    reporter.report(if kept.len() <= VALUE_BYTES {
        let runs = [Span::new(start, start + kept.start), Span::new(start + kept.end, end)];
        let edits: Vec<Edit> = runs.into_iter().filter(|run| !run.is_empty()).map(Edit::delete).collect();
        rules::limits_value_too_long::white_space(surplus, field.name, bytes).suggest(edits)
    } else {
        rules::limits_value_too_long(surplus, field.name, bytes)
    });
}

#[cfg(test)]
#[path = "limits_tests.rs"]
mod tests;
