//! Replacing and restoring the input: by Undo and Redo, and after a reload from what the browser stored.

use std::rc::Rc;

use sitemap_validator_protocol::report::{Diagnostic, Severity};

use super::{Body, Bookmark, Folder, Input, Order, Sample, Site, State, Work};
use crate::verdict::FILES;

/// The maximum number of undo steps, and of redo steps, that the browser stores, and the maximum size of all of them.
const STORED: usize = 200;
pub(crate) const STORED_BYTES: u64 = 8 * 1024 * 1024;

/// An input with its settings.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Document {
    pub(crate) input: Input,
    pub(crate) site: Site,
    pub(crate) address: Rc<str>,
    /// The name of the text in the box, if a link contains one.
    pub(crate) name: Option<Rc<str>>,
    /// The folder of the built site, to compare the input with. The browser does not store it.
    pub(crate) folder: Option<Rc<Folder>>,
}

/// A document with its undo and redo steps.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct History {
    pub(crate) document: Document,
    /// The steps that can be undone, the latest last.
    pub(crate) undo: Vec<Step>,
    /// The steps that were undone, the latest last.
    pub(crate) redo: Vec<Step>,
}

/// An input that the browser stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Past {
    pub(crate) history: History,
    /// The key of its record in the browser.
    pub(crate) id: Rc<str>,
    /// The time at which it was stored, formatted for the page.
    pub(crate) when: Rc<str>,
}

/// Whether the browser stores the current input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Keeping {
    /// The browser stores it, or has not answered yet.
    #[default]
    Yes,
    /// The browser does not allow it, or the input is too large.
    No,
    /// The page is in a frame: the host is responsible for storing the input.
    Frame,
}

/// A step that can be undone or redone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    /// The document at the other end of the step.
    pub(crate) document: Document,
    pub(crate) kind: Kind,
    /// The finding that was selected there.
    pub(crate) selected: Option<Rc<Diagnostic>>,
}

/// The steps that are available.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Steps {
    /// The step that can be undone.
    pub(crate) undo: Option<Leads>,
    /// The step that was undone and can be redone.
    pub(crate) redo: Option<Leads>,
}

/// The target of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Leads {
    /// Another state of this input.
    Here,
    /// Another input, with this title.
    Elsewhere(String),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A fix, which changed the texts.
    Fix,
    /// Typing between two checks, which changed a text.
    Typing,
    /// A replacement of the whole input.
    Replacement,
}

/// The step that a notice offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Offer {
    Undo,
    Redo,
}

impl State {
    /// Shows a notice with a button for a step.
    pub(super) fn offer(&mut self, offer: Offer, sentence: String) {
        let sentence: Rc<str> = sentence.into();
        self.offered = Some((sentence.clone(), offer));
        self.notice = Some(sentence);
    }

    /// The steps that are available.
    pub(crate) fn steps(&self) -> Steps {
        let leads = |step: &Step| match step.kind {
            Kind::Fix | Kind::Typing => Leads::Here,
            Kind::Replacement => Leads::Elsewhere(self.title_of(&step.document)),
        };
        Steps { undo: self.undo.last().map(leads), redo: self.redo.last().map(leads) }
    }

    /// The step that the notice offers, if it is available.
    pub(crate) fn offered(&self) -> Option<Offer> {
        let (sentence, offer) = self.offered.as_ref()?;
        let shown = self.notice.as_ref().is_some_and(|notice| Rc::ptr_eq(notice, sentence));
        let steps = match offer {
            Offer::Undo => &self.undo,
            Offer::Redo => &self.redo,
        };
        (shown && !steps.is_empty()).then_some(*offer)
    }

    /// The current document.
    pub(crate) fn document(&self) -> Document {
        let Self { input, site, address, name, folder, .. } = self;
        Document {
            input: input.clone(),
            site: site.clone(),
            address: address.clone(),
            name: name.clone(),
            folder: folder.clone(),
        }
    }

