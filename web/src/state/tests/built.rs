//! The folder of a built site.

use std::rc::Rc;

use super::*;
use crate::state::{Folder, Uncompared};

fn folder(number: u32) -> Folder {
    let files = ["dist/sitemap.xml", "dist/index.html"].map(Rc::from);
    Folder { number, files: files.into(), pages: 1 }
}

/// A page on which the folder number 5 was dropped.
fn page() -> Page {
    let mut page = Page::new();
    page.act(Action::BuiltSite(vec![entry("dist/sitemap.xml", 1)], folder(5)));
    page
}

fn number(page: &Page) -> Option<u32> {
    page.0.folder.as_ref().map(|folder| folder.number)
}

#[test]
fn the_worker_gets_the_files_that_it_asks_for() {
    let mut page = page();
    let run = page.0.run;
    page.orders();
    page.answer(FromWorker::Wanted { run, files: vec![1], most: 9 });
    assert_eq!(page.orders(), [Order::Read { run, folder: 5, files: vec![1] }]);
    page.answer(FromWorker::Wanted { run: run - 1, files: vec![1], most: 9 });
    assert_eq!(page.orders(), []);
}

#[test]
fn a_folder_stays_with_its_sitemaps() {
    let mut page = page();
    page.act(Action::Edited("<urlset/>".into()));
    assert_eq!(number(&page), Some(5), "an edit");
    page.act(Action::Files(vec![entry("sitemap.xml", 2)]));
    assert_eq!(number(&page), Some(5), "another version of the sitemap");
    page.act(Action::BuiltSite(vec![entry("dist/sitemap.xml", 3)], folder(6)));
    assert_eq!(number(&page), Some(6));
    page.act(Action::Undo);
    assert_eq!(number(&page), Some(5));
    page.act(Action::Redo);
    assert_eq!(number(&page), Some(6));
    page.act(Action::Files(vec![entry("other.xml", 4)]));
    assert_eq!(number(&page), None, "a sitemap of another site");
    assert_eq!(
        page.0.blobs_in_use().entries().iter().map(|(number, ())| *number).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6]
    );
    page.act(Action::BuiltSite(vec![entry("dist/sitemap.xml", 7)], folder(8))).act(Action::Reset);
    assert_eq!(number(&page), None);
}

#[test]
fn the_notice_says_why_html_files_are_not_compared() {
    let mut page = Page::new();
    page.act(Action::Files(vec![])).act(Action::Uncompared(Uncompared::NoSitemap(1)));
    let said = "This folder has 1 HTML file, but no sitemap to compare. Drop the folder that contains both";
    assert_eq!(page.0.notice.as_deref(), Some(said));
}
