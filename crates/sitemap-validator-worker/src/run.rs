//! The files of a run, one or a set, and what stays of them.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use sitemap_validator::convert::{self, Converted};
use sitemap_validator::output::json;
use sitemap_validator::set::{self, Member, SetReport};
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Kind, Options, Robots, Source};
use sitemap_validator_protocol::message::{FromWorker, Input, Settings, Target, first_findings};
use sitemap_validator_protocol::report as wire;

use crate::checking::{Pace, check};
use crate::edge::Edge;
use crate::given::{self, Given, addresses, first_look, stated};
use crate::kept::Kept;
use crate::settings::options;
use crate::texts::{BUDGET, Text, Texts};

/// The last run.
#[derive(Debug)]
pub struct Run<F> {
    files: Vec<Checked<F>>,
    /// What each file of a set means to the others; empty for a single file.
    members: Vec<Member>,
    across: Option<SetReport>,
    /// The robots.txt files of a set.
    robots: Arc<[Robots]>,
    /// What these and their addresses hash to.
    print: u64,
    texts: Texts,
    /// The number last given to a file.
    serial: u32,
}

/// A checked file.
#[derive(Debug)]
struct Checked<F> {
    serial: u32,
    /// How to read its text again; none for a text that stays.
    again: Option<Again<F>>,
    /// What it was checked under.
    terms: Terms,
    kept: Kept,
    summary: wire::File,
    lines: u32,
}

#[derive(Debug)]
struct Again<F> {
    file: F,
    print: u64,
}

/// All that a report depends on, but for the present.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Terms {
    content: Option<u32>,
    name: String,
    address: Option<String>,
    settings: Settings,
    set: bool,
    /// What the robots.txt files and their addresses hash to.
    robots: u64,
}

impl<F> Default for Run<F> {
    fn default() -> Self {
        Self::within(BUDGET)
    }
}

impl<F> Run<F> {
    /// No run yet; later ones keep `budget` bytes of text at hand.
    pub fn within(budget: usize) -> Self {
        let texts = Texts::new(budget);
        let robots = Arc::default();
        Self { files: Vec::new(), members: Vec::new(), across: None, robots, print: 0, texts, serial: 0 }
    }

    /// How many files there are.
    pub const fn len(&self) -> usize {
        self.files.len()
    }

    /// True before the first run, and after one that failed.
    pub const fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// What is kept of file `index`, which exists.
    pub fn kept(&self, index: usize) -> &Kept {
        &self.files[index].kept
    }

