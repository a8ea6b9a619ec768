//! One `lastmod` value.

use super::Lastmods;
use crate::Message;
use crate::check::date::{self, UTC};
use crate::check::{Field, Trimmed, limits, repaired, value_text};
use crate::diagnostic::{Diagnostic, FixKind, Severity};
use crate::profile::Profile;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::date::Date;
use crate::value::datetime::{self, DAY, Moment, Part, Precision, Shape};
use crate::value::foreign_date;
use crate::value::zone::{self, Zone, ZoneRepair};

/// The publication of the first web page, in milliseconds since 1970.
pub(super) const FIRST_PAGE: i64 = super::first_page();

/// The maximum number of useful digits of a fraction of a second.
const LONG: usize = 6;

/// Checks the content of a `lastmod` and adds it to `state`. Returns the moment of a valid date.
pub(crate) fn check(field: &Field<'_>, state: &mut Lastmods, reporter: &mut Reporter<'_>) -> Option<Moment> {
    limits::value(field, reporter);
    let place = Trimmed::new(field);
    let Trimmed { value, offset, .. } = place;
    if value.is_empty() {
        reporter.report(rules::lastmod_empty(field.empty_span()).safe(field.delete()));
        return None;
    }
    state.present += 1;
    let judged = match datetime::shape(value) {
        Some(shape) => judge(place, &shape, state, reporter),
        None => Judgement::NoDate,
    };
    if judged == Judgement::NoDate && value_text::unprocessed_template(field, reporter) {
        return None;
    }
    if value.len() < field.value.text.len() {
        let range = offset..offset + value.len();
        field.surrounding_whitespace(rules::lastmod_surrounding_whitespace, range, reporter);
    }
    match judged {
        Judgement::Readable(moment) => return Some(moment),
        Judgement::Wrong => {}
        Judgement::NoDate => {
            value_text::double_escaped(field, reporter);
            invalid(place, state, reporter);
        }
    }
    None
}

/// A `lastmod` that no rule reports, checked but not recorded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plain {
    moment: Moment,
    zone: Zone,
}

/// Checks a trimmed value; `None` if it is not plain.
pub(crate) fn plain(value: &str, now: Option<i64>) -> Option<Plain> {
    if let Some((moment, zone)) = datetime::common(value) {
        return is_plausible(moment, now).then_some(Plain { moment, zone });
    }
    let shape = datetime::shape(value)?;
    let form = match shape.precision {
        Precision::Day => shape.zone == Zone::None,
        Precision::Second | Precision::Fraction => {
            matches!(shape.zone, Zone::Utc | Zone::Offset(_)) && !shape.lower_separator && shape.fraction_digits <= LONG
        }
        Precision::Year | Precision::Month | Precision::Minute => false,
    };
    let moment = shape.moment().filter(|_| form)?;
    is_plausible(moment, now).then_some(Plain { moment, zone: shape.zone })
}

/// True if a page can have changed at a moment with at least the precision of a day.
fn is_plausible(moment: Moment, now: Option<i64>) -> bool {
    moment.millis >= FIRST_PAGE && !now.is_some_and(|now| is_future(moment, now))
}

