//! Do two parsers agree on the well-formedness of a document?

use crate::explained;
use crate::libxml2::{self, Complaint};
use crate::ours::{self, Ours};

use sitemap_validator::Source;

/// Whose verdict differs from the core's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Peer {
    /// libxml2, on every document.
    Libxml2,
    /// roxmltree, where it is right: UTF-8 without a document type declaration.
    Roxmltree,
    /// The core's promise that it does not panic.
    Promise,
}

impl Peer {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Libxml2 => "libxml2",
            Self::Roxmltree => "roxmltree",
            Self::Promise => "the core's promise",
        }
    }
}

/// A document on which the verdicts differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Disagreement {
    /// Who says otherwise.
    pub(crate) peer: Peer,
    /// True when the core calls it well-formed.
    pub(crate) ours: bool,
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
    let Ours::Judged(ours) = ours::judge(&source) else {
        return Outcome::Open(Disagreement { peer: Peer::Promise, ours: false, complaint: None });
    };
    // What the core does not read as XML, no parser may call well-formed.
    let ours = ours == Some(true);
    let mut reason = None;
    for difference in [with_libxml2(bytes, ours), with_roxmltree(bytes, &source, ours)].into_iter().flatten() {
        match explained::find(&source, &difference) {
            Some(found) => reason = reason.or(Some(found)),
            None => return Outcome::Open(difference),
        }
    }
    reason.map_or(Outcome::Agreed(ours), Outcome::Explained)
}

fn with_libxml2(bytes: &[u8], ours: bool) -> Option<Disagreement> {
    let theirs = libxml2::parse(bytes);
    (theirs.accepts != ours).then_some(Disagreement { peer: Peer::Libxml2, ours, complaint: theirs.complaint })
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
        Err(error) => Some(Complaint { code: 0, text: error.to_string(), line: error.pos().row.cast_signed() }),
    };
    (theirs.is_ok() != ours).then_some(Disagreement { peer: Peer::Roxmltree, ours, complaint })
}
