//! In Chromium and in Node: the scripts of `browser` measure, this reads what they print.

use std::collections::HashMap;
use std::env;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::files::Files;
use crate::inputs::{Content, FULL};
use crate::measure::Samples;
use crate::order::Order;
use crate::table::{Amount, Row, Section};

const IN_CHROMIUM: &str = "`worker` is the page's own, as built: from handing over the file to the report. `warm` has read such a \
    file before, `first call` is a new worker's first. The others have the text in memory; of `quick-xml events` only the loop \
    counts. `DOMParser and checks` does what pages do that check sitemaps with what the browser has (`benches/browser/dom.mjs`), \
    and the page stands still meanwhile. A browser shows no CPU time: this is time by the clock.";

const IN_NODE: &str = "npm packages beside the core, which is the same as in the worker, but built without wasm-opt and without a \
    worker around it. CPU time of the whole process, garbage collection included.";

const WARM: &str = "worker, warm";
const FIRST: &str = "worker, first call";
const CORE: &str = "core, wasm";
const EVENTS: &str = "quick-xml events, wasm";
const DOM: &str = "DOMParser and checks";

/// What is compared with what. Whoever is not there is passed over.
const PAIRS: &[(&str, &[&str])] = &[
    (WARM, &[EVENTS, DOM, "saxes, no checks", "libxml2-wasm and schema", "libxml2-wasm, no schema"]),
    (FIRST, &[EVENTS, DOM]),
    (CORE, &[EVENTS, "saxes, no checks", "sitemap, its parser", "libxml2-wasm and schema", "libxml2-wasm, no schema"]),
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
}

const INPUTS: &[Input] = &[
    Input {
        file: "plain",
        in_chromium: "chromium-plain",
        in_node: "node-plain",
        words: "plain, 50,000 URLs, 10.8 MB",
        content: Content::Plain,
        valid: true,
    },
    Input {
        file: "large",
        in_chromium: "chromium-large",
        in_node: "node-large",
        words: "long URLs, 50,000, 50 MB",
        content: Content::Long,
        valid: true,
    },
    Input {
        file: "extensions",
        in_chromium: "chromium-extensions",
        in_node: "node-extensions",
        words: "images, videos, hreflang, 51 MB",
        content: Content::Extensions,
        valid: false,
    },
    Input {
        file: "defects",
        in_chromium: "chromium-defects",
        in_node: "node-defects",
        words: "3 errors per URL, 150,000, 10.8 MB",
        content: Content::Defects,
        valid: false,
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
        }
        let said = run(order, files.folder(), &root.join("browser").join(script), &inputs)?;
        let rows = inputs.iter().flat_map(|input| rows(id(input), input, &said)).collect();
        let mut absent = said.absent;
        if order.schema.is_none() {
            absent.push("libxml2-wasm and schema: no folder was given with `--schema`".to_owned());
        }
        versions.extend(said.versions);
        sections.push(Section { title, method, rows, absent });
    }
    Ok(sections)
}

/// What a script printed.
#[derive(Debug, Default, PartialEq)]
struct Said {
    /// Seconds, by input and candidate.
    samples: HashMap<(String, String), Vec<f64>>,
    versions: Vec<(String, String)>,
    absent: Vec<String>,
}

impl Said {
    /// Reads a line; what is none of ours is passed over.
    fn read(&mut self, line: &str) {
        match line.split('\t').collect::<Vec<_>>().as_slice() {
            ["sample", input, candidate, milliseconds] => {
                if let Ok(milliseconds) = milliseconds.parse::<f64>() {
                    let key = ((*input).to_owned(), (*candidate).to_owned());
                    self.samples.entry(key).or_default().push(milliseconds / 1e3);
                }
            }
            ["version", name, version] => self.versions.push(((*name).to_owned(), (*version).to_owned())),
            ["absent", name, why] => {
                let words = format!("{name}: {why}");
                if !self.absent.contains(&words) {
                    self.absent.push(words);
                }
            }
            _ => {}
        }
    }
}

fn run(order: &Order, folder: &Path, script: &Path, inputs: &[&Input]) -> Result<Said, String> {
    let wanted: Vec<String> =
        inputs.iter().map(|input| format!("{}:{FULL}:{}", input.file, u8::from(input.valid))).collect();
    let mut node = Command::new("node");
    node.arg(script).stdin(Stdio::null()).stdout(Stdio::piped());
    node.env("INPUTS", wanted.join(",")).env("ROUNDS", order.rounds.to_string()).env("INPUT_FOLDER", folder);
    if let Some(schema) = &order.schema {
        let file = schema.join("sitemap.xsd");
        node.env("SCHEMA", env::current_dir().map_or(file.clone(), |from| from.join(file)));
    }
    let failed =
        |why: &dyn std::fmt::Display| format!("node {} {why}", script.file_name().unwrap_or_default().display());
    let mut child = node.spawn().map_err(|error| failed(&format!("could not be started: {error}")))?;
    let mut said = Said::default();
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            said.read(&line);
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(said),
        Ok(status) => Err(failed(&format!("failed ({status})"))),
        Err(error) => Err(failed(&format!("was lost: {error}"))),
    }
}

fn rows(id: &'static str, input: &Input, said: &Said) -> Vec<Row> {
    let samples = |candidate: &str| said.samples.get(&(input.file.to_owned(), candidate.to_owned())).cloned();
    let mut rows = Vec::new();
    for (who, others) in PAIRS {
        let Some(ours) = samples(who) else { continue };
        for with in *others {
            let Some(theirs) = samples(with) else { continue };
            let samples = Samples(vec![ours.clone(), theirs]);
            rows.push(Row {
                id,
                input: input.words,
                who,
                with,
                ratio: samples.ratio(0, 1),
                amount: Amount::Time(samples.median(0)),
                target: None,
            });
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_script_become_rows() {
        let mut said = Said::default();
        for line in [
            "version\tChromium\t156",
            "sample\tplain\tworker, warm\t250",
            "sample\tplain\tDOMParser and checks\t500",
            "sample\tplain\tworker, warm\t250",
            "sample\tplain\tDOMParser and checks\t1000",
            "sample\tlarge\tworker, warm\t7",
            "sample\tplain\tworker, warm\tmany",
            "absent\tsaxes\tit is not there",
            "absent\tsaxes\tit is not there",
            "Debugger attached.",
        ] {
            said.read(line);
        }
        assert_eq!(said.versions, [("Chromium".to_owned(), "156".to_owned())]);
        assert_eq!(said.absent, ["saxes: it is not there"]);
        let rows = rows("chromium-plain", &INPUTS[0], &said);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].who, rows[0].with, rows[0].amount), (WARM, DOM, Amount::Time(0.25)));
        assert!((rows[0].ratio.low - 0.25).abs() < 1e-9 && (rows[0].ratio.high - 0.5).abs() < 1e-9);
    }
}
