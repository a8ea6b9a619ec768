use sitemap_validator_protocol::{format::Format, report::HostCount};

use super::*;
use crate::state::{FilterChange, SettingChange};

#[test]
fn typed_text_is_checked_when_the_typing_pauses() {
    let mut page = Page::new();
    page.act(Action::Typed("<urlset".into()));
    assert_eq!(page.all_orders(), [Order::Start(Timer::Typing)]);
    page.act(Action::TypingPaused);
    assert_eq!(page.orders(), [Order::Check]);
    assert!(matches!(page.0.work, Work::Checking { slow: false, .. }));
}

#[test]
fn what_changes_before_it_is_checked_is_checked_once() {
    let mut page = Page::new();
    let mut later = AfterDrawing::default();
    let mut now = |page: &Page| -> (Vec<Order>, bool) {
        let now = page.orders().into_iter().filter_map(|order| later.hold(order)).collect();
        (now, std::mem::take(&mut later).check)
    };
    page.act(Action::Pasted("<urlset/>".into())).act(Action::Recheck).act(Action::Recheck);
    assert_eq!(now(&page), (vec![], true));
    page.act(Action::Recheck).act(Action::Cancel);
    assert_eq!(now(&page), (vec![Order::Respawn], false), "what was stopped is not checked");
    page.act(Action::Recheck);
    let run = page.0.run;
    page.act(Action::Slow(run)).act(Action::Recheck);
    assert_eq!(now(&page), (vec![Order::Respawn], true));
}

#[test]
fn an_emptied_box_is_the_empty_page() {
    let mut page = Page::new();
    page.act(Action::Typed("x".into())).act(Action::TypingPaused);
    page.act(Action::Typed(String::new()));
    assert_eq!((page.0.input.clone(), page.0.work.clone()), (Input::Nothing, Work::Idle));
    page.orders();
    page.act(Action::TypingPaused);
    assert_eq!(page.orders(), []);
}

#[test]
fn a_pasted_address_is_not_checked() {
    let mut page = Page::new();
    page.act(Action::Typed("https://example.com/sitemap.xml".into())).act(Action::TypingPaused);
    assert_eq!((page.orders(), page.0.work.clone()), (vec![], Work::Idle));
    page.act(Action::Typed("<urlset/>".into()));
    assert_eq!((&*page.0.address, &*page.0.input.text()), ("https://example.com/sitemap.xml", "<urlset/>"));
    for beside in ["https://example.com/sitemap.xml<urlset/>", "<urlset/>https://example.com/sitemap.xml"] {
        let mut page = Page::new();
        page.act(Action::Typed("https://example.com/sitemap.xml".into())).act(Action::Typed(beside.into()));
        assert_eq!((&*page.0.address, &*page.0.input.text()), ("https://example.com/sitemap.xml", "<urlset/>"));
    }

    let mut page = Page::new();
    page.act(Action::Typed("example.com/sitemap.xml".into())).act(Action::EnterUrl);
    let explained = |page: &Page| (page.0.input.clone(), page.0.lone_url());
    let entered = (Input::Nothing, Some("https://example.com/sitemap.xml".to_owned()));
    assert_eq!((explained(&page), &*page.0.address), (entered.clone(), "https://example.com/sitemap.xml"));
    page.act(Action::Address("example.com/sitemap.xml".into()));
    assert_eq!(explained(&page).1, None, "until Enter is pressed");
    page.act(Action::EnterUrl);
    assert_eq!(explained(&page), entered);
    page.act(Action::Files(vec![entry("sitemap.xml", 1)]));
    assert_eq!((page.0.lone_url(), &*page.0.address, page.0.undo.len()), (None, "example.com/sitemap.xml", 0));
}

#[test]
fn the_url_of_a_sample_does_not_replace_the_visitors_url() {
    let mut page = Page::from(State::new("https://mine.example/sitemap.xml"));
    page.act(Action::Sample(Sample::Broken));
    assert_eq!(&*page.0.address, Sample::ADDRESS);
    assert_eq!(page.orders(), [Order::Check]);
    page.act(Action::Reset);
    assert_eq!(&*page.0.address, "https://mine.example/sitemap.xml");
}

