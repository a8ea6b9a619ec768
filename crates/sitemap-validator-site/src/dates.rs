//! When each source file was last changed, as the history of the checkout tells it.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// Dates of changes, `YYYY-MM-DD`, by file.
#[derive(Debug, Default)]
pub(crate) struct Dates(BTreeMap<String, String>);

impl Dates {
    /// Asks git; without git or a history there are no dates.
    pub(crate) fn of(root: &Path) -> Self {
        let log = Command::new("git")
            .current_dir(root)
            .args(["log", "--format=> %cs", "--name-only", "--", "docs/rules", "web", "index.html"])
            .output();
        let text =
            log.ok().filter(|log| log.status.success()).map(|log| String::from_utf8_lossy(&log.stdout).into_owned());
        text.map(|text| Self::read(&text)).unwrap_or_default()
    }

    /// Reads what git prints.
    pub(crate) fn read(log: &str) -> Self {
        let mut dates = BTreeMap::new();
        let mut date = "";
        for line in log.lines() {
            if let Some(next) = line.strip_prefix("> ") {
                date = next;
            } else if !line.is_empty() {
                // The newest comes first.
                dates.entry(line.to_owned()).or_insert_with(|| date.to_owned());
            }
        }
        let one = dates.values().next().cloned();
        // The same date everywhere tells crawlers nothing: it is the date of a copy.
        if dates.values().all(|date| Some(date) == one.as_ref()) {
            dates.clear();
        }
        Self(dates)
    }

    /// The latest change of the files that begin with one of `names`; of a folder, `…/`, those right in it.
    pub(crate) fn latest<S: AsRef<str>>(&self, names: &[S]) -> Option<&str> {
        let begins = |file: &str, name: &str| {
            file.strip_prefix(name).is_some_and(|rest| !name.ends_with('/') || !rest.contains('/'))
        };
        let found = self.0.iter().filter(|(file, _)| names.iter().any(|name| begins(file, name.as_ref())));
        found.map(|(_, date)| date.as_str()).max()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_change_counts() {
        let dates = Dates::read("> 2026-02-01\n\na.md\n\n> 2026-01-05\n\na.md\nb.md\n");
        assert_eq!(dates.latest(&["a.md"]), Some("2026-02-01"));
        assert_eq!(dates.latest(&["b.md"]), Some("2026-01-05"));
        assert_eq!(dates.latest(&["c.md"]), None);
        assert_eq!(dates.latest(&["a", "b"]), Some("2026-02-01"));
        let folders = Dates::read("> 2026-02-01\n\na/b/c.md\n\n> 2026-01-05\n\na/c.md\n");
        assert_eq!((folders.latest(&["a/"]), folders.latest(&["a/b/"])), (Some("2026-01-05"), Some("2026-02-01")));
        assert_eq!(Dates::read("> 2026-02-01\n\na.md\nb.md\n").latest(&["a.md"]), None);
    }
}
