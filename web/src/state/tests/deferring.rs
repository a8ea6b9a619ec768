use sitemap_validator_protocol::{format::Format, message::Target};

use super::*;
use crate::state::{FilterChange, SettingChange};

fn crash() -> Action {
    Action::Down { how: WorkerError::Stopped("it".into()), was_ready: true }
}

fn checked(page: &mut Page) -> u32 {
    let run = page.0.run;
    page.answer(done(run, vec![file("a.xml", vec![fixable("loc-relative", 4, 5)])]));
    run
}

/// The requests sent to the worker about `run`, without those that every result triggers.
fn done_for(page: &Page, run: u32) -> Vec<ToWorker> {
    let is_own = |question: &ToWorker| {
        matches!(question, ToWorker::Export { run: of, .. } | ToWorker::Convert { run: of, .. }
            | ToWorker::Ask { run: of, question: Question::Locate { .. } | Question::Seek { .. }
                | Question::Search { .. } | Question::Fix { .. }, .. }
            | ToWorker::FixAll { run: of, .. } if *of == run)
    };
    page.questions().into_iter().filter(is_own).collect()
}

#[test]
fn requests_during_a_check_or_after_a_crash_run_when_it_ends() {
    let asked = [
        Action::Ask(Request::Export(Format::Csv, None)),
        Action::Ask(Request::Convert(Target::Text)),
        Action::Ask(Request::GoTo(3, 1)),
        Action::Seek("loc".into()),
        Action::Filter(FilterChange::Text("loc".into())),
        Action::Ask(Request::Fix(FixRequest::All { suggested: false })),
    ];
    for before in [Action::Set(SettingChange::Pedantic(true)), Action::Typed("<urlset></urlset>".into()), crash()] {
        for action in &asked {
            let mut page = Page::with(vec![fixable("loc-relative", 4, 5)]);
            if matches!(before, Action::Typed(_)) {
                page.act(Action::Pasted("<urlset/>".into()));
                checked(&mut page);
            }
            page.act(before.clone());
            page.orders();
            page.act(action.clone());
            assert!(matches!(page.0.work, Work::Checking { .. }), "{before:?} {action:?}");
            assert!(page.orders().contains(&Order::Check) || before != crash(), "{before:?} {action:?}");
            let run = checked(&mut page);
            assert!(!done_for(&page, run).is_empty(), "{before:?} {action:?}");
            assert_eq!(page.0.work, Work::Idle);
            // The request is sent only once.
            page.act(Action::Recheck);
            let run = checked(&mut page);
            let again = done_for(&page, run);
            assert!(
                again.iter().all(|question| matches!(
                    question,
                    ToWorker::Ask { question: Question::Seek { .. } | Question::Search { .. }, .. }
                )),
                "{again:?}"
            );
        }
    }
}

#[test]
fn a_new_worker_repeats_interrupted_exports() {
    let mut page = Page::with(vec![]);
    page.act(Action::Ask(Request::Export(Format::Csv, None)))
        .act(Action::Ask(Request::Convert(Target::Text)))
        .act(Action::Recheck);
    let run = page.0.run;
    page.act(Action::Slow(run)).act(Action::Recheck);
    page.orders();
    let run = checked(&mut page);
    assert!(matches!(&done_for(&page, run)[..], [ToWorker::Export { .. }, ToWorker::Convert { .. }]));
}

#[test]
fn a_failed_check_reports_dropped_requests() {
    let failed = |page: &Page| Action::Answer(Box::new(FromWorker::Failed { run: page.0.run, message: "no".into() }));
    for end in [|_: &Page| Action::Cancel, |_: &Page| crash(), failed] {
        let mut page = Page::with(vec![]);
        page.act(Action::Recheck).act(Action::Ask(Request::Export(Format::Csv, None)));
        assert_eq!(page.0.notice.as_deref(), Some("This will run when the check is finished"));
        let end = end(&page);
        page.act(end);
        assert!(page.0.notice.as_deref().is_some_and(|notice| notice.starts_with("Not done")));
        assert!(!page.0.work.is_checking());
    }
}
