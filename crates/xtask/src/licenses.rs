//! The notices that third-party licenses require us to pass on with what is compiled to WebAssembly.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use jzon::JsonValue;
use spdx::{Expression, Licensee, ParseMode};

use crate::process::{cargo, printed};
use crate::tools::WASM;

/// The file beside the page, which its footers link to.
pub(crate) const BESIDE_THE_PAGE: &str = "licenses.txt";

/// The file in the npm package.
pub(crate) const IN_THE_PACKAGE: &str = "THIRD-PARTY.txt";

/// Our own licenses.
pub(crate) const OWN: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The packages that the page is compiled from.
pub(crate) const PAGE: &[&str] = &["sitemap-validator-web", WORKER];

/// The package that the npm package is compiled from.
pub(crate) const WORKER: &str = "sitemap-validator-worker";

/// The start of the file. Rust's standard library is compiled in without being a package.
const HEAD: &str = "\
Third-party code
================

Compiled into the WebAssembly files beside this one, and into the scripts that start them:

- the standard library of Rust, by The Rust Project Developers: MIT OR Apache-2.0, https://github.com/rust-lang/rust
- the packages below: each with its version, its licenses, its repository, and the numbers of the notices that
  come with it. Where there is a choice of licenses, the notices are those of the license it is used under.

";

/// The licenses we accept, shortest text first: of those a package offers, the first is used. `deny.toml` allows the same.
const ACCEPTED: [&str; 7] = ["MIT", "BSD-3-Clause", "Unicode-3.0", "Apache-2.0", "ISC", "Zlib", "CDLA-Permissive-2.0"];

/// How the names of files with licenses and notices begin.
const FILES: [&str; 6] = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The license in a file, by a part of the file's name; the first match decides.
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

/// A third-party package: one line of the list, and the texts of its license and notice files that apply.
#[derive(Debug, PartialEq, Eq)]
struct Package {
    name: String,
    line: String,
    authors: String,
    notices: Vec<String>,
}

/// The text for what is compiled from these packages of the workspace for a target, or for any.
pub(crate) fn of(root: &Path, compiled: &[&str], target: Option<&str>) -> Result<String, String> {
    Ok(text(&compiled_in(root, compiled, target)?))
}

/// The text for the page: what is compiled, and the npm packages of the editor's script.
pub(crate) fn of_page(root: &Path) -> Result<String, String> {
    let mut packages = compiled_in(root, PAGE, Some(WASM))?;
    packages.extend(bundled(root)?);
    Ok(text(&packages))
}

/// The npm packages that `package.json` depends on, and those that they need, sorted.
fn bundled(root: &Path) -> Result<Vec<Package>, String> {
    let read = |folder: &Path| {
        let manifest = folder.join("package.json");
        let text = fs::read_to_string(&manifest).map_err(|error| format!("{}: {error}", manifest.display()))?;
        jzon::parse(&text).map_err(|error| format!("{}: {error}", manifest.display()))
    };
    let needs = |manifest: &JsonValue| -> Vec<String> {
        manifest["dependencies"].entries().map(|(name, _)| name.to_owned()).collect()
    };
    let (mut names, mut packages) = (BTreeSet::new(), Vec::new());
    let mut rest = needs(&read(root)?);
    while let Some(name) = rest.pop() {
        if names.insert(name.clone()) {
            let folder = root.join("node_modules").join(&name);
            let manifest = read(&folder)?;
            rest.extend(needs(&manifest));
            packages.push(described(format!("{name} {}", manifest["version"]), &manifest, &folder)?);
        }
    }
    packages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(packages)
}

