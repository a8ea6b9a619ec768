//! The layers of the core and of the command line: a module imports only those below it.
#![allow(clippy::disallowed_methods)] // the sources are read

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The top-level modules of the core, the lowest first.
const CORE: [&str; 32] = [
    "hosts",
    "span",
    "elements",
    "source",
    "profile",
    "registry",
    "diagnostic",
    "value",
    "last_change",
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
    "compare",
    "snapshot",
    "validator",
];

/// The top-level modules of the command line, the lowest first.
const COMMAND_LINE: [&str; 34] = [
    "clock",
    "output",
    "text",
    "write",
    "rules",
    "languages",
    "rule_page",
    "diff",
    "parallel",
    "entries",
    "progress",
    "interrupt",
    "client",
    "git",
    "serve",
    "values",
    "input",
    "baseline",
    "options",
    "config",
    "dates",
    "arguments",
    "robots",
    "set",
    "fix",
    "checker",
    "early",
    "site",
    "run",
    "compare",
    "convert",
    "session",
    "indexnow",
    "mcp",
];

/// The items that the core exports at its root, with their modules.
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
        if matches!(&*name, "lib" | "main" | "tests" | "testing") || name.ends_with("_tests") {
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
fn imports<'c>(code: &'c str, layers: &[&str]) -> BTreeSet<&'c str> {
    code.split("crate::")
        .skip(1)
        .flat_map(|rest| match rest.strip_prefix('{') {
            Some(list) => list.split('}').next().unwrap_or_default().split(',').map(str::trim).collect(),
            None => vec![rest],
        })
        .map(|path| path.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap())
        .map(|name| {
            EXPORTS
                .iter()
                .find(|(export, _)| *export == name && !layers.contains(export))
                .map_or(name, |(_, module)| *module)
        })
        .collect()
}

#[test]
fn modules_import_only_lower_layers() {
    let core = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates: [(_, &[&str]); 2] =
        [(core.join("src"), &CORE), (core.join("../sitemap-validator-cli/src"), &COMMAND_LINE)];
    for (folder, layers) in crates {
        let mut files = Vec::new();
        code(&folder, None, &mut files);
        let layer = |module: &str| layers.iter().position(|layer| *layer == module);
        let mut wrong = BTreeSet::new();
        for (module, code) in &files {
            let own = layer(module);
            assert!(own.is_some(), "`{module}` has no place in the layers");
            for import in imports(code, layers).into_iter().filter(|import| import != module) {
                match layer(import) {
                    Some(other) if Some(other) < own => {}
                    Some(_) => {
                        wrong.insert(format!("`{module}` imports `{import}`, which is above it"));
                    }
                    None => {
                        wrong.insert(format!("`{module}` imports `{import}`, which has no place in the layers"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        let modules: BTreeSet<&str> = files.iter().map(|(module, _)| module.as_str()).collect();
        let gone: Vec<&&str> = layers.iter().filter(|layer| !modules.contains(**layer)).collect();
        assert!(gone.is_empty(), "the layers name modules that are not there: {gone:?}");
    }
}
