//! Dates of extensions: a complete date, or one with a time and a zone. Less is no date here.
//!
//! One rule speaks of all that can be wrong, in these wordings (arguments in brackets):
//!
//! | | the date | help |
//! |---|---|---|
//! | 0 | is not understood (value) | the forms there are |
//! | 1 | is written in another way (value, the right one) | write it so |
//! | 2 | has two readings (value, one, how it is spoken, the other, how it is spoken) | write one |
//! | 3 | is a timestamp (value, the right one) | write it so |
//! | 4 | is MySQL's zero date (value) | |
//! | 5 | has an impossible part (that part, what it is, what it may be) | write such a one |
//! | 6 | has a day that the month does not have (day, month, days of the month) | |
//! | 7 | has the time 24:00 (the hour, the next day) | write midnight of the next day |
//! | 8 | has a zone in another form (zone, the right one) | write it so |
//! | 9 | has a zone that only its writer knows (zone) | write the offset |
//! | 10 | has a time without a zone (value, only its date) | add the zone, or leave out the time |
//! | 11 | is not complete (value, what it is) | write the full date |
//! | 12 | has a zone without a time (value, only its date) | write only the date |
//! | 13 | has `t` for `T` (value) | write a capital |

use crate::check::date::{UTC, capital, end_of_day, no_such_day, unreadable};
use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::value::datetime::{self, Moment, Part, Precision, Shape};
use crate::value::zone::{self, Zone, ZoneRepair};

/// Judges a date and reports what is wrong with it as `rule`; the moment when nothing is.
///
/// An empty value is for the caller: it is as if there were none.
pub(crate) fn check(field: &Field<'_>, rule: Rule, reporter: &mut Reporter<'_>) -> Option<Moment> {
    let place = Trimmed::new(field);
    if place.value.is_empty() {
        return None;
    }
    let moment = datetime::parse(place.value).filter(|moment| moment.precision >= Precision::Day);
    if moment.is_some() {
        return moment;
    }
    let found = Diagnostic::new(rule, place.whole());
    let judged = datetime::shape(place.value).and_then(|shape| judge(place, &shape, found.clone()));
    if let Some(found) = judged {
        reporter.report(found);
    } else if !value_text::unprocessed_template(field, reporter) {
        value_text::double_escaped(field, reporter);
        reporter.report(unreadable(place, UTC, found));
    }
    None
}

/// What is wrong with a value that has the shape of a date; `None` when that is not one after all.
fn judge(place: Trimmed<'_>, shape: &Shape, found: Diagnostic) -> Option<Diagnostic> {
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
            Part::Day => no_such_day(found.wording(6).arg(at), shape.date),
            Part::Hour if shape.is_end_of_day() => end_of_day(place, shape, found.wording(7).arg(at)),
            part => {
                let (what, right) = bounds(part);
                found.wording(5).arg(at).arg(what).arg(right)
            }
        });
    }
    if shape.precision < Precision::Day {
        let year = shape.precision == Precision::Year;
        let what = if year { "only a year" } else { "a month without a day" };
        return Some(found.wording(11).arg(whole).arg(what));
    }
    let date = shape.date.to_string();
    if shape.precision == Precision::Day {
        let found = found.wording(12).arg(whole).arg(date);
        return Some(repaired(found, FixKind::Suggest, [place.edit(10, end, "")]));
    }
    let capital = capital(place, shape);
    if let Some(repair) = repair {
        let zone = place.value.get(shape.zone_at..).unwrap_or_default().trim().to_owned();
        let (ZoneRepair::Means(text) | ZoneRepair::Likely(text)) = repair else {
            return Some(found.wording(9).arg(zone));
        };
        let rewritten = place.edit(shape.zone_at, end, text.clone());
        let found = found.wording(8).arg(zone).arg(text);
        return Some(repaired(found, FixKind::Suggest, capital.chain([rewritten])));
    }
    if shape.zone == Zone::None {
        let found = found.wording(10).arg(whole).arg(date);
        let completed = place.edit(end, end, UTC);
        return Some(repaired(found, FixKind::Suggest, capital.chain([completed])));
    }
    shape.lower_separator.then(|| repaired(found.wording(13).arg(whole), FixKind::Suggest, capital))
}

/// What a part of a date is called, and what it may be.
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
    use crate::check::testing::{self, assert_sound, fields, findings, noise};
    use crate::fix;

    /// Any rule will do.
    const RULE: Rule = Rule::LastmodInvalidDatetime;

    fn found(source: &str) -> Vec<Diagnostic> {
        findings(&testing::default(), |reporter| {
            fields(source, "date", |field| {
                check(field, RULE, reporter);
            });
        })
    }

    /// The wording of the finding on `value`, and the value after its repair.
    fn judged(value: &str) -> Option<(u8, String)> {
        let source = format!("<date>{value}</date>");
        let found = found(&source);
        assert!(found.len() <= 1);
        let first = found.first()?;
        assert_eq!((&source[first.span.range()], first.rule), (value.trim(), RULE), "{value}");
        let after = fix::apply(&source, &found, FixKind::Suggest).0;
        assert_eq!(fix::apply(&source, &found, FixKind::Safe).0, source, "{value}");
        Some((first.wording, after["<date>".len()..after.len() - "</date>".len()].to_owned()))
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
    fn everything_else_is_not() {
        for (value, wording, expected) in [
            ("yesterday", 0, "yesterday"),
            ("Tue, 23 Dec 2008", 1, "2008-12-23"),
            ("2024-6-1", 1, "2024-06-01"),
            ("2024-06-01 12:00:00", 1, "2024-06-01T12:00:00+00:00"),
            ("01/06/2024", 2, "01/06/2024"),
            ("1717200000", 3, "2024-06-01T00:00:00+00:00"),
            ("0000-00-00", 4, "0000-00-00"),
            ("0000-00-00 00:00:00", 4, "0000-00-00 00:00:00"),
            ("2024-13-01", 5, "2024-13-01"),
            ("2024-06-01T12:60:00Z", 5, "2024-06-01T12:60:00Z"),
            ("2024-06-01T12:00:00+15:00", 5, "2024-06-01T12:00:00+15:00"),
            ("2023-02-29", 6, "2023-02-29"),
            ("2024-12-31T24:00:00Z", 7, "2025-01-01T00:00:00Z"),
            ("2024-06-01T12:00:00+0200", 8, "2024-06-01T12:00:00+02:00"),
            ("2024-06-01t12:00:00z", 8, "2024-06-01T12:00:00Z"),
            ("2024-06-01T12:00:00EST", 9, "2024-06-01T12:00:00EST"),
            ("2024-06-01T12:00:00", 10, "2024-06-01T12:00:00+00:00"),
            ("2024-06-01t12:00", 10, "2024-06-01T12:00+00:00"),
            ("2024", 11, "2024"),
            ("2024-06", 11, "2024-06"),
            ("2024-06-01Z", 12, "2024-06-01"),
            ("2024-06-01t12:00:00Z", 13, "2024-06-01T12:00:00Z"),
        ] {
            assert_eq!(judged(value), Some((wording, expected.to_owned())), "{value}");
        }
    }

    #[test]
    fn whatever_is_written_is_judged_soundly() {
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
