use sitemap_validator_protocol::report::Diagnostic;

use sitemap_validator_protocol::report::Excerpt;

use super::*;
use crate::{samples::done_set, state::FilterChange};

#[test]
fn the_first_error_is_looked_at_first() {
    let page = Page::with(vec![
        finding("loc-fragment", Severity::Warning, 2, 5),
        finding("loc-relative", Severity::Error, 9, 7),
    ]);
    assert_eq!(page.place(), Some((9, 7)));
    let questions = page.questions();
    let around = Question::Lines { first: 1, count: 60, focus: Some(806) }.of(page.0.run, 0);
    assert!(questions.contains(&around), "{questions:?}");
}

#[test]
fn the_excerpts_of_findings_across_files_are_asked_for() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    let run = page.0.run;
    let shared = crate::samples::across("index-cross-file-duplicate", 1, 4, 0);
    let files = vec![file("a.xml", vec![]), file("b.xml", vec![])];
    page.answer(crate::samples::done_set(run, files, vec![], vec![shared.clone()]));
    let asked = |page: &Page| page.questions().contains(&Question::Excerpts.of(run, page.0.view.file as u32));
    assert!(asked(&page), "the file with a problem is shown first");
    page.act(Action::Choose(0));
    assert!(!asked(&page), "there is none in the other file");
    page.act(Action::Choose(1));
    let excerpt = Excerpt { before: "<loc>".into(), marked: "abc".into(), after: String::new() };
    page.answer(FromWorker::Excerpts { run, file: 1, excerpts: vec![(shared.start, shared.end, excerpt.clone())] });
    let file = page.0.file().expect("a file");
    assert_eq!(file.groups[0].findings[0].excerpt, Some(excerpt));
}

#[test]
fn keys_walk_through_the_list() {
    let mut page = Page::with((1..=3).map(|n| finding("loc-relative", Severity::Error, n * 10, 5)).collect());
    page.act(Action::Step(1));
    assert_eq!(page.place(), Some((20, 5)));
    page.act(Action::Step(i32::MAX));
    assert_eq!(page.place(), Some((30, 5)));
    page.act(Action::Step(1)).act(Action::Step(-1)).act(Action::Step(i32::MIN));
    assert_eq!(page.place(), Some((10, 5)));
    assert!(!page.0.view.open, "keys do not leave the list");
}

#[test]
fn keys_open_what_comes_next() {
    let of = |rule: &str| (1..=60).map(|n| finding(rule, Severity::Error, n, 5)).collect::<Vec<_>>();
    let mut page = Page::with([of("date-malformed"), of("loc-relative")].concat());
    let at = |page: &Page| page.0.view.selected.as_ref().map(|finding| (finding.rule.clone(), finding.line));
    let (first, _) = at(&page).expect("the first");
    for _ in 0..60 {
        page.act(Action::Step(1));
    }
    let (second, line) = at(&page).expect("another");
    assert!(
        second != first && line == 1,
        "past the rows listed at first, into a group that was closed: {second} {line}"
    );
    page.act(Action::Toggle(first.as_str().into())).act(Action::Step(-1));
    assert_eq!(at(&page), Some((first, 60)));
}

#[test]
fn more_findings_are_fetched_when_they_are_wanted() {
    let mut first = file("a.xml", (1..=50).map(|n| finding("loc-relative", Severity::Error, n, 5)).collect());
    first.rules.insert("loc-relative".into(), 70);
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    page.answer(done(page.0.run, vec![first]));
    page.orders();
    page.act(Action::Ask(Request::More("loc-relative".into())));
    let wanted =
        Question::Findings { rule: Some("loc-relative".into()), offset: 50, count: u32::MAX }.of(page.0.run, 0);
    assert_eq!(page.questions(), [wanted]);
    page.answer(FromWorker::Findings {
        run: page.0.run,
        file: 0,
        rule: Some("loc-relative".into()),
        offset: 50,
        diagnostics: (51..=70).map(|n| finding("loc-relative", Severity::Error, n, 5)).collect(),
    });
    let group = page.0.file().and_then(|file| file.group("loc-relative")).expect("the group");
    assert_eq!((group.listed().len(), group.more()), (70, 0));
}

