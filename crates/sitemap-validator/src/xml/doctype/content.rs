//! Checks whether the replacement text of an entity is well-formed where it is referenced. Each entity is checked once
//! and never expanded, no matter how often and how deeply it is referenced.

use std::collections::BTreeSet;

use crate::span::At;
use crate::xml::chars::space_end;

use super::scanner::{Reference, Scanner, comment, instruction, reference};

/// The properties of an entity's replacement text, without the entities it references.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// True if it matches production `[43]` `content`.
    pub(super) content: bool,
    /// True if it is allowed in an attribute value: its references are, and it contains no `<`.
    pub(super) attribute: bool,
    /// The references in it.
    pub(super) references: Vec<InnerReference>,
}

/// A reference in the replacement text of an entity.
#[derive(Debug, Clone)]
pub(super) struct InnerReference {
    /// The name of the entity.
    pub(super) name: Box<str>,
    /// True if it is in an attribute value of that text.
    pub(super) in_attribute: bool,
}

/// The properties of `text`, the replacement text of an entity.
pub(super) fn facts(text: &str) -> Facts {
    let mut reader = ContentReader { scanner: Scanner::new(text, 0), references: Vec::new() };
    let content = reader.content().is_some();
    if content && memchr::memchr(b'<', text.as_bytes()).is_none() {
        return Facts { content, attribute: true, references: reader.references };
    }
    // Text that is not content (`]]>`) may be valid in an attribute value, and vice versa.
    let mut plain = ContentReader { scanner: Scanner::new(text, 0), references: Vec::new() };
    let attribute = plain.value(text.len(), false).is_some();
    Facts { content, attribute, references: if content { reader.references } else { plain.references } }
}

struct ContentReader<'t> {
    scanner: Scanner<'t>,
    references: Vec<InnerReference>,
}

/// Results are `None` for a violation. Its kind is not needed, as the text is not shown.
impl<'t> ContentReader<'t> {
    /// Production `[43]` `content`, up to the end of the text.
    fn content(&mut self) -> Option<()> {
        let mut open: Vec<&'t str> = Vec::new();
        loop {
            let text = self.scanner.text;
            let rest = self.scanner.rest();
            let Some(length) = memchr::memchr2(b'<', b'&', rest.as_bytes()) else {
                return (open.is_empty() && !rest.contains("]]>")).then_some(());
            };
            if rest.at(..length).contains("]]>") {
                return None;
            }
            self.scanner.at += length;
            let markup = self.scanner.rest();
            if markup.starts_with('&') {
                self.reference(false)?;
            } else if markup.starts_with("<!--") {
                comment(&mut self.scanner).ok()?;
            } else if markup.starts_with("<?") {
                instruction(&mut self.scanner).ok()?;
            } else if markup.starts_with("<![CDATA[") {
                self.scanner.at += markup.find("]]>")? + "]]>".len();
            } else if markup.starts_with("</") {
                self.scanner.at += 2;
                let name = self.scanner.name().ok()?;
                if open.pop()? != text.at(name) {
                    return None;
                }
                self.scanner.space();
                self.scanner.eat(">").then_some(())?;
            } else {
                self.scanner.at += 1;
                let name = self.scanner.name().ok()?;
                if !self.start_tag()? {
                    open.push(text.at(name));
                }
            }
        }
    }

    /// The attributes and the end of a tag; true for an empty-element tag.
    fn start_tag(&mut self) -> Option<bool> {
        let text = self.scanner.text;
        let mut names = BTreeSet::new();
        loop {
            let spaced = self.scanner.space();
            if self.scanner.eat("/>") {
                return Some(true);
            }
            if self.scanner.eat(">") {
                return Some(false);
            }
            let name = self.scanner.name().ok().filter(|_| spaced)?;
            if !names.insert(text.at(name)) {
                return None;
            }
            self.scanner.space();
            self.scanner.eat("=").then_some(())?;
            self.scanner.at = space_end(text.as_bytes(), self.scanner.at);
            let value = self.scanner.quoted().ok()?;
            let after = self.scanner.at;
            self.scanner.at = value.start as usize;
            self.value(value.end as usize, true)?;
            self.scanner.at = after;
        }
    }

    /// The content of an attribute value, up to `end`.
    fn value(&mut self, end: usize, in_attribute: bool) -> Option<()> {
        loop {
            let rest = self.scanner.text.as_bytes().get(self.scanner.at..end)?;
            let Some(length) = memchr::memchr2(b'<', b'&', rest) else {
                return Some(());
            };
            if rest.get(length) == Some(&b'<') {
                return None;
            }
            self.scanner.at += length;
            self.reference(in_attribute)?;
        }
    }

    fn reference(&mut self, in_attribute: bool) -> Option<()> {
        let (kind, whole) = reference(self.scanner.text, self.scanner.at).ok()?;
        if let Reference::Entity(name) = kind {
            let name = self.scanner.text.at(name).into();
            self.references.push(InnerReference { name, in_attribute });
        }
        self.scanner.at = whole.end as usize;
        Some(())
    }
}
