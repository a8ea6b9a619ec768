//! The entries of a file, whatever its format.

use std::ops::ControlFlow;

use super::Refusal;
use crate::diagnostic::Diagnostic;
use crate::outcome::Outcome;
use crate::profile::Options;
use crate::sink::{Entry, Sink};
use crate::source::Source;
use crate::span::Span;
use crate::validate::validate;
use crate::value::datetime::{self, Moment};
use crate::value::url::Parts;

/// A page that is listed.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) element: Span,
    pub(super) url: String,
    /// Its date, when sitemaps have such dates.
    pub(super) lastmod: Option<(Moment, String)>,
}

/// The pages of a file.
#[derive(Debug, Default)]
pub(super) struct Pages {
    pub(super) entries: Vec<Page>,
    pub(super) left_out: u64,
    /// What the reading came to.
    pub(super) outcome: Outcome,
}

impl Sink for Pages {
    fn diagnostic(&mut self, _: Diagnostic) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_entries(&self) -> bool {
        true
    }

    fn entry(&mut self, entry: &Entry<'_>) {
        if entry.is_sitemap {
            return;
        }
        let complete = Parts::split(&entry.url).is_some_and(|parts| !parts.host.is_empty());
        if !complete || entry.url.contains(char::is_whitespace) {
            self.left_out += 1;
            return;
        }
        let moment = datetime::parse(&entry.lastmod);
        self.entries.push(Page {
            element: entry.element,
            url: entry.url.clone().into_owned(),
            lastmod: moment.map(|moment| (moment, entry.lastmod.clone().into_owned())),
        });
    }
}

/// The pages `source` lists.
pub(super) fn read(source: &Source, options: &Options) -> Result<Pages, Refusal> {
    let mut pages = Pages::default();
    pages.outcome = validate(source, options, &mut pages);
    if !pages.outcome.kind.has_pages() {
        return Err(Refusal::NoSitemap);
    }
    if pages.entries.is_empty() {
        return Err(Refusal::Nothing);
    }
    Ok(pages)
}
