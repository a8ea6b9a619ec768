//! The judgement about a file, in words.

use std::collections::BTreeSet;

use sitemap_validator_protocol::report::{Counts, File, Kind, Severity, Verdict};

use crate::{
    lang::{Lang, Noun},
    markdown::plain,
    state::{Checked, Together},
    words::{count, percent, size, thousands},
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

/// What the entries of a file are called, in numbers.
pub(crate) const fn entry_noun(kind: Kind) -> Noun {
    match kind {
        Kind::Sitemapindex => [["sitemap", "sitemaps"]; 3],
        Kind::Rss => [["item", "items"], ["élément", "éléments"], ["elemento", "elementos"]],
        Kind::Atom => [["entry", "entries"], ["entrée", "entrées"], ["entrada", "entradas"]],
        Kind::Robots => [["line", "lines"], ["ligne", "lignes"], ["línea", "líneas"]],
        _ => [["URL", "URLs"], ["URL", "URL"], ["URL", "URL"]],
    }
}

/// What a file is called by its kind.
pub(crate) const fn kind_name(lang: Lang, kind: Kind) -> &'static str {
    lang.say(match kind {
        Kind::Urlset => ["XML sitemap", "sitemap XML", "sitemap XML"],
        Kind::Sitemapindex => ["sitemap index", "index de sitemaps", "índice de sitemaps"],
        Kind::Text => ["text sitemap", "sitemap texte", "sitemap de texto"],
        Kind::Rss => ["RSS feed", "flux RSS", "feed RSS"],
        Kind::Atom => ["Atom feed", "flux Atom", "feed Atom"],
        Kind::Robots => ["robots.txt"; 3],
        Kind::Html => ["web page", "page web", "página web"],
        Kind::Other => ["not a sitemap", "pas un sitemap", "no es un sitemap"],
        Kind::Unknown => ["not recognised", "non reconnu", "no reconocido"],
    })
}

/// What the entries of a file are called in English: one, many.
pub(crate) const fn entries_of(kind: Kind) -> (&'static str, &'static str) {
    let [one, many] = entry_noun(kind)[0];
    (one, many)
}

/// What a file is called in English by its kind.
pub(crate) const fn kind_in_words(kind: Kind) -> &'static str {
    kind_name(Lang::En, kind)
}

/// The judgement about a file.
pub(crate) fn words(file: &Checked) -> Words {
    let report = &file.report;
    let counts = report.counts;
    let (one, many) = entries_of(report.kind);
    // A robots.txt has no entries.
    let clean = if report.kind == Kind::Robots {
        "No errors".to_owned()
    } else {
        format!("{}, no errors", count(report.stats.entries, one, many))
    };
    let warnings = count(counts.warning, "warning", "warnings");
    let first = || {
        let finding = file.groups.first()?.findings.first()?;
        Some(format!("{}.", finding.message.trim_end_matches('.')))
    };
    if let Some(why) = &report.unread {
        return Words { headline: "Not judged.".to_owned(), detail: Some(format!("{}.", why.trim_end_matches('.'))) };
    }
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
        Verdict::Warnings => (format!("Valid, with {warnings}."), Some(format!("{clean}."))),
        Verdict::Valid if counts.info > 0 => {
            let notes = count(counts.info, "remark", "remarks");
            ("Valid.".to_owned(), Some(format!("{clean}, no warnings, {notes}.")))
        }
        Verdict::Valid => ("Valid.".to_owned(), Some(format!("{clean}, no warnings."))),
        Verdict::Unchecked => ("Not judged.".to_owned(), first()),
    };
    let detail = match together(file) {
        Some(sentence) => Some(detail.map_or(sentence.clone(), |detail| format!("{detail} {sentence}"))),
        None => detail,
    };
    if report.partial {
        let read = size(report.decompressed_bytes);
        let part = format!("Checked the first {read} only; the rest was not read.");
        return Words { headline, detail: Some(detail.map_or(part.clone(), |detail| format!("{detail} {part}"))) };
    }
    Words { headline, detail }
}

/// What the other files show about this one.
fn together(file: &Checked) -> Option<String> {
    let counts = numbers(file.across);
    (!counts.is_empty()).then(|| format!("Together with the other files: {counts}."))
}

/// `2 errors, 1 warning`; empty when there are none.
fn numbers(counts: Counts) -> String {
    let parts = [
        (counts.error, "error", "errors"),
        (counts.warning, "warning", "warnings"),
        (counts.info, "remark", "remarks"),
    ];
    let parts: Vec<String> =
        parts.into_iter().filter(|part| part.0 > 0).map(|(number, one, many)| count(number, one, many)).collect();
    parts.join(", ")
}

/// The judgement about several files together; `verdicts` is how many are valid, valid with warnings, not valid,
/// and not judged.
pub(crate) fn set_words(set: &Together, verdicts: [u64; 4]) -> Words {
    let [_, warned, invalid, unchecked] = verdicts;
    let all: u64 = verdicts.iter().sum();
    let of = |part: u64| match part {
        _ if part == all => format!("all {} files", thousands(all)),
        1 => format!("1 of {} files", thousands(all)),
        _ => format!("{} of {} files", thousands(part), thousands(all)),
    };
    let list = |own: u64, across: u64, what: &str| match (own, across) {
        (0, _) => format!("{what} across files"),
        (_, 0) => format!("{what} in {}", of(own)),
        _ => format!("{what} in {} and across files", of(own)),
    };
    let headline = match set.verdict {
        Verdict::Invalid => format!("Not valid: {}.", list(invalid, set.across.error, "errors")),
        Verdict::Unchecked => format!("Not judged: {} could not be read to the end.", of(unchecked)),
        Verdict::Warnings => format!("Valid, with {}.", list(warned, set.across.warning, "warnings")),
        Verdict::Valid => "Valid.".to_owned(),
    };
    let found = numbers(set.counts);
    let found = if found.is_empty() { "no errors, no warnings".to_owned() } else { found };
    let files = count(all, "file", "files");
    let unread = match &set.unread[..] {
        [] => String::new(),
        [one] => format!(" {}.", one.trim_end_matches('.')),
        [one, rest @ ..] => {
            let more = count(rest.len() as u64, "file", "files");
            format!(" {}, and {more} more could not be read.", one.trim_end_matches('.'))
        }
    };
    let detail = format!("{files}, {}, {found}.{unread}", count(set.entries, "URL", "URLs"));
    Words { headline, detail: Some(detail) }
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

/// What this page cannot know, whatever the files say; `robots` is true when a robots.txt is among them.
pub(crate) const fn never_checked(robots: bool) -> &'static str {
    if robots {
        "Not checked, because this page makes no requests: status codes, redirects, canonical links."
    } else {
        "Not checked, because this page makes no requests: status codes, redirects, robots.txt, canonical links."
    }
}
