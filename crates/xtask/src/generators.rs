//! Site generators from the registries: the tests in `tests/generators` build sites with them and check the builds.

use std::path::Path;

use crate::checks::Tier;
use crate::node_tests;
use crate::npm;
use crate::process::{command, program_for_tests};
use crate::python;
use crate::steps::left_out;
use crate::tools;

/// The folder with a site for each generator, and a file of tests of the same name.
const SITES: &str = "tests/generators";

/// Generators that take minutes, and are only tested with everything.
const SLOW: [&str; 1] = ["docusaurus"];

/// Installs the generators in the cache of tools, and runs their tests. Those that cannot be installed are left out.
pub(crate) fn test(root: &Path, tier: Tier) -> Result<(), String> {
    npm::require("the tests of site generators run in Node")?;
    let modules = tools::cache()?.join("generators");
    let mut python = None;
    let mut installed = Vec::new();
    for file in node_tests::files(root, SITES)? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().replace(".test.mjs", "");
        if SLOW.contains(&&*name) && tier < Tier::Every {
            continue;
        }
        let site = root.join(SITES).join(&name);
        let ready = if site.join("package.json").exists() {
            npm::install_copy(&site, &modules.join(&name))
        } else {
            python.get_or_insert_with(|| python::generators(root)).clone().map(drop)
        };
        match ready {
            Ok(()) => installed.push(file),
            Err(problem) => left_out(format!("{name} is not tested: {problem}"))?,
        }
    }
    let program = program_for_tests(root)?;
    let python = python.and_then(Result::ok).unwrap_or_default();
    let node = || {
        let mut node = command("node", root);
        node.env("PROGRAM", &program).env("MODULES", &modules).env("PYTHON_TOOLS", &python);
        node
    };
    node_tests::run_each(node, &installed, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_site_has_tests_and_exact_versions() {
        let sites = crate::root().join(SITES);
        let names = sites.read_dir().expect("sites").flatten().filter(|entry| entry.path().is_dir());
        let names: Vec<String> = names.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        assert!(SLOW.iter().all(|name| names.iter().any(|site| site == name)), "{names:?}");
        for name in names {
            assert!(sites.join(format!("{name}.test.mjs")).is_file(), "{name} has no tests");
            let Ok(package) = std::fs::read_to_string(sites.join(&name).join("package.json")) else { continue };
            let (_, versions) = package.split_once("\"dependencies\": {").expect("dependencies");
            for (_, version) in versions.lines().filter_map(|line| line.split_once(": ")) {
                let is_exact = |letter: char| letter.is_ascii_digit() || ".\",".contains(letter);
                assert!(version.chars().all(is_exact), "{name}: {version}");
            }
        }
    }
}
