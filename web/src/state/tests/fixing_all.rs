use sitemap_validator_protocol::{
    report::{Alternative, Diagnostic, Removal},
    source::Diff,
};

use super::*;
use crate::{
    samples::{done_set, listing},
    state::{FixProgress, FixedFile, SiteChange},
};

/// An index without fixes, sitemaps with two fixes and with one, and two sitemaps whose fixes would lose data: one is
/// truncated, one is not text.
fn site() -> Page {
    let mut page = Page::new();
    let names = ["index.xml", "maps/a.xml", "b.xml.gz", "cut.xml.gz", "latin.xml"];
    page.act(Action::Files(names.iter().zip(1..).map(|(name, number)| entry(name, number)).collect()));
    checked(&mut page);
    page
}

/// The result of a check of the current input: fixed files have no findings.
fn checked(page: &mut Page) {
    let Input::Files(entries) = page.0.input.clone() else { panic!("files") };
    let found = [0, 2, 1, 1, 1];
    let report = |(entry, found): (&Entry, u32)| {
        let found = if entry.fixed { 0 } else { found };
        let mut report = file(&entry.name, (1..=found).map(|line| fixable("loc-fragment", line, 5)).collect());
        if matches!(&*entry.name, "cut.xml.gz" | "latin.xml") {
            report.facts.lossy = true;
        }
        report
    };
    let files = entries.iter().zip(found).map(report).collect();
    page.answer(done_set(page.0.run, files, vec![listing(0, &[Some(1), Some(2)])], vec![]));
    page.orders();
}

fn fixed_file(file: usize, applied: u32, number: u32) -> FixedFile {
    FixedFile { file, applied, bytes: 7, body: Body::Blob(number) }
}

fn released(numbers: &[u32]) -> Vec<Order> {
    numbers.iter().map(|number| Order::Release(Body::Blob(*number))).collect()
}

/// Requests all safe fixes in all files.
fn repair(page: &mut Page) {
    let run = page.0.run;
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })));
    assert_eq!(
        page.orders(),
        [Order::Ask(ToWorker::FixAll { run, files: vec![1, 2], what: FixRequest::All { suggested: false } })]
    );
    page.act(Action::FixedOne(run)).act(Action::FixedOne(run));
    page.act(Action::FixedAll { run, files: vec![fixed_file(1, 2, 11), fixed_file(2, 1, 12)] });
}

fn bodies(page: &Page) -> Vec<Body> {
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    entries.iter().map(|entry| entry.body.clone()).collect()
}

#[test]
fn all_files_are_repaired_at_once_and_checked_once() {
    let mut page = site();
    let outcome = page.0.outcome.clone().expect("a result");
    assert_eq!(outcome.mendable().collect::<Vec<_>>(), [(1, 2), (2, 1)], "what is cut off would lose its end");
    repair(&mut page);
    assert_eq!((page.orders(), page.0.work.fixing()), (vec![Order::Check], None));
    assert_eq!(bodies(&page), [1, 11, 12, 4, 5].map(Body::Blob));
    checked(&mut page);
    assert_eq!(page.0.notice.as_deref(), Some("3 fixed in 2 files, 2 left"));
    assert_eq!(page.0.fixed_files(), 2);
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })));
    assert_eq!(page.orders(), [], "nothing is left that could be");
}

#[test]
fn a_choice_or_a_removal_is_for_the_files_that_have_it() {
    let alternatives = |count: usize| vec![Alternative { label: "3 April".into(), edits: vec![] }; count];
    let files = [2, 0, 1].map(|count| {
        let removal = (count == 2).then_some(Removal::Entry);
        let found = Diagnostic { alternatives: alternatives(count), removal, ..finding("a", Severity::Error, 1, 1) };
        file("a.xml", vec![found])
    });
    let mut page = site();
    page.answer(done_set(page.0.run, files.into(), vec![], vec![]));
    let outcome = page.0.outcome.clone().expect("a result");
    let settled = Diagnostic { alternatives: alternatives(2), ..fixable("a", 1, 1) };
    let fixable = |choice| outcome.fixable(&FixRequest::Alternatives { rule: "a".into(), choice });
    assert_eq!((fixable(0), fixable(1), fixable(2)), (vec![0, 2], vec![0], vec![]));
    let choice = &outcome.files[0].groups[0].findings[0];
    assert_eq!((outcome.fixable_like(choice), outcome.fixable_like(&settled)), (vec![0, 2], vec![]));
    let removals = |rule: &str| outcome.fixable(&FixRequest::Removals { rule: rule.into() });
    assert_eq!((removals("a"), removals("b")), (vec![0], vec![]));
}

