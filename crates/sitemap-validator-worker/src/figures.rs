//! Figures of a file, when the page asks for them.

use sitemap_validator::output::json;
use sitemap_validator_protocol::figures::Figures;

use crate::finding_store::FindingStore;
use crate::texts::Text;

impl FindingStore {
    /// The figures of the file, with the findings that other files show too among its problems.
    pub(crate) fn figures(&self, text: &Text, pause: &mut dyn FnMut()) -> Figures {
        let mut figures = sitemap_validator::figures::of(&text.source, self.options(), pause);
        for finding in self.across() {
            figures.problems.add(finding);
        }
        json::figures(figures, text.places(self.words()), self.stops())
    }
}
