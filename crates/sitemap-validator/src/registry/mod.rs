//! The rules with their severities, sources and messages. The build script generates them from the pages in
//! `rules`.

mod support;

use sitemap_validator_protocol::report::{Authorities, Removal, Severity, Stance};

use crate::profile::{Profile, Profiles};

pub use support::{Standard, Support};
pub use table::{Message, Rule};

/// The properties of a rule.
#[derive(Debug)]
pub struct RuleInfo {
    /// The id in kebab case, which is never changed or reused.
    pub id: &'static str,
    /// The severity with the default profiles.
    pub severity: Severity,
    /// The severity in strict schema mode, if all findings of the rule violate the schemas.
    pub in_strict_schema: Option<Severity>,
    /// Other severities with these profiles.
    pub in_profiles: &'static [(Profile, Severity)],
    /// The best applicability of the rule's fixes.
    pub repair: Repair,
    /// What can be removed to mend a finding; see [`removal`](crate::fix::removal).
    pub removal: Option<Removal>,
    /// When the rule is active.
    pub default: Activation,
    /// The profiles it belongs to.
    pub profiles: Profiles,
    /// The sources and stances, unless a message has its own.
    pub support: &'static Support,
    /// The messages; a finding has one of them.
    pub messages: &'static [Message],
}

/// A message: a title and what to do. `{0}`, `{1}`, ... are its arguments.
#[derive(Debug)]
pub struct MessageInfo {
    /// The rule it belongs to.
    pub rule: Rule,
    /// One sentence about this file, up to 80 characters, without a final period.
    pub title: &'static str,
    /// What to do, in the imperative.
    pub help: &'static str,
    /// The severity of findings with this message, if it differs from the rule's.
    pub severity: Option<Severity>,
    /// The sources and stances of this message, if they differ from the rule's.
    pub support: &'static Support,
}

/// The best applicability of a rule's fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repair {
    /// Safe fixes: edits that cannot change the meaning.
    Safe,
    /// Suggested fixes: edits that need a review.
    Suggest,
    /// No edits, only instructions.
    Manual,
}

/// When a rule is active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Activation {
    /// Whenever one of its profiles is.
    On,
    /// In pedantic mode.
    Pedantic,
    /// With the engine's own profile.
    Overlay,
    /// With the legacy profile.
    Legacy,
}

/// The code that the build script generates from the pages.
#[allow(clippy::doc_markdown)] // the words of messages
mod table {
    use super::{
        Activation, Authorities, MessageInfo, Profile, Profiles, Removal, Repair, RuleInfo, Severity, Stance, Standard,
        Support,
    };

    include!(concat!(env!("OUT_DIR"), "/table.rs"));

    impl Rule {
        /// The properties of the rule.
        #[expect(clippy::indexing_slicing, reason = "the build script writes a row for each rule")]
        pub fn info(self) -> &'static RuleInfo {
            &RULES[self as usize]
        }

        /// The rule's page in Markdown: what it reports, why, the fix, sources and examples.
        pub fn page(self) -> &'static str {
            body(whole_page(self))
        }

        /// The page in the language of that tag, if it is a translation.
        pub fn page_in(self, tag: &str) -> Option<&'static str> {
            whole_page_in(tag, self).map(body)
        }
    }

    impl Message {
        /// The texts of the message.
        #[expect(clippy::indexing_slicing, reason = "the build script writes a row for each message")]
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
    /// The id in kebab case, such as `loc-empty`.
    pub fn id(self) -> &'static str {
        self.info().id
    }

    /// The rule with that id, if there is one.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// The group: the first word of the id.
    pub fn group(self) -> &'static str {
        match self.id().split_once('-') {
            Some(("schema", _)) => "namespace",
            Some(("mobile" | "pagemap", _)) => "ext",
            Some(("discovery", _)) => "http",
            Some((group, _)) => group,
            None => self.id(),
        }
    }
}
