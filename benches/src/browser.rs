//! In Chromium and in Node: the scripts of `browser` measure, this reads what they print.

use std::env;
use std::path::Path;

use crate::files::{self, Files};
use crate::inputs::{Content, FULL};
use crate::measure::Samples;
use crate::memory;
use crate::order::Order;
use crate::scripts::{self, Said};
use crate::table::{Amount, Row, Section};

const IN_CHROMIUM: &str = "\
Browsers do not report CPU time, so these are wall-clock times. `worker` is the worker of the built
page, from receiving the file to the report. `warm` means it has checked such a file before;
`first call` is the first file of a new worker. For all other candidates the text is already in
memory, including `core, wasm`, which is the code that the worker calls. `quick-xml events` is only
the event loop. `DOMParser and checks` implements the checks with the browser's own parser
(`benches/browser/dom.mjs`) and blocks the page while it runs. `worker, memory` is the WebAssembly
memory of a new worker after one file, with the same baseline as under \"Memory\".";

const IN_NODE: &str = "\
This section compares npm packages with the core, which is the same code as in the worker but runs
without one. Times are CPU times of the whole process, including garbage collection.";

pub(crate) const WARM: &str = "worker, warm";
const FIRST: &str = "worker, first call";
pub(crate) const CORE: &str = "core, wasm";
const EVENTS: &str = "quick-xml events, wasm";
pub(crate) const DOM: &str = "DOMParser and checks";
pub(crate) const SCHEMA: &str = "libxml2-wasm and schema";
const PLAIN: &str = "worker, warm, plain";
const MEMORY: &str = "worker, memory";

/// What is compared with what. Whoever is not there is passed over.
const PAIRS: &[(&str, &[&str])] = &[
    (WARM, &[EVENTS, DOM, PLAIN, "saxes, no checks", SCHEMA, "libxml2-wasm, no schema"]),
    (FIRST, &[EVENTS, DOM]),
    (CORE, &[EVENTS, DOM, "saxes, no checks", "sitemap, its parser", SCHEMA, "libxml2-wasm, no schema"]),
];

/// The most each should be: of a file, who against whom.
const TARGETS: &[((&str, &str, &str), f64)] = &[
    (("plain", WARM, EVENTS), 0.5),
    (("plain", CORE, EVENTS), 0.5),
    (("plain", CORE, SCHEMA), 0.2),
    (("plain", CORE, DOM), 0.05),
    (("extensions", CORE, EVENTS), 1.5),
    (("comments", CORE, EVENTS), 1.5),
    (("plain", WARM, SCHEMA), 0.2),
    (("plain", WARM, DOM), 0.05),
    (("plain", FIRST, EVENTS), 1.0),
    (("extensions", WARM, EVENTS), 1.5),
    (("comments", WARM, EVENTS), 1.5),
    (("defects", WARM, PLAIN), 2.0),
];

/// What is read, by the name of its file.
struct Input {
    file: &'static str,
    in_chromium: &'static str,
    in_node: &'static str,
    words: &'static str,
    content: Content,
    /// The schema has nothing to say against it: there a flood of errors would be measured.
    valid: bool,
    /// The worker also reads the plain file, to be compared with that.
    beside_plain: bool,
}

const INPUTS: &[Input] = &[
    Input {
        file: "plain",
        in_chromium: "chromium-plain",
        in_node: "node-plain",
        words: "plain, 50,000 URLs, 10.8 MB",
        content: Content::Plain,
        valid: true,
        beside_plain: false,
    },
    Input {
        file: "large",
        in_chromium: "chromium-large",
        in_node: "node-large",
        words: "long URLs, 50,000, 50 MB",
        content: Content::Long,
        valid: true,
        beside_plain: false,
    },
    Input {
        file: "extensions",
        in_chromium: "chromium-extensions",
        in_node: "node-extensions",
        words: "images, videos, hreflang, 51 MB",
        content: Content::Extensions,
        valid: false,
        beside_plain: false,
    },
    Input {
        file: "comments",
        in_chromium: "chromium-comments",
        in_node: "node-comments",
        words: "comments, 51 MB",
        content: Content::Comments,
        valid: true,
        beside_plain: false,
    },
    Input {
        file: "defects",
        in_chromium: "chromium-defects",
        in_node: "node-defects",
        words: "3 errors per URL, 150,000, 10.8 MB",
        content: Content::Defects,
        valid: false,
        beside_plain: true,
    },
];

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    INPUTS.iter().map(|input| input.in_chromium).chain(INPUTS.iter().map(|input| input.in_node))
}