#[test]
fn a_mark_in_the_source_selects_its_row() {
    let mut page = Page::with(vec![fixable("loc-relative", 4, 5), fixable("loc-empty", 8, 5)]);
    page.act(Action::Toggle("loc-empty".into()));
    page.act(Action::SelectMark { rule: "loc-empty".into(), start: 704, end: 707 });
    assert_eq!(page.place(), Some((8, 5)));
    assert_eq!(page.0.view.groups.get("loc-empty"), Some(&true), "its group opens");
}

#[test]
fn a_mark_that_is_not_listed_is_fetched_first() {
    let mut first = file("a.xml", (1..=50).map(|n| finding("loc-relative", Severity::Error, n, 5)).collect());
    first.rules.insert("loc-relative".into(), 80);
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    page.answer(done(page.0.run, vec![first]));
    let late = finding("loc-relative", Severity::Error, 77, 5);
    page.act(Action::SelectMark { rule: late.rule.clone(), start: late.start, end: late.end });
    assert_eq!(page.place(), Some((1, 5)));
    page.answer(FromWorker::Findings {
        run: page.0.run,
        file: 0,
        rule: Some("loc-relative".into()),
        offset: 50,
        diagnostics: (51..=80).map(|n| finding("loc-relative", Severity::Error, n, 5)).collect(),
    });
    assert_eq!(page.place(), Some((77, 5)));
}

#[test]
fn the_selection_survives_another_check() {
    let mut page = Page::with(vec![fixable("loc-relative", 4, 5), fixable("loc-empty", 8, 5)]);
    page.act(Action::Step(1));
    assert_eq!(page.place(), Some((8, 5)));
    let jumps = page.0.view.jump;
    page.act(Action::Recheck);
    page.answer(done(page.0.run, vec![file("a.xml", vec![fixable("loc-empty", 8, 5)])]));
    assert_eq!((page.place(), page.0.view.jump), (Some((8, 5)), jumps));
}

#[test]
fn one_of_several_files_is_looked_at() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    let files = vec![file("a.xml", vec![]), file("b.xml", vec![fixable("loc-empty", 8, 5)])];
    page.answer(done_set(page.0.run, files, vec![], vec![]));
    assert_eq!(page.0.view.file, 1, "the one with errors first");
    page.act(Action::Choose(0));
    assert_eq!((page.0.view.file, page.place()), (0, None));
    page.act(Action::Choose(9));
    assert_eq!(page.0.view.file, 0);
}

#[test]
fn what_is_no_sitemap_gets_no_list() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.png", 1)]));
    page.orders();
    let mut other = file("a.png", vec![finding("structure-unknown-format", Severity::Error, 1, 1)]);
    other.kind = Kind::Other;
    page.answer(done(page.0.run, vec![other]));
    assert_eq!(page.questions(), [], "no lines are asked for");
    page.act(Action::ShowAll);
    assert!(!page.questions().is_empty());
}

#[test]
fn lines_are_asked_for_once() {
    let mut page = Page::with(vec![]);
    page.orders();
    page.act(Action::Scrolled { first: 100, count: 20 });
    let run = page.0.run;
    assert_eq!(page.questions(), [Question::Lines { first: 70, count: 81, focus: None }.of(run, 0)]);
    page.act(Action::Scrolled { first: 110, count: 20 });
    assert_eq!(page.questions(), [Question::Lines { first: 151, count: 10, focus: None }.of(run, 0)]);
    page.act(Action::Scrolled { first: 105, count: 20 });
    assert_eq!(page.questions(), []);
}

#[test]
fn a_long_line_can_be_walked_along() {
    let long = finding("loc-relative", Severity::Error, 1, 1500);
    let mut page = Page::with(vec![long]);
    let mut part = line(1, &[]);
    (part.column, part.more) = (1450, true);
    page.answer(FromWorker::Lines { run: page.0.run, file: 0, total: 1, lines: vec![part] });
    page.orders();
    page.act(Action::Along { line: 1, forward: true });
    let spot = page.0.view.spot.expect("a place");
    assert_eq!((spot.column, spot.start), (1549, 1548));
    page.orders();
    let mut part = line(1, &[]);
    (part.column, part.more) = (1540, true);
    page.answer(FromWorker::Lines { run: page.0.run, file: 0, total: 1, lines: vec![part] });
    page.act(Action::Along { line: 1, forward: false });
    let spot = page.0.view.spot.expect("a place");
    assert_eq!((spot.column, spot.start), (1539, 1538));
}

