//! Writes JSON with keys in a fixed order.

use std::fmt::Write;

use sitemap_validator_protocol::characters::is_visible;

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
                _ if is_plain(character) => self.out.push(character),
                _ => escape(&mut self.out, character),
            }
        }
        self.out.push('"');
    }
}

/// True for a character that is written as it is: one that is seen, or a no-break space of a sentence.
fn is_plain(character: char) -> bool {
    is_visible(character) || character == '\u{A0}'
}

/// Writes an escape, with which the text remains the same.
fn escape(out: &mut String, character: char) {
    for unit in character.encode_utf16(&mut [0; 2]) {
        let _ = write!(out, "\\u{unit:04x}");
    }
}

/// `json` with escapes for the characters in its texts that reorder or hide others, or command a terminal.
pub(super) fn with_escapes(json: String) -> String {
    let is_plain = |character: char| is_plain(character) || character == '\n';
    if json.chars().all(is_plain) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for character in json.chars() {
        if is_plain(character) { out.push(character) } else { escape(&mut out, character) }
    }
    out
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

    #[test]
    fn nothing_in_a_text_reorders_a_line() {
        let mut json = Json::default();
        json.item(|json| json.text("a", "\u{202E}\u{9B}2 MB\u{A0}"));
        assert_eq!(json.finish(), "{\"a\":\"\\u202e\\u009b2 MB\u{A0}\"}");
        assert_eq!(with_escapes("[\n\"a\u{2066}é\u{E0041}\"\n]".to_owned()), "[\n\"a\\u2066é\\udb40\\udc41\"\n]");
    }
}
