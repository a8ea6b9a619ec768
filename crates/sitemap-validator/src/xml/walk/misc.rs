//! Text around the root element: comments, instructions and the document type declaration (XML 1.0 §2.8, production
//! `[27]` `Misc`), and text that is not allowed there.

use memchr::memmem;

use super::ahead::{Reach, Strictness, follow};
use super::{Phase, Walker};
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span, end_of_line_within};
use crate::value::template::is_template_head;
use crate::xml::tokens::Opening;
use crate::xml::{chars, doctype};

impl Walker<'_, '_> {
    /// Records text outside the root element, without white space and byte order marks at its ends.
    pub(super) fn stray(&mut self, span: Span) {
        if self.swallowed {
            return;
        }
        let slice = self.text.at(span);
        // Characters that XML forbids are reported by another rule.
        let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}') || !chars::is_char(c);
        let kept = slice.trim_start_matches(blank);
        if kept.is_empty() {
            return;
        }
        let start = span.end as usize - kept.len();
        let end = start + kept.trim_end_matches(blank).len();
        let run = Span::new(start, end);
        self.stray = Some(self.stray.map_or(run, |earlier| earlier.to(run)));
    }

    pub(super) fn flush_stray(&mut self, reporter: &mut Reporter<'_>) {
        self.swallowed = false;
        let Some(run) = self.stray.take() else { return };
        let shown = shown(self.text, run, 80);
        let text = self.text.at(run);
        let found = match self.phase {
            Phase::Prolog if is_template_head(text) => rules::xml_unprocessed_template(shown, shown),
            // Without a root, the text is all there is.
            Phase::Prolog if self.text.at(run.range().end..).trim().is_empty() => stray_message(text)(shown, shown),
            Phase::Prolog => stray_message(text)(shown, shown).suggest(Edit::delete(run)),
            _ => rules::xml_content_after_root(shown, shown).suggest(Edit::delete(run)),
        };
        reporter.fatal(found, run.start);
    }

    pub(super) fn check_comment(&self, span: Span, reporter: &mut Reporter<'_>) {
        let (start, end) = (span.start as usize + 4, span.end as usize - 3);
        let body = self.text.as_bytes().at(start..end);
        let first = memmem::find(body, b"--").or_else(|| body.ends_with(b"-").then(|| body.len() - 1));
        let Some(first) = first else { return };
        let mut edits = Vec::new();
        for at in memchr::memchr_iter(b'-', body) {
            if body.get(at + 1).is_none_or(|next| *next == b'-') {
                edits.push(Edit::insert(start + at + 1, " "));
            }
        }
        let dashes = Span::new(start + first, start + first + 2);
        // The comment may end before the next one begins.
        if memmem::find(body, b"<!--").is_some() {
            reporter.recovered(span);
        }
        reporter.fatal(rules::xml_bad_comment(dashes).safe(edits), dashes.start);
    }

    pub(super) fn instruction(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        let body = self.text.at(span.start as usize + 2..span.end as usize - 2);
        let name = body.at(..chars::name_end(body, 0));
        let rest = body.at(name.len()..);
        if name == "xml" && self.phase == Phase::Epilog {
            // A second document follows, which is reported at its root element.
            self.declared_again.get_or_insert(span);
            reporter.stops_at(span.start);
            return;
        }
        let allowed = !name.is_empty()
            && !name.eq_ignore_ascii_case("xml")
            && (rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']));
        let template = name == "php" || body.starts_with('=') || body.starts_with("xml=");
        if !allowed {
            reporter.stops_at(span.start);
        }
        if template {
            reporter.report(rules::xml_unprocessed_template(shown(self.text, span, 40), span));
        } else if allowed {
            self.handler.instruction(span, reporter);
        } else {
            self.bad_instruction(span, reporter);
        }
    }

    fn bad_instruction(&self, span: Span, reporter: &mut Reporter<'_>) {
        let found = rules::xml_not_well_formed::instruction(shown(self.text, span, 40), span);
        reporter.recovered(span);
        reporter.fatal(found, span.start);
    }

    /// Reports a declaration after the root element that no second root element follows.
    pub(super) fn flush_declared_again(&mut self, reporter: &mut Reporter<'_>) {
        if let (Some(span), false) = (self.declared_again, self.extra_root) {
            self.bad_instruction(span, reporter);
        }
    }

    /// True if a document type declaration is allowed here.
    fn may_have_doctype(&self) -> bool {
        self.phase == Phase::Prolog && self.doctype.is_none()
    }

    pub(super) fn doctype(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        if self.may_have_doctype() && self.text.at(span).starts_with("<!DOCTYPE") {
            self.flush_stray(reporter);
            self.doctype = Some(doctype::check(self.text, span, self.standalone, reporter));
        } else if self.may_have_doctype() && doctype::is_html(self.text.at(span)) {
            // The declaration of HTML in lower case: another rule reports a web page.
            reporter.stops_at(span.start);
        } else {
            let found = rules::xml_not_well_formed::second_doctype(shown(self.text, span, 40), span);
            reporter.fatal(found, span.start);
        }
    }

    /// The byte at which a parser stops in a document type declaration that starts at `span` and has no end.
    pub(super) fn doctype_stop(&self, span: Span) -> u32 {
        let rest = Span { end: self.text.len() as u32, ..span };
        let is_known = self.may_have_doctype() && self.text.at(rest).starts_with("<!DOCTYPE");
        if is_known { doctype::stop(self.text, rest, self.standalone) } else { span.start }
    }

    /// Reports a construct without an end, which begins with `span`. A parser may stop at an error within it.
    pub(super) fn unterminated(&mut self, opening: Opening, span: Span, reporter: &mut Reporter<'_>) {
        use rules::xml_unterminated_construct as message;
        self.flush_stray(reporter);
        let rest = Span { end: self.text.len() as u32, ..span };
        let text = self.text.at(rest);
        let (found, stop) = match opening {
            Opening::Cdata => (message::cdata(span, span), span.start),
            Opening::Comment => {
                (message::comment(span, span), span.start + text.at(4..).find("--").map_or(0, |at| at as u32 + 4))
            }
            Opening::Instruction => (message::instruction(span, span), span.start),
            Opening::Doctype => (message::doctype(span, span), self.doctype_stop(span)),
        };
        reporter.fatal(found, stop);
        reporter.recovered(rest);
        // The following text is read as if it were not part of the construct.
        reporter.settle();
        self.swallowed = true;
    }

    /// Reports a `<!` that starts no known markup.
    pub(super) fn unrecognized(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        let found = rules::xml_not_well_formed(shown(self.text, span, 40), span);
        reporter.recovered(span);
        reporter.fatal(found, span.start);
    }
}

