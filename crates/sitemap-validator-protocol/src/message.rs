//! The messages between the page and the worker.
//!
//! A [`ToWorker`] is one JSON object `{"check": {...}}`, sent as a string. A [`FromWorker`] is the same, or
//! [packed](crate::packed) for a page that asks for it. Large contents are not copied: a [`ToWorker::Check`] is posted
//! as `{ message, files }`, where `files` is an array of `File` or `Blob` objects that the worker reads; an answer with
//! whole files as `{ message, texts }`, where `texts` is an array of their bytes, which are transferred
//! ([`FromWorker::take_texts`]).
//!
//! The first message is `{ module, stop, lock, packed }`: the compiled WebAssembly that the worker runs; an
//! `Int32Array` over shared memory that holds a 1 when the worker is to stop at once, if the browser lets memory be
//! shared; the name of a lock that the worker holds; and true if answers are to be packed.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::comparison::{ComparisonFile, Summary};
use crate::figures::Figures;
use crate::http::{Answer, Http};
use crate::report::{Diagnostic, Excerpt, Report, Severity};
use crate::source::{Diff, SearchMatch, SourceRange, UrlReading, Value};

/// The version of this protocol. The page refuses a worker with another version.
pub const PROTOCOL: u32 = 1;

/// The number of findings per rule and file in [`FromWorker::Done`]; [`Question::Findings`] asks for more.
pub const FIRST_FINDINGS: usize = 50;

/// The same for a run with this number of files, so that the message stays small.
pub const fn first_findings(files: usize) -> usize {
    match files {
        0..=20 => FIRST_FINDINGS,
        21..=200 => 1_000 / files,
        _ => 5,
    }
}

/// The number of findings per rule and file that the worker keeps; all are counted.
pub const KEPT: u64 = 1_000;

/// A message from the page to the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToWorker {
    /// Checks these inputs. Replaces the previous run.
    Check {
        /// A number chosen by the page, which every answer repeats.
        run: u32,
        /// What to check against.
        settings: Settings,
        /// The files to check, in order.
        inputs: Vec<Input>,
        /// The number of processors; 0 if unknown.
        #[serde(default)]
        processors: u32,
        /// The folder of the built site, to compare its pages with the files.
        #[serde(default, deserialize_with = "apart", skip_serializing_if = "Option::is_none")]
        folder: Option<Box<Folder>>,
    },
    /// The files that a [`FromWorker::Wanted`] asks for. The contents of those without an error are posted with the
    /// message, in the same order.
    Folder {
        /// The run.
        run: u32,
        /// The files.
        #[serde(deserialize_with = "apart")]
        files: Vec<FolderFile>,
    },
    /// The texts of a language, for later checks in this language. Has no answer.
    Words {
        /// The tag of the language, as in [`Settings::lang`].
        lang: String,
        /// The text of its catalogue.
        text: String,
    },
    /// Looks for the sitemaps of a site; the sender makes the requests, each with GET and without following redirects. The
    /// answers are [`FromWorker::Requests`] until all are answered, and then a [`FromWorker::Site`], or a
    /// [`FromWorker::Failed`].
    Site {
        /// A number chosen by the page, which every answer repeats.
        run: u32,
        /// What to do.
        #[serde(deserialize_with = "apart")]
        step: SiteStep,
    },
    /// Asks about a file of the last run.
    Ask {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// What is asked.
        question: Question,
    },
    /// Applies fixes to several files. The answers are a [`FromWorker::FixedPart`] for each fixed file and then a
    /// [`FromWorker::FixedAll`], or only a [`FromWorker::Failed`].
    FixAll {
        /// The run.
        run: u32,
        /// The indexes in the report's files.
        files: Vec<u32>,
        /// The fixes.
        what: FixRequest,
    },
    /// Converts a file, or all files, to another format.
    Convert {
        /// The run.
        run: u32,
        /// The index in the report's files; ignored for [`Target::Index`], which includes all files.
        file: u32,
        /// The new format.
        to: Target,
    },
    /// Compares an earlier version of the input with the files of the run. The answer is a [`FromWorker::Compared`], or with
    /// `file` a [`FromWorker::Exported`].
    Compare {
        /// The run.
        run: u32,
        /// A number chosen by the page, which the answer repeats.
        number: u32,
        /// The names of the earlier version and of the input.
        names: [String; 2],
        /// The files of the earlier version, in order.
        inputs: Vec<Input>,
        /// What to write instead of the comparison in words.
        file: Option<ComparisonFile>,
    },
    /// Asks for the whole report as a text.
    Export {
        /// The run.
        run: u32,
        /// The name of a [`Format`](crate::format::Format) that the page offers.
        format: String,
        /// The index in the report's files, for a report on one file; `None` for all files.
        #[serde(default)]
        file: Option<u32>,
    },
}

