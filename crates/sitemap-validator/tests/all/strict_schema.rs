//! Strict schema mode: documents that the two core schemas reject have an error; it adds no error to documents that
//! they accept.

use sitemap_validator::{Options, Rule, Severity, Source, check_source};
use sitemap_validator_protocol::report::Stance;

const NAMESPACE: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
const XSI: &str = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";
const LOC: &str = "<loc>https://tidepool.page/</loc>";
const CHILD: &str = "<sitemap><loc>https://tidepool.page/a.xml</loc></sitemap>";

fn strict() -> Options {
    Options { strict_schema: true, ..Options::default() }
}

/// The errors in `text` with the marked text; the document is well-formed.
fn errors(text: &str, options: &Options) -> Vec<(&'static str, String)> {
    let report = check_source("sitemap.xml", &Source::from_text(text.to_owned()), options, 0);
    assert_eq!(report.outcome.well_formed, Some(true), "{text}");
    let errors = report.diagnostics.iter().filter(|found| found.severity == Some(Severity::Error));
    errors.map(|found| (found.rule().id(), text[found.span.range()].to_owned())).collect()
}

fn urlset(inner: &str) -> String {
    format!("<urlset xmlns=\"{NAMESPACE}\" {XSI}>{inner}</urlset>")
}

fn index(inner: &str) -> String {
    format!("<sitemapindex xmlns=\"{NAMESPACE}\" {XSI}>{inner}</sitemapindex>")
}

fn url(inner: &str) -> String {
    urlset(&format!("<url>{LOC}{inner}</url>"))
}

fn loc(value: &str) -> String {
    urlset(&format!("<url><loc>{value}</loc></url>"))
}

/// A URL of `length` characters.
fn long(length: usize) -> String {
    format!("https://tidepool.page/{}", "x".repeat(length - 22))
}

