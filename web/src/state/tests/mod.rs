//! Tests of the state without a browser.

mod built;
mod checking;
mod comparing;
mod deferring;
mod fetching;
mod figures;
mod filtering;
mod fixing;
mod fixing_all;
mod joining;
mod linking;
mod replacing;
mod seeking;
mod sets;
mod viewing;

use std::cell::RefCell;

use sitemap_validator_protocol::{
    message::{FixRequest, FromWorker, Progress, Question, ToWorker},
    report::{Kind, Severity},
};

use super::{Action, AfterDrawing, Body, Entry, Input, Order, Request, Sample, State, Timer, Work, WorkerError};
use crate::samples::{done, file, finding, fixable, line};

/// A page, and the orders that it has given.
struct Page(pub(super) State, RefCell<Vec<Order>>);

impl Page {
    pub(super) fn new() -> Self {
        Self::from(State::new(""))
    }

    pub(super) fn from(state: State) -> Self {
        Self(state, RefCell::default())
    }

    pub(super) fn with(findings: Vec<sitemap_validator_protocol::report::Diagnostic>) -> Self {
        let mut page = Self::new();
        page.act(Action::Files(vec![entry("a.xml", 1)]));
        page.answer(done(page.0.run, vec![file("a.xml", findings)]));
        page
    }

    pub(super) fn act(&mut self, action: Action) -> &mut Self {
        let orders = self.0.reduce(action);
        self.1.get_mut().extend(orders);
        self
    }

    pub(super) fn answer(&mut self, answer: FromWorker) -> &mut Self {
        self.act(Action::Answer(Box::new(answer)))
    }

    /// The orders since the last call, without those that every edit, check or notice causes.
    pub(super) fn orders(&self) -> Vec<Order> {
        let is_own = |order: &Order| !matches!(order, Order::Start(_) | Order::Reveal);
        self.all_orders().into_iter().filter(is_own).collect()
    }

    pub(super) fn all_orders(&self) -> Vec<Order> {
        self.1.take()
    }

    pub(super) fn questions(&self) -> Vec<ToWorker> {
        let asked = |order| match order {
            Order::Ask(question) => Some(question),
            _ => None,
        };
        self.orders().into_iter().filter_map(asked).collect()
    }

    pub(super) fn place(&self) -> Option<(u32, u32)> {
        self.0.view.selected.as_ref().map(|finding| (finding.line, finding.column))
    }
}

fn entry(name: &str, number: u32) -> Entry {
    Entry { name: name.into(), bytes: 10, body: Body::Blob(number), address: "".into(), http: None, fixed: false }
}

fn progress(run: u32) -> FromWorker {
    FromWorker::Progress(Progress {
        run,
        files: 1,
        finished: 0,
        name: "a.xml".into(),
        done: 62,
        total: 100,
        entries: 31_000,
        errors: 45,
        warnings: 0,
        first: vec![],
    })
}
