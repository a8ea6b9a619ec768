//! CDATA sections that are cut, or whose start is misspelled.

use super::{AHEAD, EndTag, Mode, Walker};
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::xml::chars;

const START: &str = "<![CDATA[";
const END: &str = "]]>";

impl Walker<'_, '_> {
    /// Reads a section in a value that goes on beyond the end tag of the value as if it ended there. False if it does not,
    /// or if the text is well-formed. `section` is the section, or its start if it has no end.
    pub(super) fn cut_section(&mut self, section: Span, reporter: &mut Reporter<'_>) -> bool {
        let text = self.text;
        let start = section.range().start;
        // Fast path: most sections contain no tag.
        if section.len() > START.len() && !text.at(section).contains("</") {
            return false;
        }
        let from = start + START.len();
        if self.is_literal() || self.mode == Mode::Sound || self.lookahead == 0 || !self.handler.in_value() {
            return false;
        }
        let Some((close, tag_end)) = self.own_end(from) else { return false };
        let content = text.at(from..close);
        // The end tag of another value proves nothing.
        if content.contains('<') || content.contains(END) {
            return false;
        }
        self.lookahead = self.lookahead.saturating_sub(close - start);
        if self.mode != Mode::Diverged && self.stop_from(start).is_none() {
            self.mode = Mode::Sound;
            return false;
        }
        // What is left of the end.
        let written = content.trim_end();
        let kept = written.trim_end_matches([']', '>', ' ']);
        let kept = if kept.len() + 1 < written.len() || written.ends_with(['>', ']']) { kept } else { written };
        let (end, left) = (from + kept.len(), from + written.len());
        let opening = Span::new(start, from);
        let mut edits = vec![Edit::replace(Span::new(end, left), END)];
        let is_behind = text.at(tag_end..).starts_with(END);
        if is_behind {
            edits.push(Edit::delete(Span::new(tag_end, tag_end + END.len())));
        }
        let found = rules::xml_unterminated_construct::cdata(opening, opening).suggest(edits);
        self.recover(found, Span::new(start, tag_end), reporter);
        self.mark_text();
        self.handler.cut_cdata(Span::new(from, end));
        if is_behind {
            let tag = Span::new(close, tag_end);
            self.close(EndTag { tag, name: None, truncated: false }, reporter);
            self.tokens.restart(tag_end + END.len());
        } else {
            self.tokens.restart(close);
        }
        true
    }

    /// Reads a section in a value at byte `start` whose start is misspelled, as in `<![cdata[`. False if there is none.
    pub(super) fn misspelled_section(&mut self, start: usize, reporter: &mut Reporter<'_>) -> bool {
        let text = self.text;
        if self.is_literal() || !self.handler.in_value() {
            return false;
        }
        let Some(from) = misspelled_start(text, start) else { return false };
        let Some((close, _)) = self.own_end(from) else { return false };
        let Some(length) = text.at(from..close).find(END) else { return false };
        let opening = Span::new(start, from);
        let found = rules::xml_not_well_formed::cdata(opening, opening).suggest(Edit::replace(opening, START));
        self.recover(found, Span::new(start, from + length + END.len()), reporter);
        self.mark_text();
        self.handler.cut_cdata(Span::new(from, from + length));
        self.tokens.restart(from + length + END.len());
        true
    }

    /// The next end tag of the innermost element, if it is near.
    fn own_end(&self, from: usize) -> Option<(usize, usize)> {
        let name = self.text.at(self.stack.last()?.name);
        let near = self.text.at(from..self.text.floor_char_boundary(from + AHEAD));
        let tag = format!("</{name}>");
        let at = from + near.find(&tag)?;
        Some((at, at + tag.len()))
    }
}

/// The end of a misspelled start of a section at byte `start`.
fn misspelled_start(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = start + 1;
    let mut signs = 0;
    for sign in [b'!', b'['] {
        at = chars::space_end(bytes, at);
        if bytes.get(at) == Some(&sign) {
            at += 1;
            signs += 1;
        }
    }
    at = chars::space_end(bytes, at);
    if signs == 0 || !text.get(at..at + 5)?.eq_ignore_ascii_case("cdata") {
        return None;
    }
    at += 5;
    let behind = chars::space_end(bytes, at);
    Some(if bytes.get(behind) == Some(&b'[') { behind + 1 } else { at })
}
