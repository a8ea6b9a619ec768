//! What a reading came to: the kind of the file, the verdict, the figures.

use crate::facts::Facts;

pub use sitemap_validator_protocol::report::{Kind, Stats};

/// What a reading came to, apart from the findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What the file is.
    pub kind: Kind,
    /// The verdict of a conforming XML 1.0 parser; `None` for what is not XML.
    pub well_formed: Option<bool>,
    /// The byte offset where such a parser stops.
    pub stops: Option<u32>,
    /// True when a ceiling or the sink ended the reading before the file's end.
    pub partial: bool,
    /// Figures about the content.
    pub stats: Stats,
    /// What a set needs to know; but for the root, empty unless [`Options::siblings`](crate::Options::siblings) is set.
    pub facts: Facts,
}
