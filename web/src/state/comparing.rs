//! The comparison of the input with an earlier version.

use std::rc::Rc;

use sitemap_validator_protocol::comparison::{ComparisonFile, Summary};

use super::{Document, Entry, Input, Offer, Order, Recipient, State, StepKind};

/// A comparison with an earlier version.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparing {
    /// Its number, which the answer of the worker repeats.
    pub(crate) number: u32,
    /// The earlier version.
    pub(crate) old: Rc<Document>,
    /// The titles of the earlier version and of the input.
    pub(crate) titles: [String; 2],
    /// The result; `None` until the worker has answered.
    pub(crate) summary: Option<Rc<Summary>>,
    /// True if URLs need redirects.
    pub(crate) redirects: bool,
}

impl Document {
    /// The files that were chosen as an earlier version.
    pub(crate) fn of_files(mut entries: Vec<Entry>) -> Self {
        Entry::number(&mut entries);
        Self { input: Input::Files(entries.into()), ..Self::default() }
    }
}

impl State {
    /// The input that the current one has replaced, while a notice says so.
    pub(crate) fn replaced(&self) -> Option<Rc<Document>> {
        let step = self.undo.last().filter(|step| step.kind == StepKind::Replacement)?;
        let is_offered = self.offered() == Some(Offer::Undo) && self.input != Input::Nothing;
        is_offered.then(|| Rc::new(step.document.clone()))
    }

    pub(super) fn compare(&mut self, old: Rc<Document>, orders: &mut Vec<Order>) {
        if self.shown_run().is_none() || old.input == Input::Nothing {
            return;
        }
        self.compared += 1;
        let number = self.compared;
        let titles = [self.title_of(&old), self.title_of(&self.document())];
        self.comparison = Some(Rc::new(Comparing { number, old, titles, summary: None, redirects: false }));
        orders.push(Order::Compare(None));
    }

    pub(super) fn compared(&mut self, number: u32, summary: Summary, redirects: bool) {
        if let Some(comparison) = self.comparison.as_mut().filter(|comparison| comparison.number == number) {
            let comparison = Rc::make_mut(comparison);
            (comparison.summary, comparison.redirects) = (Some(Rc::new(summary)), redirects);
        }
    }

    pub(super) fn save_comparison(&mut self, file: ComparisonFile, orders: &mut Vec<Order>) {
        if self.comparison.is_some() {
            self.exports.push(Recipient::Comparison(file));
            orders.push(Order::Compare(Some(file)));
        }
    }
}
