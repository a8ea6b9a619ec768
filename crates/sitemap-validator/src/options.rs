//! What to check against, and the context that a file alone does not give.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::profile::{Profile, Profiles};
use crate::registry::{Activation, Rule};
use crate::robots::Robots;
use sitemap_validator_protocol::report::Severity;

/// What to check against, and what is known beside the file.
#[derive(Debug, Clone)]
// These are independent choices, not the states of a machine.
#[allow(clippy::struct_excessive_bools)]
pub struct Options {
    /// Whose word counts.
    pub profiles: Profiles,
    /// Report also what is left out by default.
    pub pedantic: bool,
    /// Judge what the two core schemas of sitemaps.org would judge.
    pub strict_schema: bool,
    /// The address the file is or will be served from; turns the scope rules on.
    pub own_url: Option<String>,
    /// Submitted through Search Console, with all hosts verified.
    pub search_console: bool,
    /// Hosts on which the file may list pages, as their owner has proved.
    pub verified_hosts: Vec<String>,
    /// The robots.txt of the sitemap's host, and of others; shared by the files of a set.
    pub robots: Arc<[Robots]>,
    /// The file is one of a set: rules about files that are not there stay silent, and what the set needs is kept.
    pub siblings: bool,
    /// The file's name; only for what depends on it.
    pub file_name: Option<String>,
    /// The present in milliseconds since 1970-01-01T00:00:00Z; without it the rules about the future are silent.
    pub now: Option<i64>,
    /// Rules set to a weight by hand, or off (`None`).
    pub levels: Vec<(Rule, Option<Severity>)>,
    /// Read plain entries like all others: slower, and the same. For tests.
    #[doc(hidden)]
    pub no_plain_entries: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profiles: Profiles::DEFAULT,
            pedantic: false,
            strict_schema: false,
            own_url: None,
            search_console: false,
            verified_hosts: Vec::new(),
            robots: Arc::default(),
            siblings: false,
            file_name: None,
            now: None,
            levels: Vec::new(),
            no_plain_entries: false,
        }
    }
}

impl Options {
    /// The severity of `rule`; `None` when it is off.
    pub fn severity(&self, rule: Rule) -> Option<Severity> {
        if let Some(&(_, level)) = self.level(rule) {
            return level;
        }
        let info = rule.info();
        if let Some(severity) = info.in_strict_schema.filter(|_| self.strict_schema) {
            return Some(severity);
        }
        if !self.profiles.meets(info.profiles) {
            return None;
        }
        if let Some(&(_, severity)) = info.in_profiles.iter().find(|&&(profile, _)| self.profiles.has(profile)) {
            return Some(severity);
        }
        let on = match info.default {
            Activation::On | Activation::Overlay => true,
            Activation::Pedantic => self.pedantic,
            Activation::Legacy => self.profiles.has(Profile::Legacy),
        };
        on.then_some(info.severity)
    }

    /// The severity of a finding, whose rule has the severity `usual`; `None` when it is not reported.
    ///
    /// A level set by hand comes first, then what the schemas forbid in strict schema mode, then the severity of this
    /// finding or its message, which strict schema mode may raise, then the rule's.
    pub(crate) fn severity_of(&self, finding: &Diagnostic, usual: Option<Severity>) -> Option<Severity> {
        let info = finding.rule().info();
        let forbidden = finding.against_schema && self.strict_schema;
        let is_on = usual.is_some() || (finding.always || forbidden) && self.profiles.meets(info.profiles);
        if !is_on || self.level(finding.rule()).is_some() {
            return usual;
        }
        let own =
            if forbidden { Some(Severity::Error) } else { finding.severity.or(finding.message().info().severity) };
        // The greater of the two; `None` is the least.
        own.max(info.in_strict_schema.filter(|_| own.is_some() && self.strict_schema)).or(usual)
    }

    /// What `rule` is set to by hand.
    fn level(&self, rule: Rule) -> Option<&(Rule, Option<Severity>)> {
        self.levels.iter().rev().find(|(named, _)| *named == rule)
    }
}
