//! Where along the file the problems lie.

use crate::diagnostic::{Diagnostic, Severity};
use crate::sink::Counts;

/// Into how many slices a file is cut.
pub const SLICES: usize = 100;

/// The problems by place: of each slice of the file's bytes, how many findings begin in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problems {
    /// Bytes of the text.
    pub bytes: u64,
    /// As many as [`SLICES`], in the order of their places.
    pub slices: Vec<Slice>,
}

/// A slice of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slice {
    /// Every finding that begins in it; none is left out.
    pub counts: Counts,
    /// The gravest of them, the first where there are several.
    pub first: Option<Diagnostic>,
}

impl Problems {
    /// None yet, in a text of so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self { bytes: bytes as u64, slices: vec![Slice::default(); SLICES] }
    }

    /// Where slice `index` begins, in bytes.
    pub const fn start(&self, index: usize) -> u64 {
        (self.bytes * index as u64).div_ceil(SLICES as u64)
    }

    /// Counts a finding: of the file alone, or one that shows across files.
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
