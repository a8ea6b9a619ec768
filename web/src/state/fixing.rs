//! Fixes: previewing, applying, undoing and saving them, and reporting how the findings changed.

use std::{collections::BTreeMap, rc::Rc};

use sitemap_validator_protocol::{
    message::{FixRequest, Question},
    name::plain_name,
    report::{Counts, Severity},
    source::Diff,
};

use super::{
    Body, Document, Entry, Input, Order, Outcome, State, Step, TEXT_LIMIT,
    replacing::{Kind, Offer},
};
use crate::{
    file_labels,
    lang::Texts,
    verdict::{FILES, numbers},
};

/// The number of steps that can be undone, however large their inputs are.
const UNDO: usize = 10;
/// The number of steps that can be undone while their inputs take less than [`UNDO_BYTES`].
const UNDO_SMALL: usize = 1_000;
const UNDO_BYTES: u64 = 64_000_000;

/// The maximum number of files that are previewed together.
pub(crate) const PREVIEWED: usize = 20;

/// A preview of a fix.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FixPreview {
    /// The fix.
    pub(crate) what: FixRequest,
    /// True if it is for all files.
    pub(crate) all: bool,
    /// The number of files with something to fix.
    pub(crate) files: usize,
    /// The number of findings of its rule, if the fix is for all findings of one rule.
    pub(crate) places: Option<u64>,
    /// The indexes of the files whose changes were requested from the worker.
    pub(crate) awaited: Vec<u32>,
    /// The changes in each file, as far as the worker has answered.
    pub(crate) diffs: Vec<(u32, Diff)>,
}

/// The number of findings by rule.
pub(crate) type Tally = BTreeMap<Rc<str>, u64>;

/// The findings before the fix that is being checked.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BeforeFix {
    /// The errors and warnings.
    problems: Tally,
    /// The errors, warnings and remarks.
    all: Tally,
    /// The number of findings that were fixed.
    applied: u64,
    /// The number of files that were fixed, if the fix was for all files.
    files: u64,
    /// True if the fix is a value that was typed.
    replaced: bool,
}

const REPLACED: Texts = ["Value replaced", "Valeur remplacée", "Valor sustituido"];

/// Compares two tallies. Returns the number of remaining findings and of new ones.
pub(crate) fn compared(before: &Tally, after: &Tally) -> (u64, u64) {
    let was = |rule: &Rc<str>| before.get(rule).copied().unwrap_or(0);
    let left = after.iter().map(|(rule, count)| was(rule).min(*count)).sum();
    let new = after.iter().map(|(rule, count)| count.saturating_sub(was(rule))).sum();
    (left, new)
}

impl State {
    pub(super) fn fix(&mut self, what: FixRequest, orders: &mut Vec<Order>) {
        self.view.fix_preview = None;
        if self.can_fix() {
            self.replaces = matches!(what, FixRequest::Value { .. });
            orders.push(Order::Ask(Question::Fix { what }.of(self.run, self.view.file as u32)));
        }
    }

    /// Requests the preview of a fix in the current file.
    pub(super) fn preview_fix(&mut self, what: FixRequest, orders: &mut Vec<Order>) {
        self.preview(what, false, &[self.view.file as u32], orders);
    }

    /// Requests the preview of a fix in all files.
    pub(super) fn preview_fix_all(&mut self, what: FixRequest, orders: &mut Vec<Order>) {
        let files = self.outcome.as_ref().map(|outcome| outcome.fixable(&what)).unwrap_or_default();
        self.preview(what, true, &files, orders);
    }

    fn preview(&mut self, what: FixRequest, all: bool, files: &[u32], orders: &mut Vec<Order>) {
        if !self.can_fix() {
            return;
        }
        let awaited: Vec<u32> = files.iter().copied().take(PREVIEWED).collect();
        let ask = |file| Order::Ask(Question::Preview { what: what.clone() }.of(self.run, file));
        orders.extend(awaited.iter().copied().map(ask));
        let places = self.places(&what, all);
        let (files, diffs) = (files.len(), Vec::new());
        self.view.fix_preview = Some(Rc::new(FixPreview { what, all, files, places, awaited, diffs }));
    }

