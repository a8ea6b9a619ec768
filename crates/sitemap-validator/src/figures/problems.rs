//! The distribution of findings over the file.

use crate::diagnostic::{Diagnostic, Severity};
use crate::sink::Counts;

/// The number of slices of a file.
pub const SLICES: usize = 100;

/// The findings by location: the number of findings that begin in each slice of the file's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems {
    /// The size of the text in bytes.
    pub bytes: u64,
    /// The [`SLICES`] slices, in order.
    pub slices: Vec<Slice>,
}

/// A slice of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slice {
    /// The number of all findings that begin in it.
    pub counts: Counts,
    /// The first of its findings with the highest severity; `None` without findings.
    pub first: Option<Diagnostic>,
}

impl Problems {
    /// No findings yet, in a text of `bytes` bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { bytes: bytes as u64, slices: vec![Slice::default(); SLICES] }
    }

    /// The byte at which slice `index` begins.
    pub const fn start(&self, index: usize) -> u64 {
        (self.bytes * index as u64).div_ceil(SLICES as u64)
    }

    /// Counts a finding, of the file alone or across files.
    pub fn add(&mut self, finding: &Diagnostic) {
        let at = (u64::from(finding.span.start) * SLICES as u64).checked_div(self.bytes).unwrap_or_default();
        let Some(slice) = self.slices.get_mut((at as usize).min(SLICES - 1)) else { return };
        let weight = |finding: &Diagnostic| finding.severity.unwrap_or(finding.rule().info().severity);
        slice.counts.count(weight(finding));
        let comes_first = |first: &Diagnostic| {
            let (old, new): (Severity, Severity) = (weight(first), weight(finding));
            new > old || new == old && (finding.span, finding.rule()) < (first.span, first.rule())
        };
        if slice.first.as_ref().is_none_or(comes_first) {
            slice.first = Some(finding.clone());
        }
    }
}
