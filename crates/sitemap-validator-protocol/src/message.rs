//! The messages between the page and the worker.
//!
//! Each is one JSON object `{"check": {...}}` sent as a string, so that both sides read the same
//! bytes; its name comes first, so that the reader knows what follows and keeps nothing back. What may be large is no
//! JSON and is not copied: a [`ToWorker::Check`] is posted as `{ message, files }`, where `files` is an array of `File` or
//! `Blob` objects that the worker reads; an answer with whole files in it as `{ message, texts }`, where `texts` is an
//! array of their bytes, handed over ([`FromWorker::take_texts`]).
//! The first message of all is `{ module, stop }`: the compiled WebAssembly that the worker runs, and an `Int32Array` over
//! shared memory that holds a 1 when it is to stop at once, where the browser lets memory be shared.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::figures::Figures;
use crate::report::{Diagnostic, Excerpt, Report, Severity};
use crate::source::{Diff, Reading, Sought, Spot};

/// The version of this protocol; the page refuses a worker that says another.
pub const PROTOCOL: u32 = 1;

/// How many findings of one rule and file come with [`FromWorker::Done`]; more by [`ToWorker::Findings`].
pub const FIRST_FINDINGS: usize = 50;

/// The same for each of so many files: hundreds of them must fit into one message.
pub const fn first_findings(files: usize) -> usize {
    match files {
        0..=20 => FIRST_FINDINGS,
        21..=200 => 1_000 / files,
        _ => 5,
    }
}

/// How many findings of one rule and file the worker keeps; all are counted.
pub const KEPT: u64 = 1_000;

/// From the page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ToWorker {
    /// Check these inputs. Replaces what an earlier run left in the worker.
    Check {
        /// Chosen by the page, repeated in every answer.
        run: u32,
        /// What to check against.
        settings: Settings,
        /// What to check.
        inputs: Vec<Input>,
        /// How many processors there are.
        #[serde(default)]
        processors: u32,
    },
    /// The words of a language, for the checks after it that ask for them. Has no answer.
    Words {
        /// Its tag, as [`Settings::language`] names it.
        language: String,
        /// The text of its catalogue.
        text: String,
    },
    /// More findings of one rule, or of all.
    Findings {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The rule's id; none for all rules in order of place.
        rule: Option<String>,
        /// How many to pass over.
        offset: u32,
        /// How many at most.
        count: u32,
    },
    /// The findings that are kept and contain a text: in the message, the rule's id, or the characters around the place.
    Search {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The text; upper and lower case are the same.
        text: String,
        /// The rule's id; none for those of all rules.
        rule: Option<String>,
        /// How many to pass over.
        offset: u32,
        /// How many of each rule at most.
        count: u32,
    },
    /// The excerpts of the findings across files that are in a file: what compares the files does not have their text.
    Excerpts {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
    },
    /// Lines of the source, decoded.
    Lines {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The first line, from 1.
        first: u32,
        /// How many at most.
        count: u32,
        /// A byte offset that must be visible: a long line is cut around it.
        focus: Option<u32>,
    },
    /// Figures of a file, to be drawn.
    Figures {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
    },
    /// The next place of a text in the source, or the one before; from an end of the file it goes on at the other.
    Seek {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The text; upper and lower case are the same.
        text: String,
        /// The byte at or behind which the place begins; backwards, the byte before which it does.
        from: u32,
        /// True for the one before.
        backwards: bool,
    },
    /// Where a line and a column are; the nearest place when there is none such.
    Locate {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The line, from 1.
        line: u32,
        /// The column, from 1.
        column: u32,
    },
    /// The URL at a place, as crawlers read it.
    Read {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// Where the place starts.
        start: u32,
        /// Where it ends.
        end: u32,
    },
    /// What [`ToWorker::Fix`] would change.
    Preview {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// What would be applied.
        what: FixRequest,
    },
    /// The file with the edits of these findings applied.
    Fix {
        /// The run asked about.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// What to apply.
        what: FixRequest,
    },
    /// Several files, each with every safe fix of it. Answered by a [`FromWorker::FixedPart`] for each in which something
    /// was repaired, and a [`FromWorker::FixedAll`] after the last; or not at all, by a [`FromWorker::Failed`].
    FixAll {
        /// The run asked about.
        run: u32,
        /// Indices into the report's files.
        files: Vec<u32>,
    },
    /// The entries of a file, or those of all, in another format.
    Convert {
        /// The run asked about.
        run: u32,
        /// Index into the report's files; all of them for [`Target::Index`].
        file: u32,
        /// Which format.
        to: Target,
    },
    /// The whole report as text.
    Export {
        /// The run asked about.
        run: u32,
        /// `json`, `csv`, `sarif`, `junit`, `markdown` or `text`.
        format: String,
        /// Index into the report's files, for a report on that file alone; none for all.
        #[serde(default)]
        file: Option<u32>,
    },
}

