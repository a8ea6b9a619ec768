//! A URL as written, and as crawlers read it.

use memchr::{memchr, memchr2, memrchr2};
use sitemap_validator_protocol::source::{UrlReading, Value};

use crate::check::changefreq::Frequency;
use crate::diagnostic::Edit;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::url::percent;
use crate::value::{ValueBuffer, is_blank, trimmed};
use crate::xml::chars;
use crate::xml::reference::{self, Piece};
use crate::xml::tag::attributes_of;
use crate::xml::tokens::{Token, Tokens};

/// The number of bytes before and after an offset that are searched for the ends of a value; longer ones are not URLs.
const REACH: usize = 8 * 1024;

/// Priorities to choose from.
const PRIORITIES: [&str; 5] = ["0.0", "0.3", "0.5", "0.8", "1.0"];

/// The URL at `place`; `markup` is false for text files. `None` if there is none, or if it has bytes that are not text.
pub fn at(source: &Source, place: Span, markup: bool) -> Option<UrlReading> {
    let value = whole_value(source, place, markup)?;
    let (reading, unknown) = read(source.text(), &value);
    let is_read = !unknown && !reading.written.is_empty();
    (is_read && (is_for_url(&value) || is_url(&reading.read))).then_some(reading)
}

/// The value that `place` is in, without the white space around it: the content of an element, an attribute's value, or
/// a line of a text file, with its references replaced with their characters. References without a known character stay
/// as they are written. `None` if `place` is in no value or in several, or if the value has bytes that are not text.
pub fn value(source: &Source, place: Span, markup: bool) -> Option<Value> {
    let value = only_value(source, place, markup)?;
    let choices = match value.name {
        "changefreq" => Frequency::ALL.iter().map(|frequency| frequency.name().to_owned()).collect(),
        "priority" => PRIORITIES.map(str::to_owned).into(),
        _ => Vec::new(),
    };
    Some(Value { text: read(source.text(), &value).0.read, choices })
}

/// The edit that writes `new` in place of the [`value`] that `place` is in, escaped as needed there.
pub fn replacing(source: &Source, place: Span, markup: bool, new: &str) -> Option<Edit> {
    let value = only_value(source, place, markup)?;
    let written = match value.syntax {
        Syntax::Content => reference::escaped(new),
        Syntax::Attribute => reference::escaped(new).replace('"', "&quot;").replace('\'', "&#39;"),
        Syntax::Section => new.replace("]]>", "]]]]><![CDATA[>"),
        Syntax::Line => new.replace(['\r', '\n'], " "),
    };
    Some(Edit::replace(value.inner(source.text()), written))
}

/// The value that `place` is in, if it contains no other.
fn only_value(source: &Source, place: Span, markup: bool) -> Option<ValueLocation<'_>> {
    let value = whole_value(source, place, markup)?;
    let (range, place) = (&value.range, place.range());
    let is_in =
        if range.is_empty() { place.end >= range.end } else { place.start < range.end && place.end > range.start };
    let after = source.text().get(range.end..place.end).unwrap_or_default();
    let is_alone = if markup { after.matches('<').count() <= 1 } else { is_blank(after.as_bytes()) };
    (is_in && is_alone).then_some(value)
}

/// The value at `place`, if all of its bytes are text.
fn whole_value(source: &Source, place: Span, markup: bool) -> Option<ValueLocation<'_>> {
    let text = source.text();
    let at = text.floor_char_boundary(place.start as usize);
    let value = if markup { value_at(text, at) } else { line_at(text, at) }?;
    let is_in = |span: &Span| span.range().start < value.range.end && span.range().end > value.range.start;
    (!source.damaged().iter().any(is_in)).then_some(value)
}

/// The line that contains `at`.
fn line_at(text: &str, at: usize) -> Option<ValueLocation<'_>> {
    let near = near(text, at);
    let before = memrchr2(b'\n', b'\r', text.as_bytes().at(near.start..at)).map(|found| near.start + found + 1);
    let after = memchr2(b'\n', b'\r', text.as_bytes().at(at..near.end)).map(|found| at + found);
    let mark = if text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 };
    let start = before.or((near.start == 0).then_some(mark))?;
    let end = after.or((near.end == text.len()).then_some(near.end))?;
    Some(ValueLocation { range: start..end.max(start), name: "", syntax: Syntax::Line })
}

/// A value in the text.
struct ValueLocation<'a> {
    range: std::ops::Range<usize>,
    /// The name of its element or attribute; empty for a line.
    name: &'a str,
    syntax: Syntax,
}

