//! Splits a source line at the start and end of its findings.

use sitemap_validator_protocol::{
    message::{Mark, SourceLine},
    report::{Diagnostic, Severity},
    search::TextSearch,
    sorting,
};

use crate::{
    state::Spot,
    tokens::{Token, tokens},
};

/// A part of a line that is marked in the same way throughout. Empty text represents a position between two characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    pub(crate) text: String,
    pub(crate) token: Token,
    /// The finding that is on top here.
    pub(crate) mark: Option<Mark>,
    /// True for the current location.
    pub(crate) here: bool,
    /// True for a match of the search.
    pub(crate) hit: bool,
}

/// Splits a line. `selected` is on top of all other findings. `spot` and matches of `wanted` are marked even without a
/// finding.
pub(crate) fn segments(
    line: &SourceLine,
    selected: Option<&Diagnostic>,
    spot: Option<Spot>,
    wanted: &TextSearch,
) -> Vec<Segment> {
    let length = line.text.chars().count() as u32;
    let end = line.column + length;
    let mut marks: Vec<&Mark> =
        line.marks.iter().filter(|mark| mark.column <= end && mark.end_column >= line.column).collect();
    // The selected finding comes first, then the highest severity, then the shortest finding.
    sorting::by_key(&mut marks, |mark| {
        let width = mark.end_column.saturating_sub(mark.column);
        (!is(mark, selected), std::cmp::Reverse(mark.severity), width)
    });
    let spot = spot.and_then(|spot| on_line(spot, line, end));

    let mut cuts: Vec<u32> = marks.iter().flat_map(|mark| [mark.column, mark.end_column]).collect();
    cuts.extend(spot.iter().flat_map(|(from, to)| [*from, *to]));
    let hits = hits(line, wanted);
    cuts.extend(hits.iter().flat_map(|(from, to)| [*from, *to]));
    let tokens = columns(line, tokens(&line.text).into_iter());
    cuts.extend(tokens.iter().map(|(to, _)| *to));
    cuts.push(line.column);
    cuts.push(end);
    cuts.retain(|cut| (line.column..=end).contains(cut));
    sorting::by_key(&mut cuts, |cut| *cut);
    cuts.dedup();

    let mut out = Vec::new();
    let mut characters = line.text.chars();
    for (index, &from) in cuts.iter().enumerate() {
        let point = marks.iter().find(|mark| mark.column == from && mark.end_column == from);
        let spot_point = spot == Some((from, from));
        if point.is_some() || spot_point {
            out.push(Segment {
                text: String::new(),
                token: Token::Text,
                mark: point.map(|mark| (*mark).clone()),
                here: spot_point,
                hit: false,
            });
        }
        let Some(&to) = cuts.get(index + 1) else {
            break;
        };
        let top =
            marks.iter().find(|mark| mark.column <= from && mark.end_column >= to && mark.column < mark.end_column);
        let here = spot.is_some_and(|(start, stop)| start <= from && stop >= to && start < stop);
        let text: String = characters.by_ref().take((to - from) as usize).collect();
        let hit = hits.get(hits.partition_point(|(_, to)| *to <= from)).is_some_and(|(start, _)| *start <= from);
        let token = tokens.get(tokens.partition_point(|(to, _)| *to <= from)).map_or(Token::Text, |(_, token)| *token);
        out.push(Segment { text, token, mark: top.map(|mark| (*mark).clone()), here, hit });
    }
    out
}

/// The columns of the matches of the search, in order.
fn hits(line: &SourceLine, wanted: &TextSearch) -> Vec<(u32, u32)> {
    let ends = columns(line, wanted.all(&line.text).flat_map(|place| [(place.start, ()), (place.end, ())]));
    ends.as_chunks().0.iter().map(|[(from, ()), (to, ())]| (*from, *to)).collect()
}

/// The columns of byte offsets in a line. The offsets must be in order.
fn columns<T>(line: &SourceLine, offsets: impl Iterator<Item = (usize, T)>) -> Vec<(u32, T)> {
    let (mut column, mut before) = (line.column, 0);
    let with_column = |(at, what): (usize, T)| {
        column += line.text[before..at].chars().count() as u32;
        before = at;
        (column, what)
    };
    offsets.map(with_column).collect()
}

/// The highest severity on a line.
pub(crate) fn gravest(line: &SourceLine) -> Option<Severity> {
    line.marks.iter().map(|mark| mark.severity).max()
}

