//! Everything the page knows, and the one place where it changes.
//!
//! The reducer touches no browser: what has to happen outside (a message to the worker, a download,
//! something to remember) is put into the [`Outbox`], which the app empties after each change.

mod asking;
mod checking;
mod errands;
mod figures;
mod filter;
mod fixing;
mod input;
mod lines;
mod linking;
mod listing;
mod mending;
mod outbox;
mod outcome;
mod replacing;
mod seeking;
mod settings;
mod site;
#[cfg(test)]
mod tests;
mod tree;
mod trouble;
mod viewing;

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::{
    message::{FixRequest, FromWorker, Progress, Target, ToWorker},
    report::{Diagnostic, Related},
};
use yew::Reducible;

pub(crate) use self::{
    figures::Drawn,
    filter::{Filter, FilterChange, Found, Sort, speakers, title},
    fixing::{Before, Planned, Tally},
    input::{Body, Entry, Input, Sample, TEXT_LIMIT},
    lines::{Excerpt, LineStore},
    linking::{Holds, Kept, Shared},
    listing::{Listed, Listing, Seen},
    mending::{Mended, Mending},
    outbox::{Order, Outbox},
    outcome::{Checked, Group, Outcome, Together},
    replacing::{Document, Step},
    seeking::Seek,
    settings::{Profile, SettingChange, Settings},
    site::{Site, SiteChange},
    tree::{BRANCHES, Folds, Item, Row, Tree, is_sitemap},
    trouble::Trouble,
    viewing::{Spot, View},
};
use crate::{
    exports::Format,
    guide::Guide,
    lang::{Lang, Said},
    link::{Fault, Link},
};

/// The state of the page.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct State {
    /// The language of the page.
    pub(crate) lang: Lang,
    /// What to check against.
    pub(crate) settings: Settings,
    /// True when single letters do something.
    pub(crate) keys: bool,
    /// True while the keys are explained.
    pub(crate) help: bool,
    /// The link that was made, while it is shown.
    pub(crate) shared: Option<Rc<Shared>>,
    /// What is wrong with the link that led here.
    pub(crate) fault: Option<Fault>,
    /// True while what is checked came with the link.
    pub(crate) linked: bool,
    /// What the text in the box is called, when a link says so.
    pub(crate) name: Option<Rc<str>>,
    /// For whom reports are being written, in the order they were asked for.
    pub(crate) exporting: Vec<Reader>,
    /// What is to be checked.
    pub(crate) input: Input,
    /// The address in the field.
    pub(crate) address: Rc<str>,
    /// What else is known about the site.
    pub(crate) site: Site,
    /// The address the visitor typed; a sample shows its own without replacing it.
    pub(crate) own_address: Rc<str>,
    /// The number of the latest run.
    pub(crate) run: u32,
    /// Counts the changes that are followed by a check once the typing pauses.
    pub(crate) edits: u32,
    /// As many of them as the latest run knows of.
    pub(crate) checked_edits: u32,
    /// What the worker is doing.
    pub(crate) phase: Phase,
    /// The latest result. It stays on screen while the same input is checked again.
    pub(crate) outcome: Option<Rc<Outcome>>,
    /// What of it is looked at.
    pub(crate) view: View,
    /// Source lines of the file looked at.
    pub(crate) lines: Rc<LineStore>,
    /// Pages about rules; none while on its way, or when there is no such page.
    pub(crate) guides: BTreeMap<Rc<str>, Option<Rc<Guide>>>,
    /// What the pictures are drawn from.
    pub(crate) figures: Drawn,
    /// What can be taken back, the latest last.
    pub(crate) undo: Vec<Step>,
    /// What was fixed and has been downloaded.
    pub(crate) saved: Vec<Body>,
    /// An input that the browser has kept from an earlier visit.
    pub(crate) past: Option<Rc<Document>>,
    /// The run by which such an input is checked again.
    pub(crate) restored: Option<u32>,
    /// What is to be done once the check is over.
    pub(crate) errands: Vec<Action>,
    /// What was there before the repair that is being checked.
    pub(crate) before: Option<Rc<Before>>,
    /// How far the worker is with all safe repairs of all files, while it is at them.
    pub(crate) mending: Option<Mending>,
    /// One sentence about what just happened.
    pub(crate) notice: Option<Rc<str>>,
    /// Counts the notices.
    pub(crate) notices: u32,
    /// What is to be done outside.
    pub(crate) outbox: Outbox,
}

