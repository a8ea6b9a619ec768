//! The document: the meaning of each element of a sitemap or feed, and the checks of each.

pub(crate) mod coded;
mod conversion;
mod entry;
mod events;
mod extension;
mod feed;
mod link;
mod node;
mod part;
mod plain;
mod record;
pub(crate) mod root;
mod stray;
mod value;
mod vocabulary;

use crate::check::feed::Feed;
use crate::check::hreflang::Hreflangs;
use crate::check::namespace::Namespaces;
use crate::check::order::Order;
use crate::check::structure;
use crate::check::{DocumentFacts, Field, advice, changefreq, lastmod, limits, loc, priority, robots, scope};
use crate::diagnostic::Edit;
use crate::elements::Root;
use crate::facts::{Facts, SourceDate};
use crate::outcome::{Kind, Stats};
use crate::reporter::Reporter;
use crate::rules;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::{Value, ValueBuffer};
use crate::xml::walk::EndTag;

use conversion::Conversion;
use entry::EntryState;
use extension::Extensions;
use node::{FeedPart, Node, Part};
use root::RootState;
use value::ValueState;

/// The state of a document that is being read.
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
    /// The facts for the checks of a set.
    facts: Facts,
    /// True if the file contains characters that are not allowed in XML, which values leave out.
    unclean: bool,
    /// True if the current value is in an attribute of its element, which is reported.
    value_elsewhere: bool,
    attempts: plain::Attempts,
    /// Buffers for records.
    spare: [record::Record; 2],
}

impl<'a> Document<'a> {
    /// A document of `kind`, which was guessed from its first tag.
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

    /// The type of the file, as far as it was read.
    pub(crate) const fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of its `sitemap` elements.
    pub(crate) fn sitemaps(&self) -> u64 {
        self.root.map_or(0, |root| u64::from(root.sitemaps))
    }

    /// Runs the checks of the whole document, and returns its statistics and facts.
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
                news: self.namespaces.extensions().iter().any(|used| used == "news"),
                first_loc: self.first_loc,
                http_only: self.locs.http_only(),
            };
            self.offer_conversion(root, reporter);
            self.order.finish(reporter);
            self.facts.alternates = self.hreflangs.finish(self.text, reporter);
            loc::finish(&mut self.locs, reporter);
            lastmod::finish(&mut self.lastmods, &facts, reporter);
            changefreq::finish(&self.changefreqs, &facts, reporter);
            priority::finish(&mut self.priorities, &facts, reporter);
            self.limits.finish(self.source, &facts, reporter);
            advice::document(self.source, &facts, reporter);
            scope::document(self.locs.own(), reporter);
        } else {
            loc::finish(&mut self.locs, reporter);
            if let Some(feed) = &self.feed {
                if !reporter.options.is_unlisted {
                    feed.finish(self.entries, reporter);
                }
                let (first_loc, http_only) = (self.first_loc, self.locs.http_only());
                let facts = DocumentFacts { entries: self.entries, first_loc, http_only, ..DocumentFacts::default() };
                advice::document(self.source, &facts, reporter);
            }
            self.limits.plain(self.source, self.entries, reporter);
        }
        if root.is_some() || matches!(self.kind, Kind::Rss | Kind::Atom) && !reporter.options.is_unlisted {
            let index = root.is_some_and(|root| root.is == Root::Index);
            robots::document(self.locs.own(), self.locs.known(), index, reporter);
        }
        self.facts.root = root.map(|root| root.name);
        self.facts.is_exempt = self.locs.is_exempt();
        if reporter.options.siblings {
            self.facts.pages = self.locs.take_pages();
            self.facts.newest = self.lastmods.latest().and_then(|at| SourceDate::read(self.text, at));
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
        if self.namespaces.has_undeclared() && (end.name.is_some() || end.tag == node.tag) {
            self.namespaces.closed(node.name, end.name);
        }
        if self.conversion.is_open() {
            let index = self.root.is_some_and(|root| root.is == Root::Index);
            self.conversion.ended(self.text, node, end, if index { Root::Urlset } else { Root::Index });
            if node.part == Part::Entry && !self.locs.is_misplaced(index) {
                self.conversion.close();
            }
        }
        if !self.is_whole(node, end) {
            Self::recovered(node, end, reporter);
        }
        if let Some(meant) = node.meant {
            structure::misspelled(self.text, node.name, end.name, meant, reporter);
        }
        match node.part {
            Part::Value(_) if end.truncated => self.start_content(),
            Part::Value(kind) => self.finish_value(kind, node, end, reporter),
            Part::Root => self.end_root(end),
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
        reporter.set_unclosed(None);
    }

    /// Records that the extent of an element is not certain. Of an element around all entries, only the tags are in doubt.
    #[cold]
    fn recovered(node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        if matches!(node.part, Part::Root | Part::Feed(FeedPart::Root | FeedPart::Channel)) {
            reporter.recovered(node.tag);
            reporter.recovered(end.tag);
        } else {
            reporter.recovered(node.tag.to(end.tag));
        }
    }

    /// True if an element has both tags and a correct name.
    fn is_whole(&self, node: &Node, end: EndTag) -> bool {
        let own_end = match end.name {
            Some(name) => self.text.at(name) == self.text.at(node.name),
            None => end.tag == node.tag,
        };
        own_end && !end.truncated && !node.broken && node.meant.is_none()
    }
}

/// A line of a text file as a field, whose value is read as written.
pub(crate) fn plain_field(text: &str, span: Span) -> Field<'_> {
    let value = Value::plain(text.at(span), span);
    Field { source: text, value, name: span, element: span, content: span }
}
