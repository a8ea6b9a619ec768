//! Repairs: asked for, looked at before, made, taken back, saved, and what they changed.

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::{
    message::{FixRequest, ToWorker},
    name::plain_name,
    source::Diff,
};

use super::{Body, Document, Entry, Input, Order, State, Step, TEXT_LIMIT, replacing::Kind};
use crate::{verdict::FILES, words};

/// How many repairs can be taken back, however large.
const UNDO: usize = 10;
/// How many while all that is kept for it stays below [`UNDO_BYTES`].
const UNDO_SMALL: usize = 100;
const UNDO_BYTES: u64 = 64_000_000;

/// What a repair would change.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Planned {
    /// The repair.
    pub(crate) what: FixRequest,
    /// What it would change.
    pub(crate) diff: Diff,
}

/// How many findings there are, by rule.
pub(crate) type Tally = BTreeMap<String, u64>;

/// What was there before the repair that is being checked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Before {
    tally: Tally,
    /// How many files were repaired, when it was to be all.
    files: u64,
}

/// What became of findings from one tally to the next: gone, still there, and not there before.
pub(crate) fn compared(before: &Tally, after: &Tally) -> (u64, u64, u64) {
    let of = |tally: &Tally, rule: &String| tally.get(rule).copied().unwrap_or(0);
    let gone = before.iter().map(|(rule, count)| count.saturating_sub(of(after, rule))).sum();
    let left = before.iter().map(|(rule, count)| of(after, rule).min(*count)).sum();
    let new = after.iter().map(|(rule, count)| count.saturating_sub(of(before, rule))).sum();
    (gone, left, new)
}

impl State {
    pub(super) fn fix(&mut self, what: FixRequest, orders: &mut Vec<Order>) {
        self.view.planned = None;
        if self.can_fix() {
            orders.push(Order::Ask(ToWorker::Fix { run: self.run, file: self.view.file as u32, what }));
        }
    }

    /// Asks what a repair would change.
    pub(super) fn plan(&self, what: FixRequest, orders: &mut Vec<Order>) {
        if self.can_fix() {
            orders.push(Order::Ask(ToWorker::Preview { run: self.run, file: self.view.file as u32, what }));
        }
    }

    pub(super) fn planned(&mut self, what: FixRequest, diff: Diff) {
        if diff.applied == 0 {
            self.nothing_changed();
        } else {
            self.view.planned = Some(Rc::new(Planned { what, diff }));
        }
    }

    pub(super) fn nothing_changed(&mut self) {
        let said = ["Nothing was changed", "Rien n’a été modifié", "No se ha cambiado nada"];
        self.notice = Some(self.lang.say(said).into());
    }

    pub(super) fn fixed(&mut self, file: usize, applied: u32, bytes: u64, body: Body, orders: &mut Vec<Order>) {
        // What was typed since is not replaced by what was made of the older text.
        if self.unchecked {
            return orders.push(Order::Release(body));
        }
        if applied == 0 {
            self.nothing_changed();
            return orders.push(Order::Release(body));
        }
        let before = self.document();
        if self.put(file, bytes, body) {
            self.repaired(before, u64::from(applied), 0, orders);
        }
    }

    /// Puts what a file has become in its place; false when there is no such file.
    pub(super) fn put(&mut self, file: usize, bytes: u64, body: Body) -> bool {
        let known = self.input.len();
        self.input = match (&self.input, body) {
            (Input::Nothing, _) => return false,
            // What comes after the input is the robots.txt that was pasted.
            (_, Body::Text(text)) if file == known && self.site.robots().is_some() => {
                self.site.robots = text;
                return true;
            }
            (Input::Text { .. }, _) if file > 0 => return false,
            (Input::Text { .. }, Body::Text(text)) if text.len() <= TEXT_LIMIT => Input::Text { text, fixed: true },
            (Input::Text { .. }, body) => {
                let name = Input::UNNAMED.into();
                Input::Files([Entry { name, bytes, body, address: "".into(), fixed: true }].into())
            }
            (Input::Files(entries), body) => {
                let alone = entries.len() == 1;
                let mut entries = entries.to_vec();
                match entries.get_mut(file) {
                    Some(entry) => {
                        // The others of a set know it by its name. Alone, it is called what it is: no longer compressed.
                        let name = if alone { plain_name(&entry.name).into() } else { entry.name.clone() };
                        *entry = Entry { name, bytes, body, fixed: true, ..entry.clone() };
                    }
                    None => return false,
                }
                Input::Files(entries.into())
            }
        };
        true
    }

