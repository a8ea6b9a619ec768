//! A run on its way: what is still to be checked, and what came of the rest.

use std::collections::BTreeMap;
use std::sync::Arc;

use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::session::{self, Context, Session, Step, common_folder, retain_others};
use sitemap_validator::set::Member;
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator_protocol::message::{FromWorker, Input, Settings, first_findings};
use sitemap_validator_protocol::name::plain_name;
use sitemap_validator_protocol::sorted_map::SortedMap;

use crate::edge::Edge;
use crate::given::{self, Given, stated};
use crate::kept::Kept;
use crate::pace::{Here, Pace};
use crate::run::{Again, Checked, Run};
use crate::sentences::Trouble;
use crate::settings::options;
use crate::task::{Brief, Made, Shared, Task, Terms, Told};

/// The reading of what is larger than this takes long enough to be told of.
const LARGE: u64 = 16 * 1024 * 1024;

/// A run on its way.
#[derive(Debug)]
pub struct Job<F> {
    number: u32,
    session: Session,
    set: bool,
    /// How far it is.
    pub pace: Pace,
    open: BTreeMap<usize, Open<F>>,
    done: SortedMap<usize, Checked<F>>,
    /// What helpers are told before all else.
    pub brief: Brief,
}

/// A file that is to be checked.
#[derive(Debug)]
struct Open<F> {
    given: Given<F>,
    task: Task,
    size: u64,
    /// A helper has it.
    begun: bool,
    /// Its text is at hand: it is not sent away.
    here: bool,
}

impl<F> Job<F> {
    /// Begins to check `inputs` in the place of what was checked before: reads indexes and robots.txt files, and finds
    /// out what each file is to be checked under.
    ///
    /// # Errors
    /// When a file did not come along.
    pub fn begin<E: Edge<File = F>>(
        number: u32,
        settings: &Settings,
        inputs: Vec<Input>,
        files: Vec<F>,
        words: &Words,
        run: &mut Run<F>,
        edge: &E,
    ) -> Result<Self, Trouble> {
        let mut before = Before::of(run, &inputs);
        let mut given = Given::all(inputs, files, &mut run.serial, &mut run.texts)?;
        for given in &mut given {
            before.lend(given);
        }
        let named = given.iter().map(|given| (given.input.name.clone(), given.size(&mut run.texts, edge)));
        let named: Vec<(String, u64)> = named.collect();
        let mut sizes: Vec<u64> = named.iter().map(|(_, size)| *size).collect();
        let mut pace = Pace::new(number, named, edge);
        let mut session = session(settings, &given);
        let mut looks = Looks::default();
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
        let others = session.others();
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
        let (robots, print) = robots(&session);
        let language = words.catalogue().map(|catalogue| (catalogue.tag().to_owned(), catalogue.text().to_owned()));
        // Words that the page did not send are those of English.
        let spoken = language.as_ref().map(|(tag, _)| tag.clone()).unwrap_or_default();
        let brief = Brief { robots, language };
        run.shared = Shared { robots: brief.robots(), words: words.clone() };
        let most = first_findings(given.len()) as u32;
        let now = settings.now;
        let settings = Settings { base: None, now: None, lang: spoken, ..settings.clone() };
        let mut job = Self { number, session, set, pace, open: BTreeMap::new(), done: SortedMap::default(), brief };
        for (file, (given, size)) in given.into_iter().zip(sizes).enumerate() {
            let Context { place, is_unlisted, .. } = job.session.context(file);
            let terms = Terms {
                content: given.input.content,
                name: given.input.name.clone(),
                is_unlisted,
                url: place.url,
                is_url_presumed: !place.is_certain,
                listed_by: place.index,
                http: given.input.http.clone(),
                repaired: given.input.repaired,
                settings: settings.clone(),
                set,
                robots: print,
            };
            if let Some((checked, member)) = before.take(&terms) {
                job.pace.finish(file, &checked.told.summary);
                job.session.checked(file, member);
                job.done.insert(file, checked);
                continue;
            }
            let here = given.file.is_none() || looks.read.contains(&file);
            let missing = given.input.http.clone().filter(|_| is_missing(&given.input));
            let task = Task { terms, now, most };
            job.open.insert(file, Open { given, task, size, begun: false, here });
            if let Some(http) = missing {
                let told = Told { summary: json::unfetched((*http).clone(), words), safe_fixes: 0, lines: 0 };
                job.close(file, told, None, None, 0);
                continue;
            }
            if let Some(why) = looks.unread.remove(&file) {
                job.unread(file, why.in_words(words));
            }
        }
        Ok(job)
    }

    /// True when nothing is left to check.
    pub fn is_done(&self) -> bool {
        self.open.is_empty()
    }

