//! Sets of several files.

use sitemap_validator_protocol::message::Target;
use sitemap_validator_protocol::report::{Counts, Diagnostic, File, Kind, Set, Summary};

use super::*;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
const NAMESPACE: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";

pub(super) fn index(children: &[&str]) -> String {
    let entries: Vec<String> = children.iter().map(|url| format!("<sitemap><loc>{url}</loc></sitemap>\n")).collect();
    format!("{HEAD}<sitemapindex {NAMESPACE}>\n{}</sitemapindex>\n", entries.concat())
}

pub(super) fn sitemap(urls: &[&str]) -> String {
    let entries: Vec<String> = urls.iter().map(|url| format!("<url><loc>{url}</loc></url>\n")).collect();
    format!("{HEAD}<urlset {NAMESPACE}>\n{}</urlset>\n", entries.concat())
}

fn posted(text: &str) -> Posted {
    text.as_bytes().into()
}

/// Creates inputs and files from names and texts; each content gets its own number.
pub(super) fn given(files: &[(&str, &str)]) -> (Vec<Input>, Vec<Posted>) {
    let input = |(at, (name, _)): (usize, &(&str, &str))| Input { content: Some(at as u32), ..input(name, None) };
    (files.iter().enumerate().map(input).collect(), files.iter().map(|(_, text)| posted(text)).collect())
}

impl Page {
    /// Checks a set and returns the report.
    pub(super) fn set(&mut self, inputs: Vec<Input>, files: Vec<Posted>) -> Report {
        let said = self.say(&checking(inputs), files);
        let Some(FromWorker::Done { report, .. }) = said.last().cloned() else { panic!("{said:?}") };
        report
    }

    /// Returns the number of bytes of each read since the last call.
    fn read(&self) -> Vec<usize> {
        self.edge.read.take()
    }

    fn line(&mut self, file: u32) -> FromWorker {
        self.ask(&Question::Lines { first: 1, count: 3, focus: None }.of(7, file))
    }
}

fn across(report: &Report) -> &Set {
    report.set.as_ref().expect("a set")
}

fn places(found: &[Diagnostic]) -> Vec<(&str, Option<u32>, u32, u32)> {
    found.iter().map(|finding| (&*finding.rule, finding.file, finding.line, finding.column)).collect()
}

#[test]
fn an_index_says_where_its_children_are_served() {
    let one = sitemap(&["https://tidepool.page/de/a", "https://tidepool.page/en/b"]);
    let index = index(&["https://tidepool.page/de/one.xml", "https://tidepool.page/de/two.xml"]);
    let mut page = Page::new(0.0);
    // The index comes last, but is read first.
    let (inputs, files) = given(&[("one.xml", &one), ("index.xml", &index)]);
    let report = page.set(inputs, files);
    assert_eq!(report.files[0].url.as_deref(), Some("https://tidepool.page/de/one.xml"));
    assert_eq!(report.files[1].kind, Kind::SitemapIndex);
    assert_eq!(report.files[0].rules.get("scope-outside-directory"), Some(&1));
    let set = across(&report);
    assert_eq!((set.tree[0].file, set.tree[0].children[0].file, set.tree[0].children[1].file), (1, Some(0), None));
    assert_eq!(places(&set.diagnostics), [("index-child-not-supplied", Some(1), 4, 15)]);
    assert_eq!(set.entries, 2);
    // The finding is marked in its line.
    let FromWorker::Lines { lines, .. } = page.ask(&Question::Lines { first: 4, count: 1, focus: None }.of(7, 1))
    else {
        panic!("lines")
    };
    assert_eq!((lines[0].marks[0].rule.as_str(), lines[0].marks[0].column), ("index-child-not-supplied", 15));
    // The head of each file was read, then each file was read once.
    assert_eq!(page.read(), [one.len(), index.len(), index.len(), one.len()]);
}

