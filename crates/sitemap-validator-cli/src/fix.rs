//! `--fix` and `--diff`: what the core repairs, written or shown.

use std::io::{self, IsTerminal, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use sitemap_validator::fix::{self, Fixed, Obstacle, all_safe};
use sitemap_validator::output::text::plural;
use sitemap_validator::source::Gzip;
use sitemap_validator::source::gzip::MAGIC;
use sitemap_validator::{Options, Source};

use crate::complain;
use crate::diff::{Look, unified};
use crate::input::{self, Input};
use crate::output::Output;
use crate::replace::replace;

/// Repairs `input`, the content of which is `bytes`: in place, or on the way from standard input to
/// `out`. Gives the text to report on, and whether it is what was to be written.
pub(crate) fn in_place(
    input: &Input,
    bytes: Vec<u8>,
    options: &Options,
    out: &mut Output,
) -> io::Result<(Source, bool)> {
    let gzip = bytes.starts_with(&MAGIC);
    // A filter hands on what it does not change, byte for byte.
    let given = if *input == Input::Stdin { bytes.clone() } else { Vec::new() };
    let source = input::text(bytes);
    let fixed = all_safe(&source, options, input::text);
    tell_obstacle(input, &fixed);
    let Some(mut new) = fixed.source else {
        out.write(&given)?;
        return Ok((source, true));
    };
    let content = if gzip { compress(&fixed.bytes)? } else { fixed.bytes };
    new.origin.bytes = content.len() as u64;
    new.origin.gzip = gzip.then(Gzip::default);
    match input {
        Input::Stdin => out.write(&content)?,
        Input::File { path, .. } => {
            if let Err(error) = replace(path, &content) {
                complain(&format!("{}: could not be written, and is as it was: {error}", input.shown()));
                return Ok((source, false));
            }
        }
    }
    eprintln!("fixed {} in {}", plural(fixed.applied as u64, "finding"), input.shown());
    Ok((new, true))
}

/// Shows on `out` what [`in_place`] would change, and gives the text as it is.
pub(crate) fn diff(
    input: &Input,
    bytes: Vec<u8>,
    options: &Options,
    colour: bool,
    out: &mut Output,
) -> io::Result<Source> {
    let source = input::text(bytes);
    let fixed = all_safe(&source, options, input::text);
    tell_obstacle(input, &fixed);
    if fixed.applied > 0 {
        let look = Look { colour, terminal: io::stdout().is_terminal() };
        out.write(&unified(&input.shown(), &fix::bytes(&source), &fixed.bytes, &fixed.changes, look))?;
    }
    Ok(source)
}

/// Says why a file, or a part of its repairs, is left.
fn tell_obstacle(input: &Input, fixed: &Fixed) {
    let reason = match &fixed.obstacle {
        None => return,
        Some(Obstacle::Encoding(name)) => {
            format!("its encoding is {name}, and fixed files are UTF-8; save it as UTF-8 first")
        }
        Some(Obstacle::Compression) => "its compressed data is damaged, and what follows would be lost".to_owned(),
        Some(Obstacle::Layers) => "it is compressed more than once; decompress it first".to_owned(),
        Some(Obstacle::Trailing) => "something follows its compressed data, and would be lost".to_owned(),
        Some(Obstacle::Size) => "it is larger than what is read, and the rest would be lost".to_owned(),
    };
    let what = if fixed.applied > 0 { "not all was fixed" } else { "not fixed" };
    complain(&format!("{}: {what}: {reason}", input.shown()));
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}
