//! The files of a run, a single file or a set, and answers to questions about them.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use sitemap_validator::Diagnostic;
use sitemap_validator::convert::{self, Converted, Refusal};
use sitemap_validator::output::json;
use sitemap_validator::set::{Member, SetReport};
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator_protocol::message::Target;
use sitemap_validator_protocol::report as wire;

use crate::edge::Edge;
use crate::finding_store::FindingStore;
use crate::input_file;
use crate::sentences::{CHANGED, GONE, Problem, TEXT_GONE};
use crate::task::{FileSummary, SharedContext, Task};
use crate::texts::{BUDGET, Text, Texts};

/// The last run.
#[derive(Debug)]
pub struct Run<F> {
    pub(crate) files: Vec<CheckedFile<F>>,
    /// The facts on each file that the checks of a set need; empty for a single file.
    pub(crate) members: Vec<Member>,
    pub(crate) across: Option<SetReport>,
    /// The comparison with the folder of the built site.
    pub(crate) built: Option<Box<wire::BuiltSite>>,
    /// True if files of a site are missing.
    pub(crate) partial: bool,
    /// The data that the files share.
    pub(crate) shared: SharedContext,
    pub(crate) texts: Texts,
    /// The serial number that was last given to a file.
    pub(crate) serial: u32,
}

/// A checked file.
#[derive(Debug)]
pub(crate) struct CheckedFile<F> {
    pub(crate) serial: u32,
    /// The data needed to read its text again; `None` for a text that is kept in memory.
    pub(crate) again: Option<Recheck<F>>,
    /// The terms and the time of its check.
    pub(crate) task: Task,
    pub(crate) outcome: FileSummary,
    /// Its findings; `None` for a file checked by a helper, until the first question about it.
    pub(crate) store: Option<FindingStore>,
}

#[derive(Debug)]
pub(crate) struct Recheck<F> {
    pub(crate) file: F,
    pub(crate) fingerprint: u64,
}

impl<F> Default for Run<F> {
    fn default() -> Self {
        Self::within(BUDGET)
    }
}

impl<F> Run<F> {
    /// Creates an empty run; later runs keep up to `budget` bytes of text in memory.
    pub fn within(budget: usize) -> Self {
        let texts = Texts::new(budget);
        Self {
            files: Vec::new(),
            members: Vec::new(),
            across: None,
            built: None,
            partial: false,
            shared: SharedContext::default(),
            texts,
            serial: 0,
        }
    }

    /// The number of files.
    pub const fn len(&self) -> usize {
        self.files.len()
    }

    /// True before the first run and after a failed run.
    pub const fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Updates the cross-file findings of each file that has a store.
    pub(crate) fn update_cross_file_findings(&mut self) {
        for (index, file) in self.files.iter_mut().enumerate() {
            if let Some(store) = &mut file.store {
                store.set_across(across_in(self.across.as_ref(), index));
            }
        }
    }

    /// Returns the text and the findings of file `index`, which must exist. A file that a helper checked is checked
    /// again here.
    ///
    /// # Errors
    /// If the file is gone, was changed since, or could not be read.
    pub fn text_and_findings<E: Edge<File = F>>(
        &mut self,
        index: usize,
        edge: &E,
    ) -> Result<(Rc<Text>, &FindingStore), Problem> {
        let text = self.read(index, edge)?;
        let CheckedFile { task, store, .. } = &mut self.files[index];
        if store.is_none() {
            let mut new = task.again(&text, &self.shared, edge);
            new.set_across(across_in(self.across.as_ref(), index));
            *store = Some(new);
        }
        let store = store.as_ref().ok_or_else(|| Problem::about(TEXT_GONE, &task.terms.name))?;
        Ok((text, store))
    }

    /// True if file `index`, which must exist, was sent as text.
    pub fn is_text(&self, index: usize) -> bool {
        self.files[index].again.is_none()
    }

