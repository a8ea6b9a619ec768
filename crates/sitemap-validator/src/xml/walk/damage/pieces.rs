//! The tokens of damaged markup after the edit that undoes the damage.

use std::ops::Range;

use memchr::memchr;

use super::AHEAD;
use super::search::Guess;
use crate::span::{At, Span};
use crate::xml::simple::{self, SimpleTag};
use crate::xml::tag::{Attribute, Tag};
use crate::xml::walk::EndTag;

/// A token of the damaged markup.
pub(super) enum Piece {
    Text(Span),
    Start(Tag, Span, Vec<Attribute>),
    End(EndTag),
}

/// The tokens at the damaged place after the edit, and the byte at which reading continues.
pub(super) fn pieces(text: &str, guess: &Guess, at: usize) -> Option<(Vec<Piece>, usize)> {
    let window = guess.window.as_bytes();
    let edit = guess.range.start - at;
    let behind = edit + guess.new.len();
    let mut pieces = Vec::new();
    let mut offset = 0;
    while offset < behind {
        if window.get(offset) != Some(&b'<') {
            let end = memchr(b'<', window.at(offset..)).map_or(window.len(), |length| offset + length);
            text_pieces(guess, at, offset..end, &mut pieces);
            offset = end;
            continue;
        }
        let mut attributes = Vec::new();
        match simple::any_tag(window, offset, &mut attributes) {
            Some(SimpleTag::Start(tag, span)) => {
                let name = verbatim(text, guess, at, tag.name)?;
                for attribute in &mut attributes {
                    attribute.name = verbatim(text, guess, at, attribute.name)?;
                    attribute.value = verbatim(text, guess, at, attribute.value)?;
                    attribute.whole = guess.span(at, attribute.whole);
                }
                pieces.push(Piece::Start(Tag { name, ..tag }, guess.span(at, span), attributes));
                offset = span.range().end;
            }
            Some(SimpleTag::End(span, name)) => {
                let name = verbatim(text, guess, at, name)?;
                pieces.push(Piece::End(EndTag { tag: guess.span(at, span), name: Some(name), truncated: false }));
                offset = span.range().end;
            }
            None => return None,
        }
    }
    Some((pieces, guess.end(at, offset).max(guess.range.end)))
}

/// The text at `range` of the window; in single bytes where two were swapped.
fn text_pieces(guess: &Guess, at: usize, range: Range<usize>, pieces: &mut Vec<Piece>) {
    let edit = guess.range.start - at;
    // A line end next to the text before it has no meaning.
    let line = guess.new.starts_with(['\r', '\n']);
    let range = if line { range.start..range.end.min(edit) } else { range };
    let swapped = !line && guess.new.len() == 2 && guess.range.len() == 2;
    let mut from = range.start;
    if swapped {
        for (own, other) in [(edit, edit + 1), (edit + 1, edit)] {
            if range.contains(&own) {
                if from < own {
                    pieces.push(Piece::Text(Span::new(at + from, at + own)));
                }
                pieces.push(Piece::Text(Span::new(at + other, at + other + 1)));
                from = own + 1;
            }
        }
    }
    let rest = guess.span(at, Span::new(from, range.end));
    if from < range.end && !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
}

/// A span of the text with the same characters as `span` of the window: at the same place, or else nearby.
fn verbatim(text: &str, guess: &Guess, at: usize, span: Span) -> Option<Span> {
    let word = guess.window.at(span);
    let place = guess.span(at, span);
    if text.get(place.range()) == Some(word) {
        return Some(place);
    }
    let from = text.floor_char_boundary(at.saturating_sub(AHEAD));
    let near = text.get(from..text.floor_char_boundary(at + AHEAD))?;
    // The end tag is after the place, so the search starts forward.
    let found = near.at(at - from..).find(word).map(|found| at + found).or_else(|| Some(from + near.find(word)?))?;
    Some(Span::new(found, found + word.len()))
}
