//! The filter and the order of the listed findings.

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::{
    message::Question,
    report::{Diagnostic, Severity},
    search::TextSearch,
    sorted_map::SortedMap,
    sorting,
};

use super::{FileResult, Group, Guides, Order, State, outcome::PAGE};
use crate::authorities::objects;

/// The filter and the order of the listed findings.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Filter {
    /// Only findings of this severity.
    pub(crate) only: Option<Severity>,
    /// Only findings of this rule.
    pub(crate) rule: Option<Rc<str>>,
    /// Only findings that this engine or standard objects to.
    pub(crate) who: Option<Rc<str>>,
    /// Only findings that contain this text.
    pub(crate) text: Rc<str>,
    /// The order of the groups.
    pub(crate) sort: Sort,
    /// Counts how often all filters were cleared, which also empties the search box.
    pub(crate) clears: u32,
}

/// The order of the groups.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Sort {
    /// By severity, then by location.
    #[default]
    Severity,
    /// The most frequent first.
    Count,
    /// By the location of the first finding.
    Place,
}

/// A change of the filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FilterChange {
    /// List only findings of this severity; the same severity again lists all findings.
    Severity(Severity),
    /// List only findings of this rule, or of all rules.
    Rule(Option<Rc<str>>),
    /// List only findings that this engine or standard objects to, or all findings.
    Who(Option<Rc<str>>),
    /// List only findings that contain this text; an empty text lists all findings.
    Text(Rc<str>),
    /// Change the order.
    Sort(Sort),
    /// Remove all filters.
    Clear,
}

/// The result of a search for a text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SearchResult {
    /// The text that was searched for.
    pub(crate) text: Rc<str>,
    /// The rules whose title contains the text: all of their findings match.
    pub(crate) whole: Vec<Rc<str>>,
    /// The findings that contain the text, by rule.
    pub(crate) groups: Vec<Group>,
}

impl Filter {
    /// True if the filter may hide findings.
    pub(crate) fn is_active(&self) -> bool {
        self.only.is_some() || self.rule.is_some() || self.who.is_some() || !self.text.is_empty()
    }

    /// True if no filter hides the whole group.
    pub(super) fn admits(&self, file: &FileResult, group: &Group) -> bool {
        self.rule.as_ref().is_none_or(|rule| *rule == group.rule)
            && self.who.as_ref().is_none_or(|who| speaks(who, file, group))
    }

    fn clear(&mut self) {
        *self = Self { sort: self.sort, clears: self.clears + 1, ..Self::default() };
    }

    fn change(&mut self, change: FilterChange) {
        match change {
            FilterChange::Severity(severity) => self.only = (self.only != Some(severity)).then_some(severity),
            FilterChange::Rule(rule) => self.rule = rule,
            FilterChange::Who(who) => self.who = who,
            FilterChange::Text(text) => self.text = text.trim().into(),
            FilterChange::Sort(sort) => self.sort = sort,
            FilterChange::Clear => self.clear(),
        }
    }
}

/// True if `who` objects to the findings of a group.
fn speaks(who: &str, file: &FileResult, group: &Group) -> bool {
    let sources = group.findings.first().map(|finding| &*finding.sources).unwrap_or_default();
    objects(who, file.stances.get(&*group.rule), sources)
}

/// The engines and standards that object to something in a file, with the number of findings, the most frequent first.
pub(crate) fn speakers(file: &FileResult) -> Vec<(Rc<str>, u64)> {
    let mut names: SortedMap<&str, ()> = crate::authorities::AUTHORITIES.iter().map(|who| (*who, ())).collect();
    let sources = file.groups.iter().filter_map(|group| group.findings.first()).flat_map(|finding| &finding.sources);
    sources.for_each(|who| names.insert(who, ()));
    let number = |who: &str| file.groups.iter().filter(|group| speaks(who, file, group)).map(|group| group.count).sum();
    let mut speakers: Vec<(Rc<str>, u64)> =
        names.into_iter().map(|(who, ())| (who.into(), number(who))).filter(|(_, number)| *number > 0).collect();
    sorting::by_key(&mut speakers, |(_, number)| std::cmp::Reverse(*number));
    speakers
}

