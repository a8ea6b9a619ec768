//! Namespaces: what each prefix stands for, and whether that is what the author meant.

mod discontinued;
mod feed;
mod known;
mod prefix;
mod schema_location;

use super::mobile::Maker;
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::xml::tag::Attribute;

use crate::value::spelling::distance;

use discontinued::Discontinued;
pub(crate) use feed::FeedNamespace;
use known::{GOOGLE_MOBILE, SITEMAP, classify, customary, customary_for, is_core_miss};
pub(crate) use known::{Ns, XHTML};
use prefix::{LONG, key, prefix_of};
pub(crate) use schema_location::schema_location;

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
}

/// A prefix without a declaration.
#[derive(Debug)]
struct Undeclared<'a> {
    prefix: &'a str,
    first: Span,
    count: u64,
    ns: Ns,
}

/// The declarations in scope.
#[derive(Debug)]
pub(crate) struct Namespaces<'a> {
    text: &'a str,
    bindings: Vec<Binding<'a>>,
    undeclared: Vec<Undeclared<'a>>,
    /// The root is in no namespace, and so are its children.
    bare: bool,
    /// The document is a feed.
    feed: bool,
    used: Vec<&'a str>,
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
            undeclared: Vec::new(),
            bare: false,
            feed: false,
            used: Vec::new(),
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
            let name = &self.text[attribute.name.range()];
            let prefix = match name.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => match rest.strip_prefix(':') {
                    Some(prefix) => prefix,
                    None => continue,
                },
                None => continue,
            };
            let uri = &self.text[attribute.value.range()];
            let (ns, meant) = classify(uri);
            let wanted = Self::misbound(prefix, ns, attribute.value, reporter);
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
            });
        }
        mark
    }

    /// Ends the scope of the declarations since `mark`.
    pub(crate) fn leave(&mut self, mark: usize, reporter: &mut Reporter<'_>) {
        if mark < self.bindings.len() {
            self.unused(mark, reporter);
            self.bindings.truncate(mark);
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
                let found = Diagnostic::new(Rule::NamespaceUnused, binding.whole)
                    .arg(binding.prefix.to_owned())
                    .safe(Edit::delete(Span::new(before, binding.whole.end as usize)));
                reporter.report(found);
            }
        }
    }

    /// The vocabulary of an element called `name`, and its local name.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "most of it is for names met before, at one place")]
    pub(crate) fn resolve(&mut self, name: Span, reporter: &mut Reporter<'_>) -> (Ns, &'a str) {
        let (at, key) = prefix_of(self.text, name);
        // Most prefixes are declared, and nothing is left to say about them.
        let known = self.bindings.iter().rev().find(|binding| binding.key == key);
        let settled = known.filter(|binding| binding.used && binding.told && key != LONG);
        match settled.filter(|_| self.discontinued.is_empty()) {
            Some(&Binding { ns, .. }) => {
                self.other = name.start;
                let written = self.text.get(name.range()).unwrap_or_default();
                let has_colon = written.as_bytes().get(at) == Some(&b':');
                (ns, written.get(at + usize::from(has_colon)..).unwrap_or_default())
            }
            None => self.resolve_first(name, reporter),
        }
    }

    /// As [`Self::resolve`], for a prefix about which something may be left to say.
    #[cold]
    fn resolve_first(&mut self, name: Span, reporter: &mut Reporter<'_>) -> (Ns, &'a str) {
        let written = &self.text[name.range()];
        let (prefix, local) = written.split_once(':').unwrap_or(("", written));
        let other = std::mem::replace(&mut self.other, name.start);
        if prefix.is_empty() && self.bindings.len() == 1 && self.bindings[0].used {
            return (if self.bindings[0].prefix.is_empty() { self.bindings[0].ns } else { self.none() }, local);
        }
        let Some(index) = self.bindings.iter().rposition(|binding| binding.prefix == prefix) else {
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
        if self.discontinued.iter().any(|extension| extension.is(self.bindings[index].whole)) {
            self.other = other;
        }
        (self.bindings[index].ns, local)
    }

    /// True when elements without a prefix are the protocol's, and nothing is left to say about that.
    pub(crate) fn is_core_settled(&self) -> bool {
        match self.bindings.iter().rev().find(|binding| binding.prefix.is_empty()) {
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

    #[cold]
    fn attribute(&mut self, attribute: &Attribute) {
        let name = &self.text[attribute.name.range()];
        let Some((prefix, _)) = name.split_once(':').filter(|(prefix, _)| !matches!(*prefix, "xmlns" | "xml")) else {
            return;
        };
        match self.bindings.iter_mut().rev().find(|binding| binding.prefix == prefix) {
            Some(binding) => {
                binding.used = true;
                self.uses(attribute.name, Some(attribute.whole));
            }
            None => {
                self.undeclared(prefix, attribute.name);
            }
        }
    }

    fn undeclared(&mut self, prefix: &'a str, name: Span) -> Ns {
        if let Some(known) = self.undeclared.iter_mut().find(|known| known.prefix == prefix) {
            known.count += 1;
            return known.ns;
        }
        let ns = customary(prefix).map_or(Ns::Other, |(_, _, ns)| ns);
        let first = Span::new(name.start as usize, name.start as usize + prefix.len());
        self.undeclared.push(Undeclared { prefix, first, count: 1, ns });
        ns
    }

    fn first_use(&mut self, index: usize, name: Span, reporter: &mut Reporter<'_>) {
        let Binding { prefix, value, whole, ns, meant, .. } = self.bindings[index];
        if !matches!(ns, Ns::None | Ns::Core | Ns::Xsi) {
            let uri = &self.text[value.range()];
            let label = customary_for(uri).or(customary_for(meant.unwrap_or_default())).unwrap_or(uri);
            if !self.used.contains(&label) {
                self.used.push(label);
            }
        }
        if ns == Ns::Core && meant.is_some() {
            self.wrong_root(value, reporter);
        } else if let (true, Ns::Media, Some(meant)) = (self.feed, ns, meant) {
            let found = Diagnostic::new(Rule::FeedNamespaceInvalid, value).arg(value).arg(meant);
            reporter.report(found.safe(Edit::replace(value, meant)));
        } else if let Some(meant) = meant {
            let found = Diagnostic::new(Rule::NamespaceExtensionNearMiss, value)
                .arg(value)
                .arg(meant)
                .arg(if prefix.is_empty() { "xmlns".to_owned() } else { prefix.to_owned() })
                .safe(Edit::replace(value, meant));
            reporter.report(found);
        } else if self.text[value.range()] == *GOOGLE_MOBILE {
            self.mobile.get_or_insert(self.bindings[index]);
        } else if ns == Ns::Discontinued {
            let found = Diagnostic::new(Rule::NamespaceDiscontinued, whole).arg(value);
            self.discontinued.push(Discontinued::new(whole, found, reporter));
        } else if ns == Ns::Other && !self.feed && customary_for(&self.text[value.range()]).is_none() {
            reporter.report(Diagnostic::new(Rule::NamespaceUnknownExtension, name).arg(value));
        }
    }

    /// Reports a customary prefix bound to another known vocabulary; the one it customarily stands for, unless
    /// the other is the protocol.
    fn misbound(prefix: &str, ns: Ns, value: Span, reporter: &mut Reporter<'_>) -> Option<Ns> {
        if matches!(ns, Ns::None | Ns::Other) {
            return None;
        }
        let (_, uri, wanted) = customary(prefix).filter(|(_, _, wanted)| !prefix.is_empty() && *wanted != ns)?;
        let found = Diagnostic::new(Rule::NamespacePrefixMisbound, value)
            .arg(prefix.to_owned())
            .arg(value)
            .arg(uri)
            .suggest(Edit::replace(value, uri));
        reporter.report(found);
        (ns != Ns::Core && wanted != Ns::Xsi).then_some(wanted)
    }

    /// Judges the namespace of a root element that is, or stands for, `urlset` or `sitemapindex`,
    /// and makes whatever it is in stand for the protocol's from here on.
    pub(crate) fn root(&mut self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) -> Option<Span> {
        let written = &self.text[name.range()];
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        let index = self.bindings.iter().rposition(|binding| binding.prefix == prefix);
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
                reporter.report(Diagnostic::new(Rule::NamespacePrefixedCore, name).arg(name));
            }
            return None;
        }
        self.bare = true;
        if !prefix.is_empty() {
            self.undeclared(prefix, name);
            if let Some(entry) = self.undeclared.iter_mut().find(|known| known.prefix == prefix) {
                entry.ns = Ns::Core;
            }
            return None;
        }
        let typo = attributes.iter().find(|attribute| self.is_xmlns_typo(attribute));
        if let Some(typo) = typo {
            let found = Diagnostic::new(Rule::NamespaceXmlnsTypo, typo.name).arg(typo.name);
            reporter.report(found.safe(Edit::replace(typo.name, "xmlns")));
            return Some(typo.whole);
        }
        let insert = Edit::insert(name.end as usize, format!(" xmlns=\"{SITEMAP}\""));
        let edit = match index {
            Some(index) => Edit::replace(self.bindings[index].value, SITEMAP),
            None => insert,
        };
        reporter.report(Diagnostic::new(Rule::NamespaceMissing, name).arg(name).safe(edit));
        None
    }

    fn is_xmlns_typo(&self, attribute: &Attribute) -> bool {
        let name = &self.text[attribute.name.range()];
        let value = &self.text[attribute.value.range()];
        let stray_prefix = name.split_once(':').is_some_and(|(prefix, local)| prefix != "xml" && local == "xmlns");
        let spelled = !name.contains(':') && name != "xmlns" && distance(&name.to_ascii_lowercase(), "xmlns") <= 2;
        (stray_prefix || spelled) && value.contains("://")
    }

    fn wrong_root(&self, value: Span, reporter: &mut Reporter<'_>) {
        let uri = &self.text[value.range()];
        let edit = Edit::replace(value, SITEMAP);
        let legacy = ["http://www.google.com/schemas/sitemap/0.84", "https://www.google.com/schemas/sitemap/0.84"];
        let found = if legacy.contains(&uri) {
            Diagnostic::new(Rule::NamespaceLegacy084, value).arg(value).safe(edit)
        } else if is_core_miss(uri) {
            let https = uri.strip_prefix("https") == SITEMAP.strip_prefix("http");
            Diagnostic::new(Rule::NamespaceNearMiss, value).wording(u8::from(!https)).arg(value).safe(edit)
        } else {
            Diagnostic::new(Rule::NamespaceWrong, value).arg(value).suggest(edit)
        };
        reporter.report(found);
    }

    /// A core element in no namespace below a root that is in one.
    pub(crate) fn missing_on_child(&self, name: Span, attributes: &[Attribute], reporter: &mut Reporter<'_>) {
        let empty = attributes
            .iter()
            .find(|attribute| &self.text[attribute.name.range()] == "xmlns" && attribute.value.is_empty());
        // Its descendants inherit the cause; it is reported where it is declared.
        if let Some(empty) = empty {
            let before = self.text[..empty.whole.start as usize].trim_end().len();
            let edit = Edit::delete(Span::new(before, empty.whole.end as usize));
            reporter.report(Diagnostic::new(Rule::NamespaceMissingOnChild, empty.whole).arg(name).safe(edit));
        } else if !self.bindings.iter().any(|binding| binding.prefix.is_empty()) {
            reporter.report(Diagnostic::new(Rule::NamespaceMissingOnChild, name).wording(1).arg(name));
        }
    }

    /// Reports each prefix that was never declared, once.
    pub(crate) fn finish(&mut self, root: Option<Span>, reporter: &mut Reporter<'_>) {
        for known in self.undeclared.drain(..) {
            let mut found = Diagnostic::new(Rule::NamespacePrefixUndeclared, known.first)
                .arg(known.prefix.to_owned())
                .arg(known.count);
            let declared = self.bindings.iter().any(|binding| binding.prefix == known.prefix);
            // The root's declaration holds only for what stands in it.
            if let Some(root) = root.filter(|root| known.first.start >= root.start && !declared) {
                if known.first.start != root.start {
                    found = found.related(root, "the declaration belongs here");
                }
                let uri =
                    if known.ns == Ns::Core { Some(SITEMAP) } else { customary(known.prefix).map(|(_, uri, _)| uri) };
                if let Some(uri) = uri {
                    let text = format!(" xmlns:{}=\"{uri}\"", known.prefix);
                    found = found.wording(u8::from(known.ns == Ns::Core)).safe(Edit::insert(root.end as usize, text));
                } else {
                    found = found.wording(1);
                }
            }
            found.entry = 0;
            reporter.report(found);
        }
    }

    /// Reports Google's mobile extension, unless its elements are reported themselves.
    pub(crate) fn finish_mobile(&mut self, told: bool, reporter: &mut Reporter<'_>) {
        if let Some(Binding { value, whole, .. }) = self.mobile.take().filter(|_| !told) {
            reporter.report(Diagnostic::new(Rule::NamespaceDiscontinued, whole).arg(value));
        }
    }

    /// Whose mobile extension an element called `name` is of.
    pub(crate) fn mobile_maker(&self, name: Span) -> Maker {
        let written = &self.text[name.range()];
        let (prefix, _) = written.split_once(':').unwrap_or(("", written));
        match self.bindings.iter().rev().find(|binding| binding.prefix == prefix) {
            None => Maker::Unknown,
            Some(binding) if binding.meant.unwrap_or(&self.text[binding.value.range()]) == GOOGLE_MOBILE => {
                Maker::Google(binding.whole)
            }
            Some(_) => Maker::Baidu,
        }
    }

    /// The extensions in use, by customary prefix, else by URI.
    pub(crate) fn extensions(&self) -> Vec<String> {
        self.used.iter().map(|label| (*label).to_owned()).collect()
    }

    /// True when the news namespace is declared.
    pub(crate) fn declares(&self, ns: Ns) -> bool {
        self.bindings.iter().any(|binding| binding.ns == ns)
    }

    /// True when `token` is the URI of a declaration in scope.
    pub(crate) fn has_uri(&self, token: &str) -> bool {
        self.bindings.iter().any(|binding| &self.text[binding.value.range()] == token)
    }

    /// True when `prefix` stands for XML Schema instance attributes.
    pub(crate) fn is_xsi(&self, prefix: &str) -> bool {
        let bound = self.bindings.iter().rev().find(|binding| binding.prefix == prefix);
        bound.is_some_and(|binding| binding.ns == Ns::Xsi && binding.meant.is_none())
    }

    /// A prefix that stands for `ns`.
    pub(crate) fn prefix_of(&self, ns: Ns) -> Option<&'a str> {
        let bound = self.bindings.iter().rev().find(|binding| binding.ns == ns && !binding.prefix.is_empty());
        bound.map(|binding| binding.prefix)
    }

    /// The span of the value bound to `prefix`.
    pub(crate) fn uri_of(&self, prefix: &str) -> Option<Span> {
        self.bindings.iter().rev().find(|binding| binding.prefix == prefix).map(|binding| binding.value)
    }
}
