//! The source files that report each rule.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use sitemap_validator::Rule;

/// The sources of the core.
const SOURCES: &str = "crates/sitemap-validator/src";

/// The paths of the files that report each rule, by its id.
pub(crate) type Reporters = BTreeMap<&'static str, Vec<String>>;

/// Searches the sources in `root` for the names of the rules' functions.
pub(crate) fn read(root: &Path) -> Result<Reporters, String> {
    let mut reporters = Reporters::new();
    let names = Rule::ALL.iter().map(|rule| (rule.id().replace('-', "_"), rule.id())).collect();
    search(root, SOURCES, &names, &mut reporters)?;
    Ok(reporters)
}

fn search(
    root: &Path,
    folder: &str,
    names: &BTreeMap<String, &'static str>,
    reporters: &mut Reporters,
) -> Result<(), String> {
    let failed = |error| format!("{folder} cannot be read: {error}");
    let mut entries: Vec<_> = fs::read_dir(root.join(folder)).and_then(Iterator::collect).map_err(failed)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{folder}/{name}");
        if entry.path().is_dir() {
            if name != "tests" {
                search(root, &path, names, reporters)?;
            }
        } else if entry.path().extension().is_some_and(|extension| extension == "rs") && !name.ends_with("tests.rs") {
            let source = fs::read_to_string(entry.path()).map_err(failed)?;
            // Inline tests are at the end of a file.
            let code = source.split("\n#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let is_other = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_';
            for rule in code.split(is_other).filter_map(|name| names.get(name)) {
                let files = reporters.entry(rule).or_default();
                if files.last() != Some(&path) {
                    files.push(path.clone());
                }
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_is_reported_from_a_file() {
        let reporters = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).expect("the sources");
        let unknown: Vec<_> = Rule::ALL.iter().map(|rule| rule.id()).filter(|id| !reporters.contains_key(id)).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert_eq!(reporters["priority-out-of-range"], ["crates/sitemap-validator/src/check/priority.rs"]);
    }
}
