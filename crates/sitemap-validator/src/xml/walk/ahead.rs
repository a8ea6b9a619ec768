//! Reads ahead: the length of the text whose markup is free of faults.

use crate::reporter::stop_of;
use crate::span::{At, Span};
use crate::value::is_blank;
use crate::xml::reference::Context;
use crate::xml::simple::{self, SimpleTag};
use crate::xml::tag::{Attribute, TagReader};
use crate::xml::tokens::{Token, Tokens};

/// An open element, reduced to what reading ahead needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Level<'t> {
    pub(super) name: &'t str,
    /// True if it contains text that is not blank.
    pub(super) text: bool,
    /// True if it contains an element, or may contain only elements.
    pub(super) child: bool,
}

/// The definition of a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// A violation of XML.
    Xml,
    /// Also markup that no entry of a sitemap or feed has: text next to elements, an element in another of the same
    /// name.
    Plausible,
}

/// The result of reading ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// An XML parser stops at byte `stop`, in the tag that starts at byte `tag`.
    Fault { tag: usize, stop: usize },
    /// No fault up to this byte.
    Clean(usize),
    /// No fault, but elements are still open at the end of the text.
    Open,
    /// Markup that is not examined starts here.
    Unknown,
}

/// Reads the markup of `text` from byte `at` on, within the elements of `stack`; with `one`, only the element that
/// starts there.
pub(super) fn follow<'t>(text: &'t str, at: usize, stack: &[Level<'t>], strictness: Strictness, one: bool) -> Reach {
    let plausible = strictness == Strictness::Plausible;
    let mut open: Vec<Level<'t>> = stack.to_vec();
    let base = open.len();
    let mut attributes = Vec::new();
    for token in Tokens::new(text, at) {
        match token {
            Token::Text(span) | Token::Cdata(span) => {
                let blank = is_blank(text.as_bytes().at(span));
                let Some(top) = open.last_mut().filter(|_| !blank) else { continue };
                if plausible && top.child {
                    return Reach::Fault { tag: span.start as usize, stop: span.start as usize };
                }
                top.text = true;
            }
            Token::Comment(_) | Token::Instruction(_) => {}
            // Markup that is cut off at the end of the examined text is ignored.
            Token::LessThan(span) if span.range().end == text.len() => return Reach::Open,
            Token::LessThan(span) => {
                return Reach::Fault { tag: span.start as usize, stop: span.start as usize };
            }
            Token::Start(span) | Token::End(span) | Token::Broken(span) => {
                let start = span.start as usize;
                if span.range().end == text.len() && !text.ends_with('>') {
                    return Reach::Open;
                }
                let Some(tag) = simple::any_tag(text.as_bytes().at(..span.range().end), start, &mut attributes) else {
                    if plausible {
                        return Reach::Fault { tag: start, stop: start };
                    }
                    return fault_in(text, token, span, &mut attributes);
                };
                match tag {
                    SimpleTag::Start(tag, _) => {
                        let name = text.at(tag.name);
                        if let Some(top) = open.last_mut() {
                            if plausible && (top.text || top.name == name) {
                                return Reach::Fault { tag: start, stop: start };
                            }
                            top.child = true;
                        }
                        if !tag.empty {
                            open.push(Level { name, text: false, child: false });
                        }
                    }
                    SimpleTag::End(_, name) => {
                        if open.last().is_none_or(|top| top.name != text.at(name)) {
                            return Reach::Fault { tag: start, stop: start };
                        }
                        open.pop();
                        if open.is_empty() {
                            return Reach::Clean(span.range().end);
                        }
                    }
                }
                if one && open.len() == base {
                    return Reach::Clean(span.range().end);
                }
            }
            // An edit is tried in a part of the text, whose end may be within a comment or a CDATA section.
            Token::Unterminated(..) if plausible => return Reach::Open,
            Token::Doctype(_) | Token::Unterminated(..) => return Reach::Unknown,
        }
    }
    if open.is_empty() { Reach::Clean(text.len()) } else { Reach::Open }
}

/// The byte at which an XML parser stops in a tag that is not simple; references are checked elsewhere.
fn fault_in(text: &str, token: Token, span: Span, attributes: &mut Vec<Attribute>) -> Reach {
    let start = span.start as usize;
    let next = text.as_bytes().get(start + 1);
    if next == Some(&b'!') {
        return Reach::Unknown;
    }
    let stop = stop_of(|reporter| {
        let reader = TagReader::new(text, span, reporter);
        if matches!(token, Token::End(_)) || next == Some(&b'/') {
            reader.end();
        } else {
            reader.start(attributes, Context { url: false, attribute: true, doctype: None });
        }
    });
    stop.map_or(Reach::Unknown, |stop| Reach::Fault { tag: start, stop: stop as usize })
}
