//! Each file through the core, and the report to standard output.

use std::collections::HashSet;
use std::{fmt, io};

use sitemap_validator::output::export::{self, Format};
use sitemap_validator::output::json;
use sitemap_validator::output::text::sentences;
use sitemap_validator::set::{Member, SetReport, check_with_pages};
use sitemap_validator::sink::Counts;
use sitemap_validator_crawl::{Nothing, Tally};
use sitemap_validator_protocol::http::Page;
use sitemap_validator_protocol::report as wire;

use crate::arguments::{Check, Mode};
use crate::baseline::Baseline;
use crate::checker::{Checker, FileResult, ReadError};
use crate::early::Early;
use crate::input::{Buffer, Expanded, Input, expand};
use crate::output::{Output, harmless, without_commands};
use crate::parallel::{AHEAD, in_order, threads};
use crate::progress::Progress;
use crate::robots::{Context, Sites};
use crate::set;
use crate::site::{self, Site};
use crate::text::{self, FileLine, Groups, Total, View};
use crate::values::FailOn;
use crate::write::{OutputFile, Plan};
use crate::{BROKEN, CLEAN, FOUND};

/// Checks the files and gives the exit code. Of the files that are being checked, and of no others, the text is in memory.
pub(crate) fn run(check: &Check, out: &mut Output) -> io::Result<u8> {
    // Where the fixed text takes standard output, the report goes to standard error.
    let mut aside = check.fixes_stdin().then(Output::stderr);
    match collect(check, out, aside.as_mut())? {
        Ok(collected) => collected.write(check, aside.as_mut().unwrap_or(out)),
        Err(problem) => {
            check.complain(&problem);
            Ok(BROKEN)
        }
    }
}

/// The report on the files, without writing it; or why there is none.
pub(crate) fn report(check: &Check) -> Result<wire::Report, String> {
    let collected = collect(check, &mut Output::nowhere(), None).map_err(|error| error.to_string())??;
    collected.report.ok_or_else(|| "a diff has no report".to_owned())
}

/// Checks the files, and writes what is about one file.
fn collect(check: &Check, out: &mut Output, mut aside: Option<&mut Output>) -> io::Result<Result<Collected, String>> {
    let early = Early::new(check);
    let Inputs { files: inputs, contexts, sites, pages, is_partial, site } = match inputs(check, Some(&early)) {
        Ok(found) => found,
        Err(problem) => return Ok(Err(problem)),
    };
    // A file that could not be fetched is reported as part of a set.
    let unfetched = |input: &Input| input.http().is_some_and(|http| !http.is_ok());
    let outputs = match Outputs::plan(check, &inputs) {
        Ok(outputs) => outputs,
        Err(problem) => return Ok(Err(problem)),
    };
    let visits = check.arguments.fetching.check_urls;
    let several =
        visits.is_some() || !pages.is_empty() || inputs.len() + sites.extra.len() > 1 || inputs.iter().any(unfetched);
    let checker = Checker::new(check, sites.robots.clone(), several);
    let early = early.finish(several, &sites.among(&inputs));
    let mut summary = Summary { failed: sites.unread, is_partial, ..Summary::default() };
    let named = inputs.iter().zip(contexts).map(|(input, context)| (input, context, check.mode));
    let extra = sites.extra.iter().map(|(input, context)| (input, context.clone(), Mode::Report));
    let files: Vec<(&Input, Context, Mode)> = named.chain(extra).collect();
    // Sizes are only needed for the bar.
    let size = |input: &Input| if check.progress { input.size() } else { 0 };
    let progress = Progress::new(files.len(), files.iter().map(|(input, ..)| size(input)).sum(), check.progress);
    let work = |buffer: &mut Buffer, index: usize| {
        let (input, context, mode) = &files[index];
        let mut file = progress.file(&input.shown(), size(input));
        match early.take(input, context) {
            Some(result) => Ok(result),
            None => checker.read(buffer, input, context, *mode, &mut file),
        }
    };
    // One file under two names is fixed once, and then found fixed.
    let threads = if check.mode == Mode::Fix && !are_distinct(&inputs) { 1 } else { threads(files.len()) };
    // A diff may be as large as the file.
    let ahead = if check.mode == Mode::Diff { threads + 2 } else { threads * AHEAD };
    in_order(files.len(), threads, ahead, work, |result| {
        progress.suspend(|| summary.add(result, out, aside.as_deref_mut(), check))
    })?;
    drop(progress);
    let files: Vec<&Input> = files.iter().map(|(input, ..)| *input).collect();
    let visited = match visits.map(|most| site::visit(check, &files, &summary.members, most)) {
        None => pages,
        Some(Ok(visits)) => {
            summary.is_partial |= visits.is_partial;
            visits.pages
        }
        Some(Err(problem)) => {
            check.complain(&problem);
            summary.failed = true;
            Vec::new()
        }
    };
    if let Some(Err(problem)) = site.map(|site| site.keep(&visited, summary.is_partial)) {
        check.complain(&problem);
        summary.failed = true;
    }
    if let Some(problem) = summary.nothing() {
        check.complain(problem);
        summary.failed = true;
    }
    Ok(Ok(summary.finish(&checker, &files, &visited, outputs)))
}

