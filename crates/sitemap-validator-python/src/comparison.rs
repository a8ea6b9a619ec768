//! The comparison of two versions.

use std::ffi::OsString;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use sitemap_validator::compare::{file, html, summary};
use sitemap_validator::message::ENGLISH;
use sitemap_validator_cli::compared;
use sitemap_validator_protocol::comparison::{self, Change, ComparisonFile, Entry, Redirects};

use crate::columns;
use crate::table::Table;

/// The differences between two versions.
#[pyclass(frozen, module = "sitemap_validator._native")]
pub(crate) struct Comparison(comparison::Comparison);

/// Compares two versions. The arguments are those of `sitemap-validator compare`.
#[pyfunction]
pub(crate) fn compare(py: Python<'_>, arguments: Vec<OsString>) -> PyResult<Comparison> {
    py.detach(|| compared(arguments)).map(Comparison).map_err(PyOSError::new_err)
}

#[pymethods]
impl Comparison {
    /// All of it, as JSON.
    fn json(&self) -> String {
        file(&self.0, ComparisonFile::Json, &ENGLISH)
    }

    /// How many URLs have each difference, as JSON.
    fn counts(&self) -> PyResult<String> {
        serde_json::to_string(&self.0.counts).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Why the comparison fails, as sentences without a full stop.
    #[getter]
    fn failures(&self) -> Vec<String> {
        self.0.failures().map(|failure| failure.message.clone()).collect()
    }

    /// The differences as Markdown, with at most so many URLs of each.
    fn markdown(&self, max_rows: usize) -> String {
        summary(&self.0, max_rows, &ENGLISH).markdown()
    }

    /// The differences as a document in HTML, with at most so many URLs of each.
    fn html(&self, max_rows: usize) -> String {
        html(&summary(&self.0, max_rows, &ENGLISH), &ENGLISH)
    }

    /// The differences as CSV.
    fn csv(&self) -> String {
        file(&self.0, ComparisonFile::Rows, &ENGLISH)
    }

    /// The redirects for a server.
    fn redirects(&self, server: &str) -> PyResult<String> {
        let known = Redirects::ALL.into_iter().find(|(_, name)| *name == server).map(|(format, _)| format);
        let names = || Redirects::ALL.map(|(_, name)| name).join(", ");
        let format =
            known.ok_or_else(|| PyValueError::new_err(format!("unknown server {server:?}: use {}", names())))?;
        Ok(file(&self.0, ComparisonFile::Redirects(format), &ENGLISH))
    }

    /// The URLs with differences.
    fn rows(&self) -> PyResult<Table> {
        let rows = &self.0.rows;
        let changes = |changes: &[Change]| changes.iter().map(|change| change.name()).collect::<Vec<_>>().join(" ");
        let old = |of: fn(&Entry) -> Option<&str>| rows.iter().map(move |row| row.old.as_ref().and_then(of));
        let new = |of: fn(&Entry) -> Option<&str>| rows.iter().map(move |row| row.new.as_ref().and_then(of));
        columns::table(vec![
            columns::text("changes", rows.iter().map(|row| Some(changes(&row.changes)))),
            columns::text("old", old(|entry| Some(&entry.url))),
            columns::text("new", new(|entry| Some(&entry.url))),
            columns::text("old_file", old(|entry| Some(&entry.file))),
            columns::text("new_file", new(|entry| Some(&entry.file))),
            columns::text("old_lastmod", old(|entry| entry.lastmod.as_deref())),
            columns::text("new_lastmod", new(|entry| entry.lastmod.as_deref())),
        ])
    }
}
