//! The search for the edit that undoes damage to markup.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem};

use super::AHEAD;
use crate::span::{At, Span};
use crate::value::is_space;
use crate::value::spelling::distance;
use crate::xml::chars;
use crate::xml::simple::{self, SimpleTag};
use crate::xml::tag::SMART_QUOTES;
use crate::xml::walk::ahead::{Level, Reach, Strictness, follow};

/// The maximum number of bytes of a tag in which edits are tried.
const LONGEST: usize = 512;

/// The damage to the markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Damage {
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
    /// Other damage within a tag.
    Tag,
}

/// An edit that replaces `range` of the text with `new`.
#[derive(Debug)]
pub(super) struct Guess {
    pub(super) damage: Damage,
    pub(super) range: Range<usize>,
    pub(super) new: String,
    /// The text from the start of the search, with the edit.
    pub(super) window: String,
    /// The byte up to which the edited markup is free of faults.
    pub(super) reach: usize,
}

/// The search for an edit.
pub(super) struct Search<'t> {
    text: &'t str,
    /// The start of the examined text or tag.
    at: usize,
    /// The end of the examined text.
    end: usize,
    /// The byte of the tag at which a parser stops.
    fault: usize,
    stack: &'t [Level<'t>],
    /// True for a name that sitemaps or feeds use.
    known: &'t dyn Fn(&str) -> bool,
    window: String,
    best: Option<Guess>,
    /// The approximate number of bytes that the attempts have read.
    tried: usize,
}