    /// The files that helpers may take and have not taken, with their sizes, in order.
    pub fn free(&self) -> impl Iterator<Item = (usize, u64)> {
        self.open.iter().filter(|(_, open)| !open.begun && !open.here).map(|(&file, open)| (file, open.weight()))
    }

    /// What `file` weighs in memory while it is checked, roughly.
    pub fn weight(&self, file: usize) -> u64 {
        self.open.get(&file).map_or(0, Open::weight)
    }

    /// Gives `file` to a helper.
    pub fn give(&mut self, file: usize) -> Option<(&Task, &F)> {
        self.pace.begin(file);
        let open = self.open.get_mut(&file)?;
        open.begun = true;
        Some((&open.task, open.given.file.as_ref()?))
    }

    /// Takes back what a helper has not begun.
    pub fn give_back(&mut self, file: usize) {
        self.pace.give_back(file);
        if let Some(open) = self.open.get_mut(&file) {
            open.begun = false;
        }
    }

    /// Checks here what is not sent away, or all that is left.
    ///
    /// # Errors
    /// When a single file cannot be read.
    pub fn check_here<E: Edge<File = F>>(&mut self, all: bool, run: &mut Run<F>, edge: &E) -> Result<(), Trouble> {
        let files: Vec<usize> = self.open.iter().filter(|(_, open)| all || open.here).map(|(&file, _)| file).collect();
        for file in files {
            let Some(Open { given, task, size, .. }) = self.open.get_mut(&file) else { continue };
            self.pace.begin(file);
            if *size > LARGE {
                self.pace.tell(edge);
            } else {
                self.pace.tell_when_due(edge);
            }
            match given.text(self.set, &mut run.texts, edge) {
                Ok(text) => {
                    edge.mark("check");
                    let mut listener = Here { pace: &mut self.pace, file, edge };
                    let Made { told, member, kept } = task.check(&text, &run.shared, &mut listener);
                    let print = given.print;
                    self.close(file, told, member, Some(kept), print);
                }
                Err(why) if self.set => self.unread(file, why.in_words(&run.shared.words)),
                Err(why) => return Err(why),
            }
        }
        Ok(())
    }

    /// Takes in what a helper made of `file`.
    pub fn take(&mut self, file: usize, told: Told, member: Member, print: u64) {
        self.close(file, told, Some(member), None, print);
    }

    /// Notes that `file` could not be read or checked; `why` is a sentence.
    pub fn unread(&mut self, file: usize, why: String) {
        if let Some(Open { task, size, .. }) = self.open.get(&file) {
            self.session.unread(file, task.terms.name.clone());
            self.close(file, Told::unread(&task.terms, *size, why), None, None, 0);
        }
    }

    fn close(&mut self, file: usize, told: Told, member: Option<Member>, kept: Option<Kept>, print: u64) {
        let Some(Open { given, task, .. }) = self.open.remove(&file) else { return };
        self.pace.finish(file, &told.summary);
        let again = given.file.filter(|_| self.set).map(|file| Again { file, print });
        if let Some(member) = member {
            self.session.checked(file, member);
        }
        self.done.insert(file, Checked { serial: given.serial, again, task, told, kept });
    }

    /// Ends the run: compares the files of a set, and gives the answer for the page.
    pub fn finish(mut self, run: &mut Run<F>, edge: &impl Edge) -> FromWorker {
        if self.set {
            self.pace.tell_end(edge);
        }
        run.files.extend(self.done.into_iter().map(|(_, checked)| checked));
        let serials: SortedMap<u32, ()> = run.files.iter().map(|file| (file.serial, ())).collect();
        run.texts.retain(|serial| serials.get(&serial).is_some());
        let members = self.session.finish();
        run.across = members.compare(&[]);
        run.members = if self.set { members.files } else { Vec::new() };
        run.tell_across();
        let summaries = run.files.iter().map(|file| file.told.summary.clone()).collect();
        FromWorker::Done {
            run: self.number,
            report: run.report_of(summaries, run.across.as_ref()),
            elapsed: self.pace.elapsed(edge),
            safe_fixes: run.files.iter().map(|file| file.told.safe_fixes).collect(),
            lines: run.files.iter().map(|file| file.told.lines).collect(),
        }
    }
}

/// True for a file that could not be fetched.
fn is_missing(input: &Input) -> bool {
    input.http.as_ref().is_some_and(|http| !http.is_ok())
}

impl<F> Open<F> {
    fn weight(&self) -> u64 {
        let name = &self.task.terms.name;
        // A sitemap shrinks to about a tenth.
        if plain_name(name) == name { self.size } else { self.size.saturating_mul(10) }
    }
}