/// Sitemaps that the schema rejects, with the rule and location of their only error.
fn rejected_sitemaps() -> Vec<(String, &'static str, &'static str)> {
    let dated = |date: &str| url(&format!("<lastmod>{date}</lastmod>"));
    let changing = |word: &str| url(&format!("<changefreq>{word}</changefreq>"));
    let weighed = |number: &str| url(&format!("<priority>{number}</priority>"));
    vec![
        (urlset(""), "structure-empty-urlset", "urlset"),
        (urlset(" <!-- none --> "), "structure-empty-urlset", "urlset"),
        (urlset("<url/>"), "structure-missing-loc", "url"),
        (urlset(&format!("<url><lastmod>2024-01-01</lastmod>{LOC}</url>")), "structure-element-order", "loc"),
        (url("<priority>0.5</priority><changefreq>daily</changefreq>"), "structure-element-order", "changefreq"),
        (urlset(&format!("<url id=\"1\">{LOC}</url>")), "structure-unexpected-attribute", "id=\"1\""),
        (urlset(&format!("<url xmlnsx=\"1\">{LOC}</url>")), "structure-unexpected-attribute", "xmlnsx=\"1\""),
        (url("<priority xml:lang=\"en\">1</priority>"), "structure-unexpected-attribute", "xml:lang=\"en\""),
        (urlset(&format!("<url xsi:nil=\"false\">{LOC}</url>")), "structure-unexpected-attribute", "xsi:nil=\"false\""),
        (
            urlset(&format!("<url xmlns:x=\"urn:x\" x:a=\"1\">{LOC}</url>")),
            "structure-unexpected-attribute",
            "x:a=\"1\"",
        ),
        (url("<title>Home</title>"), "structure-unknown-element", "title"),
        (url("<title xmlns=\"\">Home</title>"), "structure-unknown-element", "title"),
        (urlset(&format!("<note xmlns=\"\"/><url>{LOC}</url>")), "structure-unknown-element", "note"),
        (url("text"), "structure-unexpected-text", "text"),
        (url("<![CDATA[]]>"), "structure-unexpected-text", "<![CDATA[]]>"),
        (url("<priority>1</priority><priority>0</priority>"), "structure-duplicate-element", "<priority>"),
        (urlset(&format!("<url>{LOC}</url><priority>1</priority>")), "structure-misplaced-element", "priority"),
        (urlset(&format!("<URL>{LOC}</URL>")), "structure-element-case", "URL"),
        (url("<lastmodd>2024-01-01</lastmodd>"), "structure-element-typo", "lastmodd"),
        (loc("https://tidepool.page/<b/>"), "structure-child-in-value", "<b/>"),
        (url("<priority xmlns=\"\">1</priority>"), "namespace-missing-on-child", "xmlns=\"\""),
        (format!("<urlset><url>{LOC}</url></urlset>"), "namespace-missing", "urlset"),
        (
            urlset(&format!("<url xmlns=\"https://www.sitemaps.org/schemas/sitemap/0.9\">{LOC}</url>")),
            "namespace-near-miss",
            "https://www.sitemaps.org/schemas/sitemap/0.9",
        ),
        (
            format!("<urlset xmlns=\"http://www.google.com/schemas/sitemap/0.84\"><url>{LOC}</url></urlset>"),
            "namespace-legacy-084",
            "http://www.google.com/schemas/sitemap/0.84",
        ),
        (loc(""), "loc-empty", ""),
        (loc("http://a.co"), "loc-too-short", "http://a.co"),
        (loc("http://a\u{200C}.b"), "loc-too-short", "http://a\u{200C}.b"),
        (loc(&long(2049)), "loc-too-long", "x"),
        (loc("https://tidepool.page/%zz"), "loc-invalid-percent-encoding", "%zz"),
        (loc("https://tidepool.page/?a=[1"), "loc-unencoded-bracket", "["),
        (loc("https://tidepool.page/#a#b"), "loc-fragment", "#a#b"),
        (loc("\u{200B}https://tidepool.page/"), "loc-invisible-character", "\u{200B}"),
        (loc("https://tidepool.page:80\u{200C}"), "loc-invisible-character", "\u{200C}"),
        (loc("ht\u{FEFF}tps://tidepool.page/"), "encoding-bom-misplaced", "\u{FEFF}"),
        (loc("https://u%zz@tidepool.page/"), "loc-credentials", "u%zz@"),
        (loc("https://u@v@tidepool.page/"), "loc-credentials", "u@v@"),
        (loc("https://tidepool.page:/"), "loc-normalizable", ":"),
        (dated("2005"), "lastmod-reduced-precision", "2005"),
        (dated("2005-01"), "lastmod-reduced-precision", "2005-01"),
        (dated("2005-01-01T12:00Z"), "lastmod-no-seconds", ""),
        (dated("2005-01-01+14:01"), "lastmod-date-with-timezone", "+14:01"),
        (dated("2005-01-01+13:60"), "lastmod-date-with-timezone", "+13:60"),
        (dated("0000-01-01"), "lastmod-implausible-past", "0000-01-01"),
        (dated("2005-02-30"), "lastmod-invalid-calendar", "30"),
        (dated("2005-1-1"), "lastmod-invalid-datetime", "2005-1-1"),
        (dated("02005-01-01"), "lastmod-invalid-datetime", "02005-01-01"),
        (dated(""), "lastmod-empty", ""),
        (dated("2005-01-01\u{FEFF}"), "encoding-bom-misplaced", "\u{FEFF}"),
        (changing("Daily"), "changefreq-case", "Daily"),
        (changing(" daily"), "changefreq-surrounding-whitespace", " "),
        (changing("daily&#10;"), "changefreq-surrounding-whitespace", "&#10;"),
        (changing("often"), "changefreq-invalid-value", "often"),
        (changing(""), "changefreq-empty", "<changefreq></changefreq>"),
        (changing("<![CDATA[\u{FEFF}daily]]>"), "encoding-bom-misplaced", "\u{FEFF}"),
        (weighed("1.0000001"), "priority-out-of-range", "1.0000001"),
        (weighed("1e-1"), "priority-not-a-number", "1e-1"),
        (weighed("0,5"), "priority-decimal-comma", ","),
        (weighed(""), "priority-empty", "<priority></priority>"),
        (weighed("\u{FEFF}1"), "encoding-bom-misplaced", "\u{FEFF}"),
    ]
}