#[test]
fn addresses_come_by_hand_and_from_the_folder_too() {
    let text = sitemap(&["https://tidepool.page/a"]);
    let (mut inputs, files) = given(&[("public/a.xml", &text), ("public/maps/b c.xml", &text)]);
    inputs[0].url = Some(" https://tidepool.page/by-hand.xml ".into());
    let settings = Settings { base: Some("https://tidepool.page".into()), ..Settings::default() };
    let said = Page::new(0.0).say(&ToWorker::Check { run: 7, settings, inputs, processors: 1, folder: None }, files);
    let [FromWorker::Done { report, .. }] = &said[..] else { panic!("{said:?}") };
    let addresses: Vec<_> = report.files.iter().filter_map(|file| file.url.as_deref()).collect();
    assert_eq!(addresses, ["https://tidepool.page/by-hand.xml", "https://tidepool.page/maps/b%20c.xml"]);
}

#[test]
fn a_robots_txt_counts_for_the_others() {
    let text = sitemap(&["https://tidepool.page/search/a", "https://shop.tidepool.page/b"]);
    let robots = "User-agent: *\nDisallow: /search\nSitemap: https://tidepool.page/maps.xml\n";
    let (inputs, files) = given(&[("maps.xml", &text), ("robots.txt", robots)]);
    let mut page = Page::new(0.0);
    let found = |report: &Report| report.files[0].rules.keys().cloned().collect::<Vec<_>>();
    let report = page.set(inputs.clone(), files.clone());
    assert_eq!(report.files[0].url.as_deref(), Some("https://tidepool.page/maps.xml"));
    assert_eq!((report.files[1].kind, report.files[1].counts.error), (Kind::Robots, 0));
    assert_eq!(found(&report), ["scope-different-host", "scope-robots-blocked"]);

    // With another robots.txt, all files are checked anew; the host is verified now.
    let mut inputs = inputs;
    inputs[1].content = Some(9);
    let verified_hosts = vec!["shop.tidepool.page".to_owned()];
    let settings = Settings { verified_hosts, ..Settings::default() };
    let free = posted("Sitemap: https://tidepool.page/maps.xml\n");
    let said = page
        .say(&ToWorker::Check { run: 7, settings, inputs, processors: 1, folder: None }, vec![files[0].clone(), free]);
    let [FromWorker::Done { report, .. }] = &said[..] else { panic!("{said:?}") };
    assert_eq!(report.files[1].kind, Kind::Robots, "known by its name");
    assert_eq!(found(report), ["scope-search-console-only"]);
}

#[test]
fn texts_beyond_the_budget_are_read_again() {
    let [a, b] = ["a", "b"].map(|name| sitemap(&[&format!("https://tidepool.page/{name}"), "/relative"]));
    let mut page = Page::new(0.0);
    page.worker.run = Run::within(a.len());
    let (inputs, files) = given(&[("a.xml", &a), ("b.xml", &b)]);
    page.set(inputs, files.clone());
    assert_eq!(page.read().len(), 4);
    for (file, reads) in [(1, 0), (0, 1), (0, 0), (1, 1)] {
        let FromWorker::Lines { lines, total, .. } = page.line(file) else { panic!("lines") };
        assert_eq!((total, lines[2].text.contains(["/a<", "/b<"][file as usize])), (6, true));
        assert_eq!(page.read().len(), reads, "file {file}");
    }
    // The message of the finding uses the text of its own file.
    let question = Question::Findings { rule: None, offset: 0, count: 9 }.of(7, 0);
    let FromWorker::Findings { diagnostics, .. } = page.ask(&question) else { panic!("findings") };
    assert!(diagnostics[0].message.contains("/relative"), "{diagnostics:?}");

    let FromWorker::Exported { text, .. } = page.ask(&ToWorker::Export { run: 7, format: "json".into(), file: None })
    else {
        panic!("a report")
    };
    let report: Report = serde_json::from_str(&text).expect("a report");
    assert!(report.files.iter().all(|file| file.diagnostics[0].message.contains("/relative")));
    assert_eq!(across(&report).diagnostics.len(), 1);

    // A changed or removed file is not mistaken for the checked one.
    page.line(0);
    files[1].becomes(Ok("something else"));
    assert!(is_failure(&page.line(1), 7, "`b.xml` was changed after it was checked: drop it again"));
    files[1].becomes(Ok(&b));
    assert!(matches!(page.line(1), FromWorker::Lines { .. }));
    files[0].becomes(Err("it has gone"));
    assert!(is_failure(&page.line(0), 7, "`a.xml` can no longer be read (it has gone): drop it again"));
}

