//! The parts of a line of XML that have their own colors.

/// A kind of part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// Text between tags, or the whole content of a file that is not XML.
    Text,
    /// A tag, without the values in it.
    Tag,
    /// The value of an attribute.
    Value,
    /// A reference, such as `&amp;`.
    Reference,
    /// A comment, a processing instruction or a declaration.
    Aside,
}

impl Token {
    /// The class in the style sheet. Text has none.
    pub(crate) const fn class(self) -> Option<&'static str> {
        match self {
            Self::Text => None,
            Self::Tag => Some("tag"),
            Self::Value => Some("value"),
            Self::Reference => Some("reference"),
            Self::Aside => Some("aside"),
        }
    }
}

/// The parts of a line, each with its end in bytes. Each line is read on its own: the rest of a construct from an
/// earlier line is text.
pub(crate) fn tokens(line: &str) -> Vec<(usize, Token)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(rest) = line.get(at..).filter(|rest| !rest.is_empty()) {
        let (length, token) = next(rest);
        at += length;
        if token == Token::Tag {
            values(line, at - length, at, &mut parts);
        }
        parts.push((at, token));
    }
    parts
}

fn next(rest: &str) -> (usize, Token) {
    let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
    if rest.starts_with("<!--") {
        (until("-->"), Token::Aside)
    } else if rest.starts_with("<?") {
        (until("?>"), Token::Aside)
    } else if rest.starts_with("<![CDATA[") {
        ("<![CDATA[".len(), Token::Tag)
    } else if rest.starts_with("<!") {
        (until(">"), Token::Aside)
    } else if rest.starts_with("]]>") {
        ("]]>".len(), Token::Tag)
    } else if let Some(tag) = rest.strip_prefix('<') {
        // An unclosed tag ends before the next tag.
        let end = tag.find('<').map_or(rest.len(), |at| at + 1);
        (until(">").min(end), Token::Tag)
    } else if let Some(length) = reference(rest) {
        (length, Token::Reference)
    } else {
        let end = rest.char_indices().skip(1).find(|(_, character)| matches!(character, '<' | '&' | ']'));
        (end.map_or(rest.len(), |(at, _)| at), Token::Text)
    }
}

/// The length of a reference.
fn reference(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('&')?;
    let length = name.find(|character: char| !(character.is_ascii_alphanumeric() || character == '#'))?;
    (length > 0 && name[length..].starts_with(';')).then_some(length + 2)
}

/// Adds the parts of a tag that end before the tag does: its values, and the text before each value.
fn values(line: &str, from: usize, to: usize, parts: &mut Vec<(usize, Token)>) {
    let mut at = from;
    while let Some(start) = line[at..to].find(['"', '\'']).map(|start| at + start) {
        let quote = &line[start..=start];
        let Some(end) = line[start + 1..to].find(quote).map(|end| start + end + 2) else { return };
        parts.extend([(start, Token::Tag), (end, Token::Value)]);
        at = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_cut_into_its_parts() {
        let parts = |line: &str| {
            let mut from = 0;
            let cut = |(to, token): (usize, Token)| {
                let text = line[from..to].to_owned();
                from = to;
                (text, token.class().unwrap_or_default())
            };
            tokens(line).into_iter().map(cut).collect::<Vec<_>>()
        };
        let cases: [(&str, &[(&str, &str)]); 8] = [
            (
                "  <loc>a&amp;b&c</loc>",
                &[
                    ("  ", ""),
                    ("<loc>", "tag"),
                    ("a", ""),
                    ("&amp;", "reference"),
                    ("b", ""),
                    ("&c", ""),
                    ("</loc>", "tag"),
                ],
            ),
            ("<x a=\"1\" b='>'/>", &[("<x a=", "tag"), ("\"1\"", "value"), (" b='>", "tag"), ("'/>", "")]),
            (
                "<?xml version=\"1.0\"?><!-- é --><!DOCTYPE x>",
                &[("<?xml version=\"1.0\"?>", "aside"), ("<!-- é -->", "aside"), ("<!DOCTYPE x>", "aside")],
            ),
            ("<![CDATA[a]]>", &[("<![CDATA[", "tag"), ("a", ""), ("]]>", "tag")]),
            ("<loc<url>", &[("<loc", "tag"), ("<url>", "tag")]),
            ("<!-- cut", &[("<!-- cut", "aside")]),
            ("https://a.example/é", &[("https://a.example/é", "")]),
            ("", &[]),
        ];
        for (line, expected) in cases {
            let found = parts(line);
            assert_eq!(
                found.iter().map(|(text, class)| (text.as_str(), *class)).collect::<Vec<_>>(),
                expected,
                "{line}"
            );
        }
    }
}
