//! A run in progress: the files that are still to be checked, and the results of the other files.

use std::collections::BTreeMap;
use std::sync::Arc;

use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::session::{self, Members, Session, Step, common_folder, retain_others};
use sitemap_validator::set::Member;
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator_protocol::http::Page;
use sitemap_validator_protocol::message::{Folder, FromWorker, Input, Settings, first_findings};
use sitemap_validator_protocol::name::plain_name;
use sitemap_validator_protocol::sorted_map::SortedMap;

use crate::built::BuiltFolder;
use crate::edge::Edge;
use crate::finding_store::FindingStore;
use crate::input_file::{self, InputFile, stated_url};
use crate::pace::{LocalCheck, Pace};
use crate::run::{CheckedFile, Recheck, Run};
use crate::sentences::Problem;
use crate::settings::options;
use crate::task::{CheckResult, CheckTerms, FileSummary, SharedContext, SharedData, Task};

/// Progress is always posted before a file larger than this, in bytes, is read.
const LARGE: u64 = 16 * 1024 * 1024;

/// A run in progress.
#[derive(Debug)]
pub struct Job<F> {
    number: u32,
    session: Session,
    set: bool,
    /// The progress.
    pub pace: Pace,
    open: BTreeMap<usize, OpenFile<F>>,
    done: SortedMap<usize, CheckedFile<F>>,
    /// The data that helpers receive first.
    pub brief: SharedData,
    /// The folder of the built site, to compare the files with.
    folder: Option<Box<BuiltFolder>>,
}

/// The checked files of a run, before they are compared.
#[derive(Debug)]
pub(crate) struct CheckedSet {
    pub(crate) number: u32,
    pub(crate) members: Members,
    pace: Pace,
}

/// A file that has not been checked yet.
#[derive(Debug)]
struct OpenFile<F> {
    given: InputFile<F>,
    task: Task,
    size: u64,
    /// True if a helper has the file.
    is_assigned: bool,
    /// True if the text is in memory, so that the file is checked here and not by a helper.
    here: bool,
}

impl<F> Job<F> {
    /// Starts to check `inputs`, which replaces the previous run: reads indexes and robots.txt files, and determines
    /// the options for each file.
    ///
    /// # Errors
    /// If a file is missing.
    pub fn begin<E: Edge<File = F>>(
        number: u32,
        settings: &Settings,
        (inputs, folder): (Vec<Input>, Option<Box<Folder>>),
        files: Vec<F>,
        words: &Words,
        run: &mut Run<F>,
        edge: &E,
    ) -> Result<Self, Problem> {
        let mut before = EarlierRun::of(run, &inputs);
        let mut given = InputFile::all(inputs, files, &mut run.serial, &mut run.texts)?;
        for given in &mut given {
            before.reuse_text(given);
        }
        let named = given.iter().map(|given| (given.input.name.clone(), given.size(&mut run.texts, edge)));
        let named: Vec<(String, u64)> = named.collect();
        let mut sizes: Vec<u64> = named.iter().map(|(_, size)| *size).collect();
        let mut pace = Pace::new(number, named, edge);
        let folder = folder.map(|folder| Box::new(BuiltFolder::new(*folder, &given, settings)));
        let mut session = session(settings, &given, folder.as_deref());
        let mut looks = FirstLooks::default();
        loop {
            match session.next() {
                Step::Peek(file) => {
                    pace.looking(file, edge);
                    looks.peek(file, &given, &before, &mut session, run, edge);
                }
                Step::Read(file) => looks.read(file, &mut given, &mut session, run, edge),
                Step::Check(_) | Step::Done => break,
            }
        }
        let others = session.non_sitemaps();
        if !others.is_empty() && others.len() < given.len() {
            session.leave_out(&others);
            looks.leave_out(&others, given.len());
            retain_others(&mut given, &others);
            retain_others(&mut sizes, &others);
            pace.leave_out(&others);
            let files = others.iter().map(|file| *file as u32).collect();
            edge.post(FromWorker::LeftOut { run: number, files });
        }
        let set = session.is_set();
        let (robots, fingerprint) = robots(&session);
        let language = words.catalogue().map(|catalogue| (catalogue.tag().to_owned(), catalogue.text().to_owned()));
        // If the page did not send the words of the language, use English.
        let spoken = language.as_ref().map(|(tag, _)| tag.clone()).unwrap_or_default();
        let brief = SharedData { robots, language };
        run.shared = SharedContext { robots: brief.robots(), words: words.clone() };
        let most = first_findings(given.len()) as u32;
        let now = settings.now;
        let settings = Settings { base: None, now: None, lang: spoken, ..settings.clone() };
        let (open, done) = (BTreeMap::new(), SortedMap::default());
        let mut job = Self { number, session, set, pace, open, done, brief, folder };
        for (file, (given, size)) in given.into_iter().zip(sizes).enumerate() {
            let terms = CheckTerms {
                content: given.input.content,
                name: given.input.name.clone(),
                context: job.session.context(file),
                repaired: given.input.repaired,
                settings: settings.clone(),
                set,
                robots: fingerprint,
            };
            if let Some((checked, member)) = before.take(&terms) {
                job.pace.finish(file, &checked.outcome.summary);
                job.session.checked(file, member);
                job.done.insert(file, checked);
                continue;
            }
            let here = given.file.is_none() || looks.read.contains(&file);
            let missing = given.input.http.clone().filter(|_| is_missing(&given.input));
            let task = Task { terms, now, most };
            job.open.insert(file, OpenFile { given, task, size, is_assigned: false, here });
            if let Some(http) = missing {
                let outcome = FileSummary { summary: json::unfetched((*http).clone(), words), safe_fixes: 0, lines: 0 };
                job.close(file, outcome, None, None, 0);
                continue;
            }
            if let Some(why) = looks.unread.remove(&file) {
                job.unread(file, why.in_words(words));
            }
        }
        Ok(job)
    }

