//! Fixes for several files at once.

use super::sets::{given, index, sitemap};
use super::*;

const FIX_ALL: fn(&[u32]) -> ToWorker =
    |files| ToWorker::FixAll { run: 7, files: files.to_vec(), what: FixRequest::All { suggested: false } };

/// Returns the file, the number of fixes and the text of each part.
fn parts(said: &[FromWorker]) -> Vec<(u32, u32, &str)> {
    let [parts @ .., FromWorker::FixedAll { run: 7 }] = said else { panic!("{said:?}") };
    let part = |said| match said {
        &FromWorker::FixedPart { run: 7, file, applied, ref text, .. } => (file, applied, text.as_str()),
        other => panic!("{other:?}"),
    };
    parts.iter().map(part).collect()
}

/// An index, and three sitemaps with two, no and one safe fix.
fn site() -> [(&'static str, String); 4] {
    [
        ("index.xml", index(&["https://tidepool.page/a.xml", "https://tidepool.page/b.xml"])),
        ("a.xml", sitemap(&["https://tidepool.page/?a=1&b=2", "https://tidepool.page/?c=3&d=4"])),
        ("b.xml", sitemap(&["https://tidepool.page/b", "/relative"])),
        ("c.xml", sitemap(&["https://tidepool.page/?e=5&f=6"])),
    ]
}

#[test]
fn several_files_are_repaired_by_one_message() {
    let site = site();
    let named = site.each_ref().map(|(name, text)| (*name, text.as_str()));
    let (inputs, files) = given(&named);
    let mut page = Page::new(0.0);
    page.set(inputs, files);
    let said = page.say(&FIX_ALL(&[0, 1, 2, 3]), Vec::new());
    let fixed = [&site[1].1, &site[3].1].map(|text| text.replace('&', "&amp;"));
    assert_eq!(parts(&said), [(1, 2, &*fixed[0]), (3, 1, &*fixed[1])], "only those in which something was repaired");
    assert!(said.iter().all(|said| !matches!(said, FromWorker::FixedPart { from_text: true, .. })));
    // Only the named files are fixed.
    let said = page.say(&FIX_ALL(&[3]), Vec::new());
    assert_eq!(parts(&said), [(3, 1, &*fixed[1])]);
    assert_eq!(parts(&page.say(&FIX_ALL(&[]), Vec::new())), []);
    // All fixes of one rule are applied, safe or not.
    let rule =
        |rule: &str| ToWorker::FixAll { run: 7, files: vec![1, 2, 3], what: FixRequest::Rule { rule: rule.into() } };
    let said = page.say(&rule("loc-unescaped-ampersand"), Vec::new());
    assert_eq!(parts(&said), [(1, 2, &*fixed[0]), (3, 1, &*fixed[1])]);
    assert!(is_failure(&page.ask(&rule("no-such-rule")), 7, "Unknown rule"));
}

#[test]
fn what_came_as_text_is_said_to() {
    let [_, (_, broken), ..] = site();
    let (mut inputs, files) = given(&[("a.xml", &broken), ("b.xml", &broken)]);
    inputs[1].text = Some(broken);
    let mut page = Page::new(0.0);
    page.set(inputs, files[..1].to_vec());
    let said = page.say(&FIX_ALL(&[0, 1]), Vec::new());
    let from_text = |said: &FromWorker| matches!(said, FromWorker::FixedPart { from_text: true, .. });
    assert_eq!(said.iter().map(from_text).collect::<Vec<_>>(), [false, true, false]);
}

#[test]
fn each_text_is_read_again_when_they_do_not_fit_together() {
    let site = site();
    let named = site.each_ref().map(|(name, text)| (*name, text.as_str()));
    let (inputs, files) = given(&named);
    let mut page = Page::new(0.0);
    page.worker.run = Run::within(site[1].1.len() + 1);
    page.set(inputs, files);
    page.edge.read.take();
    assert_eq!(parts(&page.say(&FIX_ALL(&[1, 3]), Vec::new())).len(), 2);
    assert_eq!(page.edge.read.take(), [site[1].1.len(), site[3].1.len()]);
}

#[test]
fn what_cannot_be_read_any_more_ends_it_with_a_sentence() {
    let site = site();
    let named = site.each_ref().map(|(name, text)| (*name, text.as_str()));
    let (inputs, files) = given(&named);
    let mut page = Page::new(0.0);
    page.worker.run = Run::within(1);
    page.set(inputs, files.clone());
    files[3].becomes(Ok("something else"));
    let said = page.say(&FIX_ALL(&[1, 3]), Vec::new());
    assert!(matches!(said[0], FromWorker::FixedPart { file: 1, .. }), "{said:?}");
    assert!(is_failure(&said[1], 7, "`c.xml` was changed after it was checked"), "{said:?}");
    assert_eq!(said.len(), 2);
    assert!(is_failure(&page.ask(&FIX_ALL(&[9])), 7, "no file"));
    assert!(is_failure(
        &page.ask(&ToWorker::FixAll { run: 6, files: vec![1], what: FixRequest::All { suggested: false } }),
        6,
        "over"
    ));
}

#[test]
fn the_name_of_what_was_unpacked_is_no_fault() {
    let text = sitemap(&["https://tidepool.page/a"]);
    let (mut inputs, files) = given(&[("a.xml.gz", &text), ("b.XML.GZ", &text), ("c.xml", &text)]);
    let mut page = Page::new(0.0);
    let mismatch = |report: &Report| -> Vec<bool> {
        report.files.iter().map(|file| file.rules.contains_key("gzip-extension-mismatch")).collect()
    };
    assert_eq!(mismatch(&page.set(inputs.clone(), files.clone())), [true, true, false]);
    for input in &mut inputs {
        input.repaired = true;
    }
    let report = page.set(inputs, files);
    assert_eq!(mismatch(&report), [false; 3]);
    assert_eq!(report.files[0].name, "a.xml.gz", "it goes by its name");
}
