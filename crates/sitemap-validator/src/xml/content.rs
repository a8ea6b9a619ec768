//! The value of element content that has been checked.

use std::borrow::Cow;

use super::chars::name_end;
use super::reference::predefined;
use crate::span::{At, Span};

/// The value of the element content at `span`, which has been checked.
pub(crate) fn decoded(source: &str, span: Span) -> Cow<'_, str> {
    decoded_url(source, span).0
}

/// [`decoded`]; also true if a reference is left.
pub(crate) fn decoded_url(source: &str, span: Span) -> (Cow<'_, str>, bool) {
    let raw = source.at(span);
    if memchr::memchr2(b'&', b'<', raw.as_bytes()).is_none() {
        return (Cow::Borrowed(raw), false);
    }
    let (value, has_entity) = decode(raw);
    (Cow::Owned(value), has_entity)
}

/// Decodes element content that has been checked: references, CDATA and comments. Also true if a reference is left.
pub(crate) fn decode(raw: &str) -> (String, bool) {
    let mut out = String::with_capacity(raw.len());
    let mut has_entity = false;
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '<']) {
        let (text, markup) = rest.split_at(at);
        out.push_str(text);
        if let Some(cdata) = markup.strip_prefix("<![CDATA[") {
            let (text, after) = cdata.split_once("]]>").unwrap_or((cdata, ""));
            out.push_str(text);
            rest = after;
        } else if let Some(comment) = markup.strip_prefix("<!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if let Some((character, length)) = reference(markup) {
            out.push(character);
            rest = markup.at(length..);
        } else {
            let (first, after) = markup.split_at(1);
            has_entity |= first == "&"
                && after.get(..name_end(after, 0) + 1).is_some_and(|name| name.len() > 1 && name.ends_with(';'));
            out.push_str(first);
            rest = after;
        }
    }
    (out + rest, has_entity)
}

/// The character and length of the reference that `text` starts with.
pub(crate) fn reference(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix('&')?;
    let end = body.as_bytes().iter().take(12).position(|&byte| byte == b';')?;
    let name = body.get(..end)?;
    let numbered = || {
        let digits = name.strip_prefix('#')?;
        let code = match digits.strip_prefix('x') {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
            None => digits.parse(),
        };
        let allowed = |character: &char| *character >= ' ' || matches!(character, '\t' | '\n' | '\r');
        char::from_u32(code.ok()?).filter(allowed)
    };
    Some((predefined(name).or_else(numbered)?, end + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_decoded_as_it_was_read() {
        assert_eq!(decode("a&amp;b&#x26;c<!-- d -->e<![CDATA[&amp;]]>f&g&h;"), ("a&b&ce&amp;f&g&h;".to_owned(), true));
        assert_eq!(decode("&#38;&#0;&"), ("&&#0;&".to_owned(), false));
        assert_eq!(decode("a<![CDATA[b&c;"), ("ab&c;".to_owned(), false));
    }
}
