//! The JSON schema of the report, and the page that documents its fields.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::report::{Report, VERSION};

const HEAD: &str = "\
# The JSON report

`--format json`, the page, the npm package and the Python package give the same report, version 1. Within version 1, fields
may be added; none is removed, renamed or changes its meaning. [report.schema.json](report.schema.json) is its JSON schema.

Lines and columns start at 1; columns count Unicode code points, and the end of a range is exclusive. `start` and `end` are
byte offsets in the decompressed file, in UTF-8.
";

/// The schema.
fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let mut schema = generator.into_root_schema_for::<Report>().to_value();
    schema["title"] = format!("Report of sitemap-validator, version {VERSION}").into();
    schema
}

/// The page: a table for each type.
fn page(schema: &Value) -> String {
    let mut page = HEAD.to_owned();
    section(&mut page, "Report", schema);
    for (name, of) in schema["$defs"].as_object().into_iter().flatten() {
        section(&mut page, name, of);
    }
    page
}

fn section(page: &mut String, name: &str, of: &Value) {
    let _ = write!(page, "\n## {name}\n\n{}\n\n", text(of));
    if let Some(fields) = of["properties"].as_object() {
        page.push_str("| field | type | meaning |\n| --- | --- | --- |\n");
        for (field, about) in fields {
            let is_required = of["required"].as_array().is_some_and(|all| all.iter().any(|name| name == field));
            let kind = kind(about) + if is_required { "" } else { ", may be absent" };
            let _ = writeln!(page, "| `{field}` | {kind} | {} |", text(about));
        }
    } else {
        page.push_str("| value | meaning |\n| --- | --- |\n");
        for value in of["oneOf"].as_array().into_iter().flatten() {
            let _ = writeln!(page, "| `{}` | {} |", value["const"].as_str().unwrap_or_default(), text(value));
        }
    }
}

fn text(of: &Value) -> String {
    of["description"].as_str().unwrap_or_default().replace('\n', " ").replace('|', "\\|")
}

/// The type of a field.
fn kind(of: &Value) -> String {
    let named = |reference: &str| {
        let name = reference.rsplit('/').next().unwrap_or_default();
        format!("[{name}](#{})", name.to_lowercase())
    };
    if let Some(reference) = of["$ref"].as_str() {
        return named(reference);
    }
    if let Some(any) = of["anyOf"].as_array() {
        return any.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    let one = |kind: &str| match kind {
        "integer" => "number".to_owned(),
        "array" => format!("list of {}", self::kind(&of["items"])),
        "object" => format!("object with {} values", self::kind(&of["additionalProperties"])),
        "null" => "`null`".to_owned(),
        other => other.to_owned(),
    };
    match &of["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or "),
        other => one(other.as_str().unwrap_or("any")),
    }
}

#[test]
fn the_schema_of_the_report_and_its_page_are_current() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let schema = schema();
    for (name, text) in [("report.schema.json", format!("{schema:#}\n")), ("report.md", page(&schema))] {
        let path = docs.join(name);
        if std::env::var_os("UPDATE_SCHEMA").is_some() {
            fs::write(&path, &text).expect("the file");
        }
        assert!(fs::read_to_string(path).is_ok_and(|written| written == text), "write {name} with UPDATE_SCHEMA=1");
    }
}

#[test]
fn every_field_is_documented() {
    let schema = schema();
    let types = schema["$defs"].as_object().into_iter().flat_map(Map::values).chain([&schema]);
    for of in types {
        for (field, about) in of["properties"].as_object().into_iter().flatten() {
            assert!(!text(about).is_empty(), "{field} in {of:#}");
        }
    }
}
