//! What is said alike of the dates of entries and of extensions.

use super::{Trimmed, repaired};
use crate::diagnostic::{Arg, Diagnostic, Edit, FixKind};
use crate::span::{At, Span};
use crate::value::date::{self, Date};
use crate::value::datetime::Shape;
use crate::value::foreign_date::{self, Reading};

/// What completes a time when nothing is known about its zone.
pub(crate) const UTC: &str = "+00:00";

/// The messages of a rule on a value that is no date.
pub(crate) struct Unreadable {
    pub(crate) unknown: fn(Span, Span) -> Diagnostic,
    pub(crate) rewritten: fn(Span, Span, String) -> Diagnostic,
    pub(crate) ambiguous: fn(Span, Span, String, Arg, String, Arg) -> Diagnostic,
    pub(crate) timestamp: fn(Span, Span, String) -> Diagnostic,
    /// `MySQL`'s.
    pub(crate) zero_date: fn(Span, Span) -> Diagnostic,
}

/// The [`Unreadable`] of the rule with that module.
macro_rules! unreadable_messages {
    ($rule:ident) => {
        $crate::check::date::Unreadable {
            unknown: $crate::rules::$rule,
            rewritten: $crate::rules::$rule::rewritten,
            ambiguous: $crate::rules::$rule::ambiguous,
            timestamp: $crate::rules::$rule::timestamp,
            zero_date: $crate::rules::$rule::zero_date,
        }
    };
}
pub(crate) use unreadable_messages;

/// True for `MySQL`'s zero date.
pub(crate) fn is_zero(value: &str) -> bool {
    value.starts_with("0000-00-00")
}

/// A finding on a value that is no date; `zone` is for times without one.
pub(crate) fn unreadable(place: Trimmed<'_>, zone: &str, messages: &Unreadable) -> Diagnostic {
    let whole = place.whole();
    let rewrite = |message: fn(Span, Span, String) -> Diagnostic, text: String| {
        let edit = place.edit_whole(text.clone());
        repaired(message(whole, whole, text), FixKind::Suggest, [edit])
    };
    match foreign_date::read(place.value, zone) {
        Some(Reading::One(text)) => rewrite(messages.rewritten, text),
        Some(Reading::Timestamp(text)) => rewrite(messages.timestamp, text),
        Some(Reading::Two { day_first: one, month_first: other }) => {
            (messages.ambiguous)(whole, whole, one.to_string(), one.spoken(), other.to_string(), other.spoken())
        }
        None if is_zero(place.value) => (messages.zero_date)(whole, whole),
        None => (messages.unknown)(whole, whole),
    }
}

/// The month of `date`, and how many days it has.
pub(crate) fn month_of(date: Date) -> (Arg, u32) {
    let days = date::days_in_month(date.year, date.month);
    let month = foreign_date::month_name(date.month);
    (Arg::phrase("{0} {1}", [month.into(), date.year.to_string().into()]), u32::from(days))
}

/// The finding of `message` at `span` on the time 24:00 with the hour `hour`: the same moment as the start of the day after.
pub(crate) fn end_of_day(
    place: Trimmed<'_>,
    shape: &Shape,
    span: Span,
    hour: Span,
    message: fn(Span, Span, String) -> Diagnostic,
) -> Diagnostic {
    let Some(next) = Date::after_epoch(shape.date.since_epoch() + 1) else {
        return message(span, hour, String::new());
    };
    let rest = place.value.at(13..);
    let edit = place.edit(0, 13, format!("{next}T00"));
    repaired(message(span, hour, format!("{next}T00{rest}")), FixKind::Suggest, [edit])
}

/// The edit that makes a small letter between date and time a `T`, where it is one.
pub(crate) fn capital(place: Trimmed<'_>, shape: &Shape) -> impl Iterator<Item = Option<Edit>> {
    shape.lower_separator.then(|| place.edit(10, 11, "T")).into_iter()
}
