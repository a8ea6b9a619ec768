//! The subset of Markdown used in rule pages and messages, as data.
//!
//! It has paragraphs, lists, fenced code, `code`, **strong** and links. There is no raw HTML: a tag is plain text.

use crate::text::middle_cut;

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Block {
    Paragraph(Vec<Inline>),
    List { ordered: bool, items: Vec<Vec<Inline>> },
    Code(String),
}

/// A run inside a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Inline {
    Text(String),
    Code(String),
    Strong(String),
    Link { text: Vec<Inline>, url: String },
}

/// Reads the blocks of a section.
pub(crate) fn blocks(source: &str) -> Vec<Block> {
    let mut out = Vec::new();
    let mut open = Open::Nothing;
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            open.close(&mut out);
            let code: Vec<&str> = lines.by_ref().take_while(|l| !l.trim().starts_with("```")).collect();
            out.push(Block::Code(code.join("\n")));
        } else if trimmed.is_empty() || trimmed.starts_with('#') {
            open.close(&mut out);
        } else if let Some((ordered, item)) = list_item(trimmed) {
            open.item(&mut out, ordered, item);
        } else {
            open.text(trimmed);
        }
    }
    open.close(&mut out);
    out
}

/// The block that the next line may continue.
enum Open {
    Nothing,
    Paragraph(String),
    List { ordered: bool, items: Vec<String> },
}

impl Open {
    fn text(&mut self, line: &str) {
        match self {
            Self::Nothing => *self = Self::Paragraph(line.to_owned()),
            Self::Paragraph(text) => {
                text.push(' ');
                text.push_str(line);
            }
            Self::List { items, .. } => {
                if let Some(last) = items.last_mut() {
                    last.push(' ');
                    last.push_str(line);
                }
            }
        }
    }

    fn item(&mut self, out: &mut Vec<Block>, ordered: bool, item: &str) {
        if let Self::List { ordered: same, items } = self
            && *same == ordered
        {
            items.push(item.to_owned());
            return;
        }
        self.close(out);
        *self = Self::List { ordered, items: vec![item.to_owned()] };
    }

    fn close(&mut self, out: &mut Vec<Block>) {
        match std::mem::replace(self, Self::Nothing) {
            Self::Nothing => {}
            Self::Paragraph(text) => out.push(Block::Paragraph(inlines(&text))),
            Self::List { ordered, items } => {
                let items = items.iter().map(|item| inlines(item)).collect();
                out.push(Block::List { ordered, items });
            }
        }
    }
}

fn list_item(line: &str) -> Option<(bool, &str)> {
    if let Some(item) = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")) {
        return Some((false, item.trim_start()));
    }
    let (number, item) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.len() <= 3 && number.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| (true, item.trim_start()))
}

/// Reads the runs of a line.
pub(crate) fn inlines(source: &str) -> Vec<Inline> {
    let mut out = Vec::new();
    let mut text = String::new();
    let mut rest = source;
    while let Some(character) = rest.chars().next() {
        let found = match character {
            '`' => code(rest),
            '*' => strong(rest),
            '[' => link(rest),
            '<' => autolink(rest),
            '\\' => escaped(rest),
            'h' => bare_link(rest),
            _ => None,
        };
        if let Some((inline, length)) = found {
            if let Inline::Text(literal) = inline {
                text.push_str(&literal);
            } else {
                flush(&mut text, &mut out);
                out.push(inline);
            }
            rest = &rest[length..];
        } else {
            text.push(character);
            rest = &rest[character.len_utf8()..];
        }
    }
    flush(&mut text, &mut out);
    out
}

fn flush(text: &mut String, out: &mut Vec<Inline>) {
    if !text.is_empty() {
        out.push(Inline::Text(std::mem::take(text)));
    }
}

/// `` `code` ``, closed by as many back-ticks as open it. One space inside each end is padding.
fn code(rest: &str) -> Option<(Inline, usize)> {
    let ticks = rest.bytes().take_while(|b| *b == b'`').count();
    let fence = &rest[..ticks];
    let mut from = ticks;
    loop {
        let at = from + rest[from..].find(fence)?;
        let run = rest[at..].bytes().take_while(|b| *b == b'`').count();
        if run == ticks {
            let inner = &rest[ticks..at];
            let padded = inner.len() > 2 && inner.starts_with(' ') && inner.ends_with(' ');
            let inner = if padded && !inner.trim().is_empty() { &inner[1..inner.len() - 1] } else { inner };
            return Some((Inline::Code(inner.to_owned()), at + ticks));
        }
        from = at + run;
    }
}

fn strong(rest: &str) -> Option<(Inline, usize)> {
    let inner = rest.strip_prefix("**")?;
    let end = inner.find("**").filter(|end| *end > 0)?;
    Some((Inline::Strong(inner[..end].to_owned()), end + 4))
}

