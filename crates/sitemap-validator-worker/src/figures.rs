//! The figures of a file, computed when the page requests them.

use sitemap_validator::output::json;
use sitemap_validator_protocol::figures::Figures;

use crate::finding_store::FindingStore;
use crate::texts::Text;

impl FindingStore {
    /// Returns the figures of the file; its problems include the cross-file findings in this file.
    pub(crate) fn figures(&self, text: &Text, pause: &mut dyn FnMut()) -> Figures {
        let mut figures = sitemap_validator::figures::of(&text.source, self.options(), pause);
        for finding in self.across() {
            figures.problems.add(finding);
        }
        json::figures(figures, text.places(self.words()), self.stops())
    }
}
