//! Rate limits per host: concurrent requests, and the delay between requests.

use std::collections::{BTreeMap, VecDeque};

use crate::tree::Limits;

/// After this many failed files in a row, requests to a host are no longer retried.
const PATIENCE: u32 = 5;

/// Like [`PATIENCE`], for a host that has not answered any request yet.
const PATIENCE_IN_SILENCE: u32 = 1;

/// After this many successful files in a row, requests to a host that asked to slow down become twice as fast.
const RECOVERY: u32 = 3;

/// The waiting requests, by host.
#[derive(Debug, Default)]
pub(crate) struct Hosts {
    hosts: BTreeMap<String, Line>,
    active: usize,
}

/// The waiting requests for a host.
#[derive(Debug, Default)]
struct Line {
    waiting: VecDeque<usize>,
    active: usize,
    /// The time of the next request.
    next: u64,
    /// The factor by which the host asked to slow down.
    slower: u64,
    /// The number of files in a row that were fetched since then.
    came: u32,
    /// True if the host has answered any request.
    has_answered: bool,
    /// The number of files in a row that were given up.
    given_up: u32,
}

/// The possible next action.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Request this item.
    Item(usize),
    /// Make no request before this time.
    Wait(u64),
    /// Make no request before a response has arrived.
    Busy,
    /// No request is queued or running.
    Idle,
}

impl Hosts {
    /// Adds an item at the end or at the front of the queue.
    pub(crate) fn add(&mut self, host: &str, item: usize, in_front: bool) {
        let line = self.hosts.entry(host.to_owned()).or_default();
        if in_front {
            line.waiting.push_front(item);
        } else {
            line.waiting.push_back(item);
        }
    }

    /// Returns the next item to request.
    pub(crate) fn take(&mut self, limits: &Limits, now: u64) -> Turn {
        if self.active >= limits.connections_in_all {
            return Turn::Busy;
        }
        let mut soonest = None;
        for line in self.hosts.values_mut().filter(|line| line.active < limits.connections) {
            if line.next > now {
                if !line.waiting.is_empty() {
                    soonest = Some(soonest.map_or(line.next, |time: u64| time.min(line.next)));
                }
            } else if let Some(item) = line.waiting.pop_front() {
                line.active += 1;
                self.active += 1;
                line.next = now + limits.interval * line.slower.max(1);
                return Turn::Item(item);
            }
        }
        match soonest {
            Some(time) => Turn::Wait(time),
            None if self.active > 0 => Turn::Busy,
            None => Turn::Idle,
        }
    }

    /// True if a response is pending.
    pub(crate) const fn is_busy(&self) -> bool {
        self.active > 0
    }

    /// Records that a request to the host has ended.
    pub(crate) fn answered(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.active = line.active.saturating_sub(1);
            self.active = self.active.saturating_sub(1);
        }
    }

    /// True if failed requests to the host should be retried.
    pub(crate) fn is_worth_it(&self, host: &str) -> bool {
        let patience = |line: &Line| if line.has_answered { PATIENCE } else { PATIENCE_IN_SILENCE };
        self.hosts.get(host).is_none_or(|line| line.given_up < patience(line))
    }

    /// Records that the host has answered, with any status.
    pub(crate) fn set_answered(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.has_answered = true;
        }
    }

    /// Records that a file of the host was given up.
    pub(crate) fn gave_up(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.given_up += 1;
        }
    }

    /// Records that the host has delivered a file.
    pub(crate) fn answers(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.given_up = 0;
            line.came += 1;
            if line.came >= RECOVERY {
                (line.came, line.slower) = (0, line.slower / 2);
            }
        }
    }

    /// Gives all hosts another chance. No request is waiting or pending.
    pub(crate) fn restart(&mut self) {
        self.active = 0;
        for line in self.hosts.values_mut() {
            *line = Line { next: line.next, slower: line.slower, ..Line::default() };
        }
    }

    /// Allows no requests to the host before this time.
    pub(crate) fn pause(&mut self, host: &str, until: u64) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.next = line.next.max(until);
        }
    }

    /// Doubles the time between requests, because the host asked to slow down.
    pub(crate) fn slow_down(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            (line.came, line.slower) = (0, (line.slower.max(1) * 2).min(64));
        }
    }
}
