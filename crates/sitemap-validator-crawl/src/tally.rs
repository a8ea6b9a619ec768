//! Whether a search has found anything to check.

use sitemap_validator_protocol::http::Http;
use sitemap_validator_protocol::report::Kind;

/// Counts the files of sites: those that are sitemaps, and those that may be and could not be had.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    sitemaps: usize,
    failed: usize,
}

/// Why no sitemap was checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nothing {
    /// The servers refused, or failed.
    Refused,
    /// The search was stopped before.
    Stopped,
}

impl Tally {
    /// Counts a file of this kind, which was checked.
    pub fn count_checked(&mut self, kind: Kind) {
        self.sitemaps += usize::from(kind.has_pages());
    }

    /// Counts a file that could not be fetched, unless it does not exist.
    pub fn count_failed(&mut self, http: &Http) {
        self.failed += usize::from(!http.is_gone());
    }

    /// Why no sitemap was checked, if none was, other than that there is none; with `is_partial` if the search ended early.
    pub const fn nothing(self, is_partial: bool) -> Option<Nothing> {
        match (self.sitemaps, self.failed) {
            (0, _) if is_partial => Some(Nothing::Stopped),
            (0, 1..) => Some(Nothing::Refused),
            _ => None,
        }
    }
}