#[test]
fn a_mark_that_is_waited_for_is_not_mistaken_for_that_of_another_rule() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    let of = |rule: &str, lines: std::ops::RangeInclusive<u32>| -> Vec<_> {
        lines.map(|line| finding(rule, Severity::Error, line, 5)).collect()
    };
    let mut both = file("a.xml", [of("loc-relative", 1..=50), of("loc-empty", 1..=50)].concat());
    both.rules = [("loc-relative".to_owned(), 80), ("loc-empty".to_owned(), 80)].into();
    page.answer(done(page.0.run, vec![both.clone()]));
    let came = |page: &mut Page, rule: &str| {
        let (run, diagnostics) = (page.0.run, of(rule, 51..=80));
        page.answer(FromWorker::Findings { run, file: 0, rule: Some(rule.into()), offset: 50, diagnostics });
    };
    let late = finding("loc-relative", Severity::Error, 77, 5);
    let mark = |late: &Diagnostic| Action::SelectMark { rule: late.rule.clone(), start: late.start, end: late.end };
    page.act(mark(&late));
    came(&mut page, "loc-empty");
    assert_eq!(page.place(), Some((1, 5)));
    came(&mut page, "loc-relative");
    let rule = page.0.view.selected.as_ref().map(|finding| finding.rule.clone());
    assert_eq!((page.place(), rule.as_deref()), (Some((77, 5)), Some("loc-relative")));

    // A new result has findings at other locations.
    page.act(Action::Recheck);
    page.answer(done(page.0.run, vec![both.clone()]));
    page.act(mark(&late)).act(Action::Recheck);
    page.answer(done(page.0.run, vec![both]));
    page.orders();
    let before = page.place();
    came(&mut page, "loc-relative");
    assert_eq!(page.place(), before);
}

#[test]
fn a_mark_beyond_the_rows_listed_keeps_the_filters_it_passes() {
    let mut page = Page::with((1..=60).map(|line| finding("loc-relative", Severity::Error, line, 5)).collect());
    page.act(Action::Filter(FilterChange::Severity(Severity::Error)));
    let late = finding("loc-relative", Severity::Error, 57, 5);
    page.act(Action::SelectMark { rule: late.rule.clone(), start: late.start, end: late.end });
    assert_eq!((page.place(), page.0.view.filter.is_active()), (Some((57, 5)), true));
}

#[test]
fn the_file_that_is_looked_at_stays_as_it_is_when_it_is_chosen() {
    let mut page = Page::with(vec![fixable("loc-relative", 4, 5), fixable("loc-empty", 8, 5)]);
    page.act(Action::Step(1)).act(Action::Seek("loc".into()));
    page.orders();
    page.act(Action::Choose(0));
    assert_eq!((page.place(), &*page.0.view.seek.text), (Some((8, 5)), "loc"));
    assert_eq!(page.all_orders(), [Order::Reveal], "its result comes into view");
}

#[test]
fn an_edit_that_mends_the_selected_problem_selects_no_other() {
    let mut page = Page::with(vec![]);
    let found = |lines: &[u32]| vec![file("a.xml", lines.iter().map(|line| fixable("loc-empty", *line, 5)).collect())];
    let edited = |page: &mut Page, text: &str, lines: &[u32]| {
        page.act(Action::Edited(text.into())).act(Action::TypingPaused);
        page.answer(done(page.0.run, found(lines)));
        page.place()
    };
    page.answer(done(page.0.run, found(&[8, 9])));
    assert_eq!(edited(&mut page, "ab", &[8, 9]), Some((8, 5)), "it is still there");
    assert_eq!(edited(&mut page, "abc", &[9]), None);
    assert_eq!(edited(&mut page, "abcd", &[9]), None, "nor does the next edit");
    assert_eq!(edited(&mut page, "x", &[2, 3]), Some((2, 5)), "another text has a first problem");
    // A fix leads to the next finding.
    let mut page = Page::with(vec![]);
    page.act(Action::Recheck);
    page.answer(done(page.0.run, found(&[8, 9])));
    let (run, jumps) = (page.0.run, page.0.view.jump);
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 1, body: Body::Text("b".into()) });
    page.answer(done(page.0.run, found(&[9])));
    assert_eq!(page.place(), Some((9, 5)));
    assert!(page.0.view.jump != jumps && page.0.view.jump.keeps_caret);
}
