//! The events of the walker: each element becomes a [`Node`].

use memchr::memmem;

use super::node::{Node, Part, ValueKind};
use super::{Document, feed};
use crate::check::advice;
use crate::check::namespace::Ns;
use crate::elements::{Core, is_element, is_value};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::is_blank;
use crate::xml::doctype::Doctype;
use crate::xml::mark::{self, Surroundings};
use crate::xml::reference::Context;
use crate::xml::walk::{EndTag, Handler, Records, StartTag};

impl Handler for Document<'_> {
    fn start(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) {
        let node = self.begin(element, reporter);
        self.nodes.push(node);
    }

    fn leaf(
        &mut self,
        element: &StartTag<'_>,
        content: Option<Span>,
        end: EndTag,
        doctype: Option<&Doctype>,
        reporter: &mut Reporter<'_>,
    ) -> bool {
        let node = self.begin(element, reporter);
        match (node.part, content) {
            (Part::Value(kind), Some(content)) if !content.is_empty() && !reporter.stopped() => {
                reporter.recovered_in(node.tag.to(content));
                self.value_text(content, Context { url: kind.is_url(), attribute: false, doctype }, reporter);
            }
            (Part::Value(_), _) | (_, None) => {}
            _ => {
                self.nodes.push(node);
                return false;
            }
        }
        if content.is_none() || !reporter.stopped() {
            self.finish_node(&node, end, reporter);
            self.namespaces.leave(node.mark, reporter);
        }
        true
    }

    fn end(&mut self, end: EndTag, reporter: &mut Reporter<'_>) {
        if self.nodes.last().is_some_and(|node| node.stray.is_some()) {
            self.flush_text(reporter);
        }
        let Some(node) = self.nodes.pop() else { return };
        if !node.finished {
            self.finish_node(&node, end, reporter);
        }
        if self.nodes.is_empty() {
            // `finish` needs the declarations of the root.
            return;
        }
        self.namespaces.leave(node.mark, reporter);
    }

    fn text(&mut self, span: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) {
        let node = self.nodes.last();
        if let Some(node) = node.filter(|node| !node.part.is_outer()) {
            reporter.recovered_in(node.tag.to(span));
        }
        if node.is_some_and(|node| matches!(node.part, Part::Value(_))) {
            let context = Context { url: self.in_url(), attribute: false, doctype };
            // A literal `<` is reported, and the intended value is unknown.
            self.value.opaque |= self.text.at(span).contains('<');
            if self.is_cut_off(span) {
                reporter.recovered(span);
            }
            self.value_text(span, context, reporter);
        } else if !is_blank(self.text.as_bytes().at(span)) && !self.text.at(span).starts_with('<') {
            // White space between elements is ignored, and a `<` is reported.
            self.other_text(span, doctype, reporter);
        }
    }

    fn cdata(&mut self, whole: Span, reporter: &mut Reporter<'_>) {
        let inner = Span::new(whole.start as usize + 9, whole.end as usize - 3);
        if self.unclean && self.in_value() {
            for at in memmem::find_iter(self.text.at(inner).as_bytes(), "\u{FEFF}") {
                let place = Surroundings::Value { typed: self.is_typed() };
                mark::misplaced_bom(inner.start as usize + at, place, reporter);
            }
        }
        match self.nodes.last().map(|node| node.part) {
            Some(Part::Value(_)) => {
                self.push_literal(inner);
                self.value.cdata.get_or_insert(whole);
            }
            // To a schema, even an empty CDATA section is content.
            Some(Part::Link) => {
                self.link_text(inner);
            }
            Some(Part::Root | Part::Entry | Part::Container) if !inner.is_empty() || reporter.options.strict_schema => {
                self.stray_text(whole);
            }
            _ => {}
        }
    }

    fn cut_cdata(&mut self, inner: Span) {
        if matches!(self.nodes.last().map(|node| node.part), Some(Part::Value(_))) {
            self.push_literal(inner);
        }
    }

    fn comment(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        if matches!(self.nodes.last().map(|node| node.part), Some(Part::Value(_))) {
            self.value.comments.push(span);
        }
        advice::comment_or_instruction(self.text, span, reporter);
    }

    fn instruction(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        self.comment(span, reporter);
    }

    fn in_value(&self) -> bool {
        !matches!(self.nodes.last().map(|node| node.part), None | Some(Part::Root | Part::Entry | Part::Container))
    }

    fn in_url(&self) -> bool {
        matches!(self.nodes.last().map(|node| node.part), Some(Part::Value(kind)) if kind.is_url())
    }

    fn is_typed(&self) -> bool {
        self.nodes.last().is_some_and(|node| node.typed)
    }

    fn nested(&mut self, name: Span, outer: Span, reporter: &mut Reporter<'_>) {
        let value = is_value(self.text.at(outer));
        let found = if value {
            let end = memchr::memchr(b'>', self.text.as_bytes().at(name.range().end..)).map_or(0, |at| at + 1);
            let tag = Span::new(name.start as usize - 1, name.range().end + end);
            rules::structure_child_in_value(tag, name, outer)
        } else {
            rules::structure_misplaced_element::nested(name, name, outer)
        };
        reporter.report(found.related(outer, "is inside this one"));
    }

    fn knows(&self, name: &str) -> bool {
        let (prefix, local) = name.split_once(':').unwrap_or(("", name));
        match self.namespaces.of_prefix(prefix) {
            _ if self.feed.is_some() && prefix.is_empty() => feed::ELEMENTS.contains(&local),
            Some(Ns::Core | Ns::None) | None if prefix.is_empty() => is_element(local),
            Some(Ns::Xhtml) => local == "link",
            Some(ns) => self.extensions.get(ns).is_some_and(|extension| extension.knows(local)),
            None => false,
        }
    }

    fn entries(&self) -> u64 {
        u64::from(self.entries)
    }

    fn records(&mut self, at: usize, until: usize, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) -> Records {
        self.read_records(at, until, doctype, reporter)
    }
}

