//! The one entry point: a source, options, a sink.

use crate::options::Options;
use crate::outcome::Outcome;
use crate::reporter::Reporter;
use crate::sink::Sink;
use crate::source::Source;

/// Reads `source` and hands every finding to `sink`, in no particular order.
///
/// Bad input is what this is for: there is no error to return. The reading ends early only when the
/// sink says so.
pub fn validate(source: &Source, options: &Options, sink: &mut dyn Sink) -> Outcome {
    let mut reporter = Reporter::new(options, sink).of(source.text());
    crate::format::read(source, &mut reporter)
}
