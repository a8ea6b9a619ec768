//! The most memory a process has had, beyond the text it reads.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{FileReport, Opened, Source, open};

use crate::files::{self, Files};
use crate::inputs::{Content, FULL, SET, SITE};
use crate::measure::{self, Ratio};
use crate::native;
use crate::order::Order;
use crate::process;
use crate::table::{Amount, Row, Section};

const METHOD: &str = "\
A separate process checks the file. Its memory is the peak of the whole process, including the
program and the report, minus the size of the text. A result of 1.00 is 16 MB plus 16 bytes per URL.
For a set, only the largest text is subtracted, although one text per processor is in memory.";

/// The baseline.
pub(crate) const BUDGET: &str = "16 MB + 16 bytes per URL";

/// Of the budget: for the program, and for each URL.
const BASE: f64 = 16e6;
const PER_URL: f64 = 16.0;

/// What this program is called with, to be a process that only checks a file and says what it took.
pub(crate) const CHECK: &str = "check-and-say-memory";

/// What this program is called with, to run another and say what that took.
pub(crate) const RUN: &str = "run-and-say-memory";

const INPUTS: &[(&str, &str)] = &[
    ("memory-plain", "plain, 50,000 URLs, 10.8 MB"),
    ("memory-large", "long URLs, 50,000, 50 MB"),
    ("memory-extensions", "images, videos, hreflang, 51 MB"),
    ("memory-comments", "comments, 51 MB"),
    ("memory-defects", "3 errors per URL, 150,000, 10.8 MB"),
    ("memory-gzip", "plain, gzipped"),
    ("memory-many", "plain, 500,000 URLs, 108 MB"),
];

const PROGRAM: &[(&str, &str)] = &[
    ("memory-program", "plain, 50,000 URLs, 10.8 MB"),
    ("memory-set", "an index and 20 files, 1,000,000 URLs, 216 MB"),
];

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    INPUTS.iter().chain(PROGRAM).map(|(id, _)| *id)
}

/// Measures what `order` wants.
pub(crate) fn section(order: &Order, files: &mut Files, program: &Path) -> Result<Section, String> {
    let mut section = Section { title: "Memory", method: METHOD, ..Section::default() };
    let own = env::current_exe().map_err(|error| format!("this program has no place: {error}"))?;
    for &(id, input) in INPUTS {
        if !order.wants(id) {
            continue;
        }
        crate::progress(id);
        let (content, urls) = match id {
            "memory-large" => (Content::Long, FULL),
            "memory-extensions" => (Content::Extensions, FULL),
            "memory-comments" => (Content::Comments, FULL),
            "memory-defects" => (Content::Defects, FULL),
            "memory-many" => (Content::Plain, 500_000),
            _ => (Content::Plain, FULL),
        };
        let text = files.file(content, urls)?;
        let read = if id == "memory-gzip" { files.gzip(Content::Plain, FULL)? } else { text.clone() };
        let peaks = peaks(order.rounds, &own, &[OsStr::new(CHECK), read.as_os_str()])?;
        add(&mut section, id, input, "check_source", peaks, files::size(&text)?, urls);
    }
    for &(id, input) in PROGRAM {
        if !order.wants(id) {
            continue;
        }
        crate::progress(id);
        let text = files.full(Content::Plain)?;
        let base = OsStr::new(SITE);
        let (arguments, urls) = match id {
            "memory-set" => (vec!["--base".into(), base.to_owned(), files.set()?.into_os_string()], SET * FULL),
            _ => (vec![text.clone().into_os_string()], FULL),
        };
        let mut words: Vec<&OsStr> = vec![OsStr::new(RUN), program.as_os_str()];
        words.extend(arguments.iter().map(OsString::as_os_str));
        add(&mut section, id, input, process::OURS, peaks(order.rounds, &own, &words)?, files::size(&text)?, urls);
    }
    Ok(section)
}

