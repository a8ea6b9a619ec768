//! The part of an element, by its name and location.

use super::Document;
use super::node::Part;
use crate::check::hreflang;
use crate::check::namespace::Ns;
use crate::check::structure::{self, Holder, Typo};
use crate::elements::{Core, Root, is_element, is_value};
use crate::reporter::Reporter;
use crate::rules;
use crate::xml::walk::StartTag;

impl Document<'_> {
    /// The part of an element within `parent`, and the right name if it is misspelled.
    pub(super) fn part(
        &mut self,
        element: &StartTag<'_>,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> (Part, Option<Typo>) {
        if self.namespaces.has_unknown() {
            let is_alternate = || hreflang::is_alternate_link(self.text, element.name, element.attributes);
            self.namespaces.link(element.name, is_alternate, reporter);
        }
        let (ns, local) = self.namespaces.resolve(element.name, reporter);
        match parent {
            Part::Feed(feed) => (self.feed_part(element, (ns, local), feed, reporter), None),
            Part::Value(_) => {
                if let Some(link) = self.link_part(element, ns, local, parent, reporter) {
                    return link;
                }
                if self.extension_in_value(element, ns, local, parent, reporter) {
                    return (Part::Skip, None);
                }
                self.child_in_value(element, reporter);
                (Part::Skip, None)
            }
            Part::Skip | Part::Misplaced | Part::Unexpected(_) => (Part::Skip, None),
            Part::Foreign => (Part::Foreign, None),
            _ if !matches!(ns, Ns::Core | Ns::None | Ns::Xhtml) => {
                self.extension_part(element, ns, local, parent, reporter)
            }
            Part::Root | Part::Entry | Part::Container | Part::Extension | Part::Link => {
                if let Some(link) = self.link_part(element, ns, local, parent, reporter) {
                    return link;
                }
                let core = match ns {
                    Ns::Core => true,
                    Ns::None if is_value(local) || Root::by_entry(local).is_some() => {
                        self.namespaces.missing_on_child(element.name, element.attributes, reporter);
                        true
                    }
                    Ns::None => Root::by_name(local).is_some(),
                    _ => false,
                };
                if core {
                    self.core_part(element, local, parent, reporter)
                } else {
                    self.extension_part(element, ns, local, parent, reporter)
                }
            }
        }
    }

    fn core_part(
        &mut self,
        element: &StartTag<'_>,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> (Part, Option<Typo>) {
        let (part, meant) = self.core_kind(element, local, parent, reporter);
        let holder = match part {
            Part::Root => Holder::Root(None),
            Part::Entry => Holder::Entry(self.entry.as_ref().map_or(Root::Urlset, |entry| entry.is)),
            Part::Value(_) => Holder::Value,
            Part::Misplaced => Holder::Other,
            // An unknown element may have any attributes.
            _ => return (part, meant),
        };
        let elsewhere = structure::attributes(self.text, &self.namespaces, element, holder, reporter);
        match self.entry.as_mut() {
            Some(entry) if part == Part::Entry => entry.bare_url = elsewhere,
            _ => self.value_elsewhere = elsewhere,
        }
        (part, meant)
    }

    fn core_kind(
        &mut self,
        element: &StartTag<'_>,
        local: &str,
        parent: Part,
        reporter: &mut Reporter<'_>,
    ) -> (Part, Option<Typo>) {
        let Some(root) = self.root else { return (Part::Skip, None) };
        match parent {
            // The first root was not closed, or is reported as nested at its end.
            Part::Root if element.forgotten > 0 && self.is_root_name(element.name) => return (Part::Root, None),
            Part::Root => {
                let by_name = Root::by_entry(local);
                let spelled = || structure::meant(local, root.is.entry()).map(|meant| (root.is, Some(meant)));
                if let Some((is, meant)) = by_name.map(|is| (is, None)).or_else(spelled) {
                    self.start_entry(element.name, element.tag, is, reporter);
                    return (Part::Entry, meant);
                }
            }
            Part::Entry => {
                let is = self.entry.as_ref().map_or(root.is, |entry| entry.is);
                if let Some(core) = Core::by_name(local).filter(|core| core.belongs(is)) {
                    self.start_value(core);
                    return (Part::Value(core.into()), None);
                }
                let present = |core| self.entry.as_ref().is_some_and(|entry| entry.has(core));
                if let Some((core, meant)) =
                    structure::meant_value(local, is, present).filter(|(core, _)| core.belongs(is))
                {
                    self.start_value(core);
                    return (Part::Value(core.into()), Some(meant));
                }
            }
            _ => {}
        }
        if is_element(local) {
            if let Some(ns) = self.nodes.last().and_then(|node| node.vocabulary) {
                self.extensions.with(ns, |extension| extension.stray(local));
            }
            return (Part::Misplaced, None);
        }
        if parent == Part::Entry && self.entry.as_ref().is_some_and(|entry| entry.is == Root::Index) {
            return (Part::Unexpected(true), None);
        }
        self.unknown_element(element, reporter);
        (Part::Skip, None)
    }

    pub(super) fn unknown_element(&self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) {
        let parent = self.nodes.last().map_or(element.name, |node| node.name);
        reporter.report(rules::structure_unknown_element(element.name, element.name, parent));
    }
}
