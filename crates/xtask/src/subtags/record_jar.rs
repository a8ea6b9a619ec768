//! The registry as IANA publishes it: `Name: value` lines, records between lines of `%%`.

use super::{Record, Registry};

/// Reads the registry; its first record is the date.
pub(super) fn registry(text: &str) -> Result<Registry, String> {
    let mut records = Vec::new();
    let mut record = Record::default();
    for (number, line) in text.lines().enumerate() {
        if line.trim_end() == "%%" {
            records.push(std::mem::take(&mut record));
        } else if line.starts_with([' ', '\t']) {
            // A line that begins with white space goes on with the value before it.
            let (_, value) = record.fields.last_mut().ok_or(format!("line {} continues nothing", number + 1))?;
            value.push(' ');
            value.push_str(line.trim());
        } else if !line.trim().is_empty() {
            let (name, value) = line.split_once(':').ok_or(format!("line {} is no `Name: value`", number + 1))?;
            record.fields.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    records.push(record);
    records.retain(|record| !record.fields.is_empty());
    match records.first().and_then(|first| first.get("File-Date")).map(str::to_owned) {
        Some(date) => {
            records.remove(0);
            Ok(Registry { date, records })
        }
        None => Err("the registry does not begin with its `File-Date`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_and_folded_lines() {
        let text = "File-Date: 2025-08-25\n%%\nType: language\nSubtag: aa\nDescription: Afar\n%%\nType: region\n\
                    Subtag: GB\nComments: as of 2006 it\n  is one: see ISO\n";
        let registry = registry(text).unwrap();
        assert_eq!(registry.date, "2025-08-25");
        assert_eq!(registry.records.len(), 2);
        assert_eq!(registry.records[0].get("Subtag"), Some("aa"));
        assert_eq!(registry.records[1].get("Comments"), Some("as of 2006 it is one: see ISO"));
        assert!(!registry.records[1].has("Deprecated"));
    }

    #[test]
    fn what_is_no_registry_is_refused() {
        assert!(registry("").is_err());
        assert!(registry("Type: language\n").is_err());
        assert!(registry("File-Date: 2025-08-25\n%%\nword\n").is_err());
    }
}
