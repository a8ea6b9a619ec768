//! The effect of a fix on the source: the lines before and after.

use sitemap_validator_protocol::report::{Diagnostic, Edit};

use crate::state::LineStore;

/// The number of characters shown on either side of a change.
const CONTEXT: usize = 60;
/// The maximum number of changed lines in a preview.
const LINES: u32 = 8;

/// A part of the preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Chunk {
    Same(String),
    Changed(String),
}

/// The source before and after a fix, around the changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Preview {
    pub(crate) before: Vec<Chunk>,
    pub(crate) after: Vec<Chunk>,
}

/// The preview of a finding's fix. Returns `None` if the lines are not loaded or are too many.
pub(crate) fn preview(finding: &Diagnostic, lines: &LineStore) -> Option<Preview> {
    let edits = &finding.fix.as_ref()?.edits;
    let (from, to) = (edits.iter().map(|e| e.start).min()?, edits.iter().map(|e| e.end).max()?);
    let text = Stretch::around(finding, lines, from, to)?;
    text.apply(edits)
}

/// Consecutive lines, and the byte offset in the file at which each starts.
struct Stretch {
    text: String,
    /// The index in `text`, the offset in the file and the length of each line.
    lines: Vec<(usize, u32, usize)>,
}

impl Stretch {
    fn around(finding: &Diagnostic, store: &LineStore, from: u32, to: u32) -> Option<Self> {
        // The finding relates its own line to the file, even if the line was cut.
        let own = store.get(finding.line)?;
        let column = finding.column.checked_sub(own.column)? as usize;
        let at = own.text.char_indices().map(|(at, _)| at).chain([own.text.len()]).nth(column)?;
        let own_start = finding.start.checked_sub(at as u32)?;

        let mut first = finding.line;
        let mut start = own_start;
        while from < start && first > 1 && finding.line - first < LINES {
            first -= 1;
            start = store.get(first)?.start;
        }
        let mut stretch = Self { text: String::new(), lines: Vec::new() };
        let mut number = first;
        loop {
            let line = store.get(number)?;
            if number != finding.line && line.column != 1 {
                return None;
            }
            let start = if number == finding.line { own_start } else { line.start };
            stretch.lines.push((stretch.text.len(), start, line.text.len()));
            stretch.text.push_str(&line.text);
            if to <= start + line.text.len() as u32 || line.more {
                break;
            }
            number += 1;
            // A fix may remove the line end, so the next line only matters if there is one.
            if number - first >= LINES || store.get(number).is_none() {
                break;
            }
            stretch.text.push('\n');
        }
        let (_, end, length) = *stretch.lines.last()?;
        // Only its own line end can follow the last line.
        (from >= stretch.lines.first()?.1 && to <= end + length as u32 + 2).then_some(stretch)
    }

    fn index(&self, offset: u32) -> Option<usize> {
        let (at, start, length) = self.lines.iter().rev().find(|(_, start, _)| *start <= offset)?;
        let index = at + ((offset - start) as usize).min(*length);
        self.text.is_char_boundary(index).then_some(index)
    }

    fn apply(&self, edits: &[Edit]) -> Option<Preview> {
        let mut preview = Preview { before: Vec::new(), after: Vec::new() };
        let mut done = 0;
        for (number, edit) in edits.iter().enumerate() {
            let (start, end) = (self.index(edit.start)?, self.index(edit.end)?);
            if start < done || end < start {
                return None;
            }
            let same = &self.text[done..start];
            preview.same(if number == 0 { tail(same) } else { middle(same) });
            preview.before.push(Chunk::Changed(self.text[start..end].to_owned()));
            preview.after.push(Chunk::Changed(edit.text.clone()));
            done = end;
        }
        preview.same(head(&self.text[done..]));
        preview.before.retain(|chunk| !chunk.is_empty());
        preview.after.retain(|chunk| !chunk.is_empty());
        Some(preview)
    }
}

