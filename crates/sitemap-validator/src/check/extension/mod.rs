//! Extensions of the protocol.
//!
//! An [`Extension`] processes the elements of a namespace; [`EXTENSIONS`] lists all of them. [`Shape`] is the
//! implementation for most: a [`Vocabulary`] defines the elements, their parents and how often they are allowed, and
//! `Shape` reports elements that are misplaced, unknown, repeated, deprecated or out of order. The module of the
//! extension checks the values: it implements [`Checks`].

mod block;
pub(crate) mod date;
mod deprecated;
mod order;
mod placement;
mod registry;
mod shape;
#[cfg(test)]
mod tests;
mod vocabulary;

use std::borrow::Cow;
use std::fmt::Debug;

use super::Field;
use super::namespace::Namespaces;
use super::structure::Typo;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::value::url::normal::{Relation, relate};
use crate::xml::tag::Attribute;
use crate::xml::walk::EndTag;

pub(crate) use block::{Block, Member, OnlyChild, qualified};
pub(crate) use placement::Place;
pub(crate) use registry::EXTENSIONS;
pub(crate) use shape::{Element, Shape};
pub(crate) use vocabulary::{Content, Definition, Elements, Vocabulary};

/// A complete entry with elements of extensions.
#[derive(Debug)]
pub(crate) struct Page<'p> {
    /// The whole text of the file.
    pub(crate) source: &'p str,
    /// Counted from 1.
    pub(crate) number: u32,
    /// The source of its `loc`, trimmed; `None` if there is none or it is empty.
    pub(crate) loc: Option<Span>,
    /// Its `loc` as an XML parser reads it; empty if there is none.
    pub(crate) url: Cow<'p, str>,
}

impl<'p> Page<'p> {
    /// True if `url` is the page's URL, also in another spelling.
    pub(crate) fn has(&self, url: &str) -> bool {
        // Two spellings of a URL have similar lengths, unless one is escaped.
        url == self.url
            || url.len().abs_diff(self.url.len()) <= 8
                && may_end_alike(url, &self.url)
                && relate(url, &self.url) <= Relation::Equivalent
    }

    /// For elements outside of entries.
    fn none(source: &'p str) -> Self {
        Self { source, number: 0, loc: None, url: Cow::Borrowed("") }
    }
}

/// False if the normal forms of two URLs end with different letters or digits.
fn may_end_alike(one: &str, other: &str) -> bool {
    let last = |url: &str| {
        // The normal form has the same end if a slash follows the host and no escape is at the end.
        let is_kept = |end: &[u8; 3]| !end.contains(&b'%') && end[2].is_ascii_alphanumeric();
        let path = url.as_bytes().get("https://".len()..)?;
        let end = path.last_chunk::<3>().filter(|end| is_kept(end) && path.contains(&b'/'))?;
        Some(end[2])
    };
    match (last(one), last(other)) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    }
}

/// Processes the elements of an extension in a file.
pub(crate) trait Extension: Debug {
    /// True if the extension has an element called `local`.
    fn knows(&self, local: &str) -> bool;

    /// An element starts. Returns what it may contain, and the right name if it is misspelled.
    fn start(&mut self, local: &str, element: &Element<'_>, reporter: &mut Reporter<'_>) -> (Content, Option<Typo>);

    /// The value of the innermost open element is complete.
    fn value(&mut self, _field: &Field<'_>, _reporter: &mut Reporter<'_>) {}

    /// The value of the innermost open element is complete and cannot be checked.
    fn opaque(&mut self, _content: Span) {}

    /// The innermost open element contains an element of the protocol with this name, or a bare URL if the name is
    /// `loc`; either is reported.
    fn stray(&mut self, _local: &str) {}

    /// The innermost open element ends.
    fn end(&mut self, source: &str, element: Span, end: EndTag, reporter: &mut Reporter<'_>);

    /// An entry with elements of extensions is complete.
    fn entry(&mut self, _page: &Page<'_>, _reporter: &mut Reporter<'_>) {}

    /// The file is complete.
    fn finish(&mut self, _source: &str, _namespaces: &mut Namespaces<'_>, _reporter: &mut Reporter<'_>) {}

    /// True if an element inside a value of the protocol is reported instead of the value.
    fn outweighs_value(&self) -> bool {
        false
    }
}

/// The checks of an extension in addition to those of [`Shape`].
pub(crate) trait Checks: Debug {
    /// An element starts. `name` is its local name, spelled as in the vocabulary.
    fn start(&mut self, _name: &'static str, _element: &Element<'_>, _reporter: &mut Reporter<'_>) {}

    /// An element with a text or a URL is complete. The syntax of URLs has been checked; the value may be empty.
    fn value(&mut self, _name: &'static str, _field: &Field<'_>, _reporter: &mut Reporter<'_>) {}

    /// An element that contains elements is complete.
    fn block(&mut self, _block: &Block<'_>, _reporter: &mut Reporter<'_>) {}

    /// The edit that splits the parent into two elements, before the second `element` with this name in it.
    fn split(&self, _source: &str, _name: &str, _parent: Span, _element: Span) -> Option<Edit> {
        None
    }

    /// An entry with elements of the vocabulary is complete.
    fn entry(&mut self, _page: &Page<'_>, _reporter: &mut Reporter<'_>) {}

    /// The file is complete.
    fn finish(&mut self, _source: &str, _reporter: &mut Reporter<'_>) {}
}

/// The attribute called `name` among `attributes`.
pub(crate) fn attribute<'t>(source: &str, attributes: &'t [Attribute], name: &str) -> Option<&'t Attribute> {
    attributes.iter().find(|attribute| source.get(attribute.name.range()) == Some(name))
}
