//! A run on its way: what is still to be checked, and what came of the rest.

use std::collections::BTreeMap;
use std::rc::Rc;

use sitemap_validator::message::Words;
use sitemap_validator::output::json;
use sitemap_validator::set::{self, List, Member, Place};
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::{Kind, Options};
use sitemap_validator_protocol::message::{FromWorker, Input, Settings, first_findings};
use sitemap_validator_protocol::name::plain_name;
use sitemap_validator_protocol::sorted_map::SortedMap;

use crate::edge::Edge;
use crate::given::{self, Given, first_look, places};
use crate::kept::Kept;
use crate::pace::{Here, Pace};
use crate::run::{Again, Checked, Run};
use crate::sentences::Trouble;
use crate::settings::options;
use crate::task::{Brief, Made, Shared, Task, Terms, Told};
use crate::texts::Text;

/// The reading of what is larger than this takes long enough to be told of.
const LARGE: u64 = 16 * 1024 * 1024;

/// A run on its way.
#[derive(Debug)]
pub struct Job<F> {
    number: u32,
    /// What the files are compared under.
    options: Options,
    set: bool,
    /// How far it is.
    pub pace: Pace,
    open: BTreeMap<usize, Open<F>>,
    done: SortedMap<usize, (Checked<F>, Option<Member>)>,
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
        // A file that could not be fetched is reported as part of a set.
        let set = inputs.len() > 1 || inputs.iter().any(is_missing);
        let mut given = Given::all(inputs, files, &mut run.serial, &mut run.texts)?;
        for given in &mut given {
            before.lend(given);
        }
        let named = given.iter().map(|given| (given.input.name.clone(), given.size(&mut run.texts, edge)));
        let named: Vec<(String, u64)> = named.collect();
        let sizes: Vec<u64> = named.iter().map(|(_, size)| *size).collect();
        let mut pace = Pace::new(number, named, edge);
        let mut found = Found::default();
        if set {
            found.look(&mut given, &before, settings, run, &mut pace, edge);
        }
        let places = places(&given, &found.lists, settings);
        let (robots, print) = found.robots(&places);
        let language = words.catalogue().map(|catalogue| (catalogue.tag().to_owned(), catalogue.text().to_owned()));
        // Words that the page did not send are those of English.
        let spoken = language.as_ref().map(|(tag, _)| tag.clone()).unwrap_or_default();
        let brief = Brief { robots, language };
        run.shared = Shared { robots: brief.robots(), words: words.clone() };
        let most = first_findings(given.len()) as u32;
        let (all, now) = (settings, settings.now);
        let settings = Settings { base: None, now: None, language: spoken, ..settings.clone() };
        let mut job = Self {
            number,
            options: options(all, "", None),
            set,
            pace,
            open: BTreeMap::new(),
            done: SortedMap::default(),
            brief,
        };
        for (file, ((given, place), size)) in given.into_iter().zip(places).zip(sizes).enumerate() {
            let terms = Terms {
                content: given.input.content,
                name: given.input.name.clone(),
                // Of what was dropped, a folder contains more than sitemaps.
                is_unlisted: given.input.name.contains('/') && given.input.http.is_none() && !place.is_listed,
                address: place.address,
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
                job.done.insert(file, (checked, Some(member)));
                continue;
            }
            let here = given.file.is_none() || found.read.contains(&file);
            let missing = given.input.http.clone().filter(|_| is_missing(&given.input));
            let task = Task { terms, now, most };
            job.open.insert(file, Open { given, task, size, begun: false, here });
            if let Some(http) = missing {
                let told = Told { summary: json::unfetched((*http).clone(), words), safe_fixes: 0, lines: 0 };
                job.close(file, told, Some(Member::unfetched(*http)), None, 0);
                continue;
            }
            if let Some(why) = found.unread.remove(&file) {
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
            let Terms { name, address, .. } = &task.terms;
            let member = Member::unread(name.clone(), address.clone());
            self.close(file, Told::unread(&task.terms, *size, why), Some(member), None, 0);
        }
    }

