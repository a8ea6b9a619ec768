//! Unified diffs from known changes: no comparison is needed, so that the time is linear.

use std::io::Write;
use std::ops::Range;

use sitemap_validator::fix::{Block, Change, Lines, blocks};
use sitemap_validator::output::text::safe;

/// The number of unchanged lines shown around changed ones.
const CONTEXT: usize = 3;

/// The display options of a diff.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Look {
    /// True if escape sequences of terminals are used.
    pub(crate) color: bool,
    /// True for a terminal: invisible characters are made visible. Otherwise every byte is kept.
    pub(crate) terminal: bool,
}

/// Returns the diff of the file `name` from `before` to `after`, which differ by `changes`.
pub(crate) fn unified(name: &str, before: &[u8], after: &[u8], changes: &[Change], look: Look) -> Vec<u8> {
    let (old, new) = (Lines::new(before), Lines::new(after));
    let blocks = blocks(&old, &new, changes);
    let mut out = Printer { out: Vec::new(), look };
    for (index, hunk) in blocks.chunk_by(|one, next| next.old.start - one.old.end <= 2 * CONTEXT).enumerate() {
        if index == 0 {
            out.header("---", name);
            out.header("+++", name);
        }
        out.hunk(&old, &new, hunk);
    }
    out.out
}

struct Printer {
    out: Vec<u8>,
    look: Look,
}

impl Printer {
    fn header(&mut self, sign: &str, name: &str) {
        // A tab ends a name; without it, programs that apply diffs would stop at the first space.
        let end = if name.contains(' ') && !self.look.terminal { "\t" } else { "" };
        self.paint("1", &format!("{sign} {}{end}", safe(name)));
    }

    fn hunk(&mut self, old: &Lines<'_>, new: &Lines<'_>, blocks: &[Block]) {
        let (Some(first), Some(last)) = (blocks.first(), blocks.last()) else { return };
        let above = first.old.start.min(CONTEXT);
        let below = (old.count() - last.old.end).min(CONTEXT);
        let shown = [
            range(first.old.start - above..last.old.end + below),
            range(first.new.start - above..last.new.end + below),
        ];
        self.paint("36", &format!("@@ -{} +{} @@", shown[0], shown[1]));
        let mut at = first.old.start - above;
        for block in blocks {
            self.lines(b' ', old, at..block.old.start);
            self.lines(b'-', old, block.old.clone());
            self.lines(b'+', new, block.new.clone());
            at = block.old.end;
        }
        self.lines(b' ', old, at..last.old.end + below);
    }

    fn lines(&mut self, sign: u8, lines: &Lines<'_>, numbers: Range<usize>) {
        for number in numbers {
            let line = lines.line(number);
            let content = line.strip_suffix(b"\n");
            self.line(sign, content.unwrap_or(line));
            if content.is_none() {
                self.out.extend_from_slice(b"\\ No newline at end of file\n");
            }
        }
    }

    fn line(&mut self, sign: u8, content: &[u8]) {
        let color = match sign {
            b'-' => Some("31"),
            b'+' => Some("32"),
            _ => None,
        };
        let color = color.filter(|_| self.look.color);
        if let Some(color) = color {
            let _ = write!(self.out, "\x1b[{color}m");
        }
        self.out.push(sign);
        if self.look.terminal {
            self.out.extend_from_slice(safe(&String::from_utf8_lossy(content)).as_bytes());
        } else {
            self.out.extend_from_slice(content);
        }
        self.out.extend_from_slice(if color.is_some() { b"\x1b[0m\n" } else { b"\n" });
    }

    fn paint(&mut self, color: &str, text: &str) {
        let _ = if self.look.color {
            writeln!(self.out, "\x1b[{color}m{text}\x1b[0m")
        } else {
            writeln!(self.out, "{text}")
        };
    }
}

/// Returns `start,count`; a count of one is omitted, and an empty range starts at the line before.
fn range(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    }
}

#[cfg(test)]
mod tests {
    use sitemap_validator::Span;

    use super::*;

