//! The dates of feeds: `feed-date-invalid`, and the earliest and the latest of them.

use super::Dialect;
use crate::check::loc::address::repaired;
use crate::check::{Field, structure, value_text};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::rules;
use crate::rules::feed_date_invalid as message;
use crate::span::{At, Span};
use crate::value::datetime::{self, DAY, Moment, Precision};
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
        let message = if dialect.is_atom() { message::atom_empty } else { message::empty };
        reporter.report(message(field.empty_span(), field.name, example(dialect)));
        return None;
    }
    let place = field.value.span(range.start, range.end);
    misspelled(field, dialect, reporter);
    if dialect.is_atom() {
        if let Some(moment) = rfc3339(value) {
            return plausible(field, dialect, (moment.millis, place), reporter);
        }
    } else if let Some(date) = rfc822::parse(value) {
        let at = |part: &std::ops::Range<usize>| range.start + part.start..range.start + part.end;
        let mut write = |part: &std::ops::Range<usize>, right: String, found: fn(Span, String) -> Diagnostic| {
            let part = at(part);
            let found = found(field.value.span(part.start, part.end), right.clone());
            let edit = field.replace(part.start, part.end, right);
            reporter.report(repaired(found, FixKind::Suggest, [edit]));
        };
        if let Some(short) = &date.short_year {
            write(short, date.date.year.to_string(), |span, year| message::short_year(span, span, year));
        }
        if let Some(wrong) = date.wrong_weekday {
            let right = rfc822::weekday(date.date);
            let part = at(&wrong);
            let span = field.value.span(part.start, part.end);
            let found = message::weekday(span, span, date.date.to_string(), right);
            reporter.report(repaired(found, FixKind::Suggest, [field.replace(part.start, part.end, right)]));
        }
        return plausible(field, dialect, (date.millis, place), reporter);
    }
    if !value_text::unprocessed_template(field, reporter) {
        reporter.report(unreadable(field, dialect, value, range));
    }
    None
}

/// The finding on a value that is no date of `dialect`.
fn unreadable(field: &Field<'_>, dialect: Dialect, value: &str, range: std::ops::Range<usize>) -> Diagnostic {
    let place = field.value.span(range.start, range.end);
    let is_atom = dialect.is_atom();
    let write = |text: &str| written(text, dialect);
    let reading = match datetime::parse(value) {
        Some(_) => Some(ForeignDate::One(value.to_owned())),
        None => foreign_date::read(value, "Z"),
    };
    let one = |text: &str| write(text).map(|text| (text.clone(), field.replace(range.start, range.end, text)));
    match &reading {
        Some(ForeignDate::One(text) | ForeignDate::Timestamp(text)) => {
            if let Some((text, edit)) = one(text) {
                let message = if is_atom { message::atom_rewritten } else { message::rewritten };
                return repaired(message(place, place, text), FixKind::Suggest, [edit]);
            }
        }
        Some(ForeignDate::Two { day_first, month_first }) => {
            let (first, second) = (write(&day_first.to_string()), write(&month_first.to_string()));
            let (first, second) = (first.unwrap_or_default(), second.unwrap_or_default());
            let message = if is_atom { message::atom_ambiguous } else { message::ambiguous };
            return message(place, place, first, day_first.spoken(), second, month_first.spoken());
        }
        None => {}
    }
    let example = example(dialect);
    if is_atom { message::atom(place, place, example) } else { rules::feed_date_invalid(place, place, example) }
}

/// Reports the name of a date in other letters, which is another name.
fn misspelled(field: &Field<'_>, dialect: Dialect, reporter: &mut Reporter<'_>) {
    let written = field.source.at(field.name);
    let local = written.rsplit(':').next().unwrap_or(written);
    let known = ["pubDate", "updated", "published"].into_iter().find(|known| known.eq_ignore_ascii_case(local));
    let Some(right) = known.filter(|right| *right != local) else { return };
    let end = field.element.range().end.saturating_sub(1);
    let end_name = Span::new(end.saturating_sub(written.len()), end);
    let message = if dialect.is_atom() { message::atom_misspelled } else { message::misspelled };
    let edits = structure::rename(field.source, field.name, Some(end_name), right);
    reporter.report(message(field.name, field.name, right.to_owned()).suggest(edits));
}

/// Reports a date that was most likely never set: no page is from before 1970, nor from its first day. Otherwise, returns it.
fn plausible(
    field: &Field<'_>,
    dialect: Dialect,
    date: (i64, Span),
    reporter: &mut Reporter<'_>,
) -> Option<(i64, Span)> {
    let (millis, place) = date;
    if millis >= DAY {
        return Some(date);
    }
    reporter.report(if dialect.is_atom() {
        message::atom_unset(place, place)
    } else {
        message::unset(place, place, field.name).suggest(field.delete())
    });
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
