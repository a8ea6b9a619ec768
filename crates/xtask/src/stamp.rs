//! A fingerprint of everything the page is built from.
//!
//! The built page contains it for two purposes: in the URL of its worker (the names of its files have no hash), and to detect
//! that nothing has changed since the last build.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// What the page is built from: the code, the files it includes, and the configuration of the compilers. No other file of
/// the checkout counts, or each would cause a new build.
const THE_PAGE: [&str; 13] = [
    ".cargo",
    ".npmrc",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "crates",
    "hosting/_headers",
    "hosting/htaccess",
    "index.html",
    "package-lock.json",
    "package.json",
    "rust-toolchain.toml",
    "web",
];

/// The exceptions among them.
const NOT_THE_PAGE: [&str; 2] = ["crates/sitemap-validator-cli", "crates/sitemap-validator-python"];

/// Our own commands, and the only ones of their files that decide what is in the page.
const COMMANDS: &str = "crates/xtask";
const BUILDERS: [&str; 6] = ["hosting.rs", "join.rs", "licenses.rs", "page.rs", "stamp.rs", "trunk.rs"];

/// The ends of the names of files that editors and merges leave behind.
const LEFT_BEHIND: [&str; 5] = ["~", ".bak", ".orig", ".rej", ".swp"];

/// The placeholder in our HTML for the fingerprint.
pub(crate) const PLACE: &str = r#"<meta name="build" content="dev">"#;

/// [`PLACE`] with the fingerprint in it.
pub(crate) fn filled(stamp: &str) -> String {
    PLACE.replace("dev", stamp)
}

/// The fingerprint of the checkout at `root`: 16 hexadecimal digits.
pub(crate) fn of(root: &Path) -> Result<String, String> {
    // `DefaultHasher::new` has fixed keys, and `rust-toolchain.toml`, which is hashed too, determines its algorithm.
    let mut hash = DefaultHasher::new();
    for file in files(root)? {
        let content =
            fs::read(root.join(&file)).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
        (file.as_os_str(), content).hash(&mut hash);
    }
    Ok(format!("{:016x}", hash.finish()))
}

