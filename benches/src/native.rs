//! In process: the core against the cheapest that can be done with the same text.

use std::io::Read as _;

use flate2::read::GzDecoder;
use quick_xml::Reader;
use quick_xml::events::Event;
use sitemap_validator::set::{self, Member};
use sitemap_validator::sink::DEFAULT_CAP;
use sitemap_validator::source::DEFAULT_CEILING;
use sitemap_validator::{FileReport, Opened, Options, Source, check_source, open};

use crate::inputs::{self, Content, FULL, SITE};
use crate::measure::{self, Candidate, Samples};
use crate::order::Order;
use crate::table::{Amount, Row, Section};

const METHOD: &str = "\
The text is in memory. `check_source` runs all rules and keeps the report. `quick-xml events` reads
the events of the underlying parser and ignores them. `roxmltree` builds a tree.";

/// Who is compared.
const OURS: &str = "check_source";
const EVENTS: &str = "quick-xml events";
const TREE: &str = "roxmltree";

/// The rows about one text.
const TEXTS: &[(&str, &str, Content, Option<f64>)] = &[
    ("plain", "plain, 50,000 URLs, 10.8 MB", Content::Plain, Some(0.5)),
    ("large", "long URLs, 50,000, 50 MB", Content::Long, None),
    ("extensions", "images, videos, hreflang, 51 MB", Content::Extensions, Some(1.5)),
    ("comments", "comments, 51 MB", Content::Comments, Some(1.5)),
    ("one-line", "plain, one line, 8.7 MB", Content::OneLine, None),
];

/// Measures what `order` wants.
pub(crate) fn section(order: &Order) -> Result<Section, String> {
    let mut rows = Vec::new();
    for &(id, input, content, target) in TEXTS {
        if order.wants(id) {
            text(order.rounds, id, input, content, target, &mut rows)?;
        }
    }
    for (id, measure) in [
        ("defects", defects as fn(usize, &mut Vec<Row>) -> Result<(), String>),
        ("small", small),
        ("gzip", gzip),
        ("set", of_a_set),
        ("growth", growth),
    ] {
        if order.wants(id) {
            crate::progress(id);
            measure(order.rounds, &mut rows)?;
        }
    }
    Ok(Section { title: "In process", method: METHOD, rows, absent: Vec::new() })
}

/// The names of all rows.
pub(crate) fn ids() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(id, ..)| *id).chain(["defects", "small", "gzip", "set", "growth"])
}

fn text(
    rounds: usize,
    id: &'static str,
    input: &'static str,
    content: Content,
    target: Option<f64>,
    rows: &mut Vec<Row>,
) -> Result<(), String> {
    crate::progress(id);
    let source = Source::from_text(inputs::file(content, FULL));
    let mut candidates = vec![
        Candidate::new(|| check(&source)),
        Candidate::new(|| events(source.text())),
        Candidate::new(|| roxmltree::Document::parse(source.text()).map(|tree| tree.root().has_children())),
    ];
    let samples = Samples::take(rounds, measure::own, &mut candidates)?;
    let amount = Amount::Time(samples.median(0));
    rows.push(Row { id, input, who: OURS, with: EVENTS, ratio: samples.ratio(0, 1), amount, target });
    rows.push(Row { id, input, who: OURS, with: TREE, ratio: samples.ratio(0, 2), amount, target: None });
    Ok(())
}

fn defects(rounds: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let plain = Source::from_text(inputs::file(Content::Plain, FULL));
    let defects = Source::from_text(inputs::file(Content::Defects, FULL));
    let mut candidates = [
        Candidate::new(|| check(&defects)),
        Candidate::new(|| check(&plain)),
        Candidate::new(|| events(defects.text())),
    ];
    let samples = Samples::take(rounds, measure::own, &mut candidates)?;
    let (id, input) = ("defects", "3 errors per URL, 150,000, 10.8 MB");
    let amount = Amount::Time(samples.median(0));
    let ratio = samples.ratio(0, 1);
    rows.push(Row { id, input, who: OURS, with: "check_source, plain", ratio, amount, target: Some(2.0) });
    rows.push(Row { id, input, who: OURS, with: EVENTS, ratio: samples.ratio(0, 2), amount, target: None });
    Ok(())
}

fn small(rounds: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let files: Vec<Source> = inputs::small().into_iter().map(Source::from_text).collect();
    // Several times over: one look takes a few milliseconds.
    let all = || std::iter::repeat_n(&files, 5).flatten();
    let mut candidates = [
        Candidate::new(|| all().map(check).filter(|report| report.counts.total() > 0).count()),
        Candidate::new(|| all().map(|source| events(source.text())).sum::<u64>()),
    ];
    let samples = Samples::take(rounds, measure::own, &mut candidates)?;
    rows.push(Row {
        id: "small",
        input: "100 files of 100 URLs",
        who: OURS,
        with: EVENTS,
        ratio: samples.ratio(0, 1),
        amount: Amount::Time(samples.median(0) / 5.0),
        target: None,
    });
    Ok(())
}

