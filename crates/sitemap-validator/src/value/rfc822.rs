//! Dates of email: RFC 822 with the four-digit years of RFC 1123, `Sat, 01 Jun 2024 08:30:00 GMT`.

use std::ops::Range;

use super::date::Date;
use super::datetime::{self, DAY, Precision};
use super::zone::Zone;

const WEEKDAYS: [&str; 7] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// The zones of RFC 822 §5.1, with their offsets in hours.
const ZONES: [(&str, i64); 10] = [
    ("UT", 0),
    ("GMT", 0),
    ("EST", -5),
    ("EDT", -4),
    ("CST", -6),
    ("CDT", -5),
    ("MST", -7),
    ("MDT", -6),
    ("PST", -8),
    ("PDT", -7),
];

/// A parsed date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct MailDate {
    /// The day.
    pub(crate) date: Date,
    /// Milliseconds since 1970-01-01T00:00:00Z.
    pub(crate) millis: i64,
    /// The range of a year of two digits, which RSS allows.
    pub(crate) short_year: Option<Range<usize>>,
    /// The range of a wrong weekday.
    pub(crate) wrong_weekday: Option<Range<usize>>,
}

/// Parses `text`, which is trimmed.
pub(crate) fn parse(text: &str) -> Option<MailDate> {
    let (weekday, rest) = match text.split_once(',') {
        Some((weekday, rest)) => (Some(weekday.trim_ascii_end()), rest),
        None => (None, text),
    };
    let mut tokens = rest.split_ascii_whitespace();
    let day = tokens.next().filter(|day| day.len() <= 2).and_then(number)?;
    let month = index(&MONTHS, tokens.next()?)? + 1;
    let written = tokens.next()?;
    let year = match (written.len(), number(written)?) {
        (4, year) => year,
        // As RFC 2822 §4.3 reads them.
        (2, year) => year + if year < 50 { 2000 } else { 1900 },
        _ => return None,
    };
    let start = written.as_ptr().addr() - text.as_ptr().addr();
    let short_year = (written.len() == 2).then(|| start..start + 2);
    let seconds = time_of_day(tokens.next()?)?;
    let offset = minutes(tokens.next()?)?;
    // The zone may be repeated in a comment.
    if tokens.next().is_some_and(|comment| !comment.starts_with('(') || !text.ends_with(')')) {
        return None;
    }
    let date = Date::new(u16::try_from(year).ok()?, u8::try_from(month).ok()?, u8::try_from(day).ok()?)?;
    let wrong_weekday = match weekday {
        Some(name) if index(&WEEKDAYS, name)? != weekday_of(date) => Some(0..name.len()),
        _ => None,
    };
    let millis = date.since_epoch() * DAY + (i64::from(seconds) - offset * 60) * 1000;
    Some(MailDate { date, millis, short_year, wrong_weekday })
}

/// The abbreviation of a weekday.
pub(crate) fn weekday(date: Date) -> &'static str {
    WEEKDAYS.get(weekday_of(date)).copied().unwrap_or_default()
}

/// Formats a date of W3C NOTE-datetime; `None` if its precision is less than a day.
pub(crate) fn write(text: &str) -> Option<String> {
    let shape = datetime::shape(text).filter(|shape| shape.precision >= Precision::Day)?;
    let date = shape.date;
    let month = MONTHS.get(usize::from(date.month).checked_sub(1)?)?;
    let time = match shape.precision {
        Precision::Day => "00:00:00".to_owned(),
        Precision::Minute => format!("{}:00", text.get(11..16)?),
        _ => text.get(11..19)?.to_owned(),
    };
    let zone = match shape.zone {
        Zone::Offset(offset) if offset != 0 && shape.precision > Precision::Day => {
            let sign = if offset < 0 { '-' } else { '+' };
            format!("{sign}{:02}{:02}", offset.abs() / 60, offset.abs() % 60)
        }
        _ => "GMT".to_owned(),
    };
    Some(format!("{}, {:02} {month} {:04} {time} {zone}", weekday(date), date.day, date.year))
}

fn weekday_of(date: Date) -> usize {
    // 1970-01-01 was a Thursday.
    usize::try_from((date.since_epoch() + 3).rem_euclid(7)).unwrap_or_default()
}

fn index(names: &[&str], text: &str) -> Option<usize> {
    names.iter().position(|name| name.eq_ignore_ascii_case(text))
}