/// A question about a file. Each has an answer of its own, a [`FromWorker`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Question {
    /// More findings of one rule, or of all.
    Findings {
        /// The rule's id; `None` for all rules, sorted by location.
        rule: Option<String>,
        /// The number of findings to skip.
        offset: u32,
        /// The maximum number of findings.
        count: u32,
    },
    /// A search of the kept findings for a text: in the message, the rule's id, and the characters around the location.
    Search {
        /// The text; case is ignored.
        text: String,
        /// The rule's id; `None` for all rules.
        rule: Option<String>,
        /// The number of findings to skip.
        offset: u32,
        /// The maximum number of findings of each rule.
        count: u32,
    },
    /// The excerpts of findings across files that are in this file: the comparison of files does not have the text.
    Excerpts,
    /// Lines of the source, decoded.
    Lines {
        /// The first line, from 1.
        first: u32,
        /// The maximum number of lines.
        count: u32,
        /// A byte offset that must be visible: long lines are cut around it.
        focus: Option<u32>,
    },
    /// The whole source, decoded.
    Text,
    /// The figures of a file, for charts.
    Figures,
    /// The next or previous match of a text in the source, continuing at the other end of the file.
    Seek {
        /// The text; case is ignored.
        text: String,
        /// The byte offset from which the match may start; backwards, the offset before which it starts.
        from: u32,
        /// True for the previous match.
        backwards: bool,
    },
    /// The location of a line and a column, or the nearest one.
    Locate {
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// The URL at a location, as crawlers read it.
    Read {
        /// The byte offset of the first byte.
        start: u32,
        /// The byte offset after the last byte.
        end: u32,
    },
    /// The changes that [`Question::Fix`] would make.
    Preview {
        /// The fixes.
        what: FixRequest,
    },
    /// The file with these fixes applied.
    Fix {
        /// The fixes.
        what: FixRequest,
    },
}

impl Question {
    /// This question about a file of a run.
    pub const fn of(self, run: u32, file: u32) -> ToWorker {
        ToWorker::Ask { run, file, question: self }
    }
}

/// A step of the search for the sitemaps of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum SiteStep {
    /// Begins.
    Begin {
        /// The URL with which it begins: that of a site, a sitemap, an index, a feed or a robots.txt.
        start: String,
        /// The current time in milliseconds since 1970-01-01T00:00:00Z.
        now: i64,
        /// True if hosts of private networks may be asked.
        #[serde(default)]
        private: bool,
        /// True to request only what could not be had before, if this is the site that was looked at last.
        #[serde(default)]
        again: bool,
        /// The tag of the language for messages; empty for English.
        #[serde(default)]
        lang: String,
    },
    /// What came of a request; its content, if there is one, is the first of the posted `files`.
    Fetched {
        /// The number of the request.
        id: u32,
        /// What the server answered.
        answer: Answer,
    },
    /// The addresses of a host, about to be connected to. The answer is a [`FromWorker::Resolved`].
    Resolved {
        /// The number of the request.
        id: u32,
        /// The IP addresses.
        addresses: Vec<String>,
    },
    /// The time that a [`FromWorker::Requests`] named has passed.
    GoOn,
    /// Requests nothing more; what has come is the answer.
    End,
}

/// Reads what few messages have in a function of its own, so that the page loads it later.
#[inline(never)]
fn apart<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::deserialize(deserializer)
}

/// The format of a conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    /// An XML sitemap.
    Sitemap,
    /// A text sitemap.
    Text,
    /// An index and sitemaps within the limits.
    Split,
    /// An index of the sitemaps of the run.
    Index,
}

