use std::rc::Rc;

use super::*;
use sitemap_validator_protocol::source::{SearchMatch, SourceRange, UrlReading, Value};

fn asked(page: &Page) -> Vec<ToWorker> {
    let mut questions = page.questions();
    questions.retain(|asked| {
        matches!(
            asked,
            ToWorker::Ask { question: Question::Seek { .. } | Question::Locate { .. } | Question::Read { .. }, .. }
        )
    });
    questions
}

fn seek(page: &Page, text: &str, from: u32, backwards: bool) -> ToWorker {
    Question::Seek { text: text.into(), from, backwards }.of(page.0.run, 0)
}

fn answer(page: &mut Page, text: &str, line: u32, start: u32) {
    let spot = Some(SourceRange { line, column: 3, end_column: 6, start, end: start + 3 });
    let sought = SearchMatch { spot, number: Some(1), count: 2, more: false };
    page.answer(FromWorker::Sought { run: page.0.run, file: 0, text: text.into(), found: sought });
}

#[test]
fn a_text_is_searched_from_the_place_looked_at() {
    let mut page = Page::with(vec![finding("loc-relative", Severity::Error, 4, 5)]);
    page.orders();
    page.act(Action::Seek("loc".into()));
    assert_eq!(asked(&page), [seek(&page, "loc", 304, false)]);
    answer(&mut page, "loc", 7, 602);
    assert_eq!(page.0.view.spot.map(|spot| (spot.line, spot.column, spot.start)), Some((7, 3, 602)));
    assert_eq!(page.place(), Some((4, 5)), "the finding stays");
    page.act(Action::Ask(Request::SeekOn(false)));
    assert_eq!(asked(&page), [seek(&page, "loc", 605, false)]);
    page.act(Action::Ask(Request::SeekOn(true)));
    assert_eq!(asked(&page), [seek(&page, "loc", 602, true)]);
    // The search for another text continues from the current location.
    page.act(Action::Seek("loco".into()));
    assert_eq!(asked(&page), [seek(&page, "loco", 602, false)]);
    let jumps = page.0.view.jump;
    answer(&mut page, "loc", 9, 802);
    assert_eq!(page.0.view.jump, jumps, "an answer to what was asked before");
    page.act(Action::Seek(String::new()));
    assert_eq!((asked(&page), page.0.view.seek.found), (vec![], None));
}

#[test]
fn where_the_place_is_out_of_sight_the_search_begins_with_what_is_seen() {
    let mut page = Page::with(vec![finding("loc-relative", Severity::Error, 4, 5)]);
    page.act(Action::Scrolled { first: 500, count: 20 });
    let lines = vec![line(500, &[])];
    page.answer(FromWorker::Lines { run: page.0.run, file: 0, total: 1000, lines });
    page.orders();
    page.act(Action::Seek("x".into()));
    assert_eq!(asked(&page), [seek(&page, "x", 49_900, false)]);
}

#[test]
fn after_a_repair_places_are_counted_and_nothing_moves() {
    let mut page = Page::with(vec![fixable("loc-relative", 4, 5)]);
    page.act(Action::Seek("loc".into()));
    answer(&mut page, "loc", 7, 602);
    page.act(Action::Recheck);
    page.orders();
    page.answer(done(page.0.run, vec![file("a.xml", vec![])]));
    assert!(matches!(&asked(&page)[..], [ToWorker::Ask { question: Question::Seek { .. }, .. }]));
    let (jumps, spot) = (page.0.view.jump, page.0.view.spot);
    answer(&mut page, "loc", 9, 802);
    assert_eq!((page.0.view.jump, page.0.view.spot), (jumps, spot));
    assert_eq!(page.0.view.seek.found.map(|found| found.count), Some(2));
}

#[test]
fn a_line_is_gone_to() {
    let mut page = Page::with(vec![]);
    page.orders();
    page.act(Action::Ask(Request::GoTo(9_000, 2)));
    assert_eq!(asked(&page), [Question::Locate { line: 9_000, column: 2 }.of(page.0.run, 0)]);
    let spot = SourceRange { line: 900, column: 2, end_column: 2, start: 5, end: 5 };
    assert_eq!(page.0.notice.as_deref(), Some("Line 1,000 is the last one"));
    page.answer(FromWorker::Located { run: page.0.run, file: 0, spot });
    assert_eq!(page.0.view.spot.map(|spot| (spot.line, spot.end_line, spot.column)), Some((900, 900, 2)));
}

#[test]
fn the_url_of_the_finding_looked_at_is_read() {
    let mut page = Page::with(vec![finding("loc-relative", Severity::Error, 4, 5)]);
    let run = page.0.run;
    assert_eq!(asked(&page), [Question::Read { start: 304, end: 307 }.of(run, 0)]);
    let reading = UrlReading { written: "a".into(), read: "a".into(), letters: None, escaped: false, raw: false };
    let value = Value { text: "a".into(), choices: vec![] };
    page.answer(FromWorker::Read {
        run,
        file: 0,
        start: 304,
        end: 307,
        reading: Some(reading),
        value: Some(value.clone()),
    });
    assert_eq!(page.0.view.reading.as_ref().map(|(place, _)| *place), Some((304, 307)));
    assert_eq!(page.0.view.value, Some(((304, 307), Rc::new(value))));
    page.act(Action::Select { finding: Rc::new(finding("x", Severity::Error, 9, 1)), open: false });
    assert_eq!((&page.0.view.reading, &page.0.view.value), (&None, &None), "they are those of another");
}
