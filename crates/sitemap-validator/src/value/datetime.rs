//! Dates in the format of W3C NOTE-datetime, parsed leniently enough to name errors.
//!
//! The fields have fixed widths and offsets: `YYYY-MM-DDThh:mm:ss.s…TZD`.

use std::ops::Range;

use super::date::{Date, days_in_month};
use super::zone::{self, FARTHEST, Zone, zone};

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// The precision of a date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Precision {
    /// `YYYY`
    Year,
    /// `YYYY-MM`
    Month,
    /// `YYYY-MM-DD`
    Day,
    /// `YYYY-MM-DDThh:mmTZD`
    Minute,
    /// `YYYY-MM-DDThh:mm:ssTZD`
    Second,
    /// `YYYY-MM-DDThh:mm:ss.sTZD`
    Fraction,
}

/// A valid date: its first instant and its precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    /// Milliseconds since 1970-01-01T00:00:00Z; a date without a time begins at midnight UTC.
    pub(crate) millis: i64,
    pub(crate) precision: Precision,
}

impl Moment {
    /// True for a date without a time of day.
    pub(crate) fn is_date_only(self) -> bool {
        self.precision <= Precision::Day
    }

    /// The end of the year, the month or the day, in milliseconds; of a time, that time.
    pub(crate) fn end(self) -> i64 {
        let days = Date::after_epoch(self.day()).map_or(0, |date| match self.precision {
            Precision::Year => (1..=12).map(|month| i64::from(days_in_month(date.year, month))).sum(),
            Precision::Month => i64::from(days_in_month(date.year, date.month)),
            Precision::Day => 1,
            Precision::Minute | Precision::Second | Precision::Fraction => 0,
        });
        self.millis.saturating_add(days * DAY)
    }

    /// The days since 1970-01-01.
    pub(crate) const fn day(self) -> i64 {
        self.millis.div_euclid(DAY)
    }
}

/// Formats a moment, in milliseconds since 1970-01-01T00:00:00Z, for a sitemap, to the second.
pub(crate) fn written(millis: i64) -> Option<String> {
    let date = Date::after_epoch(millis.div_euclid(DAY))?;
    let second = millis.rem_euclid(DAY) / 1_000;
    Some(format!("{date}T{:02}:{:02}:{:02}Z", second / 3_600, second / 60 % 60, second % 60))
}

/// Parses a valid date in one of the six formats.
pub(crate) fn parse(text: &str) -> Option<Moment> {
    let shape = shape(text)?;
    let complete = match shape.zone {
        Zone::None => shape.precision <= Precision::Day,
        Zone::Utc | Zone::Offset(_) => shape.precision > Precision::Day,
        Zone::Other => false,
    };
    (complete && !shape.lower_separator).then(|| shape.moment())?
}

/// Parses a valid date in one of the most frequent formats: `YYYY-MM-DD`, `YYYY-MM-DDThh:mm:ssZ` or
/// `YYYY-MM-DDThh:mm:ss+hh:mm`.
pub(crate) fn common(text: &str) -> Option<(Moment, Zone)> {
    let (date, time) = text.as_bytes().split_first_chunk::<10>()?;
    let [y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = *date else { return None };
    let date = Date { year: pair(y1, y2)? * 100 + pair(y3, y4)?, month: pair(m1, m2)? as u8, day: pair(d1, d2)? as u8 };
    if date.day == 0 || date.day > days_in_month(date.year, date.month) {
        return None;
    }
    let day = date.since_epoch() * DAY;
    let (time, zone) = match *time {
        [] => return Some((Moment { millis: day, precision: Precision::Day }, Zone::None)),
        [b'T', h1, h2, b':', m1, m2, b':', s1, s2, ref zone @ ..] => ([h1, h2, m1, m2, s1, s2], zone),
        _ => return None,
    };
    let [hour, minute, second] = time.as_chunks::<2>().0 else { return None };
    let [hour, minute, second] = [pair(hour[0], hour[1])?, pair(minute[0], minute[1])?, pair(second[0], second[1])?];
    let zone = zone::common(zone)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let offset = if let Zone::Offset(minutes) = zone { i64::from(minutes) } else { 0 };
    let seconds = (i64::from(hour) * 60 + i64::from(minute) - offset) * 60 + i64::from(second);
    Some((Moment { millis: day + seconds * 1000, precision: Precision::Second }, zone))
}

/// The number of two digits.
#[inline]
const fn pair(tens: u8, ones: u8) -> Option<u16> {
    let (tens, ones) = (tens.wrapping_sub(b'0'), ones.wrapping_sub(b'0'));
    if tens > 9 || ones > 9 { None } else { Some(tens as u16 * 10 + ones as u16) }
}

/// A value in the format of a date, whose fields may be out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Year, month and day; missing fields are 1.
    pub(crate) date: Date,
    hour: u8,
    minute: u8,
    second: u8,
    millis: u16,
    pub(crate) precision: Precision,
    /// True with `t` instead of `T`.
    pub(crate) lower_separator: bool,
    /// The number of digits of the fraction.
    pub(crate) fraction_digits: usize,
    pub(crate) zone: Zone,
    /// Where the zone starts.
    pub(crate) zone_at: usize,
}

