//! Questions about the source: search, locations, URLs, and the changes of a fix.

use super::*;
use sitemap_validator_protocol::source::{SearchMatch, Side};

const OPEN: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

fn page(text: &str) -> Page {
    let mut page = Page::new(0.0);
    let done = page.ask(&checking(vec![input("a.xml", Some(text))]));
    assert!(matches!(done, FromWorker::Done { .. }), "{done:?}");
    page
}

fn seek(page: &mut Page, text: &str, from: u32, backwards: bool) -> SearchMatch {
    match page.ask(&Question::Seek { text: text.to_owned(), from, backwards }.of(7, 0)) {
        FromWorker::Sought { run: 7, file: 0, found, .. } => found,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_text_is_found_in_the_source() {
    let mut page = page("a Red\nred\n");
    let first = seek(&mut page, "RED", 0, false);
    let place = |sought: SearchMatch| sought.spot.map(|spot| (spot.line, spot.column, spot.end_column));
    assert_eq!((place(first), first.number, first.count, first.more), (Some((1, 3, 6)), Some(1), 2, false));
    assert_eq!(place(seek(&mut page, "red", 2, true)), Some((2, 1, 4)), "around the beginning");
    assert_eq!(seek(&mut page, "blue", 0, false), SearchMatch::default());
    // The file of another run is searched again.
    page.say(&checking(vec![input("a.xml", Some("blue"))]), Vec::new());
    assert_eq!(seek(&mut page, "blue", 0, false).count, 1);
}

#[test]
fn a_line_and_a_column_are_a_place() {
    let mut page = page("one\ntwo\n");
    let located = page.ask(&Question::Locate { line: 2, column: 3 }.of(7, 0));
    let FromWorker::Located { spot, .. } = located else { panic!("{located:?}") };
    assert_eq!((spot.line, spot.column, spot.start, spot.end), (2, 3, 6, 6));
}

#[test]
fn a_url_is_told_as_crawlers_read_it() {
    let text = format!("{OPEN}<url><loc>https://a.example/?a=1&amp;b=2</loc></url>\n</urlset>");
    let mut page = page(&text);
    let mut read = |at: &str| {
        let start = text.find(at).expect("there") as u32;
        match page.ask(&Question::Read { start, end: start + 1 }.of(7, 0)) {
            FromWorker::Read { reading, .. } => reading.map(|reading| reading.read),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(read("b=2").as_deref(), Some("https://a.example/?a=1&b=2"));
    assert_eq!(read("</urlset>"), None);
    // In a plain-text sitemap, nothing is escaped.
    let mut page = self::page("https://a.example/?a=1&amp;b=2\n");
    let told = page.ask(&Question::Read { start: 5, end: 6 }.of(7, 0));
    let FromWorker::Read { reading: Some(reading), value, .. } = told else { panic!("{told:?}") };
    assert_eq!(value.map(|value| value.text).as_deref(), Some("https://a.example/?a=1&amp;b=2"));
    assert_eq!((reading.read.as_str(), reading.escaped), ("https://a.example/?a=1&amp;b=2", false));
}

#[test]
fn what_a_repair_would_change_is_told_before() {
    let entry = |index: usize| format!("<url><loc>https://a.example/?x={index}&y=2</loc></url>\n");
    let text = OPEN.to_owned() + &(0..1_200).map(entry).collect::<String>() + "</urlset>\n";
    let mut page = page(&text);
    for what in [FixRequest::All { suggested: false }, FixRequest::Rule { rule: "loc-unescaped-ampersand".into() }] {
        let told = page.ask(&Question::Preview { what }.of(7, 0));
        let FromWorker::Previewed { diff, .. } = told else { panic!("{told:?}") };
        assert_eq!((diff.applied, diff.removed, diff.added, diff.shown), (1_200, 1_200, 1_200, 60));
        let line = &diff.hunks[0][1];
        assert_eq!((line.side, line.number, line.parts[1].text.as_str()), (Side::Removed, 2, "&"));
    }
    let what = FixRequest::Rule { rule: "no-such-rule".into() };
    assert!(is_failure(&page.ask(&Question::Preview { what }.of(7, 0)), 7, "Unknown rule"));
}
