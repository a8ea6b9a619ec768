//! The part of a result that the page shows.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::SourceLine,
    report::{Diagnostic, Excerpt, Related, Severity},
    sorted_map::SortedMap,
    source::{UrlReading, Value},
};

use super::{
    FileResult, Filter, FixPreview, Group, LineStore, Order, Outcome, SearchResult, Seek, State, VisibleRows,
    fixing::{Tally, compared},
    lines::index_of,
};

/// The part of a result that the page shows.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct View {
    /// The index of the current file.
    pub(crate) file: usize,
    /// True if that file stays current whichever file the next result ranks first.
    pub(super) stays: bool,
    /// True when only the files with problems are listed.
    pub(crate) only_problematic: bool,
    /// The selected finding.
    pub(crate) selected: Option<Rc<Diagnostic>>,
    /// A finding that was chosen in the source and has not been fetched yet.
    wanted: Option<(Rc<str>, u32, u32)>,
    /// The file and finding to select in the next result.
    bookmark: Option<Bookmark>,
    /// The current location in the source: the finding's own, or a related one.
    pub(crate) spot: Option<Spot>,
    /// The last jump: the source has scrolled to `spot`.
    pub(crate) jump: Jump,
    /// On a narrow screen, which shows one pane at a time: true if it shows the source. On a wide one, the list stays
    /// beside the source, even if it is empty.
    pub(crate) open: bool,
    /// Groups that were opened or closed by hand.
    pub(crate) groups: SortedMap<Rc<str>, bool>,
    /// Counts the jumps to a line number: with each one, the source takes the focus.
    pub(crate) goes: u32,
    /// The filter of the findings.
    pub(crate) filter: Filter,
    /// The result of the search for the filter's text.
    pub(crate) search_result: Option<Rc<SearchResult>>,
    /// The rows on screen. Rows off screen do not exist in a long list.
    pub(crate) visible_rows: VisibleRows,
    /// The lines on screen.
    pub(crate) window: (u32, u32),
    /// True if the findings of a file that is not a sitemap are shown.
    pub(crate) all: bool,
    /// The search in the source.
    pub(crate) seek: Seek,
    /// The URL at the finding with this start and end, as crawlers read it.
    pub(crate) reading: Option<((u32, u32), Rc<UrlReading>)>,
    /// The value that contains the finding with this start and end.
    pub(crate) value: Option<((u32, u32), Rc<Value>)>,
    /// The preview of a fix.
    pub(crate) fix_preview: Option<Rc<FixPreview>>,
    /// The finding across files from which a location in another file was visited.
    pub(crate) came_from: Option<Rc<Diagnostic>>,
}

/// A jump of the source to a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Jump {
    /// The number of jumps so far.
    count: u32,
    /// True if the caret stays where it is.
    pub(crate) keeps_caret: bool,
}

/// A location in the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) line: u32,
    pub(crate) column: u32,
    pub(crate) end_line: u32,
    pub(crate) end_column: u32,
    /// The byte at `line` and `column`.
    pub(crate) start: u32,
}

/// The current file, the list of files and the selected finding, for a reload.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Bookmark {
    /// Index of the file.
    file: usize,
    /// True when only the files with problems are listed.
    only_problematic: bool,
    /// The rule of the finding, its start and its end.
    finding: Option<(Rc<str>, u32, u32)>,
}

/// Marks a bookmark, after its file, in which only the files with problems are listed.
const ONLY: &str = "!";

impl std::fmt::Display for Bookmark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.file, if self.only_problematic { ONLY } else { "" })?;
        self.finding.iter().try_for_each(|(rule, start, end)| write!(f, " {start} {end} {rule}"))
    }
}

impl From<&str> for Bookmark {
    /// Reads a bookmark as `Display` writes it. Any other text means the first file.
    fn from(text: &str) -> Self {
        let mut parts = text.split(' ');
        let file = parts.next().unwrap_or_default();
        let only = file.strip_suffix(ONLY);
        let mut number = || parts.next().and_then(|part| part.parse().ok());
        let (start, end) = (number(), number());
        let finding = parts.next().and_then(|rule| Some((rule.into(), start?, end?)));
        Self { file: only.unwrap_or(file).parse().unwrap_or(0), only_problematic: only.is_some(), finding }
    }
}

impl View {
    /// The current file and finding, or those to select in the next result.
    pub(crate) fn bookmark(&self) -> Bookmark {
        if let Some(bookmark) = &self.bookmark {
            return bookmark.clone();
        }
        let finding = self.selected.as_ref().map(|finding| (finding.rule.as_str().into(), finding.start, finding.end));
        Bookmark { file: self.file, only_problematic: self.only_problematic, finding }
    }

