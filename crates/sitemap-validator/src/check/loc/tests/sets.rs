use super::*;
use crate::Message;

fn own(value: &str, own: &str, expected: &[(&str, &str)]) -> Found {
    File::new(&[value]).own(own).finds(expected)
}

#[test]
fn the_same_host_scheme_and_port() {
    let file = "https://example.com/sitemap.xml";
    for value in
        ["HTTPS://EXAMPLE.COM/a", "https://example.com./a", "https://example.com:443/a", "https://example.com/a"]
    {
        own(value, file, &[]);
    }
    own("https://sub.example.com/a", file, &[("scope-different-host", "sub.example.com")]);
    let found = own("https://www.example.com/a", file, &[("scope-www-mismatch", "www.example.com")]);
    assert_eq!(found.value(FixKind::Suggest), "https://example.com/a");
    let found = own("http://example.com/a", file, &[("scope-different-scheme", "http")]);
    assert_eq!(found.value(FixKind::Suggest), "https://example.com/a");
    own("http://h/a", "http://h:80/s.xml", &[]);
    own("http://h:8080/a", "http://h:80/s.xml", &[("scope-different-port", "8080")]);
    let found = own("http://h/a", "http://h:100/s.xml", &[("scope-different-port", "")]);
    assert_eq!(found.diagnostics[0].span, Span::at("<url>\n<loc>http://h".len()));
    own("https://xn--bcher-kva.de/a", "https://bücher.de/s.xml", &[]);
    own(
        "http://www.example.com/a",
        file,
        &[("scope-www-mismatch", "www.example.com"), ("scope-different-scheme", "http")],
    );
    File::new(&["https://b.de/a"]).own(file).role(UrlRole::Other).finds(&[]);
    let verified = |options: &mut Options| options.search_console = true;
    let own = "https://example.com/b";
    File::new(&["https://b.de/a", own, "https://c.de/"])
        .own(file)
        .with(verified)
        .finds(&[("scope-search-console-only", "b.de")]);
    // Nobody accepts hosts that crawlers do not reach, or that are for documentation.
    let hosts = ["https://localhost/a", "https://example.com/b"];
    File::new(&hosts).own("https://tidepool.page/s.xml").with(verified).finds(&[]);
}

#[test]
fn one_other_host_for_all_urls_can_be_replaced() {
    let file = "https://example.com/sitemap.xml";
    let suggested = |values: &[&str]| {
        let mut found = File::new(values).own(file).check();
        found.diagnostics.retain(|found| found.rule() == Rule::ScopeDifferentHost);
        let entries: Vec<u32> = found.diagnostics.iter().map(|found| found.entry).collect();
        assert!(entries.iter().all(|&entry| entry > 0) && entries.is_sorted(), "{entries:?}");
        let offered = found
            .diagnostics
            .iter()
            .filter(|found| found.fix.is_some() && found.message() == Message::ScopeDifferentHostSameSite)
            .count();
        (found.diagnostics.len(), offered, found.repaired(FixKind::Suggest))
    };
    let (found, offered, repaired) = suggested(&["https://b.de/a", "https://B.DE.:443/b?c", "https://u@b.de:8443/c"]);
    assert_eq!((found, offered), (3, 3));
    for url in ["<loc>https://example.com/a<", "<loc>https://example.com/b?c<", "<loc>https://u@example.com/c<"] {
        assert!(repaired.contains(url), "{repaired}");
    }
    let (_, _, repaired) = suggested(&["https://<![CDATA[b.de]]>/a", "https://b&#46;de/b"]);
    assert!(repaired.contains("<![CDATA[example.com]]>/a") && repaired.contains("//example.com/b"), "{repaired}");
    for other in ["https://c.de/a", "https://example.com/a", "https://www.example.com/a"] {
        assert!(matches!(suggested(&["https://b.de/a", "https://b.de/b", other, "https://b.de/c"]), (3.., 0, _)));
        assert!(matches!(suggested(&[other, "https://b.de/a"]), (1.., 0, _)));
    }
    // A thousand URLs are enough; kept findings are reported in the order of the file.
    let many: Vec<String> = (0..1200).map(|page| format!("https://b.de/{page}")).collect();
    let mut many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert!(matches!(suggested(&many), (1200, 1200, _)));
    many.extend(["https://example.com/a", "https://c.de/a"]);
    assert!(matches!(suggested(&many), (1201, 1200, _)));
}

