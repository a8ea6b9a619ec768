//! Values: collected in pieces, and checked at the end of their element.

use memchr::{memchr2, memmem};

use super::Document;
use super::node::{FeedValue, Node, Part, ValueKind};
use crate::check::{Field, UrlRole, changefreq, encoding, lastmod, loc, priority};
use crate::diagnostic::Edit;
use crate::elements::{Core, Root};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::{Value, ValueBuffer, trimmed};
use crate::xml::chars::space_end;
use crate::xml::reference::{self, Context, Piece};
use crate::xml::walk::{EndTag, StartTag};

/// The number of bytes after an element in a value that are searched for its end tag.
const REACH: usize = 4096;

/// The state of the current value.
#[derive(Debug, Default)]
pub(super) struct ValueState {
    pub(super) comments: Vec<Span>,
    pub(super) cdata: Option<Span>,
    /// True if it cannot be checked, because it contains an element or a reference to a declared entity.
    pub(super) opaque: bool,
    /// A buffer for pieces of text.
    pieces: Vec<Piece>,
}

impl Document<'_> {
    /// Checks the URL in an attribute in the given role.
    pub(super) fn attribute_url_as(
        &mut self,
        element: &StartTag<'_>,
        name: &str,
        role: UrlRole,
        reporter: &mut Reporter<'_>,
    ) {
        let Some(attribute) = element.attributes.iter().find(|a| self.text.at(a.name) == name) else { return };
        let mut buffer = ValueBuffer::default();
        self.collect(attribute.value, &mut buffer);
        let field = Field {
            source: self.text,
            value: buffer.value(self.text, attribute.value),
            name: attribute.name,
            element: attribute.whole,
            content: attribute.value,
        };
        if !self.source.is_damaged(attribute.value) {
            if role == UrlRole::Item {
                self.first_loc.get_or_insert(attribute.value);
            }
            loc::check(&field, role, &mut self.locs, reporter);
        }
    }

    /// Collects text whose references have been checked.
    pub(super) fn collect(&self, span: Span, buffer: &mut ValueBuffer) {
        reference::pieces(self.text, span, |piece| match piece {
            Piece::Literal(span) => buffer.literal(self.text, span),
            Piece::Character(span, character) => buffer.reference(self.text, span, character),
            Piece::Entity => {}
        });
    }

    /// Clears the previous value.
    pub(super) fn start_content(&mut self) {
        self.buffer.clear();
        self.value.comments.clear();
        self.value.cdata = None;
        self.value.opaque = false;
    }

    /// Adds character data to the current value.
    pub(super) fn value_text(&mut self, span: Span, context: Context<'_>, reporter: &mut Reporter<'_>) {
        let text = self.text.at(span);
        if memchr2(b'&', b']', text.as_bytes()).is_none() {
            self.push_literal(span);
            return;
        }
        // `]]>` is reported, and the intended value is unknown.
        self.value.opaque |= text.contains("]]>");
        // The pieces are collected first, as the buffer cannot be filled while the reporter is in use.
        let mut pieces = std::mem::take(&mut self.value.pieces);
        reference::scan(self.text, span, context, reporter, |piece| match (pieces.last_mut(), piece) {
            // Each stray `&` ends a piece; joining pieces limits their number.
            (Some(Piece::Literal(last)), Piece::Literal(next)) if last.end == next.start => last.end = next.end,
            (_, piece) => pieces.push(piece),
        });
        for piece in pieces.drain(..) {
            match piece {
                Piece::Literal(span) => self.push_literal(span),
                Piece::Character(span, character) => self.buffer.reference(self.text, span, character),
                Piece::Entity => self.value.opaque = true,
            }
        }
        self.value.pieces = pieces;
    }

    /// True if the text at `span` ends neither at the end tag of the innermost element nor at valid markup in it.
    pub(super) fn is_cut_off(&self, span: Span) -> bool {
        let Some(node) = self.nodes.last() else { return false };
        let rest = self.text.at(span.end as usize..);
        let own = rest.strip_prefix("</").and_then(|rest| rest.strip_prefix(self.text.at(node.name)));
        if let Some(rest) = own {
            return rest.as_bytes().get(space_end(rest.as_bytes(), 0)) != Some(&b'>');
        }
        let value = matches!(node.part, Part::Value(ValueKind::Core(_) | ValueKind::Member(..)));
        rest.is_empty() || rest.starts_with("</") || value && !begins_in_value(rest)
    }

    pub(super) fn child_in_value(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>) {
        let Some(node) = self.nodes.last() else { return };
        let first = !std::mem::replace(&mut self.value.opaque, true);
        if first {
            let found = rules::structure_child_in_value(element.tag, element.name, node.name);
            let href = element.attributes.iter().find(|a| self.text.at(a.name) == "href");
            let close = format!("</{}>", self.text.at(element.name));
            let rest = self.text.as_bytes().at(element.tag.end as usize..);
            // Only nearby end tags are useful.
            let near = rest.at(..rest.len().min(REACH + close.len()));
            let edits = match (memmem::find(near, close.as_bytes()), href) {
                (Some(at), Some(href)) if at < REACH => {
                    let whole = Span::new(element.tag.start as usize, element.tag.end as usize + at + close.len());
                    vec![Edit::replace(whole, self.text.at(href.value).to_owned())]
                }
                (Some(at), None) if at < REACH => {
                    let end = element.tag.end as usize + at;
                    vec![Edit::delete(element.tag), Edit::delete(Span::new(end, end + close.len()))]
                }
                _ => Vec::new(),
            };
            reporter.report(if edits.is_empty() { found } else { found.suggest(edits) });
        }
    }

    /// Checks a complete value.
    pub(super) fn finish_value(&mut self, kind: ValueKind, node: &Node, end: EndTag, reporter: &mut Reporter<'_>) {
        let element = node.tag.to(end.tag);
        let empty_tag = end.tag == node.tag;
        let content =
            if empty_tag { Span::at(node.tag.end as usize) } else { Span { start: node.tag.end, end: end.tag.start } };
        reporter.recovered_in(element);
        if !self.value.comments.is_empty() {
            self.report_comments(element, node.name, end, reporter);
        }
        if end.tag.is_empty() {
            reporter.set_unclosed(Some(element.start));
            if let Some(entry) = self.entry.as_mut() {
                entry.set_unsound();
            }
        }
        let run = self.buffer.run();
        let buffer = if run.is_some() { ValueBuffer::default() } else { std::mem::take(&mut self.buffer) };
        let value = match run {
            Some(run) => Value::plain(self.text.at(run), run),
            None => buffer.value(self.text, content),
        };
        let field = Field { source: self.text, value, name: node.name, element, content };
        if let Some(cdata) = self.value.cdata.take() {
            self.cdata_value(&field, cdata, kind, reporter);
        }
        let elsewhere = std::mem::take(&mut self.value_elsewhere);
        let lost = (node.broken || elsewhere) && trimmed(value.text).is_empty();
        if !lost && !self.value.opaque && !self.source.is_damaged(content) {
            self.judge_value(kind, &field, reporter);
        } else if let (ValueKind::Core(core), Some(entry)) = (kind, self.entry.as_mut()) {
            entry.set(core, content);
        } else if let ValueKind::Member(ns, _) = kind {
            self.extensions.with(ns, |extension| extension.opaque(content));
        } else if let ValueKind::Feed(value) = kind {
            self.unread_feed_value(value);
        }
        reporter.set_unclosed(None);
        if run.is_none() {
            self.buffer = buffer;
        }
        self.buffer.clear();
        self.value.opaque = false;
    }

    /// Reports the comments in the value of `element`, whose name is at `name`.
    #[cold]
    fn report_comments(&mut self, element: Span, name: Span, end: EndTag, reporter: &mut Reporter<'_>) {
        for comment in std::mem::take(&mut self.value.comments) {
            let mut found = rules::structure_comment_in_value(comment, name);
            // Without an end tag, there is no location after the element.
            if end.name.is_some() {
                let moved = Edit::insert(element.end as usize, self.text.at(comment).to_owned());
                found = found.safe(vec![Edit::delete(comment), moved]);
            }
            reporter.report(found);
        }
    }

    pub(super) fn judge_value(&mut self, kind: ValueKind, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let core = match kind {
            ValueKind::Member(ns, role) => {
                match role {
                    Some(role) => loc::check(field, role, &mut self.locs, reporter),
                    None => encoding::value(field, &mut self.locs.mojibake, reporter),
                }
                self.extensions.with(ns, |extension| extension.value(field, reporter));
                return;
            }
            ValueKind::Feed(value) => {
                if value != FeedValue::Link {
                    encoding::value(field, &mut self.locs.mojibake, reporter);
                }
                self.feed_value(value, field, reporter);
                return;
            }
            ValueKind::Core(core) => core,
        };
        if core != Core::Loc {
            encoding::value(field, &mut self.locs.mojibake, reporter);
        }
        let range = trimmed(field.value.text);
        let place = (!range.is_empty()).then(|| field.value.span(range.start, range.end));
        match core {
            Core::Loc => {
                let index = self.entry.as_ref().is_some_and(|entry| entry.is == Root::Index);
                if let Some(place) = place {
                    self.first_loc.get_or_insert(place);
                }
                loc::check(field, if index { UrlRole::Sitemap } else { UrlRole::Page }, &mut self.locs, reporter);
            }
            Core::Lastmod => {
                let moment = lastmod::check(field, &mut self.lastmods, reporter);
                if let Some(entry) = self.entry.as_mut() {
                    entry.moment = moment;
                }
            }
            Core::Changefreq => changefreq::check(field, &mut self.changefreqs, reporter),
            Core::Priority => priority::check(field, &mut self.priorities, reporter),
        }
        self.repeated_value(core, field, place.unwrap_or(field.content), reporter);
    }

    pub(super) fn cdata_value(&self, field: &Field<'_>, cdata: Span, kind: ValueKind, reporter: &mut Reporter<'_>) {
        if !matches!(kind, ValueKind::Core(_)) || !reporter.wants(Rule::StructureCdataValue) {
            return;
        }
        let inner = self.text.at(cdata.start as usize + 9..cdata.end as usize - 3);
        let found = rules::structure_cdata_value(cdata, field.name);
        // Without the section, brackets in it and behind it could become `]]>`.
        let (before, after) = (self.text.at(..cdata.start as usize), self.text.at(cdata.end as usize..));
        let is_bracket = inner.ends_with(']') || inner.is_empty() && before.ends_with(']');
        let joins = is_bracket && after.starts_with([']', '>']);
        reporter.report(if joins { found } else { found.safe(Edit::replace(cdata, reference::escaped(inner))) });
    }

    /// Adds literal text, without characters that are not allowed in XML.
    pub(super) fn push_literal(&mut self, span: Span) {
        if !self.unclean {
            self.buffer.literal(self.text, span);
            return;
        }
        let mut start = span.start as usize;
        for (at, character) in self.text.at(span).char_indices() {
            if character == '\u{FEFF}' || !crate::xml::chars::is_char(character) {
                let at = span.start as usize + at;
                self.buffer.literal(self.text, Span::new(start, at));
                start = at + character.len_utf8();
            }
        }
        self.buffer.literal(self.text, Span::new(start, span.end as usize));
    }
}

/// True if `rest` begins with markup that a value may contain: a comment, an instruction or a CDATA section that ends soon.
fn begins_in_value(rest: &str) -> bool {
    let near = rest.as_bytes().get(..REACH).unwrap_or(rest.as_bytes());
    let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    ends.iter().any(|(start, end)| rest.starts_with(start) && memmem::find(near, end.as_bytes()).is_some())
}
