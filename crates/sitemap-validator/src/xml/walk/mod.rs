//! From tokens to elements: the stack of open elements, prolog and epilog, and recovery.
//!
//! Violations are reported once, at their cause; then the elements are closed or opened as most likely intended, and
//! parsing continues.

mod ahead;
mod damage;
mod elements;
mod handler;
pub(crate) mod literal;
mod misc;
mod recovery;
mod section;

use memchr::{memchr, memmem};

use super::chars::{self, space_end};
use super::doctype::Doctype;
use super::mark::{self, Surroundings};
use super::reference;
use super::simple::{self, SimpleTag};
use super::tag::Attribute;
use super::tokens::{Opening, Token, Tokens};
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::rules;
use crate::sink::Progress;
use crate::span::{At, Span};
use crate::value::{is_blank, trimmed};

pub(crate) use handler::{EndTag, Handler, Records, StartTag};
pub(crate) use misc::{server_message, shown, stray_message};

#[derive(Debug, Clone, Copy)]
struct OpenElement {
    name: Span,
    has_child: bool,
    has_text: bool,
    /// The name of an element that opened inside, as if this one had been closed.
    reopened: Option<Span>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Prolog,
    Root,
    Epilog,
}

/// How markup is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// Damaged markup is read as most likely intended.
    Recovering,
    /// As `Recovering`, and the rest of the text is known to be well-formed.
    Sound,
    /// As `Recovering`, after some markup was read differently from how it is written.
    Diverged,
    /// As written, up to the byte at which a conforming parser stops.
    Literal,
}

/// The number of bytes that are read ahead to find out what damaged markup means.
const AHEAD: usize = 4096;

/// The number of bytes between two reports of the progress.
const STRIDE: usize = 256 * 1024;

