//! Limits and ranges: the last value that is accepted and the first that is not.

use std::fmt::Write;

use sitemap_validator::{Options, Profile, Rule, Severity, Source, Validator, check_source};

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// The severities of the findings of the rule `id` in `text`.
fn severities(id: &str, text: String, options: &Options) -> Vec<Severity> {
    let rule = Rule::by_id(id).unwrap_or_else(|| panic!("no rule is called {id}"));
    let report = check_source("sitemap.xml", &Source::from_text(text), options, 0);
    report.diagnostics.iter().filter(|found| found.rule() == rule).filter_map(|found| found.severity).collect()
}

fn urlset(inner: &str) -> String {
    format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{NAMESPACE}\">\n{inner}</urlset>\n")
}

fn url(inner: &str) -> String {
    urlset(&format!("<url>{inner}</url>\n"))
}

/// Asserts that `<element>value</element>` has no finding for values in `accepted`, and one for values in `reported`.
fn values(id: &str, element: &str, options: &Options, accepted: &[&str], reported: &[&str]) {
    let document = |value: &str| match element {
        "loc" => url(&format!("<loc>{value}</loc>")),
        _ => url(&format!("<loc>https://shop.tidepool.page/</loc><{element}>{value}</{element}>")),
    };
    for value in accepted {
        assert_eq!(severities(id, document(value), options), [], "{id}: {value} is accepted");
    }
    for value in reported {
        assert_eq!(severities(id, document(value), options).len(), 1, "{id}: {value} is reported");
    }
}

/// Entries numbered from 1, `<name><loc>…</loc></name>`.
fn entries(root: &str, name: &str, count: usize) -> String {
    let mut text = format!("<{root} xmlns=\"{NAMESPACE}\">\n");
    for number in 1..=count {
        let _ = writeln!(text, "<{name}><loc>https://shop.tidepool.page/{number}.xml</loc></{name}>");
    }
    let _ = writeln!(text, "</{root}>");
    text
}

/// A sitemap of `size` bytes.
fn sized(size: usize) -> String {
    let text = url("<loc>https://shop.tidepool.page/</loc>");
    format!("{text}<!--{}-->", " ".repeat(size - text.len() - "<!---->".len()))
}

fn with(profile: Profile) -> Options {
    let default = Options::default();
    Options { profiles: default.profiles.with(profile), ..default }
}

#[test]
fn numbers_of_entries() {
    let (default, legacy) = (Options::default(), with(Profile::Legacy));
    for (id, root, name, limit, options) in [
        ("limits-too-many-urls", "urlset", "url", 50_000, &default),
        ("limits-index-too-many-sitemaps", "sitemapindex", "sitemap", 50_000, &default),
        ("limits-index-over-1000", "sitemapindex", "sitemap", 1_000, &legacy),
    ] {
        assert_eq!(severities(id, entries(root, name, limit), options), [], "{id}: {limit}");
        assert_eq!(severities(id, entries(root, name, limit + 1), options), [Severity::Error], "{id}: {limit} + 1");
    }
    assert_eq!(severities("limits-near-limit", entries("urlset", "url", 44_999), &default), []);
    assert_eq!(severities("limits-near-limit", entries("urlset", "url", 45_000), &default), [Severity::Info]);

    let lines = |count: usize| {
        (1..=count).fold(String::new(), |mut text, number| {
            let _ = write!(text, "https://shop.tidepool.page/{number}\n\n");
            text
        })
    };
    assert_eq!(severities("limits-too-many-urls", lines(50_000), &default), []);
    assert_eq!(severities("limits-too-many-urls", lines(50_001), &default), [Severity::Error]);
}

#[test]
fn sizes() {
    let (default, baidu) = (Options::default(), with(Profile::Baidu));
    assert_eq!(severities("limits-file-too-large", sized(52_428_800), &default), []);
    assert_eq!(severities("limits-file-too-large", sized(52_428_801), &default), [Severity::Error]);
    assert_eq!(severities("limits-file-over-10mb", sized(10_485_760), &baidu), []);
    assert_eq!(severities("limits-file-over-10mb", sized(10_485_761), &baidu), [Severity::Error]);
    assert_eq!(severities("limits-file-over-10mb", sized(10_485_761), &default), []);
    assert_eq!(severities("limits-near-limit", sized(47_185_919), &default), []);
    assert_eq!(severities("limits-near-limit", sized(47_185_920), &default), [Severity::Info]);
}

