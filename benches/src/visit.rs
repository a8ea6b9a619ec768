//! The product's page, used as visitors use it: the script `visit.mjs` does it, this reads what it prints.

use std::path::Path;

use crate::budgets::size;
use crate::files::Files;
use crate::inputs::Content;
use crate::measure::{Ratio, Samples};
use crate::order::Order;
use crate::process::FASTER_ON_TWO;
use crate::scripts::{self, Said};
use crate::table::{Amount, Row, Section};

const METHOD: &str = "\
For each measurement, the built page is opened anew and left idle until its worker is ready. Times
are wall-clock times.

- `drop to verdict` is the time from the drop event until the verdict is visible. The baseline is
  the time of the worker alone, from receiving the file to the report. The worker checks its first
  file in a process that has not run its code before.
- `page-stages` divides the time from the drop to the verdict by the worker's performance marks. What
  is left, the messages and the page's own work, is the last row.
- The longest task is that of the main thread in Chromium's trace.
- A cancel is measured from the click until the page shows it and is idle, or until the worker that
  was checking has ended. Chromium lets a terminated worker run for two more seconds unless it stops
  by itself.
- The number of cores is the number reported to the page.
- `page-visit` is measured over a slow connection (1.6 Mbit/s, shared by all files; each response
  begins after 150 ms) with a main thread that is slowed down by a factor of 4. The file is pasted
  or chosen as soon as the field appears. On the second visit the service worker has the files.
- Sizes are the total size of the loaded files, each compressed with Brotli at level 11.";

/// 250,000 errors, at three per URL.
const MANY: u64 = 83_334;

/// A row of the script.
struct Visit {
    id: &'static str,
    input: &'static str,
    /// The candidate, or two that are compared, as the script calls them.
    candidates: &'static [&'static str],
    who: &'static str,
    with: &'static str,
    target: Option<f64>,
}

impl Visit {
    /// A row of one candidate, in seconds.
    const fn alone(
        id: &'static str,
        input: &'static str,
        candidates: &'static [&'static str],
        who: &'static str,
        target: Option<f64>,
    ) -> Self {
        Self { id, input, candidates, who, with: "", target }
    }
}

/// The most seconds that a task of the main thread should take.
const LONGEST_TASK: f64 = 0.05;

/// The most seconds from a cancel to rest.
const TO_IDLE: f64 = 0.1;

const SET: &str = "an index and 20 files, 1,000,000 URLs, 216 MB";
const SMALL: &str = "a pasted file, 1 URL";
const PLAIN: &str = "plain, 50,000 URLs, 10.8 MB";
const HUGE: &str = "the plain file's entries 28 times, 300 MB";
const ERRORS: &str = "250,000 errors, 17.9 MB";
const ALONE: &str = "reading and the worker's own validation";

const VISITS: &[Visit] = &[
    Visit {
        id: "page-drop",
        input: PLAIN,
        candidates: &["drop to verdict", ALONE],
        who: "drop to verdict",
        with: ALONE,
        target: Some(1.5),
    },
    Visit {
        id: "page-set",
        input: SET,
        candidates: &["cores 2", "cores 1"],
        who: "drop to verdict, two cores",
        with: "one core",
        target: Some(FASTER_ON_TWO),
    },
    Visit::alone("page-task", PLAIN, &["plain"], "longest task, validating", Some(LONGEST_TASK)),
    Visit::alone("page-task", ERRORS, &["errors"], "longest task, validating", Some(LONGEST_TASK)),
    Visit::alone("page-task", ERRORS, &["scrolling"], "longest task, scrolling", Some(LONGEST_TASK)),
    Visit::alone(SLOW, "no file", &["cold, field"], "first visit, navigation to field", Some(0.66)),
    Visit::alone(SLOW, SMALL, &["cold, small"], "first visit, navigation to verdict", Some(3.84)),
    Visit::alone(SLOW, PLAIN, &["cold, plain"], "first visit, navigation to verdict", None),
    Visit::alone(SLOW, "no file", &["again, field"], "second visit, navigation to field", None),
    Visit::alone(SLOW, SMALL, &["again, small"], "second visit, navigation to verdict", None),
    Visit::alone(SLOW, PLAIN, &["again, plain"], "second visit, navigation to verdict", None),
    Visit::alone("page-stages", PLAIN, &["read"], "worker, reading the file", None),
    Visit::alone("page-stages", PLAIN, &["open"], "worker, encoding and compression", None),
    Visit::alone("page-stages", PLAIN, &["check"], "worker, validating", None),
    Visit::alone("page-stages", PLAIN, &["report"], "worker, making the report", None),
    Visit::alone("page-stages", PLAIN, &["post"], "worker, packing and posting", None),
    Visit::alone("page-stages", PLAIN, &["render"], "page, messages and drawing", None),
    Visit::alone("page-cancel", HUGE, &["page"], "cancel to the page idle", Some(TO_IDLE)),
    Visit::alone("page-cancel", HUGE, &["worker"], "cancel to the worker gone", Some(TO_IDLE)),
];