/// As [`rejected_sitemaps`], for indexes.
fn rejected_indexes() -> Vec<(String, &'static str, &'static str)> {
    let child = |inner: &str| index(&format!("<sitemap><loc>https://tidepool.page/a.xml</loc>{inner}</sitemap>"));
    vec![
        (index(""), "index-empty", "sitemapindex"),
        (index("<sitemap/>"), "index-missing-loc", "sitemap"),
        (child("<title>All</title>"), "index-unexpected-child", "title"),
        (child("<title xmlns=\"\">All</title>"), "index-unexpected-child", "title"),
        (child("<changefreq>daily</changefreq>"), "structure-misplaced-element", "changefreq"),
        (child("<lastmod>2005</lastmod>"), "lastmod-reduced-precision", "2005"),
        (index(&CHILD.replace("<sitemap>", "<sitemap id=\"1\">")), "structure-unexpected-attribute", "id=\"1\""),
        (index(&CHILD.replace("https://tidepool.page/a.xml", "http://a.b/")), "loc-too-short", "http://a.b/"),
        (
            index("<sitemap><lastmod>2024-01-01</lastmod><loc>https://tidepool.page/a.xml</loc></sitemap>"),
            "structure-element-order",
            "loc",
        ),
        (index(&format!("{CHILD}text")), "structure-unexpected-text", "text"),
    ]
}

/// Documents that both the validator and their schema accept.
fn accepted() -> Vec<String> {
    let dates = [
        "2005-01-01",
        "2005-01-01T12:00:00Z",
        "2005-01-01T12:00:00.5-00:00",
        "2005-01-01T12:00:00+14:00",
        "2005-01-01Z",
        "2005-01-01-05:00",
        " 2005-01-01\n",
        "2005<!-- a comment -->-01-01",
        "0001-01-01",
    ];
    let words = ["daily", "dai<!-- a comment -->ly", "<![CDATA[dai]]>ly", "&#100;aily"];
    let numbers = ["0.8", ".5", "1.", "+0.5", "-0", " 1.00 ", "00.5"];
    let urls = [
        "http://a.co/",
        " http://a.co/ ",
        "http://a.co\u{200B}",
        "https://tidepool.page/#a",
        "https://tidepool.page/#a[1]",
        "https://tidepool.page/é",
        "https://tidepool.page/\u{FEFF}",
        "https://u:p@tidepool.page/",
    ];
    let mut documents = vec![
        url(""),
        url("&#32;&#xA;"),
        url("<!-- a comment --><?a b?>"),
        index(CHILD),
        index(&CHILD.replace("</loc>", "</loc><lastmod>2024-01-01</lastmod>")),
        urlset(&format!("<url xsi:schemaLocation=\"{NAMESPACE} {NAMESPACE}/sitemap.xsd\">{LOC}</url>")),
        urlset(&format!("<url xsi:noNamespaceSchemaLocation=\"a.xsd\">{LOC}</url>")),
        format!("<s:urlset xmlns:s=\"{NAMESPACE}\"><s:url><s:loc>https://tidepool.page/</s:loc></s:url></s:urlset>"),
        loc(&long(2048)),
    ];
    documents.extend(dates.iter().map(|date| url(&format!("<lastmod>{date}</lastmod>"))));
    documents.extend(words.iter().map(|word| url(&format!("<changefreq>{word}</changefreq>"))));
    documents.extend(numbers.iter().map(|number| url(&format!("<priority>{number}</priority>"))));
    documents.extend(urls.iter().map(|url| loc(url)));
    documents
}