/// Reads `text` from byte `from`, after the XML declaration, and passes its elements to `handler`. `partial` is true if
/// only the beginning of the file is available, so that its end is not checked.
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
    /// Text outside the root element that has not been reported yet.
    stray: Option<Span>,
    /// The name and the end tag of the first root element.
    root_end: Option<(Span, Span)>,
    /// True if the following text belongs to a construct without an end.
    swallowed: bool,
    /// The name in an end tag that closes the innermost element with another name, which is reported.
    swapped: Option<Span>,
    extra_root: bool,
    declared_again: Option<Span>,
    from: usize,
    /// The start of markup that the end of the file cuts off.
    cut: Option<usize>,
    /// A cache of known element names, by a hash of the name.
    known: [Span; 64],
    /// The remaining number of bytes for reading ahead; proportional to the size of the text, so that time is linear.
    lookahead: usize,
    mode: Mode,
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
            swapped: None,
            declared_again: None,
            from,
            cut: None,
            known: [Span::at(0); 64],
            lookahead: 64 * 1024 + 16 * text.len(),
            mode: Mode::Recovering,
            handler,
        }
    }

    fn run(&mut self, reporter: &mut Reporter<'_>) {
        let mut progress = self.from;
        loop {
            if self.phase == Phase::Root && !self.swallowed {
                self.simple(&mut progress, reporter);
            }
            let Some(token) = self.tokens.next() else { break };
            self.report_progress(&mut progress, reporter);
            if reporter.stopped() || self.is_literal() && reporter.fatal_at().is_some() {
                return;
            }
            self.token(token, reporter);
            if matches!(token, Token::Start(_) | Token::End(_) | Token::Comment(_)) {
                self.records(&mut progress, reporter);
            }
        }
        if reporter.stopped() {
            return;
        }
        self.flush_stray(reporter);
        self.flush_declared_again(reporter);
        self.finish(reporter);
    }

    /// Reads text and simple tags within the root element, up to any other token.
    fn simple(&mut self, progress: &mut usize, reporter: &mut Reporter<'_>) {
        let bytes = self.text.as_bytes();
        let mut at = self.tokens.at();
        // The next `<`: markup may be found within text, so that it is not searched again.
        let mut less = 0;
        while self.phase == Phase::Root {
            // White space between elements is ignored.
            let next = if self.handler.in_value() { at } else { space_end(bytes, at) };
            let read = match bytes.get(next) {
                Some(b'<') => simple::tag(bytes, next, &mut self.attributes),
                Some(_) => None,
                None => break,
            };
            let end = match read {
                Some(SimpleTag::Start(_, span) | SimpleTag::End(span, _)) => span.range().end,
                None if bytes.get(next) == Some(&b'<') => {
                    self.tokens.restart(next);
                    break;
                }
                None => {
                    if less < next {
                        less = memchr(b'<', bytes.at(next..)).map_or(bytes.len(), |length| next + length);
                    }
                    less
                }
            };
            // The same state as after a token.
            self.tokens.restart(end);
            self.report_progress(progress, reporter);
            if reporter.stopped() || self.is_literal() && reporter.fatal_at().is_some() {
                // The tag or text at `at` was not read.
                self.tokens.restart(at);
                return;
            }
            match read {
                None => self.text(Span::new(at, end), reporter),
                Some(SimpleTag::Start(tag, span)) => {
                    self.flush_stray(reporter);
                    if !(self.is_suspicious(tag)
                        && (self.message(next, reporter).is_some() || self.undo(next, true, reporter)))
                        && !self.leaf(tag, span, reporter)
                    {
                        self.open(tag, span, false, reporter);
                    }
                }
                Some(SimpleTag::End(span, name)) => {
                    self.flush_stray(reporter);
                    if self.closes_top(name) {
                        self.close(EndTag { tag: span, name: Some(name), truncated: false }, reporter);
                    } else if !self.undo(next, false, reporter) {
                        self.end_named(span, name, reporter);
                    }
                }
            }
            if read.is_some() && self.stack.len() == 1 {
                self.records(progress, reporter);
            }
            at = self.tokens.at();
        }
    }

    /// Reports the progress after each [`STRIDE`] bytes.
    fn report_progress(&self, progress: &mut usize, reporter: &mut Reporter<'_>) {
        if self.tokens.at() - *progress >= STRIDE {
            *progress = self.tokens.at();
            let progress =
                Progress { done: *progress as u64, total: self.text.len() as u64, entries: self.handler.entries() };
            reporter.progress(progress);
        }
    }

    /// Lets the handler read [records](Handler::records).
    fn records(&mut self, progress: &mut usize, reporter: &mut Reporter<'_>) {
        let ([_], Phase::Root, None, false) = (&*self.stack, self.phase, self.root_end, self.swallowed) else { return };
        while !reporter.stopped() {
            let at = self.tokens.at();
            let Records { end, elements } =
                self.handler.records(at, *progress + STRIDE, self.doctype.as_ref(), reporter);
            if end == at {
                break;
            }
            self.tokens.restart(end);
            if let Some(root) = self.stack.last_mut() {
                root.has_child |= elements;
            }
            self.report_progress(progress, reporter);
        }
    }

    fn token(&mut self, token: Token, reporter: &mut Reporter<'_>) {
        if let Some(at) = self.cut_off(token) {
            // The end of the file is missing, including the end of the markup that begins here.
            self.cut = Some(at);
            match token {
                Token::Broken(span) if self.text.at(at..).starts_with("<!") => reporter.stops_at(span.start),
                Token::Unterminated(Opening::Doctype, span) => reporter.stops_at(self.doctype_stop(span)),
                _ => {}
            }
            self.tokens.restart(self.text.len());
            return;
        }
        match token {
            Token::Text(span) => self.text(span, reporter),
            Token::Start(span) | Token::Broken(span) if self.behind_root(span) => {}
            Token::Cdata(span) | Token::Unterminated(Opening::Cdata, span)
                if self.phase == Phase::Root && self.cut_section(span, reporter) => {}
            Token::Broken(span) | Token::LessThan(span)
                if self.phase == Phase::Root && self.misspelled_section(span.start as usize, reporter) => {}
            Token::Broken(span) | Token::LessThan(span) if self.close_cut(span, reporter) => {}
            Token::Start(span) | Token::End(span) | Token::Broken(span) | Token::LessThan(span)
                if self.is_damaged(span)
                    && (self.message(span.start as usize, reporter).is_some()
                        || self.undo(span.start as usize, false, reporter)) => {}
            Token::Start(span) => self.start(span, false, reporter),
            Token::End(span) => self.end(span, reporter),
            // The end of the file cuts off the tag.
            Token::Broken(span) if self.partial && span.range().end == self.text.len() => {}
            Token::Broken(span) => match self.text.as_bytes().get(span.start as usize + 1) {
                Some(b'/') => self.end(span, reporter),
                Some(b'!') => self.unrecognized(span, reporter),
                _ => self.start(span, true, reporter),
            },
            Token::LessThan(span) => {
                if self.phase == Phase::Root {
                    reporter.fatal(self.less_than(span), span.start);
                    reporter.recovered(span);
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

    /// The finding of a `<` that starts no markup.
    fn less_than(&self, span: Span) -> Diagnostic {
        let in_url = self.handler.in_url();
        if in_url || self.handler.in_value() {
            reference::less_than(span, in_url)
        } else {
            rules::xml_unescaped_less_than::between_elements(span).suggest(Edit::delete(span))
        }
    }

    fn character_data(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        let slice = self.text.at(span);
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
        if !trimmed(self.text.at(span)).is_empty() {
            self.mark_text();
        }
        self.handler.text(span, self.doctype.as_ref(), reporter);
    }

    fn mark_text(&mut self) {
        if let Some(top) = self.stack.last_mut() {
            top.has_text = true;
        }
    }

    /// The start of markup that the end of the text cuts off.
    fn cut_off(&self, token: Token) -> Option<usize> {
        let (Token::Broken(span) | Token::LessThan(span) | Token::Unterminated(_, span)) = token else { return None };
        let rest = self.text.as_bytes().at(span.start as usize + 1..);
        // The next `<` is nearby if there is one; a `>` may be far away.
        let last = self.phase != Phase::Epilog && memchr(b'<', rest).is_none();
        (last && (matches!(token, Token::Unterminated(..)) || memchr(b'>', rest).is_none()))
            .then_some(span.start as usize)
    }

    /// Reads text. Between elements, or if the end tag of its value does not follow, it may be a tag without its `<`.
    fn text(&mut self, mut span: Span, reporter: &mut Reporter<'_>) {
        let mut is_plain = self.phase != Phase::Root || is_blank(self.text.as_bytes().at(span));
        while !is_plain && let Some(end) = self.message(span.start as usize, reporter) {
            if end >= span.range().end || reporter.stopped() {
                return;
            }
            // The end of the text is not searched again.
            span.start = end as u32;
            self.tokens.restart(span.range().end);
            is_plain = is_blank(self.text.as_bytes().at(span));
        }
        if !is_plain {
            let rest = self.text.at(span.range().end..);
            let top = self.stack.last().map_or("", |open| self.text.at(open.name));
            let end = || rest.strip_prefix("</").is_some_and(|rest| rest.starts_with(top));
            if !(self.handler.in_value() && (end() || rest.starts_with(['&', ']'])) || rest.starts_with("<!"))
                && self.undo(span.start as usize, false, reporter)
            {
                return;
            }
        }
        if span.range().end == self.text.len() && self.phase == Phase::Root {
            // The start of a reference that the end of the text cuts off.
            let text = self.text.at(span);
            let open = text.rfind('&').filter(|&at| {
                let name = text.at(at + 1..).trim_start_matches('#');
                chars::name_end(name, 0) == name.len() || name.bytes().all(|byte| byte.is_ascii_digit())
            });
            span.end = open.map_or(span.end, |at| span.start + at as u32);
        }
        self.character_data(span, reporter);
    }
}
