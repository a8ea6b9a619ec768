//! Checks of a set of files: which index lists which file, and findings across files.
//!
//! Each file is checked alone first, with [`Options::siblings`](crate::Options::siblings) set. A [`Member`] keeps the
//! facts about a file without its text; [`check`] compares the members.

mod built;
mod duplicates;
mod fetched;
mod hreflang;
mod indexes;
mod listing;
mod matching;
mod member;
mod pages;
mod places;
mod references;
mod twins;
mod visited;

use std::collections::BTreeMap;

use sitemap_validator_protocol::http::Page;
use sitemap_validator_protocol::sorting;

use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::registry::Rule;
use crate::sink::{Counts, Tally};
use crate::span::Span;

pub use crate::facts::identity;
pub use listing::{Branch, Listing};
pub use matching::NamedFile;
pub use member::{Location, Member, listed};
pub use places::{List, Place, places, presumed};
pub use references::Reference;
pub use visited::{READ_OF_PAGE, entries, entry, sample, url};

use matching::Names;
use twins::Twins;

/// A finding across files.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The index of its file in the set.
    pub file: usize,
    /// The location in the file.
    pub location: Location,
    /// The rule, the arguments and the fix. Its message needs no text of the file.
    pub diagnostic: Diagnostic,
    /// Related locations, also in other files.
    pub related: Vec<Related>,
}

/// A related location of a finding.
#[derive(Debug, Clone)]
pub struct Related {
    /// The index of the file.
    pub file: usize,
    /// The location in the file.
    pub location: Location,
    /// A short description.
    pub label: &'static str,
}

impl Finding {
    /// The finding of `message` at the location.
    fn new(file: usize, location: Location, message: impl FnOnce(Span) -> Diagnostic) -> Self {
        Self { file, location, diagnostic: message(location.span), related: Vec::new() }
    }

    fn related(mut self, file: usize, location: Location, label: &'static str) -> Self {
        self.related.push(Related { file, location, label });
        self
    }
}

/// The result of comparing the files of a set.
#[derive(Debug, Default)]
pub struct SetReport {
    /// The number of findings across files by severity.
    pub counts: Counts,
    /// The number of findings across files by rule, without zeros.
    pub rules: Vec<(Rule, u64)>,
    /// The number of findings of each rule in each file, by severity.
    pub by_file: BTreeMap<(Rule, usize), Counts>,
    /// True if `findings` contains fewer findings than were counted.
    pub truncated: bool,
    /// The listed findings, sorted by file, location and rule.
    pub findings: Vec<Finding>,
    /// The files that each index lists, in the order of the files.
    pub listings: Vec<Listing>,
}

impl SetReport {
    /// Keeps the findings that `keep` accepts, and lists up to `cap` of each rule; 0 lists all. Needs a report that lists all.
    pub fn retain(&mut self, cap: u64, mut keep: impl FnMut(&Finding) -> bool) {
        let mut tally = Tally::new(cap);
        self.by_file.clear();
        self.findings.retain(|finding| {
            let rule = finding.diagnostic.rule();
            let severity = finding.diagnostic.severity.unwrap_or(rule.info().severity);
            let keeps = keep(finding);
            if keeps {
                self.by_file.entry((rule, finding.file)).or_default().count(severity);
            }
            keeps && tally.add(rule, severity)
        });
        (self.counts, self.rules) = (tally.counts(), tally.rules());
        self.truncated = (self.findings.len() as u64) < self.counts.total();
    }

    /// The number of findings in each of `files` files, by severity.
    pub fn counts_by_file(&self, files: usize) -> Vec<Counts> {
        let mut counts = vec![Counts::default(); files];
        for ((_, file), more) in &self.by_file {
            if let Some(of_file) = counts.get_mut(*file) {
                *of_file = *of_file + *more;
            }
        }
        counts
    }
}

/// Compares `members`, the files of a set. Lists up to `cap` findings of each rule; 0 lists all.
pub fn check(members: &[Member], options: &Options, cap: u64) -> SetReport {
    check_with_pages(members, &[], options, cap)
}

/// The same, with the answers for pages that the files list.
pub fn check_with_pages(members: &[Member], visited: &[Page], options: &Options, cap: u64) -> SetReport {
    let redirected = members.iter().enumerate();
    let redirected = redirected.filter_map(|(file, member)| Some((member.redirect.as_ref()?.requested.as_str(), file)));
    let files: Vec<NamedFile<'_>> = members.iter().map(Member::named).collect();
    let names = Names::new(&files, redirected, members.iter().flat_map(Member::listed));
    let listings = listing::of(members, &names);
    let mut reporter = Reporter { options, tally: Tally::new(cap), by_file: BTreeMap::new(), findings: Vec::new() };
    let twins = Twins::new(members);
    fetched::check(members, &listings, &mut reporter);
    indexes::check(members, &listings, &twins, &mut reporter);
    duplicates::check(members, &twins, &mut reporter);
    duplicates::hosts(members, &mut reporter);
    hreflang::check(members, &twins, &mut reporter);
    visited::check(members, visited, &twins, &mut reporter);
    built::check(members, visited, &listings, &mut reporter);
    let Reporter { mut findings, tally, by_file, .. } = reporter;
    sorting::by_key(&mut findings, |finding| (finding.file, finding.location.span, finding.diagnostic.rule()));
    let (counts, rules) = (tally.counts(), tally.rules());
    let truncated = (findings.len() as u64) < counts.total();
    SetReport { counts, rules, by_file, truncated, findings, listings }
}

/// Counts all findings and keeps the first ones of each rule.
struct Reporter<'o> {
    options: &'o Options,
    tally: Tally,
    by_file: BTreeMap<(Rule, usize), Counts>,
    findings: Vec<Finding>,
}

impl Reporter<'_> {
    fn report(&mut self, mut finding: Finding) {
        let rule = finding.diagnostic.rule();
        let severity = self.options.severity_of(&finding.diagnostic, self.options.severity(rule));
        finding.diagnostic.severity = severity;
        let Some(severity) = severity else { return };
        self.by_file.entry((rule, finding.file)).or_default().count(severity);
        if self.tally.add(rule, severity) {
            self.findings.push(finding);
        }
    }
}

#[cfg(test)]
mod tests;
