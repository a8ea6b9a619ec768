//! Requests to the worker.

use std::rc::Rc;

use sitemap_validator_protocol::message::Question;

use super::{Order, State, outcome::PAGE};

/// The number of lines requested around a location.
const AROUND: u32 = 30;

impl State {
    pub(super) fn ask_lines(&self, first: u32, count: u32, focus: Option<u32>, orders: &mut Vec<Order>) {
        if let Some(run) = self.shown_run() {
            orders.push(Order::Ask(Question::Lines { first, count, focus }.of(run, self.view.file as u32)));
        }
    }

    pub(super) fn ask_findings(&self, rule: &str, offset: u32, count: u32, orders: &mut Vec<Order>) {
        if let Some(run) = self.shown_run() {
            orders.push(Order::Ask(
                Question::Findings { rule: Some(rule.to_owned()), offset, count }.of(run, self.view.file as u32),
            ));
        }
    }

    /// Requests the findings that did not fit into a report on hundreds of files.
    pub(super) fn ask_rest(&self, orders: &mut Vec<Order>) {
        let Some(file) = self.file() else {
            return;
        };
        for group in file.groups.iter().filter(|group| !group.complete && group.findings.len() < PAGE) {
            self.ask_findings(&group.rule, group.fetched(), (PAGE - group.findings.len()) as u32, orders);
        }
    }

    /// Requests the lines around the current location. Long lines are cut around it.
    pub(super) fn ask_around(&mut self, orders: &mut Vec<Order>) {
        if !self.file().is_some_and(|file| self.view.lists(file) && file.lines > 0) {
            return;
        }
        let (line, focus) = self.view.spot.map_or((1, None), |spot| (spot.line, Some(spot.start)));
        let first = line.saturating_sub(AROUND).max(1);
        self.ask_lines(first, 2 * AROUND, focus, orders);
    }

    pub(super) fn ask_window(&mut self, orders: &mut Vec<Order>) {
        let Some(total) = self.file().map(|file| file.lines) else {
            return;
        };
        let (first, count) = self.view.window;
        let from = first.saturating_sub(AROUND).max(1);
        let to = first.saturating_add(count).saturating_add(AROUND).min(total);
        let focus = self.view.spot.map(|spot| spot.start);
        for (first, count) in self.lines.missing(from, to) {
            self.ask_lines(first, count, focus, orders);
        }
    }

    /// Requests the excerpts of findings across files. All other findings already have one.
    pub(super) fn ask_excerpts(&self, orders: &mut Vec<Order>) {
        let (Some(run), Some(file)) = (self.shown_run(), self.file()) else { return };
        if self.view.lists(file) && file.report.cross_file_counts.total() > 0 {
            orders.push(Order::Ask(Question::Excerpts.of(run, self.view.file as u32)));
        }
    }

    /// Requests the value that contains the selected finding, and the URL as crawlers read it.
    fn ask_reading(&mut self, orders: &mut Vec<Order>) {
        let listed = self.view.selected.as_ref().filter(|_| self.file().is_some_and(|file| self.view.lists(file)));
        let selected = listed.map(|finding| (finding.start, finding.end));
        if let (Some(run), Some((start, end))) = (self.shown_run(), selected) {
            (self.view.reading, self.view.value) = (None, None);
            orders.push(Order::Ask(Question::Read { start, end }.of(run, self.view.file as u32)));
        }
    }

    /// Requests the pages about the selected finding's rule and about rules whose findings have no message in common.
    pub(super) fn ask_guides(&mut self, orders: &mut Vec<Order>) {
        let Some(file) = self.file().cloned() else {
            return;
        };
        self.ask_reading(orders);
        let set = self.outcome.as_ref().and_then(|outcome| outcome.set.clone());
        let groups = file
            .groups
            .iter()
            .chain(set.iter().flat_map(|set| set.across_rules.iter().chain(&*set.rules).map(|rule| &rule.group)));
        let titles = groups.filter(|group| group.common_message().is_none()).map(|group| group.rule.clone());
        let selected = self.view.selected.iter().map(|finding| Rc::from(finding.rule.as_str()));
        for rule in selected.chain(titles) {
            if crate::guide::is_rule_id(&rule) && self.guides.get(&rule).is_none() {
                Rc::make_mut(&mut self.guides).insert(rule.clone(), None);
                orders.push(Order::Guide(self.lang, rule));
            }
        }
    }
}
