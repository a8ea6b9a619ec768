//! The figures for the charts: requested once per run and file, when the worker is idle.

use std::rc::Rc;

use sitemap_validator_protocol::{figures::Figures, message::Question, sorted_map::SortedMap};

use super::{Order, State};

/// The minimum size in bytes of a file whose figures take so long that a new check does not wait for them.
const LONG: u64 = 16_000_000;

/// The figures of the files that have been shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct FigureCache {
    /// The run they were requested for.
    run: u32,
    asked: Vec<usize>,
    /// The figures with their run; those of an earlier run stay until the new ones arrive.
    known: Rc<SortedMap<usize, (u32, Rc<Figures>)>>,
    /// True while the worker computes figures of a large file.
    long: bool,
}

impl FigureCache {
    /// The figures of a file and their run, if they are known.
    pub(crate) fn of(&self, file: usize) -> Option<&(u32, Rc<Figures>)> {
        self.known.get(&file)
    }
}

impl State {
    /// Requests the figures of the current file once.
    pub(super) fn want_figures(&mut self, run: u32, file: usize, orders: &mut Vec<Order>) {
        let is_current = self.can_ask() && self.run == run && self.view.file == file;
        let Some(checked) = self.file().filter(|_| is_current) else { return };
        if checked.is_hopeless() || checked.report.read_error.is_some() {
            return;
        }
        let long = checked.report.decompressed_bytes > LONG;
        if self.figures.run != run {
            self.figures.run = run;
            self.figures.asked.clear();
        }
        if !self.figures.asked.contains(&file) {
            self.figures.asked.push(file);
            self.figures.long = long;
            orders.push(Order::Ask(Question::Figures.of(run, file as u32)));
        }
    }

    /// Stores the figures of a file.
    pub(super) fn figures_came(&mut self, run: u32, file: u32, figures: Figures) {
        if self.shown_run() == Some(run) {
            self.figures.long = false;
            Rc::make_mut(&mut self.figures.known).insert(file as usize, (run, Rc::new(figures)));
        }
    }

    /// Ends a worker that computes the figures of a large file, because it is needed for something else.
    pub(super) fn leave_figures(&mut self, orders: &mut Vec<Order>) {
        if std::mem::take(&mut self.figures.long) {
            orders.push(Order::Respawn);
        }
    }
}
