use sitemap_validator_protocol::report::Verdict;

use super::*;
use crate::{
    samples::{across, done_set, listing},
    state::{Past, SiteChange},
};

/// An index and two children. The first child lists a page that the second lists too.
fn set() -> Page {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("index.xml", 1), entry("a.xml", 2), entry("b.xml", 3)]));
    answered(&mut page);
    page
}

/// The worker's answer.
fn answered(page: &mut Page) {
    let mut index = file("index.xml", vec![]);
    index.kind = Kind::SitemapIndex;
    let files = vec![index, file("a.xml", vec![fixable("loc-empty", 8, 5)]), file("b.xml", vec![])];
    let found = vec![across("index-cross-file-duplicate", 2, 4, 1)];
    page.answer(done_set(page.0.run, files, vec![listing(0, &[Some(1), Some(2)])], found));
    page.orders();
}

#[test]
fn findings_across_files_are_listed_with_all_and_in_their_file() {
    let page = set();
    let outcome = page.0.outcome.clone().expect("a result");
    let together = outcome.set.clone().expect("a set");
    assert_eq!((together.across_rules.len(), together.across.warning, together.verdict), (1, 1, Verdict::Invalid));
    assert_eq!(page.0.view.file, 1, "the one with errors first");
    let b = &outcome.files[2];
    assert_eq!((b.report.verdict, b.report.verdict_in_set), (Verdict::Valid, Verdict::Warnings));
    assert_eq!((b.report.counts.warning, b.counts().warning, b.total()), (0, 1, 1));
    assert!(b.group("index-cross-file-duplicate").is_some_and(|group| group.complete && group.fetched() == 0));
}

#[test]
fn a_finding_across_files_leads_to_its_place_and_to_the_other() {
    let mut page = set();
    let found = page.0.outcome.as_ref().and_then(|outcome| outcome.set.clone()).expect("a set").across_rules[0]
        .group
        .findings[0]
        .clone();
    page.act(Action::Find(found.clone()));
    assert_eq!((page.0.view.file, page.place(), page.0.view.open), (2, Some((4, 5)), true));
    let run = page.0.run;
    assert!(page.questions().contains(&Question::Lines { first: 1, count: 60, focus: Some(304) }.of(run, 2)));

    page.act(Action::Visit(found.related[0].clone()));
    let spot = page.0.view.spot.expect("a place");
    assert_eq!((page.0.view.file, spot.line, spot.column, page.place()), (1, 9, 7, None));
    assert_eq!(page.0.view.came_from.as_ref(), Some(&found));
    assert!(page.questions().contains(&Question::Lines { first: 1, count: 60, focus: Some(806) }.of(run, 1)));

    page.act(Action::Find(found.clone()));
    assert_eq!((page.0.view.file, page.place(), &page.0.view.came_from), (2, Some((4, 5)), &None));
    // A finding in a file can be reached from the list of all files.
    let set = page.0.outcome.as_ref().and_then(|outcome| outcome.set.clone()).expect("a set");
    page.act(Action::Find(set.rules[0].group.findings[0].clone()));
    assert_eq!((page.0.view.file, page.place()), (1, Some((8, 5))));

    // After another run, the way back may no longer lead to a finding.
    page.act(Action::Find(found.clone())).act(Action::Visit(found.related[0].clone())).act(Action::Recheck);
    assert!(page.0.view.came_from.is_some());
    page.answer(done(page.0.run, ["index.xml", "a.xml", "b.xml"].map(|name| file(name, vec![])).into()));
    assert_eq!(page.0.view.came_from, None);
}

#[test]
fn a_place_in_the_same_file_keeps_the_finding() {
    let mut page = set();
    let found = across("index-cross-file-duplicate", 2, 4, 2);
    page.act(Action::Choose(2));
    let selected = page.place();
    page.act(Action::Visit(found.related[0].clone()));
    assert_eq!((page.0.view.file, page.place(), &page.0.view.came_from), (2, selected, &None));
}

#[test]
fn what_did_not_fit_into_the_report_is_fetched_when_the_file_is_looked_at() {
    let mut page = Page::new();
    page.act(Action::Files(vec![entry("a.xml", 1), entry("b.xml", 2)]));
    let mut second = file("b.xml", (1..=5).map(|n| finding("loc-relative", Severity::Error, n, 5)).collect());
    second.rules.insert("loc-relative".into(), 70);
    page.answer(done_set(page.0.run, vec![file("a.xml", vec![fixable("loc-empty", 1, 1)]), second], vec![], vec![]));
    page.orders();
    page.act(Action::Choose(1));
    let rest = Question::Findings { rule: Some("loc-relative".into()), offset: 5, count: 45 }.of(page.0.run, 1);
    assert!(page.questions().contains(&rest));
    let group = page.0.file().and_then(|file| file.group("loc-relative")).expect("the group");
    assert_eq!(group.more(), 65);
}

