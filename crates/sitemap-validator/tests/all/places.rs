//! Exact locations: line, column and the marked text, in files of all kinds.
#![allow(clippy::format_collect)] // inputs are easier to read so

use sitemap_validator::{FileReport, Opened, Options, Source, check_source, open};

const HEAD: &str =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n";

/// Each finding as `line:column rule "text"`.
fn found(source: &Source, options: &Options) -> Vec<String> {
    let report = check_source("sitemap.xml", source, options, 0);
    let index = source.line_index();
    let show = |d: &sitemap_validator::Diagnostic| {
        let at = index.position(source.text(), d.span.start);
        format!("{}:{} {} \"{}\"", at.line, at.column, d.rule().id(), &source.text()[d.span.range()])
    };
    report.diagnostics.iter().map(show).collect()
}

fn entry(inner: &str) -> String {
    format!("{HEAD}<url>{inner}</url>\n</urlset>\n")
}

fn check(text: &str) -> Vec<String> {
    found(&Source::from_text(text.to_owned()), &Options::default())
}

fn with_address(text: &str, address: &str) -> Vec<String> {
    let options = Options { url: Some(address.to_owned()), ..Options::default() };
    found(&Source::from_text(text.to_owned()), &options)
}

#[test]
fn locations_in_each_kind_of_value() {
    assert_eq!(check(&entry("<loc>https://tidepool.page/?a=1&b=2</loc>")), ["3:37 loc-unescaped-ampersand \"&\""]);
    assert_eq!(
        check(&entry("<loc>https://tidepool.page/</loc><lastmod>2024-02-30</lastmod>")),
        ["3:56 lastmod-invalid-calendar \"30\""]
    );
    assert_eq!(
        check(&entry("<loc>https://tidepool.page/</loc><priority>1.5</priority>")),
        ["3:49 priority-out-of-range \"1.5\""]
    );
    assert_eq!(
        check(&entry("<loc>https://tidepool.page/</loc><changefreq>mothly</changefreq>")),
        ["3:51 changefreq-invalid-value \"mothly\""]
    );
    assert_eq!(
        with_address(&entry("<loc>https://tidepool.page/images/a</loc>"), "https://tidepool.page/catalog/sitemap.xml"),
        ["3:32 scope-outside-directory \"/images/a\""]
    );
}

#[test]
fn scope_findings_mark_the_part_that_differs() {
    let address = "https://tidepool.page/sitemap.xml";
    let one = |loc: &str| with_address(&entry(&format!("<loc>{loc}</loc>")), address);
    assert_eq!(one("https://shop.tidepool.page/a"), ["3:19 scope-different-host \"shop.tidepool.page\""]);
    assert_eq!(one("https://www.tidepool.page/a"), ["3:19 scope-www-mismatch \"www.tidepool.page\""]);
    assert_eq!(one("http://tidepool.page/a"), ["3:11 scope-different-scheme \"http\""]);
    assert_eq!(one("https://tidepool.page:8443/a"), ["3:33 scope-different-port \"8443\""]);
    assert!(one("HTTPS://TIDEPOOL.PAGE:443/a").is_empty());
}

#[test]
fn locations_do_not_depend_on_line_ends() {
    let text = entry("\n<loc>/a</loc>\n<priority>2</priority>\n");
    let expected = ["4:6 loc-relative \"/a\"", "5:11 priority-out-of-range \"2\""];
    assert_eq!(check(&text), expected);
    assert_eq!(check(&text.replace('\n', "\r\n")), expected);
    assert_eq!(check(&text.replace('\n', "\r")), expected);
    assert_eq!(check(&format!("\u{FEFF}{text}")), expected);
}

#[test]
fn columns_count_characters_not_bytes() {
    let text = entry("<loc>https://tidepool.page/%C3%A9</loc><!-- é𝒳語 --><priority>2</priority>");
    assert_eq!(check(&text), ["3:67 priority-out-of-range \"2\""]);
}

#[test]
fn one_long_line() {
    let entries: String = (0..20_000).map(|n| format!("<url><loc>https://tidepool.page/{n:05}</loc></url>")).collect();
    let text = format!(
        "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}<url><loc>/é</loc></url></urlset>"
    );
    let column = text.find("/é").unwrap() + 1;
    let relative: Vec<_> = check(&text).into_iter().filter(|line| line.contains("loc-relative")).collect();
    assert_eq!(relative, [format!("1:{column} loc-relative \"/é\"")]);
}

