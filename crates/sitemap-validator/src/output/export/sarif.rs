//! SARIF 2.1.0, an OASIS standard that code scanning reads.

use std::fmt::Write;

use sitemap_validator_protocol::report::{Diagnostic, Edit, File, Report, Severity};
use sitemap_validator_protocol::sorted_map::SortedMap;
use sitemap_validator_protocol::sorting;

use super::findings::{Fingerprints, Group, groups, path, total};
use super::json_writer::Json;
use super::sentences;
use crate::message::Words;
use crate::registry::Rule;

/// The maximum number of results: of a run with more, GitHub keeps the heaviest 5,000.
const MOST: usize = 5_000;

/// `report` as the log of one run.
pub(super) fn write(report: &Report, site: Option<&str>, words: &Words) -> String {
    let ids = groups(report).flat_map(|group| group.rules.keys());
    let rules: SortedMap<&str, Rule> = ids.filter_map(|id| Some((id.as_str(), Rule::by_id(id)?))).collect();
    let rules: Vec<Rule> = rules.into_iter().map(|(_, rule)| rule).collect();
    let mut json = Json::default();
    json.item(|json| {
        json.text("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        json.text("version", "2.1.0");
        json.array("runs", |json| json.item(|json| run(json, report, &rules, site, words)));
    });
    json.finish() + "\n"
}

fn run(json: &mut Json, report: &Report, rules: &[Rule], site: Option<&str>, words: &Words) {
    json.object("tool", |json| {
        json.object("driver", |json| {
            json.text("name", &report.tool.name);
            json.text("semanticVersion", &report.tool.version);
            json.array("rules", |json| {
                for &rule in rules {
                    json.item(|json| descriptor(json, rule, site, words));
                }
            });
        });
    });
    json.text("columnKind", "unicodeCodePoints");
    json.array("artifacts", |json| {
        for file in &report.files {
            json.item(|json| {
                json.object("location", |json| json.text("uri", &uri(&file.name)));
                json.number("length", file.bytes);
            });
        }
    });
    let mut results: Vec<_> =
        groups(report).flat_map(|group| group.listed.iter().map(move |finding| (group, finding))).collect();
    if results.len() > MOST {
        sorting::by(&mut results, |(_, one), (_, other)| other.severity.cmp(&one.severity));
        results.truncate(MOST);
    }
    json.array("results", |json| {
        let mut fingerprints = Fingerprints::default();
        for (group, finding) in &results {
            json.item(|json| result(json, report, rules, group, finding, &mut fingerprints));
        }
    });
    json.array("invocations", |json| json.item(|json| invocation(json, report, results.len() as u64, words)));
}

/// The description of a rule: what its messages have in common, without arguments, or its name.
fn descriptor(json: &mut Json, rule: Rule, site: Option<&str>, words: &Words) {
    let info = rule.info();
    json.text("id", info.id);
    let (titles, helps): (Vec<&str>, Vec<&str>) =
        info.messages.iter().map(|one| <(&str, &str)>::from(words.template(*one))).unzip();
    let common = |texts: &[&str]| {
        let first = texts.first()?;
        texts.iter().all(|text| text == first).then(|| open(first))
    };
    message(json, "shortDescription", &common(&titles).unwrap_or_else(|| info.id.replace('-', " ")));
    if let Some(help) = common(&helps) {
        message(json, "help", &help);
    }
    if let Some(site) = site {
        json.text("helpUri", &format!("{site}rules/{}.html", info.id));
    }
    json.object("defaultConfiguration", |json| json.text("level", level(info.severity)));
    json.object("properties", |json| {
        let sources: Vec<&str> = info.support.sources().collect();
        json.text("source", &sources.join(", "));
    });
}

/// A template with `…` for its arguments.
fn open(template: &str) -> String {
    (0..9).fold(template.to_owned(), |text, index| text.replace(&format!("{{{index}}}"), "…"))
}

fn result<'a>(
    json: &mut Json,
    report: &'a Report,
    rules: &[Rule],
    group: &Group<'a>,
    finding: &Diagnostic,
    fingerprints: &mut Fingerprints<'a>,
) {
    let file = group.file_of(finding, report);
    json.text("ruleId", &finding.rule);
    if let Some(index) = rules.iter().position(|rule| rule.id() == finding.rule) {
        json.number("ruleIndex", index as u64);
    }
    json.text("level", level(finding.severity));
    message(json, "message", &format!("{}. {}", finding.message, finding.help));
    let span = Region::of(finding.line, finding.column, finding.end_line, finding.end_column);
    let span = Region { bytes: Some((finding.start, finding.end)), ..span };
    json.array("locations", |json| json.item(|json| location(json, report, file, span)));
    if !finding.related.is_empty() {
        json.array("relatedLocations", |json| {
            for other in &finding.related {
                let file = other.file.map_or(file, |file| report.files.get(file as usize));
                let span = Region::of(other.line, other.column, other.end_line, other.end_column);
                let span = Region { bytes: Some((other.start, other.end)), ..span };
                json.item(|json| {
                    location(json, report, file, span);
                    message(json, "message", &other.message);
                });
            }
        });
    }
    let print = fingerprints.of(file, &finding.rule, &finding.message);
    json.object("partialFingerprints", |json| json.text("ruleAndMessage/v1", &print));
    let fix = finding.fix.as_ref().filter(|fix| fix.edits.iter().all(has_place));
    if let (Some(fix), Some(file)) = (fix, file.filter(|file| counts_bytes(file))) {
        json.array("fixes", |json| {
            json.item(|json| {
                message(json, "description", &finding.help);
                json.array("artifactChanges", |json| {
                    json.item(|json| {
                        artifact(json, report, file);
                        json.array("replacements", |json| fix.edits.iter().for_each(|edit| replacement(json, edit)));
                    });
                });
            });
        });
    }
}

