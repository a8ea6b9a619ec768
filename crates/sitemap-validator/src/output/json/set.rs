//! The part of the report on a set.

use sitemap_validator_protocol::report::{self as wire, Verdict};
use sitemap_validator_protocol::secret::hidden_value;

use super::{fix, summary};
use crate::message::Words;
use crate::registry::Rule;
use crate::set::{Finding, Listing, Location, SetReport};

/// The part of the report on a set of `files`. Files with findings across files get their counts
/// and verdict.
pub fn set(files: &mut [wire::File], across: &SetReport, words: &Words) -> wire::Set {
    let diagnostics: Vec<_> = across.findings.iter().map(|finding| diagnostic(finding, words)).collect();
    let by_file = across.counts_by_file(files.len());
    let across_counts = across.counts;
    let mut verdict = verdict_of(across_counts);
    let mut total = across_counts;
    let mut entries = 0;
    for (at, (file, counts)) in files.iter_mut().zip(by_file).enumerate() {
        file.cross_file_counts = counts;
        file.verdict_in_set = worse(file.verdict, verdict_of(file.cross_file_counts));
        if file.read_error.is_none() {
            let here: Vec<_> = diagnostics.iter().filter(|finding| finding.file == Some(at as u32)).collect();
            let listing = across.listings.iter().find(|listing| listing.file == at);
            let missing = |listing: &Listing| listing.branches.iter().filter(|branch| branch.file.is_none()).count();
            let missing = listing.map_or(0, |listing| missing(listing) as u64);
            file.summary = summary::of(file, &here, missing, words);
        }
        verdict = worse(verdict, file.verdict);
        total = total + file.counts;
        if !matches!(file.kind, wire::Kind::SitemapIndex | wire::Kind::Robots) {
            entries += file.stats.entries;
        }
    }
    wire::Set {
        verdict,
        counts: total,
        entries,
        cross_file_counts: across_counts,
        rules: super::counts(&across.rules),
        truncated: across.truncated,
        diagnostics,
        lacks_index: across.rules.iter().any(|&(rule, _)| rule == Rule::AdviceUseIndex),
        tree: across.listings.iter().map(listing).collect(),
    }
}

/// The verdict that follows from the counts.
pub fn verdict_of(counts: wire::Counts) -> Verdict {
    match counts {
        wire::Counts { error: 1.., .. } => Verdict::Invalid,
        wire::Counts { warning: 1.., .. } => Verdict::Warnings,
        _ => Verdict::Valid,
    }
}

/// The worse of two verdicts.
pub fn worse(one: Verdict, other: Verdict) -> Verdict {
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Valid => 0,
        Verdict::Warnings => 1,
        Verdict::Unchecked => 2,
        Verdict::Invalid => 3,
    };
    std::cmp::max_by_key(one, other, rank)
}

fn listing(listing: &Listing) -> wire::Listing {
    let branch = |branch: &crate::set::Branch| wire::Branch {
        url: hidden_value(&branch.url).into_owned(),
        file: branch.file.map(|file| file as u32),
    };
    wire::Listing { file: listing.file as u32, children: listing.branches.iter().map(branch).collect() }
}

fn diagnostic(finding: &Finding, words: &Words) -> wire::Diagnostic {
    let Finding { file, location, diagnostic, related } = finding;
    let info = diagnostic.rule().info();
    let Location { span, from, to } = *location;
    // The text is no longer available, so the fix has the text of the finding.
    let place = |offset| {
        let at = if offset == span.start { from } else { to };
        wire::Place { line: at.line, column: at.column }
    };
    wire::Diagnostic {
        file: Some(*file as u32),
        rule: info.id.to_owned(),
        severity: diagnostic.severity.unwrap_or(info.severity),
        // The message quotes no text: see `set`.
        message: words.title(diagnostic, ""),
        help: words.help(diagnostic, ""),
        line: from.line,
        column: from.column,
        end_line: to.line,
        end_column: to.column,
        start: span.start,
        end: span.end,
        entry: (diagnostic.entry > 0).then_some(diagnostic.entry),
        after_recovery: false,
        sources: diagnostic.support().sources().map(str::to_owned).collect(),
        related: related
            .iter()
            .map(|other| wire::Related {
                file: Some(other.file as u32),
                message: words.word(other.label).to_owned(),
                line: other.location.from.line,
                column: other.location.from.column,
                end_line: other.location.to.line,
                end_column: other.location.to.column,
                start: other.location.span.start,
                end: other.location.span.end,
            })
            .collect(),
        fix: diagnostic.fix.as_ref().map(|found| fix(found, place)),
        alternatives: Vec::new(),
        removal: None,
        excerpt: None,
    }
}