fn is(mark: &Mark, finding: Option<&Diagnostic>) -> bool {
    finding.is_some_and(|finding| finding.rule == mark.rule && finding.start == mark.start && finding.end == mark.end)
}

/// The columns of a location on a line that it touches.
fn on_line(spot: Spot, line: &SourceLine, end: u32) -> Option<(u32, u32)> {
    if !(spot.line..=spot.end_line).contains(&line.number) {
        return None;
    }
    let from = if spot.line == line.number { spot.column } else { 1 };
    let to = if spot.end_line == line.number { spot.end_column } else { end };
    (from <= end && to >= line.column).then(|| (from.max(line.column), to.min(end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(column: u32, text: &str, marks: &[(u32, u32, Severity)]) -> SourceLine {
        let marks = marks
            .iter()
            .map(|(column, end_column, severity)| Mark {
                rule: "r".into(),
                severity: *severity,
                column: *column,
                end_column: *end_column,
                start: *column,
                end: *end_column,
            })
            .collect();
        SourceLine { number: 4, column, text: text.into(), more: false, start: 0, marks }
    }

    fn shown(line: &SourceLine, spot: Option<Spot>) -> Vec<(String, Option<Severity>, bool)> {
        segments(line, None, spot, &TextSearch::default())
            .into_iter()
            .map(|s| (s.text, s.mark.map(|m| m.severity), s.here))
            .collect()
    }

    fn spot(column: u32, end_column: u32) -> Spot {
        Spot { line: 4, column, end_line: 4, end_column, start: 0 }
    }

    #[test]
    fn a_line_is_cut_at_its_marks() {
        let line = line(1, "abcdef", &[(3, 5, Severity::Error)]);
        assert_eq!(
            shown(&line, None),
            [("ab".into(), None, false), ("cd".into(), Some(Severity::Error), false), ("ef".into(), None, false)]
        );
    }

    #[test]
    fn graver_marks_lie_on_top() {
        let line = line(1, "abcdef", &[(1, 7, Severity::Info), (2, 4, Severity::Error)]);
        let severities: Vec<_> = shown(&line, None).into_iter().map(|(text, severity, _)| (text, severity)).collect();
        assert_eq!(
            severities,
            [
                ("a".into(), Some(Severity::Info)),
                ("bc".into(), Some(Severity::Error)),
                ("def".into(), Some(Severity::Info))
            ]
        );
    }

    #[test]
    fn a_place_between_characters_is_a_segment() {
        let line = line(1, "ab", &[(2, 2, Severity::Warning)]);
        assert_eq!(
            shown(&line, None),
            [("a".into(), None, false), (String::new(), Some(Severity::Warning), false), ("b".into(), None, false)]
        );
        let empty = self::line(1, "", &[(1, 1, Severity::Error)]);
        assert_eq!(shown(&empty, None), [(String::new(), Some(Severity::Error), false)]);
    }

    #[test]
    fn what_is_searched_for_is_marked_in_the_line() {
        let line = line(11, "äbÄBxxab", &[(13, 14, Severity::Error)]);
        let shown = |wanted: &str| {
            let of = |s: Segment| (s.text, s.hit, s.mark.is_some());
            segments(&line, None, None, &TextSearch::new(wanted)).into_iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(
            shown("äb"),
            [
                ("äb".into(), true, false),
                ("Ä".into(), true, true),
                ("B".into(), true, false),
                ("xxab".into(), false, false)
            ]
        );
        assert_eq!(
            shown("x").iter().map(|(_, hit, _)| *hit).collect::<Vec<_>>(),
            [false, false, false, true, true, false]
        );
        assert!(shown("").iter().all(|(_, hit, _)| !hit));
    }

    #[test]
    fn a_cut_line_counts_from_its_first_column() {
        let line = line(101, "abc", &[(102, 103, Severity::Error), (7, 9, Severity::Error)]);
        let texts: Vec<_> = shown(&line, Some(spot(102, 103)));
        assert_eq!(
            texts,
            [("a".into(), None, false), ("b".into(), Some(Severity::Error), true), ("c".into(), None, false)]
        );
    }

    #[test]
    fn the_spot_is_marked_without_a_finding() {
        let line = line(1, "abc", &[]);
        assert_eq!(shown(&line, Some(spot(3, 9))).last(), Some(&("c".into(), None, true)));
        assert_eq!(shown(&line, Some(Spot { line: 2, ..spot(1, 2) })).len(), 2);
    }
}
