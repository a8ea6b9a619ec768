//! Measures the Python package against the Rust core and another Python package.
//!
//! `benches/python/candidates.py` waits for the names of candidates and runs them, so that they take turns with ours.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{Opened, open};

use crate::files::Files;
use crate::inputs::Content;
use crate::measure::{self, Candidate, Samples};
use crate::native;
use crate::order::Order;
use crate::process::FASTER_ON_TWO;
use crate::scripts::Said;
use crate::table::{Amount, Row, Section};

const METHOD: &str = "\
Wall-clock times in one Python process that has already loaded the package. `core` is the Rust
library in the process of the benchmarks. The input is in memory, except for `entries` and
advertools, which get a path and return a pandas DataFrame.";

const INPUT: &str = "plain, 50,000 URLs, 10.8 MB";

/// The rows: a name, the input, two candidates, and the target.
const ROWS: &[(&str, &str, &str, &str, f64)] = &[
    ("python-validate", INPUT, "validate", "core", 1.1),
    ("python-entries", INPUT, "entries", "advertools.sitemap_to_df", 0.1),
    ("python-threads", "20 times the same", "validate_many, two threads", "one thread", FASTER_ON_TWO),
];

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|(id, ..)| *id)
}

/// Measures the rows that `order` selects, if it has `--python`.
pub(crate) fn section(
    order: &Order,
    files: &mut Files,
    root: &Path,
    versions: &mut Vec<(String, String)>,
) -> Result<Option<Section>, String> {
    if !order.python {
        return Ok(None);
    }
    let mut section = Section { title: "Python package", method: METHOD, ..Section::default() };
    let path = files.full(Content::Plain)?;
    let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let (python, said) = Python::start(&root.join("python/candidates.py"), &path)?;
    versions.extend(said.versions);
    section.absent = said.absent;
    for &(id, input, who, with, target) in ROWS {
        let is_absent = section.absent.iter().any(|absent| absent.starts_with(with.split('.').next().unwrap_or(with)));
        if is_absent || !order.wants(id) {
            continue;
        }
        crate::progress(id);
        let candidate = |name: &'static str| match name {
            "core" => Candidate::fallible(|| match open(text.clone(), DEFAULT_CEILING) {
                Opened::Text(source) => {
                    std::hint::black_box(native::check(&source));
                    Ok(())
                }
                Opened::Undecoded(_) => Err("the input was not read as text".to_owned()),
            }),
            _ => Candidate::fallible(|| python.run(name)),
        };
        let samples = Samples::take(order.rounds, measure::wall, &mut [candidate(who), candidate(with)])?;
        let (ratio, amount) = (samples.ratio(0, 1), Amount::Time(samples.median(0)));
        section.rows.push(Row { id, input, who, with, ratio, amount, target: Some(target) });
    }
    Ok(Some(section))
}

/// A process of Python that runs candidates.
struct Python {
    process: Mutex<(ChildStdin, Lines<BufReader<ChildStdout>>)>,
    child: Child,
}

impl Python {
    /// Starts the script, which prints versions and what is absent first.
    fn start(script: &Path, input: &Path) -> Result<(Self, Said), String> {
        let failed = |why: String| format!("Python for {}: {why}", script.display());
        let program = env::var_os("PYTHON").ok_or_else(|| failed("run `cargo xtask bench --python`".to_owned()))?;
        let mut command = Command::new(program);
        command.arg(script).arg(input).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("it has no input or output".to_owned()));
        };
        let python = Self { process: Mutex::new((input, BufReader::new(output).lines())), child };
        let mut said = Said::default();
        python.read(|line| said.read(line))?;
        Ok((python, said))
    }

    /// Runs a candidate once.
    fn run(&self, name: &str) -> Result<(), String> {
        let mut process = self.process.lock().map_err(|_| "Python does not answer")?;
        writeln!(process.0, "{name}").map_err(|error| format!("Python does not answer: {error}"))?;
        drop(process);
        self.read(|_| ())
    }

    /// Reads up to the word that ends an answer.
    fn read(&self, mut take: impl FnMut(&str)) -> Result<(), String> {
        let mut process = self.process.lock().map_err(|_| "Python does not answer")?;
        while let Some(Ok(line)) = process.1.next() {
            if line == "done" {
                return Ok(());
            }
            take(&line);
        }
        Err("Python has ended; see its output above".to_owned())
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
