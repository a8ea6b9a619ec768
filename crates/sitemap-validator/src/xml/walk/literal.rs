//! The byte at which a conforming parser stops: the text is read again as written, without recovery.

use super::{EndTag, Handler, Mode, Records, StartTag, Walker};
use crate::diagnostic::Diagnostic;
use crate::reporter::{Reporter, stop_of};
use crate::span::Span;
use crate::xml::doctype::Doctype;
use crate::xml::reference::{Context, scan};
use crate::xml::tokens::Tokens;

/// The byte at which a conforming parser stops that reads the document from byte `from` on.
pub(crate) fn stop(text: &str, from: usize) -> Option<u32> {
    stop_of(|reporter| {
        let mut values = Values { text };
        Walker { mode: Mode::Literal, ..Walker::new(text, from, None, false, &mut values) }.run(reporter);
    })
}

impl Walker<'_, '_> {
    /// Reports damaged markup. The markup at `region` is read differently from how it is written, so later faults do not
    /// show where a conforming parser stops.
    pub(super) fn recover(&mut self, found: Diagnostic, region: Span, reporter: &mut Reporter<'_>) {
        let at = region.start as usize;
        let stop = if self.mode == Mode::Diverged { reporter.fatal_at() } else { self.stop_from(at) };
        reporter.recovered(region);
        self.mode = Mode::Diverged;
        reporter.fatal(found, stop.unwrap_or(self.text.len() as u32));
        reporter.settle();
    }

    pub(super) fn is_literal(&self) -> bool {
        self.mode == Mode::Literal
    }

    /// The byte at which a conforming parser stops that reads from byte `at` on, within the open elements.
    pub(super) fn stop_from(&mut self, at: usize) -> Option<u32> {
        let doctype = self.doctype.take();
        let mut values = Values { text: self.text };
        let mut walker = Walker {
            tokens: Tokens::new(self.text, at),
            stack: self.stack.clone(),
            phase: self.phase,
            doctype,
            mode: Mode::Literal,
            ..Walker::new(self.text, self.from, self.standalone, self.partial, &mut values)
        };
        let stop = stop_of(|reporter| walker.run(reporter));
        self.doctype = walker.doctype;
        stop
    }
}

/// Checks only the references in text.
struct Values<'t> {
    text: &'t str,
}

impl Handler for Values<'_> {
    fn start(&mut self, _: &StartTag<'_>, _: &mut Reporter<'_>) {}
    fn end(&mut self, _: EndTag, _: &mut Reporter<'_>) {}
    fn text(&mut self, span: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) {
        scan(self.text, span, Context { url: false, attribute: false, doctype }, reporter, |_| {});
    }
    fn cdata(&mut self, _: Span, _: &mut Reporter<'_>) {}
    fn comment(&mut self, _: Span, _: &mut Reporter<'_>) {}
    fn instruction(&mut self, _: Span, _: &mut Reporter<'_>) {}
    fn in_value(&self) -> bool {
        true
    }
    fn is_typed(&self) -> bool {
        false
    }
    fn nested(&mut self, _: Span, _: Span, _: &mut Reporter<'_>) {}
    fn knows(&self, _: &str) -> bool {
        true
    }
    fn entries(&self) -> u64 {
        0
    }
    fn records(&mut self, at: usize, _: usize, _: Option<&Doctype>, _: &mut Reporter<'_>) -> Records {
        Records { end: at, elements: false }
    }
}