#[test]
fn a_single_file_is_read_once_and_stays() {
    let text = sitemap(&["https://tidepool.page/a"]);
    let mut page = Page::new(0.0);
    page.worker.run = Run::within(1);
    let (inputs, files) = given(&[("a.xml", &text)]);
    let report = page.set(inputs, files.clone());
    assert_eq!(report.set, None);
    files[0].becomes(Err("it has gone"));
    assert!(matches!(page.line(0), FromWorker::Lines { .. }));
    assert_eq!(page.read(), [text.len()]);
}

#[test]
fn pasted_text_among_files_stays() {
    let text = sitemap(&["https://tidepool.page/a"]);
    let mut page = Page::new(0.0);
    page.worker.run = Run::within(1);
    let (mut inputs, files) = given(&[("a.xml", &text), ("b.xml", "")]);
    inputs[1].text = Some(text.clone());
    page.set(inputs, files[..1].to_vec());
    for file in [0, 1, 0, 1] {
        assert!(matches!(page.line(file), FromWorker::Lines { .. }));
    }
}

#[test]
fn what_did_not_change_is_not_checked_again() {
    let [a, b] = ["a", "b"].map(|name| sitemap(&[&format!("https://tidepool.page/{name}")]));
    let index = index(&["https://tidepool.page/a.xml", "https://tidepool.page/b.xml"]);
    let (inputs, files) = given(&[("index.xml", &index), ("a.xml", &a), ("b.xml", &b)]);
    let mut page = Page::new(0.0);
    let first = page.set(inputs.clone(), files.clone());
    page.read();
    assert_eq!(page.set(inputs.clone(), files.clone()), first);
    assert!(page.read().is_empty(), "nothing was read");

    // One file gets another URL, and one gets other content under another number.
    let mut inputs = inputs;
    inputs[1].url = Some("https://tidepool.page/elsewhere/a.xml".into());
    inputs[2].content = Some(9);
    let fixed = sitemap(&["https://tidepool.page/c", "https://tidepool.page/d"]);
    let report = page.set(inputs, vec![files[0].clone(), files[1].clone(), posted(&fixed)]);
    assert_eq!(report.files[1].rules.get("scope-outside-directory"), Some(&1));
    assert_eq!(report.files[2].stats.entries, 2);
    let alone = |report: &Report| {
        let (across, summary) = (Counts::default(), Summary::default());
        File { cross_file_counts: across, summary, ..report.files[0].clone() }
    };
    assert_eq!(alone(&report), alone(&first));
    // The text of `a.xml` was still in memory.
    assert_eq!(page.read(), [fixed.len(), fixed.len()]);
    assert!(matches!(page.line(0), FromWorker::Lines { total: 6, .. }));
}

#[test]
fn hundreds_of_files_share_the_room_of_one_message() {
    let broken = sitemap(&["/relative"; 60]);
    let files: Vec<(String, &str)> = (0..50).map(|at| (format!("{at}.xml"), broken.as_str())).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let (inputs, files) = given(&files);
    let mut page = Page::new(0.0);
    let report = page.set(inputs, files);
    let listed = report.files[0].diagnostics.iter().filter(|finding| finding.rule == "loc-relative").count();
    assert_eq!((listed, report.files[0].rules["loc-relative"]), (20, 60));
    let question = Question::Findings { rule: Some("loc-relative".into()), offset: 20, count: 50 }.of(7, 0);
    assert!(matches!(page.ask(&question), FromWorker::Findings { diagnostics, .. } if diagnostics.len() == 40));
}

