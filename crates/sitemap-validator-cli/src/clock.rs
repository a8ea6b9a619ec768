//! The present, as milliseconds since 1970-01-01T00:00:00Z: of the clock, or as the user wrote it.

use std::time::{SystemTime, UNIX_EPOCH};

const SECOND: i64 = 1000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The current time.
pub(crate) fn now() -> Option<i64> {
    let passed = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(passed.as_millis()).ok()
}

/// The moment `text` names: `YYYY-MM-DD`, or with `Thh:mm`, `:ss`, `.s` and a zone (`Z`, `±hh:mm`).
pub(crate) fn parse(text: &str) -> Option<i64> {
    let (date, time) = text.split_once('T').map_or((text, None), |(date, time)| (date, Some(time)));
    let mut parts = date.split('-');
    let (year, month, day) = (digits(parts.next()?, 4)?, digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    if parts.next().is_some() || !(1..=12).contains(&month) || !(1..=days_in(year, month)).contains(&day) {
        return None;
    }
    let days = days_since_1970(year, month, day);
    Some(days * DAY + time.map_or(Some(0), time_of_day)?)
}

/// Milliseconds since midnight UTC.
fn time_of_day(text: &str) -> Option<i64> {
    let zone = text.find(['Z', '+', '-'])?;
    let (time, zone) = text.split_at_checked(zone)?;
    let mut parts = time.split(':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let (second, fraction) = match parts.next() {
        Some(seconds) => seconds.split_once('.').map_or((seconds, None), |(whole, rest)| (whole, Some(rest))),
        None => ("00", None),
    };
    let second = digits(second, 2)?;
    if parts.next().is_some() || hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    // Milliseconds are all that matters; further digits are read and dropped.
    let thousandths = match fraction {
        Some(fraction) if fraction.bytes().all(|byte| byte.is_ascii_digit()) && !fraction.is_empty() => {
            format!("{fraction:0<3}")[..3].parse().ok()?
        }
        Some(_) => return None,
        None => 0,
    };
    Some(hour * HOUR + minute * MINUTE + second * SECOND + thousandths - offset(zone)?)
}

/// How far the zone is ahead of UTC.
fn offset(zone: &str) -> Option<i64> {
    if zone == "Z" {
        return Some(0);
    }
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    let ahead = hours * HOUR + minutes * MINUTE;
    (hours <= 23 && minutes <= 59).then_some(if zone.starts_with('-') { -ahead } else { ahead })
}

fn digits(text: &str, count: usize) -> Option<i64> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01, counted in years that begin in March, so that a leap day comes last.
fn days_since_1970(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let month = (month + 9) % 12;
    let in_year = (153 * month + 2) / 5 + day - 1;
    365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + in_year - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments() {
        assert_eq!(parse("1970-01-01"), Some(0));
        assert_eq!(parse("1969-12-31"), Some(-DAY));
        assert_eq!(parse("2000-02-29"), Some(951_782_400_000));
        assert_eq!(parse("2025-01-31T12:00:00Z"), Some(1_738_324_800_000));
        assert_eq!(parse("2025-01-31T14:00+02:00"), Some(1_738_324_800_000));
        assert_eq!(parse("2025-01-31T10:30:00.25-01:30"), Some(1_738_324_800_250));
    }

    #[test]
    fn what_is_no_moment() {
        for text in [
            "",
            "today",
            "2025",
            "2025-1-31",
            "2025-13-01",
            "2025-02-29",
            "1900-02-29",
            "2025-01-31T",
            "2025-01-31T12:00:00",
            "2025-01-31T24:00Z",
            "2025-01-31T12:00:60Z",
            "2025-01-31T12:00:00.Z",
            "2025-01-31T12:00+2",
            "2025-01-31T12Z",
            "2025-01-31T12:00:00+25:00",
            "2025-01-31Z",
            "+025-01-31",
            "2025-01-31T12:00ZZ",
            "2025-01-31T12:00é",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_clock_is_past_2025() {
        assert!(now() > parse("2025-01-01"));
    }
}