/// The third-party packages of the workspace's packages `compiled` for a target, or for any.
fn compiled_in(root: &Path, compiled: &[&str], target: Option<&str>) -> Result<Vec<Package>, String> {
    let mut tree = cargo(root);
    tree.args(["tree", "--color=never", "--edges=normal,no-proc-macro", "--prefix=none", "--format={p}"]);
    tree.args(["--target", target.unwrap_or("all")]);
    let tree = printed(tree.args(compiled.iter().flat_map(|name| ["--package", name])))?;
    let filter = target.into_iter().flat_map(|target| ["--filter-platform", target]);
    let metadata = printed(cargo(root).args(["metadata", "--format-version=1"]).args(filter))?;
    let metadata = jzon::parse(&metadata).map_err(|error| format!("cargo's metadata: {error}"))?;
    packages(&tree, &metadata)
}

/// The third-party packages that `cargo tree` lists, sorted.
fn packages(tree: &str, metadata: &JsonValue) -> Result<Vec<Package>, String> {
    let listed = tree.lines().filter_map(|line| line.split_once(" v"));
    let listed: BTreeSet<_> = listed.map(|(name, rest)| (name, rest.split(' ').next().unwrap_or(rest))).collect();
    let mut packages = Vec::new();
    for (name, version) in listed {
        let package =
            metadata["packages"].members().find(|package| package["name"] == name && package["version"] == version);
        let package = package.ok_or_else(|| format!("cargo's metadata has no {name} {version}"))?;
        // Our own packages have no source.
        if !package["source"].is_null() {
            let folder = package["manifest_path"].as_str().and_then(|path| Path::new(path).parent());
            packages.push(described(format!("{name} {version}"), package, folder.unwrap_or(Path::new("")))?);
        }
    }
    Ok(packages)
}

/// A package of cargo or npm by its manifest, whose notices are in `folder`.
fn described(name: String, package: &JsonValue, folder: &Path) -> Result<Package, String> {
    let offered = package["license"].as_str().ok_or_else(|| format!("{name} states no license"))?;
    let chosen = chosen(offered).map_err(|error| format!("{name}: {error}"))?;
    let files = files(folder).map_err(|error| format!("{name} cannot be read: {error}"))?;
    // npm has the URL in an object.
    let repository = package["repository"].as_str().or_else(|| package["repository"]["url"].as_str());
    let repository = repository.map_or_else(String::new, |url| format!(", {}", url.trim_start_matches("git+")));
    // Without e-mail addresses.
    let authors = package["authors"].members().filter_map(|author| author.as_str()?.split(" <").next());
    Ok(Package {
        line: format!("{name}: {offered}{repository}"),
        authors: authors.collect::<Vec<_>>().join(", "),
        notices: needed(files, &chosen),
        name,
    })
}

/// The licenses under which we use what is offered under `expression`: one, or several that apply together.
fn chosen(expression: &str) -> Result<Vec<String>, String> {
    let parsed = Expression::parse_mode(expression, ParseMode::LAX);
    let parsed = parsed.map_err(|error| format!("`{expression}` is not a license expression: {}", error.reason))?;
    let accepted: Vec<_> = ACCEPTED.iter().filter_map(|id| Licensee::parse(id).ok()).collect();
    let chosen = parsed.minimized_requirements(&accepted).map_err(|_| format!("`{expression}` is not accepted"))?;
    Ok(chosen.iter().map(ToString::to_string).collect())
}

/// The license and notice files in a folder: names and texts, sorted.
fn files(folder: &Path) -> std::io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        if FILES.iter().any(|start| name.starts_with(start)) && path.is_file() {
            files.push((name, normalized(&String::from_utf8_lossy(&fs::read(&path)?))));
        }
    }
    files.sort();
    Ok(files)
}

/// `text` without the differences between equal notices: line endings, trailing spaces, and extra blank lines.
fn normalized(text: &str) -> String {
    let mut lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    lines.join("\n").trim_matches('\n').to_owned()
}

