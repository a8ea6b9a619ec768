//! Whole documents: the links of one entry, and of several entries.

mod clusters;

use crate::Message;
use crate::diagnostic::FixKind;
use crate::options::Options;
use crate::report::check_source;
use crate::source::Source;
use crate::{Diagnostic, Rule, fix};

const HEAD: &str =
    "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n";

/// An entry of `https://en.tidepool.page/a` with a link to itself and `links`.
fn entry(links: &str) -> String {
    let own = link("en", "https://en.tidepool.page/a");
    format!("{HEAD}<url><loc>https://en.tidepool.page/a</loc>{own}{links}</url>\n</urlset>\n")
}

fn link(code: &str, href: &str) -> String {
    format!("<xhtml:link rel=\"alternate\" hreflang=\"{code}\" href=\"{href}\"/>")
}

fn check(text: &str, options: &Options) -> Vec<Diagnostic> {
    check_source("sitemap.xml", &Source::from_text(text.to_owned()), options, 0).diagnostics
}

/// The findings, with rule and marked text, except those that every such document has.
fn marked(text: &str) -> Vec<(&'static str, String)> {
    marked_with(text, &Options::default())
}

fn marked_with(text: &str, options: &Options) -> Vec<(&'static str, String)> {
    let found = check(text, options);
    let found = found.iter().filter(|found| found.rule().id() != "xml-declaration-missing");
    found
        .map(|found| (found.rule().id().trim_start_matches("hreflang-"), text[found.span.range()].to_owned()))
        .collect()
}

fn pedantic() -> Options {
    Options { pedantic: true, levels: vec![(Rule::HreflangMissingXDefault, None)], ..Options::default() }
}

/// `text` with the fixes of `rule`.
fn repaired(text: &str, rule: Rule, kind: FixKind) -> String {
    let found = check(text, &pedantic());
    fix::apply(text, found.iter().filter(|found| found.rule() == rule), kind).0
}

#[test]
fn attributes_that_are_missing() {
    let missing = |link: &str| -> Vec<Message> {
        let found = check(&entry(link), &Options::default());
        found.iter().filter(|f| f.rule() == Rule::HreflangMissingAttribute).map(Diagnostic::message).collect()
    };
    let href = "href=\"https://de.tidepool.page/a\"";
    for (attributes, expected) in [
        (format!("rel='alternate' hreflang='de' {href}"), &[][..]),
        (format!("hreflang='de' {href}"), &[Message::HreflangMissingAttributeOne]),
        (format!("rel='alternate' {href}"), &[Message::HreflangMissingAttributeOne]),
        ("rel='alternate' hreflang='de'".to_owned(), &[Message::HreflangMissingAttributeOne]),
        ("hreflang='de'".to_owned(), &[Message::HreflangMissingAttributeTwo]),
        ("rel='alternate'".to_owned(), &[Message::HreflangMissingAttributeTwo]),
        (href.to_owned(), &[Message::HreflangMissingAttributeOne]),
        (String::new(), &[Message::HreflangMissingAttributeAll]),
        (format!("rel='alternate' hrefLang='de' {href}"), &[Message::HreflangMissingAttributeCase]),
        (format!("rel='alternate' media='print' {href}"), &[]),
        ("rel='alternate' href='android-app://page.tidepool/https/a'".to_owned(), &[]),
        ("rel='alternate' href='IOS-APP://1/a'".to_owned(), &[]),
        (format!("rel='amphtml' {href}"), &[]),
        (format!("rel='ALTERNATE' {href}"), &[Message::HreflangMissingAttributeOne]),
    ] {
        assert_eq!(missing(&format!("<xhtml:link {attributes}/>")), expected, "{attributes}");
    }
}

#[test]
fn relations() {
    let link = |rel: &str| entry(&link("de", "https://de.tidepool.page/a").replace("alternate", rel));
    for rel in ["alternate", "Alternate", "nofollow\n ALTERNATE"] {
        assert_eq!(marked(&link(rel)), [], "{rel}");
    }
    for rel in ["canonical", "alternative", "alternate,nofollow"] {
        assert_eq!(marked(&link(rel)), [("rel-invalid", rel.to_owned())]);
        assert_eq!(marked(&repaired(&link(rel), Rule::HreflangRelInvalid, FixKind::Suggest)), []);
    }
}

