//! The registry as JSON: an array of objects whose values are strings or arrays of strings.

use super::Record;
use crate::json::{Value, read};

/// Reads the array.
pub(super) fn records(text: &str) -> Result<Vec<Record>, String> {
    match read(text)? {
        Value::List(records) => records.into_iter().map(record).collect(),
        _ => Err("the registry is no array".to_owned()),
    }
}

fn record(value: Value) -> Result<Record, String> {
    let Value::Object(all) = value else { return Err("a record of the registry is no object".to_owned()) };
    let mut fields = Vec::new();
    for (name, value) in all {
        let values = match value {
            Value::List(values) => values,
            value => vec![value],
        };
        for value in values {
            let Value::Text(text) = value else { return Err(format!("`{name}` of a record is no string")) };
            fields.push((name.clone(), text));
        }
    }
    Ok(Record { fields })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_of_strings_and_arrays() {
        let records = records(r#"[ {"Type": "region", "Description": ["One", "a \"b\""]}, {} ]"#).unwrap();
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].get("Type"), Some("region"));
        assert_eq!(records[0].fields.len(), 3);
        assert_eq!(records[0].fields[2].1, "a \"b\"");
    }

    #[test]
    fn what_is_no_registry_is_refused() {
        for text in ["", "[", "[{]", "[{\"a\"}]", "[{\"a\": 1}]", "[{\"a\": [[]]}]", "[{\"a\": \"b}]", "[1]", "{}"] {
            assert!(records(text).is_err(), "{text}");
        }
    }
}
