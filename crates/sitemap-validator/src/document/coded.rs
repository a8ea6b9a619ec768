//! Whole documents in another notation: escaped, percent-encoded, in Base64 or as a string.

use crate::diagnostic::{Diagnostic, Edit};
use crate::elements::Root;
use crate::rules;
use crate::span::{At, Span};
use crate::xml::chars::name_end;

/// The text after the first `<` of the documents to recognize.
const STARTS: [&str; 3] = ["?xml", Root::Urlset.name(), Root::Index.name()];

/// The notation of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Notation {
    /// `&lt;urlset&gt;`
    Escaped,
    /// As the text of an XML element.
    Within,
    /// `PHVybHNldD4=`
    Base64,
    /// `%3Curlset%3E`
    Percent,
    /// `"<urlset xmlns=\"...\">"`
    Json,
    /// Base64 of a gzip file.
    Base64Gzip,
}

/// A document in another notation.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EncodedDocument {
    /// The notation.
    pub(crate) coding: Notation,
    /// From the start of the file to the end of the first tag, if that is known.
    pub(crate) at: Span,
    /// The span of the document.
    content: Span,
}

/// The `&lt;` at byte `start`, if it alone is escaped: it begins the XML declaration or the root, and the tag ends with `>`.
pub(crate) fn first_less_than(text: &str, start: usize) -> Option<Span> {
    let tag = after(text.get(start..)?, "&lt;")?;
    let root = STARTS.iter().chain(&["rss", "feed"]).find(|name| tag.starts_with(**name))?;
    let end = tag.find('>')?;
    let is_whole = if root.starts_with('?') { tag.at(..end).ends_with('?') } else { !tag.at(..end).contains('<') };
    let is_markup = is_whole && !tag.at(..end).contains("&gt;") && tag.at(end..).contains('<');
    is_markup.then(|| Span::new(start, start + "&lt;".len()))
}

/// Recognizes `text`, whose first character other than white space is at byte `start` and is not `<`.
pub(crate) fn recognize(text: &str, start: usize) -> Option<EncodedDocument> {
    let end = text.trim_end().len();
    let rest = text.get(start..end)?;
    if STARTS.iter().any(|tag| after(rest, "&lt;").is_some_and(|rest| rest.starts_with(tag))) {
        let length = rest.find("&gt;").map_or(rest.len(), |at| at + "&gt;".len());
        return Some(coded(Notation::Escaped, Span::new(0, start + length), Span::new(start, end)));
    }
    if let Some(inner) = rest.strip_prefix('"').filter(|inner| inner.ends_with('"')) {
        let tag = inner.strip_prefix('<').or_else(|| after(inner, "\\u003c"))?;
        let known = STARTS.iter().any(|known| tag.starts_with(known));
        let escaped = inner.contains("\\\"") || inner.contains("\\n") || inner.contains("\\u003c");
        let close = inner.find(['>']).map(|at| at + 1).or_else(|| inner.find("\\u003e").map(|at| at + 6));
        let length = close.unwrap_or(inner.len());
        return (known && escaped)
            .then(|| coded(Notation::Json, Span::new(0, start + 1 + length), Span::new(start + 1, end - 1)));
    }
    // A data URL names its encoding; the same encoding is recognized without a data URL.
    let data = rest.starts_with("data:").then(|| rest.find(',')).flatten().map_or(0, |comma| comma + 1);
    let body = rest.get(data..)?;
    let from = start + data;
    let content = Span::new(from, end);
    if STARTS.iter().any(|tag| percent_start(body, tag)) {
        let close = body.find("%3E").or_else(|| body.find("%3e")).map_or(body.len(), |at| at + 3);
        return Some(coded(Notation::Percent, Span::new(0, from + close), content));
    }
    let xml = ["PD94bWwg", "77u/PD94bWwg", "PHVybHNldC", "PHVybHNldD4", "PHNpdGVtYXBpbmRleC"];
    let (prefix, coding) = xml
        .into_iter()
        .map(|prefix| (prefix, Notation::Base64))
        .chain([("H4sI", Notation::Base64Gzip)])
        .find(|(prefix, _)| body.starts_with(prefix))?;
    let alphabet = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'\r' | b'\n');
    body.bytes().all(alphabet).then(|| coded(coding, Span::new(0, from + prefix.len()), content))
}

