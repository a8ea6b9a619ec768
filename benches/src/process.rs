//! Whole programs: from their start to their end, reading the file and writing the report included.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files::{self, Files};
use crate::inputs::{Content, SITE};
use crate::machine;
use crate::measure::{self, Candidate, Samples};
use crate::order::Order;
use crate::table::{Amount, Row, Section};

const METHOD: &str = "\
Each program starts, reads the file, writes its report to the null device and exits. Times are CPU
times of the process, including system time. `xmllint --stream` only checks well-formedness.
`process-set` compares wall-clock times with two processors and with one (`taskset`).";

pub(crate) const OURS: &str = "sitemap-validator";
const STREAM: &str = "xmllint --stream";
pub(crate) const SCHEMA: &str = "xmllint --stream --schema";

/// Each input with the targets against well-formedness alone and against the schema.
const INPUTS: &[(&str, &str, Option<f64>, Option<f64>)] = &[
    ("process-plain", "plain, 50,000 URLs, 10.8 MB", Some(0.3), Some(0.1)),
    ("process-large", "long URLs, 50,000, 50 MB", None, None),
    ("process-defects", "3 errors per URL, 150,000, 10.8 MB", None, None),
    ("process-small", "100 files of 100 URLs", None, None),
];

pub(crate) const TWO: &str = "sitemap-validator, two processors";
pub(crate) const ONE: &str = "one processor";

/// The row of a set on two processors and on one.
const SET: (&str, &str) = ("process-set", "an index and 20 files, 1,000,000 URLs, 216 MB");

/// The target for a set on two cores against one: 1.7 times faster.
pub(crate) const FASTER_ON_TWO: f64 = 0.588;

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    INPUTS.iter().map(|(id, ..)| *id).chain([SET.0])
}

/// Measures what `order` wants.
pub(crate) fn section(order: &Order, files: &mut Files, program: &Path) -> Result<Section, String> {
    let mut section = Section { title: "Whole process", method: METHOD, ..Section::default() };
    let linter = machine::xmllint();
    let schema = order.schema.as_deref().map(|folder| folder.join("sitemap.xsd"));
    if let Some(schema) = &schema {
        files::size(schema)?;
    }
    match (&linter, &schema) {
        (None, _) => section.absent.push("xmllint: it is not installed (Debian: `libxml2-utils`)".to_owned()),
        (_, None) => section.absent.push("xmllint --schema: no folder was given with `--schema`".to_owned()),
        _ => {}
    }
    for &(id, input, stream_target, schema_target) in INPUTS {
        if linter.is_none() || !order.wants(id) {
            continue;
        }
        crate::progress(id);
        let paths = match id {
            "process-large" => vec![files.full(Content::Long)?],
            "process-defects" => vec![files.full(Content::Defects)?],
            "process-small" => files::of_folder(&files.small()?)?,
            _ => vec![files.full(Content::Plain)?],
        };
        let mut candidates = vec![
            candidate(program, &[], &paths, &[0, 1]),
            candidate(Path::new("xmllint"), &["--noout".into(), "--stream".into()], &paths, &[0]),
        ];
        if let Some(schema) = &schema {
            let options = ["--noout".into(), "--stream".into(), "--schema".into(), schema.clone().into_os_string()];
            // 3: the file is not valid by the schema.
            candidates.push(candidate(Path::new("xmllint"), &options, &paths, &[0, 3]));
        }
        let samples = Samples::take(order.rounds, measure::children, &mut candidates)?;
        let amount = Amount::Time(samples.median(0));
        let row = |with, ratio, target| Row { id, input, who: OURS, with, ratio, amount, target };
        section.rows.push(row(STREAM, samples.ratio(0, 1), stream_target));
        if schema.is_some() {
            section.rows.push(row(SCHEMA, samples.ratio(0, 2), schema_target));
        }
    }
    if order.wants(SET.0) {
        on_two(order, files, program, &mut section)?;
    }
    Ok(section)
}

/// The set on two processors against one.
fn on_two(order: &Order, files: &mut Files, program: &Path, section: &mut Section) -> Result<(), String> {
    let (id, input) = SET;
    let Some((one, two)) = machine::processors() else {
        section.absent.push(format!("{id}: it needs two processors and `taskset` (Linux)"));
        return Ok(());
    };
    crate::progress(id);
    let paths = [files.set()?];
    let on = |processors: String| {
        let options = ["-c".into(), processors.into(), program.as_os_str().to_owned(), "--base".into(), SITE.into()];
        candidate(Path::new("taskset"), &options, &paths, &[0, 1])
    };
    let samples = Samples::take(order.rounds, measure::wall, &mut [on(format!("{one},{two}")), on(one.to_string())])?;
    let (ratio, amount) = (samples.ratio(0, 1), Amount::Time(samples.median(0)));
    let (who, with, target) = (TWO, ONE, Some(FASTER_ON_TWO));
    section.rows.push(Row { id, input, who, with, ratio, amount, target });
    Ok(())
}

/// `program`, run with `options` on `paths`; ends with one of `codes` when it did its work.
fn candidate<'a>(program: &'a Path, options: &[OsString], paths: &'a [PathBuf], codes: &'a [i32]) -> Candidate<'a> {
    let options = options.to_vec();
    Candidate::fallible(move || {
        let mut command = Command::new(program);
        command.args(&options).args(paths);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let name = || program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
        let status = command.status().map_err(|error| format!("{} could not be started: {error}", name()))?;
        let done = status.code().is_some_and(|code| codes.contains(&code));
        if done { Ok(()) } else { Err(format!("{} failed ({status})", name())) }
    })
}
