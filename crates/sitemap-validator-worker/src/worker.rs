//! The messages from the page and the answers to them.

use std::sync::Arc;

use sitemap_validator::Span;
use sitemap_validator::compare;
use sitemap_validator::convert::{Converted, File};
use sitemap_validator::message::{Catalogue, Words};
use sitemap_validator::output::export::{self, Format};
use sitemap_validator_crawl::guard;
use sitemap_validator_protocol::comparison::ComparisonFile;
use sitemap_validator_protocol::message::{
    FixRequest, FolderFile, FromWorker, NewFile, PROTOCOL, Question, SiteStep, Target, ToWorker, run_of,
};
use sitemap_validator_protocol::packed::Packed;
use sitemap_validator_protocol::sorted_map::SortedMap;

use crate::built::{BuiltFolder, FolderCheck};
use crate::comparing::{self, Earlier};
use crate::diff;
use crate::edge::Edge;
use crate::finding_store::Found;
use crate::helper::FromHelper;
use crate::job::{CheckedSet, Job};
use crate::pool::Pool;
use crate::run::Run;
use crate::seeking::{self, Places};
use crate::sentences::{GARBLED, NO_FILE, NO_FORMAT, NO_RULE, NOT_UNDERSTOOD, OVER, Problem, STOPPED, STOPPED_BY};
use crate::site::Site;

/// The worker: the last run, the current run, and the browser.
#[derive(Debug)]
pub struct Worker<E: Edge> {
    edge: E,
    /// The number of the last run; `None` if it failed.
    number: Option<u32>,
    run: Run<E::File>,
    /// The run in progress, while helpers are working.
    job: Option<(u32, Job<E::File>)>,
    pool: Pool,
    /// The comparison with the folder of a built site, while the page sends its files.
    folder: Option<Box<FolderCheck>>,
    /// The site that was searched last.
    site: Option<Site>,
    /// The matches of the last text search.
    places: Places,
    /// The languages that the page has sent, by their tags.
    languages: SortedMap<String, Words>,
    /// The language of the last check.
    words: Words,
}