/// What a file is converted to.
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

/// A file that was written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewFile {
    /// Its name.
    pub name: String,
    /// Its text; travels beside the message.
    #[serde(skip)]
    pub text: String,
}

/// Which edits to apply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FixRequest {
    /// Every safe fix of the file.
    AllSafe,
    /// Every fix of one rule.
    Rule {
        /// Its id.
        rule: String,
    },
    /// The fix of one finding.
    One {
        /// Its rule's id.
        rule: String,
        /// Where it starts.
        start: u32,
        /// Where it ends.
        end: u32,
    },
}

/// From the worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FromWorker {
    /// The worker is up; nothing may be posted before.
    Ready {
        /// [`PROTOCOL`].
        protocol: u32,
        /// The validator's version.
        version: String,
    },
    /// How far a run is; only for what takes longer than a blink.
    Progress(Progress),
    /// The run's end. The report lists the first [`first_findings`] of each rule and file, and across files all.
    Done {
        /// The run.
        run: u32,
        /// Milliseconds, reading included.
        elapsed: u32,
        /// The report.
        report: Report,
        /// Per file, how many safe fixes there are.
        safe_fixes: Vec<u32>,
        /// Per file, how many lines its text has.
        lines: Vec<u32>,
    },
    /// Answer to [`ToWorker::Findings`].
    Findings {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// As asked.
        rule: Option<String>,
        /// As asked.
        offset: u32,
        /// The findings.
        diagnostics: Vec<Diagnostic>,
    },
    /// Answer to [`ToWorker::Search`].
    Found {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// As asked.
        text: String,
        /// As asked.
        rule: Option<String>,
        /// Among how many findings was searched.
        among: u64,
        /// How many of each rule contain the text.
        rules: BTreeMap<String, u64>,
        /// The findings, in the order of their places.
        diagnostics: Vec<Diagnostic>,
    },
    /// Answer to [`ToWorker::Excerpts`].
    Excerpts {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// Start and end of each finding, and its excerpt.
        excerpts: Vec<(u32, u32, Excerpt)>,
    },
    /// Answer to [`ToWorker::Lines`].
    Lines {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// How many lines the file has.
        total: u32,
        /// The lines.
        lines: Vec<SourceLine>,
    },
    /// Answer to [`ToWorker::Figures`].
    Figures {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The figures.
        figures: Box<Figures>,
    },
    /// Answer to [`ToWorker::Seek`].
    Sought {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// As asked.
        text: String,
        /// What was found.
        sought: Sought,
    },
    /// Answer to [`ToWorker::Locate`].
    Located {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// The place between two characters.
        spot: Spot,
    },
    /// Answer to [`ToWorker::Read`].
    Read {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// As asked.
        start: u32,
        /// As asked.
        end: u32,
        /// The URL; none when there is none at the place.
        reading: Option<Reading>,
    },
    /// Answer to [`ToWorker::Preview`].
    Previewed {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// As asked.
        what: FixRequest,
        /// What would change.
        diff: Diff,
    },
    /// Answer to [`ToWorker::Fix`].
    Fixed {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// How many findings were repaired.
        applied: u32,
        /// The whole text afterwards; travels beside the message.
        #[serde(skip)]
        text: String,
    },
    /// One of the files of a [`ToWorker::FixAll`]; it counts once [`FromWorker::FixedAll`] has come.
    FixedPart {
        /// The run.
        run: u32,
        /// Index into the report's files.
        file: u32,
        /// How many findings were repaired.
        applied: u32,
        /// True for what came with the message as text.
        from_text: bool,
        /// The whole text afterwards; travels beside the message.
        #[serde(skip)]
        text: String,
    },
    /// The end of the answer to [`ToWorker::FixAll`].
    FixedAll {
        /// The run.
        run: u32,
    },
    /// Answer to [`ToWorker::Convert`].
    Converted {
        /// The run.
        run: u32,
        /// The files; an index comes first.
        files: Vec<NewFile>,
        /// How many entries have no complete URL, and were left out.
        left_out: u64,
        /// What else was left out: names of elements, and how many entries had them.
        omitted: Vec<(String, u64)>,
    },
    /// Answer to [`ToWorker::Export`].
    Exported {
        /// The run.
        run: u32,
        /// As asked.
        format: String,
        /// The text; travels beside the message.
        #[serde(skip)]
        text: String,
    },
    /// A request could not be carried out: an unreadable file, an unknown format.
    Failed {
        /// The run.
        run: u32,
        /// One sentence.
        message: String,
    },
}

