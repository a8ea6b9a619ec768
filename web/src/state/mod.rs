//! The state of the page, and the only place where it changes.
//!
//! [`State::reduce`] does not touch the browser. It returns everything that must happen outside of the state (messages
//! to the worker, downloads, data to store) as [`Order`]s, which the app carries out immediately afterwards.

mod asking;
mod built;
mod checking;
mod comparing;
mod deferring;
mod editing;
mod fetching;
mod figures;
mod filter;
mod fixing;
mod fixing_all;
mod input;
mod joining;
mod lines;
mod linking;
mod listing;
mod orders;
mod outcome;
mod replacing;
mod seeking;
mod settings;
mod site;
#[cfg(test)]
mod tests;
mod tree;
mod viewing;
mod work;
mod worker_error;

use std::rc::Rc;

use sitemap_validator_protocol::{
    comparison::ComparisonFile,
    format::Format,
    message::{FixRequest, FromWorker, Target},
    report::{Diagnostic, Related},
    sorted_map::SortedMap,
};

pub(crate) use self::{
    built::{Folder, Uncompared},
    comparing::Comparing,
    editing::ReadOnly,
    fetching::Fetching,
    figures::FigureCache,
    filter::{Filter, FilterChange, SearchResult, Sort, speakers, title},
    fixing::{BeforeFix, FixPreview, PREVIEWED, Tally},
    fixing_all::{FixedFile, is_ambiguous},
    input::{Body, Entry, Input, Sample, TEXT_LIMIT},
    joining::Joining,
    lines::LineStore,
    linking::{LinkContent, ShareLink, StorageKey},
    listing::{ListedGroup, Listing, VisibleRows},
    orders::{AfterDrawing, Order, Timer},
    outcome::{FileResult, Group, Outcome, RuleInSet, SetResult},
    replacing::{Document, History, Keeping, Kind as StepKind, Leads, Offer, Past, STORED_BYTES, Step, Steps},
    seeking::Seek,
    settings::{Profile, SettingChange, Settings},
    site::{Site, SiteChange},
    tree::{BRANCHES, Folds, Item, Row, Tree, flat},
    viewing::{Bookmark, Jump, Spot, View},
    work::{FixProgress, Work},
    worker_error::WorkerError,
};
use crate::{
    guide::Guide,
    lang::{Lang, Texts},
    link::{Link, LinkError},
};

/// The pages about rules; `None` while a page is loading, or if it does not exist.
pub(crate) type Guides = Rc<SortedMap<Rc<str>, Option<Rc<Guide>>>>;