    /// Returns the diff between `before` and the result of `edits`.
    fn diff(before: &str, edits: &[(Range<usize>, &str)], look: Look) -> String {
        let (mut after, mut at, mut changes) = (String::new(), 0, Vec::new());
        for (span, new) in edits {
            after.push_str(&before[at..span.start]);
            let start = after.len();
            after.push_str(new);
            changes.push(Change { before: Span::new(span.start, span.end), after: Span::new(start, after.len()) });
            at = span.end;
        }
        after.push_str(&before[at..]);
        let diff = unified("s.xml", before.as_bytes(), after.as_bytes(), &changes, look);
        String::from_utf8(diff).expect("text")
    }

    fn plain(before: &str, edits: &[(Range<usize>, &str)]) -> String {
        let diff = diff(before, edits, Look::default());
        match diff.strip_prefix("--- s.xml\n+++ s.xml\n") {
            Some(hunks) => hunks.to_owned(),
            None => diff,
        }
    }

    #[test]
    fn changed_lines_stand_among_three_others() {
        let text = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\n";
        assert_eq!(plain(text, &[(8..9, "E")]), "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n");
        assert_eq!(plain(text, &[(0..2, "")]), "@@ -1,4 +1,3 @@\n-a\n b\n c\n d\n");
        assert_eq!(plain(text, &[(24..24, "m\n")]), "@@ -10,3 +10,4 @@\n j\n k\n l\n+m\n");
        let near = "@@ -1,12 +1,12 @@\n a\n-b\n+B\n c\n d\n e\n f\n g\n h\n-i\n+I\n j\n k\n l\n";
        assert_eq!(plain(text, &[(2..3, "B"), (16..17, "I")]), near);
        assert_eq!(plain(text, &[(0..1, "A"), (16..17, "I")]).matches("@@ -").count(), 2);
    }

    #[test]
    fn lines_are_joined_and_parted() {
        assert_eq!(plain("a\nb\nc\n", &[(1..2, "")]), "@@ -1,3 +1,2 @@\n-a\n-b\n+ab\n c\n");
        assert_eq!(plain("ab\nc\n", &[(1..1, "\n")]), "@@ -1,2 +1,3 @@\n-ab\n+a\n+b\n c\n");
        assert_eq!(plain("a\nb\nc\n", &[(2..2, "x\n"), (4..5, "C")]), "@@ -1,3 +1,4 @@\n a\n+x\n b\n-c\n+C\n");
        assert_eq!(plain("a\nb\nc\n", &[(2..3, "B"), (4..5, "C")]), "@@ -1,3 +1,3 @@\n a\n-b\n-c\n+B\n+C\n");
        assert_eq!(plain("a b c\n", &[(0..1, "A"), (2..3, "B"), (4..5, "C")]), "@@ -1 +1 @@\n-a b c\n+A B C\n");
        assert_eq!(plain("a\n", &[(0..1, "a")]), "", "what changes nothing is not shown");
    }

    #[test]
    fn the_end_of_the_file_may_lack_a_line_end() {
        let missing = "\\ No newline at end of file\n";
        assert_eq!(plain("a\nb", &[(3..3, "c")]), format!("@@ -1,2 +1,2 @@\n a\n-b\n{missing}+bc\n{missing}"));
        assert_eq!(plain("a", &[(1..1, "\n")]), format!("@@ -1 +1 @@\n-a\n{missing}+a\n"));
        assert_eq!(plain("", &[(0..0, "a\n")]), "@@ -0,0 +1 @@\n+a\n");
        assert_eq!(plain("a\n", &[(0..2, "")]), "@@ -1 +0,0 @@\n-a\n");
    }

    #[test]
    fn a_terminal_is_shown_what_is_there() {
        let look = Look { color: true, terminal: true };
        let shown = diff("\u{1b}[2J&\n", &[(4..5, "&amp;")], look);
        let expected = "\x1b[1m--- s.xml\x1b[0m\n\x1b[1m+++ s.xml\x1b[0m\n\x1b[36m@@ -1 +1 @@\x1b[0m\n\
                        \x1b[31m-␛[2J&\x1b[0m\n\x1b[32m+␛[2J&amp;\x1b[0m\n";
        assert_eq!(shown, expected);
    }
}
