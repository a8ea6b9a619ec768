//! How much of what damage does to a document is undone by the first fix that is offered.

#[allow(dead_code)] // the test uses more of it
#[path = "../../crates/sitemap-validator/tests/all/damage/damages.rs"]
mod damages;
#[allow(dead_code)]
#[path = "../../crates/sitemap-validator/tests/all/damage/entries.rs"]
mod entries;

use crate::measure::Ratio;
use crate::order::Order;
use crate::table::{Amount, Row, Section};

const METHOD: &str = "\
Each byte of an entry of every kind (urlset, index, image, video, news, hreflang, feed) is deleted,
doubled, or swapped with the next. These are shares of the damaged documents, not times.";

const SINGLE: &str = "damage-errors";
const UNDONE: &str = "damage-undone";

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    [SINGLE, UNDONE].into_iter()
}

/// Measures what `order` wants.
pub(crate) fn section(order: &Order) -> Section {
    let (mut all, mut several, mut deletions, mut left) = (0, 0, 0, 0);
    for sample in entries::ENTRIES {
        for damage in damages::damages(sample) {
            let report = damages::report(&damage.text);
            all += 1;
            several += u32::from(report.counts.error > 1);
            if damage.markup {
                deletions += 1;
                left += u32::from(damages::first_fix(&damage.text, &report) != Some(sample.text()));
            }
        }
    }
    let row = |id, input, who, part: u32, whole: u32, target| {
        let share = f64::from(part) / f64::from(whole);
        let ratio = Ratio { median: share, low: share, high: share };
        Row { id, input, who, with: "", ratio, amount: Amount::Share(share), target: Some(target) }
    };
    let mut rows = vec![
        row(SINGLE, "one damaged byte", "more than one error", several, all, 0.03),
        row(UNDONE, "one deleted byte of markup", "not restored by the first fix", left, deletions, 0.08),
    ];
    rows.retain(|row| order.wants(row.id));
    Section { title: "Recovery from damaged markup", method: METHOD, rows, ..Section::default() }
}
