//! The language of the publication.

use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{FixKind, Severity};
use crate::reporter::Reporter;
use crate::rules;
use crate::value::language::news::{self, NewsLanguage};

/// Checks a non-empty language code.
pub(super) fn check(field: &Field<'_>, reporter: &mut Reporter<'_>) {
    use rules::news_language_invalid as message;
    let place = Trimmed::new(field);
    let (known, meant) = match news::read(place.value) {
        NewsLanguage::Valid => return,
        NewsLanguage::Unknown(meant) => (true, meant),
        NewsLanguage::Malformed(meant) => (false, meant),
    };
    if value_text::unprocessed_template(field, reporter) {
        return;
    }
    let span = place.whole();
    let edit = meant.clone().map(|meant| place.edit_whole(meant));
    let found = match (known, meant) {
        (true, None) => message::unknown(span, span),
        (true, Some(meant)) => message::like_language(span, span, meant),
        (false, None) => rules::news_language_invalid(span, span),
        (false, Some(meant)) => message::fixable(span, span, meant),
    };
    let found = if known { found.severity(Severity::Warning) } else { found };
    reporter.report(repaired(found, FixKind::Suggest, edit));
}
