//! The orders that the state gives to the app.

use std::rc::Rc;

use sitemap_validator_protocol::{
    comparison::ComparisonFile,
    message::{SiteFile, ToWorker},
};

use super::{Body, StorageKey};
use crate::lang::Lang;

/// An action outside of the state.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Order {
    /// Post the input to the worker.
    Check,
    /// Post the search for the sitemaps of a site to the worker; `again` is true for files that could not be fetched
    /// before.
    Site { start: Rc<str>, again: bool },
    /// Make these requests of a run, or call back after so many milliseconds.
    Fetch { run: u32, requests: Vec<(u32, String)>, wait: Option<u32> },
    /// End the requests of a run.
    EndSite(u32),
    /// Combine the fetched files.
    Collect { run: u32, files: Vec<SiteFile>, left_out: u64 },
    /// Post the comparison to the worker, to show it or to write a file.
    Compare(Option<ComparisonFile>),
    /// Post a request to the worker.
    Ask(ToWorker),
    /// Post these files of a folder to the worker.
    Read { run: u32, folder: u32, files: Vec<u32> },
    /// End the worker and start another.
    Respawn,
    /// Emit an action later. It replaces the action that the same timer was to emit.
    Start(Timer),
    /// Stop this timer, so that it emits no action.
    Stop(Timer),
    /// Scroll to the result of the current file, or to the panel about a URL, once it is rendered.
    Reveal,
    /// Store the sitemap's URL for the next visit.
    Remember(Rc<str>),
    /// Fetch the page about a rule, in that language.
    Guide(Lang, Rc<str>),
    /// Store a value for the next visit.
    Store(StorageKey, String),
    /// Delete the stored input of this name.
    Forget(Rc<str>),
    /// Create a link.
    Share,
    /// Copy a text to the clipboard.
    Copy(String),
    /// Offer a file for download.
    Save { name: String, body: Body },
    /// Offer a file for download, gzipped.
    SaveGzip { name: String, body: Body },
    /// Offer several files for download as one archive. Those whose names end in `.gz` are gzipped.
    SaveZip { name: String, files: Vec<(String, Body)> },
    /// Drop a file that arrived too late.
    Release(Body),
    /// Send the whole report to the host of the frame; `None` if nothing was checked.
    ReportToHost(Option<Body>),
}

/// A timer of the app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Timer {
    /// Ends when the typing pauses.
    Typing,
    /// Ends when this run takes so long that its progress is shown.
    Progress(u32),
    /// Ends when the notice has been on screen long enough.
    Notice,
}

/// The orders that wait until the page is rendered, so that several actions before that lead to one check.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AfterDrawing {
    pub(crate) check: bool,
    pub(crate) reveal: bool,
}

impl AfterDrawing {
    /// Stores an order that is carried out later; returns any other order.
    pub(crate) fn hold(&mut self, order: Order) -> Option<Order> {
        match order {
            Order::Check => self.check = true,
            Order::Reveal => self.reveal = true,
            order => {
                // A check that was stopped is not started.
                self.check &= order != Order::Respawn;
                return Some(order);
            }
        }
        None
    }
}
