//! Feeds that serve as sitemaps (`feed-*`): RSS, Atom, and the videos of Media RSS.

mod date;
mod item;
mod media;
mod required;

use super::namespace::FeedNamespace;
use crate::diagnostic::Edit;
use crate::profile::Profile;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};

pub(crate) use date::{Dates, check as check_date, plain as plain_date};
pub(crate) use item::{Item, Link};
pub(crate) use media::{Content, Has, Limit, Media};
pub(crate) use required::{Element, Required, no_channel};

/// Atom 1.0.
pub(crate) const ATOM: &str = "http://www.w3.org/2005/Atom";
/// Atom 0.3.
pub(crate) const ATOM_03: &str = "http://purl.org/atom/ns#";

/// Which kind of feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// RSS 0.91, 0.92 and 2.0.
    Rss,
    /// RSS 0.90 and 1.0, in RDF.
    Rdf,
    /// Atom 1.0, also with a wrong namespace.
    Atom,
    /// Atom 0.3.
    Atom03,
}

impl Dialect {
    /// True for Atom of any version.
    pub(crate) const fn is_atom(self) -> bool {
        matches!(self, Self::Atom | Self::Atom03)
    }

    /// Its name in messages.
    pub(crate) const fn name(self) -> &'static str {
        if self.is_atom() { "Atom" } else { "RSS" }
    }
}

/// What is known about a feed.
#[derive(Debug)]
pub(crate) struct Feed {
    /// Which kind.
    pub(crate) dialect: Dialect,
    /// The name in the root's start tag.
    pub(crate) root: Span,
    /// The namespace of the elements of RSS, if they have one.
    pub(crate) namespace: Option<Span>,
    /// The elements of the channel, or of the root of Atom, so far.
    pub(crate) required: Required,
    /// True after a `channel`.
    pub(crate) channel: bool,
    /// True if the text ends within the root.
    pub(crate) truncated: bool,
    /// The current item.
    pub(crate) item: Option<Item>,
    /// The values of the open `media:group`.
    pub(crate) group: Option<Media>,
    /// The media values of the channel, which apply to all items.
    pub(crate) media: Has,
    /// The dates of the items.
    pub(crate) dates: Dates,
}

/// The root element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RootTag<'a> {
    /// The whole text of the file.
    pub(crate) text: &'a str,
    /// The name in the start tag.
    pub(crate) name: Span,
    /// The value of `version`.
    pub(crate) version: Option<Span>,
    /// The namespace the root is in.
    pub(crate) namespace: FeedNamespace,
    /// True if the tag is damaged, so that no edit in it is possible.
    pub(crate) broken: bool,
}

impl Feed {
    /// Checks the root of a feed.
    pub(crate) fn new(tag: &RootTag<'_>, atom: bool, reporter: &mut Reporter<'_>) -> Self {
        let written = tag.text.at(tag.name);
        let local = written.rsplit(':').next().unwrap_or_default();
        let version = tag.version.and_then(|span| Some((span, tag.text.get(span.range())?.trim())));
        let dialect = if atom {
            atom_dialect(tag, version.map(|(_, version)| version), reporter)
        } else if local.eq_ignore_ascii_case("rdf") {
            Dialect::Rdf
        } else {
            Dialect::Rss
        };
        unsupported_version(tag, dialect, version, reporter);
        if !reporter.options.is_unlisted {
            reporter.report(rules::feed_unsupported_by_engine(tag.name, dialect.name()));
        }
        Self {
            dialect,
            root: tag.name,
            namespace: tag.namespace.span(),
            required: Required::default(),
            channel: false,
            truncated: false,
            item: None,
            group: None,
            media: Has::default(),
            dates: Dates::default(),
        }
    }

    /// Records that the innermost media element has a title or a description.
    pub(crate) fn note_text(&mut self, limit: Limit) {
        let has = match (self.group.as_mut(), self.item.as_mut()) {
            (Some(group), _) => group.innermost(),
            (None, Some(item)) => item.media.innermost(),
            (None, None) => &mut self.media,
        };
        match limit {
            Limit::Title => has.title = true,
            Limit::Description => has.description = true,
        }
    }

    /// Checks the whole feed.
    pub(crate) fn finish(&self, entries: u32, reporter: &mut Reporter<'_>) {
        if entries == 0 {
            if !self.truncated {
                let element = if self.dialect.is_atom() { "entry" } else { "item" };
                reporter.report(rules::feed_empty(self.root, element));
            }
        } else if !reporter.options.siblings {
            reporter.report(rules::feed_recent_only(Span::at(0)));
        }
    }
}

/// The version of an Atom feed; reports a wrong namespace.
fn atom_dialect(tag: &RootTag<'_>, version: Option<&str>, reporter: &mut Reporter<'_>) -> Dialect {
    use rules::feed_namespace_invalid as message;
    let old = if version == Some("0.3") { ATOM_03 } else { ATOM };
    let place = tag.namespace.span().unwrap_or(tag.name);
    let (mut found, meant) = match tag.namespace {
        FeedNamespace::Known(value) => {
            let old = tag.text.get(value.range()) == Some(ATOM_03);
            return if old { Dialect::Atom03 } else { Dialect::Atom };
        }
        FeedNamespace::Undeclared => return Dialect::Atom,
        FeedNamespace::Near(value, meant) => {
            (message::near(place, value, meant).safe(Edit::replace(value, meant)), meant)
        }
        FeedNamespace::Other(value) => (message::other(place, value, old).suggest(Edit::replace(value, old)), old),
        FeedNamespace::None(empty) => {
            let edit = match empty {
                Some(value) => Edit::replace(value, old),
                None => Edit::insert(tag.name.end as usize, format!(" xmlns=\"{old}\"")),
            };
            (message::none(place, tag.name, old).safe(edit), old)
        }
    };
    found.fix.take_if(|_| tag.broken);
    reporter.report(found);
    if meant == ATOM_03 { Dialect::Atom03 } else { Dialect::Atom }
}

fn unsupported_version(
    tag: &RootTag<'_>,
    dialect: Dialect,
    version: Option<(Span, &str)>,
    reporter: &mut Reporter<'_>,
) {
    let found = match (dialect, version) {
        (Dialect::Rss, Some((_, "2.0"))) | (Dialect::Atom, _) => return,
        (Dialect::Rss, Some((span, _))) => rules::feed_unsupported_version::rss(span, span),
        (Dialect::Rss, None) => rules::feed_unsupported_version::no_version(tag.name, tag.name),
        (Dialect::Rdf, _) => {
            let span = tag.namespace.span().unwrap_or(tag.name);
            rules::feed_unsupported_version::rdf(span)
        }
        (Dialect::Atom03, _) => {
            // The protocol allows Atom 0.3, but Google does not list it.
            if !reporter.options.profiles.has(Profile::Google) {
                return;
            }
            rules::feed_unsupported_version::atom_03(tag.namespace.span().unwrap_or(tag.name))
        }
    };
    reporter.report(found);
}

#[cfg(test)]
mod tests;
