//! Fast path for simple tags, without quick-xml: names in ASCII, unique attributes without references and without white
//! space around `=`. All others are read by [`tokens`](super::tokens) and [`tag`](super::tag).

use memchr::{memchr2, memchr3};

use super::chars::{is_ascii_name, is_ascii_name_start, space_end};
use super::tag::{Attribute, Tag};
use crate::span::Span;
use crate::value::is_space;

/// A well-formed tag.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SimpleTag {
    /// A start tag.
    Start(Tag, Span),
    /// An end tag and its name.
    End(Span, Span),
}

/// Reads the tag at byte `at`, if it is simple; its attributes replace those in `attributes`.
pub(crate) fn tag(bytes: &[u8], at: usize, attributes: &mut Vec<Attribute>) -> Option<SimpleTag> {
    read::<false>(bytes, at, attributes)
}

/// As [`tag`], but allows white space around `=`, and references in values, which it does not check.
pub(crate) fn any_tag(bytes: &[u8], at: usize, attributes: &mut Vec<Attribute>) -> Option<SimpleTag> {
    read::<true>(bytes, at, attributes)
}

#[inline]
fn read<const ANY: bool>(bytes: &[u8], at: usize, attributes: &mut Vec<Attribute>) -> Option<SimpleTag> {
    let [b'<', next, ..] = bytes.get(at..)? else { return None };
    if *next == b'/' {
        let name = name(bytes, at + 2)?;
        let end = space_end(bytes, name.end as usize);
        return (bytes.get(end) == Some(&b'>')).then(|| SimpleTag::End(Span::new(at, end + 1), name));
    }
    let name = name(bytes, at + 1)?;
    attributes.clear();
    let mut end = name.end as usize;
    let empty = loop {
        match bytes.get(end)? {
            b'>' => break false,
            b'/' => {
                end += 1;
                match bytes.get(end)? {
                    b'>' => break true,
                    _ => return None,
                }
            }
            byte if is_space(*byte) => end += 1,
            _ => {
                // White space precedes each attribute.
                if !bytes.get(end - 1).copied().is_some_and(is_space) {
                    return None;
                }
                let attribute = attribute::<ANY>(bytes, end)?;
                end = attribute.whole.end as usize;
                attributes.push(attribute);
            }
        }
    };
    is_unique(bytes, attributes).then(|| SimpleTag::Start(Tag { name, empty }, Span::new(at, end + 1)))
}

/// The ASCII name at byte `at`.
#[inline]
fn name(bytes: &[u8], at: usize) -> Option<Span> {
    let (first, rest) = bytes.get(at..)?.split_first()?;
    if !is_ascii_name_start(*first) {
        return None;
    }
    let length = rest.iter().position(|byte| !is_ascii_name(*byte)).unwrap_or(rest.len());
    Some(Span::new(at, at + 1 + length))
}

fn attribute<const ANY: bool>(bytes: &[u8], at: usize) -> Option<Attribute> {
    let name = name(bytes, at)?;
    let mut open = name.end as usize;
    if ANY {
        open = space_end(bytes, open);
    }
    if bytes.get(open) != Some(&b'=') {
        return None;
    }
    open += 1;
    if ANY {
        open = space_end(bytes, open);
    }
    let [quote @ (b'"' | b'\''), rest @ ..] = bytes.get(open..)? else { return None };
    // A value with a `<` or a reference is not simple.
    let length = if ANY { memchr2(*quote, b'<', rest) } else { memchr3(*quote, b'<', b'&', rest) }?;
    if rest.get(length) != Some(quote) {
        return None;
    }
    let value = Span::new(open + 1, open + 1 + length);
    Some(Attribute { name, value, whole: Span::new(at, open + length + 2) })
}

/// True if all names are different.
fn is_unique(bytes: &[u8], attributes: &[Attribute]) -> bool {
    /// The maximum number of attributes of a simple tag.
    const MOST: usize = 8;
    let name = |attribute: &Attribute| bytes.get(attribute.name.range());
    let twice = |(index, one): (usize, &Attribute)| {
        attributes.iter().take(index).any(|other| other.name.len() == one.name.len() && name(other) == name(one))
    };
    attributes.len() <= MOST && !attributes.iter().enumerate().any(twice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::reporter::Reporter;
    use crate::sink::Collector;
    use crate::xml::reference::Context;
    use crate::xml::tag::TagReader;
    use crate::xml::tokens::{Token, Tokens};

    fn read(text: &str) -> Option<(SimpleTag, Vec<Attribute>)> {
        let mut attributes = Vec::new();
        tag(text.as_bytes(), 0, &mut attributes).map(|simple| (simple, attributes))
    }

    #[test]
    fn the_fast_path_gives_the_same_result() {
        for text in [
            "<a>",
            "<a/>",
            "<a />",
            "<a:b-c.d_1 >",
            "<a b=\"c\">",
            "<a b='\"c\"' d=\"'\"\n\te=\"\"/>",
            "<a b=\"x>y\">",
            "</a>",
            "</a:b \n>",
            "<_/>",
        ] {
            let (simple, attributes) = read(text).unwrap_or_else(|| panic!("{text} is a usual tag"));
            let whole = Span::new(0, text.len());
            let options = Options::default();
            let mut sink = Collector::new(0);
            let mut reporter = Reporter::new(&options, &mut sink);
            let token = Tokens::new(text, 0).next();
            match simple {
                SimpleTag::Start(tag, span) => {
                    assert_eq!((token, span), (Some(Token::Start(whole)), whole), "{text}");
                    let mut others = Vec::new();
                    let context = Context { url: false, attribute: true, doctype: None };
                    let other = TagReader::new(text, whole, &mut reporter).start(&mut others, context);
                    assert_eq!((tag.name, tag.empty), (other.name, other.empty), "{text}");
                    let places = |all: &[Attribute]| all.iter().map(|a| (a.name, a.value, a.whole)).collect::<Vec<_>>();
                    assert_eq!(places(&attributes), places(&others), "{text}");
                }
                SimpleTag::End(span, name) => {
                    assert_eq!((token, span), (Some(Token::End(whole)), whole), "{text}");
                    assert_eq!(TagReader::new(text, whole, &mut reporter).end(), name, "{text}");
                }
            }
            assert_eq!(sink.counts().total(), 0, "{text}");
        }
    }

    #[test]
    fn other_tags_are_not_simple() {
        for text in [
            "",
            "<",
            "<a",
            "<a b",
            "<a b=",
            "<a b=\"",
            "<a b=\"c",
            "<a b=\"c\"",
            "<a b=\"c\"d=\"e\">",
            "<a\"b\">",
            "<a b =\"c\">",
            "<a b= \"c\">",
            "<a b=c>",
            "<a b>",
            "<a b=\"c\" b='d'>",
            "<a b=\"<\">",
            "<a b=\"&amp;\">",
            "<a b=\u{201C}c\u{201D}>",
            "<a / >",
            "<a/b>",
            "< a>",
            "<é>",
            "<aé>",
            "<1>",
            "</ a>",
            "</a b>",
            "</a/>",
            "</a",
            "<!-- -->",
            "<?a?>",
            "text",
        ] {
            assert!(read(text).is_none(), "{text}");
        }
    }
}