/// A document that is the text of an element: after the start tag that ends at byte `from`, or after further start tags
/// there. Also returns the name of the innermost element.
pub(crate) fn within(text: &str, name: Span, from: usize) -> Option<(EncodedDocument, Span)> {
    /// The maximum depth of elements around the document, as in answers of web services.
    const DEPTH: usize = 8;
    let (mut name, mut at) = (name, from);
    for _ in 0..DEPTH {
        let rest = text.get(at..)?;
        let start = at + (rest.len() - rest.trim_start().len());
        let rest = text.get(start..)?;
        let (close, content) = if let Some(section) = rest.strip_prefix("<![CDATA[") {
            let from = text.len() - section.trim_start().len();
            (">", Span::new(from, start + rest.find("]]>")?))
        } else if rest.starts_with("&lt;") {
            ("&gt;", Span::new(start, start + rest.find('<').unwrap_or(rest.len())))
        } else {
            let inner = rest.strip_prefix('<')?;
            let length = name_end(inner, 0);
            name = (length > 0).then(|| Span::new(start + 1, start + 1 + length))?;
            at = start + rest.find('>')? + 1;
            continue;
        };
        let inner = text.get(content.range())?;
        let tag = inner.strip_prefix('<').or_else(|| after(inner, "&lt;"))?;
        let known = STARTS.iter().any(|known| tag.starts_with(known));
        let length = inner.find(close).map_or(inner.len(), |at| at + close.len());
        let tag = Span::new(content.start as usize, content.start as usize + length);
        return known.then(|| (coded(Notation::Within, tag, content), name));
    }
    None
}

const fn coded(coding: Notation, at: Span, content: Span) -> EncodedDocument {
    EncodedDocument { coding, at, content }
}

/// The finding, whose fix decodes the document; `name` is the name of the element around it.
pub(crate) fn finding(text: &str, coded: EncodedDocument, name: Option<Span>) -> Diagnostic {
    use rules::structure_escaped_document as message;
    let found = match coded.coding {
        Notation::Escaped => rules::structure_escaped_document(coded.at),
        Notation::Within => message::in_element(coded.at, name.unwrap_or_default()),
        Notation::Base64 => message::base64(coded.at),
        Notation::Percent => message::percent_encoded(coded.at),
        Notation::Json => message::json(coded.at),
        Notation::Base64Gzip => message::gzip_base64(coded.at),
    };
    let content = text.at(coded.content);
    let plain = match coded.coding {
        Notation::Within if !content.starts_with('&') => Some(content.to_owned()),
        Notation::Escaped | Notation::Within => Some(unescaped(content)),
        Notation::Base64 => base64(content).and_then(|bytes| String::from_utf8(bytes).ok()),
        Notation::Percent => percent(content),
        Notation::Json => json(content),
        Notation::Base64Gzip => None,
    };
    match plain {
        Some(mut plain) => {
            plain.truncate(plain.trim_end().len());
            plain.push('\n');
            found.suggest(Edit::replace(Span::new(0, text.len()), plain))
        }
        None => found,
    }
}

/// The text after `prefix`, which is compared ignoring case.
fn after<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    if head.eq_ignore_ascii_case(prefix) { text.get(prefix.len()..) } else { None }
}

fn percent_start(text: &str, tag: &str) -> bool {
    let Some(rest) = after(text, "%3C") else { return false };
    match tag.strip_prefix('?') {
        Some(name) => after(rest, "%3F").or_else(|| rest.strip_prefix('?')).is_some_and(|rest| rest.starts_with(name)),
        None => rest.starts_with(tag),
    }
}

/// `text` with its references replaced once.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let reference =
            from.get(1..).and_then(|inner| inner.get(..inner.bytes().take(12).position(|byte| byte == b';')?));
        let character = reference.and_then(|name| match name {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "quot" => Some('"'),
            "apos" => Some('\''),
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix(['x', 'X']) {
                    Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)
            }
        });
        let length = if let (Some(character), Some(name)) = (character, reference) {
            out.push(character);
            name.len() + 2
        } else {
            out.push('&');
            1
        };
        rest = from.at(length..);
    }
    out.push_str(rest);
    out
}

/// Decodes percent-encoding; `+` is a space if the text contains no other space.
fn percent(text: &str) -> Option<String> {
    let form = text.contains('+') && !text.contains("%20") && !text.contains(' ');
    let mut out = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        out.push(match byte {
            b'%' => {
                let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
                (digit(bytes.next())? * 16 + digit(bytes.next())?) as u8
            }
            b'+' if form => b' ',
            _ => byte,
        });
    }
    String::from_utf8(out).ok()
}

/// Decodes Base64; white space and padding are ignored.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=') {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
        }
    }
    Some(out)
}

