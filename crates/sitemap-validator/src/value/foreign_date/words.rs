//! Dates with numbers, separators and words.

use super::names::{FILLERS, is_weekday, month};
use super::{Date, ForeignDate, WrittenDate, any_zone, time_of_day};

/// Numbers with separators or names of months, with or without a time.
pub(super) fn words(text: &str, zone: &str) -> Option<ForeignDate> {
    let Some(clock) = Clock::find(text) else {
        return order(&Parts::read(text)?, String::new());
    };
    let (after, year) = Tail::read(text.get(clock.end..)?)?;
    let mut hour = clock.hour;
    if let Some(afternoon) = after.afternoon {
        if !(1..=12).contains(&hour) {
            return None;
        }
        hour = hour % 12 + if afternoon { 12 } else { 0 };
    }
    let zone = after.zone.as_deref().unwrap_or(zone);
    let time = time_of_day(hour, clock.minute, clock.second, clock.fraction, zone)?;
    let mut head = text.get(..clock.start)?.trim_end();
    if let Some(before) = head.strip_suffix(['T', 't'])
        && before.ends_with(|c: char| c.is_ascii_digit() || c == ' ')
    {
        head = before;
    }
    let mut parts = Parts::read(head)?;
    if let Some(year) = year {
        parts.numbers.push((year, 4));
    }
    order(&parts, time)
}

/// Finds `h:mm[:ss[.s+]]` in a text.
struct Clock<'a> {
    start: usize,
    end: usize,
    hour: u32,
    minute: u32,
    second: u32,
    fraction: &'a str,
}

impl<'a> Clock<'a> {
    fn find(text: &'a str) -> Option<Self> {
        let colon = text.find(':')?;
        let before = text.get(..colon)?;
        let start = before.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let hour = before.get(start..).filter(|hour| matches!(hour.len(), 1 | 2))?.parse().ok()?;
        // One digit is enough if seconds follow: `20:0:0`.
        let short =
            || digits(text, colon + 1).filter(|(_, end)| text.get(*end..).is_some_and(|rest| rest.starts_with(':')));
        let (minute, mut end) = two_digits(text, colon + 1).or_else(short)?;
        let mut clock = Self { start, end, hour, minute, second: 0, fraction: "" };
        if text.get(end..)?.starts_with(':') {
            (clock.second, end) = digits(text, end + 1)?;
            let rest = text.get(end..)?;
            if let Some(fraction) = rest.strip_prefix(['.', ',']) {
                let count = fraction.bytes().take_while(u8::is_ascii_digit).count();
                clock.fraction = fraction.get(..count.min(6))?;
                end += 1 + count;
            }
        } else if matches!(text.as_bytes().get(start.checked_sub(1)?), Some(b'+' | b'-')) {
            // This is the zone of a date without a time.
            return None;
        }
        clock.end = end;
        Some(clock)
    }
}

/// One or two digits.
fn digits(text: &str, at: usize) -> Option<(u32, usize)> {
    let rest = text.get(at..)?;
    let count = rest.bytes().take_while(u8::is_ascii_digit).count();
    matches!(count, 1 | 2).then(|| Some((rest.get(..count)?.parse().ok()?, at + count)))?
}

fn two_digits(text: &str, at: usize) -> Option<(u32, usize)> {
    let number = text.get(at..at + 2)?;
    let more = text.as_bytes().get(at + 2).is_some_and(u8::is_ascii_digit);
    (!more && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| Some((number.parse().ok()?, at + 2)))?
}

/// The text after a time.
#[derive(Default)]
struct Tail {
    afternoon: Option<bool>,
    zone: Option<String>,
}

impl Tail {
    /// Parses it, and a year after it, as in `Sat Jun  1 12:00:00 UTC 2024`.
    fn read(text: &str) -> Option<(Self, Option<u32>)> {
        let mut tail = Self::default();
        let mut year = None;
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            match word.to_ascii_lowercase().as_str() {
                // The name of the zone may follow: `GMT+0200 (CEST)`.
                comment if comment.starts_with('(') => break,
                "am" | "a.m." => tail.afternoon = Some(false),
                "pm" | "p.m." => tail.afternoon = Some(true),
                "uhr" | "h" => {}
                number if number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit()) => {
                    year = Some(number.parse().ok()?);
                }
                _ => tail.zone = Some(any_zone(word)?),
            }
        }
        Some((tail, year))
    }
}

/// The numbers of a date, each with its number of digits, and the month if it is a name.
#[derive(Default)]
struct Parts {
    numbers: Vec<(u32, usize)>,
    month: Option<u8>,
    /// The number of numbers before the name of the month.
    before_month: usize,
    /// True if a period separates the first two numbers.
    dotted: bool,
}

impl Parts {
    fn read(text: &str) -> Option<Self> {
        let mut parts = Self::default();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let same = |c: char| if first.is_ascii_digit() { c.is_ascii_digit() } else { c.is_alphabetic() };
            let end = rest.find(|c| !same(c)).unwrap_or(rest.len()).max(first.len_utf8());
            let (token, after) = rest.split_at_checked(end)?;
            rest = after;
            if first.is_ascii_digit() {
                parts.numbers.push((token.parse().ok()?, token.len()));
                parts.dotted |= parts.numbers.len() == 1 && rest.starts_with('.');
            } else if first.is_alphabetic() {
                parts.word(token)?;
            } else if !matches!(first, ' ' | '/' | '.' | '-' | ',' | '_' | '\'' | 'º' | 'ª') {
                return None;
            }
        }
        Some(parts)
    }

    fn word(&mut self, word: &str) -> Option<()> {
        let word = word.to_lowercase();
        if FILLERS.contains(&word.as_str()) || is_weekday(&word) {
            return Some(());
        }
        let month = month(&word)?;
        if self.month.replace(month).is_some() {
            return None;
        }
        self.before_month = self.numbers.len();
        Some(())
    }
}

/// Determines day, month and year.
fn order(parts: &Parts, time: String) -> Option<ForeignDate> {
    let one = |year: u32, month: u32, day: u32, time: String| {
        let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)?;
        Some(ForeignDate::One(WrittenDate { date, time }.to_string()))
    };
    match (parts.month.map(u32::from), parts.numbers.as_slice()) {
        (Some(month), &[(day, 1 | 2), (year, 4)] | &[(year, 4), (day, 1 | 2)]) => one(year, month, day, time),
        // RFC 850: `Saturday, 01-Jun-24`.
        (Some(month), &[(day, 1 | 2), (year, 2)]) if parts.before_month == 1 => {
            one(if year < 70 { 2000 } else { 1900 } + year, month, day, time)
        }
        (None, &[(year, 4), (second, 1 | 2), (third, 1 | 2)]) if second > 12 => one(year, third, second, time),
        (None, &[(year, 4), (month, 1 | 2), (day, 1 | 2)]) => one(year, month, day, time),
        (None, &[(first, 1 | 2), (second, 1 | 2), (year, 4)]) => {
            if second > 12 {
                one(year, first, second, time)
            } else if first > 12 || first == second || parts.dotted {
                one(year, second, first, time)
            } else {
                let year = u16::try_from(year).ok()?;
                let date = |month: u32, day: u32| Date::new(year, month as u8, day as u8);
                Some(ForeignDate::Two {
                    day_first: WrittenDate { date: date(second, first)?, time: time.clone() },
                    month_first: WrittenDate { date: date(first, second)?, time },
                })
            }
        }
        _ => None,
    }
}
