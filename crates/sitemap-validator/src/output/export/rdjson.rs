//! The Diagnostic Format of reviewdog, as one JSON object.

use sitemap_validator_protocol::report::{Report, Severity};

use super::findings::{groups, path};
use super::json_writer::Json;
use crate::message::Words;

/// `report` as one object. It has lines without columns: reviewdog counts bytes, and the report code points.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut json = Json::default();
    json.item(|json| {
        json.object("source", |json| json.text("name", "sitemap-validator"));
        json.array("diagnostics", |json| {
            for group in groups(report) {
                if let Some(file) = group.file
                    && let Some(why) = &file.read_error
                {
                    let text = format!("{}: {why}", words.word(super::sentences::NOT_CHECKED));
                    json.item(|json| diagnostic(json, &text, "ERROR", &file.name, None));
                }
                for finding in group.listed {
                    let Some(file) = group.file_of(finding, report) else { continue };
                    let text = format!("{}. {}", finding.message, finding.help);
                    json.item(|json| {
                        let lines = (finding.line, finding.end_line);
                        diagnostic(json, &text, severity(finding.severity), &file.name, Some(lines));
                        json.object("code", |json| json.text("value", &finding.rule));
                    });
                }
            }
        });
    });
    json.finish() + "\n"
}

fn diagnostic(json: &mut Json, text: &str, severity: &str, name: &str, lines: Option<(u32, u32)>) {
    json.text("message", text);
    json.text("severity", severity);
    json.object("location", |json| {
        json.text("path", path(name));
        if let Some((first, last)) = lines {
            json.object("range", |json| {
                json.object("start", |json| json.number("line", first.into()));
                json.object("end", |json| json.number("line", last.into()));
            });
        }
    });
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "ERROR",
        Severity::Warning => "WARNING",
        Severity::Info => "INFO",
    }
}