    fn close(&mut self, file: usize, told: Told, member: Option<Member>, kept: Option<Kept>, print: u64) {
        let Some(Open { given, task, .. }) = self.open.remove(&file) else { return };
        self.pace.finish(file, &told.summary);
        let again = given.file.filter(|_| self.set).map(|file| Again { file, print });
        self.done.insert(file, (Checked { serial: given.serial, again, task, told, kept }, member));
    }

    /// Ends the run: compares the files of a set, and gives the answer for the page.
    pub fn finish(mut self, run: &mut Run<F>, edge: &impl Edge) -> FromWorker {
        if self.set {
            self.pace.tell_end(edge);
        }
        for (_, (checked, member)) in self.done {
            run.files.push(checked);
            run.members.extend(member.filter(|_| self.set));
        }
        let serials: SortedMap<u32, ()> = run.files.iter().map(|file| (file.serial, ())).collect();
        run.texts.retain(|serial| serials.get(&serial).is_some());
        run.across = self.set.then(|| set::check(&run.members, &self.options, DEFAULT_CAP));
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

/// What the indexes and robots.txt files of a set say before the others are read.
#[derive(Debug, Default)]
struct Found {
    /// The addresses they list.
    lists: Vec<List>,
    /// The robots.txt files, by their places in the set.
    robots: Vec<(usize, Rc<Text>)>,
    /// All that were read.
    read: Vec<usize>,
    /// What could not be read, and why.
    unread: SortedMap<usize, Trouble>,
}

impl Found {
    /// Looks for the indexes and robots.txt files among `given`, and reads them.
    fn look<E: Edge<File = F>, F>(
        &mut self,
        given: &mut [Given<F>],
        before: &Before<F>,
        settings: &Settings,
        run: &mut Run<F>,
        pace: &mut Pace,
        edge: &E,
    ) {
        for (file, given) in given.iter_mut().enumerate() {
            pace.looking(file, edge);
            let known = before.find(given.input.content).map(|(_, member)| member);
            if let Err(why) = self.look_at(file, given, known, settings, run, edge) {
                self.unread.insert(file, why);
            }
        }
    }

    fn look_at<E: Edge<File = F>, F>(
        &mut self,
        file: usize,
        given: &mut Given<F>,
        known: Option<&Member>,
        settings: &Settings,
        run: &mut Run<F>,
        edge: &E,
    ) -> Result<(), Trouble> {
        let kind = match known {
            Some(member) => member.kind,
            None => given.kind(&mut run.texts, edge)?,
        };
        if !matches!(kind, Kind::SitemapIndex | Kind::Robots) {
            return Ok(());
        }
        self.read.push(file);
        let looked;
        let member = if let Some(member) = known {
            member
        } else {
            let text = given.text(true, &mut run.texts, edge)?;
            looked = first_look(&given.input.name, &text, settings);
            &looked
        };
        let urls = member.listed().map(str::to_owned).collect();
        self.lists.push(List { file: Some(file), is_robots: member.kind == Kind::Robots, urls });
        if member.kind == Kind::Robots {
            self.robots.push((file, given.text(true, &mut run.texts, edge)?));
        }
        Ok(())
    }

    /// The robots.txt files with the addresses they have, and what both hash to.
    fn robots(&self, places: &[Place]) -> (Vec<(String, Option<String>)>, u64) {
        let mut print = 0_u64;
        let read = |(file, text): &(usize, Rc<Text>)| {
            let address = places.get(*file).and_then(|place| place.address.clone());
            for part in [text.source.text(), address.as_deref().unwrap_or_default()] {
                print = print.rotate_left(9) ^ given::print(part.as_bytes());
            }
            (text.source.text().to_owned(), address)
        };
        let robots = self.robots.iter().map(read).collect();
        (robots, print)
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
            file.told.summary.unread.is_none()
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
