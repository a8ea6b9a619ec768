//! The figures that the pictures are drawn from: asked for once per run and file, when nothing else is to do.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

use sitemap_validator_protocol::{figures::Figures, message::ToWorker};

use super::{Order, State};

/// A file of so many bytes keeps the worker busy for so long that a new check does not wait for its figures.
const LONG: u64 = 16_000_000;

/// The figures of the files looked at.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Drawn {
    /// The run they were asked for.
    run: u32,
    asked: BTreeSet<usize>,
    /// Those that came, with their run; of an earlier one, until the new ones are here.
    known: Rc<BTreeMap<usize, (u32, Rc<Figures>)>>,
    /// The worker is at it, and it may take a while.
    long: bool,
}

impl Drawn {
    /// The figures of a file and the run they were counted in, when they are known.
    pub(crate) fn of(&self, file: usize) -> Option<&(u32, Rc<Figures>)> {
        self.known.get(&file)
    }
}

impl State {
    /// Asks for the figures of a file, when it is still the one looked at and they were not asked for.
    pub(super) fn want_figures(&mut self, run: u32, file: usize, orders: &mut Vec<Order>) {
        let is_current = self.can_ask() && self.run == run && self.view.file == file;
        let Some(checked) = self.file().filter(|_| is_current) else { return };
        if checked.is_hopeless() || checked.report.unread.is_some() {
            return;
        }
        let long = checked.report.decompressed_bytes > LONG;
        if self.figures.run != run {
            self.figures.run = run;
            self.figures.asked.clear();
        }
        if self.figures.asked.insert(file) {
            self.figures.long = long;
            orders.push(Order::Ask(ToWorker::Figures { run, file: file as u32 }));
        }
    }

    /// Takes in the figures of a file.
    pub(super) fn figures_came(&mut self, run: u32, file: u32, figures: Figures) {
        if self.shown_run() == Some(run) {
            self.figures.long = false;
            Rc::make_mut(&mut self.figures.known).insert(file as usize, (run, Rc::new(figures)));
        }
    }

    /// Has the worker stop at figures that take long, as something else is to be done.
    pub(super) fn leave_figures(&mut self, orders: &mut Vec<Order>) {
        if std::mem::take(&mut self.figures.long) {
            orders.push(Order::Respawn);
        }
    }
}