impl<'t> Search<'t> {
    /// Searches for damage in the range `looked_at`; a parser stops at the tag at byte `fault`.
    pub(super) fn new(
        text: &'t str,
        looked_at: Range<usize>,
        fault: usize,
        stack: &'t [Level<'t>],
        known: &'t dyn Fn(&str) -> bool,
    ) -> Self {
        let Range { start: at, end } = looked_at;
        Self { text, at, end, fault, stack, known, window: String::new(), best: None, tried: 0 }
    }

    /// Tries an edit; true if no better one is possible.
    fn attempt(&mut self, damage: Damage, range: Range<usize>, new: &str) -> bool {
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
        // Most edits fail early.
        self.tried += before.len() / 8 + 64;
        let reach = match reach {
            // At the end of the file, no element may be open.
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
            self.best = Some(Guess { damage, range, new: new.to_owned(), window, reach });
        }
        reach == usize::MAX
    }

    /// Tries all likely edits, lost characters first. Also returns the approximate number of bytes read.
    pub(super) fn run(mut self) -> (Option<Guess>, usize) {
        if let Some(tag) = memchr(b'<', self.text.as_bytes().at(self.at..self.end)) {
            let tag = self.at + tag;
            let _ = self.lost_less(tag) || self.tag(tag);
        }
        (self.best, self.tried)
    }

    /// Tries a `<` in the text before `tag`: before a name that a `>` follows, or at the start of the text.
    fn lost_less(&mut self, tag: usize) -> bool {
        let text = self.text;
        let bytes = text.as_bytes();
        let from = chars::space_end(bytes, self.at);
        let mut places = vec![from];
        for greater in memchr_iter(b'>', bytes.at(self.at..tag)).map(|at| self.at + at) {
            let name = bytes.at(from..greater).iter().rev().take_while(|byte| chars::is_ascii_name(**byte)).count();
            let start = greater - name;
            if name > 0 {
                if start > from && bytes.get(start - 1) == Some(&b'/') {
                    places.push(start - 1);
                }
                places.push(start);
            }
        }
        places.truncate(16);
        from < tag && places.into_iter().any(|place| self.attempt(Damage::Less, place..place, "<"))
    }

    /// Tries edits of the tag that starts at byte `tag`.
    fn tag(&mut self, tag: usize) -> bool {
        let text = self.text;
        let bytes = text.as_bytes();
        let stop = bytes.at(tag + 1..self.end).iter().position(|byte| matches!(byte, b'<' | b'>'));
        let end = stop.map_or(self.end, |at| tag + 1 + at + usize::from(bytes.get(tag + 1 + at) == Some(&b'>')));
        let end = text.floor_char_boundary(end.min(tag + LONGEST));
        let closing = bytes.get(tag + 1) == Some(&b'/');
        let name_start = tag + 1 + usize::from(closing);
        let name_end = chars::name_end(text.at(..end), name_start);
        let name = text.at(name_start..name_end);
        // The tag has no `>` of its own.
        let unclosed = bytes.get(end) == Some(&b'<') && bytes.get(end - 1) != Some(&b'>');
        let special = |at: usize| bytes.get(at).is_some_and(|&byte| is_space(byte) || b"<>/=\"'".contains(&byte));
        let top = self.stack.last().map_or("", |top| top.name);
        // The name of the next end tag is probably that of the element that starts here.
        let next = memmem::find(bytes.at(tag + 1..self.end), b"</").map_or(self.end, |at| tag + 1 + at + 2);
        let next = text.at(next..chars::name_end(text, next).min(self.end).max(next));

        // JSON escapes slashes.
        if bytes.at(tag + 1..end).starts_with(b"\\/") && self.attempt(Damage::Tag, tag + 1..tag + 2, "") {
            return true;
        }
        // `< /loc>`: a space too many.
        let space = chars::space_end(bytes.at(..end), tag + 1);
        if space > tag + 1 && bytes.get(space) == Some(&b'/') && self.attempt(Damage::Tag, tag + 1..space, "") {
            return true;
        }
        for known in [top, next] {
            let behind = name_start + known.len();
            let begins = !known.is_empty() && name.len() > known.len() && name.starts_with(known);
            if begins
                && (unclosed && self.attempt(Damage::Greater, behind..behind, ">")
                    || self.attempt(Damage::Tag, behind..behind, " "))
            {
                return true;
            }
        }
        // `2024-06-11/<lastmod>`: in a URL, a slash may be the last character.
        let slash = tag > self.at && memchr(b'/', bytes.at(self.at..tag)) == Some(tag - 1 - self.at);
        if slash && self.swapped(tag - 1) {
            return true;
        }
        if !closing && self.attempt(Damage::EndSlash, tag + 1..tag + 1, "/") {
            return true;
        }
        if bytes.get(end - 1) == Some(&b'>') && self.attempt(Damage::EmptySlash, end - 1..end - 1, "/") {
            return true;
        }
        // `rel="alternate "hreflang="de"`: probably swapped, not lost.
        let mut quotes = (name_end..end - 1).filter(|&at| matches!(bytes.at(at..at + 2), b" \"" | b"\" "));
        if quotes.any(|at| self.swapped(at)) {
            return true;
        }
        // `rel=“alternate"`, `hreflang="de'`: two kinds of quotes.
        let smart = text.at(name_end..end).char_indices().find(|(_, character)| SMART_QUOTES.contains(character));
        let smart = smart.map(|(at, character)| name_end + at..name_end + at + character.len_utf8());
        if smart.is_some_and(|range| self.attempt(Damage::Tag, range, "\"")) {
            return true;
        }
        let other = |at: usize| match bytes.get(at) {
            Some(b'\'') => Some("\""),
            Some(b'"') => Some("'"),
            _ => None,
        };
        let closing_quotes = (name_end..end).filter(|&at| special(at + 1)).filter_map(|at| Some((at, other(at)?)));
        if closing_quotes.into_iter().any(|(at, quote)| self.attempt(Damage::Tag, at..at + 1, quote)) {
            return true;
        }
        for at in name_end..=end {
            let attribute = memmem::find(bytes.at(at..end), b"=\"").is_some();
            if !special(at) && !special(at - 1) {
                continue;
            }
            let lost = [(Damage::Greater, ">"), (Damage::Tag, "\""), (Damage::Tag, "="), (Damage::Tag, " ")];
            if lost
                .into_iter()
                .skip(usize::from(!unclosed || attribute))
                .any(|(damage, byte)| self.attempt(damage, at..at, byte))
            {
                return true;
            }
        }
        if !closing && self.glued(name_start, name_end) {
            return true;
        }
        let doubled = |at: usize| bytes.get(at + 1) == bytes.get(at);
        if (tag..end).any(|at| doubled(at) && self.attempt(Damage::Tag, at..at + 1, "")) {
            return true;
        }
        for at in self.at.max(tag.saturating_sub(1))..(end + 1).min(self.end - 1) {
            if (at <= name_end || special(at) || special(at + 1)) && self.swapped(at) {
                return true;
            }
        }
        // A line end may have two bytes.
        let surplus = |at: usize| special(at) && !matches!(bytes.get(at), Some(b'\r' | b'\n'));
        if (tag + 1..end).any(|at| surplus(at) && self.attempt(Damage::Tag, at..at + 1, "")) {
            return true;
        }
        let near = |right: &str| !right.is_empty() && distance(name, right) <= 1.max(right.len().max(name.len()) / 4);
        if closing && near(top) && self.attempt(Damage::EndName, name_start..name_end, top) {
            return true;
        }
        let stops_at = self.text.get(self.fault + 2..).filter(|_| bytes.get(self.fault + 1) == Some(&b'/'));
        let stops_at = stops_at.map_or("", |rest| rest.at(..chars::name_end(rest, 0)));
        let right = (self.known)(stops_at) || !(self.known)(name);
        if !closing
            && right
            && near(stops_at)
            && name != stops_at
            && self.attempt(Damage::StartName, name_start..name_end, stops_at)
        {
            return true;
        }
        self.attempt(Damage::Escape, tag..tag + 1, "&lt;")
    }

    /// Tries a space between an element's name and its first attribute, if one of the two occurs nearby.
    fn glued(&mut self, start: usize, end: usize) -> bool {
        let text = self.text;
        let around = text.as_bytes().at(text.floor_char_boundary(start.saturating_sub(AHEAD))..self.end);
        let is_used = |before: &str, name: &str, after: &str| {
            memmem::find(around, format!("{before}{name}{after}").as_bytes()).is_some()
        };
        text.as_bytes().get(end) == Some(&b'=')
            && (start + 1..end).any(|at| {
                let (Some(before), Some(after)) = (text.get(start..at), text.get(at..end)) else { return false };
                (is_used(" ", after, "=") || is_used("<", before, " ")) && self.attempt(Damage::Tag, at..at, " ")
            })
    }

    /// Tries to swap the bytes at `at`; a `<` also with a line end of two bytes.
    fn swapped(&mut self, at: usize) -> bool {
        let Some(rest) = self.text.get(at..) else { return false };
        let line = ["\r\n", "\n", "\r"]
            .into_iter()
            .find(|line| rest.strip_prefix('<').is_some_and(|rest| rest.starts_with(line)));
        if let Some(line) = line {
            return self.attempt(Damage::Tag, at..at + 1 + line.len(), &format!("{line}<"));
        }
        let pair = rest.get(..2).filter(|pair| pair.is_ascii() && !pair.contains(['\r', '\n']));
        let Some(swapped) = pair.map(|pair| pair.chars().rev().collect::<String>()) else { return false };
        pair != Some(&swapped) && self.attempt(Damage::Tag, at..at + 2, &swapped)
    }
}