/// The offset in `text` of the first error message of a program.
pub(crate) fn server_message(text: &str) -> Option<usize> {
    MESSAGES.iter().filter_map(|message| text.find(message)).min()
}

/// The first words of PHP error messages.
const MESSAGES: [&str; 5] = ["Warning", "Notice", "Fatal error", "Deprecated", "Parse error"];

/// False if the first character shows that `text` is no error message of a program, as for most text.
pub(super) fn may_be_message(text: &str) -> bool {
    match text.as_bytes() {
        [b'<', b'b' | b'B', ..] => true,
        [first, ..] => MESSAGES.iter().any(|message| message.as_bytes().first() == Some(first)),
        [] => false,
    }
}

/// The number of bytes that are searched for the end of such a message.
const MESSAGE: usize = 2048;

/// The end of a PHP message at byte `at`, if there is one: `<br /><b>Warning</b>: ... on line <b>12</b><br />`.
fn message_end(text: &str, at: usize) -> Option<usize> {
    /// `text` without the `words` at its start, each of which may be missing.
    fn behind<'t>(mut text: &'t str, words: &[&str]) -> &'t str {
        for word in words {
            text = text.trim_start();
            text = text
                .get(..word.len())
                .filter(|head| head.eq_ignore_ascii_case(word))
                .map_or(text, |_| text.at(word.len()..));
        }
        text
    }
    const BREAKS: [&str; 3] = ["<br />", "<br/>", "<br>"];
    let head = text.at(at..text.floor_char_boundary(at + MESSAGE));
    let words = behind(behind(head, &BREAKS), &["<b>"]);
    let word = MESSAGES.iter().find(|word| words.starts_with(**word))?;
    let rest = behind(words.at(word.len()..), &["</b>"]).strip_prefix(':')?;
    let line = rest.at(rest.find(" on line ")? + " on line ".len()..);
    let number = behind(line, &["<b>"]).trim_start_matches(|digit: char| digit.is_ascii_digit());
    let end = behind(number, &["</b>"]);
    let broken = behind(end, &BREAKS);
    let end = if broken.len() < end.trim_start().len() { broken } else { end };
    Some(at + head.len() - end.len())
}