#[test]
fn an_address_does_not_go_with_the_sitemap_of_another_site() {
    let listing = |hosts: &[&str]| {
        let mut file = file("a.xml", vec![]);
        file.stats.hosts = hosts.iter().map(|host| HostCount { host: (*host).into(), count: 9 }).collect();
        file
    };
    let mut page = Page::new();
    page.act(Action::Address("www.mine.example/sitemap.xml".into())).act(Action::Files(vec![entry("a.xml", 1)]));
    page.answer(done(page.0.run, vec![listing(&["other.example"])]));
    assert!(page.0.outcome.is_some(), "it was entered for this file");
    page.act(Action::Files(vec![entry("b.xml", 2)]));
    page.answer(done(page.0.run, vec![listing(&["a.example", "shop.mine.example"])]));
    assert_eq!((&*page.0.address, page.0.outcome.is_some()), ("www.mine.example/sitemap.xml", true));
    page.act(Action::Pasted("<urlset/>".into()));
    page.orders();
    page.answer(done(page.0.run, vec![listing(&["notmine.example"])]));
    assert_eq!((&*page.0.address, page.orders()), ("", vec![Order::Remember("".into()), Order::Check]));
    let said = "The URL www.mine.example/sitemap.xml was removed: this sitemap belongs to another site";
    assert_eq!(page.0.notice.as_deref(), Some(said));
    page.answer(done(page.0.run, vec![listing(&["notmine.example"])]));
    page.act(Action::Address("https://notmine.example/".into())).act(Action::Reset);
    assert_eq!(&*page.0.address, "");
    page.act(Action::Undo);
    page.answer(done(page.0.run, vec![listing(&["other.example"])]));
    assert_eq!((&*page.0.address, page.0.outcome.is_some()), ("https://notmine.example/", true));
}

#[test]
fn an_address_is_kept_and_checked_with() {
    let mut page = Page::new();
    page.act(Action::Address("https://a.example/".into()));
    assert_eq!(page.all_orders(), [Order::Remember("https://a.example/".into()), Order::Start(Timer::Typing)]);
}

#[test]
fn answers_to_an_older_run_are_not_heard() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    let old = page.0.run;
    page.act(Action::Files(vec![entry("b.xml", 2)]));
    page.answer(done(old, vec![file("a.xml", vec![])]));
    assert!(page.0.outcome.is_none());
    assert!(matches!(page.0.work, Work::Checking { .. }));
}

#[test]
fn a_run_can_be_stopped_at_once() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1)]));
    let run = page.0.run;
    assert_eq!(page.orders(), [Order::Check]);
    page.act(Action::Slow(run)).answer(progress(run)).act(Action::Cancel);
    assert_eq!(page.orders(), [Order::Respawn]);
    match &page.0.work {
        Work::Stopped(Some(progress)) => assert_eq!(progress.entries, 31_000),
        other => panic!("{other:?}"),
    }
    // Answers of the ended worker are ignored.
    page.answer(done(run, vec![file("a.xml", vec![])]));
    assert!(page.0.outcome.is_none());
    page.act(Action::Recheck);
    assert_eq!(page.orders(), [Order::Check]);
}

#[test]
fn a_crash_keeps_the_input() {
    let mut page = Page::new();
    page.act(Action::Typed("<urlset/>".into())).act(Action::TypingPaused);
    assert_eq!(page.orders(), [Order::Check]);
    page.act(Action::Down { how: WorkerError::Stopped("it".into()), was_ready: true });
    assert_eq!(page.orders(), [Order::Respawn]);
    assert_eq!(page.0.work, Work::Down(WorkerError::Stopped("it".into())));
    assert_eq!(&*page.0.input.text(), "<urlset/>");
    page.act(Action::Recheck);
    assert_eq!(page.orders(), [Order::Check]);
}

#[test]
fn a_worker_that_never_came_up_is_not_started_in_a_circle() {
    let mut page = Page::new();
    page.act(Action::Down { how: WorkerError::NotLoaded, was_ready: false });
    assert_eq!(page.orders(), []);
}

#[test]
fn a_fix_replaces_the_text_and_can_be_taken_back() {
    let mut page = Page::new();
    page.act(Action::Typed("a&b".into())).act(Action::TypingPaused);
    page.answer(done(page.0.run, vec![file("Pasted text", vec![fixable("xml-unescaped-ampersand", 1, 2)])]));
    page.orders();
    page.act(Action::Ask(Request::Fix(FixRequest::All { suggested: false })));
    let run = page.0.run;
    assert_eq!(page.questions(), [Question::Fix { what: FixRequest::All { suggested: false } }.of(run, 0)]);
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 7, body: Body::Text("a&amp;b".into()) });
    assert_eq!(page.0.input, Input::Text { text: "a&amp;b".into(), fixed: true });
    assert_eq!(page.0.notice.as_deref(), Some("1 problem fixed"));
    assert_eq!(page.orders(), [Order::Check]);
    page.act(Action::Save(false));
    let saved = Order::Save { name: "sitemap-fixed.xml".into(), body: Body::Text("a&amp;b".into()) };
    assert_eq!(page.orders(), [saved]);
    page.act(Action::Undo);
    assert_eq!(page.0.input, Input::Text { text: "a&b".into(), fixed: false });
    assert_eq!(page.orders(), [Order::Check]);
}

#[test]
fn what_was_made_of_the_files_is_offered_for_saving() {
    let mut page = Page::with(vec![]);
    let run = page.0.run;
    page.orders();
    let files = vec![("a.txt".to_owned(), Body::Blob(3)), ("b.txt".to_owned(), Body::Text("b".into()))];
    let omitted = vec![("lastmod".to_owned(), 2)];
    page.act(Action::Converted { run, files: files.clone(), left_out: 1, omitted });
    let said = "2 files created; 1 entry without a complete URL skipped; skipped: lastmod (2)";
    assert_eq!(page.0.notice.as_deref(), Some(said));
    let saved: Vec<_> = files.into_iter().map(|(name, body)| Order::Save { name, body }).collect();
    assert_eq!(page.orders(), saved);
}

