//! Checks all files with the core and writes the report to standard output.

use std::collections::HashSet;
use std::{fmt, io};

use sitemap_validator::Source;
use sitemap_validator::output::export::{self, Format};
use sitemap_validator::output::json;
use sitemap_validator::output::text::sentences;
use sitemap_validator::session::{Context, Members, Session};
use sitemap_validator::set::{Member, SetReport};
use sitemap_validator::sink::Counts;
use sitemap_validator::snapshot::Snapshot;
use sitemap_validator_crawl::{Nothing, Tally};
use sitemap_validator_protocol::http::Page;
use sitemap_validator_protocol::report::{self as wire, BuiltSite};

use crate::arguments::{Check, Mode};
use crate::baseline::Baseline;
use crate::checker::{Checker, FileResult, ReadError};
use crate::early::Early;
use crate::input::{Buffer, Expanded, Input, expand};
use crate::output::{CLEAN, COULD_NOT_RUN, ERRORS_FOUND, Output, safe_for_logs, without_commands};
use crate::parallel::{AHEAD, in_order, threads};
use crate::progress::Progress;
use crate::robots;
use crate::set;
use crate::site::{self, Site};
use crate::text::{self, FileLine, Groups, Total, View};
use crate::values::FailOn;
use crate::write::{OutputFile, Plan};

/// Checks the files and returns the exit code. Only the texts of files being checked are kept in memory.
pub(crate) fn run(check: &Check, out: &mut Output) -> io::Result<u8> {
    // If the fixed text goes to standard output, the report goes to standard error.
    let mut aside = check.fixes_stdin().then(Output::stderr);
    match collect(check, out, aside.as_mut())? {
        Ok(collected) => collected.write(check, aside.as_mut().unwrap_or(out)),
        Err(problem) => {
            check.print_problem(&problem);
            Ok(COULD_NOT_RUN)
        }
    }
}

/// Returns the report on the files without writing it, or the reason why there is none.
pub(crate) fn report(check: &Check) -> Result<wire::Report, String> {
    let collected = collect(check, &mut Output::nowhere(), None).map_err(|error| error.to_string())??;
    collected.report.ok_or_else(|| "a diff has no report".to_owned())
}

/// Checks the files and writes the output that belongs to a single file.
fn collect(check: &Check, out: &mut Output, mut aside: Option<&mut Output>) -> io::Result<Result<Collected, String>> {
    let early = Early::new(check);
    let Inputs { files: inputs, named, mut session, is_unread, pages, is_partial, site } =
        match inputs(check, Some(&early)) {
            Ok(found) => found,
            Err(problem) => return Ok(Err(problem)),
        };
    let outputs = match Outputs::plan(check, &inputs) {
        Ok(outputs) => outputs,
        Err(problem) => return Ok(Err(problem)),
    };
    let checker = Checker::new(check, session.options());
    let early = early.finish(session.is_set(), &robots::paths(&session, &inputs[..named]));
    let mut summary = Summary { failed: is_unread, is_partial, ..Summary::default() };
    let files: Vec<(&Input, Context, Mode)> = (0..)
        .zip(&inputs)
        .map(|(file, input)| (input, session.context(file), if file < named { check.mode } else { Mode::Report }))
        .collect();
    // Sizes are needed only for the progress bar.
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
    // With one thread, a file named twice is fixed once and is already fixed the second time.
    let threads = if check.mode == Mode::Fix && !are_distinct(&inputs[..named]) { 1 } else { threads(files.len()) };
    // A diff may be as large as the file.
    let ahead = if check.mode == Mode::Diff { threads + 2 } else { threads * AHEAD };
    in_order(files.len(), threads, ahead, work, |result| {
        progress.suspend(|| summary.add(result, &mut session, out, aside.as_deref_mut(), check))
    })?;
    drop(progress);
    let files: Vec<&Input> = inputs.iter().collect();
    let members = session.finish();
    let arguments = &check.arguments;
    let visits = match (&arguments.pages, arguments.fetching.check_urls) {
        (Some(folder), _) => Some(site::compare(check, folder, &files, &members.files)),
        (None, most) => most.map(|most| site::visit(check, &files, &members.files, most)),
    };
    let visited = match visits {
        None => pages,
        Some(Ok(visits)) => {
            summary.is_partial |= visits.is_partial;
            summary.failed |= visits.is_unread;
            summary.built = visits.built;
            visits.pages
        }
        Some(Err(problem)) => {
            check.print_problem(&problem);
            summary.failed = true;
            Vec::new()
        }
    };
    if let Some(Err(problem)) = site.as_ref().map(|site| site.keep(&visited, summary.is_partial)) {
        check.print_problem(&problem);
        summary.failed = true;
    }
    if let Some(problem) = summary.unchecked_reason() {
        check.print_problem(problem);
        summary.failed = true;
    }
    let snapshot = match (&check.contents, &outputs.snapshot) {
        (Some(contents), Some(_)) if !summary.failed && !summary.is_partial => {
            let listed = site::listed(check, &files, &members.files);
            Some(contents.snapshot(listed.iter().map(|(url, entry)| (url.as_str(), entry.lastmod.as_deref()))).text())
        }
        _ => None,
    };
    Ok(Ok(summary.finish(&checker, &files, &members, &visited, outputs, snapshot)))
}

