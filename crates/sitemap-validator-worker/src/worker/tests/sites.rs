//! The search for the sitemaps of a site.

use sitemap_validator_protocol::http::{Answer, FetchError, Http};
use sitemap_validator_protocol::message::{SiteFile, SiteStep};

use super::*;

const INDEX: &str = "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
    <sitemap><loc>https://tidepool.page/a.xml</loc></sitemap>\
    <sitemap><loc>https://tidepool.page/b.xml</loc></sitemap></sitemapindex>";
const SITEMAP: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\
    <url><loc>https://tidepool.page/a&b</loc></url></urlset>";

fn site(run: u32, step: SiteStep) -> ToWorker {
    ToWorker::Site { run, step }
}

/// Returns the response of the site to `path`, with its content.
fn answer(path: &str, is_up: bool) -> (Answer, Option<&'static str>) {
    let status = |status| Answer { status, ..Answer::default() };
    match path {
        "robots.txt" => (status(200), Some("User-agent: *\nSitemap: https://tidepool.page/index.xml\n")),
        "index.xml" => (status(200), Some(INDEX)),
        "a.xml" => (status(200), Some(SITEMAP)),
        "b.xml" if is_up => (status(200), Some(SITEMAP)),
        "b.xml" => (FetchError::Refused.into(), None),
        _ => (status(404), None),
    }
}

/// Answers all requests until the search ends; returns the files and the requested paths.
fn search(page: &mut Page, again: bool, is_up: bool) -> (Vec<SiteFile>, Vec<String>) {
    let start = "https://tidepool.page/".to_owned();
    let mut said =
        page.ask(&site(3, SiteStep::Begin { start, now: 1_000_000, private: false, again, lang: String::new() }));
    let (mut open, mut asked) = (Vec::new(), Vec::new());
    loop {
        let next = match said {
            FromWorker::Site { run: 3, files, left_out: 0 } => return (files, asked),
            FromWorker::Requests { run: 3, requests, .. } => {
                open.extend(requests);
                open.pop()
            }
            other => panic!("{other:?}"),
        };
        said = match next {
            None => page.ask(&site(3, SiteStep::GoOn)),
            Some((id, url)) => {
                let path = url.strip_prefix("https://tidepool.page/").expect("a URL of the site").to_owned();
                let (answer, content) = answer(&path, is_up);
                asked.push(path);
                let files = content.map(|content| content.as_bytes().into()).into_iter().collect();
                page.say(&site(3, SiteStep::Fetched { id, answer }), files).pop().expect("an answer")
            }
        };
    }
}

#[test]
fn a_site_is_searched_and_checked() {
    let mut page = Page::new(50.0);
    let (files, asked) = search(&mut page, false, false);
    assert_eq!(asked, ["robots.txt", "index.xml", "a.xml", "b.xml"]);
    let names: Vec<_> = files.iter().map(|file| (&*file.http.requested, file.http.error)).collect();
    assert_eq!(names[2], ("https://tidepool.page/a.xml", None));
    assert_eq!(names[3], ("https://tidepool.page/b.xml", Some(FetchError::Refused)));
    assert!(files.iter().all(|file| (1_000_000..1_100_000).contains(&file.http.fetched_at)));
    let inputs = files.iter().map(|file| {
        let path = file.http.requested.rsplit('/').next().expect("a path");
        let text = answer(path, false).1.unwrap_or_default();
        let http = Some(Box::new(file.http.clone()));
        Input { url: Some(file.http.address().to_owned()), http, ..input(&file.http.requested, Some(text)) }
    });
    let FromWorker::Done { report, .. } = page.ask(&checking(inputs.collect())) else { panic!("no report") };
    let rules: Vec<_> =
        report.set.iter().flat_map(|set| &set.diagnostics).map(|finding| (finding.file, &*finding.rule)).collect();
    assert!(rules.contains(&(Some(1), "http-unreachable")), "{rules:?}");
    assert!(report.files[2].rules.contains_key("loc-unescaped-ampersand"));
    assert!(report.files[2].rules.contains_key("http-content-type"), "the answer is judged");
    assert!(report.files[3].read_error.is_some() && report.files[3].http.is_some());
    // Only the missing file is requested again.
    let (files, asked) = search(&mut page, true, true);
    assert_eq!(asked, ["b.xml"]);
    assert!(files.iter().all(|file| file.http.is_ok()));
}

#[test]
fn a_search_ends_with_what_there_is() {
    let mut page = Page::new(50.0);
    let start = "https://tidepool.page/".to_owned();
    page.ask(&site(3, SiteStep::Begin { start, now: 0, private: false, again: false, lang: String::new() }));
    assert!(page.say(&site(2, SiteStep::End), Vec::new()).is_empty());
    let ended = page.ask(&site(3, SiteStep::End));
    assert_eq!(ended, FromWorker::Site { run: 3, files: Vec::new(), left_out: 0 });
    // Requests that were in progress are made again.
    let (files, asked) = search(&mut page, true, true);
    assert_eq!((files.len(), asked.len()), (4, 4));
    for (start, why) in [("tidepool.page", "not an http or https URL"), ("http://localhost/", "private network")] {
        let begin = site(
            4,
            SiteStep::Begin { start: start.to_owned(), now: 0, private: false, again: false, lang: String::new() },
        );
        assert!(is_failure(&page.ask(&begin), 4, why), "{start}");
    }
}

#[test]
fn addresses_are_judged_before_a_connection() {
    let mut page = Page::new(0.0);
    for (address, is_public) in [("1.1.1.1", true), ("127.0.0.1", false)] {
        let step = SiteStep::Resolved { id: 2, addresses: vec![address.to_owned()] };
        assert_eq!(page.ask(&site(3, step)), FromWorker::Resolved { run: 3, id: 2, is_public });
    }
}

#[test]
fn one_file_that_could_not_be_fetched_is_reported() {
    let http = Http { status: Some(404), ..Http::new("https://tidepool.page/sitemap.xml") };
    let missing = Input { http: Some(Box::new(http)), ..input("https://tidepool.page/sitemap.xml", Some("")) };
    let FromWorker::Done { report, .. } = Page::new(0.0).ask(&checking(vec![missing])) else { panic!("no report") };
    assert_eq!(report.set.expect("a set").diagnostics[0].rule, "http-status");
}
