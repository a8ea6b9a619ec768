//! Numbers: duration, rating, view count.

use crate::span::Span;
use std::cmp::Ordering;

use super::text::empty;
use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::value::decimal::Decimal;

/// The longest duration, in seconds: eight hours.
const LONGEST: u64 = 28_800;

/// Parses a whole number.
fn whole(text: &str) -> Option<Decimal<'_>> {
    Decimal::parse(text).filter(|_| !text.contains('.'))
}

/// Checks a number of seconds.
pub(super) fn duration(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    use rules::video_duration_invalid as message;
    let place = Trimmed::new(field);
    if place.value.is_empty() {
        return empty(field, rules::video_duration_invalid::empty, reporter);
    }
    // Fast path: most videos last a few minutes.
    if let [b'1'..=b'9', rest @ ..] = place.value.as_bytes()
        && rest.len() < 4
        && rest.iter().all(u8::is_ascii_digit)
    {
        return;
    }
    let span = place.whole();
    match whole(place.value) {
        Some(seconds) if seconds.is_zero() => {
            reporter.report(message::zero(span).suggest(field.delete()));
        }
        Some(seconds) if seconds.is_negative() || seconds.compare(LONGEST) == Ordering::Greater => {
            reporter.report(message::out_of_range(span, span));
        }
        Some(_) => {}
        None => {
            if value_text::unprocessed_template(field, reporter) {
                return;
            }
            let meant = seconds(place.value).filter(|seconds| (1..=LONGEST).contains(seconds));
            let meant = meant.map(|seconds| seconds.to_string());
            rewritten(place, rules::video_duration_invalid, message::fixable, meant, reporter);
        }
    }
}

/// Reports a value that is not a number: with `fixable` if `meant` is known, otherwise with `unknown`.
fn rewritten(
    place: Trimmed<'_>,
    unknown: fn(Span, Span) -> Diagnostic,
    fixable: fn(Span, Span, String) -> Diagnostic,
    meant: Option<String>,
    reporter: &mut Reporter<'_>,
) {
    let span = place.whole();
    reporter.report(match meant {
        Some(meant) => {
            let edit = place.edit_whole(meant.clone());
            repaired(fixable(span, span, meant), FixKind::Suggest, [edit])
        }
        None => unknown(span, span),
    });
}

/// The maximum length of a text that is parsed as another format of a number, in bytes.
const MOST: usize = 40;

/// The seconds of a duration in another format, rounded.
fn seconds(text: &str) -> Option<u64> {
    if text.len() > MOST {
        return None;
    }
    if text.contains(':') { clock(text) } else { units(text) }
}

/// `632.5`, rounded.
fn rounded(text: &str) -> Option<u64> {
    let (integer, fraction) = text.split_once('.').unwrap_or((text, ""));
    let numeric = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
    if !numeric(fraction) || !numeric(integer) || integer.is_empty() || integer.len() > 9 {
        return None;
    }
    let up = fraction.bytes().next().is_some_and(|digit| digit >= b'5');
    Some(integer.parse::<u64>().ok()? + u64::from(up))
}

