//! Start and end tags: opens and closes elements, as written or as most likely intended.

use memchr::memchr;

use super::misc::may_be_message;
use super::recovery::SEARCH;
use super::{EndTag, OpenElement, Phase, StartTag, Walker};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::xml::chars;
use crate::xml::reference::Context;
use crate::xml::simple::{self, SimpleTag};
use crate::xml::tag::{Tag, TagReader};

impl Walker<'_, '_> {
    pub(super) fn start(&mut self, span: Span, broken: bool, reporter: &mut Reporter<'_>) {
        self.flush_stray(reporter);
        let context = Context { url: false, attribute: true, doctype: self.doctype.as_ref() };
        let tag = TagReader::new(self.text, span, reporter).start(&mut self.attributes, context);
        self.open(tag, span, broken, reporter);
    }

    /// True if the name closes the innermost element.
    pub(super) fn closes_top(&self, name: Span) -> bool {
        self.stack.last().is_some_and(|open| self.text.at(open.name) == self.text.at(name))
            || self.swapped == Some(name)
    }

    /// True for a tag that is not simple, or that does not close the innermost element.
    pub(super) fn is_damaged(&mut self, span: Span) -> bool {
        // Limited to the token: otherwise each of many `<` in a row would search the rest of the text for a `>`.
        let bytes = self.text.as_bytes().at(..span.end as usize);
        match simple::any_tag(bytes, span.start as usize, &mut self.attributes) {
            Some(SimpleTag::Start(tag, _)) => self.is_suspicious(tag),
            Some(SimpleTag::End(_, name)) => !self.closes_top(name),
            None => true,
        }
    }

    /// True if a start tag may be damaged: its name is unknown.
    pub(super) fn is_suspicious(&mut self, tag: Tag) -> bool {
        let bytes = self.text.as_bytes();
        let name = bytes.at(tag.name);
        let Some(top) = self.stack.last() else { return false };
        // The names of a vocabulary differ in length or in their last letters.
        let last = name.last_chunk::<2>().map_or(0, |last| usize::from(last[0]) * 5 + usize::from(last[1]) * 11);
        let number = name.len() * 7 + last;
        let known = self.known.get_mut(number % 64);
        let is_same = |known: &Span| known.len() == name.len() && bytes.at(*known) == name;
        let mut is_new = !known.as_deref().is_some_and(is_same);
        if is_new && self.handler.knows(self.text.at(tag.name)) {
            if let Some(known) = known {
                *known = tag.name;
            }
            is_new = false;
        }
        is_new && (!tag.empty || name == b"br")
            || top.has_text
            || top.name.len() == name.len() && bytes.at(top.name) == name
            || !tag.empty && !self.attributes.is_empty() && name.ends_with(b"link")
    }

    /// Opens the element of a start tag.
    pub(super) fn open(&mut self, tag: Tag, span: Span, broken: bool, reporter: &mut Reporter<'_>) {
        let name = self.text.at(tag.name);
        if self.is_missing_slash(name, span) {
            self.missing_slash(tag.name, span, reporter);
            return;
        }
        self.enter(tag, span, broken, reporter);
    }

    /// As [`open`](Self::open), for a tag that is not a damaged end tag.
    pub(super) fn enter(&mut self, tag: Tag, span: Span, broken: bool, reporter: &mut Reporter<'_>) {
        let name = self.text.at(tag.name);
        if self.phase == Phase::Epilog {
            self.second_root(tag.name, span, reporter);
        }
        self.phase = Phase::Root;
        let forgotten = self.forgotten(name).max(usize::from(self.is_unclosed_value(name, span)));
        let outermost = self.stack.len() - forgotten;
        if let Some(open) = self.stack.get_mut(outermost) {
            open.reopened.get_or_insert(tag.name);
        }
        if let Some(top) = self.stack.last_mut() {
            top.has_child = true;
        }
        self.stack.push(OpenElement { name: tag.name, has_child: false, has_text: false, reopened: None });
        let element = StartTag { name: tag.name, tag: span, attributes: &self.attributes, broken, forgotten };
        self.handler.start(&element, reporter);
        if tag.empty {
            self.emptied(span, reporter);
            self.close(EndTag { tag: span, name: None, truncated: false }, reporter);
        }
    }