    /// Checks what was repaired, and keeps what it was before; `files` when it was to be all of them.
    pub(super) fn repaired(&mut self, before: Document, applied: u64, files: u64, orders: &mut Vec<Order>) {
        if applied == 0 {
            self.nothing_changed();
            return;
        }
        // The text of the link is not what is on the page any more.
        self.linked &= self.input == before.input;
        self.undo.push(Step { before, kind: Kind::Fix });
        self.forget_old_undo();
        self.before = self.outcome.as_ref().map(|outcome| Rc::new(Before { tally: outcome.tally(), files }));
        self.view.open = false;
        let nouns = [
            ["problem fixed", "problems fixed"],
            ["problème corrigé", "problèmes corrigés"],
            ["problema corregido", "problemas corregidos"],
        ];
        self.notice = Some(self.lang.count(applied, nouns).into());
        self.start(orders);
    }

    pub(super) fn forget_old_undo(&mut self) {
        let is_too_much = |undo: &[Step]| {
            undo.len() > UNDO_SMALL || undo.iter().map(|step| step.before.input.bytes()).sum::<u64>() > UNDO_BYTES
        };
        while self.undo.len() > UNDO && is_too_much(&self.undo) {
            self.undo.remove(0);
        }
    }

    /// Forgets repairs that were typed over since: taken back, nothing would change.
    pub(super) fn forget_empty_undo(&mut self) {
        let same = |a: &Document, b: &Document| (&a.input, &a.site.robots) == (&b.input, &b.site.robots);
        let is_fix = |step: &Step| step.kind == Kind::Fix;
        self.undo.dedup_by(|next, step| is_fix(next) && is_fix(step) && same(&next.before, &step.before));
        let now = self.document();
        self.undo.pop_if(|step| is_fix(step) && same(&step.before, &now));
    }

    /// After the check that followed a repair: says what became of the problems.
    pub(super) fn tell_changes(&mut self) {
        let (Some(before), Some(outcome)) = (self.before.take(), &self.outcome) else {
            return;
        };
        let (gone, left, new) = compared(&before.tally, &outcome.tally());
        let lang = self.lang;
        let mut fixed = lang.count(gone, [["fixed", "fixed"], ["corrigé", "corrigés"], ["corregido", "corregidos"]]);
        if before.files > 0 {
            let files = lang.count(before.files, FILES);
            fixed = lang.fill(["{0} in {1}", "{0} dans {1}", "{0} en {1}"], &[&fixed, &files]);
        }
        let mut parts = vec![fixed];
        if left == 0 {
            parts.push(lang.say(["none left", "aucun restant", "ninguno pendiente"]).to_owned());
        } else {
            parts.push(lang.count(left, [["left", "left"], ["restant", "restants"], ["pendiente", "pendientes"]]));
        }
        if new > 0 {
            parts.push(lang.count(new, [["new", "new"], ["nouveau", "nouveaux"], ["nuevo", "nuevos"]]));
        }
        self.notice = Some(parts.join(", ").into());
    }

    /// Saves what was repaired; gzipped or as it is.
    pub(super) fn save(&mut self, gzip: bool, orders: &mut Vec<Order>) {
        if let Some((name, body)) = self.input.fixed(self.view.file) {
            let name = words::fixed_name(name);
            self.mark_saved(&body);
            orders.push(if gzip {
                Order::SaveGzip { name: format!("{name}.gz"), body }
            } else {
                Order::Save { name, body }
            });
        }
    }
}