    /// Selects the file of a bookmark now, and its finding in the next result.
    pub(super) fn go_to(&mut self, bookmark: Bookmark) {
        (self.file, self.stays, self.only_problematic) = (bookmark.file, true, bookmark.only_problematic);
        self.bookmark = Some(bookmark);
    }

    /// True if the findings are listed.
    pub(crate) fn lists(&self, file: &FileResult) -> bool {
        self.all || !file.is_hopeless()
    }
}

impl From<&Diagnostic> for Spot {
    fn from(finding: &Diagnostic) -> Self {
        Self {
            line: finding.line,
            column: finding.column,
            end_line: finding.end_line,
            end_column: finding.end_column,
            start: finding.start,
        }
    }
}

impl State {
    /// Shows a new result. The selected finding stays selected if it is still there.
    pub(super) fn done(&mut self, outcome: Outcome, orders: &mut Vec<Order>) {
        let fresh = self.outcome.is_none() && !std::mem::take(&mut self.view.stays);
        if fresh || self.view.file >= outcome.files.len() {
            self.view.file = outcome.set.as_ref().map_or(0, |set| set.worst);
        }
        // The filter stays.
        let before = self.view.selected.take();
        let edited = std::mem::take(&mut self.edited) && !fresh && self.before_fix.is_none();
        let tally = edited.then(|| self.file().map(|file| file.tally(Severity::Warning).collect::<Tally>())).flatten();
        let below = before.as_deref().filter(|_| self.before_fix.is_some()).map(|before| self.below(&before.rule));
        (self.view.wanted, self.view.came_from) = (None, None);
        self.outcome = Some(Rc::new(outcome));
        // A rule or severity without findings can no longer be chosen.
        let filter = self.view.filter.rule.take();
        self.view.filter.rule = filter.filter(|rule| self.file().is_some_and(|file| file.group(rule).is_some()));
        let only = self.view.filter.only.take();
        self.view.filter.only =
            only.filter(|only| self.file().is_some_and(|file| file.groups.iter().any(|group| group.severity == *only)));
        self.lines.outdate();
        self.view.search_result = None;
        self.search(orders);
        let same = self.before_step.take().and_then(|finding| self.same(&finding));
        let came = self.before_undo.take().and_then(|tally| self.came_back(&tally, before.as_deref()));
        let back = same.or(came);
        let mut jump = fresh || back.is_some();
        let kept = back.or_else(|| before.as_deref().and_then(|before| self.same_or_near(before)));
        let selected = if tally.is_some_and(|tally| self.is_settled(&tally, before.as_deref())) {
            // Another explanation would push away the text that is being edited.
            None
        } else {
            kept.or_else(|| self.first_problem(&below?)).or_else(|| self.first_finding())
        };
        // After a fix, the source stays open only if another finding is selected.
        self.view.open &= self.before_fix.is_none() || selected.is_some();
        let place = |finding: &Diagnostic| (finding.start, finding.end);
        jump |= self.before_fix.is_some() && selected.as_deref().map(place) != before.as_deref().map(place);
        self.look_at(selected, jump, orders);
        if let Some((rule, start, end)) = self.view.bookmark.take().and_then(|bookmark| bookmark.finding) {
            self.select_mark(&rule, start, end, orders);
            self.jump(false);
            self.ask_around(orders);
        }
        self.seek_again(orders);
        self.report_changes();
    }

    pub(super) fn choose(&mut self, file: usize, orders: &mut Vec<Order>) {
        if file == self.view.file {
            // The selection stays.
            if self.outcome.is_some() {
                orders.push(Order::Reveal);
            }
        } else if self.outcome.as_ref().is_some_and(|outcome| file < outcome.files.len()) {
            let View { jump, filter, only_problematic, .. } = std::mem::take(&mut self.view);
            // Another file has findings of other rules.
            let filter = Filter { rule: None, ..filter };
            self.view = View { file, only_problematic, jump, filter, ..View::default() };
            orders.push(Order::Reveal);
            self.lines = LineStore::default();
            self.search(orders);
            self.look_at(self.first_finding(), true, orders);
        }
    }

    /// Goes to a finding across files.
    pub(super) fn find(&mut self, finding: &Diagnostic, orders: &mut Vec<Order>) {
        let Some(file) = finding.file else {
            return;
        };
        if file as usize != self.view.file {
            self.choose(file as usize, orders);
        }
        orders.push(Order::Reveal);
        self.view.all |= self.file().is_some_and(|file| file.is_hopeless());
        self.select_mark(&finding.rule, finding.start, finding.end, orders);
        self.jump(false);
        self.view.open = true;
        self.view.came_from = None;
        self.ask_around(orders);
    }

