//! The core's tables of language, script and region codes, out of the IANA Language Subtag Registry.
//!
//! The registry itself is not part of the project: it is given by path, as IANA publishes it (record-jar, RFC 5646
//! section 3.1) or as a JSON array of the same records with a `meta.json` beside it.

mod json;
mod record_jar;
mod table;

use std::fs;
use std::path::Path;

use crate::process::{command, run};

/// The file that is written, below the root.
const TABLE: &str = "crates/sitemap-validator/src/value/language/table.rs";

/// A record of the registry: its fields in order; a field can come more than once.
#[derive(Debug, Default, PartialEq, Eq)]
struct Record {
    fields: Vec<(String, String)>,
}

impl Record {
    /// The first value of a field.
    fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }
}

/// The registry: its date and its records.
#[derive(Debug, PartialEq, Eq)]
struct Registry {
    date: String,
    records: Vec<Record>,
}

/// Reads the registry and writes the table.
pub(crate) fn write(root: &Path, file: &Path) -> Result<(), String> {
    let registry = read(file)?;
    let target = root.join(TABLE);
    fs::write(&target, table::source(&registry)?).map_err(|error| format!("{TABLE} cannot be written: {error}"))?;
    run(command("rustfmt", root).args(["--edition", "2024"]).arg(&target))?;
    println!("{TABLE}: {} records of {}", registry.records.len(), registry.date);
    Ok(())
}

fn read(file: &Path) -> Result<Registry, String> {
    let text = text_of(file)?;
    if !text.trim_start().starts_with('[') {
        return record_jar::registry(&text);
    }
    let records = json::records(&text)?;
    let meta = text_of(&file.with_file_name("meta.json"))?;
    let date =
        json::records(&format!("[{meta}]"))?.first().and_then(|record| record.get("File-Date")).map(str::to_owned);
    Ok(Registry { date: date.ok_or("`meta.json` has no `File-Date`")?, records })
}

fn text_of(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))
}