    /// The number of findings of the fix's rule, in the current file or in all files.
    fn places(&self, what: &FixRequest, all: bool) -> Option<u64> {
        let (FixRequest::Rule { rule } | FixRequest::Removals { rule }) = what else { return None };
        if !all {
            return Some(self.file()?.group(rule)?.count);
        }
        let rules = &self.outcome.as_ref()?.set.as_ref()?.rules;
        rules.iter().find(|known| *known.group.rule == **rule).map(|known| known.group.count)
    }

    pub(super) fn fix_previewed(&mut self, file: u32, what: &FixRequest, diff: Diff) {
        let Some(preview) = self.view.fix_preview.as_mut().map(Rc::make_mut) else { return };
        let Some(at) = preview.awaited.iter().position(|awaited| *awaited == file && preview.what == *what) else {
            return;
        };
        preview.awaited.remove(at);
        if diff.applied > 0 {
            preview.diffs.push((file, diff));
        } else if preview.awaited.is_empty() && preview.diffs.is_empty() {
            self.view.fix_preview = None;
            self.nothing_changed();
        }
    }

    pub(super) fn nothing_changed(&mut self) {
        let said = ["Nothing was changed", "Rien n’a été modifié", "No se ha cambiado nada"];
        self.notice = Some(self.lang.text(said).into());
    }

