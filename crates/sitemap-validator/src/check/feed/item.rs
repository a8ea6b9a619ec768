//! An item or entry and its required link: `feed-item-missing-link`.

use std::borrow::Cow;

use super::media::Media;
use super::{Dialect, Required};
use crate::check::{Field, with_leading_space};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::trimmed;
use crate::value::url::{Scheme, starts_with_scheme};
use crate::xml::content::decoded;

/// The link of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Link {
    /// A link with this URL.
    Url(String),
    /// A link without a URL: the element.
    Empty(Span),
    /// In Atom: an element with the URL as its text, and the content.
    Text(Span, Span),
}

/// An incomplete item.
#[derive(Debug)]
pub(crate) struct Item {
    /// The name in its start tag.
    pub(crate) name: Span,
    /// Its link, if it has one.
    link: Option<Link>,
    /// The permalink: the element and its content.
    guid: Option<(Span, Span)>,
    /// The elements of an Atom entry so far.
    pub(crate) required: Required,
    /// The rank of the date's element, the date in milliseconds since 1970, and its span.
    pub(crate) date: Option<(u8, i64, Span)>,
    /// The date in the format of sitemaps, if the feed's format differs.
    pub(crate) other_date: Option<String>,
    /// True if it has an invalid date.
    pub(crate) unread_date: bool,
    /// Its videos.
    pub(crate) media: Media,
}

impl Item {
    /// A new item; `name` is the name in its start tag.
    pub(crate) fn new(name: Span) -> Self {
        Self {
            name,
            link: None,
            guid: None,
            required: Required::default(),
            date: None,
            other_date: None,
            unread_date: false,
            media: Media::default(),
        }
    }

    /// Records a link; links with a URL take precedence.
    pub(crate) fn link(&mut self, link: Link) {
        if !matches!(self.link, Some(Link::Url(_))) && (self.link.is_none() || matches!(link, Link::Url(_))) {
            self.link = Some(link);
        }
    }

    /// Records a `guid` that is a permalink, if it is a URL.
    pub(crate) fn permalink(&mut self, field: &Field<'_>) {
        let text = field.value.text.at(trimmed(field.value.text));
        if [Scheme::Https, Scheme::Http].into_iter().any(|scheme| starts_with_scheme(text, scheme.name())) {
            self.guid.get_or_insert((field.element, field.content));
        }
    }

    /// Checks a complete item.
    pub(crate) fn finish(&mut self, dialect: Dialect, text: &str, reporter: &mut Reporter<'_>) {
        if dialect == Dialect::Atom {
            self.required.atom(self.name, reporter);
        }
        let name = self.name;
        let raw = |span: Span| text.at(span);
        let found = match (&self.link, self.guid) {
            (Some(Link::Url(_)), _) => return,
            (link, Some((element, content))) => {
                let url = raw(content).trim();
                let written = format!("<link>{url}</link>");
                let edit = if let Some(Link::Empty(empty)) = link {
                    Edit::replace(*empty, written)
                } else {
                    let space = with_leading_space(text, element);
                    let space = raw(Span { start: space.start, end: element.start });
                    Edit::insert(element.start as usize, format!("{written}{space}"))
                };
                let found = rules::feed_item_missing_link::guid(name, name, content);
                let found = found.related(content, "the permalink");
                if url.contains("<!--") { found } else { found.suggest(edit) }
            }
            (Some(Link::Text(element, content)), _) => {
                let url = raw(*content).trim();
                let found = rules::feed_item_missing_link::url_as_text(name, name, url.to_owned());
                let found = found.related(*element, "a link of RSS");
                let plain = !url.contains(['<', '"']) && raw(*element).ends_with('>') && element.end > content.end;
                let name = raw(*element).get(1..).and_then(|tag| tag.split([' ', '>', '\t', '\r', '\n']).next());
                match name.filter(|_| plain) {
                    Some(name) => found.suggest(Edit::replace(*element, format!("<{name} href=\"{url}\"/>"))),
                    None => found,
                }
            }
            (Some(Link::Empty(element)), _) => {
                rules::feed_item_missing_link::empty(name, name).related(*element, "it contains no URL")
            }
            (None, _) if dialect.is_atom() => rules::feed_item_missing_link::atom(name, name),
            (None, _) => rules::feed_item_missing_link(name, name),
        };
        reporter.report(found);
    }

    /// The URL of the link or, without one, of the permalink; empty if there is neither.
    pub(crate) fn page<'s>(&'s self, source: &'s str) -> Cow<'s, str> {
        let content = || trim(source, self.guid?.1).map(|place| decoded(source, place));
        self.url().map(Cow::Borrowed).or_else(content).unwrap_or_default()
    }

    /// The URL of the link.
    pub(crate) fn url(&self) -> Option<&str> {
        match &self.link {
            Some(Link::Url(url)) => Some(url),
            _ => None,
        }
    }
}

/// `span` without white space at its ends; `None` if nothing remains.
fn trim(source: &str, span: Span) -> Option<Span> {
    let range = trimmed(source.get(span.range())?);
    let start = span.start as usize;
    (!range.is_empty()).then(|| Span::new(start + range.start, start + range.end))
}
