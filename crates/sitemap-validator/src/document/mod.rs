//! The document: what each element of a sitemap or feed means, and which check looks at it.

pub(crate) mod coded;
mod conversion;
mod entry;
mod extension;
mod feed;
mod link;
mod node;
mod part;
mod plain;
mod record;
mod root;
mod stray;
mod value;
mod vocabulary;

use memchr::memmem;

use crate::check::feed::Feed;
use crate::check::hreflang::Hreflangs;
use crate::check::namespace::{Namespaces, Ns};
use crate::check::order::Order;
use crate::check::structure::{self, Core, Root};
use crate::check::{DocumentFacts, Field, advice, changefreq, lastmod, limits, loc, priority, robots, scope};
use crate::diagnostic::Edit;
use crate::facts::{Dated, Facts};
use crate::outcome::{Kind, Stats};
use crate::reporter::{Markup, Reporter};
use crate::rules;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::{Value, ValueBuffer, is_blank};
use crate::xml::doctype::Doctype;
use crate::xml::mark::{self, Surroundings};
use crate::xml::reference::Context;
use crate::xml::walk::{EndTag, Handler, Records, StartTag};

use conversion::Conversion;
use entry::EntryState;
use extension::Extensions;
use node::{FeedValue, Node, Part, ValueKind};
use root::RootState;
use value::ValueState;

/// Collects what a document's elements say.
pub(crate) struct Document<'a> {
    source: &'a Source,
    text: &'a str,
    kind: Kind,
    nodes: Vec<Node>,
    namespaces: Namespaces<'a>,
    buffer: ValueBuffer,
    value: ValueState,
    root: Option<RootState>,
    feed: Option<Feed>,
    entry: Option<EntryState>,
    last_entry: Option<EntryState>,
    entries: u32,
    order: Order,
    conversion: Conversion,
    first_loc: Option<Span>,
    locs: loc::Locs,
    lastmods: lastmod::Lastmods,
    changefreqs: changefreq::Changefreqs,
    priorities: priority::Priorities,
    limits: limits::Limits,
    extensions: Extensions,
    hreflangs: Hreflangs,
    /// What a set needs to know.
    facts: Facts,
    /// Characters that no XML document may hold were found: values leave them out.
    unclean: bool,
    /// The value being read stands in an attribute of its element, which is reported.
    value_elsewhere: bool,
    attempts: plain::Attempts,
    /// Records to be used again.
    spare: [record::Record; 2],
}

impl<'a> Document<'a> {
    /// A document of `kind`, from the look of its first tag.
    pub(crate) fn new(source: &'a Source, kind: Kind, unclean: bool, reporter: &Reporter<'_>) -> Self {
        Self {
            source,
            text: source.text(),
            kind,
            nodes: Vec::new(),
            namespaces: Namespaces::new(source.text()),
            buffer: ValueBuffer::default(),
            value: ValueState::default(),
            root: None,
            feed: None,
            entry: None,
            last_entry: None,
            entries: 0,
            order: Order::default(),
            conversion: Conversion::new(),
            first_loc: None,
            locs: loc::Locs::new(reporter.options),
            lastmods: lastmod::Lastmods::default(),
            changefreqs: changefreq::Changefreqs::default(),
            priorities: priority::Priorities::default(),
            limits: limits::Limits::default(),
            extensions: Extensions::new(),
            hreflangs: Hreflangs::default(),
            facts: Facts::default(),
            unclean,
            value_elsewhere: false,
            attempts: plain::Attempts::default(),
            spare: <[record::Record; 2]>::default(),
        }
    }