/// The replacement is text, so the region must be a region of text.
fn replacement(json: &mut Json, edit: &Edit) {
    json.item(|json| {
        let region = Region::of(edit.line, edit.column, edit.end_line, edit.end_column);
        json.object("deletedRegion", |json| lines(json, region));
        if !edit.text.is_empty() {
            json.object("insertedContent", |json| json.text("text", &edit.text));
        }
    });
}

/// False for the deletion of a byte order mark, which has no column.
fn has_place(edit: &Edit) -> bool {
    edit.start == edit.end || (edit.line, edit.column) != (edit.end_line, edit.end_column)
}

/// A sentence as the value of `key`, with placeholders and links of SARIF messages escaped.
fn message(json: &mut Json, key: &str, text: &str) {
    let text = text.replace('{', "{{").replace('}', "}}").replace("](", "\\](");
    json.object(key, |json| json.text("text", &text));
}

/// A region of a file.
#[derive(Debug, Clone, Copy)]
struct Region {
    lines: [u32; 4],
    bytes: Option<(u32, u32)>,
}

impl Region {
    const fn of(line: u32, column: u32, end_line: u32, end_column: u32) -> Self {
        Self { lines: [line, column, end_line, end_column], bytes: None }
    }
}

fn location(json: &mut Json, report: &Report, file: Option<&File>, region: Region) {
    let Some(file) = file else { return };
    json.object("physicalLocation", |json| {
        artifact(json, report, file);
        json.object("region", |json| {
            lines(json, region);
            if let (Some((start, end)), true) = (region.bytes, counts_bytes(file)) {
                bytes(json, start, end);
            }
        });
    });
}

fn artifact(json: &mut Json, report: &Report, file: &File) {
    json.object("artifactLocation", |json| {
        json.text("uri", &uri(&file.name));
        if let Some(index) = report.files.iter().position(|other| std::ptr::eq(other, file)) {
            json.number("index", index as u64);
        }
    });
}

fn lines(json: &mut Json, region: Region) {
    for (key, number) in ["startLine", "startColumn", "endLine", "endColumn"].iter().zip(region.lines) {
        json.number(key, number.into());
    }
}

fn bytes(json: &mut Json, start: u32, end: u32) {
    json.number("byteOffset", start.into());
    json.number("byteLength", end.saturating_sub(start).into());
}

/// True if the report's offsets are those of the file, which is neither compressed nor in another encoding.
fn counts_bytes(file: &File) -> bool {
    file.encoding == "utf-8" && file.bytes == file.decompressed_bytes
}

/// Whether the run was successful, and notes on findings that are not listed.
fn invocation(json: &mut Json, report: &Report, listed: u64, words: &Words) {
    let unread = || report.files.iter().filter(|file| file.read_error.is_some() || file.partial);
    json.truth("executionSuccessful", unread().next().is_none());
    json.array("toolExecutionNotifications", |json| {
        for file in unread() {
            json.item(|json| {
                json.text("level", "error");
                let why = file.read_error.as_deref().unwrap_or_else(|| words.word(sentences::NOT_TO_ITS_END));
                message(json, "message", why);
                json.array("locations", |json| {
                    json.item(|json| json.object("physicalLocation", |json| artifact(json, report, file)));
                });
            });
        }
        let counts = total(report);
        let all = counts.error + counts.warning + counts.info;
        if all > listed {
            let (listed, all) = (words.number(listed), words.number(all));
            json.item(|json| {
                json.text("level", "warning");
                message(json, "message", &words.sentence(sentences::LISTED, &[&listed, &all]));
            });
        }
    });
}

const fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// The name of a file as a relative reference or a file URL; that of a fetched file is its URL.
fn uri(name: &str) -> String {
    if name.starts_with("https://") || name.starts_with("http://") {
        return name.to_owned();
    }
    let name = path(&name.replace('\\', "/")).to_owned();
    let drive = name.get(1..3) == Some(":/") && name.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut out = match (name.starts_with('/'), drive) {
        (true, _) => "file://".to_owned(),
        (false, true) => "file:///".to_owned(),
        (false, false) => String::new(),
    };
    for (index, byte) in name.bytes().enumerate() {
        let plain = byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) || drive && index == 1;
        if plain {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_references() {
        assert_eq!(uri("maps/a b.xml"), "maps/a%20b.xml");
        assert_eq!(uri("./a.xml"), "a.xml");
        assert_eq!(uri("https://tidepool.page/a%20b.xml?c"), "https://tidepool.page/a%20b.xml?c");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(uri("a:b.xml"), "a%3Ab.xml");
        assert_eq!(uri("C:\\maps\\ä.xml"), "file:///C:/maps/%C3%A4.xml");
        assert_eq!(uri("/maps/a.xml"), "file:///maps/a.xml");
        assert_eq!(uri("1:b?#.xml"), "1%3Ab%3F%23.xml");
    }

    #[test]
    fn templates_are_left_open() {
        assert_eq!(open("`{0}` is {1}"), "`…` is …");
    }
}
