//! Is the replacement text of an entity well-formed where it would be put? It is judged on its own
//! and never put in: each entity once, however often and deeply others refer to it.

use std::collections::BTreeSet;

use crate::span::At;
use crate::xml::chars::space_end;

use super::scanner::{Reference, Scanner, comment, instruction, reference};

/// What the replacement text of an entity is, apart from the entities it refers to.
#[derive(Debug, Clone, Default)]
pub(super) struct Facts {
    /// It matches production `[43]` `content`.
    pub(super) content: bool,
    /// It can stand in an attribute value: its references are, and there is no `<`.
    pub(super) attribute: bool,
    /// The entities it refers to.
    pub(super) references: Vec<Inner>,
}

/// A reference within the replacement text of an entity.
#[derive(Debug, Clone)]
pub(super) struct Inner {
    /// The name of the entity.
    pub(super) name: Box<str>,
    /// It stands in an attribute value of that text.
    pub(super) in_attribute: bool,
}

/// What `text`, the replacement text of an entity, is.
pub(super) fn facts(text: &str) -> Facts {
    let mut reading = Reading { scanner: Scanner::new(text, 0), references: Vec::new() };
    let content = reading.content().is_some();
    if content && memchr::memchr(b'<', text.as_bytes()).is_none() {
        return Facts { content, attribute: true, references: reading.references };
    }
    // What is no content (`]]>`) may still do in an attribute value, and the other way around.
    let mut plain = Reading { scanner: Scanner::new(text, 0), references: Vec::new() };
    let attribute = plain.value(text.len(), false).is_some();
    Facts { content, attribute, references: if content { reading.references } else { plain.references } }
}

struct Reading<'t> {
    scanner: Scanner<'t>,
    references: Vec<Inner>,
}

/// `None` is a violation: which one does not matter, as the text is not shown.
impl<'t> Reading<'t> {
    /// Production `[43]` `content`, to the end of the text.
    fn content(&mut self) -> Option<()> {
        let mut open: Vec<&'t str> = Vec::new();
        loop {
            let text = self.scanner.text;
            let rest = self.scanner.rest();
            let Some(length) = memchr::memchr2(b'<', b'&', rest.as_bytes()) else {
                return (open.is_empty() && !rest.contains("]]>")).then_some(());
            };
            if rest[..length].contains("]]>") {
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

    /// The inside of an attribute value, up to `end`.
    fn value(&mut self, end: usize, in_attribute: bool) -> Option<()> {
        loop {
            let rest = self.scanner.text.as_bytes().get(self.scanner.at..end)?;
            let Some(length) = memchr::memchr2(b'<', b'&', rest) else {
                return Some(());
            };
            if rest[length] == b'<' {
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
            self.references.push(Inner { name, in_attribute });
        }
        self.scanner.at = whole.end as usize;
        Some(())
    }
}