    /// What the file turned out to be.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// Reports what only the whole document shows, and returns its figures.
    pub(crate) fn finish(mut self, reporter: &mut Reporter<'_>) -> (Stats, Facts) {
        reporter.set_entry(0);
        let root = self.root;
        if let Some(root) = root {
            self.finish_root(root, reporter);
        }
        self.namespaces.leave_root(reporter);
        self.namespaces.finish(root.map(|root| root.name), reporter);
        self.extensions.finish(self.text, &mut self.namespaces, reporter);
        if let Some(root) = root {
            let facts = DocumentFacts {
                index: root.is == Root::Index,
                urlset: root.is == Root::Urlset,
                entries: self.entries,
                news: root.news,
                first_loc: self.first_loc,
                http_only: self.locs.http_only(),
            };
            self.offer_conversion(root, reporter);
            self.order.finish(reporter);
            self.facts.alternates = self.hreflangs.finish(self.text, reporter);
            loc::finish(&mut self.locs, reporter);
            lastmod::finish(&self.lastmods, &facts, reporter);
            changefreq::finish(&self.changefreqs, &facts, reporter);
            priority::finish(&mut self.priorities, &facts, reporter);
            self.limits.finish(self.source, &facts, reporter);
            advice::document(self.source, &facts, reporter);
            scope::document(self.locs.own(), reporter);
        } else {
            loc::finish(&mut self.locs, reporter);
            if let Some(feed) = &self.feed {
                feed.finish(self.entries, reporter);
                let (first_loc, http_only) = (self.first_loc, self.locs.http_only());
                let facts = DocumentFacts { entries: self.entries, first_loc, http_only, ..DocumentFacts::default() };
                advice::document(self.source, &facts, reporter);
            }
            self.limits.plain(self.source, self.entries, reporter);
        }
        if root.is_some() || matches!(self.kind, Kind::Rss | Kind::Atom) {
            let index = root.is_some_and(|root| root.is == Root::Index);
            robots::document(self.locs.own(), self.locs.known(), index, reporter);
        }
        self.facts.root = root.map(|root| root.name);
        if reporter.options.siblings {
            self.facts.pages = self.locs.take_pages();
            self.facts.newest = self.lastmods.latest().and_then(|at| Dated::read(self.text, at));
        }
        let stats = Stats {
            entries: u64::from(self.entries),
            lastmod: u64::from(self.lastmods.readable()),
            changefreq: u64::from(self.changefreqs.valid()),
            priority: u64::from(self.priorities.valid()),
            earliest_lastmod: self.lastmods.earliest().map(|span| self.text.at(span).to_owned()),
            latest_lastmod: self.lastmods.latest().map(|span| self.text.at(span).to_owned()),
            hosts: self.locs.hosts(),
            extensions: self.namespaces.extensions(),
        };
        match &self.feed {
            Some(feed) => (feed::stats(stats, feed, self.text), self.facts),
            None => (stats, self.facts),
        }
    }

    fn finish_node(&mut self, node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        if self.namespaces.wants_ends() {
            let whole = !node.broken && !end.truncated && !end.tag.is_empty();
            self.namespaces.ended(node.name, whole.then(|| node.tag.to(end.tag)));
        }
        if self.conversion.is_open() {
            self.conversion.ended(self.text, node, end);
            if node.part == Part::Entry && !self.locs.lists_only_sitemaps() {
                self.conversion.close();
            }
        }
        if !self.is_whole(node, end) {
            reporter.set_markup(Markup::Recovered);
        }
        if let Some(meant) = node.meant {
            structure::misspelled(self.text, node.name, end.name, meant, reporter);
        }
        match node.part {
            Part::Value(kind) if end.truncated => {
                let _ = kind;
                self.start_content();
            }
            Part::Value(kind) => self.finish_value(kind, node, end, reporter),
            Part::Entry => self.finish_entry(node, end, reporter),
            Part::Misplaced => self.misplaced(node, end, reporter),
            Part::Unexpected(core) => {
                let element = crate::check::with_leading_space(self.text, node.tag.to(end.tag));
                let found = rules::index_unexpected_child(node.name, node.name);
                reporter.report(found.suggest(Edit::delete(element)).against_schema(core));
            }
            Part::Feed(part) => self.finish_feed_part(part, node, end, reporter),
            Part::Link => self.finish_link(node, end, reporter),
            _ => {}
        }
        if let Some(ns) = node.vocabulary {
            self.extensions.with(ns, |extension| extension.end(self.text, node.tag.to(end.tag), end, reporter));
        }
        reporter.set_markup(Markup::Whole);
    }

    /// True when an element has both its tags, and a name that means what it is taken for.
    fn is_whole(&self, node: &Node, end: EndTag) -> bool {
        let own_end = match end.name {
            Some(name) => self.text.at(name) == self.text.at(node.name),
            None => end.tag == node.tag,
        };
        own_end && !end.truncated && !node.broken && node.meant.is_none()
    }
}