#[test]
fn the_folder_and_below() {
    let file = "https://example.com/catalog/sitemap.xml";
    for path in ["/catalog/", "/catalog/a", "/%63atalog/a"] {
        own(&format!("https://example.com{path}"), file, &[]);
    }
    own("https://example.com/catalog/../catalog/a", file, &[("loc-dot-segments", "..")]);
    for path in ["/catalog", "/catalogue/a", "/"] {
        own(&format!("https://example.com{path}"), file, &[("scope-outside-directory", path)]);
    }
    own(
        "https://example.com/catalog/../a",
        file,
        &[("loc-dot-segments", ".."), ("scope-outside-directory", "/catalog/../a")],
    );
    own("https://example.com", file, &[("scope-outside-directory", "")]);
    let verified = |options: &mut Options| options.search_console = true;
    let found = File::new(&["https://example.com/x", "https://example.com/y"])
        .own(file)
        .with(verified)
        .finds(&[("scope-search-console-only", "/x")]);
    assert_eq!(found.severities(), [Severity::Warning]);
    // The second URL is read on the fast path.
    File::new(&["https://example.com/catalog/a", "https://example.com/b"])
        .own(file)
        .finds(&[("scope-outside-directory", "/b")]);
    let found = own("https://example.com/q&amp;a", file, &[("scope-outside-directory", "/q&amp;a")]);
    assert!(crate::message::title(&found.diagnostics[0], &found.source).starts_with("`/q&a` is outside"));
}

#[test]
fn a_base_path_that_is_missing_everywhere() {
    let file = "https://example.com/docs/sitemap.xml";
    let found = File::new(&["https://example.com", "https://example.com/a"])
        .own(file)
        .finds(&[("scope-outside-directory", "")]);
    assert_eq!(found.diagnostics[0].message(), Message::ScopeOutsideDirectoryBaseMissing);
    assert!(found.diagnostics[0].fix.is_some());
    let others = ["https://example.com/a", "https://example.com/b"];
    for folder in ["en", "sitemaps", "wp-content/uploads"] {
        let found = File::new(&others).own(&format!("https://example.com/{folder}/map.xml")).check();
        assert!(found.diagnostics[0].fix.is_none(), "{folder}");
    }
    // A URL in the folder shows that the base path is known, before or after the others.
    for values in [["/a", "/b", "/docs/c"], ["/docs/c", "/a", "/b"], ["/a", "/docs", "/b"]] {
        let values = values.map(|path| format!("https://example.com{path}"));
        let found = File::new(&values.each_ref().map(String::as_str)).own(file).check();
        let each = found.diagnostics.iter().filter(|found| found.message() == Message::ScopeOutsideDirectory);
        assert_eq!(each.count(), 2);
    }
}

#[test]
fn the_file_itself() {
    let values = ["https://a.de/x", "https://a.de/list.xml", "https://A.de/list.xml#x"];
    let found = File::new(&values).own("https://a.de/list.xml").finds(&[
        ("loc-self-reference", "https://a.de/list.xml"),
        ("loc-self-reference", "https://A.de/list.xml#x"),
        ("loc-fragment", "#x"),
    ]);
    let all = values.map(|url| format!("<url>\n<loc>{url}</loc></url>\n")).concat();
    assert_eq!(found.repaired(FixKind::Safe), all, "no entry is deleted unseen");
    let values = ["https://a.de/index.xml", "https://a.de/s.xml"];
    File::new(&values)
        .own("https://a.de/index.xml")
        .role(UrlRole::Sitemap)
        .finds(&[("index-self-reference", "https://a.de/index.xml")]);
}

