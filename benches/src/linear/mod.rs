//! Work in proportion to size, in two sizes: each grammar position, filled with a run of each piece; shapes in which several
//! counts grow; compressed files, sets and conversions.
//!
//! Compared is what callgrind counts, never time. One process under callgrind does all cases, and calls [`mark`] between
//! them: callgrind writes down what it has counted whenever that is called.

mod cases;
mod shapes;
mod works;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cases::POSITIONS;
use works::{Files, Work};

/// What this program is called with, to be the process that does all cases.
pub(crate) const CASES: &str = "only-grow";

/// The sizes in bytes. The smaller is beyond what checks look at around a place, which is 4 kB at most.
const SIZES: [usize; 2] = [6_000, 24_000];

/// What four times the text may take: four times the work, and a half more for tables that grow.
const MOST: f64 = 6.0;

/// Where repairs are counted as well: rounds of them take many times the work of a check.
const REPAIRED: [&str; 2] = ["loc path", "url attributes"];

/// A document, or a set, in the two sizes to compare.
struct Case {
    name: String,
    work: Work,
    sizes: [Files; 2],
}

fn case(name: impl Into<String>, work: Work, files: impl Fn(usize) -> Files) -> Case {
    Case { name: name.into(), work, sizes: SIZES.map(files) }
}

fn all() -> impl Iterator<Item = Case> {
    let positions = POSITIONS.iter().flat_map(|position| {
        let repair = REPAIRED.contains(&position.name);
        let works = [Work::Check, Work::Repair].into_iter().filter(move |work| repair || *work == Work::Check);
        works.flat_map(move |work| {
            position.pieces.iter().map(move |piece| {
                let name = format!("{piece:?} in {}", position.name);
                case(name, work, |size| Files::text(position.document(piece, size)))
            })
        })
    });
    let shapes = (0..shapes::COUNT).flat_map(|seed| {
        [Work::Check, Work::Repair].map(|work| {
            case(format!("shape {seed}"), work, |size| Files::text(shapes::document(seed, size / SIZES[0])))
        })
    });
    let sitemap = |piece: &str, size| {
        let position = POSITIONS.iter().find(|position| position.name == "urlset");
        Files::text(position.map(|position| position.document(piece, size)).unwrap_or_default())
    };
    let others = [
        case("empty members", Work::Open, |size| Files::Bytes(works::members(b"", 60, size))),
        case("small members", Work::Open, |size| Files::Bytes(works::members(&[b'a'; 1000], 0, size))),
        case("sites with a robots.txt", Work::Set, |size| Files::set(works::sites(size * 2))),
        case("sites without a robots.txt", Work::Set, |size| {
            let mut files = works::sites(size * 2);
            files.retain(|(url, _)| !url.ends_with("/robots.txt"));
            Files::set(files)
        }),
        case("files of one name", Work::Set, |size| Files::set(works::alike(size * 2))),
        case("an index", Work::Set, |size| Files::set(works::indexed(size * 2))),
        case("entries", Work::List, move |size| sitemap("<url><loc>https://a.example/§</loc></url>", size)),
        case("nested entries", Work::List, move |size| sitemap("<url><loc>https://a.example/§</loc>", size)),
    ];
    positions.chain(shapes).chain(others)
}

/// Does all cases; this is what is counted.
pub(crate) fn do_all() -> Result<(), String> {
    // Made beforehand, so that making them is not counted.
    let cases: Vec<Case> = all().collect();
    for case in &cases {
        for files in &case.sizes {
            mark(0);
            files.work(case.work);
        }
    }
    mark(1);
    Ok(())
}

/// Where callgrind writes down what it has counted so far.
#[inline(never)]
fn mark(number: u32) {
    std::hint::black_box(number);
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
            worse.push(format!("  {} {}: {growth:.1} times, {pair:?}", case.work.name(), case.name));
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
        for position in POSITIONS {
            for (piece, size) in position.pieces.iter().flat_map(|piece| SIZES.map(|size| (piece, size))) {
                let text = position.document(piece, size);
                assert!((size..size + 400).contains(&text.len()), "{} {}", position.name, text.len());
            }
        }
        assert_eq!(total("version: 1\ntotals: 12\n"), Ok(12));
    }
}