    pub(super) fn fixed(&mut self, file: usize, applied: u32, bytes: u64, body: Body, orders: &mut Vec<Order>) {
        // A fix of an older text does not replace the newer text.
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

    /// Replaces a file with its fixed version. Returns false if there is no such file.
    pub(super) fn put(&mut self, file: usize, bytes: u64, body: Body) -> bool {
        let known = self.input.len();
        self.input = match (&self.input, body) {
            (Input::Nothing, _) => return false,
            // The file after the input is the pasted robots.txt.
            (_, Body::Text(text)) if file == known && self.site.robots().is_some() => {
                self.site.robots = text;
                return true;
            }
            (Input::Text { .. }, _) if file > 0 => return false,
            (Input::Text { .. }, Body::Text(text)) if text.len() <= TEXT_LIMIT => Input::Text { text, fixed: true },
            (Input::Text { .. }, body) => {
                let name = Input::UNNAMED.into();
                Input::Files([Entry { name, bytes, body, address: "".into(), http: None, fixed: true }].into())
            }
            (Input::Files(entries), body) => {
                let alone = entries.len() == 1;
                let is_made = self
                    .outcome
                    .as_ref()
                    .and_then(|outcome| outcome.files.get(file))
                    .is_some_and(|file| file.is_hopeless());
                let mut entries = entries.to_vec();
                match entries.get_mut(file) {
                    Some(entry) => {
                        // In a set, other files refer to it by its name. A single file is no longer compressed, so its
                        // name changes.
                        let name = match entry.name.rsplit_once('.') {
                            // A file that was not a sitemap is one now.
                            Some((stem, _)) if is_made => format!("{stem}.xml").into(),
                            _ if alone => plain_name(&entry.name).into(),
                            _ => entry.name.clone(),
                        };
                        *entry = Entry { name, bytes, body, fixed: true, ..entry.clone() };
                    }
                    None => return false,
                }
                Input::Files(entries.into())
            }
        };
        true
    }

    /// Checks the fixed input and stores the previous one as a step; `files` is the number of files that were fixed at
    /// once.
    pub(super) fn repaired(&mut self, before: Document, applied: u64, files: u64, orders: &mut Vec<Order>) {
        if applied == 0 {
            self.nothing_changed();
            return;
        }
        // The input is no longer the text of the link.
        self.linked &= self.input == before.input;
        self.remember(before, Kind::Fix);
        let replaced = std::mem::take(&mut self.replaces);
        let before = |outcome: &Rc<Outcome>| {
            let (problems, all) = (outcome.tally(Severity::Warning), outcome.tally(Severity::Info));
            Rc::new(BeforeFix { problems, all, applied, files, replaced })
        };
        self.before_fix = self.outcome.as_ref().map(before);
        let nouns = [
            ["problem fixed", "problems fixed"],
            ["problème corrigé", "problèmes corrigés"],
            ["problema corregido", "problemas corregidos"],
        ];
        let said = if replaced { self.lang.text(REPLACED).to_owned() } else { self.lang.count(applied, nouns) };
        self.offer(Offer::Undo, said);
        self.start(orders);
    }

    pub(super) fn forget_old_undo(&mut self) {
        let inputs = self.undo.iter().map(|step| &step.document.input);
        let next = inputs.clone().skip(1).chain([&self.input]);
        let mut bytes = inputs.zip(next).map(|(input, next)| input.bytes_beside(next)).sum::<u64>();
        while self.undo.len() > UNDO_SMALL || self.undo.len() > UNDO && bytes > UNDO_BYTES {
            let Step { document: first, .. } = self.undo.remove(0);
            bytes -= self.undo.first().map_or(0, |next| first.input.bytes_beside(&next.document.input));
        }
    }

    /// Removes steps that would change nothing if undone, because the same text was typed since.
    pub(super) fn forget_empty_undo(&mut self) {
        let same = |a: &Document, b: &Document| (&a.input, &a.site.robots) == (&b.input, &b.site.robots);
        let changes_texts = |step: &Step| step.kind != Kind::Replacement;
        self.undo
            .dedup_by(|next, step| changes_texts(next) && changes_texts(step) && same(&next.document, &step.document));
        let now = self.document();
        self.undo.pop_if(|step| changes_texts(step) && same(&step.document, &now));
    }

    /// Reports how the findings changed, after the check that follows a fix.
    pub(super) fn report_changes(&mut self) {
        let (Some(before), Some(outcome)) = (self.before_fix.take(), &self.outcome) else {
            return;
        };
        let (all_left, new) = compared(&before.problems, &outcome.tally(Severity::Warning));
        let (_, all_new) = compared(&before.all, &outcome.tally(Severity::Info));
        // Like the verdict, this counts warnings only if there are no errors.
        let (errors_left, _) = compared(&before.problems, &outcome.tally(Severity::Error));
        let left = if errors_left > 0 { errors_left } else { all_left };
        let lang = self.lang;
        let mut fixed = if before.replaced {
            lang.text(REPLACED).to_owned()
        } else {
            lang.count(before.applied, [["fixed", "fixed"], ["corrigé", "corrigés"], ["corregido", "corregidos"]])
        };
        if before.files > 0 {
            let files = lang.count(before.files, FILES);
            fixed = lang.fill(["{0} in {1}", "{0} dans {1}", "{0} en {1}"], &[&fixed, &files]);
        }
        let mut parts = vec![fixed];
        if left == 0 {
            parts.push(lang.text(["none left", "aucun restant", "ninguno pendiente"]).to_owned());
        } else {
            parts.push(lang.count(left, [["left", "left"], ["restant", "restants"], ["pendiente", "pendientes"]]));
        }
        if new > 0 {
            parts.push(lang.count(new, [["new", "new"], ["nouveau", "nouveaux"], ["nuevo", "nuevos"]]));
        }
        if all_new > new {
            let remarks = [
                ["new remark", "new remarks"],
                ["nouvelle remarque", "nouvelles remarques"],
                ["observación nueva", "observaciones nuevas"],
            ];
            parts.push(lang.count(all_new - new, remarks));
        }
        self.offer(Offer::Undo, parts.join(", "));
    }

    /// Saves the fixed file, gzipped or uncompressed.
    pub(super) fn save(&mut self, gzip: bool, orders: &mut Vec<Order>) {
        if let Some((name, body)) = self.input.fixed(self.view.file) {
            let name = file_labels::fixed_name(name);
            self.mark_saved(&body);
            orders.push(if gzip {
                Order::SaveGzip { name: format!("{name}.gz"), body }
            } else {
                Order::Save { name, body }
            });
            self.say_what_is_left();
        }
    }

    /// Reports the remaining problems in the saved file.
    fn say_what_is_left(&mut self) {
        let Some(file) = self.file().filter(|_| !self.work.is_checking()) else { return };
        let left = numbers(self.lang, Counts { info: 0, ..file.counts() });
        if !left.is_empty() {
            let said = ["Saved, with {0} left", "Enregistré\u{a0}; il reste {0}", "Guardado; pendientes: {0}"];
            self.notice = Some(self.lang.fill(said, &[&left]).into());
        }
    }
}
