//! The order of day and month in dates such as `03/04/2025`, which another date of the file may settle.

use crate::diagnostic::Diagnostic;
use crate::reporter::Reporter;
use crate::rules::lastmod_invalid_datetime as message;
use crate::sink::DEFAULT_CAP;
use crate::span::Span;
use crate::value::foreign_date::Order;

/// What is known of the order of day and month.
#[derive(Debug, Default)]
pub(super) struct DayAndMonth {
    /// The first date of which the order is certain.
    certain: Option<Certain>,
    /// The ambiguous dates before it, each with its separator.
    open: Vec<(char, Diagnostic)>,
}

/// The first date, in another format, of which the order of day and month is certain.
#[derive(Debug, Clone, Copy)]
struct Certain {
    separator: char,
    /// `None` if dates with this separator have both.
    order: Option<Order>,
    place: Span,
}

impl DayAndMonth {
    /// Records a date of which the order is certain, and reports the ambiguous ones before it.
    pub(super) fn certain(&mut self, separator: char, order: Order, place: Span, reporter: &mut Reporter<'_>) {
        match &mut self.certain {
            None => self.certain = Some(Certain { separator, order: Some(order), place }),
            Some(first) if first.separator == separator && first.order != Some(order) => first.order = None,
            Some(_) => {}
        }
        self.finish(reporter);
    }

    /// Reports an ambiguous date, now or as soon as the order is certain.
    pub(super) fn ambiguous(&mut self, separator: char, found: Diagnostic, reporter: &mut Reporter<'_>) {
        if self.certain.is_some() || self.open.len() as u64 >= DEFAULT_CAP {
            reporter.report(self.settled(separator, found));
        } else if let Some(found) = reporter.judged(found) {
            self.open.push((separator, found));
        }
    }

    /// Reports the dates that are still ambiguous.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        for (separator, found) in std::mem::take(&mut self.open) {
            reporter.pass(self.settled(separator, found));
        }
    }

    /// `found` with a fix if the order is certain. Its alternatives stay: a choice for all dates is also one for this.
    fn settled(&self, separator: char, found: Diagnostic) -> Diagnostic {
        let certain = self.certain.filter(|certain| certain.separator == separator);
        let Some((order, other)) = certain.and_then(|certain| Some((certain.order?, certain.place))) else {
            return found;
        };
        let (choice, message) = match order {
            Order::DayFirst => (0, message::day_first as fn(_, _, _, _) -> Diagnostic),
            Order::MonthFirst => (1, message::month_first as _),
        };
        let Some(edits) = found.alternatives.get(choice).map(|chosen| chosen.edits.clone()) else { return found };
        let right: String = edits.iter().map(|edit| &*edit.text).collect();
        let Diagnostic { span, severity, entry, alternatives, .. } = found;
        let mut settled = message(span, span, right, other).suggest(edits);
        (settled.severity, settled.entry, settled.alternatives) = (severity, entry, alternatives);
        settled
    }
}