/// The files to check, and the robots.txt files to check them against.
pub(crate) struct Inputs {
    pub(crate) files: Vec<Input>,
    /// What is known about each of them.
    pub(crate) contexts: Vec<Context>,
    pub(crate) sites: Sites,
    /// The pages that were requested before, and saved.
    pages: Vec<Page>,
    /// True if files of a site are missing.
    is_partial: bool,
    site: Option<Site>,
}

/// Finds the files.
pub(crate) fn inputs(check: &Check, early: Option<&Early<'_>>) -> Result<Inputs, String> {
    let mut site = if check.starts.is_empty() { None } else { Some(site::fetch(check, early)?) };
    let Expanded { mut inputs, unread, pages, is_partial } = match &mut site {
        Some(site) => Expanded {
            inputs: std::mem::take(&mut site.inputs),
            unread: std::mem::take(&mut site.unread),
            pages: Vec::new(),
            is_partial: site.is_partial,
        },
        None => expand(&check.arguments.inputs)?,
    };
    let mut sites = Sites::read(check, &inputs);
    for problem in &unread {
        check.complain(problem);
    }
    sites.unread |= !unread.is_empty();
    if check.arguments.url.is_some() && sites.sitemaps(&inputs) > 1 {
        return Err("--url is the URL of one file; for several, --base takes the URL of their folder".to_owned());
    }
    let contexts = set::contexts(check, &mut inputs, &mut sites)?;
    Ok(Inputs { files: inputs, contexts, sites, pages, is_partial, site })
}

/// False when two of `inputs` are the same file.
fn are_distinct(inputs: &[Input]) -> bool {
    let mut seen = HashSet::new();
    inputs.iter().filter_map(Input::identity).all(|identity| seen.insert(identity))
}

/// What all files came to.
#[derive(Default)]
struct Summary {
    total: Total,
    files: Vec<wire::File>,
    members: Vec<Member>,
    /// The findings of the files, for the text report on several.
    groups: Groups,
    /// What each of `members` came to.
    lines: Vec<FileLine>,
    /// True when something could not be read or written.
    failed: bool,
    /// True when files of a site are missing, or pages were not requested.
    is_partial: bool,
    /// The files of sites.
    tally: Tally,
}

impl Summary {
    /// Why no sitemap of a site was checked, unless there is none.
    const fn nothing(&self) -> Option<&'static str> {
        match self.tally.nothing(self.is_partial) {
            Some(Nothing::Refused) => Some("no sitemap was checked: the server refused or failed"),
            Some(Nothing::Stopped) => Some("no sitemap was checked: fetching was stopped"),
            None => None,
        }
    }

    /// Adds the result of the next file, and writes it to `out`, or its report to `aside`.
    fn add(
        &mut self,
        result: Result<FileResult, ReadError>,
        out: &mut Output,
        aside: Option<&mut Output>,
        check: &Check,
    ) -> io::Result<()> {
        match result {
            Ok(FileResult { output, notes, failed, report, member, text, findings, file }) => {
                self.total.add(&report);
                self.tally.count_checked(report.outcome.kind);
                self.failed |= failed;
                self.lines.push(FileLine { counts: report.counts, stop: findings.stop.clone() });
                self.groups.add(findings, check.arguments.max_diagnostics);
                self.members.extend(member);
                self.files.extend(file);
                for note in notes {
                    check.note(&note);
                }
                out.write(&output)?;
                let report = aside.unwrap_or(out);
                report.print(&harmless(&text))?;
                report.flush()
            }
            Err(ReadError::Fetch(http)) => {
                self.tally.count_failed(&http);
                self.files.push(json::unfetched((*http).clone(), &check.words));
                self.lines.push(FileLine::default());
                self.members.push(Member::unfetched(*http));
                Ok(())
            }
            Err(ReadError::File { name, url, bytes, why }) => {
                check.complain(&why);
                self.failed = true;
                self.files.push(json::unread(&name, url.as_deref(), bytes, why));
                self.lines.push(FileLine::default());
                self.members.push(Member::unread(name, url));
                Ok(())
            }
        }
    }

    /// What the files came to together.
    fn finish(mut self, checker: &Checker<'_>, files: &[&Input], visited: &[Page], outputs: Outputs) -> Collected {
        let check = checker.check;
        let cap = if check.baseline.is_some() { 0 } else { checker.cap };
        let mut across = checker.several.then(|| check_with_pages(&self.members, visited, &checker.options, cap));
        if let (Some(across), Some(baseline)) = (&mut across, &check.baseline) {
            baseline.across(across, checker.cap, files, &self.members, check.arguments.max_size);
        }
        let view = checker.view(&checker.options);
        if let Some(across) = &across {
            self.total.add_across(across);
        }
        let report = check.writes_data().then(|| {
            let report = json::report(std::mem::take(&mut self.files), across.as_ref(), &check.words);
            wire::Report { partial: self.is_partial, ..report }
        });
        let mut words = String::new();
        if check.arguments.format == Format::Text && check.mode != Mode::Diff {
            if let Some(across) = &across {
                self.groups.add(text::across(&self.members, across, view), checker.shown);
                let verdicts = text::verdicts(&self.members, across);
                let read = self.members.iter().zip(verdicts).filter(|(member, _)| !member.is_unread());
                read.for_each(|(_, verdict)| self.total.judge(verdict));
            }
            let written = match &across {
                _ if check.arguments.stat => self.total.write_rules(&mut words, view).map(|()| {
                    if across.is_some() {
                        words.push('\n');
                    }
                }),
                Some(across) => self.write(&mut words, across, view),
                None => Ok(()),
            };
            if written.and_then(|()| self.total.write(&mut words, &check.words)).is_err() {
                words.clear();
            }
            if self.is_partial {
                words.push_str(check.words.word(sentences::INCOMPLETE));
                words.push('\n');
            }
        }
        Collected { report, words, counts: self.total.counts(), failed: self.failed, outputs }
    }
}

