//! The current work of the worker.

use std::rc::Rc;

use sitemap_validator_protocol::message::Progress;

use super::{Fetching, Request, State, WorkerError};

/// The current work of the worker.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) enum Work {
    /// None that takes long. The worker holds the result on screen, if there is one.
    #[default]
    Idle,
    /// The worker checks the input.
    Checking {
        /// The latest progress report.
        progress: Option<Rc<Progress>>,
        /// The number of files of the built site that were sent to the worker.
        pages: u64,
        /// True if the check takes so long that its progress is shown.
        slow: bool,
        /// True if the input was restored from an earlier visit.
        restored: bool,
        /// The requests to perform once the worker has the result.
        deferred: Vec<Request>,
    },
    /// The worker searches for the sitemaps of a site.
    Fetching(Rc<Fetching>),
    /// The worker applies the safe fixes of all files.
    Fixing(FixProgress),
    /// The visitor stopped the check.
    Stopped(Option<Rc<Progress>>),
    /// The worker has ended.
    Down(WorkerError),
    /// The check failed.
    Failed(WorkerError),
}

/// The progress of fixing all files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FixProgress {
    /// The number of files that are fixed.
    pub(crate) done: u64,
    /// The total number of files.
    pub(crate) files: u64,
    /// True if the fixes take so long that the progress is shown.
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

    /// True if the work takes so long that its progress is shown.
    pub(super) fn is_slow(&self) -> bool {
        matches!(self, Self::Checking { slow: true, .. } | Self::Fixing(_))
    }

    pub(super) fn set_slow(&mut self) {
        if let Self::Checking { slow, .. } | Self::Fixing(FixProgress { slow, .. }) = self {
            *slow = true;
        }
    }

    /// Removes and returns the requests that were deferred until the end of the check.
    pub(super) fn take_deferred(&mut self) -> Vec<Request> {
        match self {
            Self::Checking { deferred, .. } => std::mem::take(deferred),
            _ => Vec::new(),
        }
    }
}

impl State {
    /// True if the worker can answer requests: it holds the result on screen, and the input has not changed since.
    pub(crate) fn can_ask(&self) -> bool {
        self.outcome.is_some() && matches!(self.work, Work::Idle | Work::Fixing(_)) && !self.unchecked
    }

    /// True if the result is on screen.
    pub(crate) fn shows_result(&self) -> bool {
        self.file().is_some() && !matches!(self.work, Work::Fetching(_) | Work::Stopped(_))
    }

    /// True if something can be fixed. While all files are being fixed, no other fix may start.
    pub(super) fn can_fix(&self) -> bool {
        self.can_ask() && self.work == Work::Idle
    }
}
