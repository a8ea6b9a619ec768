//! The date of the last change of each source file, from the history of the checkout.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The folder with the rules' pages.
pub(crate) const RULES: &str = "crates/sitemap-validator/rules";

/// The dates of changes, `YYYY-MM-DD`, by file.
#[derive(Debug, Default)]
pub(crate) struct Dates(BTreeMap<String, String>);

impl Dates {
    /// Reads the dates from git; without git or a history, there are no dates.
    pub(crate) fn of(root: &Path) -> Self {
        let log = Command::new("git")
            .current_dir(root)
            .args(["log", "--format=> %cs", "--name-only", "--", RULES, "web", "index.html"])
            .output();
        let text =
            log.ok().filter(|log| log.status.success()).map(|log| String::from_utf8_lossy(&log.stdout).into_owned());
        text.map(|text| Self::read(&text)).unwrap_or_default()
    }

    /// Parses the output of git.
    pub(crate) fn read(log: &str) -> Self {
        let mut dates = BTreeMap::new();
        let mut date = "";
        for line in log.lines() {
            if let Some(next) = line.strip_prefix("> ") {
                date = next;
            } else if !line.is_empty() {
                // The newest change comes first.
                dates.entry(line.to_owned()).or_insert_with(|| date.to_owned());
            }
        }
        let mut counts = BTreeMap::new();
        let pages = dates.iter().filter(|(file, _)| Path::new(file).extension().is_some_and(|ending| ending == "md"));
        pages.for_each(|(_, date)| *counts.entry(date.as_str()).or_insert(0_usize) += 1);
        // Nearly identical dates (`lastmod-all-identical`) result from a copy or a move, and are useless for crawlers.
        let total: usize = counts.values().sum();
        if total > 1 && counts.values().any(|count| count * 100 >= total * 95) {
            dates.clear();
        }
        Self(dates)
    }

    /// Returns the latest change of the files for which `is` is true.
    pub(crate) fn latest(&self, is: impl Fn(&str) -> bool) -> Option<&str> {
        self.0.iter().filter(|(file, _)| is(file)).map(|(_, date)| date.as_str()).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_change_counts() {
        let dates = Dates::read("> 2026-02-01\n\na.md\n\n> 2026-01-05\n\na.md\nb.md\n");
        assert_eq!(dates.latest(|file| file == "a.md"), Some("2026-02-01"));
        assert_eq!(dates.latest(|file| file == "b.md"), Some("2026-01-05"));
        assert_eq!(dates.latest(|_| false), None);
        assert_eq!(dates.latest(|_| true), Some("2026-02-01"));
        assert_eq!(Dates::read("> 2026-02-01\n\na.md\nb.md\n").latest(|_| true), None);
    }
}
