use std::collections::BTreeMap;

use sitemap_validator_protocol::{
    message::KEPT,
    report::{Authorities, Diagnostic, Stance},
};

use super::*;
use crate::state::{FilterChange, Sort, speakers};

/// The listed groups: rule, number of rows, number of matching findings.
fn listed(page: &Page) -> Vec<(String, usize, u64)> {
    let file = page.0.file().expect("a result");
    let listing = page.0.view.listing(file);
    listing.groups.iter().map(|listed| (listed.group.rule.to_string(), listed.rows.len(), listed.matching)).collect()
}

/// The number of listed findings, of all findings and of kept findings, and whether the first number is exact.
fn numbers(page: &Page) -> (u64, u64, u64, bool) {
    let listing = page.0.view.listing(page.0.file().expect("a result"));
    (listing.shown, listing.of, listing.kept, listing.exact)
}

fn filter(page: &mut Page, change: FilterChange) {
    page.act(Action::Filter(change));
}

fn many(rule: &str, lines: std::ops::RangeInclusive<u32>) -> Vec<Diagnostic> {
    lines.map(|line| finding(rule, Severity::Error, line, 5)).collect()
}

/// A page with 50,000 findings of one rule, 50 of which are in the report, and one finding of another rule.
fn capped() -> Page {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    let mut findings = many("loc-relative", 1..=50);
    findings.push(finding("loc-fragment", Severity::Warning, 60, 5));
    let mut file = file("a.xml", findings);
    file.rules.insert("loc-relative".into(), 50_000);
    file.truncated = true;
    page.answer(done(page.0.run, vec![file]));
    page.orders();
    page
}

fn found(page: &mut Page, text: &str, rules: &[(&str, u64)], diagnostics: Vec<Diagnostic>) {
    let rules: BTreeMap<String, u64> = rules.iter().map(|(rule, number)| ((*rule).into(), *number)).collect();
    page.answer(FromWorker::Found {
        run: page.0.run,
        file: 0,
        text: text.into(),
        rule: None,
        among: 51,
        rules,
        diagnostics,
    });
}

#[test]
fn filters_combine_and_are_cleared() {
    let mut page = Page::with(vec![
        finding("loc-fragment", Severity::Warning, 2, 5),
        finding("loc-relative", Severity::Error, 9, 7),
        finding("loc-relative", Severity::Error, 12, 7),
    ]);
    assert_eq!(numbers(&page), (3, 3, 3, true));
    filter(&mut page, FilterChange::Severity(Severity::Warning));
    assert_eq!(listed(&page), [("loc-fragment".into(), 1, 1)]);
    assert_eq!(numbers(&page), (1, 3, 3, true));
    filter(&mut page, FilterChange::Rule(Some("loc-relative".into())));
    assert_eq!(listed(&page), []);
    filter(&mut page, FilterChange::Severity(Severity::Error));
    assert_eq!(listed(&page), [("loc-relative".into(), 2, 2)]);
    filter(&mut page, FilterChange::Severity(Severity::Error));
    assert_eq!(page.0.view.filter.only, None, "pressed once more, all severities are listed");
    filter(&mut page, FilterChange::Who(Some("google".into())));
    assert_eq!(listed(&page), []);
    filter(&mut page, FilterChange::Sort(Sort::Count));
    filter(&mut page, FilterChange::Clear);
    let filter = &page.0.view.filter;
    assert_eq!((numbers(&page), filter.is_active(), filter.sort), ((3, 3, 3, true), false, Sort::Count));
}

#[test]
fn a_rule_whose_findings_weigh_differently_is_counted_by_finding() {
    let mut page = Page::with(vec![
        finding("video-tag", Severity::Warning, 2, 5),
        finding("video-tag", Severity::Error, 3, 5),
        finding("video-tag", Severity::Warning, 4, 5),
    ]);
    filter(&mut page, FilterChange::Severity(Severity::Warning));
    assert_eq!((listed(&page), numbers(&page)), (vec![("video-tag".into(), 2, 2)], (2, 3, 3, true)));
    filter(&mut page, FilterChange::Severity(Severity::Info));
    assert_eq!(listed(&page), []);
}

#[test]
fn groups_have_three_orders() {
    let mut page = Page::with(vec![
        finding("c-first", Severity::Info, 1, 5),
        finding("a-many", Severity::Warning, 5, 5),
        finding("b-grave", Severity::Error, 9, 5),
        finding("a-many", Severity::Warning, 12, 5),
    ]);
    let mut order = |sort| {
        filter(&mut page, FilterChange::Sort(sort));
        listed(&page).into_iter().map(|(rule, ..)| rule).collect::<Vec<_>>()
    };
    assert_eq!(order(Sort::Count), ["a-many", "b-grave", "c-first"]);
    assert_eq!(order(Sort::Place), ["c-first", "a-many", "b-grave"]);
    assert_eq!(order(Sort::Severity), ["b-grave", "a-many", "c-first"]);
}

