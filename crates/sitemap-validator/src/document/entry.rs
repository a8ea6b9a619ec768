//! An entry: `url` or `sitemap` and its values.

use super::Document;
use super::node::Node;
use crate::check::order::{Child, Children};
use crate::check::{Entry, Extent, Field, changefreq, lastmod, loc};
use crate::diagnostic::Edit;
use crate::elements::{Core, Root};
use crate::facts::{self, SourceDate};
use crate::reporter::Reporter;
use crate::rules;
use crate::sink;
use crate::span::{At, Span};
use crate::value::datetime::Moment;
use crate::value::trimmed;
use crate::xml::content::{decoded, decoded_url};
use crate::xml::walk::EndTag;

/// The values of an incomplete entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryState {
    pub(crate) is: Root,
    /// The values, by [`Core`].
    slots: [Slot; 4],
    /// The name of the first extension element.
    pub(crate) extension: Option<Span>,
    latest: Option<Core>,
    out_of_order: bool,
    /// True if a value is duplicated or has no end tag, so that elements are not moved.
    unsound: bool,
    /// True if it contains a URL outside of an element.
    pub(crate) bare_url: bool,
    pub(crate) moment: Option<Moment>,
    /// The name in its start tag, and the span of its end tag.
    name: Span,
    end: Span,
}

/// A value of an entry.
#[derive(Debug, Clone, Copy)]
struct Slot {
    /// The name of its element.
    name: Option<Span>,
    /// The span of the trimmed value.
    value: Option<Span>,
    element: Span,
}

impl EntryState {
    /// An entry without values, with the root `is`; `end` is its end tag.
    pub(super) const fn new(is: Root, name: Span, end: Span) -> Self {
        Self {
            is,
            slots: [Slot { name: None, value: None, element: Span::at(0) }; 4],
            extension: None,
            latest: None,
            out_of_order: false,
            unsound: false,
            bare_url: false,
            moment: None,
            name,
            end,
        }
    }

    /// Adds the next value: the name of its element, the element, and the trimmed value.
    pub(super) fn add(&mut self, core: Core, name: Span, element: Span, value: Span) {
        *self.slot_mut(core) = Slot { name: Some(name), value: Some(value), element };
        self.latest = Some(core);
    }

    /// True if the entry has an element for `core`.
    pub(crate) fn has(&self, core: Core) -> bool {
        self.slot(core).name.is_some()
    }

    /// Records the span of a value that cannot be checked.
    pub(crate) fn set(&mut self, core: Core, value: Span) {
        self.slot_mut(core).value.get_or_insert(value);
        self.unsound = true;
    }

    /// Records that a value has no end tag.
    pub(crate) fn set_unsound(&mut self) {
        self.unsound = true;
    }

    /// The byte at which its end tag begins, if it has one.
    pub(crate) fn end_tag(&self) -> Option<u32> {
        (!self.end.is_empty()).then_some(self.end.start)
    }

    /// The span of the trimmed value of `core`.
    pub(crate) fn value(&self, core: Core) -> Option<Span> {
        self.slot(core).value
    }

    fn slot(&self, core: Core) -> &Slot {
        core.of(self.slots.each_ref())
    }

    fn slot_mut(&mut self, core: Core) -> &mut Slot {
        core.of(self.slots.each_mut())
    }

    fn children<'a>(&self, text: &'a str) -> Children<'a> {
        let core = self.slots.map(|Slot { name, element, .. }| name.map(|name| Child { name, element }));
        Children { text, core, extension: self.extension, sound: !self.unsound }
    }
}

