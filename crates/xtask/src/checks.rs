//! `cargo xtask test`: everything that is checked, cheap first.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::aside::Package;
use crate::budgets;
use crate::chromium;
use crate::nginx;
use crate::npm;
use crate::package;
use crate::page;
use crate::process::{cargo, command, on_path, run, shown};
use crate::server::Server;
use crate::steps::{Steps, note};
use crate::tools;
use crate::totals::Totals;

/// The packages a browser runs.
const WASM_PACKAGES: [&str; 2] = ["sitemap-validator-web", "sitemap-validator-worker"];

/// The address the page is told for its sitemap; nobody asks there.
const SITE: &str = "https://tidepool.page/";

/// Where the page is served a second time, to see that it works from any path.
const SUB_PATH: &str = "/some/path/";

/// Runs all checks, or with `fast` those without WebAssembly and browser. A check that fails does
/// not keep the others from running.
pub(crate) fn run_all(root: &Path, fast: bool) -> Report {
    let mut report = Report::default();
    report.check("format", || run(cargo(root).args(["fmt", "--all", "--check"])));
    report.check("clippy", || {
        // What writes the types in TypeScript is there with its feature only.
        let all = ["clippy", "--workspace", "--all-targets", "--features", "sitemap-validator-protocol/typescript"];
        run(cargo(root).args(all).args(["--", "-D", "warnings"]))
    });
    if !fast {
        report.check("clippy, wasm", || clippy_for_wasm(root));
    }
    let mut totals = Totals::default();
    report.check("tests", || counted(cargo(root).args(["test", "--workspace", "--no-fail-fast"]), &mut totals));
    report.check("documentation", || documentation(root));
    if on_path("cargo-deny").is_some() {
        report.check("dependencies", || {
            run(cargo(root).args(["deny", "--offline", "check", "bans", "licenses", "sources"]))
        });
    } else {
        // Not by `left_out`: CI has a job of its own for it, which asks for advisories as well.
        note("dependencies are not checked: cargo-deny is missing (`cargo install --locked cargo-deny`)");
    }
    if !fast {
        report.check("benchmarks", || counted(&mut Package::BENCHES.cargo(root, &["test", "--quiet"]), &mut totals));
        let mut dist = None;
        report.check("page", || {
            dist = Some(page::build(root, Some(SITE), &mut Steps::of(page::STEPS))?);
            Ok(())
        });
        if let Some(dist) = dist {
            report.check("package", || package::test(root, &dist, &mut totals));
            report.check("budgets", || budgets::compare(root, &dist));
            report.check("browser", || browser(root, &dist, &mut totals));
        } else {
            report.skip("package", "the page was not built");
            report.skip("budgets", "the page was not built");
            report.skip("browser", "the page was not built");
        }
    }
    report.totals = totals;
    report
}

/// Runs all checks and prints what came of them.
pub(crate) fn run_and_tell(root: &Path, fast: bool) -> Result<(), String> {
    let report = run_all(root, fast);
    print!("{}", report.table());
    let failed = report.problems();
    for problem in &failed {
        println!("{problem}");
    }
    println!("{}", report.totals);
    // The table has said it all.
    if failed.is_empty() { Ok(()) } else { Err(String::new()) }
}

fn clippy_for_wasm(root: &Path) -> Result<(), String> {
    tools::wasm_target(root, &mut Steps::of(1))?;
    let mut clippy = cargo(root);
    clippy.args(["clippy", "--target", tools::WASM]);
    for package in WASM_PACKAGES {
        clippy.args(["--package", package]);
    }
    run(clippy.args(["--", "-D", "warnings"]))
}