/// The state of the page.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Clone, PartialEq, Default)]
pub(crate) struct State {
    /// The language of the page.
    pub(crate) lang: Lang,
    /// The settings of the check.
    pub(crate) settings: Settings,
    /// True while the next result is that of an edited text.
    pub(crate) edited: bool,
    /// True if single-letter keyboard shortcuts are on.
    pub(crate) keys: bool,
    /// The dialog that is open over the page.
    pub(crate) sheet: Option<Sheet>,
    /// True if a server behind the page fetches files by their URLs.
    pub(crate) fetches: bool,
    /// The URL from which the search for the fetched files on the page started.
    pub(crate) fetched_from: Option<Rc<str>>,
    /// The error in the link that was followed.
    pub(crate) fault: Option<LinkError>,
    /// True while the input is that of a link.
    pub(crate) linked: bool,
    /// The name of the text in the box, if a link contains one.
    pub(crate) name: Option<Rc<str>>,
    /// The exports that the worker is writing, in the order of the requests.
    pub(crate) exports: Vec<Recipient>,
    /// The input to check.
    pub(crate) input: Input,
    /// The folder of the built site, to compare the input with.
    pub(crate) folder: Option<Rc<Folder>>,
    /// The sitemap's URL in the field.
    pub(crate) address: Rc<str>,
    /// True if that URL was entered for an earlier input, which may belong to another site.
    pub(crate) old_address: bool,
    /// The other facts about the site.
    pub(crate) site: Site,
    /// True if Enter was pressed in the field while there was nothing to check.
    pub(crate) url_entered: bool,
    /// The URL that the visitor typed; a sample shows its own without replacing it.
    pub(crate) own_address: Rc<str>,
    /// The number of the latest run.
    pub(crate) run: u32,
    /// True if the input was edited since the latest run began.
    pub(crate) unchecked: bool,
    /// The current work of the worker.
    pub(crate) work: Work,
    /// The latest result. It stays on screen while the same input is checked again.
    pub(crate) outcome: Option<Rc<Outcome>>,
    /// The part of the result that the page shows.
    pub(crate) view: View,
    /// Source lines of the current file.
    pub(crate) lines: LineStore,
    /// The pages about rules.
    pub(crate) guides: Guides,
    /// The figures that the charts show.
    pub(crate) figures: FigureCache,
    /// The steps that can be undone, the latest last.
    pub(crate) undo: Vec<Step>,
    /// The state of files that came in while others were open.
    pub(crate) joining: Option<Joining>,
    /// The steps that were undone, the latest last.
    pub(crate) redo: Vec<Step>,
    /// True from the first change of a text by typing until the next check.
    pub(crate) typing: bool,
    /// The text of a file, as the worker has decoded it.
    pub(crate) source: Option<(Body, Rc<str>)>,
    /// Fixed files that were downloaded.
    pub(crate) saved: Vec<Body>,
    /// An input that the browser stored during an earlier visit.
    pub(crate) past: Option<Rc<Past>>,
    /// Whether the browser stores what is on the page.
    pub(crate) keeping: Keeping,
    /// True while the requested fix is a value that was typed.
    pub(crate) replaces: bool,
    /// The comparison with an earlier version that is on screen.
    pub(crate) comparison: Option<Rc<Comparing>>,
    /// The number of the latest comparison.
    pub(crate) compared: u32,
    /// The findings before the fix that is being checked.
    pub(crate) before_fix: Option<Rc<BeforeFix>>,
    /// The errors and warnings of the current file before the fix that was undone.
    pub(crate) before_undo: Option<Rc<Tally>>,
    /// The finding that was selected before the step that is undone or redone.
    pub(crate) before_step: Option<Rc<Diagnostic>>,
    /// The step that a notice offers, with the text of the notice.
    pub(crate) offered: Option<(Rc<str>, Offer)>,
    /// A sentence about the latest event.
    pub(crate) notice: Option<Rc<str>>,
}

/// A dialog over the page.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Sheet {
    /// The keyboard shortcuts.
    Keys,
    /// The link that was created.
    Link(Rc<ShareLink>),
}

/// A request that needs the worker's result. It is deferred while the worker does not have the result.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Request {
    /// List more findings of a group.
    More(Rc<str>),
    /// Go to the next match; true for the previous one.
    SeekOn(bool),
    /// Go to a line and a column.
    GoTo(u32, u32),
    /// Apply fixes.
    Fix(FixRequest),
    /// Apply fixes to all files.
    FixAll(FixRequest),
    /// Show what a fix would change.
    PreviewFix(FixRequest),
    /// Show what a fix would change in all files.
    PreviewFixAll(FixRequest),
    /// Save the current file in another format. A sitemap index is created from all files.
    Convert(Target),
    /// Save the report on one file, or on all files.
    Export(Format, Option<u32>),
    /// Compare the input with an earlier version.
    Compare(Rc<Document>),
    /// Save a file that is written from the comparison.
    SaveComparison(ComparisonFile),
}

