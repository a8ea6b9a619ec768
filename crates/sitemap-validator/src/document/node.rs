//! An open element and what it is.

use crate::check::UrlRole;
use crate::check::feed::Limit;
use crate::check::namespace::Ns;
use crate::check::structure::{Core, Typo};
use crate::span::Span;

/// What an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// `urlset` or `sitemapindex`.
    Root,
    /// `url` or `sitemap`.
    Entry,
    /// An element that holds one value.
    Value(ValueKind),
    /// An extension element that holds only elements.
    Container,
    /// Any other extension element.
    Extension,
    /// A link to the page in another language; it holds nothing.
    Link,
    /// A core element under the wrong parent.
    Misplaced,
    /// An element an index entry may not have; true for one of the protocol's namespace, or of none.
    Unexpected(bool),
    /// Not looked at any further.
    Skip,
    /// In a document that is no sitemap.
    Foreign,
    /// In a feed.
    Feed(FeedPart),
}

/// What an element of a feed is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeedPart {
    /// The root.
    Root,
    /// `channel` of RSS.
    Channel,
    /// `item` or `entry`.
    Item,
    /// `media:group`
    Group,
    /// `media:content`
    Content,
    /// Not looked at any further, nor is what it holds.
    Other,
}

/// A value of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeedValue {
    /// `link` of an item in RSS.
    Link,
    /// The text in a `link` of Atom that has no `href`.
    AtomLink,
    /// A `guid` that is a permalink.
    Permalink,
    /// A date of the feed's own form; of an item the one with the higher number counts.
    Date(u8),
    /// As `Date`, in a form that is not judged.
    PlainDate(u8),
    /// A text of Media RSS.
    Media(Limit),
}

/// What kind of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// A value of the protocol.
    Core(Core),
    /// A value of an extension; some are URLs.
    Member(Ns, Option<UrlRole>),
    /// A value of a feed.
    Feed(FeedValue),
}

impl From<ValueKind> for Part {
    fn from(kind: ValueKind) -> Self {
        Self::Value(kind)
    }
}

impl From<Core> for ValueKind {
    fn from(core: Core) -> Self {
        Self::Core(core)
    }
}

/// An open element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    pub(crate) part: Part,
    /// The extension vocabulary whose shape it belongs to.
    pub(crate) vocabulary: Option<Ns>,
    /// What its parent is.
    pub(crate) parent: Part,
    pub(crate) name: Span,
    pub(crate) tag: Span,
    /// The namespace declarations before it.
    pub(crate) mark: usize,
    pub(crate) broken: bool,
    /// It was taken as ended before its end tag came.
    pub(crate) finished: bool,
    /// It holds a value of a type that the XSD restricts.
    pub(crate) typed: bool,
    pub(crate) meant: Option<Typo>,
    /// Text in it that may not be there.
    pub(crate) stray: Option<Span>,
}
