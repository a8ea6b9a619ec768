//! The part of the Python package `sitemap_validator` that is written in Rust. `python/sitemap_validator/__init__.py` is what
//! users import; its docstrings describe the API.
//!
//! `session` runs checks, `report` holds a result, `comparison` compares two versions, `columns` turns findings and entries, with their `extensions`, into
//! columns, `batch` does the same for many files and their sets, whose `members` are packed, and `table` hands these to other
//! libraries by the `PyCapsule` interface of Arrow.

// What Python passes belongs to the function.
#![allow(clippy::needless_pass_by_value)]

mod batch;
mod columns;
mod comparison;
mod extensions;
mod members;
mod report;
mod session;
mod table;

use std::ffi::OsString;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sitemap_validator::Rule;
use sitemap_validator::registry::Repair;
use sitemap_validator::source::{self, DEFAULT_CEILING};
use sitemap_validator_protocol::name;

/// The parts in Rust of the package `sitemap_validator`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::comparison::{Comparison, compare};
    #[pymodule_export]
    use super::members::{references, retain};
    #[pymodule_export]
    use super::report::Report;
    #[pymodule_export]
    use super::session::Session;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::{
        begins_with_url, explain, hidden, is_doubtful_text, is_sitemap_name, panic, presumed, rules, run, version,
    };
}

/// The version of the package.
#[pyfunction]
fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// The URL of the file `name` in the folder at `base`.
#[pyfunction]
fn presumed(base: &str, name: &str) -> String {
    sitemap_validator::set::presumed(base, name)
}

/// `text` with `***` in place of the names and passwords in its URLs.
#[pyfunction]
fn hidden(text: &str) -> String {
    sitemap_validator_protocol::secret::hidden(text).into_owned()
}

/// True for the names of files that are checked in folders.
#[pyfunction]
fn is_sitemap_name(file_name: OsString) -> bool {
    sitemap_validator_cli::is_sitemap_like(&file_name)
}

/// True for the name of a text file that does not say that it is a list of URLs.
#[pyfunction]
fn is_doubtful_text(name: &str) -> bool {
    name::is_doubtful_text(name)
}

/// True for the first bytes of a list of URLs.
#[pyfunction]
fn begins_with_url(head: &[u8]) -> bool {
    name::begins_with_url(source::read(head.to_vec(), DEFAULT_CEILING).text())
}

/// The command line program; gives its exit code.
#[pyfunction]
fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| sitemap_validator_cli::main(arguments))
}

/// The page about a rule, in Markdown.
#[pyfunction]
fn explain(rule: &str, lang: &str) -> PyResult<String> {
    sitemap_validator_cli::explain(rule, lang).map_err(PyValueError::new_err)
}

/// The rules as a table.
#[pyfunction]
fn rules() -> PyResult<table::Table> {
    columns::table(vec![
        columns::text("rule", Rule::ALL.iter().map(|rule| Some(rule.id()))),
        columns::dictionary("severity", Rule::ALL.iter().map(|rule| rule.info().severity.name())),
        columns::dictionary("group", Rule::ALL.iter().map(|rule| rule.group())),
        columns::dictionary(
            "repair",
            Rule::ALL.iter().map(|rule| match rule.info().repair {
                Repair::Safe => "safe",
                Repair::Suggest => "suggestion",
                Repair::Manual => "manual",
            }),
        ),
        columns::text(
            "sources",
            Rule::ALL.iter().map(|rule| Some(rule.info().support.sources().collect::<Vec<_>>().join(", "))),
        ),
    ])
}

/// Panics: the tests see that this becomes an exception.
#[pyfunction]
fn panic() {
    panic!("a panic was asked for");
}
