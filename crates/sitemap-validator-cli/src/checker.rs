//! The check of one file by the core, and its part of the report.

use sitemap_validator::output::export::Format;
use sitemap_validator::output::{excerpt, json};
use sitemap_validator::session::Context;
use sitemap_validator::set::Member;
use sitemap_validator::{Collector, FileReport, Options, Source};
use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report as wire;

use crate::arguments::{Check, Mode};
use crate::baseline;
use crate::fix::{FixResult, process};
use crate::input::{Buffer, Input};
use crate::progress::{FileProgress, Watch};
use crate::text::{self, FileFindings, View};

/// The options of the checks and of the report.
pub(crate) struct Checker<'a> {
    pub(crate) check: &'a Check,
    pub(crate) options: Options,
    /// The number of findings of a rule that are shown, and the number that are kept.
    pub(crate) shown: Option<u64>,
    pub(crate) cap: u64,
}

/// The result of a file.
pub(crate) struct FileResult {
    /// The data for standard output before the report.
    pub(crate) output: Vec<u8>,
    /// Lines for standard error.
    pub(crate) notes: Vec<String>,
    /// True if the fixed file could not be written.
    pub(crate) failed: bool,
    pub(crate) report: FileReport,
    pub(crate) member: Option<Member>,
    /// The text report, if this is the only file.
    pub(crate) text: String,
    /// The findings to show, if this is one of several files.
    pub(crate) findings: FileFindings,
    /// Its part of the report as data.
    pub(crate) file: Option<wire::File>,
}

/// A file that could not be read.
pub(crate) enum ReadError {
    /// The cause is the file or this machine; `why` is a sentence for the user.
    File { name: String, url: Option<String>, bytes: u64, why: String },
    /// The cause is the site; it is reported together with the file that lists this one.
    Fetch(Box<Http>),
}

impl<'a> Checker<'a> {
    /// Creates a checker with these options; each file has its own context.
    pub(crate) fn new(check: &'a Check, options: Options) -> Self {
        Self { check, options, shown: check.arguments.max_diagnostics, cap: check.cap() }
    }

    /// Reads a file into the memory of `buffer` and checks it.
    pub(crate) fn read(
        &self,
        buffer: &mut Buffer,
        input: &Input,
        context: &Context,
        mode: Mode,
        file: &mut FileProgress<'_>,
    ) -> Result<FileResult, ReadError> {
        if let Some(http) = input.http().filter(|http| !http.is_ok()) {
            return Err(ReadError::Fetch(Box::new(http.clone())));
        }
        let bytes =
            input.read_into(buffer.take(), self.check.arguments.max_size, || file.reading()).map_err(|why| {
                ReadError::File { name: input.shown(), url: context.place.url.clone(), bytes: input.size(), why }
            })?;
        let options = context.options(self.options.clone());
        let FixResult { source, output, notes, failed } = process(input, bytes, mode, self.check, &options);
        let result = self.check(input, &source, &options, file);
        buffer.keep(source);
        Ok(FileResult { output, notes, failed, ..result })
    }

    pub(crate) fn view<'o>(&'o self, options: &'o Options) -> View<'o> {
        View { color: self.check.color, shown: self.shown, options, words: &self.check.words }
    }

    /// The part of the report on a file, with the excerpts of its lines for a format that shows them.
    fn file(&self, report: &FileReport, source: &Source) -> wire::File {
        let mut file = json::file(report, source, &self.check.words);
        if self.check.arguments.formats().any(Format::has_excerpts) {
            let index = source.line_index_until(report.reach());
            for finding in &mut file.diagnostics {
                let line = index.line(source.text(), finding.line);
                finding.excerpt = line.map(|line| excerpt::of(source, line, finding.start, finding.end));
            }
        }
        file
    }

    /// Checks `source` and writes its part of the report.
    fn check(&self, input: &Input, source: &Source, options: &Options, file: &mut FileProgress<'_>) -> FileResult {
        let mut watch = Watch { collector: Collector::new(self.cap), file };
        let outcome = baseline::check(self.check.baseline.as_ref(), &input.shown(), source, options, &mut watch);
        let mut report = FileReport::new(&input.shown(), source, options, outcome, watch.collector);
        let member = options.siblings.then(|| Member::of(&mut report, source));
        let mut text = String::new();
        let mut file = None;
        let arguments = &self.check.arguments;
        let has_frames = arguments.format == Format::Text && !arguments.stat && self.check.mode != Mode::Diff;
        let mut findings = FileFindings::default();
        if has_frames && options.siblings {
            findings = text::part(&report, source, self.view(options));
        } else if has_frames && text::file(&mut text, &report, source, self.view(options)).is_err() {
            text.clear();
        }
        if self.check.writes_data() {
            file = Some(self.file(&report, source));
        }
        // The findings are already written; only a table needs their severities.
        if !arguments.stat {
            report.diagnostics = Vec::new();
        }
        FileResult { output: Vec::new(), notes: Vec::new(), failed: false, report, member, text, findings, file }
    }
}
