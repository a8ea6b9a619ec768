//! Extensions of the protocol.
//!
//! An [`Extension`] follows the elements of a namespace through a file; [`EXTENSIONS`] lists all of them. [`Shape`] is
//! the one for vocabularies: a [`Vocabulary`] says which elements there are, where each belongs and how often, and
//! `Shape` reports what is misplaced, unknown, repeated, deprecated or out of order. The values are for the
//! extension's own module, which implements [`Checks`].

pub(crate) mod date;
mod deprecated;
mod order;
mod placement;
mod registry;
mod shape;
#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostic;
use std::borrow::Cow;
use std::fmt::Debug;

use super::namespace::Namespaces;
use super::structure::Typo;
use super::{Field, UrlRole};
use crate::diagnostic::Edit;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::value::url::normal::{Relation, relate};
use crate::xml::tag::Attribute;
use crate::xml::walk::EndTag;

pub(crate) use placement::Place;
pub(crate) use registry::EXTENSIONS;
pub(crate) use shape::{Element, Shape};

/// What an element may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Only elements.
    Elements,
    /// A text.
    Text,
    /// A URL.
    Url(UrlRole),
    /// Not judged.
    Any,
}

/// An element of a vocabulary.
#[derive(Debug)]
pub(crate) struct Definition {
    /// Its local name; no other of its vocabulary has the same.
    pub(crate) name: &'static str,
    /// What that hashes to.
    hash: u64,
    /// The local name of the element it belongs in; empty for the entry itself.
    pub(crate) parent: &'static str,
    /// What it holds.
    pub(crate) content: Content,
    /// It may be given more than once.
    pub(crate) many: bool,
    /// It has no effect any more.
    pub(crate) deprecated: bool,
    /// The attributes it may have.
    pub(crate) attributes: &'static [&'static str],
    /// Attributes it may have that have no effect any more.
    pub(crate) deprecated_attributes: &'static [&'static str],
}

impl Definition {
    /// An element that is given once and holds `content`.
    pub(crate) const fn new(name: &'static str, parent: &'static str, content: Content) -> Self {
        Self {
            name,
            hash: hash(name.as_bytes()),
            parent,
            content,
            many: false,
            deprecated: false,
            attributes: &[],
            deprecated_attributes: &[],
        }
    }

    /// The same, given any number of times.
    pub(crate) const fn many(self) -> Self {
        Self { many: true, ..self }
    }

    /// The same, without effect.
    pub(crate) const fn deprecated(self) -> Self {
        Self { deprecated: true, ..self }
    }

    /// The same with attributes.
    pub(crate) const fn attributes(self, attributes: &'static [&'static str]) -> Self {
        Self { attributes, ..self }
    }

    /// The same with attributes without effect.
    pub(crate) const fn deprecated_attributes(self, deprecated_attributes: &'static [&'static str]) -> Self {
        Self { deprecated_attributes, ..self }
    }
}

/// A number for a name, so that most others differ in it: its first bytes, and how many it has.
const fn hash(name: &[u8]) -> u64 {
    let length = name.len() as u64;
    if let Some(first) = name.first_chunk::<8>() {
        return u64::from_le_bytes(*first) ^ length << 56;
    }
    let (mut hash, mut rest) = (length, name);
    while let [byte, tail @ ..] = rest {
        hash = hash << 8 | *byte as u64;
        rest = tail;
    }
    hash
}

/// True for equal bytes.
const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    loop {
        match (one, other) {
            ([], []) => return true,
            ([a, one_rest @ ..], [b, other_rest @ ..]) if *a == *b => {
                one = one_rest;
                other = other_rest;
            }
            _ => return false,
        }
    }
}

/// Elements of a vocabulary, at most 64: a bit for the place of each among the definitions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Elements(u64);

impl Elements {
    /// Adds the one at `definition`; true when it is there already.
    fn add(&mut self, definition: usize) -> bool {
        let bit = 1 << (definition & 63);
        let given = self.0 & bit != 0;
        self.0 |= bit;
        given
    }

