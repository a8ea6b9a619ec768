//! Everything the page knows, and the one place where it changes.
//!
//! The reducer touches no browser: what has to happen outside (a message to the worker, a download,
//! something to remember) is put into the [`Outbox`], which the app empties after each change.

mod asking;
mod checking;
mod filter;
mod input;
mod lines;
mod listing;
mod outcome;
mod site;
#[cfg(test)]
mod tests;
mod tree;
mod viewing;

use std::{
    cell::RefCell,
    collections::{BTreeMap, VecDeque},
    rc::Rc,
};

use sitemap_validator_protocol::{
    message::{FixRequest, FromWorker, Progress, Target, ToWorker},
    report::{Diagnostic, Related},
};
use yew::Reducible;

pub(crate) use self::{
    filter::{Filter, FilterChange, Found, Sort, speakers, title},
    input::{Body, Entry, Input, Sample, TEXT_LIMIT},
    lines::{Excerpt, LineStore},
    listing::{Listed, Listing, Seen},
    outcome::{Checked, Group, Outcome, Together},
    site::{Site, SiteChange},
    tree::{BRANCHES, Folds, Item, Row, Tree, is_sitemap},
    viewing::{Spot, View},
};
use crate::{guide::Guide, lang::Lang};

/// The state of the page.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct State {
    /// The language of the page.
    pub(crate) lang: Lang,
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
    /// Inputs before each repair, and the robots.txt.
    pub(crate) undo: Vec<(Input, Rc<str>)>,
    /// One sentence about what just happened.
    pub(crate) notice: Option<Rc<str>>,
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
    /// The worker is gone; the sentence says how.
    Down(Rc<str>),
    /// The worker could not do it; the sentence says why.
    Failed(Rc<str>),
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Action {
    /// The text in the box changed.
    Typed(String),
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
    /// The worker made files of another format.
    Converted { run: u32, files: Vec<(String, Body)>, left_out: u64 },
    /// The worker wrote the report.
    Exported { run: u32, body: Body },
    /// The worker is gone.
    Down { sentence: String, was_ready: bool },
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
    /// Another part of a long line.
    Along { line: u32, forward: bool },
    /// Show the findings of a file that is no sitemap all the same.
    ShowAll,
    /// Repair.
    Fix(FixRequest),
    /// Take the last repair back.
    Undo,
    /// Save the repaired file.
    Save,
    /// Save the file looked at in another format; an index is of all files.
    Convert(Target),
    /// Save the report.
    Export,
    /// The page about a rule arrived, or there is none.
    Guide(Rc<str>, Option<Rc<Guide>>),
    /// Put a text into the clipboard.
    Copy(String),
    /// Say something.
    Say(String),
    /// The notice was read.
    Dismiss,
}

/// Something to be done outside.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Order {
    /// Post the input to the worker.
    Check,
    /// Post a question to the worker.
    Ask(ToWorker),
    /// End the worker and start another.
    Respawn,
    /// Keep the address for the next visit.
    Remember(Rc<str>),
    /// Fetch the page about a rule.
    Guide(Rc<str>),
    /// Put a text into the clipboard.
    Copy(String),
    /// Offer a file for download.
    Save { name: String, body: Body },
}

/// Orders that nobody has carried out yet.
#[derive(Clone, Default)]
pub(crate) struct Outbox(Rc<RefCell<VecDeque<Order>>>);

impl Outbox {
    pub(crate) fn put(&self, order: Order) {
        self.0.borrow_mut().push_back(order);
    }

    pub(crate) fn take(&self) -> Option<Order> {
        self.0.borrow_mut().pop_front()
    }
}

impl PartialEq for Outbox {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl State {
    /// The page at the start of a visit.
    pub(crate) fn new(address: &str) -> Self {
        Self { address: address.into(), own_address: address.into(), ..Self::default() }
    }

    /// The file looked at.
    pub(crate) fn file(&self) -> Option<&Rc<Checked>> {
        self.outcome.as_ref()?.files.get(self.view.file)
    }

    fn ask(&self, question: ToWorker) {
        self.outbox.put(Order::Ask(question));
    }
}

impl Reducible for State {
    type Action = Action;

    fn reduce(self: Rc<Self>, action: Action) -> Rc<Self> {
        let mut next = (*self).clone();
        match action {
            Action::Typed(text) => next.typed(&text),
            Action::Files(entries) => next.files(entries),
            Action::Sample(sample) => next.sample(sample),
            Action::Address(address) => next.set_address(&address),
            Action::FileAddress(file, address) => next.set_file_address(file, &address),
            Action::Site(change) => next.change_site(change),
            Action::UseAsAddress => next.use_as_address(),
            Action::Reset => next.reset(),
            Action::Paused => next.paused(),
            Action::Slow(run) => next.slow(run),
            Action::Cancel => next.cancel(),
            Action::Again => next.start(),
            Action::Answers(answers) => answers.into_iter().for_each(|answer| next.answer(answer)),
            Action::Fixed { run, file, applied, bytes, body } if run == next.run => {
                next.fixed(file as usize, applied, bytes, body);
            }
            Action::Fixed { .. } => return self,
            Action::Converted { run, files, left_out } => next.converted(run, files, left_out),
            Action::Exported { run, body } => next.exported(run, body),
            Action::Down { sentence, was_ready } => next.down(&sentence, was_ready),
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
            Action::Along { line, forward } => next.along(line, forward),
            Action::ShowAll => next.show_all(),
            Action::Fix(what) => next.fix(what),
            Action::Undo => next.take_back(),
            Action::Save => next.save(),
            Action::Convert(to) => next.convert(to),
            Action::Export => next.export(),
            Action::Guide(rule, guide) => {
                next.guides.insert(rule, guide);
            }
            Action::Copy(text) => next.outbox.put(Order::Copy(text)),
            Action::Say(sentence) => next.notice = Some(sentence.into()),
            Action::Dismiss => next.notice = None,
        }
        Rc::new(next)
    }
}