fn number(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

fn two(text: &str) -> Option<u32> {
    (text.len() == 2).then(|| number(text))?
}

/// The seconds of `hh:mm` or `hh:mm:ss`.
fn time_of_day(text: &str) -> Option<u32> {
    let (hour, rest) = text.split_once(':')?;
    let (minute, second) = rest.split_once(':').unwrap_or((rest, "00"));
    let (hour, minute, second) = (two(hour)?, two(minute)?, two(second)?);
    // 60 is a leap second.
    (hour < 24 && minute < 60 && second <= 60).then_some((hour * 60 + minute) * 60 + second.min(59))
}

/// The offset of a zone from UTC in minutes; 0 for military letters, which are unreliable (RFC 1123 §5.2.14).
fn minutes(zone: &str) -> Option<i64> {
    if let Some((_, hours)) = ZONES.iter().find(|(name, _)| name.eq_ignore_ascii_case(zone)) {
        return Some(hours * 60);
    }
    if let [letter] = zone.as_bytes() {
        return (letter.is_ascii_alphabetic() && !letter.eq_ignore_ascii_case(&b'j')).then_some(0);
    }
    let (sign, digits) = match zone.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = digits.split_at_checked(2)?;
    let (hours, minutes) = (two(hours)?, two(minutes)?);
    (hours < 24 && minutes < 60).then_some(sign * i64::from(hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_mail_are_read() {
        let millis = |text| parse(text).map(|date| date.millis);
        for text in [
            "Sat, 01 Jun 2024 08:30:00 GMT",
            "Sat, 1 Jun 2024 08:30:00 UT",
            "sat,01 jun 2024 08:30 z",
            "01 Jun 2024 10:30:00 +0200",
            "Sat, 01 Jun 2024  04:30:00 EDT",
            "Sat, 01 Jun 2024 10:30:00 +0200 (CEST)",
        ] {
            assert_eq!(millis(text), Some(1_717_230_600_000), "{text}");
        }
        assert_eq!(millis("Thu, 01 Jan 1970 00:00:00 -0030"), Some(30 * 60_000));
        assert_eq!(parse("Thu, 24 Jun 24 08:30:00 GMT").unwrap().short_year, Some(12..14));
        assert_eq!(millis("01 Jan 70 00:00 GMT"), Some(0));
        assert_eq!(parse("Mon, 01 Jun 2024 08:30:00 GMT").unwrap().wrong_weekday, Some(0..3));
        assert_eq!(parse("Sat, 01 Jun 2024 08:30:00 GMT").unwrap().wrong_weekday, None);
    }

    #[test]
    fn other_dates_are_invalid() {
        for text in [
            "",
            "2024-06-01",
            "2024-06-01T08:30:00Z",
            "Saturday, 01 Jun 2024 08:30:00 GMT",
            "Sat, 01 Jun 124 08:30:00 GMT",
            "Sat, 01 June 2024 08:30:00 GMT",
            "Sat, 01 Jun 2024 8:30:00 GMT",
            "Sat, 01 Jun 2024 08:30:00",
            "Sat, 01 Jun 2024",
            "Sat, 01 Jun 2024 08:30:00 UTC",
            "Sat, 01 Jun 2024 08:30:00 +02:00",
            "Sat, 01 Jun 2024 08:30:00 J",
            "Sat, 01 Jun 2024 24:00:00 GMT",
            "Sat, 01 Jun 2024 08:60:00 GMT",
            "Fri, 31 Jun 2024 08:30:00 GMT",
            "Sat 01 Jun 2024 08:30:00 GMT",
            "Sat, 01 Jun 2024 08:30:00 GMT x",
            "Sat, 001 Jun 2024 08:30:00 GMT",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn dates_are_written() {
        for (text, expected) in [
            ("2024-06-01", "Sat, 01 Jun 2024 00:00:00 GMT"),
            ("2024-06-01T08:30Z", "Sat, 01 Jun 2024 08:30:00 GMT"),
            ("2024-06-01T08:30:05.25+02:00", "Sat, 01 Jun 2024 08:30:05 +0200"),
            ("1969-12-31T23:59:59-09:30", "Wed, 31 Dec 1969 23:59:59 -0930"),
            ("2024-06-01T08:30:00+00:00", "Sat, 01 Jun 2024 08:30:00 GMT"),
        ] {
            assert_eq!(write(text).as_deref(), Some(expected));
            assert!(parse(expected).is_some_and(|date| date.wrong_weekday.is_none()), "{expected}");
        }
        assert_eq!(write("2024-06"), None);
        assert_eq!(write("x"), None);
    }
}
