//! Dates that others than the sitemap know.

use super::Lastmods;
use crate::diagnostic::Edit;
use crate::last_change::{Change, Difference, LastChanges, Proof};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::datetime::Moment;

/// The dates whose last change is unknown.
#[derive(Debug, Default)]
pub(super) struct Unproved {
    count: u32,
    first: Option<Span>,
    /// The number of dates that were to be compared.
    total: u32,
}

/// Compares the date at `place`, of the page at `url`, with the last change of the page.
pub(crate) fn prove(
    source: &str,
    url: &str,
    (place, moment): (Span, Moment),
    changes: &dyn LastChanges,
    state: &mut Lastmods,
    reporter: &mut Reporter<'_>,
) {
    state.unproved.total += 1;
    // What a page says of the future is wrong.
    let is_past = |change: &Change| reporter.options.now.is_none_or(|now| !change.is_after(now));
    let Some((change, proof)) = changes.of(url).filter(|(change, _)| is_past(change)) else {
        state.unproved.count += 1;
        state.unproved.first.get_or_insert(place);
        return;
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
            reporter.report(rules::lastmod_change_unknown(first, self.count, self.total));
        }
    }
}
