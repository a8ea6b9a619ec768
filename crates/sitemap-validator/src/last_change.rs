//! When pages were last changed, as others than the sitemap know it: the history of their source files, or their HTML.

use std::fmt::Debug;

use crate::value::date::Date;
use crate::value::datetime::{self, DAY, Moment, Precision};

/// Knows when pages were last changed.
pub trait LastChanges: Debug + Send + Sync {
    /// The last change of the page at this URL, which has no escapes of XML, and what shows it.
    ///
    /// # Errors
    /// If it is unknown: the reason.
    fn of(&self, url: &str) -> Result<(Change, Proof), Unknown>;
}

/// When a page was changed. The latest of several is the greatest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// When it was changed, at the latest.
    moment: Moment,
    /// The earliest moment of the change; the same if the change is known exactly.
    earliest: i64,
    /// By how many milliseconds a date may be newer, and older if it has a time.
    slack: [i64; 2],
}

/// Why the last change of a page is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// No file is the source of the page.
    NoSource,
    /// Several files may be the source of the page.
    SeveralSources,
    /// The source has changes that are not committed.
    Uncommitted,
    /// The log names no commit that counts.
    NoCommit,
    /// There is no built page.
    NoPage,
    /// The built page could not be read.
    Unread,
    /// The built page names no date that can be read.
    NoDate,
    /// The built page names a date in the future.
    Future,
    /// The earlier snapshot does not have the page.
    NotBefore,
    /// The built page has no text.
    NoText,
}

impl Unknown {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::NoSource,
        Self::SeveralSources,
        Self::Uncommitted,
        Self::NoCommit,
        Self::NoPage,
        Self::Unread,
        Self::NoDate,
        Self::Future,
        Self::NotBefore,
        Self::NoText,
    ];

    /// The label of the URL of the page.
    pub const fn label(self) -> &'static str {
        match self {
            Self::NoSource => "no source file found",
            Self::SeveralSources => "several files may be its source",
            Self::Uncommitted => "its source is not committed",
            Self::NoCommit => "no commit of its source counts",
            Self::NoPage => "no built page found",
            Self::Unread => "its page could not be read",
            Self::NoDate => "its page names no valid date",
            Self::Future => "its page names a future date",
            Self::NotBefore => "not in the earlier snapshot",
            Self::NoText => "its page has no text",
        }
    }
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
        Self { moment: Moment { millis, precision: Precision::Second }, earliest: millis, slack: [DAY; 2] }
    }

    /// A change at a date in a format that `lastmod` may have; `None` for other texts.
    pub fn on(date: &str) -> Option<Self> {
        let moment = datetime::parse(date)?;
        Some(Self { moment, ..Self::at(moment.millis) })
    }

    /// The same change if it may also have been earlier, but not before this moment; at any earlier time if that is `None`.
    #[must_use]
    pub fn not_before(self, earliest: Option<i64>) -> Self {
        Self { earliest: earliest.unwrap_or(i64::MIN).min(self.earliest), ..self }
    }

    /// The same change if it was observed, so that a date may be newer by this number of milliseconds only. A date without a time may
    /// be older by half a day, because it may be that of another time zone.
    #[must_use]
    pub fn observed(self, newer: i64) -> Self {
        // The end of a day is the start of the next one.
        let newer = if self.moment.is_date_only() { newer - 1 } else { newer };
        Self { slack: [newer, 0], ..self }
    }

    /// The latest of the changes at these dates, with its date; `None` if there is none, or if one cannot be read.
    pub fn latest(dates: &[String]) -> Option<(Self, &str)> {
        let changes: Option<Vec<_>> = dates.iter().map(|date| Some((Self::on(date)?, date.as_str()))).collect();
        changes?.into_iter().max()
    }

    /// Compares a date of a sitemap with it. A date without a time is the whole day, month or year.
    pub(crate) fn compare(&self, listed: Moment) -> Option<Difference> {
        let [newer, older] = self.slack;
        let older = if listed.is_date_only() { older.max(DAY / 2) } else { older };
        match () {
            () if listed.millis.saturating_sub(self.moment.end()) > newer => Some(Difference::Newer),
            () if self.earliest.saturating_sub(listed.end()) > older => Some(Difference::Older),
            () => None,
        }
    }

    /// True if it is more than a day after this moment.
    pub(crate) const fn is_after(&self, millis: i64) -> bool {
        self.moment.millis.saturating_sub(millis) > DAY
    }

    /// The date as a `lastmod`, without a time if `is_date_only`; `None` for a year with more than four digits.
    pub(crate) fn written(&self, is_date_only: bool) -> Option<String> {
        if is_date_only || self.moment.is_date_only() {
            let mut day = Date::after_epoch(self.moment.day())?.to_string();
            day.truncate(match self.moment.precision {
                Precision::Year => "2026".len(),
                Precision::Month => "2026-05".len(),
                _ => day.len(),
            });
            return Some(day);
        }
        datetime::written(self.moment.millis)
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
            ("2025", "2026-01-01", None),
            ("2025", "2026-06-09", Some(Older)),
            ("2026", "2026-06-09", None),
            ("2026", "2025-12-31T00:00:01Z", None),
            ("2026-05", "2026-06-01T23:00:00Z", None),
            ("2026-05", "2026-06-03", Some(Older)),
            ("2026-05", "2026-04-20T10:00:00Z", Some(Newer)),
            ("2026-12", "2027-01-03", Some(Older)),
            ("2026-06-09", "2026-06", None),
            ("2026-07-03", "2026-06", Some(Newer)),
        ] {
            let change = Change::on(changed).expect(changed);
            let listed = datetime::parse(listed).expect(listed);
            assert_eq!(change.compare(listed), difference, "{listed:?} {changed}");
            let fixed = change.written(listed.is_date_only()).and_then(|date| datetime::parse(&date)).expect(changed);
            assert_eq!(change.compare(fixed), None, "{changed}");
        }
    }
}
