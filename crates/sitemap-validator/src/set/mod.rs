//! A set of files: which index lists which, and what only several files together show.
//!
//! Each file is checked alone first, with [`Options::siblings`](crate::Options::siblings) set; what the others need to
//! know of it stays as a [`Member`], its text does not. [`check`] then compares the members.

mod duplicates;
mod hreflang;
mod indexes;
mod listing;
mod matching;
mod member;
mod pages;

use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::registry::Rule;
use crate::sink::{Counts, Tally};
use crate::sorting;
use crate::span::Span;

pub use listing::{Branch, Listing};
pub use matching::{NamedFile, addresses, presumed};
pub use member::{Member, Spot};

use matching::Names;

/// A finding that more than one file shows.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The file it is in, by its place in the set.
    pub file: usize,
    /// Where.
    pub spot: Spot,
    /// The rule, its arguments, and the repair of what stands there; its words need no text.
    pub diagnostic: Diagnostic,
    /// Other places, some in other files.
    pub related: Vec<Related>,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone)]
pub struct Related {
    /// The file it is in.
    pub file: usize,
    /// Where.
    pub spot: Spot,
    /// What it is, in a few words.
    pub label: &'static str,
}

impl Finding {
    /// The finding that `message` makes of the place.
    fn new(file: usize, spot: Spot, message: impl FnOnce(Span) -> Diagnostic) -> Self {
        Self { file, spot, diagnostic: message(spot.span), related: Vec::new() }
    }

    fn related(mut self, file: usize, spot: Spot, label: &'static str) -> Self {
        self.related.push(Related { file, spot, label });
        self
    }
}

/// What the files of a set came to together.
#[derive(Debug, Default)]
pub struct SetReport {
    /// Every finding across files, by severity.
    pub counts: Counts,
    /// Every finding across files, by rule; rules without any are left out.
    pub rules: Vec<(Rule, u64)>,
    /// True when `findings` holds fewer than were counted.
    pub truncated: bool,
    /// The findings kept, sorted by file, place and rule.
    pub findings: Vec<Finding>,
    /// For each index, in the order of the files, what it lists.
    pub listings: Vec<Listing>,
}

/// Compares `members`, the files of a set in the order given. At most `cap` findings of each rule are kept (0: all).
pub fn check(members: &[Member], options: &Options, cap: u64) -> SetReport {
    let given: Vec<NamedFile<'_>> = members
        .iter()
        .map(|member| NamedFile { name: &member.name, address: member.address.as_deref(), presumed: None })
        .collect();
    let names = Names::new(&given);
    let listings = listing::of(members, &names);
    let mut reporter = Reporter { options, tally: Tally::new(cap), findings: Vec::new() };
    indexes::check(members, &listings, &mut reporter);
    duplicates::check(members, &mut reporter);
    duplicates::hosts(members, &mut reporter);
    hreflang::check(members, &mut reporter);
    let Reporter { mut findings, tally, .. } = reporter;
    sorting::by_key(&mut findings, |finding| (finding.file, finding.spot.span, finding.diagnostic.rule()));
    let (counts, rules) = (tally.counts(), tally.rules());
    let truncated = (findings.len() as u64) < counts.total();
    SetReport { counts, rules, truncated, findings, listings }
}

/// Counts all findings and keeps the first ones of each rule.
struct Reporter<'o> {
    options: &'o Options,
    tally: Tally,
    findings: Vec<Finding>,
}

impl Reporter<'_> {
    fn report(&mut self, mut finding: Finding) {
        let rule = finding.diagnostic.rule();
        let severity = self.options.severity_of(&finding.diagnostic, self.options.severity(rule));
        finding.diagnostic.severity = severity;
        let Some(severity) = severity else { return };
        if self.tally.add(rule, severity) {
            self.findings.push(finding);
        }
    }
}

#[cfg(test)]
mod tests;