    /// The document that the browser stores for a reload. `None` for a document that a link or a button can restore.
    pub(crate) fn worth_keeping(&self) -> Option<History> {
        let own = self.input != Input::Nothing && !self.linked && !self.is_sample();
        own.then(|| History { document: self.document(), undo: self.latest(&self.undo), redo: self.latest(&self.redo) })
    }

    /// The latest of these steps, as many as the browser stores.
    fn latest(&self, steps: &[Step]) -> Vec<Step> {
        let inputs = steps.iter().rev().map(|step| &step.document.input);
        let pairs = inputs.clone().zip([&self.input].into_iter().chain(inputs));
        let sizes = pairs.scan(0, |bytes, (input, next)| {
            *bytes += input.bytes_beside(next);
            Some(*bytes)
        });
        let count = sizes.take(STORED).take_while(|bytes| *bytes <= STORED_BYTES).count();
        steps[steps.len() - count..].to_vec()
    }

    /// True while a stored input is checked again.
    pub(crate) fn is_returning(&self) -> bool {
        matches!(self.work, Work::Checking { restored: true, .. })
    }

    /// True for an unchanged sample.
    pub(super) fn is_sample(&self) -> bool {
        match &self.input {
            Input::Text { text, fixed: false } => Sample::ALL.iter().any(|sample| *sample.text() == **text),
            _ => false,
        }
    }

    /// The title of a document.
    pub(crate) fn title_of(&self, document: &Document) -> String {
        match &document.input {
            Input::Files(entries) if entries.len() > 1 => self.lang.count(entries.len() as u64, FILES),
            Input::Files(entries) if *entries[0].name != *Input::UNNAMED => entries[0].name.to_string(),
            _ => document.name.as_deref().unwrap_or_else(|| Input::pasted(self.lang)).to_owned(),
        }
    }

    /// Removes the current document to make room for another; it can be restored.
    pub(super) fn make_room(&mut self, orders: &mut Vec<Order>) {
        let before = self.document();
        let counts = before.input != Input::Nothing && !self.is_sample();
        self.forget(orders);
        self.input = Input::Nothing;
        self.notice = None;
        if counts {
            let replaced = ["Replaced: {0}", "Remplacé\u{a0}: {0}", "Sustituido: {0}"];
            self.offer(Offer::Undo, self.lang.fill(replaced, &[&self.title_of(&before)]));
            self.remember(before, Kind::Replacement);
        } else {
            self.forget_versions();
        }
    }

    /// Adds a step that can be undone. Steps that were undone before can no longer be redone.
    pub(super) fn remember(&mut self, before: Document, kind: Kind) {
        self.redo.clear();
        let selected = self.view.selected.clone().filter(|_| kind == Kind::Fix);
        self.undo.push(Step { document: before, kind, selected });
        self.forget_old_undo();
    }

    /// Handles the start of typing: everything that is typed until the next check is one step.
    pub(super) fn begin_typing(&mut self) {
        if self.input != Input::Nothing && !std::mem::replace(&mut self.typing, true) {
            self.remember(self.document(), Kind::Typing);
        }
    }

    /// The documents of the steps that change the texts of the input on the page.
    pub(super) fn versions(&mut self) -> impl Iterator<Item = &mut Document> {
        let of_this = |step: &&mut Step| step.kind != Kind::Replacement;
        let (undo, redo) = (self.undo.iter_mut().rev(), self.redo.iter_mut().rev());
        undo.take_while(of_this).chain(redo.take_while(of_this)).map(|step| &mut step.document)
    }

    /// Removes the steps that change texts of the input on the page, because other texts replace these.
    pub(super) fn forget_versions(&mut self) {
        self.redo.clear();
        while self.undo.pop_if(|step| step.kind != Kind::Replacement).is_some() {}
    }

