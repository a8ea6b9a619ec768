//! `priority`: single values, and all values of a file together.

use std::cmp::Ordering;

use super::{DocumentFacts, Field, limits, value_text};
use crate::check::repaired;
use crate::diagnostic::{Diagnostic, Edit, FixKind};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::decimal::{Decimal, ONE};
use crate::value::trimmed;

/// Statistics of the values of a file.
#[derive(Debug, Default)]
pub(crate) struct Priorities {
    valid: u32,
    /// The location and the key of the first valid value.
    first: Option<(Span, u64)>,
    /// True if a later value is another number.
    differ: bool,
    /// The number of default values, the first such element, and the edits that delete them.
    defaults: u32,
    first_default: Span,
    default_edits: Vec<Edit>,
}

/// The key of 0.5.
const DEFAULT: u64 = ONE / 2;

impl Priorities {
    /// The number of valid values.
    pub(crate) const fn valid(&self) -> u32 {
        self.valid
    }

    /// Adds the value of an entry, at `span`.
    pub(crate) fn add(&mut self, key: u64, span: Span, field: &Field<'_>, reporter: &Reporter<'_>) {
        self.valid += 1;
        match self.first {
            None => self.first = Some((span, key)),
            Some((_, first)) => self.differ |= first != key,
        }
        if key == DEFAULT && !reporter.is_unclosed() && reporter.wants(Rule::PriorityDefaultRedundant) {
            if self.defaults == 0 {
                self.first_default = field.element;
            }
            self.defaults += 1;
            self.default_edits.push(field.delete());
        }
    }
}

/// The key of the common forms `0.d` and `1.0`.
fn common(text: &str) -> Option<u64> {
    match text.as_bytes() {
        [b'0', b'.', digit @ b'0'..=b'9'] => Some(u64::from(digit - b'0') * (ONE / 10)),
        b"1.0" => Some(ONE),
        _ => None,
    }
}

/// The key of a value that no rule on single values reports.
pub(crate) fn plain(text: &str) -> Option<u64> {
    common(text).or_else(|| {
        let (integer, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let number = Decimal::parse(text).filter(|_| is_usual(integer, fraction))?;
        in_range(number).then(|| number.key())
    })
}

/// The key of a trimmed value in any spelling; `None` if it is not a priority.
pub(crate) fn value(text: &str) -> Option<u64> {
    Decimal::parse(text).filter(|number| in_range(*number)).map(|number| number.key())
}

/// True if a number in the range has the usual form.
fn is_usual(integer: &str, fraction: &str) -> bool {
    matches!(integer, "0" | "1") && (1..=DECIMALS).contains(&fraction.len())
}

/// Checks the content of a `priority` and adds it to `state`.
pub(crate) fn check(field: &Field<'_>, state: &mut Priorities, reporter: &mut Reporter<'_>) {
    limits::value(field, reporter);
    let text = field.value.text;
    if let Some(key) = common(text) {
        return state.add(key, field.value.whole(), field, reporter);
    }
    let range = trimmed(text);
    let Some(value) = text.get(range.clone()) else { return };
    if value.is_empty() {
        return reporter.report(rules::priority_empty(field.element).safe(field.delete()));
    }
    let span = field.value.span(range.start, range.end);
    let number = Decimal::parse(value);
    // `NaN` is the result of a calculation and not template code.
    if number.is_none() && value != "NaN" && value_text::unprocessed_template(field, reporter) {
        return;
    }
    if value.len() < text.len() {
        field.surrounding_whitespace(rules::priority_surrounding_whitespace, range.clone(), reporter);
    }
    let place = Place { field, start: range.start, end: range.end };
    match number {
        None => {
            value_text::double_escaped(field, reporter);
            no_number(&place, value, span, reporter);
        }
        Some(number) if !in_range(number) => {
            if reporter.only_counts(Rule::PriorityOutOfRange, Some(FixKind::Suggest)) {
                return;
            }
            let meant = into_range(number);
            let diagnostic = rules::priority_out_of_range(span, span, meant.clone());
            reporter.report(place.replaced(diagnostic, FixKind::Suggest, meant));
        }
        Some(number) => {
            state.add(number.key(), span, field, reporter);
            if reporter.wants(Rule::PriorityUnusualForm) {
                unusual_form(&place, value, number, span, reporter);
            }
        }
    }
}

/// The trimmed value in its field.
struct Place<'a> {
    field: &'a Field<'a>,
    start: usize,
    end: usize,
}

impl Place<'_> {
    fn replaced(&self, diagnostic: Diagnostic, kind: FixKind, text: String) -> Diagnostic {
        repaired(diagnostic, kind, [self.field.replace(self.start, self.end, text)])
    }
}

fn in_range(number: Decimal<'_>) -> bool {
    !number.is_negative() && number.compare(1) != Ordering::Greater
}

