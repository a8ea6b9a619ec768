//! The report, version 1.
//!
//! Lines and columns are 1-based; columns count Unicode code points, ends are exclusive, a byte
//! order mark is not a column. `start` and `end` are byte offsets into the decompressed file, in UTF-8.
//! Fields may be added within version 1; none is renamed or removed.

mod gravity;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::http::Http;
use crate::name::UnknownName;

pub use gravity::{Gravity, Rank};

/// The version this module describes.
pub const VERSION: u32 = 1;

/// The result of checking one or more files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// Always 1.
    #[cfg_attr(feature = "typescript", ts(type = "1"))]
    pub version: u32,
    /// The program that made the report.
    pub tool: Tool,
    /// True if files of a site are missing because fetching ended early.
    #[serde(default)]
    pub partial: bool,
    /// One entry per input, in the order of the inputs.
    pub files: Vec<File>,
    /// The result of comparing the files, if there are several.
    pub set: Option<Set>,
    /// How each engine and the schemas treat the values that each rule with findings reports.
    #[serde(default)]
    pub support: BTreeMap<String, Authorities<Stance>>,
    /// The comparison with the folder of the built site, if there was one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub built: Option<Box<BuiltSite>>,
}

/// The comparison of the sitemaps with the folder of a built site. The findings are in `set`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct BuiltSite {
    /// The URL at which the folder is served; `null` if it is unknown.
    pub url: Option<String>,
    /// The number of HTML files that were read.
    pub pages: u64,
    /// The number of listed URLs that were compared with the files.
    pub listed: u64,
    /// Why the comparison is incomplete: what could not be read, or what has to be corrected.
    pub problems: Vec<String>,
    /// Which listed URLs were not compared.
    pub notes: Vec<String>,
}

/// A value for each engine, and for the schemas.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "{T}ByEngine"))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Authorities<T> {
    /// The text of the protocol.
    #[serde(rename = "sitemaps.org")]
    pub sitemaps_org: T,
    /// The schemas published on sitemaps.org, and those of the extensions.
    pub schema: T,
    /// Google.
    pub google: T,
    /// Bing.
    pub bing: T,
    /// Yandex.
    pub yandex: T,
}

/// How an engine treats the values that a rule reports, as far as it is documented.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// It is an error: the file, the entry or the value is rejected.
    Rejects,
    /// It is accepted, but advised against.
    Advises,
    /// The value is ignored; a valid one is used.
    Ignores,
    /// No such value is used, not even a valid one.
    Unused,
    /// It is accepted.
    Accepts,
    /// Nothing is documented.
    #[default]
    Undocumented,
}

/// Name and version of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tool {
    /// `sitemap-validator`.
    pub name: String,
    /// Semantic version.
    pub version: String,
}

/// The result of comparing several files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportSet"))]
#[serde(rename_all = "camelCase")]
pub struct Set {
    /// The worst verdict of the files and of the findings across files.
    pub verdict: Verdict,
    /// The number of findings by severity: those of all files, and those across files.
    pub counts: Counts,
    /// The number of entries of all files that are not indexes.
    pub entries: u64,
    /// The number of findings across files by severity.
    pub cross_file_counts: Counts,
    /// The number of findings across files by rule.
    pub rules: BTreeMap<String, u64>,
    /// True if `diagnostics` contains fewer findings than were counted.
    pub truncated: bool,
    /// The findings across files; `file` is the file of each.
    pub diagnostics: Vec<Diagnostic>,
    /// True if a sitemap index that lists these sitemaps is recommended.
    pub lacks_index: bool,
    /// The sitemaps that each index and robots.txt lists.
    pub tree: Vec<Listing>,
}

/// The sitemaps that an index or a robots.txt of a set lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Listing {
    /// The index of the listing file in the report's files.
    pub file: u32,
    /// The listed sitemaps, in order.
    pub children: Vec<Branch>,
}

/// A listed sitemap.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Branch {
    /// Its URL.
    pub url: String,
    /// The index of the file in the report's files; `null` if it is not among them.
    pub file: Option<u32>,
}