#[test]
fn urls_of_alternates() {
    let href = |href: &str| marked(&entry(&link("de", href)));
    for fine in [
        "http://de.tidepool.page/a?b=1&amp;c=2",
        "android-app://page.tidepool/https/de.tidepool.page/a",
        "ios-app://1/https/a",
    ] {
        assert_eq!(href(fine), [], "{fine}");
    }
    for relative in ["/de/a", "de/a", "//de.tidepool.page/a", "www.tidepool.de/a", "?lang=de&amp;x", "../a"] {
        assert_eq!(href(relative), [("href-relative", relative.to_owned())]);
    }
    for (url, rule, at) in [
        ("mailto:a@tidepool.page", "loc-unsupported-scheme", "mailto"),
        ("htp://de.tidepool.page/", "loc-malformed-scheme", "htp://"),
        ("https://de.tidepool.page/a b", "loc-whitespace-inside", " "),
        ("https:///a", "loc-missing-host", "https:///a"),
        ("https://de.tidepool.page/%zz", "loc-invalid-percent-encoding", "%zz"),
        ("https://de.tidepool.page/{{ slug }}", "xml-unprocessed-template", "{{ slug }}"),
    ] {
        let found = href(url);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].0, found[0].1.contains(at) || at.contains(&found[0].1)), (rule, true), "{found:?}");
    }
    assert_eq!(href(""), [("loc-empty", "href=\"\"".to_owned())]);
}

#[test]
fn relative_urls_are_completed_from_the_page() {
    let completed = |href: &str| {
        let text = entry(&link("de", href))
            .replace("<loc>https://en.tidepool.page/a", "<loc>http://en.tidepool.page:8080/x/a");
        let after = repaired(&text, Rule::HreflangHrefRelative, FixKind::Suggest);
        let at = after.rfind("href=\"").unwrap() + 6;
        after[at..].split('"').next().unwrap().to_owned()
    };
    assert_eq!(completed("/de/?a&amp;b"), "http://en.tidepool.page:8080/de/?a&amp;b");
    assert_eq!(completed("../de"), "http://en.tidepool.page:8080/de");
    assert_eq!(completed("//de.tidepool.page/a"), "http://de.tidepool.page/a");
    assert_eq!(completed("de.tidepool.page/a"), "http://de.tidepool.page/a");
    // Before its `loc`, the URL of the page is unknown.
    let first = format!("{HEAD}<url>{}<loc>https://en.tidepool.page/a</loc></url></urlset>", link("de", "/de"));
    assert_eq!(repaired(&first, Rule::HreflangHrefRelative, FixKind::Suggest), first);
}

#[test]
fn codes() {
    let code = |code: &str| marked_with(&entry(&link(code, "https://de.tidepool.page/a")), &pedantic());
    for fine in ["de", "de-AT", "zh-Hant", "zh-Hant-TW", "x-default", "uk", "sr-Latn-RS"] {
        assert_eq!(code(fine), [], "{fine}");
    }
    for malformed in ["de_AT", "german", "de-", "de at", "fr, de", " de", "de-AT-1996", "x-klingon", "en-USA"] {
        assert_eq!(code(malformed), [("code-malformed", malformed.to_owned())]);
    }
    for (written, rule, at) in [
        ("jp", "unknown-language", "jp"),
        ("us", "unknown-language", "us"),
        ("eng", "unknown-language", "eng"),
        ("fil", "unknown-language", "fil"),
        ("en-UK", "unknown-region", "UK"),
        ("en-EU", "unknown-region", "EU"),
        ("es-419", "unknown-region", "419"),
        ("zh-Hand", "unknown-script", "Hand"),
        ("de-Hans", "unknown-script", "Hans"),
        ("us-en", "unknown-language", "us"),
        ("DE", "nonstandard-case", "DE"),
        ("de-at", "nonstandard-case", "de-at"),
        ("X-Default", "nonstandard-case", "X-Default"),
    ] {
        assert_eq!(code(written), [(rule, at.to_owned())], "{written}");
    }
    assert_eq!(code("JP-uk").iter().map(|found| found.0).collect::<Vec<_>>(), ["unknown-language", "unknown-region"]);
    assert_eq!(code("&#100;e&#95;AT"), [("code-malformed", "&#100;e&#95;AT".to_owned())]);
    assert_eq!(code("&#101;n-U&#75;"), [("unknown-region", "U&#75;".to_owned())]);
    assert_eq!(code("{{ lang }}"), [("xml-unprocessed-template", "{{ lang }}".to_owned())]);
}

