//! robots.txt as an option and among the input files.

use std::path::Path;

use sitemap_validator_protocol::report::{File, Kind, Report, Verdict};

use crate::support::{folder, out, piped, problems, run};

const ROBOTS: &[u8] = b"User-agent: *\nDisallow: /drafts/\nSitemap: /sitemap.xml\n";

fn sitemap(urls: &[&str]) -> Vec<u8> {
    let entries: String = urls.iter().flat_map(|url| ["<url><loc>", url, "</loc></url>\n"]).collect();
    format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{entries}</urlset>\n").into_bytes()
}

/// The files of the report, each with its rules.
fn files(folder: &Path, line: &str) -> Vec<(File, Vec<String>)> {
    let output = run(folder, &format!("--format json {line}"));
    let report: Report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", problems(&output)));
    report.files.into_iter().map(|file| (file.clone(), file.rules.into_keys().collect())).collect()
}

/// The name and the rules of each.
fn rules(folder: &Path, line: &str) -> Vec<(String, Vec<String>)> {
    files(folder, line).into_iter().map(|(file, rules)| (file.name, rules)).collect()
}

#[test]
fn a_robots_txt_among_the_files_is_read_first_and_listed() {
    let sitemap = sitemap(&["https://tidepool.page/a", "https://tidepool.page/drafts/b"]);
    let folder = folder("robots-among", &[("a.xml", &sitemap), ("robots.txt", ROBOTS)]);
    let expected = [
        ("a.xml".to_owned(), vec!["scope-robots-blocked".to_owned(), "scope-robots-not-listed".to_owned()]),
        ("robots.txt".to_owned(), vec!["scope-robots-sitemap-relative".to_owned()]),
    ];
    assert_eq!(rules(&folder, "--base https://tidepool.page a.xml robots.txt"), expected);
    let mut reversed = expected.clone();
    reversed.reverse();
    assert_eq!(rules(&folder, "--base https://tidepool.page robots.txt a.xml"), reversed);
    // `--url` is the sitemap's: there is one.
    assert_eq!(rules(&folder, "--url https://tidepool.page/a.xml a.xml robots.txt"), expected);
    let given = files(&folder, "--url https://tidepool.page/x/a.xml a.xml robots.txt");
    let (file, _) = &given[1];
    assert_eq!((file.kind, file.verdict, file.well_formed), (Kind::Robots, Verdict::Invalid, None));
    assert_eq!(file.url.as_deref(), Some("https://tidepool.page/robots.txt"));
    let fix = file.diagnostics[0].fix.as_ref().map(|fix| fix.edits[0].text.as_str());
    assert_eq!(fix, Some("https://tidepool.page"));
    // Also in a folder. Without a URL, it applies to no sitemap.
    let whole = rules(&folder, "--base https://tidepool.page/ .");
    assert_eq!(whole.iter().map(|(_, rules)| rules.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(rules(&folder, "a.xml robots.txt")[0].1, [""; 0]);
}

#[test]
fn a_single_robots_txt_reports_its_sitemaps() {
    let text = b"User-agent: *\nSitemap: https://tidepool.page/1.xml\nSitemap: https://tidepool.page/2.xml\n";
    let folder = folder("robots-alone", &[("robots.txt", text)]);
    let output = run(&folder, "robots.txt");
    assert_eq!(output.status.code(), Some(0));
    let text = out(&output);
    assert!(text.contains("This is a robots.txt file; it lists 2 sitemaps"), "{text}");
    assert!(text.contains("Read as robots.txt: no problems found. 0 errors, 0 warnings, 1 remark."), "{text}");
    assert_eq!(out(&piped("-", b"User-agent: *\nDisallow:\n")).matches("it lists no sitemap").count(), 1);
    let named = &files(&folder, "--url https://tidepool.page/robots.txt robots.txt")[0].0;
    assert_eq!(named.url.as_deref(), Some("https://tidepool.page/robots.txt"));
}

#[test]
fn the_option_takes_files_of_the_sites_concerned() {
    let urls = ["https://tidepool.page/drafts/b", "https://shop.tidepool.page/x", "https://shop.tidepool.page/basket"];
    let shop = b"User-agent: *\nDisallow: /basket\nSitemap: https://tidepool.page/a.xml\n";
    let own = b"User-agent: *\nDisallow: /drafts/\nSitemap: https://tidepool.page/a.xml\n";
    let folder = folder("robots-option", &[("a.xml", &sitemap(&urls)), ("own", own), ("shop.txt", shop)]);
    let url = "--url https://tidepool.page/a.xml a.xml";
    assert_eq!(rules(&folder, url)[0].1, ["scope-different-host"]);
    let with_own = rules(&folder, &format!("{url} --robots own"));
    assert_eq!(with_own[0].1, ["scope-different-host", "scope-robots-blocked"]);
    assert_eq!(with_own[1], ("own".to_owned(), Vec::new()));
    let both = files(&folder, &format!("{url} --robots own --robots https://shop.tidepool.page=shop.txt"));
    assert_eq!((both[0].1.as_slice(), both.len()), (["scope-robots-blocked".to_owned()].as_slice(), 3));
    assert_eq!(both[0].0.rules["scope-robots-blocked"], 2);
    assert_eq!(
        rules(&folder, &format!("{url} --verified-host shop.tidepool.page"))[0].1,
        ["scope-search-console-only"]
    );
    let missing = run(&folder, &format!("{url} --robots none"));
    assert_eq!(missing.status.code(), Some(2));
    assert!(problems(&missing).starts_with("sitemap-validator: none: "), "{}", problems(&missing));
    assert!(out(&missing).contains("scope-different-host"), "the sitemap is checked all the same");
}

#[test]
fn several_sitemaps_still_need_a_base() {
    let page = sitemap(&["https://tidepool.page/a"]);
    let folder = folder("robots-url", &[("a.xml", &page), ("b.xml", &page), ("robots.txt", ROBOTS)]);
    let output = run(&folder, "--url https://tidepool.page/a.xml a.xml b.xml robots.txt");
    assert_eq!(output.status.code(), Some(2));
    assert!(problems(&output).contains("--base"));
}

#[test]
fn a_web_page_in_the_place_of_robots_txt_is_reported() {
    let page = sitemap(&["https://tidepool.page/a"]);
    let folder = folder("robots-html", &[("a.xml", &page), ("robots.txt", b"<!doctype html><title>404</title>")]);
    let found = rules(&folder, "--url https://tidepool.page/sitemap.xml a.xml robots.txt");
    assert_eq!(found[1].1, ["robots-not-plain-text"]);
}