impl Walker<'_, '_> {
    /// Reports and skips an error message of a program at byte `at`, between elements or in a value. Returns its end;
    /// `None` if there is none.
    #[cold]
    pub(super) fn message(&mut self, at: usize, reporter: &mut Reporter<'_>) -> Option<usize> {
        let rest = self.text.at(at..).trim_start();
        if !may_be_message(rest) || self.phase != Phase::Root || self.is_literal() {
            return None;
        }
        let at = self.text.len() - rest.len();
        let end = message_end(self.text, at)?;
        let from = server_message(self.text.at(at..end)).map_or(at, |from| at + from);
        let (whole, shown) = (Span::new(at, end), shown(self.text, Span::new(from, end), 80));
        let found = rules::structure_unexpected_text::php(shown, shown).suggest(Edit::delete(whole));
        reporter.recovered(whole);
        // The message may itself be malformed.
        if let Reach::Fault { stop, .. } = follow(self.text.at(..end), at, &[], Strictness::Xml, false) {
            reporter.stops_at(stop as u32);
        }
        reporter.report(found);
        self.tokens.restart(end);
        Some(end)
    }

    /// Skips the text after the root element from the tag at `span` on, if sitemaps have no element of that name.
    pub(super) fn behind_root(&mut self, span: Span) -> bool {
        let foreign = |at: usize| {
            let rest = self.text.at(at + 1..);
            let name = rest.at(..chars::name_end(rest, 0));
            let first = self.root_end.is_some_and(|(root, _)| self.text.at(root) == name);
            !rest.starts_with("?xml") && (name.is_empty() || !first && !self.handler.knows(name))
        };
        if self.phase != Phase::Epilog || self.extra_root || !foreign(span.start as usize) {
            return false;
        }
        let bytes = self.text.as_bytes();
        let start = span.start as usize;
        let end = memchr::memchr_iter(b'<', bytes.at(start..)).map(|at| start + at).find(|at| !foreign(*at));
        let end = end.unwrap_or(bytes.len());
        self.stray(Span::new(start, end));
        self.tokens.restart(end);
        true
    }
}

/// The symbols with which browsers collapse and expand elements.
const FOLDS: [char; 6] = ['▼', '▶', '▾', '▸', '−', '-'];

/// The message of `xml-text-before-root` for text that programs write before a document.
pub(crate) fn stray_message(text: &str) -> fn(Span, Span) -> Diagnostic {
    use rules::xml_text_before_root as message;
    if text.starts_with("HTTP/") {
        message::http_headers
    } else if text.starts_with("```") {
        message::code_fence
    } else if text.starts_with("This XML file does not appear") || text.trim_matches(FOLDS).is_empty() {
        message::browser_view
    } else if server_message(text).is_some() {
        message::server_message
    } else {
        rules::xml_text_before_root
    }
}

/// The start of `span`, up to `most` characters and up to the end of its first line, without spaces and periods at its
/// end: a sentence may end with it.
pub(crate) fn shown(text: &str, span: Span, most: usize) -> Span {
    let start = span.start as usize;
    let limit = (span.end as usize).min(start + most * 4 + 4);
    let end = end_of_line_within(text, start, limit);
    let end = if text.is_char_boundary(end) { end } else { text.floor_char_boundary(end) };
    let length = text.at(start..end).char_indices().nth(most).map_or(end - start, |(at, _)| at);
    let text = text.at(start..start + length);
    let kept = text.trim_end_matches([' ', '.']).len();
    Span::new(start, start + if kept == 0 { length } else { kept })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shown_text_does_not_end_with_a_space_or_period() {
        for (text, expected) in [("It is. Below it", "It is"), ("It is.\nBelow", "It is"), ("...", "...")] {
            assert_eq!(text.at(shown(text, Span::new(0, text.len()), 7)), expected);
        }
    }
}