#[test]
fn severities_of_unknown_languages() {
    let severity = |code: &str| {
        let found = check(&entry(&link(code, "https://de.tidepool.page/a")), &Options::default());
        found.iter().find(|found| found.rule() == Rule::HreflangUnknownLanguage).unwrap().severity
    };
    assert_eq!(severity("fil"), Some(crate::Severity::Warning));
    for code in ["jp", "eng", "usa", "xx", "qaa"] {
        assert_eq!(severity(code), Some(crate::Severity::Error), "{code}");
    }
}

#[test]
fn a_missing_value_in_the_url_of_a_link_is_found() {
    for href in ["https://en.tidepool.page/undefined", "https://tidepool.page/a?id=null"] {
        let found = marked(&entry(&link("de", href)));
        assert!(found.iter().any(|(rule, _)| *rule == "xml-unprocessed-template"), "{href}: {found:?}");
    }
}

#[test]
fn codes_that_look_like_countries() {
    let confused = |code: &str, href: &str| !marked(&entry(&link(code, href))).is_empty();
    for (code, href) in [
        ("be", "https://www.tidepool.be/a"),
        ("BE", "https://tidepool.page/be/a"),
        ("ca", "https://tidepool.ca"),
        ("uk", "https://tidepool.co.uk/"),
        ("ar", "https://tidepool.com.ar./"),
    ] {
        assert!(confused(code, href), "{code} {href}");
    }
    for (code, href) in [
        ("be", "https://tidepool.by/a"),
        ("uk", "https://tidepool.page/uk/"),
        ("ar", "https://tidepool.page/ar/"),
        ("be-BY", "https://tidepool.be/"),
        ("de", "https://tidepool.de/"),
        ("be", "https://tidepool.page/bees"),
    ] {
        assert!(!confused(code, href), "{code} {href}");
    }
}

