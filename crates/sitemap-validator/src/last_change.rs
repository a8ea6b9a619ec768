//! When pages were last changed, as others than the sitemap know it: the history of their source files, or their HTML.

use std::fmt::Debug;

use crate::value::date::Date;
use crate::value::datetime::{self, DAY, Moment, Precision};

/// Knows when pages were last changed.
pub trait LastChanges: Debug + Send + Sync {
    /// The last change of the page at this URL, which has no escapes of XML, and what shows it; `None` if it is unknown.
    fn of(&self, url: &str) -> Option<(Change, Proof)>;
}

/// When a page was changed. The latest of several is the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Milliseconds since 1970-01-01T00:00:00Z; the start of the day if only that is known.
    millis: i64,
    is_date_only: bool,
    /// The earliest moment of the change, if that is not known exactly.
    earliest: i64,
}

/// What shows when a page was changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Proof {
    /// The last commit that changed this source file.
    Commit(String),
    /// This built page, which names the date.
    Page(String),
    /// The content of the page, which differs from an earlier one or does not.
    Content,
}

/// How a date differs from a change, if by more than a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Difference {
    Newer,
    Older,
}

impl Change {
    /// A change at this moment, in milliseconds since 1970-01-01T00:00:00Z.
    pub const fn at(millis: i64) -> Self {
        Self { millis, is_date_only: false, earliest: millis }
    }

    /// A change at a date in a format that `lastmod` may have; `None` for other texts.
    pub fn on(date: &str) -> Option<Self> {
        let moment = datetime::parse(date)?;
        Some(Self { is_date_only: moment.is_date_only(), ..Self::at(moment.millis) })
    }

    /// The same change if it may also have been earlier, but not before this moment; at any earlier time if that is `None`.
    #[must_use]
    pub fn not_before(self, earliest: Option<i64>) -> Self {
        Self { earliest: earliest.unwrap_or(i64::MIN).min(self.millis), ..self }
    }

    /// The latest of the changes at these dates, with its date; `None` if there is none, or if one cannot be read.
    pub fn latest(dates: &[String]) -> Option<(Self, &str)> {
        let changes: Option<Vec<_>> = dates.iter().map(|date| Some((Self::on(date)?, date.as_str()))).collect();
        changes?.into_iter().max()
    }

    /// Compares a date of a sitemap with it. A date without a time is the whole day; a month or a year is not compared.
    pub(crate) fn compare(&self, listed: Moment) -> Option<Difference> {
        if listed.precision < Precision::Day {
            return None;
        }
        let end = |millis: i64, is_date_only: bool| if is_date_only { millis.saturating_add(DAY) } else { millis };
        let (own_end, listed_end) = (end(self.millis, self.is_date_only), end(listed.millis, listed.is_date_only()));
        match () {
            () if listed.millis.saturating_sub(own_end) > DAY => Some(Difference::Newer),
            () if self.earliest.saturating_sub(listed_end) > DAY => Some(Difference::Older),
            () => None,
        }
    }

    /// True if it is more than a day after this moment.
    pub(crate) const fn is_after(&self, millis: i64) -> bool {
        self.millis.saturating_sub(millis) > DAY
    }

    /// The date as a `lastmod`, without a time if `is_date_only`; `None` for a year with more than four digits.
    pub(crate) fn written(&self, is_date_only: bool) -> Option<String> {
        if is_date_only || self.is_date_only {
            return Some(Date::after_epoch(self.millis.div_euclid(DAY))?.to_string());
        }
        datetime::written(self.millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_of_difference_is_none() {
        use Difference::{Newer, Older};
        for (listed, changed, difference) in [
            ("2026-06-09", "2026-06-09T23:59:59Z", None),
            ("2026-06-10T23:00:00Z", "2026-06-09T23:00:00Z", None),
            ("2026-06-10T23:00:01Z", "2026-06-09T23:00:00Z", Some(Newer)),
            ("2026-06-11", "2026-06-09T23:00:00Z", Some(Newer)),
            ("2026-06-11", "2026-06-09", None),
            ("2026-06-12", "2026-06-09", Some(Newer)),
            ("2026-06-09", "2026-06-11T00:00:00Z", None),
            ("2026-06-09", "2026-06-11T00:00:01Z", Some(Older)),
            ("2026-06-09T08:00:00+02:00", "2026-06-10T06:00:01Z", Some(Older)),
            ("2025", "2026-06-09", None),
        ] {
            let change = Change::on(changed).expect(changed);
            let listed = datetime::parse(listed).expect(listed);
            assert_eq!(change.compare(listed), difference, "{listed:?} {changed}");
            let fixed = change.written(listed.is_date_only()).and_then(|date| datetime::parse(&date)).expect(changed);
            assert_eq!(change.compare(fixed), None, "{changed}");
        }
    }
}
