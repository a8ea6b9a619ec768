//! The page takes what rules mean from the report: a rule that is renamed must not break it.

use std::{collections::BTreeSet, fs, path::Path};

/// The code of each module, without its tests.
fn modules(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name().into_string().expect("a name"));
        if matches!(name.as_str(), "tests" | "tests.rs" | "samples.rs") {
            continue;
        }
        if path.is_dir() {
            modules(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a module");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            found.push((path.display().to_string(), code.to_owned()));
        }
    }
}

#[test]
fn the_page_names_no_rule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let ids = fs::read_to_string(root.join("../crates/sitemap-validator/rules/index.txt")).expect("the rules");
    // Neither a whole id nor the beginning that several have in common.
    let begins = |id: &str| id.match_indices('-').map(|(at, _)| id[..=at].to_owned()).collect::<Vec<_>>();
    let names: BTreeSet<String> =
        ids.split_whitespace().flat_map(|id| begins(id).into_iter().chain([id.to_owned()])).collect();
    assert!(names.contains("loc-relative") && names.contains("scope-robots-"));
    let mut found = Vec::new();
    modules(&root.join("src"), &mut found);
    assert!(found.len() > 50);
    for (path, code) in found {
        let id = names.iter().find(|name| code.contains(&format!("\"{name}\"")));
        assert_eq!(id, None, "{path} names a rule");
    }
}