fn link(rest: &str) -> Option<(Inline, usize)> {
    let close = rest.find("](")?;
    let end = close + rest[close..].find(')')?;
    let (text, url) = (&rest[1..close], rest[close + 2..end].trim());
    if text.contains('[') {
        return None;
    }
    let inner = inlines(text);
    // Only links to HTTPS URLs become links. The text of any other link is kept.
    if is_https(url) {
        return Some((Inline::Link { text: inner, url: url.to_owned() }, end + 1));
    }
    Some((Inline::Text(text.replace('`', "")), end + 1))
}

fn autolink(rest: &str) -> Option<(Inline, usize)> {
    let end = rest.find('>')?;
    let url = &rest[1..end];
    is_https(url).then(|| {
        let shown = url.trim_start_matches("https://").trim_end_matches('/').to_owned();
        (Inline::Link { text: vec![Inline::Text(shown)], url: url.to_owned() }, end + 1)
    })
}

/// A URL in running text. Punctuation that ends the sentence or closes a bracket around the URL is not part of it.
fn bare_link(rest: &str) -> Option<(Inline, usize)> {
    let path = rest.strip_prefix("https://")?;
    let end = path.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`')).unwrap_or(path.len());
    let path = path[..end].trim_end_matches(['.', ',', ';', ':', ')', ']', '!', '?']);
    if !path.contains('.') {
        return None;
    }
    let length = "https://".len() + path.len();
    let shown = middle_cut(path.trim_end_matches('/'), 64);
    Some((Inline::Link { text: vec![Inline::Text(shown)], url: rest[..length].to_owned() }, length))
}

fn is_https(url: &str) -> bool {
    url.starts_with("https://") && !url.chars().any(|c| c.is_whitespace() || c.is_control())
}

fn escaped(rest: &str) -> Option<(Inline, usize)> {
    let next = rest[1..].chars().next().filter(char::is_ascii_punctuation)?;
    Some((Inline::Text(next.to_string()), 2))
}

/// The text without markup, for places that cannot contain elements.
pub(crate) fn plain(source: &str) -> String {
    let mut out = String::new();
    for inline in inlines(source) {
        match inline {
            Inline::Text(text) | Inline::Code(text) | Inline::Strong(text) => out.push_str(&text),
            Inline::Link { text, .. } => {
                for run in text {
                    if let Inline::Text(text) | Inline::Code(text) | Inline::Strong(text) = run {
                        out.push_str(&text);
                    }
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Inline {
        Inline::Text(text.to_owned())
    }

    #[test]
    fn code_keeps_what_is_inside() {
        assert_eq!(inlines("Write `&amp;` here"), [text("Write "), Inline::Code("&amp;".into()), text(" here")]);
        assert_eq!(inlines("`` a`b ``"), [Inline::Code("a`b".into())]);
        assert_eq!(inlines("an open ` tick"), [text("an open ` tick")]);
    }

    #[test]
    fn only_https_links_are_links() {
        assert_eq!(
            inlines("see [the `spec`](https://www.sitemaps.org/)"),
            [
                text("see "),
                Inline::Link {
                    text: vec![text("the "), Inline::Code("spec".into())],
                    url: "https://www.sitemaps.org/".into()
                }
            ]
        );
        assert_eq!(inlines("[x](javascript:alert(1))"), [text("x)")]);
        assert_eq!(inlines("[rule](loc-empty.md)"), [text("rule")]);
        assert_eq!(
            inlines("<https://a.example/>"),
            [Inline::Link { text: vec![text("a.example")], url: "https://a.example/".into() }]
        );
    }

    #[test]
    fn a_bare_address_is_a_link() {
        assert_eq!(
            inlines("protocol. (https://www.sitemaps.org/protocol.html#x)"),
            [
                text("protocol. ("),
                Inline::Link {
                    text: vec![text("www.sitemaps.org/protocol.html#x")],
                    url: "https://www.sitemaps.org/protocol.html#x".into()
                },
                text(")"),
            ]
        );
        assert_eq!(inlines("starts with https:// here"), [text("starts with https:// here")]);
    }

    #[test]
    fn tags_are_text() {
        assert_eq!(inlines("<img src=x onerror=y>"), [text("<img src=x onerror=y>")]);
    }

    #[test]
    fn blocks_are_paragraphs_lists_and_code() {
        let page = "One\ntwo.\n\n- a\n  more\n- b\n\n1. first\n2. second\n\n```xml\n<a>\n```\nEnd";
        assert_eq!(
            blocks(page),
            [
                Block::Paragraph(vec![text("One two.")]),
                Block::List { ordered: false, items: vec![vec![text("a more")], vec![text("b")]] },
                Block::List { ordered: true, items: vec![vec![text("first")], vec![text("second")]] },
                Block::Code("<a>".into()),
                Block::Paragraph(vec![text("End")]),
            ]
        );
    }

    #[test]
    fn strong_and_escapes() {
        assert_eq!(inlines("**not** a \\*"), [Inline::Strong("not".into()), text(" a *")]);
        assert_eq!(plain("a `b` [c](https://d.example)"), "a b c");
    }
}
