//! Elements whose tags are missing, misspelled or redundant: closed or opened as most likely intended.

use super::misc::shown;
use super::{AHEAD, EndTag, OpenElement, Phase, Walker};
use crate::diagnostic::{Diagnostic, Edit};
use crate::elements::{is_root_or_entry, is_value};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::is_blank;
use crate::xml::chars;
use crate::xml::tag::Tag;
use crate::xml::tokens::{Token, Tokens};

/// The number of open elements among which the start tag of an end tag is searched, so that deep nesting costs no more
/// time.
pub(super) const SEARCH: usize = 64;

impl Walker<'_, '_> {
    /// The number of open elements that probably end before an element called `name`, without end tags.
    pub(super) fn forgotten(&self, name: &str) -> usize {
        // Fast path: most elements of extensions end with other letters.
        if !matches!(name.as_bytes().last(), Some(b'c' | b'd' | b'l' | b'p' | b'q' | b't' | b'x' | b'y')) {
            return 0;
        }
        let local = || memchr::memrchr(b':', name.as_bytes()).and_then(|colon| name.get(colon + 1..)).unwrap_or(name);
        // `<loc>...<lastmod>`: a value cannot contain another one.
        if self.stack.last().is_some_and(|open| is_value(self.text.at(open.name))) && is_value(local()) {
            return 1;
        }
        if name.ends_with('c') || !is_root_or_entry(local()) {
            return 0;
        }
        let above = self.stack.iter().rev().take(4);
        above.into_iter().position(|open| self.text.at(open.name) == name).map_or(0, |index| index + 1)
    }

    /// True for `<loc>...<loc></url>`: a start tag that was meant as an end tag.
    pub(super) fn is_missing_slash(&self, name: &str, span: Span) -> bool {
        !self.is_literal()
            && self.stack.last().is_some_and(|top| top.has_text && self.text.at(top.name) == name)
            && is_value(name)
            && self.attributes.is_empty()
            && self.text.at(span.range().end..).trim_start().starts_with('<')
            && self.mismatch_follows(name, span.range().end)
    }

    /// True if an element called `name` at byte `at` would lead to a mismatched end tag soon after it, so that the text
    /// is not well-formed in any case.
    fn mismatch_follows(&self, name: &str, at: usize) -> bool {
        let head = self.text.at(..self.text.floor_char_boundary(at + AHEAD));
        let mut open = vec![name];
        for token in Tokens::new(head, at) {
            match token {
                Token::Start(tag) if head.as_bytes().at(tag).ends_with(b"/>") => {}
                Token::Start(tag) => {
                    let start = tag.start as usize + 1;
                    open.push(head.at(start..chars::name_end(head, start)));
                }
                Token::End(tag) => {
                    let start = tag.start as usize + 2;
                    if open.pop().is_some_and(|open| open != head.at(start..chars::name_end(head, start))) {
                        return true;
                    }
                }
                Token::Text(_) | Token::Comment(_) | Token::Cdata(_) | Token::Instruction(_) => {}
                // Malformed markup, or markup cut off at the end of the examined text, is inconclusive.
                _ => return false,
            }
            if open.is_empty() {
                return false;
            }
        }
        false
    }

    pub(super) fn missing_slash(&mut self, name: Span, span: Span, reporter: &mut Reporter<'_>) {
        if let Some(top) = self.stack.last() {
            let found = rules::xml_unclosed_element(top.name, top.name)
                .related(name, "probably its end tag")
                .suggest(Edit::insert(name.start as usize, "/"));
            self.recover(found, span, reporter);
        }
        self.pop(EndTag { tag: span, name: Some(name), truncated: false }, reporter);
    }

    pub(super) fn second_root(&mut self, name: Span, tag: Span, reporter: &mut Reporter<'_>) {
        let Some((first, end)) = self.root_end else { return };
        if self.extra_root {
            reporter.stops_at(tag.start);
            return;
        }
        self.extra_root = true;
        let written = self.text.at(name);
        let found = if self.text.at(first) == written {
            rules::xml_multiple_roots(name, name).suggest(Edit::delete(Span { start: end.start, end: tag.end }))
        } else if is_root_or_entry(written) {
            rules::xml_multiple_roots::element_after_end(name, name)
        } else {
            rules::xml_multiple_roots(name, name)
        };
        let found = found.related(end, "the first root ends here");
        reporter.recovered(end.to(tag));
        let at = self.declared_again.map_or(tag.start, |declaration| declaration.start);
        reporter.fatal(found, at);
    }

