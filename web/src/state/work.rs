//! What the worker is doing.

use std::rc::Rc;

use sitemap_validator_protocol::message::Progress;

use super::{Fetching, Request, State, WorkerError};

/// What the worker is doing.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Work {
    /// Nothing that takes long. It holds the result on screen, if there is one.
    #[default]
    Idle,
    /// It checks the input.
    Checking {
        /// The latest progress report.
        progress: Option<Rc<Progress>>,
        /// True when it takes so long that the progress is shown.
        slow: bool,
        /// True when the input was restored from an earlier visit.
        restored: bool,
        /// What to do once it has the result.
        deferred: Vec<Request>,
    },
    /// It looks for the sitemaps of a site.
    Fetching(Rc<Fetching>),
    /// It applies the safe fixes of all files.
    Fixing(FixProgress),
    /// The visitor stopped the check.
    Stopped(Option<Rc<Progress>>),
    /// There is no worker any more.
    Down(WorkerError),
    /// The check failed.
    Failed(WorkerError),
}

/// How many files are fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FixProgress {
    /// So many of them.
    pub(crate) done: u64,
    /// How many there are.
    pub(crate) files: u64,
    /// True when it takes so long that the progress is shown.
    pub(crate) slow: bool,
}

impl Work {
    /// True while the input is being checked.
    pub(crate) fn is_checking(&self) -> bool {
        matches!(self, Self::Checking { .. })
    }

    /// True while there is something to cancel.
    pub(crate) fn can_cancel(&self) -> bool {
        matches!(self, Self::Checking { .. } | Self::Fixing(_) | Self::Fetching(_))
    }

    /// The progress of the fixes of all files.
    pub(crate) fn fixing(&self) -> Option<FixProgress> {
        match self {
            Self::Fixing(progress) => Some(*progress),
            _ => None,
        }
    }

    /// True when it takes so long that the progress is shown.
    pub(super) fn is_slow(&self) -> bool {
        matches!(self, Self::Checking { slow: true, .. } | Self::Fixing(_))
    }

    pub(super) fn set_slow(&mut self) {
        if let Self::Checking { slow, .. } | Self::Fixing(FixProgress { slow, .. }) = self {
            *slow = true;
        }
    }

    /// Takes out what was put off until the end of the check.
    pub(super) fn take_deferred(&mut self) -> Vec<Request> {
        match self {
            Self::Checking { deferred, .. } => std::mem::take(deferred),
            _ => Vec::new(),
        }
    }
}

impl State {
    /// True when the worker holds the result on screen, of the input as it is: it answers requests about it.
    pub(crate) fn can_ask(&self) -> bool {
        self.outcome.is_some() && matches!(self.work, Work::Idle | Work::Fixing(_)) && !self.unchecked
    }

    /// True when the result is on screen.
    pub(crate) fn shows_result(&self) -> bool {
        self.file().is_some() && !matches!(self.work, Work::Fetching(_) | Work::Stopped(_))
    }

    /// True when something can be fixed, which only one request at a time may do for all files.
    pub(super) fn can_fix(&self) -> bool {
        self.can_ask() && self.work == Work::Idle
    }
}