/// A new file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewFile {
    /// Its name, without folders.
    pub name: String,
    /// Its text; sent next to the message.
    #[serde(skip)]
    pub text: String,
}

/// The fixes to apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FixRequest {
    /// All safe fixes of the file.
    All {
        /// True for the suggested ones too.
        suggested: bool,
    },
    /// All fixes of one rule.
    Rule {
        /// The rule's id.
        rule: String,
    },
    /// The fix of one finding.
    One {
        /// The rule's id.
        rule: String,
        /// The byte offset of the finding's first byte.
        start: u32,
        /// The byte offset after its last byte.
        end: u32,
    },
    /// One of the alternatives of one finding.
    Alternative {
        /// The rule's id.
        rule: String,
        /// The byte offset of the finding's first byte.
        start: u32,
        /// The byte offset after its last byte.
        end: u32,
        /// The index of the alternative.
        choice: u32,
    },
    /// The removal of one finding.
    Remove {
        /// The rule's id.
        rule: String,
        /// The byte offset of the finding's first byte.
        start: u32,
        /// The byte offset after its last byte.
        end: u32,
    },
    /// The removals of all findings of one rule.
    Removals {
        /// The rule's id.
        rule: String,
    },
    /// The same alternative of all findings of one rule that have it.
    Alternatives {
        /// The rule's id.
        rule: String,
        /// The index of the alternative.
        choice: u32,
    },
    /// Another value in place of the one that a finding is in.
    Value {
        /// The rule's id.
        rule: String,
        /// The byte offset of the finding's first byte.
        start: u32,
        /// The byte offset after its last byte.
        end: u32,
        /// The new value as text; the worker escapes it.
        value: String,
    },
}

impl ToWorker {
    /// Reads a message.
    ///
    /// # Errors
    /// Says what is wrong with the JSON.
    #[inline(never)]
    pub fn from_json(json: &str) -> Result<Self, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }
}

/// The run of a message that is not understood; 0 without one.
#[inline(never)]
pub fn run_of(json: &str) -> u32 {
    #[derive(Deserialize)]
    struct OfRun {
        run: u32,
    }
    let message = serde_json::from_str::<BTreeMap<String, OfRun>>(json).unwrap_or_default();
    message.into_values().next().map_or(0, |message| message.run)
}