    /// Handles an end tag that closes an outer element, so that the elements within lack their end tags.
    pub(super) fn close_forgotten(&mut self, depth: usize, end: EndTag, name: Span, reporter: &mut Reporter<'_>) {
        if depth == 1 && (self.close_swapped(end, name, reporter) || self.close_misnamed(end, name, reporter)) {
            return;
        }
        let place = Span::at(end.tag.start as usize);
        let mut is_reported = false;
        for _ in 0..depth {
            let Some(open) = self.stack.last().copied() else { break };
            let block = !is_value(self.text.at(open.name));
            if let (Some(place), true) = (open.reopened, block) {
                reporter.fatal(self.unclosed(open, place), end.tag.start);
            } else if !is_reported {
                is_reported = true;
                let next = open.reopened.map_or(place.start as usize, |inner| inner.start as usize - 1);
                let before = self.text.at(..next).trim_end().len();
                let missing = format!("</{}>", self.text.at(open.name));
                let found = rules::xml_mismatched_tag::inner_open(name, name, open.name)
                    .related(open.name, "opened here")
                    .suggest(Edit::insert(before, missing));
                reporter.fatal(found, end.tag.start);
            }
            // The element ends here without a tag, even if an element of the same name opened inside it.
            self.pop(EndTag { tag: place, name: None, truncated: false }, reporter);
        }
        self.close(end, reporter);
    }

    /// Handles `</url></loc>`: the end tags of an element and of its parent, in the wrong order. False for others.
    fn close_swapped(&mut self, end: EndTag, name: Span, reporter: &mut Reporter<'_>) -> bool {
        let Some(inner) = self.stack.last().copied().filter(|_| !self.is_literal()) else { return false };
        let at = chars::space_end(self.text.as_bytes(), end.tag.range().end);
        let written = self.text.at(inner.name);
        let rest = self.text.at(at..).strip_prefix("</").and_then(|rest| rest.strip_prefix(written));
        let Some(rest) = rest.filter(|rest| rest.starts_with('>')) else { return false };
        let second = Span::new(at, self.text.len() - rest.len() + 1);
        let second_name = Span::new(at + 2, at + 2 + written.len());
        let edits =
            vec![Edit::replace(name, written.to_owned()), Edit::replace(second_name, self.text.at(name).to_owned())];
        let found = rules::xml_mismatched_tag::swapped(name, name, inner.name);
        self.recover(found.related(second_name, "swapped with this").suggest(edits), end.tag.to(second), reporter);
        self.close(EndTag { name: None, ..end }, reporter);
        self.close(EndTag { tag: second, name: None, truncated: false }, reporter);
        self.tokens.restart(second.range().end);
        true
    }

    /// Handles `</loc>…<loc>`: the tags of a value in the wrong order. False for others.
    pub(super) fn reversed_value(&mut self, end: EndTag, name: Span, reporter: &mut Reporter<'_>) -> bool {
        let (written, from) = (self.text.at(name), end.tag.range().end);
        if self.handler.in_value() || !is_value(written) || self.is_literal() || self.lookahead == 0 {
            return false;
        }
        let near = self.text.at(from..self.text.floor_char_boundary(from + AHEAD));
        let Some(length) = memchr::memchr(b'<', near.as_bytes()).filter(|&at| !is_blank(near.as_bytes().at(..at)))
        else {
            return false;
        };
        let at = from + length;
        let rest = near.at(length + 1..).strip_prefix(written);
        self.lookahead = self.lookahead.saturating_sub(2 * AHEAD);
        // An element that ends would not be a misplaced end tag.
        if !rest.is_some_and(|rest| rest.starts_with('>')) || !self.mismatch_follows(written, at + written.len() + 2) {
            return false;
        }
        let second = Span::new(at, at + written.len() + 2);
        let second_name = Span::new(at + 1, at + 1 + written.len());
        let edits =
            vec![Edit::delete(Span::new(end.tag.range().start + 1, name.range().start)), Edit::insert(at + 1, "/")];
        let found = rules::xml_mismatched_tag::reversed(name, name, name);
        self.recover(found.related(second_name, "swapped with this").suggest(edits), end.tag.to(second), reporter);
        self.attributes.clear();
        self.enter(Tag { name, empty: false }, end.tag, false, reporter);
        self.character_data(Span::new(from, at), reporter);
        self.close(EndTag { tag: second, name: None, truncated: false }, reporter);
        self.tokens.restart(second.range().end);
        true
    }

