//! The dates of publication and expiration of a video.

use super::text::empty;
use crate::check::extension::{Block, date};
use crate::check::{Field, Trimmed, with_leading_space};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::datetime::{DAY, Moment};

/// The first valid dates of a video.
#[derive(Debug, Default)]
pub(super) struct Dates {
    published: Option<(Moment, Span)>,
    expires: Option<(Moment, Span)>,
}

impl Dates {
    /// Checks and records a date.
    pub(super) fn add(&mut self, name: &str, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let place = Trimmed::new(field);
        if place.value.is_empty() {
            return empty(field, rules::video_date_invalid::empty, reporter);
        }
        let moment = date::check(field, const { &date::messages!(video_date_invalid) }, reporter)
            .map(|moment| (moment, place.whole()));
        let kept = if name == "expiration_date" { &mut self.expires } else { &mut self.published };
        *kept = kept.or(moment);
    }

    /// Checks the dates of a complete video.
    pub(super) fn finish(&self, block: &Block<'_>, reporter: &mut Reporter<'_>) {
        let Some((expires, span)) = self.expires else { return };
        let inverted = self.published.filter(|(published, _)| last_instant(expires) < published.millis);
        if let Some((_, at)) = inverted {
            let found = rules::video_dates_inverted(span, span, at);
            return reporter.report(found.related(at, "published on this date"));
        }
        let past = reporter.options.now.is_some_and(|now| last_instant(expires) < now);
        if past {
            let delete = Edit::delete(with_leading_space(block.source, block.element));
            reporter.report(rules::video_expired(span, span).suggest(delete));
        }
    }
}

/// The last instant of a moment: a date without a time lasts all day.
fn last_instant(moment: Moment) -> i64 {
    if moment.is_date_only() { moment.millis + DAY - 1 } else { moment.millis }
}