    /// True when all of `others` are among them.
    pub(crate) const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// True when one of `others` is among them.
    pub(crate) const fn has_any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// The finding at a place on an attribute: the element's name, the attribute's, how often.
pub(crate) type AttributeMessage = fn(Span, Span, Span, u64) -> Diagnostic;

/// A vocabulary: its elements, and the rules about their shape.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// The elements; those of one parent in the order of the schema.
    pub(crate) definitions: &'static [Definition],
    /// Names people write instead, in lower case, and the right ones.
    pub(crate) synonyms: &'static [(&'static str, &'static str)],
    /// An element stands where it does not belong.
    pub(crate) misplaced: fn(Span, Span, String) -> Diagnostic,
    /// There is no such element.
    pub(crate) unknown: fn(Span, Span) -> Diagnostic,
    /// There is no such element, but one with a similar name.
    pub(crate) like: fn(Span, Span, &'static str) -> Diagnostic,
    /// There is no such attribute.
    pub(crate) unknown_attribute: fn(Span, Span, Span) -> Diagnostic,
    /// An element is given twice.
    pub(crate) duplicate: fn(Span, Span, Span) -> Diagnostic,
    /// Elements are not in the order of the schema.
    pub(crate) order: Rule,
    pub(crate) out_of_order: fn(Span, Span, u64) -> Diagnostic,
    /// An element has no effect any more, or an attribute.
    pub(crate) deprecation: Rule,
    pub(crate) deprecated: fn(Span, Span, u64) -> Diagnostic,
    pub(crate) deprecated_attribute: Option<AttributeMessage>,
}

/// An element of a vocabulary that has been read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// Its place among the definitions.
    pub(crate) definition: usize,
    /// The name in its start tag.
    pub(crate) name: Span,
    /// Its start tag.
    pub(crate) tag: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// Its value, trimmed; `None` when that is empty.
    pub(crate) value: Option<Span>,
}

/// An element that holds elements, read whole.
#[derive(Debug)]
pub(crate) struct Block<'b> {
    /// The whole text of the file.
    pub(crate) source: &'b str,
    /// Its local name, as the vocabulary spells it.
    pub(crate) is: &'static str,
    /// The name in its start tag.
    pub(crate) name: Span,
    /// Its start tag.
    pub(crate) tag: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// The elements in it, in order.
    pub(crate) members: &'b [Member],
    /// Which these are.
    pub(crate) given: Elements,
    /// Those of them that have a value.
    pub(crate) filled: Elements,
    /// It holds a URL that no element of the vocabulary encloses, and that is reported as such.
    pub(crate) stray_url: bool,
    /// Its elements and their rules.
    pub(crate) vocabulary: &'static Vocabulary,
}

impl Vocabulary {
    /// The elements called `names`.
    pub(crate) const fn elements(&self, names: &[&str]) -> Elements {
        let (mut set, mut bit, mut rest) = (0, 1, self.definitions);
        while let [definition, others @ ..] = rest {
            let mut names = names;
            while let [name, more @ ..] = names {
                if is_same(definition.name.as_bytes(), name.as_bytes()) {
                    set |= bit;
                }
                names = more;
            }
            bit <<= 1;
            rest = others;
        }
        Elements(set)
    }

    /// The place among the definitions of the one called `name`.
    fn index_of(&self, name: &str) -> Option<usize> {
        let hash = hash(name.as_bytes());
        self.definitions.iter().position(|definition| definition.hash == hash && definition.name == name)
    }
}

impl Block<'_> {
    /// The first element called `name` in it.
    pub(crate) fn get(&self, name: &str) -> Option<&Member> {
        self.all(name).next()
    }

    /// The elements called `name` in it.
    pub(crate) fn all<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s Member> {
        let definition = self.vocabulary.index_of(name);
        self.members.iter().filter(move |member| Some(member.definition) == definition)
    }

    /// True when an element called `name` in it has a value.
    pub(crate) fn has_value(&self, name: &str) -> bool {
        self.all(name).any(|member| member.value.is_some())
    }

    /// The element of the vocabulary that may be all it holds.
    pub(crate) fn only(&self) -> Option<Only> {
        let [only] = self.members else { return None };
        Some(Only { tag: self.tag.end, child: only.element })
    }

    /// `name` with the prefix the block has.
    pub(crate) fn qualified(&self, name: &str) -> String {
        qualified(self.source, self.name, name)
    }
}

/// The only element of the vocabulary in another one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Only {
    /// Where the start tag of the one around it ends.
    tag: u32,
    child: Span,
}

impl Only {
    /// True when it is all that `element` holds.
    pub(crate) fn is_all(self, source: &str, element: Span) -> bool {
        let before = source.get(self.tag as usize..self.child.start as usize);
        let after = source.get(self.child.end as usize..element.end as usize).map(str::trim_start);
        before.is_some_and(|before| before.trim().is_empty())
            && after.is_some_and(|after| after.starts_with("</") && after.rfind('<') == Some(0))
    }
}

