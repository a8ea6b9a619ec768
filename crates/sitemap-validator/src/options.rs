//! Options of a check, and the context of a file.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::last_change::LastChanges;
use crate::profile::{Profile, Profiles};
use crate::registry::{Activation, Rule};
use crate::robots::RobotsFiles;
use crate::value::datetime::{self, Precision};
use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report::Severity;

/// The rules to check against, and the context of the file as far as it is known.
#[derive(Debug, Clone)]
// The options are independent of each other.
#[allow(clippy::struct_excessive_bools)]
pub struct Options {
    /// The engines and standards to check against.
    pub profiles: Profiles,
    /// Also report findings of rules that are off by default.
    pub pedantic: bool,
    /// Also check the rules of the two XML schemas of sitemaps.org.
    pub strict_schema: bool,
    /// The URL of the file, if it is known; turns on the scope rules.
    pub url: Option<String>,
    /// True if the URL follows from the URL of a folder, or from what another file lists: in a set, the file is also found by
    /// its name then.
    pub is_url_presumed: bool,
    /// The URL of the index that lists the file, directly or through other indexes.
    pub listed_by: Option<String>,
    /// True for a file that was found in a folder and that nothing lists: a feed is then no sitemap, and its XML and links are
    /// checked.
    pub is_unlisted: bool,
    /// True if the file is submitted through Search Console with all hosts verified.
    pub search_console: bool,
    /// Verified hosts, whose pages the file may list.
    pub verified_hosts: Vec<String>,
    /// The robots.txt of the sitemap's host, and of others; shared by the files of a set.
    pub robots: RobotsFiles,
    /// True if the file is part of a set: rules about missing files are off, and the facts for the set are collected.
    pub siblings: bool,
    /// How the file was fetched, if it was; turns on the rules about the answers of servers.
    pub http: Option<Arc<Http>>,
    /// The name of the file, if it is known, for rules that need it.
    pub file_name: Option<String>,
    /// The current time in milliseconds since 1970-01-01T00:00:00Z. Without it, the rules about the future are off.
    pub now: Option<i64>,
    /// When the pages were last changed, if it is known; turns on the comparison with `lastmod`.
    pub last_changes: Option<Arc<dyn LastChanges>>,
    /// Severities set for single rules; `None` turns a rule off.
    pub levels: Vec<(Rule, Option<Severity>)>,
    /// Reads plain entries, values and empty elements in the general way, which is slower, with the same result. For
    /// tests.
    #[doc(hidden)]
    pub no_fast_paths: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            profiles: Profiles::DEFAULT,
            pedantic: false,
            strict_schema: false,
            url: None,
            is_url_presumed: false,
            listed_by: None,
            is_unlisted: false,
            search_console: false,
            verified_hosts: Vec::new(),
            robots: RobotsFiles::default(),
            siblings: false,
            http: None,
            file_name: None,
            now: None,
            last_changes: None,
            levels: Vec::new(),
            no_fast_paths: false,
        }
    }
}

impl Options {
    /// Parses a value for [`now`](Self::now): `YYYY-MM-DD`, optionally with a time and a zone (`Thh:mmZ`,
    /// `Thh:mm:ss+hh:mm`); `None` for other texts.
    pub fn parse_now(text: &str) -> Option<i64> {
        datetime::parse(text).filter(|moment| moment.precision >= Precision::Day).map(|moment| moment.millis)
    }

    /// The severity of `rule`; `None` if it is off.
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

    /// The severity of a finding whose rule has the severity `usual`; `None` if it is not reported.
    ///
    /// The level set for the rule takes precedence, then strict schema mode, then the severity of the
    /// finding or its message, which strict schema mode may raise, then the severity of the rule.
    pub(crate) fn severity_of(&self, finding: &Diagnostic, usual: Option<Severity>) -> Option<Severity> {
        let info = finding.rule().info();
        let forbidden = finding.against_schema && self.strict_schema;
        let is_on = usual.is_some() || (finding.always || forbidden) && self.profiles.meets(info.profiles);
        if !is_on || self.level(finding.rule()).is_some() {
            return usual;
        }
        let own =
            if forbidden { Some(Severity::Error) } else { finding.severity.or(finding.message().info().severity) };
        // The higher severity; `None` is the lowest.
        own.max(info.in_strict_schema.filter(|_| own.is_some() && self.strict_schema)).or(usual)
    }

    /// The level set for `rule`.
    fn level(&self, rule: Rule) -> Option<&(Rule, Option<Severity>)> {
        self.levels.iter().rev().find(|(named, _)| *named == rule)
    }
}