/// One input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportFile"))]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// The name of the file.
    pub name: String,
    /// Its URL, if it is known.
    pub url: Option<String>,
    /// The type of the file.
    pub kind: Kind,
    /// The verdict on the file alone.
    pub verdict: Verdict,
    /// The verdict including the findings across files that are in this file.
    pub verdict_in_set: Verdict,
    /// The size in bytes.
    pub bytes: u64,
    /// The size after decompression, in bytes.
    pub decompressed_bytes: u64,
    /// The encoding of the text, in lower case.
    pub encoding: String,
    /// Whether the file is well-formed by XML 1.0; `null` if it is not XML, or if its
    /// compression or size is in error and no XML error was found.
    pub well_formed: Option<bool>,
    /// The position at which a conforming XML parser stops; `null` if no error stops it or the file is not XML.
    pub stops: Option<Place>,
    /// True if the maximum size ended the check before the end of the file.
    pub partial: bool,
    /// A sentence on why the file could not be read or checked; absent for other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub read_error: Option<String>,
    /// How the file was fetched; absent for files that were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub http: Option<Http>,
    /// The number of findings in the file alone, by severity.
    pub counts: Counts,
    /// The number of findings across files that are in this file, by severity. They are listed in `set`.
    pub cross_file_counts: Counts,
    /// The number of findings in the file alone, by rule.
    pub rules: BTreeMap<String, u64>,
    /// The verdict of each engine, as far as it is documented: `invalid` if it rejects what a finding reports,
    /// `warnings` if it advises against it, otherwise `valid`. `unchecked` if it rejects nothing, but documents nothing
    /// about an error, or if not all of its rules were checked: because the engine's profile is off, strict schema mode
    /// is off, a rule is off, the file uses extensions whose rules are incomplete, is not an XML sitemap, or was not
    /// read to its end. `null` if the file is not a sitemap or could not be read.
    #[serde(default)]
    pub engines: Option<Authorities<Verdict>>,
    /// What each engine rejects or ignores in the file alone; `null` for an engine that it was not checked against.
    /// `null` if the file is not a sitemap or could not be read.
    #[serde(default)]
    pub losses: Option<Authorities<Option<Loss>>>,
    /// The number of rules with findings in the file alone, by the highest severity of their findings.
    #[serde(default)]
    pub problems: Counts,
    /// The verdict in words, including the findings across files that are in this file.
    #[serde(default)]
    pub summary: Summary,
    /// Facts that decide which actions are possible with the file.
    pub facts: Facts,
    /// Statistics of the content.
    pub stats: Stats,
    /// True if `diagnostics` lists fewer findings than `counts` counts.
    pub truncated: bool,
    /// The findings, sorted by location.
    pub diagnostics: Vec<Diagnostic>,
}

/// What an engine rejects or ignores in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Loss {
    /// True if it rejects the file, or cannot read it beyond `stops`.
    pub file: bool,
    /// Entries that it rejects; if it cannot read the file beyond `stops`, only those after it.
    pub entries: u64,
    /// Values that it rejects or ignores.
    pub values: u64,
    /// Errors and warnings about which it documents nothing.
    pub undocumented: u64,
}

impl Loss {
    /// True if it rejects and ignores nothing, as far as it is documented.
    #[must_use]
    pub fn is_none(&self) -> bool {
        !self.file && self.entries == 0 && self.values == 0
    }
}

/// A verdict in words; code is in back-ticks.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Summary {
    /// The verdict: `6 errors.`
    pub headline: String,
    /// Sentences on the first problem and its effect; may be empty.
    pub detail: String,
    /// The rule of the first problem.
    pub rule: Option<String>,
}

/// Facts that decide which actions are possible with a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// True if it has more entries or bytes than one sitemap may have.
    pub over_limits: bool,
    /// True if writing its text would lose data: bytes that are not text, damaged compressed data or data after it, or
    /// a part that was not read.
    pub lossy: bool,
    /// True if all URLs are on the host and in the folder of `url`.
    pub in_scope: bool,
}

/// The type of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An XML sitemap.
    Urlset,
    /// An XML sitemap index.
    SitemapIndex,
    /// A text sitemap with one URL per line.
    Text,
    /// RSS of any version.
    Rss,
    /// Atom.
    Atom,
    /// A robots.txt.
    Robots,
    /// A web page.
    Html,
    /// A known type that is not a sitemap.
    Other,
    /// Not recognized.
    #[default]
    Unknown,
}

impl Kind {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Urlset => "urlset",
            Self::SitemapIndex => "sitemapindex",
            Self::Text => "text",
            Self::Rss => "rss",
            Self::Atom => "atom",
            Self::Robots => "robots",
            Self::Html => "html",
            Self::Other => "other",
            Self::Unknown => "unknown",
        }
    }

    /// True for a file that an index may list: a sitemap, a feed or a text file.
    pub const fn has_pages(self) -> bool {
        matches!(self, Self::Urlset | Self::Text | Self::Rss | Self::Atom)
    }
}

/// The verdict on a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No errors, no warnings.
    Valid,
    /// Valid, with warnings.
    Warnings,
    /// At least one error.
    Invalid,
    /// Unknown, because the check was stopped before it found an error.
    Unchecked,
}

impl Verdict {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Warnings => "warnings",
            Self::Invalid => "invalid",
            Self::Unchecked => "unchecked",
        }
    }

    /// The severity of the findings that it is about, if there are any.
    pub const fn severity(self) -> Option<Severity> {
        match self {
            Self::Invalid => Some(Severity::Error),
            Self::Warnings => Some(Severity::Warning),
            Self::Valid | Self::Unchecked => None,
        }
    }
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// The line, starting at 1.
    pub line: u32,
    /// The column, starting at 1, in code points.
    pub column: u32,
}

/// Numbers of findings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counts {
    /// Errors.
    pub error: u64,
    /// Warnings.
    pub warning: u64,
    /// Infos.
    pub info: u64,
}