    /// Returns the text of file `index`; reads it again if it is not in memory.
    pub(crate) fn read<E: Edge<File = F>>(&mut self, index: usize, edge: &E) -> Result<Rc<Text>, Problem> {
        let CheckedFile { serial, again, task, outcome, .. } = &self.files[index];
        if let Some(why) = &outcome.summary.read_error {
            return Err(Problem::said(why));
        }
        if let Some(text) = self.texts.get(*serial) {
            return Ok(text);
        }
        let name = &task.terms.name;
        let Some(again) = again else { return Err(Problem::about(TEXT_GONE, name)) };
        self.texts.make_room(0);
        let contents = edge.read(&again.file, DEFAULT_CEILING).map_err(|why| Problem::why(GONE, name, &why))?;
        if input_file::fingerprint(&contents.bytes) != again.fingerprint {
            return Err(Problem::about(CHANGED, name));
        }
        self.texts.make_room(contents.bytes.len());
        let text = Rc::new(Text::new(input_file::source(contents, edge)));
        self.texts.put(*serial, text.clone(), false);
        Ok(text)
    }

    /// Converts file `index`, which must exist, to another format; an index is made of all files.
    ///
    /// # Errors
    /// If there is nothing to convert, or a file is gone or was changed.
    pub fn convert<E: Edge<File = F>>(&mut self, index: usize, to: Target, edge: &E) -> Result<Converted, Problem> {
        if to == Target::Index {
            let files = convert::index_of(&self.members).map_err(refused)?.files;
            return Ok(Converted { files, entries: 0, left_out: 0, omitted: BTreeMap::new() });
        }
        let text = self.read(index, edge)?;
        let task = &self.files[index].task;
        let (name, options) = (&task.terms.name, task.options(&self.shared));
        let converted = match to {
            Target::Text => convert::to_text(name, &text.source, &options),
            Target::Split => convert::split(name, &text.source, &options),
            Target::Sitemap | Target::Index => convert::to_sitemap(name, &text.source, &options),
        };
        converted.map_err(refused)
    }

    /// Returns the whole report with all kept findings, or the report on file `only`, which must exist, without
    /// cross-file findings.
    ///
    /// # Errors
    /// If a file whose text is needed is gone or was changed.
    pub fn report<E: Edge<File = F>>(
        &mut self,
        only: Option<usize>,
        with_excerpts: bool,
        edge: &E,
    ) -> Result<wire::Report, Problem> {
        let wanted = only.map_or(0..self.files.len(), |file| file..file + 1);
        let mut files = Vec::with_capacity(wanted.len());
        let mut across_excerpts = HashMap::new();
        for index in wanted {
            let summary = &self.files[index].outcome.summary;
            let mut file = if summary.truncated || with_excerpts {
                let (text, store) = self.text_and_findings(index, edge)?;
                let across = if with_excerpts { store.excerpts(&text) } else { Vec::new() };
                let placed = |(start, end, excerpt)| ((index as u32, start, end), excerpt);
                across_excerpts.extend(across.into_iter().map(placed));
                store.whole(&text, with_excerpts)
            } else {
                summary.clone()
            };
            if !with_excerpts {
                file.diagnostics.iter_mut().for_each(|finding| finding.excerpt = None);
            }
            files.push(file);
        }
        let across = self.across.as_ref().filter(|_| only.is_none());
        let mut report = self.report_of(files, across);
        for finding in report.set.iter_mut().flat_map(|set| &mut set.diagnostics).filter(|_| with_excerpts) {
            finding.excerpt = across_excerpts.remove(&(finding.file.unwrap_or_default(), finding.start, finding.end));
        }
        Ok(report)
    }

    /// Returns the report on these files.
    pub(crate) fn report_of(&self, files: Vec<wire::File>, across: Option<&SetReport>) -> wire::Report {
        wire::Report {
            partial: self.partial,
            built: self.built.clone(),
            ..json::report(files, across, &self.shared.words)
        }
    }
}

/// Returns the reason why a conversion was refused.
fn refused(refusal: Refusal) -> Problem {
    Problem::plain(refusal.sentence())
}

/// Returns the findings of `across` that are in file `index`.
fn across_in(across: Option<&SetReport>, index: usize) -> Vec<Diagnostic> {
    let findings = across.into_iter().flat_map(|across| &across.findings);
    findings.filter(|finding| finding.file == index).map(|finding| finding.diagnostic.clone()).collect()
}
