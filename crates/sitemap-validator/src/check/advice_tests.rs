use super::*;
use crate::check::testing::{findings, marked, pedantic, repaired};
use crate::diagnostic::FixKind;
use crate::options::Options;
use crate::profile::Profiles;

fn instruction(source: &str) -> (Vec<(&'static str, String)>, String) {
    let start = source.find('<').unwrap();
    let end = source.find("-->").map_or_else(|| source.find("?>").unwrap() + 2, |at| at + 3);
    let found = findings(&pedantic(), |reporter| {
        comment_or_instruction(source, Span::new(start, end), reporter);
    });
    let rules = marked(source, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect();
    (rules, repaired(source, &found, FixKind::Suggest))
}

#[test]
fn ping_endpoints_are_found() {
    for (source, url) in [
        (
            "\n<!-- ping http://www.google.com/ping?sitemap=http://a/s.xml -->\n",
            "http://www.google.com/ping?sitemap=http://a/s.xml",
        ),
        (
            "\n<!--http://www.google.com/webmasters/tools/ping?sitemap=x-->\n",
            "http://www.google.com/webmasters/tools/ping?sitemap=x",
        ),
        ("\n<!-- see (HTTP://WWW.BING.COM/ping?sitemap=x) -->\n", "HTTP://WWW.BING.COM/ping?sitemap=x"),
        ("\n<!-- bing.com/webmaster/ping.aspx?siteMap=x -->\n", "bing.com/webmaster/ping.aspx?siteMap=x"),
        ("\n<?ping https://google.com/ping?sitemap=x?>\n", "https://google.com/ping?sitemap=x"),
    ] {
        let (found, after) = instruction(source);
        assert_eq!(found, [("advice-ping-endpoint", url.to_owned())], "{source}");
        assert_eq!(after, "\n", "{source}");
    }
    for source in
        ["<!-- shipping, pinging -->", "<!-- https://example.com/ping?sitemap=x -->", "<!-- -->", "<!-- ПИНГ ping -->"]
    {
        assert_eq!(instruction(source).0, [], "{source}");
    }
}

#[test]
fn xslt_stylesheets() {
    for source in [
        r#"<?xml-stylesheet type="text/xsl" href="a.xsl"?>"#,
        "<?xml-stylesheet href='a.xsl' type = 'application/xslt+xml' ?>",
    ] {
        assert_eq!(instruction(source), (vec![("advice-xslt-stylesheet", source.to_owned())], String::new()));
    }
    for source in [
        r#"<?xml-stylesheet type="text/css" href="a.css"?>"#,
        r#"<?xml-stylesheet href="type=text/xsl"?>"#,
        "<?xml-stylesheet?>",
        "<?xml-stylesheet type=?>",
        "<?xml-stylesheet type=\"text/xsl?>",
    ] {
        assert_eq!(instruction(source).0, [], "{source}");
    }
}

fn whole(source: &Source, facts: &DocumentFacts, options: &Options) -> Vec<(&'static str, Span)> {
    let found = findings(options, |reporter| document(source, facts, reporter));
    found.iter().map(|found| (found.rule().id(), found.span)).collect()
}

#[test]
fn http_and_compression() {
    let facts = DocumentFacts { first_loc: Some(Span::new(1, 2)), http_only: true, ..DocumentFacts::default() };
    let small = Source::from_text("<a/>".to_owned());
    assert_eq!(whole(&small, &facts, &pedantic()), [("advice-http-urls", Span::new(1, 2))]);
    assert_eq!(whole(&small, &facts, &Options::default()), []);
    let none = DocumentFacts::default();
    let mut large = small.clone();
    large.origin.bytes = LARGE;
    large.origin.decompressed = LARGE;
    assert_eq!(whole(&large, &none, &pedantic()), []);
    large.origin.bytes += 1;
    large.origin.decompressed += 1;
    assert_eq!(whole(&large, &none, &pedantic()), [("advice-compress", Span::at(0))]);
    large.origin.bytes /= 10;
    assert_eq!(whole(&large, &none, &pedantic()), []);
}

#[test]
fn indentation_is_removed_between_tags_only() {
    let legacy = Options { profiles: Profiles::ALL, ..Options::default() };
    let sitemap = DocumentFacts { urlset: true, ..DocumentFacts::default() };
    for (text, after) in [
        ("<a>\n  <b>1</b>\n  <c/>\n</a>\n", "<a><b>1</b><c/>\n</a>\n"),
        ("<a>\n  <b>\n  </b></a>", "<a><b>\n  </b></a>"),
        ("<a>\n  <!-- <x>\n  <y> -->\n  <b t='>\n  >'/></a>", "<a><!-- <x>\n  <y> --><b t='>\n  >'/></a>"),
        ("<a>\n  <![CDATA[x]]>\n  </a>", "<a>\n  <![CDATA[x]]>\n  </a>"),
    ] {
        let source = Source::from_text(text.to_owned());
        let found = findings(&legacy, |reporter| document(&source, &sitemap, reporter));
        assert_eq!(repaired(text, &found, FixKind::Safe), after);
    }
    let plain = Source::from_text("<a>\n<b>1</b>\n</a>".to_owned());
    assert_eq!(whole(&plain, &sitemap, &legacy), []);
    let indented = Source::from_text("<a>\n <b>1</b></a>".to_owned());
    assert_eq!(whole(&indented, &sitemap, &legacy), [("advice-indentation", Span::at(0))]);
    assert_eq!(whole(&indented, &DocumentFacts::default(), &Options::default()), []);
}

#[test]
fn any_comment_is_checked_without_panics() {
    let pieces =
        ["ping", "google.com/ping?sitemap=", "http://", "é", " ", "(", "<", "\"", "=", "type", "İ", "bing.com/", "-"];
    for value in crate::check::testing::noise(&pieces, 5_000) {
        let range = ping_endpoint(&value);
        assert!(range.is_none_or(|range| value.get(range).is_some()));
        pseudo_attribute(&value, "type");
        indentation(&format!("<a>\n {value}<b>"));
    }
}
