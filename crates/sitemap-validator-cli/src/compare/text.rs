//! The differences for a terminal.

use sitemap_validator_protocol::comparison::{Section, Summary};

/// The differences for a terminal.
pub(super) fn terminal(Summary { facts, counts, sections }: &Summary) -> String {
    let mut out = list(facts) + "\n" + counts + "\n";
    for Section { title, items, is_of_urls } in sections {
        // The title of URLs ends with their number.
        let colon = if *is_of_urls { "" } else { ":" };
        out.extend(["\n", title, colon, "\n", &list(items)]);
    }
    out.replace('`', "")
}

fn list(items: &[String]) -> String {
    items.iter().flat_map(|item| ["  ", item, "\n"]).collect()
}
