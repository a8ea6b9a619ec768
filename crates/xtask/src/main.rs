//! The project's own commands. `cargo xtask help` lists them.
//!
//! Reading order: [`tools`] gets what a machine lacks, [`page`] builds `dist/` with it, [`server`]
//! serves that folder with the headers of [`headers`], which [`hosting`] tells other servers, [`mod@package`] makes the npm
//! package of it, [`licenses`] gathers the notices of what both contain, [`checks`] runs every test there is, [`mod@budgets`]
//! holds sizes and instructions against committed numbers, [`differential`] compares the core with another parser,
//! [`mod@bench`] measures it against others, and [`subtags`] writes the core's tables of language codes.

mod apt;
mod aside;
mod bench;
mod budgets;
mod checks;
mod chromium;
mod compress;
mod differential;
mod headers;
mod hosting;
mod json;
mod licenses;
mod lock;
mod nginx;
mod npm;
mod package;
mod page;
mod process;
mod server;
mod stamp;
mod steps;
mod subtags;
mod tools;
mod totals;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use server::Server;
use steps::Steps;

const USAGE: &str = "\
The project's own commands.

Usage: cargo xtask <COMMAND> [OPTIONS]

  serve [--port PORT]  Build the page and serve it on http://127.0.0.1:8080/ with the headers of
                       production. Gets the tools it needs; the first run takes about 12 minutes,
                       later ones seconds
  build [--site URL]   Build the page into dist/, which any static host can serve from any path, and
                       compress its files with brotli and gzip. With the address it will have,
                       sitemap.xml is written and pages name each other by whole addresses
  package              Build the npm package, from the page's own worker, into target/package/. Builds
                       the page first, as `build` without an address does
  test [--fast]        Run everything: format, clippy, tests, documentation, page, package, budgets,
                       browser tests. --fast leaves out what needs WebAssembly or a browser
  differential [...]   Compare the verdicts with those of libxml2 on documents made at random:
                       [--runs N] [--seed S] [--schemas DIR]. Gets libxml2 if it is missing
  budgets [--update]   Compare the sizes of the page and instructions per URL with the numbers in
                       benches/budgets.toml, as `test` does; --update writes that file
  bench [...]          Measure against parsers and other validators, and write docs/benchmarks.md:
                       [--browser] [--schema DIR] [--rounds N] [--only ROW]
  subtags FILE         Write the core's table of language, script and region codes from the IANA
                       Language Subtag Registry, given as record-jar text or as JSON
  help                 Print this text

Exit codes: 0 done, 1 failed, 2 not understood.
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Order {
    Serve { port: u16 },
    Build { site: Option<String> },
    Package,
    Test { fast: bool },
    Differential { arguments: Vec<String> },
    Bench { arguments: Vec<String> },
    Budgets { update: bool },
    Subtags { file: PathBuf },
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
    let done = match order {
        Order::Serve { port } => serve(&root, port),
        Order::Build { site } => page::build_for_hosts(&root, site.as_deref(), &mut Steps::of(page::STEPS)),
        Order::Package => package::build(&root),
        Order::Test { fast } => checks::run_and_tell(&root, fast),
        Order::Differential { arguments } => differential::run(&root, &arguments),
        Order::Bench { arguments } => bench::run(&root, &arguments),
        Order::Budgets { update } => budgets::run(&root, update),
        Order::Subtags { file } => subtags::write(&root, &file),
        Order::Help => {
            print!("{USAGE}");
            Ok(())
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            // Empty: the command has already said what is wrong, in a form of its own.
            if !problem.is_empty() {
                eprintln!("xtask: {problem}");
            }
            ExitCode::FAILURE
        }
    }
}