/// The files of the page, as paths below `root`, sorted.
fn files(root: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let mut rest: Vec<PathBuf> = THE_PAGE.iter().map(PathBuf::from).collect();
    while let Some(path) = rest.pop() {
        let full = root.join(&path);
        if full.is_dir() {
            let failed = |error| format!("{} cannot be read: {error}", path.display());
            for entry in fs::read_dir(&full).map_err(failed)? {
                rest.push(path.join(entry.map_err(failed)?.file_name()));
            }
            rest.retain(|path| belongs(path));
        } else if full.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// Whether a path below the root belongs to the page.
fn belongs(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_temporary = name.starts_with('.') || LEFT_BEHIND.iter().any(|end| name.ends_with(end));
    let is_command = path.strip_prefix(COMMANDS).is_ok_and(|rest| {
        let rest = rest.strip_prefix("src").unwrap_or(rest);
        rest != Path::new("") && !BUILDERS.iter().any(|file| rest == Path::new(file))
    });
    let is_other = is_temporary || is_test(path) || is_command;
    THE_PAGE.iter().any(|part| path == Path::new(part))
        || !is_other && !NOT_THE_PAGE.iter().any(|part| path.starts_with(part))
}

/// True for what is compiled for tests only, by its name.
fn is_test(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let in_folder = path.iter().any(|part| part == "tests" || part == "examples");
    in_folder || name == "tests.rs" || name.ends_with("_tests.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first text in quotes after each `call` in a source.
    fn named<'a>(source: &'a str, call: &'a str) -> impl Iterator<Item = &'a str> {
        source.split(call).skip(1).filter_map(|rest| rest.split('"').nth(1))
    }

    #[test]
    fn everything_that_the_build_reads_belongs() {
        let root = crate::root().canonicalize().expect("the root");
        for part in THE_PAGE.into_iter().chain(NOT_THE_PAGE) {
            assert!(root.join(part).exists(), "{part}");
        }
        let read = |file: &Path| fs::read_to_string(root.join(file)).expect("a file");
        let page = read(Path::new("index.html"));
        let linked = page.split("data-trunk ").skip(1).filter_map(|rest| named(rest, "href=").next());
        let mut seen: Vec<PathBuf> = linked.map(|href| root.join(href)).collect();
        for file in files(&root).expect("files") {
            // Our own commands include other files for their tests.
            if !file.starts_with(COMMANDS) && file.extension().is_some_and(|extension| extension == "rs") {
                let source = read(&file);
                let included = named(&source, "include_str!(").chain(named(&source, "include_bytes!("));
                seen.extend(included.map(|name| root.join(&file).with_file_name(name)));
                if file.starts_with("crates/sitemap-validator-site") {
                    seen.extend(named(&source, "&root.join(").map(|name| root.join(name)));
                }
            }
        }
        assert!(seen.len() > 25, "{seen:?}");
        for path in seen.iter().filter_map(|path| path.canonicalize().ok()) {
            let path = path.strip_prefix(&root).expect("a file of the checkout");
            let within = THE_PAGE.iter().any(|part| path.starts_with(part));
            assert!(within && belongs(path), "{} is not in the list", path.display());
        }
    }

    #[test]
    fn what_is_left_out_as_a_test_is_compiled_for_tests_only() {
        let root = crate::root();
        let mut count = 0;
        for file in files(&root).expect("files") {
            if file.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = fs::read_to_string(root.join(&file)).expect("a file");
            let lines: Vec<&str> = source.lines().map(str::trim).collect();
            for (at, line) in lines.iter().enumerate() {
                let declared = line.strip_suffix(';').and_then(|line| line.split_once("mod "));
                if declared.is_some_and(|(_, name)| name == "tests" || name.ends_with("_tests")) {
                    let mut attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
                    assert!(attributes.any(|line| *line == "#[cfg(test)]"), "{}: {line}", file.display());
                    count += 1;
                }
                assert!(!line.starts_with("#[path") || line.ends_with("_tests.rs\"]"), "{}: {line}", file.display());
            }
        }
        assert!(count > 30, "{count}");
    }

    #[test]
    fn the_commands_that_build_the_page_are_known() {
        /// What they use, which starts programs, prints or installs.
        const OTHERS: [&str; 5] = ["lock", "npm", "process", "steps", "tools"];
        for file in BUILDERS {
            let source = fs::read_to_string(crate::root().join(COMMANDS).join("src").join(file)).expect(file);
            let used =
                source.lines().filter_map(|line| line.trim().strip_prefix("use crate::")?.split([':', ';']).next());
            for module in used {
                let known = OTHERS.contains(&module) || BUILDERS.contains(&format!("{module}.rs").as_str());
                assert!(known, "{file} uses {module}");
            }
        }
    }

    #[test]
    fn only_the_files_of_the_page_change_the_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        let write = |name: &str| {
            fs::create_dir_all(root.join(name).parent().expect("a folder")).expect("a folder");
            fs::write(root.join(name), "new").expect("a file");
        };
        let first = of(root).expect("a stamp");
        assert_eq!(first.len(), 16);
        for other in [
            "README.md",
            "target/a",
            ".git/index",
            "crates/sitemap-validator-cli/a",
            "crates/.a",
            "docs/hosting.md",
            "Cargo.toml.orig",
            "index.html.swp",
            "web/src/main.rs~",
            "web/src/.main.rs.swp",
            "web/src/state/tests/a.rs",
            "crates/sitemap-validator/tests/a.rs",
            "crates/sitemap-validator/src/tests.rs",
            "crates/sitemap-validator/src/a_tests.rs",
            "crates/xtask/src/checks.rs",
            "crates/xtask/Cargo.toml",
        ] {
            write(other);
        }
        assert_eq!(of(root), Ok(first.clone()));
        let mut last = first;
        for part in [
            "index.html",
            "web/samples/a.xml",
            "crates/sitemap-validator/rules/a.md",
            "crates/sitemap-validator/src/latests.rs",
            "crates/xtask/src/page.rs",
            ".cargo/config.toml",
        ] {
            write(part);
            let new = of(root).expect("a stamp");
            assert_ne!(new, last, "{part}");
            last = new;
        }
    }
}
