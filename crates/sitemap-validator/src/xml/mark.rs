//! Byte order marks that are not at the start of the file.

use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;

/// The location of such a mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surroundings {
    /// Outside the root element, where XML allows no text.
    Outside,
    /// Between elements, where it is text.
    Content,
    /// In a value, of which it becomes a part.
    Value {
        /// True if the XSD restricts the value's type.
        typed: bool,
    },
}

/// Reports U+FEFF at byte `at`.
pub(crate) fn misplaced_bom(at: usize, place: Surroundings, reporter: &mut Reporter<'_>) {
    let span = Span::new(at, at + '\u{FEFF}'.len_utf8());
    let delete = Edit::delete(span);
    match place {
        Surroundings::Outside => reporter.fatal(rules::encoding_bom_misplaced(span).safe(delete), span.start),
        Surroundings::Content => reporter.report(rules::encoding_bom_misplaced(span).safe(delete)),
        Surroundings::Value { typed } => {
            let found = rules::encoding_bom_misplaced::in_value(span).safe(delete);
            reporter.report(found.against_schema(typed));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::sink::Collector;
    use sitemap_validator_protocol::report::Severity;

    #[test]
    fn marks_elsewhere_are_fatal_outside_of_values() {
        let options = Options::default();
        let mut collector = Collector::new(0);
        let mut reporter = Reporter::new(&options, &mut collector);
        misplaced_bom(7, Surroundings::Value { typed: false }, &mut reporter);
        assert_eq!(reporter.fatal_at(), None);
        misplaced_bom(3, Surroundings::Outside, &mut reporter);
        assert_eq!(reporter.fatal_at(), Some(3));
        let weights: Vec<_> = collector.into_sorted().into_iter().map(|found| found.severity).collect();
        assert_eq!(weights, [Some(Severity::Error), Some(Severity::Warning)]);
    }
}