/// The title of a group: the common message of its findings, otherwise the title of the rule's page.
pub(crate) fn title<'a>(group: &'a Group, guides: &'a Guides) -> Option<&'a str> {
    let guide = || guides.get(&group.rule)?.as_ref()?.title.as_deref();
    group.common_message().or_else(guide)
}

impl State {
    pub(super) fn filter(&mut self, change: FilterChange, orders: &mut Vec<Order>) {
        let text = self.view.filter.text.clone();
        self.view.filter.change(change);
        if self.view.filter.text != text {
            self.search(orders);
        }
    }

    /// Removes the filters if they hide a finding.
    pub(super) fn unfilter(&mut self, finding: &Diagnostic, orders: &mut Vec<Order>) {
        let listed = self.file().is_some_and(|file| self.view.listing(file).position(finding).is_some());
        if !listed && self.view.filter.is_active() {
            self.filter(FilterChange::Clear, orders);
        }
    }

    /// Requests the findings that contain the text.
    pub(super) fn search(&mut self, orders: &mut Vec<Order>) {
        let text = self.view.filter.text.clone();
        if text.is_empty() {
            self.view.search_result = None;
        } else {
            self.ask_search(&text, None, 0, PAGE as u32, orders);
        }
    }

    pub(super) fn ask_search(&self, text: &str, rule: Option<&str>, offset: u32, count: u32, orders: &mut Vec<Order>) {
        if let Some(run) = self.shown_run() {
            let (text, rule) = (text.to_owned(), rule.map(str::to_owned));
            orders.push(Order::Ask(Question::Search { text, rule, offset, count }.of(run, self.view.file as u32)));
        }
    }

    pub(super) fn found_came(
        &mut self,
        text: &str,
        rule: Option<&str>,
        rules: &BTreeMap<String, u64>,
        findings: Vec<Diagnostic>,
    ) {
        let (Some(file), true) = (self.file().cloned(), *text == *self.view.filter.text) else {
            return;
        };
        match (rule, &mut self.view.search_result) {
            (Some(rule), Some(found)) if *found.text == *text => {
                let found = Rc::make_mut(found);
                if let Some(group) = found.groups.iter_mut().find(|group| *group.rule == *rule) {
                    group.add(findings);
                    group.complete = true;
                }
            }
            (Some(_), _) => {}
            (None, found) => *found = Some(Rc::new(SearchResult::new(text, &file, &self.guides, rules, findings))),
        }
    }
}

impl SearchResult {
    /// Groups the worker's findings. Findings across files and the titles of rules are searched here.
    fn new(
        text: &str,
        file: &FileResult,
        guides: &Guides,
        rules: &BTreeMap<String, u64>,
        findings: Vec<Diagnostic>,
    ) -> Self {
        let wanted = TextSearch::new(text);
        let holds = |part: &str| wanted.find(part, 0..part.len()).is_some();
        let of_all: Vec<Rc<Diagnostic>> = findings.into_iter().map(Rc::new).collect();
        let mut found = Self { text: text.into(), whole: Vec::new(), groups: Vec::new() };
        for group in &file.groups {
            if holds(&group.rule) || title(group, guides).is_some_and(holds) {
                found.whole.push(group.rule.clone());
                continue;
            }
            let of_group = |finding: &&Rc<Diagnostic>| *finding.rule == *group.rule;
            let mut findings: Vec<_> = of_all.iter().filter(of_group).cloned().collect();
            let own = rules.get(&*group.rule).copied().unwrap_or(0);
            let across = group.findings.iter().filter(|finding| finding.file.is_some() && holds(&finding.message));
            let before = findings.len();
            findings.extend(across.cloned());
            let count = own + (findings.len() - before) as u64;
            if count > 0 {
                sorting::by_key(&mut findings, |finding| (finding.start, finding.end));
                found.groups.push(Group::new(group.rule.clone(), count, findings));
            }
        }
        found
    }
}