/// The files to check.
pub(crate) struct Inputs {
    /// The named files, followed by the robots.txt files of `--robots`.
    pub(crate) files: Vec<Input>,
    /// The number of named files.
    pub(crate) named: usize,
    /// The session of the files, ready for the checks.
    pub(crate) session: Session,
    /// True if a file of `--robots`, or a folder, could not be read.
    pub(crate) is_unread: bool,
    /// The pages that were requested in an earlier run and saved.
    pages: Vec<Page>,
    /// True if files of a site are missing.
    pub(crate) is_partial: bool,
    /// The folder with fetched files, which may be removed when this is dropped.
    pub(crate) site: Option<Site>,
}

/// Determines the files to check.
pub(crate) fn inputs(check: &Check, early: Option<&Early<'_>>) -> Result<Inputs, String> {
    let mut site = if check.start_urls.is_empty() { None } else { Some(site::fetch(check, early)?) };
    let Expanded { inputs: mut files, unread, pages, is_partial } = match &mut site {
        Some(site) => Expanded {
            inputs: std::mem::take(&mut site.inputs),
            unread: std::mem::take(&mut site.unread),
            pages: Vec::new(),
            is_partial: site.is_partial,
        },
        None => expand(&check.arguments.inputs)?,
    };
    let before = files.len();
    files.extend(site::of_folder(check, &files));
    let has_pages = check.arguments.pages.is_some() || check.arguments.fetching.check_urls.is_some();
    let is_set = has_pages || !pages.is_empty();
    let (mut session, mut is_unread) = robots::session(check, &mut files, is_set);
    let of_options = files.len() - before;
    for problem in &unread {
        check.print_problem(problem);
    }
    is_unread |= !unread.is_empty();
    robots::look(&mut session, &files, check.arguments.max_size);
    let sitemaps = (0..before).filter(|file| !session.is_robots(*file)).count();
    if check.arguments.url.is_some() && sitemaps > 1 {
        return Err("--url applies to one file; for several files, pass the URL of their folder with --base".to_owned());
    }
    set::skip_non_sitemaps(check, &mut files, &mut session)?;
    let named = files.len() - of_options;
    Ok(Inputs { files, named, session, is_unread, pages, is_partial, site })
}

/// True if no two of `inputs` are the same file.
fn are_distinct(inputs: &[Input]) -> bool {
    let mut seen = HashSet::new();
    inputs.iter().filter_map(Input::identity).all(|identity| seen.insert(identity))
}

