//! The judgement about a file, in words.

use std::collections::BTreeSet;

use sitemap_validator_protocol::report::{File, Kind, Severity, Verdict};

use crate::{
    markdown::plain,
    state::Checked,
    words::{count, percent, size},
};

/// The judgement about a file, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Words {
    /// The judgement itself; code is in back-ticks.
    pub(crate) headline: String,
    /// What follows from it; code is in back-ticks.
    pub(crate) detail: Option<String>,
}

impl Words {
    /// All of it, as a person would say it.
    pub(crate) fn spoken(&self) -> String {
        match &self.detail {
            None => plain(&self.headline),
            Some(detail) => format!("{} {}", plain(&self.headline), plain(detail)),
        }
    }
}

/// What the entries of a file are called: one, many.
pub(crate) fn entries_of(kind: Kind) -> (&'static str, &'static str) {
    match kind {
        Kind::Sitemapindex => ("sitemap", "sitemaps"),
        Kind::Rss => ("item", "items"),
        Kind::Atom => ("entry", "entries"),
        Kind::Robots => ("line", "lines"),
        _ => ("URL", "URLs"),
    }
}

/// What a file is called by its kind.
pub(crate) fn kind_in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Urlset => "XML sitemap",
        Kind::Sitemapindex => "sitemap index",
        Kind::Text => "text sitemap",
        Kind::Rss => "RSS feed",
        Kind::Atom => "Atom feed",
        Kind::Robots => "robots.txt",
        Kind::Html => "web page",
        Kind::Other => "not a sitemap",
        Kind::Unknown => "not recognised",
    }
}

/// The judgement about a file.
pub(crate) fn words(file: &Checked) -> Words {
    let report = &file.report;
    let counts = report.counts;
    let (one, many) = entries_of(report.kind);
    let entries = count(report.stats.entries, one, many);
    let warnings = count(counts.warning, "warning", "warnings");
    let first = || {
        let finding = file.groups.first()?.findings.first()?;
        Some(format!("{}.", finding.message.trim_end_matches('.')))
    };
    if file.is_hopeless()
        && let Some(headline) = first()
    {
        return Words { headline, detail: None };
    }
    let (headline, detail) = match report.verdict {
        Verdict::Invalid => {
            let errors = count(counts.error, "error", "errors");
            let rules: BTreeSet<&str> = file
                .groups
                .iter()
                .filter(|group| group.findings.iter().any(|f| f.severity == Severity::Error))
                .map(|group| &*group.rule)
                .collect();
            let rules = count(rules.len() as u64, "rule", "rules");
            (format!("Not valid: {errors} in {rules}."), where_it_stops(file))
        }
        Verdict::Warnings => (format!("Valid, with {warnings}."), Some(format!("{entries}, no errors."))),
        Verdict::Valid if counts.info > 0 => {
            let notes = count(counts.info, "remark", "remarks");
            ("Valid.".to_owned(), Some(format!("{entries}, no errors, no warnings, {notes}.")))
        }
        Verdict::Valid => ("Valid.".to_owned(), Some(format!("{entries}, no errors, no warnings."))),
        Verdict::Unchecked => ("Not judged.".to_owned(), first()),
    };
    if report.partial {
        let read = size(report.decompressed_bytes);
        let part = format!("Checked the first {read} only; the rest was not read.");
        return Words { headline, detail: Some(detail.map_or(part.clone(), |detail| format!("{detail} {part}"))) };
    }
    Words { headline, detail }
}

/// Where crawlers stop, and how much they miss.
fn where_it_stops(file: &Checked) -> Option<String> {
    let report = &file.report;
    let stops = report.stops?;
    let culprit = file
        .groups
        .iter()
        .flat_map(|group| &group.findings)
        .filter(|finding| finding.severity == Severity::Error && finding.line == stops.line)
        .min_by_key(|finding| finding.column.abs_diff(stops.column));
    let (_, many) = entries_of(report.kind);
    let missed = culprit.and_then(|finding| missed(report, finding.entry?, many)).unwrap_or_default();
    let first = culprit.map(|finding| format!("Fix `{}` first: crawlers", finding.rule));
    Some(format!("{} stop reading at line {}{missed}.", first.as_deref().unwrap_or("Crawlers"), stops.line))
}

fn missed(report: &File, entry: u32, many: &str) -> Option<String> {
    let all = report.stats.entries;
    let read = u64::from(entry).checked_sub(1)?;
    if all < 2 || read >= all {
        return None;
    }
    if read == 0 {
        return Some(format!(", before the first of {}", count(all, many, many)));
    }
    Some(format!(", before {} % of the {many}", percent(all - read, all)))
}

/// What this page cannot know, whatever the file says.
pub(crate) const NEVER_CHECKED: &str =
    "Not checked, because this page makes no requests: status codes, redirects, robots.txt, canonical links.";