#[test]
fn lines_beyond_65535() {
    let text = format!("{HEAD}{}<url><loc>/a</loc></url>\n</urlset>", "\n".repeat(70_000));
    assert_eq!(check(&text), ["70003:11 loc-relative \"/a\""]);
}

#[test]
fn locations_in_values_with_references_cdata_and_comments() {
    let text = entry("<loc>https://tidepool.page/?a&amp;b<![CDATA[&c d]]></loc>");
    assert_eq!(check(&text), ["3:52 loc-whitespace-inside \" \""]);
}

#[test]
fn three_thousand_ampersands_are_three_thousand_findings() {
    let entries: String =
        (0..3000).map(|n| format!("<url><loc>https://tidepool.page/{n}?a=1&b=2</loc></url>\n")).collect();
    let source = Source::from_text(format!("{HEAD}{entries}</urlset>"));
    let report = check_source("x", &source, &Options::default(), 0);
    let ampersands = report.diagnostics.iter().filter(|d| d.rule().id() == "loc-unescaped-ampersand").count();
    assert_eq!(ampersands, 3000);
    assert_eq!(report.outcome.well_formed, Some(false));
    let stop = report.outcome.stops.unwrap();
    assert_eq!(source.line_index().position(source.text(), stop).line, 3);
}

#[test]
fn a_broken_tag_does_not_hide_the_next_date() {
    let text = format!(
        "{HEAD}<url><loc>https://tidepool.page/a</loc</url>\n<url><loc>https://tidepool.page/b</loc><lastmod>2024-13-01</lastmod></url>\n</urlset>"
    );
    assert_eq!(check(&text), ["3:34 xml-malformed-tag \"</loc\"", "4:54 lastmod-invalid-calendar \"13\""]);
}

#[test]
fn a_negative_year_is_not_a_typing_error() {
    let text = entry("<loc>https://tidepool.page/</loc><lastmod>-0044-03-15</lastmod>");
    assert_eq!(check(&text), ["3:48 lastmod-invalid-datetime \"-0044-03-15\""]);
    let report = check_source("x", &Source::from_text(text), &Options::default(), 0);
    assert_eq!(report.diagnostics[0].fix, None);
}

#[test]
fn an_entry_in_upper_case_within_another_is_checked() {
    let text = entry("<loc>https://tidepool.page/a</loc><URL><loc>/b</loc><lastmod>2024-02-30</lastmod></URL>");
    let expected =
        ["3:41 structure-element-case \"URL\"", "3:50 loc-relative \"/b\"", "3:75 lastmod-invalid-calendar \"30\""];
    assert_eq!(check(&text), expected);
    let text = text.replace("<url>", "<Url>").replace("</url>", "</Url>");
    assert_eq!(check(&text)[0], "3:2 structure-element-case \"Url\"");
    assert_eq!(check(&text)[1..], expected);
}

#[test]
fn white_space_may_be_written_as_references() {
    assert!(check(&entry("<loc>https://tidepool.page/</loc>&#10;&#x20;")).is_empty());
    assert_eq!(check(&entry("<loc>https://tidepool.page/</loc>&#160;")), ["3:39 structure-unexpected-text \"&#160;\""]);
}

#[test]
fn a_byte_order_mark_in_cdata_is_found() {
    let text = entry("<loc><![CDATA[https://tidepool.page/\u{FEFF}]]></loc>");
    assert_eq!(check(&text), ["3:42 encoding-bom-misplaced \"\u{FEFF}\""]);
}

#[test]
fn invalid_utf8_is_located() {
    let mut bytes = entry("<loc>https://tidepool.page/X</loc><priority>2</priority>").into_bytes();
    let at = bytes.iter().position(|byte| *byte == b'X').unwrap();
    bytes[at] = 0xFC;
    let Opened::Text(source) = open(bytes, u64::MAX) else { panic!("UTF-8") };
    let report: FileReport = check_source("x", &source, &Options::default(), 0);
    let ids: Vec<_> = report.diagnostics.iter().map(|d| (d.rule().id(), d.span.start as usize)).collect();
    assert_eq!(ids[0], ("encoding-invalid-utf8", at));
    assert_eq!(report.outcome.stops, Some(at as u32));
    assert!(ids.iter().any(|(id, _)| *id == "priority-out-of-range"));
}

