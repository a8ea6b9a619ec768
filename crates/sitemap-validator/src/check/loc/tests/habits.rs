use super::*;
use crate::Message;

#[test]
fn fragments() {
    one("https://a.de/#/potatoes", &[("loc-fragment", "#/potatoes")], "https://a.de/");
    File::new(&["https://a.de/#x"]).role(UrlRole::Other).finds(&[]);
    let found = File::new(&["https://a.de/x", "https://a.de/x#y"]).finds(&[("loc-fragment", "#y")]);
    assert_eq!(found.repaired(FixKind::Suggest), "<url>\n<loc>https://a.de/x</loc></url>\n");
    assert_eq!(File::new(&["https://a.de/#!x"]).check().diagnostics[0].message(), Message::LocFragmentHashbang);
    // Thousands of URLs that differ only in their fragments.
    let routes: Vec<String> = (0..2000).map(|route| format!("https://a.de/#/{route}")).collect();
    let routes: Vec<&str> = routes.iter().map(String::as_str).collect();
    assert!(File::new(&routes).check().diagnostics.iter().all(|found| found.rule() == Rule::LocFragment));
}

#[test]
fn duplicates() {
    let found = File::new(&["https://a.de/x", "https://a.de/y", "https://a.de/x"])
        .finds(&[("loc-duplicate", "https://a.de/x")]);
    let diagnostic = &found.diagnostics[0];
    assert_eq!((diagnostic.entry, diagnostic.related[0].span), (3, Span::new(11, 25)));
    assert_eq!(
        found.repaired(FixKind::Safe),
        "<url>\n<loc>https://a.de/x</loc></url>\n<url>\n<loc>https://a.de/y</loc></url>\n"
    );
    for (second, is) in
        [("<![CDATA[https://a.de/?a&b]]>", "https://a.de/?a&b"), ("https://a.de/?a&#38;b", "https://a.de/?a&#38;b")]
    {
        let found = File::new(&["https://a.de/?a&amp;b", second]).finds(&[("loc-duplicate", is)]);
        assert_eq!(found.diagnostics[0].message(), Message::LocDuplicate);
        assert_eq!(found.repaired(FixKind::Suggest), "<url>\n<loc>https://a.de/?a&amp;b</loc></url>\n");
    }
    for (first, second) in [
        ("https://a.de/a", "HTTPS://A.de:443/a"),
        ("https://a.de/", "https://a.de"),
        ("https://a.de/%7Ea", "https://a.de/~a"),
        ("https://a.de/%c3%bc", "https://a.de/%C3%BC"),
    ] {
        File::new(&[first, second]).finds(&[("loc-duplicate-equivalent", second)]);
    }
    for (first, second) in [
        ("https://a.de/a", "https://a.de/a/"),
        ("https://a.de/a", "https://a.de/A"),
        ("https://a.de/", "https://a.de/index.html"),
        ("https://a.de/b/", "https://a.de/b/index.html"),
    ] {
        let found = File::new(&[first, second]).finds(&[("loc-duplicate-variant", second)]);
        assert_eq!(found.severities(), [Severity::Info]);
    }
    let found = File::new(&["https://a.de/a", "http://a.de/a"]).own("https://b.de/s.xml").check();
    let variant = found.diagnostics.iter().find(|found| found.rule() == Rule::LocDuplicateVariant).unwrap();
    assert_eq!(variant.severity, Some(Severity::Warning));
}

#[test]
fn a_duplicate_is_reported_once_with_the_closest_match() {
    File::new(&["https://a.de/x", "https://a.de/x/", "https://a.de/x/"])
        .finds(&[("loc-duplicate-variant", "https://a.de/x/"), ("loc-duplicate", "https://a.de/x/")]);
    File::new(&["https://a.de/x#f", "https://a.de/x#f"]).finds(&[
        ("loc-fragment", "#f"),
        ("loc-fragment", "#f"),
        ("loc-duplicate", "https://a.de/x#f"),
    ]);
    File::new(&["https://a.de/x", "https://A.de/x#f"])
        .finds(&[("loc-fragment", "#f"), ("loc-duplicate-equivalent", "https://A.de/x#f")]);
    File::new(&["/x", "/x"]).finds(&[("loc-relative", "/x"), ("loc-relative", "/x")]);
    File::new(&["https://a.de/x", "https://a.de/x"]).role(UrlRole::Other).finds(&[]);
}

#[test]
fn thousands_of_spellings_stay_fast() {
    let spelt: Vec<String> = (0..4000_u32)
        .map(|number| {
            let word = "abcdefghijkl".chars().enumerate();
            let word: String = word
                .map(|(bit, letter)| if number >> bit & 1 == 1 { letter.to_ascii_uppercase() } else { letter })
                .collect();
            format!("https://a.de/{word}")
        })
        .collect();
    let spelt: Vec<&str> = spelt.iter().map(String::as_str).collect();
    assert_eq!(File::new(&spelt).check().diagnostics.len(), 3999);
}

