//! `--fix` and `--diff`: writes or shows the fixes of the core.

use std::io::{self, IsTerminal, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use sitemap_validator::fix::{self, Fixed, Obstacle, ROUNDS, with_rules};
use sitemap_validator::output::text::safe;
use sitemap_validator::source::Gzip;
use sitemap_validator::source::gzip::MAGIC;
use sitemap_validator::{Options, Source, source};

use crate::arguments::{Check, Mode};
use crate::diff::{Look, unified};
use crate::input::Input;
use crate::output::{problem_line, safe_for_logs};
use crate::text::plural;
use crate::write::{Digest, replace};

/// A file after `--fix` or `--diff`.
#[derive(Debug)]
pub(crate) struct FixResult {
    /// The text to check and report on.
    pub(crate) source: Source,
    /// The data for standard output: a diff, or the fixed text of standard input.
    pub(crate) output: Vec<u8>,
    /// Lines for standard error.
    pub(crate) notes: Vec<String>,
    /// True if the fixed file could not be written.
    pub(crate) failed: bool,
}

impl FixResult {
    fn new(source: Source) -> Self {
        Self { source, output: Vec::new(), notes: Vec::new(), failed: false }
    }
}

/// Processes `input` with the content `bytes` according to `mode`.
pub(crate) fn process(input: &Input, bytes: Vec<u8>, mode: Mode, check: &Check, options: &Options) -> FixResult {
    match mode {
        Mode::Report => FixResult::new(source::read(bytes, check.arguments.max_size)),
        Mode::Fix => in_place(input, bytes, check, options),
        Mode::Diff => diff(input, bytes, check, options),
    }
}

/// Fixes a file in place, or writes the fixed standard input to standard output.
fn in_place(input: &Input, bytes: Vec<u8>, check: &Check, options: &Options) -> FixResult {
    let gzip = bytes.starts_with(&MAGIC);
    let old = Digest::of(&bytes);
    // Unchanged standard input is passed on byte for byte.
    let unchanged = if *input == Input::Stdin { bytes.clone() } else { Vec::new() };
    let mut result = FixResult::new(source::read(bytes, check.arguments.max_size));
    let fixed = fixes(input, check, options, &mut result);
    let Some(mut new) = fixed.source else {
        result.output = unchanged;
        return result;
    };
    let written = if gzip { compress(&fixed.bytes) } else { Ok(fixed.bytes) }.and_then(|content| {
        new.origin.bytes = content.len() as u64;
        match input.path() {
            None => result.output = content,
            Some(path) => replace(path, old, &content)?,
        }
        Ok(())
    });
    if let Err(error) = written {
        result.notes.push(problem_line(&format!("{}: not fixed: {error}", input.shown())));
        result.failed = true;
        return result;
    }
    let note = format!("fixed {} in {}", plural(fixed.applied as u64, "finding"), safe(&input.shown()));
    result.notes.push(safe_for_logs(&note).into_owned());
    new.origin.gzip = gzip.then(Gzip::default);
    result.source = new;
    result
}

/// Shows the changes that [`in_place`] would make.
fn diff(input: &Input, bytes: Vec<u8>, check: &Check, options: &Options) -> FixResult {
    let mut result = FixResult::new(source::read(bytes, check.arguments.max_size));
    // The fixed source is dropped, because it is a second copy of the fixed bytes.
    let Fixed { bytes, changes, applied, .. } = fixes(input, check, options, &mut result);
    if applied > 0 {
        let look = Look { color: check.color, terminal: io::stdout().is_terminal() };
        let old = fix::bytes(&result.source);
        result.output = unified(&input.shown(), &old, &bytes, &changes, look);
    }
    result
}

/// Returns the fixes of the file, and adds a note if some fixes are not possible.
fn fixes(input: &Input, check: &Check, options: &Options, result: &mut FixResult) -> Fixed {
    let fixed = with_rules(&result.source, options, &check.arguments.fix_rule, |bytes| {
        source::read(bytes, check.arguments.max_size)
    });
    if fixed.left > 0 {
        let left = plural(fixed.left as u64, "finding");
        let note = format!("{}: {left} left after {ROUNDS} rounds of fixes: run --fix again", input.shown());
        result.notes.push(safe_for_logs(&note).into_owned());
    }
    let reason = match &fixed.obstacle {
        None => return fixed,
        Some(Obstacle::Encoding(name)) => {
            format!("its encoding is {name}, and fixed files are UTF-8; save it as UTF-8 first")
        }
        Some(Obstacle::Compression) => "its compressed data is damaged, and the rest would be lost".to_owned(),
        Some(Obstacle::Layers) => "it is compressed more than once; decompress it first".to_owned(),
        Some(Obstacle::Trailing) => "data after its compressed data would be lost; remove it first".to_owned(),
        Some(Obstacle::Size) => {
            "it is larger than --max-size, and the rest would be lost; raise --max-size to read all of it".to_owned()
        }
    };
    let what = if fixed.applied > 0 { "not everything was fixed" } else { "not fixed" };
    result.notes.push(problem_line(&format!("{}: {what}: {reason}", input.shown())));
    fixed
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}