impl Document<'_> {
    /// The node of an element that starts.
    fn begin(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) -> Node {
        if self.nodes.last().is_some_and(|node| node.stray.is_some()) {
            self.flush_text(reporter);
        }
        let forgotten = if self.is_next_entry(element.name) { 1 } else { element.forgotten };
        if forgotten > 0 {
            self.end_forgotten(forgotten, element.tag, reporter);
        }
        let parent = match self.nodes.last().map(|node| node.part) {
            // After the end tag of the root, further entries are treated as its children.
            None if self.root.is_some() && !self.is_root_name(element.name) => Some(Part::Root),
            part => part,
        };
        let is_damaged = element.broken || self.unclean && self.has_no_char(element.tag);
        reporter.started(element.tag, is_damaged);
        let mark = self.namespaces.enter(element.attributes, reporter);
        let (part, meant) = match parent {
            None => self.start_root(element, reporter),
            Some(parent) => self.part(element, parent, reporter),
        };
        if part == Part::Foreign {
            self.namespaces.attributes_used(element.attributes);
        } else {
            self.namespaces.attributes(element.attributes);
        }
        let vocabulary = self.extensions.started.take();
        if matches!(part, Part::Value(_)) {
            self.start_content();
        }
        let typed = match part {
            Part::Value(ValueKind::Core(Core::Loc)) => self.unclean && self.mark_in_scheme(element.tag.end as usize),
            Part::Value(ValueKind::Core(_)) => true,
            _ => false,
        };
        Node {
            part,
            parent: parent.unwrap_or(part),
            vocabulary,
            name: element.name,
            tag: element.tag,
            mark,
            broken: element.broken,
            finished: false,
            typed,
            meant,
            stray: None,
        }
    }

    /// Ends the elements before the one at `tag` whose end tags are missing.
    #[cold]
    fn end_forgotten(&mut self, forgotten: usize, tag: Span, reporter: &mut Reporter<'_>) {
        let last = self.nodes.len();
        let first = last - forgotten.min(last);
        // The new element is a sibling of the outermost of them.
        let around = self.nodes.get(first).map_or(Part::Root, |node| node.parent);
        for index in (first..last).rev() {
            let Some(open) = self.nodes.get_mut(index) else { continue };
            let node = *open;
            (open.part, open.finished) = (around, true);
            if !node.finished {
                let tag = Span::at(tag.start as usize);
                self.finish_node(&node, EndTag { tag, name: None, truncated: false }, reporter);
            }
        }
    }

    /// True if the tag at `tag` contains a character that is not allowed in XML.
    fn has_no_char(&self, tag: Span) -> bool {
        !self.text.at(tag).chars().all(crate::xml::chars::is_char)
    }

    /// True for `<URL>` in an open `<url>`, which starts the next entry as `<url>` would.
    fn is_next_entry(&self, name: Span) -> bool {
        let is_entry = |node: &&Node| node.part == Part::Entry && node.name.len() == name.len();
        let Some(node) = self.nodes.last().filter(is_entry) else { return false };
        let (open, name) = (self.text.at(node.name), self.text.at(name));
        open != name && open.eq_ignore_ascii_case(name)
    }

    /// True if the URL at byte `at` contains a byte order mark before its first colon.
    fn mark_in_scheme(&self, at: usize) -> bool {
        let rest = self.text.at(at..).trim_start();
        let url = rest.strip_prefix("<![CDATA[").unwrap_or(rest);
        let end = url.find([':', '/', '?', '#', '<']).filter(|&end| url.at(end..).starts_with(':'));
        end.is_some_and(|end| url.at(..end).contains('\u{FEFF}'))
    }
}
