//! Text where only elements are allowed.

use super::Document;
use super::node::Part;
use crate::check::structure;
use crate::elements::Core;
use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::value::trimmed;
use crate::xml::chars::is_char;
use crate::xml::doctype::Doctype;
use crate::xml::reference::{self, Context, Piece};
use crate::xml::walk::Handler;

impl Document<'_> {
    /// Reports the collected text of the innermost element, where only elements are allowed.
    #[cold]
    pub(super) fn flush_text(&mut self, reporter: &mut Reporter<'_>) {
        let Some(node) = self.nodes.last_mut() else { return };
        let Some(run) = node.stray.take() else { return };
        let (name, part, vocabulary) = (node.name, node.part, node.vocabulary);
        let url = matches!(part, Part::Entry | Part::Container) && structure::looks_like_url(self.text.at(run));
        if let (true, Some(ns)) = (url, vocabulary) {
            self.extensions.with(ns, |extension| extension.stray("loc"));
        }
        let url = url && part == Part::Entry;
        let wrap = url && self.entry.as_ref().is_some_and(|entry| !entry.has(Core::Loc));
        if let (true, Some(entry)) = (url, self.entry.as_mut()) {
            entry.bare_url = true;
        }
        if !self.source.is_damaged(run) {
            structure::unexpected_text(self.text, run, name, wrap, reporter);
        }
    }

    /// Records text where only elements are allowed.
    pub(super) fn stray_text(&mut self, span: Span) {
        if self.link_text(span) {
            return;
        }
        // Other rules report byte order marks and characters that XML forbids.
        let text = self.text.at(span);
        let kept = text.trim_matches(|next| matches!(next, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}') || !is_char(next));
        if kept.is_empty() {
            return;
        }
        let start = span.start as usize + (kept.as_ptr() as usize - text.as_ptr() as usize);
        let run = Span::new(start, start + kept.len());
        if let Some(node) = self.nodes.last_mut() {
            node.stray = Some(node.stray.map_or(run, |earlier| earlier.to(run)));
        }
    }

    /// Checks text outside of values that is not blank or contains references.
    pub(super) fn other_text(&mut self, span: Span, doctype: Option<&Doctype>, reporter: &mut Reporter<'_>) {
        let context = Context { url: self.in_url(), attribute: false, doctype };
        let mut blank = true;
        if self.is_cut_off(span) {
            reporter.recovered(span);
        }
        reference::scan(self.text, span, context, reporter, |piece| {
            blank &= match piece {
                Piece::Literal(span) => trimmed(self.text.at(span)).is_empty(),
                Piece::Character(_, character) => matches!(character, ' ' | '\t' | '\r' | '\n'),
                Piece::Entity => false,
            };
        });
        let part = self.nodes.last().map(|node| node.part);
        if !blank && matches!(part, Some(Part::Root | Part::Entry | Part::Container | Part::Link)) {
            self.stray_text(span);
        }
    }
}