impl FromWorker {
    /// Takes out what travels beside the message: whole files, in their order.
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

/// How far a run is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The run.
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub run: u32,
    /// How many files there are.
    pub files: u32,
    /// How many of them are done.
    pub finished: u32,
    /// The name of the one being read; of several, of the one begun first.
    pub name: String,
    /// Bytes behind us: of a single file those of its decompressed text, of a set those of the files as given.
    pub done: u64,
    /// The same in all; 0 while it is not known.
    pub total: u64,
    /// Entries so far.
    pub entries: u64,
    /// Errors so far.
    pub errors: u64,
    /// Warnings so far.
    pub warnings: u64,
    /// The first findings, readable already, at most ten.
    pub first: Vec<Diagnostic>,
}

/// What to check against.
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// Profiles by name; none means the default set: sitemaps.org, google, bing.
    pub profiles: Vec<String>,
    /// Report what the default leaves out.
    pub pedantic: bool,
    /// Judge as the published schemas would.
    pub strict_schema: bool,
    /// The file is submitted through Search Console, all its hosts verified.
    pub search_console: bool,
    /// Hosts on which the files may list pages, as their owner has proved.
    pub verified_hosts: Vec<String>,
    /// Where the folder is served from that the files lie in, when known.
    pub base: Option<String>,
    /// The present, in milliseconds since 1970-01-01T00:00:00Z; none turns the rules about the future off.
    pub now: Option<i64>,
    /// The tag of the language that findings are put into, once its [`ToWorker::Words`] came; empty for English.
    pub language: String,
    /// True when findings are to carry an excerpt of their line.
    pub excerpts: bool,
}

/// One input of a [`ToWorker::Check`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Input {
    /// Its name, with the folder's path when a folder was dropped.
    pub name: String,
    /// Stands for the content: under the same number a later run finds the same. What nothing else changed for
    /// need not be checked again.
    #[serde(default)]
    pub content: Option<u32>,
    /// Where it is served from, when known for certain.
    pub address: Option<String>,
    /// True for what the page has repaired: it is not compressed any more, whatever its name says.
    #[serde(default)]
    pub repaired: bool,
    /// The text itself; none when it is the next of the posted `files`.
    pub text: Option<String>,
}

/// One line of the source, or the part of it around the focus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceLine {
    /// From 1.
    pub number: u32,
    /// The column of the first character of `text`, from 1; above 1 when the line was cut.
    pub column: u32,
    /// The text without its line end; cut to at most 2,000 characters.
    pub text: String,
    /// True when the line goes on after `text`.
    pub more: bool,
    /// The byte offset of the line's first byte.
    pub start: u32,
    /// The findings that touch `text`, in order.
    pub marks: Vec<Mark>,
}

/// A finding on a [`SourceLine`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mark {
    /// The rule's id.
    pub rule: String,
    /// Its weight.
    pub severity: Severity,
    /// First column on this line.
    pub column: u32,
    /// Column after the last one on this line; equal to `column` for a place between two characters.
    pub end_column: u32,
    /// The finding's own first byte, to find it in the list.
    pub start: u32,
    /// The finding's own end.
    pub end: u32,
}
