//! What is wrong with the new version (`compare-*`).

use sitemap_validator_protocol::comparison::{Comparison, Finding, Leads};

use super::{Gates, Version};
use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::rules;
use crate::span::Span;

/// The least number of dates that are unlikely to move together, and the part of them: 19 of 20.
const MANY_DATES: u64 = 10;

/// Adds what is wrong with the new version, which has to keep these limits, to its comparison with the old one: in the
/// language of the new version, with the severities that `options` set.
pub fn judge(comparison: &mut Comparison, gates: Option<&Gates>, new: &Version, options: &Options) {
    let finding = |diagnostic: &Diagnostic| {
        Some(Finding {
            rule: diagnostic.rule().id().to_owned(),
            severity: options.severity(diagnostic.rule())?,
            message: new.words.title(diagnostic, ""),
            help: new.words.help(diagnostic, ""),
        })
    };
    comparison.findings = found(comparison, gates, new).iter().filter_map(finding).collect();
}

/// What is wrong with the new version, which has to keep these limits.
pub fn found(comparison: &Comparison, gates: Option<&Gates>, new: &Version) -> Vec<Diagnostic> {
    let at = Span::at(0);
    let Comparison { old: before, new: after, common, dated, counts, followed, .. } = comparison;
    let mut found = gates.map(|gates| gates.broken(comparison, new)).unwrap_or_default();
    let of = |leads| followed.iter().filter(|one| one.leads == leads).count();
    let lost = of(Leads::Nowhere) + of(Leads::Home);
    if lost > 0 {
        found.push(rules::compare_old_urls_lost(at, lost, followed.len()));
    } else if !followed.is_empty() && of(Leads::Unknown) == followed.len() {
        found.push(rules::compare_old_urls_lost::unknown(at, followed.len()));
    }
    if counts.lastmod_later >= MANY_DATES && counts.lastmod_later * 20 >= dated * 19 {
        found.push(rules::compare_lastmod_all_later(at, counts.lastmod_later, *dated));
    }
    if *common == 0 && before.urls > 0 && after.urls > 0 {
        found.push(rules::compare_nothing_in_common(at));
    }
    found
}