/// A message from the worker to the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromWorker {
    /// The worker is ready; the page must not send messages before.
    Ready {
        /// The worker's [`PROTOCOL`].
        protocol: u32,
        /// The validator's version.
        version: String,
    },
    /// The progress of a run that takes longer than a moment.
    Progress(Progress),
    /// What to request for a [`ToWorker::Site`].
    Requests {
        /// The run.
        run: u32,
        /// The number and the URL of each request.
        requests: Vec<(u32, String)>,
        /// In how many milliseconds a [`SiteStep::GoOn`] is expected, if nothing is answered before.
        wait: Option<u32>,
        /// The files of which there is news.
        files: Vec<SiteFile>,
        /// The number of finished files.
        finished: u32,
        /// The number of known files.
        known: u32,
    },
    /// The answer to a [`SiteStep::Resolved`].
    Resolved {
        /// The run.
        run: u32,
        /// The number of the request.
        id: u32,
        /// True if all addresses are public.
        is_public: bool,
    },
    /// The files of a site, in the order in which they are listed.
    Site {
        /// The run.
        run: u32,
        /// The files.
        files: Vec<SiteFile>,
        /// The number of listed files that were left out because there are too many.
        left_out: u32,
    },
    /// Asks for files of the folder of a [`ToWorker::Check`]. The answer is a [`ToWorker::Folder`].
    Wanted {
        /// The run.
        run: u32,
        /// Their indexes in [`Folder::files`].
        files: Vec<u32>,
        /// The number of bytes that are needed of each.
        most: u32,
    },
    /// Files of folders that are no sitemaps, and that nothing lists: they are not part of the run.
    LeftOut {
        /// The run.
        run: u32,
        /// Their indexes among the inputs, in ascending order. The report has only the others.
        files: Vec<u32>,
    },
    /// The end of a run. The report lists the first [`first_findings`] of each rule and file, and all findings across
    /// files.
    Done {
        /// The run.
        run: u32,
        /// The duration in milliseconds, including reading.
        elapsed: u32,
        /// The report.
        report: Report,
        /// The number of safe fixes of each file.
        safe_fixes: Vec<u32>,
        /// The number of lines of each file.
        lines: Vec<u32>,
    },
    /// The answer to [`Question::Findings`].
    Findings {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// As in the request.
        rule: Option<String>,
        /// As in the request.
        offset: u32,
        /// The findings.
        diagnostics: Vec<Diagnostic>,
    },
    /// The answer to [`Question::Search`].
    Found {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// As in the request.
        text: String,
        /// As in the request.
        rule: Option<String>,
        /// The number of searched findings.
        among: u64,
        /// The number of matching findings of each rule.
        rules: BTreeMap<String, u64>,
        /// The findings, sorted by location.
        diagnostics: Vec<Diagnostic>,
    },
    /// The answer to [`Question::Excerpts`].
    Excerpts {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The byte offsets of each finding's start and end, and its excerpt.
        excerpts: Vec<(u32, u32, Excerpt)>,
    },
    /// The answer to [`Question::Lines`].
    Lines {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The number of lines of the file.
        total: u32,
        /// The lines.
        lines: Vec<SourceLine>,
    },
    /// The answer to [`Question::Text`].
    Text {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The source, with its line ends.
        text: String,
    },
    /// The answer to [`Question::Figures`].
    Figures {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The figures.
        figures: Box<Figures>,
    },
    /// The answer to [`Question::Seek`].
    Sought {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// As in the request.
        text: String,
        /// The match, and the number of matches.
        found: SearchMatch,
    },
    /// The answer to [`Question::Locate`].
    Located {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The location, an empty range.
        spot: SourceRange,
    },
    /// The answer to [`Question::Read`].
    Read {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// As in the request.
        start: u32,
        /// As in the request.
        end: u32,
        /// The URL; `None` if there is none at the location.
        reading: Option<UrlReading>,
        /// The value that contains the location; `None` if there is none.
        value: Option<Value>,
    },
    /// The answer to [`Question::Preview`].
    Previewed {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// As in the request.
        what: FixRequest,
        /// The changes.
        diff: Diff,
    },
    /// The answer to [`Question::Fix`].
    Fixed {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The number of fixed findings.
        applied: u32,
        /// The whole fixed text; sent next to the message.
        #[serde(skip)]
        text: String,
    },
    /// A file of a [`ToWorker::FixAll`]; only valid once [`FromWorker::FixedAll`] follows.
    FixedPart {
        /// The run.
        run: u32,
        /// The index in the report's files.
        file: u32,
        /// The number of fixed findings.
        applied: u32,
        /// True if the input was sent as a text instead of a file.
        from_text: bool,
        /// The whole fixed text; sent next to the message.
        #[serde(skip)]
        text: String,
    },
    /// The end of the answers to [`ToWorker::FixAll`].
    FixedAll {
        /// The run.
        run: u32,
    },
    /// The answer to [`ToWorker::Convert`].
    Converted {
        /// The run.
        run: u32,
        /// The files; an index is the first one.
        files: Vec<NewFile>,
        /// The number of entries that were left out because they have no complete URL.
        left_out: u64,
        /// Other omissions: names of elements, and the number of entries with them.
        omitted: Vec<(String, u64)>,
    },
    /// The answer to [`ToWorker::Export`].
    Exported {
        /// The run.
        run: u32,
        /// As in the request.
        format: String,
        /// The text; sent next to the message.
        #[serde(skip)]
        text: String,
    },
    /// The answer to [`ToWorker::Compare`].
    Compared {
        /// The run.
        run: u32,
        /// As in the request.
        number: u32,
        /// The comparison.
        summary: Summary,
        /// True if URLs moved or were renamed, so that they need redirects.
        redirects: bool,
    },
    /// A request failed, such as for an unreadable file or an unknown format.
    Failed {
        /// The run.
        run: u32,
        /// The reason, as a sentence.
        message: String,
    },
}

