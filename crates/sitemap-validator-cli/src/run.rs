//! Each file through the core, and the report to standard output.

use std::io;
use std::sync::Arc;

use sitemap_validator::output::json;
use sitemap_validator::output::text::{self, Total, View};
use sitemap_validator::set::{Member, check as check_set};
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::{Collector, FileReport, Options, Severity, Source, validate};
use sitemap_validator_protocol::report as wire;

use crate::arguments::{Check, Format, Mode};
use crate::fix;
use crate::input::{self, Input, Room, expand};
use crate::output::Output;
use crate::parallel;
use crate::progress::{Display, Mark, Watch};
use crate::robots::{Place, Sites};
use crate::set;
use crate::{BROKEN, CLEAN, FOUND, complain};

/// Checks the files and gives the exit code. Of each file that is being checked the text lies in memory.
pub(crate) fn run(check: &Check, out: &mut Output) -> io::Result<u8> {
    let (inputs, sites) = match given(check) {
        Ok(given) => given,
        Err(problem) => {
            complain(&problem);
            return Ok(BROKEN);
        }
    };
    let several = inputs.len() + sites.extra.len() > 1;
    let options = Options { robots: sites.robots.clone(), ..check.options.clone() };
    let (shown, cap) = match (check.format, check.most) {
        (Format::Text, None) => (text::DEFAULT_SHOWN, DEFAULT_CAP),
        (_, None) => (0, DEFAULT_CAP),
        (_, Some(most)) => (most, most),
    };
    let terms = Terms { check, options, several, shown, cap };
    let mut outcome = Outcome { unread: sites.unread, ..Outcome::default() };
    let places = set::places(check, &inputs, &sites);
    let given = inputs.iter().zip(places).map(|(input, place)| (input, place, check.mode));
    let extra = sites.extra.iter().map(|(input, place)| (input, place.clone(), Mode::Report));
    let files: Vec<(&Input, Place, Mode)> = given.chain(extra).collect();
    // Where the fixed text takes the way out, the report goes beside it.
    let mut aside = check.fixes_stdin().then(Output::stderr);
    // Sizes are asked for only when somebody is shown them.
    let size = |input: &Input| if check.progress { input.size() } else { 0 };
    let marks: Arc<[Mark]> = files.iter().map(|(input, ..)| Mark::new(&input.shown(), size(input))).collect();
    let display = if check.progress { Display::of(&marks) } else { Display::default() };
    if check.mode == Mode::Report {
        let work = |room: &mut Room, index: usize| {
            let ((input, place, _), mark) = (&files[index], &marks[index]);
            let bytes = input.read_into(room.take(), |bytes| mark.reading(bytes)).map_err(|why| {
                mark.done(0);
                Unread::new(input, place, why)
            })?;
            mark.opening();
            let source = input::text(bytes);
            let told = terms.told(input, &source, &terms.options(place), mark);
            room.keep(source);
            mark.done(told.report.outcome.stats.entries);
            Ok(told)
        };
        let threads = parallel::threads(files.len());
        parallel::in_order(files.len(), threads, work, |told| display.aside(|| outcome.add(told, out)))?;
    } else {
        for ((input, place, mode), mark) in files.iter().zip(&*marks) {
            let told = match input.read() {
                Ok(bytes) => {
                    let options = terms.options(place);
                    let source = match mode {
                        Mode::Report => input::text(bytes),
                        Mode::Fix => {
                            let (source, written) = fix::in_place(input, bytes, &options, out)?;
                            outcome.unread |= !written;
                            source
                        }
                        Mode::Diff => fix::diff(input, bytes, &options, check.colour, out)?,
                    };
                    Ok(terms.told(input, &source, &options, mark))
                }
                Err(why) => Err(Unread::new(input, place, why)),
            };
            outcome.add(told, aside.as_mut().unwrap_or(out))?;
        }
    }
    drop(display);
    outcome.finish(&terms, aside.as_mut().unwrap_or(out))
}

/// The files that are meant, and the robots.txt files at hand.
pub(crate) fn given(check: &Check) -> Result<(Vec<Input>, Sites), String> {
    let inputs = expand(&check.inputs)?;
    let sites = Sites::read(check, &inputs);
    if check.url.is_some() && sites.sitemaps(&inputs) > 1 {
        return Err("`--url` is the address of one file; for several, `--base` takes that of their folder".to_owned());
    }
    Ok((inputs, sites))
}

