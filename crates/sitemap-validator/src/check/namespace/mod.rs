//! Namespaces: what each prefix stands for, and whether that is what the author meant.

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

use discontinued::Discontinued;
pub(crate) use feed::FeedNamespace;
pub(crate) use known::{Ns, XHTML};
use known::{SITEMAP, classify, customary, customary_for, is_core_miss};
use prefix::{LONG, key, prefix_of};
pub(crate) use schema_location::schema_location;

/// Up to so many bindings are searched one by one.
const FEW: usize = 8;

/// So many bindings are searched for a vocabulary.
const NEAR: usize = 64;

#[derive(Debug, Clone, Copy)]
struct Binding<'a> {
    prefix: &'a str,
    /// The prefix as a number: see [`key`].
    key: u64,
    value: Span,
    whole: Span,
    ns: Ns,
    /// What the prefix customarily stands for, where that is another extension.
    wanted: Option<Ns>,
    /// The URI that was meant.
    meant: Option<&'static str>,
    used: bool,
    told: bool,
    /// The binding that holds again once this one goes out of scope.
    hidden: Option<usize>,
    /// The place among the discontinued extensions.
    discontinued: Option<usize>,
}

/// A prefix without a declaration.
#[derive(Debug)]
struct Undeclared<'a> {
    prefix: &'a str,
    first: Span,
    count: u64,
    ns: Ns,
    /// The declared prefix that it is most likely a misspelling of.
    meant: Option<&'a str>,
}

/// The declarations in scope.
#[derive(Debug)]
pub(crate) struct Namespaces<'a> {
    text: &'a str,
    bindings: Vec<Binding<'a>>,
    /// The binding in force of each prefix.
    by_prefix: HashMap<&'a str, usize>,
    undeclared: Vec<Undeclared<'a>>,
    /// The place of each prefix among the undeclared ones.
    undeclared_by_prefix: HashMap<&'a str, usize>,
    /// The root is in no namespace, and so are its children.
    bare: bool,
    /// The document is a feed.
    feed: bool,
    used: Vec<&'a str>,
    known_used: HashSet<&'a str>,
    discontinued: Vec<Discontinued>,
    /// Where the latest element that is in none of those starts.
    other: u32,
    /// The declaration of Google's mobile extension, once it is used.
    mobile: Option<Binding<'a>>,
}

impl<'a> Namespaces<'a> {
    /// No declarations yet.
    pub(crate) fn new(text: &'a str) -> Self {
        Self {
            text,
            bindings: Vec::new(),
            by_prefix: HashMap::new(),
            undeclared: Vec::new(),
            undeclared_by_prefix: HashMap::new(),
            bare: false,
            feed: false,
            used: Vec::new(),
            known_used: HashSet::new(),
            mobile: None,
            discontinued: Vec::new(),
            other: 0,
        }
    }

    /// Brings the declarations among `attributes` into scope; the mark is for [`Self::leave`].
    pub(crate) fn enter(&mut self, attributes: &[Attribute], reporter: &mut Reporter<'_>) -> usize {
        let mark = self.bindings.len();
        for attribute in attributes {
            // The first letter of most names tells that they are none of this.
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
            let (ns, meant) = classify(uri);
            let wanted = Self::misbound(prefix, ns, attribute.value, reporter);
            let hidden = self.by_prefix.insert(prefix, self.bindings.len());
            self.bindings.push(Binding {
                prefix,
                key: key(prefix.as_bytes()),
                value: attribute.value,
                whole: attribute.whole,
                ns,
                wanted,
                meant,
                used: false,
                told: false,
                hidden,
                discontinued: None,
            });
        }
        mark
    }

    /// The index of the binding in force of `prefix`.
    fn bound(&self, prefix: &str) -> Option<usize> {
        // Few bindings are compared faster one by one than hashed.
        if self.bindings.len() <= FEW {
            self.bindings.iter().rposition(|binding| binding.prefix == prefix)
        } else {
            self.by_prefix.get(prefix).copied()
        }
    }

    /// The binding in force of `prefix`.
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