#[test]
fn fixes_of_all_files_are_previewed_by_file() {
    let mut page = site();
    let (run, what) = (page.0.run, FixRequest::Rule { rule: "loc-fragment".into() });
    page.act(Action::Ask(Request::PreviewFixAll(what.clone())));
    let ask = |file| Question::Preview { what: what.clone() }.of(run, file);
    assert_eq!(page.questions(), [ask(1), ask(2)], "what is cut off would lose its end");
    let diff = |applied| Diff { applied, ..Diff::default() };
    let answer = |file, applied| FromWorker::Previewed { run, file, what: what.clone(), diff: diff(applied) };
    page.answer(answer(3, 1)).answer(answer(1, 2)).answer(answer(1, 2)).answer(answer(2, 0));
    let preview = page.0.view.fix_preview.clone().expect("a preview");
    assert_eq!((preview.files, &preview.diffs), (2, &vec![(1, diff(2))]), "each answer that was asked for, once");
    page.act(Action::Ask(Request::FixAll(what.clone())));
    assert_eq!(page.questions(), [ToWorker::FixAll { run, files: vec![1, 2], what }]);
    assert_eq!(page.0.view.fix_preview, None);
}

#[test]
fn all_of_it_is_taken_back_at_once() {
    let mut page = site();
    let before = page.0.input.clone();
    repair(&mut page);
    checked(&mut page);
    page.act(Action::Undo);
    assert_eq!((&page.0.input, page.orders(), page.0.undo.len()), (&before, vec![Order::Check], 0));
    assert_eq!(page.0.fixed_files(), 0);
}

#[test]
fn a_file_that_was_repaired_before_goes_with_the_rest_and_each_step_is_taken_back() {
    let mut page = site();
    let before = page.0.input.clone();
    page.act(Action::Choose(1));
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 1, applied: 1, bytes: 7, body: Body::Blob(10) });
    // One of its two findings is left.
    let files = ["index.xml", "maps/a.xml", "b.xml.gz", "cut.xml.gz", "latin.xml"].iter().zip([0, 1, 1, 0, 0]);
    let report = |(name, found): (&&str, u32)| file(name, (0..found).map(|_| fixable("loc-fragment", 2, 5)).collect());
    page.answer(done_set(page.0.run, files.map(report).collect(), vec![listing(0, &[Some(1), Some(2)])], vec![]));
    page.orders();
    let once = page.0.input.clone();
    repair(&mut page);
    assert_eq!(bodies(&page), [1, 11, 12, 4, 5].map(Body::Blob));
    checked(&mut page);
    page.act(Action::Undo);
    assert_eq!((&page.0.input, page.0.undo.len()), (&once, 1));
    page.act(Action::Undo);
    assert_eq!((&page.0.input, page.0.undo.len()), (&before, 0));
}

#[test]
fn how_far_it_is_is_said_once_it_takes_long() {
    let mut page = site();
    let run = page.0.run;
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false }))).act(Action::FixedOne(run));
    assert_eq!(page.0.work.fixing(), Some(FixProgress { done: 1, files: 2, slow: false }));
    page.act(Action::Slow(run)).act(Action::FixedOne(run)).act(Action::FixedOne(run - 1));
    assert_eq!(page.0.work.fixing(), Some(FixProgress { done: 2, files: 2, slow: true }));
    // No other fix starts in the meantime.
    page.orders();
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })))
        .act(Action::Ask(Request::Fix(FixRequest::All { suggested: false })))
        .act(Action::Ask(Request::PreviewFix(FixRequest::All { suggested: false })));
    assert_eq!(page.orders(), []);
}

#[test]
fn what_goes_wrong_with_one_file_leaves_all_as_they_are() {
    let mut page = site();
    let (before, run) = (page.0.input.clone(), page.0.run);
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false }))).act(Action::FixedOne(run));
    page.orders();
    page.answer(FromWorker::Failed { run, message: "`b.xml.gz` was changed".into() });
    assert_eq!((page.0.notice.as_deref(), page.0.work.fixing()), (Some("`b.xml.gz` was changed"), None));
    assert_eq!((&page.0.input, page.0.undo.len(), page.orders()), (&before, 0, vec![]));

    // If one of the files does not exist, the other files are not changed either.
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })));
    page.orders();
    page.act(Action::FixedAll { run, files: vec![fixed_file(1, 2, 11), fixed_file(9, 1, 12)] });
    assert_eq!((&page.0.input, page.0.undo.len()), (&before, 0));
    assert_eq!((page.0.notice.as_deref(), page.orders()), (Some("Nothing was changed"), released(&[11, 12])));
    page.act(Action::FixedAll { run, files: vec![fixed_file(1, 2, 13)] });
    assert_eq!((&page.0.input, page.orders()), (&before, released(&[13])), "nobody waits for it");
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })))
        .act(Action::Down { how: WorkerError::NoWorker, was_ready: false });
    assert_eq!(page.0.work.fixing(), None);
}

