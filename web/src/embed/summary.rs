//! The summary of a result for a host.

use serde_json::{Value, json};
use sitemap_validator_protocol::report::{Counts, VERSION, Verdict};

use crate::state::Outcome;

/// Verdict and counts as JSON, of all and of each file; each file's entry is that of the report, without its findings.
pub(super) fn of(outcome: &Outcome) -> String {
    let files: Vec<Value> = outcome.files.iter().map(|file| without_findings(json!(file.report))).collect();
    let (verdict, counts) = match &outcome.set {
        Some(set) => (set.verdict, set.counts),
        None => outcome
            .files
            .first()
            .map_or((Verdict::Unchecked, Counts::default()), |file| (file.report.verdict, file.report.counts)),
    };
    json!({ "version": VERSION, "verdict": verdict, "counts": counts, "files": files }).to_string()
}

fn without_findings(mut file: Value) -> Value {
    if let Some(parts) = file.as_object_mut() {
        parts.remove("diagnostics");
        parts.remove("truncated");
    }
    file
}
