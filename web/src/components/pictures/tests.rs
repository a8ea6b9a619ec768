//! Tests of the charts, rendered without a browser.

use std::rc::Rc;

use sitemap_validator_protocol::{
    figures::{Bucket, Dates, Figures, Folder, Folders, Hosts, Limit, Measure, Problems, Slice, Step, Values},
    report::{Counts, HostCount, Kind, Severity},
};
use yew::prelude::*;

use super::{Pictures, Sums};
use crate::{components::tests::markup, lang::Lang, samples::finding};

/// The figures of a file with a thousand pages.
fn figures() -> Figures {
    let bucket = |start: &str, count| Bucket { start: start.into(), count };
    let host = |host: &str, count| HostCount { host: host.into(), count };
    let folder = |name: &str, count, folders: Vec<Folder>| {
        let within: u64 = folders.iter().map(|folder| folder.count).sum();
        Folder { name: name.into(), count, pages: count - within, folders, rest: 0 }
    };
    let shop = folder("shop", 700, vec![folder("hats", 400, vec![]), folder("<b>", 9, vec![])]);
    let mut slices: Vec<Slice> =
        (0..100).map(|at| Slice { line: at * 10 + 1, counts: Counts::default(), first: None }).collect();
    slices[42].counts = Counts { error: 3, warning: 1, info: 0 };
    slices[42].first = Some(finding("loc-relative", Severity::Error, 424, 10));
    Figures {
        entries: 1_000,
        dates: Dates {
            step: Step::Month,
            buckets: vec![bucket("2024-05-01", 200), bucket("2024-06-01", 700), bucket("2024-07-01", 40)],
            range: Some(("2024-05-03".into(), "2024-07-30".into())),
            absent: 58,
            invalid: 2,
            ..Dates::default()
        },
        priorities: Values { counts: vec![0, 0, 0, 0, 0, 600, 0, 0, 400, 0, 0], absent: 0, invalid: 0 },
        frequencies: Values { counts: vec![0, 0, 10, 0, 0, 0, 0], absent: 985, invalid: 5 },
        hosts: Hosts {
            named: vec![host("tidepool.page", 900), host("shop.tidepool.page", 90)],
            rest: 0,
            none: 10,
            different: 2,
        },
        folders: Folders { top: folder("", 990, vec![shop, folder("blog", 100, vec![])]), none: 10 },
        problems: Problems { bytes: 100_000, slices },
        limits: vec![
            Limit { of: Measure::Bytes, value: 60_000_000, max: 52_428_800 },
            Limit { of: Measure::Entries, value: 1_000, max: 50_000 },
        ],
    }
}

#[derive(Properties, PartialEq)]
struct InLang {
    lang: Lang,
    kind: Kind,
    /// The run of the figures. The page shows run 1.
    counted: u32,
    figures: Figures,
    sums: Option<Sums>,
}

#[component]
fn Drawn(props: &InLang) -> Html {
    html! {
        <ContextProvider<Lang> context={props.lang}>
            <Pictures
                run=1
                file=0
                name="a.xml"
                kind={props.kind}
                figures={Some((props.counted, Rc::new(props.figures.clone())))}
                sums={props.sums}
                act={Callback::noop()}
            />
        </ContextProvider<Lang>>
    }
}

fn drawn(lang: Lang, figures: Figures) -> String {
    markup::<Drawn>(InLang { lang, kind: Kind::Urlset, counted: 1, figures, sums: None })
}

#[test]
fn each_picture_says_the_main_thing() {
    let html = drawn(Lang::En, figures());
    for says in [
        "Most dates fall in June 2024: 700 of 940. 58 of 1,000 URLs without a date. 2 dates cannot be read.",
        "Most frequent: 0.5, 600 of 1,000.",
        "Most frequent: daily, 10 of 10. 985 of 1,000 URLs without one. Not valid: 5 values.",
        "2 hosts. Most frequent: tidepool.page, 900 of 1,000 URLs. 10 of 1,000 URLs without a host.",
        "Largest folder: /shop/ with 700 of 1,000 URLs.",
        "4 problems, between 40% and 50% of the file.",
        "Over a limit: Size, 57.2 MiB of 50.0 MiB allowed.",
    ] {
        let label = format!("aria-label=\"{says}\"");
        assert!(html.contains(&label), "{says}\n{html}");
    }
    for bar in ["No host: 10", "No path: 10"] {
        assert!(html.contains(&format!("<title>{bar}</title>")), "{bar}");
    }
    assert!(!html.contains("style="));
    assert!(!html.contains("<b>"), "a folder is no markup");
}