impl Summary {
    /// Writes the findings of several files, what each file came to, and how many findings each rule has.
    fn write(&mut self, out: &mut String, across: &SetReport, view: View<'_>) -> fmt::Result {
        self.groups.write(out, view)?;
        text::files(out, &self.members, across, &self.lines, view)?;
        out.push('\n');
        self.total.write_rules(out, view)?;
        if !out.ends_with("\n\n") {
            out.push('\n');
        }
        text::against(out, &self.members, view)
    }
}

/// What a check came to.
struct Collected {
    /// The report as data, if it is written as such.
    report: Option<wire::Report>,
    /// The end of the report as text.
    words: String,
    counts: Counts,
    /// True when something could not be read or written.
    failed: bool,
    outputs: Outputs,
}

/// The files to write in the end.
struct Outputs {
    reports: Vec<(Format, OutputFile)>,
    baseline: Option<OutputFile>,
}

impl Outputs {
    /// Those that the options name, if they may be written.
    fn plan(check: &Check, inputs: &[Input]) -> Result<Self, String> {
        let read = check.files_read(inputs);
        let mut plan = Plan::new(&read, check.arguments.overwrite);
        let mut reports = Vec::new();
        for (format, path) in &check.arguments.report {
            reports.push((*format, plan.add(path.path(), |content| format.has_written(content))?));
        }
        let baseline = check.arguments.write_baseline.as_ref();
        let baseline = baseline.map(|path| plan.add(path.path(), Baseline::has_written)).transpose()?;
        Ok(Self { reports, baseline })
    }
}

impl Collected {
    /// Writes the report, and gives the exit code.
    fn write(mut self, check: &Check, out: &mut Output) -> io::Result<u8> {
        let export =
            |format: Format| self.report.as_ref().map(|report| export::write(format, report, None, &check.words));
        for (format, file) in &self.outputs.reports {
            match export(*format).map_or(Ok(None), |text| file.write(&text)) {
                Ok(Some(path)) => check.note(&format!("report written to {}", path.display())),
                Ok(None) => {}
                Err(problem) => {
                    check.complain(&problem);
                    self.failed = true;
                }
            }
        }
        match check.arguments.format {
            Format::Text => out.print(&harmless(&self.words))?,
            format => {
                let text = export(format).unwrap_or_default();
                let escaped = format.command_line().escapes.map(|escapes| without_commands(&text, escapes));
                out.print(escaped.as_deref().unwrap_or(&text))?;
                if !text.ends_with('\n') {
                    out.print("\n")?;
                }
            }
        }
        out.flush()?;
        let baseline = self.outputs.baseline.as_ref();
        match check.baseline.as_ref().map_or(Ok(None), |known| known.finish(baseline)) {
            Ok(note) => note.iter().for_each(|note| check.note(note)),
            Err(problem) => {
                check.complain(&problem);
                self.failed = true;
            }
        }
        let counts = self.counts;
        let found = match check.arguments.fail_on {
            _ if check.baseline.as_ref().is_some_and(Baseline::is_new) => false,
            FailOn::Never => false,
            FailOn::Warning => counts.error + counts.warning > 0,
            FailOn::Error => counts.error > 0,
        };
        let is_over = check.arguments.max_warnings.is_some_and(|most| counts.warning > most);
        Ok(match (self.failed, found || is_over) {
            (true, _) => BROKEN,
            (false, true) => FOUND,
            (false, false) => CLEAN,
        })
    }
}
