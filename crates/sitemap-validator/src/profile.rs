//! What to check against: profiles, modes, and the context a file alone does not give.

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Severity};
use crate::registry::{Activation, Rule};
use crate::robots::Robots;

/// Whose word counts. A set of these is a [`Profiles`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The protocol as published on sitemaps.org; always active.
    SitemapsOrg,
    /// Google Search.
    Google,
    /// Bing.
    Bing,
    /// Yandex; opt-in.
    Yandex,
    /// Baidu; opt-in.
    Baidu,
    /// The protocol as it was between 2008 and 2016; opt-in.
    Legacy,
}

impl Profile {
    /// All of them.
    pub const ALL: [Self; 6] = [Self::SitemapsOrg, Self::Google, Self::Bing, Self::Yandex, Self::Baidu, Self::Legacy];

    /// Its name on the command line and in the page.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SitemapsOrg => "sitemaps.org",
            Self::Google => "google",
            Self::Bing => "bing",
            Self::Yandex => "yandex",
            Self::Baidu => "baidu",
            Self::Legacy => "legacy",
        }
    }

    /// The profile of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }
}

/// A set of profiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Profiles(u8);

impl Profiles {
    /// sitemaps.org, Google and Bing.
    pub const DEFAULT: Self = Self::of(&[Profile::SitemapsOrg, Profile::Google, Profile::Bing]);
    /// Every profile.
    pub const ALL: Self = Self::of(&Profile::ALL);

    /// The set of `profiles`.
    pub const fn of(profiles: &[Profile]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < profiles.len() {
            bits |= 1 << profiles[index] as u8;
            index += 1;
        }
        Self(bits)
    }

    /// True when `profile` is in the set.
    pub const fn has(self, profile: Profile) -> bool {
        self.0 & (1 << profile as u8) != 0
    }

    /// True when both sets have a profile in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The set with `profile` added.
    #[must_use]
    pub const fn with(self, profile: Profile) -> Self {
        Self(self.0 | (1 << profile as u8))
    }
}

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
    /// A level set by hand comes first, then what the schemas forbid in strict schema mode, then the severity the check
    /// has set, which strict schema mode may raise, then the rule's.
    pub(crate) fn severity_of(&self, finding: &Diagnostic, usual: Option<Severity>) -> Option<Severity> {
        let info = finding.rule().info();
        let forbidden = finding.against_schema && self.strict_schema;
        let is_on = usual.is_some() || (finding.always || forbidden) && self.profiles.meets(info.profiles);
        if !is_on || self.level(finding.rule()).is_some() {
            return usual;
        }
        let own = if forbidden { Some(Severity::Error) } else { finding.severity };
        // The greater of the two; `None` is the least.
        own.max(info.in_strict_schema.filter(|_| own.is_some() && self.strict_schema)).or(usual)
    }

    /// What `rule` is set to by hand.
    fn level(&self, rule: Rule) -> Option<&(Rule, Option<Severity>)> {
        self.levels.iter().rev().find(|(named, _)| *named == rule)
    }
}