/// An event or a command.
#[derive(Debug)]
#[cfg_attr(test, derive(Clone, PartialEq))]
pub(crate) enum Action {
    /// A request that the worker answers.
    Ask(Request),
    /// The text in the box changed.
    Typed(String),
    /// The text of the current file changed in the editor.
    Edited(String),
    /// A whole text was dropped or pasted outside of the box.
    Pasted(String),
    /// Files were chosen, dropped or pasted.
    Files(Vec<Entry>),
    /// The folder of a built site was dropped, with these sitemaps.
    BuiltSite(Vec<Entry>, Folder),
    /// Replace the open files with those that were added to them.
    ReplaceInstead,
    /// The visitor chose a sample.
    Sample(Sample),
    /// The sitemap's URL changed.
    Address(String),
    /// The URL of one of several files changed.
    FileAddress(usize, String),
    /// Something about the site changed.
    Site(SiteChange),
    /// Fetch the URL in the box or in the field if a server can fetch it; otherwise explain why the page does not.
    EnterUrl,
    /// Request the files again that could not be fetched.
    FetchAgain,
    /// The files of a site arrived; `left_out` is the number of further listed files that were not fetched.
    SiteFetched { run: u32, entries: Vec<Entry>, left_out: u64 },
    /// The server behind the page asked to wait for so many seconds, or does not answer.
    FetcherBusy { run: u32, seconds: Option<u64> },
    /// Back to the empty page.
    Reset,
    /// The host of the frame withdraws its input.
    Withdraw,
    /// The browser has a stored input. If it is this tab's own, its bookmark is included.
    Stored(Past, Option<Bookmark>),
    /// Whether the browser stores the current input.
    Kept(bool),
    /// Restore the stored input.
    Restore,
    /// Delete the stored input that is offered.
    Forget,
    /// The typing paused.
    TypingPaused,
    /// The run takes so long that its progress is shown.
    Slow(u32),
    /// Stop the run.
    Cancel,
    /// Check once more.
    Recheck,
    /// The worker answered.
    Answer(Box<FromWorker>),
    /// The worker fixed a file.
    Fixed { run: u32, file: u32, applied: u32, bytes: u64, body: Body },
    /// The worker fixed one more file while fixing all files.
    FixedOne(u32),
    /// The worker fixed all files; `files` are those that changed.
    FixedAll { run: u32, files: Vec<FixedFile> },
    /// The worker converted the input to another format.
    Converted { run: u32, files: Vec<(String, Body)>, left_out: u64, omitted: Vec<(String, u64)> },
    /// Close the comparison.
    CloseComparison,
    /// The worker wrote the report.
    Exported { run: u32, body: Body },
    /// The worker ended.
    Down { how: WorkerError, was_ready: bool },
    /// Show the page in this language.
    Speak(Lang),
    /// A setting was changed.
    Set(SettingChange),
    /// A link was followed. The second value is the size of its text, and the text.
    Follow(Link, Option<(u64, Body)>),
    /// The browser went back from a link that contains a text.
    LeaveLink,
    /// Create a link to the page in its current state.
    Share,
    /// The link was created.
    LinkMade(ShareLink),
    /// Close the dialog.
    CloseSheet,
    /// Switch the keyboard shortcuts on or off.
    Keys(bool),
    /// Show the keyboard shortcuts.
    Help,
    /// Files were skipped: all of them, those with these names, and so many beyond the limit.
    LeftOut { all: bool, passed_over: Vec<String>, beyond: u64, limit: u64 },
    /// The dropped files include HTML files, which are not compared with sitemaps.
    Uncompared(Uncompared),
    /// Show another file.
    Choose(usize),
    /// List only the files with problems, or all files.
    OnlyProblematic(bool),
    /// Change the filter or the order of the findings.
    Filter(FilterChange),
    /// The rows on screen changed.
    RowsVisible(VisibleRows),
    /// Open or close all groups.
    ToggleAll(bool),
    /// Open or close a group.
    Toggle(Rc<str>),
    /// Select a finding; `open` shows the source even if there is room for one pane only.
    Select { finding: Rc<Diagnostic>, open: bool },
    /// A finding was chosen in the source.
    SelectMark { rule: String, start: u32, end: u32 },
    /// Go to the next or the previous finding in the list.
    Step(i32),
    /// Go back from the source to the list.
    CloseSource,
    /// Go to a related location.
    Visit(Related),
    /// Go to a finding across files, in its file.
    Find(Rc<Diagnostic>),
    /// The source was scrolled.
    Scrolled { first: u32, count: u32 },
    /// Search for a text in the source.
    Seek(String),
    /// Show the next or the previous part of a long line.
    Along { line: u32, forward: bool },
    /// The page is idle: the charts of a file can be drawn.
    Draw { run: u32, file: usize },
    /// Show the findings of a file that is not a sitemap.
    ShowAll,
    /// Close the preview.
    ClosePreview,
    /// Undo the last step.
    Undo,
    /// Undo in the editor. This does not undo the replacement of one text by another.
    UndoEdit,
    /// Redo the step that was undone last.
    Redo,
    /// Save the fixed file; true for gzipped.
    Save(bool),
    /// Save all fixed files.
    SaveAll,
    /// The page about a rule arrived in that language, or does not exist.
    Guide(Lang, Rc<str>, Option<Rc<Guide>>),
    /// Send the whole report to the host of the frame.
    ReportToHost,
    /// Copy a text to the clipboard.
    Copy(String),
    /// Copy the text of the current file.
    CopyText,
    /// Show a notice.
    Notify(Texts),
    /// Close the notice.
    Dismiss,
}

