//! JSON: the report itself.

use std::borrow::Cow;

use sitemap_validator_protocol::report::{Diagnostic, Report};

use super::json_writer::with_escapes;

/// `report` as JSON, without excerpts, which are not a part of it. It contains texts, numbers and lists, and nothing that JSON
/// cannot express.
pub(crate) fn write(report: &Report) -> String {
    let has_excerpt = |finding: &Diagnostic| finding.excerpt.is_some();
    let mut report = Cow::Borrowed(report);
    if report.files.iter().any(|file| file.diagnostics.iter().any(has_excerpt)) {
        let files = &mut report.to_mut().files;
        files.iter_mut().flat_map(|file| &mut file.diagnostics).for_each(|finding| finding.excerpt = None);
    }
    with_escapes(serde_json::to_string_pretty(&*report).unwrap_or_default())
}
