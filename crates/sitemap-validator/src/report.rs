//! The report on a file: the outcome, every count, and the findings in the order of their places.

use crate::diagnostic::Diagnostic;
use crate::options::Options;
use crate::outcome::Outcome;
use crate::profile::Profiles;
use crate::registry::Rule;
use crate::sink::{Collector, Counts};
use crate::source::{Origin, Source};
use crate::validate::validate;

pub use sitemap_validator_protocol::report::Verdict;

/// The report on a file.
#[derive(Debug)]
pub struct FileReport {
    /// The name it was given by.
    pub name: String,
    /// The address it is served from, when known.
    pub address: Option<String>,
    /// Whose word it was checked against.
    pub profiles: Profiles,
    /// True when it was checked against the schemas as well.
    pub strict_schema: bool,
    /// Rules whose weight was set by hand.
    pub by_hand: Vec<Rule>,
    /// Rules that were not looked for, by hand or as the options are.
    pub off: Vec<Rule>,
    /// Sizes and encoding.
    pub origin: Origin,
    /// What the reading came to.
    pub outcome: Outcome,
    /// Every finding, by severity.
    pub counts: Counts,
    /// Every finding, by rule; rules without any are left out.
    pub rules: Vec<(Rule, u64)>,
    /// True when `diagnostics` holds fewer findings than were counted.
    pub truncated: bool,
    /// The findings kept, sorted by place, then rule.
    pub diagnostics: Vec<Diagnostic>,
}

impl FileReport {
    /// Puts together what a reading with `collector` as its sink left.
    pub fn new(name: &str, source: &Source, options: &Options, outcome: Outcome, collector: Collector) -> Self {
        Self {
            name: name.to_owned(),
            address: options.own_url.clone(),
            profiles: options.profiles,
            strict_schema: options.strict_schema,
            by_hand: options.levels.iter().map(|&(rule, _)| rule).collect(),
            off: Rule::ALL.iter().copied().filter(|&rule| options.severity(rule).is_none()).collect(),
            origin: source.origin.clone(),
            outcome,
            counts: collector.counts(),
            rules: collector.rules(),
            truncated: collector.truncated(),
            diagnostics: collector.into_sorted(),
        }
    }

    /// The judgement.
    pub fn verdict(&self) -> Verdict {
        match self.counts {
            Counts { error: 1.., .. } => Verdict::Invalid,
            _ if self.outcome.partial => Verdict::Unchecked,
            Counts { warning: 1.., .. } => Verdict::Warnings,
            _ => Verdict::Valid,
        }
    }

    /// The last byte that it says something of, so that lines behind need not be known.
    pub fn reach(&self) -> u32 {
        let of = |finding: &Diagnostic| {
            let related = finding.related.iter().map(|other| other.span.end);
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.end);
            related.chain(edits).fold(finding.span.end, u32::max)
        };
        self.diagnostics.iter().map(of).chain(self.outcome.stops).max().unwrap_or_default()
    }

    /// True when `diagnostic` lies behind the place where a conforming parser stops.
    pub fn after_recovery(&self, diagnostic: &Diagnostic) -> bool {
        self.outcome.stops.is_some_and(|stop| diagnostic.span.start > stop)
    }
}

/// Validates `source` and keeps at most `cap` findings of each rule (0: all).
pub fn check_source(name: &str, source: &Source, options: &Options, cap: u64) -> FileReport {
    let mut collector = Collector::new(cap);
    let outcome = validate(source, options, &mut collector);
    FileReport::new(name, source, options, outcome, collector)
}
