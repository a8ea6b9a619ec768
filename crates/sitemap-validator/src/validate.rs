//! The entry point of the check: a source, options and a sink.

use crate::options::Options;
use crate::outcome::Outcome;
use crate::reporter::Reporter;
use crate::sink::Sink;
use crate::source::Source;

/// Checks `source` and passes all findings to `sink`, unsorted.
///
/// Invalid input leads to findings and not to an error. The check ends early only if the
/// sink stops it.
pub fn validate(source: &Source, options: &Options, sink: &mut dyn Sink) -> Outcome {
    let mut reporter = Reporter::new(options, sink).of(source.text());
    crate::format::read(source, &mut reporter)
}