/// `local` with the prefix of the element called `name`.
pub(crate) fn qualified(source: &str, name: Span, local: &str) -> String {
    let written = source.at(name);
    written.split_once(':').map_or_else(|| local.to_owned(), |(prefix, _)| format!("{prefix}:{local}"))
}

/// The entry that extension elements stand in, once it has been read.
#[derive(Debug)]
pub(crate) struct Page<'p> {
    /// The whole text of the file.
    pub(crate) source: &'p str,
    /// Counted from 1.
    pub(crate) number: u32,
    /// The source of its `loc`, trimmed; `None` when there is none or it is empty.
    pub(crate) loc: Option<Span>,
    /// Its `loc` as an XML parser reads it; empty when there is none.
    pub(crate) url: Cow<'p, str>,
}

impl<'p> Page<'p> {
    /// True when `url` is that of the page, in this or another spelling.
    pub(crate) fn has(&self, url: &str) -> bool {
        // URLs that are the same differ little in length, unless they are escaped.
        url == self.url
            || url.len().abs_diff(self.url.len()) <= 8
                && may_end_alike(url, &self.url)
                && relate(url, &self.url) <= Relation::Equivalent
    }

    /// For elements that stand in no entry.
    fn none(source: &'p str) -> Self {
        Self { source, number: 0, loc: None, url: Cow::Borrowed("") }
    }
}

/// False when the normal forms of two URLs end differently, as the letters or digits they end with do.
fn may_end_alike(one: &str, other: &str) -> bool {
    let last = |url: &str| {
        // With a slash behind the host, and no escape at its end, the normal form ends as it does.
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

/// Follows the elements of an extension through a file.
pub(crate) trait Extension: Debug {
    /// True when the extension has an element called `local`.
    fn knows(&self, local: &str) -> bool;

    /// An element starts. Returns what it may hold, and the name it was meant to have.
    fn start(&mut self, local: &str, element: &Element<'_>, reporter: &mut Reporter<'_>) -> (Content, Option<Typo>);

    /// The value of the innermost open element has been read.
    fn value(&mut self, _field: &Field<'_>, _reporter: &mut Reporter<'_>) {}

    /// The value of the innermost open element has been read and cannot be judged.
    fn opaque(&mut self, _content: Span) {}

    /// The innermost open element holds an element of the protocol with this name, or a bare URL when that is `loc`,
    /// which is reported as such.
    fn stray(&mut self, _local: &str) {}

    /// The innermost open element ends.
    fn end(&mut self, source: &str, element: Span, end: EndTag, reporter: &mut Reporter<'_>);

    /// An entry with elements of extensions has been read.
    fn entry(&mut self, _page: &Page<'_>, _reporter: &mut Reporter<'_>) {}

    /// The file has been read.
    fn finish(&mut self, _source: &str, _namespaces: &mut Namespaces<'_>, _reporter: &mut Reporter<'_>) {}

    /// True when an element in a value of the protocol is reported instead of the value.
    fn outweighs_value(&self) -> bool {
        false
    }
}

/// What a vocabulary checks beyond its shape.
pub(crate) trait Checks: Debug {
    /// An element starts, with its local name as the vocabulary spells it.
    fn start(&mut self, _name: &'static str, _element: &Element<'_>, _reporter: &mut Reporter<'_>) {}

    /// An element with a text or a URL has been read; the syntax of URLs has been judged. Empty values come too.
    fn value(&mut self, _name: &'static str, _field: &Field<'_>, _reporter: &mut Reporter<'_>) {}

    /// An element that holds elements has been read whole.
    fn block(&mut self, _block: &Block<'_>, _reporter: &mut Reporter<'_>) {}

    /// The edit that makes two elements of the parent, at the second `element` with this name in it.
    fn split(&self, _source: &str, _name: &str, _parent: Span, _element: Span) -> Option<Edit> {
        None
    }

    /// An entry with elements of the vocabulary has been read whole.
    fn entry(&mut self, _page: &Page<'_>, _reporter: &mut Reporter<'_>) {}

    /// The file has been read.
    fn finish(&mut self, _source: &str, _reporter: &mut Reporter<'_>) {}
}

/// The attribute called `name` among `attributes`.
pub(crate) fn attribute<'t>(source: &str, attributes: &'t [Attribute], name: &str) -> Option<&'t Attribute> {
    attributes.iter().find(|attribute| source.get(attribute.name.range()) == Some(name))
}