/// The results of all files.
#[derive(Default)]
struct Summary {
    total: Total,
    files: Vec<wire::File>,
    /// The findings of the files, for the text report on several files.
    groups: Groups,
    /// The result of each file.
    lines: Vec<FileLine>,
    /// True if something could not be read or written.
    failed: bool,
    /// True if files of a site are missing or pages were not requested.
    is_partial: bool,
    /// The comparison with the folder of a built site.
    built: Option<Box<BuiltSite>>,
    /// The counts of the files of sites.
    tally: Tally,
}

impl Summary {
    /// The reason why no sitemap of a site was checked; `None` if some were checked or the site has none.
    const fn unchecked_reason(&self) -> Option<&'static str> {
        match self.tally.nothing(self.is_partial) {
            Some(Nothing::Refused) => Some("no sitemap was checked: the server refused or failed"),
            Some(Nothing::Stopped) => Some("no sitemap was checked: fetching was stopped"),
            None => None,
        }
    }

    /// Adds the result of the next file, and writes its output to `out` and its report to `aside` if there is one.
    fn add(
        &mut self,
        result: Result<FileResult, ReadError>,
        session: &mut Session,
        out: &mut Output,
        aside: Option<&mut Output>,
        check: &Check,
    ) -> io::Result<()> {
        let at = self.lines.len();
        match result {
            Ok(FileResult { output, notes, failed, report, member, text, findings, file }) => {
                self.total.add(&report, &findings);
                self.tally.count_checked(report.outcome.kind);
                self.failed |= failed;
                self.lines.push(FileLine { counts: report.counts, stop: findings.stop.clone() });
                self.groups.add(findings, check.arguments.max_diagnostics);
                if let Some(member) = member {
                    session.checked(at, member);
                }
                self.files.extend(file);
                for note in notes {
                    check.note(&note);
                }
                out.write(&output)?;
                let report = aside.unwrap_or(out);
                report.print(&safe_for_logs(&text))?;
                report.flush()
            }
            Err(ReadError::Fetch(http)) => {
                self.tally.count_failed(&http);
                self.files.push(json::unfetched(*http, &check.words));
                self.lines.push(FileLine::default());
                Ok(())
            }
            Err(ReadError::File { name, url, bytes, why }) => {
                check.print_problem(&why);
                self.failed = true;
                self.files.push(json::unread(&name, url.as_deref(), bytes, why));
                self.lines.push(FileLine::default());
                session.unread(at, name);
                Ok(())
            }
        }
    }

    /// Returns the results of all files together.
    fn finish(
        mut self,
        checker: &Checker<'_>,
        files: &[&Input],
        members: &Members,
        visited: &[Page],
        outputs: Outputs,
        snapshot: Option<String>,
    ) -> Collected {
        let check = checker.check;
        let mut across = members.compare(visited);
        let members = &members.files;
        if let (Some(across), Some(baseline)) = (&mut across, &check.baseline) {
            baseline.across(across, checker.cap, files, members, check.arguments.max_size);
        }
        let view = checker.view(&checker.options);
        if let Some(across) = &across {
            self.total.add_across(across);
        }
        let report = check.writes_data().then(|| {
            let report = json::report(std::mem::take(&mut self.files), across.as_ref(), &check.words);
            wire::Report { partial: self.is_partial, built: self.built.take(), ..report }
        });
        let mut words = String::new();
        if check.arguments.format == Format::Text && check.mode != Mode::Diff {
            if let Some(across) = &across {
                self.groups.add(text::across(members, across, view), checker.shown);
                let verdicts = text::verdicts(members, across);
                let read = members.iter().zip(verdicts).filter(|(member, _)| !member.is_unread());
                read.for_each(|(_, verdict)| self.total.count_verdict(verdict));
            }
            let written = match &across {
                _ if check.arguments.stat => self.total.write_rules(&mut words, view).map(|()| {
                    if across.is_some() {
                        words.push('\n');
                    }
                }),
                Some(across) => {
                    let read = |file: usize| files.get(file)?.read_again(check.arguments.max_size);
                    self.write(&mut words, members, across, view, read)
                }
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
        Collected { report, words, counts: self.total.counts(), failed: self.failed, outputs, snapshot }
    }
}

impl Summary {
    /// Writes the findings of several files, the result of each file, and the number of findings of each rule.
    /// `read` returns the text of a file.
    fn write(
        &mut self,
        out: &mut String,
        members: &[Member],
        across: &SetReport,
        view: View<'_>,
        read: impl Fn(usize) -> Option<Source>,
    ) -> fmt::Result {
        self.groups.write(out, view, read)?;
        text::files(out, members, across, &self.lines, view)?;
        out.push('\n');
        self.total.write_rules(out, view)?;
        if !out.ends_with("\n\n") {
            out.push('\n');
        }
        text::against(out, members, view)
    }
}

/// The results of a check.
struct Collected {
    /// The report as data, if it is needed in this form.
    report: Option<wire::Report>,
    /// The end of the text report.
    words: String,
    counts: Counts,
    /// True if something could not be read or written.
    failed: bool,
    outputs: Outputs,
    /// The text of the snapshot.
    snapshot: Option<String>,
}

/// The files to write at the end.
struct Outputs {
    reports: Vec<(Format, OutputFile)>,
    baseline: Option<OutputFile>,
    snapshot: Option<OutputFile>,
}

impl Outputs {
    /// Plans the files that the options name, or returns an error if one must not be written.
    fn plan(check: &Check, inputs: &[Input]) -> Result<Self, String> {
        let read = check.files_read(inputs);
        let mut plan = Plan::new(&read, check.arguments.overwrite);
        let mut reports = Vec::new();
        for (format, path) in &check.arguments.report {
            reports.push((*format, plan.add(path.path(), |content| format.has_written(content))?));
        }
        let baseline = check.arguments.write_baseline.as_ref();
        let baseline = baseline.map(|path| plan.add(path.path(), Baseline::has_written)).transpose()?;
        let snapshot = check.arguments.snapshot.as_ref().filter(|_| check.mode != Mode::Diff);
        let snapshot = snapshot.map(|path| plan.add(path.path(), Snapshot::is_one)).transpose()?;
        Ok(Self { reports, baseline, snapshot })
    }
}

impl Collected {
    /// Writes the report and returns the exit code.
    fn write(mut self, check: &Check, out: &mut Output) -> io::Result<u8> {
        let export =
            |format: Format| self.report.as_ref().map(|report| export::write(format, report, None, &check.words));
        for (format, file) in &self.outputs.reports {
            match export(*format).map_or(Ok(None), |text| file.write(&text)) {
                Ok(Some(path)) => check.note(&format!("report written to {}", path.display())),
                Ok(None) => {}
                Err(problem) => {
                    check.print_problem(&problem);
                    self.failed = true;
                }
            }
        }
        match check.arguments.format {
            Format::Text => out.print(&safe_for_logs(&self.words))?,
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
                check.print_problem(&problem);
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
        self.write_snapshot(check, !found && !is_over);
        Ok(match (self.failed, found || is_over) {
            (true, _) => COULD_NOT_RUN,
            (false, true) => ERRORS_FOUND,
            (false, false) => CLEAN,
        })
    }

    /// Writes the snapshot, if the check `passed`: otherwise the site may not be published.
    fn write_snapshot(&mut self, check: &Check, passed: bool) {
        let Some(file) = &self.outputs.snapshot else { return };
        let text = self.snapshot.as_ref().filter(|_| passed && !self.failed);
        match text.map(|text| file.write(text)) {
            None => check.print_problem("the snapshot is not changed, because the check failed"),
            Some(Ok(None)) => {}
            Some(Ok(Some(path))) => check.note(&format!("snapshot written to {}", path.display())),
            Some(Err(problem)) => {
                check.print_problem(&problem);
                self.failed = true;
            }
        }
    }
}
