//! `docs/benchmarks.md`: the tables, and what they were measured on.

use std::fmt::Write as _;

use crate::order::Order;
use crate::table::{self, Section};
use crate::{browser, memory, process};

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
        "# Benchmarks

Written by `{}`; do not edit. {kept} of {all} targets are met.

{}- Date: {date}
- Machine: {machine}
- Versions: {}

Each result is a ratio: the time or memory of the measured program divided by that of the baseline,
both from the same run. 0.50 means half as much, 1.00 the same. Rows without a baseline show a time
or a size, which depends on the machine.

After one warm-up round, the candidates take turns for {} rounds. Each round gives one ratio.
`result` is the median of the ratios, and `rounds` shows the lowest and the highest; a wide range
means that the machine was busy. The column `measured` also shows the median time (CPU time unless
the section says otherwise) or memory of the measured program. These values depend on the machine;
the ratios are nearly independent of it.
",
        order.command(),
        summary(sections),
        versions.iter().map(|(name, version)| format!("{name} {version}")).collect::<Vec<_>>().join(", "),
        order.rounds,
    );
    for section in sections {
        let _ = writeln!(page, "\n## {}", section.title);
        if !section.rows.is_empty() {
            let _ = write!(page, "\n{}\n\n{}", section.method, table::markdown(section));
        }
        if !section.absent.is_empty() {
            page.push_str("\nSkipped:\n\n");
            for absent in &section.absent {
                let _ = writeln!(page, "- {absent}");
            }
        }
    }
    page.push_str(INPUTS);
    page.push_str(REPEAT);
    page
}

/// Rows by name, measured program and baseline, and their sentences: `{}` is the amount, then the ratio.
const SUMMARY: [(&str, &str, &str, &str); 5] = [
    (
        "process-plain",
        process::OURS,
        process::SCHEMA,
        "The program checks 50,000 URLs (10.8 MB) in {}: {} times as long as xmllint with the schema.",
    ),
    (
        "process-set",
        process::TWO,
        process::ONE,
        "Two processors check 20 files with 1,000,000 URLs in {}: {} times as long as one.",
    ),
    (
        "memory-set",
        process::OURS,
        memory::BUDGET,
        "This takes {} of memory beyond the text: {} times 16 MB + 16 bytes per URL.",
    ),
    (
        "chromium-plain",
        browser::WARM,
        browser::DOM,
        "In Chromium, 50,000 URLs take {}: {} times as long as DOMParser with the same checks.",
    ),
    (
        "node-plain",
        browser::CORE,
        browser::SCHEMA,
        "In Node, 50,000 URLs take {}: {} times as long as libxml2-wasm with the schema.",
    ),
];

/// A list of the rows of [`SUMMARY`] that were measured.
fn summary(sections: &[Section]) -> String {
    let rows = || sections.iter().flat_map(|section| &section.rows);
    let mut lines: String = SUMMARY
        .iter()
        .filter_map(|(id, who, with, sentence)| {
            let row = rows().find(|row| (row.id, row.who, row.with) == (*id, *who, *with))?;
            let (amount, ratio) = row.words();
            Some(format!("- {}\n", sentence.replacen("{}", &amount, 1).replacen("{}", &ratio, 1)))
        })
        .collect();
    if !lines.is_empty() {
        lines.push('\n');
    }
    lines
}

const INPUTS: &str = "
## Inputs

The inputs are generated from a fixed seed, so they are identical on every machine. All are valid
except **defects** and the inputs with more than 50,000 URLs, the limit of a sitemap.

- **plain**: `loc`, `lastmod`, `changefreq` and `priority`, 216 bytes per URL. One URL in five has a
  query with `&amp;`. The one-line version has no line breaks or indentation.
- **long URLs**: the same with URLs of 850 characters, so that the file is as large as a sitemap may
  be
- **images, videos, hreflang**: four languages, an image and a video per URL
- **comments**: a comment of about 150 characters before each element
- **defects**: a space in `loc`, a month 13 in `lastmod` and a `priority` above 1 per URL. 250,000
  errors are 83,334 URLs.
- **set**: an index and the 20 files it lists, with 50,000 URLs each
";

const REPEAT: &str = "
## Run the benchmarks

```
cargo xtask bench --browser --python --schema DIR
```

`DIR` contains `sitemap.xsd` from sitemaps.org, which is not part of this repository. Without
`--schema`, the rows that need it are skipped. xmllint is part of libxml2 (Debian:
`libxml2-utils`). `--browser` and `--python` have the same requirements as `cargo xtask test`.
`--only plain` measures only the rows whose names start with `plain`, and does not update this page.

[serving.md](serving.md#load) has the figures of `sitemap-validator serve` under load, and of
fetching a large set.
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
        let summed = Row { id: "process-plain", who: process::OURS, with: process::SCHEMA, ..row.clone() };
        let section = Section { title: "In process", method: "By hand.", rows: vec![row, summed], absent };
        let order = Order { browser: false, python: false, schema: None, rounds: 7, only: None };
        let versions = [("quick-xml".to_owned(), "0.42.0".to_owned())];
        let page = page(&order, &[section], "a machine", &versions, "2025-03-09");
        for part in [
            "Written by `cargo xtask bench --rounds 7`; do not edit. 2 of 2 targets are met.\n\n- The program checks 50,000 \
             URLs (10.8 MB) in 500 ms: 0.25 times as long as xmllint with the schema.\n\n- Date",
            "- Date: 2025-03-09\n- Machine: a machine\n- Versions: quick-xml 0.42.0\n",
            "\n## In process\n\nBy hand.\n\n| row |",
            "| 0.25 | 0.20–0.30 | ≤ 0.5 | yes |\n\nSkipped:\n\n- xmllint: it is not installed\n\n## Inputs\n",
        ] {
            assert!(page.contains(part), "{part}\n{page}");
        }
    }
}