#[test]
fn lengths_of_urls() {
    let long = |length: usize| {
        let head = "https://shop.tidepool.page/";
        url(&format!("<loc>{head}{}</loc>", "x".repeat(length - head.len())))
    };
    let default = Options::default();
    assert_eq!(severities("loc-too-long", long(2047), &default), []);
    assert_eq!(severities("loc-too-long", long(2048), &default), [Severity::Warning]);
    assert_eq!(severities("loc-too-long", long(2049), &default), [Severity::Error]);
    let strict = Options { strict_schema: true, ..Options::default() };
    values("loc-too-short", "loc", &strict, &["http://a.co/"], &["http://a.co"]);
}

#[test]
fn urls_in_urls() {
    let default = Options::default();
    let passes = ["https://a.page/?u=https://b.page/", "https://web.archive.org/web/2020/https://b.page/"];
    values("loc-multiple-urls", "loc", &default, &passes, &["https://a.pagehttps://b.page"]);
}

#[test]
fn priorities() {
    let default = Options::default();
    values("priority-out-of-range", "priority", &default, &["0", "1", "1.000", "-0"], &["1.0001", "-0.1"]);
    let numbers = ["0.8", ".5", "1.", "+0.5", "-0", "-0.0", "1.00", "0.64", "00.5"];
    values("priority-not-a-number", "priority", &default, &numbers, &["1e-1", "NaN", "80%"]);
}

#[test]
fn dates() {
    let now = Options { now: Some(1_795_262_400_000), ..Options::default() };
    values(
        "lastmod-invalid-calendar",
        "lastmod",
        &now,
        &["2024-02-29", "2000-02-29"],
        &["2023-02-29", "1900-02-29", "2024-04-31", "2024-04-01T24:00:00Z", "2024-04-01T12:60:00Z"],
    );
    values(
        "lastmod-future",
        "lastmod",
        &now,
        &["2026-11-22T12:00:00Z", "2026-11-22"],
        &["2026-11-22T12:00:01Z", "2026-11-23"],
    );
}

#[test]
fn scope() {
    let at = |address: &str| Options { url: Some(address.to_owned()), ..Options::default() };
    values(
        "scope-outside-directory",
        "loc",
        &at("https://shop.tidepool.page/catalog/sitemap.xml"),
        &[
            "https://shop.tidepool.page/catalog/",
            "https://shop.tidepool.page/catalog/a",
            "https://shop.tidepool.page/catalog/../catalog/a",
            "https://shop.tidepool.page/%63atalog/a",
        ],
        &[
            "https://shop.tidepool.page/catalog",
            "https://shop.tidepool.page/catalogue/a",
            "https://shop.tidepool.page/",
            "https://shop.tidepool.page/catalog/../a",
        ],
    );
    let port = at("http://shop.tidepool.page:80/sitemap.xml");
    let (passes, fires) = (["http://shop.tidepool.page/a"], ["http://shop.tidepool.page:8080/a"]);
    values("scope-different-port", "loc", &port, &passes, &fires);
    let host = at("https://tidepool.page/sitemap.xml");
    let (passes, fires) = (["HTTPS://TIDEPOOL.PAGE/a", "https://tidepool.page./a"], ["https://shop.tidepool.page/a"]);
    values("scope-different-host", "loc", &host, &passes, &fires);
    values("scope-www-mismatch", "loc", &host, &passes, &["https://www.tidepool.page/a"]);
}

#[test]
fn text_before_the_declaration() {
    let text = url("<loc>https://shop.tidepool.page/</loc>");
    let (_, bare) = text.split_once('\n').expect("two lines");
    let default = Options::default();
    let id = "xml-content-before-declaration";
    assert_eq!(severities(id, format!("\u{FEFF}{text}"), &default), []);
    assert_eq!(severities(id, format!("\n{bare}"), &default), []);
    assert_eq!(severities(id, format!("\n{text}"), &default), [Severity::Error]);
    let title = |text: &str| {
        let checked = Validator::new(default.clone()).check_text("sitemap.xml", text);
        checked.to_report().files[0].diagnostics[0].message.clone()
    };
    assert_eq!(title(&format!(" {text}")), "White space before `<?xml … ?>`");
    assert_eq!(title(&format!("\n{text}")), "Blank line before `<?xml … ?>`");
    assert_eq!(title(" \n"), "The file contains only white space");
    assert_eq!(title(""), "The file is empty");
}
