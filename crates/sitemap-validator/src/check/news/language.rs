//! The language of the publication.

use crate::check::{Field, Trimmed, repaired, value_text};
use crate::diagnostic::{Diagnostic, FixKind, Severity};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::value::language::news::{self, NewsLanguage};

/// Judges a language that is not empty.
pub(super) fn check(field: &Field<'_>, reporter: &mut Reporter<'_>) {
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
    let mut found = Diagnostic::new(Rule::NewsLanguageInvalid, span).arg(span);
    if known {
        found = found.wording(2).severity(Severity::Warning);
    }
    if let Some(meant) = meant {
        found = found.clone().wording(found.wording + 1).arg(meant.clone());
        found = repaired(found, FixKind::Suggest, [place.edit_whole(meant)]);
    }
    reporter.report(found);
}