    fn look_at(&mut self, selected: Option<Rc<Diagnostic>>, jump: bool, orders: &mut Vec<Order>) {
        self.view.spot = selected.as_deref().map(Spot::from);
        self.view.selected = selected;
        if jump {
            self.jump(self.before_fix.is_some());
        }
        if !jump && self.view.window.1 > 0 {
            self.ask_window(orders);
        }
        self.ask_rest(orders);
        self.ask_text(orders);
        self.ask_around(orders);
        self.ask_excerpts(orders);
        self.ask_guides(orders);
    }

    /// Brings `spot` into view.
    pub(super) fn jump(&mut self, keeps_caret: bool) {
        self.view.jump = Jump { count: self.view.jump.count + 1, keeps_caret };
    }

    fn first_finding(&self) -> Option<Rc<Diagnostic>> {
        let file = self.file()?;
        let listing = self.view.listing(file);
        let first = listing.groups.first().and_then(|listed| listed.rows.first());
        first.or_else(|| file.groups.first().and_then(|group| group.findings.first())).cloned()
    }

    /// The rules that are listed below this one.
    fn below(&self, rule: &str) -> Vec<Rc<str>> {
        let groups = self.file().map(|file| self.view.listing(file).groups).unwrap_or_default();
        let rules = groups.iter().map(|listed| listed.group.rule.clone());
        rules.skip_while(|listed| **listed != *rule).skip(1).collect()
    }

    /// The first error or warning of these rules.
    fn first_problem(&self, rules: &[Rc<str>]) -> Option<Rc<Diagnostic>> {
        let file = self.file()?;
        let mut groups = rules.iter().filter_map(|rule| file.group(rule));
        groups.find(|group| group.severity > Severity::Info)?.findings.first().cloned()
    }

    fn same_or_near(&self, before: &Diagnostic) -> Option<Rc<Diagnostic>> {
        let group = self.file()?.group(&before.rule)?;
        let near = || group.findings.iter().find(|f| f.line >= before.line).or_else(|| group.findings.last()).cloned();
        self.same(before).or_else(near)
    }

    /// True if an edit caused no new problem and removed a finding of the selected finding's rule. Without a selection,
    /// it is enough that there were problems before. `tally` is from before the edit.
    fn is_settled(&self, tally: &Tally, before: Option<&Diagnostic>) -> bool {
        let now: Tally = self.file().iter().flat_map(|file| file.tally(Severity::Warning)).collect();
        let count = |rule: &str| now.get(rule).copied().unwrap_or(0);
        let is_mended = match before {
            Some(before) => tally.get(&*before.rule).is_some_and(|known| count(&before.rule) < *known),
            None => !tally.is_empty(),
        };
        is_mended && compared(tally, &now).1 == 0
    }

    /// The finding of the same rule at the same place.
    fn same(&self, finding: &Diagnostic) -> Option<Rc<Diagnostic>> {
        let place = |finding: &Diagnostic| (finding.start, finding.end);
        let group = self.file()?.group(&finding.rule)?;
        group.findings.iter().find(|other| place(other) == place(finding)).cloned()
    }

    /// A finding that came back when a fix was undone. `tally` is from before the undo.
    fn came_back(&self, tally: &Tally, before: Option<&Diagnostic>) -> Option<Rc<Diagnostic>> {
        let more = |group: &&Group| group.count > tally.get(&group.rule).copied().unwrap_or(0);
        let group = self.file()?.groups.iter().filter(|group| group.severity > Severity::Info).find(more)?;
        let near = before.and_then(|before| group.findings.iter().find(|finding| finding.line >= before.line));
        near.or_else(|| group.findings.first()).cloned()
    }

    pub(super) fn select(&mut self, finding: Rc<Diagnostic>, open: bool, orders: &mut Vec<Order>) {
        self.view.spot = Some(Spot::from(&*finding));
        self.view.selected = Some(finding);
        self.view.wanted = None;
        self.view.open |= open;
        self.view.came_from = None;
        self.jump(false);
        self.ask_around(orders);
        self.ask_guides(orders);
    }

