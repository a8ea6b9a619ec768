//! The rules: what each is called, how much it weighs, who says so, and its messages. The build makes them of the pages in
//! `rules`.

mod support;

use sitemap_validator_protocol::report::{Authorities, Stance};

use crate::profile::{Profile, Profiles};
use sitemap_validator_protocol::report::Severity;

pub use support::{Standard, Support};
pub use table::{Message, Rule};

/// What a rule is, apart from its condition.
#[derive(Debug)]
pub struct RuleInfo {
    /// The kebab-case name; never changed, never reused.
    pub id: &'static str,
    /// The weight under the default profiles.
    pub severity: Severity,
    /// The weight in strict schema mode, whatever the profiles, when everything the rule reports is against the schemas.
    pub in_strict_schema: Option<Severity>,
    /// Other weights, with these profiles.
    pub in_profiles: &'static [(Profile, Severity)],
    /// The kind of repair the rule offers at its best.
    pub repair: Repair,
    /// When it is active.
    pub default: Activation,
    /// The profiles it belongs to.
    pub profiles: Profiles,
    /// Who says so, in the usual case.
    pub support: &'static Support,
    /// What it says; a finding has one of them.
    pub messages: &'static [Message],
}

/// What a message says: what is the case, and what to do. `{0}`, `{1}`, ... stand for its arguments.
#[derive(Debug)]
pub struct MessageInfo {
    /// The rule.
    pub rule: Rule,
    /// One sentence about this file, at most 80 characters, no final stop.
    pub title: &'static str,
    /// What to do, in the imperative.
    pub help: &'static str,
    /// The severity of a finding with this message, where it is not that of its rule.
    pub severity: Option<Severity>,
    /// Who says so, in this case.
    pub support: &'static Support,
}

/// The kind of repair a rule offers at its best.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Edits that cannot change the meaning.
    Safe,
    /// Edits that need a person's eyes.
    Suggest,
    /// Words only.
    Manual,
}

/// When a rule is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    /// Always, when a profile of its is.
    On,
    /// When asked for.
    Pedantic,
    /// With the engine's own profile.
    Overlay,
    /// With the legacy profile.
    Legacy,
}

/// What the build makes of the pages.
#[allow(clippy::doc_markdown)] // the words of messages
mod table {
    use super::{
        Activation, Authorities, MessageInfo, Profile, Profiles, Repair, RuleInfo, Severity, Stance, Standard, Support,
    };

    include!(concat!(env!("OUT_DIR"), "/table.rs"));

    impl Rule {
        /// What the rule is.
        pub fn info(self) -> &'static RuleInfo {
            &RULES[self as usize]
        }

        /// The rule's page: what, why, what to do, source and examples, in Markdown.
        pub fn page(self) -> &'static str {
            body(whole_page(self))
        }

        /// What, why and what to do in the language of that tag, when it is one of the pages' beside English.
        pub fn page_in(self, tag: &str) -> Option<&'static str> {
            whole_page_in(tag, self).map(body)
        }
    }

    impl Message {
        /// What the message says.
        pub fn info(self) -> &'static MessageInfo {
            &MESSAGES[self as usize]
        }
    }

    /// `page` without its front matter.
    fn body(page: &'static str) -> &'static str {
        page.split_once("\n+++\n").map_or(page, |(_, body)| body)
    }
}

impl Rule {
    /// Its id.
    pub fn id(self) -> &'static str {
        self.info().id
    }

    /// The rule of that id.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// The group: the first word of the id.
    pub fn group(self) -> &'static str {
        match self.id().split_once('-') {
            Some(("schema", _)) => "namespace",
            Some(("mobile" | "pagemap", _)) => "ext",
            Some((group, _)) => group,
            None => self.id(),
        }
    }
}
