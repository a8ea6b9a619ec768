//! The part of the report on a set.

use sitemap_validator_protocol::report as wire;

use super::{counts, fix, severity};
use crate::message::Words;
use crate::set::{Finding, Listing, SetReport, Spot};

/// The part of the report on the set that `files` are, in their order.
pub fn set(files: &[wire::File], across: &SetReport, words: &Words) -> wire::Set {
    let mut total = counts(across.counts);
    let mut entries = 0;
    for file in files {
        total.error += file.counts.error;
        total.warning += file.counts.warning;
        total.info += file.counts.info;
        if !matches!(file.kind, wire::Kind::Sitemapindex | wire::Kind::Robots) {
            entries += file.stats.entries;
        }
    }
    wire::Set {
        counts: total,
        entries,
        across: counts(across.counts),
        rules: across.rules.iter().map(|&(rule, count)| (rule.id().to_owned(), count)).collect(),
        truncated: across.truncated,
        diagnostics: across.findings.iter().map(|finding| diagnostic(finding, words)).collect(),
        tree: across.listings.iter().map(listing).collect(),
    }
}

fn listing(listing: &Listing) -> wire::Listing {
    let branch = |branch: &crate::set::Branch| wire::Branch {
        address: branch.address.clone(),
        file: branch.file.map(|file| file as u32),
    };
    wire::Listing { file: listing.file as u32, children: listing.branches.iter().map(branch).collect() }
}

fn diagnostic(finding: &Finding, words: &Words) -> wire::Diagnostic {
    let Finding { file, spot, diagnostic, related } = finding;
    let info = diagnostic.rule().info();
    let Spot { span, from, to } = *spot;
    // The text is gone: what is repaired is what was found.
    let place = |offset| {
        let at = if offset == span.start { from } else { to };
        wire::Place { line: at.line, column: at.column }
    };
    wire::Diagnostic {
        file: Some(*file as u32),
        rule: info.id.to_owned(),
        severity: severity(diagnostic.severity.unwrap_or(info.severity)),
        // Nothing in it is quoted from a text: see `set`.
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
        basis: diagnostic.support().sources().map(str::to_owned).collect(),
        related: related
            .iter()
            .map(|other| wire::Related {
                file: Some(other.file as u32),
                message: words.word(other.label).to_owned(),
                line: other.spot.from.line,
                column: other.spot.from.column,
                end_line: other.spot.to.line,
                end_column: other.spot.to.column,
                start: other.spot.span.start,
                end: other.spot.span.end,
            })
            .collect(),
        fix: diagnostic.fix.as_ref().map(|found| fix(found, place)),
    }
}
