//! The report, version 1.
//!
//! Lines and columns are 1-based; columns count Unicode code points, ends are exclusive, a byte
//! order mark is no column. `start` and `end` are byte offsets into the decompressed file, in UTF-8.
//! Fields may be added within version 1; none is renamed or removed.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::name::UnknownName;

/// The version this module describes.
pub const VERSION: u32 = 1;

/// The result of one run over one or more files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Report {
    /// Always 1.
    #[cfg_attr(feature = "typescript", ts(type = "1"))]
    pub version: u32,
    /// The program that made the report.
    pub tool: Tool,
    /// One entry per input, in the order given.
    pub files: Vec<File>,
    /// Findings across files, when several were given together.
    pub set: Option<Set>,
    /// Of each rule that found something: what the authorities make of it.
    #[serde(default)]
    pub stances: BTreeMap<String, Authorities<Stance>>,
}

/// Something for each of those who say what a sitemap is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
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

/// What an authority makes of what a rule finds, as far as it is documented.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    /// It is an error there: the file, the entry or the value is refused.
    Rejects,
    /// It is taken, with advice against it.
    Advises,
    /// The value is not used there, right or wrong.
    Ignores,
    /// It is all right there.
    Accepts,
    /// Nothing is documented.
    #[default]
    Undocumented,
}

/// Name and version of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tool {
    /// `sitemap-validator`.
    pub name: String,
    /// Semantic version.
    pub version: String,
}

/// What several files given together came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportSet"))]
#[serde(rename_all = "camelCase")]
pub struct Set {
    /// The worst verdict of the files and of the findings across files.
    pub verdict: Verdict,
    /// Findings by severity: those of all files, and those across files.
    pub counts: Counts,
    /// Entries of all files that are no indexes.
    pub entries: u64,
    /// Findings across files by severity.
    pub across: Counts,
    /// Findings across files by rule.
    pub rules: BTreeMap<String, u64>,
    /// True when `diagnostics` holds fewer findings than were counted.
    pub truncated: bool,
    /// Findings that more than one file shows; `file` says where each is.
    pub diagnostics: Vec<Diagnostic>,
    /// True when a sitemap index that lists these sitemaps is recommended.
    pub lacks_index: bool,
    /// What each index and robots.txt lists.
    pub tree: Vec<Listing>,
}

/// What an index or a robots.txt of a set lists.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Listing {
    /// The file that lists, as an index into the report's files.
    pub file: u32,
    /// What it lists, in its order.
    pub children: Vec<Branch>,
}

/// A sitemap that is listed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Branch {
    /// Its address.
    pub address: String,
    /// The file, as an index into the report's files; `null` when it was not given.
    pub file: Option<u32>,
}

/// One input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ReportFile"))]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// The name it was given by.
    pub name: String,
    /// The address it is served from, when known.
    pub address: Option<String>,
    /// What the file is.
    pub kind: Kind,
    /// The verdict on the file alone.
    pub verdict: Verdict,
    /// The verdict with the findings across files that are in this file.
    pub verdict_in_set: Verdict,
    /// Size as given, in bytes.
    pub bytes: u64,
    /// Size after decompression, in bytes.
    pub decompressed_bytes: u64,
    /// The encoding the text was read in, in lower case.
    pub encoding: String,
    /// The verdict of a conforming XML 1.0 parser; `null` for what is not XML.
    pub well_formed: Option<bool>,
    /// Where such a parser stops.
    pub stops: Option<Place>,
    /// True when a ceiling ended the reading before the file's end.
    pub partial: bool,
    /// Why nothing of it could be read or checked, in a sentence; absent for all other files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub unread: Option<String>,
    /// Every finding in the file alone, by severity.
    pub counts: Counts,
    /// The findings across files that are in this file, by severity. They are listed in `set`.
    pub across: Counts,
    /// Every finding in the file alone, by rule.
    pub rules: BTreeMap<String, u64>,
    /// What the authorities would make of the file, as far as it is documented: `invalid` when they reject what a rule
    /// found, `warnings` when they advise against it, else `valid`. `unchecked` where nothing they reject was found, but
    /// what was found is an error elsewhere of which they say nothing, or not all that they might reject was looked for:
    /// an engine whose profile is off, the schemas without their strict mode, of extensions without the rules that know
    /// them, or of a file that is no XML sitemap, a rule set to off, a file not read to its end. `null` for what is no
    /// sitemap, or could not be read.
    #[serde(default)]
    pub judgement: Option<Authorities<Verdict>>,
    /// What the findings mean for what can be done with the file.
    pub facts: Facts,
    /// Figures about the content.
    pub stats: Stats,
    /// True when `diagnostics` lists fewer findings than `counts` counts.
    pub truncated: bool,
    /// The findings, in the order of their places.
    pub diagnostics: Vec<Diagnostic>,
}