#[test]
fn it_is_canceled_by_another_worker_and_late_repairs_are_not_taken() {
    let mut page = site();
    let (before, run) = (page.0.input.clone(), page.0.run);
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })))
        .act(Action::Slow(run))
        .act(Action::Cancel);
    let orders = page.orders();
    assert_eq!(orders[1..], [Order::Respawn, Order::Check]);
    assert_eq!(page.0.notice.as_deref(), Some("Canceled: nothing was changed"));
    assert!(page.0.work.fixing().is_none() && page.0.outcome.is_some(), "what was found stays on screen");
    page.act(Action::FixedAll { run, files: vec![fixed_file(1, 2, 11)] });
    assert_eq!((&page.0.input, page.orders()), (&before, released(&[11])));

    // A URL that was typed in the meantime also discards the fixes.
    checked(&mut page);
    let run = page.0.run;
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })))
        .act(Action::FileAddress(0, "https://tidepool.page/".into()));
    let typed = page.0.input.clone();
    page.orders();
    page.act(Action::FixedAll { run, files: vec![fixed_file(1, 2, 11)] });
    assert_eq!((&page.0.input, page.0.undo.len(), page.orders()), (&typed, 0, released(&[11])));
    page.act(Action::TypingPaused).act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })));
    assert!(page.orders().contains(&Order::Check));
    checked(&mut page);
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false }))).act(Action::Reset);
    assert!(page.orders().contains(&Order::Respawn) && page.0.work.fixing().is_none());
}

#[test]
fn a_pasted_robots_txt_is_repaired_with_the_rest() {
    let mut page = Page::new();
    page.act(Action::Typed("text".into()))
        .act(Action::Site(SiteChange::Robots("robots".into())))
        .act(Action::TypingPaused);
    let found = || vec![fixable("loc-fragment", 1, 5)];
    let run = page.0.run;
    page.answer(done_set(run, vec![file("text", found()), file("robots.txt", found())], vec![], vec![]));
    page.orders();
    page.act(Action::Ask(Request::FixAll(FixRequest::All { suggested: false })));
    assert_eq!(
        page.questions(),
        [ToWorker::FixAll { run, files: vec![0, 1], what: FixRequest::All { suggested: false } }]
    );
    let text = |file, text: &str| FixedFile { file, applied: 1, bytes: 1, body: Body::Text(text.into()) };
    page.act(Action::FixedAll { run, files: vec![text(0, "x"), text(1, "y")] });
    assert_eq!((page.0.input.text().as_ref(), &*page.0.site.robots), ("x", "y"));
    page.act(Action::Undo);
    assert_eq!((page.0.input.text().as_ref(), &*page.0.site.robots), ("text", "robots"));
}

#[test]
fn all_repaired_files_are_saved_as_they_are_called() {
    let mut page = site();
    page.act(Action::SaveAll);
    assert_eq!(page.orders(), []);
    repair(&mut page);
    checked(&mut page);
    page.act(Action::SaveAll);
    let [plain, packed] = [11, 12].map(Body::Blob);
    assert_eq!(
        page.orders(),
        [Order::SaveZip {
            name: "sitemaps-fixed.zip".into(),
            files: vec![("maps/a.xml".into(), plain), ("b.xml.gz".into(), packed)]
        }]
    );
}

#[test]
fn the_comparison_of_all_files_speaks_each_language() {
    let said = |lang| {
        let mut page = site();
        page.act(Action::Speak(lang));
        checked(&mut page);
        repair(&mut page);
        checked(&mut page);
        page.0.notice.clone().unwrap_or_default().to_string()
    };
    assert_eq!(said(crate::lang::Lang::Fr), "3 corrigés dans 2 fichiers, 2 restants");
    assert_eq!(said(crate::lang::Lang::Es), "3 corregidos en 2 archivos, 2 pendientes");
}
