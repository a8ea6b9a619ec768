//! The changes of a text.

use crate::span::Span;

/// A range of bytes and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The range in the old text.
    pub before: Span,
    /// The range of the replacement in the new text.
    pub after: Span,
}

/// Combines two steps: `second` changes the result of `first`. Both are
/// sorted, as is the result, in which no two changes touch.
pub fn compose(first: &[Change], second: &[Change]) -> Vec<Change> {
    let mut out = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    // The ends of the last change of each step; after it, both sides have the same offsets.
    let (mut one, mut two) = ((0, 0), (0, 0));
    while let Some(start) = first
        .peek()
        .map(|change| change.after.start)
        .into_iter()
        .chain(second.peek().map(|change| change.before.start))
        .min()
    {
        let begins = (one.0 + (start - one.1), two.1 + (start - two.0));
        let mut end = start;
        loop {
            if let Some(change) = first.next_if(|change| change.after.start <= end) {
                one = (change.before.end, change.after.end);
                end = end.max(change.after.end);
            } else if let Some(change) = second.next_if(|change| change.before.start <= end) {
                two = (change.before.end, change.after.end);
                end = end.max(change.before.end);
            } else {
                break;
            }
        }
        let before = Span { start: begins.0, end: one.0 + (end - one.1) };
        out.push(Change { before, after: Span { start: begins.1, end: two.1 + (end - two.0) } });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `text` with the ranges replaced, and the changes.
    fn change(text: &str, edits: &[(usize, usize, &str)]) -> (String, Vec<Change>) {
        let (mut out, mut at, mut changes) = (String::new(), 0, Vec::new());
        for &(start, end, new) in edits {
            out.push_str(&text[at..start]);
            let place = out.len();
            out.push_str(new);
            changes.push(Change { before: Span::new(start, end), after: Span::new(place, out.len()) });
            at = end;
        }
        out.push_str(&text[at..]);
        (out, changes)
    }

    /// Applies `changes` to `before`, with the replacements taken from `after`.
    fn rebuilt(before: &str, after: &str, changes: &[Change]) -> String {
        let (mut out, mut at) = (String::new(), 0);
        for change in changes {
            out.push_str(&before[at..change.before.range().start]);
            assert_eq!(out.len(), change.after.range().start);
            out.push_str(&after[change.after.range()]);
            at = change.before.range().end;
        }
        out + &before[at..]
    }

    #[test]
    fn composed_changes_equal_two_steps() {
        type Edits = &'static [(usize, usize, &'static str)];
        let steps: [(Edits, Edits, usize); 7] = [
            (&[(1, 2, "XY")], &[], 1),
            (&[], &[(1, 2, "XY")], 1),
            (&[(1, 2, "XYZ")], &[(2, 3, "")], 1),
            (&[(1, 2, ""), (4, 5, "")], &[(0, 6, "Q")], 1),
            (&[(2, 2, "12"), (6, 8, "")], &[(0, 1, ""), (9, 10, "++")], 4),
            (&[(0, 4, "")], &[(0, 0, "start ")], 1),
            (&[(3, 4, "33"), (7, 7, "7")], &[(4, 6, ""), (9, 9, "!")], 2),
        ];
        for (first, second, count) in steps {
            let before = "abcdefghij";
            let (middle, one) = change(before, first);
            let (after, two) = change(&middle, second);
            let both = compose(&one, &two);
            assert_eq!(rebuilt(before, &after, &both), after, "{first:?} {second:?}");
            assert_eq!(both.len(), count, "{first:?} {second:?}: {both:?}");
        }
    }
}
