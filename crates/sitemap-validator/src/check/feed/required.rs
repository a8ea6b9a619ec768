//! The required elements of a feed: `feed-missing-required`.

use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;

/// An element that is required in a channel, a feed or an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Element {
    Title,
    Link,
    Description,
    Id,
    Updated,
}

impl Element {
    /// The required elements of an RSS channel.
    const CHANNEL: [Self; 3] = [Self::Title, Self::Link, Self::Description];
    /// The required elements of an Atom feed and of an entry.
    const ATOM: [Self; 3] = [Self::Title, Self::Id, Self::Updated];

    /// The element of that name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        [Self::Title, Self::Link, Self::Description, Self::Id, Self::Updated]
            .into_iter()
            .find(|element| element.name() == name)
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Title => "title",
            Self::Link => "link",
            Self::Description => "description",
            Self::Id => "id",
            Self::Updated => "updated",
        }
    }
}

/// The elements so far, one bit for each [`Element`].
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Required(u8);

impl Required {
    /// Records an element.
    pub(crate) fn add(&mut self, element: Element) {
        self.0 |= 1 << element as u8;
    }

    /// Reports missing elements of an RSS channel; `name` is the name in its start tag.
    pub(crate) fn channel(self, name: Span, reporter: &mut Reporter<'_>) {
        self.report(Element::CHANNEL, name, reporter);
    }

    /// Reports missing elements of an Atom feed or entry; `name` is the name in its start tag.
    pub(crate) fn atom(self, name: Span, reporter: &mut Reporter<'_>) {
        self.report(Element::ATOM, name, reporter);
    }

    fn report(self, wanted: [Element; 3], name: Span, reporter: &mut Reporter<'_>) {
        let missing: Vec<&str> =
            wanted.into_iter().filter(|element| self.0 & (1 << *element as u8) == 0).map(Element::name).collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            reporter.report(if wanted == Element::ATOM {
                rules::feed_missing_required::atom(name, name, missing, "RFC 4287")
            } else {
                rules::feed_missing_required(name, name, missing, "RSS 2.0")
            });
        }
    }
}

/// Reports an RSS feed without a `channel`.
pub(crate) fn no_channel(root: Span, reporter: &mut Reporter<'_>) {
    reporter.report(rules::feed_missing_required(root, root, "channel", "RSS 2.0"));
}