    /// Passes the element with the start tag at `span` to the handler as a whole. False for an element that is not empty
    /// and contains more than text, or text that may be damaged. Reading continues after the element, or after its start
    /// tag if it does not contain a value.
    pub(super) fn leaf(&mut self, tag: Tag, span: Span, reporter: &mut Reporter<'_>) -> bool {
        let name = self.text.at(tag.name);
        if reporter.options.no_fast_paths {
            return false;
        }
        let (content, end) = if tag.empty {
            self.emptied(span, reporter);
            (None, EndTag { tag: span, name: None, truncated: false })
        } else {
            let Some((content, end)) = self.content(name, span.end as usize) else { return false };
            (Some(content), end)
        };
        if self.forgotten(name) > 0 || self.is_unclosed_value(name, span) {
            return false;
        }
        if let Some(top) = self.stack.last_mut() {
            top.has_child = true;
        }
        let element = StartTag { name: tag.name, tag: span, attributes: &self.attributes, broken: false, forgotten: 0 };
        if self.handler.leaf(&element, content, end, self.doctype.as_ref(), reporter) {
            self.tokens.restart(end.tag.range().end);
        } else {
            self.stack.push(OpenElement { name: tag.name, has_child: false, has_text: false, reopened: None });
            if tag.empty {
                self.close(end, reporter);
            }
        }
        true
    }

    /// Records an empty-element tag before text, as in `<priority/>0.5</priority>`: it may be a start tag.
    fn emptied(&self, tag: Span, reporter: &mut Reporter<'_>) {
        let bytes = self.text.as_bytes();
        if bytes.get(chars::space_end(bytes, tag.range().end)).is_some_and(|byte| *byte != b'<') {
            reporter.recovered(tag);
        }
    }

    /// The usual text from byte `from` to an end tag with this name, and the end tag.
    fn content(&self, name: &str, from: usize) -> Option<(Span, EndTag)> {
        let bytes = self.text.as_bytes();
        let to = from + memchr(b'<', bytes.get(from..)?)?;
        let rest = bytes.get(to..)?.strip_prefix(b"</")?.strip_prefix(name.as_bytes())?;
        let content = Span::new(from, to);
        if rest.first() != Some(&b'>') || !self.is_usual(content) {
            return None;
        }
        let (tag, name) = (Span::new(to, to + name.len() + 3), Span::new(to + 2, to + 2 + name.len()));
        Some((content, EndTag { tag, name: Some(name), truncated: false }))
    }

    /// True if the text at `content` contains no byte order mark and cannot be the error message of a program.
    fn is_usual(&self, content: Span) -> bool {
        let text = self.text.at(content);
        !may_be_message(text.trim_start()) && (text.is_ascii() || !text.contains('\u{FEFF}'))
    }

    pub(super) fn end(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        self.flush_stray(reporter);
        let name = TagReader::new(self.text, span, reporter).end();
        self.end_named(span, name, reporter);
    }

    /// Handles an end tag with a name.
    pub(super) fn end_named(&mut self, span: Span, name: Span, reporter: &mut Reporter<'_>) {
        let end = EndTag { tag: span, name: Some(name), truncated: false };
        let written = self.text.at(name);
        let Some(top) = self.stack.last().copied() else {
            let again = self.extra_root && self.root_end.is_some_and(|(root, _)| self.text.at(root) == written);
            if again {
                reporter.stops_at(span.start);
            } else {
                Self::unexpected(span, name, reporter);
            }
            return;
        };
        if self.closes_top(name) {
            self.close(end, reporter);
            return;
        }
        if self.reversed_value(end, name, reporter) {
            return;
        }
        let above = self.stack.iter().rev().take(SEARCH).position(|open| self.text.at(open.name) == written);
        if let Some(depth) = above {
            self.close_forgotten(depth, end, name, reporter);
        } else if self.is_typo(top, written, span) {
            let mut found = rules::xml_mismatched_tag(name, name, top.name).related(top.name, "opened here");
            let mut edits = vec![Edit::replace(name, self.text.at(top.name).to_owned())];
            if let Some(second) = self.swapped_name(top, written, span.range().end) {
                self.swapped = Some(second);
                found = found.related(second, "swapped with this");
                edits.push(Edit::replace(second, written.to_owned()));
            }
            reporter.fatal(found.suggest(edits), span.start);
            self.close(end, reporter);
        } else {
            Self::unexpected(span, name, reporter);
        }
    }

    /// Closes the innermost element with its own end tag.
    pub(super) fn close(&mut self, end: EndTag, reporter: &mut Reporter<'_>) {
        if let Some(OpenElement { reopened: Some(inner), name, .. }) = self.stack.last().copied() {
            self.handler.nested(inner, name, reporter);
        }
        self.pop(end, reporter);
    }

    pub(super) fn pop(&mut self, end: EndTag, reporter: &mut Reporter<'_>) {
        let Some(open) = self.stack.pop() else { return };
        self.handler.end(end, reporter);
        if self.stack.is_empty() {
            self.phase = Phase::Epilog;
            self.root_end.get_or_insert((open.name, end.tag));
        }
    }
}
