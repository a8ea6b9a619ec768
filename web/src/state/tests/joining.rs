//! Files that come in while others are open.

use super::*;
use crate::samples::{done_set, listing};

/// The names of the open files.
fn open(page: &Page) -> Vec<&str> {
    let Input::Files(entries) = &page.0.input else { return vec![] };
    entries.iter().map(|entry| &*entry.name).collect()
}

fn take(page: &mut Page, names: &[&str]) {
    page.act(Action::Files(names.iter().zip(2..).map(|(name, number)| entry(name, number)).collect()));
}

/// The end of a check; `lists` is the index and the files that it lists.
fn check(page: &mut Page, lists: Option<(u32, &[Option<u32>])>) {
    let mut files: Vec<_> = open(page).into_iter().map(|name| file(name, vec![])).collect();
    let mut tree = vec![];
    if let Some((index, children)) = lists {
        files[index as usize].kind = Kind::SitemapIndex;
        tree.push(listing(index, children));
    }
    let run = page.0.run;
    page.answer(if files.len() > 1 { done_set(run, files, tree, vec![]) } else { done(run, files) });
}

/// A page with one file.
fn page(is_index: bool) -> Page {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("open.xml", 1)]));
    check(&mut page, is_index.then_some((0, &[])));
    page
}

#[test]
fn a_robots_txt_belongs_to_whatever_is_open() {
    let mut page = page(false);
    take(&mut page, &["site/robots.txt"]);
    assert_eq!(open(&page), ["open.xml", "site/robots.txt"]);
    assert_eq!(page.0.notice.as_deref(), Some("Added to the set: site/robots.txt"));
    page.act(Action::Undo);
    assert_eq!(open(&page), ["open.xml"]);

    let mut page = Page::new();
    page.act(Action::Address("https://mine.example/a.xml".into())).act(Action::Pasted("<urlset/>".into()));
    take(&mut page, &["robots.txt"]);
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    assert_eq!((&*entries[0].name, &entries[0].body), ("", &Body::Text("<urlset/>".into())));
    assert_eq!(&*entries[0].address, "https://mine.example/a.xml");
}

#[test]
fn what_an_open_index_lists_is_added_and_anything_else_replaces_it() {
    let mut listed = page(true);
    take(&mut listed, &["a.xml", "b.xml"]);
    listed.act(Action::LeftOut { all: false, passed_over: vec!["logo.png".into()], beyond: 0, limit: 9 });
    check(&mut listed, Some((0, &[Some(2), None])));
    assert_eq!(open(&listed), ["open.xml", "a.xml", "b.xml"]);
    assert!(listed.0.outcome.is_some() && listed.0.can_replace_instead());
    assert_eq!(
        listed.0.notice.as_deref(),
        Some("Added to the set: 2 files. 1 file skipped that is not a sitemap (logo.png)")
    );
    listed.act(Action::ReplaceInstead);
    assert_eq!(open(&listed), ["a.xml", "b.xml"]);
    assert_eq!(listed.0.notice.as_deref(), Some("Replaced: open.xml"));
    listed.act(Action::Undo);
    assert_eq!((open(&listed), listed.0.undo.len()), (vec!["open.xml"], 0));

    let mut other = page(true);
    take(&mut other, &["a.xml"]);
    check(&mut other, Some((0, &[None])));
    assert_eq!((open(&other), other.0.outcome.is_none()), (vec!["a.xml"], true));
    assert_eq!((other.0.undo.len(), other.0.notice.as_deref()), (1, Some("Replaced: open.xml")));
    check(&mut other, None);
    assert!(other.0.outcome.is_some());
}

#[test]
fn a_file_that_was_chosen_stays_while_others_are_added() {
    let mut page = page(true);
    take(&mut page, &["a.xml", "b.xml"]);
    check(&mut page, Some((0, &[Some(1), Some(2)])));
    page.act(Action::Choose(2)).act(Action::OnlyProblematic(true));
    take(&mut page, &["robots.txt"]);
    check(&mut page, Some((0, &[Some(1), Some(2)])));
    assert_eq!((page.0.view.file, open(&page).len()), (2, 4));
    assert!(page.0.view.only_problematic);
}

#[test]
fn the_index_of_the_open_files_is_added_to_them() {
    for is_theirs in [true, false] {
        let mut page = page(false);
        take(&mut page, &["sitemap.xml"]);
        assert_eq!(open(&page), ["sitemap.xml"]);
        check(&mut page, Some((0, &[])));
        assert_eq!(open(&page), ["open.xml", "sitemap.xml"]);
        check(&mut page, Some((1, &[is_theirs.then_some(0)])));
        if is_theirs {
            assert!(page.0.can_replace_instead() && page.0.outcome.is_some());
        } else {
            assert_eq!(open(&page), ["sitemap.xml"]);
            check(&mut page, Some((0, &[])));
            assert!(page.0.outcome.is_some(), "it is tried once");
        }
        assert_eq!(page.0.undo.len(), 1);
    }
}

#[test]
fn a_set_takes_one_more_file_and_new_versions_of_its_own() {
    let mut page = Page::new();
    take(&mut page, &["a/s.xml.gz", "a/s.xml.gz", "b.xml"]);
    check(&mut page, None);
    assert_eq!(open(&page), ["a/s.xml.gz", "a/s (2).xml.gz", "b.xml"]);
    page.act(Action::Files(vec![entry("b.xml", 9)]));
    assert_eq!((open(&page).len(), page.0.input.blobs().last()), (3, Some(9)));
    assert_eq!(page.0.notice.as_deref(), Some("Replaced in the set: b.xml"));
    check(&mut page, None);
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 2, applied: 1, bytes: 5, body: Body::Text("fixed".into()) });
    check(&mut page, None);
    page.act(Action::Files(vec![entry("b.xml", 9)]));
    assert_eq!(page.0.notice.as_deref(), Some("Replaced in the set: b.xml. Your changes to it are lost"));
    check(&mut page, None);
    page.act(Action::Files(vec![entry("s.xml.gz", 10)]));
    assert_eq!(page.0.notice.as_deref(), Some("Replaced in the set: a/s.xml.gz"), "no other has this name");
    check(&mut page, None);
    take(&mut page, &["c.xml"]);
    assert_eq!((open(&page).len(), page.0.can_replace_instead()), (4, true));
    assert!(page.orders().contains(&Order::Stop(Timer::Notice)), "the timer of an earlier notice is still on");
    check(&mut page, None);
    // Several files that are not linked with the open ones form another set.
    take(&mut page, &["d.xml", "e.xml"]);
    check(&mut page, None);
    assert_eq!(open(&page), ["d.xml", "e.xml"]);
}

#[test]
fn a_single_file_replaces_another_and_its_own_earlier_version() {
    for name in ["a.xml", "open.xml"] {
        let mut page = page(name == "open.xml");
        take(&mut page, &[name]);
        check(&mut page, None);
        assert_eq!(open(&page), [name]);
    }
}