/// What the findings mean for what can be done with a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// It has more entries or more bytes than one sitemap may have.
    pub over_limits: bool,
    /// Writing its text again would lose something: bytes that are not text, damaged compressed data or data after it, or
    /// a part that was not read.
    pub lossy: bool,
    /// Every URL is on the host and in the folder of `address`.
    pub in_scope: bool,
}

/// What a file was recognized as.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An XML sitemap.
    Urlset,
    /// An XML sitemap index.
    SitemapIndex,
    /// A text sitemap: one URL a line.
    Text,
    /// RSS 2.0.
    Rss,
    /// Atom.
    Atom,
    /// A robots.txt.
    Robots,
    /// A web page.
    Html,
    /// Recognized as something that is no sitemap.
    Other,
    /// Not recognized.
    #[default]
    Unknown,
}

impl Kind {
    /// True for a file that lists pages, which an index may list: a sitemap, a feed, a text file.
    pub const fn has_pages(self) -> bool {
        matches!(self, Self::Urlset | Self::Text | Self::Rss | Self::Atom)
    }
}

/// The judgement in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// No errors, no warnings.
    Valid,
    /// Valid, with warnings.
    Warnings,
    /// At least one error.
    Invalid,
    /// Not judged: the reading was stopped before an error was found.
    Unchecked,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Place {
    /// 1-based.
    pub line: u32,
    /// 1-based, in code points.
    pub column: u32,
}

/// Numbers of findings.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Counts {
    /// Errors.
    pub error: u64,
    /// Warnings.
    pub warning: u64,
    /// Infos.
    pub info: u64,
}

/// Figures about the content of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// `url` or `sitemap` elements, lines of a text file, items of a feed.
    pub entries: u64,
    /// Entries with a readable `lastmod`.
    pub lastmod: u64,
    /// Entries with a valid `changefreq`.
    pub changefreq: u64,
    /// Entries with a valid `priority`.
    pub priority: u64,
    /// The earliest `lastmod`, as written.
    pub earliest_lastmod: Option<String>,
    /// The latest `lastmod`, as written.
    pub latest_lastmod: Option<String>,
    /// The hosts of the entries, most frequent first, at most twenty.
    pub hosts: Vec<HostCount>,
    /// Namespaces of extensions in use, by their customary prefix, else by URI.
    pub extensions: Vec<String>,
}

/// A host and how many entries are on it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HostCount {
    /// Lower case, A-labels.
    pub host: String,
    /// Entries.
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

    /// Counts one more finding of a severity.
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

/// How severe a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// No consumer behaves differently; advice.
    Info,
    /// Valid by the letter, but likely to be ignored, misread or distrusted.
    Warning,
    /// A source of the active profiles forbids it, or a consumer is known to drop it.
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
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Diagnostic {
    /// Across files only: the file it is in, as an index into the report's files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub file: Option<u32>,
    /// The rule's id.
    pub rule: String,
    /// Its weight here.
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
    /// The entry it belongs to, from 1; `null` outside entries.
    pub entry: Option<u32>,
    /// True when it was found after a well-formedness error.
    pub after_recovery: bool,
    /// Who says so: `sitemaps.org`, `xml`, `google`, `bing`, `rfc3986`, ...
    pub basis: Vec<String>,
    /// Other places that belong to it.
    pub related: Vec<Related>,
    /// The repair, when there is one.
    pub fix: Option<Fix>,
    /// Between the page and the worker only: the part of its first line that shows it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub excerpt: Option<Excerpt>,
}

/// The part of a line that shows a finding; `…` marks what is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The characters before the finding.
    pub before: String,
    /// The finding's own characters on its first line; empty for a position between two characters.
    pub marked: String,
    /// The characters after it.
    pub after: String,
}

/// Another place that belongs to a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Related {
    /// Across files only: the file it is in, as an index into the report's files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub file: Option<u32>,
    /// What that place is.
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

/// A repair.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Fix {
    /// Whether it may be applied unseen.
    pub kind: FixKind,
    /// Replacements that do not overlap, in order.
    pub edits: Vec<Edit>,
}

/// Whether a fix may be applied unseen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FixKind {
    /// Loses no value, and needs no other fix first.
    Safe,
    /// Needs a person's eyes.
    Suggest,
}

/// A replacement of `start..end` by `text`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
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
    /// What stands there afterwards.
    pub text: String,
}
