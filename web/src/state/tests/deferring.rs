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

/// What the worker is asked for that holds the result of `run`, short of what each result asks for.
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
fn what_is_asked_for_meanwhile_or_after_a_crash_is_done_when_the_check_is_over() {
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
            // Once is enough.
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
fn what_a_worker_was_writing_when_it_was_ended_is_written_by_the_next() {
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
fn a_check_that_comes_to_nothing_says_what_it_did_not_do() {
    let failed = |page: &Page| Action::Answer(Box::new(FromWorker::Failed { run: page.0.run, message: "no".into() }));
    for end in [|_: &Page| Action::Cancel, |_: &Page| crash(), failed] {
        let mut page = Page::with(vec![]);
        page.act(Action::Recheck).act(Action::Ask(Request::Export(Format::Csv, None)));
        assert_eq!(page.0.notice.as_deref(), Some("This will run when the check is finished"));
        let end = end(&page);
        page.act(end);
        assert!(page.0.notice.as_deref().is_some_and(|notice| notice.starts_with("The check did not finish")));
        assert!(!page.0.work.is_checking());
    }
}
