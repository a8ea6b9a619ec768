//! What changed in the entry of a URL.

use super::listing::Entry;
use sitemap_validator_protocol::comparison::Change;

/// The changes of an entry, one bit for each [`Change`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Changes(u32);

impl From<Change> for Changes {
    fn from(change: Change) -> Self {
        let mut changes = Self::default();
        changes.add(change);
        changes
    }
}

impl Changes {
    pub(super) const fn add(&mut self, change: Change) {
        self.0 |= 1 << change as u32;
    }

    pub(super) const fn has(self, change: Change) -> bool {
        self.0 >> change as u32 & 1 == 1
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Change> {
        Change::ALL.into_iter().filter(move |change| self.has(*change))
    }

    /// The changes of the values of an entry.
    pub(super) fn of(old: &Entry, new: &Entry) -> Self {
        let mut changes = Self::default();
        let mut note = |is_changed: bool, change: Change| {
            if is_changed {
                changes.add(change);
            }
        };
        let (before, after) = (old.lastmod, new.lastmod);
        if let (Some(before), Some(after)) = (before.comparable(after), after.comparable(before)) {
            note(after > before, Change::LastmodLater);
            note(after < before, Change::LastmodEarlier);
        } else if before.is_none() || after.is_none() {
            note(!after.is_none(), Change::LastmodAdded);
            note(!before.is_none(), Change::LastmodGone);
        } else {
            note(before.is_valid() != after.is_valid(), Change::LastmodValidity);
        }
        note(old.frequency != new.frequency, Change::Changefreq);
        note(old.priority != new.priority, Change::Priority);
        let kinds = [
            (Change::ImagesLost, Change::ImagesAdded),
            (Change::VideosLost, Change::VideosAdded),
            (Change::AlternatesLost, Change::AlternatesAdded),
        ];
        for ((lost, added), (before, after)) in kinds.into_iter().zip(old.resources.into_iter().zip(new.resources)) {
            let is_other = before != after;
            note(is_other && before.count() >= after.count(), lost);
            note(is_other && before.count() <= after.count(), added);
        }
        changes
    }
}
