//! Feeds: the meaning of their elements, and the checks of each.

use super::Document;
use super::node::{FeedPart, FeedValue, Node, Part, ValueKind};
use crate::check::extension;
use crate::check::feed::{self, Content, Dialect, Element, Feed, Item, Limit, Link, Media, RootTag};
use crate::check::namespace::Ns;
use crate::check::{Field, UrlRole, loc};
use crate::outcome::Kind;
use crate::outcome::Stats;
use crate::reporter::Reporter;
use crate::sink;
use crate::span::{At, Span};
use crate::value::{ValueBuffer, datetime, trimmed};
use crate::xml::tag::Attribute;
use crate::xml::walk::{EndTag, StartTag};

/// Elements of RSS 2.0 and Atom.
pub(super) const ELEMENTS: [&str; 34] = [
    "rss",
    "channel",
    "item",
    "title",
    "link",
    "description",
    "language",
    "copyright",
    "managingEditor",
    "webMaster",
    "pubDate",
    "lastBuildDate",
    "category",
    "generator",
    "docs",
    "ttl",
    "image",
    "url",
    "author",
    "comments",
    "enclosure",
    "guid",
    "source",
    "feed",
    "entry",
    "id",
    "updated",
    "published",
    "summary",
    "content",
    "name",
    "uri",
    "email",
    "rights",
];