impl Document<'_> {
    pub(super) fn start_entry(&mut self, name: Span, tag: Span, is: Root, reporter: &mut Reporter<'_>) {
        self.count_entry(tag, is, reporter);
        if let Some(root) = self.root.as_mut().filter(|root| root.is != is) {
            root.foreign.get_or_insert(name);
        }
        self.entry = Some(EntryState::new(is, name, tag));
    }

    /// Counts an entry with this start tag; the following findings belong to it.
    pub(super) fn count_entry(&mut self, tag: Span, is: Root, reporter: &mut Reporter<'_>) {
        self.entries = self.entries.saturating_add(1);
        if let Some(root) = self.root.as_mut() {
            let count = if is == Root::Urlset { &mut root.urls } else { &mut root.sitemaps };
            *count += 1;
        }
        reporter.set_entry(self.entries);
        reporter.set_entry_start(tag.start);
        self.limits.entry(self.entries, tag, is == Root::Index, reporter);
    }

    /// Records a complete entry: its type, the element, its values by [`Core`], and the moment of its `lastmod`.
    pub(super) fn note_entry(
        &mut self,
        is: Root,
        element: Span,
        values: [Option<Span>; 4],
        moment: Option<Moment>,
        reporter: &mut Reporter<'_>,
    ) {
        let [url, lastmod, changefreq, priority] = values;
        if reporter.wants_entries() {
            let read = |value: Option<Span>| value.map(|span| decoded(self.text, span)).unwrap_or_default();
            let (url, has_entity) = url.map(|span| decoded_url(self.text, span)).unwrap_or_default();
            reporter.tell_entry(sink::Entry {
                is_sitemap: is == Root::Index,
                element,
                url,
                has_entity,
                lastmod: read(lastmod),
                unread_date: false,
                changefreq: read(changefreq),
                priority: read(priority),
                ..sink::Entry::default()
            });
        }
        if reporter.options.last_changes.is_some() && is == Root::Urlset {
            self.prove(url, lastmod.zip(moment), reporter);
        }
        let is_extended = std::mem::take(&mut self.extensions.in_entry);
        let facts = Entry { number: self.entries, extent: Extent::Element(element), lastmod, is_extended };
        if is == Root::Urlset {
            self.hreflangs.entry(&facts, self.text, &self.locs, reporter);
        }
        loc::entry(&facts, self.text, &mut self.locs, reporter);
        changefreq::entry(&mut self.changefreqs, moment, reporter);
        reporter.set_entry(0);
    }

    /// Compares the date of an entry with the last change of its page.
    #[cold]
    #[inline(never)]
    fn prove(&mut self, url: Option<Span>, date: Option<(Span, Moment)>, reporter: &mut Reporter<'_>) {
        let changes = reporter.options.last_changes.clone();
        if let (Some(changes), Some(url), Some(date)) = (changes, url, date) {
            let text = decoded(self.text, url);
            lastmod::prove(self.text, (url, text.trim()), date, &*changes, &mut self.lastmods, reporter);
        }
    }

    pub(super) fn start_value(&mut self, core: Core) {
        let Some(entry) = self.entry.as_mut() else { return };
        entry.out_of_order |=
            entry.extension.is_some() || entry.latest.is_some_and(|latest| (latest as usize) > core as usize);
        entry.latest = Some(core);
    }

    /// Records a value, or reports it as a duplicate.
    pub(super) fn repeated_value(&mut self, core: Core, field: &Field<'_>, value: Span, reporter: &mut Reporter<'_>) {
        let Some(entry) = self.entry.as_mut() else { return };
        let slot = entry.slot_mut(core);
        let Slot { name: Some(first), value: earlier, element: first_element } = *slot else {
            *slot = Slot { name: Some(field.name), value: Some(value), element: field.element };
            return;
        };
        entry.unsound = true;
        // The first element goes on, or lacks its end tag, which is reported.
        let before = self.text.at(first_element);
        if first_element.end == field.element.start && !before.contains("</") && !before.ends_with("/>") {
            return;
        }
        let tag = Span { start: field.element.start, end: field.content.start.max(field.name.end) };
        let equal = earlier.is_some_and(|earlier| self.text.at(earlier) == self.text.at(value));
        let found = if !equal && core == Core::Loc {
            // The tags between two entries may be missing: then the values belong to different ones.
            reporter.recovered(tag);
            let name = entry.is.entry();
            let split = format!("</{name}><{name}>");
            rules::structure_duplicate_element::loc(tag, field.name, entry.name)
                .suggest(Edit::insert(field.element.start as usize, split))
        } else {
            let found = rules::structure_duplicate_element(tag, field.name, entry.name);
            let delete = || Edit::delete(field.with_leading_space());
            if equal { found.safe(delete()).copy_of(first_element) } else { found }
        };
        reporter.report(found.related(first, "first given here"));
    }

    pub(super) fn finish_entry(&mut self, node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        self.finish_extensions(reporter);
        let Some(mut entry) = self.entry.take() else { return };
        entry.end = end.tag;
        if end.truncated {
            reporter.set_entry(0);
            return;
        }
        if !entry.has(Core::Loc) && entry.value(Core::Loc).is_none() && !entry.bare_url && !node.broken {
            let message = if entry.is == Root::Index { rules::index_missing_loc } else { rules::structure_missing_loc };
            reporter.report(message(node.name, node.name));
        }
        if entry.out_of_order {
            self.order.entry(&entry.children(self.text), reporter);
        }
        if reporter.options.siblings && entry.is == Root::Index {
            self.note_child(&entry);
        }
        let element = node.tag.to(end.tag);
        if end.tag.is_empty() {
            reporter.set_unclosed(Some(element.start));
        }
        let values = entry.slots.map(|slot| slot.value.filter(|span| !trimmed(self.text.at(*span)).is_empty()));
        self.note_entry(entry.is, element, values, entry.moment, reporter);
        self.last_entry = Some(entry);
    }

    /// Records the child of an index, for the checks of a set.
    fn note_child(&mut self, entry: &EntryState) {
        let index_name = self.locs.take_index_name();
        let Some(loc) = entry.value(Core::Loc).filter(|span| !span.is_empty()) else { return };
        let url = decoded(self.text, loc).trim().to_owned();
        let lastmod = entry.value(Core::Lastmod).and_then(|at| SourceDate::read(self.text, at));
        self.facts.children.push(facts::Child { url, loc, lastmod, index_name, entry: self.entries });
    }

    /// Reports a core element in a wrong parent. The fix moves a value after its entry into the entry.
    pub(super) fn misplaced(&mut self, node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        let parent = self.nodes.last().map_or(node.name, |parent| parent.name);
        let written = self.text.at(node.name);
        let local = written.rsplit(':').next().unwrap_or(written);
        let element = node.tag.to(end.tag);
        let is_index = self.root.is_some_and(|root| root.is == Root::Index);
        if is_index && Core::by_name(local).is_some_and(|core| !core.belongs(Root::Index)) {
            let found = rules::structure_misplaced_element::in_index(node.name, node.name);
            return reporter.report(found.suggest(Edit::delete(crate::check::with_leading_space(self.text, element))));
        }
        let mut found = rules::structure_misplaced_element(node.name, node.name, parent);
        let last = self.last_entry.filter(|last| self.entry.is_none() && !last.end.is_empty() && element.len() < 4096);
        if let (Some(core), Some(last)) = (Core::by_name(local), last)
            && !last.has(core)
            && core.belongs(last.is)
        {
            let moved = self.text.at(element).to_owned();
            found = found.related(last.name, "the entry it may belong to").suggest(vec![
                Edit::insert(last.end.start as usize, moved),
                Edit::delete(crate::check::with_leading_space(self.text, element)),
            ]);
        }
        reporter.report(found);
    }
}
