//! Replacing and restoring the input: by Undo, and after a reload from what the browser stored.

use std::rc::Rc;

use super::{Body, Input, Order, Sample, Site, State, Work};
use crate::verdict::FILES;

/// An input with its settings.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct Document {
    pub(crate) input: Input,
    pub(crate) site: Site,
    pub(crate) address: Rc<str>,
    /// The name of the text in the box, when a link has one.
    pub(crate) name: Option<Rc<str>>,
}

/// An input that the browser stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Past {
    pub(crate) document: Document,
    /// Its name in the browser.
    pub(crate) id: Rc<str>,
    /// When it was stored, as the page writes it.
    pub(crate) when: Rc<str>,
}

/// Whether the browser stores what is on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Keeping {
    /// It does, or has not answered yet.
    #[default]
    Yes,
    /// It does not allow it, or the input is too large.
    No,
    /// The page is in a frame: the input is for the host to keep.
    Frame,
}

/// A step that can be undone.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Step {
    /// What was there before.
    pub(crate) before: Document,
    pub(super) kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A fix: undoing it restores the input and the robots.txt.
    Fix,
    /// Another input replaced the whole. True when something was typed into it since.
    Replacement { touched: bool },
}

impl State {
    /// The current document.
    pub(crate) fn document(&self) -> Document {
        let Self { input, site, address, name, .. } = self;
        Document { input: input.clone(), site: site.clone(), address: address.clone(), name: name.clone() }
    }

    /// The document that the browser stores for a reload: none that a link or a button can restore.
    pub(crate) fn worth_keeping(&self) -> Option<Document> {
        let own = self.input != Input::Nothing && !self.linked && !self.is_sample();
        own.then(|| self.document())
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
            self.notice = Some(self.lang.fill(replaced, &[&self.title_of(&before)]).into());
            self.undo.push(Step { before, kind: Kind::Replacement { touched: false } });
            self.forget_old_undo();
        }
    }

    /// Something was typed: earlier fixes can no longer be undone one by one.
    pub(super) fn type_over(&mut self) {
        while self.undo.pop_if(|step| step.kind == Kind::Fix).is_some() {}
        if let Some(Step { kind: Kind::Replacement { touched }, .. }) = self.undo.last_mut() {
            *touched = true;
        }
    }

    /// The documents before each fix of the one on the page.
    pub(super) fn fixes(&mut self) -> impl Iterator<Item = &mut Document> {
        self.undo.iter_mut().rev().take_while(|step| step.kind == Kind::Fix).map(|step| &mut step.before)
    }

    pub(super) fn take_back(&mut self, orders: &mut Vec<Order>) {
        let Some(Step { before, kind }) = self.undo.pop() else { return };
        match kind {
            Kind::Fix => {
                self.input = before.input;
                self.site.robots = before.site.robots;
                self.before_fix = None;
                let said = ["Last fix undone", "Dernière correction annulée", "Última corrección deshecha"];
                self.notice = Some(self.lang.text(said).into());
                self.start(orders);
            }
            Kind::Replacement { touched } => {
                let now = self.document();
                self.bring_back(before, orders);
                if touched && now.input != Input::Nothing {
                    self.undo.push(Step { before: now, kind: Kind::Replacement { touched: false } });
                }
            }
        }
    }

    /// Restores an earlier document.
    fn bring_back(&mut self, document: Document, orders: &mut Vec<Order>) {
        self.forget(orders);
        let restored = ["Restored: {0}", "Rétabli\u{a0}: {0}", "Restaurado: {0}"];
        self.notice = Some(self.lang.fill(restored, &[&self.title_of(&document)]).into());
        let Document { input, site, address, name } = document;
        (self.input, self.site, self.address, self.name) = (input, site, address, name);
        self.start(orders);
    }

    /// The browser has a stored input: this tab's own is restored, another one is offered.
    pub(super) fn take_past(&mut self, past: Past, own: bool, orders: &mut Vec<Order>) {
        let empty = self.input == Input::Nothing && self.undo.is_empty() && self.fault.is_none();
        self.past = Some(Rc::new(past));
        if own && empty {
            self.restore(orders);
        }
    }

    /// Restores the stored input.
    pub(super) fn restore(&mut self, orders: &mut Vec<Order>) {
        if let Some(past) = self.past.take() {
            self.make_room(orders);
            self.bring_back(past.document.clone(), orders);
            if let Work::Checking { restored, .. } = &mut self.work {
                *restored = true;
            }
        }
    }

    /// True while leaving the page would lose something: a text or a fix that neither the browser nor a download keeps.
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
