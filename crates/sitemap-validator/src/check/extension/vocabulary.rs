//! The elements of an extension and the messages about them, as data.

use crate::check::UrlRole;
use crate::diagnostic::Diagnostic;
use crate::registry::Rule;
use crate::span::Span;

/// What an element may contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    /// Only elements.
    Elements,
    Text,
    Url(UrlRole),
    /// Not checked.
    Any,
}

/// An element of a vocabulary.
#[derive(Debug)]
pub(crate) struct Definition {
    /// Its local name; no other of its vocabulary has the same.
    pub(crate) name: &'static str,
    /// See [`hash`].
    hash: u64,
    /// The local name of the element it belongs in; empty for the entry itself.
    pub(crate) parent: &'static str,
    /// What it contains.
    pub(crate) content: Content,
    /// True if it may occur more than once.
    pub(crate) many: bool,
    /// True if it no longer has an effect.
    pub(crate) deprecated: bool,
    /// The attributes it may have.
    pub(crate) attributes: &'static [&'static str],
    /// Attributes it may have that no longer have an effect.
    pub(crate) deprecated_attributes: &'static [&'static str],
}

impl Definition {
    /// An element that may occur once and contains `content`.
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

    /// The same element, allowed any number of times.
    pub(crate) const fn many(self) -> Self {
        Self { many: true, ..self }
    }

    /// The same element, marked as deprecated.
    pub(crate) const fn deprecated(self) -> Self {
        Self { deprecated: true, ..self }
    }

    /// The same element with attributes.
    pub(crate) const fn attributes(self, attributes: &'static [&'static str]) -> Self {
        Self { attributes, ..self }
    }

    /// The same element with deprecated attributes.
    pub(crate) const fn deprecated_attributes(self, deprecated_attributes: &'static [&'static str]) -> Self {
        Self { deprecated_attributes, ..self }
    }
}

/// A hash of a name, made of its first bytes and its length.
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

/// A set of up to 64 elements of a vocabulary: one bit for the index of each definition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Elements(u64);

impl Elements {
    /// Adds the element at index `definition`; true if the set contains it already.
    pub(super) fn add(&mut self, definition: usize) -> bool {
        let bit = 1 << (definition & 63);
        let given = self.0 & bit != 0;
        self.0 |= bit;
        given
    }

    /// True if the set contains all of `others`.
    pub(crate) const fn has_all(self, others: Self) -> bool {
        self.0 & others.0 == others.0
    }

    /// True if the set contains one of `others`.
    pub(crate) const fn has_any(self, others: Self) -> bool {
        self.0 & others.0 != 0
    }
}

/// Makes a finding on an attribute. The arguments are its span, the element's name, the attribute's name and a count.
pub(crate) type AttributeMessage = fn(Span, Span, Span, u64) -> Diagnostic;

/// The elements of an extension and the messages about them.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// The elements; those of one parent in the order of the schema.
    pub(crate) definitions: &'static [Definition],
    /// Wrong names in lower case, each with the right one.
    pub(crate) synonyms: &'static [(&'static str, &'static str)],
    /// An element is misplaced.
    pub(crate) misplaced: fn(Span, Span, String) -> Diagnostic,
    /// An element is unknown.
    pub(crate) unknown: fn(Span, Span) -> Diagnostic,
    /// An element is unknown, and another one has a similar name.
    pub(crate) like: fn(Span, Span, &'static str) -> Diagnostic,
    /// An attribute is unknown.
    pub(crate) unknown_attribute: fn(Span, Span, Span) -> Diagnostic,
    /// An element occurs twice.
    pub(crate) duplicate: fn(Span, Span, Span) -> Diagnostic,
    /// Elements are not in the order of the schema.
    pub(crate) order: Rule,
    pub(crate) out_of_order: fn(Span, Span, u64) -> Diagnostic,
    /// An element or an attribute no longer has an effect.
    pub(crate) deprecation: Rule,
    pub(crate) deprecated: fn(Span, Span, u64) -> Diagnostic,
    pub(crate) deprecated_attribute: Option<AttributeMessage>,
}

impl Vocabulary {
    /// The set of the elements called `names`.
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

    /// The index of the definition called `name`.
    pub(super) fn index_of(&self, name: &str) -> Option<usize> {
        let hash = hash(name.as_bytes());
        self.definitions.iter().position(|definition| definition.hash == hash && definition.name == name)
    }
}
