//! Namespaces: the bindings of prefixes, and wrong or missing declarations.

mod discontinued;
mod feed;
mod known;
mod prefix;
mod root;
mod schema_location;
mod undeclared;

use std::collections::{HashMap, HashSet};

use super::mobile;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::xml::tag::Attribute;

use discontinued::DiscontinuedExtension;
pub(crate) use feed::FeedNamespace;
pub(crate) use known::{Ns, XHTML};
use known::{classify, customary, customary_for};
use prefix::{LONG, key, prefix_of};
pub(crate) use schema_location::schema_location;
use undeclared::UndeclaredPrefix;

/// The maximum number of bindings that are searched linearly.
const FEW: usize = 8;

/// The number of bindings that are searched for a vocabulary or a similar prefix.
const NEAR: usize = 64;

#[derive(Debug, Clone, Copy)]
struct Binding<'a> {
    prefix: &'a str,
    /// The prefix as a number: see [`key`].
    key: u64,
    value: Span,
    whole: Span,
    ns: Ns,
    /// The customary namespace of the prefix, if that is another extension.
    customary_ns: Option<Ns>,
    /// The right URI, if this one is misspelled.
    right_uri: Option<&'static str>,
    used: bool,
    is_checked: bool,
    /// The index of the outer binding of the same prefix.
    hidden: Option<usize>,
    /// The index in `Namespaces::discontinued`.
    discontinued: Option<usize>,
}

/// The declarations in scope.
#[derive(Debug)]
pub(crate) struct Namespaces<'a> {
    text: &'a str,
    bindings: Vec<Binding<'a>>,
    /// The index of the current binding of each prefix.
    by_prefix: HashMap<&'a str, usize>,
    undeclared: Vec<UndeclaredPrefix<'a>>,
    /// The index of each prefix in `undeclared`.
    undeclared_by_prefix: HashMap<&'a str, usize>,
    /// True if the root and its children are in no namespace.
    bare: bool,
    /// True for a feed.
    feed: bool,
    /// True if an unknown namespace was declared.
    has_unknown: bool,
    used: Vec<&'a str>,
    known_used: HashSet<&'a str>,
    discontinued: Vec<DiscontinuedExtension>,
    /// The start of the latest element of another namespace.
    other: u32,
    /// The declaration of Google's mobile extension, if it is used.
    mobile: Option<Binding<'a>>,
}