    /// True if no file is left to check.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// The files that no helper has taken and that helpers may take, with their sizes, in order.
    pub fn free(&self) -> impl Iterator<Item = (usize, u64)> {
        self.open.iter().filter(|(_, open)| !open.is_assigned && !open.here).map(|(&file, open)| (file, open.weight()))
    }

    /// The approximate memory that checking `file` takes, in bytes.
    pub fn weight(&self, file: usize) -> u64 {
        self.open.get(&file).map_or(0, OpenFile::weight)
    }

    /// Assigns `file` to a helper.
    pub fn assign(&mut self, file: usize) -> Option<(&Task, &F)> {
        self.pace.begin(file);
        let open = self.open.get_mut(&file)?;
        open.is_assigned = true;
        Some((&open.task, open.given.file.as_ref()?))
    }

    /// Takes back a file that a helper has not started.
    pub fn return_file(&mut self, file: usize) {
        self.pace.return_file(file);
        if let Some(open) = self.open.get_mut(&file) {
            open.is_assigned = false;
        }
    }

    /// Checks the files that are not sent to helpers, or all remaining files if `all` is true.
    ///
    /// # Errors
    /// If a single file cannot be read.
    pub fn check_here<E: Edge<File = F>>(&mut self, all: bool, run: &mut Run<F>, edge: &E) -> Result<(), Problem> {
        let files: Vec<usize> = self.open.iter().filter(|(_, open)| all || open.here).map(|(&file, _)| file).collect();
        for file in files {
            let Some(OpenFile { given, task, size, .. }) = self.open.get_mut(&file) else { continue };
            self.pace.begin(file);
            if *size > LARGE {
                self.pace.post_progress(edge);
            } else {
                self.pace.post_when_due(edge);
            }
            match given.text(self.set, &mut run.texts, edge) {
                Ok(text) => {
                    edge.mark("check");
                    let mut listener = LocalCheck { pace: &mut self.pace, file, edge };
                    let CheckResult { outcome, member, store } = task.check(&text, &run.shared, &mut listener);
                    let fingerprint = given.fingerprint;
                    self.close(file, outcome, member, Some(store), fingerprint);
                }
                Err(why) if self.set => self.unread(file, why.in_words(&run.shared.words)),
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }

    /// Stores the result of a helper for `file`.
    pub fn take(&mut self, file: usize, outcome: FileSummary, member: Member, fingerprint: u64) {
        self.close(file, outcome, Some(member), None, fingerprint);
    }

    /// Notes that `file` could not be read or checked; `why` is a sentence.
    pub fn unread(&mut self, file: usize, why: String) {
        if let Some(OpenFile { task, size, .. }) = self.open.get(&file) {
            self.session.unread(file, task.terms.name.clone());
            self.close(file, FileSummary::unread(&task.terms, *size, why), None, None, 0);
        }
    }

    fn close(
        &mut self,
        file: usize,
        outcome: FileSummary,
        member: Option<Member>,
        store: Option<FindingStore>,
        fingerprint: u64,
    ) {
        let Some(OpenFile { given, task, .. }) = self.open.remove(&file) else { return };
        self.pace.finish(file, &outcome.summary);
        let again = given.file.filter(|_| self.set).map(|file| Recheck { file, fingerprint });
        if let Some(member) = member {
            self.session.checked(file, member);
        }
        self.done.insert(file, CheckedFile { serial: given.serial, again, task, outcome, store });
    }

    /// Ends the check of the files. Also returns the folder to compare them with.
    pub(crate) fn finish(mut self, run: &mut Run<F>, edge: &impl Edge) -> (CheckedSet, Option<Box<BuiltFolder>>) {
        if self.set {
            self.pace.post_end(edge);
        }
        run.files.extend(self.done.into_iter().map(|(_, checked)| checked));
        let serials: SortedMap<u32, ()> = run.files.iter().map(|file| (file.serial, ())).collect();
        run.texts.retain(|serial| serials.get(&serial).is_some());
        (CheckedSet { number: self.number, members: self.session.finish(), pace: self.pace }, self.folder)
    }
}

impl CheckedSet {
    /// Ends the run: compares the files of a set, and the `pages` that they list, and returns the answer for the page.
    pub(crate) fn finish<F>(self, pages: &[Page], run: &mut Run<F>, edge: &impl Edge) -> FromWorker {
        run.across = self.members.compare(pages);
        run.members = if run.across.is_some() { self.members.files } else { Vec::new() };
        run.update_cross_file_findings();
        let summaries = run.files.iter().map(|file| file.outcome.summary.clone()).collect();
        FromWorker::Done {
            run: self.number,
            report: run.report_of(summaries, run.across.as_ref()),
            elapsed: self.pace.elapsed(edge),
            safe_fixes: run.files.iter().map(|file| file.outcome.safe_fixes).collect(),
            lines: run.files.iter().map(|file| file.outcome.lines).collect(),
        }
    }
}

/// True for a file that could not be fetched.
fn is_missing(input: &Input) -> bool {
    input.http.as_ref().is_some_and(|http| !http.is_ok())
}

impl<F> OpenFile<F> {
    fn weight(&self) -> u64 {
        let name = &self.task.terms.name;
        // A compressed sitemap has about a tenth of its original size.
        if plain_name(name) == name { self.size } else { self.size.saturating_mul(10) }
    }
}

/// Creates the session for the inputs.
fn session<F>(settings: &Settings, given: &[InputFile<F>], built: Option<&BuiltFolder>) -> Session {
    let names = given.iter().map(|given| given.input.name.as_str());
    let folder = built.map_or_else(|| common_folder(names), BuiltFolder::start);
    let is_set = given.len() > 1 || built.is_some();
    let base = settings.base.as_deref().map(str::trim).filter(|base| !base.is_empty() && is_set);
    let terms = session::SetOptions {
        options: options(settings),
        base: base.map(str::to_owned),
        is_set: built.is_some(),
        max_findings: DEFAULT_CAP,
        ..session::SetOptions::default()
    };
    let files = given.iter().map(|InputFile { input, .. }| session::InputFile {
        name: input.name.get(folder..).unwrap_or_default().to_owned(),
        url: stated_url(input).map(str::to_owned),
        http: input.http.as_deref().map(|http| Arc::new(http.clone())),
        // Files from a dropped folder are marked as found: a folder also contains files that are not sitemaps.
        is_found: input.name.contains('/') && input.http.is_none(),
    });
    Session::new(terms, files)
}

/// Returns the robots.txt files of a set with their URLs, and the hash of both.
fn robots(session: &Session) -> (Vec<(String, Option<String>)>, u64) {
    let mut fingerprint = 0_u64;
    let read = |(text, url): (&str, Option<&str>)| {
        for part in [text, url.unwrap_or_default()] {
            fingerprint = fingerprint.rotate_left(9) ^ input_file::fingerprint(part.as_bytes());
        }
        (text.to_owned(), url.map(str::to_owned))
    };
    let robots = session.robots_texts().map(read).collect();
    (robots, fingerprint)
}

/// The files of a set that are read before the others are checked.
#[derive(Debug, Default)]
struct FirstLooks {
    /// The files that were read completely.
    read: Vec<usize>,
    /// The files that could not be read, with the reasons.
    unread: SortedMap<usize, Problem>,
}

impl FirstLooks {
    fn peek<E: Edge<File = F>, F>(
        &mut self,
        file: usize,
        given: &[InputFile<F>],
        before: &EarlierRun<F>,
        session: &mut Session,
        run: &mut Run<F>,
        edge: &E,
    ) {
        let Some(given) = given.get(file) else { return };
        match before.find(given.input.content) {
            Some((_, member)) => session.known(file, member),
            None => match given.head(&mut run.texts, edge) {
                Ok(head) => session.peeked(file, head),
                Err(why) => self.fail(file, given, why, session),
            },
        }
    }

    fn read<E: Edge<File = F>, F>(
        &mut self,
        file: usize,
        given: &mut [InputFile<F>],
        session: &mut Session,
        run: &mut Run<F>,
        edge: &E,
    ) {
        let Some(given) = given.get_mut(file) else { return };
        self.read.push(file);
        match given.text(true, &mut run.texts, edge) {
            Ok(text) => session.read(file, &text.source),
            Err(why) => self.fail(file, given, why, session),
        }
    }

    /// Removes these of `all` files and renumbers the others.
    fn leave_out(&mut self, files: &[usize], all: usize) {
        let mut stay: Vec<usize> = (0..all).collect();
        retain_others(&mut stay, files);
        let moved = |file: usize| stay.binary_search(&file).ok();
        self.read = self.read.iter().filter_map(|file| moved(*file)).collect();
        let unread = std::mem::take(&mut self.unread).into_iter();
        self.unread = unread.filter_map(|(file, why)| Some((moved(file)?, why))).collect();
    }

    fn fail<F>(&mut self, file: usize, given: &InputFile<F>, why: Problem, session: &mut Session) {
        session.unread(file, given.input.name.clone());
        self.unread.insert(file, why);
    }
}

/// The results of an earlier run that a later one may reuse.
#[derive(Debug)]
struct EarlierRun<F>(Vec<(CheckedFile<F>, Member)>);

impl<F> EarlierRun<F> {
    /// Removes everything from `run` except the files of a set whose content is among `inputs`, because their reports
    /// may still be valid. All other texts are removed first, so that two runs are never in memory together.
    fn of(run: &mut Run<F>, inputs: &[Input]) -> Self {
        run.across = None;
        let several = inputs.iter().filter(|_| inputs.len() > 1);
        let wanted: SortedMap<u32, ()> = several.filter_map(|input| Some((input.content?, ()))).collect();
        let members = std::mem::take(&mut run.members);
        let files = std::mem::take(&mut run.files);
        let may_stay = |file: &CheckedFile<F>| {
            file.outcome.summary.read_error.is_none()
                && file.task.terms.content.is_some_and(|content| wanted.get(&content).is_some())
        };
        let store: Vec<_> = files.into_iter().zip(members).filter(|(file, _)| may_stay(file)).collect();
        let serials: SortedMap<u32, ()> = store.iter().map(|(file, _)| (file.serial, ())).collect();
        run.texts.retain(|serial| serials.get(&serial).is_some());
        Self(store)
    }

    /// Removes and returns the result of a check under the same terms.
    fn take(&mut self, terms: &CheckTerms) -> Option<(CheckedFile<F>, Member)> {
        let at = self.0.iter().position(|(file, _)| terms.content.is_some() && file.task.terms == *terms)?;
        Some(self.0.swap_remove(at))
    }

    /// Returns the result for the content with this number, under any terms.
    fn find(&self, content: Option<u32>) -> Option<&(CheckedFile<F>, Member)> {
        self.0.iter().find(|(file, _)| content.is_some() && file.task.terms.content == content)
    }

    /// Reuses the text of the same content for `given`, if it is still in memory.
    fn reuse_text(&self, given: &mut InputFile<F>) {
        if let (Some((checked, _)), true) = (self.find(given.input.content), given.file.is_some()) {
            given.serial = checked.serial;
            given.fingerprint = checked.again.as_ref().map_or(0, |again| again.fingerprint);
        }
    }
}
