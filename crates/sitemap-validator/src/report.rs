//! The report on a file: the outcome, counts and sorted findings.

use std::sync::Arc;

use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::secret::without_userinfo;

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
#[expect(clippy::struct_excessive_bools, reason = "four independent facts")]
#[derive(Debug)]
pub struct FileReport {
    /// The name of the file.
    pub name: String,
    /// Its URL, if it is known.
    pub url: Option<String>,
    /// True if the URL is not certain.
    pub is_url_presumed: bool,
    /// True if the file was found in a folder and nothing lists it.
    pub is_unlisted: bool,
    /// How it was fetched, if it was.
    pub http: Option<Arc<Http>>,
    /// The profiles it was checked against.
    pub profiles: Profiles,
    /// True if it was also checked against the schemas.
    pub strict_schema: bool,
    /// Rules whose severity was set in the options.
    pub by_hand: Vec<Rule>,
    /// Rules that were off, by their own setting or by other options.
    pub off: Vec<Rule>,
    /// Sizes and encoding.
    pub origin: Origin,
    /// The outcome of the check.
    pub outcome: Outcome,
    /// The number of findings by severity.
    pub counts: Counts,
    /// The number of findings by rule, without zeros.
    pub rules: Vec<(Rule, u64)>,
    /// True if `diagnostics` contains fewer findings than were counted.
    pub truncated: bool,
    /// The listed findings, sorted by location, then rule.
    pub diagnostics: Vec<Diagnostic>,
}

impl FileReport {
    /// The report on a check whose sink was `collector`.
    pub fn new(name: &str, source: &Source, options: &Options, outcome: Outcome, collector: Collector) -> Self {
        Self {
            name: name.to_owned(),
            url: options.url.as_deref().map(|url| without_userinfo(url).into_owned()),
            is_url_presumed: options.is_url_presumed,
            is_unlisted: options.is_unlisted,
            http: options.http.clone(),
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

    /// `Invalid` with an error, otherwise `Unchecked` if the check was incomplete, otherwise `Warnings` or `Valid`.
    pub fn verdict(&self) -> Verdict {
        match self.counts {
            Counts { error: 1.., .. } => Verdict::Invalid,
            _ if self.outcome.partial => Verdict::Unchecked,
            Counts { warning: 1.., .. } => Verdict::Warnings,
            _ => Verdict::Valid,
        }
    }

    /// The last byte that the report mentions: lines after it need no index.
    pub fn reach(&self) -> u32 {
        let of = |finding: &Diagnostic| {
            let related = finding.related.iter().map(|other| other.span.end);
            let edits = finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span.end);
            related.chain(edits).fold(finding.span.end, u32::max)
        };
        self.diagnostics.iter().map(of).chain(self.outcome.stops).max().unwrap_or_default()
    }

    /// True if `diagnostic` is after the byte at which a conforming parser stops.
    pub fn after_recovery(&self, diagnostic: &Diagnostic) -> bool {
        self.outcome.stops.is_some_and(|stop| diagnostic.span.start > stop)
    }
}

/// Validates `source` and keeps up to `cap` findings of each rule; 0 keeps all.
pub fn check_source(name: &str, source: &Source, options: &Options, cap: u64) -> FileReport {
    let mut collector = Collector::new(cap);
    let outcome = validate(source, options, &mut collector);
    FileReport::new(name, source, options, outcome, collector)
}
