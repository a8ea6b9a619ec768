//! Messages that the dates of entries and of extensions share.

use super::{Trimmed, repaired};
use crate::diagnostic::{Arg, Diagnostic, Edit, FixKind};
use crate::span::{At, Span};
use crate::value::date::{self, Date};
use crate::value::datetime::{self, Precision, Shape};
use crate::value::foreign_date::{self, ForeignDate};
use crate::value::zone::{self, Zone, ZoneRepair};

/// The default zone for a time without one.
pub(crate) const UTC: &str = "+00:00";

/// The messages of a rule on a value that is not a date.
pub(crate) struct Unreadable {
    pub(crate) unknown: fn(Span, Span) -> Diagnostic,
    pub(crate) rewritten: fn(Span, Span, String) -> Diagnostic,
    /// With a space instead of `T`.
    pub(crate) spaced: fn(Span, Span, String) -> Diagnostic,
    /// The same, without a zone.
    pub(crate) spaced_no_zone: fn(Span, Span, String) -> Diagnostic,
    pub(crate) ambiguous: fn(Span, Span, String, Arg, String, Arg) -> Diagnostic,
    pub(crate) timestamp: fn(Span, Span, String) -> Diagnostic,
    /// `0000-00-00`, which `MySQL` writes for a missing date.
    pub(crate) zero_date: fn(Span, Span) -> Diagnostic,
}

/// Builds the [`Unreadable`] of a rule from the rule's module.
macro_rules! unreadable_messages {
    ($rule:ident) => {
        $crate::check::date::Unreadable {
            unknown: $crate::rules::$rule,
            rewritten: $crate::rules::$rule::rewritten,
            spaced: $crate::rules::$rule::spaced,
            spaced_no_zone: $crate::rules::$rule::spaced_no_zone,
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

/// The finding on a value that is not a date; `zone` completes times without a zone.
pub(crate) fn unreadable(place: Trimmed<'_>, zone: &str, messages: &Unreadable) -> Diagnostic {
    let whole = place.whole();
    let rewrite = |message: fn(Span, Span, String) -> Diagnostic, text: String| {
        let edit = place.edit_whole(text.clone());
        repaired(message(whole, whole, text), FixKind::Suggest, [edit])
    };
    match foreign_date::read(place.value, zone) {
        Some(ForeignDate::One(text)) => {
            let message = match spaced_zone(place.value) {
                None => messages.rewritten,
                Some(Zone::None) => messages.spaced_no_zone,
                Some(_) => messages.spaced,
            };
            rewrite(message, text)
        }
        Some(ForeignDate::Timestamp(text)) => rewrite(messages.timestamp, text),
        Some(ForeignDate::Two { day_first: one, month_first: other }) => {
            let found =
                (messages.ambiguous)(whole, whole, one.to_string(), one.spoken(), other.to_string(), other.spoken());
            [one, other]
                .into_iter()
                .fold(found, |found, date| found.or(date.spoken(), place.edit_whole(date.to_string())))
        }
        None if is_zero(place.value) => (messages.zero_date)(whole, whole),
        None => (messages.unknown)(whole, whole),
    }
}

/// The zone of a value that is a date and a time with one space instead of `T`.
fn spaced_zone(value: &str) -> Option<Zone> {
    let (date, time) = value.split_once(' ').filter(|(date, _)| date.len() == 10)?;
    let shape = datetime::shape(&format!("{date}T{time}"))?;
    (shape.zone != Zone::Other).then_some(shape.zone)
}

/// The month of `date` and its number of days.
pub(crate) fn month_of(date: Date) -> (Arg, u32) {
    let days = date::days_in_month(date.year, date.month);
    let month = foreign_date::month_name(date.month);
    (Arg::phrase("{0} {1}", [month.into(), date.year.to_string().into()]), u32::from(days))
}

/// The value with `start` in place of its first bytes, with `T` and with a zone: its own, or else `zone`. `None` if it is
/// still invalid.
pub(crate) fn corrected(place: Trimmed<'_>, shape: &Shape, start: &str, zone: &str) -> Option<String> {
    let tail = match shape.zone {
        Zone::Other => match zone::repair(place.value.at(shape.zone_at..))? {
            ZoneRepair::Means(tail) | ZoneRepair::Likely(tail) => tail,
            ZoneRepair::Unknown => return None,
        },
        Zone::None if shape.precision > Precision::Day => zone.to_owned(),
        _ => place.value.at(shape.zone_at..).to_owned(),
    };
    let mut text = format!("{start}{}{tail}", place.value.at(start.len()..shape.zone_at));
    if shape.lower_separator {
        text.replace_range(10..11, "T");
    }
    datetime::parse(&text).is_some().then_some(text)
}

/// The value with the start of the next day instead of 24:00; `None` if that is invalid.
pub(crate) fn start_of_next_day(place: Trimmed<'_>, shape: &Shape, zone: &str) -> Option<String> {
    let next = Date::after_epoch(shape.date.since_epoch() + 1).filter(|_| shape.is_end_of_day())?;
    corrected(place, shape, &format!("{next}T00"), zone)
}

/// The edit that replaces a lower-case `t` between date and time.
pub(crate) fn capital(place: Trimmed<'_>, shape: &Shape) -> impl Iterator<Item = Option<Edit>> {
    shape.lower_separator.then(|| place.edit(10, 11, "T")).into_iter()
}