    /// Reports what the root declared in vain; its declarations stay for what is decided at the end.
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
                // What is missing may have used it.
                reporter.report(if reporter.fatal_at().is_none() { found.safe(delete) } else { found });
            }
        }
    }

    /// The vocabulary of an element called `name`, and its local name.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of it is for names met before, at one place")]
    pub(crate) fn resolve(&mut self, name: Span, reporter: &mut Reporter<'_>) -> (Ns, &'a str) {
        let (at, key) = prefix_of(self.text, name);
        // Most prefixes are declared, and nothing is left to say about them.
        let few = if self.bindings.len() <= FEW { self.bindings.as_slice() } else { &[] };
        let known = few.iter().rev().find(|binding| binding.key == key);
        let settled = known.filter(|binding| binding.used && binding.told && key != LONG);
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

    /// As [`Self::resolve`], for a prefix about which something may be left to say.
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
        if !self.bindings[index].told {
            self.bindings[index].told = true;
            self.first_use(index, name, reporter);
            if used {
                // By an attribute, which nobody noted.
                self.uses(name, None);
            }
            // Of a wrong prefix and a wrong URI, the first element tells which is meant.
            if let Some(wanted) = self.bindings[index].wanted
                && customary_for(&self.text[self.bindings[index].value.range()]) != Some(local)
            {
                self.bindings[index].ns = wanted;
            }
        }
        if self.bindings[index].discontinued.is_some() {
            self.other = other;
        }
        (self.bindings[index].ns, local)
    }

    /// True when elements without a prefix are the protocol's, and nothing is left to say about that.
    pub(crate) fn is_core_settled(&self) -> bool {
        match self.binding("") {
            Some(binding) => binding.ns == Ns::Core && binding.used && binding.told,
            None => self.bare,
        }
    }

    /// Notes elements of the protocol without a prefix, which were not resolved; the last name starts at `start`.
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

    /// Notes that attributes use their prefixes.
    pub(crate) fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            if self.has_prefix(attribute.name) {
                self.attribute(attribute);
            }
        }
    }

    /// Notes that attributes of what is no sitemap use their prefixes; whether those are declared is not asked.
    pub(crate) fn attributes_used(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            let name = self.text.at(attribute.name);
            let prefix = name.split_once(':').map(|(prefix, _)| prefix);
            if let Some(binding) = self.bindings.iter_mut().rev().find(|binding| Some(binding.prefix) == prefix) {
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
        let meant = self.bindings.iter().rev().find(near).filter(|_| customary(prefix).is_none());
        let ns =
            meant.map(|binding| binding.ns).or_else(|| customary(prefix).map(|(_, _, ns)| ns)).unwrap_or(Ns::Other);
        self.undeclared.push(Undeclared { prefix, first, count: 1, ns, meant: meant.map(|binding| binding.prefix) });
        ns
    }

    fn first_use(&mut self, index: usize, name: Span, reporter: &mut Reporter<'_>) {
        let Binding { prefix, value, whole, ns, meant, .. } = self.bindings[index];
        if !matches!(ns, Ns::None | Ns::Core | Ns::Xsi) {
            let uri = self.text.at(value);
            let label = customary_for(uri).or(customary_for(meant.unwrap_or_default())).unwrap_or(uri);
            if self.known_used.insert(label) {
                self.used.push(label);
            }
        }
        if ns == Ns::Core && meant.is_some() {
            self.wrong_root(value, reporter);
        } else if let (true, Ns::Media, Some(meant)) = (self.feed, ns, meant) {
            let found = rules::feed_namespace_invalid::near(value, value, meant);
            reporter.report(found.safe(Edit::replace(value, meant)));
        } else if let Some(meant) = meant {
            let found = rules::namespace_extension_near_miss(
                value,
                value,
                meant,
                if prefix.is_empty() { "xmlns".to_owned() } else { prefix.to_owned() },
            )
            .safe(Edit::replace(value, meant));
            reporter.report(found);
        } else if self.text.at(value) == mobile::GOOGLE {
            self.mobile.get_or_insert(self.bindings[index]);
        } else if ns == Ns::Discontinued {
            let found = rules::namespace_discontinued(whole, value);
            self.bindings[index].discontinued = Some(self.discontinued.len());
            self.discontinued.push(Discontinued::new(whole, found, reporter));
        } else if ns == Ns::Other && !self.feed && customary_for(self.text.at(value)).is_none() {
            reporter.report(rules::namespace_unknown_extension(name, value));
        }
    }

    /// Reports a customary prefix bound to another known vocabulary; the one it customarily stands for, unless
    /// the other is the protocol.
    fn misbound(prefix: &str, ns: Ns, value: Span, reporter: &mut Reporter<'_>) -> Option<Ns> {
        if matches!(ns, Ns::None | Ns::Other) {
            return None;
        }
        let (_, uri, wanted) = customary(prefix).filter(|(_, _, wanted)| !prefix.is_empty() && *wanted != ns)?;
        let found =
            rules::namespace_prefix_misbound(value, prefix.to_owned(), value, uri).suggest(Edit::replace(value, uri));
        reporter.report(found);
        (ns != Ns::Core && wanted != Ns::Xsi).then_some(wanted)
    }

    /// Judges the namespace of a root element that is, or stands for, `urlset` or `sitemapindex`,
    /// and makes whatever it is in stand for the protocol's from here on.
    pub(crate) fn root(&mut self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) -> Option<Span> {
        let written = self.text.at(name);
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        let index = self.bound(prefix);
        if let Some(index) = index.filter(|&index| !self.text[self.bindings[index].value.range()].is_empty()) {
            self.bindings[index].used = true;
            self.bindings[index].told = true;
            let Binding { value, .. } = self.bindings[index];
            let right = self.bindings[index].ns == Ns::Core && self.bindings[index].meant.is_none();
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

    /// A core element in no namespace below a root that is in one.
    pub(crate) fn missing_on_child(&self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) {
        let empty =
            attributes.iter().find(|attribute| self.text.at(attribute.name) == "xmlns" && attribute.value.is_empty());
        // Its descendants inherit the cause; it is reported where it is declared.
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
            // The root's declaration holds only for what stands in it.
            if let Some(root) = root.filter(|root| known.first.start >= root.start && !declared) {
                let uri =
                    if known.ns == Ns::Core { Some(SITEMAP) } else { customary(known.prefix).map(|(_, uri, _)| uri) };
                let mut made = if let Some(meant) = known.meant {
                    let made = message::declared(first, prefix.clone(), count, meant.to_owned());
                    if count == 1 { made.suggest(Edit::replace(first, meant.to_owned())) } else { made }
                } else if let Some(uri) = uri {
                    let text = format!(" xmlns:{}=\"{uri}\"", known.prefix);
                    let made = match known.ns {
                        Ns::Core => message::extension(first, prefix.clone(), count),
                        _ => rules::namespace_prefix_undeclared(first, prefix.clone(), count),
                    };
                    // Where the root names it in an attribute that is called otherwise, that is the declaration.
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

    /// Reports Google's mobile extension, unless its elements are reported themselves.
    pub(crate) fn finish_mobile(&mut self, told: bool, reporter: &mut Reporter<'_>) {
        if let Some(Binding { value, whole, .. }) = self.mobile.take().filter(|_| !told) {
            reporter.report(rules::namespace_discontinued(whole, value));
        }
    }

    /// The namespace that an element called `name` is in, as it was meant, and its declaration.
    pub(crate) fn declaration(&self, name: Span) -> Option<(&'a str, Span)> {
        let written = self.text.at(name);
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        self.binding(prefix).map(|binding| (binding.meant.unwrap_or(self.text.at(binding.value)), binding.whole))
    }

    /// The extensions in use, by customary prefix, else by URI.
    pub(crate) fn extensions(&self) -> Vec<String> {
        self.used.iter().map(|label| (*label).to_owned()).collect()
    }

    /// True when `ns` is declared.
    pub(crate) fn declares(&self, ns: Ns) -> bool {
        self.bindings.iter().any(|binding| binding.ns == ns)
    }

    /// The URIs of the declarations in scope.
    pub(crate) fn uris(&self) -> HashSet<&'a str> {
        self.bindings.iter().map(|binding| self.text.at(binding.value)).collect()
    }

    /// True when `prefix` stands for XML Schema instance attributes.
    pub(crate) fn is_xsi(&self, prefix: &str) -> bool {
        self.binding(prefix).is_some_and(|binding| binding.ns == Ns::Xsi && binding.meant.is_none())
    }

    /// A prefix that stands for `ns`.
    pub(crate) fn prefix_of(&self, ns: Ns) -> Option<&'a str> {
        // Asked for each misplaced link, so that not all of a thousand declarations are looked at.
        let near = self.bindings.iter().rev().take(NEAR);
        let bound = near.into_iter().find(|binding| binding.ns == ns && !binding.prefix.is_empty());
        bound.map(|binding| binding.prefix)
    }

    /// The vocabulary that `prefix` stands for.
    pub(crate) fn of_prefix(&self, prefix: &str) -> Option<Ns> {
        self.bindings.iter().rev().find(|binding| binding.prefix == prefix).map(|binding| binding.ns)
    }

    /// The span of the value bound to `prefix`.
    pub(crate) fn uri_of(&self, prefix: &str) -> Option<Span> {
        self.binding(prefix).map(|binding| binding.value)
    }
}
