//! Time zones: `Z`, `+hh:mm`, and wrong spellings.

use super::datetime::digits;

/// The zone of a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Nothing.
    #[default]
    None,
    /// `Z`
    Utc,
    /// `+hh:mm` or `-hh:mm`, in minutes; may be out of range.
    Offset(i16),
    /// Something else: see [`repair`].
    Other,
}

/// The largest distance from UTC, in minutes.
pub(super) const FARTHEST: i16 = 14 * 60;

/// Parses the text after a time.
pub(super) fn zone(bytes: &[u8]) -> Zone {
    match bytes {
        [] => Zone::None,
        [b'Z'] => Zone::Utc,
        [sign @ (b'+' | b'-'), rest @ ..] => {
            offset(rest).map_or(Zone::Other, |minutes| Zone::Offset(if *sign == b'-' { -minutes } else { minutes }))
        }
        _ => Zone::Other,
    }
}

/// `Z` or a valid offset.
#[inline]
pub(super) fn common(bytes: &[u8]) -> Option<Zone> {
    Some(zone(bytes)).filter(|zone| match zone {
        Zone::Utc => true,
        Zone::Offset(offset) => offset.abs() <= FARTHEST,
        Zone::None | Zone::Other => false,
    })
}

/// `hh:mm` in minutes; `i16::MAX` if the minutes are out of range.
fn offset(bytes: &[u8]) -> Option<i16> {
    let (hours, rest) = digits::<2>(bytes)?;
    let (minutes, rest) = digits::<2>(rest.strip_prefix(b":")?)?;
    if !rest.is_empty() {
        return None;
    }
    if minutes > 59 {
        return Some(i16::MAX);
    }
    i16::try_from(hours * 60 + minutes).ok()
}

/// The fix of a misspelled zone.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ZoneRepair {
    /// This zone with certainty.
    Means(String),
    /// This zone most likely.
    Likely(String),
    /// A name or an offset out of range, whose meaning is unknown.
    Unknown,
}

/// Interprets the text after a time; `None` if it does not look like a zone.
pub(crate) fn repair(text: &str) -> Option<ZoneRepair> {
    let spaced = text.starts_with([' ', '\u{A0}']);
    let text = text.trim();
    // Java adds the region in brackets: `+02:00[Europe/Paris]`.
    let text = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((before, region)) if !before.is_empty() && is_name(region) => before,
        _ => text,
    };
    let rest = ["utc", "gmt", "z"]
        .iter()
        .find_map(|name| {
            let head = text.get(..name.len())?;
            head.eq_ignore_ascii_case(name).then(|| text.get(name.len()..))?
        })
        .map(str::trim_start);
    if rest == Some("") {
        return Some(ZoneRepair::Means("Z".to_owned()));
    }
    let signed = rest.unwrap_or(text);
    for (mark, sign) in [('+', '+'), ('-', '-'), ('\u{2212}', '-'), ('\u{2010}', '-'), ('\u{2013}', '-')] {
        if let Some(number) = signed.strip_prefix(mark) {
            return Some(match loose_offset(number)? {
                (hours, minutes) if hours * 60 + minutes <= FARTHEST && minutes < 60 => {
                    ZoneRepair::Means(format!("{sign}{hours:02}:{minutes:02}"))
                }
                _ => ZoneRepair::Unknown,
            });
        }
    }
    // A `+` read as a space, as in query strings.
    if spaced && text.len() == 5 && offset(text.as_bytes()).is_some_and(|minutes| minutes <= FARTHEST) {
        return Some(ZoneRepair::Likely(format!("+{text}")));
    }
    let twelve_hours = ["am", "pm"].iter().any(|half| text.eq_ignore_ascii_case(half));
    (is_name(text) && !twelve_hours).then_some(ZoneRepair::Unknown)
}

/// `hh:mm`, `h:mm`, `hhmm`, `hmm`, `hh` or `h`.
fn loose_offset(text: &str) -> Option<(i16, i16)> {
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b':') {
        return None;
    }
    let (hours, minutes) = match text.split_once(':') {
        Some((hours, minutes)) if minutes.len() == 2 => (hours, minutes),
        Some(_) => return None,
        None => match text.len() {
            1 | 2 => (text, "0"),
            3 | 4 => text.split_at_checked(text.len() - 2)?,
            _ => return None,
        },
    };
    if hours.len() > 2 {
        return None;
    }
    Some((hours.parse().ok()?, minutes.parse().ok()?))
}

/// True for `EST`, `CEST`, `Europe/Paris`, `PST8PDT`.
fn is_name(text: &str) -> bool {
    let region = text.contains('/');
    text.len() >= 2
        && (region || text.len() <= 7)
        && text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'_' | b'-' | b'+'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_written_in_other_ways_are_understood() {
        let means = |text: &str| Some(ZoneRepair::Means(text.to_owned()));
        for (text, expected) in [
            ("+0200", means("+02:00")),
            ("-0530", means("-05:30")),
            ("+02", means("+02:00")),
            ("+2", means("+02:00")),
            ("+2:00", means("+02:00")),
            ("+200", means("+02:00")),
            (" +02:00", means("+02:00")),
            ("\u{2212}05:00", means("-05:00")),
            ("z", means("Z")),
            (" Z", means("Z")),
            ("GMT", means("Z")),
            (" UTC", means("Z")),
            ("GMT+0200", means("+02:00")),
            (" UTC+2", means("+02:00")),
            ("+02:00[Europe/Paris]", means("+02:00")),
            ("Z[UTC]", means("Z")),
            (" 02:00", Some(ZoneRepair::Likely("+02:00".to_owned()))),
            ("EST", Some(ZoneRepair::Unknown)),
            (" CEST", Some(ZoneRepair::Unknown)),
            (" Europe/Paris", Some(ZoneRepair::Unknown)),
            ("+1500", Some(ZoneRepair::Unknown)),
            (" PM", None),
            ("/2024", None),
            ("+02:00Z", None),
            ("+", None),
            ("+0:2:0", None),
            ("é", None),
        ] {
            assert_eq!(repair(text), expected, "{text}");
        }
    }
}