impl FromWorker {
    /// Removes and returns the texts that are sent next to the message, in the order of the files.
    pub fn take_texts(&mut self) -> Vec<String> {
        match self {
            Self::Fixed { text, .. } | Self::FixedPart { text, .. } | Self::Exported { text, .. } => {
                vec![std::mem::take(text)]
            }
            Self::Converted { files, .. } => files.iter_mut().map(|file| std::mem::take(&mut file.text)).collect(),
            _ => Vec::new(),
        }
    }
}

/// A file of a site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SiteFile {
    /// The number of its requests.
    pub id: u32,
    /// The request and its answer, as far as it has come.
    pub http: Http,
}

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The run.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub run: u32,
    /// The number of files.
    pub files: u32,
    /// The number of finished files.
    pub finished: u32,
    /// The name of the current file; of several, the one that was started first.
    pub name: String,
    /// The number of bytes read: of the decompressed text for a single file, of the files as given for a set.
    pub done: u64,
    /// The total number of these bytes; 0 if it is unknown.
    pub total: u64,
    /// The number of entries so far.
    pub entries: u64,
    /// The number of errors so far.
    pub errors: u64,
    /// The number of warnings so far.
    pub warnings: u64,
    /// Up to ten of the first findings, with their texts.
    pub first: Vec<Diagnostic>,
}

/// What to check against, and the context of the files.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The names of the profiles; empty for the default: sitemaps.org, google, bing.
    pub profile: Vec<String>,
    /// True to report findings of rules that are off by default.
    pub pedantic: bool,
    /// True to check the rules of the published schemas, too.
    pub strict_schema: bool,
    /// True if the files are submitted through Search Console with all hosts verified.
    pub search_console: bool,
    /// Verified hosts, whose pages the files may list.
    pub verified_hosts: Vec<String>,
    /// The URL of the folder from which the files are served, if it is known.
    pub base: Option<String>,
    /// The current time in milliseconds since 1970-01-01T00:00:00Z; `None` turns off the rules about the future.
    pub now: Option<i64>,
    /// The tag of the findings' language, the texts of which came with [`ToWorker::Words`]; empty for English.
    pub lang: String,
    /// True if findings have an excerpt of their line.
    pub excerpts: bool,
}

/// An input of a [`ToWorker::Check`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Input {
    /// Its name; with its path, if it is from a dropped folder.
    pub name: String,
    /// Identifies the content: a later run with the same number has the same content. A file need not be checked again
    /// if nothing else changed.
    #[serde(default)]
    pub content: Option<u32>,
    /// Its URL, if it is certain.
    pub url: Option<String>,
    /// True if the page has fixed the content, which is no longer compressed, even if the name ends with `.gz`.
    #[serde(default)]
    pub repaired: bool,
    /// How it was fetched.
    #[serde(default, deserialize_with = "apart", skip_serializing_if = "Option::is_none")]
    pub http: Option<Box<Http>>,
    /// The text; `None` if the content is the next of the posted `files`.
    pub text: Option<String>,
}

/// The folder of a built site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    /// The names of all its files, in the form of the names of inputs.
    pub files: Vec<String>,
    /// What the option is called with which the user passes [`Settings::base`].
    pub option: String,
}

/// A file of a [`ToWorker::Folder`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderFile {
    /// Its index in [`Folder::files`].
    pub file: u32,
    /// Why it cannot be read.
    pub error: Option<String>,
}

/// A line of the source, or the part of it around the focus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceLine {
    /// The number of the line, from 1.
    pub number: u32,
    /// The column of the first character of `text`, from 1; greater than 1 if the line is cut.
    pub column: u32,
    /// The text without its line end, up to 2,000 characters.
    pub text: String,
    /// True if the line continues after `text`.
    pub more: bool,
    /// The byte offset of the line's first byte.
    pub start: u32,
    /// The findings that overlap `text`, in order.
    pub marks: Vec<Mark>,
}

/// A finding on a [`SourceLine`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// The rule's id.
    pub rule: String,
    /// The severity.
    pub severity: Severity,
    /// The first column on this line.
    pub column: u32,
    /// The column after the last one on this line; equal to `column` for an empty range.
    pub end_column: u32,
    /// The byte offset of the finding's first byte, to identify it in the list.
    pub start: u32,
    /// The byte offset after the finding's last byte.
    pub end: u32,
}
