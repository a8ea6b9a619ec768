//! What the state asks the app to do outside of it.

use std::rc::Rc;

use sitemap_validator_protocol::message::{SiteFile, ToWorker};

use super::{Body, StorageKey};
use crate::lang::Lang;

/// Something to be done outside of the state.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Order {
    /// Post the input to the worker.
    Check,
    /// Post the search for the sitemaps of a site to the worker; true for what could not be had before.
    Site { start: Rc<str>, again: bool },
    /// Make these requests of a run, or come back after so many milliseconds.
    Fetch { run: u32, requests: Vec<(u32, String)>, wait: Option<u32> },
    /// End the requests of a run.
    EndSite(u32),
    /// Put together what was fetched.
    Collect { run: u32, files: Vec<SiteFile>, left_out: u64 },
    /// Post a request to the worker.
    Ask(ToWorker),
    /// End the worker and start another.
    Respawn,
    /// Emit an action later, instead of the one that the same timer was to emit.
    Start(Timer),
    /// Emit no action of this timer.
    Stop(Timer),
    /// Scroll to the result of the current file, or to what is shown of a URL, once it is drawn.
    Reveal,
    /// Keep the sitemap's URL for the next visit.
    Remember(Rc<str>),
    /// Fetch the page about a rule, in that language.
    Guide(Lang, Rc<str>),
    /// Keep something for the next visit.
    Store(StorageKey, String),
    /// Delete the stored input of this name.
    Forget(Rc<str>),
    /// Make a link.
    Share,
    /// Put a text into the clipboard.
    Copy(String),
    /// Offer a file for download.
    Save { name: String, body: Body },
    /// The same, gzipped.
    SaveGzip { name: String, body: Body },
    /// Offer several files for download as one archive. Those whose names end in `.gz` are gzipped.
    SaveZip { name: String, files: Vec<(String, Body)> },
    /// Drop a file that came too late.
    Release(Body),
    /// Send the whole report to the host of the frame; none when nothing was checked.
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

/// The orders that are carried out once the page is drawn, so that several actions before that lead to one check.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct AfterDrawing {
    pub(crate) check: bool,
    pub(crate) reveal: bool,
}

impl AfterDrawing {
    /// Notes an order that is carried out later; returns any other.
    pub(crate) fn hold(&mut self, order: Order) -> Option<Order> {
        match order {
            Order::Check => self.check = true,
            Order::Reveal => self.reveal = true,
            order => {
                // What was stopped is not checked.
                self.check &= order != Order::Respawn;
                return Some(order);
            }
        }
        None
    }
}
