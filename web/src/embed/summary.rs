//! The summary of a result for a host.

use js_sys::{Array, JSON, Object, Reflect};
use sitemap_validator_protocol::report::{Counts, VERSION, Verdict};
use wasm_bindgen::{JsCast, JsValue};

use crate::state::Outcome;

/// The verdict and counts of all files and of each file. The entry of a file is that of the report, without its
/// findings.
pub(super) fn of(outcome: &Outcome) -> JsValue {
    let (verdict, counts) = match &outcome.set {
        Some(set) => (set.verdict, set.counts),
        None => outcome
            .files
            .first()
            .map_or((Verdict::Unchecked, Counts::default()), |file| (file.report.verdict, file.report.counts)),
    };
    let files: Array = outcome.files.iter().map(|file| parsed(serde_json::to_string(&file.report))).collect();
    for file in files.iter() {
        for findings in ["diagnostics", "truncated"] {
            let _ = Reflect::delete_property(file.unchecked_ref::<Object>(), &findings.into());
        }
    }
    let summary = Object::new();
    for (key, value) in [
        ("version", VERSION.into()),
        ("verdict", parsed(serde_json::to_string(&verdict))),
        ("counts", parsed(serde_json::to_string(&counts))),
        ("files", files.into()),
    ] {
        let _ = Reflect::set(&summary, &key.into(), &value);
    }
    summary.into()
}

fn parsed(json: serde_json::Result<String>) -> JsValue {
    JSON::parse(&json.unwrap_or_default()).unwrap_or_default()
}