#[test]
fn who_objects_is_known_by_stances_and_basis() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    let findings = vec![finding("loc-relative", Severity::Error, 1, 5), finding("loc-empty", Severity::Error, 2, 5)];
    let mut answer = done(page.0.run, vec![file("a.xml", findings)]);
    if let FromWorker::Done { report, .. } = &mut answer {
        let stances = Authorities { google: Stance::Rejects, sitemaps_org: Stance::Accepts, ..Authorities::default() };
        report.support.insert("loc-relative".into(), stances);
    }
    page.answer(answer);
    let says: Vec<(String, u64)> =
        speakers(page.0.file().expect("a result")).into_iter().map(|(who, number)| (who.to_string(), number)).collect();
    let says: Vec<(&str, u64)> = says.iter().map(|(who, number)| (who.as_str(), *number)).collect();
    assert_eq!(says, [("rfc3986", 2), ("xml", 2), ("google", 1), ("sitemaps.org", 1)]);
    filter(&mut page, FilterChange::Who(Some("google".into())));
    assert_eq!(listed(&page), [("loc-relative".into(), 1, 1)]);
    filter(&mut page, FilterChange::Who(Some("sitemaps.org".into())));
    assert_eq!(listed(&page), [("loc-empty".into(), 1, 1)]);
}

#[test]
fn a_text_is_searched_by_the_worker() {
    let mut page = capped();
    filter(&mut page, FilterChange::Text(" Blue ".into()));
    let run = page.0.run;
    let search = Question::Search { text: "Blue".into(), rule: None, offset: 0, count: 50 }.of(run, 0);
    assert_eq!(page.questions(), [search]);
    let view = |page: &Page| page.0.view.listing(page.0.file().expect("a result")).pending;
    assert!(view(&page) && listed(&page).is_empty());
    found(&mut page, "Red", &[("loc-fragment", 1)], vec![finding("loc-fragment", Severity::Warning, 60, 5)]);
    assert!(view(&page), "the answer to an earlier text says nothing about this one");
    found(&mut page, "Blue", &[("loc-relative", 120)], many("loc-relative", 101..=150));
    assert_eq!(listed(&page), [("loc-relative".into(), 50, 120)]);
    assert_eq!(numbers(&page), (120, 50_001, KEPT + 1, false), "what is not kept was not searched");
    page.orders();

    page.act(Action::Ask(Request::More("loc-relative".into())));
    let rule = Some("loc-relative".to_owned());
    let rest = Question::Search { text: "Blue".into(), rule: rule.clone(), offset: 50, count: u32::MAX }.of(run, 0);
    assert!(page.questions().contains(&rest));
    page.act(Action::Ask(Request::More("loc-relative".into())));
    assert!(!page.questions().contains(&rest), "it is asked for once");
    let diagnostics = many("loc-relative", 151..=220);
    let rules = BTreeMap::new();
    page.answer(FromWorker::Found { run, file: 0, text: "Blue".into(), rule, among: 51, rules, diagnostics });
    assert_eq!(listed(&page), [("loc-relative".into(), 120, 120)]);

    filter(&mut page, FilterChange::Clear);
    assert_eq!(numbers(&page), (50_001, 50_001, KEPT + 1, true));
}

#[test]
fn a_rule_whose_title_holds_the_text_is_found_whole() {
    let mut page = capped();
    filter(&mut page, FilterChange::Text("relative".into()));
    found(&mut page, "relative", &[("loc-relative", 1000)], many("loc-relative", 1..=50));
    assert_eq!(listed(&page), [("loc-relative".into(), 50, 50_000)]);
}

#[test]
fn findings_across_files_are_searched_too() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    let files = vec![file("a.xml", many("loc-relative", 1..=3)), file("b.xml", vec![])];
    let mut shared = crate::samples::across("index-cross-file-duplicate", 0, 4, 1);
    shared.message = "`/x` is listed twice".into();
    let mut other = crate::samples::across("index-cross-file-duplicate", 0, 5, 1);
    other.message = "`/y` is listed twice".into();
    page.answer(crate::samples::done_set(page.0.run, files, vec![], vec![shared, other]));
    filter(&mut page, FilterChange::Text("/y".into()));
    found(&mut page, "/y", &[], vec![]);
    assert_eq!(listed(&page), [("index-cross-file-duplicate".into(), 1, 1)]);
    assert_eq!(numbers(&page), (1, 5, 5, true));
}

#[test]
fn all_that_is_kept_is_listed_and_no_more_is_promised() {
    let mut page = capped();
    let more = |page: &Page| page.0.file().and_then(|file| file.group("loc-relative")).map(crate::state::Group::more);
    assert_eq!(more(&page), Some(950));
    page.act(Action::Ask(Request::More("loc-relative".into())));
    let diagnostics = many("loc-relative", 51..=1000);
    let (run, rule) = (page.0.run, Some("loc-relative".to_owned()));
    page.answer(FromWorker::Findings { run, file: 0, rule, offset: 50, diagnostics });
    assert_eq!((more(&page), listed(&page)[0].1), (Some(0), 1000));
    assert_eq!(numbers(&page), (50_001, 50_001, 1001, true));
}