impl<E: Edge> Worker<E> {
    /// Creates a worker and posts that it is ready.
    pub fn start(edge: E) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        edge.post(FromWorker::Ready { protocol: PROTOCOL, version });
        Self {
            edge,
            number: None,
            run: Run::default(),
            job: None,
            pool: Pool::default(),
            folder: None,
            site: None,
            languages: SortedMap::default(),
            words: Words::default(),
            places: Places::default(),
        }
    }

    /// Answers `message`, a [`ToWorker`] as JSON, with the files posted along.
    pub fn handle(&mut self, message: &str, files: Vec<E::File>) {
        let (run, answer) = match ToWorker::from_json(message) {
            Ok(ToWorker::Words { lang: language, text }) => return self.add_language(language, &text),
            Ok(ToWorker::Check { run, settings, inputs, processors, folder }) => {
                // The page no longer needs the run in progress.
                self.pool.end(&self.edge);
                self.number = None;
                self.job = None;
                self.folder = None;
                self.run.built = None;
                self.places = Places::default();
                self.words = self.languages.get(&settings.lang).cloned().unwrap_or_default();
                let is_fetched = inputs.iter().any(|input| input.http.is_some());
                self.run.partial = is_fetched && self.site.as_ref().is_some_and(Site::is_partial);
                match Job::begin(run, &settings, (inputs, folder), files, &self.words, &mut self.run, &self.edge) {
                    Ok(job) => {
                        self.pool.start(&job, processors, &self.edge);
                        self.job = Some((run, job));
                        return self.go_on();
                    }
                    Err(trouble) => (run, Err(trouble)),
                }
            }
            Ok(ToWorker::Site { run, step }) => return self.search(run, step, &files),
            Ok(ToWorker::Folder { run, files: read }) => return self.read_folder(run, read, files),
            Ok(ToWorker::Ask { run, file, question }) => {
                (run, self.exists(run, Some(file)).and_then(|()| self.answer(run, file, question)))
            }
            Ok(ToWorker::FixAll { run, files, what }) => (run, self.fix_all(run, files, &what)),
            Ok(ToWorker::Convert { run, file, to }) => {
                (run, self.exists(run, Some(file)).and_then(|()| self.convert(run, file, to)))
            }
            Ok(ToWorker::Compare { run, number, names, inputs, file }) => {
                let old = Earlier { name: &names[0], inputs, files };
                (run, self.exists(run, None).and_then(|()| self.compare(run, number, old, &names[1], file)))
            }
            Ok(ToWorker::Export { run, format, file }) => {
                (run, self.exists(run, file).and_then(|()| self.export(run, format, file)))
            }
            Err(error) => (run_of(message), Err(Problem::about(NOT_UNDERSTOOD, &error))),
        };
        self.edge.post(answer.unwrap_or_else(|trouble| self.failed(run, &trouble)));
    }

    /// Performs a step of the search of a site. This code is loaded later.
    #[inline(never)]
    fn search(&mut self, run: u32, step: SiteStep, files: &[E::File]) {
        let (answer, ends) = match step {
            SiteStep::Begin { start, now, private, again, lang: language } => {
                self.words = self.languages.get(&language).cloned().unwrap_or_default();
                let before = self.site.take().filter(|_| again);
                match Site::begin(run, start, now, private, before, &self.edge) {
                    Ok(site) => self.site = Some(site),
                    Err(trouble) => return self.edge.post(self.failed(run, &trouble)),
                }
                (None, false)
            }
            SiteStep::Fetched { id, answer } => (Some((id, answer)), false),
            SiteStep::Resolved { id, addresses } => {
                return self.edge.post(FromWorker::Resolved { run, id, is_public: guard::are_public(&addresses) });
            }
            SiteStep::GoOn => (None, false),
            SiteStep::End => (None, true),
        };
        let Some(site) = self.site.as_mut().filter(|site| site.run() == run) else { return };
        if let Some((id, answer)) = answer {
            site.take(id, answer, files.first(), &self.edge);
        }
        let answer = if ends { site.end(&self.words) } else { site.go_on(&self.words, &self.edge) };
        self.edge.post(answer);
    }

    /// Begins to compare the checked files with the folder of the built site. This code is loaded later.
    #[inline(never)]
    fn begin_folder(&mut self, checked: CheckedSet, folder: BuiltFolder) {
        let run = checked.number;
        match FolderCheck::begin(checked, folder, &mut self.run, &self.words, &self.edge) {
            Ok(check) => self.folder = Some(Box::new(check)),
            Err(answer) => {
                self.number = Some(run);
                self.edge.post(*answer);
            }
        }
    }

    /// Reads files of the folder of the built site, and ends the run if they are the last ones. This code is loaded later.
    #[inline(never)]
    fn read_folder(&mut self, run: u32, files: Vec<FolderFile>, contents: Vec<E::File>) {
        let Some(mut check) = self.folder.take_if(|check| check.run() == run) else { return };
        check.take(files, contents, &self.edge);
        if !check.is_done() {
            self.folder = Some(check);
            return;
        }
        self.number = Some(run);
        let answer = check.finish(&mut self.run, &self.words, &self.edge);
        self.edge.post(answer);
    }

    /// Stores the words of a language. If they cannot be parsed, English is used.
    fn add_language(&mut self, language: String, text: &str) {
        if let Ok(catalogue) = Catalogue::parse(&language, text) {
            self.languages.insert(language, Arc::new(catalogue).into());
        }
    }

    fn failed(&self, run: u32, trouble: &Problem) -> FromWorker {
        FromWorker::Failed { run, message: trouble.in_words(&self.words) }
    }

    /// Handles `message`, a packed [`FromHelper`], from a helper.
    pub fn receive(&mut self, helper: u32, message: &[u8]) {
        let (Some((_, job)), true) = (&mut self.job, self.pool.has(helper)) else { return };
        let Some(answer) = FromHelper::unpack(message) else {
            return self.lose_helper(helper, GARBLED);
        };
        match (answer, self.pool.file(helper)) {
            (FromHelper::Progress(now), Some(file)) => {
                job.pace.set(file, now);
                return job.pace.post_when_due(&self.edge);
            }
            (FromHelper::Done { outcome, member, fingerprint }, Some(file)) => {
                self.pool.is_free(helper, job, &self.edge);
                job.take(file, *outcome, *member, fingerprint);
            }
            (FromHelper::Unread(why), Some(file)) => {
                self.pool.is_free(helper, job, &self.edge);
                job.unread(file, why);
            }
            (_, None) => self.pool.is_ready(helper),
            (FromHelper::Ready, Some(_)) => {}
        }
        self.go_on();
    }

    /// Handles the end of a helper; `why` is the reason.
    pub fn lose_helper(&mut self, helper: u32, why: &str) {
        let (Some((_, job)), true) = (&mut self.job, self.pool.has(helper)) else { return };
        if let Some(file) = self.pool.is_gone(helper, job, &self.edge) {
            let trouble = unchecked(job.pace.name(file), why);
            job.unread(file, trouble.in_words(&self.words));
        }
        self.go_on();
    }

    /// Continues the run in progress, with helpers or else here, and ends it when all files are checked.
    fn go_on(&mut self) {
        let Some((run, mut job)) = self.job.take() else { return };
        self.pool.share(&mut job, &self.words, &self.edge);
        let checked = job.check_here(self.pool.is_empty(), &mut self.run, &self.edge);
        let answer = match checked {
            Ok(()) if !job.is_done() => {
                job.pace.post_when_due(&self.edge);
                self.job = Some((run, job));
                return;
            }
            Ok(()) => match job.finish(&mut self.run, &self.edge) {
                (checked, None) => {
                    self.number = Some(run);
                    checked.finish(&[], &mut self.run, &self.edge)
                }
                (checked, Some(folder)) => {
                    self.pool.end(&self.edge);
                    return self.begin_folder(checked, *folder);
                }
            },
            Err(trouble) => self.failed(run, &trouble),
        };
        self.pool.end(&self.edge);
        self.edge.post(answer);
    }

    /// Fails unless `run` is the last one and has file `index`.
    fn exists(&self, run: u32, index: Option<u32>) -> Result<(), Problem> {
        if self.number != Some(run) {
            return Err(Problem::plain(OVER));
        }
        match index {
            Some(index) if index as usize >= self.run.len() => Err(Problem::about(NO_FILE, &index.to_string())),
            _ => Ok(()),
        }
    }

    /// Answers a question about a file of the last run.
    fn answer(&mut self, run: u32, file: u32, question: Question) -> Result<FromWorker, Problem> {
        let (text, store) = self.run.text_and_findings(file as usize, &self.edge)?;
        Ok(match question {
            Question::Findings { rule, offset, count } => {
                let diagnostics = store.findings(&text, rule.as_deref(), offset, count);
                FromWorker::Findings { run, file, rule, offset, diagnostics }
            }
            Question::Search { text: wanted, rule, offset, count } => {
                let Found { among, rules, diagnostics } = store.search(&text, &wanted, rule.as_deref(), offset, count);
                FromWorker::Found { run, file, text: wanted, rule, among, rules, diagnostics }
            }
            Question::Excerpts => FromWorker::Excerpts { run, file, excerpts: store.excerpts(&text) },
            Question::Lines { first, count, focus } => {
                let lines = store.lines(&text, first, count, focus);
                FromWorker::Lines { run, file, total: text.line_count(), lines }
            }
            Question::Text => FromWorker::Text { run, file, text: text.source.text().to_owned() },
            Question::Seek { text: wanted, from, backwards } => {
                let pause = || self.edge.pause();
                self.places.update((run, file), &wanted, &text, &pause);
                let found = self.places.seek(&text, from, backwards, &pause);
                FromWorker::Sought { run, file, text: wanted, found }
            }
            Question::Locate { line, column } => {
                FromWorker::Located { run, file, spot: seeking::locate(&text, line, column) }
            }
            Question::Read { start, end } => {
                let place = Span { start, end };
                let (reading, value) = (store.reading(&text, place), store.value(&text, place));
                FromWorker::Read { run, file, start, end, reading, value }
            }
            Question::Preview { what } => {
                let repaired = store.repaired(&text, &what).ok_or_else(|| Problem::plain(NO_RULE))?;
                FromWorker::Previewed { run, file, what, diff: diff::between(&text.source, &repaired) }
            }
            Question::Fix { what } => {
                let (applied, text) = store.fix(&text, &what).ok_or_else(|| Problem::plain(NO_RULE))?;
                FromWorker::Fixed { run, file, applied, text }
            }
            Question::Figures => {
                let figures = store.figures(&text, &mut || self.edge.pause());
                FromWorker::Figures { run, file, figures: Box::new(figures) }
            }
        })
    }

    fn fix_all(&mut self, run: u32, files: Vec<u32>, what: &FixRequest) -> Result<FromWorker, Problem> {
        self.exists(run, None)?;
        for file in files {
            self.exists(run, Some(file))?;
            self.edge.pause();
            let from_text = self.run.is_text(file as usize);
            let (text, store) = self.run.text_and_findings(file as usize, &self.edge)?;
            let fixed = store.fix(&text, what).ok_or_else(|| Problem::plain(NO_RULE))?;
            // Each file is posted at once, because all of them together may not fit into memory.
            if let (applied @ 1.., text) = fixed {
                self.edge.post(FromWorker::FixedPart { run, file, applied, from_text, text });
            }
        }
        Ok(FromWorker::FixedAll { run })
    }

    fn convert(&mut self, run: u32, file: u32, to: Target) -> Result<FromWorker, Problem> {
        let Converted { files, left_out, omitted, .. } = self.run.convert(file as usize, to, &self.edge)?;
        let files = files.into_iter().map(|File { name, text }| NewFile { name, text }).collect();
        Ok(FromWorker::Converted { run, files, left_out, omitted: omitted.into_iter().collect() })
    }

    /// Compares an earlier version with the last run. This code is loaded later.
    #[inline(never)]
    fn compare(
        &mut self,
        run: u32,
        number: u32,
        old: Earlier<'_, E::File>,
        name: &str,
        file: Option<ComparisonFile>,
    ) -> Result<FromWorker, Problem> {
        let most = if file.is_some() { 0 } else { compare::LISTED as u64 };
        let comparison = comparing::compare(old, name, &mut self.run, most, &self.words, &self.edge)?;
        let answer = match file {
            None => {
                let redirects = comparison.counts.moved + comparison.counts.renamed > 0;
                FromWorker::Compared { run, number, summary: compare::summary(&comparison, 0, &self.words), redirects }
            }
            Some(file) => {
                let text = compare::file(&comparison, file, &self.words);
                FromWorker::Exported { run, format: file.name().to_owned(), text }
            }
        };
        Ok(answer)
    }

    /// Returns the report on the last run, or on one of its files, as text.
    fn export(&mut self, run: u32, format: String, file: Option<u32>) -> Result<FromWorker, Problem> {
        let Some(of) = Format::offered().find(|offered| offered.info().name == format) else {
            let names: Vec<String> = Format::offered().map(|format| format!("`{}`", format.info().name)).collect();
            return Err(Problem::why(NO_FORMAT, &format, &names.join(", ")));
        };
        let report = self.run.report(file.map(|file| file as usize), of.has_excerpts(), &self.edge)?;
        let text = export::write(of, &report, self.edge.site().as_deref(), &self.words);
        Ok(FromWorker::Exported { run, format, text })
    }
}

/// Returns the message that a file could not be checked.
fn unchecked(name: &str, why: &str) -> Problem {
    let why = why.trim_start_matches("Uncaught ").trim_end_matches('.');
    Problem::why(if why.is_empty() { STOPPED } else { STOPPED_BY }, name, why)
}

#[cfg(test)]
mod tests;
