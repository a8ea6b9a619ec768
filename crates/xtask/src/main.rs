//! The project's own commands. `cargo xtask help` lists them.
//!
//! Reading order: [`tools`] installs what a build needs, [`page`] builds `dist/` from the description that [`trunk`] reads,
//! [`server`] serves that folder with the headers of production, and [`hosting`] writes them for other servers.
//! [`mod@package`] makes the npm package of the page, and [`licenses`] collects the notices for both. [`mod@test`] runs the
//! [`checks`] that [`selection`] chooses as [`schedule`] allows, and [`report`] prints their results; [`work`] is what they do.
//! [`mod@budgets`] compares sizes and instructions with committed numbers, [`differential`] compares the core with other
//! parsers, and [`mod@bench`] measures it against others. [`generators`] tests the program on builds of site generators.
//! [`authorities`] lists the sources of rules to read again.

mod authorities;
mod bench;
mod budgets;
mod checks;
mod debian;
mod differential;
mod dist;
mod engines;
mod generators;
mod hosting;
mod join;
mod licenses;
mod lock;
mod new_rule;
mod nginx;
mod node_tests;
mod npm;
mod package;
mod page;
mod process;
mod python;
mod report;
mod schedule;
mod selection;
mod server;
mod stamp;
mod steps;
mod test;
mod tools;
mod translations;
mod trunk;
#[cfg(test)]
mod wording;
mod work;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use checks::Tier;
use server::Server;

const USAGE: &str = "\
The project's own commands.

Usage: cargo xtask <COMMAND> [OPTIONS]

  serve [--port PORT]  Build the page and serve it on http://127.0.0.1:8080/ for this computer. The
                       server also fetches sitemaps by URL. The first run takes 5 minutes. --static
                       serves the files only, as a static host does
  build [--site URL]   Build the page into dist/, which any static host can serve from any path, and
                       compress its files with brotli and gzip. With the page's future URL, write
                       sitemap.xml and link pages by absolute URLs
  complete             Complete the page that `trunk build` or `trunk serve` has built: Trunk.toml
                       calls it
  program [OPTIONS]    Build the program with the page in it, for `sitemap-validator serve`, into
                       target/release/; options are those of `cargo build`, such as --target
  package              Build the npm package from the page's worker into target/package/. Builds the
                       page first, like `build` without a URL
  wheel                Build the Python package into target/wheels/
  dist [--target T]    Build what a release has for one target into target/release-files/: an archive
                       with the program, npm packages, the wheel. On Linux, the program is static
  sums FOLDER          Write SHA256SUMS of the files in a folder, and the Homebrew formula if the
                       programs for macOS are among them
  test [OPTIONS]       Run format, clippy, the tests, the page in Chromium, the npm package in Node, and
                       the checks that your changes select: 10 minutes the first time, 3 minutes after
                       a change in the core. --all runs all that must hold on the main branch, in 25
                       minutes; --every also large inputs, all tests in all engines, and builds as
                       released. --list prints the checks, why they run and how long they took;
                       --update writes golden files, pictures and budgets that you have changed on
                       purpose
  check NAME           Run one check of `test --all`, by its name in the table that `test` prints; with
                       --every as `test --every` does
  differential [...]   Compare the results with those of libxml2 and expat on random documents:
                       [--runs N] [--seed S] [--schemas DIR]. Installs both if they are missing
  budgets [--update]   Compare the sizes of the page and the instructions per URL with the numbers in
                       benches/budgets.toml, as `test` does; --update writes that file
  bench [...]          Measure against parsers and other validators, and write docs/benchmarks.md:
                       [--browser] [--python] [--schema DIR] [--rounds N] [--only ROW]
  study [...]          Check a synthetic crawl with Spark, and print how many of its defects were found,
                       and how fast: [--hosts N] [--folder DIR], for files of your own
  new-rule ID          Write the page of a new rule, its line in the list of rules and in the schema, and
                       a function that reports it, at the end of the file that reports rules like it
  rule ID              Run the examples on the page of a rule, then clippy and all tests of the core
  authorities [--all]  List the documents of docs/authorities.md that were last read more than 180
                       days ago, with the rules that cite them; --all lists every document
  help                 Print this text

Exit codes: 0 success, 1 failure, 2 invalid command line.
";

/// The port of `serve`.
const PORT: u16 = 8080;

