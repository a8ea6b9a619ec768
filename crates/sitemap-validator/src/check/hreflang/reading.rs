//! Reads recorded values and tags again for findings, and writes links.

use std::borrow::Cow;

use crate::elements::Root;
use crate::span::{At, Span};
use crate::xml::content::decoded;
use crate::xml::tokens::{Token, Tokens};

/// The maximum number of bytes of a link that are read again.
const REACH: usize = 65_536;

/// The value of an attribute; byte `start` is the first one after its opening quote.
pub(super) fn value_at(source: &str, start: u32) -> Span {
    let from = start as usize;
    let bytes = source.as_bytes();
    let Some((&quote, rest)) = bytes.get(from.wrapping_sub(1)).zip(source.get(from..)) else {
        return Span::new(from, from);
    };
    let end = memchr::memchr2(quote, b'<', rest.as_bytes()).unwrap_or(rest.len());
    let value = rest.at(..end);
    // Without a closing quote, up to the end of the tag.
    let is_closed = rest.as_bytes().get(end) == Some(&quote);
    let value = if is_closed { value } else { value.trim_end().trim_end_matches(['>', '/']) };
    Span::new(from, from + value.len())
}

/// The same value as an XML parser reads it.
pub(super) fn text_at(source: &str, start: u32) -> Cow<'_, str> {
    decoded(source, value_at(source, start))
}

/// The start tag around the attribute value at byte `at`; the value itself if the tag cannot be read.
pub(super) fn tag_of(source: &str, at: u32) -> Span {
    match tokens_from_tag(source, at).and_then(|mut tokens| tokens.next()) {
        Some(Token::Start(tag)) => tag,
        Some(Token::Broken(tag)) => Span::new(tag.range().start, tag.range().start + source.at(tag).trim_end().len()),
        _ => value_at(source, at),
    }
}

/// The tokens from that start tag on.
fn tokens_from_tag(source: &str, at: u32) -> Option<Tokens<'_>> {
    let start = memchr::memrchr(b'<', source.as_bytes().get(..at as usize)?)?;
    let near = source.get(..source.floor_char_boundary(start + REACH))?;
    Some(Tokens::new(near, start))
}

/// The element around the attribute value at byte `at`; `None` if it has content.
pub(super) fn element_of(source: &str, at: u32) -> Option<Span> {
    let mut tokens = tokens_from_tag(source, at)?;
    let Token::Start(tag) = tokens.next()? else { return None };
    if source.at(tag).ends_with("/>") {
        return Some(tag);
    }
    match tokens.next()? {
        Token::End(end) => Some(tag.to(end)),
        _ => None,
    }
}

/// The source of a link.
pub(super) fn link(name: &str, code: &str, url: &str) -> String {
    format!("<{name} rel=\"alternate\" hreflang=\"{}\" href=\"{}\"/>", escaped(code), escaped(url))
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The byte at which links can be added to an entry, after its last element, and the white space before each. `loc` is
/// the entry's URL, `end` the byte at which the entry ends.
pub(super) fn place_in(source: &str, loc: Span, end: u32) -> Option<(usize, &str)> {
    let entry = source.get(..end as usize)?;
    let close = entry.rfind('<')?;
    let name = entry.get(close..)?.strip_prefix("</")?.strip_suffix('>')?.trim_end();
    if name.rsplit(':').next() != Some(Root::Urlset.entry()) {
        return None;
    }
    let at = entry.get(..close)?.trim_end_matches([' ', '\t', '\r', '\n']).len();
    let before = source.get(..loc.start as usize)?;
    let before = before.trim_end_matches("<![CDATA[").trim_end();
    let before = before.get(..before.rfind('<')?)?;
    let space = before.get(before.trim_end_matches([' ', '\t', '\r', '\n']).len()..)?;
    Some((at, space))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_found_around_its_attribute() {
        for (text, tag, element) in [
            ("<l a='>' h='de'/><m/>", "<l a='>' h='de'/>", Some("<l a='>' h='de'/>")),
            ("<l h='de'></l >", "<l h='de'>", Some("<l h='de'></l >")),
            ("<l h='de'>x</l>", "<l h='de'>", None),
            ("<l h='de' /\n  <m>", "<l h='de' /", None),
            ("< l h='de'/>", "de", None),
        ] {
            let at = text.find("de'").unwrap() as u32;
            assert_eq!(text.at(tag_of(text, at)), tag);
            assert_eq!(element_of(text, at).map(|element| text.at(element)), element, "{text}");
        }
    }
}