/// Statistics of the content of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// `url` or `sitemap` elements, lines of a text file, items of a feed.
    pub entries: u64,
    /// Entries with a valid `lastmod`.
    pub lastmod: u64,
    /// Entries with a valid `changefreq`.
    pub changefreq: u64,
    /// Entries with a valid `priority`.
    pub priority: u64,
    /// The earliest valid `lastmod`, as written; `null` without dates.
    pub earliest_lastmod: Option<String>,
    /// The latest valid `lastmod`, as written; `null` without dates.
    pub latest_lastmod: Option<String>,
    /// The most frequent hosts of the entries, at most twenty, in descending order.
    pub hosts: Vec<HostCount>,
    /// The namespaces of used extensions, by customary prefix, otherwise by URI.
    pub extensions: Vec<String>,
}

/// A host and its number of entries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HostCount {
    /// The host, in lower case and in its ASCII form (A-labels).
    pub host: String,
    /// The number of its entries.
    pub count: u64,
}

impl Counts {
    /// The number of findings of a severity.
    pub const fn of(self, severity: Severity) -> u64 {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Info => self.info,
        }
    }

    /// Counts a finding.
    pub fn count(&mut self, severity: Severity) {
        *match severity {
            Severity::Error => &mut self.error,
            Severity::Warning => &mut self.warning,
            Severity::Info => &mut self.info,
        } += 1;
    }

    /// All of them.
    pub const fn total(self) -> u64 {
        self.error + self.warning + self.info
    }
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { error: self.error + other.error, warning: self.warning + other.warning, info: self.info + other.info }
    }
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Advice without an effect on engines.
    Info,
    /// Valid, but likely to be ignored or misread.
    Warning,
    /// A source of the active profiles forbids it, or an engine rejects it.
    Error,
}

impl Severity {
    /// Its name in options and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Severity {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let all = [Self::Info, Self::Warning, Self::Error];
        all.into_iter().find(|severity| severity.name() == name).ok_or_else(|| UnknownName::new("severity", name))
    }
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Only for findings across files: the index of the file in the report's files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub file: Option<u32>,
    /// The rule's id.
    pub rule: String,
    /// Its severity.
    pub severity: Severity,
    /// One sentence about this file; code is in back-ticks.
    pub message: String,
    /// What to do; code is in back-ticks.
    pub help: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
    /// The number of its entry, from 1; `null` outside of entries.
    pub entry: Option<u32>,
    /// True if it was found after a well-formedness error.
    pub after_recovery: bool,
    /// The sources: `sitemaps.org`, `xml`, `google`, `bing`, `rfc3986`, ...
    pub sources: Vec<String>,
    /// Related locations.
    pub related: Vec<Related>,
    /// The fix, if there is one.
    pub fix: Option<Fix>,
    /// Edits to choose from, as alternatives to the fix if there is one; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Alternative>>"))]
    pub alternatives: Vec<Alternative>,
    /// Only between the page and the worker: what can be removed to mend it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[cfg_attr(test, schemars(skip))]
    pub removal: Option<Removal>,
    /// Only between the page and the worker, and for documents: the part of its first line that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    #[cfg_attr(test, schemars(skip))]
    pub excerpt: Option<Excerpt>,
}

/// What can be removed to mend a finding that may have no other fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Removal {
    /// The entry of the URL.
    Entry,
    /// The element of the value.
    Value,
}

/// The part of a line that shows a finding; `…` marks omissions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The characters before the finding.
    pub before: String,
    /// The finding's own characters on its first line; empty for a position between two characters.
    pub marked: String,
    /// The characters after it.
    pub after: String,
}

/// A related location of a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Related {
    /// Only for findings across files: the index of the file in the report's files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub file: Option<u32>,
    /// A description of the location.
    pub message: String,
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// Byte offset of the first byte.
    pub start: u32,
    /// Byte offset after the last byte.
    pub end: u32,
}

/// A fix.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fix {
    /// Whether it can be applied without a review.
    pub kind: FixKind,
    /// Replacements that do not overlap, in order.
    pub edits: Vec<Edit>,
}

/// Edits that are right if the value means what `label` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Alternative {
    /// A few words, such as `3 April`; code is in back-ticks.
    pub label: String,
    /// Replacements that do not overlap, in order.
    pub edits: Vec<Edit>,
}

/// Whether a fix can be applied without a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FixKind {
    /// It loses no value and needs no other fix first.
    Safe,
    /// It needs a review.
    Suggest,
}

impl FixKind {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Suggest => "suggest",
        }
    }
}

/// A replacement of `start..end` with `text`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Edit {
    /// First line.
    #[serde(default)]
    pub line: u32,
    /// First column.
    #[serde(default)]
    pub column: u32,
    /// Last line.
    #[serde(default)]
    pub end_line: u32,
    /// Column after the last character.
    #[serde(default)]
    pub end_column: u32,
    /// Byte offset of the first byte replaced.
    pub start: u32,
    /// Byte offset after the last byte replaced.
    pub end: u32,
    /// The new text.
    pub text: String,
}