impl<'a> Namespaces<'a> {
    /// The state without declarations.
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            bindings: Vec::new(),
            by_prefix: HashMap::new(),
            undeclared: Vec::new(),
            undeclared_by_prefix: HashMap::new(),
            bare: false,
            feed: false,
            has_unknown: false,
            used: Vec::new(),
            known_used: HashSet::new(),
            mobile: None,
            discontinued: Vec::new(),
            other: 0,
        }
    }

    /// Adds the declarations among `attributes`. Returns the mark for [`Self::leave`].
    pub(crate) fn enter(&mut self, attributes: &[Attribute], reporter: &mut Reporter<'_>) -> usize {
        let mark = self.bindings.len();
        for attribute in attributes {
            // Fast path: most names begin with another letter.
            if self.text.as_bytes().get(attribute.name.start as usize) != Some(&b'x') {
                continue;
            }
            let name = self.text.at(attribute.name);
            let prefix = match name.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => match rest.strip_prefix(':') {
                    Some(prefix) => prefix,
                    None => continue,
                },
                None => continue,
            };
            let uri = self.text.at(attribute.value);
            let (ns, right_uri) = classify(uri);
            self.has_unknown |= ns == Ns::Other;
            let customary_ns = Self::misbound(prefix, ns, attribute.value, reporter);
            let hidden = self.by_prefix.insert(prefix, self.bindings.len());
            self.bindings.push(Binding {
                prefix,
                key: key(prefix.as_bytes()),
                value: attribute.value,
                whole: attribute.whole,
                ns,
                customary_ns,
                right_uri,
                used: false,
                is_checked: false,
                hidden,
                discontinued: None,
            });
        }
        mark
    }

    /// The index of the current binding of `prefix`.
    fn bound(&self, prefix: &str) -> Option<usize> {
        // A linear search is faster for few bindings.
        if self.bindings.len() <= FEW {
            self.bindings.iter().rposition(|binding| binding.prefix == prefix)
        } else {
            self.by_prefix.get(prefix).copied()
        }
    }

    /// The current binding of `prefix`.
    fn binding(&self, prefix: &str) -> Option<&Binding<'a>> {
        self.bound(prefix).and_then(|index| self.bindings.get(index))
    }

    fn binding_mut(&mut self, prefix: &str) -> Option<&mut Binding<'a>> {
        self.bound(prefix).and_then(|index| self.bindings.get_mut(index))
    }

    /// Ends the scope of the declarations since `mark`.
    pub(crate) fn leave(&mut self, mark: usize, reporter: &mut Reporter<'_>) {
        if mark < self.bindings.len() {
            self.unused(mark, reporter);
            for binding in self.bindings.drain(mark..).rev() {
                match binding.hidden {
                    Some(index) => self.by_prefix.insert(binding.prefix, index),
                    None => self.by_prefix.remove(binding.prefix),
                };
            }
        }
    }

    /// Reports unused declarations of the root, which stay in scope for the checks at the end.
    pub(crate) fn leave_root(&mut self, reporter: &mut Reporter<'_>) {
        self.unused(0, reporter);
    }

    fn unused(&mut self, mark: usize, reporter: &mut Reporter<'_>) {
        self.discontinued(mark, reporter);
        for binding in self.bindings.iter().skip(mark) {
            if !binding.used && !binding.prefix.is_empty() {
                let before = self.text.at(..binding.whole.start as usize).trim_end().len();
                let found = rules::namespace_unused(binding.whole, binding.prefix.to_owned());
                let delete = Edit::delete(Span::new(before, binding.whole.end as usize));
                // The missing part of the file may use it.
                reporter.report(if reporter.fatal_at().is_none() { found.safe(delete) } else { found });
            }
        }
    }

    /// The vocabulary of an element called `name`, and its local name.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of it is for names met before, at one place")]
    pub(crate) fn resolve(&mut self, name: Span, reporter: &mut Reporter<'_>) -> (Ns, &'a str) {
        let (at, key) = prefix_of(self.text, name);
        // Fast path: most prefixes are declared and have no finding.
        let few = if self.bindings.len() <= FEW { self.bindings.as_slice() } else { &[] };
        let known = few.iter().rev().find(|binding| binding.key == key);
        let settled = known.filter(|binding| binding.used && binding.is_checked && key != LONG);
        match settled.filter(|_| self.discontinued.is_empty()) {
            Some(&Binding { ns, .. }) => {
                self.other = name.start;
                let written = self.text.at(name);
                let has_colon = written.as_bytes().get(at) == Some(&b':');
                (ns, written.at(at + usize::from(has_colon)..))
            }
            None => self.resolve_first(name, reporter),
        }
    }

    /// True if [`Self::link`] must be called.
    pub(crate) const fn has_unknown(&self) -> bool {
        self.has_unknown
    }

    /// Reads the unknown namespace of an element called `name` as that of XHTML if it `is_alternate`, a link to a page in
    /// another language: no other vocabulary of sitemaps has those.
    pub(crate) fn link(&mut self, name: Span, is_alternate: impl Fn() -> bool, reporter: &mut Reporter<'_>) {
        let written = self.text.at(name);
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        let Some(binding) = self.bound(prefix).and_then(|index| self.bindings.get_mut(index)) else { return };
        let Binding { ns, value, is_checked, .. } = *binding;
        if ns != Ns::Other || self.feed || customary_for(self.text.at(value)).is_some() || !is_alternate() {
            return;
        }
        binding.ns = Ns::Xhtml;
        binding.right_uri = Some(XHTML);
        if is_checked {
            self.near_miss(value, prefix, XHTML, reporter);
        }
    }

    /// Reports a namespace that is meant as `right`. Its fix is safe if the two differ by letters only.
    #[cold]
    fn near_miss(&self, value: Span, prefix: &str, right: &'static str, reporter: &mut Reporter<'_>) {
        let name = if prefix.is_empty() { "xmlns" } else { prefix };
        let found = rules::namespace_extension_near_miss(value, value, right, name.to_owned());
        let edit = Edit::replace(value, right);
        let is_near = classify(self.text.at(value)).1.is_some();
        reporter.report(if is_near { found.safe(edit) } else { found.suggest(edit) });
    }

    /// As [`Self::resolve`], for a prefix that may have a finding.
    #[cold]
    fn resolve_first(&mut self, name: Span, reporter: &mut Reporter<'_>) -> (Ns, &'a str) {
        let written = self.text.at(name);
        let (prefix, local) = written.split_once(':').unwrap_or(("", written));
        let other = std::mem::replace(&mut self.other, name.start);
        if let ("", [only @ Binding { used: true, .. }]) = (prefix, self.bindings.as_slice()) {
            return (if only.prefix.is_empty() { only.ns } else { self.none() }, local);
        }
        let index = self.bound(prefix);
        let Some(mut binding) = index.and_then(|index| self.bindings.get(index)).copied() else {
            return match prefix {
                "" => (self.none(), local),
                "xml" => (Ns::Other, local),
                _ => (self.undeclared(prefix, name), local),
            };
        };
        let Binding { used, is_checked, .. } = binding;
        (binding.used, binding.is_checked) = (true, true);
        if !is_checked {
            self.first_use(&mut binding, name, reporter);
            // The first element shows whether the prefix or the URI is wrong.
            if let Some(customary_ns) = binding.customary_ns
                && customary_for(self.text.at(binding.value)) != Some(local)
            {
                binding.ns = customary_ns;
            }
        }
        if let Some(place) = index.and_then(|index| self.bindings.get_mut(index)) {
            *place = binding;
        }
        if used && !is_checked {
            // The prefix is used by an attribute that was not recorded.
            self.uses(name, None);
        }
        if binding.discontinued.is_some() {
            self.other = other;
        }
        (binding.ns, local)
    }

    /// True if elements without a prefix belong to the protocol and need no further check.
    pub(crate) fn is_core_settled(&self) -> bool {
        match self.binding("") {
            Some(binding) => binding.ns == Ns::Core && binding.used && binding.is_checked,
            None => self.bare,
        }
    }

    /// Records unresolved elements of the protocol without a prefix; the last name starts at `start`.
    pub(crate) fn passed(&mut self, start: u32) {
        self.other = start;
    }

    fn none(&self) -> Ns {
        if self.bare { Ns::Core } else { Ns::None }
    }

    fn has_prefix(&self, name: Span) -> bool {
        let (at, _) = prefix_of(self.text, name);
        at > 0 || self.text.as_bytes().get(name.start as usize) == Some(&b':')
    }

    /// Records the prefixes of attributes.
    pub(crate) fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            if self.has_prefix(attribute.name) {
                self.attribute(attribute);
            }
        }
    }

    /// Records the prefixes of attributes in a file that is not a sitemap, without checking their declarations.
    pub(crate) fn attributes_used(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let name = self.text.at(attribute.name);
            let prefix = name.split_once(':').map(|(prefix, _)| prefix);
            if let Some(binding) = prefix.and_then(|prefix| self.binding_mut(prefix)) {
                binding.used = true;
            }
        }
    }

    #[cold]
    fn attribute(&mut self, attribute: &Attribute) {
        let name = self.text.at(attribute.name);
        let Some((prefix, _)) = name.split_once(':').filter(|(prefix, _)| !matches!(*prefix, "xmlns" | "xml")) else {
            return;
        };
        match self.binding_mut(prefix) {
            Some(binding) => {
                binding.used = true;
                self.uses(attribute.name, Some(attribute.whole));
            }
            None => {
                self.undeclared(prefix, attribute.name);
            }
        }
    }

    fn first_use(&mut self, binding: &mut Binding<'a>, name: Span, reporter: &mut Reporter<'_>) {
        let Binding { prefix, value, whole, ns, right_uri, .. } = *binding;
        if !matches!(ns, Ns::None | Ns::Core | Ns::Xsi) {
            let uri = self.text.at(value);
            let label = customary_for(uri).or(customary_for(right_uri.unwrap_or_default())).unwrap_or(uri);
            if self.known_used.insert(label) {
                self.used.push(label);
            }
        }
        if ns == Ns::Core && right_uri.is_some() {
            self.wrong_root(value, reporter);
        } else if let (true, Ns::Media, Some(right_uri)) = (self.feed, ns, right_uri) {
            let found = rules::feed_namespace_invalid::media(value, value, right_uri);
            reporter.report(found.safe(Edit::replace(value, right_uri)));
        } else if let Some(right_uri) = right_uri {
            self.near_miss(value, prefix, right_uri, reporter);
        } else if self.text.at(value) == mobile::GOOGLE {
            self.mobile.get_or_insert(*binding);
        } else if ns == Ns::Discontinued {
            let found = rules::namespace_discontinued(whole, value);
            binding.discontinued = Some(self.discontinued.len());
            self.discontinued.push(DiscontinuedExtension::new(whole, found, reporter));
        } else if ns == Ns::Other && !self.feed && customary_for(self.text.at(value)).is_none() {
            reporter.report(rules::namespace_unknown_extension(name, value));
        }
    }

    /// Reports a customary prefix that is bound to another known vocabulary. Returns its customary vocabulary, unless
    /// it is bound to the protocol.
    fn misbound(prefix: &str, ns: Ns, value: Span, reporter: &mut Reporter<'_>) -> Option<Ns> {
        if matches!(ns, Ns::None | Ns::Other) {
            return None;
        }
        let (_, uri, customary_ns) =
            customary(prefix).filter(|(_, _, customary_ns)| !prefix.is_empty() && *customary_ns != ns)?;
        let found =
            rules::namespace_prefix_misbound(value, prefix.to_owned(), value, uri).suggest(Edit::replace(value, uri));
        reporter.report(found);
        (ns != Ns::Core && customary_ns != Ns::Xsi).then_some(customary_ns)
    }

    /// Reports Google's mobile extension, unless its elements are reported.
    pub(crate) fn finish_mobile(&mut self, are_reported: bool, reporter: &mut Reporter<'_>) {
        if let Some(Binding { value, whole, .. }) = self.mobile.take().filter(|_| !are_reported) {
            reporter.report(rules::namespace_discontinued(whole, value));
        }
    }

    /// The intended namespace of an element called `name`, and its declaration.
    pub(crate) fn declaration(&self, name: Span) -> Option<(&'a str, Span)> {
        let written = self.text.at(name);
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        self.binding(prefix).map(|binding| (binding.right_uri.unwrap_or(self.text.at(binding.value)), binding.whole))
    }

    /// The used extensions by customary prefix, or by URI.
    pub(crate) fn extensions(&self) -> Vec<String> {
        self.used.iter().map(|label| (*label).to_owned()).collect()
    }

    /// True if `ns` is declared.
    pub(crate) fn declares(&self, ns: Ns) -> bool {
        self.bindings.iter().any(|binding| binding.ns == ns)
    }

    /// The URIs of the declarations in scope.
    pub(crate) fn uris(&self) -> HashSet<&'a str> {
        self.bindings.iter().map(|binding| self.text.at(binding.value)).collect()
    }

    /// True if `prefix` is bound to XML Schema instance attributes.
    pub(crate) fn is_xsi(&self, prefix: &str) -> bool {
        self.binding(prefix).is_some_and(|binding| binding.ns == Ns::Xsi && binding.right_uri.is_none())
    }

    /// A prefix that is bound to `ns`.
    pub(crate) fn prefix_of(&self, ns: Ns) -> Option<&'a str> {
        // Limited, as this is called for each misplaced link.
        let near = self.bindings.iter().rev().take(NEAR);
        let bound = near.into_iter().find(|binding| binding.ns == ns && !binding.prefix.is_empty());
        bound.map(|binding| binding.prefix)
    }

    /// The vocabulary to which `prefix` is bound.
    pub(crate) fn of_prefix(&self, prefix: &str) -> Option<Ns> {
        self.binding(prefix).map(|binding| binding.ns)
    }

    /// The span of the value bound to `prefix`.
    pub(crate) fn uri_of(&self, prefix: &str) -> Option<Span> {
        self.binding(prefix).map(|binding| binding.value)
    }
}
