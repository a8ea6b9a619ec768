//! Markup with one damaged byte: the edit that undoes the damage, found by trying.
//!
//! Where an XML parser is about to stop, the likely edits near that place are tried in turn. One that makes the markup behind
//! it sound again is what most likely happened: it is reported once, and the reading goes on as if it had been made.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem};

use super::ahead::{Level, Reach, Strictness, follow};
use super::recovery::SEARCH;
use super::{EndTag, Phase, Walker};
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span, end_of_line_within};
use crate::value::is_space;
use crate::value::spelling::distance;
use crate::xml::chars;
use crate::xml::simple::{self, Simple};
use crate::xml::tag::{Attribute, Tag};

/// How many bytes ahead a fault is searched for.
const AHEAD: usize = 4096;

/// An edit must make the markup sound for this many bytes after the place where a parser stops.
const BEHIND: usize = 512;

/// How many bytes of a tag edits are tried in.
const LONGEST: usize = 512;

/// What happened to the markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A `<` was lost.
    Less,
    /// A `>` was lost.
    Greater,
    /// The `/` of an end tag was lost.
    EndSlash,
    /// The `/` of an empty element was lost.
    EmptySlash,
    /// The name in a start tag is misspelled.
    StartName,
    /// The name in an end tag is misspelled.
    EndName,
    /// A `<` in a value is not escaped.
    Escape,
    /// Something else within a tag.
    Tag,
}

/// An edit: `range` of the text is replaced by `new`.
#[derive(Debug)]
struct Guess {
    kind: Kind,
    range: Range<usize>,
    new: String,
    /// The text from where the search began, with the edit made.
    window: String,
    /// How far the markup is sound with it.
    reach: usize,
}

/// The search for an edit.
struct Search<'t> {
    text: &'t str,
    /// Where it begins: at the text or tag that is looked at.
    at: usize,
    /// Where what is looked at ends.
    end: usize,
    /// The tag at which a parser stops.
    fault: usize,
    stack: &'t [Level<'t>],
    /// True for a name that sitemaps or feeds use.
    known: &'t dyn Fn(&str) -> bool,
    window: String,
    best: Option<Guess>,
    /// Roughly how many bytes the attempts have read.
    tried: usize,
}