/// Adds a row about `peaks`, or says why there is none.
pub(crate) fn add(
    section: &mut Section,
    id: &'static str,
    input: &'static str,
    who: &'static str,
    peaks: Option<Vec<f64>>,
    text: u64,
    urls: u64,
) {
    let Some(peaks) = peaks else {
        section.absent.push(format!("{id}: this system does not report the peak memory of a process"));
        return;
    };
    let beyond: Vec<f64> = peaks.iter().map(|peak| peak - text as f64).collect();
    let budget = BASE + PER_URL * urls as f64;
    section.rows.push(Row {
        id,
        input,
        who,
        with: BUDGET,
        ratio: Ratio::of(beyond.iter().map(|beyond| beyond / budget).collect()),
        amount: Amount::Memory(Ratio::of(beyond).median),
        target: Some(1.0),
    });
}

/// Runs this program with `arguments`, and reads the bytes that it says; `None` when it does not know.
fn peaks(rounds: usize, own: &Path, arguments: &[&OsStr]) -> Result<Option<Vec<f64>>, String> {
    let mut peaks = Vec::new();
    for _ in 0..rounds {
        let output = Command::new(own).args(arguments).stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("the measuring process could not be started: {error}"))?;
        if !output.status.success() {
            return Err(format!("the measuring process failed ({})", output.status));
        }
        match String::from_utf8_lossy(&output.stdout).trim().parse() {
            Ok(bytes) => peaks.push(bytes),
            Err(_) => return Ok(None),
        }
    }
    Ok(Some(peaks))
}

/// Checks a file and prints the most memory this process has had, in bytes.
pub(crate) fn check_and_say(file: &Path) -> Result<(), String> {
    let report = read_and_check(file)?;
    println!("{}", high_water().map_or_else(|| "unknown".to_owned(), |bytes| bytes.to_string()));
    drop(report);
    Ok(())
}

/// The report on a file, and its text.
pub(crate) fn read_and_check(file: &Path) -> Result<(FileReport, Source), String> {
    let bytes = fs::read(file).map_err(|error| format!("{} cannot be read: {error}", file.display()))?;
    match open(bytes, DEFAULT_CEILING) {
        Opened::Text(source) => Ok((native::check(&source), source)),
        Opened::Undecoded(_) => Err(format!("{} was not read as text", file.display())),
    }
}

/// Runs a program to its end and prints the most memory it has had, in bytes.
pub(crate) fn run_and_say(words: &[String]) -> Result<(), String> {
    let (program, arguments) = words.split_first().ok_or("no program to run")?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let status = command.status().map_err(|error| format!("{program} could not be started: {error}"))?;
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(format!("{program} failed ({status})"));
    }
    println!("{}", measure::children_peak().map_or_else(|| "unknown".to_owned(), |bytes| bytes.to_string()));
    Ok(())
}

/// The most memory this process has had, in bytes, where the system tells.
fn high_water() -> Option<u64> {
    kilobytes(&fs::read_to_string("/proc/self/status").ok()?, "VmHWM:")
}

/// The bytes that a line `name: 12 kB` stands for.
pub(crate) fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kilobytes_are_found_by_their_name() {
        let text = "VmPeak:\t    9000 kB\nVmHWM:\t    1234 kB\n";
        assert_eq!(kilobytes(text, "VmHWM:"), Some(1234 * 1024));
        assert_eq!(kilobytes(text, "VmRSS:"), None);
    }

    #[test]
    fn the_text_is_taken_off_and_the_budget_grows_with_the_urls() {
        let mut section = Section::default();
        add(&mut section, "memory-plain", "", "", Some(vec![27_600_000.0]), 10_800_000, 50_000);
        assert!((section.rows[0].ratio.median - 1.0).abs() < 1e-9 && section.rows[0].is_met());
        assert_eq!(section.rows[0].amount, Amount::Memory(16_800_000.0));
        add(&mut section, "memory-set", "", "", None, 0, 0);
        assert_eq!(section.absent.len(), 1);
    }
}