fn documentation(root: &Path) -> Result<(), String> {
    // The program and the library bear the same name and would write the same file: one after the other.
    let program = "sitemap-validator-cli";
    for selection in [["--package", program].as_slice(), &["--workspace", "--exclude", program]] {
        let mut doc = cargo(root);
        doc.args(["doc", "--no-deps", "--document-private-items"]).args(selection);
        run(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    Ok(())
}

/// Node's test runner on `tests/browser`, against the page as production serves it.
fn browser(root: &Path, dist: &Path, totals: &mut Totals) -> Result<(), String> {
    let tests = node_tests(root, "tests/browser")?;
    npm::packages(root, None)?;
    let chromium = chromium::find(root)?;
    let nginx = nginx::find(root)?;
    let server = Server::bind(dist, "/", 0)?;
    let below = Server::bind(dist, SUB_PATH, 0)?;
    let (base, below_base) = (server.url(), below.url());
    server.spawn();
    below.spawn();
    let mut node = command("node", root);
    // One file at a time: tests that measure time should not compete for the same two cores.
    node.args(["--test", "--test-reporter=spec", "--test-concurrency=1", "--test-timeout=600000"]).args(tests);
    node.env("BASE_URL", base).env("SUB_PATH_URL", below_base).env("CHROMIUM", chromium);
    if let Some(nginx) = nginx {
        node.env("NGINX", nginx);
    }
    counted(&mut node, totals)
}

/// The files with tests for Node's test runner in a folder of the checkout.
pub(crate) fn node_tests(root: &Path, folder: &str) -> Result<Vec<PathBuf>, String> {
    let entries = root.join(folder).read_dir().map_err(|error| format!("{folder} cannot be read: {error}"))?;
    let names = entries.flatten().map(|entry| entry.path());
    let mut tests: Vec<_> = names.filter(|path| path.to_string_lossy().ends_with(".test.mjs")).collect();
    tests.sort();
    if tests.is_empty() { Err(format!("{folder} holds no *.test.mjs")) } else { Ok(tests) }
}

/// Runs a test runner, passes on what it prints, and counts the tests from it.
pub(crate) fn counted(command: &mut Command, totals: &mut Totals) -> Result<(), String> {
    let line = shown(command);
    let mut child =
        command.stdout(Stdio::piped()).spawn().map_err(|error| format!("`{line}` could not be started: {error}"))?;
    if let Some(output) = child.stdout.take() {
        for bytes in BufReader::new(output).split(b'\n').map_while(Result::ok) {
            let text = String::from_utf8_lossy(&bytes);
            println!("{text}");
            totals.read(&text);
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{line}` failed ({status})")),
        Err(error) => Err(format!("`{line}` was lost: {error}")),
    }
}

/// What came of the checks.
#[derive(Debug, Default)]
pub(crate) struct Report {
    checks: Vec<Check>,
    totals: Totals,
}

#[derive(Debug)]
struct Check {
    name: &'static str,
    took: Duration,
    result: Result<(), String>,
}

impl Report {
    fn check(&mut self, name: &'static str, work: impl FnOnce() -> Result<(), String>) {
        println!("\n== {name}");
        let begun = Instant::now();
        let result = work();
        if let Err(problem) = &result {
            println!("{name}: {problem}");
        }
        self.checks.push(Check { name, took: begun.elapsed(), result });
    }

    fn skip(&mut self, name: &'static str, reason: &str) {
        self.checks.push(Check { name, took: Duration::ZERO, result: Err(format!("not run, {reason}")) });
    }

    fn table(&self) -> String {
        let mut table = String::from("\n");
        for check in &self.checks {
            let verdict = if check.result.is_ok() { "ok" } else { "FAILED" };
            let _ = writeln!(table, "  {:<14} {:>7.1} s  {verdict}", check.name, check.took.as_secs_f64());
        }
        let all: Duration = self.checks.iter().map(|check| check.took).sum();
        let _ = writeln!(table, "  {:<14} {:>7.1} s\n", "all", all.as_secs_f64());
        table
    }

    fn problems(&self) -> Vec<String> {
        let failed = |check: &Check| check.result.as_ref().err().map(|problem| format!("{}: {problem}", check.name));
        self.checks.iter().filter_map(failed).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_workflow_has_the_toolchain_of_the_checkout() {
        let read = |name: &str| std::fs::read_to_string(crate::root().join(name)).expect("a file");
        let toolchain = read("rust-toolchain.toml");
        let channel = toolchain.lines().find_map(|line| line.strip_prefix("channel = ")).expect("a channel");
        assert!(read(".github/workflows/ci.yml").contains(&format!("rust-version: {channel}\n")), "{channel}");
    }

    #[test]
    fn the_table_says_how_each_check_ended() {
        let mut report = Report::default();
        report.check("format", || Ok(()));
        report.check("clippy", || Err("`cargo clippy` failed".to_owned()));
        report.skip("browser", "the page was not built");
        let table = report.table();
        assert!(table.contains("  format             0.0 s  ok\n"), "{table}");
        assert!(table.contains("  clippy             0.0 s  FAILED\n"), "{table}");
        assert_eq!(report.problems(), ["clippy: `cargo clippy` failed", "browser: not run, the page was not built"]);
    }
}
