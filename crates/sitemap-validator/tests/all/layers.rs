//! The layers of the crate: a module imports only those below it.
#![allow(clippy::disallowed_methods)] // the sources are read

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The top-level modules, the lowest first.
const LAYERS: [&str; 28] = [
    "hosts",
    "span",
    "source",
    "profile",
    "registry",
    "diagnostic",
    "value",
    "robots",
    "options",
    "facts",
    "outcome",
    "sink",
    "message",
    "names",
    "reporter",
    "xml",
    "check",
    "document",
    "format",
    "validate",
    "report",
    "fix",
    "set",
    "session",
    "convert",
    "figures",
    "output",
    "validator",
];

/// The items that the crate exports at its root, with their modules.
const EXPORTS: [(&str, &str); 5] = [
    ("rules", "diagnostic"),
    ("sentences", "message"),
    ("Severity", "diagnostic"),
    ("Message", "registry"),
    ("Rule", "registry"),
];

/// The code of each file, without tests and comments, and the top-level module it belongs to.
fn code(folder: &Path, module: Option<&str>, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "tests" || name.ends_with("_tests") || name == "testing" || module.is_none() && name == "lib" {
            continue;
        }
        let module = module.unwrap_or(&name);
        if path.is_dir() {
            code(&path, Some(module), found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        found.push((module.to_owned(), lines.collect::<Vec<_>>().join("\n")));
    }
}

/// The top-level modules that `code` mentions.
fn imports(code: &str) -> BTreeSet<&str> {
    code.split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default().split(',').map(str::trim).collect(),
            None => vec![rest],
        })
        .map(|path| path.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap())
        .map(|name| EXPORTS.iter().find(|(export, _)| *export == name).map_or(name, |(_, module)| *module))
        .collect()
}

#[test]
fn modules_import_only_lower_layers() {
    let mut files = Vec::new();
    code(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), None, &mut files);
    let layer = |module: &str| LAYERS.iter().position(|layer| *layer == module);
    let mut wrong = BTreeSet::new();
    for (module, code) in &files {
        let own = layer(module);
        assert!(own.is_some(), "`{module}` has no place in LAYERS");
        for import in imports(code).into_iter().filter(|import| import != module) {
            match layer(import) {
                Some(other) if Some(other) < own => {}
                Some(_) => {
                    wrong.insert(format!("`{module}` imports `{import}`, which is above it"));
                }
                None => {
                    wrong.insert(format!("`{module}` imports `{import}`, which has no place in LAYERS"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let modules: BTreeSet<&str> = files.iter().map(|(module, _)| module.as_str()).collect();
    let gone: Vec<&&str> = LAYERS.iter().filter(|layer| !modules.contains(**layer)).collect();
    assert!(gone.is_empty(), "LAYERS names modules that are not there: {gone:?}");
}
