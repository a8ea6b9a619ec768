use std::rc::Rc;

use super::*;
use crate::state::{SiteChange, fixing::compared};
use sitemap_validator_protocol::{report::Diagnostic, source::Diff};

fn text(page: &Page) -> String {
    page.0.input.text().to_string()
}

/// A page with pasted text in which each letter is a finding of its own rule.
fn pasted(text: &str) -> Page {
    let mut page = Page::new();
    page.act(Action::Typed(text.into())).act(Action::TypingPaused);
    checked(&mut page);
    page
}

fn checked(page: &mut Page) {
    let findings = text(page).chars().zip(1..).map(|(letter, line)| fixable(&letter.to_string(), line, 1)).collect();
    page.answer(done(page.0.run, vec![file("Pasted text", findings)]));
    page.orders();
}

fn fixed(page: &mut Page, text: &str) {
    let run = page.0.run;
    let body = Body::Text(text.into());
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: text.len() as u64, body });
    checked(page);
}

#[test]
fn after_a_repair_is_said_what_it_changed() {
    let mut page = pasted("aabc");
    fixed(&mut page, "abx");
    assert_eq!(page.0.notice.as_deref(), Some("1 fixed, 2 left, 1 new"));
    fixed(&mut page, "");
    assert_eq!(page.0.notice.as_deref(), Some("1 fixed, none left"));
    // A typed value may cause another problem.
    let value = FixRequest::Value { rule: "b".into(), start: 0, end: 1, value: "y".into() };
    let mut typed = pasted("ab");
    typed.act(Action::Ask(Request::Fix(value)));
    fixed(&mut typed, "ay");
    assert_eq!(typed.0.notice.as_deref(), Some("Value replaced, 1 left, 1 new"));
    typed.act(Action::Undo);
    assert_eq!((text(&typed), typed.0.redo.len()), ("ab".into(), 1));
    // The notice disappears, because its numbers do not apply to another check.
    fixed(&mut typed, "a");
    assert!(typed.0.notice.is_some());
    typed.act(Action::Address("https://tidepool.page/sitemap.xml".into()));
    assert_eq!(typed.0.notice, None);
    // Findings are only compared after a fix.
    page.act(Action::Dismiss).act(Action::Recheck);
    checked(&mut page);
    assert_eq!(page.0.notice, None);
}

#[test]
fn new_remarks_after_a_fix_are_announced() {
    let mut page = pasted("a");
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 2, body: Body::Text("y".into()) });
    let remark = Diagnostic { severity: Severity::Info, ..fixable("b", 1, 1) };
    page.answer(done(page.0.run, vec![file("Pasted text", vec![remark])]));
    assert_eq!(page.0.notice.as_deref(), Some("1 fixed, none left, 1 new remark"));
}

#[test]
fn the_comparison_speaks_each_language() {
    let said = |lang| {
        let mut page = Page::from(State { lang, ..State::new("") });
        page.act(Action::Typed("aab".into())).act(Action::TypingPaused);
        checked(&mut page);
        fixed(&mut page, "bx");
        page.0.notice.clone().unwrap_or_default().to_string()
    };
    assert_eq!(said(crate::lang::Lang::Fr), "1 corrigé, 1 restant, 1 nouveau");
    assert_eq!(said(crate::lang::Lang::Es), "1 corregido, 1 pendiente, 1 nuevo");
}

#[test]
fn warnings_are_left_when_there_are_no_errors() {
    let mut page = pasted("ab");
    let said = |page: &mut Page, errors: &[&str]| {
        let run = page.0.run;
        page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 2, body: Body::Text(format!("{run}").into()) });
        let warned = Diagnostic { severity: Severity::Warning, ..fixable("b", 2, 1) };
        let found = errors.iter().map(|rule| fixable(rule, 1, 1)).chain([warned]).collect();
        page.answer(done(page.0.run, vec![file("Pasted text", found)]));
        page.0.notice.clone().unwrap_or_default().to_string()
    };
    assert_eq!(said(&mut page, &["a"]), "1 fixed, 1 left");
    assert_eq!(said(&mut page, &[]), "1 fixed, 1 left");
}

#[test]
fn the_source_stays_open_while_something_is_left_to_fix() {
    let mut page = pasted("ab");
    let first = page.0.view.selected.clone().expect("a finding");
    page.act(Action::Select { finding: first, open: true });
    fixed(&mut page, "b");
    assert!(page.0.view.open && page.0.view.selected.is_some());
    fixed(&mut page, "");
    assert!(!page.0.view.open);
}

