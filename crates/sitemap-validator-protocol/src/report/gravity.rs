//! How grave the problems of a file are.

use super::{Authorities, File, Kind, Loss};

/// What the problems of a file cost, the gravest last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// There are none.
    Nothing,
    /// There are only warnings.
    Warnings,
    /// Values are ignored.
    Errors,
    /// Entries are dropped.
    Entries,
    /// The file is rejected.
    Rejected,
    /// It cannot be read, or not to its end.
    Unreadable,
}

/// How grave the problems of a file are: by what they cost, then by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gravity {
    /// What they cost.
    pub rank: Rank,
    /// The number of dropped entries.
    pub entries: u64,
    /// The number of errors, those across files included.
    pub errors: u64,
    /// The number of warnings, those across files included.
    pub warnings: u64,
}

impl File {
    /// How grave its problems are, with those across files that are in it.
    pub fn gravity(&self) -> Gravity {
        let of = |losses: Authorities<Option<Loss>>| {
            [losses.sitemaps_org, losses.schema, losses.google, losses.bing, losses.yandex]
        };
        let losses = self.losses.into_iter().flat_map(of).flatten();
        let entries = losses.clone().map(|loss| loss.entries).max().unwrap_or(0);
        let counts = self.counts + self.cross_file_counts;
        let rank = match () {
            () if counts.error == 0 && counts.warning == 0 => Rank::Nothing,
            () if counts.error == 0 => Rank::Warnings,
            () if self.counts.error > 0 && (self.stops.is_some() || self.kind.is_no_sitemap()) => Rank::Unreadable,
            () if losses.clone().any(|loss| loss.file) => Rank::Rejected,
            () if entries > 0 => Rank::Entries,
            () => Rank::Errors,
        };
        Gravity { rank, entries, errors: counts.error, warnings: counts.warning }
    }
}

impl Kind {
    /// True for a file that is not a sitemap at all.
    pub const fn is_no_sitemap(self) -> bool {
        matches!(self, Self::Html | Self::Other | Self::Unknown)
    }
}