impl Plain {
    /// Adds the date at `place` to `state`.
    pub(crate) fn add(self, place: Span, state: &mut Lastmods) -> Moment {
        state.present += 1;
        state.add(self.moment, self.zone, place);
        self.moment
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Judgement {
    Readable(Moment),
    /// An error was reported.
    Wrong,
    /// The value does not have the format of a date.
    NoDate,
}

/// Checks a value in the format of a date.
fn judge(place: Trimmed<'_>, shape: &Shape, state: &mut Lastmods, reporter: &mut Reporter<'_>) -> Judgement {
    let repair = match shape.zone {
        Zone::Other => match place.value.get(shape.zone_at..).and_then(zone::repair) {
            None => return Judgement::NoDate,
            repair => repair,
        },
        _ => None,
    };
    if let Some((part, range)) = shape.impossible() {
        impossible(place, shape, part, (range.start, range.end), state, reporter);
        return Judgement::Wrong;
    }
    let mut wrong = false;
    if repair.is_some() || shape.lower_separator {
        malformed_zone(place, shape, repair, reporter);
        wrong = true;
    }
    if shape.zone == Zone::None && shape.precision > Precision::Day {
        missing_zone(place, state, reporter);
        wrong = true;
    }
    match shape.moment() {
        Some(moment) if !wrong => {
            let span = place.whole();
            state.add(moment, shape.zone, span);
            form(place, shape, reporter);
            plausible(place, shape, moment, reporter);
            Judgement::Readable(moment)
        }
        _ => Judgement::Wrong,
    }
}

fn impossible(
    place: Trimmed<'_>,
    shape: &Shape,
    part: Part,
    at: (usize, usize),
    state: &Lastmods,
    reporter: &mut Reporter<'_>,
) {
    use rules::lastmod_invalid_calendar as message;
    if reporter.only_counts(Rule::LastmodInvalidCalendar, Some(FixKind::Suggest)) {
        return;
    }
    let field = place.span(at.0, at.1);
    let usual = state.usual_zone();
    let zone = usual.as_deref().unwrap_or(UTC);
    let rewritten = |found: fn(Span, Span, String) -> Diagnostic, text: String| {
        let edit = place.edit_whole(text.clone());
        repaired(found(field, field, text), FixKind::Suggest, [edit])
    };
    reporter.report(match part {
        Part::Month if place.value.starts_with("0000-00") => message::zero_date(field, place.whole()),
        Part::Month => {
            let right = shape.date.swapped();
            match right.and_then(|right| date::corrected(place, shape, &right.to_string(), zone)) {
                Some(text) => rewritten(message::month_is_day, text),
                None => message::month(field, field),
            }
        }
        Part::Day => {
            let (month, days) = date::month_of(shape.date);
            message::day(field, field, month, days)
        }
        Part::Hour => match date::start_of_next_day(place, shape, zone) {
            Some(text) => rewritten(message::midnight, text),
            None => message::hour(field, field),
        },
        Part::Minute => message::minute(field, field),
        Part::Second => message::second(field, field),
        Part::Offset => message::zone(field, field),
    });
}

fn malformed_zone(place: Trimmed<'_>, shape: &Shape, repair: Option<ZoneRepair>, reporter: &mut Reporter<'_>) {
    let separator = place.span(10, 11);
    let capital = date::capital(place, shape);
    let Some(repair) = repair else {
        let diagnostic = rules::lastmod_malformed_timezone::lower_case_t(separator);
        return reporter.report(repaired(diagnostic, FixKind::Safe, capital));
    };
    let zone = place.span(shape.zone_at, place.value.len());
    let written = place.value.at(shape.zone_at..).trim().to_owned();
    let with_separator =
        |found: Diagnostic| if shape.lower_separator { found.related(separator, "`t` must be `T`") } else { found };
    let (kind, text) = match repair {
        ZoneRepair::Means(text) => (FixKind::Safe, text),
        ZoneRepair::Likely(text) => (FixKind::Suggest, text),
        ZoneRepair::Unknown => {
            return reporter.report(with_separator(rules::lastmod_malformed_timezone::unclear(zone, written)));
        }
    };
    let rewritten = place.edit(shape.zone_at, place.value.len(), text.clone());
    let message = rules::lastmod_malformed_timezone::space;
    let found =
        if written == text { message(zone, written) } else { rules::lastmod_malformed_timezone(zone, written, text) };
    let found = with_separator(found);
    reporter.report(repaired(found, kind, capital.chain([rewritten])));
}

fn missing_zone(place: Trimmed<'_>, state: &Lastmods, reporter: &mut Reporter<'_>) {
    if reporter.only_counts(Rule::LastmodMissingTimezone, Some(FixKind::Suggest)) {
        return;
    }
    let end = place.value.len();
    let usual = state.usual_zone();
    let date = place.value.at(..10).to_owned();
    let (behind, whole) = (place.span(end, end), place.whole());
    let diagnostic = match usual.clone() {
        Some(zone) if zone == "Z" => rules::lastmod_missing_timezone::usually_utc(behind, whole, date),
        Some(zone) => rules::lastmod_missing_timezone::usual_zone(behind, whole, date, zone),
        None => rules::lastmod_missing_timezone(behind, whole, date),
    };
    let zone = usual.unwrap_or_else(|| UTC.to_owned());
    reporter.report(repaired(diagnostic, FixKind::Suggest, [place.edit(end, end, zone)]));
}

/// Checks the format of a valid date.
fn form(place: Trimmed<'_>, shape: &Shape, reporter: &mut Reporter<'_>) {
    match shape.precision {
        Precision::Year => reporter.report(rules::lastmod_reduced_precision::year(place.whole(), place.whole())),
        Precision::Month => reporter.report(rules::lastmod_reduced_precision::month(place.whole(), place.whole())),
        Precision::Day if shape.zone != Zone::None => {
            let end = place.value.len();
            let diagnostic =
                rules::lastmod_date_with_timezone(place.span(10, end), place.whole(), shape.date.to_string());
            let diagnostic = repaired(diagnostic, FixKind::Safe, [place.edit(10, end, "")]);
            reporter.report(diagnostic.against_schema(shape.has_impossible_zone()));
        }
        Precision::Minute if reporter.wants(Rule::LastmodNoSeconds) => {
            let diagnostic = rules::lastmod_no_seconds(place.span(16, 16), place.whole());
            reporter.report(repaired(diagnostic, FixKind::Safe, [place.edit(16, 16, ":00")]));
        }
        Precision::Fraction if shape.fraction_digits > LONG => {
            let range = shape.fraction();
            let diagnostic = rules::lastmod_long_fraction(place.span(range.start, range.end), shape.fraction_digits);
            reporter.report(repaired(diagnostic, FixKind::Safe, [place.edit(range.start, range.end, "")]));
        }
        _ => {}
    }
}

/// Checks whether a page can have changed at this moment.
fn plausible(place: Trimmed<'_>, shape: &Shape, moment: Moment, reporter: &mut Reporter<'_>) {
    use rules::lastmod_implausible_past as past;
    if reporter.options.now.is_some_and(|now| is_future(moment, now)) {
        let span = place.whole();
        reporter.report(rules::lastmod_future(span, span));
    }
    // A year or a month is too early only if its end is.
    let earliest = match shape.precision {
        Precision::Year => const { Date { year: 1991, month: 1, day: 1 }.since_epoch() * DAY },
        Precision::Month => const { Date { year: 1991, month: 8, day: 1 }.since_epoch() * DAY },
        _ => FIRST_PAGE,
    };
    if moment.millis < earliest {
        let span = place.whole();
        // In practice, Search Console reports the years before 1970.
        let is_rejected = shape.date.year < 1970 && reporter.options.profiles.has(Profile::Google);
        let diagnostic = match (unset_date(shape, moment), is_rejected) {
            (Some(meaning), true) => past::unset_before_1970(span, span, meaning).severity(Severity::Error),
            (Some(meaning), false) => past::unset(span, span, meaning),
            (None, true) => past::before_1970(span, span).severity(Severity::Error),
            (None, false) => rules::lastmod_implausible_past(span, span),
        };
        // XML Schema 1.0 has no year 0.
        reporter.report(diagnostic.suggest(place.field.delete()).against_schema(shape.date.year == 0));
    }
}

/// True for a moment that is in the future in all zones.
fn is_future(moment: Moment, now: i64) -> bool {
    if moment.is_date_only() { moment.day() > now.div_euclid(DAY) + 1 } else { moment.millis > now.saturating_add(DAY) }
}

/// The program that writes this placeholder for a missing date.
fn unset_date(shape: &Shape, moment: Moment) -> Option<&'static str> {
    let Date { year, month, day } = shape.date;
    if moment.millis == 0 {
        return Some("the Unix epoch");
    }
    Some(match (year, month, day) {
        (0, 1, 1) => "year 0",
        (1, 1, 1) => "the first date of .NET and Go",
        (1601, 1, 1) => "the first date of Windows",
        (1753, 1, 1) => "the first date of SQL Server",
        (1899, 12, 30 | 31) | (1900, 1, 1) => "day 0 of a spreadsheet or database",
        (1970, 1, 1) => "the Unix epoch",
        _ => return None,
    })
}

/// Reports a value that is not a date, and tries to parse it.
fn invalid(place: Trimmed<'_>, state: &mut Lastmods, reporter: &mut Reporter<'_>) {
    if reporter.only_counts(Rule::LastmodInvalidDatetime, Some(FixKind::Suggest)) {
        return;
    }
    let usual = state.usual_zone();
    let zone = usual.as_deref().unwrap_or(UTC);
    let messages = const { &date::unreadable_messages!(lastmod_invalid_datetime) };
    let found = date::unreadable(place, zone, messages);
    match foreign_date::day_and_month(place.value) {
        Some((separator, Some(order))) => {
            reporter.report(found);
            state.order.certain(separator, order, place.whole(), reporter);
        }
        Some((separator, None)) if !found.alternatives.is_empty() => state.order.ambiguous(separator, found, reporter),
        _ if found.message() == Message::LastmodInvalidDatetimeZeroDate => {
            reporter.report(found.suggest(place.field.delete()));
        }
        _ => reporter.report(found),
    }
}

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
