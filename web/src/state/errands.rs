//! What is asked for while the worker does not hold the result on screen: while it checks again, and after a crash.

use super::{Action, FilterChange, Phase, Reader, State};
use crate::lang::Said;

/// Said until it is done.
const LATER: Said = [
    "This will run when the check is finished",
    "Ce sera fait dès que la vérification sera terminée",
    "Se hará en cuanto termine la comprobación",
];
/// Said when the check came to nothing.
const NOT_DONE: Said = [
    "The check did not finish, so this was not done",
    "La vérification n’a pas abouti\u{a0}: ce que vous avez demandé n’a pas été fait",
    "La comprobación no terminó, así que no se hizo lo que pidió",
];

impl State {
    /// True when the worker can answer questions about what is on screen.
    fn is_ready(&self) -> bool {
        self.shown_run() == Some(self.run) && self.edits == self.checked_edits
    }

    /// Keeps an action for the end of the check that is running, or is started for it. False when it can be done now.
    pub(super) fn put_off(&mut self, action: &Action) -> bool {
        if self.outcome.is_none() || self.is_ready() {
            return false;
        }
        let (errand, now_too) = match action {
            Action::Convert(_)
            | Action::Export(..)
            | Action::Fix(_)
            | Action::FixAll
            | Action::Plan(_)
            | Action::GoTo(..)
            | Action::SeekOn(_)
            | Action::More(_) => (Some(action.clone()), false),
            // The text is wanted in the field at once; the first place of it is visited later.
            Action::Seek(text) if !text.is_empty() => (Some(Action::SeekOn(false)), true),
            // Each check ends with the search for what is in the filter.
            Action::Filter(FilterChange::Text(text)) if !text.trim().is_empty() => (None, true),
            _ => return false,
        };
        if !matches!(self.phase, Phase::Running { .. }) {
            self.start();
        }
        if let Some(errand) = errand.filter(|errand| !self.errands.contains(errand)) {
            self.errands.push(errand);
        }
        if !now_too {
            self.notice = Some(self.lang.say(LATER).into());
        }
        !now_too
    }

    /// What was put off and can be done now.
    pub(super) fn due_errands(&mut self) -> Vec<Action> {
        if self.errands.is_empty() || !self.is_ready() {
            return Vec::new();
        }
        self.notice.take_if(|notice| **notice == *self.lang.say(LATER));
        std::mem::take(&mut self.errands)
    }

    /// A worker that is ended takes what it was writing with it: the next one writes it again.
    pub(super) fn ask_again_later(&mut self) {
        for reader in std::mem::take(&mut self.exporting) {
            self.errands.extend(match reader {
                Reader::Visitor(format, file) => Some(Action::Export(format, file)),
                Reader::Converter(to) => Some(Action::Convert(to)),
                Reader::Host => None,
            });
        }
    }

    /// The check came to nothing, and says so to whoever waits for more than its result.
    pub(super) fn drop_errands(&mut self) {
        self.ask_again_later();
        if !std::mem::take(&mut self.errands).is_empty() {
            self.notice = Some(self.lang.say(NOT_DONE).into());
        }
    }
}
