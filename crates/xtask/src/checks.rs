//! `cargo xtask test`: all checks, in parallel where they do not disturb each other.
//!
//! Each check runs in a process of its own, `cargo xtask check NAME`, which separates its output and its processor time from
//! those of the others.

use std::path::Path;

use crate::bench;
use crate::budgets;
use crate::debian::CHROMIUM;
use crate::dist;
use crate::engines::{self, Engine};
use crate::new_rule;
use crate::nginx;
use crate::node_tests::{self, Selection};
use crate::npm;
use crate::package;
use crate::page;
use crate::process::{build_program, cargo, cargo_for, command, on_path, output, run};
use crate::python;
use crate::report::Report;
use crate::server::Server;
use crate::steps::note;
use crate::tools;

/// One check.
#[derive(Debug)]
pub(crate) struct Check {
    pub(crate) name: &'static str,
    run: fn(&Path) -> Result<(), String>,
    needs: Needs,
}

/// What a check needs besides cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// WebAssembly or a C compiler: skipped with `--fast`.
    Tools,
    /// The built page: skipped with `--fast`, and if the check [`PAGE`] has failed.
    Page,
}

/// The check that builds the page.
pub(crate) const PAGE: &str = "page";

const fn check(name: &'static str, needs: Needs, run: fn(&Path) -> Result<(), String>) -> Check {
    Check { name, run, needs }
}

/// Phases run one after the other, the lanes of a phase in parallel, and the checks of a lane one after the other. The
/// checks of the first lanes share build folders, which cargo locks.
const PHASES: [&[&[Check]]; 3] = [
    &[
        &[
            check("format", Needs::Nothing, |root| run(cargo(root).args(["fmt", "--all", "--check"]))),
            check("clippy", Needs::Nothing, clippy),
            check("tests", Needs::Nothing, |root| run(cargo(root).args(["test", "--workspace", "--no-fail-fast"]))),
            check("new-rule", Needs::Nothing, new_rule::test),
            check("documentation", Needs::Nothing, documentation),
            check("dependencies", Needs::Nothing, dependencies),
            check("action", Needs::Tools, action),
            check("clippy-wasm", Needs::Tools, clippy_for_wasm),
        ],
        &[
            check(PAGE, Needs::Tools, |root| page::build(root, Some(SITE)).map(|_| ())),
            check("benchmarks", Needs::Tools, |root| run(&mut cargo_for(root, bench::PACKAGE, &["test", "--quiet"]))),
            check("budgets", Needs::Page, |root| budgets::compare(root, &page::current(root)?)),
            check("package", Needs::Page, |root| package::test(root, &page::current(root)?)),
            check("python", Needs::Tools, python::test),
            check("spark", Needs::Tools, python::test_at_scale),
            check("release", Needs::Page, dist::test),
        ],
    ],
    // These wait for a browser most of the time.
    &[
        &[
            check("browser", Needs::Page, |root| browser(root, |file| !is_looks(file) && !is_timed(file), 2)),
            check("firefox", Needs::Page, |root| engine(root, &engines::FIREFOX, 2)),
        ],
        &[
            check("looks", Needs::Page, |root| browser(root, is_looks, 1)),
            check("webkit", Needs::Page, |root| engine(root, &engines::WEBKIT, 1)),
        ],
    ],
    // What measures time has the machine to itself.
    &[&[check("browser-timed", Needs::Page, |root| browser(root, is_timed, 1))]],
];

/// The browser tests that measure how long something takes.
const TIMED: [&str; 3] = ["pictures.test.mjs", "running.test.mjs", "source.test.mjs"];

/// The only package with code that is only compiled for WebAssembly.
const WASM_PACKAGE: &str = "sitemap-validator-worker";

/// The URL that is passed to the page for its sitemap. It is never requested.
const SITE: &str = "https://tidepool.page/";

/// The path the page is also served under, to test that it works from any path.
const SUB_PATH: &str = "/some/path/";

/// Runs all checks, or with `fast` those that need neither WebAssembly nor a browser, and prints their results. The others
/// run even if a check fails.
pub(crate) fn run_all(root: &Path, fast: bool) -> Result<(), String> {
    let report = Report::default();
    for phase in PHASES {
        std::thread::scope(|scope| {
            for lane in phase {
                scope.spawn(|| {
                    for check in lane.iter().filter(|check| !fast || check.needs == Needs::Nothing) {
                        if check.needs == Needs::Page && report.has_failed(PAGE) {
                            report.skip(check.name, "the page was not built");
                        } else {
                            report.start(root, check.name);
                        }
                    }
                });
            }
        });
    }
    report.print()
}

