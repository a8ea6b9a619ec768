//! The checks, one module per concern. Each gets a part of the document and a reporter.

pub(crate) mod advice;
pub(crate) mod changefreq;
pub(crate) mod date;
pub(crate) mod encoding;
pub(crate) mod extension;
pub(crate) mod feed;
pub(crate) mod gzip;
pub(crate) mod hreflang;
pub(crate) mod http;
pub(crate) mod image;
pub(crate) mod index;
pub(crate) mod lastmod;
pub(crate) mod limits;
pub(crate) mod loc;
pub(crate) mod mobile;
pub(crate) mod namespace;
pub(crate) mod news;
pub(crate) mod order;
pub(crate) mod pagemap;
pub(crate) mod priority;
pub(crate) mod robots;
pub(crate) mod scope;
pub(crate) mod structure;
#[cfg(test)]
mod testing;
pub(crate) mod text;
pub(crate) mod value_text;
pub(crate) mod video;

use std::borrow::Cow;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Edit, FixKind, MOST_EDITS};
use crate::reporter::Reporter;
use crate::sink::Resource;
use crate::span::{At, Span};
use crate::value::{Value, trimmed};

/// An element whose content is one value: `loc`, `lastmod`, `image:loc`, ...
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'a> {
    /// The whole text of the file.
    pub(crate) source: &'a str,
    /// The content as an XML parser reads it, including white space at the ends.
    pub(crate) value: Value<'a>,
    /// The name in the start tag.
    pub(crate) name: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// Between the tags; empty, at the element's end, for an empty-element tag.
    pub(crate) content: Span,
}

impl Field<'_> {
    /// The element and the white space before it, which are deleted together.
    pub(crate) fn with_leading_space(&self) -> Span {
        with_leading_space(self.source, self.element)
    }

    /// The span of a finding on an empty element: the content if there is any, otherwise the element.
    pub(crate) fn empty_span(&self) -> Span {
        if self.content.start == self.element.end { self.element } else { self.content }
    }

    /// Replaces the bytes `start..end` of the value; `None` if they contain markup.
    pub(crate) fn replace(&self, start: usize, end: usize, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        let span = self.value.span(start, end);
        let raw = self.source.get(span.range())?;
        // A line of a text file is not an element and contains no markup.
        let plain = self.name == self.content || !raw.contains('<') && !raw.contains("]]>");
        plain.then(|| Edit::replace(span, text))
    }

    /// Deletes the element with the white space before it.
    pub(crate) fn delete(&self) -> Edit {
        Edit::delete(self.with_leading_space())
    }

    /// Reports white space around the `trimmed` range of the value with `message`.
    pub(crate) fn surrounding_whitespace(
        &self,
        message: fn(Span, Span) -> Diagnostic,
        trimmed: Range<usize>,
        reporter: &mut Reporter<'_>,
    ) {
        let around = [(0, trimmed.start), (trimmed.end, self.value.text.len())].into_iter();
        // What follows the value of an element without an end tag may not belong to it.
        let most = if reporter.is_unclosed() { 1 } else { 2 };
        let mut around = around.take(most).filter(|(start, end)| start < end);
        let edits = around.clone().map(|(start, end)| self.replace(start, end, ""));
        let mut places = around.by_ref().map(|(start, end)| self.value.span(start, end));
        let Some(first) = places.next() else { return };
        let found = message(first, self.value.span(trimmed.start, trimmed.end));
        let found = found.and_here(places);
        reporter.report(repaired(found, FixKind::Safe, edits));
    }
}

/// A value without the white space around it, in its field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trimmed<'a> {
    pub(crate) field: &'a Field<'a>,
    /// The value as an XML parser reads it.
    pub(crate) value: &'a str,
    /// The byte of the field's value at which it starts.
    pub(crate) offset: usize,
}

impl<'a> Trimmed<'a> {
    /// The value of `field`.
    pub(crate) fn new(field: &'a Field<'a>) -> Self {
        let range = trimmed(field.value.text);
        Self { field, offset: range.start, value: field.value.text.at(range) }
    }