/// What the worker is doing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Phase {
    /// Nothing.
    #[default]
    Idle,
    /// Checking.
    Running {
        /// How far it is, once it has said so.
        progress: Option<Rc<Progress>>,
        /// True when it takes longer than a blink.
        slow: bool,
    },
    /// Stopped by the visitor.
    Stopped(Option<Rc<Progress>>),
    /// The worker is gone.
    Down(Trouble),
    /// The worker could not do it.
    Failed(Trouble),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Action {
    /// The text in the box changed.
    Typed(String),
    /// A whole text was dropped or pasted beside the box.
    Given(String),
    /// Files were chosen, dropped or pasted.
    Files(Vec<Entry>),
    /// A sample was asked for.
    Sample(Sample),
    /// The address field changed.
    Address(String),
    /// The address of one of several files changed.
    FileAddress(usize, String),
    /// Something about the site changed.
    Site(SiteChange),
    /// The address that was pasted as text belongs into the field.
    UseAsAddress,
    /// Back to the empty page.
    Reset,
    /// The host of the frame takes back what it gave.
    Withdraw,
    /// The browser has kept an input; true when it was in this tab.
    Past(Document, bool),
    /// Bring it back.
    Restore,
    /// Delete it, and all others that are kept.
    Forget,
    /// The typing paused.
    Paused,
    /// The run takes longer than a blink.
    Slow(u32),
    /// Stop the run.
    Cancel,
    /// Check once more.
    Again,
    /// The worker answered.
    Answers(Vec<FromWorker>),
    /// The worker repaired a file.
    Fixed { run: u32, file: u32, applied: u32, bytes: u64, body: Body },
    /// The worker repaired one more of all files.
    MendedOne(u32),
    /// The worker repaired all files: those in which something changed.
    Mended { run: u32, files: Vec<Mended> },
    /// The worker made files of another format.
    Converted { run: u32, files: Vec<(String, Body)>, left_out: u64, omitted: Vec<(String, u64)> },
    /// The worker wrote the report.
    Exported { run: u32, body: Body },
    /// The worker is gone.
    Down { how: Trouble, was_ready: bool },
    /// The page is to be in this language.
    Speak(Lang),
    /// A setting was changed.
    Set(SettingChange),
    /// A link led here, with the size of its text, and the text.
    Follow(Link, Option<(u64, Body)>),
    /// Make a link to the page as it is.
    Share,
    /// The link is made.
    Shared(Shared),
    /// The link was read.
    CloseShared,
    /// Switch the keys on or off.
    Keys(bool),
    /// Explain the keys, or stop.
    Help(bool),
    /// Not all that was dropped is looked at: nothing of it, so many passed over, so many beyond the limit.
    LeftOut { all: bool, passed_over: u64, beyond: u64, limit: u64 },
    /// Look at another file.
    Choose(usize),
    /// List other findings, or in another order.
    Filter(FilterChange),
    /// Other rows of the list came on screen.
    Seen(Seen),
    /// Open or close all groups.
    ToggleAll(bool),
    /// Open or close a group.
    Toggle(Rc<str>),
    /// List more of a group.
    More(Rc<str>),
    /// Look at a finding; `open` shows the source also where there is room for one thing only.
    Select { finding: Rc<Diagnostic>, open: bool },
    /// A finding was chosen in the source.
    SelectMark { rule: String, start: u32, end: u32 },
    /// The next or the previous finding of the list.
    Step(i32),
    /// Back from the source to the list.
    CloseSource,
    /// Look at a related place.
    Visit(Related),
    /// Look at a finding across files, in its file.
    Find(Rc<Diagnostic>),
    /// The source was scrolled.
    Scrolled { first: u32, count: u32 },
    /// Search for a text in the source.
    Seek(String),
    /// The next place of the text; true for the one before.
    SeekOn(bool),
    /// Look at a line and a column.
    GoTo(u32, u32),
    /// Another part of a long line.
    Along { line: u32, forward: bool },
    /// Nothing else is to do: the pictures of a file may be drawn.
    Draw { run: u32, file: usize },
    /// Show the findings of a file that is no sitemap all the same.
    ShowAll,
    /// Repair.
    Fix(FixRequest),
    /// Repair all that is safe in all files.
    FixAll,
    /// Show what a repair would change.
    Plan(FixRequest),
    /// Leave it.
    DropPlan,
    /// Take the last fix or replacement back.
    Undo,
    /// Save the repaired file; true for gzipped.
    Save(bool),
    /// Save all repaired files.
    SaveAll,
    /// Save the file looked at in another format; an index is of all files.
    Convert(Target),
    /// Save the report; of one file, or of all.
    Export(Format, Option<u32>),
    /// The page about a rule arrived in that language, or there is none.
    Guide(Lang, Rc<str>, Option<Rc<Guide>>),
    /// Tell the host of the frame the whole report.
    Tell,
    /// Put a text into the clipboard.
    Copy(String),
    /// Say something.
    Say(Said),
    /// The notice was read.
    Dismiss,
}

/// For whom a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reader {
    /// The visitor, who saves that of one file, or of all.
    Visitor(Format, Option<u32>),
    /// The visitor, who saves a file in another format.
    Converter(Target),
    /// The site whose frame the page is in.
    Host,
}