/// The texts of `files` without those of other licenses than the chosen ones; all texts if a chosen one has no file.
fn needed(files: Vec<(String, String)>, chosen: &[String]) -> Vec<String> {
    let license = |name: &str| NAMED.iter().find(|(part, _)| name.contains(part)).map(|(_, id)| *id);
    let complete = chosen.iter().all(|id| files.iter().any(|(name, _)| license(name) == Some(id)));
    let applies = |name: &str| !complete || license(name).is_none_or(|id| chosen.iter().any(|chosen| chosen == id));
    let mut texts: Vec<String> = files.into_iter().filter(|(name, _)| applies(name)).map(|(_, text)| text).collect();
    texts.retain(|text| !text.is_empty());
    texts.dedup();
    texts
}

/// The whole file: the packages, and every notice once.
fn text(packages: &[Package]) -> String {
    let mut notices: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut text = HEAD.to_owned();
    for package in packages {
        text.push_str(&package.line);
        for notice in &package.notices {
            let at = notices.iter().position(|(text, _)| text == notice).unwrap_or_else(|| {
                notices.push((notice, Vec::new()));
                notices.len() - 1
            });
            notices[at].1.push(&package.name);
            let _ = write!(text, " [{}]", at + 1);
        }
        if package.notices.is_empty() {
            let by = if package.authors.is_empty() { "" } else { ", by " };
            let _ = write!(text, "{by}{}; no notice comes with it", package.authors);
        }
        text.push('\n');
    }
    for (number, (notice, names)) in (1..).zip(&notices) {
        let _ = write!(text, "\n\n[{number}] {}\n{}\n\n{notice}\n", names.join(", "), "-".repeat(72));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_sufficient_license_is_chosen() {
        for (expression, expected) in [
            ("MIT", &["MIT"][..]),
            ("Apache-2.0/MIT", &["MIT"]),
            ("0BSD OR MIT OR Apache-2.0", &["MIT"]),
            ("Apache-2.0 OR BSL-1.0", &["Apache-2.0"]),
            ("Apache-2.0 WITH LLVM-exception OR MIT", &["MIT"]),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", &["MIT", "Unicode-3.0"]),
            ("(GPL-2.0 AND MIT) OR (Apache-2.0 AND MIT)", &["MIT", "Apache-2.0"]),
        ] {
            assert_eq!(chosen(expression).expect(expression), expected, "{expression}");
        }
        for expression in ["", "MIT OR", "(MIT", "MIT AND GPL-3.0", "Apache-2.0 WITH LLVM-exception"] {
            assert!(chosen(expression).is_err(), "{expression}");
        }
    }

    #[test]
    fn deny_toml_allows_the_same() {
        let text = fs::read_to_string(crate::root().join("deny.toml")).expect("deny.toml");
        let section = text.split("\n[licenses]\n").nth(1).and_then(|rest| rest.split("\n[").next()).expect("licenses");
        // Those of all packages, and those of single ones.
        let lists = section.split("allow = [").skip(1).filter_map(|rest| rest.split(']').next());
        let allowed: BTreeSet<&str> = lists.flat_map(|list| list.split(", ")).map(|id| id.trim_matches('"')).collect();
        // Of packages that run at compile time only, nothing is passed on.
        let at_compile_time = ["Apache-2.0 WITH LLVM-exception", "CC0-1.0"];
        assert_eq!(allowed, ACCEPTED.into_iter().chain(at_compile_time).collect());
    }

    #[test]
    fn only_notices_that_apply_are_passed_on() {
        let needed = |names: &[&str], chosen: &[&str]| {
            let files = names.iter().map(|name| ((*name).to_owned(), name.to_ascii_lowercase())).collect();
            needed(files, &chosen.iter().map(|&id| id.to_owned()).collect::<Vec<_>>()).join(" ")
        };
        let all = ["COPYING", "LICENSE-APACHE", "LICENSE-MIT.MD", "NOTICE", "UNLICENSE"];
        assert_eq!(needed(&all, &["MIT"]), "copying license-mit.md notice");
        assert_eq!(needed(&all, &["Apache-2.0", "MIT"]), "copying license-apache license-mit.md notice");
        // The text of Unicode-3.0 may be in any of them.
        assert_eq!(needed(&all, &["MIT", "Unicode-3.0"]), all.join(" ").to_ascii_lowercase());
        assert_eq!(needed(&["LICENSE", "LICENSE-APACHE"], &["MIT"]), "license license-apache");
    }

    #[test]
    fn packages_are_described_by_metadata_and_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let notice = "\u{feff}\r\nMIT \r\n\r\n \r\nNo warranty\r\n\r\n";
        for (name, text) in [("license-mit", notice), ("Notice.txt", "By A.\n"), ("lib.rs", "")] {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let of = |license: JsonValue| {
            let package = |name: &str, folder: &Path| {
                let manifest = folder.join("Cargo.toml");
                jzon::object! {
                    name: name, version: "1.0.0", source: "there", license: license.clone(),
                    authors: ["A <a@tidepool.page>", "B"], repository: "https://tidepool.page/",
                    manifest_path: manifest.to_str().expect("a path"),
                }
            };
            let [bare, used, twin] = [("bare", Path::new(".")), ("used", folder.path()), ("twin", folder.path())]
                .map(|(name, folder)| package(name, folder));
            let ours = jzon::object! { name: "ours", version: "0.1.0", source: null };
            let metadata = jzon::object! { packages: [ours, used, twin, bare, package("unused", folder.path())] };
            let tree = "ours v0.1.0 (/a v1/b)\n\nused v1.0.0\nused v1.0.0 (*)\ntwin v1.0.0\nbare v1.0.0\n";
            packages(tree, &metadata).map(|packages| text(&packages))
        };
        let line = "-".repeat(72);
        let expected = format!(
            "{HEAD}bare 1.0.0: MIT/Apache-2.0, https://tidepool.page/, by A, B; no notice comes with it
twin 1.0.0: MIT/Apache-2.0, https://tidepool.page/ [1] [2]
used 1.0.0: MIT/Apache-2.0, https://tidepool.page/ [1] [2]\n
\n[1] twin 1.0.0, used 1.0.0\n{line}\n\nMIT\n\nNo warranty\n
\n[2] twin 1.0.0, used 1.0.0\n{line}\n\nBy A.\n"
        );
        assert_eq!(of("MIT/Apache-2.0".into()), Ok(expected));
        assert_eq!(of(JsonValue::Null), Err("bare 1.0.0 states no license".to_owned()));
        assert_eq!(of("GPL-3.0".into()), Err("bare 1.0.0: `GPL-3.0` is not accepted".to_owned()));
        let missing = packages("other v1.0.0", &JsonValue::Null);
        assert_eq!(missing, Err("cargo's metadata has no other 1.0.0".to_owned()));
    }

    #[test]
    fn the_page_and_the_worker_have_the_notices_of_their_packages() {
        let root = crate::root();
        let page = of(&root, PAGE, Some(WASM)).expect("the page's");
        let worker = of(&root, &[WORKER], Some(WASM)).expect("the worker's");
        let lists = |text: &str, name: &str| text.contains(&format!("\n{name} "));
        for name in ["memchr", "miniz_oxide", "quick-xml", "serde_json", "web-sys"] {
            assert!(lists(&page, name) && lists(&worker, name), "{name}");
        }
        assert!(lists(&page, "yew") && !lists(&worker, "yew"));
        // For tests only, for the command line only, procedural macros, our own.
        for name in ["insta", "ureq", "rustls", "serde_derive", "syn", "sitemap-validator", "sitemap-validator-worker"]
        {
            assert!(!lists(&page, name), "{name}");
        }
        for text in [&page, &worker] {
            assert!(text.contains("\n\nMIT License\n\nCopyright 2013-2014 RAD Game Tools"), "{text}");
            assert!(text.contains("UNICODE LICENSE V3"), "{text}");
            // Nothing about this machine.
            assert!(!text.contains("/registry/") && !text.contains(root.to_str().expect("a path")));
        }
    }
}