/// Decodes the content of a JSON string.
fn json(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        out.push(match character {
            '\\' => match characters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => {
                    let hex: String = characters.by_ref().take(4).collect();
                    char::from_u32(u32::from_str_radix(&hex, 16).ok()?)?
                }
                other => other,
            },
            '"' => return None,
            _ => character,
        });
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::FixKind;
    use crate::fix;

    const PLAIN: &str =
        "<?xml version=\"1.0\"?>\n<urlset><url><loc>https://tidepool.page/?a&amp;b</loc></url></urlset>\n";

    #[track_caller]
    fn decodes(text: &str, coding: Notation, marked: &str) {
        let start = text.len() - text.trim_start().len();
        let coded = recognize(text, start).unwrap();
        assert_eq!((coded.coding, &text[coded.at.range()]), (coding, marked));
        let found = finding(text, coded, None);
        assert_eq!(fix::apply(text, [&found], FixKind::Suggest).0, PLAIN);
    }

    #[test]
    fn escaped_documents() {
        let text = PLAIN.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&#34;");
        decodes(&text, Notation::Escaped, "&lt;?xml version=&#34;1.0&#34;?&gt;");
        assert_eq!(unescaped("&amp;lt; &#x41;&#66;&nbsp; & &#xD800; &"), "&lt; AB&nbsp; & &#xD800; &");
    }

    #[test]
    fn percent_encoded_documents() {
        let encode = |text: &str, space: &str| {
            let text = text.replace('%', "%25").replace('+', "%2B").replace('<', "%3C").replace('>', "%3e");
            text.replace('?', "%3F").replace('"', "%22").replace('&', "%26").replace('\n', "%0A").replace(' ', space)
        };
        let first = |space: &str| encode("<?xml version=\"1.0\"?>", space);
        decodes(&encode(PLAIN, "%20"), Notation::Percent, &first("%20"));
        decodes(&encode(PLAIN, "+"), Notation::Percent, &first("+"));
        let url = format!("data:text/xml,{}", encode(PLAIN, "%20"));
        decodes(&url, Notation::Percent, &format!("data:text/xml,{}", first("%20")));
        assert_eq!(percent("%3"), None);
        assert_eq!(percent("%zz"), None);
    }

    #[test]
    fn base64_documents() {
        let text = "PD94bWwgdmVyc2lvbj0iMS4wIj8+Cjx1cmxzZXQ+PHVybD48bG9jPmh0dHBzOi8vdGlkZXBv\r\n\
                    b2wucGFnZS8/YSZhbXA7YjwvbG9jPjwvdXJsPjwvdXJsc2V0Pgo=\n";
        decodes(text, Notation::Base64, "PD94bWwg");
        decodes(&format!("\ndata:text/xml;base64,{text}"), Notation::Base64, "\ndata:text/xml;base64,PD94bWwg");
        let gzip = recognize("H4sIAAAAAAAAA7MpLcopTi2xs9G3s9EHsgHIK6L7EwAAAA==", 0).unwrap();
        assert_eq!(gzip.coding, Notation::Base64Gzip);
        assert!(recognize("PD94bWwg is the start", 0).is_none());
        assert_eq!(base64("PGE+PC9hPg==").unwrap(), b"<a></a>");
    }

    #[test]
    fn strings_of_json() {
        let text = format!("\"{}\"", PLAIN.replace('"', "\\\"").replace('\n', "\\r\\n").replace("\\r", ""));
        decodes(&text, Notation::Json, "\"<?xml version=\\\"1.0\\\"?>");
        let escaped = text.replace('<', "\\u003c").replace('>', "\\u003e");
        decodes(&escaped, Notation::Json, "\"\\u003c?xml version=\\\"1.0\\\"?\\u003e");
        assert!(recognize("\"<urlset>\"", 0).is_none(), "quotation marks around XML");
        assert_eq!((json("\\u00zz"), json("\\ud800"), json("\\")), (None, None, None));
    }

    #[test]
    fn documents_within_elements() {
        let escaped = PLAIN.trim().replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        for (before, after, name) in [
            ("<string xmlns=\"x\">\n", "</string>", "string"),
            ("<e:Envelope><e:Body><Result>", "</Result></e:Body></e:Envelope>", "Result"),
        ] {
            let section = format!("{before}<![CDATA[ {PLAIN}]]>{after}");
            for text in [format!("{before}{escaped}{after}"), section] {
                let from = text.find('>').unwrap() + 1;
                let (coded, inner) = within(&text, Span::new(1, 2), from).unwrap();
                let name = if name == "string" { "s" } else { name };
                assert_eq!(&text[inner.range()], name);
                let found = finding(&text, coded, Some(inner));
                assert_eq!(fix::apply(&text, [&found], FixKind::Suggest).0, PLAIN, "{text}");
            }
        }
        for text in ["<a>", "<a>&lt;b&gt;</a>", "<a>x</a>", "<a></a>", "<a><![CDATA[<urlset>", "<a><!-- --></a>"] {
            assert!(within(text, Span::new(1, 2), 3).is_none(), "{text}");
        }
    }
}