impl Guess {
    /// The offset in the text, which begins at `at`, of a span that starts at byte `offset` of the window.
    fn start(&self, at: usize, offset: usize) -> usize {
        self.place(at, offset, offset >= self.range.start - at)
    }

    /// As [`start`](Self::start), for the end of a span.
    pub(super) fn end(&self, at: usize, offset: usize) -> usize {
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

    pub(super) fn span(&self, at: usize, span: Span) -> Span {
        let start = self.start(at, span.start as usize);
        Span::new(start, self.end(at, span.end as usize).max(start))
    }
}

/// The edit that adds a missing `<` to the text at byte `at`, if the result is an empty element.
pub(super) fn empty_tag(text: &str, at: usize, known: &dyn Fn(&str) -> bool) -> Option<Guess> {
    let start = chars::space_end(text.as_bytes(), at);
    let end = start + memchr(b'>', text.as_bytes().get(start..text.len().min(start + LONGEST))?)? + 1;
    let window = format!("{}<{}", text.get(at..start)?, text.get(start..end)?);
    let SimpleTag::Start(tag, _) = simple::any_tag(window.as_bytes(), start - at, &mut Vec::new())? else {
        return None;
    };
    let found = tag.empty && known(window.at(tag.name));
    found.then(|| Guess { damage: Damage::Less, range: start..start, new: "<".to_owned(), window, reach: usize::MAX })
}
