//! From tokens to elements: the stack of open elements, prolog and epilog, and recovery.
//!
//! What the specification rejects is reported once, at its cause; the elements are then closed or
//! opened as their author most likely meant it, and the reading goes on.

mod ahead;
mod damage;
pub(crate) mod literal;
mod misc;
mod recovery;

use memchr::{memchr, memmem};

use super::chars;
use super::doctype::Doctype;
use super::mark::{self, Surroundings};
use super::reference::Context;
use super::simple::{self, Simple};
use super::tag::{Attribute, Tag, TagReader};
use super::tokens::{Opening, Token, Tokens};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::sink::Progress;
use crate::span::{At, Span};
use crate::value::{is_blank, trimmed};

pub(crate) use misc::{server_message, shown, stray_message};
use recovery::SEARCH;

/// A start tag as the handler sees it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StartTag<'t> {
    /// The name.
    pub(crate) name: Span,
    /// The whole tag.
    pub(crate) tag: Span,
    /// The attributes.
    pub(crate) attributes: &'t [Attribute],
    /// True when the tag itself is broken, so that what it holds cannot be judged.
    pub(crate) broken: bool,
    /// How many open elements this one seems to follow rather than to be in: the author forgot their end tags.
    pub(crate) forgotten: usize,
}

/// The end of an element.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EndTag {
    /// The end tag; the start tag itself for an empty element, an empty span where an end tag is missing.
    pub(crate) tag: Span,
    /// The name in the end tag.
    pub(crate) name: Option<Span>,
    /// True when the text ended first.
    pub(crate) truncated: bool,
}

/// What was read without tokens.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Records {
    /// Where the reading stopped.
    pub(crate) end: usize,
    /// There was an element.
    pub(crate) elements: bool,
}