impl Preview {
    fn same(&mut self, text: String) {
        self.before.push(Chunk::Same(text.clone()));
        self.after.push(Chunk::Same(text));
    }
}

impl Chunk {
    fn is_empty(&self) -> bool {
        let (Self::Same(text) | Self::Changed(text)) = self;
        text.is_empty()
    }
}

fn tail(text: &str) -> String {
    // The lines before the changed one are not useful.
    let text = text.rsplit('\n').next().unwrap_or(text).trim_start();
    crate::text::cut_start(text, CONTEXT)
}

fn head(text: &str) -> String {
    let text = text.split('\n').next().unwrap_or(text);
    crate::text::cut_end(text, CONTEXT)
}

fn middle(text: &str) -> String {
    crate::text::middle_cut(text, 2 * CONTEXT)
}

#[cfg(test)]
mod tests {
    use sitemap_validator_protocol::{
        message::SourceLine,
        report::{Fix, FixKind, Severity},
    };

    use super::*;

    fn finding(line: u32, column: u32, start: u32, end: u32, edits: &[(u32, u32, &str)]) -> Diagnostic {
        Diagnostic {
            file: None,
            rule: "r".into(),
            severity: Severity::Error,
            message: String::new(),
            help: String::new(),
            line,
            column,
            end_line: line,
            end_column: column + (end - start),
            start,
            end,
            entry: None,
            after_recovery: false,
            sources: vec![],
            related: vec![],
            alternatives: vec![],
            removal: None,
            excerpt: None,
            fix: Some(Fix {
                kind: FixKind::Safe,
                edits: edits
                    .iter()
                    .map(|&(start, end, text)| Edit { start, end, text: text.into(), ..Edit::default() })
                    .collect(),
            }),
        }
    }

    fn store(lines: &[(u32, u32, &str, bool, u32)]) -> LineStore {
        let mut store = LineStore::default();
        let lines = lines
            .iter()
            .map(|(number, column, text, more, start)| SourceLine {
                number: *number,
                column: *column,
                text: (*text).into(),
                more: *more,
                start: *start,
                marks: vec![],
            })
            .collect();
        store.take(lines, None);
        store
    }

    fn same(text: &str) -> Chunk {
        Chunk::Same(text.into())
    }

    fn changed(text: &str) -> Chunk {
        Chunk::Changed(text.into())
    }

    #[test]
    fn a_replacement_shows_both_sides() {
        let store = store(&[(3, 1, "  <loc>a&b</loc>", false, 100)]);
        let shown = preview(&finding(3, 9, 108, 109, &[(108, 109, "&amp;")]), &store);
        assert_eq!(
            shown,
            Some(Preview {
                before: vec![same("<loc>a"), changed("&"), same("b</loc>")],
                after: vec![same("<loc>a"), changed("&amp;"), same("b</loc>")],
            })
        );
    }

    #[test]
    fn a_cut_line_is_tied_by_the_finding() {
        let store = store(&[(1, 501, "xx&yy", true, 0)]);
        let shown = preview(&finding(1, 503, 740, 741, &[(740, 741, "&amp;")]), &store).expect("known");
        assert_eq!(shown.after, [same("xx"), changed("&amp;"), same("yy")]);
    }

    #[test]
    fn whole_lines_can_go() {
        let store = store(&[(1, 1, "a", false, 0), (2, 1, "", false, 2), (3, 1, "b", false, 3)]);
        let shown = preview(&finding(2, 1, 2, 2, &[(2, 3, "")]), &store).expect("known");
        assert_eq!(shown.before, [changed("\n"), same("b")]);
        assert_eq!(shown.after, [same("b")]);
    }

    #[test]
    fn unknown_lines_give_no_preview() {
        let store = store(&[(1, 1, "a", false, 0)]);
        assert_eq!(preview(&finding(7, 1, 50, 51, &[(50, 51, "")]), &store), None);
    }
}