    /// Handles `<loc>…</url>` before another `</url>`: the end tag of a value with the name of its entry. False for others.
    fn close_misnamed(&mut self, end: EndTag, name: Span, reporter: &mut Reporter<'_>) -> bool {
        let [.., root, _, value] = *self.stack else { return false };
        let (meant, after) = (self.text.at(value.name), end.tag.range().end);
        if !is_value(meant) || self.is_literal() || self.lookahead == 0 {
            return false;
        }
        self.lookahead = self.lookahead.saturating_sub(2 * AHEAD);
        if self.mismatch_follows(self.text.at(name), after) || !self.mismatch_follows(self.text.at(root.name), after) {
            return false;
        }
        let found = rules::xml_mismatched_tag(name, name, value.name).related(value.name, "opened here");
        self.recover(found.suggest(Edit::replace(name, meant.to_owned())), end.tag, reporter);
        self.close(EndTag { name: None, ..end }, reporter);
        true
    }

    /// The name in the end tag of the next element, if that has the name of the element `top`, and the element is called
    /// `written`: the end tags of two values in the wrong order.
    pub(super) fn swapped_name(&self, top: OpenElement, written: &str, after: usize) -> Option<Span> {
        let near = self.text.at(..self.text.floor_char_boundary(after + AHEAD));
        let start = chars::space_end(near.as_bytes(), after);
        let rest = near.get(start..)?.strip_prefix('<')?.strip_prefix(written)?.strip_prefix('>')?;
        let end = rest.find('<')?;
        let name = self.text.at(top.name);
        rest.at(end..).strip_prefix("</")?.strip_prefix(name)?.strip_prefix('>')?;
        let at = near.len() - rest.len() + end + 2;
        Some(Span::new(at, at + name.len()))
    }

    /// True for an element of an extension that begins in a value of the protocol, if that has no end tag.
    pub(super) fn is_unclosed_value(&mut self, name: &str, span: Span) -> bool {
        let Some(top) = self.stack.last().filter(|top| top.has_text && name.contains(':')) else { return false };
        let open = self.text.at(top.name);
        if !is_value(open) || self.is_literal() || self.lookahead == 0 {
            return false;
        }
        self.lookahead = self.lookahead.saturating_sub(AHEAD);
        self.mismatch_follows(open, span.range().start)
    }

    /// Handles the start of an end tag in a value, as in `2024-06-01</l`, before another tag. False for others.
    pub(super) fn close_cut(&mut self, span: Span, reporter: &mut Reporter<'_>) -> bool {
        let text = self.text;
        let Some(top) = self.stack.last().copied().filter(|top| top.has_text && !self.is_literal()) else {
            return false;
        };
        let open = text.at(top.name);
        let written = text.at(span).trim_end();
        let end = format!("</{open}>");
        let next = chars::space_end(text.as_bytes(), span.range().start + written.len());
        let is_cut = self.phase == Phase::Root
            && is_value(open)
            && end.len() > written.len()
            && end.starts_with(written)
            && text.as_bytes().get(next) == Some(&b'<')
            && self.lookahead > 0;
        if !is_cut {
            return false;
        }
        self.lookahead = self.lookahead.saturating_sub(AHEAD);
        if !self.mismatch_follows(open, next) {
            return false;
        }
        let tag = Span::new(span.range().start, span.range().start + written.len());
        let found = rules::xml_malformed_tag(tag, tag).suggest(Edit::replace(tag, end));
        self.recover(found, tag, reporter);
        self.close(EndTag { tag, name: None, truncated: false }, reporter);
        self.tokens.restart(tag.range().end);
        true
    }

