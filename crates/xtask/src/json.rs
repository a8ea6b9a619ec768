//! JSON, as far as the project's own commands read it: numbers and the like are passed over.

/// A value.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Text(String),
    List(Vec<Value>),
    Object(Vec<(String, Value)>),
    /// A number, `true`, `false` or `null`: nobody asks for them.
    Other,
}

impl Value {
    /// What an object has under this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(fields) = self else { return None };
        fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    }

    /// The string under this name.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        match self.get(name) {
            Some(Self::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// The list under this name; none is an empty one.
    pub(crate) fn list(&self, name: &str) -> &[Self] {
        match self.get(name) {
            Some(Self::List(items)) => items,
            _ => &[],
        }
    }
}

/// Reads a text that is one value.
pub(crate) fn read(text: &str) -> Result<Value, String> {
    let mut reader = Reader { rest: text };
    let value = reader.value()?;
    if reader.rest.trim_start().is_empty() { Ok(value) } else { Err(reader.wrong("the end")) }
}

/// What is not read yet.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn value(&mut self) -> Result<Value, String> {
        if self.next_is('"') {
            return self.string().map(Value::Text);
        }
        if self.next_is('[') {
            let mut items = Vec::new();
            self.items('[', ']', |reader| {
                items.push(reader.value()?);
                Ok(())
            })?;
            return Ok(Value::List(items));
        }
        if self.next_is('{') {
            let mut fields = Vec::new();
            self.items('{', '}', |reader| {
                reader.next_is('"');
                let name = reader.string()?;
                reader.token(':')?;
                fields.push((name, reader.value()?));
                Ok(())
            })?;
            return Ok(Value::Object(fields));
        }
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        match end.unwrap_or(self.rest.len()) {
            0 => Err(self.wrong("a value")),
            end => {
                self.rest = &self.rest[end..];
                Ok(Value::Other)
            }
        }
    }

    fn next_is(&mut self, token: char) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(token)
    }

    fn token(&mut self, token: char) -> Result<(), String> {
        if !self.next_is(token) {
            return Err(self.wrong(&format!("`{token}`")));
        }
        self.rest = &self.rest[token.len_utf8()..];
        Ok(())
    }

    fn wrong(&self, expected: &str) -> String {
        let found: String = self.rest.chars().take(20).collect();
        format!("{expected} is missing before `{found}`")
    }

    /// Reads `open`, items between commas, and `close`.
    fn items(
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
        loop {
            let end = self.rest.find(['"', '\\']).ok_or("a string does not end")?;
            text.push_str(&self.rest[..end]);
            let quote = self.rest[end..].starts_with('"');
            self.rest = &self.rest[end + 1..];
            if quote {
                return Ok(text);
            }
            text.push(self.escaped()?);
        }
    }

    /// Reads what follows a backslash.
    fn escaped(&mut self) -> Result<char, String> {
        let kind = self.rest.chars().next().ok_or("a string does not end")?;
        self.rest = &self.rest[kind.len_utf8()..];
        match kind {
            '"' | '\\' | '/' => Ok(kind),
            'b' => Ok('\u{8}'),
            'f' => Ok('\u{c}'),
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            'u' => {
                let first = self.unit()?;
                let second = if self.rest.starts_with("\\u") && (0xd800..0xdc00).contains(&first) {
                    self.rest = &self.rest[2..];
                    Some(self.unit()?)
                } else {
                    None
                };
                let mut decoded = char::decode_utf16(std::iter::once(first).chain(second));
                let character = decoded.next().and_then(Result::ok).filter(|_| decoded.next().is_none());
                character.ok_or_else(|| self.wrong("half of a character"))
            }
            _ => Err(format!("`\\{kind}` is no escape")),
        }
    }

    /// Reads the four digits of `\u`.
    fn unit(&mut self) -> Result<u16, String> {
        let digits = self.rest.get(..4).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let unit = unit.ok_or_else(|| self.wrong("a code of four digits"))?;
        self.rest = &self.rest[4..];
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_within_values() {
        let value = read(r#" {"a": ["one", {"b": null}, []], "c": "two", "d": -1.5e+3, "e": {}} "#).expect("a value");
        assert_eq!(value.text("c"), Some("two"));
        assert_eq!(value.list("a").len(), 3);
        assert_eq!(value.list("a")[1].get("b"), Some(&Value::Other));
        assert_eq!(value.get("e"), Some(&Value::Object(Vec::new())));
        assert_eq!((value.text("d"), value.list("c").len(), value.get("f")), (None, 0, None));
    }

    #[test]
    fn escapes_are_what_they_stand_for() {
        let text = read(r#""C:\\a \"b\" \n\té\u00e9\ud83d\ude00""#);
        assert_eq!(text, Ok(Value::Text("C:\\a \"b\" \n\téé😀".to_owned())));
        for text in [r#""\x""#, r#""\u12"#, r#""\u12g4""#, r#""\ud83d""#, r#""\ud83d\u0041""#, r#""\ude00""#, r#""\"#] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in ["", "[", "[1", "[1,]", "{a}", "{\"a\"}", "{\"a\": }", "\"a", "[] []", "'a'"] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
