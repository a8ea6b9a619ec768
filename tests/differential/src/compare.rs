//! Do two parsers agree on the well-formedness of a document, and on where it ends?

use crate::expat;
use crate::explained;
use crate::libxml2::{self, Complaint};
use crate::ours::{self, Ours};
use crate::stops;

use sitemap_validator::Source;

/// Whose verdict differs from the core's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Peer {
    /// libxml2, on every document.
    Libxml2,
    /// expat, on what is UTF-8.
    Expat,
    /// roxmltree, where it is right: UTF-8 without a document type declaration.
    Roxmltree,
    /// The core's promise that it does not panic.
    Promise,
}

impl Peer {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Libxml2 => "libxml2",
            Self::Expat => "expat",
            Self::Roxmltree => "roxmltree",
            Self::Promise => "the core's promise",
        }
    }
}

/// A document on which the verdicts or, where both reject it, the places differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disagreement {
    /// Who says otherwise.
    pub(crate) peer: Peer,
    /// True when the core calls it well-formed.
    pub(crate) ours: bool,
    /// The byte where the core stops, when the other one stops elsewhere.
    pub(crate) stop: Option<usize>,
    /// Why the other one rejects it.
    pub(crate) complaint: Option<Complaint>,
}

/// What came of one comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All of one opinion: well-formed or not.
    Agreed(bool),
    /// A difference with a known reason: its place in the list.
    Explained(usize),
    /// A difference nobody has looked at.
    Open(Disagreement),
}

/// Compares the verdicts on `bytes`.
pub(crate) fn compare(bytes: &[u8]) -> Outcome {
    let source = ours::source(bytes);
    let Ours::Judged { well_formed, stop } = ours::judge(&source) else {
        return Outcome::Open(Disagreement { peer: Peer::Promise, ours: false, stop: None, complaint: None });
    };
    // What the core does not read as XML, no parser may call well-formed.
    let ours = well_formed == Some(true);
    let differences = [
        with_libxml2(bytes, &source, ours, stop),
        with_expat(bytes, &source, ours, stop),
        with_roxmltree(bytes, &source, ours),
    ];
    let mut reason = None;
    for difference in differences.into_iter().flatten() {
        match explained::find(&source, &difference) {
            Some(found) => reason = reason.or(Some(found)),
            None => return Outcome::Open(difference),
        }
    }
    reason.map_or(Outcome::Agreed(ours), Outcome::Explained)
}

fn with_libxml2(bytes: &[u8], source: &Source, ours: bool, stop: Option<usize>) -> Option<Disagreement> {
    let theirs = libxml2::parse(bytes);
    let mut complaint = if theirs.accepts { None } else { Some(theirs.complaint.unwrap_or_default()) };
    if let Some(complaint) = &mut complaint {
        if !is_utf8(bytes, source) {
            complaint.at = None;
        } else if source.text().contains("encoding") {
            // Of what it converts it would count other bytes than the core.
            complaint.at = libxml2::parse_utf8(bytes).complaint.and_then(|same| same.at);
        }
    }
    difference(Peer::Libxml2, source, ours, stop, complaint)
}

fn with_expat(bytes: &[u8], source: &Source, ours: bool, stop: Option<usize>) -> Option<Disagreement> {
    let complaint = is_utf8(bytes, source).then(|| expat::parse_utf8(bytes))?;
    difference(Peer::Expat, source, ours, stop, complaint)
}

/// True when each byte is one of the text: those that are no UTF-8 are one byte there, too.
fn is_utf8(bytes: &[u8], source: &Source) -> bool {
    source.text().len() == bytes.len()
}

fn difference(
    peer: Peer,
    source: &Source,
    ours: bool,
    stop: Option<usize>,
    complaint: Option<Complaint>,
) -> Option<Disagreement> {
    let theirs = complaint.as_ref().and_then(|complaint| complaint.at);
    let elsewhere = stop.zip(theirs).is_some_and(|(ours, theirs)| !stops::same(source.text(), ours, theirs));
    let stop = stop.filter(|_| elsewhere);
    (complaint.is_none() != ours || elsewhere).then_some(Disagreement { peer, ours, stop, complaint })
}

fn with_roxmltree(bytes: &[u8], source: &Source, ours: bool) -> Option<Disagreement> {
    use roxmltree::Error;
    let text = source.text();
    // It reads no document type declarations to speak of, and is handed text, whatever is declared.
    if text.as_bytes() != bytes || text.contains("<!DOCTYPE") || text.contains("encoding") {
        return None;
    }
    let theirs = roxmltree::Document::parse(text);
    let complaint = match &theirs {
        Ok(_) => None,
        Err(
            Error::InvalidXmlPrefixUri(_)
            | Error::UnexpectedXmlUri(_)
            | Error::UnexpectedXmlnsUri(_)
            | Error::InvalidElementNamePrefix(_)
            | Error::DuplicatedNamespace(..)
            | Error::UnknownNamespace(..),
        ) => return None,
        Err(error) => {
            Some(Complaint { code: 0, text: error.to_string(), line: error.pos().row.cast_signed(), at: None })
        }
    };
    (theirs.is_ok() != ours).then_some(Disagreement { peer: Peer::Roxmltree, ours, stop: None, complaint })
}