impl Handler for Document<'_> {
    fn start(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) {
        if self.nodes.last().is_some_and(|node| node.stray.is_some()) {
            self.flush_text(reporter);
        }
        let forgotten = if self.is_next_entry(element.name) { 1 } else { element.forgotten };
        if forgotten > 0 {
            self.end_forgotten(forgotten, element.tag, reporter);
        }
        let parent = match self.nodes.last().map(|node| node.part) {
            // Behind the root's end tag its entries go on.
            None if self.root.is_some() && !self.is_root_name(element.name) => Some(Part::Root),
            part => part,
        };
        let is_damaged = element.broken || self.unclean && self.has_no_char(element.tag);
        reporter.started(element.tag, is_damaged);
        let mark = self.namespaces.enter(element.attributes, reporter);
        let (part, meant) = match parent {
            None => (self.start_root(element, reporter), None),
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
        self.nodes.push(Node {
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
        });
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
            // The root's declarations stay: what is decided at the end still asks for them.
            return;
        }
        self.namespaces.leave(node.mark, reporter);
    }

    fn text(&mut self, span: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) {
        let part = self.nodes.last().map(|node| node.part);
        if matches!(part, Some(Part::Value(_))) {
            let context = Context { url: self.in_url(), attribute: false, doctype };
            // Of markup, reported as such: what the value was meant to be is not known.
            self.value.opaque |= span.len() == 1 && self.text[span.range()] == *"<";
            if self.is_cut_off(span) {
                reporter.set_markup(Markup::Recovered);
            }
            self.value_text(span, context, reporter);
            reporter.set_markup(Markup::Whole);
        } else if !is_blank(&self.text.as_bytes()[span.range()]) {
            // Between elements white space is nothing.
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
            // To a schema a section is content, even an empty one.
            Some(Part::Link) => {
                self.link_text(inner);
            }
            Some(Part::Root | Part::Entry | Part::Container) if !inner.is_empty() || reporter.options.strict_schema => {
                self.stray_text(whole);
            }
            _ => {}
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

    fn is_typed(&self) -> bool {
        self.nodes.last().is_some_and(|node| node.typed)
    }

    fn nested(&mut self, name: Span, outer: Span, reporter: &mut Reporter<'_>) {
        let value = Core::by_name(self.text.at(outer)).is_some();
        let found = if value {
            let end = memchr::memchr(b'>', &self.text.as_bytes()[name.range().end..]).map_or(0, |at| at + 1);
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
            Some(Ns::Core | Ns::None) | None if prefix.is_empty() => {
                Core::by_name(local).is_some() || matches!(local, "url" | "sitemap" | "urlset" | "sitemapindex")
            }
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
    /// The elements that the one at `tag` follows have ended, though their end tags are missing.
    #[cold]
    fn end_forgotten(&mut self, forgotten: usize, tag: Span, reporter: &mut Reporter<'_>) {
        let last = self.nodes.len();
        let first = last - forgotten.min(last);
        // What follows stands where the outermost of them stood.
        let around = self.nodes.get(first).map_or(Part::Root, |node| node.parent);
        for index in (first..last).rev() {
            let node = self.nodes[index];
            self.nodes[index].part = around;
            if !node.finished {
                self.nodes[index].finished = true;
                let tag = Span::at(tag.start as usize);
                self.finish_node(&node, EndTag { tag, name: None, truncated: false }, reporter);
            }
        }
    }

    /// True when the tag at `tag` holds a character that no XML document may hold.
    fn has_no_char(&self, tag: Span) -> bool {
        !self.text.at(tag).chars().all(crate::xml::chars::is_char)
    }

    /// `<URL>` in an open `<url>`: the next entry, as `<url>` there would be.
    fn is_next_entry(&self, name: Span) -> bool {
        let is_entry = |node: &&Node| node.part == Part::Entry && node.name.len() == name.len();
        let Some(node) = self.nodes.last().filter(is_entry) else { return false };
        let (open, name) = (self.text.at(node.name), self.text.at(name));
        open != name && open.eq_ignore_ascii_case(name)
    }

    /// True when the URL at byte `at` has a byte order mark before its first colon.
    fn mark_in_scheme(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start();
        let url = rest.strip_prefix("<![CDATA[").unwrap_or(rest);
        let end = url.find([':', '/', '?', '#', '<']).filter(|&end| url[end..].starts_with(':'));
        end.is_some_and(|end| url[..end].contains('\u{FEFF}'))
    }

    fn in_url(&self) -> bool {
        matches!(
            self.nodes.last().map(|node| node.part),
            Some(Part::Value(
                ValueKind::Core(Core::Loc)
                    | ValueKind::Member(_, Some(_))
                    | ValueKind::Feed(FeedValue::Link | FeedValue::AtomLink)
            ))
        )
    }
}

/// A value that stands in the source as it is read, for lines of a text file.
pub(crate) fn plain_field(text: &str, span: Span) -> Field<'_> {
    let value = Value::plain(text.at(span), span);
    Field { source: text, value, name: span, element: span, content: span }
}
