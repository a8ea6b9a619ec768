//! The registry as JSON: an array of objects whose values are strings or arrays of strings.

use super::Record;

/// Reads the array.
pub(super) fn records(text: &str) -> Result<Vec<Record>, String> {
    let mut reader = Reader { rest: text };
    let mut records = Vec::new();
    reader.list('[', ']', |reader| {
        let mut record = Record::default();
        reader.list('{', '}', |reader| {
            let name = reader.string()?;
            reader.token(':')?;
            if reader.next_is('[') {
                return reader.list('[', ']', |reader| {
                    record.fields.push((name.clone(), reader.string()?));
                    Ok(())
                });
            }
            record.fields.push((name, reader.string()?));
            Ok(())
        })?;
        records.push(record);
        Ok(())
    })?;
    Ok(records)
}

/// What is not read yet.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn next_is(&mut self, token: char) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(token)
    }

    fn token(&mut self, token: char) -> Result<(), String> {
        if !self.next_is(token) {
            let found: String = self.rest.chars().take(20).collect();
            return Err(format!("`{token}` is missing before `{found}`"));
        }
        self.rest = &self.rest[token.len_utf8()..];
        Ok(())
    }

    /// Reads `open`, items between commas, and `close`.
    fn list(
        &mut self,
        open: char,
        close: char,
        mut item: impl FnMut(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        self.token(open)?;
        if !self.next_is(close) {
            item(self)?;
            while self.next_is(',') {
                self.token(',')?;
                item(self)?;
            }
        }
        self.token(close)
    }

    fn string(&mut self) -> Result<String, String> {
        self.token('"')?;
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((at, character)) = characters.next() {
            match character {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(text);
                }
                // No code is written with an escape; descriptions may be, and are not used.
                '\\' => text.extend(characters.next().map(|(_, escaped)| escaped)),
                _ => text.push(character),
            }
        }
        Err("a string does not end".to_owned())
    }
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
        for text in ["", "[", "[{]", "[{\"a\"}]", "[{\"a\": 1}]", "[{\"a\": \"b}]", "{}"] {
            assert!(records(text).is_err(), "{text}");
        }
    }
}
