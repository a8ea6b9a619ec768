//! The receiver of the elements that the walker finds.

use crate::reporter::Reporter;
use crate::span::Span;
use crate::xml::doctype::Doctype;
use crate::xml::tag::Attribute;

#[derive(Debug, Clone, Copy)]
pub(crate) struct StartTag<'t> {
    pub(crate) name: Span,
    /// The whole tag.
    pub(crate) tag: Span,
    pub(crate) attributes: &'t [Attribute],
    /// True if the tag is malformed, so that its content cannot be checked.
    pub(crate) broken: bool,
    /// The number of open elements that probably end before this one, without end tags.
    pub(crate) forgotten: usize,
}

/// The end of an element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndTag {
    /// The end tag; the start tag for an empty-element tag; an empty span if the end tag is missing.
    pub(crate) tag: Span,
    /// The name in the end tag, if there is one.
    pub(crate) name: Option<Span>,
    /// True if the text ended before the end tag.
    pub(crate) truncated: bool,
}

/// The result of reading without tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Records {
    /// The byte at which reading stopped.
    pub(crate) end: usize,
    /// True if elements were read.
    pub(crate) elements: bool,
}

/// Receives the elements and their content, in order.
pub(crate) trait Handler {
    /// Receives the start of an element; its `end` follows.
    fn start(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>);
    /// Receives the end of the innermost open element.
    fn end(&mut self, end: EndTag, reporter: &mut Reporter<'_>);
    /// Receives character data within the root element, including references.
    fn text(&mut self, span: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>);
    /// Receives an element that is empty or contains only text, with the same effect as `start`, `text` and `end`. False
    /// if only its start was received. True if the sink stops the check before the element ends.
    fn leaf(
        &mut self,
        element: &StartTag<'_>,
        content: Option<Span>,
        end: EndTag,
        doctype: Option<&Doctype>,
        reporter: &mut Reporter<'_>,
    ) -> bool {
        let _ = (content, end, doctype);
        self.start(element, reporter);
        false
    }
    /// Receives a CDATA section within the root element.
    fn cdata(&mut self, whole: Span, reporter: &mut Reporter<'_>);
    /// Receives the content of a section that is cut or misspelled, in a value.
    fn cut_cdata(&mut self, inner: Span) {
        let _ = inner;
    }
    /// Receives a comment at any place.
    fn comment(&mut self, span: Span, reporter: &mut Reporter<'_>);
    /// Receives a processing instruction at any place, but not the XML declaration.
    fn instruction(&mut self, span: Span, reporter: &mut Reporter<'_>);
    /// True if the innermost open element contains a value, in which a stray U+FEFF is only a warning.
    fn in_value(&self) -> bool;
    /// True if the innermost open element contains a URL.
    fn in_url(&self) -> bool {
        false
    }
    /// True if the innermost open element contains a value of a type that the XSD restricts.
    fn is_typed(&self) -> bool;
    /// Receives a complete element in another one of the same name.
    fn nested(&mut self, name: Span, outer: Span, reporter: &mut Reporter<'_>);
    /// True if a sitemap or feed may contain elements called `name`.
    fn knows(&self, name: &str) -> bool;
    /// The number of entries so far.
    fn entries(&self) -> u64;
    /// Reads well-formed elements and comments from byte `at` on, until about byte `until`. Only called directly within
    /// the root element.
    fn records(&mut self, at: usize, until: usize, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) -> Records;
}