impl State {
    /// The page at the start of a visit.
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.into(), own_address: address.into(), keys: true, ..Self::default() }
    }

    /// The file looked at.
    pub(crate) fn file(&self) -> Option<&Rc<Checked>> {
        self.outcome.as_ref()?.files.get(self.view.file)
    }

    fn ask(&self, question: ToWorker) {
        self.outbox.put(Order::Ask(question));
    }

    /// The same words said again are another notice.
    fn noted(mut self, before: &Self) -> Rc<Self> {
        self.notices += u32::from(self.notice.as_ref().map(Rc::as_ptr) != before.notice.as_ref().map(Rc::as_ptr));
        Rc::new(self)
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        if next.put_off(&action) {
            return next.noted(&self);
        }
        match action {
            Action::Typed(text) => next.typed(&text),
            Action::Given(text) => next.given(&text),
            Action::Files(entries) => next.files(entries),
            Action::Sample(sample) => next.sample(sample),
            Action::Address(address) => next.set_address(&address),
            Action::FileAddress(file, address) => next.set_file_address(file, &address),
            Action::Site(change) => next.change_site(change),
            Action::UseAsAddress => next.use_as_address(),
            Action::Reset => next.reset(),
            Action::Withdraw => next.withdraw(),
            Action::Past(document, own) => next.take_past(document, own),
            Action::Restore => next.restore(),
            Action::Forget => {
                next.past = None;
                next.outbox.put(Order::Forget);
            }
            Action::Paused => next.paused(),
            Action::Slow(run) => next.slow(run),
            Action::Cancel => next.cancel(),
            Action::Again => next.start(),
            Action::Answers(answers) => answers.into_iter().for_each(|answer| next.answer(answer)),
            Action::Fixed { run, file, applied, bytes, body } if run == next.run => {
                next.fixed(file as usize, applied, bytes, body);
            }
            Action::MendedOne(run) if run == next.run => next.mended_one(),
            Action::Mended { run, files } if run == next.run => next.mended(files),
            Action::Fixed { body, .. } => next.outbox.put(Order::Release(body)),
            Action::Mended { files, .. } => next.let_go(files),
            Action::MendedOne(_) => return self,
            Action::Converted { run, files, left_out, omitted } => next.converted(run, files, left_out, &omitted),
            Action::Exported { run, body } => next.exported(run, body),
            Action::Down { how, was_ready } => next.down(how, was_ready),
            Action::Speak(lang) => next.speak(lang),
            Action::Set(change) => next.set(change),
            Action::Follow(link, content) => next.follow(link, content),
            Action::Share => next.outbox.put(Order::Share),
            Action::Shared(shared) => next.shared = Some(Rc::new(shared)),
            Action::CloseShared => next.shared = None,
            Action::Keys(on) => next.set_keys(on),
            Action::Help(open) => next.help = open,
            Action::LeftOut { all, passed_over, beyond, limit } => next.left_out(all, passed_over, beyond, limit),
            Action::Choose(file) => next.choose(file),
            Action::Filter(change) => next.filter(change),
            Action::Seen(seen) => next.seen(seen),
            Action::ToggleAll(open) => next.toggle_all(open),
            Action::Toggle(rule) => next.toggle(&rule),
            Action::More(rule) => next.more(&rule),
            Action::Select { finding, open } => next.select(finding, open),
            Action::SelectMark { rule, start, end } => next.select_mark(&rule, start, end),
            Action::Step(by) => next.step(by),
            Action::CloseSource => next.view.open = false,
            Action::Visit(place) => next.visit(&place),
            Action::Find(finding) => next.find(&finding),
            Action::Scrolled { first, count } => next.scrolled(first, count),
            Action::Seek(text) => next.seek(&text),
            Action::SeekOn(backwards) => next.seek_on(backwards),
            Action::GoTo(line, column) => next.go_to(line, column),
            Action::Along { line, forward } => next.along(line, forward),
            Action::Draw { run, file } => next.want_figures(run, file),
            Action::ShowAll => next.show_all(),
            Action::Fix(what) => next.fix(what),
            Action::FixAll => next.fix_all(),
            Action::Plan(what) => next.plan(what),
            Action::DropPlan => next.view.planned = None,
            Action::Undo => next.take_back(),
            Action::Save(gzip) => next.save(gzip),
            Action::SaveAll => next.save_all(),
            Action::Convert(to) => next.convert(to),
            Action::Export(format, file) => next.export(format, file),
            Action::Tell => next.tell(),
            // What was asked for before the language changed comes too late.
            Action::Guide(lang, ..) if lang != next.lang => return self,
            Action::Guide(_, rule, guide) => {
                next.guides.insert(rule, guide);
            }
            Action::Copy(text) => next.outbox.put(Order::Copy(text)),
            Action::Say(said) => next.notice = Some(next.lang.say(said).into()),
            Action::Dismiss => next.notice = None,
        }
        let errands = next.due_errands();
        errands.into_iter().fold(next.noted(&self), Self::reduce)
    }
}