/// The session of what was given.
fn session<F>(settings: &Settings, given: &[Given<F>]) -> Session {
    let folder = common_folder(given.iter().map(|given| given.input.name.as_str()));
    let base = settings.base.as_deref().map(str::trim).filter(|base| !base.is_empty() && given.len() > 1);
    let terms = session::Terms {
        options: options(settings, "", None),
        base: base.map(str::to_owned),
        max_findings: DEFAULT_CAP,
        ..session::Terms::default()
    };
    let files = given.iter().map(|Given { input, .. }| session::Given {
        name: input.name.get(folder..).unwrap_or_default().to_owned(),
        url: stated(input).map(str::to_owned),
        http: input.http.as_deref().map(|http| Arc::new(http.clone())),
        // Of what was dropped, a folder contains more than sitemaps.
        is_found: input.name.contains('/') && input.http.is_none(),
    });
    Session::new(terms, files)
}

/// The robots.txt files of a set with their URLs, and what both hash to.
fn robots(session: &Session) -> (Vec<(String, Option<String>)>, u64) {
    let mut print = 0_u64;
    let read = |(text, url): (&str, Option<&str>)| {
        for part in [text, url.unwrap_or_default()] {
            print = print.rotate_left(9) ^ given::print(part.as_bytes());
        }
        (text.to_owned(), url.map(str::to_owned))
    };
    let robots = session.robots_texts().map(read).collect();
    (robots, print)
}

/// What was read of a set before its files are checked.
#[derive(Debug, Default)]
struct Looks {
    /// The files that were read whole.
    read: Vec<usize>,
    /// What could not be read, and why.
    unread: SortedMap<usize, Trouble>,
}

impl Looks {
    fn peek<E: Edge<File = F>, F>(
        &mut self,
        file: usize,
        given: &[Given<F>],
        before: &Before<F>,
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
        given: &mut [Given<F>],
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

    /// Forgets these of `all` files; the others move up.
    fn leave_out(&mut self, files: &[usize], all: usize) {
        let mut stay: Vec<usize> = (0..all).collect();
        retain_others(&mut stay, files);
        let moved = |file: usize| stay.binary_search(&file).ok();
        self.read = self.read.iter().filter_map(|file| moved(*file)).collect();
        let unread = std::mem::take(&mut self.unread).into_iter();
        self.unread = unread.filter_map(|(file, why)| Some((moved(file)?, why))).collect();
    }

    fn fail<F>(&mut self, file: usize, given: &Given<F>, why: Trouble, session: &mut Session) {
        session.unread(file, given.input.name.clone());
        self.unread.insert(file, why);
    }
}

/// What an earlier run may have left to a later one.
#[derive(Debug)]
struct Before<F>(Vec<(Checked<F>, Member)>);

impl<F> Before<F> {
    /// Makes `run` forget all but the files of a set whose content is among `inputs`: their reports may still be
    /// right. All other texts go first, so that two runs never lie in memory together.
    fn of(run: &mut Run<F>, inputs: &[Input]) -> Self {
        run.across = None;
        let several = inputs.iter().filter(|_| inputs.len() > 1);
        let wanted: SortedMap<u32, ()> = several.filter_map(|input| Some((input.content?, ()))).collect();
        let members = std::mem::take(&mut run.members);
        let files = std::mem::take(&mut run.files);
        let may_stay = |file: &Checked<F>| {
            file.told.summary.read_error.is_none()
                && file.task.terms.content.is_some_and(|content| wanted.get(&content).is_some())
        };
        let kept: Vec<_> = files.into_iter().zip(members).filter(|(file, _)| may_stay(file)).collect();
        let serials: SortedMap<u32, ()> = kept.iter().map(|(file, _)| (file.serial, ())).collect();
        run.texts.retain(|serial| serials.get(&serial).is_some());
        Self(kept)
    }

    /// What was checked under the very same terms.
    fn take(&mut self, terms: &Terms) -> Option<(Checked<F>, Member)> {
        let at = self.0.iter().position(|(file, _)| terms.content.is_some() && file.task.terms == *terms)?;
        Some(self.0.swap_remove(at))
    }

    /// What is known of the content with this number, under whatever terms.
    fn find(&self, content: Option<u32>) -> Option<&(Checked<F>, Member)> {
        self.0.iter().find(|(file, _)| content.is_some() && file.task.terms.content == content)
    }

    /// Lets `given` have the text of the same content, when it is still at hand.
    fn lend(&self, given: &mut Given<F>) {
        if let (Some((checked, _)), true) = (self.find(given.input.content), given.file.is_some()) {
            given.serial = checked.serial;
            given.print = checked.again.as_ref().map_or(0, |again| again.print);
        }
    }
}