/// A field of a date that can be out of range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// `MM`
    Month,
    /// `DD`
    Day,
    /// `hh`
    Hour,
    /// `mm`
    Minute,
    /// `ss`
    Second,
    /// `+hh:mm`
    Offset,
}

/// Parses the format `YYYY[-MM[-DD[Thh:mm[:ss[.s+]]]]]` and the text after it.
///
/// After a date without a time, only a zone is allowed; after a time, other text is [`Zone::Other`].
pub(crate) fn shape(text: &str) -> Option<Shape> {
    let (year, rest) = digits::<4>(text.as_bytes())?;
    let mut shape = Shape {
        date: Date { year, month: 1, day: 1 },
        hour: 0,
        minute: 0,
        second: 0,
        millis: 0,
        precision: Precision::Year,
        lower_separator: false,
        fraction_digits: 0,
        zone: Zone::None,
        zone_at: text.len(),
    };
    if rest.is_empty() {
        return Some(shape);
    }
    let (month, rest) = digits::<2>(rest.strip_prefix(b"-")?)?;
    shape.date.month = month as u8;
    shape.precision = Precision::Month;
    if rest.is_empty() {
        return Some(shape);
    }
    let (day, rest) = digits::<2>(rest.strip_prefix(b"-")?)?;
    shape.date.day = day as u8;
    shape.precision = Precision::Day;
    let [separator, rest @ ..] = rest else {
        return Some(shape);
    };
    if !matches!(separator, b'T' | b't') {
        shape.zone_at = 10;
        shape.zone = zone(text.as_bytes().get(10..)?);
        return (shape.zone != Zone::Other).then_some(shape);
    }
    shape.lower_separator = *separator == b't';
    let (hour, rest) = digits::<2>(rest)?;
    let (minute, rest) = digits::<2>(rest.strip_prefix(b":")?)?;
    shape.hour = hour as u8;
    shape.minute = minute as u8;
    shape.precision = Precision::Minute;
    let rest = match rest {
        [b':', seconds @ ..] => shape.seconds(seconds)?,
        _ => rest,
    };
    shape.zone_at = text.len() - rest.len();
    shape.zone = zone(rest);
    Some(shape)
}

impl Shape {
    /// Parses `ss[.s+]` and returns the rest.
    fn seconds<'a>(&mut self, bytes: &'a [u8]) -> Option<&'a [u8]> {
        let (second, rest) = digits::<2>(bytes)?;
        self.second = second as u8;
        self.precision = Precision::Second;
        let [b'.', fraction @ ..] = rest else {
            return Some(rest);
        };
        let count = fraction.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if count == 0 {
            return None;
        }
        let mut weight = 100;
        for digit in fraction.iter().take(count.min(3)) {
            self.millis += u16::from(digit - b'0') * weight;
            weight /= 10;
        }
        self.fraction_digits = count;
        self.precision = Precision::Fraction;
        fraction.get(count..)
    }

    /// The range of the fraction with its dot; empty if there is none.
    pub(crate) const fn fraction(&self) -> Range<usize> {
        19..if self.fraction_digits == 0 { 19 } else { 20 + self.fraction_digits }
    }

    /// The first field that is out of range, and its range of bytes.
    pub(crate) fn impossible(&self) -> Option<(Part, Range<usize>)> {
        let days = days_in_month(self.date.year, self.date.month);
        if days == 0 {
            Some((Part::Month, 5..7))
        } else if self.date.day == 0 || self.date.day > days {
            Some((Part::Day, 8..10))
        } else if self.hour > 23 {
            Some((Part::Hour, 11..13))
        } else if self.minute > 59 {
            Some((Part::Minute, 14..16))
        } else if self.second > 59 {
            Some((Part::Second, 17..19))
        } else {
            let offset = self.has_impossible_zone() && self.precision > Precision::Day;
            offset.then(|| (Part::Offset, self.zone_at..self.zone_at + 6))
        }
    }

    /// True if no zone has this offset from UTC.
    pub(crate) const fn has_impossible_zone(&self) -> bool {
        // Invalid minutes give an offset beyond this bound, too: see [`zone`].
        matches!(self.zone, Zone::Offset(offset) if offset.abs() > FARTHEST)
    }

    /// True for 24:00:00, the end of a day in ISO 8601.
    pub(crate) const fn is_end_of_day(&self) -> bool {
        self.hour == 24 && self.minute == 0 && self.second == 0 && self.millis == 0
    }

    /// The moment; `None` if a field is out of range or the zone is unknown. Without a zone it is UTC.
    pub(crate) fn moment(&self) -> Option<Moment> {
        if self.zone == Zone::Other || self.impossible().is_some() {
            return None;
        }
        let offset = match self.zone {
            Zone::Offset(minutes) if self.precision > Precision::Day => i64::from(minutes),
            _ => 0,
        };
        let minutes = i64::from(self.hour) * 60 + i64::from(self.minute) - offset;
        let seconds = minutes * 60 + i64::from(self.second);
        let millis = self.date.since_epoch() * DAY + seconds * 1000 + i64::from(self.millis);
        Some(Moment { millis, precision: self.precision })
    }
}

