//! What the core says about the same bytes.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use encoding_rs::{Encoding, REPLACEMENT};
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{
    Diagnostic, FileReport, Opened, Options, Outcome, Severity, Sink, Source, check_source, message, open, validate,
};

/// The core's judgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ours {
    /// Well-formed or not; `None` for what it does not read as XML. Where a parser stops, in the text.
    Judged { well_formed: Option<bool>, stop: Option<usize> },
    /// It panicked, which it promises not to.
    Panicked,
}

/// Counts nothing and keeps nothing: only the verdict is wanted.
struct Silent;

impl Sink for Silent {
    fn diagnostic(&mut self, _: Diagnostic) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The text of `bytes`, decoded as the command line does it.
pub(crate) fn source(bytes: &[u8]) -> Source {
    match open(bytes.to_vec(), DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let encoding = Encoding::for_label(undecoded.label.as_bytes()).filter(|known| *known != REPLACEMENT);
            let text = encoding.map(|encoding| {
                let (text, damaged) = encoding.decode_without_bom_handling(&undecoded.bytes);
                (text.into_owned(), !damaged)
            });
            undecoded.decoded(text)
        }
    }
}

/// Is it well-formed?
pub(crate) fn judge(source: &Source) -> Ours {
    let outcome = catch_unwind(AssertUnwindSafe(|| validate(source, &Options::default(), &mut Silent)));
    outcome.map_or(Ours::Panicked, |Outcome { well_formed, stops, .. }| Ours::Judged {
        well_formed,
        stop: stops.map(|stop| stop as usize),
    })
}

/// The whole report; `None` when the core panics.
pub(crate) fn report(source: &Source, options: &Options) -> Option<FileReport> {
    catch_unwind(AssertUnwindSafe(|| check_source("sitemap.xml", source, options, 0))).ok()
}

/// The error that decided: where a parser stops, if it is known, else the first about XML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Decisive {
    /// Its rule.
    pub(crate) rule: &'static str,
    /// What it says.
    pub(crate) title: String,
    /// What it underlines.
    pub(crate) text: String,
    /// The byte of the text where a parser stops.
    pub(crate) stop: usize,
}

/// Why the core calls `source` not well-formed; `None` when it does not, or does not say.
pub(crate) fn decisive(source: &Source) -> Option<Decisive> {
    let report = report(source, &Options::default())?;
    let stop = report.outcome.stops?;
    let errors = || {
        let errors = report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error));
        errors.filter(|found| matches!(found.rule().group(), "xml" | "encoding"))
    };
    let at_stop = errors().find(|found| found.span.start <= stop && stop <= found.span.end);
    let found = at_stop.or_else(|| errors().next())?;
    Some(Decisive {
        rule: found.rule().id(),
        title: message::title(found, source.text()),
        text: source.text().get(found.span.range()).unwrap_or_default().to_owned(),
        stop: stop as usize,
    })
}