impl Search<'_> {
    /// Tries an edit; true when nothing better can be found.
    fn attempt(&mut self, kind: Kind, range: Range<usize>, new: &str) -> bool {
        let (Some(before), Some(after)) = (self.text.get(self.at..range.start), self.text.get(range.end..self.end))
        else {
            return false;
        };
        self.window.clear();
        self.window.push_str(before);
        self.window.push_str(new);
        self.window.push_str(after);
        let source = |offset: usize| (self.at + offset + range.len()).saturating_sub(new.len());
        let reach = follow(&self.window, 0, self.stack, Strictness::Plausible, false);
        // Most edits do not get far.
        self.tried += before.len() / 8 + 64;
        let reach = match reach {
            // Where the file ends, no element is open.
            Reach::Open if self.end == self.text.len() => self.end,
            Reach::Clean(_) | Reach::Open => usize::MAX,
            Reach::Fault { tag, .. } => source(tag),
            Reach::Unknown => return false,
        };
        let gained = self
            .text
            .get(self.fault + 1..reach.min(self.end))
            .map_or(0, |text| memchr_iter(b'<', text.as_bytes()).count());
        if (reach == usize::MAX || gained > 2) && self.best.as_ref().is_none_or(|best| best.reach < reach) {
            let window = self.window.clone();
            self.best = Some(Guess { kind, range, new: new.to_owned(), window, reach });
        }
        reach == usize::MAX
    }

    /// Tries all edits that are likely; what was lost comes first.
    fn run(mut self) -> (Option<Guess>, usize) {
        if let Some(tag) = memchr(b'<', &self.text.as_bytes()[self.at..self.end]) {
            let tag = self.at + tag;
            let _ = self.lost_less(tag) || self.tag(tag);
        }
        (self.best, self.tried)
    }

    /// A `<` lost in the text before `tag`: before the name that a `>` ends, or that the text begins with.
    fn lost_less(&mut self, tag: usize) -> bool {
        let text = self.text;
        let bytes = text.as_bytes();
        let from = chars::space_end(bytes, self.at);
        let mut places = vec![from];
        for greater in memchr_iter(b'>', &bytes[self.at..tag]).map(|at| self.at + at) {
            let name = bytes[from..greater].iter().rev().take_while(|byte| chars::is_ascii_name(**byte)).count();
            let start = greater - name;
            if name > 0 {
                if start > from && bytes[start - 1] == b'/' {
                    places.push(start - 1);
                }
                places.push(start);
            }
        }
        places.truncate(16);
        from < tag && places.into_iter().any(|place| self.attempt(Kind::Less, place..place, "<"))
    }

    /// Damage to the tag that starts at byte `tag`.
    fn tag(&mut self, tag: usize) -> bool {
        let text = self.text;
        let bytes = text.as_bytes();
        let stop = bytes[tag + 1..self.end].iter().position(|byte| matches!(byte, b'<' | b'>'));
        let end = stop.map_or(self.end, |at| tag + 1 + at + usize::from(bytes[tag + 1 + at] == b'>'));
        let end = text.floor_char_boundary(end.min(tag + LONGEST));
        let closing = bytes.get(tag + 1) == Some(&b'/');
        let name_start = tag + 1 + usize::from(closing);
        let name_end = chars::name_end(&text[..end], name_start);
        let name = &text[name_start..name_end];
        // It has no `>` of its own.
        let unclosed = bytes.get(end) == Some(&b'<') && bytes[end - 1] != b'>';
        let special = |at: usize| bytes.get(at).is_some_and(|&byte| is_space(byte) || b"<>/=\"'".contains(&byte));
        let top = self.stack.last().map_or("", |top| top.name);
        // The name of the next end tag: most likely the one of the element that starts here.
        let next = memmem::find(&bytes[tag + 1..self.end], b"</").map_or(self.end, |at| tag + 1 + at + 2);
        let next = &text[next..chars::name_end(text, next).min(self.end).max(next)];

        for known in [top, next] {
            let behind = name_start + known.len();
            let begins = !known.is_empty() && name.len() > known.len() && name.starts_with(known);
            if begins
                && (unclosed && self.attempt(Kind::Greater, behind..behind, ">")
                    || self.attempt(Kind::Tag, behind..behind, " "))
            {
                return true;
            }
        }
        // `2024-06-11/<lastmod>`: in a URL a slash may well be the last character.
        let slash = tag > self.at && memchr(b'/', &bytes[self.at..tag]) == Some(tag - 1 - self.at);
        if slash && self.swapped(tag - 1) {
            return true;
        }
        if !closing && self.attempt(Kind::EndSlash, tag + 1..tag + 1, "/") {
            return true;
        }
        if bytes[end - 1] == b'>' && self.attempt(Kind::EmptySlash, end - 1..end - 1, "/") {
            return true;
        }
        // `rel="alternate "hreflang="de"`: rather swapped than lost.
        let mut quotes = (name_end..end - 1).filter(|&at| matches!(&bytes[at..at + 2], b" \"" | b"\" "));
        if quotes.any(|at| self.swapped(at)) {
            return true;
        }
        for at in name_end..=end {
            let attribute = memmem::find(&bytes[at..end], b"=\"").is_some();
            if !special(at) && !special(at - 1) {
                continue;
            }
            let lost = [(Kind::Greater, ">"), (Kind::Tag, "\""), (Kind::Tag, "="), (Kind::Tag, " ")];
            if lost
                .into_iter()
                .skip(usize::from(!unclosed || attribute))
                .any(|(kind, byte)| self.attempt(kind, at..at, byte))
            {
                return true;
            }
        }
        if !closing && self.glued(name_start, name_end) {
            return true;
        }
        let doubled = |at: usize| bytes.get(at + 1) == Some(&bytes[at]);
        if (tag..end).any(|at| doubled(at) && self.attempt(Kind::Tag, at..at + 1, "")) {
            return true;
        }
        for at in self.at.max(tag.saturating_sub(1))..(end + 1).min(self.end - 1) {
            if (at <= name_end || special(at) || special(at + 1)) && self.swapped(at) {
                return true;
            }
        }
        // The end of a line may have two bytes.
        let surplus = |at: usize| special(at) && !matches!(bytes.get(at), Some(b'\r' | b'\n'));
        if (tag + 1..end).any(|at| surplus(at) && self.attempt(Kind::Tag, at..at + 1, "")) {
            return true;
        }
        let near = |right: &str| !right.is_empty() && distance(name, right) <= 1.max(right.len().max(name.len()) / 4);
        if closing && near(top) && self.attempt(Kind::EndName, name_start..name_end, top) {
            return true;
        }
        let stops_at = self.text.get(self.fault + 2..).filter(|_| bytes.get(self.fault + 1) == Some(&b'/'));
        let stops_at = stops_at.map_or("", |rest| &rest[..chars::name_end(rest, 0)]);
        let right = (self.known)(stops_at) || !(self.known)(name);
        if !closing
            && right
            && near(stops_at)
            && name != stops_at
            && self.attempt(Kind::StartName, name_start..name_end, stops_at)
        {
            return true;
        }
        self.attempt(Kind::Escape, tag..tag + 1, "&lt;")
    }

    /// The space between the name of an element and its first attribute was lost: one of the two is found elsewhere.
    fn glued(&mut self, start: usize, end: usize) -> bool {
        let text = self.text;
        let around = &text.as_bytes()[text.floor_char_boundary(start.saturating_sub(AHEAD))..self.end];
        let is_used = |before: &str, name: &str, after: &str| {
            memmem::find(around, format!("{before}{name}{after}").as_bytes()).is_some()
        };
        text.as_bytes().get(end) == Some(&b'=')
            && (start + 1..end).any(|at| {
                let (Some(before), Some(after)) = (text.get(start..at), text.get(at..end)) else { return false };
                (is_used(" ", after, "=") || is_used("<", before, " ")) && self.attempt(Kind::Tag, at..at, " ")
            })
    }

    /// The bytes at `at` were swapped; a `<` also with the end of a line, which may have two bytes.
    fn swapped(&mut self, at: usize) -> bool {
        let Some(rest) = self.text.get(at..) else { return false };
        let line = ["\r\n", "\n", "\r"]
            .into_iter()
            .find(|line| rest.strip_prefix('<').is_some_and(|rest| rest.starts_with(line)));
        if let Some(line) = line {
            return self.attempt(Kind::Tag, at..at + 1 + line.len(), &format!("{line}<"));
        }
        let pair = rest.get(..2).filter(|pair| pair.is_ascii() && !pair.contains(['\r', '\n']));
        let Some(swapped) = pair.map(|pair| pair.chars().rev().collect::<String>()) else { return false };
        pair != Some(&swapped) && self.attempt(Kind::Tag, at..at + 2, &swapped)
    }
}

