//! The report of GitLab's Code Quality, which shows findings in merge requests.

use sitemap_validator_protocol::report::{Report, Severity};

use super::findings::{Fingerprints, groups, hash, path};
use super::json_writer::Json;
use super::sentences;
use crate::message::Words;

/// `report` as a list of findings. GitLab takes a path without `./`, and shows only one of several findings with the same
/// fingerprint, also of different files.
pub(super) fn write(report: &Report, words: &Words) -> String {
    let mut json = Json::default();
    json.list(|json| {
        let mut fingerprints = Fingerprints::default();
        for group in groups(report) {
            if let Some(file) = group.file
                && let Some(why) = &file.read_error
            {
                let name = words.word(sentences::NOT_CHECKED);
                let print = fingerprints.of(Some(file), name, why);
                json.item(|json| issue(json, name, why, "blocker", &print, &file.name, 1));
            }
            for finding in group.listed {
                let Some(file) = group.file_of(finding, report) else { continue };
                let print = fingerprints.of(Some(file), &finding.rule, &finding.message);
                let text = format!("{}. {}", finding.message, finding.help);
                let severity = severity(finding.severity);
                json.item(|json| issue(json, &finding.rule, &text, severity, &print, &file.name, finding.line));
            }
        }
    });
    json.finish() + "\n"
}

fn issue(json: &mut Json, check: &str, text: &str, severity: &str, print: &str, name: &str, line: u32) {
    json.text("description", text);
    json.text("check_name", check);
    json.text("fingerprint", &format!("{:016x}", hash(&[path(name), print])));
    json.text("severity", severity);
    json.object("location", |json| {
        json.text("path", path(name));
        json.object("lines", |json| json.number("begin", line.into()));
    });
}

const fn severity(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "major",
        Severity::Warning => "minor",
        Severity::Info => "info",
    }
}