#[test]
fn documents_that_a_schema_rejects_have_an_error() {
    for (text, rule, place) in rejected_sitemaps().into_iter().chain(rejected_indexes()) {
        assert_eq!(errors(&text, &strict()), [(rule, place.to_owned())], "{text}");
    }
}

#[test]
fn the_stance_of_the_schema_is_right() {
    for (text, id, _) in rejected_sitemaps().into_iter().chain(rejected_indexes()) {
        let rule = Rule::by_id(id).unwrap();
        // The schema rejects only some findings of the other rules.
        if strict().severity(rule) == Some(Severity::Error) {
            assert_eq!(rule.info().support.stances.schema, Stance::Rejects, "{text}");
        }
    }
    for text in accepted() {
        let report = check_source("sitemap.xml", &Source::from_text(text.clone()), &strict(), 0);
        for finding in report.diagnostics {
            let rule = finding.rule();
            // Brackets are allowed in a fragment and rejected elsewhere.
            let usual = finding.severity == Some(rule.info().severity) && rule != Rule::LocUnencodedBracket;
            assert!(!usual || finding.support().stances.schema != Stance::Rejects, "{}: {text}", rule.id());
        }
    }
    for rule in [Rule::LastmodMissingTimezone, Rule::LocRelative] {
        assert_eq!(rule.info().support.stances.schema, Stance::Accepts, "{}", rule.id());
    }
}

#[test]
fn documents_that_a_schema_accepts_have_no_error() {
    for text in accepted() {
        let mut errors = errors(&text, &strict());
        // Google rejects dates that the schema accepts.
        errors.retain(|(rule, _)| *rule != "lastmod-implausible-past");
        assert_eq!(errors, [], "{text}");
    }
}

#[test]
fn errors_of_the_protocol_stay_errors() {
    for (date, rule) in [
        ("2005-01-01T12:00:00", "lastmod-missing-timezone"),
        ("2005-01-01T24:00:00Z", "lastmod-invalid-calendar"),
        ("-0044-03-15", "lastmod-invalid-datetime"),
        ("12005-01-01", "lastmod-invalid-datetime"),
    ] {
        let text = url(&format!("<lastmod>{date}</lastmod>"));
        let rules = |options: &Options| errors(&text, options).into_iter().map(|(rule, _)| rule).collect::<Vec<_>>();
        assert_eq!(rules(&strict()), [rule], "{date}");
        assert_eq!(rules(&Options::default()), [rule], "{date}");
    }
    assert_eq!(errors(&loc("/a/b/c/d/e/f"), &strict()), [("loc-relative", "/a/b/c/d/e/f".to_owned())]);
}

#[test]
fn extensions_are_checked_by_their_own_rules() {
    let image = "xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";
    let inner = "<image:image><image:loc>https://tidepool.page/a.jpg</image:loc></image:image>";
    let before = format!("<urlset xmlns=\"{NAMESPACE}\" {image}><url>{inner}{LOC}</url></urlset>");
    assert_eq!(errors(&before, &strict()), []);
    let link = "<x:base xmlns:x=\"http://www.w3.org/1999/xhtml\" href=\"https://tidepool.page/b.xml\"/>";
    let loc = inner.replace("https://", "https://u%zz@");
    let credentials = format!("<urlset xmlns=\"{NAMESPACE}\" {image}><url>{LOC}{loc}</url></urlset>");
    assert_eq!(errors(&credentials, &strict()), []);
    let listed = index(&CHILD.replace("</sitemap>", &format!("{link}</sitemap>")));
    assert_eq!(errors(&listed, &strict()), []);
}

#[test]
fn a_level_in_the_options_takes_precedence() {
    let level = |level| Options { levels: vec![(Rule::ChangefreqCase, level)], ..strict() };
    let text = url("<changefreq>Daily</changefreq>");
    assert_eq!(errors(&text, &level(Some(Severity::Info))), []);
    assert_eq!(errors(&text, &level(None)), []);
    assert_eq!(errors(&text, &level(Some(Severity::Error))).len(), 1);
}
