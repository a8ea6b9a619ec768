//! Rate limits per host: concurrent requests, and the delay between requests.

use std::collections::{BTreeMap, VecDeque};

use crate::tree::Limits;

/// After this many failed files in a row, requests to a host are no longer retried.
const PATIENCE: u32 = 5;

/// The same for a host that has answered nothing yet.
const PATIENCE_IN_SILENCE: u32 = 1;

/// After so many answers in a row, a host that asked to slow down is asked twice as fast.
const RECOVERY: u32 = 3;

/// The requests that wait, by host.
#[derive(Debug, Default)]
pub(crate) struct Hosts {
    hosts: BTreeMap<String, Line>,
    active: usize,
}

/// The requests that wait for a host.
#[derive(Debug, Default)]
struct Line {
    waiting: VecDeque<usize>,
    active: usize,
    /// The time of the next request.
    next: u64,
    /// The factor by which the host asked to slow down.
    slower: u64,
    /// How many files in a row came since then.
    came: u32,
    /// True if it has answered anything.
    has_answered: bool,
    /// How many files in a row were given up.
    given_up: u32,
}

/// What can be done now.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// This item is requested.
    Item(usize),
    /// Nothing before this time.
    Wait(u64),
    /// Nothing before an answer has come.
    Busy,
    /// No request is queued or running.
    Idle,
}

impl Hosts {
    /// Puts an item at the end of the line, or in front of it.
    pub(crate) fn add(&mut self, host: &str, item: usize, in_front: bool) {
        let line = self.hosts.entry(host.to_owned()).or_default();
        if in_front {
            line.waiting.push_front(item);
        } else {
            line.waiting.push_back(item);
        }
    }

    /// The next item to request.
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

    /// True if an answer is to come.
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

    /// A file of the host was given up.
    pub(crate) fn gave_up(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.given_up += 1;
        }
    }

    /// The host delivers.
    pub(crate) fn answers(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.given_up = 0;
            line.came += 1;
            if line.came >= RECOVERY {
                (line.came, line.slower) = (0, line.slower / 2);
            }
        }
    }

    /// All hosts get another chance. Nothing waits, and no answer is to come.
    pub(crate) fn restart(&mut self) {
        self.active = 0;
        for line in self.hosts.values_mut() {
            *line = Line { next: line.next, slower: line.slower, ..Line::default() };
        }
    }

    /// Nothing is requested from the host before this time.
    pub(crate) fn pause(&mut self, host: &str, until: u64) {
        if let Some(line) = self.hosts.get_mut(host) {
            line.next = line.next.max(until);
        }
    }

    /// The host asked to slow down: the time between its requests doubles.
    pub(crate) fn slow_down(&mut self, host: &str) {
        if let Some(line) = self.hosts.get_mut(host) {
            (line.came, line.slower) = (0, (line.slower.max(1) * 2).min(64));
        }
    }
}