/// How the characters of a value are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Syntax {
    /// With references, in an element.
    Content,
    /// With references, between quotes.
    Attribute,
    /// As they are, up to the end of a CDATA section.
    Section,
    /// As they are, up to the end of the line.
    Line,
}

impl ValueLocation<'_> {
    /// The value without the white space around it.
    fn inner(&self, text: &str) -> Span {
        let inner = trimmed(text.at(self.range.clone()));
        Span::new(self.range.start + inner.start, self.range.start + inner.end)
    }
}

/// The range that is searched for the value at `at`.
fn near(text: &str, at: usize) -> std::ops::Range<usize> {
    text.ceil_char_boundary(at.saturating_sub(REACH))..text.floor_char_boundary((at + REACH).min(text.len()))
}

/// The attribute value or element content that contains `at`. The tags count as part of the content.
fn value_at(text: &str, at: usize) -> Option<ValueLocation<'_>> {
    let near = near(text, at);
    let text = text.at(..near.end);
    let first = near.start + memchr(b'<', text.as_bytes().at(near))?;
    let mut element: Option<Element> = None;
    let mut tokens = Tokens::new(text, first);
    while let Some(token) = tokens.next() {
        element = match (token, element) {
            (Token::Start(tag) | Token::Broken(tag) | Token::Instruction(tag), _)
                if tag.range().contains(&at) && at > tag.range().start =>
            {
                return attribute(text, tag, at);
            }
            (Token::Start(tag), _) if tag.range().start <= at && !text.at(tag).ends_with("/>") => {
                Some(Element { tag, section: None, has_text: false })
            }
            (Token::Text(span), Some(element)) => {
                Some(Element { has_text: element.has_text || !is_blank(text.as_bytes().at(span)), ..element })
            }
            (Token::Cdata(section), Some(element)) if element.section.is_none() && !element.has_text => {
                Some(Element { section: Some(section), ..element })
            }
            (Token::End(end) | Token::Broken(end), Some(element))
                if at <= end.range().start && text.at(end).starts_with("</") =>
            {
                return element.content(text, end);
            }
            _ => None,
        };
        if element.is_none() && at < tokens.at() {
            return None;
        }
    }
    None
}

/// An incomplete element.
struct Element {
    tag: Span,
    /// The CDATA section in it.
    section: Option<Span>,
    /// True if it contains text that is not blank.
    has_text: bool,
}

impl Element {
    /// Its content, up to the end tag `end`.
    fn content<'a>(&self, text: &'a str, end: Span) -> Option<ValueLocation<'a>> {
        let name = name_at(text, self.tag.range().start + "<".len());
        let content = self.tag.range().end..end.range().start;
        let has_own_end = name_at(text, end.range().start + "</".len()) == name;
        // With another end tag, content with a `>` may be damaged markup.
        if !has_own_end && text.at(content.clone()).contains('>') {
            return None;
        }
        match self.section {
            // The value may continue after a section.
            Some(_) if self.has_text => None,
            Some(section) => {
                let range = section.range().start + "<![CDATA[".len()..section.range().end - "]]>".len();
                Some(ValueLocation { range, name, syntax: Syntax::Section })
            }
            None => Some(ValueLocation { range: content, name, syntax: Syntax::Content }),
        }
    }
}

fn name_at(text: &str, start: usize) -> &str {
    text.at(start..chars::name_end(text, start))
}

/// The value of the attribute of `tag` that contains `at`, including the quotes.
fn attribute(text: &str, tag: Span, at: usize) -> Option<ValueLocation<'_>> {
    let attributes = attributes_of(text, tag);
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.value.range().start <= at + 1 && at <= attribute.value.range().end)?;
    // In a malformed tag, a value may lack a quote.
    let quote = |at: usize| text.as_bytes().get(at).filter(|byte| matches!(byte, b'"' | b'\''));
    quote(attribute.value.range().start - 1).filter(|&open| quote(attribute.value.range().end) == Some(open))?;
    Some(ValueLocation { range: attribute.value.range(), name: text.at(attribute.name), syntax: Syntax::Attribute })
}

/// True for lines, and for elements and attributes that contain URLs in sitemaps and feeds.
fn is_for_url(value: &ValueLocation<'_>) -> bool {
    let local = match value.syntax {
        Syntax::Line => return true,
        Syntax::Section => return false,
        Syntax::Content | Syntax::Attribute => value.name.rsplit(':').next().unwrap_or(value.name),
    };
    matches!(local, "loc" | "href" | "link" | "url" | "content_loc" | "player_loc" | "thumbnail_loc" | "license")
}

fn is_url(text: &str) -> bool {
    let starts = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    (starts("http://") || starts("https://")) && !text.contains(char::is_whitespace)
}

