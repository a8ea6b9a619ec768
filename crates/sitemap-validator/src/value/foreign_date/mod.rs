//! Dates written in other ways, and how W3C NOTE-datetime would write them.

mod names;
mod words;

pub(crate) use names::month_name;

use super::date::Date;
use super::datetime;
use super::zone::{self, ZoneRepair};
use crate::diagnostic::Arg;
use words::words;

/// A date understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Reading {
    /// It means this.
    One(String),
    /// A count of seconds or milliseconds since 1970 that means this.
    Timestamp(String),
    /// Day and month could be either way round.
    Two {
        /// The reading with the day first.
        day_first: Written,
        /// The reading with the month first.
        month_first: Written,
    },
}

/// A date in the right form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Written {
    /// The day.
    pub(crate) date: Date,
    /// From the `T` on; empty without a time.
    pub(crate) time: String,
}

impl std::fmt::Display for Written {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.date, self.time)
    }
}

impl Written {
    /// `1 June`
    pub(crate) fn spoken(&self) -> Arg {
        Arg::phrase("{0} {1}", [self.date.day.to_string().into(), month_name(self.date.month).into()])
    }
}

/// Nothing longer is a date.
const LONGEST: usize = 80;
/// 1991-08-06 and 2100-01-01 in seconds since 1970: what a timestamp may plausibly be.
const SECONDS: std::ops::Range<i64> = 681_436_800..4_102_444_800;

/// Reads `text`, which is no date of the right form; `zone` completes a time without one.
pub(crate) fn read(text: &str, zone: &str) -> Option<Reading> {
    if text.len() > LONGEST {
        return None;
    }
    let normal = normalised(text);
    let tidy = normal.trim_matches(|c: char| c == ' ' || matches!(c, '"' | '\'' | '.' | ',' | ';'));
    if tidy != text && datetime::parse(tidy).is_some() {
        return Some(Reading::One(tidy.to_owned()));
    }
    // A year before our era, as XML Schema writes it.
    if tidy.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
        return None;
    }
    if tidy.bytes().all(|byte| byte.is_ascii_digit()) {
        return digits(tidy, zone);
    }
    basic(tidy, zone).or_else(|| words(tidy, zone))
}

/// The same with typographic digits, dashes and spaces made plain, and what cannot be seen left out.
fn normalised(text: &str) -> String {
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
fn digits(text: &str, zone: &str) -> Option<Reading> {
    match text.len() {
        8 | 12 | 14 if text.starts_with("19") || text.starts_with("20") => {
            let (date, time) = text.split_at_checked(8)?;
            let time = if time.is_empty() { String::new() } else { compact_time(time, zone)? };
            Some(Reading::One(Written { date: compact_date(date)?, time }.to_string()))
        }
        9 | 10 => timestamp(text.parse().ok()?),
        12 | 13 => timestamp(text.parse::<i64>().ok()? / 1000),
        _ => None,
    }
}

fn timestamp(seconds: i64) -> Option<Reading> {
    if !SECONDS.contains(&seconds) {
        return None;
    }
    let date = Date::after_epoch(seconds.div_euclid(86_400))?;
    let rest = seconds.rem_euclid(86_400);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(Reading::Timestamp(format!("{date}T{hour:02}:{minute:02}:{second:02}+00:00")))
}

/// ISO 8601's basic form: `20240601T120000Z`.
fn basic(text: &str, zone: &str) -> Option<Reading> {
    let (date, time) = text.split_once(['T', 't', ' '])?;
    let end = time.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(time.len());
    let (time, own_zone) = time.split_at_checked(end)?;
    let zone = match own_zone {
        "" => zone.to_owned(),
        own => any_zone(own)?,
    };
    let written = Written { date: compact_date(date)?, time: compact_time(time, &zone)? };
    Some(Reading::One(written.to_string()))
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

/// A zone in any spelling, as it should be written; the names of RFC 822 are known.
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
