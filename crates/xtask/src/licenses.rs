//! The notices that the licences of others ask to be passed on with what is compiled to WebAssembly.

mod expression;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::json::{self, Value};
use crate::process::{cargo, printed};
use expression::taken;

/// The file beside the page, which its footers link.
pub(crate) const BESIDE_THE_PAGE: &str = "licenses.txt";

/// The file in the npm package.
pub(crate) const IN_THE_PACKAGE: &str = "THIRD-PARTY.txt";

/// What the page is compiled from.
pub(crate) const PAGE: &[&str] = &["sitemap-validator-web", WORKER];

/// What the npm package is compiled from.
pub(crate) const WORKER: &str = "sitemap-validator-worker";

const TARGET: &str = "wasm32-unknown-unknown";

/// Comes first in the file. What is compiled in without being a package is Rust's own.
const HEAD: &str = "\
Third-party code
================

Compiled into the WebAssembly files beside this one, and into the scripts that start them:

- the standard library of Rust, by The Rust Project Developers: MIT OR Apache-2.0, https://github.com/rust-lang/rust
- the packages below: each with its version, its licences, where it comes from, and the numbers of the notices that
  come with it. Where there are licences to choose from, the notices are those of the one it is used under.

";

/// How the names of files begin in which licences and notices are.
const FILES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// What the name of a file says about which licence is in it; what comes first decides.
const NAMED: [(&str, &str); 8] = [
    ("UNLICENSE", "Unlicense"),
    ("APACHE", "Apache-2.0"),
    ("MIT", "MIT"),
    ("0BSD", "0BSD"),
    ("BSD", "BSD-3-Clause"),
    ("UNICODE", "Unicode-3.0"),
    ("ZLIB", "Zlib"),
    ("BOOST", "BSL-1.0"),
];

/// A package whose code we pass on.
#[derive(Debug, Default, PartialEq, Eq)]
struct Package {
    /// Name and version, `memchr 2.8.3`.
    name: String,
    /// The licences it is offered under.
    expression: String,
    repository: Option<String>,
    authors: Vec<String>,
    /// What its licence and notice files say, as far as we need them.
    notices: Vec<String>,
}

/// Names and versions, as in `memchr 2.8.3`.
type Names = BTreeSet<String>;

/// The text for what is compiled from these packages of the workspace.
pub(crate) fn of(root: &Path, compiled: &[&str]) -> Result<String, String> {
    let mut tree = cargo(root);
    tree.args([
        "tree",
        "--color",
        "never",
        "--edges",
        "normal,no-proc-macro",
        "--prefix",
        "none",
        "--format",
        "{p}",
        "--target",
        TARGET,
    ]);
    let tree = printed(tree.args(compiled.iter().flat_map(|name| ["--package", name])))?;
    let mut metadata = cargo(root);
    metadata.args(["metadata", "--format-version", "1", "--filter-platform", TARGET]);
    let metadata = json::read(&printed(&mut metadata)?).map_err(|error| format!("cargo's metadata: {error}"))?;
    Ok(text(&packages(&names(&tree), &metadata)?))
}

/// The packages that `cargo tree` lists.
fn names(tree: &str) -> Names {
    let package = |line: &str| {
        let (name, rest) = line.split_once(" v")?;
        Some(format!("{name} {}", rest.split(' ').next()?))
    };
    tree.lines().filter_map(package).collect()
}

/// Those of `names` that are not ours, with their notices, sorted.
fn packages(names: &Names, metadata: &Value) -> Result<Vec<Package>, String> {
    let mut found = Names::new();
    let mut packages = Vec::new();
    for package in metadata.list("packages") {
        let (Some(name), Some(version)) = (package.text("name"), package.text("version")) else { continue };
        let name = format!("{name} {version}");
        if !names.contains(&name) || !found.insert(name.clone()) {
            continue;
        }
        // Packages of the workspace come from nowhere.
        if package.text("source").is_some() {
            packages.push(described(name, package)?);
        }
    }
    if let Some(missing) = names.difference(&found).next() {
        return Err(format!("cargo's metadata has no {missing}"));
    }
    packages.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(packages)
}

fn described(name: String, package: &Value) -> Result<Package, String> {
    let expression = package.text("license").ok_or_else(|| format!("{name} states no licence"))?;
    let taken = taken(expression).map_err(|error| format!("{name}: {error}"))?;
    let manifest = package.text("manifest_path").ok_or_else(|| format!("{name} is nowhere"))?;
    let folder = Path::new(manifest).parent().unwrap_or(Path::new(""));
    let files = files(folder).map_err(|error| format!("The folder of {name} cannot be read: {error}"))?;
    let author = |value: &Value| match value {
        // The address of a person is of no use to readers.
        Value::Text(text) => Some(text.split(" <").next().unwrap_or_default().to_owned()),
        _ => None,
    };
    Ok(Package {
        expression: expression.to_owned(),
        repository: package.text("repository").map(str::to_owned),
        authors: package.list("authors").iter().filter_map(author).collect(),
        notices: needed(files, &taken),
        name,
    })
}

/// The licence and notice files in a folder: names and texts, sorted.
fn files(folder: &Path) -> std::io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        if FILES.iter().any(|start| name.starts_with(start)) && path.is_file() {
            files.push((name, tidied(&String::from_utf8_lossy(&fs::read(&path)?))));
        }
    }
    files.sort();
    Ok(files)
}

/// `text` without what differs between equal texts: ends of lines, blank lines around it or one after another.
fn tidied(text: &str) -> String {
    let mut lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The texts of `files` but for the licences that are not among those taken. If one of those has no file, all.
fn needed(files: Vec<(String, String)>, taken: &[&str]) -> Vec<String> {
    let of = |name: &str| NAMED.iter().find(|(part, _)| name.contains(part)).map(|(_, id)| *id);
    let whole = taken.iter().all(|id| files.iter().any(|(name, _)| of(name) == Some(*id)));
    let kept = files.into_iter().filter(|(name, _)| !whole || of(name).is_none_or(|id| taken.contains(&id)));
    let mut texts: Vec<String> = kept.map(|(_, text)| text).filter(|text| !text.is_empty()).collect();
    texts.dedup();
    texts
}

/// The whole file: the packages, and every notice once.
fn text(packages: &[Package]) -> String {
    let mut notices: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut text = HEAD.to_owned();
    for package in packages {
        let mut numbers = Vec::new();
        for notice in &package.notices {
            let known = notices.iter().position(|(text, _)| text == notice);
            let at = known.unwrap_or_else(|| {
                notices.push((notice, Vec::new()));
                notices.len() - 1
            });
            notices[at].1.push(&package.name);
            numbers.push(format!("[{}]", at + 1));
        }
        let _ = write!(text, "{}: {}", package.name, package.expression);
        if let Some(repository) = &package.repository {
            let _ = write!(text, ", {repository}");
        }
        if !numbers.is_empty() {
            let _ = writeln!(text, " {}", numbers.join(" "));
            continue;
        }
        if !package.authors.is_empty() {
            let _ = write!(text, ", by {}", package.authors.join(", "));
        }
        text.push_str("; no notice comes with it\n");
    }
    for (number, (notice, names)) in (1..).zip(&notices) {
        let _ = write!(text, "\n\n[{number}] {}\n{}\n\n{notice}\n", names.join(", "), "-".repeat(72));
    }
    text
}

#[cfg(test)]
mod tests;