#[test]
fn an_address_of_one_file_is_checked_with() {
    let mut page = set();
    page.act(Action::FileAddress(1, "https://tidepool.page/a.xml".into()));
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    assert_eq!(
        (&*entries[1].address, &*entries[2].address, page.0.unchecked),
        ("https://tidepool.page/a.xml", "", true)
    );
    page.act(Action::TypingPaused);
    assert_eq!(page.orders(), [Order::Check]);
    assert_eq!(page.0.view.file, 1, "what was looked at stays");
}

#[test]
fn facts_about_the_site_are_sent_with_the_input() {
    let mut page = set();
    page.act(Action::Site(SiteChange::Robots("User-agent: *\n".into())));
    page.act(Action::Site(SiteChange::SearchConsole(true)));
    assert!(page.0.site.search_console);
    page.act(Action::TypingPaused);
    // The pasted robots.txt is the last file, and can be fixed like the others.
    let run = page.0.run;
    page.act(Action::Fixed { run, file: 3, applied: 1, bytes: 2, body: Body::Text("fixed".into()) });
    assert_eq!((&*page.0.site.robots, page.0.input.len()), ("fixed", 3));
    page.act(Action::Undo);
    assert_eq!(&*page.0.site.robots, "User-agent: *\n");
    page.act(Action::Reset);
    assert_eq!(page.0.site, crate::state::Site::default());
}

#[test]
fn a_reload_comes_back_to_the_file_and_the_finding() {
    let mut page = set();
    let history = page.0.worth_keeping().expect("a set to keep");
    let first = page.0.view.bookmark().to_string();
    let second = page.act(Action::Choose(2)).0.view.bookmark().to_string();
    assert_eq!(second.split(' ').next(), Some("2"));
    let third = page.act(Action::OnlyProblematic(true)).0.view.bookmark().to_string();
    assert!(page.act(Action::Choose(0)).0.view.only_problematic && third != second);
    // If the finding no longer exists, the first finding of the file, or of the set, is selected.
    for (place, at) in
        [(&*first, &*first), (&second, &second), (&third, &third), ("2 1 2 gone", &second), ("9", &first), ("", "0")]
    {
        let mut page = Page::new();
        let past = Past { history: history.clone(), id: "7".into(), when: "today".into() };
        page.act(Action::Stored(past, Some(place.into())));
        assert_eq!(page.0.view.bookmark(), place.into(), "what is looked at is not forgotten meanwhile");
        answered(&mut page);
        assert_eq!(page.0.view.bookmark().to_string(), at, "{place}");
    }
}

#[test]
fn the_files_with_problems_are_listed_from_the_worst_on() {
    let mut page = Page::new();
    page.act(Action::Files(["a", "b", "c", "d"].map(|name| entry(name, 1)).into()));
    let warning = |line| finding("loc-fragment", Severity::Warning, line, 1);
    let files = vec![
        file("a", vec![warning(1)]),
        file("b", vec![]),
        file("c", vec![warning(1), warning(2)]),
        file("d", vec![finding("loc-relative", Severity::Error, 1, 1)]),
    ];
    let answered = |page: &mut Page, files| page.answer(done_set(page.0.run, files, vec![], vec![])).0.outcome.clone();
    assert_eq!(answered(&mut page, files.clone()).expect("a result").problematic(), [3, 2, 0]);
    page.act(Action::Recheck);
    let all = files.into_iter().filter(|file| file.name != "b").collect();
    assert!(answered(&mut page, all).expect("a result").problematic().is_empty(), "there are no others to leave out");
}

#[test]
fn what_is_no_sitemap_in_a_folder_is_closed() {
    let mut page = Page::new();
    let names = ["site/LICENSE.txt", "site/a.xml", "site/b.xml"];
    page.act(Action::Files(names.iter().zip(1..).map(|(name, number)| entry(name, number)).collect()));
    let run = page.0.run;
    page.answer(FromWorker::LeftOut { run, files: vec![0] });
    page.answer(done_set(run, vec![file("site/a.xml", vec![]), file("site/b.xml", vec![])], vec![], vec![]));
    let Input::Files(entries) = &page.0.input else { panic!("files") };
    assert_eq!(entries.iter().map(|entry| &*entry.name).collect::<Vec<_>>(), names[1..]);
    assert_eq!(page.0.notice.as_deref(), Some("1 file skipped that is not a sitemap (site/LICENSE.txt)"));
}
