//! Fixes in all files of a set: one request, and one step that can be undone.

use sitemap_validator_protocol::{
    message::{FixRequest, ToWorker},
    name::plain_name,
    report::{Diagnostic, FixKind},
};

use super::{Body, FileResult, FixProgress, Group, Order, Outcome, State, Timer, Work};
use crate::file_labels;

/// A fixed file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FixedFile {
    /// Its index among the files.
    pub(crate) file: usize,
    /// The number of findings that were fixed.
    pub(crate) applied: u32,
    /// Its size.
    pub(crate) bytes: u64,
    /// Its new content.
    pub(crate) body: Body,
}

/// True for an ambiguous value: it has several readings to choose from, and no fix.
pub(crate) fn is_ambiguous(finding: &Diagnostic) -> bool {
    finding.fix.is_none() && !finding.alternatives.is_empty()
}

impl FileResult {
    /// The number of safe fixes that can be applied without losing data.
    pub(crate) fn mendable(&self) -> u64 {
        if self.report.facts.lossy { 0 } else { u64::from(self.safe_fixes) }
    }

    /// True if suggested fixes can be applied without losing data.
    pub(crate) fn has_suggested(&self) -> bool {
        let mut fixes = self.groups.iter().flat_map(|group| &group.findings).filter_map(|finding| finding.fix.as_ref());
        !self.report.facts.lossy && fixes.any(|fix| fix.kind == FixKind::Suggest)
    }

    /// True if `what` may fix something in all files, this one included, without losing data.
    pub(super) fn may_fix(&self, what: &FixRequest) -> bool {
        let has =
            |rule: &str, fix: &dyn Fn(&Group) -> bool| !self.report.facts.lossy && self.group(rule).is_some_and(fix);
        match what {
            FixRequest::All { suggested } => self.mendable() > 0 || *suggested && self.has_suggested(),
            FixRequest::Rule { rule } => has(rule, &Group::has_fix),
            FixRequest::Removals { rule } => has(rule, &Group::has_removal),
            FixRequest::Alternatives { rule, choice } => has(rule, &|group| group.has_choice(*choice as usize)),
            // These requests concern one file only.
            FixRequest::One { .. }
            | FixRequest::Alternative { .. }
            | FixRequest::Value { .. }
            | FixRequest::Remove { .. } => false,
        }
    }
}

impl Outcome {
    /// The files that can be fixed together with all others, each with the number of its safe fixes.
    pub(crate) fn mendable(&self) -> impl Iterator<Item = (usize, u64)> {
        let files = self.files.iter().map(|file| file.mendable()).enumerate();
        files.filter(|(_, safe)| *safe > 0)
    }

    /// The indexes of the files in which `what` may fix something without losing data.
    pub(crate) fn fixable(&self, what: &FixRequest) -> Vec<u32> {
        (0..).zip(&self.files).filter(|(_, file)| file.may_fix(what)).map(|(file, _)| file).collect()
    }

    /// The same for the kind of `finding`: the files with fixes of its rule or, if it has only alternatives, those to
    /// which the first one can be applied.
    pub(crate) fn fixable_like(&self, finding: &Diagnostic) -> Vec<u32> {
        let rule = finding.rule.clone();
        self.fixable(&if is_ambiguous(finding) {
            FixRequest::Alternatives { rule, choice: 0 }
        } else {
            FixRequest::Rule { rule }
        })
    }
}

impl State {
    /// Requests fixes in all files.
    pub(super) fn fix_all(&mut self, what: FixRequest, orders: &mut Vec<Order>) {
        let Some(outcome) = self.outcome.clone().filter(|_| self.can_fix()) else { return };
        let files = outcome.fixable(&what);
        if files.is_empty() {
            return;
        }
        self.view.fix_preview = None;
        self.notice = None;
        self.work = Work::Fixing(FixProgress { done: 0, files: files.len() as u64, slow: false });
        orders.push(Order::Start(Timer::Progress(self.run)));
        orders.push(Order::Ask(ToWorker::FixAll { run: self.run, files, what }));
    }

    /// Counts one more fixed file.
    pub(super) fn fixed_one(&mut self) {
        if let Work::Fixing(progress) = &mut self.work {
            progress.done += 1;
        }
    }

    /// Replaces the files with the fixed ones: all of them, or none.
    pub(super) fn fixed_all(&mut self, files: Vec<FixedFile>, orders: &mut Vec<Order>) {
        let is_fixing = self.work.fixing().is_some();
        if is_fixing {
            self.work = Work::Idle;
        }
        // A fix of an older text does not replace the newer text.
        if !is_fixing || self.unchecked {
            return Self::release(files, orders);
        }
        let applied = files.iter().map(|file| u64::from(file.applied)).sum();
        let changed = files.len() as u64;
        let before = self.document();
        if !files.iter().all(|FixedFile { file, bytes, body, .. }| self.put(*file, *bytes, body.clone())) {
            (self.input, self.site) = (before.input, before.site);
            self.nothing_changed();
            return Self::release(files, orders);
        }
        self.repaired(before, applied, changed, orders);
    }

    /// Drops fixed files that arrived too late.
    pub(super) fn release(files: Vec<FixedFile>, orders: &mut Vec<Order>) {
        for FixedFile { body, .. } in files {
            orders.push(Order::Release(body));
        }
    }

    /// Cancels the fixes. The worker cannot be interrupted, so another one is started and checks the input.
    pub(super) fn cancel_fixing(&mut self, orders: &mut Vec<Order>) {
        let said = [
            "Canceled: nothing was changed",
            "Annulé\u{a0}: rien n’a été modifié",
            "Cancelado: no se ha cambiado nada",
        ];
        self.notice = Some(self.lang.text(said).into());
        self.start(orders);
    }

    /// Saves all fixed files under their names; several files go into one archive. Files that were compressed are
    /// compressed again.
    pub(super) fn save_all(&mut self, orders: &mut Vec<Order>) {
        let (names, bodies): (Vec<&str>, Vec<Body>) =
            (0..self.input.len()).filter_map(|file| self.input.fixed(file)).unzip();
        let mut files: Vec<(String, Body)> = file_labels::archive_names(&names).into_iter().zip(bodies).collect();
        for (_, body) in &files {
            self.mark_saved(body);
        }
        orders.extend(match files.len() {
            0 => None,
            1 => files.pop().map(|(path, body)| {
                let name = file_labels::last_name(&path).to_owned();
                if plain_name(&name) == name { Order::Save { name, body } } else { Order::SaveGzip { name, body } }
            }),
            _ => Some(Order::SaveZip { name: "sitemaps-fixed.zip".to_owned(), files }),
        });
    }

    /// The number of files that were fixed.
    pub(crate) fn fixed_files(&self) -> u64 {
        (0..self.input.len()).filter(|file| self.input.fixed(*file).is_some()).count() as u64
    }
}