#[test]
fn after_a_repair_the_next_problem_of_the_list_is_selected() {
    let mut page = pasted("abc");
    let second = page.0.file().and_then(|file| file.group("b")).map(|group| group.findings[0].clone());
    page.act(Action::Select { finding: second.expect("a finding"), open: true });
    let selected = |page: &Page| page.0.view.selected.as_ref().map(|finding| finding.rule.clone());
    fixed(&mut page, "ac");
    assert_eq!(selected(&page).as_deref(), Some("c"));
    // There is no finding below the last one.
    fixed(&mut page, "a");
    assert_eq!(selected(&page).as_deref(), Some("a"));
}

#[test]
fn left_and_new_are_all_findings_there_are() {
    let tally = |rules: &[(&str, u64)]| rules.iter().map(|(rule, count)| (Rc::from(*rule), *count)).collect();
    let (before, after) = (tally(&[("a", 5), ("b", 2)]), tally(&[("b", 3), ("c", 4)]));
    assert_eq!(compared(&before, &after), (2, 5));
    assert_eq!(compared(&before, &before), (7, 0));
}

#[test]
fn several_repairs_are_taken_back_one_after_another() {
    let mut page = pasted("abcd");
    let texts: Vec<String> = (0..20).map(|index| "x".repeat(index)).collect();
    for text in &texts {
        fixed(&mut page, text);
    }
    for expected in texts.iter().rev().skip(1).map(String::as_str).chain(["abcd"]) {
        page.act(Action::Undo);
        assert_eq!(text(&page), expected);
        assert_eq!(page.orders(), [Order::Check]);
        // This also works while the previous check is still running.
        if expected.len() % 2 == 0 {
            checked(&mut page);
        }
    }
    assert_eq!(page.0.input, Input::Text { text: "abcd".into(), fixed: false });
    page.act(Action::Undo);
    assert_eq!(page.orders(), []);
}

#[test]
fn the_problem_that_comes_back_is_selected() {
    let mut page = pasted("abcd");
    page.act(Action::Step(1));
    fixed(&mut page, "acd");
    page.act(Action::Step(1)).act(Action::Undo);
    checked(&mut page);
    let selected = page.0.view.selected.as_ref().map(|finding| finding.rule.as_str());
    assert_eq!(selected, Some("b"));
    // Of two findings of the same rule, the fixed one is selected again.
    let mut page = pasted("bcb");
    fixed(&mut page, "cb");
    page.act(Action::Undo);
    checked(&mut page);
    assert_eq!(page.0.view.selected.as_ref().map(|finding| finding.line), Some(1));
}

#[test]
fn of_large_files_fewer_repairs_are_kept() {
    let mut page = pasted("a");
    for _ in 0..20 {
        let (run, body) = (page.0.run, Body::Text("a".repeat(900_000).into()));
        page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 900_000, body });
        page.answer(done(page.0.run, vec![file("Pasted text", vec![])]));
    }
    assert_eq!(page.0.undo.len(), 20);
    let mut page = Page::with(vec![]);
    for number in 2..30 {
        let run = page.0.run;
        page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 50_000_000, body: Body::Blob(number) });
        page.answer(done(page.0.run, vec![file("a.xml", vec![])]));
    }
    assert_eq!(page.0.undo.len(), 10);
}

#[test]
fn a_repair_is_looked_at_before_it_is_made() {
    let mut page = pasted("ab");
    let run = page.0.run;
    page.act(Action::Ask(Request::PreviewFix(FixRequest::All { suggested: false })));
    assert_eq!(page.questions(), [Question::Preview { what: FixRequest::All { suggested: false } }.of(run, 0)]);
    let diff = Diff { applied: 2, removed: 1, added: 1, ..Diff::default() };
    let answer = |diff: &Diff| FromWorker::Previewed {
        run,
        file: 0,
        what: FixRequest::All { suggested: false },
        diff: diff.clone(),
    };
    page.answer(answer(&diff));
    assert_eq!(page.0.view.fix_preview.as_ref().map(|preview| preview.diffs.clone()), Some(vec![(0, diff.clone())]));
    page.act(Action::ClosePreview);
    assert_eq!((page.0.view.fix_preview.clone(), page.questions()), (None, vec![]));
    page.answer(answer(&diff));
    assert_eq!(page.0.view.fix_preview, None, "it was closed before the answer came");
    page.act(Action::Ask(Request::PreviewFix(FixRequest::All { suggested: false }))).answer(answer(&diff));
    page.act(Action::Ask(Request::Fix(FixRequest::All { suggested: false })));
    assert_eq!(page.0.view.fix_preview, None);
    page.act(Action::Ask(Request::PreviewFix(FixRequest::All { suggested: false }))).answer(answer(&Diff::default()));
    assert_eq!((page.0.view.fix_preview.clone(), page.0.notice.as_deref()), (None, Some("Nothing was changed")));
}