/// The recipient of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Recipient {
    /// The visitor, who saves the report on one file, or on all files.
    Visitor(Format, Option<u32>),
    /// The visitor, who saves a file in another format.
    Converter(Target),
    /// The visitor, who saves a file that is written from the comparison.
    Comparison(ComparisonFile),
    /// The site whose frame the page is in.
    Host,
}

impl State {
    /// The state of the page at the start of a visit.
    pub(crate) fn new(address: &str) -> Self {
        let (own, old_address) = (Rc::from(address), !address.is_empty());
        Self { address: Rc::clone(&own), own_address: own, old_address, keys: true, ..Self::default() }
    }

    /// The current file.
    pub(crate) fn file(&self) -> Option<&Rc<FileResult>> {
        self.outcome.as_ref()?.files.get(self.view.file)
    }

    /// Applies `action`, and returns the orders to carry out outside of the state.
    pub(crate) fn reduce(&mut self, action: Action) -> Vec<Order> {
        let mut orders = Vec::new();
        let notice = self.notice.clone();
        self.apply(action, &mut orders);
        // The same sentence again counts as a new notice.
        if let Some(now) = &self.notice
            && !notice.is_some_and(|before| Rc::ptr_eq(&before, now))
        {
            // This notice does not time out, because only it offers to replace the files.
            let stays = self.can_replace_instead();
            orders.push(if stays { Order::Stop(Timer::Notice) } else { Order::Start(Timer::Notice) });
        }
        orders
    }

