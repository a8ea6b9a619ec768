//! Work in proportion to size: each grammar position, filled with a run of each piece, in two sizes.
//!
//! Compared is what callgrind counts, never time. One process under callgrind does all cases, and calls [`mark`] between
//! them: callgrind writes down what it has counted whenever that is called.

mod cases;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use sitemap_validator::fix::all_safe;
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Opened, Options, Profiles, Source, check_source, open};

use cases::POSITIONS;

/// What this program is called with, to be the process that does all cases.
pub(crate) const CASES: &str = "only-grow";

/// The sizes in bytes. The smaller is beyond what checks look at around a place, which is 4 kB at most.
const SIZES: [usize; 2] = [6_000, 24_000];

/// What four times the text may take: four times the work, and a half more for tables that grow.
const MOST: f64 = 6.0;

/// Where repairs are counted as well: rounds of them take many times the work of a check.
const REPAIRED: [&str; 2] = ["loc path", "url attributes"];

/// A document, or two in the sizes to compare.
struct Case {
    position: &'static str,
    piece: &'static str,
    repair: bool,
    texts: [String; 2],
}

fn all() -> impl Iterator<Item = Case> {
    POSITIONS.iter().flat_map(|position| {
        let repair = REPAIRED.contains(&position.name);
        [false, true].into_iter().filter(move |with| repair || !with).flat_map(move |repair| {
            position.pieces.iter().map(move |piece| Case {
                position: position.name,
                piece,
                repair,
                texts: SIZES.map(|size| position.document(piece, size)),
            })
        })
    })
}

/// Does all cases; this is what is counted.
pub(crate) fn do_all() -> Result<(), String> {
    // Made beforehand, so that making them is not counted.
    let sources: Vec<(Source, bool)> =
        all().flat_map(|case| case.texts.map(|text| (read(text.into_bytes()), case.repair))).collect();
    for (source, repair) in &sources {
        mark(0);
        work(source, *repair);
    }
    mark(1);
    Ok(())
}

/// Where callgrind writes down what it has counted so far.
#[inline(never)]
fn mark(number: u32) {
    std::hint::black_box(number);
}

fn work(source: &Source, repair: bool) {
    let options = Options {
        own_url: Some("https://a.example/sitemap.xml".to_owned()),
        file_name: Some("sitemap.xml".to_owned()),
        now: Some(1_700_000_000_000),
        profiles: Profiles::ALL,
        pedantic: true,
        ..Options::default()
    };
    if repair {
        std::hint::black_box(all_safe(source, &options, read));
    } else {
        std::hint::black_box(check_source("sitemap.xml", source, &options, DEFAULT_CAP));
    }
}

fn read(bytes: Vec<u8>) -> Source {
    match open(bytes, DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => undecoded.decoded(None),
    }
}

/// Counts all cases, and says which take more than their size.
pub(crate) fn check(valgrind: &Path, folder: &Path) -> Result<(), String> {
    let folder = folder.join("growth");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("{} cannot be written: {error}", folder.display()))?;
    let counts = counts(valgrind, &folder.join("counted"))?;
    let _ = fs::remove_dir_all(&folder);
    let cases: Vec<Case> = all().collect();
    if counts.len() != cases.len() * SIZES.len() {
        return Err(format!("callgrind counted {} documents of {}", counts.len(), cases.len() * SIZES.len()));
    }
    let mut worse = Vec::new();
    for (case, pair) in cases.iter().zip(counts.chunks_exact(SIZES.len())) {
        let growth = pair[1] as f64 / pair[0] as f64;
        if growth > MOST {
            let what = if case.repair { "repairing" } else { "checking" };
            worse.push(format!("  {what} {:?} in {}: {growth:.1} times, {pair:?}", case.piece, case.position));
        }
    }
    println!("{} cases: four times the text takes at most {MOST} times the instructions", cases.len());
    if worse.is_empty() { Ok(()) } else { Err(format!("more than in proportion:\n{}", worse.join("\n"))) }
}

/// The instructions of each document, in order.
fn counts(valgrind: &Path, out: &Path) -> Result<Vec<u64>, String> {
    let own = std::env::current_exe().map_err(|error| format!("this program has no place: {error}"))?;
    let mut file = OsString::from("--callgrind-out-file=");
    file.push(out);
    let mut command = Command::new(valgrind);
    command.args(["--tool=callgrind", "--cache-sim=no", "--dump-before=*linear*mark*"]).arg(file);
    let output = command.arg(own).arg(CASES).stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("valgrind could not be started: {error}"))?;
    if !output.status.success() {
        return Err(format!("valgrind failed ({}):\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    // The first is what came before the first case.
    let files = (2..).map(|number| PathBuf::from(format!("{}.{number}", out.display())));
    files.map_while(|file| fs::read_to_string(file).ok()).map(|text| total(&text)).collect()
}

/// The number in `totals: 16140464`.
fn total(text: &str) -> Result<u64, String> {
    let found = text.lines().find_map(|line| line.strip_prefix("totals:"));
    found
        .and_then(|number| number.trim().parse().ok())
        .ok_or_else(|| "callgrind did not say what it counted".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_their_size_and_their_pieces() {
        for case in all() {
            for (text, size) in case.texts.iter().zip(SIZES) {
                assert!((size..size + 400).contains(&text.len()), "{} {}", case.position, text.len());
            }
        }
        assert_eq!(total("version: 1\ntotals: 12\n"), Ok(12));
    }
}
