//! Text that is safe for a terminal: nothing that moves the cursor, hides or reorders text.

use std::borrow::Cow;
use std::fmt::Write;

use sitemap_validator_protocol::characters::is_visible;

/// Replaces a tab, so that underlines have the right width.
const TAB: &str = "    ";

/// `text` with invisible characters, and those that reorder the line, made visible.
pub fn safe(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_visible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\t' => out.push_str(TAB),
            // The symbols for controls take one column.
            '\0'..='\x1F' => out.extend(char::from_u32(0x2400 + u32::from(character))),
            '\x7F' => out.push('␡'),
            _ if is_visible(character) => out.push(character),
            _ => {
                let _ = write!(out, "<U+{:04X}>", u32::from(character));
            }
        }
    }
    Cow::Owned(out)
}

/// The same for a sentence of a report, whose no-break spaces are intended and whose values are safe.
pub fn safe_sentence(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{A0}') {
        return safe(text);
    }
    let parts: Vec<Cow<'_, str>> = text.split('\u{A0}').map(safe).collect();
    Cow::Owned(parts.join("\u{A0}"))
}

/// `text` with controls made visible, those of the direction of writing included, except tabs and line ends.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let hidden = |character: char| match character {
        '\t' | '\r' | '\n' => false,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => true,
        _ => character.is_control(),
    };
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if hidden(character) {
            out.push_str(&safe(character.encode_utf8(&mut [0; 4])));
        } else {
            out.push(character);
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_the_cursor_or_reorders_the_line() {
        assert_eq!(safe("a\tb"), "a    b");
        assert_eq!(safe("\x1b[2J\r\x7F"), "␛[2J␍␡");
        assert_eq!(safe("a\u{202E}b\u{200B}"), "a<U+202E>b<U+200B>");
        assert!(matches!(safe("日本 é"), Cow::Borrowed(_)));
        assert_eq!(without_controls("a\u{202E}b\u{2069}"), "a<U+202E>b<U+2069>");
        assert_eq!(without_controls("a\t\x1b]8;;\u{9B}\n\u{200B}"), "a\t␛]8;;<U+009B>\n\u{200B}");
        assert_eq!(
            (safe("a\u{A0}:"), safe_sentence("a\u{A0}:\u{200B}")),
            ("a<U+00A0>:".into(), "a\u{A0}:<U+200B>".into())
        );
    }
}