    fn apply(&mut self, action: Action, orders: &mut Vec<Order>) {
        if self.defer(&action, orders) {
            return;
        }
        match action {
            Action::Typed(text) => self.typed(&text, orders),
            Action::Edited(text) => self.edit(text, orders),
            Action::Pasted(text) => self.pasted(&text, orders),
            Action::Files(entries) => self.files(entries, orders),
            Action::BuiltSite(entries, folder) => self.built_site(entries, folder, orders),
            Action::ReplaceInstead => self.replace_instead(orders),
            Action::Sample(sample) => self.sample(sample, orders),
            Action::Address(address) => self.set_address(&address, orders),
            Action::FileAddress(file, address) => self.set_file_address(file, &address, orders),
            Action::Site(change) => self.change_site(change, orders),
            Action::EnterUrl => self.enter_url(orders),
            Action::FetchAgain => self.fetch_again(orders),
            Action::SiteFetched { run, entries, left_out } if run == self.run => {
                self.site_fetched(entries, left_out, orders);
            }
            Action::FetcherBusy { run, seconds } if run == self.run => self.fetcher_busy(seconds, orders),
            Action::SiteFetched { .. } | Action::FetcherBusy { .. } => {}
            Action::Reset => self.reset(orders),
            Action::Withdraw => self.withdraw(orders),
            Action::Stored(past, own) => self.take_past(past, own, orders),
            Action::Kept(kept) => self.keeping = if kept { Keeping::Yes } else { Keeping::No },
            Action::Restore => self.restore(orders),
            Action::Forget => orders.extend(self.past.take().map(|past| Order::Forget(past.id.clone()))),
            Action::TypingPaused => self.paused(orders),
            Action::Slow(run) => self.slow(run),
            Action::Cancel => self.cancel(orders),
            Action::Recheck => {
                self.start(orders);
                self.fetch_site(orders);
            }
            Action::Answer(answer) => self.answer(*answer, orders),
            Action::Fixed { run, file, applied, bytes, body } if run == self.run => {
                self.fixed(file as usize, applied, bytes, body, orders);
            }
            Action::FixedOne(run) if run == self.run => self.fixed_one(),
            Action::FixedAll { run, files } if run == self.run => self.fixed_all(files, orders),
            Action::Fixed { body, .. } => orders.push(Order::Release(body)),
            Action::FixedAll { files, .. } => Self::release(files, orders),
            Action::Converted { run, files, left_out, omitted } => {
                self.converted(run, files, left_out, &omitted, orders);
            }
            Action::Exported { run, body } => self.exported(run, body, orders),
            Action::Down { how, was_ready } => self.down(how, was_ready, orders),
            Action::Speak(lang) => self.speak(lang, orders),
            Action::Set(change) => self.set(change, orders),
            Action::Follow(link, content) => self.follow(link, content, orders),
            Action::LeaveLink => self.leave_link(orders),
            Action::Share => orders.push(Order::Share),
            Action::LinkMade(shared) => self.sheet = Some(Sheet::Link(Rc::new(shared))),
            Action::CloseSheet => self.sheet = None,
            Action::Keys(on) => self.set_keys(on, orders),
            Action::Help => self.sheet = Some(Sheet::Keys),
            Action::Uncompared(why) => self.uncompared(why),
            Action::LeftOut { all, passed_over, beyond, limit } => self.left_out(all, &passed_over, beyond, limit),
            Action::Choose(file) => self.choose(file, orders),
            Action::Filter(change) => self.filter(change, orders),
            Action::RowsVisible(rows) => self.view.visible_rows = rows,
            Action::ToggleAll(open) => self.toggle_all(open),
            Action::Toggle(rule) => self.toggle(&rule),
            Action::Ask(Request::More(rule)) => self.more(&rule, orders),
            Action::Select { finding, open } => self.select(finding, open, orders),
            Action::SelectMark { rule, start, end } => self.select_mark(&rule, start, end, orders),
            Action::Step(by) => self.step(by, orders),
            Action::CloseSource => self.view.open = false,
            Action::Visit(place) => self.visit(&place, orders),
            Action::Find(finding) => self.find(&finding, orders),
            Action::Scrolled { first, count } => self.scrolled(first, count, orders),
            Action::Seek(text) => self.seek(&text, orders),
            Action::Ask(Request::SeekOn(backwards)) => self.seek_on(backwards, orders),
            Action::Ask(Request::GoTo(line, column)) => self.go_to(line, column, orders),
            Action::Along { line, forward } => self.along(line, forward, orders),
            Action::Draw { run, file } => self.want_figures(run, file, orders),
            Action::ShowAll => self.show_all(orders),
            Action::Ask(Request::Fix(what)) => self.fix(what, orders),
            Action::Ask(Request::FixAll(what)) => self.fix_all(what, orders),
            Action::Ask(Request::PreviewFix(what)) => self.preview_fix(what, orders),
            Action::Ask(Request::PreviewFixAll(what)) => self.preview_fix_all(what, orders),
            Action::OnlyProblematic(only) => self.view.only_problematic = only,
            Action::ClosePreview => self.view.fix_preview = None,
            Action::Undo => self.undo(orders),
            Action::UndoEdit if self.undo.last().is_some_and(|step| step.kind != StepKind::Replacement) => {
                self.undo(orders);
            }
            Action::UndoEdit => {}
            Action::Redo => self.redo(orders),
            Action::Save(gzip) => self.save(gzip, orders),
            Action::SaveAll => self.save_all(orders),
            Action::Ask(Request::Convert(to)) => self.convert(to, orders),
            Action::Ask(Request::Export(format, file)) => self.export(format, file, orders),
            Action::Ask(Request::Compare(old)) => self.compare(old, orders),
            Action::Ask(Request::SaveComparison(file)) => self.save_comparison(file, orders),
            Action::CloseComparison => self.comparison = None,
            Action::ReportToHost => self.report_to_host(orders),
            Action::Guide(lang, rule, guide) if lang == self.lang => {
                Rc::make_mut(&mut self.guides).insert(rule, guide);
            }
            // These arrived too late: they belong to an earlier run or to the previous language.
            Action::FixedOne(_) | Action::Guide(..) => {}
            Action::Copy(text) => orders.push(Order::Copy(text)),
            Action::CopyText => orders.extend(self.editable().map(|text| Order::Copy(text.to_string()))),
            Action::Notify(said) => self.notice = Some(self.lang.text(said).into()),
            Action::Dismiss => self.notice = None,
        }
    }
}