impl Guess {
    /// Where a span that starts at byte `offset` of the window starts in the text, which begins at `at`.
    fn start(&self, at: usize, offset: usize) -> usize {
        self.place(at, offset, offset >= self.range.start - at)
    }

    /// The same for the end of a span.
    fn end(&self, at: usize, offset: usize) -> usize {
        self.place(at, offset, offset > self.range.start - at)
    }

    fn place(&self, at: usize, offset: usize, behind: bool) -> usize {
        let edit = self.range.start - at;
        if !behind || self.new.len() == self.range.len() {
            at + offset
        } else if offset >= edit + self.new.len() {
            at + offset + self.range.len() - self.new.len()
        } else {
            self.range.start
        }
    }

    fn span(&self, at: usize, span: Span) -> Span {
        let start = self.start(at, span.start as usize);
        Span::new(start, self.end(at, span.end as usize).max(start))
    }
}

/// A span of the text with the same characters as `window` has at `span`: the same place, or the nearest one after it.
fn verbatim(text: &str, guess: &Guess, at: usize, span: Span) -> Option<Span> {
    let word = guess.window.at(span);
    let place = guess.span(at, span);
    if text.get(place.range()) == Some(word) {
        return Some(place);
    }
    let from = text.floor_char_boundary(at.saturating_sub(AHEAD));
    let near = text.get(from..text.floor_char_boundary(at + AHEAD))?;
    // Search forward first: the end tag is there.
    let found = near[at - from..].find(word).map(|found| at + found).or_else(|| Some(from + near.find(word)?))?;
    Some(Span::new(found, found + word.len()))
}

