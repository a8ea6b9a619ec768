//! The checks, one module per concern. Each is handed a shape the document found, and a reporter.

pub(crate) mod advice;
pub(crate) mod changefreq;
pub(crate) mod date;
pub(crate) mod encoding;
pub(crate) mod extension;
pub(crate) mod feed;
pub(crate) mod gzip;
pub(crate) mod hreflang;
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
use crate::span::{At, Span};
use crate::value::{Value, trimmed};

/// An element whose content is one value: `loc`, `lastmod`, `image:loc`, ...
#[derive(Debug, Clone, Copy)]
pub(crate) struct Field<'a> {
    /// The whole text of the file.
    pub(crate) source: &'a str,
    /// The content as an XML parser reads it, white space at the ends included.
    pub(crate) value: Value<'a>,
    /// The name in the start tag.
    pub(crate) name: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// Between the tags; empty, at the element's end, for an empty-element tag.
    pub(crate) content: Span,
}

impl Field<'_> {
    /// The element with the white space before it, as one deletes it.
    pub(crate) fn with_leading_space(&self) -> Span {
        with_leading_space(self.source, self.element)
    }

    /// The span an "is empty" finding points at: what is between the tags, else the element.
    pub(crate) fn empty_span(&self) -> Span {
        if self.content.start == self.element.end { self.element } else { self.content }
    }

    /// Replaces the bytes `start..end` of the value; `None` when markup stands between them.
    pub(crate) fn replace(&self, start: usize, end: usize, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        let span = self.value.span(start, end);
        let raw = self.source.get(span.range())?;
        // A line of a text file is no element, and nothing in it is markup.
        let plain = self.name == self.content || !raw.contains('<') && !raw.contains("]]>");
        plain.then(|| Edit::replace(span, text))
    }

    /// Deletes the element with the white space before it.
    pub(crate) fn delete(&self) -> Edit {
        Edit::delete(self.with_leading_space())
    }

    /// Reports each run of white space around the value, which is its `trimmed` range, with `message`.
    pub(crate) fn surrounding_whitespace(
        &self,
        message: fn(Span, Span) -> Diagnostic,
        trimmed: Range<usize>,
        reporter: &mut Reporter<'_>,
    ) {
        for (start, end) in [(0, trimmed.start), (trimmed.end, self.value.text.len())] {
            if start < end {
                let diagnostic = message(self.value.span(start, end), self.value.span(trimmed.start, trimmed.end));
                reporter.report(repaired(diagnostic, FixKind::Safe, [self.replace(start, end, "")]));
            }
        }
    }
}

/// A value without the white space around it, in its field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Trimmed<'a> {
    /// The field.
    pub(crate) field: &'a Field<'a>,
    /// The value.
    pub(crate) value: &'a str,
    /// Where it starts in the content.
    pub(crate) offset: usize,
}

impl<'a> Trimmed<'a> {
    /// The value of `field`.
    pub(crate) fn new(field: &'a Field<'a>) -> Self {
        let range = trimmed(field.value.text);
        Self { field, offset: range.start, value: field.value.text.at(range) }
    }

    /// Where the bytes `start..end` of the value stand.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        self.field.value.span(self.offset + start, self.offset + end)
    }

    /// Where the value stands.
    pub(crate) fn whole(&self) -> Span {
        self.span(0, self.value.len())
    }

    /// Replaces the bytes `start..end` of the value; `None` when markup stands between them.
    pub(crate) fn edit(&self, start: usize, end: usize, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        self.field.replace(self.offset + start, self.offset + end, text)
    }

    /// Replaces the value; `None` when markup stands in it.
    pub(crate) fn edit_whole(&self, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        self.edit(0, self.value.len(), text)
    }
}

/// `found` with `edits` as its repair, unless one of them cannot be made.
pub(crate) fn repaired(found: Diagnostic, kind: FixKind, edits: impl IntoIterator<Item = Option<Edit>>) -> Diagnostic {
    match edits.into_iter().take(MOST_EDITS + 1).collect::<Option<Vec<Edit>>>() {
        Some(edits) if (1..=MOST_EDITS).contains(&edits.len()) => found.fix(kind, edits),
        _ => found,
    }
}

/// `span` extended over the white space before it.
pub(crate) fn with_leading_space(source: &str, span: Span) -> Span {
    let before = &source[..span.start as usize];
    let kept = before.trim_end_matches([' ', '\t', '\r', '\n']).len();
    Span::new(kept, span.end as usize)
}

/// What kind of URL-bearing value is looked at; habits and duplicates concern only the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UrlRole {
    /// `loc` of a `url`, or a line of a text sitemap.
    Page,
    /// `loc` of a `sitemap` in an index.
    Sitemap,
    /// The link of an item in a feed: its syntax is judged, and whether the file may list it.
    Item,
    /// A URL of an extension: only its syntax is judged.
    Other,
    /// As `Other`, and fetched by crawlers.
    Thumbnail,
    /// As `Thumbnail`, for images: other schemes are theirs to report.
    Image,
    /// As `Thumbnail`, where `ftp:` is allowed (video media).
    Media,
    /// As `Other`, for the alternates of a page: incomplete URLs are theirs to report, and apps have URLs of their own.
    Alternate,
}

/// An entry (`url` or `sitemap`) that has been read whole.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Entry {
    /// Counted from 1.
    pub(crate) number: u32,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// The trimmed source span of its `lastmod`; `None` when there is none or it is empty.
    pub(crate) lastmod: Option<Span>,
}

/// What is known about a file at its end, for the rules that judge it as a whole.
#[derive(Debug, Clone, Default)]
// These are independent facts, not the states of a machine.
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct DocumentFacts {
    /// True for a sitemap index.
    pub(crate) index: bool,
    /// True for a `urlset`; text files and feeds are neither.
    pub(crate) urlset: bool,
    /// How many entries there are: `url`, `sitemap`, lines, items.
    pub(crate) entries: u32,
    /// True when the news namespace is declared.
    pub(crate) news: bool,
    /// The first URL, trimmed.
    pub(crate) first_loc: Option<Span>,
    /// True when there are URLs and all of them are `http:`.
    pub(crate) http_only: bool,
}