/// A parsed command line.
#[derive(Debug, PartialEq, Eq)]
enum Order {
    Serve { port: u16, is_static: bool },
    Build(Option<String>),
    Complete,
    Program,
    Package,
    Wheel,
    Dist(Option<String>),
    Sums(PathBuf),
    Test(Tier),
    TestList(Tier),
    TestUpdate,
    Check(String, Tier),
    Differential,
    Bench,
    Study,
    Budgets { update: bool },
    Authorities { all: bool },
    NewRule(String),
    Rule(String),
    Help,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let order = match parse(&arguments) {
        Ok(order) => order,
        Err(problem) => {
            eprintln!("xtask: {problem}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let root = root();
    let result = match order {
        Order::Serve { port, is_static } => serve(&root, port, is_static),
        Order::Build(site) => page::build_for_hosts(&root, site.as_deref()),
        Order::Complete => complete(&root),
        Order::Program => page::program(&root, &arguments[1..], &[]),
        Order::Package => package::build(&root),
        Order::Dist(target) => dist::run_for(&root, target.as_deref()),
        Order::Sums(folder) => dist::sums(&root, &folder),
        Order::Wheel => python::wheel(&root).map(drop),
        Order::Test(tier) => match test::run(&root, tier) {
            Ok(code) => return code,
            Err(problem) => Err(problem),
        },
        Order::TestList(tier) => {
            test::list(&root, tier);
            Ok(())
        }
        Order::TestUpdate => test::update(&root),
        Order::Check(name, tier) => {
            let result = checks::by_name(&name).and_then(|check| (check.run)(&root, tier));
            report::print_processor_time();
            result
        }
        Order::Differential => differential::run(&root, &arguments[1..]),
        Order::Bench => bench::run(&root, &arguments[1..]),
        Order::Study => python::study(&root, &arguments[1..]),
        Order::Budgets { update } => budgets::run(&root, update),
        Order::Authorities { all } => authorities::run(&root, all),
        Order::NewRule(id) => new_rule::write_drafts(&root, &id),
        Order::Rule(id) => new_rule::check(&root, &id),
        Order::Help => {
            print!("{USAGE}");
            Ok(())
        }
    };
    result.map_or_else(
        |problem| {
            eprintln!("xtask: {problem}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    )
}

fn parse(arguments: &[String]) -> Result<Order, String> {
    // `--port=9000` is the same as `--port 9000`.
    let words = arguments.iter().flat_map(|word| word.splitn(if word.starts_with("--") { 2 } else { 1 }, '='));
    match words.collect::<Vec<_>>().as_slice() {
        [] | ["help" | "--help" | "-h", ..] | [_, "--help" | "-h", ..] => Ok(Order::Help),
        ["differential", ..] => Ok(Order::Differential),
        ["bench", ..] => Ok(Order::Bench),
        ["study", ..] => Ok(Order::Study),
        ["serve"] => Ok(Order::Serve { port: PORT, is_static: false }),
        ["serve", "--static"] => Ok(Order::Serve { port: PORT, is_static: true }),
        ["serve", "--port", port] => port_of(port).map(|port| Order::Serve { port, is_static: false }),
        ["serve", "--port", port, "--static"] | ["serve", "--static", "--port", port] => {
            port_of(port).map(|port| Order::Serve { port, is_static: true })
        }
        ["build"] => Ok(Order::Build(None)),
        ["build", "--site", site] => {
            let host = site.strip_prefix("https://").or_else(|| site.strip_prefix("http://")).unwrap_or_default();
            if host.is_empty() || host.contains(['?', '#']) {
                return Err(format!("`{site}` is not the URL of a site, such as https://example.com/validator/"));
            }
            Ok(Order::Build(Some((*site).to_owned())))
        }
        ["complete"] => Ok(Order::Complete),
        ["program", ..] => Ok(Order::Program),
        ["package"] => Ok(Order::Package),
        ["wheel"] => Ok(Order::Wheel),
        ["dist"] => Ok(Order::Dist(None)),
        ["dist", "--target", target] => Ok(Order::Dist(Some((*target).to_owned()))),
        ["sums", folder] => Ok(Order::Sums(folder.into())),
        ["test", "--update"] => Ok(Order::TestUpdate),
        ["test", "--list", options @ ..] | ["test", options @ .., "--list"] => tier(options).map(Order::TestList),
        ["test", options @ ..] => tier(options).map(Order::Test),
        ["check", name, options @ ..] if !name.starts_with('-') => match options {
            [] => Ok(Order::Check((*name).to_owned(), Tier::All)),
            options => tier(options).map(|tier| Order::Check((*name).to_owned(), tier)),
        },
        ["check", ..] => Err("`check` needs a name".to_owned()),
        ["budgets"] => Ok(Order::Budgets { update: false }),
        ["budgets", "--update"] => Ok(Order::Budgets { update: true }),
        ["authorities"] => Ok(Order::Authorities { all: false }),
        ["authorities", "--all"] => Ok(Order::Authorities { all: true }),
        ["new-rule", id] if !id.starts_with('-') => Ok(Order::NewRule((*id).to_owned())),
        ["rule", id] if !id.starts_with('-') => Ok(Order::Rule((*id).to_owned())),
        [command @ ("new-rule" | "rule"), ..] => Err(format!("`{command}` needs the id of a rule")),
        ["serve" | "build", option @ ("--port" | "--site")] => Err(format!("`{option}` needs a value")),
        [command @ ("serve" | "build" | "package" | "budgets" | "authorities"), options @ ..] => {
            Err(format!("`{}` is not an option of `{command}`", options.join(" ")))
        }
        [command, ..] => Err(format!("`{command}` is not a command")),
    }
}

/// The tier that the options of `test` or `check` name.
fn tier(options: &[&str]) -> Result<Tier, String> {
    if options.is_empty() {
        return Ok(Tier::Quick);
    }
    let named = [Tier::Quick, Tier::All, Tier::Every].into_iter().find(|tier| options == [tier.option()]);
    named.ok_or_else(|| format!("`{}` is not an option of `test`", options.join(" ")))
}

fn port_of(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("`{text}` is not a port (0 to 65535)"))
}

/// Builds the page and serves it until Ctrl-C, by the program or as a static host does.
fn serve(root: &Path, port: u16, is_static: bool) -> Result<(), String> {
    // Before the build, so that a port in use is reported at once.
    let port = server::free_port(port)?;
    let url = format!("http://127.0.0.1:{port}/");
    let serving = || steps::step("Serving", &format!("{url} (Ctrl-C stops)"));
    if is_static {
        let dist = page::build(root, Some(&url))?;
        let server = Server::bind(&dist, "/", port)?;
        serving();
        server.run()
    }
    let (dist, program) = page::build_to_serve(root, &url)?;
    serving();
    server::run_program(&program, &dist, port)
}

/// Completes the page in the folder that Trunk names.
fn complete(root: &Path) -> Result<(), String> {
    let staging =
        std::env::var_os("TRUNK_STAGING_DIR").ok_or("`complete` is for Trunk, which sets TRUNK_STAGING_DIR")?;
    page::complete(root, Path::new(&staging))
}

/// The checkout: two folders above this package, from wherever the command is run.
fn root() -> PathBuf {
    // The variable is read at run time, so that a checkout that was moved still works.
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.ancestors().nth(2).map_or_else(|| package.clone(), Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_documents_state_the_times_of_this_help() {
        let minutes = |text: &str| -> BTreeSet<u32> {
            let words: Vec<&str> = text.split_whitespace().collect();
            let times = words.windows(2).filter(|pair| pair[1].starts_with("minutes"));
            times.filter_map(|pair| pair[0].parse().ok()).collect()
        };
        let times = minutes(USAGE);
        let readme = minutes(include_str!("../../../README.md"));
        assert_eq!((times.len(), &readme), (4, &times));
        assert!(minutes(include_str!("../../../CONTRIBUTING.md")).is_subset(&times));
    }

    #[test]
    fn commands_and_their_options() {
        for (line, expected) in [
            ("serve", Order::Serve { port: 8080, is_static: false }),
            ("serve --port 9000", Order::Serve { port: 9000, is_static: false }),
            ("serve --port=9000", Order::Serve { port: 9000, is_static: false }),
            ("serve --static", Order::Serve { port: 8080, is_static: true }),
            ("serve --static --port 9000", Order::Serve { port: 9000, is_static: true }),
            ("serve --port=9000 --static", Order::Serve { port: 9000, is_static: true }),
            ("build", Order::Build(None)),
            ("build --site https://tidepool.page/", Order::Build(Some("https://tidepool.page/".to_owned()))),
            ("program --target x86_64-unknown-linux-musl", Order::Program),
            ("complete", Order::Complete),
            ("package", Order::Package),
            ("test", Order::Test(Tier::Quick)),
            ("test --all", Order::Test(Tier::All)),
            ("test --list --every", Order::TestList(Tier::Every)),
            ("test --every --list", Order::TestList(Tier::Every)),
            ("test --update", Order::TestUpdate),
            ("check page", Order::Check("page".to_owned(), Tier::All)),
            ("check spark --every", Order::Check("spark".to_owned(), Tier::Every)),
            ("differential --runs 9", Order::Differential),
            ("bench --only plain", Order::Bench),
            ("study --hosts 9", Order::Study),
            ("budgets", Order::Budgets { update: false }),
            ("budgets --update", Order::Budgets { update: true }),
            ("authorities", Order::Authorities { all: false }),
            ("authorities --all", Order::Authorities { all: true }),
            ("new-rule text-trailing-comma", Order::NewRule("text-trailing-comma".to_owned())),
            ("rule text-trailing-comma", Order::Rule("text-trailing-comma".to_owned())),
            ("test --help", Order::Help),
            ("", Order::Help),
        ] {
            assert_eq!(order(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn invalid_words_are_named() {
        for (line, expected) in [
            ("serve --port 99999", "`99999` is not a port (0 to 65535)"),
            ("serve --port", "`--port` needs a value"),
            ("serve --prt 1", "`--prt 1` is not an option of `serve`"),
            (
                "build --site tidepool.page",
                "`tidepool.page` is not the URL of a site, such as https://example.com/validator/",
            ),
            ("test --fast", "`--fast` is not an option of `test`"),
            ("budgets --all", "`--all` is not an option of `budgets`"),
            ("new-rule", "`new-rule` needs the id of a rule"),
            ("rule", "`rule` needs the id of a rule"),
            ("bild", "`bild` is not a command"),
        ] {
            assert_eq!(order(line), Err(expected.to_owned()), "{line}");
        }
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("Trunk.toml").is_file());
    }
}
