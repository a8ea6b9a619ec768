//! The comparison with the folder of a built site.

use sitemap_validator_protocol::message::{Folder, FolderFile};

use super::sets::{given, sitemap};
use super::*;

/// The files of a folder, with their contents.
type Files = Vec<(String, Result<String, String>)>;

fn html(name: &str, head: &str) -> (String, Result<String, String>) {
    (name.to_owned(), Ok(format!("<!doctype html><title>A page</title>{head}")))
}

/// Checks a sitemap of these URLs with a folder. Returns the report, and the number of files of each request.
fn compared(urls: &[&str], base: Option<&str>, files: &Files) -> (Report, Vec<usize>) {
    let mut page = Page::new(0.0);
    let (inputs, posted) = given(&[("dist/sitemap.xml", &sitemap(urls))]);
    let settings = Settings { base: base.map(str::to_owned), ..Settings::default() };
    let names = files.iter().map(|(name, _)| name.clone()).collect();
    let folder = Some(Box::new(Folder { files: names, option: "`base`".to_owned() }));
    let mut said = page.say(&ToWorker::Check { run: 7, settings, inputs, processors: 1, folder }, posted);
    let mut requests = Vec::new();
    let mut waiting = Vec::new();
    loop {
        for answer in said.drain(..) {
            match answer {
                FromWorker::Wanted { run: 7, files, most } => waiting.push((files, most as usize)),
                FromWorker::Done { report, .. } => {
                    assert!(waiting.is_empty());
                    let message = ToWorker::Folder { run: 7, files: Vec::new() };
                    assert_eq!(page.say(&message, Vec::new()), [], "the comparison is over");
                    return (report, requests);
                }
                other => panic!("{other:?}"),
            }
        }
        let (wanted, most) = waiting.remove(0);
        requests.push(wanted.len());
        let read = |at: &u32| (*at, files[*at as usize].1.clone().map(|text| text[..text.len().min(most)].to_owned()));
        let read: Vec<_> = wanted.iter().map(read).collect();
        let contents = read.iter().filter_map(|(_, text)| Some(text.as_ref().ok()?.as_bytes().into())).collect();
        let files = read.into_iter().map(|(file, text)| FolderFile { file, error: text.err() }).collect();
        said = page.say(&ToWorker::Folder { run: 7, files }, contents);
    }
}

fn rules(report: &Report) -> Vec<(&str, u32)> {
    let set = report.set.as_ref().expect("a set");
    set.diagnostics.iter().map(|found| (&*found.rule, found.line)).collect()
}

#[test]
fn pages_are_requested_in_parts_and_compared() {
    let mut files: Files = (0..120).map(|at| html(&format!("dist/{at}.html"), "")).collect();
    files.push(html("dist/hidden.html", "<meta name=robots content=noindex>"));
    files.push(html("dist/large.html", &" ".repeat(3 << 20)));
    files.push(html("dist/new.html", ""));
    files.push(("dist/_redirects".to_owned(), Ok("/docs/old /docs/0\n/alone\n".to_owned())));
    files.push(("dist/lost.html".to_owned(), Err("it is gone".to_owned())));
    files.push(("dist/a.pdf".to_owned(), Ok(String::new())));
    let mut urls: Vec<String> = (0..120).map(|at| at.to_string()).collect();
    urls.extend(["hidden", "large", "old", "gone", "a.pdf"].map(str::to_owned));
    let urls: Vec<String> = urls.iter().map(|path| format!("https://tidepool.page/docs/{path}")).collect();
    let urls: Vec<&str> = urls.iter().map(String::as_str).chain(["https://rocks.page/"]).collect();
    let (report, requests) = compared(&urls, Some("https://tidepool.page/docs/"), &files);
    assert_eq!(requests, [1, 25, 25, 25, 25, 24], "first the files of the host");
    let expected = [
        ("page-not-listed", 1),
        ("page-noindex", 123),
        ("page-too-large", 124),
        ("page-redirect", 125),
        ("page-not-built", 126),
    ];
    let found: Vec<_> = rules(&report).into_iter().filter(|(rule, _)| rule.starts_with("page-")).collect();
    assert_eq!(found, expected);
    let built = report.built.expect("the comparison");
    assert_eq!((built.url.as_deref(), built.pages, built.listed), (Some("https://tidepool.page/docs/"), 123, 125));
    assert_eq!(built.problems, ["dist/_redirects, line 2: no target after `/alone`", "dist/lost.html: it is gone"]);
    assert_eq!(built.notes, ["1 listed URL not compared with dist: not below https://tidepool.page/docs/"]);
}

#[test]
fn a_folder_that_is_not_that_of_the_pages_is_refused() {
    let urls = ["https://tidepool.page/a", "https://tidepool.page/b"];
    let (report, requests) = compared(&urls, Some("https://rocks.page"), &vec![html("dist/a.html", "")]);
    assert_eq!(requests, [0; 0]);
    let problem = "none of the 2 listed URLs is below https://rocks.page/, at which dist is served: correct `base`, or \
                   pass the folder of these pages";
    assert_eq!(report.built.expect("the comparison").problems, [problem]);
    // Its URL follows from the listed ones.
    let (report, _) = compared(&urls, None, &vec![html("dist/a.html", "")]);
    assert_eq!(report.built.as_ref().and_then(|built| built.url.as_deref()), Some("https://tidepool.page/"));
    assert_eq!(rules(&report), [("page-not-built", 4)]);
}
