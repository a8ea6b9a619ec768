//! A fingerprint of everything the page is built from.
//!
//! It is written into the built page, where it serves twice: the page puts it into the address of
//! its worker (Trunk gives worker files no hash of their own), and we see from it that nothing
//! has changed since the last build.

use std::fs;
use std::path::{Path, PathBuf};

/// What the built page does not depend on, beside hidden folders.
const NOT_THE_PAGE: [&str; 16] = [
    "target",
    "dist",
    "node_modules",
    "tests",
    "benches",
    "fuzz",
    "hosting",
    "packages",
    "deny.toml",
    "crates/sitemap-validator-cli",
    "docs/hosting.md",
    "docs/widget.md",
    "docs/benchmarks.md",
    "docs/decisions.md",
    "docs/releasing.md",
    "docs/sets.md",
];

/// The place in our HTML that takes the fingerprint.
pub(crate) const PLACE: &str = r#"<meta name="build" content="dev">"#;

/// [`PLACE`] with the fingerprint in it.
pub(crate) fn filled(stamp: &str) -> String {
    PLACE.replace("dev", stamp)
}

/// The fingerprint of the checkout at `root`: 16 hexadecimal digits.
pub(crate) fn of(root: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    collect(root, root, &mut files)?;
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
        let relative = path.strip_prefix(root).unwrap_or(&path);
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let top = folder == root;
        let text_only = top && path.extension().is_some_and(|extension| extension == "md");
        if text_only || NOT_THE_PAGE.iter().any(|other| relative == Path::new(other)) {
            continue;
        }
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() && (!hidden || (top && entry.file_name() == ".cargo")) {
            collect(root, &path, files)?;
        } else if kind.is_file() && !hidden || relative == Path::new(".npmrc") {
            files.push(path);
        }
    }
    Ok(())
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
    use super::*;

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

        for other in
            ["README.md", "tests/a.mjs", "target/a", "dist/index.html", ".git/index", "crates/sitemap-validator-cli/a"]
        {
            write(other, "new");
        }
        assert_eq!(of(&root), Ok(first.clone()));

        for part in ["index.html", "web/src/main.rs", "docs/rules/loc-empty.md", "crates/a/b.rs", ".cargo/config.toml"]
        {
            write(part, "new");
            assert_ne!(of(&root), Ok(first.clone()), "{part}");
        }
        let _ = fs::remove_dir_all(&root);
    }
}