    pub(super) fn undo(&mut self, orders: &mut Vec<Order>) {
        let Some(step) = self.undo.pop() else { return };
        let kind = step.kind;
        let undone = self.take_step(step, orders);
        self.redo.push(undone);
        if kind == Kind::Fix {
            let said = ["Last fix undone", "Dernière correction annulée", "Última corrección deshecha"];
            self.offer(Offer::Redo, self.lang.text(said).to_owned());
        }
        if kind == Kind::Replacement {
            self.offered = self.notice.clone().map(|restored| (restored, Offer::Redo));
        }
    }

    pub(super) fn redo(&mut self, orders: &mut Vec<Order>) {
        let Some(step) = self.redo.pop() else { return };
        let kind = step.kind;
        let done = self.take_step(step, orders);
        self.undo.push(done);
        if kind == Kind::Fix {
            let said = ["Fixed again", "Corrigé à nouveau", "Corregido de nuevo"];
            self.offer(Offer::Undo, self.lang.text(said).to_owned());
        }
    }

    /// Goes to the other end of a step, and returns the reverse step.
    fn take_step(&mut self, Step { document, kind, selected }: Step, orders: &mut Vec<Order>) -> Step {
        let (now, left) = (self.document(), self.view.selected.clone());
        if kind == Kind::Replacement {
            self.bring_back(document, orders);
        } else {
            self.input = document.input;
            self.site.robots = document.site.robots;
            self.before_fix = None;
            self.before_step = selected;
            self.before_undo =
                self.file().filter(|_| kind == Kind::Fix).map(|file| Rc::new(file.tally(Severity::Warning).collect()));
            self.notice = None;
            self.start(orders);
        }
        Step { document: now, kind, selected: left.filter(|_| kind == Kind::Fix) }
    }

    /// Restores an earlier document.
    fn bring_back(&mut self, document: Document, orders: &mut Vec<Order>) {
        self.forget(orders);
        let is_empty = document.input == Input::Nothing;
        let restored = ["Restored: {0}", "Rétabli\u{a0}: {0}", "Restaurado: {0}"];
        let notice = (!is_empty).then(|| self.lang.fill(restored, &[&self.title_of(&document)]).into());
        self.notice = notice;
        let Document { input, site, address, name, folder } = document;
        (self.input, self.site, self.address, self.name, self.folder) = (input, site, address, name, folder);
        // The URL was entered for this input.
        self.old_address = false;
        if !is_empty {
            self.start(orders);
        }
    }

    /// Handles a stored input: this tab's own is restored with its bookmark, any other is offered.
    pub(super) fn take_past(&mut self, past: Past, own: Option<Bookmark>, orders: &mut Vec<Order>) {
        let empty = self.input == Input::Nothing && self.undo.is_empty() && self.fault.is_none();
        self.past = Some(Rc::new(past));
        if let Some(bookmark) = own.filter(|_| empty) {
            self.restore(orders);
            self.view.go_to(bookmark);
        }
    }

    /// Restores the stored input.
    pub(super) fn restore(&mut self, orders: &mut Vec<Order>) {
        if let Some(past) = self.past.take() {
            let History { document, undo, redo } = past.history.clone();
            self.make_room(orders);
            self.undo.extend(undo);
            self.redo = redo;
            self.bring_back(document, orders);
            if let Work::Checking { restored, .. } = &mut self.work {
                *restored = true;
            }
        }
    }

    /// True while leaving the page would lose a text or a fix that is neither stored by the browser nor downloaded.
    pub(crate) fn is_unsaved(&self) -> bool {
        let fixed = (0..self.input.len()).filter_map(|file| self.input.fixed(file));
        let is_fix_lost = || fixed.into_iter().any(|(_, body)| !self.saved.contains(&body));
        let is_text = matches!(self.input, Input::Text { fixed: false, .. }) && self.worth_keeping().is_some();
        match self.keeping {
            Keeping::Yes => false,
            Keeping::No => is_text || is_fix_lost(),
            Keeping::Frame => is_fix_lost(),
        }
    }

    pub(super) fn mark_saved(&mut self, body: &Body) {
        if !self.saved.contains(body) {
            self.saved.push(body.clone());
        }
    }
}