/// A value as text, and whether it has a reference without a known character.
fn read(text: &str, value: &ValueLocation<'_>) -> (UrlReading, bool) {
    let span = value.inner(text);
    let written = text.at(span);
    let mut buffer = ValueBuffer::default();
    let (mut escaped, mut raw, mut unknown) = (false, false, false);
    if matches!(value.syntax, Syntax::Content | Syntax::Attribute) {
        reference::pieces(text, span, |piece| match piece {
            Piece::Literal(span) => {
                let reference = text.at(span).starts_with('&');
                raw |= reference;
                unknown |= reference && text.at(span).ends_with(';');
                buffer.literal(text, span);
            }
            Piece::Character(span, character) => {
                escaped = true;
                buffer.reference(text, span, character);
            }
            Piece::Entity => unknown = true,
        });
    } else {
        buffer.literal(text, span);
    }
    let read = buffer.value(text, span).text.to_owned();
    let letters = percent::letters(&read);
    let letters = (letters != read).then_some(letters);
    (UrlReading { written: written.to_owned(), read, letters, escaped, raw }, unknown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Opened, open};

    fn reading(text: &str, at: &str) -> Option<UrlReading> {
        let start = text.find(at).unwrap();
        super::at(&Source::from_text(text.to_owned()), Span::new(start, start + at.len()), true)
    }

    fn reads(text: &str, at: &str) -> Option<String> {
        reading(text, at).map(|reading| reading.read)
    }

    #[test]
    fn references_are_read_as_their_characters() {
        let text = "<url><loc>\n https://a.example/?a=1&amp;b=2&#38;c=3 </loc></url>";
        let found = reading(text, "b=2").unwrap();
        assert_eq!(found.written, "https://a.example/?a=1&amp;b=2&#38;c=3");
        assert_eq!(found.read, "https://a.example/?a=1&b=2&c=3");
        assert_eq!((found.escaped, found.raw, found.letters), (true, false, None));
        assert_eq!(reading(text, "<loc>").unwrap().read, found.read, "its tag");
        assert_eq!(reading(text, "</loc>").unwrap().read, found.read, "its end");
        assert_eq!(reading(text, "<url>"), None);
    }

    #[test]
    fn urls_with_bytes_that_are_not_text_are_not_returned() {
        let Opened::Text(source) = open(b"https://a.example/caf\xE9\nhttps://a.example/".to_vec(), 1_000) else {
            panic!("text")
        };
        let text = source.text();
        let reads = |at: usize| super::at(&source, Span::new(at, at + 1), false).is_some();
        assert_eq!([reads(0), reads(text.find('\n').unwrap() + 1)], [false, true]);
    }

    #[test]
    fn incomplete_values_are_not_returned() {
        for value in [
            "https://a.example/x<!-- c -->y",
            "<!-- c -->https://a.example/y",
            "https://a.example/x<![CDATA[y]]>",
            "<![CDATA[https://a.example/x]]>y",
            "y<![CDATA[https://a.example/x]]>",
            "https://a.example/x<b>y</b>",
            "<b>x</b>https://a.example/y",
            "https://a.example/x?caf&eacute;=y",
            "https://a.example/x?&#xZZ;=y",
        ] {
            let text = format!("<url><loc>{value}</loc></url>");
            for at in ["x", "y"] {
                let Some(start) = value.find(at).map(|at| at + "<url><loc>".len()) else { continue };
                let place = Span::new(start, start + 1);
                assert_eq!(super::at(&Source::from_text(text.clone()), place, true), None, "{at} of {value}");
            }
        }
        let section = "<loc>\n <![CDATA[https://a.example/x]]>\n</loc>";
        assert_eq!(reads(section, "x]").as_deref(), Some("https://a.example/x"));
    }

    #[test]
    fn a_value_may_contain_a_greater_than_sign() {
        let text = "<loc>https://a.example/?a>b</loc>";
        for at in ["a.example", ">b", "b<"] {
            assert_eq!(reads(text, at).as_deref(), Some("https://a.example/?a>b"), "{at}");
        }
        assert_eq!(reads("<loc>https://a.example/</lok>", "a.example").as_deref(), Some("https://a.example/"));
        assert_eq!(reads("<url>loc>https://a.example/</loc>", "a.example"), None);
    }

    #[test]
    fn a_raw_ampersand_is_kept() {
        let found = reading("<loc>/?a=1&b=2&amp;amp;c</loc>", "&b").unwrap();
        assert_eq!((found.read.as_str(), found.escaped, found.raw), ("/?a=1&b=2&amp;c", true, true));
    }

    #[test]
    fn percent_encoding_is_read_as_letters() {
        let found = reading("<loc>https://a.example/caf%C3%A9%2Fx%20%41%E9</loc>", "caf").unwrap();
        assert_eq!(found.letters.as_deref(), Some("https://a.example/café%2Fx%20A%E9"));
    }

    #[test]
    fn urls_in_attributes_cdata_and_lines() {
        let link = "<url><xhtml:link rel='a > b' href=\"https://a.example/?a&amp;b\" hreflang='de'/></url>";
        assert_eq!(reads(link, "a.example").as_deref(), Some("https://a.example/?a&b"));
        assert_eq!(reads(link, "de'"), None);
        assert_eq!(reads(link, "rel"), None);
        let section = "<loc><![CDATA[https://a.example/?a&b&amp;c]]></loc>";
        let found = reading(section, "&b").unwrap();
        assert_eq!((found.read.as_str(), found.escaped, found.raw), ("https://a.example/?a&b&amp;c", false, false));
        assert_eq!(reads(section, "<loc>"), Some(found.read));
        assert_eq!(reads(section, "</loc>"), reads(section, "<loc>"));
        let instruction = "<?xml-stylesheet type='text/xsl' href='/a.xsl'?>";
        assert_eq!(reads(instruction, "a.xsl").as_deref(), Some("/a.xsl"));
        assert_eq!(reads("<!-- <a> href=\"https://a.example/\" -->", "a.example"), None);
        let lines = Source::from_text("https://a.example/?a&amp;b\nhttps://b.example/".to_owned());
        let first = at(&lines, Span::new(3, 4), false).unwrap();
        assert_eq!((first.read.as_str(), first.escaped), ("https://a.example/?a&amp;b", false));
    }

    /// The value that `place` is in, and the text with another one.
    fn replaced(text: &str, place: Span, markup: bool) -> Option<(String, String)> {
        let source = Source::from_text(text.to_owned());
        let before = value(&source, place, markup)?;
        let Edit { span, text: new } = replacing(&source, place, markup, "a&\"]]>").unwrap();
        Some((before.text, format!("{}{new}{}", &text[..span.range().start], &text[span.range().end..])))
    }

    #[test]
    fn a_value_is_replaced_as_its_place_requires() {
        let cases = [
            ("<loc>\n  /x&amp;y&eacute; </loc>", "/x", Some(("/x&y&eacute;", "<loc>\n  a&amp;\"]]&gt; </loc>"))),
            ("<p>1</p>", "<p>1</p>", Some(("1", "<p>a&amp;\"]]&gt;</p>"))),
            ("<p></p>", "<p></p>", Some(("", "<p>a&amp;\"]]&gt;</p>"))),
            ("<u><p a='x'>1</p></u>", "x", Some(("x", "<u><p a='a&amp;&quot;]]&gt;'>1</p></u>"))),
            ("<p><![CDATA[x&amp;]]></p>", "x", Some(("x&amp;", "<p><![CDATA[a&\"]]]]><![CDATA[>]]></p>"))),
            ("<p>1</p>", "<p>", None),
            ("<u><p>1</p><q>2</q></u>", "<p>1</p><q>", None),
            ("<u><p>1</p></u>", "<u><p>1</p></u>", None),
        ];
        for (text, place, expected) in cases {
            let start = text.find(place).unwrap();
            let found = replaced(text, Span::new(start, start + place.len()), true);
            let found = found.as_ref().map(|(before, after)| (before.as_str(), after.as_str()));
            assert_eq!(found, expected, "{place} in {text}");
        }
        let lines = "\u{FEFF}/a\r\n/b\r\n";
        let line = |start, end| replaced(lines, Span::new(start, end), false).map(|(before, _)| before);
        assert_eq!((line(3, 5), line(7, 11), line(3, 9)), (Some("/a".into()), Some("/b".into()), None));
        assert_eq!(replaced(lines, Span::new(3, 4), false).unwrap().1, "\u{FEFF}a&\"]]>\r\n/b\r\n");
    }

    #[test]
    fn other_values_are_not_urls() {
        for (text, at) in
            [("<priority>1&amp;2</priority>", "1"), ("plain", "p"), ("<loc></loc>", "</"), ("<loc>x", "x")]
        {
            assert_eq!(reads(text, at), None, "{text}");
        }
        let long = format!("<loc>https://a.example/{}</loc>", "ä".repeat(REACH));
        assert_eq!(reads(&long, "a.example"), None);
        assert_eq!(reads(&format!("<loc>{}", "<a ".repeat(REACH)), "<loc"), None);
    }
}
