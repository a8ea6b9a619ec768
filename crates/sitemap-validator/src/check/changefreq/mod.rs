//! `changefreq`: single values, and all values of a file together.

mod words;

use super::{DocumentFacts, Field, limits, value_text};
use crate::check::repaired;
use crate::diagnostic::FixKind;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::datetime::{DAY, Moment};
use crate::value::trimmed;

/// The seven values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Frequency {
    Always,
    Hourly,
    Daily,
    Weekly,
    Monthly,
    Yearly,
    Never,
}

impl Frequency {
    /// All of them, from often to never.
    pub(crate) const ALL: [Self; 7] =
        [Self::Always, Self::Hourly, Self::Daily, Self::Weekly, Self::Monthly, Self::Yearly, Self::Never];

    /// The value in a sitemap.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Hourly => "hourly",
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Monthly => "monthly",
            Self::Yearly => "yearly",
            Self::Never => "never",
        }
    }

    /// The frequency written exactly as `text`.
    pub(crate) fn exact(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|frequency| frequency.name() == text)
    }
}

/// True for one of the seven values.
pub(crate) fn is_word(text: &str) -> bool {
    Frequency::exact(text).is_some()
}

/// Statistics of the values of a file.
#[derive(Debug, Default)]
pub(crate) struct Changefreqs {
    valid: u32,
    first: Option<Span>,
    /// The value of the current entry.
    current: Option<(Frequency, Span)>,
    contradictions: u32,
    first_contradiction: Option<(Frequency, Span)>,
}

impl Changefreqs {
    /// The number of valid values.
    pub(crate) const fn valid(&self) -> u32 {
        self.valid
    }

    /// Adds the value of an entry, at `span`.
    pub(crate) fn add(&mut self, frequency: Frequency, span: Span) {
        self.valid += 1;
        self.first.get_or_insert(span);
        self.current = Some((frequency, span));
    }
}

/// True for one of the protocol's words.
pub(crate) fn is_valid(text: &str) -> bool {
    Frequency::exact(text).is_some()
}

/// Checks the content of a `changefreq` and adds it to `state`.
pub(crate) fn check(field: &Field<'_>, state: &mut Changefreqs, reporter: &mut Reporter<'_>) {
    limits::value(field, reporter);
    let text = field.value.text;
    if let Some(frequency) = Frequency::exact(text) {
        return state.add(frequency, field.value.whole());
    }
    let range = trimmed(text);
    let Some(value) = text.get(range.clone()) else { return };
    if value.is_empty() {
        return reporter.report(rules::changefreq_empty(field.element).safe(field.delete()));
    }
    let span = field.value.span(range.start, range.end);
    let lower = value.to_ascii_lowercase();
    let Some(frequency) = Frequency::exact(&lower) else {
        if !value_text::unprocessed_template(field, reporter) {
            value_text::double_escaped(field, reporter);
            invalid(field, span, value, reporter);
        }
        return;
    };
    state.add(frequency, span);
    if lower != value && !reporter.only_counts(Rule::ChangefreqCase, Some(FixKind::Safe)) {
        let diagnostic = rules::changefreq_case(span, span, frequency.name());
        reporter.report(repaired(diagnostic, FixKind::Safe, [field.replace(range.start, range.end, frequency.name())]));
    }
    if value.len() < text.len() {
        field.surrounding_whitespace(rules::changefreq_surrounding_whitespace, range, reporter);
    }
}

fn invalid(field: &Field<'_>, span: Span, value: &str, reporter: &mut Reporter<'_>) {
    if reporter.only_counts(Rule::ChangefreqInvalidValue, Some(FixKind::Suggest)) {
        return;
    }
    let Some(frequency) = words::meant(value) else {
        return reporter.report(rules::changefreq_invalid_value::unknown(span, span).suggest(field.delete()));
    };
    // The edit also removes the white space around the value.
    let edit = field.replace(0, field.value.text.len(), frequency.name());
    let diagnostic = rules::changefreq_invalid_value::known(span, span, frequency.name());
    reporter.report(repaired(diagnostic, FixKind::Suggest, [edit]));
}

/// Compares the value of a complete entry with the `moment` of its `lastmod`.
pub(crate) fn entry(state: &mut Changefreqs, moment: Option<Moment>, reporter: &mut Reporter<'_>) {
    let Some((frequency, span)) = state.current.take() else { return };
    let (Some(moment), Some(now)) = (moment, reporter.options.now) else { return };
    let age = now.saturating_sub(moment.millis);
    let contradiction = match frequency {
        Frequency::Always | Frequency::Hourly | Frequency::Daily => age > 365 * DAY,
        Frequency::Never => (-DAY..7 * DAY).contains(&age),
        _ => false,
    };
    if contradiction {
        state.contradictions += 1;
        state.first_contradiction.get_or_insert((frequency, span));
    }
}

/// Checks the values of the whole file together.
pub(crate) fn finish(state: &Changefreqs, facts: &DocumentFacts, reporter: &mut Reporter<'_>) {
    if let Some(first) = state.first {
        reporter.report(rules::changefreq_ignored(first, state.valid));
    }
    // Contradictions in fewer than one in five entries may be accidents.
    if let Some((frequency, span)) = state.first_contradiction
        && u64::from(state.contradictions) * 5 >= u64::from(facts.entries)
    {
        let (name, count) = (frequency.name(), state.contradictions);
        reporter.report(if frequency == Frequency::Never {
            rules::changefreq_contradicts_lastmod::recent(span, name, count)
        } else {
            rules::changefreq_contradicts_lastmod::old(span, name, count)
        });
    }
}

#[cfg(test)]
mod tests;