fn gzip(rounds: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let packed = inputs::gzip(&inputs::file(Content::Plain, FULL));
    let mut candidates = [
        Candidate::fallible(|| match open(packed.clone(), DEFAULT_CEILING) {
            Opened::Text(source) => {
                std::hint::black_box(check(&source));
                Ok(())
            }
            Opened::Undecoded(_) => Err("the gzipped input was not read as text".to_owned()),
        }),
        Candidate::fallible(|| {
            let mut text = String::new();
            let unpacked = GzDecoder::new(packed.as_slice()).read_to_string(&mut text);
            unpacked.map_err(|error| format!("the gzipped input was not read: {error}"))?;
            std::hint::black_box(events(&text));
            Ok(())
        }),
    ];
    let samples = Samples::take(rounds, measure::own, &mut candidates)?;
    rows.push(Row {
        id: "gzip",
        input: "plain, gzipped",
        who: "open and check_source",
        with: "flate2 and quick-xml events",
        ratio: samples.ratio(0, 1),
        amount: Amount::Time(samples.median(0)),
        target: None,
    });
    Ok(())
}

fn of_a_set(rounds: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let files: Vec<(String, Source)> =
        inputs::set(FULL).into_iter().map(|(name, text)| (name, Source::from_text(text))).collect();
    let mut candidates = [
        Candidate::new(|| {
            let members: Vec<Member> = files.iter().map(|(name, source)| member(name, source)).collect();
            set::check(&members, &Options::default(), DEFAULT_CAP)
        }),
        Candidate::new(|| files.iter().map(|(_, source)| events(source.text())).sum::<u64>()),
    ];
    let samples = Samples::take(rounds, measure::own, &mut candidates)?;
    rows.push(Row {
        id: "set",
        input: "an index and 20 files, 1,000,000 URLs, 216 MB",
        who: "check_source and set::check",
        with: EVENTS,
        ratio: samples.ratio(0, 1),
        amount: Amount::Time(samples.median(0)),
        target: None,
    });
    Ok(())
}

/// Each candidate reads 500,000 URLs: what differs is in how many files they are.
fn growth(rounds: usize, rows: &mut Vec<Row>) -> Result<(), String> {
    let steps: [(u64, u32); 3] = [(5_000, 100), (50_000, 10), (500_000, 1)];
    let files = steps.map(|(urls, times)| (Source::from_text(inputs::file(Content::Plain, urls)), times));
    let mut candidates: Vec<Candidate<'_>> = files
        .iter()
        .map(|(source, times)| Candidate::new(|| (0..*times).map(|_| check(source).counts.total()).sum::<u64>()))
        .collect();
    let samples = Samples::take(rounds, measure::own, &mut candidates)?;
    for (at, input) in [(1, "time per URL, 50,000 URLs"), (2, "time per URL, 500,000 URLs")] {
        rows.push(Row {
            id: "growth",
            input,
            who: OURS,
            with: "check_source, 5,000 URLs",
            ratio: samples.ratio(at, 0),
            amount: Amount::Time(samples.median(at) / f64::from(steps[at].1)),
            target: Some(1.15),
        });
    }
    Ok(())
}

/// The whole report on a text.
pub(crate) fn check(source: &Source) -> FileReport {
    check_source("sitemap.xml", source, &Options::default(), DEFAULT_CAP)
}

/// A file of a set, checked as the command line does it.
fn member(name: &str, source: &Source) -> Member {
    let options = Options {
        siblings: true,
        url: Some(format!("{SITE}{name}")),
        file_name: Some(name.to_owned()),
        ..Options::default()
    };
    let mut report = check_source(name, source, &options, DEFAULT_CAP);
    Member::of(&mut report, source)
}

/// The floor: how many events there are.
fn events(text: &str) -> u64 {
    let mut reader = Reader::from_str(text);
    // As the core sets it; comparing end tags with start tags is work the floor need not do.
    reader.config_mut().check_end_names = false;
    let mut count = 0;
    loop {
        match reader.read_event() {
            Ok(Event::Eof) | Err(_) => return count,
            Ok(_) => count += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_floor_reads_to_the_end() {
        // The declaration and the root's tags, each with a line end; per URL its tags, likewise, and four elements.
        let text = inputs::file(Content::Defects, 10);
        assert_eq!(events(&text), 3 * 2 + 10 * (2 * 2 + 4 * 4));
    }

    #[test]
    fn a_set_of_generated_files_is_whole() {
        let members: Vec<Member> =
            inputs::set(5).iter().map(|(name, text)| member(name, &Source::from_text(text.clone()))).collect();
        let report = set::check(&members, &Options::default(), DEFAULT_CAP);
        assert_eq!(report.counts.total(), 0, "{:?}", report.rules);
    }
}