    pub(super) fn select_mark(&mut self, rule: &str, start: u32, end: u32, orders: &mut Vec<Order>) {
        let Some(file) = self.file().cloned() else {
            return;
        };
        let Some(group) = file.group(rule) else {
            return;
        };
        match group.findings.iter().position(|f| f.start == start && f.end == end) {
            Some(at) => {
                let finding = group.findings[at].clone();
                self.view.groups.insert(group.rule.clone(), true);
                self.change_group(rule, |group| group.shown = group.shown.max(at + 1));
                self.unfilter(&finding, orders);
                self.view.spot = Some(Spot::from(&*finding));
                self.view.selected = Some(finding);
                self.view.wanted = None;
                self.ask_guides(orders);
            }
            // The finding has not been fetched: request all findings of the rule that the worker keeps.
            None if !group.complete => {
                self.view.wanted = Some((rule.into(), start, end));
                self.ask_findings(rule, group.fetched(), u32::MAX, orders);
            }
            None => {}
        }
    }

    pub(super) fn step(&mut self, by: i32, orders: &mut Vec<Order>) {
        let Some(file) = self.file().cloned() else {
            return;
        };
        let listing = self.view.listing(&file);
        let at = self.view.selected.as_ref().and_then(|now| listing.position(now));
        if let (1 | -1, Some(at)) = (by, at)
            && let Some((rule, row)) = listing.beyond(at, by)
        {
            return self.step_beyond(&rule, row, orders);
        }
        let next = match at {
            None => 0,
            Some(at) => at.saturating_add_signed(by as isize).min(listing.rows().saturating_sub(1)),
        };
        if let Some(finding) = listing.row(next).cloned()
            && at != Some(next)
        {
            self.select(finding, false, orders);
        }
    }

    /// Goes to a row of a rule that is not listed yet: in a closed group, or further down in an open one.
    fn step_beyond(&mut self, rule: &str, row: usize, orders: &mut Vec<Order>) {
        let Some(file) = self.file().cloned() else { return };
        let listing = self.view.listing(&file);
        let is_open = listing.groups.iter().any(|listed| listed.open && *listed.group.rule == *rule);
        drop(listing);
        if is_open {
            self.more(rule, orders);
        } else {
            self.toggle(rule);
        }
        let Some(file) = self.file().cloned() else { return };
        let listing = self.view.listing(&file);
        let listed = listing.groups.iter().find(|listed| &*listed.group.rule == rule);
        let found = listed.and_then(|listed| listed.rows.get(row.min(listed.rows.len().saturating_sub(1))));
        if let Some(finding) = found.cloned() {
            self.select(finding, false, orders);
        }
    }

    pub(super) fn visit(&mut self, place: &Related, orders: &mut Vec<Order>) {
        if let Some(other) = place.file.map(|file| file as usize).filter(|&file| file != self.view.file) {
            let from = self.view.selected.clone().filter(|finding| finding.file.is_some());
            self.choose(other, orders);
            self.view.all |= self.file().is_some_and(|file| file.is_hopeless());
            self.view.selected = None;
            self.view.came_from = from;
        }
        self.view.spot = Some(Spot {
            line: place.line,
            column: place.column,
            end_line: place.end_line,
            end_column: place.end_column,
            start: place.start,
        });
        self.jump(false);
        self.view.open = true;
        self.ask_around(orders);
    }

    pub(super) fn toggle(&mut self, rule: &str) {
        let Some(file) = self.file().cloned() else {
            return;
        };
        let listing = self.view.listing(&file);
        // Groups that are open by default must stay open when another one is closed.
        let settled: Vec<(Rc<str>, bool)> =
            listing.groups.iter().map(|listed| (listed.group.rule.clone(), listed.open)).collect();
        for (name, open) in settled {
            let open = open != (&*name == rule);
            self.view.groups.insert(name, open);
        }
    }

    /// Opens or closes all groups.
    pub(super) fn toggle_all(&mut self, open: bool) {
        let rules = self.file().into_iter().flat_map(|file| &file.groups).map(|group| (group.rule.clone(), open));
        self.view.groups = rules.collect();
    }

    /// Lists all findings of a rule that the worker keeps.
    pub(super) fn more(&mut self, rule: &str, orders: &mut Vec<Order>) {
        let group = |state: &Self| {
            let group = state.listed_group(rule)?;
            Some((group.fetched(), group.complete, group.is_coming()))
        };
        let Some((fetched, complete, false)) = group(self) else {
            return;
        };
        if !complete {
            match self.found_group(rule) {
                Some(_) => self.ask_search(&self.view.filter.text, Some(rule), fetched, u32::MAX, orders),
                None => self.ask_findings(rule, fetched, u32::MAX, orders),
            }
        }
        if let Some(group) = self.found_group_mut(rule) {
            group.shown = usize::MAX;
        } else {
            self.change_group(rule, |group| group.shown = usize::MAX);
        }
    }

