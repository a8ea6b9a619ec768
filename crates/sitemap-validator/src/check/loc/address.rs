//! A URL that is checked, with its location in the file.

use std::borrow::Cow;

use super::length::LONGEST;
pub(in crate::check) use crate::check::repaired;
use crate::check::{Field, UrlRole};
use crate::diagnostic::{Edit, FixKind};
use crate::span::Span;
use crate::value::url::Part;
use crate::xml::reference::escaped;

/// The URL of a value, without white space and other characters around it.
#[derive(Clone, Copy)]
pub(in crate::check) struct Address<'a> {
    pub(in crate::check) field: &'a Field<'a>,
    pub(in crate::check) role: UrlRole,
    /// True in XML, where inserted text must be escaped.
    pub(in crate::check) markup: bool,
    /// The URL: no white space and no invisible characters at its ends.
    pub(in crate::check) url: &'a str,
    /// Where the URL starts in the value.
    pub(super) offset: usize,
    /// The length of the value as a schema counts it; a large number if no schema is checked.
    pub(super) collapsed: usize,
}

impl Address<'_> {
    /// The span of a part of the URL.
    pub(in crate::check) fn span(&self, part: Part) -> Span {
        self.field.value.span(self.offset + part.start, self.offset + part.end)
    }

    /// The span of the URL.
    pub(in crate::check) fn whole(&self) -> Span {
        self.span(Part::new(0, self.url.len()))
    }

    /// Replaces a part with characters that need no escape in XML; `None` if it contains markup.
    pub(in crate::check) fn replace(&self, part: Part, text: impl Into<Cow<'static, str>>) -> Option<Edit> {
        self.field.replace(self.offset + part.start, self.offset + part.end, text)
    }

    /// `text`, escaped if the file is XML.
    pub(in crate::check) fn written(&self, text: &str) -> String {
        if self.markup { escaped(text) } else { text.to_owned() }
    }

    /// The kind of a fix that makes the URL longer: safe unless the URL could become too long.
    pub(in crate::check) fn growing(&self) -> FixKind {
        // An escape has three characters per byte.
        if self.url.len() * 3 < LONGEST { FixKind::Safe } else { FixKind::Suggest }
    }

    /// True for a `loc` of the protocol, for which the schemas define a type.
    pub(in crate::check) fn is_typed(&self) -> bool {
        self.markup && self.is_entry()
    }

    /// True for the `loc` of an entry or a line.
    pub(in crate::check) fn is_entry(&self) -> bool {
        matches!(self.role, UrlRole::Page | UrlRole::Sitemap)
    }

    /// True for a page, sitemap or item that the file lists.
    pub(in crate::check) fn is_listed(&self) -> bool {
        self.is_entry() || self.role == UrlRole::Item
    }
}
