//! What is said alike of the dates of entries and of extensions.

use super::{Trimmed, repaired};
use crate::diagnostic::{Arg, Diagnostic, Edit, FixKind};
use crate::value::date::{self, Date};
use crate::value::datetime::Shape;
use crate::value::foreign_date::{self, Reading};

/// What completes a time when nothing is known about its zone.
pub(crate) const UTC: &str = "+00:00";

/// The wording of `MySQL`'s zero date.
pub(crate) const ZERO_DATE: u8 = 4;

/// Completes `found`, on a value that is no date, in one of five wordings: not understood, written in another
/// way, in one that has two readings, a timestamp, `MySQL`'s zero date. `zone` is for times without one.
pub(crate) fn unreadable(place: Trimmed<'_>, zone: &str, found: Diagnostic) -> Diagnostic {
    let found = found.arg(place.whole());
    let rewrite = |found: Diagnostic, text: String| {
        let edit = place.edit_whole(text.clone());
        repaired(found.arg(text), FixKind::Suggest, [edit])
    };
    match foreign_date::read(place.value, zone) {
        Some(Reading::One(text)) => rewrite(found.wording(1), text),
        Some(Reading::Timestamp(text)) => rewrite(found.wording(3), text),
        Some(Reading::Two { day_first, month_first }) => found
            .wording(2)
            .arg(day_first.to_string())
            .arg(day_first.spoken())
            .arg(month_first.to_string())
            .arg(month_first.spoken()),
        None if place.value.starts_with("0000-00-00") => found.wording(ZERO_DATE),
        None => found,
    }
}

/// Completes `found`, on a day that its month does not have: the month, and how many days it has.
pub(crate) fn no_such_day(found: Diagnostic, date: Date) -> Diagnostic {
    let days = date::days_in_month(date.year, date.month);
    let month = foreign_date::month_name(date.month);
    found.arg(Arg::phrase("{0} {1}", [month.into(), date.year.to_string().into()])).arg(u32::from(days))
}

/// Completes `found`, on the time 24:00: the day after, at whose start it is.
pub(crate) fn end_of_day(place: Trimmed<'_>, shape: &Shape, found: Diagnostic) -> Diagnostic {
    let next = Date::after_epoch(shape.date.since_epoch() + 1).map(|date| date.to_string());
    let edit = next.clone().and_then(|next| place.edit(0, 13, format!("{next}T00")));
    repaired(found.arg(next.unwrap_or_default()), FixKind::Suggest, [edit])
}

/// The edit that makes a small letter between date and time a `T`, where it is one.
pub(crate) fn capital(place: Trimmed<'_>, shape: &Shape) -> impl Iterator<Item = Option<Edit>> {
    shape.lower_separator.then(|| place.edit(10, 11, "T")).into_iter()
}
