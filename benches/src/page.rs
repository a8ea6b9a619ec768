//! `docs/benchmarks.md`: the tables, and what they were measured on.

use std::fmt::Write as _;

use crate::order::Order;
use crate::table::{self, Section};

/// The page, as it is written by the command.
pub(crate) fn page(
    order: &Order,
    sections: &[Section],
    machine: &str,
    versions: &[(String, String)],
    date: &str,
) -> String {
    let (kept, all) = table::targets(sections);
    let mut page = format!(
        "# Benchmarks\n\n\
         Written by `{}`; do not edit. {kept} of {all} targets are met.\n\n\
         - Date: {date}\n- Machine: {machine}\n- Versions: {}\n\n\
         A figure is a ratio: what the one takes of what the other takes, both measured in this run. 0.50 is half of it, 1.00 as \
         much. Where nothing is compared it is the time or the size itself, and depends on the machine. The candidates take turns \
         for {} rounds, after one that does not count; each round gives a ratio, `figure` is the median of these, and `rounds` the \
         lowest and the highest: the wider apart, the busier the machine was. Behind who is compared stands the median of its own \
         time, CPU time unless a section says otherwise, or memory; this depends on the machine, the ratio hardly does.\n",
        order.command(),
        versions.iter().map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", "),
        order.rounds,
    );
    for section in sections {
        let _ = writeln!(page, "\n## {}", section.title);
        if !section.rows.is_empty() {
            let _ = write!(page, "\n{}\n\n{}", section.method, table::markdown(section));
        }
        if !section.absent.is_empty() {
            page.push_str("\nLeft out:\n\n");
            for absent in &section.absent {
                let _ = writeln!(page, "- {absent}");
            }
        }
    }
    page.push_str(INPUTS);
    page.push_str(REPEAT);
    page
}

const INPUTS: &str = "
## Inputs

They are generated from a seed, the same bytes on every machine. Only those have findings that are made for it: with defects, and
with more than 50,000 URLs, which are too many for a sitemap.

- **plain**: `loc`, `lastmod`, `changefreq` and `priority`, 216 bytes per URL; one URL in five has a query with `&amp;`. On one
  line it is the same without line ends and indents
- **long URLs**: the same with URLs of 850 characters: as large as a sitemap may be
- **images, videos, hreflang**: per URL four languages, an image and a video
- **comments**: a comment of some 150 characters before each element
- **defects**: per URL a blank in `loc`, a month 13 in `lastmod` and a `priority` above 1; 250,000 of them are 83,334 URLs
- **set**: an index and the 20 files it lists, each of 50,000 URLs
";

const REPEAT: &str = "
## Repeat it

```
cargo xtask bench --browser --schema DIR
```

`DIR` holds `sitemap.xsd` of sitemaps.org, which is not ours to ship; without `--schema` these rows are left out. xmllint comes
with libxml2 (Debian: `libxml2-utils`). `--browser` needs what `cargo xtask test` needs. `--only plain` measures one row and
leaves this page alone.
";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Ratio;
    use crate::table::{Amount, Row};

    #[test]
    fn the_page_says_what_how_and_where() {
        let row = Row {
            id: "plain",
            input: "plain",
            who: "we",
            with: "they",
            ratio: Ratio { median: 0.25, low: 0.2, high: 0.3 },
            amount: Amount::Time(0.5),
            target: Some(0.5),
        };
        let absent = vec!["xmllint: it is not installed".to_owned()];
        let section = Section { title: "In process", method: "By hand.", rows: vec![row], absent };
        let order = Order { browser: false, schema: None, rounds: 7, only: None };
        let versions = [("quick-xml".to_owned(), "0.42.0".to_owned())];
        let page = page(&order, &[section], "a machine", &versions, "2025-03-09");
        for part in [
            "Written by `cargo xtask bench --rounds 7`; do not edit. 1 of 1 targets are met.\n",
            "- Date: 2025-03-09\n- Machine: a machine\n- Versions: quick-xml 0.42.0\n",
            "\n## In process\n\nBy hand.\n\n| row |",
            "| 0.25 | 0.20–0.30 | ≤ 0.5 | yes |\n\nLeft out:\n\n- xmllint: it is not installed\n\n## Inputs\n",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }
}