/// `mm:ss` or `hh:mm:ss`.
fn clock(text: &str) -> Option<u64> {
    let mut parts = text.rsplit(':');
    let seconds = parts.next()?;
    let minutes = parts.next()?;
    let hours = parts.next();
    let count = |digits: &str| -> Option<u64> {
        let numeric = (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        numeric.then(|| digits.parse().ok())?
    };
    let below_sixty = |digits: &str| digits.len() == 2 && digits < "60";
    let whole = seconds.split_once('.').map_or(seconds, |(whole, _)| whole);
    if !below_sixty(whole) || hours.is_some() && !below_sixty(minutes) || parts.next().is_some() {
        return None;
    }
    let hours = hours.map_or(Some(0), count)?;
    Some(hours * 3600 + count(minutes)? * 60 + rounded(seconds)?)
}

/// ISO 8601's `PT1H10M`, `10m 32s`, `632 seconds`, or a number alone.
fn units(text: &str) -> Option<u64> {
    let lower = text.to_ascii_lowercase();
    let mut rest = lower.strip_prefix('p').unwrap_or(&lower);
    // The units must be in descending order.
    let mut last = u64::MAX;
    let mut sum = 0;
    loop {
        rest = rest.trim_start().strip_prefix('t').unwrap_or(rest).trim_start();
        if rest.is_empty() {
            return (last < u64::MAX).then_some(sum);
        }
        let digits = rest.bytes().position(|byte| !byte.is_ascii_digit() && byte != b'.').unwrap_or(rest.len());
        let (number, after) = rest.split_at_checked(digits)?;
        let after = after.trim_start();
        let letters = after.bytes().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(after.len());
        // `T` begins the time of an ISO duration.
        let letters = if after.starts_with("dt") { 1 } else { letters };
        let (unit, after) = after.split_at_checked(letters)?;
        let length = match unit {
            "d" => 86_400,
            "h" | "hr" | "hrs" | "hour" | "hours" => 3_600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" | "" => 1,
            _ => return None,
        };
        // Fractions are accepted for seconds only.
        let count =
            if length == 1 { rounded(number)? } else { number.parse().ok().filter(|count| *count < 100_000)? };
        if length >= last || unit.is_empty() && !after.is_empty() {
            return None;
        }
        sum += count * length;
        last = length;
        rest = after;
    }
}

/// Checks a rating.
pub(super) fn rating(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    let place = Trimmed::new(field);
    if place.value.is_empty() {
        return empty(field, rules::video_rating_invalid::empty, reporter);
    }
    let in_range = |number: Decimal<'_>| !number.is_negative() && number.compare(5) != Ordering::Greater;
    match Decimal::parse(place.value) {
        Some(number) if in_range(number) => {}
        Some(_) => reporter.report(rules::video_rating_invalid::out_of_range(place.whole(), place.whole())),
        None => {
            if value_text::unprocessed_template(field, reporter) {
                return;
            }
            let pointed = place.value.replacen(',', ".", 1);
            let meant = match place.value.strip_suffix('%') {
                Some(percent) => of_five(percent.trim_end()),
                None => Decimal::parse(&pointed).is_some_and(in_range).then_some(pointed),
            };
            rewritten(place, rules::video_rating_invalid, rules::video_rating_invalid::fixable, meant, reporter);
        }
    }
}

/// `percent`, with at most one decimal, as a rating.
fn of_five(percent: &str) -> Option<String> {
    let (integer, tenth) = percent.split_once(['.', ',']).unwrap_or((percent, "0"));
    let digits = |text: &str, most| (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(integer, 3) || !digits(tenth, 1) {
        return None;
    }
    let thousandths = (integer.parse::<u64>().ok()? * 10 + tenth.parse::<u64>().ok()?) * 5;
    let text = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    let short = text.trim_end_matches('0');
    let zero = if short.ends_with('.') { "0" } else { "" };
    (thousandths <= 5000).then(|| format!("{short}{zero}"))
}

/// Checks a view count.
pub(super) fn view_count(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    use rules::video_view_count_invalid as message;
    let place = Trimmed::new(field);
    if place.value.is_empty() {
        return empty(field, rules::video_view_count_invalid::empty, reporter);
    }
    if whole(place.value).is_some_and(|count| !count.is_negative()) {
        return;
    }
    if whole(place.value).is_none() && value_text::unprocessed_template(field, reporter) {
        return;
    }
    rewritten(place, rules::video_view_count_invalid, message::fixable, ungrouped(place.value), reporter);
}

/// A number such as `12,345` without its separators.
fn ungrouped(text: &str) -> Option<String> {
    if text.len() > MOST {
        return None;
    }
    let mark = text.chars().find(|character| !character.is_ascii_digit())?;
    if !matches!(mark, ',' | '.' | ' ' | '\'' | '’' | '_' | '\u{A0}' | '\u{202F}' | '\u{2009}') {
        return None;
    }
    let mut groups = text.split(mark);
    let numeric = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let first = groups.next().is_some_and(|group| (1..=3).contains(&group.len()) && numeric(group));
    let others = groups.all(|group| group.len() == 3 && numeric(group));
    (first && others).then(|| text.chars().filter(char::is_ascii_digit).collect())
}
