//! Counts that show whether a search found anything to check.

use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report::Kind;

/// Counts the files of sites: the sitemaps, and the files that could not be fetched and may be sitemaps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    sitemaps: usize,
    failed: usize,
}

/// The reason why no sitemap was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nothing {
    /// The servers refused or failed.
    Refused,
    /// The search was stopped early.
    Stopped,
}

impl Tally {
    /// Counts a checked file of this kind.
    pub fn count_checked(&mut self, kind: Kind) {
        self.sitemaps += usize::from(kind.has_pages());
    }

    /// Counts a file that could not be fetched, unless it does not exist.
    pub fn count_failed(&mut self, http: &Http) {
        self.failed += usize::from(!http.is_gone());
    }

    /// Returns the reason why no sitemap was checked, unless there simply is none; `is_partial` tells whether the
    /// search ended early.
    pub const fn nothing(self, is_partial: bool) -> Option<Nothing> {
        match (self.sitemaps, self.failed) {
            (0, _) if is_partial => Some(Nothing::Stopped),
            (0, 1..) => Some(Nothing::Refused),
            _ => None,
        }
    }
}
