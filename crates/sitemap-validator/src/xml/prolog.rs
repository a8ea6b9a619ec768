//! What comes before a document, and characters that XML does not allow anywhere in it.

use memchr::memmem;

use super::mark::{self, Surroundings};
use super::walk::{literal, server_message, shown, stray_message};
use super::{chars, declaration};
use crate::diagnostic::Edit;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::FILLER;
use crate::span::{At, Span};
use crate::value::template::is_template_head;

/// Reports each character outside production `[2]` `Char` of XML 1.0, in any part of the file. True if there are any,
/// or byte order marks after byte `start`.
pub(crate) fn unclean_characters(text: &str, start: usize, reporter: &mut Reporter<'_>) -> bool {
    let bytes = text.as_bytes();
    let mut found = false;
    let mut at = 0;
    while let Some(next) = bytes.get(at..).and_then(chars::suspicious) {
        at += next;
        let Some(character) = text.at(at..).chars().next() else { break };
        if !chars::is_char(character) {
            found = true;
            let span = Span::new(at, at + character.len_utf8());
            let diagnostic = rules::xml_control_character(span, character);
            reporter.fatal(diagnostic.safe(Edit::delete(span)), span.start);
            if reporter.stopped() {
                break;
            }
        }
        found |= at >= start && character == '\u{FEFF}';
        at += character.len_utf8();
    }
    if reporter.wants(Rule::XmlDiscouragedCharacter) {
        discouraged_characters(text, reporter);
    }
    found
}

/// Reports characters that authors should avoid (XML 1.0 §2.2).
fn discouraged_characters(text: &str, reporter: &mut Reporter<'_>) {
    for (at, character) in text.char_indices() {
        let code = u32::from(character);
        let discouraged =
            matches!(code, 0x7F..=0x84 | 0x86..=0x9F | 0xFDD0..=0xFDEF) || code > 0xFFFF && code & 0xFFFE == 0xFFFE;
        if discouraged && character != FILLER {
            let span = Span::new(at, at + character.len_utf8());
            reporter.report(rules::xml_discouraged_character(span, character));
        }
    }
}

/// Reports text before a late XML declaration, and returns the byte at which the document starts.
pub(crate) fn before_declaration(text: &str, start: usize, late: Option<usize>, reporter: &mut Reporter<'_>) -> usize {
    // Characters that XML forbids are reported by another rule.
    let nothing = |next: char| matches!(next, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}') || !chars::is_char(next);
    let blank = text.at(start..).trim_start_matches(nothing);
    let at = if declaration::starts(blank) { text.len() - blank.len() } else { late.unwrap_or(start) };
    if at == start {
        return start;
    }
    let before = text.at(start..at);
    let whole = Span::new(start, at);
    let kept = before.trim_matches(nothing);
    if kept.is_empty() {
        let marks: Vec<usize> = memmem::find_iter(before.as_bytes(), "\u{FEFF}").collect();
        for mark in &marks {
            mark::misplaced_bom(start + mark, Surroundings::Outside, reporter);
        }
        if marks.is_empty() && before.contains([' ', '\t', '\r', '\n']) {
            let line = before.contains(['\n', '\r']);
            let message = if line {
                rules::xml_content_before_declaration
            } else {
                rules::xml_content_before_declaration::spaces
            };
            let found = message(whole)
                .related(Span::new(at, at + 5), "must be the very first characters of the file")
                .safe(Edit::delete(whole));
            reporter.fatal(found, at as u32);
        }
        return at;
    }
    let from = start + (kept.as_ptr() as usize - before.as_ptr() as usize);
    let run = shown(text, Span::new(from, from + kept.len()), 80);
    let markup = kept.starts_with('<');
    // A message between tags is more informative than the first tag.
    let message = server_message(kept).map_or(run, |at| shown(text, Span::new(from + at, from + kept.len()), 80));
    let found = if is_template_head(kept) {
        rules::xml_unprocessed_template(run, run)
    } else {
        stray_message(kept)(run, message)
            .related(Span::new(at, at + 5), "the document starts here")
            .suggest(Edit::delete(whole))
    };
    // A parser reads markup as the document, and a later byte order mark as text.
    let mark = || before.find('\u{FEFF}').map_or(from, |at| from.min(start + at)) as u32;
    let stop = if markup { literal::stop(text, from) } else { None };
    reporter.fatal(found, stop.unwrap_or_else(mark));
    at
}
