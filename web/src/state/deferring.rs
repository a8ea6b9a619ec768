//! Actions that need a result while the worker does not hold the one on screen: during another check, or after a crash.

use super::{Action, FilterChange, Order, Recipient, Request, State, Work};
use crate::lang::Texts;

/// The notice shown until the deferred action is done.
const LATER: Texts = [
    "This will run when the check is finished",
    "Sera exécuté dès que la vérification sera terminée",
    "Se hará en cuanto termine la comprobación",
];
/// The notice shown if the check ended without a result.
const NOT_DONE: Texts = [
    "Not done, because the check did not finish",
    "Non exécuté, car la vérification n’a pas abouti",
    "No se ejecutó, porque la comprobación no terminó",
];

impl State {
    /// Defers an action until the end of the current check, or of one that it starts. Returns false if the action can
    /// be done now.
    pub(super) fn defer(&mut self, action: &Action, orders: &mut Vec<Order>) -> bool {
        if self.outcome.is_none() || self.can_ask() {
            return false;
        }
        let (later, now_too) = match action {
            Action::Ask(request) => (Some(request.clone()), false),
            // The text appears in the field immediately; its first match is visited later.
            Action::Seek(text) if !text.is_empty() => (Some(Request::SeekOn(false)), true),
            // Each check ends with a search for the text of the filter.
            Action::Filter(FilterChange::Text(text)) if !text.trim().is_empty() => (None, true),
            _ => return false,
        };
        if !self.work.is_checking() {
            self.start(orders);
        }
        if let Work::Checking { deferred, .. } = &mut self.work
            && let Some(later) = later.filter(|later| !deferred.contains(later))
        {
            deferred.push(later);
        }
        if !now_too {
            self.notice = Some(self.lang.text(LATER).into());
        }
        !now_too
    }

    /// Performs the deferred requests, after another check if the input was edited in the meantime.
    pub(super) fn catch_up(&mut self, later: Vec<Request>, orders: &mut Vec<Order>) {
        if later.is_empty() {
            return;
        }
        if self.unchecked {
            self.start(orders);
            if let Work::Checking { deferred, .. } = &mut self.work {
                *deferred = later;
            }
            return;
        }
        self.notice.take_if(|notice| **notice == *self.lang.text(LATER));
        for request in later {
            self.apply(Action::Ask(request), orders);
        }
    }

    /// Removes the exports that the worker is writing, and returns the requests for them.
    pub(super) fn take_exports(&mut self) -> impl Iterator<Item = Request> + use<> {
        std::mem::take(&mut self.exports).into_iter().filter_map(|reader| match reader {
            Recipient::Visitor(format, file) => Some(Request::Export(format, file)),
            Recipient::Converter(to) => Some(Request::Convert(to)),
            Recipient::Comparison(file) => Some(Request::SaveComparison(file)),
            Recipient::Host => None,
        })
    }

    /// Ends the check without a result. If actions were deferred, a notice reports that they were not done.
    pub(super) fn give_up(&mut self, work: Work) {
        let deferred = std::mem::replace(&mut self.work, work).take_deferred();
        if deferred.into_iter().chain(self.take_exports()).count() > 0 {
            self.notice = Some(self.lang.text(NOT_DONE).into());
        }
    }
}
