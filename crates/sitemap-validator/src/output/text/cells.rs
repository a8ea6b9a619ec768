//! Text as a terminal may show it: nothing that moves the cursor, hides or reorders, and how many
//! columns it takes.

use std::borrow::Cow;
use std::fmt::Write;

use crate::message::visible;

/// What a tab is shown as, wherever it stands, so that underlines fit.
const TAB: &str = "    ";

/// `text` with everything that cannot be seen, or that would reorder the line, made visible.
pub fn safe(text: &str) -> Cow<'_, str> {
    if text.chars().all(visible) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\t' => out.push_str(TAB),
            // The pictures of the controls take one column, as what they stand for.
            '\0'..='\x1F' => out.extend(char::from_u32(0x2400 + u32::from(character))),
            '\x7F' => out.push('␡'),
            _ if visible(character) => out.push(character),
            _ => {
                let _ = write!(out, "<U+{:04X}>", u32::from(character));
            }
        }
    }
    Cow::Owned(out)
}

/// The same of a sentence of ours: its spaces that do not break are meant, and values in it are safe already.
pub fn safe_sentence(text: &str) -> Cow<'_, str> {
    if !text.contains('\u{A0}') {
        return safe(text);
    }
    let parts: Vec<Cow<'_, str>> = text.split('\u{A0}').map(safe).collect();
    Cow::Owned(parts.join("\u{A0}"))
}

/// The number of columns `text`, made safe, takes.
pub(super) fn width(text: &str) -> usize {
    text.chars().map(columns).sum()
}

fn columns(character: char) -> usize {
    match character {
        '\0'..='\u{2FF}' => 1,
        // Marks that stand on the letter before.
        '\u{300}'..='\u{36F}'
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5BD}'
        | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}'
        | '\u{E31}'
        | '\u{E34}'..='\u{E3A}'
        | '\u{E47}'..='\u{E4E}'
        | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}'
        | '\u{FE00}'..='\u{FE0F}'
        | '\u{FE20}'..='\u{FE2F}' => 0,
        // East Asian wide and full-width forms, and pictures.
        '\u{1100}'..='\u{115F}'
        | '\u{2E80}'..='\u{303E}'
        | '\u{3041}'..='\u{33FF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{4E00}'..='\u{9FFF}'
        | '\u{A000}'..='\u{A4CF}'
        | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE6F}'
        | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}'
        | '\u{1F300}'..='\u{1F64F}'
        | '\u{1F680}'..='\u{1F6FF}'
        | '\u{1F900}'..='\u{1F9FF}'
        | '\u{20000}'..='\u{3FFFD}' => 2,
        _ => 1,
    }
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
        assert_eq!(
            (safe("a\u{A0}:"), safe_sentence("a\u{A0}:\u{200B}")),
            ("a<U+00A0>:".into(), "a\u{A0}:<U+200B>".into())
        );
    }

    #[test]
    fn wide_characters_take_two_columns_and_marks_none() {
        assert_eq!(width("ab"), 2);
        assert_eq!(width("日本"), 4);
        assert_eq!(width("e\u{301}"), 1);
    }
}
