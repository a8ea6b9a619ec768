//! Elements of extensions: the extension that processes them, and their location.

use super::Document;
use super::node::{Part, ValueKind};
use crate::check::extension::{Content, EXTENSIONS, Element, Extension, Page, Place};
use crate::check::namespace::{Namespaces, Ns};
use crate::check::structure::Typo;
use crate::elements::{Core, Root};
use crate::reporter::Reporter;
use crate::xml::content::decoded;
use crate::xml::walk::StartTag;

/// The extensions, by number.
#[derive(Debug)]
pub(super) struct Extensions {
    all: [Box<dyn Extension>; EXTENSIONS.len()],
    /// The extension of the latest start tag, until it is used.
    pub(super) started: Option<Ns>,
    /// One bit for each extension with elements in the current entry.
    pub(super) touched: u64,
    /// True if the current entry has had elements of an extension.
    pub(super) in_entry: bool,
}

impl Extensions {
    pub(super) fn new() -> Self {
        Self {
            all: EXTENSIONS.each_ref().map(|extension| (extension.follow)()),
            started: None,
            touched: 0,
            in_entry: false,
        }
    }

    /// The extension with the namespace `ns`.
    pub(super) fn get(&self, ns: Ns) -> Option<&dyn Extension> {
        let Ns::Extension(number) = ns else { return None };
        self.all.get(usize::from(number)).map(|extension| &**extension)
    }

    /// Passes the extension with the namespace `ns` to `call`, if there is one.
    #[inline]
    pub(super) fn with<R>(&mut self, ns: Ns, call: impl FnOnce(&mut dyn Extension) -> R) -> Option<R> {
        let Ns::Extension(number) = ns else { return None };
        self.all.get_mut(usize::from(number)).map(|extension| call(&mut **extension))
    }

    /// Ends the file for all extensions.
    pub(super) fn finish(&mut self, source: &str, namespaces: &mut Namespaces<'_>, reporter: &mut Reporter<'_>) {
        for extension in &mut self.all {
            extension.finish(source, namespaces, reporter);
        }
    }
}

impl Document<'_> {
    pub(super) fn extension_part(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> (Part, Option<Typo>) {
        if parent == Part::Entry && self.entry.as_ref().is_some_and(|entry| entry.is == Root::Index) {
            return (Part::Unexpected(ns == Ns::None), None);
        }
        // The schemas allow elements of other namespaces, but none without a namespace.
        if ns == Ns::None && matches!(parent, Part::Root | Part::Entry) && reporter.options.strict_schema {
            self.unknown_element(element, reporter);
            return (Part::Skip, None);
        }
        if parent == Part::Entry
            && let Some(entry) = self.entry.as_mut()
        {
            entry.extension.get_or_insert(element.name);
        }
        let Some((content, meant)) = self.start_extension(element, ns, local, parent, reporter) else {
            // The content of elements of other namespaces is not checked.
            let other = matches!(ns, Ns::Other | Ns::Discontinued);
            if parent == Part::Link {
                self.hreflangs.child();
            }
            return (if other { Part::Skip } else { Part::Extension }, None);
        };
        let part = match content {
            Content::Elements => Part::Container,
            Content::Text => Part::Value(ValueKind::Member(ns, None)),
            Content::Url(role) => Part::Value(ValueKind::Member(ns, Some(role))),
            Content::Any => Part::Extension,
        };
        (part, meant)
    }

    fn start_extension(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> Option<(Content, Option<Typo>)> {
        let around = self.nodes.last();
        let place = match parent {
            Part::Entry => Place::Entry,
            Part::Root => {
                let last = self.last_entry.filter(|entry| entry.is == Root::Urlset);
                Place::Root(last.and_then(|entry| entry.end_tag()))
            }
            Part::Value(_) => Place::Value(around.map(|node| node.name).unwrap_or_default()),
            _ if around.is_some_and(|node| node.vocabulary == Some(ns)) => Place::Within,
            _ => Place::Elsewhere,
        };
        let StartTag { name, tag, attributes, .. } = *element;
        let started = Element { source: self.text, name, tag, attributes, place, namespaces: &self.namespaces };
        let content = self.extensions.with(ns, |extension| extension.start(local, &started, reporter))?;
        if let Ns::Extension(number) = ns {
            self.extensions.touched |= 1 << number;
        }
        self.extensions.started = Some(ns);
        Some(content)
    }

    /// Reports an extension element in a value of the entry as misplaced; true if the extension knows it.
    pub(super) fn extension_in_value(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> bool {
        let core = matches!(parent, Part::Value(ValueKind::Core(_)));
        let core = core && self.extensions.get(ns).is_some_and(Extension::outweighs_value);
        let known = core && self.start_extension(element, ns, local, parent, reporter).is_some();
        self.value.opaque |= known;
        known
    }

    /// Passes a complete entry to the extensions that have elements in it.
    pub(super) fn finish_extensions(&mut self, reporter: &mut Reporter<'_>) {
        let Some(entry) = self.entry.as_ref().filter(|_| self.extensions.touched != 0) else { return };
        let loc = entry.value(Core::Loc).filter(|span| !span.is_empty());
        let url = loc.map(|span| decoded(self.text, span)).unwrap_or_default();
        let page = Page { source: self.text, number: self.entries, loc, url };
        let touched = std::mem::take(&mut self.extensions.touched);
        self.extensions.in_entry = true;
        for (number, extension) in self.extensions.all.iter_mut().enumerate() {
            if touched >> number & 1 == 1 {
                extension.entry(&page, reporter);
            }
        }
    }
}
