//! Prepares source text for display: cuts it and labels invisible characters.

use sitemap_validator_protocol::characters::is_visible;

/// A run of text, or the label of an invisible character.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Shown as it is.
    Plain(String),
    /// Shown as a small label, such as `U+200B`.
    Named(String),
}

/// The label of a character that must not be shown as it is: it is invisible, or it would change the direction of the
/// text around it.
pub(crate) fn label(character: char) -> Option<String> {
    let known = match character {
        '\t' => return None,
        '\u{a0}' => "NBSP",
        '\u{ad}' => "SHY",
        '\u{200b}' => "ZWSP",
        '\u{feff}' => "BOM",
        _ => "",
    };
    if !known.is_empty() {
        return Some(known.to_owned());
    }
    (!is_visible(character)).then(|| format!("U+{:04X}", u32::from(character)))
}

/// Splits text at the characters that need a label.
pub(crate) fn pieces(text: &str) -> Vec<Piece> {
    let mut out = Vec::new();
    let mut plain = String::new();
    for character in text.chars() {
        match label(character) {
            None => plain.push(character),
            Some(name) => {
                if !plain.is_empty() {
                    out.push(Piece::Plain(std::mem::take(&mut plain)));
                }
                out.push(Piece::Named(name));
            }
        }
    }
    if !plain.is_empty() {
        out.push(Piece::Plain(plain));
    }
    out
}

/// The same pieces as one string, for attributes and sentences.
pub(crate) fn spelled_out(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in pieces(text) {
        match piece {
            Piece::Plain(text) => out.push_str(&text),
            Piece::Named(name) => {
                out.push('[');
                out.push_str(&name);
                out.push(']');
            }
        }
    }
    out
}

/// Like [`spelled_out`], but keeps no-break spaces, which are intended in sentences of the page. Values in them are
/// already spelled out.
pub(crate) fn said(text: &str) -> String {
    text.split('\u{a0}').map(spelled_out).collect::<Vec<_>>().join("\u{a0}")
}

/// Cuts a text in the middle, because the ends of a URL are more distinctive than its middle.
pub(crate) fn middle_cut(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    if length <= limit || limit < 3 {
        return text.to_owned();
    }
    let tail = (limit - 1) / 2;
    let head = limit - 1 - tail;
    let start: String = text.chars().take(head).collect();
    let end: String = text.chars().skip(length - tail).collect();
    format!("{start}…{end}")
}

/// The last `limit` characters, with a mark if the text was cut.
pub(crate) fn cut_start(text: &str, limit: usize) -> String {
    let length = text.chars().count();
    if length <= limit {
        return text.to_owned();
    }
    let end: String = text.chars().skip(length - limit).collect();
    format!("…{end}")
}

/// The first `limit` characters, with a mark if the text was cut.
pub(crate) fn cut_end(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_named() {
        assert_eq!(
            pieces("a\u{202e}b"),
            [Piece::Plain("a".into()), Piece::Named("U+202E".into()), Piece::Plain("b".into())]
        );
        assert_eq!(spelled_out("x\u{0}\u{200b}\u{3164}y"), "x[U+0000][ZWSP][U+3164]y");
        assert_eq!(spelled_out("tab\tand é are text"), "tab\tand é are text");
        assert_eq!(said("valide\u{a0}: \u{200b}"), "valide\u{a0}: [ZWSP]");
    }

    #[test]
    fn long_text_is_cut_in_the_middle() {
        assert_eq!(middle_cut("abcdefghij", 5), "ab…ij");
        assert_eq!(middle_cut("abc", 5), "abc");
        assert_eq!(middle_cut("ääääääää", 4), "ää…ä");
    }

    #[test]
    fn the_ends_can_be_cut() {
        assert_eq!(cut_start("abcdef", 3), "…def");
        assert_eq!(cut_end("abcdef", 3), "abc…");
        assert_eq!(cut_end("abc", 3), "abc");
    }
}