#[test]
fn mixed_hosts_schemes_and_ports() {
    let values = ["https://b.a.de/1", "https://a.a.de/1", "https://a.a.de/2"];
    let found = File::new(&values).finds(&[("scope-mixed-hosts", "b.a.de")]);
    assert_eq!((found.diagnostics[0].entry, found.diagnostics[0].related.len()), (1, 1));
    assert_eq!(found.hosts, [("a.a.de".to_owned(), 2), ("b.a.de".to_owned(), 1)]);
    let found = File::new(&["http://a.de/1", "https://a.de/2"]).finds(&[("scope-mixed-schemes", "http")]);
    assert_eq!(found.value(FixKind::Suggest), "https://a.de/1");
    File::new(&["https://a.de:8080/1", "https://a.de/2", "https://a.de/3"]).finds(&[("scope-mixed-ports", "8080")]);
    File::new(&["https://a.de/1", "https://b.de/1"]).role(UrlRole::Other).finds(&[]);
    let index = File::new(&["https://a.de/1.xml", "https://b.de/1.xml"]).role(UrlRole::Sitemap);
    assert_eq!(index.finds(&[("scope-mixed-hosts", "b.de")]).diagnostics[0].message(), Message::ScopeMixedHostsIndex);
}

#[test]
fn what_an_index_lists() {
    let index = |values: &'static [&'static str], expected: &[(&str, &str)]| {
        File::new(values).own("https://a.de/maps/sitemap_index.xml").role(UrlRole::Sitemap).finds(expected)
    };
    index(&["https://a.de/maps/s1.xml"], &[]);
    index(&["https://cdn.b.net/s1.xml"], &[("index-different-host", "cdn.b.net")]);
    index(&["http://a.de/maps/s1.xml"], &[("index-different-scheme-or-port", "http")]);
    let found = index(&["https://a.de:8080/maps/s1.xml"], &[("index-different-scheme-or-port", "8080")]);
    assert_eq!(found.value(FixKind::Suggest), "https://a.de/maps/s1.xml");
    index(&["https://a.de/s1.xml"], &[("index-outside-directory", "/s1.xml")]);
    index(&["https://a.de/maps/index-2.xml"], &[("index-nested-suspected", "index-2.xml")]);
    index(&["https://a.de/maps/about.html"], &[("index-loc-looks-like-page", "https://a.de/maps/about.html")]);
    index(&["https://a.de/maps/sitemap.php"], &[]);
    let found = index(
        &["https://a.de/maps/1.xml", "https://a.de/maps/1.xml", "https://A.de/maps/1.xml", "https://a.de/maps/1.xml/"],
        &[
            ("index-duplicate-sitemap", "https://a.de/maps/1.xml"),
            ("index-duplicate-sitemap", "https://A.de/maps/1.xml"),
            ("index-loc-looks-like-page", "https://a.de/maps/1.xml/"),
        ],
    );
    assert_eq!(found.diagnostics[0].fix.as_ref().unwrap().kind, FixKind::Safe);
    index(&["https://a.de/maps/1.xml#x"], &[]);
}

#[test]
fn the_files_own_url() {
    let at = |own: &str, expected: &[(&str, &str)]| {
        let values: [&str; 0] = [];
        File::new(&values)
            .own(own)
            .pedantic()
            .with(|options| {
                options.profiles = options.profiles.with(crate::Profile::Legacy);
            })
            .finds(expected)
    };
    at("https://a.de/sitemap.xml", &[]);
    at("https://a.de/a/sitemap.xml", &[("scope-not-at-root", "")]);
    at("https://a.de/plan.xml", &[("scope-file-name", "")]);
    at("https://a.de/sitemap.xml?a b", &[("scope-sitemap-url-not-escaped", "")]);
    assert!(OwnUrl::parse(" https://a.de/sitemap.xml ").is_ok());
    for address in
        ["", "/sitemap.xml", "a.de/sitemap.xml", "https:///x", "https://a..b/", "https://a.de:x/", "ftp://a.de/"]
    {
        assert!(OwnUrl::parse(address).is_err(), "{address}");
    }
}