    /// The span of the bytes `start..end` of the value.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        self.field.value.span(self.offset + start, self.offset + end)
    }

    /// The span of the value.
    pub(crate) fn whole(&self) -> Span {
        self.span(0, self.value.len())
    }

    /// Replaces the bytes `start..end` of the value; `None` if they contain markup.
    pub(crate) fn edit(&self, start: usize, end: usize, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        self.field.replace(self.offset + start, self.offset + end, text)
    }

    /// Replaces the value; `None` if it contains markup.
    pub(crate) fn edit_whole(&self, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        self.edit(0, self.value.len(), text)
    }
}

/// `found` with `edits` as its fix, unless one of them is `None`.
pub(crate) fn repaired(found: Diagnostic, kind: FixKind, edits: impl IntoIterator<Item = Option<Edit>>) -> Diagnostic {
    match edits.into_iter().take(MOST_EDITS + 1).collect::<Option<Vec<Edit>>>() {
        Some(edits) if (1..=MOST_EDITS).contains(&edits.len()) => found.fix(kind, edits),
        _ => found,
    }
}

/// `span` extended over the white space before it.
pub(crate) fn with_leading_space(source: &str, span: Span) -> Span {
    let before = source.at(..span.start as usize);
    let kept = before.trim_end_matches([' ', '\t', '\r', '\n']).len();
    Span::new(kept, span.end as usize)
}

/// What a URL is used for. Checks for duplicates and conventions apply only to `Page` and `Sitemap`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UrlRole {
    /// `loc` of a `url`, or a line of a text sitemap.
    Page,
    /// `loc` of a `sitemap` in an index.
    Sitemap,
    /// The link of an item in a feed: checked for its syntax and for the scope of the file.
    Item,
    /// A URL of an extension: only its syntax is checked.
    Other,
    /// As `Other`, and fetched by crawlers.
    Thumbnail,
    /// As `Thumbnail`, for images: the rules on images report other schemes.
    Image,
    /// As `Thumbnail`, where `ftp:` is allowed (video media).
    Media,
    /// As `Other`, for the alternates of a page: the rules on hreflang report incomplete URLs, and the schemes of apps
    /// are allowed.
    Alternate,
}

impl UrlRole {
    /// What the URL leads to, if it is not that of a page or a sitemap.
    pub(crate) const fn resource(self) -> Option<Resource> {
        match self {
            Self::Image => Some(Resource::Image),
            Self::Media => Some(Resource::Video),
            Self::Alternate => Some(Resource::Alternate),
            Self::Page | Self::Sitemap | Self::Item | Self::Other | Self::Thumbnail => None,
        }
    }
}

/// The bytes of an entry, by the format of its file.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Extent {
    /// From `<` of the start tag to `>` of the end tag.
    Element(Span),
    /// A line of a text file with its line break.
    Line(Span),
}

impl Extent {
    /// The bytes.
    pub(crate) const fn span(self) -> Span {
        let (Self::Element(span) | Self::Line(span)) = self;
        span
    }

    /// Deletes the entry: an element with the white space before it, a line without the break of the line before it.
    pub(crate) fn delete(self, source: &str) -> Edit {
        match self {
            Self::Element(element) => Edit::delete(with_leading_space(source, element)),
            Self::Line(line) => Edit::delete(line),
        }
    }
}

/// A complete entry: `url`, `sitemap`, or a line of a text file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Counted from 1.
    pub(crate) number: u32,
    pub(crate) extent: Extent,
    /// The trimmed source span of its `lastmod`; `None` if there is none or it is empty.
    pub(crate) lastmod: Option<Span>,
    /// True if it has elements of an extension, such as news, images or videos.
    pub(crate) is_extended: bool,
}

/// Facts about a whole file, for the rules that run at its end.
#[derive(Debug, Clone, Default)]
// The facts are independent of each other.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct DocumentFacts {
    /// True for a sitemap index.
    pub(crate) index: bool,
    /// True for a `urlset`; text files and feeds are neither.
    pub(crate) urlset: bool,
    /// The number of entries: `url`, `sitemap`, lines or items.
    pub(crate) entries: u32,
    /// True if an element of the news extension is used.
    pub(crate) news: bool,
    /// The first URL, trimmed.
    pub(crate) first_loc: Option<Span>,
    /// True if there are URLs and all of them are `http:`.
    pub(crate) http_only: bool,
}
