//! Dates that others than the sitemap know.

use super::Lastmods;
use crate::diagnostic::Edit;
use crate::last_change::{Change, Difference, LastChanges, Proof, Unknown};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::datetime::Moment;

/// The dates whose last change is unknown.
#[derive(Debug, Default)]
pub(super) struct Unproved {
    count: u32,
    /// The first of the dates.
    first: Option<Span>,
    /// The first of the URLs, and why the changes of their pages are unknown.
    urls: Vec<(Span, Unknown)>,
    /// The number of dates that were to be compared.
    total: u32,
}

/// The number of URLs that are named.
const NAMED: usize = 3;

/// Compares the date at `place`, of the page at `url`, with the last change of the page. `url_place` is the text of the URL.
pub(crate) fn prove(
    source: &str,
    (url_place, url): (Span, &str),
    (place, moment): (Span, Moment),
    changes: &dyn LastChanges,
    state: &mut Lastmods,
    reporter: &mut Reporter<'_>,
) {
    state.unproved.total += 1;
    // What a page says of the future is wrong.
    let is_past = |change: &Change| reporter.options.now.is_none_or(|now| !change.is_after(now));
    let known = changes.of(url).and_then(|known| if is_past(&known.0) { Ok(known) } else { Err(Unknown::Future) });
    let (change, proof) = match known {
        Ok(known) => known,
        Err(unknown) => {
            state.unproved.count += 1;
            state.unproved.first.get_or_insert(place);
            if state.unproved.urls.len() < NAMED {
                state.unproved.urls.push((url_place, unknown));
            }
            return;
        }
    };
    let (Some(difference), Some(fixed)) = (change.compare(moment), change.written(moment.is_date_only())) else {
        return;
    };
    let listed = source.at(place).to_owned();
    let date = change.written(true).unwrap_or_default();
    let found = match (difference, proof) {
        (Difference::Newer, Proof::Commit(file)) => rules::lastmod_newer_than_change(place, listed, file, date),
        (Difference::Newer, Proof::Page(file)) => rules::lastmod_newer_than_change::page(place, listed, file, date),
        (Difference::Newer, Proof::Content) => rules::lastmod_newer_than_change::content(place, listed, date),
        (Difference::Older, Proof::Content) => rules::lastmod_older_than_change::content(place, listed, date),
        (Difference::Older, Proof::Commit(file)) => rules::lastmod_older_than_change(place, listed, file, date),
        (Difference::Older, Proof::Page(file)) => rules::lastmod_older_than_change::page(place, listed, file, date),
    };
    reporter.report(found.suggest(Edit::replace(place, fixed)));
}

impl Unproved {
    pub(super) fn finish(&self, reporter: &mut Reporter<'_>) {
        if let Some(first) = self.first {
            let found = rules::lastmod_change_unknown(first, self.count, self.total);
            let named = self.urls.iter().fold(found, |found, (url, unknown)| found.related(*url, unknown.label()));
            reporter.report(named);
        }
    }
}
