//! `--baseline` and `--write-baseline`: a file of known findings, so that only new ones are reported.
//!
//! A finding is identified by its rule and its place, never by its line. The place is the URL of its entry, in any
//! file, or its file if it has no entry.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sitemap_validator::set::{Member, SetReport, url};
use sitemap_validator::sink::Progress;
use sitemap_validator::{Diagnostic, Options, Outcome, Rule, Sink, Source, validate};
use sitemap_validator_protocol::secret::hidden_value;

use crate::entries::Locs;
use crate::input::Input;
use crate::text::plural;
use crate::write::OutputFile;

/// The version of the file's format.
const VERSION: u32 = 1;

/// The file: the places of each rule's findings.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    version: u32,
    findings: Places,
}

type Places = BTreeMap<String, BTreeSet<String>>;

/// The known findings, or those of a run that writes a baseline.
#[derive(Debug)]
pub(crate) struct Baseline {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// The findings in this file, which are not reported, and the number of findings that were hidden.
    Known(PathBuf, Places, AtomicU64),
    /// The findings of this run, which are written at its end.
    New(Mutex<Places>),
}

impl Baseline {
    /// Reads the baseline from a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a baseline; the error gives the reason.
    pub(crate) fn read(path: &Path) -> Result<Self, String> {
        let problem = |why: String| format!("{}: {why}", path.display());
        let text = fs::read_to_string(path).map_err(|error| problem(error.to_string()))?;
        let BaselineFile { version, findings } =
            serde_json::from_str(&text).map_err(|error| problem(format!("not a baseline file: {error}")))?;
        if version != VERSION {
            return Err(problem(format!("the version of the baseline is {version}; this program reads {VERSION}")));
        }
        Ok(Self { kind: Kind::Known(path.to_owned(), findings, AtomicU64::new(0)) })
    }

    /// Creates a baseline that collects findings and is written at the end.
    pub(crate) fn new() -> Self {
        Self { kind: Kind::New(Mutex::default()) }
    }

    /// True for the content of a file written by [`Self::finish`].
    pub(crate) fn has_written(content: &[u8]) -> bool {
        serde_json::from_slice::<BaselineFile>(content).is_ok()
    }

    /// True if the baseline is written in this run.
    pub(crate) fn is_new(&self) -> bool {
        matches!(self.kind, Kind::New(_))
    }

    /// True if findings of `rule` at `place` are known.
    fn knows(&self, rule: Rule, place: &str) -> bool {
        let place = &*hidden_value(place);
        match &self.kind {
            Kind::Known(_, places, _) => places.get(rule.id()).is_some_and(|places| places.contains(place)),
            Kind::New(places) => {
                let mut places = places.lock().unwrap_or_else(PoisonError::into_inner);
                places.entry(rule.id().to_owned()).or_default().insert(place.to_owned());
                false
            }
        }
    }

    /// Counts a finding that is not reported.
    fn hide(&self) {
        if let Kind::Known(_, _, hidden) = &self.kind {
            hidden.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Removes the known findings from a report that lists all cross-file findings of `files`, and lists up to `cap` of
    /// each rule.
    pub(crate) fn across(&self, report: &mut SetReport, cap: u64, files: &[&Input], members: &[Member], max_size: u64) {
        // Only one text is kept in memory: the findings are sorted by file.
        let mut text: Option<(usize, Option<Source>)> = None;
        report.retain(cap, |finding| {
            let file = finding.file;
            let Some((input, member)) = files.get(file).zip(members.get(file)) else { return true };
            if text.as_ref().is_none_or(|(read, _)| *read != file) {
                text = Some((file, input.read_again(max_size)));
            }
            let source = text.as_ref().and_then(|(_, source)| source.as_ref());
            let url = source.and_then(|source| url(source, member.kind, finding.location.span));
            let url = url.map(|(url, _)| url).filter(|url| !url.is_empty());
            let place = url.as_deref().or(member.url.as_deref()).unwrap_or(&member.name);
            let is_known = self.knows(finding.diagnostic.rule(), place);
            if is_known {
                self.hide();
            }
            !is_known
        });
    }

    /// Ends the run: writes `file`, or returns a note about the hidden findings.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn finish(&self, file: Option<&OutputFile>) -> Result<Option<String>, String> {
        let places = match &self.kind {
            Kind::Known(path, _, hidden) => {
                let (hidden, path) = (hidden.load(Ordering::Relaxed), path.display());
                return Ok((hidden > 0).then(|| format!("{} in {path} not reported", plural(hidden, "known finding"))));
            }
            Kind::New(places) => std::mem::take(&mut *places.lock().unwrap_or_else(PoisonError::into_inner)),
        };
        let Some(file) = file else { return Ok(None) };
        let count = places.values().map(|places| places.len() as u64).sum();
        let written = BaselineFile { version: VERSION, findings: places };
        let text = serde_json::to_string_pretty(&written).map_err(|error| error.to_string())?;
        let path = file.write(&(text + "\n"))?;
        Ok(path.map(|path| format!("{} written to {}", plural(count, "known finding"), path.display())))
    }
}

/// Checks a file. `sink` receives the findings that are not known.
pub(crate) fn check(
    baseline: Option<&Baseline>,
    name: &str,
    source: &Source,
    options: &Options,
    sink: &mut dyn Sink,
) -> Outcome {
    let Some(baseline) = baseline else { return validate(source, options, sink) };
    // A finding may be reported before the URL of its entry.
    let mut numbers = Numbers::default();
    validate(source, options, &mut numbers);
    let locs = Locs::of(source, options, numbers.0);
    let file = options.url.as_deref().unwrap_or(name);
    validate(source, options, &mut UnknownFindings { baseline, file, locs, latest: vec![None; Rule::ALL.len()], sink })
}

/// The numbers of the entries with findings.
#[derive(Default)]
struct Numbers(HashSet<u32>);

impl Sink for Numbers {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        if diagnostic.entry > 0 {
            self.0.insert(diagnostic.entry);
        }
        ControlFlow::Continue(())
    }
}

/// Passes on the findings that are not known.
struct UnknownFindings<'a> {
    baseline: &'a Baseline,
    /// The URL of the file, or its name.
    file: &'a str,
    locs: Locs,
    /// For each rule, the entry of its latest finding and whether that finding is known: a place may be as long as the
    /// file and have as many findings.
    latest: Vec<Option<(u32, bool)>>,
    sink: &'a mut dyn Sink,
}

impl Sink for UnknownFindings<'_> {
    fn diagnostic(&mut self, diagnostic: Diagnostic) -> ControlFlow<()> {
        let (rule, entry) = (diagnostic.rule(), diagnostic.entry);
        let latest = &mut self.latest[rule as usize];
        let (_, is_known) = *match latest {
            Some(known) if known.0 == entry => known,
            _ => latest.insert((entry, self.baseline.knows(rule, self.locs.get(entry).unwrap_or(self.file)))),
        };
        if is_known {
            self.baseline.hide();
            return ControlFlow::Continue(());
        }
        self.sink.diagnostic(diagnostic)
    }

    fn progress(&mut self, progress: Progress) -> ControlFlow<()> {
        self.sink.progress(progress)
    }
}