/// Runs one check.
pub(crate) fn run_one(root: &Path, name: &str) -> Result<(), String> {
    let mut checks = PHASES.iter().copied().flatten().copied().flatten();
    let check = checks.find(|check| check.name == name).ok_or_else(|| format!("`{name}` is not a check"))?;
    (check.run)(root)
}

fn clippy(root: &Path) -> Result<(), String> {
    // The code that writes the TypeScript types is only compiled with its feature.
    let all = ["clippy", "--workspace", "--all-targets", "--features", "sitemap-validator-protocol/typescript"];
    run(cargo(root).args(all).args(["--", "-D", "warnings"]))
}

fn clippy_for_wasm(root: &Path) -> Result<(), String> {
    tools::target(root, tools::WASM)?;
    run(cargo(root).args(["clippy", "--target", tools::WASM, "--package", WASM_PACKAGE, "--", "-D", "warnings"]))
}

fn documentation(root: &Path) -> Result<(), String> {
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
fn dependencies(root: &Path) -> Result<(), String> {
    // Not with `left_out`, which fails in CI: CI has a job of its own for this.
    if on_path("cargo-deny").is_none() {
        note("left out: dependencies, because cargo-deny is missing (`cargo install --locked cargo-deny`)");
        return Ok(());
    }
    let fetched = output(cargo(root).args(["deny", "fetch", "db"])).is_some();
    if !fetched {
        note("left out: advisories about dependencies, because their database cannot be fetched");
    }
    let checks: &[&str] = if fetched { &["advisories"] } else { &[] };
    let mut deny = cargo(root);
    run(deny.args(["deny", "--offline", "check", "bans", "licenses", "sources"]).args(checks))
}

/// The tests of the GitHub Action, and the linters of workflows.
fn action(root: &Path) -> Result<(), String> {
    python::lint_workflows(root)?;
    let program = build_program(root, &["--bin", "sitemap-validator"], "sitemap-validator")?;
    let mut node = command("node", root);
    node.env("PROGRAM", program);
    node_tests::run_all(node, &node_tests::files(root, "tests/action")?)
}

/// The pictures of each state of the page, which take a third as long as all other files together.
fn is_looks(file: &Path) -> bool {
    file.ends_with("visual.test.mjs")
}

fn is_timed(file: &Path) -> bool {
    TIMED.iter().any(|name| file.ends_with(name))
}

/// Node's test runner on the files of `tests/browser` that `selected` accepts, so many at once, against the page as
/// production serves it.
fn browser(root: &Path, selected: fn(&Path) -> bool, at_once: usize) -> Result<(), String> {
    let dist = page::current(root)?;
    npm::install(root, root)?;
    let chromium = CHROMIUM.find(root)?;
    let nginx = nginx::find(root)?;
    let program = build_program(root, &["--bin", "sitemap-validator"], "sitemap-validator")?;
    let base = Server::bind(&dist, "/", 0)?.spawn();
    let below_base = Server::bind(&dist, SUB_PATH, 0)?.spawn();
    let selection = Selection::Usual.or_selected()?;
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
    node_tests::run_each(node, &files, at_once)
}

/// The sample of browser tests in an engine other than Chromium, so many files at once.
fn engine(root: &Path, engine: &Engine, at_once: usize) -> Result<(), String> {
    npm::install(root, root)?;
    let base = Server::bind(&page::current(root)?, "/", 0)?.spawn();
    engine.test(root, &base, Selection::Sample.or_selected()?, at_once)
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
    fn names_of_checks_and_of_timed_tests_exist() {
        let names: Vec<&str> = PHASES.iter().copied().flatten().copied().flatten().map(|check| check.name).collect();
        let mut unique = names.clone();
        unique.sort_unstable();
        unique.dedup();
        assert_eq!(unique.len(), names.len(), "{names:?}");
        assert!(names.contains(&PAGE));
        assert!(run_one(&crate::root(), "bild").is_err());
        let tests = node_tests::files(&crate::root(), "tests/browser").expect("tests");
        assert_eq!(tests.iter().filter(|file| is_timed(file)).count(), TIMED.len());
        assert_eq!(tests.iter().filter(|file| is_looks(file)).count(), 1);
    }
}