/// Visits over a slow line.
const SLOW: &str = "page-visit";

/// The row of sizes.
const SIZE: &str = "page-size";

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    VISITS.iter().map(|visit| visit.id).chain([SIZE])
}

/// Measures what `order` wants.
pub(crate) fn section(order: &Order, files: &mut Files, root: &Path) -> Result<Option<Section>, String> {
    if !order.browser {
        return Ok(None);
    }
    let mut section = Section { title: "The page", method: METHOD, ..Section::default() };
    let mut wanted: Vec<&str> = VISITS.iter().map(|visit| visit.id).filter(|id| order.wants(id)).collect();
    wanted.dedup();
    if !wanted.is_empty() {
        crate::progress(section.title);
        files.full(Content::Plain)?;
        files.file(Content::Defects, MANY)?;
        files.set()?;
        let variables = [
            ("ROWS", wanted.join(",").into()),
            ("ROUNDS", order.rounds.to_string().into()),
            ("INPUT_FOLDER", files.folder().into()),
        ];
        for script in ["visit.mjs", "slow-visit.mjs"] {
            let said = scripts::run(&root.join("browser").join(script), &variables)?;
            section.rows.extend(rows(&said));
            section.absent.extend(said.absent);
        }
    }
    if order.wants(SIZE) {
        section.rows.extend(size::parts(root)?.iter().map(weight));
    }
    Ok(Some(section))
}

fn rows(said: &Said) -> Vec<Row> {
    let mut rows = Vec::new();
    for &Visit { id, input, candidates, who, with, target } in VISITS {
        let times: Option<Vec<_>> = candidates.iter().map(|candidate| said.times(id, candidate)).collect();
        let Some(samples) = times.map(Samples) else { continue };
        let ratio = if with.is_empty() { Ratio::of(samples.0.concat()) } else { samples.ratio(0, 1) };
        let amount = Amount::Time(samples.median(0));
        rows.push(Row { id, input, who, with, ratio, amount, target });
    }
    rows
}

fn weight(part: &size::Part) -> Row {
    let (input, who) = match part.name.as_str() {
        "first" => ("HTML, CSS, JS", "page until it accepts input"),
        "page" => ("HTML, CSS, JS, wasm", "page before the first verdict"),
        "page-rest" => ("wasm", "page, loaded later"),
        "validator-rest" => ("wasm", "validator, what few files need"),
        _ => ("JS, wasm", "validator, what a usual check needs"),
    };
    let bytes = part.packed as f64;
    let ratio = Ratio::of(vec![bytes]);
    Row {
        id: SIZE,
        input,
        who,
        with: "",
        ratio,
        amount: Amount::Memory(bytes),
        target: part.target().map(|target| target as f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs;

    #[test]
    fn what_was_said_becomes_rows() {
        let said = Said::of(&[
            "sample\tpage-task\tscrolling\t40",
            "sample\tpage-task\tscrolling\t80",
            "sample\tpage-set\tcores 1\t2000",
            "sample\tpage-set\tcores 2\t1000",
            "sample\tpage-drop\tdrop to verdict\t9",
        ]);
        let rows = rows(&said);
        let met: Vec<_> = rows.iter().map(|row| (row.id, row.ratio.median, row.is_met())).collect();
        assert_eq!(met, [("page-set", 0.5, true), ("page-task", 0.06, false)]);
    }

    #[test]
    fn the_script_reads_what_is_written_for_it() {
        let script = include_str!("../browser/visit.mjs");
        for part in [format!("\"defects-{MANY}\""), format!("{{ length: {} }}", inputs::SET)] {
            assert!(script.contains(&part), "{part}");
        }
        let slow = include_str!("../browser/slow-visit.mjs");
        for visit in VISITS {
            let known = match visit.id {
                SLOW => slow.contains(&format!("\"{}\": ", visit.candidates[0])),
                id => script.contains(&format!("\"{id}\": ")),
            };
            assert!(known, "{}", visit.id);
        }
    }
}
