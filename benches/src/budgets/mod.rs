//! Sizes and instructions, which are the same on every machine, held against committed numbers.
//!
//! [`count`] and [`size`] find them, [`committed`] reads and writes the file, [`compare`] makes the table.

mod committed;
mod compare;
mod count;
pub(crate) mod size;

use std::env;
use std::fs;
use std::path::Path;

pub(crate) use count::{CHECK, check};

use crate::files::Files;
use crate::linear;

/// What `cargo xtask budgets` calls this program with.
pub(crate) const BUDGETS: &str = "budgets";

/// The committed numbers, in the benchmark's own folder.
const FILE: &str = "budgets.toml";

/// Numbers of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Group {
    /// Its heading in the file.
    name: &'static str,
    /// Its heading in the table.
    title: &'static str,
    /// By how many percent a number may be above its budget.
    margin: u64,
    numbers: Vec<Number>,
}

/// What was found of one thing.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Number {
    name: String,
    found: u64,
    /// What it should come to one day; nothing fails by it.
    target: Option<u64>,
}

/// Compares what is found now with the file, or with `--update` writes it there.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let update = match arguments {
        [] => false,
        [option] if option == "--update" => true,
        _ => return Err(format!("`{}` is not an option", arguments.join(" "))),
    };
    let root = crate::place("CARGO_MANIFEST_DIR", "the benchmark's own folder")?;
    let path = root.join(FILE);
    let mut groups = Vec::new();
    let mut growth = Ok(());
    // Whoever starts this has said why, where there is none.
    if let Some(valgrind) = env::var_os("VALGRIND") {
        let (valgrind, mut files) = (Path::new(&valgrind), Files::new()?);
        growth = linear::check(valgrind, files.folder());
        groups.extend(count::instructions(valgrind, &mut files)?);
    }
    groups.push(size::bytes(&root)?);
    let text = fs::read_to_string(&path).unwrap_or_default();
    let budgets = committed::read(&text).map_err(|problem| format!("{FILE}: {problem}"))?;
    let (table, kept) = compare::table(&groups, &budgets);
    println!("\n{table}");
    if update {
        fs::write(&path, committed::write(&groups, &budgets)).map_err(|error| format!("{FILE}: {error}"))?;
        println!("benches/{FILE} is written");
        return growth;
    }
    // The table above says which.
    let budget = || format!("benches/{FILE} is not kept; if it must change: cargo xtask budgets --update");
    growth.and(kept.then_some(()).ok_or_else(budget))
}
