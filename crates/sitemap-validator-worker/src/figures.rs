//! Figures of a file, when the page asks for them.

use sitemap_validator::output::json;
use sitemap_validator_protocol::figures::Figures;
use sitemap_validator_protocol::message::FromWorker;

use crate::edge::Edge;
use crate::finding_store::FindingStore;
use crate::run::Run;
use crate::sentences::Problem;
use crate::texts::Text;

/// The figures of file `file` of the last run, which exists.
///
/// # Errors
/// If the file is gone or was changed since.
pub fn answer<E: Edge>(run: u32, file: u32, last: &mut Run<E::File>, edge: &E) -> Result<FromWorker, Problem> {
    let (text, kept) = last.look(file as usize, edge)?;
    let figures = kept.figures(&text, &mut || edge.pause());
    Ok(FromWorker::Figures { run, file, figures: Box::new(figures) })
}

impl FindingStore {
    /// The figures of the file, with the findings that other files show too among its problems.
    fn figures(&self, text: &Text, pause: &mut dyn FnMut()) -> Figures {
        let mut figures = sitemap_validator::figures::of(&text.source, self.options(), pause);
        for finding in self.across() {
            figures.problems.add(finding);
        }
        json::figures(figures, text.places(self.words()), self.stops())
    }
}