/// The most likely meaning of a number outside the range: on a scale to 10 or 100, otherwise the nearest bound.
fn into_range(number: Decimal<'_>) -> String {
    match number.to_integer() {
        Some(tenths @ 2..=9) => format!("0.{tenths}"),
        Some(percent @ 11..=99) => percentage(percent),
        _ if number.is_negative() => "0.0".to_owned(),
        _ => "1.0".to_owned(),
    }
}

/// `percent`, from 0 to 99, as a decimal.
fn percentage(percent: i64) -> String {
    let text = format!("0.{percent:02}");
    text.strip_suffix('0').map(str::to_owned).unwrap_or(text)
}

fn no_number(place: &Place<'_>, value: &str, span: Span, reporter: &mut Reporter<'_>) {
    if let Some((integer, fraction)) = value.split_once(',')
        && digits(integer)
        && digits(fraction)
    {
        return decimal_comma(place, value, integer.len(), span, reporter);
    }
    if let Some(number) = value.strip_suffix('%').map(str::trim_end).and_then(Decimal::parse) {
        let meant = match number.to_integer() {
            Some(percent @ 0..=99) => Some(percentage(percent)),
            Some(100) => Some("1.0".to_owned()),
            _ => None,
        };
        if let Some(meant) = meant {
            let diagnostic = rules::priority_not_a_number::percentage(span, span, meant.clone());
            return reporter.report(place.replaced(diagnostic, FixKind::Suggest, meant));
        }
    }
    if WORDS.iter().any(|word| word.eq_ignore_ascii_case(value)) {
        return reporter.report(rules::priority_not_a_number::word(span, span));
    }
    reporter.report(rules::priority_not_a_number(span, span).suggest(place.field.delete()));
}

/// Words for priorities; only the author knows the number.
const WORDS: [&str; 8] = ["high", "medium", "low", "highest", "lowest", "normal", "middle", "default"];

fn digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn decimal_comma(place: &Place<'_>, value: &str, comma: usize, span: Span, reporter: &mut Reporter<'_>) {
    let pointed = value.replace(',', ".");
    let at = place.start + comma;
    let comma = place.field.value.span(at, at + 1);
    match Decimal::parse(&pointed) {
        Some(number) if !in_range(number) => {
            let meant = into_range(number);
            let diagnostic = rules::priority_decimal_comma(comma, span, meant.clone());
            reporter.report(place.replaced(diagnostic, FixKind::Suggest, meant));
        }
        _ => {
            let diagnostic = rules::priority_decimal_comma(comma, span, pointed);
            reporter.report(repaired(diagnostic, FixKind::Safe, [place.field.replace(at, at + 1, ".")]));
        }
    }
}

/// The maximum number of useful decimals.
const DECIMALS: usize = 4;

fn unusual_form(place: &Place<'_>, value: &str, number: Decimal<'_>, span: Span, reporter: &mut Reporter<'_>) {
    let (integer, fraction) = value.split_once('.').unwrap_or((value, "0"));
    if is_usual(integer, fraction) {
        return;
    }
    let (kind, canonical) = canonical(number);
    let diagnostic = rules::priority_unusual_form(span, span, canonical.clone());
    reporter.report(place.replaced(diagnostic, kind, canonical));
}

/// The usual form; rounding is only suggested.
fn canonical(number: Decimal<'_>) -> (FixKind, String) {
    let whole = u8::from(number.key() == ONE);
    match number.fraction() {
        "" => (FixKind::Safe, format!("{whole}.0")),
        digits if digits.len() <= DECIMALS => (FixKind::Safe, format!("{whole}.{digits}")),
        _ => {
            let unit = ONE / 10_000;
            let rounded = (number.key() + unit / 2) / unit;
            let text = format!("{}.{:04}", rounded / 10_000, rounded % 10_000);
            let short = text.trim_end_matches('0');
            let zero = if short.ends_with('.') { "0" } else { "" };
            (FixKind::Suggest, format!("{short}{zero}"))
        }
    }
}

/// The number of entries from which equal values are reported.
const MANY: u32 = 5;

/// Checks the values of the whole file together.
pub(crate) fn finish(state: &mut Priorities, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
    let Some((first, key)) = state.first else { return };
    if !state.differ && facts.entries >= MANY && state.valid >= facts.entries {
        reporter.report(match key {
            ONE => rules::priority_all_identical::highest(first, state.valid, first),
            _ => rules::priority_all_identical(first, state.valid, first),
        });
    }
    if state.defaults > 0 {
        let edits = std::mem::take(&mut state.default_edits);
        let diagnostic = match state.defaults {
            1 => rules::priority_default_redundant::one(state.first_default),
            count => rules::priority_default_redundant::many(state.first_default, count),
        };
        reporter.report(diagnostic.suggest(edits));
    }
    reporter.report(rules::priority_ignored(first, state.valid));
}

#[cfg(test)]
#[path = "priority_tests.rs"]
mod tests;