impl Document<'_> {
    /// Starts the root of a feed.
    pub(super) fn start_feed(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) -> Part {
        let atom = self.kind == Kind::Atom;
        if self.feed.is_none() {
            let namespace = self.namespaces.feed_root(element.name, atom);
            let version = self.attribute(element, "version").map(|attribute| attribute.value);
            let tag = RootTag { text: self.text, name: element.name, version, namespace, broken: element.broken };
            self.feed = Some(Feed::new(&tag, atom, reporter));
            if reporter.options.is_unlisted {
                self.locs.lift_scope();
            }
        }
        Part::Feed(FeedPart::Root)
    }

    /// The part of an element of a feed, within `parent`.
    pub(super) fn feed_part(
        &mut self,
        element: &StartTag<'_>,
        (ns, local): (Ns, &str),
        parent: FeedPart,
        reporter: &mut Reporter<'_>,
    ) -> Part {
        let Some(dialect) = self.feed.as_ref().map(|feed| feed.dialect) else { return Part::Feed(FeedPart::Other) };
        match parent {
            FeedPart::Other => Part::Feed(FeedPart::Other),
            _ if ns == Ns::Media => self.media_part(element, local, parent),
            FeedPart::Group | FeedPart::Content => Part::Feed(FeedPart::Other),
            FeedPart::Item if local == "date" && self.namespaces.is_dublin_core(element.name) => {
                ValueKind::Feed(FeedValue::PlainDate(1)).into()
            }
            _ if !self.is_core(element, ns, dialect) => Part::Feed(FeedPart::Other),
            _ if dialect.is_atom() => self.atom_part(element, local, parent, reporter),
            _ => self.rss_part(element, local, parent, reporter),
        }
    }

    /// True for an element of the feed's own vocabulary.
    fn is_core(&self, element: &StartTag<'_>, ns: Ns, dialect: Dialect) -> bool {
        let prefix_of = |name: Span| self.text.at(name).split_once(':').map_or("", |(prefix, _)| prefix);
        let prefix = prefix_of(element.name);
        if dialect.is_atom() && ns == Ns::Atom {
            return true;
        }
        // In a root with a wrong namespace or none, the elements have the same one as the root.
        let uri = |span: Option<Span>| span.map(|span| self.text.at(span)).unwrap_or_default();
        let Some(feed) = &self.feed else { return false };
        let inherited = uri(self.namespaces.uri_of(prefix)) == uri(feed.namespace);
        let same_prefix = prefix == if dialect.is_atom() { prefix_of(feed.root) } else { "" };
        inherited && (same_prefix || feed.namespace.is_some())
    }

    fn rss_part(&mut self, element: &StartTag<'_>, local: &str, parent: FeedPart, reporter: &mut Reporter<'_>) -> Part {
        let Some(feed) = self.feed.as_mut() else { return Part::Feed(FeedPart::Other) };
        match (parent, local) {
            (_, "item") => return self.start_item(element, reporter),
            (FeedPart::Root, "channel") => {
                feed.channel = true;
                return Part::Feed(FeedPart::Channel);
            }
            (FeedPart::Channel | FeedPart::Item, name) if name.eq_ignore_ascii_case("pubDate") => {
                return ValueKind::Feed(FeedValue::Date(2)).into();
            }
            (FeedPart::Channel, _) => {
                if let Some(known) = Element::by_name(local) {
                    feed.required.add(known);
                }
            }
            (FeedPart::Item, "link") => return ValueKind::Feed(FeedValue::Link).into(),
            (FeedPart::Item, "guid") => {
                let permalink = self.attribute(element, "isPermaLink");
                if permalink.is_none_or(|attribute| self.text.at(attribute.value).trim() != "false") {
                    return ValueKind::Feed(FeedValue::Permalink).into();
                }
            }
            _ => {}
        }
        Part::Feed(FeedPart::Other)
    }

    fn atom_part(
        &mut self,
        element: &StartTag<'_>,
        local: &str,
        parent: FeedPart,
        reporter: &mut Reporter<'_>,
    ) -> Part {
        let Some(feed) = self.feed.as_mut() else { return Part::Feed(FeedPart::Other) };
        if local == "entry" {
            return self.start_item(element, reporter);
        }
        if let Some(known) = Element::by_name(local) {
            feed.item.as_mut().map_or(&mut feed.required, |item| &mut item.required).add(known);
        }
        match (feed.dialect, local) {
            (Dialect::Atom, name) if name.eq_ignore_ascii_case("updated") => ValueKind::Feed(FeedValue::Date(2)).into(),
            (Dialect::Atom, name) if name.eq_ignore_ascii_case("published") => {
                ValueKind::Feed(FeedValue::Date(1)).into()
            }
            (Dialect::Atom03, "modified") => ValueKind::Feed(FeedValue::PlainDate(2)).into(),
            (Dialect::Atom03, "issued") => ValueKind::Feed(FeedValue::PlainDate(1)).into(),
            (_, "link") if parent == FeedPart::Item => self.atom_link(element, reporter),
            _ => Part::Feed(FeedPart::Other),
        }
    }

    /// The `link` of an entry: that of the page, or another one.
    fn atom_link(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) -> Part {
        const ALTERNATE: [&str; 2] = ["alternate", "http://www.iana.org/assignments/relation/alternate"];
        let rel = self.attribute(element, "rel").map(|attribute| self.text.at(attribute.value).trim());
        if rel.is_some_and(|rel| !ALTERNATE.contains(&rel)) {
            return Part::Feed(FeedPart::Other);
        }
        let Some(href) = self.attribute(element, "href") else {
            return ValueKind::Feed(FeedValue::AtomLink).into();
        };
        let url = self.attribute_text(href);
        let link = if url.is_empty() {
            Link::Empty(element.tag)
        } else {
            self.attribute_url_as(element, "href", UrlRole::Item, reporter);
            Link::Url(url)
        };
        if let Some(item) = self.feed.as_mut().and_then(|feed| feed.item.as_mut()) {
            item.link(link);
        }
        Part::Feed(FeedPart::Other)
    }

    fn start_item(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) -> Part {
        self.finish_item(reporter);
        self.entries += 1;
        reporter.set_entry(self.entries);
        self.limits.entry(self.entries, element.tag, false, reporter);
        if let Some(feed) = self.feed.as_mut() {
            feed.item = Some(Item::new(element.name));
        }
        Part::Feed(FeedPart::Item)
    }

    /// The part of an element of Media RSS.
    fn media_part(&mut self, element: &StartTag<'_>, local: &str, parent: FeedPart) -> Part {
        let named = |name: &str| self.attribute(element, name).copied();
        let given = |name: &str| named(name).filter(|attribute| !self.attribute_text(attribute).is_empty());
        let url = given("url").map(|attribute| (self.attribute_text(&attribute), attribute.value));
        let word = |name: &str| {
            named(name).map(|attribute| (self.text.at(attribute.value).trim(), attribute.value, attribute.name))
        };
        let (video, kind, relationship) = (is_video(word("medium"), word("type")), word("type"), word("relationship"));
        let currency = given("currency").is_some();
        let Some(feed) = self.feed.as_mut() else { return Part::Feed(FeedPart::Other) };
        let mut channel = Media::default();
        let Feed { item, group, media: of_channel, .. } = feed;
        let media = match (group.as_mut(), item.as_mut()) {
            (Some(group), _) => group,
            (None, Some(item)) => &mut item.media,
            (None, None) => &mut channel,
        };
        match local {
            "group" if parent == FeedPart::Item => {
                *group = Some(Media::default());
                return Part::Feed(FeedPart::Group);
            }
            "content" if matches!(parent, FeedPart::Item | FeedPart::Group) => {
                let (name, url) = (element.name, url.is_some());
                media.content = Some(Content { name, video, url, has: feed::Has::default() });
                return Part::Feed(FeedPart::Content);
            }
            "title" => return ValueKind::Feed(FeedValue::Media(Limit::Title)).into(),
            "description" => return ValueKind::Feed(FeedValue::Media(Limit::Description)).into(),
            "thumbnail" => media.innermost().thumbnail |= url.is_some(),
            "player" => {
                media.innermost().player |= url.is_some();
                if let Some((url, place)) = url {
                    media.player(url, place);
                }
            }
            "restriction" => {
                if let Some((kind, value, name)) = kind {
                    media.word((kind, value), name, &["country"]);
                }
                if let Some((relationship, value, name)) = relationship {
                    media.word((relationship, value), name, &["allow", "deny"]);
                }
            }
            "price" => {
                if let Some((kind, value, name)) = kind {
                    media.word((kind, value), name, &["rent", "purchase", "package", "subscription"]);
                }
                if !currency {
                    media.no_currency(element.name);
                }
            }
            _ => {}
        }
        if parent == FeedPart::Channel {
            of_channel.thumbnail |= channel.has.thumbnail;
            of_channel.player |= channel.has.player;
        }
        Part::Feed(FeedPart::Other)
    }

    /// Checks a value of a feed.
    pub(super) fn feed_value(&mut self, value: FeedValue, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let text = field.value.text.at(trimmed(field.value.text));
        if value == FeedValue::Link && !text.is_empty() {
            self.first_loc.get_or_insert(field.content);
            loc::check(field, UrlRole::Item, &mut self.locs, reporter);
        }
        let Some(feed) = self.feed.as_mut() else { return };
        let date = match value {
            FeedValue::Date(rank) => feed::check_date(field, feed.dialect, reporter).map(|date| (rank, date)),
            FeedValue::PlainDate(rank) => feed::plain_date(field).map(|date| (rank, date)),
            FeedValue::Media(limit) => {
                let range = trimmed(field.value.text);
                if range.is_empty() {
                    return;
                }
                let place = field.value.span(range.start, range.end);
                match (feed.group.as_mut(), feed.item.as_mut()) {
                    (Some(group), _) => group.text(limit, text, place, field.name),
                    (None, Some(item)) => item.media.text(limit, text, place, field.name),
                    (None, None) => {}
                }
                feed.note_text(limit);
                return;
            }
            _ => None,
        };
        let Some(item) = feed.item.as_mut() else { return };
        match value {
            FeedValue::Link if text.is_empty() => item.link(Link::Empty(field.element)),
            FeedValue::Link => item.link(Link::Url(text.to_owned())),
            FeedValue::AtomLink if text.is_empty() => item.link(Link::Empty(field.element)),
            FeedValue::AtomLink => item.link(Link::Text(field.element, field.content)),
            FeedValue::Permalink => item.permalink(field),
            _ => {}
        }
        let is_date = matches!(value, FeedValue::Date(_) | FeedValue::PlainDate(_));
        if is_date && date.is_none() && !text.is_empty() {
            // The date has the format of sitemaps instead of that of feeds.
            match datetime::parse(text) {
                Some(_) => item.other_date = Some(text.to_owned()),
                None => item.unread_date = true,
            }
        }
        if let Some((rank, (millis, place))) = date
            && item.date.is_none_or(|(known, ..)| rank > known)
        {
            item.date = Some((rank, millis, place));
        }
    }

    /// Records a value that is present but could not be read.
    pub(super) fn unread_feed_value(&mut self, value: FeedValue) {
        let Some(feed) = self.feed.as_mut() else { return };
        match (value, feed.item.as_mut()) {
            (FeedValue::Link | FeedValue::AtomLink, Some(item)) => item.link(Link::Url(String::new())),
            (FeedValue::Date(_) | FeedValue::PlainDate(_), Some(item)) => item.unread_date = true,
            (FeedValue::Media(limit), _) => feed.note_text(limit),
            _ => {}
        }
    }

    /// Ends an element of a feed.
    pub(super) fn finish_feed_part(&mut self, part: FeedPart, node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        let Some(feed) = self.feed.as_mut() else { return };
        match part {
            FeedPart::Root if end.truncated => feed.truncated = true,
            FeedPart::Root if feed.dialect == Dialect::Atom => feed.required.atom(node.name, reporter),
            FeedPart::Root if !feed.dialect.is_atom() && !feed.channel => feed::no_channel(node.name, reporter),
            FeedPart::Channel if !end.truncated => feed.required.channel(node.name, reporter),
            FeedPart::Item if end.truncated => feed.item = None,
            FeedPart::Item => self.finish_item(reporter),
            FeedPart::Content => match (feed.group.as_mut(), feed.item.as_mut()) {
                (Some(group), _) => group.end_content(),
                (None, Some(item)) => item.media.end_content(),
                (None, None) => {}
            },
            FeedPart::Group => {
                if let (Some(group), Some(item)) = (feed.group.take(), feed.item.as_mut()) {
                    item.media.end_group(group);
                }
            }
            FeedPart::Root | FeedPart::Channel | FeedPart::Other => {}
        }
        if part == FeedPart::Item {
            reporter.set_entry(0);
        }
    }

    /// Checks the current item, if there is one.
    fn finish_item(&mut self, reporter: &mut Reporter<'_>) {
        let Some(feed) = self.feed.as_mut() else { return };
        let Some(mut item) = feed.item.take() else { return };
        if let Some(group) = feed.group.take() {
            item.media.end_group(group);
        }
        item.finish(feed.dialect, self.text, reporter);
        if reporter.wants_entries() {
            let url = item.page(self.text);
            let lastmod = item.date.and_then(|(_, millis, _)| datetime::written(millis));
            let lastmod = lastmod.or_else(|| item.other_date.clone()).unwrap_or_default();
            let unread_date = lastmod.is_empty() && (item.unread_date || item.date.is_some());
            let (element, lastmod) = (item.name, lastmod.into());
            reporter.tell_entry(sink::Entry { element, url, lastmod, unread_date, ..sink::Entry::default() });
        }
        if let Some((_, millis, place)) = item.date {
            feed.dates.add(millis, place);
        }
        std::mem::take(&mut item.media).finish(item.url(), feed.media, reporter);
    }

    fn attribute<'t>(&self, element: &StartTag<'t>, name: &str) -> Option<&'t Attribute> {
        extension::attribute(self.text, element.attributes, name)
    }

    /// The trimmed value of an attribute as an XML parser reads it.
    fn attribute_text(&self, attribute: &Attribute) -> String {
        let mut buffer = ValueBuffer::default();
        self.collect(attribute.value, &mut buffer);
        let value = buffer.value(self.text, attribute.value);
        value.text.at(trimmed(value.text)).to_owned()
    }
}

/// `stats` with the dates of a feed.
pub(super) fn stats(stats: Stats, feed: &Feed, text: &str) -> Stats {
    let written = |place: Option<Span>| Some(text.get(place?.range())?.to_owned());
    Stats {
        lastmod: u64::from(feed.dates.readable()),
        earliest_lastmod: written(feed.dates.earliest()),
        latest_lastmod: written(feed.dates.latest()),
        ..stats
    }
}

/// True for `medium="video"` or a type such as `video/mp4`.
fn is_video<T, U>(medium: Option<(&str, T, U)>, kind: Option<(&str, T, U)>) -> bool {
    medium.is_some_and(|(medium, ..)| medium.eq_ignore_ascii_case("video"))
        || kind.is_some_and(|(kind, ..)| kind.get(..6).is_some_and(|head| head.eq_ignore_ascii_case("video/")))
}
