//! Namespaces: the bindings of prefixes, and wrong or missing declarations.

mod discontinued;
mod feed;
mod known;
mod prefix;
mod schema_location;

use std::collections::{HashMap, HashSet};

use super::mobile;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::xml::tag::Attribute;

use crate::rules;
use crate::value::spelling::distance;

use discontinued::DiscontinuedExtension;
pub(crate) use feed::FeedNamespace;
pub(crate) use known::{Ns, XHTML};
use known::{SITEMAP, classify, customary, customary_for, is_core_miss};
use prefix::{LONG, key, prefix_of};
pub(crate) use schema_location::schema_location;

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

/// A prefix without a declaration.
#[derive(Debug)]
struct UndeclaredPrefix<'a> {
    prefix: &'a str,
    first: Span,
    /// Its second location: in the end tag of the first element with it; `None` if there is no such tag.
    end: Option<Span>,
    /// True for an element whose end is not known.
    is_open: bool,
    count: u64,
    ns: Ns,
    /// The declared prefix of which it is most likely a misspelling.
    similar: Option<&'a str>,
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
        for binding in &self.bindings[mark..] {
            if !binding.used && !binding.prefix.is_empty() {
                let before = self.text[..binding.whole.start as usize].trim_end().len();
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
        let Some(index) = self.bound(prefix) else { return };
        let Binding { ns, value, is_checked, .. } = self.bindings[index];
        if ns != Ns::Other || self.feed || customary_for(self.text.at(value)).is_some() || !is_alternate() {
            return;
        }
        self.bindings[index].ns = Ns::Xhtml;
        self.bindings[index].right_uri = Some(XHTML);
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
        if prefix.is_empty() && self.bindings.len() == 1 && self.bindings[0].used {
            return (if self.bindings[0].prefix.is_empty() { self.bindings[0].ns } else { self.none() }, local);
        }
        let Some(index) = self.bound(prefix) else {
            return match prefix {
                "" => (self.none(), local),
                "xml" => (Ns::Other, local),
                _ => (self.undeclared(prefix, name), local),
            };
        };
        let used = std::mem::replace(&mut self.bindings[index].used, true);
        if !self.bindings[index].is_checked {
            self.bindings[index].is_checked = true;
            self.first_use(index, name, reporter);
            if used {
                // The prefix is used by an attribute that was not recorded.
                self.uses(name, None);
            }
            // The first element shows whether the prefix or the URI is wrong.
            if let Some(customary_ns) = self.bindings[index].customary_ns
                && customary_for(&self.text[self.bindings[index].value.range()]) != Some(local)
            {
                self.bindings[index].ns = customary_ns;
            }
        }
        if self.bindings[index].discontinued.is_some() {
            self.other = other;
        }
        (self.bindings[index].ns, local)
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
            if let Some(index) = prefix.and_then(|prefix| self.bound(prefix)) {
                self.bindings[index].used = true;
            }
        }
    }

    #[cold]
    fn attribute(&mut self, attribute: &Attribute) {
        let name = self.text.at(attribute.name);
        let Some((prefix, _)) = name.split_once(':').filter(|(prefix, _)| !matches!(*prefix, "xmlns" | "xml")) else {
            return;
        };
        match self.bound(prefix) {
            Some(index) => {
                self.bindings[index].used = true;
                self.uses(attribute.name, Some(attribute.whole));
            }
            None => {
                self.undeclared(prefix, attribute.name);
            }
        }
    }

    fn undeclared(&mut self, prefix: &'a str, name: Span) -> Ns {
        let next = self.undeclared.len();
        let index = *self.undeclared_by_prefix.entry(prefix).or_insert(next);
        if let Some(known) = self.undeclared.get_mut(index) {
            known.count += 1;
            return known.ns;
        }
        let first = Span::new(name.start as usize, name.start as usize + prefix.len());
        let near = |binding: &&Binding<'a>| !binding.prefix.is_empty() && distance(binding.prefix, prefix) == 1;
        // Limited, as this is called for each undeclared prefix.
        let similar = self.bindings.iter().rev().take(NEAR).find(near).filter(|_| customary(prefix).is_none());
        let ns =
            similar.map(|binding| binding.ns).or_else(|| customary(prefix).map(|(_, _, ns)| ns)).unwrap_or(Ns::Other);
        let is_open = self.text[..name.start as usize].ends_with('<');
        self.undeclared.push(UndeclaredPrefix {
            prefix,
            first,
            end: None,
            is_open,
            count: 1,
            ns,
            similar: similar.map(|binding| binding.prefix),
        });
        ns
    }

    /// True if [`Self::closed`] must be called.
    pub(crate) fn has_undeclared(&self) -> bool {
        !self.undeclared.is_empty()
    }

    /// Records the end of the element called `name`: an end tag with the name `end`, or none for an empty element.
    pub(crate) fn closed(&mut self, name: Span, end: Option<Span>) {
        let Some((prefix, _)) = self.text.at(name).split_once(':') else { return };
        let index = self.undeclared_by_prefix.get(prefix).copied();
        let Some(known) = index.and_then(|index| self.undeclared.get_mut(index)) else { return };
        if known.first.start == name.start {
            known.is_open = end.is_some_and(|end| self.text.at(end) != self.text.at(name));
            let start = end.map(|end| end.start as usize);
            known.end = start.map(|start| Span::new(start, start + prefix.len()));
        }
    }

    fn first_use(&mut self, index: usize, name: Span, reporter: &mut Reporter<'_>) {
        let Binding { prefix, value, whole, ns, right_uri, .. } = self.bindings[index];
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
            self.mobile.get_or_insert(self.bindings[index]);
        } else if ns == Ns::Discontinued {
            let found = rules::namespace_discontinued(whole, value);
            self.bindings[index].discontinued = Some(self.discontinued.len());
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

    /// Checks the namespace of a root element `urlset` or `sitemapindex`, or a misspelling of it,
    /// and treats its namespace as that of the protocol from now on.
    pub(crate) fn root(&mut self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) -> Option<Span> {
        let written = self.text.at(name);
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        let index = self.bound(prefix);
        if let Some(index) = index.filter(|&index| !self.text[self.bindings[index].value.range()].is_empty()) {
            self.bindings[index].used = true;
            self.bindings[index].is_checked = true;
            let Binding { value, .. } = self.bindings[index];
            let right = self.bindings[index].ns == Ns::Core && self.bindings[index].right_uri.is_none();
            self.bindings[index].ns = Ns::Core;
            if !right {
                self.wrong_root(value, reporter);
            }
            if !prefix.is_empty() {
                reporter.report(rules::namespace_prefixed_core(name, name));
            }
            return None;
        }
        self.bare = true;
        if !prefix.is_empty() {
            self.undeclared(prefix, name);
            let index = self.undeclared_by_prefix.get(prefix);
            if let Some(entry) = index.and_then(|&index| self.undeclared.get_mut(index)) {
                entry.ns = Ns::Core;
            }
            return None;
        }
        let typo = attributes.iter().find(|attribute| self.is_xmlns_typo(attribute));
        if let Some(typo) = typo {
            let found = rules::namespace_xmlns_typo(typo.name, typo.name);
            reporter.report(found.safe(Edit::replace(typo.name, "xmlns")));
            return Some(typo.whole);
        }
        let insert = Edit::insert(name.end as usize, format!(" xmlns=\"{SITEMAP}\""));
        let edit = match index {
            Some(index) => Edit::replace(self.bindings[index].value, SITEMAP),
            None => insert,
        };
        reporter.report(rules::namespace_missing(name, name).safe(edit));
        None
    }

    fn is_xmlns_typo(&self, attribute: &Attribute) -> bool {
        let name = self.text.at(attribute.name);
        let value = self.text.at(attribute.value);
        let stray_prefix = name.split_once(':').is_some_and(|(prefix, local)| prefix != "xml" && local == "xmlns");
        let spelled = !name.contains(':') && name != "xmlns" && distance(&name.to_ascii_lowercase(), "xmlns") <= 2;
        (stray_prefix || spelled) && value.contains("://")
    }

    fn wrong_root(&self, value: Span, reporter: &mut Reporter<'_>) {
        let uri = self.text.at(value);
        let edit = Edit::replace(value, SITEMAP);
        let legacy = ["http://www.google.com/schemas/sitemap/0.84", "https://www.google.com/schemas/sitemap/0.84"];
        let found = if legacy.contains(&uri) {
            rules::namespace_legacy_084(value).safe(edit)
        } else if is_core_miss(uri) {
            let https = uri.strip_prefix("https") == SITEMAP.strip_prefix("http");
            let found = if https {
                rules::namespace_near_miss::https(value)
            } else {
                rules::namespace_near_miss::letters(value, value)
            };
            found.safe(edit)
        } else {
            rules::namespace_wrong(value, value).suggest(edit)
        };
        reporter.report(found);
    }

    /// Reports a core element in no namespace, if the root is in one.
    pub(crate) fn missing_on_child(&self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) {
        let empty =
            attributes.iter().find(|attribute| self.text.at(attribute.name) == "xmlns" && attribute.value.is_empty());
        // Descendants inherit the declaration; only the element that has it is reported.
        if let Some(empty) = empty {
            let before = self.text[..empty.whole.start as usize].trim_end().len();
            let edit = Edit::delete(Span::new(before, empty.whole.end as usize));
            reporter.report(rules::namespace_missing_on_child::empty(empty.whole, name).safe(edit));
        } else if self.bound("").is_none() {
            reporter.report(rules::namespace_missing_on_child::undeclared(name, name));
        }
    }

    /// Reports each prefix that was never declared, once.
    pub(crate) fn finish(&mut self, root: Option<Span>, reporter: &mut Reporter<'_>) {
        self.undeclared_by_prefix.clear();
        for known in std::mem::take(&mut self.undeclared) {
            use rules::namespace_prefix_undeclared as message;
            let (first, prefix, count) = (known.first, known.prefix.to_owned(), known.count);
            let mut found = None;
            let declared = self.bound(known.prefix).is_some();
            // A declaration of the root applies only to its descendants.
            if let Some(root) = root.filter(|root| known.first.start >= root.start && !declared) {
                let uri =
                    if known.ns == Ns::Core { Some(SITEMAP) } else { customary(known.prefix).map(|(_, uri, _)| uri) };
                let mut made = if let Some(similar) = known.similar {
                    let made = message::declared(first, prefix.clone(), count, similar.to_owned());
                    let places = [first].into_iter().chain(known.end);
                    let edits = places.map(|place| Edit::replace(place, similar.to_owned())).collect::<Vec<_>>();
                    if count == 1 && !known.is_open { made.suggest(edits) } else { made }
                } else if let Some(uri) = uri {
                    let text = format!(" xmlns:{}=\"{uri}\"", known.prefix);
                    let made = match known.ns {
                        Ns::Core => message::extension(first, prefix.clone(), count),
                        _ => rules::namespace_prefix_undeclared(first, prefix.clone(), count),
                    };
                    // An attribute of the root with the URI and a wrong name is the declaration.
                    let tag = self.text[root.range().end..].split('>').next().unwrap_or_default();
                    if tag.contains(&format!(":{}=\"{uri}\"", known.prefix)) {
                        made
                    } else {
                        made.safe(Edit::insert(root.end as usize, text))
                    }
                } else {
                    message::extension(first, prefix.clone(), count)
                };
                if first.start != root.start {
                    made = made.related(root, "the declaration belongs here");
                }
                found = Some(made);
            }
            let mut found = found.unwrap_or_else(|| rules::namespace_prefix_undeclared(first, prefix, count));
            found.entry = 0;
            reporter.report(found);
        }
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
