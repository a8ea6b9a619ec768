//! Escapes text for XML.

use std::fmt::Write;

use sitemap_validator_protocol::characters::is_visible;

/// `text` escaped for an element or an attribute, with references to characters that are not seen; those that XML forbids
/// become U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            '\0'..='\u{1F}' | '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            _ if is_visible(character) || character == '\u{A0}' => out.push(character),
            _ => {
                let _ = write!(out, "&#x{:X};", u32::from(character));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_xml_forbids_are_replaced() {
        assert_eq!(escaped("a<b>&\"\u{0}\u{1B}\u{FFFE}\n"), "a&lt;b&gt;&amp;&quot;\u{FFFD}\u{FFFD}\u{FFFD}&#10;");
        assert_eq!(escaped("é\u{10FFFF}]]>"), "é\u{10FFFF}]]&gt;");
        assert_eq!(escaped("\u{202E}\u{9B}\u{A0}"), "&#x202E;&#x9B;\u{A0}");
    }
}
