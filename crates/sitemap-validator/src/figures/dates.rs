//! Dates over time.

use std::collections::BTreeMap;

use crate::value::date::Date;
use crate::value::datetime::Moment;

/// The maximum number of bars.
const MOST: i64 = 60;

/// The maximum time in days that is shown by week: half a year.
const WEEKS: i64 = 182;

/// Days of a week, and the day of the epoch in it: 1970-01-01 was a Thursday.
const WEEK: i64 = 7;
const THURSDAY: i64 = 3;

/// The dates of the entries.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Dates {
    /// The length of each bucket.
    pub step: Step,
    /// Up to 60 consecutive buckets, including empty ones, from the first date to the last.
    pub buckets: Vec<Bucket>,
    /// Dates before the first bucket; only if the dates span more years than are shown.
    pub before: u64,
    /// Dates after the last bucket.
    pub after: u64,
    /// The days of the first and the last date, as `YYYY-MM-DD`; `None` without dates.
    pub range: Option<(String, String)>,
    /// Entries without a date.
    pub absent: u64,
    /// Entries with an invalid date.
    pub invalid: u64,
}

/// The length of a bucket.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Step {
    /// A day, in UTC like all others.
    #[default]
    Day,
    /// From Monday to Sunday.
    Week,
    /// A calendar month.
    Month,
    /// A calendar year.
    Year,
}

/// A period and its number of dates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// Its first day, as `YYYY-MM-DD`.
    pub start: String,
    /// Dates in it.
    pub count: u64,
}

impl Step {
    /// The number of the bucket that contains `day`, counted from 1970-01-01.
    fn number(self, day: i64) -> Option<i64> {
        Some(match self {
            Self::Day => day,
            Self::Week => (day + THURSDAY).div_euclid(WEEK),
            Self::Month => Date::after_epoch(day).map(|date| i64::from(date.year) * 12 + i64::from(date.month) - 1)?,
            Self::Year => i64::from(Date::after_epoch(day)?.year),
        })
    }

    /// The first day of a bucket.
    fn start(self, number: i64) -> Option<Date> {
        match self {
            Self::Day => Date::after_epoch(number),
            // The calendar does not begin with a Monday.
            Self::Week => Date::after_epoch(number * WEEK - THURSDAY).or_else(|| Date::new(0, 1, 1)),
            Self::Month => Date::new(u16::try_from(number.div_euclid(12)).ok()?, number.rem_euclid(12) as u8 + 1, 1),
            Self::Year => Date::new(u16::try_from(number).ok()?, 1, 1),
        }
    }
}

/// Counts dates by day, whose number is limited by the calendar.
#[derive(Debug, Default)]
pub(super) struct Days {
    by_day: BTreeMap<i64, u64>,
    absent: u64,
    invalid: u64,
}

impl Days {
    /// Counts the date of an entry, given as `text`.
    pub(super) fn add(&mut self, text: &str, read: impl FnOnce(&str) -> Option<Moment>) {
        if text.is_empty() {
            self.absent += 1;
            return;
        }
        // A zone may move a date out of the four-digit years.
        let day = read(text).map(Moment::day).filter(|day| Date::after_epoch(*day).is_some());
        match day {
            Some(day) => *self.by_day.entry(day).or_default() += 1,
            None => self.invalid += 1,
        }
    }

    /// Counts an invalid date.
    pub(super) fn add_unread(&mut self) {
        self.invalid += 1;
    }

    /// The buckets with a suitable step.
    pub(super) fn into_dates(self) -> Dates {
        let Self { by_day, absent, invalid } = self;
        let mut dates = Dates { absent, invalid, ..Dates::default() };
        let (Some((&first, _)), Some((&last, _))) = (by_day.first_key_value(), by_day.last_key_value()) else {
            return dates;
        };
        let text = |day| Date::after_epoch(day).map(|date| date.to_string()).unwrap_or_default();
        dates.range = Some((text(first), text(last)));
        let fits =
            |step: &Step| step.number(last).zip(step.number(first)).is_some_and(|(last, first)| last - first < MOST);
        dates.step = match last - first {
            ..MOST => Step::Day,
            MOST..=WEEKS => Step::Week,
            _ => Some(Step::Month).filter(fits).unwrap_or(Step::Year),
        };
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for (day, count) in by_day {
            if let Some(number) = dates.step.number(day) {
                *counts.entry(number).or_default() += count;
            }
        }
        let (from, to) = window(&counts);
        for (&number, &count) in &counts {
            dates.before += if number < from { count } else { 0 };
            dates.after += if number > to { count } else { 0 };
        }
        let bucket = |number| {
            let start = dates.step.start(number)?.to_string();
            Some(Bucket { start, count: counts.get(&number).copied().unwrap_or_default() })
        };
        dates.buckets = (from..=to).filter_map(bucket).collect();
        dates
    }
}

/// The first and the last bucket: all buckets, or the maximum number of consecutive buckets with the most dates.
fn window(counts: &BTreeMap<i64, u64>) -> (i64, i64) {
    let numbers: Vec<(i64, u64)> = counts.iter().map(|(&number, &count)| (number, count)).collect();
    let mut best = (0, 0, 0);
    let mut sum = 0;
    let mut from = 0;
    for &(to, count) in &numbers {
        sum += count;
        while let Some(&(first, left)) = numbers.get(from).filter(|(first, _)| to - first >= MOST) {
            debug_assert!(first < to, "the last one stays");
            sum -= left;
            from += 1;
        }
        if sum >= best.0 {
            best = (sum, numbers.get(from).map_or(to, |&(first, _)| first), to);
        }
    }
    (best.1, best.2)
}
