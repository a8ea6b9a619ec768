//! Measures the validator against parsers and other validators.
//!
//! Reading order: [`inputs`] are made from [`random`] numbers and lie as [`files`] where a process needs them,
//! [`measure`] lets candidates take turns, [`native`], [`process`] and [`memory`] say who they are, [`browser`]
//! has [`scripts`] do the same in Chromium and Node, [`python`] in Python, [`recovery`] counts what fixes undo, [`visit`] has them use the page, and [`table`] and [`page`] show what came of it. [`mod@budgets`] is
//! another matter: what can be counted without a clock.

mod browser;
mod budgets;
mod files;
mod inputs;
mod linear;
mod machine;
mod measure;
mod memory;
mod native;
mod order;
mod page;
mod process;
mod python;
mod random;
mod recovery;
mod scripts;
mod table;
mod visit;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use files::Files;
use order::{Order, USAGE};

/// Where the page is written, below the project's folder.
const PAGE: &str = "docs/benchmarks.md";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((word, rest)) if word == memory::CHECK => memory::check_and_say(Path::new(&rest.concat())),
        Some((word, rest)) if word == budgets::CHECK => budgets::check(Path::new(&rest.concat())),
        Some((word, rest)) if word == budgets::BUDGETS => budgets::run(rest),
        Some((word, _)) if word == linear::CASES => linear::do_all(),
        Some((word, rest)) if word == memory::RUN => memory::run_and_say(rest),
        _ if arguments.iter().any(|argument| matches!(argument.as_str(), "--help" | "-h")) => {
            print!("{USAGE}");
            Ok(())
        }
        _ => match order::parse(&arguments) {
            Ok(order) => run(&order),
            Err(problem) => {
                eprintln!("bench: {problem}\n\n{USAGE}");
                return ExitCode::from(2);
            }
        },
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("bench: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(order: &Order) -> Result<(), String> {
    let mut ids: Vec<&str> = native::ids().chain(process::ids()).chain(memory::ids()).chain(recovery::ids()).collect();
    if order.browser {
        ids.extend(browser::ids().chain(visit::ids()));
    }
    if order.python {
        ids.extend(python::ids());
    }
    if !ids.iter().any(|id| order.wants(id)) {
        return Err(format!("no row begins like this; there are {}", ids.join(", ")));
    }
    let root = place("CARGO_MANIFEST_DIR", "the benchmark's own folder")?;
    let program = place("SITEMAP_VALIDATOR", "the program `sitemap-validator`")?;
    let mut files = Files::new()?;
    let mut versions = machine::versions();
    let mut sections = vec![
        native::section(order)?,
        process::section(order, &mut files, &program)?,
        memory::section(order, &mut files, &program)?,
        recovery::section(order),
    ];
    sections.extend(python::section(order, &mut files, &root, &mut versions)?);
    sections.extend(browser::sections(order, &mut files, &root, &mut versions)?);
    sections.extend(visit::section(order, &mut files, &root)?);
    if order.only.is_some() {
        sections.retain(|section| !section.rows.is_empty());
    }
    print!("\n{}", table::terminal(&sections));
    if order.only.is_none() {
        let page = page::page(order, &sections, &machine::words(), &versions, &machine::today());
        let written = fs::write(root.join("..").join(PAGE), page);
        written.map_err(|error| format!("{PAGE} cannot be written: {error}"))?;
        println!("\n{PAGE} is written");
    }
    Ok(())
}

/// What `cargo xtask bench` says about where things are.
fn place(variable: &str, what: &str) -> Result<PathBuf, String> {
    let place = env::var_os(variable).filter(|place| !place.is_empty());
    place.map(PathBuf::from).ok_or_else(|| format!("it is not known where {what} is: run `cargo xtask bench`"))
}

/// Says what is being measured, as it takes a while.
fn progress(id: &str) {
    eprintln!("measuring {id}");
}