    /// Checks `inputs` in the place of what was checked before.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn check<E: Edge<File = F>>(
        &mut self,
        run: u32,
        settings: &Settings,
        inputs: Vec<Input>,
        files: Vec<F>,
        edge: &E,
    ) -> Result<FromWorker, String> {
        let mut pace = Pace::new(run, edge);
        let mut before = self.forget(&inputs);
        let set = inputs.len() > 1;
        let mut given = Given::all(inputs, files, &mut self.serial, &mut self.texts)?;
        for given in &mut given {
            before.lend(given);
        }
        let addresses = if set {
            let found = self.look(&mut given, &before, settings, &mut pace, edge)?;
            let addresses = addresses(&given, &found.listed, settings);
            (self.robots, self.print) = found.robots(&addresses);
            addresses
        } else {
            (self.robots, self.print) = (Arc::default(), 0);
            given.iter().map(|given| stated(&given.input).map(str::to_owned)).collect()
        };
        let most = first_findings(given.len());
        for (mut given, address) in given.into_iter().zip(addresses) {
            let settings = Settings { base: None, ..settings.clone() };
            let name = given.input.name.clone();
            let terms = Terms {
                content: given.input.content,
                name: name.clone(),
                address: address.clone(),
                settings: Settings { now: None, ..settings.clone() },
                set,
                robots: self.print,
            };
            if let Some((checked, member)) = before.take(&terms) {
                let counts = checked.summary.counts;
                pace.finished(checked.summary.stats.entries, counts.error, counts.warning);
                self.files.push(checked);
                self.members.push(member);
                continue;
            }
            pace.reading(edge, &name);
            let text = given.text(set, &mut self.texts, edge)?;
            let options = Options { siblings: set, robots: self.robots.clone(), ..options(&settings, &name, address) };
            let (mut report, safe_fixes) = check(&name, &text, &options, &mut pace, edge);
            if set {
                self.members.push(Member::of(&mut report, &text.source));
            }
            let kept = Kept::new(options, report, safe_fixes);
            let again = given.file.filter(|_| set).map(|file| Again { file, print: given.print });
            let (summary, lines) = (kept.summary(&text, most), text.lines.lines());
            self.files.push(Checked { serial: given.serial, again, terms, kept, summary, lines });
        }
        let serials: BTreeSet<u32> = self.files.iter().map(|file| file.serial).collect();
        self.texts.retain(|serial| serials.contains(&serial));
        self.across = set.then(|| set::check(&self.members, &options(settings, "", None), DEFAULT_CAP));
        self.tell_across();
        let report = json::report(self.files.iter().map(|file| file.summary.clone()).collect(), self.across.as_ref());
        Ok(FromWorker::Done {
            run,
            elapsed: pace.elapsed(edge),
            report,
            safe_fixes: self.files.iter().map(|file| file.kept.safe_fixes()).collect(),
            lines: self.files.iter().map(|file| file.lines).collect(),
        })
    }

    /// Forgets the last run but for the files of a set whose content is among `inputs`: their reports may still
    /// be right. All other texts go first, so that two runs never lie in memory together.
    fn forget(&mut self, inputs: &[Input]) -> Before<F> {
        self.across = None;
        let several = inputs.iter().filter(|_| inputs.len() > 1);
        let wanted: BTreeSet<u32> = several.filter_map(|input| input.content).collect();
        let members = std::mem::take(&mut self.members);
        let files = std::mem::take(&mut self.files);
        let may_stay = |file: &Checked<F>| file.terms.content.is_some_and(|content| wanted.contains(&content));
        let kept: Vec<_> = files.into_iter().zip(members).filter(|(file, _)| may_stay(file)).collect();
        let serials: BTreeSet<u32> = kept.iter().map(|(file, _)| file.serial).collect();
        self.texts.retain(|serial| serials.contains(&serial));
        Before(kept)
    }

    /// Looks for the indexes and robots.txt files among `given`, and reads them.
    fn look<E: Edge<File = F>>(
        &mut self,
        given: &mut [Given<F>],
        before: &Before<F>,
        settings: &Settings,
        pace: &mut Pace,
        edge: &E,
    ) -> Result<Found, String> {
        let mut found = Found::default();
        for (file, given) in given.iter_mut().enumerate() {
            let known = before.find(given.input.content).map(|(_, member)| member);
            pace.reading(edge, &given.input.name);
            let looked;
            let member = match known {
                Some(member) => member,
                None if matches!(given.kind(&mut self.texts, edge)?, Kind::SitemapIndex | Kind::Robots) => {
                    let text = given.text(true, &mut self.texts, edge)?;
                    looked = first_look(&given.input.name, &text, settings);
                    &looked
                }
                None => continue,
            };
            found.listed.extend(member.listed().map(str::to_owned));
            if member.kind == Kind::Robots {
                found.robots.push((file, given.text(true, &mut self.texts, edge)?));
            }
        }
        Ok(found)
    }

    /// Hands each file the findings in it that other files show too.
    fn tell_across(&mut self) {
        for (index, file) in self.files.iter_mut().enumerate() {
            let findings = self.across.iter().flat_map(|across| &across.findings);
            let here = findings.filter(|finding| finding.file == index).map(|finding| finding.diagnostic.clone());
            file.kept.set_across(here.collect());
        }
    }

    /// The text of file `index`, which exists; read again when it is not at hand.
    ///
    /// # Errors
    /// When the file has gone or was changed since.
    pub fn text<E: Edge<File = F>>(&mut self, index: usize, edge: &E) -> Result<Rc<Text>, String> {
        let Checked { serial, again, kept, .. } = &self.files[index];
        if let Some(text) = self.texts.get(*serial) {
            return Ok(text);
        }
        let name = kept.name();
        let Some(again) = again else { return Err(format!("The text of `{name}` is no longer here")) };
        self.texts.make_room(0);
        let contents = edge
            .read(&again.file, DEFAULT_CEILING)
            .map_err(|why| format!("`{name}` can no longer be read ({why}): drop it again"))?;
        if given::print(&contents.bytes) != again.print {
            return Err(format!("`{name}` was changed after it was checked: drop it again"));
        }
        self.texts.make_room(contents.bytes.len());
        let text = Rc::new(Text::new(given::source(contents, edge)));
        self.texts.put(*serial, text.clone(), false);
        Ok(text)
    }

    /// File `index`, which exists, in another format; all files, when that is an index of them.
    ///
    /// # Errors
    /// When there is nothing to convert, or a file has gone or was changed.
    pub fn convert<E: Edge<File = F>>(&mut self, index: usize, to: Target, edge: &E) -> Result<Converted, String> {
        if to == Target::Index {
            let file = convert::index_of(&self.members).map_err(|refusal| refusal.sentence().to_owned())?;
            return Ok(Converted { files: vec![file], entries: 0, left_out: 0 });
        }
        let text = self.text(index, edge)?;
        let kept = self.kept(index);
        let (name, options) = (kept.name(), kept.options());
        let converted = match to {
            Target::Text => convert::to_text(name, &text.source, options),
            Target::Split => convert::split(name, &text.source, options),
            Target::Sitemap | Target::Index => convert::to_sitemap(name, &text.source, options),
        };
        converted.map_err(|refusal| refusal.sentence().to_owned())
    }

    /// The whole report, with every finding kept.
    ///
    /// # Errors
    /// When a file whose words are needed has gone or was changed.
    pub fn report<E: Edge<File = F>>(&mut self, edge: &E) -> Result<wire::Report, String> {
        let mut files = Vec::with_capacity(self.files.len());
        for index in 0..self.files.len() {
            let text = if self.kept(index).needs_text() {
                self.text(index, edge)?
            } else {
                Rc::new(Text::new(Source::from_text(String::new())))
            };
            files.push(self.kept(index).whole(&text));
        }
        Ok(json::report(files, self.across.as_ref()))
    }
}