/// Receives the elements and their content, in order.
pub(crate) trait Handler {
    /// An element starts. Each is followed by its `end`.
    fn start(&mut self, element: &StartTag<'_>, reporter: &mut Reporter<'_>);
    /// The innermost open element ends.
    fn end(&mut self, end: EndTag, reporter: &mut Reporter<'_>);
    /// Character data within the root element, references and all.
    fn text(&mut self, span: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>);
    /// A CDATA section within the root element.
    fn cdata(&mut self, whole: Span, reporter: &mut Reporter<'_>);
    /// A comment, anywhere.
    fn comment(&mut self, span: Span, reporter: &mut Reporter<'_>);
    /// A processing instruction, anywhere; never the XML declaration.
    fn instruction(&mut self, span: Span, reporter: &mut Reporter<'_>);
    /// True when the innermost open element holds a value, where a stray U+FEFF is a mere warning.
    fn in_value(&self) -> bool;
    /// True when the innermost open element holds a value of a type that the XSD restricts.
    fn is_typed(&self) -> bool;
    /// An element, well-formed after all, stands within one of its own name.
    fn nested(&mut self, name: Span, outer: Span, reporter: &mut Reporter<'_>);
    /// True when a sitemap or feed may have elements called `name`.
    fn knows(&self, name: &str) -> bool;
    /// How many entries there are so far.
    fn entries(&self) -> u64;
    /// Within the root element alone: reads well-formed elements and comments from byte `at` on by itself, as far as it
    /// can and hardly further than `until`.
    fn records(&mut self, at: usize, until: usize, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) -> Records;
}

#[derive(Debug, Clone, Copy)]
struct OpenElement {
    name: Span,
    has_child: bool,
    has_text: bool,
    /// The name of an element that opened within, as if this one had been closed.
    reopened: Option<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Prolog,
    Root,
    Epilog,
}

/// How damaged markup is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    /// As its author most likely meant it.
    Recovering,
    /// The same, and some markup was read otherwise than it is written.
    Diverged,
    /// As it is written, up to the place where a conforming parser stops.
    Literal,
}

/// How often progress is told, in bytes.
const STRIDE: usize = 256 * 1024;

/// Reads `text` from byte `from`, behind the XML declaration, and hands its elements to `handler`.
/// Where only the beginning of a file is there (`partial`), its end is no fault of the file.
pub(crate) fn walk(
    text: &str,
    from: usize,
    standalone: Option<bool>,
    partial: bool,
    handler: &mut dyn Handler,
    reporter: &mut Reporter<'_>,
) {
    Walker::new(text, from, standalone, partial, handler).run(reporter);
}

struct Walker<'a, 'h> {
    text: &'a str,
    tokens: Tokens<'a>,
    stack: Vec<OpenElement>,
    attributes: Vec<Attribute>,
    phase: Phase,
    doctype: Option<Doctype>,
    standalone: Option<bool>,
    partial: bool,
    /// Text outside the root element that is still to be reported.
    stray: Option<Span>,
    /// Name and end tag of the first root element.
    root_end: Option<(Span, Span)>,
    /// Text that follows belongs to something that has no end.
    swallowed: bool,
    extra_root: bool,
    declared_again: Option<Span>,
    from: usize,
    /// Markup that begins here is cut off by the end of the file.
    cut: Option<usize>,
    /// Names of elements whose tags were looked at, by a number made of each.
    known: [Span; 64],
    /// How many bytes may still be read ahead to find out what happened to damaged markup: in proportion to the text.
    patience: usize,
    reading: Reading,
    handler: &'h mut dyn Handler,
}

impl<'a, 'h> Walker<'a, 'h> {
    fn new(text: &'a str, from: usize, standalone: Option<bool>, partial: bool, handler: &'h mut dyn Handler) -> Self {
        Self {
            text,
            tokens: Tokens::new(text, from),
            stack: Vec::new(),
            attributes: Vec::new(),
            phase: Phase::Prolog,
            doctype: None,
            standalone,
            partial,
            stray: None,
            root_end: None,
            extra_root: false,
            swallowed: false,
            declared_again: None,
            from,
            cut: None,
            known: [Span::at(0); 64],
            patience: 64 * 1024 + 16 * text.len(),
            reading: Reading::Recovering,
            handler,
        }
    }

    fn run(&mut self, reporter: &mut Reporter<'_>) {
        let mut told = self.from;
        loop {
            if self.phase == Phase::Root && !self.swallowed {
                self.simple(&mut told, reporter);
            }
            let Some(token) = self.tokens.next() else { break };
            self.tell(&mut told, reporter);
            if reporter.stopped() || self.is_literal() && reporter.fatal_at().is_some() {
                return;
            }
            self.token(token, reporter);
            if matches!(token, Token::Start(_) | Token::End(_) | Token::Comment(_)) {
                self.records(&mut told, reporter);
            }
        }
        self.flush_stray(reporter);
        self.flush_declared_again(reporter);
        self.finish(reporter);
    }

    /// Reads text and usual tags within the root element, as far as nothing else stands between them.
    fn simple(&mut self, told: &mut usize, reporter: &mut Reporter<'_>) {
        let bytes = self.text.as_bytes();
        let mut at = self.tokens.at();
        while self.phase == Phase::Root {
            let length = bytes.get(at..).map_or(0, |rest| memchr(b'<', rest).unwrap_or(rest.len()));
            let read = if length > 0 { None } else { simple::tag(bytes, at, &mut self.attributes) };
            let end = match read {
                None if length == 0 => break,
                None => at + length,
                Some(Simple::Start(_, span) | Simple::End(span, _)) => span.range().end,
            };
            // As behind a token: what follows, and what is told, starts there.
            self.tokens.restart(end);
            self.tell(told, reporter);
            if reporter.stopped() || self.is_literal() && reporter.fatal_at().is_some() {
                // Nothing is read any more; there is something to read.
                self.tokens.restart(at);
                return;
            }
            match read {
                // Between elements white space means nothing.
                None if bytes.get(at..end).is_some_and(is_blank) && !self.handler.in_value() => {}
                None => self.text(Span::new(at, end), reporter),
                Some(Simple::Start(tag, span)) => {
                    self.flush_stray(reporter);
                    if !(self.is_suspicious(tag) && (self.message(at, reporter) || self.undo(at, true, reporter))) {
                        self.open(tag, span, false, reporter);
                    }
                }
                Some(Simple::End(span, name)) => {
                    self.flush_stray(reporter);
                    if self.closes_top(name) || !self.undo(at, false, reporter) {
                        self.end_named(span, name, reporter);
                    }
                }
            }
            if read.is_some() {
                self.records(told, reporter);
            }
            at = self.tokens.at();
        }
    }

    /// Tells how far the reading is, if it was not told for a while.
    fn tell(&self, told: &mut usize, reporter: &mut Reporter<'_>) {
        if self.tokens.at() - *told >= STRIDE {
            *told = self.tokens.at();
            let progress =
                Progress { done: *told as u64, total: self.text.len() as u64, entries: self.handler.entries() };
            reporter.progress(progress);
        }
    }

    /// Lets the handler read what needs no tokens.
    fn records(&mut self, told: &mut usize, reporter: &mut Reporter<'_>) {
        let ([_], Phase::Root, None, false) = (&*self.stack, self.phase, self.root_end, self.swallowed) else { return };
        while !reporter.stopped() {
            let at = self.tokens.at();
            let Records { end, elements } = self.handler.records(at, *told + STRIDE, self.doctype.as_ref(), reporter);
            if end == at {
                break;
            }
            self.tokens.restart(end);
            if let Some(root) = self.stack.last_mut() {
                root.has_child |= elements;
            }
            self.tell(told, reporter);
        }
    }

    fn token(&mut self, token: Token, reporter: &mut Reporter<'_>) {
        if let Some(at) = self.cut_off(token) {
            // The end of the file is missing, and with it the rest of what begins here.
            self.cut = Some(at);
            match token {
                Token::Broken(span) if self.text[at..].starts_with("<!") => reporter.stops_at(span.start),
                Token::Unterminated(Opening::Doctype, span) => reporter.stops_at(self.doctype_stop(span)),
                _ => {}
            }
            self.tokens.restart(self.text.len());
            return;
        }
        match token {
            Token::Text(span) => self.text(span, reporter),
            Token::Start(span) | Token::Broken(span) if self.behind_root(span) => {}
            Token::Start(span) | Token::End(span) | Token::Broken(span) | Token::LessThan(span)
                if self.is_damaged(span)
                    && (self.message(span.start as usize, reporter)
                        || self.undo(span.start as usize, false, reporter)) => {}
            Token::Start(span) => self.start(span, false, reporter),
            Token::End(span) => self.end(span, reporter),
            // The tag was cut off together with the rest of the file.
            Token::Broken(span) if self.partial && span.range().end == self.text.len() => {}
            Token::Broken(span) => match self.text.as_bytes().get(span.start as usize + 1) {
                Some(b'/') => self.end(span, reporter),
                Some(b'!') => self.unrecognised(span, reporter),
                _ => self.start(span, true, reporter),
            },
            Token::LessThan(span) => {
                if self.phase == Phase::Root {
                    let found = rules::xml_unescaped_less_than(span);
                    reporter.fatal(found.suggest(Edit::replace(span, "&lt;")), span.start);
                    self.inside(span, reporter);
                } else {
                    self.stray(span);
                }
            }
            Token::Cdata(span) => {
                if self.phase == Phase::Root {
                    self.mark_text();
                    self.handler.cdata(span, reporter);
                } else {
                    self.stray(span);
                }
            }
            Token::Comment(span) => {
                self.check_comment(span, reporter);
                self.handler.comment(span, reporter);
            }
            Token::Instruction(span) => self.instruction(span, reporter),
            Token::Doctype(span) => self.doctype(span, reporter),
            Token::Unterminated(opening, span) => self.unterminated(opening, span, reporter),
        }
    }

    fn character_data(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        let slice = &self.text[span.range()];
        if slice.as_bytes().first().is_some_and(|byte| *byte >= 0xE0) || !slice.is_ascii() {
            for found in memmem::find_iter(slice.as_bytes(), "\u{FEFF}") {
                let place = match self.phase {
                    Phase::Root if self.handler.in_value() => Surroundings::Value { typed: self.handler.is_typed() },
                    Phase::Root => Surroundings::Content,
                    Phase::Prolog | Phase::Epilog => Surroundings::Outside,
                };
                mark::misplaced_bom(span.start as usize + found, place, reporter);
            }
        }
        if self.phase == Phase::Root {
            self.inside(span, reporter);
        } else {
            self.stray(span);
        }
    }

    fn inside(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        if self.swallowed && !self.handler.in_value() {
            return;
        }
        if !trimmed(&self.text[span.range()]).is_empty() {
            self.mark_text();
        }
        self.handler.text(span, self.doctype.as_ref(), reporter);
    }

    fn mark_text(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.has_text = true;
        }
    }

    fn start(&mut self, span: Span, broken: bool, reporter: &mut Reporter<'_>) {
        self.flush_stray(reporter);
        let context = Context { url: false, attribute: true, doctype: self.doctype.as_ref() };
        let tag = TagReader::new(self.text, span, reporter).start(&mut self.attributes, context);
        self.open(tag, span, broken, reporter);
    }

    /// Where markup begins that the end of the text cuts off.
    fn cut_off(&self, token: Token) -> Option<usize> {
        let (Token::Broken(span) | Token::LessThan(span) | Token::Unterminated(_, span)) = token else { return None };
        let rest = self.text.as_bytes().at(span.start as usize + 1..);
        // The next `<` is near, if there is one; a `>` may be far for each of them.
        let last = self.phase != Phase::Epilog && memchr(b'<', rest).is_none();
        (last && (matches!(token, Token::Unterminated(..)) || memchr(b'>', rest).is_none()))
            .then_some(span.start as usize)
    }

    /// Text: where it stands among elements, or is not followed by the end tag of its value, a `<` may be lost.
    fn text(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        if self.phase == Phase::Root && !is_blank(self.text.as_bytes().at(span)) {
            if self.message(span.start as usize, reporter) {
                return;
            }
            let rest = &self.text[span.range().end..];
            let top = self.stack.last().map_or("", |open| self.text.at(open.name));
            let end = || rest.strip_prefix("</").is_some_and(|rest| rest.starts_with(top));
            if !(self.handler.in_value() && (end() || rest.starts_with(['&', ']'])) || rest.starts_with("<!"))
                && self.undo(span.start as usize, false, reporter)
            {
                return;
            }
        }
        let mut span = span;
        if span.range().end == self.text.len() && self.phase == Phase::Root {
            // A reference that the end of the text cuts off.
            let text = self.text.at(span);
            let open = text.rfind('&').filter(|&at| {
                let name = text[at + 1..].trim_start_matches('#');
                chars::name_end(name, 0) == name.len() || name.bytes().all(|byte| byte.is_ascii_digit())
            });
            span.end = open.map_or(span.end, |at| span.start + at as u32);
        }
        self.character_data(span, reporter);
    }

    /// True when the name closes the innermost element.
    fn closes_top(&self, name: Span) -> bool {
        self.stack.last().is_some_and(|open| self.text[open.name.range()] == self.text[name.range()])
    }

    /// True for a tag that is not as usual, or closes another element than the innermost.
    fn is_damaged(&mut self, span: Span) -> bool {
        // No further than the token: of many `<` in a row each would look for a `>` to the end of the text.
        let bytes = &self.text.as_bytes()[..span.end as usize];
        match simple::any_tag(bytes, span.start as usize, &mut self.attributes) {
            Some(Simple::Start(tag, _)) => self.is_suspicious(tag),
            Some(Simple::End(_, name)) => !self.closes_top(name),
            None => true,
        }
    }

    /// True when a start tag may be another tag in truth: its name is new, or it stands where no element is expected.
    fn is_suspicious(&mut self, tag: Tag) -> bool {
        let bytes = self.text.as_bytes();
        let name = &bytes[tag.name.range()];
        let Some(top) = self.stack.last() else { return false };
        // Names of one vocabulary differ in their length or their last letters.
        let last = name.last_chunk::<2>().map_or(0, |last| usize::from(u16::from_le_bytes(*last)));
        let number = name.len() * 7 + last;
        let known = &mut self.known[number % 64];
        let mut is_new = bytes[known.range()] != *name;
        if is_new && self.handler.knows(&self.text[tag.name.range()]) {
            *known = tag.name;
            is_new = false;
        }
        is_new && (!tag.empty || name == b"br")
            || top.has_text
            || &bytes[top.name.range()] == name
            || !tag.empty && !self.attributes.is_empty() && name.ends_with(b"link")
    }

    /// An element starts whose tag, with those attributes, has been read.
    fn open(&mut self, tag: Tag, span: Span, broken: bool, reporter: &mut Reporter<'_>) {
        let name = &self.text[tag.name.range()];
        if self.is_missing_slash(name, span) {
            self.missing_slash(tag.name, span, reporter);
            return;
        }
        self.enter(tag, span, broken, reporter);
    }

    /// The same for a tag that is what it seems to be.
    fn enter(&mut self, tag: Tag, span: Span, broken: bool, reporter: &mut Reporter<'_>) {
        let name = &self.text[tag.name.range()];
        if self.phase == Phase::Epilog {
            self.second_root(tag.name, span, reporter);
        }
        self.phase = Phase::Root;
        let forgotten = self.forgotten(name);
        if forgotten > 0 {
            let index = self.stack.len() - forgotten;
            self.stack[index].reopened.get_or_insert(tag.name);
        }
        if let Some(top) = self.stack.last_mut() {
            top.has_child = true;
        }
        self.stack.push(OpenElement { name: tag.name, has_child: false, has_text: false, reopened: None });
        let element = StartTag { name: tag.name, tag: span, attributes: &self.attributes, broken, forgotten };
        self.handler.start(&element, reporter);
        if tag.empty {
            self.close(EndTag { tag: span, name: None, truncated: false }, reporter);
        }
    }

    fn end(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        self.flush_stray(reporter);
        let name = TagReader::new(self.text, span, reporter).end();
        self.end_named(span, name, reporter);
    }

    /// An end tag has been read.
    fn end_named(&mut self, span: Span, name: Span, reporter: &mut Reporter<'_>) {
        let end = EndTag { tag: span, name: Some(name), truncated: false };
        let written = &self.text[name.range()];
        let Some(top) = self.stack.last().copied() else {
            let again = self.extra_root && self.root_end.is_some_and(|(root, _)| &self.text[root.range()] == written);
            if again {
                reporter.stops_at(span.start);
            } else {
                Self::unexpected(span, name, reporter);
            }
            return;
        };
        if &self.text[top.name.range()] == written {
            self.close(end, reporter);
            return;
        }
        let above = self.stack.iter().rev().take(SEARCH).position(|open| &self.text[open.name.range()] == written);
        if let Some(depth) = above {
            self.close_forgotten(depth, end, name, reporter);
        } else if self.is_typo(top, written, span) {
            let found = rules::xml_mismatched_tag(name, name, top.name)
                .related(top.name, "opened here")
                .suggest(Edit::replace(name, self.text[top.name.range()].to_owned()));
            reporter.fatal(found, span.start);
            self.close(end, reporter);
        } else {
            Self::unexpected(span, name, reporter);
        }
    }

    /// Closes the innermost element by its own end tag.
    fn close(&mut self, end: EndTag, reporter: &mut Reporter<'_>) {
        if let Some(OpenElement { reopened: Some(inner), name, .. }) = self.stack.last().copied() {
            self.handler.nested(inner, name, reporter);
        }
        self.pop(end, reporter);
    }

    fn pop(&mut self, end: EndTag, reporter: &mut Reporter<'_>) {
        let Some(open) = self.stack.pop() else { return };
        self.handler.end(end, reporter);
        if self.stack.is_empty() {
            self.phase = Phase::Epilog;
            self.root_end.get_or_insert((open.name, end.tag));
        }
    }
}
