//! Markup with one damaged byte: the edit that undoes the damage, found by trial.
//!
//! Where an XML parser is about to stop, [`search`] tries likely edits nearby. An edit after which the following markup
//! is well-formed is probably right: it is reported once, and the markup is read as if the edit had been made
//! ([`mod@pieces`]).

mod pieces;
mod search;

use std::ops::Range;

use super::ahead::{Level, Reach, Strictness, follow};
use super::recovery::SEARCH;
use super::{AHEAD, Phase, Walker};
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span, end_of_line_within};
use crate::xml::chars;

use pieces::{Piece, pieces};
use search::{Damage, Guess, Search, empty_tag};

/// The number of bytes after the stop of a parser in which an edited text must be free of faults.
const BEHIND: usize = 512;

impl Walker<'_, '_> {
    /// Searches for damage to the unexpected text or tag at byte `at`, reports it, and continues as if the markup were
    /// intact. False if the markup has no fault, or no edit explains it.
    #[cold]
    pub(super) fn undo(&mut self, at: usize, one: bool, reporter: &mut Reporter<'_>) -> bool {
        if self.phase != Phase::Root
            || self.swallowed
            || self.doctype.is_some()
            || self.lookahead == 0
            || self.is_literal()
        {
            return false;
        }
        let text = self.text;
        let limit = text.floor_char_boundary(at + AHEAD);
        let near = self.stack.iter().skip(self.stack.len().saturating_sub(SEARCH));
        let levels = near.map(|open| Level { name: text.at(open.name), text: open.has_text, child: open.has_child });
        let mut stack: Vec<Level<'_>> = levels.collect();
        if let Some(top) = stack.last_mut() {
            top.child |= !self.handler.in_value();
        }
        let reach = follow(text.at(..limit), at, &stack, Strictness::Xml, one);
        let known = |name: &str| self.handler.knows(name);
        let (fault, stop) = match reach {
            Reach::Fault { tag, stop } => (tag, stop),
            Reach::Unknown => return false,
            Reach::Clean(_) | Reach::Open => {
                let end = if let Reach::Clean(end) = reach { end } else { limit };
                let guess = if stack.last().is_some_and(|top| top.child) { empty_tag(text, at, &known) } else { None };
                self.lookahead = self.lookahead.saturating_sub(end - at);
                return guess.is_some_and(|guess| self.apply(&guess, at, None, reporter));
            }
        };
        let end = text.floor_char_boundary((fault + BEHIND).min(text.len()));
        let (guess, tried) = Search::new(text, at..end, fault, &stack, &known).run();
        self.lookahead = self.lookahead.saturating_sub(fault - at + tried);
        let Some(guess) = guess else { return false };
        self.apply(&guess, at, Some((fault, stop)), reporter)
    }

    /// Reports the damage, and continues as if the markup were intact. `fault` has the tag and the byte at which a
    /// parser stops, if it does.
    fn apply(&mut self, guess: &Guess, at: usize, fault: Option<(usize, usize)>, reporter: &mut Reporter<'_>) -> bool {
        let Some((pieces, resume)) = pieces(self.text, guess, at) else { return false };
        let found = self.describe(guess, fault);
        let region = Span::new(at.min(guess.range.start), resume.max(guess.range.end));
        if fault.is_some() {
            self.recover(found, region, reporter);
        } else {
            reporter.recovered(region);
            reporter.report(found);
        }
        for piece in pieces {
            match piece {
                Piece::Text(span) => self.character_data(span, reporter),
                Piece::Start(tag, span, attributes) => {
                    self.attributes = attributes;
                    self.enter(tag, span, false, reporter);
                }
                Piece::End(end) => self.close(end, reporter),
            }
        }
        self.tokens.restart(resume);
        true
    }

    /// The finding on the damage.
    fn describe(&self, guess: &Guess, fault: Option<(usize, usize)>) -> Diagnostic {
        let well_formed = fault.is_none();
        let (fault, stop) = fault.unwrap_or_default();
        let text = self.text;
        let Range { start, end } = guess.range.clone();
        let edit = Edit::replace(Span::new(start, end), guess.new.clone());
        let slash = usize::from(text.as_bytes().get(start) == Some(&b'/'));
        let top = self.stack.last().map(|open| open.name);
        let found = match (guess.damage, top) {
            (Damage::Less, _) => {
                let name = chars::name_end(text, start + slash);
                let name = Span::new(start, if text.as_bytes().get(name) == Some(&b'>') { name + 1 } else { name });
                if well_formed {
                    let parent = top.unwrap_or_default();
                    rules::structure_unexpected_text::tag(name, name, parent)
                } else {
                    rules::xml_malformed_tag::no_start(name, name)
                }
            }
            (Damage::EndSlash, Some(top)) => {
                let name = Span::new(start, chars::name_end(text, start));
                rules::xml_unclosed_element(top, top).related(name, "probably its end tag")
            }
            (Damage::StartName, _) => {
                let name = Span::new(start, end);
                let close = Span::new(fault + 2, chars::name_end(text, fault + 2));
                let found = rules::xml_mismatched_tag::start_misspelled(name, close, name);
                found.related(close, "closed here")
            }
            (Damage::EndName, Some(top)) => {
                let name = Span::new(start, end);
                let case = text.at(start..end).eq_ignore_ascii_case(text.at(top));
                let message = if case { rules::xml_mismatched_tag::case } else { rules::xml_mismatched_tag };
                message(name, name, top).related(top, "opened here")
            }
            (Damage::Escape, _) => return self.less_than(Span::new(start, end)),
            (kind, _) => {
                let before = text.at(..start.max(self.tokens.at()).min(text.len()));
                let is_open = text.at(start..).starts_with('<');
                let tag = if is_open { start } else { before.rfind('<').unwrap_or(start) };
                let rest = text.as_bytes().at(tag + 1..);
                let close = memchr::memchr2(b'>', b'<', rest).map_or(text.len(), |at| tag + 1 + at);
                let close = close + usize::from(text.as_bytes().get(close) == Some(&b'>'));
                let whole = Span::new(tag, end_of_line_within(text, tag, close));
                match kind {
                    Damage::EmptySlash => {
                        let name = Span::new(tag + 1, chars::name_end(text, tag + 1));
                        rules::xml_unclosed_element::self_closing(name, name)
                    }
                    Damage::Greater => {
                        let shown = Span::new(tag, start.max(tag + 1));
                        rules::xml_malformed_tag::no_end(shown, shown)
                    }
                    _ => {
                        let from = stop.min(start).clamp(tag, whole.range().end.saturating_sub(1).max(tag));
                        let from = text.floor_char_boundary(from);
                        let shown = Span::new(from, whole.range().end.max(from + 1));
                        rules::xml_malformed_tag(shown, whole)
                    }
                }
            }
        };
        found.suggest(edit)
    }
}
