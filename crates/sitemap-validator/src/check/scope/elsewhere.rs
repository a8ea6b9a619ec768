//! URLs on another host than the file's (`scope-different-host`): if all URLs are on one other
//! host, it may be wrong, and the fix replaces it with the file's own host.

use super::OwnUrl;
use crate::check::loc::address::{Address, repaired};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::value::url::{Part, Parts};

/// The number of URLs on one other host after which it is assumed for all.
const ENOUGH: usize = 1000;

/// The URLs of a file that are on another host.
#[derive(Debug, Default)]
pub(in crate::check) struct OtherHost {
    /// The host of the first URL on another one, in ASCII.
    host: Box<str>,
    /// Findings kept until the rest of the file is known, each without and with its fix.
    waiting: Vec<[Diagnostic; 2]>,
    /// Whether all URLs are on the host, once that is known.
    shared: Option<bool>,
}

impl OtherHost {
    /// Reports a URL on `host`, which is not the file's own, immediately or later.
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
        // The fix replaces the port, too.
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

    /// Records that the URLs are on several hosts: the kept findings are reported without a fix.
    pub(super) fn mixed(&mut self, reporter: &mut Reporter<'_>) {
        self.shared.get_or_insert(false);
        for [found, _] in self.waiting.drain(..) {
            reporter.report(found);
        }
    }

    /// Reports the kept findings with their fixes: all URLs are on one host.
    pub(in crate::check) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        self.shared.get_or_insert(true);
        for [_, found] in self.waiting.drain(..) {
            reporter.report(found);
        }
    }
}