/// What the indexes and robots.txt files of a set say before the others are read.
#[derive(Debug, Default)]
struct Found {
    /// The addresses they list.
    listed: Vec<String>,
    /// The robots.txt files, by their places in the set.
    robots: Vec<(usize, Rc<Text>)>,
}

impl Found {
    /// The robots.txt files, read for the addresses they have, and what both hash to.
    fn robots(&self, addresses: &[Option<String>]) -> (Arc<[Robots]>, u64) {
        let mut print = 0_u64;
        let read = |(file, text): &(usize, Rc<Text>)| {
            let address = addresses.get(*file).and_then(Option::as_deref);
            for part in [text.source.text(), address.unwrap_or_default()] {
                print = print.rotate_left(9) ^ given::print(part.as_bytes());
            }
            Robots::new(text.source.text(), address)
        };
        let robots = self.robots.iter().map(read).collect();
        (robots, print)
    }
}

/// What an earlier run may have left to a later one.
#[derive(Debug)]
struct Before<F>(Vec<(Checked<F>, Member)>);

impl<F> Before<F> {
    /// What was checked under the very same terms.
    fn take(&mut self, terms: &Terms) -> Option<(Checked<F>, Member)> {
        let at = self.0.iter().position(|(file, _)| terms.content.is_some() && file.terms == *terms)?;
        Some(self.0.swap_remove(at))
    }

    /// What is known of the content with this number, under whatever terms.
    fn find(&self, content: Option<u32>) -> Option<&(Checked<F>, Member)> {
        self.0.iter().find(|(file, _)| content.is_some() && file.terms.content == content)
    }

    /// Lets `given` have the text of the same content, when it is still at hand.
    fn lend(&self, given: &mut Given<F>) {
        if let (Some((checked, _)), true) = (self.find(given.input.content), given.file.is_some()) {
            given.serial = checked.serial;
            given.print = checked.again.as_ref().map_or(0, |again| again.print);
        }
    }
}
