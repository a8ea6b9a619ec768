//! Days of the calendar.

/// A day of the proleptic Gregorian calendar, whose fields may be out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    /// 0 to 9999.
    pub(crate) year: u16,
    /// From 1.
    pub(crate) month: u8,
    /// From 1.
    pub(crate) day: u8,
}

impl Date {
    /// The date, if the day exists.
    pub(crate) fn new(year: u16, month: u8, day: u8) -> Option<Self> {
        let days = days_in_month(year, month);
        (1..=days).contains(&day).then_some(Self { year, month, day })
    }

    /// The date with day and month exchanged, if only that is one.
    pub(crate) fn swapped(self) -> Option<Self> {
        Self::new(self.year, self.day, self.month).filter(|_| self.month > 12)
    }

    /// The days from 1970-01-01 to this one.
    pub(crate) const fn since_epoch(self) -> i64 {
        // The days before a month, if February had 30.
        let before = (367 * self.month as i64 - 362) / 12;
        let lacking = if self.month <= 2 { 0 } else { 2 - is_leap(self.year) as i64 };
        days_before_year(self.year as i64) + before - lacking + self.day as i64 - 1
    }

    /// The date `days` after 1970-01-01, within the years 0 to 9999.
    pub(crate) fn after_epoch(days: i64) -> Option<Self> {
        // The average year has 365.2425 days; the error of the estimate is at most one year.
        let estimate = (days + EPOCH) * 400 / 146_097;
        let year = (estimate - 1..=estimate + 1).rev().find(|year| days_before_year(*year) <= days)?;
        let year_number = u16::try_from(year).ok().filter(|year| *year <= 9999)?;
        let mut rest = days - days_before_year(year);
        for month in 1..=12 {
            let length = i64::from(days_in_month(year_number, month));
            if rest < length {
                return Self::new(year_number, month, u8::try_from(rest + 1).ok()?);
            }
            rest -= length;
        }
        None
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The days from 0000-01-01 to 1970-01-01.
const EPOCH: i64 = 719_528;

const fn days_before_year(year: i64) -> i64 {
    // Year 0 is a leap year.
    let leap_days = if year == 0 { 0 } else { (year - 1) / 4 - (year - 1) / 100 + (year - 1) / 400 + 1 };
    year * 365 + leap_days - EPOCH
}

const fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

/// The number of days of a month; 0 if there is no such month.
pub(crate) const fn days_in_month(year: u16, month: u8) -> u8 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if is_leap(year) => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_dates_agree_over_four_centuries() {
        let mut days = Date { year: 1800, month: 1, day: 1 }.since_epoch();
        for year in 1800..2200 {
            for month in 1..=12 {
                for day in 1..=days_in_month(year, month) {
                    let date = Date { year, month, day };
                    assert_eq!(date.since_epoch(), days);
                    assert_eq!(Date::after_epoch(days), Some(date));
                    days += 1;
                }
            }
        }
        for date in [Date { year: 0, month: 1, day: 1 }, Date { year: 9999, month: 12, day: 31 }] {
            assert_eq!(Date::after_epoch(date.since_epoch()), Some(date));
        }
        assert_eq!(
            Date { year: 0, month: 3, day: 1 }.since_epoch() - Date { year: 0, month: 1, day: 1 }.since_epoch(),
            60
        );
        assert_eq!(Date::after_epoch(Date { year: 9999, month: 12, day: 31 }.since_epoch() + 1), None);
        assert_eq!(Date::after_epoch(-EPOCH - 1), None);
    }
}
