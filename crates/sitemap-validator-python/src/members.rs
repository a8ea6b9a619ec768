//! Members of sets, as columns of a table: packed, with the version of this package in front.

use std::collections::HashSet;

use arrow_array::{BooleanArray, Int64Array};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use sitemap_validator::set::{Member, Reference};
use sitemap_validator_protocol::packed::Packed;

use crate::columns::{self, values};
use crate::table::Table;

/// Precedes each packed member, because the format differs between versions.
const VERSION: &[u8] = concat!("sitemap-validator ", env!("CARGO_PKG_VERSION"), "\n").as_bytes();

/// A member in bytes.
pub(crate) fn packed(member: &Member) -> Vec<u8> {
    [VERSION, &member.pack()].concat()
}

/// The member in `bytes`.
pub(crate) fn unpacked(bytes: &[u8]) -> PyResult<Member> {
    bytes.strip_prefix(VERSION).and_then(Member::unpack).ok_or_else(|| {
        let writer = bytes.split(|byte| *byte == b'\n').next().and_then(|word| std::str::from_utf8(word).ok());
        let writer = writer.filter(|writer| writer.starts_with("sitemap-validator ")).unwrap_or("another program");
        let this = String::from_utf8_lossy(VERSION);
        PyValueError::new_err(format!(
            "a member was written by {writer}, but this is {}: install one version on all machines and check the files again",
            this.trim_end()
        ))
    })
}

/// The pages and links of a member.
#[pyfunction]
pub(crate) fn references(py: Python<'_>, member: PyBackedBytes) -> PyResult<Table> {
    py.detach(|| {
        let references: Vec<Reference> = unpacked(&member)?.references().collect();
        let number = |name, of: fn(&Reference) -> Option<u64>| {
            values::<Int64Array, _>(name, references.iter().map(|one| of(one).map(u64::cast_signed)))
        };
        columns::table(vec![
            number("page", |one| Some(one.page)),
            number("target", |one| one.target),
            number("alternates", |one| one.alternates),
            values::<BooleanArray, _>("is_first", references.iter().map(|one| Some(one.is_first))),
        ])
    })
}

/// The member with only the pages in `needed`.
#[pyfunction]
pub(crate) fn retain(py: Python<'_>, member: PyBackedBytes, needed: HashSet<i64>) -> PyResult<Bound<'_, PyBytes>> {
    let retained = py.detach(|| {
        let mut member = unpacked(&member)?;
        member.retain(|page| needed.contains(&page.cast_signed()));
        PyResult::Ok(packed(&member))
    })?;
    Ok(PyBytes::new(py, &retained))
}
