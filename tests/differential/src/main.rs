//! Compares the core's verdicts, and where it stops, with other parsers on documents made at random.
//!
//! Reading order: [`grammar`] and [`edges`] hold the pieces, [`mutate`] makes documents of them, [`compare`]
//! asks [`ours`], [`libxml2`], [`expat`] and roxmltree for verdicts and [`stops`], [`explained`] knows the differences that are right, and
//! [`minimize`] makes the others small. [`schema`] does the same for strict schema mode.

mod compare;
mod edges;
mod expat;
mod explained;
mod grammar;
mod libxml2;
mod minimize;
mod mutate;
mod ours;
mod random;
mod schema;
mod stops;
mod tally;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::{fs, io};

use random::Random;
use schema::Schemas;
use tally::Tally;

const USAGE: &str = "\
Compares the core's verdicts, and where it stops, with libxml2, expat and roxmltree on documents made at random.

Usage: cargo xtask differential [--runs N] [--seed S] [--schemas DIR] [--files DIR]

  --runs N       How many documents (1,000,000)
  --seed S       Where to start; the same number gives the same documents (1)
  --schemas DIR  Compare strict schema mode with sitemap.xsd and siteindex.xsd of this folder instead
  --files DIR    Compare the files of this folder instead

Exit codes: 0 no unexplained difference, 1 some, 2 not understood.
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Order {
    runs: u64,
    seed: u64,
    schemas: Option<PathBuf>,
    files: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| matches!(argument.as_str(), "--help" | "-h")) {
        print!("{USAGE}");
        return ExitCode::SUCCESS;
    }
    match parse(&arguments).and_then(|order| run(&order)) {
        Ok(tally) => {
            print!("{tally}");
            if tally.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("differential: {problem}\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn parse(arguments: &[String]) -> Result<Order, String> {
    let mut order = Order { runs: 1_000_000, seed: 1, schemas: None, files: None };
    let mut words = arguments.iter();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (word.as_str(), words.next().cloned()),
        };
        let value = || value.clone().ok_or_else(|| format!("`{name}` needs a value"));
        let number = || {
            let digits = value()?.replace([',', '_'], "");
            digits.parse().map_err(|_| format!("`{name}` needs a number, not `{digits}`"))
        };
        match name {
            "--runs" => order.runs = number()?,
            "--seed" => order.seed = number()?,
            "--schemas" => order.schemas = Some(PathBuf::from(value()?)),
            "--files" => order.files = Some(PathBuf::from(value()?)),
            _ => return Err(format!("`{word}` is not an option")),
        }
    }
    Ok(order)
}

/// Runs a number of documents between two looks at the shared counter.
const BATCH: u64 = 500;

fn run(order: &Order) -> Result<Tally, String> {
    // A panic is a finding, told with its document; its trace would only fill the screen.
    std::panic::set_hook(Box::new(|_| {}));
    libxml2::start();
    if let Some(folder) = &order.schemas {
        Schemas::load(folder)?;
    }
    if let Some(folder) = &order.files {
        let mut tally = Tally::of(false);
        files(folder, &mut tally).map_err(|error| format!("{}: {error}", folder.display()))?;
        return Ok(tally);
    }
    let next = AtomicU64::new(0);
    let threads = thread::available_parallelism().map_or(2, usize::from);
    let work = || {
        let mut tally = Tally::of(order.schemas.is_some());
        // Each thread has schemas of its own: libxml2 does not promise that they may be shared.
        let schemas = order.schemas.as_deref().map(Schemas::load).transpose()?;
        loop {
            let start = next.fetch_add(BATCH, Ordering::Relaxed);
            if start >= order.runs {
                return Ok(tally);
            }
            for index in start..(start + BATCH).min(order.runs) {
                let mut random = Random::of(order.seed, index);
                match &schemas {
                    Some(schemas) => tally.schema(index, schemas, &schema::document(&mut random)),
                    None => tally.well_formed(index, &mutate::document(&mut random)),
                }
            }
        }
    };
    let tallies: Vec<Result<Tally, String>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap_or_else(|_| Err("a thread panicked".to_owned())))
            .collect()
    });
    let mut all = Tally::of(order.schemas.is_some());
    for tally in tallies {
        all.add(tally?);
    }
    Ok(all)
}

/// Compares the files in `folder` and below, in the order of their names; those that differ are named.
fn files(folder: &Path, tally: &mut Tally) -> io::Result<()> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        if path.is_dir() {
            files(&path, tally)?;
            continue;
        }
        let bytes = fs::read(&path)?;
        let source = ours::source(&bytes);
        let bytes = if source.origin.gzip.is_some() { source.text().as_bytes() } else { &bytes };
        if tally.file(bytes) {
            println!("{}", path.display());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Order, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read() {
        assert_eq!(order(""), Ok(Order { runs: 1_000_000, seed: 1, schemas: None, files: None }));
        let all = Order { runs: 2000, seed: 7, schemas: Some(PathBuf::from("x")), files: None };
        assert_eq!(order("--runs 2,000 --seed=7 --schemas x"), Ok(all));
        assert_eq!(order("--runs"), Err("`--runs` needs a value".to_owned()));
        assert_eq!(order("--runs x"), Err("`--runs` needs a number, not `x`".to_owned()));
        assert_eq!(order("--rums 1"), Err("`--rums` is not an option".to_owned()));
    }
}