#[test]
fn duplicate_codes() {
    let twice = |links: &[(&str, &str)]| {
        let links: String =
            links.iter().map(|(code, path)| link(code, &format!("https://de.tidepool.page/{path}"))).collect();
        let found = check(&entry(&links), &Options::default());
        found
            .iter()
            .filter(|f| f.rule() == Rule::HreflangDuplicateCode)
            .map(|f| f.severity.unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(twice(&[("de", "a"), ("de-AT", "a"), ("x-default", "a")]), []);
    assert_eq!(twice(&[("de", "a"), ("DE", "b")]), [crate::Severity::Warning]);
    assert_eq!(twice(&[("de", "a"), ("de", "a")]), [crate::Severity::Warning]);
    assert_eq!(twice(&[("en", "a")]), [crate::Severity::Warning]);
    // More links than are compared directly.
    let many: Vec<String> = ["AT", "BE", "CH", "DE", "FR", "GB", "IT", "NL", "PL", "US"]
        .iter()
        .flat_map(|region| ["cs", "da", "de", "es", "fi", "fr", "it"].map(|language| format!("{language}-{region}")))
        .collect();
    let mut links: Vec<(&str, &str)> = many.iter().map(|code| (code.as_str(), "a")).collect();
    assert_eq!(twice(&links), []);
    links.push(("FI-AT", "b"));
    links.push(("de-pl", "a"));
    assert_eq!(twice(&links), [crate::Severity::Warning; 2]);
}

#[test]
fn misplaced_links() {
    let de = link("de", "https://de.tidepool.page/a");
    let bare = de.replace("xhtml:", "");
    for (text, name) in [
        (entry(&bare), "link"),
        (entry(&bare.replace("<link", "<Link")), "Link"),
        (entry(&bare.replace("<link", "<link xmlns=''")), "link"),
        (entry("").replace("</urlset>", &format!("{de}</urlset>")), "xhtml:link"),
        (entry("").replace("</urlset>", &format!("{bare}</urlset>")), "link"),
        (entry("").replace("</loc>", &format!("{de}</loc>")), "xhtml:link"),
        (entry("").replace("</loc>", &format!("{bare}</loc>")), "link"),
        (entry(&de.replace("/>", &format!(">{de}</xhtml:link>")).replacen("\"de\"", "\"fr\"", 1)), "xhtml:link"),
    ] {
        let found: Vec<_> = marked(&text).into_iter().filter(|found| found.0 != "single").collect();
        assert_eq!(found, [("misplaced", name.to_owned())], "{text}");
        let once = repaired(&text, Rule::HreflangMisplaced, FixKind::Suggest);
        let after = repaired(&once, Rule::HreflangMisplaced, FixKind::Suggest);
        assert_ne!(after, text);
        assert!(marked(&after).iter().all(|found| found.0 != "misplaced"), "{after}");
    }
    let index = "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:xhtml='http://www.w3.org/1999/xhtml'>\
                 <sitemap><loc>https://tidepool.page/a.xml</loc>LINK</sitemap></sitemapindex>";
    let text = index.replace("LINK", &de);
    assert_eq!(marked(&text), [("misplaced", "xhtml:link".to_owned())]);
    assert_eq!(repaired(&text, Rule::HreflangMisplaced, FixKind::Suggest), index.replace("LINK", ""));
    // Elements in another namespace, or without these attributes, are not links.
    assert_eq!(
        marked(&entry("<a:link xmlns:a='urn:a' hreflang='de'/>")),
        [("single", link("en", "https://en.tidepool.page/a"))]
    );
    assert!(marked(&entry("<link>https://x.tidepool.page/</link>")).iter().all(|found| found.0 != "misplaced"));
}

#[test]
fn without_the_rule_on_links_other_rules_report_the_elements() {
    let options = Options { levels: vec![(Rule::HreflangMisplaced, None)], ..Options::default() };
    let bare = link("de", "https://de.tidepool.page/a").replace("xhtml:", "");
    let found = marked_with(&entry(&bare), &options);
    assert!(found.iter().any(|found| found.0.starts_with("structure-")), "{found:?}");
}

#[test]
fn content_of_links() {
    let content = |content: &str| {
        let open = link("de", "https://de.tidepool.page/a").replace("/>", ">");
        marked(&entry(&format!("{open}{content}</xhtml:link>")))
    };
    for fine in ["", " \n", "<!-- de -->", "&#32;"] {
        assert_eq!(content(fine), [], "{fine}");
    }
    for text in ["de", "&#100;e", "<![CDATA[de]]>", "<b xmlns='urn:b'>x</b>", "de<b xmlns='urn:b'/>"] {
        assert_eq!(content(&format!("\n {text} ")), [("not-empty", text.to_owned())]);
    }
    // The element has a finding of its own.
    assert_eq!(content("<loc>https://a.tidepool.page/</loc>")[0].0, "structure-misplaced-element");
    assert_eq!(content("<loc>https://a.tidepool.page/</loc>").len(), 1);
}

#[test]
fn attributes_without_a_meaning() {
    let with = |attributes: &str| {
        let de = link("de", "https://de.tidepool.page/a").replace("/>", &format!(" {attributes}/>"));
        marked_with(&entry(&de), &pedantic())
    };
    assert_eq!(with("type='text/html' title='x' xmlns='urn:a' xml:lang='de'"), []);
    assert_eq!(with("media='print'"), [("unexpected-attribute", "media='print'".to_owned())]);
    assert_eq!(with("class=''"), [("unexpected-attribute", "class=''".to_owned())]);
    assert_eq!(
        marked(&entry("<xhtml:link rel='alternate' media='print' href='https://m.tidepool.page/a' lang='de'/>")).len(),
        1
    );
}

#[test]
fn links_without_an_end_tag_are_reported_as_such() {
    let open = ["de", "fr", "es"].map(|code| link(code, &format!("https://{code}.tidepool.page/a")).replace("/>", ">"));
    let found = marked(&entry(&open.concat()));
    assert!(found.iter().all(|found| found.0.starts_with("xml-")), "{found:?}");
}

#[test]
fn attributes_of_malformed_tags_are_not_checked() {
    for broken in
        ["<xhtml:link rel=\"alternate\" hreflang=\"de\" href=\"/de\"", "<xhtml:link rel=alternate hreflang=de>"]
    {
        let found = marked(&entry(broken));
        assert!(found.iter().all(|found| !matches!(found.0, "missing-self" | "single")), "{found:?}");
    }
}
