//! The result of a check.

use std::fs;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sitemap_validator::message::Words;
use sitemap_validator::output::export::{self, Format};
use sitemap_validator::source::{DEFAULT_CEILING, read};
use sitemap_validator::{Options, Source};
use sitemap_validator_cli::Locs;
use sitemap_validator_protocol::report::{self as wire, Counts, Verdict};

use crate::columns::{self, Entries};
use crate::session::Given;
use crate::table::Table;

/// Where the texts of the files are.
pub(crate) enum Content {
    /// The content of the only file.
    Given(Arc<Given>),
    /// In files with their names.
    Files,
    /// Nowhere.
    Gone,
}

/// The result of a check.
#[pyclass(frozen, module = "sitemap_validator._native")]
pub(crate) struct Report {
    wire: wire::Report,
    content: Content,
    words: Words,
}

impl Report {
    pub(crate) fn new(wire: wire::Report, content: Content, words: Words) -> Self {
        Self { wire, content, words }
    }

    /// The text of a file, if it is still there.
    fn text(&self, file: &wire::File) -> Option<Source> {
        let bytes = match &self.content {
            Content::Given(given) => given.read(Vec::new()).ok()?,
            Content::Files => fs::read(&file.name).ok()?,
            Content::Gone => return None,
        };
        Some(read(bytes, DEFAULT_CEILING))
    }
}

#[pymethods]
impl Report {
    /// A report that was written as JSON.
    #[staticmethod]
    fn from_json(json: &str, lang: &str) -> PyResult<Self> {
        let report = serde_json::from_str(json).map_err(|error| PyValueError::new_err(error.to_string()))?;
        let words = sitemap_validator_cli::words(lang).map_err(PyValueError::new_err)?;
        Ok(Self::new(report, Content::Gone, words))
    }

    /// The language of the messages.
    #[getter]
    fn lang(&self) -> String {
        self.words.catalogue().map_or_else(|| "en".to_owned(), |catalogue| catalogue.tag().to_owned())
    }

    /// The verdict on all files together.
    #[getter]
    fn verdict(&self) -> &'static str {
        let alone = || self.wire.files.first().map(|file| file.verdict_in_set);
        self.wire.set.as_ref().map(|set| set.verdict).or_else(alone).unwrap_or(Verdict::Unchecked).name()
    }

    /// The numbers of errors, warnings and remarks.
    #[getter]
    fn counts(&self) -> (u64, u64, u64) {
        let alone = || self.wire.files.first().map(|file| file.counts);
        let counts = self.wire.set.as_ref().map(|set| set.counts).or_else(alone);
        let Counts { error, warning, info } = counts.unwrap_or_default();
        (error, warning, info)
    }

    /// The report in a format of the command line.
    fn write(&self, py: Python<'_>, format: &str) -> PyResult<String> {
        let known = Format::by_name(format).ok_or_else(|| {
            let names = Format::ALL.map(|format| format.info().name).join(", ");
            PyValueError::new_err(format!("there is no format `{format}`; the formats are {names}"))
        })?;
        Ok(py.detach(|| export::write(known, &self.wire, None, &self.words)))
    }

    /// The findings.
    fn findings(&self, py: Python<'_>) -> PyResult<Table> {
        py.detach(|| {
            let locs: Vec<Locs> = self
                .wire
                .files
                .iter()
                .enumerate()
                .map(|(at, file)| {
                    let across = self.wire.set.iter().flat_map(|set| &set.diagnostics);
                    let across = across.filter(|finding| finding.file == Some(at as u32));
                    let entries: Vec<u32> =
                        file.diagnostics.iter().chain(across).filter_map(|finding| finding.entry).collect();
                    let source = if entries.is_empty() { None } else { self.text(file) };
                    source.map(|source| Locs::of(&source, &options(file), entries)).unwrap_or_default()
                })
                .collect();
            columns::findings(&self.wire, &locs)
        })
    }

    /// The entries of the files.
    fn entries(&self, py: Python<'_>) -> PyResult<Table> {
        py.detach(|| {
            let mut entries = Entries::default();
            for file in self.wire.files.iter().filter(|file| file.read_error.is_none()) {
                let source = self.text(file).ok_or_else(|| {
                    PyValueError::new_err(format!("the text of {} is not at hand any more: use `entries`", file.name))
                })?;
                entries.add(&file.name, &source, &options(file));
            }
            entries.table()
        })
    }
}

fn options(file: &wire::File) -> Options {
    Options { url: file.url.clone(), file_name: Some(file.name.clone()), ..Options::default() }
}
