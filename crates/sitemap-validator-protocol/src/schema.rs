//! The JSON schema of the report, and the page that documents its fields.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::report::{Diagnostic, Edit, Fix, FixKind, Report, Severity, VERSION};

const HEAD: &str = "\
# The JSON report

`--format json`, the page, the npm package and the Python package give the same report, version 1.
Within version 1, fields may be added; none is removed, renamed or changes its meaning.
[report.schema.json](report.schema.json) is its JSON schema.

Lines and columns start at 1; columns count Unicode code points, and the end of a range is
exclusive. `start` and `end` are byte offsets in the decompressed file, in UTF-8.

`files` has a [File](#file) for each input, and its `diagnostics` are the findings. A finding:

```json
";

/// The schema.
fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let schema = generator.into_root_schema_for::<Report>().to_value().to_string();
    let mut schema: Value = serde_json::from_str(&schema.replace("Nullable_", "")).expect("a schema");
    schema["title"] = format!("Report of sitemap-validator, version {VERSION}").into();
    schema
}

/// The finding in README.md; a test of the command line compares both with the program.
fn example() -> Diagnostic {
    let edit = Edit { line: 4, column: 49, end_line: 4, end_column: 50, start: 156, end: 157, text: "&amp;".into() };
    Diagnostic {
        file: None,
        rule: "loc-unescaped-ampersand".into(),
        severity: Severity::Error,
        message: "`&` in a URL must be written `&amp;`".into(),
        help: "Replace `&` with `&amp;`. Crawlers turn it back into `&` before they fetch the page.".into(),
        line: 4,
        column: 49,
        end_line: 4,
        end_column: 50,
        start: 156,
        end: 157,
        entry: Some(1),
        after_recovery: false,
        sources: vec!["sitemaps.org".into(), "xml".into()],
        related: Vec::new(),
        fix: Some(Fix { kind: FixKind::Safe, edits: vec![edit] }),
        alternatives: Vec::new(),
        removal: None,
        excerpt: None,
    }
}

/// The page: a table for each type, the report first, then the others in alphabetical order.
fn page(schema: &Value) -> String {
    let finding = serde_json::to_string_pretty(&example()).expect("a finding");
    let mut page = format!("{HEAD}{finding}\n```\n");
    let mut types = vec!["Report".to_owned()];
    let mut at = 0;
    while let Some(name) = types.get(at).cloned() {
        used(&definition(schema, &name)["properties"], &mut types);
        at += 1;
    }
    types[1..].sort_unstable();
    for name in types {
        section(&mut page, &name, definition(schema, &name));
    }
    page
}

fn definition<'a>(schema: &'a Value, name: &str) -> &'a Value {
    if name == "Report" { schema } else { &schema["$defs"][name] }
}

/// Adds the types to which `of` refers.
fn used(of: &Value, types: &mut Vec<String>) {
    match of {
        Value::String(reference) => {
            if let Some(name) =
                reference.strip_prefix("#/$defs/").filter(|name| !types.iter().any(|known| known == name))
            {
                types.push(name.to_owned());
            }
        }
        Value::Array(all) => all.iter().for_each(|of| used(of, types)),
        Value::Object(fields) => fields.values().for_each(|of| used(of, types)),
        _ => {}
    }
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
    let words = of["description"].as_str().unwrap_or_default().split_whitespace();
    words.collect::<Vec<_>>().join(" ").replace('|', "\\|")
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
