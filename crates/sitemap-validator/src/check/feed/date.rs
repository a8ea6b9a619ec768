//! The dates of feeds: `feed-date-invalid`, and the earliest and the latest of them.

use super::Dialect;
use crate::check::loc::address::repaired;
use crate::check::{Field, value_text};
use crate::diagnostic::FixKind;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::datetime::{self, Moment, Precision};
use crate::value::foreign_date::{self, ForeignDate};
use crate::value::zone::Zone;
use crate::value::{rfc822, trimmed};

/// Statistics of the dates of the items.
#[derive(Debug, Default)]
pub(crate) struct Dates {
    readable: u32,
    earliest: Option<(i64, Span)>,
    latest: Option<(i64, Span)>,
}

impl Dates {
    /// Records the date of an item.
    pub(crate) fn add(&mut self, millis: i64, place: Span) {
        self.readable += 1;
        if self.earliest.is_none_or(|(earliest, _)| millis < earliest) {
            self.earliest = Some((millis, place));
        }
        if self.latest.is_none_or(|(latest, _)| millis > latest) {
            self.latest = Some((millis, place));
        }
    }

    /// The number of items with a valid date.
    pub(crate) const fn readable(&self) -> u32 {
        self.readable
    }

    /// The location of the earliest date.
    pub(crate) fn earliest(&self) -> Option<Span> {
        self.earliest.map(|(_, place)| place)
    }

    /// The location of the latest date.
    pub(crate) fn latest(&self) -> Option<Span> {
        self.latest.map(|(_, place)| place)
    }
}

/// Checks a date of `dialect`. Returns the moment in milliseconds and its span if the date is valid.
pub(crate) fn check(field: &Field<'_>, dialect: Dialect, reporter: &mut Reporter<'_>) -> Option<(i64, Span)> {
    let text = field.value.text;
    let range = trimmed(text);
    let value = text.get(range.clone())?;
    if value.is_empty() {
        reporter.report(rules::feed_date_invalid::empty(field.empty_span(), field.name, example(dialect)));
        return None;
    }
    let place = field.value.span(range.start, range.end);
    if dialect.is_atom() {
        if let Some(moment) = rfc3339(value) {
            return Some((moment.millis, place));
        }
    } else if let Some(date) = rfc822::parse(value) {
        if let Some(wrong) = date.wrong_weekday {
            let right = rfc822::weekday(date.date);
            let span = field.value.span(range.start + wrong.start, range.start + wrong.end);
            let found = rules::feed_date_invalid::weekday(span, span, date.date.to_string(), right);
            let edit = field.replace(range.start + wrong.start, range.start + wrong.end, right);
            reporter.report(repaired(found, FixKind::Suggest, [edit]));
        }
        return Some((date.millis, place));
    }
    if !value_text::unprocessed_template(field, reporter) {
        let name = dialect.name();
        let unknown = || rules::feed_date_invalid(place, place, name, example(dialect));
        let write = |text: &str| written(text, dialect);
        let reading = match datetime::parse(value) {
            Some(_) => Some(ForeignDate::One(value.to_owned())),
            None => foreign_date::read(value, "Z"),
        };
        let one = |text: &str| write(text).map(|text| (text.clone(), field.replace(range.start, range.end, text)));
        reporter.report(match &reading {
            Some(ForeignDate::One(text) | ForeignDate::Timestamp(text)) => match one(text) {
                Some((text, edit)) => {
                    let found = rules::feed_date_invalid::rewritten(place, place, name, text);
                    repaired(found, FixKind::Suggest, [edit])
                }
                None => unknown(),
            },
            Some(ForeignDate::Two { day_first, month_first }) => rules::feed_date_invalid::ambiguous(
                place,
                place,
                write(&day_first.to_string()).unwrap_or_default(),
                day_first.spoken(),
                write(&month_first.to_string()).unwrap_or_default(),
                month_first.spoken(),
            ),
            None => unknown(),
        });
    }
    None
}

/// Parses a date that no rule checks: W3C NOTE-datetime, as in `dc:date` and Atom 0.3.
pub(crate) fn plain(field: &Field<'_>) -> Option<(i64, Span)> {
    let range = trimmed(field.value.text);
    let moment = datetime::parse(field.value.text.get(range.clone())?)?;
    Some((moment.millis, field.value.span(range.start, range.end)))
}

/// RFC 3339 with capital letters, as Atom requires (RFC 4287 §3.3).
fn rfc3339(text: &str) -> Option<Moment> {
    let sound = |text: &str| datetime::parse(text).filter(|moment| moment.precision >= Precision::Second);
    sound(text).or_else(|| {
        // A leap second.
        let (before, after) = (text.get(..17)?, text.get(17..)?.strip_prefix("60")?);
        before.ends_with(":59:").then(|| sound(&format!("{before}59{after}")))?
    })
}

/// A date of W3C NOTE-datetime, in the format of `dialect`.
fn written(text: &str, dialect: Dialect) -> Option<String> {
    if !dialect.is_atom() {
        return rfc822::write(text);
    }
    let shape = datetime::shape(text)?;
    match (shape.precision, shape.zone) {
        (Precision::Day, _) => Some(format!("{}T00:00:00Z", shape.date)),
        (Precision::Minute, Zone::Utc | Zone::Offset(_)) => Some(format!("{}:00{}", text.get(..16)?, text.get(16..)?)),
        (Precision::Second | Precision::Fraction, Zone::Utc | Zone::Offset(_)) => Some(text.to_owned()),
        _ => None,
    }
}

const fn example(dialect: Dialect) -> &'static str {
    if dialect.is_atom() { "2024-06-01T08:30:00Z" } else { "Sat, 01 Jun 2024 08:30:00 GMT" }
}
