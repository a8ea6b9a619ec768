//! The helpers of a run over several files, and the files assigned to them.
//!
//! Helpers exist as long as the run: WebAssembly never releases memory, but ending a worker releases all of its memory.

use std::collections::{BTreeMap, VecDeque};

use sitemap_validator::message::Words;
use sitemap_validator_protocol::packed::Packed;

use crate::edge::Edge;
use crate::helper::ToHelper;
use crate::job::Job;
use crate::sentences::{NOT_HANDED, Problem};
use crate::texts::BUDGET;

/// The maximum number of helpers; more helpers would have to wait for memory.
const MOST: u32 = 4;

/// The minimum total size of a set, in bytes, for which helpers are started: smaller sets are read before a helper has
/// started.
const SMALL: u64 = 2 * 1024 * 1024;

/// The running helpers.
#[derive(Debug, Default)]
pub struct Pool {
    helpers: BTreeMap<u32, HelperState>,
    /// The maximum number of helpers.
    most: u32,
    /// The number that was last given to a helper.
    last: u32,
}

#[derive(Debug, Default)]
struct HelperState {
    ready: bool,
    /// True if it has received the data that all files share.
    is_briefed: bool,
    /// The file that it is checking and the files queued for it; results arrive in this order.
    files: VecDeque<usize>,
}

impl HelperState {
    /// Passes `file` of `job` to this helper, whose number is `number`; false if the message cannot be sent.
    fn take<E: Edge>(&mut self, number: u32, file: usize, job: &mut Job<E::File>, edge: &E) -> bool {
        let brief = (!self.is_briefed).then(|| job.brief.clone());
        let is_handed = job
            .assign(file)
            .is_some_and(|(task, given)| edge.hand(number, &ToHelper { task: task.clone(), brief }.pack(), given));
        if is_handed {
            self.is_briefed = true;
            self.files.push_back(file);
        }
        is_handed
    }
}

impl Pool {
    /// Starts helpers for `job`, up to the number of processors, if the set is large enough.
    pub fn start<E: Edge>(&mut self, job: &Job<E::File>, processors: u32, edge: &E) {
        let files = job.free().count();
        self.most = processors.min(MOST).min(files as u32);
        if self.most < 2 || job.free().map(|(_, weight)| weight).sum::<u64>() < SMALL {
            self.most = 0;
        }
        self.start_helper(edge);
    }

    fn start_helper(&mut self, edge: &impl Edge) {
        while self.helpers.len() < self.most as usize {
            self.last += 1;
            if !edge.start_helper(self.last) {
                // Another attempt would fail too.
                self.most = 0;
                break;
            }
            self.helpers.insert(self.last, HelperState::default());
        }
    }

    /// Replaces ended helpers if files are left to check.
    fn replace<E: Edge>(&mut self, job: &Job<E::File>, edge: &E) {
        if job.free().next().is_some() {
            self.start_helper(edge);
        }
    }

    /// True if there are no helpers.
    pub fn is_empty(&self) -> bool {
        self.helpers.is_empty()
    }

    /// True if the pool has this helper.
    pub fn has(&self, helper: u32) -> bool {
        self.helpers.contains_key(&helper)
    }

    /// The file that `helper` works on.
    pub fn file(&self, helper: u32) -> Option<usize> {
        self.helpers.get(&helper)?.files.front().copied()
    }

    /// Records that `helper` has started.
    pub fn is_ready(&mut self, helper: u32) {
        if let Some(hand) = self.helpers.get_mut(&helper) {
            hand.ready = true;
        }
    }

    /// Records that `helper` has finished its file. A helper whose memory has grown large is replaced.
    pub fn is_free<E: Edge>(&mut self, helper: u32, job: &mut Job<E::File>, edge: &E) {
        let Some(hand) = self.helpers.get_mut(&helper) else { return };
        let file = hand.files.pop_front();
        if file.is_some_and(|file| job.weight(file) > BUDGET as u64 / u64::from(MOST)) {
            hand.files.drain(..).for_each(|file| job.return_file(file));
            self.stop_helper(helper, edge);
            self.replace(job, edge);
        }
    }

    /// Records that `helper` has ended, and returns the file that it was checking. Helpers that never started are not
    /// replaced.
    pub fn is_gone<E: Edge>(&mut self, helper: u32, job: &mut Job<E::File>, edge: &E) -> Option<usize> {
        let mut hand = self.helpers.remove(&helper)?;
        edge.stop_helper(helper);
        let file = hand.files.pop_front();
        hand.files.into_iter().for_each(|file| job.return_file(file));
        if hand.ready {
            self.replace(job, edge);
        } else {
            self.most = self.most.saturating_sub(1);
        }
        file
    }

    /// Assigns files to idle helpers, and queues the next file for busy ones, so that they never wait. Stops helpers
    /// for which no file is left.
    pub fn share<E: Edge>(&mut self, job: &mut Job<E::File>, words: &Words, edge: &E) {
        let files = self.helpers.values().flat_map(|hand| &hand.files);
        let mut in_work: u64 = files.map(|&file| job.weight(file)).sum();
        let all: Vec<u32> = self.helpers.keys().copied().collect();
        for (depth, helper) in (0..2).flat_map(|depth| all.iter().map(move |&helper| (depth, helper))) {
            let Some(hand) = self.helpers.get_mut(&helper).filter(|hand| hand.files.len() == depth) else { continue };
            // If a file cannot be sent, only this file is dropped; each iteration leaves fewer files.
            loop {
                let Some((file, weight)) = job.free().next() else {
                    if depth == 0 {
                        self.stop_helper(helper, edge);
                    }
                    break;
                };
                // The last files are left for the helpers that finish first.
                let is_worth_it = depth == 0 || job.free().nth(all.len()).is_some();
                // All texts being checked must fit into memory together.
                let fits = in_work == 0 || in_work + weight <= BUDGET as u64;
                if !hand.ready || !is_worth_it || !fits {
                    break;
                }
                if hand.take(helper, file, job, edge) {
                    in_work += weight;
                    break;
                }
                let why = Problem::about(NOT_HANDED, job.pace.name(file));
                job.unread(file, why.in_words(words));
            }
        }
    }

    fn stop_helper(&mut self, helper: u32, edge: &impl Edge) {
        self.helpers.remove(&helper);
        edge.stop_helper(helper);
    }

    /// Stops all helpers.
    pub fn end(&mut self, edge: &impl Edge) {
        for helper in std::mem::take(&mut self.helpers).into_keys() {
            edge.stop_helper(helper);
        }
        self.most = 0;
    }
}
