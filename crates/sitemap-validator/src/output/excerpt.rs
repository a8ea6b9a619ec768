//! The part of a line shown with a finding.

use sitemap_validator_protocol::report::Excerpt;

use super::lines::{shown, window};
use crate::source::Source;
use crate::span::Span;

/// The maximum number of characters before a finding, of the finding itself, and after it.
const BEFORE: usize = 18;
const MARKED: usize = 44;
const AFTER: usize = 32;
/// Marks omitted text.
const CUT: &str = "…";

/// Returns the part of `line` that shows `start..end`, shortened if it is long.
pub fn of(source: &Source, line: Span, start: u32, end: u32) -> Excerpt {
    let start = start.clamp(line.start, line.end);
    let end = end.clamp(start, line.end);
    Excerpt {
        before: before(source, Span { start: line.start, end: start }),
        marked: marked(source, Span { start, end }),
        after: after(source, Span { start: end, end: line.end }),
    }
}

fn before(source: &Source, span: Span) -> String {
    let part = window(source, span, Some(span.end), BEFORE);
    let text = shown(source, part);
    let rest = source.text().get(span.start as usize..part.start as usize).unwrap_or_default();
    // An indented line is shown without its indentation.
    if rest.trim_start_matches('\u{feff}').trim_start().is_empty() {
        text.trim_start().to_owned()
    } else {
        format!("{CUT}{text}")
    }
}

/// Returns the marked text, cut in the middle, because the ends of a URL are more informative than its middle.
fn marked(source: &Source, span: Span) -> String {
    if window(source, span, None, MARKED).end == span.end {
        return shown(source, window(source, span, None, MARKED)).into_owned();
    }
    let head = window(source, span, None, MARKED / 2);
    let tail = window(source, span, Some(span.end), (MARKED - 1) / 2);
    format!("{}{CUT}{}", shown(source, head), shown(source, tail))
}

fn after(source: &Source, span: Span) -> String {
    let part = window(source, span, None, AFTER);
    let text = shown(source, part);
    let rest = source.text().get(part.end as usize..span.end as usize).unwrap_or_default();
    if rest.trim_start().is_empty() { text.trim_end().to_owned() } else { format!("{text}{CUT}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str, start: usize, end: usize) -> [String; 3] {
        let source = Source::from_text(text.to_owned());
        let line = source.text()[..start].matches('\n').count() as u32 + 1;
        let line = source.line_index().line(source.text(), line).expect("a line");
        let Excerpt { before, marked, after } = of(&source, line, start as u32, end as u32);
        [before, marked, after]
    }

    #[test]
    fn a_short_line_is_shown_whole_without_its_indentation() {
        assert_eq!(parts("\n    <loc>abc</loc>  \n", 10, 13), ["<loc>", "abc", "</loc>"]);
        let indented = format!("{}<loc>abc", " ".repeat(40));
        assert_eq!(parts(&indented, 45, 48), ["<loc>", "abc", ""]);
        assert_eq!(parts("\u{feff}<a/>", 0, 3), ["", "", "<a/>"], "a byte order mark is no character");
        assert_eq!(parts("<a/>", 4, 4), ["<a/>", "", ""], "the end of the file");
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides_and_a_long_finding_in_its_middle() {
        let line: String = ('a'..='z').cycle().take(99).collect();
        let [before, marked, after] = parts(&line, 26, 29);
        assert_eq!((&*before, &*marked), ("…ijklmnopqrstuvwxyz", "abc"));
        assert_eq!(after.chars().count(), 33);
        assert!(after.starts_with("def") && after.ends_with('…'));
        let [_, marked, _] = parts(&"ä".repeat(99), 0, 198);
        assert_eq!(marked, format!("{}…{}", "ä".repeat(22), "ä".repeat(21)));
    }

    #[test]
    fn of_a_finding_over_several_lines_the_first_is_shown() {
        assert_eq!(parts("<a>\nx</a>", 0, 5), ["", "<a>", ""]);
    }
}
