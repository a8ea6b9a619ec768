//! Parts of source lines that are too long to show.

use std::borrow::Cow;

use crate::source::Source;
use crate::span::{At, Span};

/// The part of `line` to show: the whole line, or about `limit` characters around byte `focus`
/// (without one, its start). A byte order mark is left out, and no damaged span is cut.
pub fn window(source: &Source, line: Span, focus: Option<u32>, limit: usize) -> Span {
    let text = source.text();
    let Span { mut start, end } = line;
    if start == 0 && text.starts_with('\u{FEFF}') {
        start = end.min('\u{FEFF}'.len_utf8() as u32);
    }
    let line = Span { start, end };
    if line.len() <= limit {
        return line;
    }
    let focus = focus.map_or(start, |focus| focus.clamp(start, end)) as usize;
    let focus = text.floor_char_boundary(focus);
    let from = back(text, line, focus, limit / 3);
    let to = forward(text, line, from, limit);
    // Near the end of the line, more is shown before the focus.
    let from = from.min(back(text, line, to, limit));
    whole_damage(source, Span::new(from, to))
}

/// The text of `span`, with one replacement character for each damaged place, as columns count them.
pub fn shown(source: &Source, span: Span) -> Cow<'_, str> {
    let text = source.text();
    let part = text.at(span);
    if !source.is_damaged(span) {
        return Cow::Borrowed(part);
    }
    let damaged = source.damaged();
    let first = damaged.partition_point(|damage| damage.end <= span.start);
    let mut out = String::with_capacity(part.len());
    let mut at = span.start as usize;
    for damage in damaged.iter().skip(first).take_while(|damage| damage.start < span.end) {
        out.push_str(text.at(at..damage.start as usize));
        out.push(char::REPLACEMENT_CHARACTER);
        at = damage.end as usize;
    }
    out.push_str(text.at(at..span.end as usize));
    Cow::Owned(out)
}

/// The offset `count` characters before `at`, or the start of the line.
fn back(text: &str, line: Span, at: usize, count: usize) -> usize {
    let start = line.start as usize;
    let before = text.at(start..at);
    match count.checked_sub(1) {
        Some(last) => before.char_indices().rev().nth(last).map_or(start, |(index, _)| start + index),
        None => at,
    }
}

/// The offset `count` characters after `at`, or the end of the line.
fn forward(text: &str, line: Span, at: usize, count: usize) -> usize {
    let end = line.end as usize;
    let after = text.at(at..end);
    after.char_indices().nth(count).map_or(end, |(index, _)| at + index)
}

fn whole_damage(source: &Source, span: Span) -> Span {
    let damaged = source.damaged();
    let around = |offset: u32| {
        let index = damaged.partition_point(|damage| damage.end <= offset);
        damaged.get(index).filter(|damage| damage.start < offset)
    };
    Span {
        start: around(span.start).map_or(span.start, |damage| damage.start),
        end: around(span.end).map_or(span.end, |damage| damage.end),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{DEFAULT_CEILING, Opened, open};

    fn cut(text: &str, focus: Option<u32>, limit: usize) -> String {
        let source = Source::from_text(text.to_owned());
        let span = window(&source, Span::new(0, text.len()), focus, limit);
        shown(&source, span).into_owned()
    }

    #[test]
    fn long_lines_are_cut_around_the_focus() {
        assert_eq!(cut("0123456789", None, 20), "0123456789");
        assert_eq!(cut("0123456789", None, 6), "012345");
        assert_eq!(cut("0123456789", Some(5), 6), "345678");
        assert_eq!(cut("0123456789", Some(10), 6), "456789");
        assert_eq!(cut("0123456789", Some(99), 6), "456789");
        assert_eq!(cut("ääääääää", Some(9), 6), "ääääää");
        assert_eq!(cut("\u{FEFF}abc", None, 6), "abc");
    }

    #[test]
    fn a_damaged_place_is_one_character() {
        let Opened::Text(source) = open(b"ab\xE2\x82cd\xFC".to_vec(), DEFAULT_CEILING) else {
            panic!("text");
        };
        let line = Span::new(0, 7);
        assert_eq!(shown(&source, line), "ab\u{FFFD}cd\u{FFFD}");
        assert_eq!(window(&source, line, None, 3), Span::new(0, 4));
        assert_eq!(shown(&source, Span::new(0, 4)), "ab\u{FFFD}");
    }
}
