//! URLs on another host than the file's (`scope-different-host`): while all of a file are on one such
//! host, it may be the wrong one, and the file's own is offered in its place.

use super::OwnUrl;
use crate::check::loc::address::{Address, repaired};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::value::url::{Part, Parts};

/// After so many URLs on one other host it is taken for that of all.
const ENOUGH: usize = 1000;

/// What is known of the hosts of a file's URLs.
#[derive(Debug, Default)]
pub(in crate::check) struct Elsewhere {
    /// The host of the first URL on another one, in ASCII.
    host: Box<str>,
    /// Findings that wait for the rest of the file, each without and with its repair.
    waiting: Vec<[Diagnostic; 2]>,
    /// Whether the host is that of all URLs, once that is settled.
    shared: Option<bool>,
}

impl Elsewhere {
    /// Reports a URL on `host`, which is not the file's own, now or later.
    pub(super) fn add(
        &mut self,
        address: &Address<'_>,
        parts: &Parts,
        host: &str,
        own: &OwnUrl,
        reporter: &mut Reporter<'_>,
    ) {
        let written = address.span(parts.host);
        let entry = reporter.entry();
        let found = || {
            let mut found = rules::scope_different_host(written, written, own.host.to_string());
            found.entry = entry;
            found
        };
        if self.host.is_empty() {
            self.host = host.into();
        } else if *self.host != *host {
            self.mixed(reporter);
            reporter.report(found());
            return;
        }
        if self.shared == Some(false) {
            reporter.report(found());
            return;
        }
        // The port goes with the host.
        let end = parts.port.map_or(parts.host.end, |port| port.end);
        let edit = address.replace(Part::new(parts.host.start, end), own.authority());
        let moved = rules::scope_different_host::same_site(written, written, own.host.to_string());
        let mut moved = repaired(moved, FixKind::Suggest, [edit]);
        moved.entry = entry;
        if self.shared.is_some() {
            reporter.report(moved);
            return;
        }
        self.waiting.push([found(), moved]);
        if self.waiting.len() >= ENOUGH {
            self.finish(reporter);
        }
    }

    /// Notes that not all URLs are on one other host: what waits is reported without repair.
    pub(super) fn mixed(&mut self, reporter: &mut Reporter<'_>) {
        self.shared.get_or_insert(false);
        for [found, _] in self.waiting.drain(..) {
            reporter.report(found);
        }
    }

    /// Reports what waits: all URLs are on one host.
    pub(in crate::check) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        self.shared.get_or_insert(true);
        for [_, found] in self.waiting.drain(..) {
            reporter.report(found);
        }
    }
}
