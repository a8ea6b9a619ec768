//! What a page says in its front matter, the TOML between two lines of `+++`.

use serde::Deserialize;
use toml::{Table, Value};

/// The front matter of a rule's page in English.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Front {
    pub(crate) severity: Severity,
    /// Other severities, under some options.
    #[serde(default)]
    pub(crate) severity_in: SeverityIn,
    pub(crate) fix: Fix,
    /// What can be removed to mend a finding.
    pub(crate) removal: Option<Removal>,
    #[serde(default)]
    pub(crate) active: Active,
    /// Left out, all of them.
    #[serde(default = "Profile::all")]
    pub(crate) profiles: Vec<Profile>,
    #[serde(default)]
    pub(crate) support: Support,
    #[serde(default)]
    pub(crate) standards: Vec<Standard>,
    /// `name`, or `name: type`.
    #[serde(default)]
    pub(crate) args: Vec<String>,
    pub(crate) message: Table,
}

/// The front matter of a rule's page in another language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Translation {
    pub(crate) message: Table,
}

/// A message, as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Message {
    pub(crate) title: String,
    pub(crate) help: String,
    /// Left out, that of the rule.
    pub(crate) severity: Option<Severity>,
    pub(crate) support: Option<Support>,
    #[serde(default)]
    pub(crate) standards: Vec<Standard>,
}

/// A message in another language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Translated {
    pub(crate) title: String,
    pub(crate) help: String,
}

/// Enums whose variants are written in kebab case here and in camel case in Rust.
macro_rules! words {
    ($($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident)+ })+) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub(crate) enum $name { $($(#[$variant_meta])* $variant),+ })+
    };
}

words! {
    Severity { Error Warning Info }
    /// The best a rule offers.
    Fix { Safe Suggested Manual }
    /// The entry around a finding, or the element of its value.
    Removal { Entry Value }
    /// When a rule is active.
    #[derive(Default)]
    Active { #[default] Always Pedantic Overlay Legacy }
    Profile { #[serde(rename = "sitemaps.org")] SitemapsOrg Google Bing Yandex Baidu Legacy }
    /// What one authority makes of a finding; `(source)` where that is why the rule is there. An authority that accepts
    /// it, or has documented nothing, cannot be written as a source.
    Cell {
        Rejects
        #[serde(rename = "rejects (source)")]
        RejectsAsSource
        Advises
        #[serde(rename = "advises (source)")]
        AdvisesAsSource
        Ignores
        #[serde(rename = "ignores (source)")]
        IgnoresAsSource
        Unused
        #[serde(rename = "unused (source)")]
        UnusedAsSource
        Accepts
    }
    /// A source that is none of the authorities.
    Standard {
        Xml XmlNames Baidu Rfc3986 Rfc3987 Rfc9110 W3cDatetime Rfc9309 Rfc1952 Rfc5646 Rss Rfc4287 MediaRss Xhtml Practice
    }
}

impl Profile {
    fn all() -> Vec<Self> {
        vec![Self::SitemapsOrg, Self::Google, Self::Bing, Self::Yandex, Self::Baidu, Self::Legacy]
    }
}

/// Other severities, in strict schema mode and with a profile.
#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SeverityIn {
    pub(crate) strict_schema: Option<Severity>,
    pub(crate) baidu: Option<Severity>,
    pub(crate) legacy: Option<Severity>,
}

/// What the authorities make of a finding; `all` is for those that are not named. Left out is what is not documented.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Support {
    all: Option<Cell>,
    sitemaps_org: Option<Cell>,
    schema: Option<Cell>,
    google: Option<Cell>,
    bing: Option<Cell>,
    yandex: Option<Cell>,
}

impl Support {
    /// The cells of sitemaps.org, the schemas, Google, Bing and Yandex.
    pub(crate) fn cells(self) -> [Option<Cell>; 5] {
        [self.sitemaps_org, self.schema, self.google, self.bing, self.yandex].map(|cell| cell.or(self.all))
    }
}

impl Cell {
    /// The variant of `Stance`, and whether the authority is a source.
    pub(crate) fn stance(self) -> (&'static str, bool) {
        match self {
            Self::Rejects => ("Rejects", false),
            Self::RejectsAsSource => ("Rejects", true),
            Self::Advises => ("Advises", false),
            Self::AdvisesAsSource => ("Advises", true),
            Self::Ignores => ("Ignores", false),
            Self::IgnoresAsSource => ("Ignores", true),
            Self::Unused => ("Unused", false),
            Self::UnusedAsSource => ("Unused", true),
            Self::Accepts => ("Accepts", false),
        }
    }
}

/// The front matter of a page.
pub(crate) fn of(page: &str) -> Result<&str, String> {
    let inside = page.strip_prefix("+++\n").and_then(|rest| rest.split_once("\n+++\n"));
    inside.map(|(front, _)| front).ok_or_else(|| "the page does not start with lines of `+++` around TOML".to_owned())
}

/// How the table of a message begins.
pub(crate) fn heading(name: &str) -> String {
    if name.is_empty() { "[message]".to_owned() } else { format!("[message.{name}]") }
}

/// The messages of a table in the order of the page. The one without a name, `[message]` itself, comes first.
pub(crate) fn messages<M: for<'de> Deserialize<'de>>(table: Table) -> Result<Vec<(String, M)>, String> {
    let (named, own): (Table, Table) =
        table.into_iter().partition(|(name, value)| value.is_table() && name != "support");
    let own = (!own.is_empty()).then(|| (String::new(), Value::Table(own)));
    own.into_iter()
        .chain(named)
        .map(|(name, table)| match table.try_into() {
            Ok(message) => Ok((name, message)),
            Err(problem) => Err(format!("{}: {}", heading(&name), problem.message())),
        })
        .collect()
}
