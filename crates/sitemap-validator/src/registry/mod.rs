//! The rules: what each is called, how much it weighs, who says so, and its wordings.

mod stances;
mod table;

use crate::diagnostic::Severity;
use crate::profile::{Profile, Profiles};

pub use table::Rule;

/// What a rule is, apart from its condition.
#[derive(Debug)]
pub struct RuleInfo {
    /// The kebab-case name; never changed, never reused.
    pub id: &'static str,
    /// The weight under the default profiles.
    pub severity: Severity,
    /// The kind of repair the rule offers at its best.
    pub repair: Repair,
    /// When it is active.
    pub default: Activation,
    /// The profiles it belongs to.
    pub profiles: Profiles,
    /// Who says so.
    pub basis: &'static [Basis],
    /// What it says; a diagnostic chooses one.
    pub wordings: &'static [Template],
}

/// One wording: what is the case, and what to do.
#[derive(Debug)]
pub struct Template {
    /// One sentence about this file, at most 80 characters, no final stop.
    pub title: &'static str,
    /// What to do, in the imperative.
    pub help: &'static str,
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

/// Who says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The protocol and its questions and answers on sitemaps.org.
    SitemapsOrg,
    /// XML 1.0, fifth edition.
    Xml,
    /// Namespaces in XML 1.0, third edition.
    XmlNames,
    /// The schemas published on sitemaps.org.
    Schema,
    /// Google Search Central and Search Console.
    Google,
    /// Bing Webmaster Tools.
    Bing,
    /// Yandex Webmaster.
    Yandex,
    /// Baidu's search resource platform.
    Baidu,
    /// RFC 3986, URIs.
    Rfc3986,
    /// RFC 3987, IRIs.
    Rfc3987,
    /// RFC 9110, HTTP semantics.
    Rfc9110,
    /// RFC 3629, UTF-8.
    Rfc3629,
    /// W3C NOTE-datetime.
    W3cDatetime,
    /// RFC 9309, robots exclusion.
    Rfc9309,
    /// RFC 1952, gzip.
    Rfc1952,
    /// RFC 5646, language tags.
    Rfc5646,
    /// RSS 2.0.
    Rss,
    /// RFC 4287, Atom.
    Rfc4287,
    /// Media RSS.
    MediaRss,
    /// XHTML 1.0.
    Xhtml,
    /// Experience; no normative source.
    Practice,
}

impl Basis {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SitemapsOrg => "sitemaps.org",
            Self::Xml => "xml",
            Self::XmlNames => "xml-names",
            Self::Schema => "schema",
            Self::Google => "google",
            Self::Bing => "bing",
            Self::Yandex => "yandex",
            Self::Baidu => "baidu",
            Self::Rfc3986 => "rfc3986",
            Self::Rfc3987 => "rfc3987",
            Self::Rfc9110 => "rfc9110",
            Self::Rfc3629 => "rfc3629",
            Self::W3cDatetime => "w3c-datetime",
            Self::Rfc9309 => "rfc9309",
            Self::Rfc1952 => "rfc1952",
            Self::Rfc5646 => "rfc5646",
            Self::Rss => "rss",
            Self::Rfc4287 => "rfc4287",
            Self::MediaRss => "media-rss",
            Self::Xhtml => "xhtml",
            Self::Practice => "practice",
        }
    }
}

impl Rule {
    /// What the rule is.
    pub fn info(self) -> &'static RuleInfo {
        &table::TABLE[self as usize]
    }

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

const fn profiles(names: &[&[Profile]]) -> Profiles {
    let mut set = Profiles::of(&[]);
    let mut outer = 0;
    while outer < names.len() {
        let mut inner = 0;
        while inner < names[outer].len() {
            set = set.with(names[outer][inner]);
            inner += 1;
        }
        outer += 1;
    }
    set
}

/// Profile names as the table writes them; `All` is the one that is no profile itself.
mod named {
    use crate::profile::Profile;

    macro_rules! names {
        ($($name:ident)+) => {
            $(#[allow(non_upper_case_globals)] pub(super) const $name: &[Profile] = &[Profile::$name];)+
        };
    }
    names! { SitemapsOrg Google Bing Yandex Baidu Legacy }
    #[allow(non_upper_case_globals)]
    pub(super) const All: &[Profile] = &Profile::ALL;
}

/// Turns the rows of the table into [`Rule`] and what belongs to it.
macro_rules! rules {
    ($(
        $name:ident $id:literal $severity:ident $repair:ident $default:ident
        [$($profile:ident)+] [$($basis:ident)+]
        $($title:literal => $help:literal)+;
    )+) => {
        /// A rule; see [`Rule::info`].
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u16)]
        pub enum Rule {
            $(#[doc = concat!("`", $id, "`")] $name,)+
        }

        /// What each rule is, in the same order.
        pub(super) static TABLE: &[RuleInfo] = &[$(RuleInfo {
            id: $id,
            severity: Severity::$severity,
            repair: Repair::$repair,
            default: Activation::$default,
            profiles: profiles(&[$(named::$profile),+]),
            basis: &[$(Basis::$basis),+],
            wordings: &[$(Template { title: $title, help: $help }),+],
        },)+];

        impl Rule {
            /// Every rule, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The rule's page: what, why, what to do, source and examples, in Markdown.
            pub fn page(self) -> &'static str {
                match self {
                    $(Self::$name => include_str!(concat!("../../../../docs/rules/", $id, ".md")),)+
                }
            }

            /// What, why and what to do in the language of that tag, when it is one of the pages' beside English.
            pub fn page_in(self, tag: &str) -> Option<&'static str> {
                Some(match (tag, self) {
                    $(("fr", Self::$name) => include_str!(concat!("../../../../docs/rules/fr/", $id, ".md")),
                    ("es", Self::$name) => include_str!(concat!("../../../../docs/rules/es/", $id, ".md")),)+
                    _ => return None,
                })
            }
        }
    };
}
use rules;
