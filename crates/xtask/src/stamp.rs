//! A fingerprint of everything the page is built from.
//!
//! It is written into the built page, where it serves twice: the page puts it into the address of
//! its worker (Trunk gives worker files no hash of their own), and we see from it that nothing
//! has changed since the last build.

use std::fs;
use std::path::{Path, PathBuf};

/// What the page is built from: the code, what it reads, and what says how it is compiled. Whatever else lies in a checkout
/// does not count, or every file that is left there would ask for a new build.
const THE_PAGE: [&str; 12] = [
    ".cargo",
    ".npmrc",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "crates",
    "docs/rules",
    "index.html",
    "package-lock.json",
    "package.json",
    "rust-toolchain.toml",
    "web",
];

/// What lies among it and is no part of the page.
const NOT_THE_PAGE: [&str; 1] = ["crates/sitemap-validator-cli"];

/// How names end that editors and merges leave behind.
const LEFT_BEHIND: [&str; 5] = ["~", ".bak", ".orig", ".rej", ".swp"];

/// The place in our HTML that takes the fingerprint.
pub(crate) const PLACE: &str = r#"<meta name="build" content="dev">"#;

/// [`PLACE`] with the fingerprint in it.
pub(crate) fn filled(stamp: &str) -> String {
    PLACE.replace("dev", stamp)
}

/// The fingerprint of the checkout at `root`: 16 hexadecimal digits.
pub(crate) fn of(root: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    for part in THE_PAGE {
        let path = root.join(part);
        if path.is_dir() {
            collect(root, &path, &mut files)?;
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    let mut hash = Fnv::new();
    for file in files {
        let name = file.strip_prefix(root).unwrap_or(&file);
        let content = fs::read(&file).map_err(|error| format!("{} cannot be read: {error}", name.display()))?;
        // Lengths keep apart what would otherwise read the same: `ab`+`c` and `a`+`bc`.
        for part in [name.as_os_str().as_encoded_bytes(), &content] {
            hash.write(&(part.len() as u64).to_le_bytes());
            hash.write(part);
        }
    }
    Ok(format!("{:016x}", hash.0))
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let failed = |error| format!("{} cannot be read: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        if !counts(path.strip_prefix(root).unwrap_or(&path)) {
            continue;
        }
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() {
            collect(root, &path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}

/// Whether what lies there, seen from the root, is a part of the page.
fn counts(relative: &Path) -> bool {
    let name = relative.file_name().unwrap_or_default().to_string_lossy();
    let named = THE_PAGE.iter().any(|part| relative == Path::new(part));
    let within = THE_PAGE.iter().any(|part| relative.starts_with(part));
    let other = NOT_THE_PAGE.iter().any(|part| relative.starts_with(part));
    named || within && !other && !name.starts_with('.') && !LEFT_BEHIND.iter().any(|end| name.ends_with(end))
}

/// FNV-1a, 64 bits: a page of code less than a cryptographic hash, and nobody attacks this one.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Component;

    use super::*;

    /// The first text in quotes behind each `call` in a source.
    fn named<'a>(source: &'a str, call: &'a str) -> impl Iterator<Item = &'a str> {
        source.split(call).skip(1).filter_map(|rest| rest.split('"').nth(1))
    }

    /// `name` as seen from `folder`, without its `..`.
    fn joined(folder: &Path, name: &str) -> PathBuf {
        let mut path = PathBuf::new();
        for part in folder.join(name).components() {
            if part == Component::ParentDir {
                path.pop();
            } else {
                path.push(part);
            }
        }
        path
    }

    #[test]
    fn whatever_the_build_names_counts() {
        let root = crate::root();
        for part in THE_PAGE.into_iter().chain(NOT_THE_PAGE) {
            assert!(root.join(part).exists(), "{part}");
        }
        let mut seen = Vec::new();
        let page = fs::read_to_string(root.join("index.html")).expect("the page");
        let linked = page.split("data-trunk ").skip(1).filter_map(|rest| named(rest, "href=").next());
        seen.extend(linked.map(|href| (PathBuf::from("index.html"), PathBuf::from(href))));
        let mut files = Vec::new();
        for folder in ["crates", "web"] {
            collect(&root, &root.join(folder), &mut files).expect("files");
        }
        for file in files {
            let own = file.strip_prefix(&root).expect("a file of ours");
            // What only tests read, and our own commands, is no part of the page.
            let other = own.starts_with("crates/xtask") || own.iter().any(|part| part == "tests");
            if other || own.extension().is_none_or(|extension| extension != "rs") {
                continue;
            }
            let source = fs::read_to_string(&file).expect("a source");
            for call in ["include_str!(", "include_bytes!("] {
                let folder = own.parent().expect("a folder");
                seen.extend(named(&source, call).map(|name| (own.to_owned(), joined(folder, name))));
            }
            if own.starts_with("crates/sitemap-validator-site") {
                seen.extend(named(&source, "&root.join(").map(|name| (own.to_owned(), PathBuf::from(name))));
            }
        }
        assert!(seen.len() > 25, "{seen:?}");
        for (by, path) in seen {
            assert!(counts(&path), "{} reads {}, which does not count", by.display(), path.display());
        }
    }

    #[test]
    fn the_hash_is_fnv_1a() {
        let mut hash = Fnv::new();
        hash.write(b"foobar");
        assert_eq!(hash.0, 0x8594_4171_f739_67e8);
    }

    #[test]
    fn only_what_the_page_is_made_of_counts() {
        let root = std::env::temp_dir().join(format!("xtask-stamp-{}", std::process::id()));
        let write = |name: &str, content: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, content).expect("a file");
        };
        write("index.html", "a");
        write("web/src/main.rs", "b");
        write("docs/rules/loc-empty.md", "c");
        let first = of(&root).expect("a stamp");
        assert_eq!(first.len(), 16);

        for other in [
            "README.md",
            "tests/a.mjs",
            "target/a",
            "dist/index.html",
            ".git/index",
            "crates/sitemap-validator-cli/a",
            "crates/.a",
            "docs/hosting.md",
            "sitemap.xml",
            "page.tar.gz",
            "Cargo.toml.orig",
            "index.html.swp",
            "web/src/main.rs~",
            "web/src/.main.rs.swp",
            "packages/sitemap-validator/index.js",
        ] {
            write(other, "new");
        }
        assert_eq!(of(&root), Ok(first.clone()));

        let mut last = first;
        for part in [
            "index.html",
            "web/src/main.rs",
            "web/samples/a.xml",
            "docs/rules/loc-empty.md",
            "docs/rules/fr/loc-empty.md",
            "crates/a/b.rs",
            "crates/xtask/src/main.rs",
            "crates/sitemap-validator/languages/fr.txt",
            ".cargo/config.toml",
            ".npmrc",
            "Cargo.lock",
            "Cargo.toml",
            "Trunk.toml",
            "package.json",
            "package-lock.json",
            "rust-toolchain.toml",
        ] {
            write(part, "new");
            let new = of(&root).expect("a stamp");
            assert_ne!(new, last, "{part}");
            last = new;
        }
        let _ = fs::remove_dir_all(&root);
    }
}
