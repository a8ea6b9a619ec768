//! What may stand around the root element: comments, instructions, the document type declaration
//! (XML 1.0 §2.8, production `[27]` `Misc`), and what may not.

use memchr::memmem;

use super::{Phase, Walker};
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::{Span, end_of_line_within};
use crate::xml::{chars, doctype};

impl Walker<'_, '_> {
    /// Remembers text outside the root element; white space and byte order marks at its ends do not count.
    pub(super) fn stray(&mut self, span: Span) {
        if self.swallowed {
            return;
        }
        let slice = &self.text[span.range()];
        let blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}');
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
        let rule = if self.phase == Phase::Prolog { Rule::XmlTextBeforeRoot } else { Rule::XmlContentAfterRoot };
        let shown = shown(self.text, run, 80);
        let wording = if self.phase == Phase::Prolog { stray_wording(&self.text[run.range()]) } else { 0 };
        let found = Diagnostic::new(rule, shown).wording(wording).arg(shown).suggest(Edit::delete(run));
        reporter.fatal(found, run.start);
    }

    pub(super) fn check_comment(&self, span: Span, reporter: &mut Reporter<'_>) {
        let (start, end) = (span.start as usize + 4, span.end as usize - 3);
        let body = &self.text.as_bytes()[start..end];
        let first = memmem::find(body, b"--").or_else(|| body.ends_with(b"-").then(|| body.len() - 1));
        let Some(first) = first else { return };
        let mut edits = Vec::new();
        for at in 0..body.len() {
            if body[at] == b'-' && (body.get(at + 1) == Some(&b'-') || at + 1 == body.len()) {
                edits.push(Edit::insert(start + at + 1, " "));
            }
        }
        let dashes = Span::new(start + first, start + first + 2);
        reporter.fatal(Diagnostic::new(Rule::XmlBadComment, dashes).arg(dashes).safe(edits), dashes.start);
    }

    pub(super) fn instruction(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        let body = &self.text[span.start as usize + 2..span.end as usize - 2];
        let name = &body[..chars::name_end(body, 0)];
        let rest = &body[name.len()..];
        if name == "xml" && self.phase == Phase::Epilog {
            // A second document follows: reported with its root element.
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
            reporter.report(Diagnostic::new(Rule::XmlUnprocessedTemplate, shown(self.text, span, 40)).arg(span));
        } else if allowed {
            self.handler.instruction(span, reporter);
        } else {
            self.bad_instruction(span, reporter);
        }
    }

    fn bad_instruction(&self, span: Span, reporter: &mut Reporter<'_>) {
        let found = Diagnostic::new(Rule::XmlNotWellFormed, shown(self.text, span, 40)).wording(2).arg(span);
        reporter.fatal(found, span.start);
    }

    /// A declaration behind the root element that no second root element followed.
    pub(super) fn flush_declared_again(&mut self, reporter: &mut Reporter<'_>) {
        if let (Some(span), false) = (self.declared_again, self.extra_root) {
            self.bad_instruction(span, reporter);
        }
    }

    pub(super) fn doctype(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        if self.phase == Phase::Prolog && self.doctype.is_none() && self.text[span.range()].starts_with("<!DOCTYPE") {
            self.flush_stray(reporter);
            self.doctype = Some(doctype::check(self.text, span, self.standalone, reporter));
        } else if self.phase == Phase::Prolog && self.doctype.is_none() && doctype::is_html(&self.text[span.range()]) {
            // HTML's in small letters: what is found there is that this is a web page.
            reporter.stops_at(span.start);
        } else {
            let found = Diagnostic::new(Rule::XmlNotWellFormed, shown(self.text, span, 40)).wording(3).arg(span);
            reporter.fatal(found, span.start);
        }
    }

    /// `<!` followed by nothing XML knows.
    pub(super) fn unrecognised(&mut self, span: Span, reporter: &mut Reporter<'_>) {
        let found = Diagnostic::new(Rule::XmlNotWellFormed, shown(self.text, span, 40)).arg(span);
        reporter.fatal(found, span.start);
    }
}

/// Where in `text` a message of the program that printed it starts.
pub(crate) fn server_message(text: &str) -> Option<usize> {
    let messages = ["Warning", "Notice", "Fatal error", "Deprecated", "Parse error"];
    messages.iter().filter_map(|message| text.find(message)).min()
}

/// The signs by which browsers fold and unfold elements.
const FOLDS: [char; 6] = ['▼', '▶', '▾', '▸', '−', '-'];

/// Which wording of `xml-text-before-root` fits: what programs leave before a document they print.
pub(crate) fn stray_wording(text: &str) -> u8 {
    if text.starts_with("HTTP/") {
        2
    } else if text.starts_with("```") {
        3
    } else if text.starts_with("This XML file does not appear") || text.trim_matches(FOLDS).is_empty() {
        4
    } else {
        u8::from(server_message(text).is_some())
    }
}

/// `span` cut to `most` characters and to the end of its first line.
pub(crate) fn shown(text: &str, span: Span, most: usize) -> Span {
    let start = span.start as usize;
    let limit = (span.end as usize).min(start + most * 4 + 4);
    let end = end_of_line_within(text, start, limit);
    let end = if text.is_char_boundary(end) { end } else { text.floor_char_boundary(end) };
    let length = text[start..end].char_indices().nth(most).map_or(end - start, |(at, _)| at);
    Span::new(start, start + length)
}
