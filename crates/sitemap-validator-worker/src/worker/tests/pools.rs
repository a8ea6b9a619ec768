//! Sets of files shared among helpers.

use super::sets::{given, index, sitemap};
use super::*;
use crate::helper::{FromHelper, Helper, ToHelper};

/// A set of an index, a robots.txt and `files` sitemaps, each with an error; the set is large enough to start helpers.
fn set(files: usize) -> Vec<(String, String)> {
    let url = |file: usize, page: usize| format!("https://tidepool.page/{}/{page}", file % 3);
    let part = |file: usize| {
        let pages: Vec<String> = (0..16_000).map(|page| url(file, page)).chain(["/relative".to_owned()]).collect();
        sitemap(&pages.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let mut all: Vec<(String, String)> = (0..files).map(|file| (format!("{file}.xml"), part(file))).collect();
    let addresses: Vec<String> = (0..=files).map(|file| format!("https://tidepool.page/{file}.xml")).collect();
    all.push(("index.xml".into(), index(&addresses.iter().map(String::as_str).collect::<Vec<_>>())));
    all.push(("robots.txt".into(), "User-agent: *\nDisallow: /1/\nSitemap: https://tidepool.page/index.xml\n".into()));
    all
}

fn checking_with(processors: u32, files: &[(String, String)]) -> (ToWorker, Vec<Posted>) {
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let (inputs, posted) = given(&files);
    let settings = Settings { now: Some(1_700_000_000_000), ..Settings::default() };
    (ToWorker::Check { run: 7, settings, inputs, processors, folder: None }, posted)
}

/// What happens to a file in a helper.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Done,
    Crash,
    NeverUp,
}

impl Page {
    fn with_room(helpers: usize) -> Self {
        let page = Self::new(0.0);
        page.edge.room.set(helpers);
        page
    }

    /// Lets the helpers work until all files are checked. If `last` is true, the helper that got its file last answers
    /// first.
    fn work(&mut self, last: bool, fate: impl Fn(&str) -> Fate) -> Vec<FromWorker> {
        let edge = Fake { tick: self.edge.tick, ..Fake::default() };
        let mut helpers: Vec<(u32, Helper<Fake>)> = Vec::new();
        loop {
            let new = self.edge.hired.borrow().iter().copied().find(|id| helpers.iter().all(|(known, _)| known != id));
            if let Some(id) = new {
                helpers.push((id, Helper::start(edge.clone())));
                if fate("") == Fate::NeverUp {
                    edge.reported.take();
                    self.worker.lose_helper(id, "");
                } else {
                    self.pass_on(id, &edge);
                }
                continue;
            }
            let mut waiting = self.edge.handed.take();
            if waiting.is_empty() {
                break;
            }
            // Each helper answers its messages in order.
            let by = if last { waiting.last() } else { waiting.first() }.map(|(id, ..)| *id);
            let first = waiting.iter().position(|(id, ..)| Some(*id) == by).expect("a message");
            let handed = waiting.remove(first);
            self.edge.handed.replace(waiting);
            let (id, message, file) = handed;
            let ToHelper { task, .. } = ToHelper::unpack(&message).expect("a task");
            if fate(&task.terms.name) == Fate::Crash {
                self.edge.handed.borrow_mut().retain(|(other, ..)| *other != id);
                self.worker.lose_helper(id, "Uncaught RuntimeError: unreachable");
                continue;
            }
            let (_, helper) = helpers.iter_mut().find(|(known, _)| *known == id).expect("a helper at work");
            helper.handle(&message, &[file]);
            self.pass_on(id, &edge);
        }
        self.edge.said.take()
    }

    fn pass_on(&mut self, id: u32, edge: &Fake) {
        for message in edge.reported.take() {
            self.worker.receive(id, &message);
        }
    }
}

/// Returns an answer without its elapsed time.
fn timeless(answer: Option<FromWorker>) -> FromWorker {
    match answer {
        Some(FromWorker::Done { run, report, safe_fixes, lines, .. }) => {
            FromWorker::Done { run, elapsed: 0, report, safe_fixes, lines }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_order_in_which_helpers_finish_makes_no_difference() {
    let files = set(6);
    let questions = [
        Question::Findings { rule: Some("loc-relative".into()), offset: 0, count: 9 }.of(7, 4),
        Question::Lines { first: 16_000, count: 9, focus: None }.of(7, 2),
        Question::Fix { what: FixRequest::All { suggested: false } }.of(7, 1),
        ToWorker::Convert { run: 7, file: 3, to: sitemap_validator_protocol::message::Target::Text },
        ToWorker::Export { run: 7, format: "json".into(), file: None },
    ];
    let (message, posted) = checking_with(1, &files);
    let mut alone = Page::with_room(9);
    let expected = timeless(alone.say(&message, posted).pop());
    assert_eq!(alone.edge.ever.get(), 0, "one processor needs no helpers");
    let answers = questions.clone().map(|question| alone.ask(&question));
    for (processors, last) in [(2, false), (2, true), (3, true), (9, false), (9, true)] {
        let mut page = Page::with_room(9);
        let (message, posted) = checking_with(processors, &files);
        page.worker.handle(&serde_json::to_string(&message).expect("serialises"), posted);
        assert_eq!(page.edge.hired.borrow().len(), processors.min(4) as usize);
        assert_eq!(timeless(page.work(last, |_| Fate::Done).pop()), expected);
        assert!(page.edge.hired.borrow().is_empty(), "they are sent home");
        assert_eq!(questions.clone().map(|question| page.ask(&question)), answers);
    }
}

#[test]
fn helpers_speak_the_language_of_the_page() {
    let files = set(4);
    let text = sitemap_validator::message::catalogue_text("es").expect("Spanish");
    let words = ToWorker::Words { lang: "es".into(), text: text.into() };
    let run = |processors| {
        let (message, posted) = checking_with(processors, &files);
        let ToWorker::Check { run, settings, inputs, processors, .. } = message else { panic!("a check") };
        let settings = Settings { lang: "es".into(), ..settings };
        let mut page = Page::with_room(9);
        page.say(&words, Vec::new());
        let said = page.say(&ToWorker::Check { run, settings, inputs, processors, folder: None }, posted);
        let said = if processors > 1 { page.work(false, |_| Fate::Done) } else { said };
        timeless(said.into_iter().last())
    };
    let alone = run(1);
    let FromWorker::Done { report, .. } = &alone else { panic!("an end") };
    assert!(report.files[2].diagnostics[0].message.contains("16.001 entradas"), "{:?}", report.files[2].diagnostics[0]);
    assert_eq!(run(2), alone);
}

#[test]
fn a_crashed_helper_loses_only_its_file() {
    let files = set(5);
    let mut page = Page::with_room(9);
    let (message, posted) = checking_with(2, &files);
    page.worker.handle(&serde_json::to_string(&message).expect("serialises"), posted);
    let fate = |name: &str| if name == "1.xml" { Fate::Crash } else { Fate::Done };
    let FromWorker::Done { report, .. } = timeless(page.work(false, fate).pop()) else { panic!("an end") };
    let why = "`1.xml` could not be checked: the validator stopped unexpectedly (RuntimeError: unreachable)";
    assert_eq!(report.files[1].read_error.as_deref(), Some(why));
    assert_eq!(report.files[1].verdict, sitemap_validator_protocol::report::Verdict::Unchecked);
    assert!(report.files.iter().enumerate().all(|(at, file)| (at == 1) == file.read_error.is_some()));
    assert_eq!(report.set.expect("a set").entries, 4 * 16_001);
    assert_eq!(page.edge.ever.get(), 3, "another took its place");
    assert!(is_failure(&page.ask(&Question::Lines { first: 1, count: 1, focus: None }.of(7, 1)), 7, why));
}

#[test]
fn what_cannot_be_handed_over_is_told_of() {
    let mut page = Page::with_room(9);
    page.edge.stuck.set(true);
    let (message, posted) = checking_with(2, &set(4));
    assert!(page.say(&message, posted).is_empty());
    let FromWorker::Done { report, .. } = timeless(page.work(false, |_| Fate::Done).pop()) else { panic!("an end") };
    let unread: Vec<_> = report.files.iter().filter_map(|file| file.read_error.as_deref()).collect();
    assert_eq!(unread.len(), 4, "the index and the robots.txt are read here");
    assert_eq!(unread[3], "`3.xml` could not be sent to the validator");
    assert!(page.edge.hired.borrow().is_empty());
}

#[test]
fn nobody_is_hired_for_what_is_begun() {
    let mut page = Page::with_room(9);
    let (message, posted) = checking_with(2, &set(3));
    page.worker.handle(&serde_json::to_string(&message).expect("serialises"), posted);
    let fate = |name: &str| if name == "2.xml" { Fate::Crash } else { Fate::Done };
    assert!(matches!(page.work(false, fate).pop(), Some(FromWorker::Done { .. })));
    assert_eq!(page.edge.ever.get(), 2, "nothing was left for another");
}

#[test]
fn looking_at_what_a_helper_checked_can_be_stopped() {
    let mut page = Page::with_room(9);
    let (message, posted) = checking_with(2, &set(4));
    page.worker.handle(&serde_json::to_string(&message).expect("serialises"), posted);
    page.work(false, |_| Fate::Done);
    let mut breaths = || {
        page.edge.breaths.set(0);
        page.ask(&Question::Lines { first: 1, count: 1, focus: None }.of(7, 2));
        page.edge.breaths.get()
    };
    assert!(breaths() > 2, "it is read and checked");
    assert_eq!(breaths(), 0, "both is at hand now");
}

#[test]
fn without_helpers_it_is_done_here() {
    let files = set(4);
    let (message, posted) = checking_with(1, &files);
    let expected = timeless(Page::new(0.0).say(&message, posted).pop());
    for room in [0, 1, 9] {
        let mut page = Page::with_room(room);
        let (message, posted) = checking_with(4, &files);
        let said = page.say(&message, posted);
        let said = if room == 0 { said } else { page.work(false, |_| Fate::NeverUp) };
        assert_eq!(timeless(said.into_iter().last()), expected);
    }
}

#[test]
fn small_sets_need_no_helpers() {
    let mut page = Page::with_room(9);
    let text = sitemap(&["https://tidepool.page/a"]);
    let files: Vec<(String, String)> = (0..9).map(|file| (format!("{file}.xml"), text.clone())).collect();
    let (message, posted) = checking_with(4, &files);
    assert!(matches!(page.say(&message, posted)[..], [FromWorker::Done { .. }]));
    assert_eq!(page.edge.ever.get(), 0);
}

#[test]
fn another_check_ends_the_one_on_its_way() {
    let mut page = Page::with_room(9);
    let (message, posted) = checking_with(2, &set(4));
    assert!(page.say(&message, posted).is_empty());
    assert_eq!(page.edge.hired.borrow().len(), 2);
    assert!(is_failure(&page.ask(&Question::Lines { first: 1, count: 1, focus: None }.of(7, 0)), 7, "over"));
    let done = page.ask(&checking(vec![input("a.xml", Some("x"))]));
    assert!(matches!(done, FromWorker::Done { .. }));
    assert!(page.edge.hired.borrow().is_empty());
    page.worker.receive(1, &FromHelper::Ready.pack());
    page.worker.lose_helper(2, "too late");
    assert!(page.edge.said.take().is_empty());
}

#[test]
fn progress_over_a_pool_never_goes_back() {
    let mut page = Page::new(60.0);
    page.edge.room.set(9);
    let files = set(6);
    let all: u64 = files.iter().map(|(_, text)| text.len() as u64).sum();
    let (message, posted) = checking_with(3, &files);
    let mut said = page.say(&message, posted);
    said.extend(page.work(true, |_| Fate::Done));
    let told = |answer: &FromWorker| match answer {
        FromWorker::Progress(told) => Some((told.done, told.total, told.entries, told.finished)),
        _ => None,
    };
    let told: Vec<_> = said.iter().filter_map(told).collect();
    assert!(told.len() > 5, "{told:?}");
    assert!(told.iter().all(|told| told.1 == all), "{told:?}");
    assert!(told.is_sorted_by(|a, b| a.0 <= b.0 && a.2 <= b.2 && a.3 <= b.3), "{told:?}");
    assert_eq!(told.last().map(|told| (told.0, told.3)), Some((all, 8)));
}

#[test]
fn large_files_share_the_memory() {
    // A compressed file is assumed to have ten times its size.
    let text = sitemap(&["https://tidepool.page/a"]) + &" ".repeat(7 * 1024 * 1024);
    let files: Vec<(String, String)> = (0..3).map(|file| (format!("{file}.xml.gz"), text.clone())).collect();
    let mut page = Page::with_room(9);
    let (message, posted) = checking_with(4, &files);
    page.worker.handle(&serde_json::to_string(&message).expect("serialises"), posted);
    for helper in [1, 2, 3] {
        page.worker.receive(helper, &FromHelper::Ready.pack());
    }
    assert_eq!(page.edge.handed.borrow().len(), 1, "two of them would not fit");
}

#[test]
fn one_file_that_cannot_be_read_does_not_stop_the_others() {
    let [a, b] = ["a", "b"].map(|name| sitemap(&[&format!("https://tidepool.page/{name}")]));
    let index = index(&["https://tidepool.page/a.xml", "https://tidepool.page/b.xml"]);
    let (inputs, files) = given(&[("index.xml", &index), ("a.xml", &a), ("b.xml", &b)]);
    files[1].becomes(Err("it is gone"));
    let mut page = Page::new(0.0);
    let report = page.set(inputs.clone(), files.clone());
    assert_eq!(report.files[1].read_error.as_deref(), Some("`a.xml` could not be read: it is gone"));
    assert_eq!(report.files[1].url.as_deref(), Some("https://tidepool.page/a.xml"));
    let set = report.set.expect("a set");
    assert!(set.diagnostics.is_empty(), "it was given, and may be as it should: {:?}", set.diagnostics);
    assert_eq!((set.tree[0].children[0].file, set.entries), (Some(1), 1));

    // The file is read again.
    files[1].becomes(Ok(&a));
    let report = page.set(inputs, files);
    assert_eq!((report.files[1].read_error.as_ref(), report.files[1].stats.entries), (None, 1));
}
