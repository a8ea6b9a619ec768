//! How many instructions a URL takes, as callgrind counts them.
//!
//! It runs a process as on a processor of its own making (an Intel with AVX2, on every host that has AVX2), so what is
//! chosen at run time is chosen alike everywhere.

use std::path::Path;
use std::process::{Command, Stdio};

use super::{Group, Number};
use crate::files::Files;
use crate::inputs::Content;
use crate::memory;

/// What this program is called with, to be a process that only checks a file.
pub(crate) const CHECK: &str = "only-check";

/// Each input is read in two sizes; what the larger takes more is that of its URLs, without the program's start.
const SIZES: (u64, u64) = (2_500, 7_500);

/// Each input by its name, and whether it is gzipped.
const INPUTS: &[(&str, Content, bool)] = &[
    ("clean", Content::Clean, false),
    ("plain", Content::Plain, false),
    ("one-line", Content::OneLine, false),
    ("gzip", Content::Plain, true),
    ("defects", Content::Defects, false),
    ("extensions", Content::Extensions, false),
    ("comments", Content::Comments, false),
    ("text", Content::Text, false),
    ("index", Content::Index, false),
];

/// Counts them all, where the numbers can be compared.
pub(super) fn instructions(valgrind: &Path, files: &mut Files) -> Result<Option<Group>, String> {
    let mut numbers = Vec::new();
    if !has_avx2() {
        eprintln!("instructions are not counted: this processor has no AVX2, and the numbers are of one that has");
        return Ok(None);
    }
    for &(name, content, gzipped) in INPUTS {
        let mut of = |urls| {
            let file = if gzipped { files.gzip(content, urls)? } else { files.file(content, urls)? };
            count(valgrind, &file)
        };
        let (few, many) = (of(SIZES.0)?, of(SIZES.1)?);
        let found = many.saturating_sub(few) / (SIZES.1 - SIZES.0);
        numbers.push(Number { name: name.to_owned(), found, target: None });
    }
    Ok(Some(Group { name: "instructions", title: "instructions per URL", margin: 5, numbers }))
}

/// Checks a file; this is what is counted.
pub(crate) fn check(file: &Path) -> Result<(), String> {
    memory::read_and_check(file).map(|read| drop(std::hint::black_box(read)))
}

fn count(valgrind: &Path, file: &Path) -> Result<u64, String> {
    let own = std::env::current_exe().map_err(|error| format!("this program has no place: {error}"))?;
    let mut command = Command::new(valgrind);
    command.args(["--tool=callgrind", "--cache-sim=no", "--callgrind-out-file=/dev/null"]);
    command.arg(own).arg(CHECK).arg(file).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("valgrind could not be started: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("valgrind failed ({}):\n{said}", output.status));
    }
    collected(&said).ok_or_else(|| format!("valgrind did not say what it counted:\n{said}"))
}

/// The number in `==17== Collected : 16140464`.
fn collected(said: &str) -> Option<u64> {
    said.lines().find_map(|line| line.split_once("Collected :"))?.1.trim().parse().ok()
}

#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_is_found_in_what_callgrind_says() {
        let said = "==17== Callgrind, a tool\n==17== \n==17== Events    : Ir\n==17== Collected : 16140464\n";
        assert_eq!(collected(said), Some(16_140_464));
        assert_eq!(collected("==17== Collected : many"), None);
        assert_eq!(collected(""), None);
    }
}