#[test]
fn duplicates_in_text_files() {
    let found = File::new(&["https://a.de/?a&b", "https://a.de/x", "https://a.de/x"])
        .text()
        .finds(&[("loc-duplicate", "https://a.de/x")]);
    assert_eq!(found.repaired(FixKind::Safe), "https://a.de/?a&b\nhttps://a.de/x\n");
}

#[test]
fn paths() {
    one("https://a.de/a/../b", &[("loc-dot-segments", "..")], "https://a.de/b");
    one("https://a.de/a/./%2e%2E/b?c=/../d", &[("loc-dot-segments", "./%2e%2E")], "https://a.de/b?c=/../d");
    one("https://a.de//a///b", &[("loc-double-slash", "//")], "https://a.de/a/b");
    let many = ["https://a.de//1", "https://a.de//2", "https://a.de//3", "https://a.de//4"];
    let found = File::new(&many).finds(&[("loc-double-slash", "//")]);
    assert_eq!((found.diagnostics[0].message(), found.diagnostics[0].entry), (Message::LocDoubleSlashMany, 1));
    assert!(!found.repaired(FixKind::Suggest).contains("de//"));
    File::new(&["https://a.de//a"]).role(UrlRole::Other).finds(&[]);
}

#[test]
fn normal_forms_are_checked_in_pedantic_mode() {
    for (value, place, repaired) in [
        ("https://EXAMPLE.de:443/", "EXAMPLE.de:443", "https://example.de/"),
        ("HTTP://a.de/", "HTTP", "http://a.de/"),
        ("https://a.de./", "a.de.", "https://a.de/"),
        ("http://a.de:80/", ":80", "http://a.de/"),
        ("https://A.de:8443/", "A.de", "https://a.de:8443/"),
    ] {
        let found = File::new(&[value]).pedantic().finds(&[("loc-normalizable", place)]);
        assert_eq!(found.value(FixKind::Safe), repaired);
    }
    let found = File::new(&["https://example.de?x=1"]).pedantic().finds(&[("loc-empty-path", "")]);
    assert_eq!(found.value(FixKind::Safe), "https://example.de/?x=1");
}

#[test]
fn parameters_of_sessions_and_campaigns() {
    for (value, place, repaired) in [
        ("https://a.de/a;jsessionid=1A2B/c", ";jsessionid=1A2B", "https://a.de/a/c"),
        ("https://a.de/?PHPSESSID=1", "PHPSESSID=1", "https://a.de/"),
        ("https://a.de/?a=1&amp;sid=0123456789abcdef", "&amp;sid=0123456789abcdef", "https://a.de/?a=1"),
        ("https://a.de/?sid=0123456789abcdef&amp;a=1", "sid=0123456789abcdef&amp;", "https://a.de/?a=1"),
        ("https://a.de/(S(abc))/x", "/(S(abc))", "https://a.de/x"),
    ] {
        let place = if place.starts_with("PHP") { "?PHPSESSID=1" } else { place };
        one(value, &[("loc-session-id", place)], repaired);
    }
    clean("https://www.example.com/?sid=42");
    for (value, repaired) in [
        ("https://a.de/?utm_source=x", "https://a.de/"),
        ("https://a.de/?utm_source=x&amp;a=1", "https://a.de/?a=1"),
        ("https://a.de/?a=1&amp;utm_source=x&amp;b=2", "https://a.de/?a=1&amp;b=2"),
        ("https://a.de/?utm_source=x&amp;utm_medium=y&amp;a=1&amp;gclid=z", "https://a.de/?a=1"),
    ] {
        let place = "utm_source=x";
        one(value, &[("loc-tracking-parameter", place)], repaired);
    }
}

#[test]
fn sitemaps_listed_as_pages() {
    for name in [
        "sitemap-2.xml",
        "post-sitemap.xml",
        "sitemap.xml.gz",
        "a_index.xml",
        "x.xml.gz",
        "Sitemap.XML",
        "sitemap.xml?x=1",
    ] {
        let url = format!("https://a.de/{name}");
        File::new(&["https://a.de/x", &url]).finds(&[("loc-is-sitemap", &url)]);
    }
    clean("https://www.example.com/feed.xml");
    let found = File::new(&["https://a.de/sitemap-1.xml", "https://a.de/sitemap-2.xml"])
        .finds(&[("loc-is-sitemap", "https://a.de/sitemap-1.xml")]);
    assert_eq!(found.diagnostics[0].message(), Message::LocIsSitemapAll);
}

#[test]
fn passwords_are_not_shown() {
    let values = ["https://user:secret@a.de/sitemap.xml", " https://user:secret@a.de/sitemap.xml"];
    let found = File::new(&values).check();
    assert!(found.diagnostics.len() > 3);
    for diagnostic in &found.diagnostics {
        let words = crate::message::title(diagnostic, &found.source) + &crate::message::help(diagnostic, &found.source);
        assert!(!words.contains("secret"), "{words}");
    }
}