#[test]
fn each_table_has_all_numbers() {
    let html = drawn(Lang::En, figures());
    let row = |cells: &[&str]| {
        let cells: Vec<String> = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        html.contains(&cells.concat())
    };
    assert!(html.contains("<th scope=\"row\">May 2024</th><td>200</td>"));
    assert!(html.contains("<th scope=\"row\">No date</th><td>58</td>"));
    assert!(html.contains("<th scope=\"row\">/shop/hats/</th><td>400</td>"));
    assert!(row(&["3", "1", "0"]));
    assert!(row(&["60,000,000", "52,428,800", "114%"]));
    assert_eq!(html.matches("<details class=\"data\">").count(), 7);
    assert!(html.contains("line 424, column 10"));
}

#[test]
fn pictures_speak_the_language_of_the_page() {
    let french = drawn(Lang::Fr, figures());
    assert!(french.contains("La plupart des dates tombent en juin 2024\u{a0}: 700 sur 940."), "{french}");
    assert!(french.contains("Le plus souvent 0,5"));
    let spanish = drawn(Lang::Es, figures());
    assert!(spanish.contains("La mayoría de las fechas cae en junio de 2024: 700 de 940."), "{spanish}");
}

#[test]
fn entries_are_called_what_the_verdict_calls_them() {
    let atom = InLang { lang: Lang::En, kind: Kind::Atom, counted: 1, figures: figures(), sums: None };
    let html = markup::<Drawn>(atom);
    assert!(html.contains("58 of 1,000 entries without a date"), "{html}");
    assert!(!html.contains("1,000 items"));
}

#[test]
fn what_is_not_there_takes_a_line_and_no_picture() {
    let mut bare = figures();
    bare.dates = Dates { absent: 1_000, ..Dates::default() };
    bare.priorities = Values { counts: vec![0; 11], absent: 1_000, invalid: 0 };
    bare.frequencies = Values { counts: vec![0; 7], absent: 999, invalid: 1 };
    bare.hosts = Hosts {
        different: 1,
        named: vec![HostCount { host: "tidepool.page".into(), count: 1_000 }],
        ..Hosts::default()
    };
    bare.folders = Folders { top: Folder { count: 1_000, pages: 1_000, ..Folder::default() }, none: 0 };
    bare.problems.slices.iter_mut().for_each(|slice| slice.counts = Counts::default());
    let html = drawn(Lang::En, bare.clone());
    assert!(
        html.contains(
            "No entry has a date. All URLs are at the top level. One host: tidepool.page (1,000 URLs). \
         No entry has a priority. No change frequency is valid. 999 of 1,000 URLs without one. Not valid: 1 value."
        ),
        "{html}"
    );
    assert_eq!(html.matches("<figure").count(), 1, "the limits alone");
    let kind = Kind::SitemapIndex;
    let index = InLang { lang: Lang::En, kind, counted: 1, figures: bare.clone(), sums: None };
    assert!(!markup::<Drawn>(index).contains("priority"), "sitemaps have none");
    bare.dates = Dates {
        buckets: vec![Bucket { start: "2024-05-01".into(), count: 1_000 }],
        range: Some(("2024-05-03".into(), "2024-05-04".into())),
        ..Dates::default()
    };
    assert_eq!(drawn(Lang::En, bare.clone()).matches("<figure").count(), 1, "no chart with one bar");
    bare.entries = 19;
    assert!(!drawn(Lang::En, bare).contains('<'), "few entries need no statistics");
}

#[test]
fn the_totals_of_several_sitemaps_are_shown() {
    let sums = Some(Sums { files: 3, entries: 4_000, dates: 3_999, frequencies: 0, priorities: 7 });
    let html = markup::<Drawn>(InLang { lang: Lang::En, kind: Kind::Urlset, counted: 1, figures: figures(), sums });
    let says = "All 3 sitemaps together: 4,000 URLs, 3,999 with a valid date, 0 with a valid change frequency, 7 with a valid priority.";
    let (all, own) = html.split_once("a.xml</bdi></h3>").expect("the name of the file before its own figures");
    assert!(all.contains(says) && own.contains("<figure"), "{html}");
}

#[test]
fn figures_of_an_earlier_run_have_disabled_links() {
    let html = |counted| {
        let figures = figures();
        markup::<Drawn>(InLang { lang: Lang::En, kind: Kind::Urlset, counted, figures, sums: None })
    };
    let link = "aria-disabled=\"true\" class=\"link\">line 424, column 10</button>";
    assert!(html(0).contains(link), "{}", html(0));
    assert!(!html(1).contains("aria-disabled"), "{}", html(1));
}

#[test]
fn figures_that_are_not_there_yet_take_no_room() {
    let props = super::Props {
        run: 1,
        file: 0,
        name: "".into(),
        kind: Kind::Urlset,
        figures: None,
        sums: None,
        act: Callback::noop(),
    };
    assert!(!markup::<Pictures>(props).contains('<'));
}
