//! `docs/conformance.md`: how many cases there are of each production, and how many get their verdict.

use std::fmt::Write;

use super::case::Case;

/// Cases that got their verdict, and all.
#[derive(Default, Clone, Copy)]
struct Count {
    right: usize,
    all: usize,
}

impl Count {
    fn add(&mut self, right: bool) {
        self.right += usize::from(right);
        self.all += 1;
    }

    fn shown(self) -> String {
        if self.all == 0 { "–".to_owned() } else { format!("{} of {}", self.right, self.all) }
    }
}

/// The counts by heading.
#[derive(Default)]
pub(crate) struct Scoreboard {
    rows: Vec<(String, Count, Count)>,
}

const INTRODUCTION: &str = "# Conformance

`wellFormed` is the verdict of a conforming XML 1.0 (fifth edition) parser that does not validate and reads no external entity.
The cases are our own, in `crates/sitemap-validator/tests/conformance`, by the production or section they are about; where a row names a constraint (WFC),
that is what its cases break. Each case that is text and does not speak of encodings is judged
in UTF-16 with a byte order mark as well, in both byte orders; without a mark it has to be rejected.

`UPDATE_SCOREBOARD=1 cargo test -p sitemap-validator --test conformance` writes this page; the tests fail when it is not current.

| production or section | well-formed, accepted | not well-formed, rejected |
|---|---:|---:|
";

const CLOSING: &str = "
Where parsers differ, the specification decides. We reject, and libxml2 or expat accept: UTF-16 without a byte order mark and without a declared encoding
(4.3.3); a declared encoding that the byte order mark contradicts (4.3.3); a version number that is none (`[26]`); bytes that the declared encoding does not have.
We accept, and they reject: colons that only Namespaces in XML forbids; names of the fifth edition; declarations that are merely invalid.
";

impl Scoreboard {
    /// Counts a case that got its verdict, or not.
    pub(crate) fn count(&mut self, case: &Case, right: bool) {
        let index = self.rows.iter().position(|(heading, ..)| *heading == case.heading).unwrap_or_else(|| {
            self.rows.push((case.heading.clone(), Count::default(), Count::default()));
            self.rows.len() - 1
        });
        let (_, accepted, rejected) = &mut self.rows[index];
        if case.accept { accepted } else { rejected }.add(right);
    }

    /// The page.
    pub(crate) fn page(mut self) -> String {
        // Productions by number, then sections.
        self.rows.sort_by_key(|(heading, ..)| rank(heading));
        let (mut accepted, mut rejected) = (Count::default(), Count::default());
        let mut page = INTRODUCTION.to_owned();
        for (heading, accept, reject) in &self.rows {
            for (sum, count) in [(&mut accepted, accept), (&mut rejected, reject)] {
                sum.right += count.right;
                sum.all += count.all;
            }
            let (label, name) = heading.rsplit_once("] ").unwrap_or((heading, ""));
            let _ = writeln!(page, "| `{label}]` {name} | {} | {} |", accept.shown(), reject.shown());
        }
        let _ = writeln!(page, "| **all** | {} | {} |", accepted.shown(), rejected.shown());
        page + CLOSING
    }
}

fn rank(heading: &str) -> (bool, u32) {
    let label = heading[1..].split(']').next().unwrap_or_default();
    let digits = label.split(|next: char| !next.is_ascii_digit()).next().unwrap_or_default();
    (digits.is_empty() || label.contains('.'), digits.parse().unwrap_or(u32::MAX))
}