/// The rules of the findings in `bytes`, with `options`.
fn rules(bytes: &[u8], options: &Options) -> Vec<&'static str> {
    let Opened::Text(source) = open(bytes.to_vec(), 1 << 20) else { panic!("not read") };
    check_source("sitemap.xml", &source, options, 0).diagnostics.iter().map(|found| found.rule().id()).collect()
}

#[test]
fn one_cause_gives_one_finding() {
    let doc = entry("<loc>https://tidepool.page/</loc>");
    let before = |head: &[u8]| [head, doc.as_bytes()].concat();
    let loc = |url: &str| entry(&format!("<loc>https://tidepool.page/{url}</loc>")).into_bytes();
    let jekyll = format!(
        "---\nlayout: null\n---\n{HEAD}{{% for page in site.pages %}}\n<url><loc>{{{{ page.url }}}}</loc></url>\n{{% endfor %}}\n</urlset>\n"
    );
    let html = "<!doctype html><html><body><p>Not found<br></body></html>";
    for (bytes, expected) in [
        (loc("caf\u{C3}\u{A9}"), &["encoding-mojibake"][..]),
        (loc("?a=1&amp;#38;b=2"), &["xml-double-escaped"]),
        (loc("?ids[]=1&amp;ids[]=2"), &["loc-unencoded-bracket"]),
        ([doc.as_bytes(), b"\x1A"].concat(), &["xml-control-character"]),
        (before(b"\x01"), &["xml-control-character"]),
        (before(b"\0"), &["xml-control-character"]),
        (before(b"\xFF\xFE"), &["encoding-declaration-mismatch"]),
        (before(b"\xFE\xFF"), &["encoding-declaration-mismatch"]),
        (jekyll.into_bytes(), &["xml-unprocessed-template"; 4]),
        (html.into(), &["structure-html-document"]),
    ] {
        assert_eq!(rules(&bytes, &Options::default()), expected, "{}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn ports_are_compared_with_the_default_port_of_the_sitemap() {
    let text = entry("<loc>http://tidepool.page:443/a</loc>");
    let options = Options { url: Some("https://tidepool.page/sitemap.xml".to_owned()), ..Options::default() };
    assert_eq!(rules(text.as_bytes(), &options), ["scope-different-scheme"]);
}

#[test]
fn urls_in_attributes_lists_and_feeds_are_checked() {
    let link = "<xhtml:link rel=\"alternate\" hreflang=\"fr\" href=\"https://tidepool.page/caf\u{C3}\u{A9}\"/>";
    let text = entry(&format!("<loc>https://tidepool.page/</loc>{link}"))
        .replace("0.9\">", "0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">");
    assert!(rules(text.as_bytes(), &Options::default()).contains(&"encoding-mojibake"));
    let pedantic = Options { pedantic: true, ..Options::default() };
    assert!(rules(b"http://tidepool.page/\nhttp://tidepool.page/a\n", &pedantic).contains(&"advice-http-urls"));
    let feed = "<rss version=\"2.0\"><channel><title>a</title><link>http://tidepool.page/</link><description>b</description>\
        <item><title>c</title><link>http://tidepool.page/c</link></item></channel></rss>";
    assert!(rules(feed.as_bytes(), &pedantic).contains(&"advice-http-urls"));
}

#[test]
fn help_shows_the_right_replacement() {
    let help = |inner: &str| {
        let source = Source::from_text(entry(inner));
        let report = check_source("sitemap.xml", &source, &Options::default(), 0);
        sitemap_validator::message::help(&report.diagnostics[0], source.text())
    };
    let loc = "<loc>https://tidepool.page/</loc>";
    let midnight = help(&format!("{loc}<lastmod>2024-01-31T24:00:00Z</lastmod>"));
    assert!(midnight.contains("`2024-02-01T00:00:00Z`"), "{midnight}");
    assert_eq!(help("<loc>https://tidepool.page/&Omega;</loc>"), "Write `%CE%A9` instead.");
    assert!(help("<loc>https://tidepool.page/&nothing;</loc>").starts_with("Write `&amp;nothing;`"));
}