/// What the damaged markup is read as.
enum Piece {
    Text(Span),
    Start(Tag, Span, Vec<Attribute>),
    End(EndTag),
}

/// What stands at the damaged place once the edit is made, and the byte where the reading goes on.
fn pieces(text: &str, guess: &Guess, at: usize) -> Option<(Vec<Piece>, usize)> {
    let window = guess.window.as_bytes();
    let edit = guess.range.start - at;
    let behind = edit + guess.new.len();
    let mut pieces = Vec::new();
    let mut offset = 0;
    while offset < behind {
        if window.get(offset) != Some(&b'<') {
            let end = memchr(b'<', &window[offset..]).map_or(window.len(), |length| offset + length);
            text_pieces(guess, at, offset..end, &mut pieces);
            offset = end;
            continue;
        }
        let mut attributes = Vec::new();
        match simple::any_tag(window, offset, &mut attributes) {
            Some(Simple::Start(tag, span)) => {
                let name = verbatim(text, guess, at, tag.name)?;
                for attribute in &mut attributes {
                    attribute.name = verbatim(text, guess, at, attribute.name)?;
                    attribute.value = verbatim(text, guess, at, attribute.value)?;
                    attribute.whole = guess.span(at, attribute.whole);
                }
                pieces.push(Piece::Start(Tag { name, ..tag }, guess.span(at, span), attributes));
                offset = span.range().end;
            }
            Some(Simple::End(span, name)) => {
                let name = verbatim(text, guess, at, name)?;
                pieces.push(Piece::End(EndTag { tag: guess.span(at, span), name: Some(name), truncated: false }));
                offset = span.range().end;
            }
            None => return None,
        }
    }
    Some((pieces, guess.end(at, offset).max(guess.range.end)))
}

