//! An open element and its part in the document.

use crate::check::UrlRole;
use crate::check::feed::Limit;
use crate::check::namespace::Ns;
use crate::check::structure::Typo;
use crate::elements::Core;
use crate::span::Span;

/// The part of an element in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    /// `urlset` or `sitemapindex`.
    Root,
    /// `url` or `sitemap`.
    Entry,
    /// An element with one value.
    Value(ValueKind),
    /// An extension element with only elements.
    Container,
    /// Any other extension element.
    Extension,
    /// A link to the page in another language, which must be empty.
    Link,
    /// A core element in a wrong parent.
    Misplaced,
    /// An element that is not allowed in an index entry; true for one in the protocol's namespace or in none.
    Unexpected(bool),
    /// An element that is not checked.
    Skip,
    /// An element of a document that is not a sitemap.
    Foreign,
    /// An element of a feed.
    Feed(FeedPart),
}

impl Part {
    /// True for an element with other elements in it.
    pub(super) const fn is_outer(self) -> bool {
        match self {
            Self::Root | Self::Entry | Self::Container => true,
            Self::Feed(part) => !matches!(part, FeedPart::Other),
            _ => false,
        }
    }
}

/// The part of an element in a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeedPart {
    Root,
    /// `channel` of RSS.
    Channel,
    /// `item` or `entry`.
    Item,
    /// `media:group`
    Group,
    /// `media:content`
    Content,
    /// An element that is not checked, nor is its content.
    Other,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FeedValue {
    /// `link` of an item in RSS.
    Link,
    /// The text of an Atom `link` without `href`.
    AtomLink,
    /// A `guid` that is a permalink.
    Permalink,
    /// A date in the feed's format; the date of an item with the highest number is used.
    Date(u8),
    /// As `Date`, in a format that is not checked.
    PlainDate(u8),
    /// A text of Media RSS.
    Media(Limit),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ValueKind {
    /// A value of the protocol.
    Core(Core),
    /// A value of an extension; some are URLs.
    Member(Ns, Option<UrlRole>),
    /// A value of a feed.
    Feed(FeedValue),
}

impl ValueKind {
    /// True for the URL of a page, a file or another sitemap.
    pub(super) const fn is_url(self) -> bool {
        matches!(
            self,
            Self::Core(Core::Loc) | Self::Member(_, Some(_)) | Self::Feed(FeedValue::Link | FeedValue::AtomLink)
        )
    }
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
    /// The extension that processes it.
    pub(crate) vocabulary: Option<Ns>,
    /// The part of its parent.
    pub(crate) parent: Part,
    pub(crate) name: Span,
    pub(crate) tag: Span,
    /// The mark for [`Namespaces::leave`](crate::check::namespace::Namespaces::leave).
    pub(crate) mark: usize,
    pub(crate) broken: bool,
    /// True if it was ended before its end tag.
    pub(crate) finished: bool,
    /// True if the XSD restricts the type of its value.
    pub(crate) typed: bool,
    pub(crate) meant: Option<Typo>,
    /// Text in it that is not allowed.
    pub(crate) stray: Option<Span>,
}