fn parse(arguments: &[String]) -> Result<Order, String> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["help" | "--help" | "-h", ..] | [_, "--help" | "-h", ..] => Ok(Order::Help),
        ["differential", ..] => Ok(Order::Differential { arguments: arguments[1..].to_vec() }),
        ["bench", ..] => Ok(Order::Bench { arguments: arguments[1..].to_vec() }),
        ["serve"] => Ok(Order::Serve { port: 8080 }),
        ["serve", "--port", port] => port_of(port),
        ["serve", option] if option.starts_with("--port=") => port_of(&option["--port=".len()..]),
        ["serve", "--port"] => Err("`--port` needs a number".to_owned()),
        ["build"] => Ok(Order::Build { site: None }),
        ["build", "--site", site] => site_of(site),
        ["build", option] if option.starts_with("--site=") => site_of(&option["--site=".len()..]),
        ["build", "--site"] => Err("`--site` needs an address".to_owned()),
        ["package"] => Ok(Order::Package),
        ["test"] => Ok(Order::Test { fast: false }),
        ["test", "--fast"] => Ok(Order::Test { fast: true }),
        ["budgets"] => Ok(Order::Budgets { update: false }),
        ["budgets", "--update"] => Ok(Order::Budgets { update: true }),
        ["subtags", file] => Ok(Order::Subtags { file: PathBuf::from(file) }),
        ["subtags", ..] => Err("`subtags` needs one file".to_owned()),
        ["serve" | "build" | "package" | "test" | "budgets", rest @ ..] => {
            Err(format!("`{}` is not an option of `{}`", rest.join(" "), words[0]))
        }
        [command, ..] => Err(format!("`{command}` is not a command")),
    }
}

fn site_of(text: &str) -> Result<Order, String> {
    let known = ["https://", "http://"].iter().any(|scheme| text.len() > scheme.len() && text.starts_with(scheme));
    if known && !text.contains(['?', '#']) {
        return Ok(Order::Build { site: Some(text.to_owned()) });
    }
    Err(format!("`{text}` is not the address of a site, such as https://example.com/validator/"))
}

fn port_of(text: &str) -> Result<Order, String> {
    let port = text.parse().map_err(|_| format!("`{text}` is not a port (0 to 65535)"))?;
    Ok(Order::Serve { port })
}

fn serve(root: &Path, port: u16) -> Result<(), String> {
    let dist = root.join(page::DIST);
    // A port that is taken is said now, not after a build of ten minutes.
    let address = Server::bind(&dist, "/", port)?.url();
    let mut steps = Steps::of(page::STEPS + 1);
    page::build(root, Some(&address), &mut steps)?;
    let server = Server::bind(&dist, "/", port)?;
    steps.say("Serving", &format!("{} (Ctrl-C stops)", server.url()));
    server.run()
}

/// The checkout: the folder two above this package, wherever the command was called.
fn root() -> PathBuf {
    // Read when run and not when compiled, so that a checkout that was moved still works.
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    package.ancestors().nth(2).map_or_else(|| package.clone(), Path::to_path_buf)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn commands_and_their_options() {
        assert_eq!(order("serve"), Ok(Order::Serve { port: 8080 }));
        assert_eq!(order("serve --port 9000"), Ok(Order::Serve { port: 9000 }));
        assert_eq!(order("serve --port=9000"), Ok(Order::Serve { port: 9000 }));
        assert_eq!(order("build"), Ok(Order::Build { site: None }));
        let site = Some("https://tidepool.page/".to_owned());
        assert_eq!(order("build --site https://tidepool.page/"), Ok(Order::Build { site }));
        assert!(order("build --site tidepool.page").is_err());
        assert_eq!(order("package"), Ok(Order::Package));
        assert_eq!(order("test"), Ok(Order::Test { fast: false }));
        assert_eq!(order("test --fast"), Ok(Order::Test { fast: true }));
        let arguments = ["--runs", "9"].map(str::to_owned).to_vec();
        assert_eq!(order("differential --runs 9"), Ok(Order::Differential { arguments }));
        let arguments = ["--only", "plain"].map(str::to_owned).to_vec();
        assert_eq!(order("bench --only plain"), Ok(Order::Bench { arguments }));
        assert_eq!(order("budgets"), Ok(Order::Budgets { update: false }));
        assert_eq!(order("budgets --update"), Ok(Order::Budgets { update: true }));
        assert_eq!(order("subtags registry.txt"), Ok(Order::Subtags { file: PathBuf::from("registry.txt") }));
        assert_eq!(order("test --help"), Ok(Order::Help));
        assert_eq!(order(""), Ok(Order::Help));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(order("serve --port 99999"), Err("`99999` is not a port (0 to 65535)".to_owned()));
        assert_eq!(order("serve --prt 1"), Err("`--prt 1` is not an option of `serve`".to_owned()));
        assert_eq!(order("budgets --all"), Err("`--all` is not an option of `budgets`".to_owned()));
        assert_eq!(order("subtags"), Err("`subtags` needs one file".to_owned()));
        assert_eq!(order("bild"), Err("`bild` is not a command".to_owned()));
    }

    #[test]
    fn the_root_holds_the_workspace() {
        assert!(root().join("Trunk.toml").is_file());
    }
}
