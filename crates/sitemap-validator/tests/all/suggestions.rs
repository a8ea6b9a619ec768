//! Suggested fixes that change several places: the fixed text, and the cases without a fix.

use sitemap_validator::diagnostic::FixKind;
use sitemap_validator::{Options, Rule, Source, check_source, fix};

const SITEMAP: &str = "xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"";
const GEO: &str = "xmlns:geo=\"http://www.google.com/geo/schemas/sitemap/1.0\"";
const LOC: &str = "<loc>https://tidepool.page/a</loc>";

/// The number of findings of `rule`, and the text after their suggested fixes, if there are any.
fn suggested(rule: Rule, text: &str) -> (usize, Option<String>) {
    let source = Source::from_text(text.to_owned());
    let report = check_source("sitemap.xml", &source, &Options::default(), 0);
    let found: Vec<_> = report.diagnostics.iter().filter(|found| found.rule() == rule).collect();
    let (text, applied) = fix::apply(text, found.iter().copied(), FixKind::Suggest);
    (found.len(), (applied > 0).then_some(text))
}

/// A sitemap whose root has the attributes `attributes`.
fn urlset(attributes: &str, content: &str) -> String {
    format!("<urlset {SITEMAP}{attributes}>{content}</urlset>")
}

#[test]
fn discontinued_extensions_are_deleted_with_their_elements() {
    let geo = |attributes: &str, content: &str| {
        let text = urlset(attributes, &format!("<url>{LOC}{content}</url>"));
        suggested(Rule::NamespaceDiscontinued, &text)
    };
    let root = format!("\n {GEO}");
    let clean = Some(urlset("", &format!("<url>{LOC}</url>")));
    for content in [
        "<geo:geo/>",
        "\n <geo:geo><geo:format>kml</geo:format></geo:geo>",
        "<geo:geo geo:a='b'/><geo:a><geo:b><geo:c/></geo:b><geo:d/></geo:a>\n<geo:e></geo:e >",
        "<geo:geo><!-- <geo:b> --><![CDATA[<geo:c>]]></geo:geo>",
    ] {
        assert_eq!(geo(&root, content), (1, clean.clone()), "{content}");
    }
    // Declared in each element that uses the prefix.
    let own = format!("<geo:geo {GEO}><geo:a/></geo:geo>");
    assert_eq!(geo("", &own), (1, clean.clone()));
    assert_eq!(geo("", &own.repeat(3)), (3, clean.clone()));
    let default = "<geo xmlns=\"http://www.google.com/geo/schemas/sitemap/1.0\"><format/></geo>";
    assert_eq!(geo("", default), (1, clean.clone()));
    assert_eq!(geo(&root, &format!("{own}<geo:b/>")), (2, clean));
    // An attribute on another element is deleted, too.
    let text = urlset(&root, &format!("<url>{LOC}<geo:a/></url><url geo:x='1' id='2'>{LOC}</url>"));
    let after = urlset("", &format!("<url>{LOC}</url><url id='2'>{LOC}</url>"));
    assert_eq!(suggested(Rule::NamespaceDiscontinued, &text), (1, Some(after)));
}

#[test]
fn discontinued_extensions_are_kept_in_doubtful_cases() {
    let root = format!(" {GEO}");
    for content in [
        "<geo:geo><loc>https://tidepool.page/b</loc></geo:geo>",
        "<geo:geo><geo:a><x:y xmlns:x='urn:x'/></geo:a></geo:geo>",
        "<geo:geo><x/></geo:geo>",
        "<geo:geo><geo:a></geo:geo>",
        "<geo:geo>&</geo:geo>",
        "<geo:geo",
    ] {
        let text = urlset(&root, &format!("<url>{LOC}{content}</url>"));
        let (_, after) = suggested(Rule::NamespaceDiscontinued, &text);
        assert_eq!(after, None, "{content}");
    }
    let before = urlset(&root, &format!("<url geo:x='1'>{LOC}<geo:a/></url>"));
    assert_eq!(suggested(Rule::NamespaceDiscontinued, &before), (1, None));
    let many = |count: usize| {
        let (found, after) = suggested(Rule::NamespaceDiscontinued, &urlset(&root, &"<geo:a/>".repeat(count)));
        (found, after.is_some())
    };
    assert_eq!((many(1000), many(1001)), ((1, true), (1, false)));
}

const FIRST: &str = "<loc>https://tidepool.page/sitemap-1.xml</loc>";
const SECOND: &str = "<loc>https://tidepool.page/sitemap-2.xml</loc>";

fn converted(text: &str) -> (usize, Option<String>) {
    suggested(Rule::LocIsSitemap, text)
}

#[test]
fn a_urlset_of_sitemaps_becomes_an_index() {
    let index = |content: &str| Some(format!("<sitemapindex {SITEMAP}>{content}</sitemapindex>"));
    let image = " xmlns:image=\"http://www.google.com/schemas/sitemap-image/1.1\"";
    let text = urlset(
        image,
        &format!(
            "\n<url>\n {FIRST}<lastmod>2024-06-01</lastmod>\n <changefreq>daily</changefreq><priority>0.5</priority></url>\
             <!-- b --><url ><image:image><image:loc>https://tidepool.page/i.png</image:loc></image:image>\n{SECOND}</url >"
        ),
    );
    let after = index(&format!(
        "\n<sitemap>\n {FIRST}<lastmod>2024-06-01</lastmod></sitemap><!-- b --><sitemap >\n{SECOND}</sitemap >"
    ));
    assert_eq!(converted(&text), (1, after.map(|text| text.replacen('>', &format!("{image}>"), 1))));
    // A single entry is enough.
    assert_eq!(
        converted(&urlset("", &format!("<url>{FIRST}</url>"))),
        (1, index(&format!("<sitemap>{FIRST}</sitemap>")))
    );
    // The prefix stays, and an end tag in a comment is ignored.
    let text = |root: &str, entry: &str| {
        let (loc, declaration) = (FIRST.replace("loc>", "s:loc>"), SITEMAP.replace("xmlns", "xmlns:s"));
        format!("<s:{root} {declaration}><s:{entry}>{loc}</s:{entry}></s:{root}><!-- </s:urlset> -->")
    };
    assert_eq!(converted(&text("urlset", "url")), (1, Some(text("sitemapindex", "sitemap"))));
}

#[test]
fn a_urlset_is_not_converted_in_doubtful_cases() {
    let entries = format!("<url>{FIRST}</url><url>{SECOND}</url>");
    for content in [
        format!("{entries}<url>{LOC}</url>"),
        format!("<url>{LOC}</url>{entries}"),
        format!("{entries}<url></url>"),
        format!("{entries}<url>{FIRST}{SECOND}</url>"),
        format!("{entries}<url>{FIRST}<title>x</title></url>"),
        format!("{entries}<sitemap>{FIRST}</sitemap>"),
        format!("{entries}&"),
        format!("{entries}<url>{FIRST}"),
    ] {
        let (found, after) = converted(&urlset("", &content));
        assert_eq!((found > 0, after), (true, None), "{content}");
    }
    let many = |count: usize| {
        let entry = |page: usize| {
            format!(
                "<url><loc>https://tidepool.page/sitemap-{page}.xml</loc><priority>1.0</priority><changefreq>daily</changefreq></url>"
            )
        };
        let (found, after) = converted(&urlset("", &(0..count).map(entry).collect::<Vec<_>>().concat()));
        (found, after.is_some())
    };
    assert_eq!((many(999), many(1000)), ((1, true), (1, false)));
}
