//! Dates of extensions: a complete date, optionally with a time and a zone.

use crate::check::date::{UTC, Unreadable, capital, month_of, start_of_next_day, unreadable};
use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{Arg, Diagnostic, FixKind};
use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::value::datetime::{self, Moment, Part, Precision, Shape};
use crate::value::zone::{self, Zone, ZoneRepair};

/// The messages of a rule on dates.
pub(crate) struct Messages {
    pub(crate) unreadable: Unreadable,
    pub(crate) no_such_part: fn(Span, Span, &'static str, &'static str) -> Diagnostic,
    pub(crate) no_such_day: fn(Span, Span, Arg, u32) -> Diagnostic,
    pub(crate) midnight: fn(Span, Span, String) -> Diagnostic,
    /// A zone in another format.
    pub(crate) zone: fn(Span, String, String) -> Diagnostic,
    /// A zone with an unknown offset.
    pub(crate) unclear_zone: fn(Span, String) -> Diagnostic,
    pub(crate) no_zone: fn(Span, Span, String) -> Diagnostic,
    pub(crate) partial: fn(Span, Span, &'static str) -> Diagnostic,
    pub(crate) zone_without_time: fn(Span, Span, String) -> Diagnostic,
    pub(crate) lower_case_t: fn(Span) -> Diagnostic,
}

/// The [`Messages`] of the rule with that module.
macro_rules! messages {
    ($rule:ident) => {
        $crate::check::extension::date::Messages {
            unreadable: $crate::check::date::unreadable_messages!($rule),
            no_such_part: $crate::rules::$rule::no_such_part,
            no_such_day: $crate::rules::$rule::no_such_day,
            midnight: $crate::rules::$rule::midnight,
            zone: $crate::rules::$rule::zone,
            unclear_zone: $crate::rules::$rule::unclear_zone,
            no_zone: $crate::rules::$rule::no_zone,
            partial: $crate::rules::$rule::partial,
            zone_without_time: $crate::rules::$rule::zone_without_time,
            lower_case_t: $crate::rules::$rule::lower_case_t,
        }
    };
}
pub(crate) use messages;

/// Checks a date and reports an invalid one with one of `messages`. Returns the moment of a valid date.
///
/// The caller handles empty values.
pub(crate) fn check(field: &Field<'_>, messages: &Messages, reporter: &mut Reporter<'_>) -> Option<Moment> {
    let place = Trimmed::new(field);
    if place.value.is_empty() {
        return None;
    }
    let moment = datetime::parse(place.value).filter(|moment| moment.precision >= Precision::Day);
    if moment.is_some() {
        return moment;
    }
    let judged = datetime::shape(place.value).and_then(|shape| judge(place, &shape, messages));
    if let Some(found) = judged {
        reporter.report(found);
    } else if !value_text::unprocessed_template(field, reporter) {
        value_text::double_escaped(field, reporter);
        reporter.report(unreadable(place, UTC, &messages.unreadable));
    }
    None
}

/// The finding on a value in the format of a date.
fn judge(place: Trimmed<'_>, shape: &Shape, messages: &Messages) -> Option<Diagnostic> {
    let whole = place.whole();
    let end = place.value.len();
    let repair = match shape.zone {
        Zone::Other => Some(place.value.get(shape.zone_at..).and_then(zone::repair)?),
        _ => None,
    };
    if let Some((part, range)) = shape.impossible() {
        let at = place.span(range.start, range.end);
        return Some(match part {
            Part::Month if place.value.starts_with("0000-00") => return None,
            Part::Day => {
                let (month, days) = month_of(shape.date);
                (messages.no_such_day)(whole, at, month, days)
            }
            part => {
                if let Some(text) = start_of_next_day(place, shape, UTC) {
                    let edit = place.edit_whole(text.clone());
                    repaired((messages.midnight)(whole, at, text), FixKind::Suggest, [edit])
                } else {
                    let (what, right) = bounds(part);
                    (messages.no_such_part)(whole, at, what, right)
                }
            }
        });
    }
    if shape.precision < Precision::Day {
        let year = shape.precision == Precision::Year;
        let what = if year { "only a year" } else { "a month without a day" };
        return Some((messages.partial)(whole, whole, what));
    }
    let date = shape.date.to_string();
    if shape.precision == Precision::Day {
        let found = (messages.zone_without_time)(whole, whole, date);
        return Some(repaired(found, FixKind::Suggest, [place.edit(10, end, "")]));
    }
    let capital = capital(place, shape);
    if let Some(repair) = repair {
        let zone = place.value.at(shape.zone_at..).trim().to_owned();
        let (ZoneRepair::Means(text) | ZoneRepair::Likely(text)) = repair else {
            return Some((messages.unclear_zone)(whole, zone));
        };
        let rewritten = place.edit(shape.zone_at, end, text.clone());
        let found = (messages.zone)(whole, zone, text);
        return Some(repaired(found, FixKind::Suggest, capital.chain([rewritten])));
    }
    if shape.zone == Zone::None {
        let found = (messages.no_zone)(whole, whole, date);
        let completed = place.edit(end, end, UTC);
        return Some(repaired(found, FixKind::Suggest, capital.chain([completed])));
    }
    shape.lower_separator.then(|| repaired((messages.lower_case_t)(whole), FixKind::Suggest, capital))
}

/// The name of a part of a date, and its valid range.
const fn bounds(part: Part) -> (&'static str, &'static str) {
    match part {
        Part::Month => ("month", "a month from `01` to `12`; if it is the day, swap the two"),
        Part::Day => ("day", "a day of that month"),
        Part::Hour => ("hour", "an hour from `00` to `23`"),
        Part::Minute => ("minute", "a minute from `00` to `59`"),
        Part::Second => ("second", "a second from `00` to `59`"),
        Part::Offset => ("time zone", "an offset between `-14:00` and `+14:00`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;
    use crate::check::testing::{self, assert_sound, fields, findings, noise};
    use crate::fix;

    const MESSAGES: Messages = messages!(video_date_invalid);

    fn found(source: &str) -> Vec<Diagnostic> {
        findings(&testing::default(), |reporter| {
            fields(source, "date", |field| {
                check(field, &MESSAGES, reporter);
            });
        })
    }

    /// The message of the finding on `value`, and the value after its fix.
    fn judged(value: &str) -> Option<(Message, String)> {
        let source = format!("<date>{value}</date>");
        let found = found(&source);
        assert!(found.len() <= 1);
        let first = found.first()?;
        assert_eq!(&source[first.span.range()], value.trim(), "{value}");
        let after = fix::apply(&source, &found, FixKind::Suggest).0;
        assert_eq!(fix::apply(&source, &found, FixKind::Safe).0, source, "{value}");
        Some((first.message(), after["<date>".len()..after.len() - "</date>".len()].to_owned()))
    }

    #[test]
    fn complete_dates_are_right() {
        for value in [
            "2024-06-01",
            "2024-06-01T12:00Z",
            "2024-06-01T12:00:00+02:00",
            "2024-06-01T12:00:00.5-05:00",
            "\n 2024-06-01 ",
            "2024-02-29",
            "",
            " ",
        ] {
            assert_eq!(judged(value), None, "{value}");
        }
    }

    #[test]
    fn other_dates_are_invalid() {
        for (value, message, expected) in [
            ("yesterday", Message::VideoDateInvalid, "yesterday"),
            ("Tue, 23 Dec 2008", Message::VideoDateInvalidRewritten, "2008-12-23"),
            ("2024-6-1", Message::VideoDateInvalidRewritten, "2024-06-01"),
            ("2024-06-01 12:00:00", Message::VideoDateInvalidSpacedNoZone, "2024-06-01T12:00:00+00:00"),
            ("01/06/2024", Message::VideoDateInvalidAmbiguous, "01/06/2024"),
            ("1717200000", Message::VideoDateInvalidTimestamp, "2024-06-01T00:00:00+00:00"),
            ("0000-00-00", Message::VideoDateInvalidZeroDate, "0000-00-00"),
            ("0000-00-00 00:00:00", Message::VideoDateInvalidZeroDate, "0000-00-00 00:00:00"),
            ("2024-13-01", Message::VideoDateInvalidNoSuchPart, "2024-13-01"),
            ("2024-06-01T12:60:00Z", Message::VideoDateInvalidNoSuchPart, "2024-06-01T12:60:00Z"),
            ("2024-06-01T12:00:00+15:00", Message::VideoDateInvalidNoSuchPart, "2024-06-01T12:00:00+15:00"),
            ("2023-02-29", Message::VideoDateInvalidNoSuchDay, "2023-02-29"),
            ("2024-12-31T24:00:00Z", Message::VideoDateInvalidMidnight, "2025-01-01T00:00:00Z"),
            ("2024-12-31t24:00", Message::VideoDateInvalidMidnight, "2025-01-01T00:00+00:00"),
            ("2024-12-31T24:00:00EST", Message::VideoDateInvalidNoSuchPart, "2024-12-31T24:00:00EST"),
            ("2024-06-01T12:00:00+0200", Message::VideoDateInvalidZone, "2024-06-01T12:00:00+02:00"),
            ("2024-06-01t12:00:00z", Message::VideoDateInvalidZone, "2024-06-01T12:00:00Z"),
            ("2024-06-01T12:00:00EST", Message::VideoDateInvalidUnclearZone, "2024-06-01T12:00:00EST"),
            ("2024-06-01T12:00:00", Message::VideoDateInvalidNoZone, "2024-06-01T12:00:00+00:00"),
            ("2024-06-01t12:00", Message::VideoDateInvalidNoZone, "2024-06-01T12:00+00:00"),
            ("2024", Message::VideoDateInvalidPartial, "2024"),
            ("2024-06", Message::VideoDateInvalidPartial, "2024-06"),
            ("2024-06-01Z", Message::VideoDateInvalidZoneWithoutTime, "2024-06-01"),
            ("2024-06-01t12:00:00Z", Message::VideoDateInvalidLowerCaseT, "2024-06-01T12:00:00Z"),
        ] {
            assert_eq!(judged(value), Some((message, expected.to_owned())), "{value}");
        }
    }

    #[test]
    fn any_value_has_valid_findings() {
        let pieces = [
            "2024",
            "-",
            "06",
            "13",
            "T",
            "t",
            ":",
            "12",
            "+",
            "Z",
            "z",
            " ",
            ".",
            "é",
            "June",
            "&#50;",
            "<![CDATA[2024-]]>",
            "<!-- -->",
            "UTC",
            "2024-06-01",
            "T12:00:00",
            "+02:00",
            "1717200000",
        ];
        for value in noise(&pieces, 5_000) {
            assert_sound(&format!("<date>{value}</date>"), found);
        }
    }
}