    pub(super) fn unclosed(&self, open: OpenElement, next: Span) -> Diagnostic {
        let before = self.text.at(..next.start as usize - 1).trim_end().len();
        rules::xml_unclosed_element(open.name, open.name)
            .related(next, "must end before this")
            .suggest(Edit::insert(before, format!("</{}>", self.text.at(open.name))))
    }

    /// True if an end tag that matches no open element is probably a misspelled one of the innermost.
    pub(super) fn is_typo(&self, top: OpenElement, written: &str, span: Span) -> bool {
        let opened = self.text.at(top.name);
        if top.has_child {
            return opened.eq_ignore_ascii_case(written)
                || crate::value::spelling::distance(opened, written) <= 1 + opened.len() / 4;
        }
        // `<loc>x</b></loc>`: the right end tag follows, so this one is redundant.
        let rest = self.text.at(span.range().end..).trim_start();
        let follows = rest.strip_prefix("</").and_then(|rest| rest.strip_prefix(opened));
        !follows.is_some_and(|rest| rest.trim_start().starts_with('>'))
    }

    pub(super) fn unexpected(span: Span, name: Span, reporter: &mut Reporter<'_>) {
        let found = rules::xml_unexpected_end_tag(span, name).suggest(Edit::delete(span));
        reporter.recovered(span);
        reporter.fatal(found, span.start);
    }

    /// Handles the end of the text: all open elements lack their end tags.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        let eof = self.text.len();
        if self.partial {
            self.abandon(reporter);
            return;
        }
        if let (Phase::Prolog, Some(at)) = (self.phase, self.cut) {
            let begun = shown(self.text, Span::new(at, eof), 40);
            let found = rules::xml_unclosed_element::truncated_tag(begun, begun);
            reporter.fatal(found, eof as u32);
            return;
        }
        if self.phase == Phase::Prolog {
            let at = Span::at(eof);
            reporter.fatal(rules::xml_not_well_formed::no_root(at), eof as u32);
            return;
        }
        if self.stack.is_empty() {
            return;
        }
        let tail = self.text.trim_end().len();
        if let (Some(at), [root]) = (self.cut, &*self.stack)
            && self.text.at(at..tail).strip_prefix("</") == Some(self.text.at(root.name))
        {
            let tag = Span::new(at, tail);
            reporter.recovered(tag);
            reporter.fatal(rules::xml_malformed_tag::no_end(tag, tag).suggest(Edit::insert(tail, ">")), eof as u32);
            self.close(EndTag { tag, name: None, truncated: false }, reporter);
            return;
        }
        reporter.stops_at(eof as u32);
        let mut innermost: Option<Diagnostic> = None;
        let mut missing = String::new();
        for open in self.stack.iter().rev().take(SEARCH) {
            if let Some(next) = open.reopened {
                reporter.fatal(self.unclosed(*open, next), eof as u32);
                continue;
            }
            missing.push_str("</");
            missing.push_str(self.text.at(open.name));
            missing.push('>');
            innermost = Some(match innermost {
                None => rules::xml_unclosed_element::truncated(open.name, open.name),
                Some(found) if found.related.len() < 3 => found.related(open.name, "also not closed"),
                Some(found) => found,
            });
        }
        if let Some(mut found) = innermost {
            if self.cut.is_none() && self.text.at(..tail).ends_with('>') && self.stack.len() <= SEARCH {
                found = found.suggest(Edit::insert(tail, format!("\n{missing}")));
            }
            reporter.fatal(found, eof as u32);
        }
        self.abandon(reporter);
    }

    /// Ends all open elements without checking them.
    pub(super) fn abandon(&mut self, reporter: &mut Reporter<'_>) {
        let tag = Span::at(self.text.len());
        while self.stack.pop().is_some() {
            self.handler.end(EndTag { tag, name: None, truncated: true }, reporter);
        }
    }
}
