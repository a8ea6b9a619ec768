//! Writes JSON with keys in a fixed order.

use std::fmt::Write;

/// Incomplete JSON.
#[derive(Debug, Default)]
pub(super) struct Json {
    out: String,
    /// True if the next item of the object or array needs a comma.
    comma: bool,
}

impl Json {
    /// The complete text.
    pub(super) fn finish(self) -> String {
        self.out
    }

    /// An object as the value of `key`.
    pub(super) fn object(&mut self, key: &str, inner: impl FnOnce(&mut Self)) {
        self.key(key);
        self.within('{', '}', inner);
    }

    /// An object as the root, or as an item on a line of its own.
    pub(super) fn item(&mut self, inner: impl FnOnce(&mut Self)) {
        self.next();
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.within('{', '}', inner);
    }

    /// An array as the root.
    pub(super) fn list(&mut self, inner: impl FnOnce(&mut Self)) {
        self.within('[', ']', inner);
    }

    /// An array as the value of `key`.
    pub(super) fn array(&mut self, key: &str, inner: impl FnOnce(&mut Self)) {
        self.key(key);
        self.within('[', ']', inner);
    }

    /// A text as the value of `key`.
    pub(super) fn text(&mut self, key: &str, text: &str) {
        self.key(key);
        self.string(text);
    }

    /// A number as the value of `key`.
    pub(super) fn number(&mut self, key: &str, number: u64) {
        self.key(key);
        let _ = write!(self.out, "{number}");
    }

    /// A truth value as the value of `key`.
    pub(super) fn truth(&mut self, key: &str, value: bool) {
        self.key(key);
        let _ = write!(self.out, "{value}");
    }

    fn key(&mut self, key: &str) {
        self.next();
        self.string(key);
        self.out.push(':');
    }

    fn next(&mut self) {
        if self.comma {
            self.out.push(',');
        }
        self.comma = true;
    }

    fn within(&mut self, open: char, close: char, inner: impl FnOnce(&mut Self)) {
        self.out.push(open);
        self.comma = false;
        inner(self);
        self.out.push(close);
        self.comma = true;
    }

    fn string(&mut self, text: &str) {
        self.out.push('"');
        for character in text.chars() {
            match character {
                '"' | '\\' => {
                    self.out.push('\\');
                    self.out.push(character);
                }
                '\n' => self.out.push_str("\\n"),
                '\0'..='\u{1F}' | '\u{7F}' | '\u{2028}' | '\u{2029}' => {
                    let _ = write!(self.out, "\\u{:04x}", u32::from(character));
                }
                _ => self.out.push(character),
            }
        }
        self.out.push('"');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stand_in_order_with_commas_between() {
        let mut json = Json::default();
        json.item(|json| {
            json.text("a\"", "\\\u{1}\n\u{2028}é");
            json.array("b", |json| {
                json.item(|json| json.number("c", 1));
                json.item(|_| {});
            });
            json.truth("d", false);
        });
        let expected = "{\"a\\\"\":\"\\\\\\u0001\\n\\u2028é\",\"b\":[\n{\"c\":1},\n{}],\"d\":false}";
        assert_eq!(json.finish(), expected);
    }
}
