//! Links to a page in other languages, at any location.

use super::Document;
use super::node::{Node, Part, ValueKind};
use crate::check::hreflang::{self, Link, LinkEnd, LinkLocation};
use crate::check::namespace::Ns;
use crate::check::structure::{self, Typo};
use crate::elements::Root;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::xml::walk::{EndTag, StartTag};

impl Document<'_> {
    /// The part of an element that is a link, even in no namespace or in that of sitemaps; `None` for other elements.
    pub(super) fn link_part(
        &mut self,
        element: &StartTag<'_>,
        ns: Ns,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> Option<(Part, Option<Typo>)> {
        let meant = (ns == Ns::Xhtml && local != "link").then(|| structure::meant(local, "link")).flatten();
        let is_link = match ns {
            Ns::Xhtml => local == "link" || meant.is_some(),
            Ns::Core | Ns::None => hreflang::is_bare_link(self.text, local, element.attributes),
            _ => false,
        };
        if !is_link || matches!(parent, Part::Value(ValueKind::Feed(_))) {
            return None;
        }
        let bare = ns != Ns::Xhtml;
        let is_index = self.entry.as_ref().is_some_and(|entry| entry.is == Root::Index);
        let around = self.nodes.last().map(|node| node.name).unwrap_or_default();
        let location = match parent {
            Part::Entry if is_index => LinkLocation::Index,
            Part::Entry => LinkLocation::Entry,
            Part::Root => LinkLocation::Root(self.last_entry.and_then(|entry| entry.end_tag())),
            Part::Value(ValueKind::Core(_)) | Part::Link => LinkLocation::Within(around),
            _ => LinkLocation::Elsewhere,
        };
        // Without this rule, other rules report the element.
        if (bare || location != LinkLocation::Entry) && !reporter.wants(Rule::HreflangMisplaced) {
            return None;
        }
        match parent {
            Part::Value(_) => self.value.opaque = true,
            Part::Entry if !is_index => {
                if let Some(entry) = self.entry.as_mut() {
                    entry.extension.get_or_insert(element.name);
                }
            }
            _ => {}
        }
        let StartTag { name, tag, attributes, broken, .. } = *element;
        let of_page = self.entry.is_some() && !is_index;
        let link = Link { source: self.source, name, tag, attributes, location, bare, broken, of_page };
        self.hreflangs.start(&link, &mut self.locs, reporter);
        Some((Part::Link, meant))
    }

    /// Ends a link.
    pub(super) fn finish_link(&mut self, node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        let element = node.tag.to(end.tag);
        let ended = LinkEnd {
            source: self.text,
            element,
            end: if end.tag == node.tag { element.end } else { end.tag.start },
            end_name: end.name.filter(|_| end.tag != node.tag),
            whole: !node.broken && !end.truncated && !end.tag.is_empty(),
            root: self.root.map(|root| root.name),
            namespaces: &self.namespaces,
        };
        self.hreflangs.end(&ended, reporter);
    }

    /// Records text in the innermost open element if that is a link; false if it is not.
    pub(super) fn link_text(&mut self, span: Span) -> bool {
        let is_link = self.nodes.last().is_some_and(|node| node.part == Part::Link);
        if is_link && !span.is_empty() {
            self.hreflangs.text();
        }
        is_link
    }
}