#[test]
fn what_was_repaired_is_saved_plain_or_gzipped() {
    let mut page = pasted("a");
    page.act(Action::Save(true));
    assert_eq!(page.orders(), []);
    fixed(&mut page, "b");
    page.act(Action::Save(true));
    let body = Body::Text("b".into());
    assert_eq!(page.orders(), [Order::SaveGzip { name: "sitemap-fixed.xml.gz".into(), body }]);
    assert_eq!(page.0.notice.as_deref(), Some("Saved, with 1 error left"));
    page.act(Action::CopyText);
    assert_eq!(page.orders(), [Order::Copy("b".into())]);
}

#[test]
fn a_file_that_was_compressed_is_called_so_no_more() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a/b.xml.gz", 1)]));
    page.answer(done(page.0.run, vec![file("a/b.xml.gz", vec![fixable("loc-relative", 4, 5)])]));
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 3, body: Body::Blob(7) });
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    assert_eq!(&*entries[0].name, "a/b.xml");
}

#[test]
fn what_was_typed_beside_a_repair_outlives_its_undoing() {
    let mut page = pasted("ab");
    fixed(&mut page, "b");
    page.act(Action::Site(SiteChange::Robots("User-agent: *".into()))).act(Action::TypingPaused);
    checked(&mut page);
    page.act(Action::Undo);
    assert_eq!((text(&page).as_str(), &*page.0.site.robots), ("ab", "User-agent: *"));

    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    page.answer(done(page.0.run, vec![file("a.xml", vec![fixable("loc-empty", 8, 5)]), file("b.xml", vec![])]));
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 3, body: Body::Blob(7) });
    page.act(Action::FileAddress(1, "https://tidepool.page/b.xml".into())).act(Action::Undo);
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    assert_eq!((&entries[0].body, &*entries[1].address), (&Body::Blob(1), "https://tidepool.page/b.xml"));
}

#[test]
fn a_repair_that_was_typed_over_is_not_taken_back() {
    let mut page = pasted("ab");
    page.act(Action::Site(SiteChange::Robots("x".into()))).act(Action::TypingPaused);
    checked(&mut page);
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 1, applied: 1, bytes: 1, body: Body::Text("y".into()) });
    assert_eq!((page.0.undo.len(), &*page.0.site.robots), (1, "y"));
    page.act(Action::Site(SiteChange::Robots("z".into())));
    assert_eq!((page.0.undo.len(), &*page.0.site.robots), (0, "z"), "there is nothing left to be taken back");
}

#[test]
fn a_repair_of_an_older_text_does_not_replace_what_was_typed_since() {
    let mut page = pasted("ab");
    let run = page.0.run;
    page.act(Action::Ask(Request::Fix(FixRequest::All { suggested: false })));
    assert_eq!(page.questions().len(), 1);
    page.act(Action::Typed("abc".into()));
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 1, body: Body::Text("b".into()) });
    assert_eq!((text(&page).as_str(), page.0.undo.len()), ("abc", 1));
    page.act(Action::Ask(Request::Fix(FixRequest::All { suggested: false })))
        .act(Action::Ask(Request::PreviewFix(FixRequest::All { suggested: false })));
    assert_eq!(page.questions(), [], "the worker does not know this text yet");
    page.act(Action::TypingPaused);
    checked(&mut page);
    page.act(Action::Ask(Request::Fix(FixRequest::All { suggested: false })));
    assert_eq!(page.questions().len(), 1);
}

#[test]
fn the_text_is_not_saved_in_the_place_of_the_robots_txt() {
    let mut page = pasted("a");
    fixed(&mut page, "b");
    assert!(page.0.input.fixed(0).is_some());
    assert_eq!(page.0.input.fixed(1), None);
}

#[test]
fn each_notice_counts_also_when_it_says_the_same() {
    let mut page = pasted("a");
    let said = ["Copied", "Copié", "Copiado"];
    page.orders();
    page.act(Action::Notify(said)).act(Action::Notify(said));
    assert_eq!(page.all_orders(), [Order::Start(Timer::Notice), Order::Start(Timer::Notice)]);
    page.act(Action::Scrolled { first: 1, count: 2 });
    assert!(!page.all_orders().contains(&Order::Start(Timer::Notice)), "what is still shown is not said again");
}
