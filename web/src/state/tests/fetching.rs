//! Tests of URLs, with a server behind the page that fetches files.

use std::rc::Rc;

use sitemap_validator_protocol::{
    http::{FetchError, Http},
    message::SiteFile,
};

use super::*;

const SITE: &str = "https://tidepool.page";

fn fetching() -> Page {
    let mut page = Page::from(State { fetches: true, ..State::new("") });
    page.act(Action::Typed(" tidepool.page ".into())).act(Action::TypingPaused);
    page
}

fn fetched(page: &mut Page) {
    let ok = Http { status: Some(200), ..Http::new("https://tidepool.page/robots.txt") };
    let gone = Http { error: Some(FetchError::Timeout), ..Http::new("https://tidepool.page/a.xml") };
    let files = [(1, ok), (2, gone)].map(|(number, http)| Entry { http: Some(Rc::new(http)), ..entry("a", number) });
    let run = page.0.run;
    page.act(Action::SiteFetched { run, entries: files.into(), left_out: 0 });
}

#[test]
fn a_url_is_fetched_when_the_visitor_says_so() {
    let mut page = fetching();
    assert_eq!((page.orders(), page.0.lone_url().as_deref()), (vec![], Some(SITE)));
    page.act(Action::EnterUrl);
    let site = |again| Order::Site { start: SITE.into(), again };
    assert_eq!(page.orders(), [site(false)]);
    let run = page.0.run;
    let file = SiteFile { id: 0, http: Http::new("https://tidepool.page/robots.txt") };
    let requests = vec![(0, file.http.requested.clone())];
    let files = vec![file];
    page.answer(FromWorker::Requests { run, requests: requests.clone(), wait: Some(9), files, finished: 0, known: 1 });
    assert_eq!(page.orders(), [Order::Fetch { run, requests, wait: Some(9) }]);
    let Work::Fetching(fetching) = &page.0.work else { panic!("{:?}", page.0.work) };
    assert_eq!((fetching.files.entries().len(), fetching.known), (1, 1));
    page.answer(FromWorker::Site { run, files: vec![], left_out: 0 });
    assert_eq!(page.orders(), [Order::Collect { run, files: vec![], left_out: 0 }]);
    fetched(&mut page);
    assert_eq!((page.orders(), page.0.missing()), (vec![Order::Check], 1));
    assert_eq!(page.0.fetched_from.as_deref(), Some(SITE));
    // The files fetched before stay on the page until the other files arrive.
    page.act(Action::FetchAgain);
    assert!(page.orders().contains(&site(true)) && page.0.input.len() == 2);
    page.act(Action::Cancel);
    assert_eq!(page.orders(), [Order::EndSite(page.0.run)]);
    // Changing a setting does not end the search. If nothing arrives, the previous files are checked again.
    page.act(Action::TypingPaused);
    let run = page.0.run;
    page.act(Action::SiteFetched { run, entries: vec![], left_out: 0 });
    assert_eq!((page.orders(), page.0.fetched_from.as_deref()), (vec![Order::Check], Some(SITE)));
}

#[test]
fn a_pasted_url_is_fetched_at_once() {
    let mut page = Page::from(State { fetches: true, ..State::new("") });
    page.act(Action::Pasted(SITE.into()));
    assert_eq!(page.orders(), [Order::Site { start: SITE.into(), again: false }]);
    // Enter fetches a URL in the field, and the new files replace those fetched before.
    let mut page = fetching();
    page.act(Action::EnterUrl);
    fetched(&mut page);
    page.act(Action::Address("b.example".into()));
    page.orders();
    page.act(Action::EnterUrl);
    assert!(page.orders().contains(&Order::Site { start: "https://b.example".into(), again: false }));
    assert_eq!((page.0.input.len(), page.0.undo.len()), (0, 1));
    // The field is above the result of the search.
    let run = page.0.run;
    page.answer(FromWorker::Failed { run, message: "It is not there".into() });
    assert_eq!(page.all_orders(), [Order::Reveal]);
    // Without such a server, the page shows an explanation.
    let mut page = Page::new();
    page.act(Action::Pasted(SITE.into())).act(Action::EnterUrl);
    assert_eq!((page.orders(), page.0.lone_url().as_deref()), (vec![], Some(SITE)));
}

#[test]
fn fetch_failures_are_shown_and_can_be_retried() {
    let mut page = fetching();
    page.act(Action::EnterUrl);
    let run = page.0.run;
    page.orders();
    page.answer(FromWorker::Failed { run, message: "It is not there".into() });
    assert_eq!(page.0.work, Work::Failed(WorkerError::Fetch("It is not there".into())));
    page.act(Action::Recheck);
    assert_eq!(page.orders(), [Order::Site { start: SITE.into(), again: false }]);
    let run = page.0.run;
    page.act(Action::FetcherBusy { run, seconds: Some(90) });
    assert_eq!(page.orders(), [Order::EndSite(run)]);
    assert!(page.0.notice.as_deref().is_some_and(|notice| notice.contains("90 s")));
    page.act(Action::SiteFetched { run, entries: vec![], left_out: 0 });
    assert_eq!((page.0.work.clone(), page.orders()), (Work::Idle, vec![]));
    // A search that was replaced reports nothing.
    page.act(Action::EnterUrl).act(Action::Reset);
    assert!(page.orders().contains(&Order::Respawn));
    fetched(&mut page);
    assert_eq!(page.0.input, Input::Nothing);
}