/// The text at `range` of the window, byte by byte where two were swapped.
fn text_pieces(guess: &Guess, at: usize, range: Range<usize>, pieces: &mut Vec<Piece>) {
    let edit = guess.range.start - at;
    // The end of a line means nothing beside the text before it.
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

/// The `<` that the text at byte `at` lacks to be an empty element.
fn empty_tag(text: &str, at: usize, known: &dyn Fn(&str) -> bool) -> Option<Guess> {
    let start = chars::space_end(text.as_bytes(), at);
    let end = start + memchr(b'>', text.as_bytes().get(start..text.len().min(start + LONGEST))?)? + 1;
    let window = format!("{}<{}", text.get(at..start)?, text.get(start..end)?);
    let Simple::Start(tag, _) = simple::any_tag(window.as_bytes(), start - at, &mut Vec::new())? else { return None };
    let found = tag.empty && known(window.at(tag.name));
    found.then(|| Guess { kind: Kind::Less, range: start..start, new: "<".to_owned(), window, reach: usize::MAX })
}

impl Walker<'_, '_> {
    /// Finds out what happened to the markup at byte `at`, where text or a tag starts that is not as expected, reports it, and
    /// reads on as if it had not happened. False when the markup is sound, or nothing explains what is wrong.
    #[cold]
    pub(super) fn undo(&mut self, at: usize, one: bool, reporter: &mut Reporter<'_>) -> bool {
        if self.phase != Phase::Root
            || self.swallowed
            || self.doctype.is_some()
            || self.patience == 0
            || self.is_literal()
        {
            return false;
        }
        let text = self.text;
        let limit = text.floor_char_boundary(at + AHEAD);
        let near = &self.stack[self.stack.len().saturating_sub(SEARCH)..];
        let levels =
            near.iter().map(|open| Level { name: text.at(open.name), text: open.has_text, child: open.has_child });
        let mut stack: Vec<Level<'_>> = levels.collect();
        if let Some(top) = stack.last_mut() {
            top.child |= !self.handler.in_value();
        }
        let reach = follow(&text[..limit], at, &stack, Strictness::Xml, one);
        let known = |name: &str| self.handler.knows(name);
        let (fault, stop) = match reach {
            Reach::Fault { tag, stop } => (tag, stop),
            Reach::Unknown => return false,
            Reach::Clean(_) | Reach::Open => {
                let end = if let Reach::Clean(end) = reach { end } else { limit };
                let guess = if stack.last().is_some_and(|top| top.child) { empty_tag(text, at, &known) } else { None };
                self.patience = self.patience.saturating_sub(end - at);
                return guess.is_some_and(|guess| self.make(&guess, at, None, reporter));
            }
        };
        let end = text.floor_char_boundary((fault + BEHIND).min(text.len()));
        let search =
            Search { text, at, end, fault, stack: &stack, known: &known, window: String::new(), best: None, tried: 0 };
        let (guess, tried) = search.run();
        self.patience = self.patience.saturating_sub(fault - at + tried);
        let Some(guess) = guess else { return false };
        self.make(&guess, at, Some((fault, stop)), reporter)
    }

    /// Reports what happened, and reads on as if it had not; with the tag and the byte at which a parser stops, if one does.
    fn make(&mut self, guess: &Guess, at: usize, fault: Option<(usize, usize)>, reporter: &mut Reporter<'_>) -> bool {
        let Some((pieces, resume)) = pieces(self.text, guess, at) else { return false };
        let found = self.describe(guess, fault);
        match fault {
            Some(_) => self.recover(found, at, reporter),
            None => reporter.report(found),
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

    /// The finding for what happened.
    fn describe(&self, guess: &Guess, fault: Option<(usize, usize)>) -> Diagnostic {
        let well_formed = fault.is_none();
        let (fault, stop) = fault.unwrap_or_default();
        let text = self.text;
        let Range { start, end } = guess.range.clone();
        let edit = Edit::replace(Span::new(start, end), guess.new.clone());
        let slash = usize::from(text.as_bytes().get(start) == Some(&b'/'));
        let top = self.stack.last().map(|open| open.name);
        let found = match (guess.kind, top) {
            (Kind::Less, _) => {
                let name = chars::name_end(text, start + slash);
                let name = Span::new(start, if text.as_bytes().get(name) == Some(&b'>') { name + 1 } else { name });
                if well_formed {
                    let parent = top.unwrap_or_default();
                    rules::structure_unexpected_text::tag(name, name, parent)
                } else {
                    rules::xml_malformed_tag::no_start(name, name)
                }
            }
            (Kind::EndSlash, Some(top)) => {
                let name = Span::new(start, chars::name_end(text, start));
                rules::xml_unclosed_element(top, top).related(name, "probably its end tag")
            }
            (Kind::StartName, _) => {
                let name = Span::new(start, end);
                let close = Span::new(fault + 2, chars::name_end(text, fault + 2));
                let found = rules::xml_mismatched_tag::start_misspelled(name, close, name);
                found.related(close, "closed here")
            }
            (Kind::EndName, Some(top)) => {
                let name = Span::new(start, end);
                let case = text[start..end].eq_ignore_ascii_case(text.at(top));
                let message = if case { rules::xml_mismatched_tag::case } else { rules::xml_mismatched_tag };
                message(name, name, top).related(top, "opened here")
            }
            (Kind::Escape, _) => {
                let less = Span::new(start, end);
                rules::xml_unescaped_less_than(less)
            }
            (kind, _) => {
                let before = &text[..start.max(self.tokens.at()).min(text.len())];
                let tag = before.rfind('<').unwrap_or(start);
                let rest = text.as_bytes().at(tag + 1..);
                let close = memchr::memchr2(b'>', b'<', rest).map_or(text.len(), |at| tag + 1 + at);
                let close = close + usize::from(text.as_bytes().get(close) == Some(&b'>'));
                let whole = Span::new(tag, end_of_line_within(text, tag, close));
                match kind {
                    Kind::EmptySlash => {
                        let name = Span::new(tag + 1, chars::name_end(text, tag + 1));
                        rules::xml_unclosed_element::self_closing(name, name)
                    }
                    Kind::Greater => {
                        let shown = Span::new(tag, start.max(tag + 1));
                        rules::xml_malformed_tag::no_end(shown, shown)
                    }
                    _ => {
                        let from = stop.min(start).clamp(tag, whole.range().end.saturating_sub(1).max(tag));
                        let shown = Span::new(from, whole.range().end.max(from + 1));
                        rules::xml_malformed_tag(shown, whole)
                    }
                }
            }
        };
        found.suggest(edit)
    }
}
