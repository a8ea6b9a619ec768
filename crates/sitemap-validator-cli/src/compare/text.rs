//! The differences for people: on a terminal, or as Markdown.

use sitemap_validator_protocol::comparison::{Section, Summary};

/// The differences for a terminal.
pub(super) fn terminal(Summary { facts, counts, sections }: &Summary) -> String {
    let mut out = list("  ", facts) + "\n" + counts + "\n";
    for Section { title, items, is_of_urls } in sections {
        // The title of URLs ends with their number.
        let colon = if *is_of_urls { "" } else { ":" };
        out.extend(["\n", title, colon, "\n", &list("  ", items)]);
    }
    out.replace('`', "")
}

/// The differences for a comment on a pull request.
pub(super) fn markdown(Summary { facts, counts, sections }: &Summary) -> String {
    let mut out = list("- ", facts) + "\n" + counts + "\n";
    for Section { title, items, is_of_urls } in sections {
        let [before, between, after] = if *is_of_urls {
            ["\n<details><summary>", "</summary>\n\n", "\n</details>\n"]
        } else {
            ["\n", ":\n\n", ""]
        };
        out.extend([before, title, between, &list("- ", items), after]);
    }
    out
}

fn list(mark: &str, items: &[String]) -> String {
    items.iter().flat_map(|item| [mark, item, "\n"]).collect()
}