#[test]
fn of_a_long_list_only_the_rows_on_screen_exist() {
    let mut page = capped();
    page.act(Action::Ask(Request::More("loc-relative".into())));
    let (run, rule) = (page.0.run, Some("loc-relative".to_owned()));
    let diagnostics = many("loc-relative", 51..=1000);
    page.answer(FromWorker::Findings { run, file: 0, rule, offset: 50, diagnostics });
    page.orders();
    page.act(Action::RowsVisible([("loc-relative".into(), (400, 440))].into_iter().collect()));
    let file = page.0.file().expect("a file");
    let listing = page.0.view.listing(file);
    let relative = listing.groups.iter().find(|listed| *listed.group.rule == *"loc-relative").expect("a group");
    assert_eq!(listing.range(relative, &page.0.view.visible_rows), 400..440);
    assert_eq!(page.questions(), [], "the findings have their excerpts");
    page.act(Action::Step(i32::MAX));
    assert_eq!(page.place(), Some((1000, 5)));
    page.act(Action::Step(-30));
    assert_eq!(page.place(), Some((970, 5)));
    page.act(Action::ToggleAll(true)).act(Action::Step(i32::MAX));
    assert_eq!(page.place(), Some((60, 5)), "the next group follows");
    page.act(Action::ToggleAll(false));
    assert_eq!(page.0.view.listing(page.0.file().expect("a result")).rows(), 0);
}

#[test]
fn a_mark_in_the_source_is_listed_whatever_is_filtered() {
    let mut page = Page::with(vec![fixable("loc-relative", 4, 5), fixable("loc-empty", 8, 5)]);
    filter(&mut page, FilterChange::Rule(Some("loc-relative".into())));
    page.act(Action::SelectMark { rule: "loc-empty".into(), start: 704, end: 707 });
    assert_eq!((page.place(), page.0.view.filter.is_active()), (Some((8, 5)), false));
}

#[test]
fn the_text_is_searched_again_after_another_check_and_in_another_file() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    let files = || vec![file("a.xml", many("loc-relative", 1..=3)), file("b.xml", many("loc-empty", 1..=3))];
    page.answer(done(page.0.run, files()));
    filter(&mut page, FilterChange::Text("x".into()));
    filter(&mut page, FilterChange::Rule(Some("loc-relative".into())));
    page.orders();
    let searches = |page: &Page| {
        let asked = |question| match question {
            ToWorker::Ask { run, file, question: Question::Search { .. } } => Some((run, file)),
            _ => None,
        };
        page.questions().into_iter().filter_map(asked).collect::<Vec<_>>()
    };
    page.act(Action::Choose(1));
    assert_eq!((searches(&page), page.0.view.filter.rule.clone()), (vec![(page.0.run, 1)], None));
    page.act(Action::Recheck);
    page.answer(done(page.0.run, files()));
    assert_eq!(searches(&page), [(page.0.run, 1)]);
}

#[test]
fn a_rule_is_listed_alone_as_long_as_it_finds_something() {
    let other = || finding("loc-fragment", Severity::Warning, 2, 5);
    let mut page = Page::with(vec![other(), fixable("loc-relative", 9, 7)]);
    filter(&mut page, FilterChange::Rule(Some("loc-relative".into())));
    page.act(Action::Recheck);
    page.answer(done(page.0.run, vec![file("a.xml", vec![other(), fixable("loc-relative", 12, 7)])]));
    assert_eq!(listed(&page), [("loc-relative".into(), 1, 1)]);
    page.act(Action::Recheck);
    page.answer(done(page.0.run, vec![file("a.xml", vec![other()])]));
    assert_eq!((page.0.view.filter.rule.clone(), page.place()), (None, Some((2, 5))));
    assert_eq!(listed(&page), [("loc-fragment".into(), 1, 1)]);
}

#[test]
fn of_a_rule_of_mixed_weight_more_can_be_listed_and_what_is_at_hand_is_said() {
    let mut page = capped();
    let of_both = |line: u32| {
        let severity = if line.is_multiple_of(2) { Severity::Warning } else { Severity::Error };
        finding("loc-relative", severity, line, 5)
    };
    let mut mixed = file("a.xml", (1..=50).map(of_both).collect());
    mixed.rules.insert("loc-relative".into(), 80);
    page.act(Action::Recheck);
    page.answer(done(page.0.run, vec![mixed]));
    filter(&mut page, FilterChange::Severity(Severity::Error));
    let numbers = |page: &Page| {
        let listing = page.0.view.listing(page.0.file().expect("a result"));
        let listed = &listing.groups[0];
        (listed.matching, listed.kept, listed.exact, listed.group.more(), listing.kept)
    };
    assert_eq!(numbers(&page), (25, 50, false, 30, 50));
    page.act(Action::Ask(Request::More("loc-relative".into())));
    page.answer(FromWorker::Findings {
        run: page.0.run,
        file: 0,
        rule: Some("loc-relative".into()),
        offset: 50,
        diagnostics: (51..=80).map(of_both).collect(),
    });
    assert_eq!(numbers(&page), (40, 80, true, 0, 80));
}
