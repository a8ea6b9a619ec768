//! Searching in the source, and going to a line.

use std::rc::Rc;

use sitemap_validator_protocol::{
    message::Question,
    search::TextSearch,
    source::{self, SearchMatch},
};

use super::{Order, Spot, State};

/// The search in the source of the current file.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Seek {
    /// The text to search for.
    pub(crate) text: Rc<str>,
    /// The same text, prepared for marking matches in lines.
    pub(crate) wanted: Rc<TextSearch>,
    /// The match that the worker found; `None` while it searches.
    pub(crate) found: Option<SearchMatch>,
    /// True if the next answer must not scroll the source.
    pub(crate) still: bool,
    /// The latest match, kept while the matches are counted again.
    pub(crate) at: Option<source::SourceRange>,
}

impl State {
    /// Searches for another text, from the current location.
    pub(super) fn seek(&mut self, text: &str, orders: &mut Vec<Order>) {
        if *self.view.seek.text == *text {
            return;
        }
        let from = self.place();
        self.view.seek =
            Seek { text: text.into(), wanted: Rc::new(TextSearch::new(text)), found: None, still: false, at: None };
        self.ask_seek(from, false, orders);
    }

    /// Goes to the next match, or to the previous one.
    pub(super) fn seek_on(&mut self, backwards: bool, orders: &mut Vec<Order>) {
        let here = self.place();
        // Continues after the latest match, unless another location was visited since.
        let from = match self.view.seek.at.filter(|found| found.start == here) {
            Some(found) if !backwards => found.end,
            _ => here,
        };
        self.view.seek.still = false;
        self.ask_seek(from, backwards, orders);
    }

    /// Counts the matches again after a run, without moving the source.
    pub(super) fn seek_again(&mut self, orders: &mut Vec<Order>) {
        if !self.view.seek.text.is_empty() {
            self.view.seek.found = None;
            self.view.seek.still = true;
            self.ask_seek(self.place(), false, orders);
        }
    }

    fn ask_seek(&self, from: u32, backwards: bool, orders: &mut Vec<Order>) {
        let (Some(run), text) = (self.shown_run(), &self.view.seek.text) else {
            return;
        };
        if !text.is_empty() {
            let text = text.to_string();
            orders.push(Order::Ask(Question::Seek { text, from, backwards }.of(run, self.view.file as u32)));
        }
    }

    /// The byte offset of the current location if it is on screen, otherwise that of the first line on screen.
    fn place(&self) -> u32 {
        let (first, count) = self.view.window;
        let spot =
            self.view.spot.filter(|spot| count == 0 || (first..=first.saturating_add(count)).contains(&spot.line));
        match (spot, self.lines.get(first)) {
            (Some(spot), _) => spot.start,
            (None, Some(line)) => line.start,
            (None, None) => 0,
        }
    }

    pub(super) fn sought(&mut self, text: &str, sought: SearchMatch, orders: &mut Vec<Order>) {
        if *self.view.seek.text != *text {
            return;
        }
        self.view.seek.found = Some(sought);
        self.view.seek.at = sought.spot.or(self.view.seek.at);
        if !std::mem::take(&mut self.view.seek.still)
            && let Some(spot) = sought.spot
        {
            self.look_into(spot, orders);
        }
    }

    pub(super) fn go_to(&mut self, line: u32, column: u32, orders: &mut Vec<Order>) {
        let lines = self.file().map_or(0, |file| file.lines);
        if line > lines {
            let said = self.lang.fill(
                ["Line {0} is the last one", "La ligne {0} est la dernière", "La línea {0} es la última"],
                &[&self.lang.number(u64::from(lines))],
            );
            self.notice = Some(said.into());
        }
        if let Some(run) = self.shown_run() {
            orders.push(Order::Ask(Question::Locate { line, column }.of(run, self.view.file as u32)));
        }
    }

    /// Handles the worker's answer with the location that the visitor wants to go to.
    pub(super) fn located(&mut self, place: source::SourceRange, orders: &mut Vec<Order>) {
        self.view.goes += 1;
        self.look_into(place, orders);
    }

    /// Shows a location in the source; the selected finding stays.
    fn look_into(&mut self, place: source::SourceRange, orders: &mut Vec<Order>) {
        let source::SourceRange { line, column, end_column, start, .. } = place;
        self.view.spot = Some(Spot { line, column, end_line: line, end_column, start });
        self.jump(false);
        self.ask_around(orders);
    }
}
