//! Checks files of a site while others are being fetched.
//!
//! The terms of a check are known when the robots.txt of the site has arrived, except whether the file is the only one.
//! The result is used if all assumptions were right; otherwise the file is checked again.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use sitemap_validator::Rule;
use sitemap_validator::session::Context;
use sitemap_validator::set::Place;
use sitemap_validator_protocol::name::last_segment;

use crate::arguments::{Check, Mode};
use crate::checker::{Checker, FileResult};
use crate::input::{Buffer, Fetched, Input};
use crate::progress::Progress;
use crate::robots;

/// Checks files as soon as they are fetched.
pub(crate) struct Early<'a> {
    check: &'a Check,
    /// The checker, with the robots.txt files that it checks against.
    checker: OnceLock<(Checker<'a>, Vec<PathBuf>)>,
    done: Results,
}

/// The results with the contexts that they assume, by the paths of the files.
#[derive(Default)]
pub(crate) struct Results(Mutex<HashMap<PathBuf, (Context, FileResult)>>);

impl<'a> Early<'a> {
    pub(crate) fn new(check: &'a Check) -> Self {
        Self { check, checker: OnceLock::new(), done: Results::default() }
    }

    /// True if files can be checked before all of them are fetched.
    pub(crate) fn is_useful(&self) -> bool {
        // Findings of files that are checked twice would be recorded twice in a baseline.
        self.check.start_urls.len() == 1 && self.check.arguments.robots.is_empty() && self.check.baseline.is_none()
    }

    /// Sets the robots.txt of the site, if it has one. No file is checked before this.
    pub(crate) fn begin(&self, robots: Option<Fetched>) {
        let mut inputs: Vec<Input> = robots.into_iter().map(|robots| Input::Fetched(Box::new(robots))).collect();
        let (mut session, _) = robots::session(self.check, &mut inputs, true);
        robots::look(&mut session, &inputs, self.check.arguments.max_size);
        let robots = robots::paths(&session, &inputs);
        let _ = self.checker.set((Checker::new(self.check, session.options()), robots));
    }

    /// Checks a file.
    pub(crate) fn check(&self, buffer: &mut Buffer, file: Box<Fetched>) {
        let (Some((checker, _)), Some(path)) = (self.checker.get(), file.path.clone()) else { return };
        let context = Context::fetched(last_segment(&file.http.requested), file.http.clone());
        let input = Input::Fetched(file);
        let progress = Progress::new(1, 0, false);
        let result = checker.read(buffer, &input, &context, Mode::Report, &mut progress.file(&input.shown(), 0));
        if let Ok(result) = result {
            self.done.all().insert(path, (context, result));
        }
    }

    /// Returns the results if these robots.txt files are the assumed ones and there are `several` files.
    pub(crate) fn finish(self, several: bool, robots: &[PathBuf]) -> Results {
        let is_right = several && self.checker.get().is_some_and(|(_, assumed)| assumed == robots);
        if is_right { self.done } else { Results::default() }
    }
}

/// True if a file has the same `result` in this `context` as in the `assumed` one, which did not contain what lists the
/// file.
fn is_as_assumed(assumed: &Context, context: &Context, result: &FileResult) -> bool {
    const BY_LISTING: [Rule; 4] =
        [Rule::ScopeOutsideDirectory, Rule::ScopeDifferentHost, Rule::ScopeWwwMismatch, Rule::ScopeRobotsNotListed];
    let place =
        Place { index: assumed.place.index.clone(), is_listed: assumed.place.is_listed, ..context.place.clone() };
    let is_waived = context.place.index.is_some();
    *assumed == Context { place, ..context.clone() }
        && !(is_waived && result.report.rules.iter().any(|(rule, _)| BY_LISTING.contains(rule)))
}

impl Results {
    fn all(&self) -> MutexGuard<'_, HashMap<PathBuf, (Context, FileResult)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns the result for a file in this `context`, if there is one.
    pub(crate) fn take(&self, input: &Input, context: &Context) -> Option<FileResult> {
        let (assumed, result) = self.all().remove(input.path()?)?;
        is_as_assumed(&assumed, context, &result).then_some(result)
    }
}
