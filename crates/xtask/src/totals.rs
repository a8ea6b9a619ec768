//! Counting tests from what the runners print.

use std::fmt;

/// How many tests passed and failed so far.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Totals {
    passed: u64,
    failed: u64,
}

impl Totals {
    /// Reads one line of output of `cargo test` or of Node's test runner; other lines count nothing.
    pub(crate) fn read(&mut self, line: &str) {
        let line = plain(line);
        let line = line.trim();
        if let Some(rest) = line.strip_prefix("test result: ") {
            // `ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s`
            for part in rest.split([';', '.']) {
                match part.trim().split_once(' ') {
                    Some((count, "passed")) => self.passed += count.parse().unwrap_or(0),
                    Some((count, "failed")) => self.failed += count.parse().unwrap_or(0),
                    _ => {}
                }
            }
        } else if let Some(rest) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# ")) {
            // `ℹ pass 3`, in the reporter for scripts `# pass 3`
            match rest.split_once(' ') {
                Some(("pass", count)) => self.passed += count.parse().unwrap_or(0),
                // A test that was cut off did not pass.
                Some(("fail" | "cancelled", count)) => self.failed += count.parse().unwrap_or(0),
                _ => {}
            }
        }
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// The line without terminal colours.
fn plain(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find("\u{1b}[") {
        kept.push_str(&rest[..at]);
        let code = &rest[at + 2..];
        let end = code.find(|c: char| c.is_ascii_alphabetic()).map_or(code.len(), |end| end + 1);
        rest = &code[end..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totals(output: &str) -> String {
        let mut totals = Totals::default();
        output.lines().for_each(|line| totals.read(line));
        totals.to_string()
    }

    #[test]
    fn cargo_test_is_summed_over_its_binaries() {
        let output = "\
running 3 tests
test a ... ok
test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s
   Doc-tests sitemap_validator
test result: FAILED. 12 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s";
        assert_eq!(totals(output), "15 passed, 2 failed");
    }

    #[test]
    fn node_is_read_in_both_of_its_forms() {
        assert_eq!(
            totals("ℹ tests 4\nℹ suites 0\nℹ pass 2\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0"),
            "2 passed, 2 failed"
        );
        assert_eq!(totals("# tests 2\n# pass 2\n# fail 0\n# cancelled 0"), "2 passed, 0 failed");
    }

    #[test]
    fn colours_do_not_hide_a_total() {
        assert_eq!(totals("\u{1b}[34mℹ pass 7\u{1b}[39m"), "7 passed, 0 failed");
        assert_eq!(totals("test result: \u{1b}[32mok\u{1b}[0m. 2 passed; 0 failed; 0 ignored"), "2 passed, 0 failed");
    }

    #[test]
    fn other_lines_count_nothing() {
        assert_eq!(totals("12 passed, 3 failed\npass 3\ntest result: unknown\nℹ pass many"), "0 passed, 0 failed");
    }
}