/// Parses `N` digits and returns the rest.
pub(super) fn digits<const N: usize>(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let (head, rest) = bytes.split_first_chunk::<N>()?;
    let mut number = 0;
    for byte in head {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number * 10 + u16::from(byte - b'0');
    }
    Some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_six_forms_are_read() {
        let epoch = |text| parse(text).map(|moment| moment.millis);
        assert_eq!(epoch("1970"), Some(0));
        assert_eq!(epoch("1970-02"), Some(31 * DAY));
        assert_eq!(epoch("1970-01-02"), Some(DAY));
        assert_eq!(epoch("1970-01-01T00:01Z"), Some(60_000));
        assert_eq!(epoch("1970-01-01T00:00:01Z"), Some(1000));
        assert_eq!(epoch("1970-01-01T00:00:00.5Z"), Some(500));
        assert_eq!(epoch("1970-01-01T01:00:00+01:00"), Some(0));
        assert_eq!(epoch("1969-12-31T23:30:00-00:30"), Some(0));
        assert_eq!(epoch("2024-06-01T00:00:00Z"), Some(1_717_200_000_000));
        assert_eq!(epoch("2024-06-01T00:00:00-00:00"), Some(1_717_200_000_000));
    }

    #[test]
    fn the_fast_path_gives_the_same_result() {
        for text in ["2024-02-29", "1970-01-01T00:00:00Z", "2024-06-01T23:59:59+05:30", "2024-12-31T01:02:03-14:00"] {
            assert!(common(text).is_some(), "{text}");
            for at in 0..text.len() {
                for byte in b"0123456789-+:TZtz. /" {
                    let mut changed = text.as_bytes().to_vec();
                    changed[at] = *byte;
                    let changed = String::from_utf8(changed).expect("ASCII");
                    for text in [&changed[..], &changed[..at]] {
                        let (moment, zone) = common(text).unzip();
                        assert!(moment.is_none() || moment == parse(text), "{text}");
                        assert!(zone.is_none() || zone == shape(text).map(|shape| shape.zone), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn other_forms_are_invalid() {
        for text in [
            "",
            "2",
            "202",
            "20240",
            "2024-",
            "2024-6",
            "2024-06-",
            "2024-06-1",
            "2024-06-01T",
            "2024-06-01T12",
            "2024-06-01T12Z",
            "2024-06-01T1:00Z",
            "2024-06-01T12:0Z",
            "2024-06-01T12:00:0Z",
            "2024-06-01T12:00:00.Z",
            "2024-06-01T12:00:00,5Z",
            "2024-06-01 12:00:00Z",
            "12024-06-01",
            "-0044-03-15",
            "2024-06Z",
            "２０２４-06-01",
            "2024-06-01T12:00:00",
            "2024-06-01Z",
            "2024-06-01t12:00:00Z",
            "2024-06-01T12:00:00z",
            "2024-06-01T12:00:00+0200",
            "2023-02-29",
            "2024-06-01T12:00:00+14:01",
            "2024-06-01T12:00:00+02:60",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