#[test]
fn a_missing_report_does_not_affect_the_next_one() {
    let mut page = Page::with(vec![]);
    page.act(Action::ReportToHost).act(Action::Recheck);
    let run = page.0.run;
    page.orders();
    page.act(Action::Answer(Box::new(done(run, vec![])))).act(Action::Ask(Request::Export(Format::Csv, None)));
    page.orders();
    page.act(Action::Exported { run, body: Body::Blob(3) });
    assert!(matches!(&page.orders()[..], [Order::Save { .. }]), "it is the visitor's");
    page.act(Action::ReportToHost);
    page.orders();
    page.act(Action::Answer(Box::new(FromWorker::Failed { run, message: "no".into() })));
    assert_eq!(page.orders(), [Order::ReportToHost(None)], "the host is told that there is none");
    page.act(Action::Down { how: WorkerError::Stopped("it".into()), was_ready: true });
    page.orders();
    page.act(Action::ReportToHost);
    assert_eq!(page.orders(), [Order::ReportToHost(None)], "the run went with the worker");
}

#[test]
fn each_report_is_for_whom_it_was_asked_for() {
    let mut page = Page::with(vec![]);
    let run = page.0.run;
    page.orders();
    for action in [
        Action::Ask(Request::Export(Format::Csv, None)),
        Action::ReportToHost,
        Action::Ask(Request::Export(Format::Json, Some(0))),
    ] {
        page.act(action);
    }
    let questions = page.questions();
    assert!(matches!(&questions[..], [_, ToWorker::Export { format, file: None, .. }, _] if format == "json"));
    let written = |run, number| Action::Exported { run, body: Body::Blob(number) };
    let saved = |name: &str, number| Order::Save { name: name.into(), body: Body::Blob(number) };
    page.act(written(run + 1, 3)).act(written(run, 4));
    assert_eq!(page.orders(), [saved("a-report.csv", 4)]);
    page.act(written(run, 5));
    assert_eq!(page.orders(), [Order::ReportToHost(Some(Body::Blob(5)))]);
    page.act(written(run, 6)).act(written(run, 7));
    assert_eq!(page.orders(), [saved("a-report.json", 6)], "nobody asked for the last one");
}

#[test]
fn a_fixed_file_takes_the_place_of_the_file() {
    let mut page = Page::with(vec![fixable("loc-relative", 4, 5)]);
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 3, body: Body::Blob(7) });
    assert_eq!(page.0.input.blobs().collect::<Vec<_>>(), [7]);
    page.act(Action::Save(false));
    let orders = page.orders();
    assert!(orders.contains(&Order::Save { name: "a-fixed.xml".into(), body: Body::Blob(7) }), "{orders:?}");
}

#[test]
fn a_file_that_became_a_sitemap_is_named_as_one() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("list.csv", 1)]));
    let mut table = file("list.csv", vec![fixable("structure-unknown-format", 1, 1)]);
    table.kind = Kind::Other;
    let run = page.0.run;
    page.answer(done(run, vec![table]));
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 3, body: Body::Blob(7) });
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    assert_eq!(&*entries[0].name, "list.xml");
}

#[test]
fn a_whole_text_from_elsewhere_is_nothing_that_was_typed() {
    let mut page = Page::from(State::new("https://mine.example/sitemap.xml"));
    page.act(Action::Sample(Sample::Broken));
    page.answer(done(page.0.run, vec![file("Pasted text", vec![fixable("loc-empty", 8, 5)])]));
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 0, applied: 1, bytes: 1, body: Body::Text("x".into()) });
    page.act(Action::Filter(FilterChange::Text("loc".into())));
    page.orders();
    page.act(Action::Pasted("<urlset/>".into()));
    assert_eq!(page.0.input, Input::Text { text: "<urlset/>".into(), fixed: false });
    assert_eq!((&*page.0.address, page.0.undo.len()), ("https://mine.example/sitemap.xml", 2));
    assert!(page.0.outcome.is_none() && !page.0.view.filter.is_active());
    assert_eq!(page.orders().last(), Some(&Order::Check));
}

#[test]
fn a_result_names_the_settings_it_was_made_with() {
    let mut page = Page::with(vec![]);
    page.act(Action::Set(SettingChange::Pedantic(true)));
    page.act(Action::Down { how: WorkerError::Stopped("it".into()), was_ready: true });
    let pedantic = |page: &Page| page.0.outcome.as_ref().map(|outcome| outcome.settings.pedantic);
    assert_eq!((page.0.settings.pedantic, pedantic(&page)), (true, Some(false)));
    page.act(Action::Recheck);
    page.answer(done(page.0.run, vec![file("a.xml", vec![])]));
    assert_eq!(pedantic(&page), Some(true));
}