/// Measures what `order` wants; versions of whoever took part are added.
pub(crate) fn sections(
    order: &Order,
    files: &mut Files,
    root: &Path,
    versions: &mut Vec<(String, String)>,
) -> Result<Vec<Section>, String> {
    if !order.browser {
        let absent = vec!["Chromium and Node: this was run without `--browser`".to_owned()];
        let title = "In a browser";
        return Ok(vec![Section { title, absent, ..Section::default() }]);
    }
    let mut sections = Vec::new();
    for (title, script, method, in_chromium) in
        [("In Chromium", "chromium.mjs", IN_CHROMIUM, true), ("In Node", "node.mjs", IN_NODE, false)]
    {
        let id = |input: &Input| if in_chromium { input.in_chromium } else { input.in_node };
        let inputs: Vec<&Input> = INPUTS.iter().filter(|input| order.wants(id(input))).collect();
        if inputs.is_empty() {
            continue;
        }
        crate::progress(title);
        for input in &inputs {
            files.full(input.content)?;
            if input.beside_plain {
                files.full(Content::Plain)?;
            }
        }
        let said = run(order, files.folder(), &root.join("browser").join(script), &inputs)?;
        let mut section = Section { title, method, absent: said.absent.clone(), ..Section::default() };
        for input in &inputs {
            section.rows.extend(rows(id(input), input, &said));
            if let Some(bytes) = said.amounts(input.file, MEMORY) {
                let text = files::size(&files.full(input.content)?)?;
                memory::add(&mut section, id(input), input.words, MEMORY, Some(bytes.clone()), text, FULL);
            }
        }
        if order.schema.is_none() {
            section.absent.push("libxml2-wasm and schema: no folder was given with `--schema`".to_owned());
        }
        versions.extend(said.versions);
        sections.push(section);
    }
    Ok(sections)
}

fn run(order: &Order, folder: &Path, script: &Path, inputs: &[&Input]) -> Result<Said, String> {
    let word = |input: &&Input| {
        let beside = if input.beside_plain { "plain" } else { "" };
        format!("{}:{FULL}:{}:{beside}", input.file, u8::from(input.valid))
    };
    let wanted: Vec<String> = inputs.iter().map(word).collect();
    let mut variables = vec![
        ("INPUTS", wanted.join(",").into()),
        ("ROUNDS", order.rounds.to_string().into()),
        ("INPUT_FOLDER", folder.into()),
    ];
    if let Some(schema) = &order.schema {
        let file = schema.join("sitemap.xsd");
        variables.push(("SCHEMA", env::current_dir().map_or(file.clone(), |from| from.join(file)).into()));
    }
    scripts::run(script, &variables)
}

fn rows(id: &'static str, input: &Input, said: &Said) -> Vec<Row> {
    let mut rows = Vec::new();
    for (who, others) in PAIRS {
        let Some(ours) = said.times(input.file, who) else { continue };
        for with in *others {
            let Some(theirs) = said.times(input.file, with) else { continue };
            let samples = Samples(vec![ours.clone(), theirs]);
            rows.push(Row {
                id,
                input: input.words,
                who,
                with,
                ratio: samples.ratio(0, 1),
                amount: Amount::Time(samples.median(0)),
                target: target(input.file, who, with),
            });
        }
    }
    rows
}

fn target(file: &str, who: &str, with: &str) -> Option<f64> {
    TARGETS.iter().find(|(about, ..)| *about == (file, who, with)).map(|(_, target)| *target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_said_becomes_rows() {
        let said = Said::of(&[
            "sample\tplain\tworker, warm\t250",
            "sample\tplain\tDOMParser and checks\t500",
            "sample\tplain\tworker, warm\t250",
            "sample\tplain\tDOMParser and checks\t1000",
            "sample\tlarge\tworker, warm\t7",
        ]);
        let rows = rows("chromium-plain", &INPUTS[0], &said);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].who, rows[0].with, rows[0].amount), (WARM, DOM, Amount::Time(0.25)));
        assert!((rows[0].ratio.low - 0.25).abs() < 1e-9 && (rows[0].ratio.high - 0.5).abs() < 1e-9);
        assert_eq!(rows[0].target, Some(0.05));
    }

    #[test]
    fn each_target_is_of_a_pair_that_is_measured() {
        for ((file, who, with), _) in TARGETS {
            assert!(INPUTS.iter().any(|input| input.file == *file), "{file}");
            assert!(PAIRS.iter().any(|(one, others)| one == who && others.contains(with)), "{who} against {with}");
        }
    }
}
