//! What changed in the entry of a URL.

use super::listing::{Entry, Values};
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
    pub(super) fn of((old, before): (&Entry, Values), (new, after): (&Entry, Values)) -> Self {
        let mut changes = Self::default();
        let mut note = |is_changed: bool, change: Change| {
            if is_changed {
                changes.add(change);
            }
        };
        let (old, new) = (old.lastmod, new.lastmod);
        if let (Some(earlier), Some(later)) = (old.comparable(new), new.comparable(old)) {
            note(later > earlier, Change::LastmodLater);
            note(later < earlier, Change::LastmodEarlier);
        } else if old.is_none() || new.is_none() {
            note(!new.is_none(), Change::LastmodAdded);
            note(!old.is_none(), Change::LastmodGone);
        } else {
            note(old.is_valid() != new.is_valid(), Change::LastmodValidity);
        }
        note(before.frequency != after.frequency, Change::Changefreq);
        note(before.priority != after.priority, Change::Priority);
        let kinds = [
            (Change::ImagesLost, Change::ImagesAdded),
            (Change::VideosLost, Change::VideosAdded),
            (Change::AlternatesLost, Change::AlternatesAdded),
        ];
        for ((lost, added), (before, after)) in kinds.into_iter().zip(before.resources.into_iter().zip(after.resources))
        {
            let is_other = before != after;
            note(is_other && before.count() >= after.count(), lost);
            note(is_other && before.count() <= after.count(), added);
        }
        changes
    }
}
