//! JSON: the report itself.

use sitemap_validator_protocol::report::Report;

use super::json_writer::with_escapes;

/// `report` as JSON. It contains texts, numbers and lists, and nothing that JSON cannot express.
pub(crate) fn write(report: &Report) -> String {
    with_escapes(serde_json::to_string_pretty(report).unwrap_or_default())
}
