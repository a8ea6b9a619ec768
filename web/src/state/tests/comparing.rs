use std::rc::Rc;

use sitemap_validator_protocol::comparison::{ComparisonFile, Summary};

use super::*;
use crate::{request, state::Document};

fn summary(counts: &str) -> Summary {
    Summary { facts: vec![], counts: counts.into(), sections: vec![] }
}

/// What the worker is sent, and the blobs.
fn sent(page: &Page, file: Option<ComparisonFile>) -> (u32, [String; 2], Vec<u32>) {
    match request::compare(&page.0, file) {
        Some((ToWorker::Compare { number, names, .. }, blobs)) => (number, names, blobs),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_replaced_input_is_the_earlier_version() {
    let mut page = Page::with(vec![]);
    assert!(page.0.replaced().is_none());
    page.act(Action::Files(vec![entry("b.xml", 2)]));
    page.answer(done(page.0.run, vec![file("b.xml", vec![])]));
    let old = page.0.replaced().expect("a replaced input");
    page.orders();
    page.act(Action::Ask(Request::Compare(old)));
    assert_eq!(page.orders(), [Order::Compare(None)]);
    assert_eq!(sent(&page, None), (1, ["a.xml".to_owned(), "b.xml".to_owned()], vec![1]));
    let run = page.0.run;
    let mut answered = |number, counts: &str| {
        page.answer(FromWorker::Compared { run, number, summary: summary(counts), redirects: true });
        page.0.comparison.as_ref().and_then(|comparison| comparison.summary.clone()).map(|shown| shown.counts.clone())
    };
    assert_eq!(answered(0, "an earlier one"), None);
    assert_eq!(answered(1, "1 gone."), Some("1 gone.".to_owned()));
    page.orders();
    page.act(Action::Ask(Request::SaveComparison(ComparisonFile::Rows)));
    page.act(Action::Exported { run, body: Body::Text("csv".into()) });
    let (name, body) = ("comparison.csv".to_owned(), Body::Text("csv".into()));
    assert_eq!(page.orders(), [Order::Compare(Some(ComparisonFile::Rows)), Order::Save { name, body }]);
    page.act(Action::CloseComparison);
    assert!(page.0.comparison.is_none());
}

#[test]
fn chosen_files_are_the_earlier_version_once_the_input_is_checked() {
    let mut page = Page::with(vec![]);
    page.act(Action::Recheck);
    let old = Document::of_files(vec![entry("x/a.xml", 3), entry("x/a.xml", 4)]);
    page.act(Action::Ask(Request::Compare(Rc::new(old))));
    assert!(page.0.comparison.is_none());
    page.answer(done(page.0.run, vec![file("a.xml", vec![])]));
    assert_eq!(sent(&page, None), (1, ["2 files".to_owned(), "a.xml".to_owned()], vec![3, 4]));
    // A version that cannot be compared closes the dialog.
    page.answer(FromWorker::Failed { run: page.0.run, message: "No.".into() });
    assert!(page.0.comparison.is_none());
    assert_eq!(page.0.notice.as_deref(), Some("No."));
}