/// What the files are checked against, and how they are told of.
struct Terms<'a> {
    check: &'a Check,
    options: Options,
    several: bool,
    /// How many findings of a rule are shown, and how many kept.
    shown: u64,
    cap: u64,
}

/// What is told of a file.
struct Told {
    report: FileReport,
    member: Option<Member>,
    words: String,
    file: Option<wire::File>,
}

/// A file that could not be read.
struct Unread {
    name: String,
    address: Option<String>,
    bytes: u64,
    /// A sentence for the user.
    why: String,
}

impl Unread {
    fn new(input: &Input, place: &Place, why: String) -> Self {
        Self { name: input.shown(), address: place.address.clone(), bytes: input.size(), why }
    }
}

impl Terms<'_> {
    /// The options for the file at `place`.
    fn options(&self, place: &Place) -> Options {
        let (own_url, file_name) = (place.address.clone(), place.name.clone());
        Options { own_url, file_name, siblings: self.several, ..self.options.clone() }
    }

    fn view<'o>(&'o self, options: &'o Options) -> View<'o> {
        View { colour: self.check.colour, shown: self.shown, options, several: self.several, words: &self.check.words }
    }

    /// Checks `source`, with `mark` told how far, and puts into words what there is to say.
    fn told(&self, input: &Input, source: &Source, options: &Options, mark: &Mark) -> Told {
        let mut watch = Watch { collector: Collector::new(self.cap), mark };
        let outcome = validate(source, options, &mut watch);
        let mut report = FileReport::new(&input.shown(), source, options, outcome, watch.collector);
        let member = self.several.then(|| Member::of(&mut report, source));
        let mut words = String::new();
        let mut file = None;
        match self.check.format {
            _ if self.check.mode == Mode::Diff => {}
            Format::Text => {
                if text::file(&mut words, &report, source, self.view(options)).is_err() {
                    words.clear();
                }
            }
            Format::Json | Format::Export(_) => file = Some(json::file(&report, source, &self.check.words)),
        }
        Told { report, member, words, file }
    }
}

/// What the files came to.
#[derive(Default)]
struct Outcome {
    total: Total,
    files: Vec<wire::File>,
    members: Vec<Member>,
    /// Something could not be read or written.
    unread: bool,
}

impl Outcome {
    /// Takes in what is told of the next file, and shows it.
    fn add(&mut self, told: Result<Told, Unread>, out: &mut Output) -> io::Result<()> {
        match told {
            Ok(Told { report, member, words, file }) => {
                self.total.add(&report);
                self.members.extend(member);
                self.files.extend(file);
                out.print(&words)?;
                out.flush()
            }
            Err(Unread { name, address, bytes, why }) => {
                complain(&why);
                self.unread = true;
                self.files.push(json::unread(&name, address.as_deref(), bytes, why));
                self.members.push(Member::unread(name, address));
                Ok(())
            }
        }
    }

    /// Tells what the files came to together, and gives the exit code.
    fn finish(mut self, terms: &Terms<'_>, out: &mut Output) -> io::Result<u8> {
        let across = terms.several.then(|| check_set(&self.members, &terms.options, terms.cap));
        if let Some(across) = &across {
            self.total.add_across(across);
        }
        match terms.check.format {
            _ if terms.check.mode == Mode::Diff => {}
            Format::Text => {
                let mut words = String::new();
                if let Some(across) = &across
                    && text::set(&mut words, &self.members, across, terms.view(&terms.options)).is_err()
                {
                    words.clear();
                }
                if self.total.write(&mut words, &terms.check.words).is_ok() {
                    out.print(&words)?;
                }
            }
            Format::Export(format) => {
                // The rules' pages are with `--explain`.
                out.print(&format.write(
                    &json::report(self.files, across.as_ref(), &terms.check.words),
                    None,
                    &terms.check.words,
                ))?;
            }
            Format::Json => {
                let json =
                    serde_json::to_string_pretty(&json::report(self.files, across.as_ref(), &terms.check.words))?;
                out.print(&json)?;
                out.print("\n")?;
            }
        }
        out.flush()?;
        let counts = self.total.counts();
        let found = counts.error > 0 || counts.warning > 0 && terms.check.fail_on == Severity::Warning;
        Ok(match (self.unread, found) {
            (true, _) => BROKEN,
            (false, true) => FOUND,
            (false, false) => CLEAN,
        })
    }
}