    /// The matches of a rule, if the list shows a search.
    fn found_group(&self, rule: &str) -> Option<&Group> {
        let found = self.view.search_result.as_ref().filter(|_| !self.view.filter.text.is_empty())?;
        found.groups.iter().find(|group| &*group.rule == rule)
    }

    fn found_group_mut(&mut self, rule: &str) -> Option<&mut Group> {
        self.found_group(rule)?;
        Rc::make_mut(self.view.search_result.as_mut()?).groups.iter_mut().find(|group| &*group.rule == rule)
    }

    fn listed_group(&self, rule: &str) -> Option<&Group> {
        self.found_group(rule).or_else(|| self.file()?.group(rule))
    }

    pub(super) fn findings_came(&mut self, rule: &str, findings: Vec<Diagnostic>, orders: &mut Vec<Order>) {
        let ended = findings.is_empty();
        self.change_group(rule, |group| {
            group.add(findings);
            group.complete |= ended || group.findings.len() as u64 >= group.kept();
        });
        if let Some((_, start, end)) = self.view.wanted.take_if(|(wanted, ..)| **wanted == *rule) {
            self.select_mark(rule, start, end, orders);
        }
    }

    fn change_group(&mut self, rule: &str, change: impl FnOnce(&mut Group)) {
        let file = self.view.file;
        let Some(outcome) = self.outcome.as_mut().map(Rc::make_mut) else {
            return;
        };
        let Some(checked) = outcome.files.get_mut(file).map(Rc::make_mut) else {
            return;
        };
        if let Some(group) = checked.groups.iter_mut().find(|group| &*group.rule == rule) {
            change(group);
        }
    }

    pub(super) fn show_all(&mut self, orders: &mut Vec<Order>) {
        self.view.all = true;
        self.ask_text(orders);
        self.ask_around(orders);
        self.ask_excerpts(orders);
    }

    pub(super) fn scrolled(&mut self, first: u32, count: u32, orders: &mut Vec<Order>) {
        self.view.window = (first, count);
        self.ask_window(orders);
    }

    /// Shows the next or the previous part of a long line.
    pub(super) fn along(&mut self, number: u32, forward: bool, orders: &mut Vec<Order>) {
        let Some(line) = self.lines.get(number).cloned() else {
            return;
        };
        let Some((column, start)) = beside(&line, self.view.spot, forward) else {
            return;
        };
        self.view.spot = Some(Spot { line: number, column, end_line: number, end_column: column, start });
        self.jump(false);
        self.ask_around(orders);
    }

    pub(super) fn lines_came(&mut self, lines: Vec<SourceLine>) {
        let spot = self.view.spot.map(|spot| (spot.line, spot.column));
        let (first, count) = self.view.window;
        self.lines.take(lines, spot);
        self.lines.trim(first, first + count);
    }

    pub(super) fn excerpts_came(&mut self, excerpts: Vec<(u32, u32, Excerpt)>) {
        let excerpts: SortedMap<(u32, u32), Excerpt> =
            excerpts.into_iter().map(|(start, end, excerpt)| ((start, end), excerpt)).collect();
        let Some(outcome) = self.outcome.as_mut().map(Rc::make_mut) else { return };
        let Some(file) = outcome.files.get_mut(self.view.file).map(Rc::make_mut) else { return };
        let found = self.view.search_result.as_mut().map(Rc::make_mut);
        let groups = file.groups.iter_mut().chain(found.into_iter().flat_map(|found| &mut found.groups));
        for finding in groups.flat_map(|group| &mut group.findings).filter(|finding| finding.file.is_some()) {
            let place = (finding.start, finding.end);
            Rc::make_mut(finding).excerpt = excerpts.get(&place).cloned();
        }
    }
}

/// The column and the byte offset just before or after a part of a line. The spot lies in that part and relates columns
/// to byte offsets.
fn beside(line: &SourceLine, spot: Option<Spot>, forward: bool) -> Option<(u32, u32)> {
    let (at, byte) = match spot {
        Some(spot) if spot.line == line.number && spot.column >= line.column => {
            (index_of(line, spot.column), spot.start)
        }
        _ if line.column == 1 => (0, line.start),
        _ => return None,
    };
    let first = byte.checked_sub(at as u32)?;
    if forward {
        let length = line.text.chars().count() as u32;
        Some((line.column + length, first + line.text.len() as u32))
    } else {
        Some((line.column.checked_sub(1).filter(|column| *column > 0)?, first.checked_sub(1)?))
    }
}
