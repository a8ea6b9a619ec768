//! Parses dates in other formats and converts them to W3C NOTE-datetime.

mod names;
mod words;

pub(crate) use names::month_name;

use super::date::Date;
use super::datetime;
use super::zone::{self, ZoneRepair};
use crate::diagnostic::Arg;
use words::words;

/// The meaning of a date in another format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ForeignDate {
    /// This date.
    One(String),
    /// This date, written as seconds or milliseconds since 1970.
    Timestamp(String),
    /// The order of day and month is ambiguous.
    Two {
        /// The date with the day first.
        day_first: WrittenDate,
        /// The date with the month first.
        month_first: WrittenDate,
    },
}

/// A date in the right format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct WrittenDate {
    /// The day.
    pub(crate) date: Date,
    /// The text from `T` on; empty without a time.
    pub(crate) time: String,
}

impl std::fmt::Display for WrittenDate {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.date, self.time)
    }
}

impl WrittenDate {
    /// `1 June`
    pub(crate) fn spoken(&self) -> Arg {
        let month = month_name(self.date.month).into();
        match self.date.day {
            // French has an ordinal number for the first day only.
            1 => Arg::phrase("1 {0}", [month]),
            day => Arg::phrase("{0} {1}", [day.to_string().into(), month]),
        }
    }
}

/// The order of day and month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Order {
    /// `25/03/2025`
    DayFirst,
    /// `03/25/2025`
    MonthFirst,
}

/// The separator of a date that starts with day and month as numbers, and their order if only one is possible.
pub(crate) fn day_and_month(text: &str) -> Option<(char, Option<Order>)> {
    let mut parts = text.splitn(3, |c: char| !c.is_ascii_digit());
    let mut number = || parts.next().filter(|part| matches!(part.len(), 1 | 2))?.parse::<u8>().ok();
    let (first, second) = (number()?, number()?);
    let separator = text.trim_start_matches(|c: char| c.is_ascii_digit()).chars().next()?;
    let order = match (first, second) {
        (13..=31, 1..=12) => Some(Order::DayFirst),
        (1..=12, 13..=31) => Some(Order::MonthFirst),
        _ => None,
    };
    Some((separator, order))
}

/// The maximum length of a date, in bytes.
const LONGEST: usize = 80;
/// The plausible range of timestamps: 1991-08-06 to 2100-01-01 in seconds since 1970.
const SECONDS: std::ops::Range<i64> = 681_436_800..4_102_444_800;

/// Parses `text`, which is not in the right format; `zone` completes a time without one.
pub(crate) fn read(text: &str, zone: &str) -> Option<ForeignDate> {
    if text.len() > LONGEST {
        return None;
    }
    let normal = normalized(text);
    let tidy = normal.trim_matches(|c: char| c == ' ' || matches!(c, '"' | '\'' | '.' | ',' | ';'));
    if tidy != text && datetime::parse(tidy).is_some() {
        return Some(ForeignDate::One(tidy.to_owned()));
    }
    // A negative year of XML Schema.
    if tidy.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    if tidy.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits(tidy, zone);
    }
    basic(tidy, zone).or_else(|| words(tidy, zone))
}

/// `text` with ASCII digits, dashes and spaces, without invisible characters.
fn normalized(text: &str) -> String {
    text.chars()
        .filter(
            |c| !matches!(c, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}'),
        )
        .map(|c| match c {
            '\u{FF10}'..='\u{FF19}' => char::from_u32(u32::from(c) - 0xFF10 + 0x30).unwrap_or(c),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FF0D}' => '-',
            '\u{FF0F}' | '\u{2044}' => '/',
            '\u{FF1A}' => ':',
            '\u{201C}'..='\u{201E}' | '\u{2018}'..='\u{201A}' => '"',
            c if c.is_whitespace() => ' ',
            c => c,
        })
        .collect()
}

/// `YYYYMMDD`, `YYYYMMDDhhmmss`, Unix seconds and milliseconds.
fn digits(text: &str, zone: &str) -> Option<ForeignDate> {
    match text.len() {
        8 | 12 | 14 if text.starts_with("19") || text.starts_with("20") => {
            let (date, time) = text.split_at_checked(8)?;
            let time = if time.is_empty() { String::new() } else { compact_time(time, zone)? };
            Some(ForeignDate::One(WrittenDate { date: compact_date(date)?, time }.to_string()))
        }
        9 | 10 => timestamp(text.parse().ok()?),
        12 | 13 => timestamp(text.parse::<i64>().ok()? / 1000),
        _ => None,
    }
}

fn timestamp(seconds: i64) -> Option<ForeignDate> {
    if !SECONDS.contains(&seconds) {
        return None;
    }
    let date = Date::after_epoch(seconds.div_euclid(86_400))?;
    let rest = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(ForeignDate::Timestamp(format!("{date}T{hour:02}:{minute:02}:{second:02}+00:00")))
}

/// ISO 8601's basic form: `20240601T120000Z`.
fn basic(text: &str, zone: &str) -> Option<ForeignDate> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let end = time.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(time.len());
    let (time, own_zone) = time.split_at_checked(end)?;
    let zone = match own_zone {
        "" => zone.to_owned(),
        own => any_zone(own)?,
    };
    let written = WrittenDate { date: compact_date(date)?, time: compact_time(time, &zone)? };
    Some(ForeignDate::One(written.to_string()))
}

fn compact_date(text: &str) -> Option<Date> {
    let number: u32 =
        (text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())??;
    Date::new((number / 10_000) as u16, (number / 100 % 100) as u8, (number % 100) as u8)
}

/// `hhmm` or `hhmmss`.
fn compact_time(text: &str, zone: &str) -> Option<String> {
    let number: u32 = text.parse().ok()?;
    let number = match text.len() {
        4 => number * 100,
        6 => number,
        _ => return None,
    };
    time_of_day(number / 10_000, number / 100 % 100, number % 100, "", zone)
}

fn time_of_day(hour: u32, minute: u32, second: u32, fraction: &str, zone: &str) -> Option<String> {
    let dot = if fraction.is_empty() { "" } else { "." };
    (hour < 24 && minute < 60 && second < 60)
        .then(|| format!("T{hour:02}:{minute:02}:{second:02}{dot}{fraction}{zone}"))
}

/// The right spelling of a zone; includes the names of RFC 822.
fn any_zone(text: &str) -> Option<String> {
    const NAMES: [(&str, &str); 9] = [
        ("UT", "Z"),
        ("EST", "-05:00"),
        ("EDT", "-04:00"),
        ("CST", "-06:00"),
        ("CDT", "-05:00"),
        ("MST", "-07:00"),
        ("MDT", "-06:00"),
        ("PST", "-08:00"),
        ("PDT", "-07:00"),
    ];
    if let Some((_, offset)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)) {
        return Some((*offset).to_owned());
    }
    match zone::repair(text)? {
        ZoneRepair::Means(zone) => Some(zone),
        ZoneRepair::Likely(_) | ZoneRepair::Unknown => None,
    }
}

#[cfg(test)]
mod tests;
