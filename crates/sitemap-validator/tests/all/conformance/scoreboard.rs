//! `docs/conformance.md`: the number of cases of each production, and the number of cases with the right verdict.

use std::fmt::Write;

use super::case::Case;

/// The number of cases with the right verdict, and of all cases.
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

`wellFormed` in the report is the verdict of a non-validating XML 1.0 (fifth edition) parser that
reads no external entities. This table shows how many test cases of each production or section get
the expected verdict.

The test cases were written for this project and are in
`crates/sitemap-validator/tests/all/conformance`. If a row names a well-formedness constraint (WFC), its
rejected cases violate that constraint. Every text case that does not concern encodings is also
tested in UTF-16 in both byte orders: with a byte order mark it must get the same verdict, and
without one it must be rejected.

The tests fail if this page is out of date. To update it, run
`UPDATE_SCOREBOARD=1 cargo test -p sitemap-validator --test all conformance`.

| production or section | well-formed, accepted | not well-formed, rejected |
|---|---:|---:|
";

const CLOSING: &str = "
If parsers disagree, the specification decides.

The validator rejects, but libxml2 or expat accept:

- UTF-16 with neither a byte order mark nor a declared encoding (4.3.3)
- a declared encoding that contradicts the byte order mark (4.3.3)
- an invalid version number (`[26]`)
- bytes that are invalid in the declared encoding

The validator accepts, but libxml2 or expat reject:

- colons that only Namespaces in XML forbids
- names that are valid since the fifth edition
- declarations that are well-formed but invalid
";

impl Scoreboard {
    /// Counts a case.
    pub(crate) fn count(&mut self, case: &Case, right: bool) {
        let index = self.rows.iter().position(|(heading, ..)| *heading == case.heading).unwrap_or_else(|| {
            self.rows.push((case.heading.clone(), Count::default(), Count::default()));
            self.rows.len() - 1
        });
        let (_, accepted, rejected) = &mut self.rows[index];
        if case.accept { accepted } else { rejected }.add(right);
    }

    /// The text of the page.
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