#[test]
fn progress_goes_over_all_files() {
    let large = sitemap(&vec!["https://tidepool.page/a"; 9_000]);
    let (inputs, files) = given(&[("a.xml", &large), ("b.xml", &large)]);
    let said = Page::new(120.0).say(&checking(inputs), files);
    let told: Vec<_> = said
        .iter()
        .filter_map(|answer| match answer {
            FromWorker::Progress(told) => Some((told.finished, &*told.name, told.entries)),
            _ => None,
        })
        .collect();
    assert_eq!(told.first().map(|told| told.0), Some(0));
    let last = told.last().expect("progress");
    assert_eq!(*last, (2, "b.xml", 18_000), "{told:?}");
}

#[test]
fn files_are_converted() {
    let list = |name: &str| format!("https://tidepool.page/{name}\n/relative\n");
    let mut page = Page::new(0.0);
    let inputs = vec![input("a.txt", Some(&list("a"))), input("b.txt", Some(&list("b")))];
    let mut check = checking(inputs);
    let ToWorker::Check { settings, .. } = &mut check else { panic!("a check") };
    settings.base = Some("https://tidepool.page/maps".to_owned());
    page.ask(&check);
    let converted = page.ask(&ToWorker::Convert { run: 7, file: 1, to: Target::Sitemap });
    let FromWorker::Converted { files, left_out: 1, .. } = converted else { panic!("{converted:?}") };
    assert_eq!(files[0].name, "b.xml");
    assert!(files[0].text.contains("<loc>https://tidepool.page/b</loc>"), "{}", files[0].text);
    let converted = page.ask(&ToWorker::Convert { run: 7, file: 0, to: Target::Index });
    let FromWorker::Converted { files, .. } = converted else { panic!("{converted:?}") };
    assert!(files[0].text.contains("<loc>https://tidepool.page/maps/b.txt</loc>"), "{}", files[0].text);
    let refused = page.ask(&ToWorker::Convert { run: 7, file: 0, to: Target::Split });
    assert!(is_failure(&refused, 7, "within the limits"), "{refused:?}");
}

#[test]
fn findings_carry_excerpts_where_they_are_asked_for() {
    let shared = sitemap(&["https://tidepool.page/a", "/relative"]);
    let ToWorker::Check { run, inputs, processors, .. } =
        checking(vec![input("a.xml", Some(&shared)), input("b.xml", Some(&shared))])
    else {
        panic!("a check")
    };
    let mut page = Page::new(0.0);
    for excerpts in [false, true] {
        let settings = Settings { excerpts, ..Settings::default() };
        let FromWorker::Done { report, .. } =
            page.ask(&ToWorker::Check { run, settings, inputs: inputs.clone(), processors, folder: None })
        else {
            panic!("a report")
        };
        let shown = |finding: &Diagnostic| finding.excerpt.as_ref().map(|excerpt| excerpt.marked.clone());
        let first = shown(&report.files[0].diagnostics[0]);
        assert_eq!(first.as_deref(), excerpts.then_some("/relative"));
    }
    let FromWorker::Findings { diagnostics, .. } =
        page.ask(&Question::Findings { rule: None, offset: 0, count: 9 }.of(run, 0))
    else {
        panic!("findings")
    };
    assert!(diagnostics.iter().all(|finding| finding.excerpt.is_some()));
    let FromWorker::Exported { text, .. } = page.ask(&ToWorker::Export { run, format: "json".into(), file: None })
    else {
        panic!("a report")
    };
    assert!(!text.contains("excerpt"), "{text}");
    let FromWorker::Exported { text: document, .. } =
        page.ask(&ToWorker::Export { run, format: "html".into(), file: None })
    else {
        panic!("a document")
    };
    assert!(document.contains("<mark>/relative</mark>"), "{document}");
    assert_eq!(document.matches("<pre>").count(), document.matches("<li>").count(), "{document}");
    let report: Report = serde_json::from_str(&text).expect("a report");
    let found: Vec<u32> = across(&report).diagnostics.iter().filter_map(|finding| finding.file).collect();
    assert!(!found.is_empty());
    for file in found {
        let FromWorker::Excerpts { excerpts, .. } = page.ask(&Question::Excerpts.of(run, file)) else {
            panic!("excerpts")
        };
        assert!(!excerpts.is_empty());
    }
}
