//! The changes that fixes make, line by line, shortened for display.

use std::ops::Range;

use sitemap_validator::fix::{Block, Change, Lines, blocks};
use sitemap_validator::output::lines::shown;
use sitemap_validator::{LineIndex, Source, Span};
use sitemap_validator_protocol::source::{Diff, DiffLine, DiffPart, Side};

use crate::finding_store::Repaired;

/// The maximum number of removed and added lines shown.
const MOST: u64 = 60;

/// The number of unchanged lines shown around changed ones.
const CONTEXT: usize = 2;

/// The maximum number of changes shown in a line.
const CHANGES: usize = 12;

/// The number of characters shown on either side of a change.
const AROUND: usize = 60;

/// The maximum number of characters shown for a change.
const LONGEST: usize = 400;

/// Returns the diff between `source` and `repaired`.
pub fn between(source: &Source, repaired: &Repaired) -> Diff {
    let changes = repaired.changes.as_slice();
    let old = Version::of(source.text(), source.line_index(), Some(source));
    let new = Version::of(&repaired.text, LineIndex::new(&repaired.text), None);
    let blocks = blocks(&old.lines, &new.lines, changes);
    let mut diff = Diff { applied: repaired.applied as u32, ..Diff::default() };
    for block in &blocks {
        diff.removed += block.old.len() as u64;
        diff.added += block.new.len() as u64;
    }
    for blocks in blocks.chunk_by(|one, next| next.old.start - one.old.end <= 2 * CONTEXT) {
        if diff.shown == MOST {
            break;
        }
        let hunk = hunk(&old, &new, blocks, changes, &mut diff.shown);
        diff.hunks.push(hunk);
    }
    diff
}

/// Returns the lines of `blocks` and the lines around them, until [`MOST`] lines are shown.
fn hunk(old: &Version<'_>, new: &Version<'_>, blocks: &[Block], changes: &[Change], shown: &mut u64) -> Vec<DiffLine> {
    let mut hunk = Vec::new();
    // Unchanged lines are shown with their new content and line numbers.
    let mut at = blocks.first().map_or(0, |first| first.new.start - first.new.start.min(CONTEXT));
    for block in blocks {
        hunk.extend((at..block.new.start).map(|number| new.unchanged(number)));
        for number in block.old.clone() {
            if *shown == MOST {
                return hunk;
            }
            *shown += 1;
            hunk.push(old.line(Side::Removed, number, changes, |change| change.before));
        }
        for number in block.new.clone() {
            if *shown == MOST {
                return hunk;
            }
            *shown += 1;
            hunk.push(new.line(Side::Added, number, changes, |change| change.after));
        }
        at = block.new.end;
    }
    let below = (new.lines.count() - at).min(CONTEXT);
    hunk.extend((at..at + below).map(|number| new.unchanged(number)));
    hunk
}

/// The text before or after the fixes.
struct Version<'a> {
    text: &'a str,
    lines: Lines<'a>,
    /// The line numbers as usually counted: lines also end at a lone CR.
    numbers: LineIndex,
    /// The source; `None` for the text after the fixes.
    source: Option<&'a Source>,
}

impl<'a> Version<'a> {
    fn of(text: &'a str, numbers: LineIndex, source: Option<&'a Source>) -> Self {
        Self { text, lines: Lines::new(text.as_bytes()), numbers, source }
    }

    /// Returns the number of the line whose content begins at byte `start`.
    fn number(&self, start: usize) -> u32 {
        self.numbers.position(self.text, start as u32).line
    }

    /// Returns an unchanged line.
    fn unchanged(&self, number: usize) -> DiffLine {
        let mut span = self.content(number);
        let shown = self.number(span.start);
        span.start += self.mark(number);
        let mut text = self.show(span);
        if let Some((end, _)) = text.char_indices().nth(2 * AROUND) {
            text.truncate(end);
            text.push('…');
        }
        let parts = vec![DiffPart { text, changed: false }];
        DiffLine { side: Side::Same, number: shown, parts, more: 0 }
    }

    /// Returns a removed or added line; `side_of` gives the location of a change in this text.
    fn line(&self, side: Side, number: usize, changes: &[Change], side_of: fn(&Change) -> Span) -> DiffLine {
        let mut span = self.content(number);
        let mark = self.mark(number);
        if changes.first().is_none_or(|change| side_of(change).range().start >= mark) {
            span.start += mark;
        }
        let first = changes.partition_point(|change| side_of(change).range().end < span.start);
        let touching =
            changes[first..].iter().map(|change| side_of(change).range()).take_while(|place| place.start <= span.end);
        // A change that ends at the start of this line belongs to the line before.
        let touching = touching.filter(|place| place.is_empty() || place.end > span.start);
        let mut parts = Vec::new();
        let mut at = span.start;
        let mut more = 0;
        for (index, place) in touching.enumerate() {
            if index >= CHANGES {
                more += 1;
                continue;
            }
            let place = place.start.clamp(at, span.end)..place.end.clamp(at, span.end);
            let before = self.show(at..place.start);
            parts.push(DiffPart {
                text: if index == 0 { tail(before) } else { middle(before, AROUND) },
                changed: false,
            });
            parts.push(DiffPart { text: middle(self.show(place.clone()), LONGEST), changed: true });
            at = place.end;
        }
        parts.push(DiffPart { text: head(self.show(at..span.end)), changed: false });
        parts.retain(|part| !part.text.is_empty());
        DiffLine { side, number: self.number(span.start), parts, more }
    }

    /// Returns the span of a line without its line ending.
    fn content(&self, number: usize) -> Range<usize> {
        let mut span = self.lines.span(number);
        let line = &self.text[span.clone()];
        span.end -= line.len() - line.trim_end_matches(['\r', '\n']).len();
        span
    }

    /// Returns the length of the byte order mark at the start of a line; the mark is shown only if it is changed.
    fn mark(&self, number: usize) -> usize {
        if number == 0 && self.text.starts_with('\u{FEFF}') { '\u{FEFF}'.len_utf8() } else { 0 }
    }

    fn show(&self, span: Range<usize>) -> String {
        match self.source {
            Some(source) => shown(source, Span::new(span.start, span.end)).into_owned(),
            None => self.text.get(span).unwrap_or_default().to_owned(),
        }
    }
}

/// Shortens a text to its last characters.
fn tail(mut text: String) -> String {
    if text.char_indices().nth(AROUND).is_some()
        && let Some((start, _)) = text.char_indices().rev().nth(AROUND - 1)
    {
        text.replace_range(..start, "…");
    }
    text
}

/// Shortens a text to its first characters.
fn head(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(AROUND) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Shortens a text to its first and last `around` characters.
fn middle(mut text: String, around: usize) -> String {
    if text.char_indices().nth(2 * around).is_some()
        && let Some((start, _)) = text.char_indices().nth(around)
        && let Some((end, _)) = text.char_indices().rev().nth(around - 1)
    {
        text.replace_range(start..end, "…");
    }
    text
}

#[cfg(test)]
mod tests;
