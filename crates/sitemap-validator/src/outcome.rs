//! The result of a check except for its findings: the type of the file, whether it is well-formed, and statistics.

use crate::facts::Facts;

pub use sitemap_validator_protocol::report::{Kind, Stats};

/// The result of a check except for its findings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Outcome {
    /// The type of the file.
    pub kind: Kind,
    /// Whether the file is well-formed by XML 1.0; `None` if it is not XML, or if its
    /// compression or size is in error and no XML error was found.
    pub well_formed: Option<bool>,
    /// The byte at which a conforming XML parser stops; `None` if no error stops it or the file is not XML.
    pub stops: Option<u32>,
    /// True if the maximum size or the sink ended the check before the end of the file.
    pub partial: bool,
    /// Statistics of the content.
    pub stats: Stats,
    /// The `sitemap` elements of an index, unlike the other entries that it may have.
    pub sitemaps: u64,
    /// The facts for a set; except for the root, empty unless [`Options::siblings`](crate::Options::siblings) is set.
    pub facts: Facts,
}
