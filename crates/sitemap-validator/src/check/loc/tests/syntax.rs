use super::*;

#[test]
fn plain_urls_are_clean() {
    for url in [
        "https://www.example.com/",
        "https://www.example.com/a/b-c_d~e/f.html",
        "https://www.example.com/?a=1&amp;b=2",
        "https://www.example.com/a,b;c=d!*+(e)$@:",
        "https://www.example.com/%C3%BC?q=%20",
        "https://www.example.com/.well-known/x",
        "https://www.example.com/o'brien",
        "https://www.example.com:8443/x".replace(":8443", "").as_str(),
        "<![CDATA[https://www.example.com/?a=1&b=2]]>",
        "https://www.example.com/?u=https://b.example/",
        "https://www.example.com/web/2020/https://b.example/",
    ] {
        clean(url);
    }
}

#[test]
fn empty_values() {
    for value in ["", " \n ", "<!-- x -->"] {
        let found = File::new(&[value]).finds(&[("loc-empty", value)]);
        assert_eq!(found.repaired(FixKind::Suggest), "\n");
    }
    let found = File::new(&[" "]).role(UrlRole::Other).finds(&[("loc-empty", " ")]);
    assert!(found.diagnostics[0].fix.is_none());
    one("\u{A0}", &[("loc-empty", "\u{A0}")], "\n");
}

#[test]
fn beginnings() {
    one("/mypage.html", &[("loc-relative", "/mypage.html")], "/mypage.html");
    one("www.a.de/x", &[("loc-missing-scheme", "www.a.de")], "https://www.a.de/x");
    one("//www.a.de/x", &[("loc-missing-scheme", "//www.a.de")], "https://www.a.de/x");
    one("a.de:8080/x", &[("loc-missing-scheme", "a.de:8080")], "https://a.de:8080/x");
    one("localhost:3000/a", &[("loc-missing-scheme", "localhost:3000")], "https://localhost:3000/a");
    one("http:/www.a.de/", &[("loc-malformed-scheme", "http:/")], "http://www.a.de/");
    one("htp://www.a.de/", &[("loc-malformed-scheme", "htp://")], "http://www.a.de/");
    one("https://https//www.a.de/", &[("loc-malformed-scheme", "https://https//")], "https://www.a.de/");
    one(
        " :https://a.de/",
        &[("loc-surrounding-whitespace", " "), ("loc-malformed-scheme", ":https://")],
        "https://a.de/",
    );
    one("mailto:me@a.de", &[("loc-unsupported-scheme", "mailto")], "mailto:me@a.de");
    one("javascript:alert('x y')", &[("loc-unsupported-scheme", "javascript")], "javascript:alert('x y')");
}

#[test]
fn relative_urls_are_resolved_if_the_files_url_is_known() {
    for (value, resolved) in [
        ("/x?a=1&amp;b", "https://a.de/x?a=1&amp;b"),
        ("x/./y", "https://a.de/f/x/y"),
        ("../x?y", "https://a.de/x?y"),
        ("?q&amp;r", "https://a.de/f/s.xml?q&amp;r"),
        ("#z", "https://a.de/f/s.xml#z"),
        ("///x", "https://a.de/x"),
        ("page.html", "https://a.de/f/page.html"),
    ] {
        let found = File::new(&[value]).own("https://a.de/f/s.xml").check();
        assert_eq!(found.diagnostics[0].rule(), Rule::LocRelative);
        assert_eq!(found.value(FixKind::Suggest), resolved);
    }
}

#[test]
fn the_most_frequent_scheme_is_suggested() {
    let found = File::new(&["http://a.de/1", "http://a.de/2", "a.de/3"]).finds(&[("loc-missing-scheme", "a.de")]);
    assert!(found.repaired(FixKind::Suggest).contains("http://a.de/3"));
    let found = File::new(&["a.de/3"]).own("http://a.de/s.xml").finds(&[("loc-missing-scheme", "a.de")]);
    assert_eq!(found.value(FixKind::Suggest), "http://a.de/3");
}

#[test]
fn ftp_is_for_media() {
    let file = File::new(&["ftp://a.de/x y"]);
    let found = file.finds(&[("loc-unsupported-scheme", "ftp"), ("loc-whitespace-inside", " ")]);
    assert_eq!(found.severities(), [Severity::Warning, Severity::Error]);
    File::new(&["ftp://a.de/x.mp4"]).role(UrlRole::Media).finds(&[]);
    let found = File::new(&["ftp://a.de/x"]).role(UrlRole::Other).finds(&[("loc-unsupported-scheme", "ftp")]);
    assert_eq!(found.severities(), [Severity::Error]);
}

#[test]
fn hosts() {
    for value in ["http://", "https://?q", "http://:80/", "https:///page"] {
        let found = File::new(&[value]).finds(&[("loc-missing-host", "")]);
        let at = value.find("//").unwrap() + 2 + "<url>\n<loc>".len();
        assert_eq!(found.diagnostics[0].span, Span::at(at));
    }
    let found = File::new(&["https:///page"]).own("https://a.de/s.xml").finds(&[("loc-missing-host", "")]);
    assert_eq!(found.value(FixKind::Suggest), "https://a.de/page");
    one("https://exa mple.com/", &[("loc-invalid-host", "exa mple.com")], "https://exa mple.com/");
    one("https:// a.de/", &[("loc-invalid-host", " a.de")], "https://a.de/");
    one("https://a..de/", &[("loc-invalid-host", "a..de")], "https://a.de/");
    one(
        "https://a|b.de/x|y",
        &[("loc-invalid-host", "a|b.de"), ("loc-illegal-character", "|")],
        "https://a|b.de/x%7Cy",
    );
    let found = File::new(&["https://a_b.de/"]).finds(&[("loc-invalid-host", "a_b.de")]);
    assert_eq!(found.severities(), [Severity::Warning]);
    one("https://bücher.de/", &[("loc-non-ascii-host", "bücher.de")], "https://xn--bcher-kva.de/");
    one("https://a.de:99999/", &[("loc-invalid-port", "99999")], "https://a.de:99999/");
    one("https://a.de:0/", &[("loc-invalid-port", "0")], "https://a.de:0/");
    one("https://a.de:x/", &[("loc-invalid-port", "x")], "https://a.de:x/");
    File::new(&["https://u p@a.de/"]).finds(&[("loc-credentials", "u p@"), ("loc-whitespace-inside", " ")]);
    one("https://u:p@a.de/", &[("loc-credentials", "u:p@")], "https://a.de/");
}

#[test]
fn white_space_in_a_host_is_reported_once() {
    one("https://exam\n  ple.de/", &[("loc-whitespace-inside", "\n  ")], "https://example.de/");
    one("https://exam\u{200B}ple.de/", &[("loc-invisible-character", "\u{200B}")], "https://example.de/");
}

#[test]
fn private_hosts() {
    let hosts = |urls: &[&str], found: &[(&str, &str)]| File::new(urls).public().finds(found).severities();
    let localhost = ("loc-non-public-host", "localhost");
    assert_eq!(hosts(&["http://localhost:3000/", "http://localhost:3000/a"], &[localhost]), [Severity::Error]);
    let both = ["http://localhost:3000/", "http://shop.test/"];
    assert_eq!(hosts(&both, &[localhost, ("loc-non-public-host", "shop.test")]), [Severity::Error; 2]);
    assert_eq!(hosts(&["http://localhost:3000/", "https://a.de/"], &[localhost]), [Severity::Warning]);
    let many = ["http://localhost:3000/", "http://localhost:3000/a", "http://localhost:3000/b", "https://a.de/c"];
    let found = File::new(&many).public().own("https://a.de/s.xml").finds(&[("loc-non-public-host", "localhost")]);
    assert!(!found.repaired(FixKind::Suggest).contains("localhost"));
    // Without the file's own URL, they are no reason for other findings.
    File::new(&many).public().finds(&[("loc-non-public-host", "localhost")]);
    let found = File::new(&["https://example.org/a", "https://example.org/b"]).public().own("https://a.de/s.xml");
    assert_eq!(found.finds(&[("loc-non-public-host", "example.org")]).severities(), [Severity::Warning]);
    let file = File::new(&["https://example.com/a", "https://example.com/b"]);
    let found = file.public().finds(&[("loc-non-public-host", "example.com")]);
    assert_eq!(found.severities(), [Severity::Info]);
}

#[test]
fn white_space() {
    one(" https://a.de/ \n", &[("loc-surrounding-whitespace", " ")], "https://a.de/");
    let found = File::new(&[" https://a.de/"]).role(UrlRole::Other).finds(&[("loc-surrounding-whitespace", " ")]);
    assert_eq!(found.severities(), [Severity::Info]);
    one("https://a.de/my page", &[("loc-whitespace-inside", " ")], "https://a.de/my%20page");
    one("https://a.de/my  page", &[("loc-whitespace-inside", "  ")], "https://a.de/my%20%20page");
    one("https://a.de/a\n   /b", &[("loc-whitespace-inside", "\n   ")], "https://a.de/a/b");
    one("https://a.de/a\u{3000}b", &[("loc-whitespace-inside", "\u{3000}")], "https://a.de/a%E3%80%80b");
    one("https://a.de/a&#32;b", &[("loc-whitespace-inside", "&#32;")], "https://a.de/a%20b");
    one("https://a.de/a b c", &[("loc-whitespace-inside", " ")], "https://a.de/a%20b%20c");
}

#[test]
fn illegal_characters() {
    one("https://a.de/a|b", &[("loc-illegal-character", "|")], "https://a.de/a%7Cb");
    one("https://a.de/{a}^`\"b", &[("loc-illegal-character", "{")], "https://a.de/%7Ba%7D%5E%60%22b");
    one("https://a.de/&lt;b&gt;", &[("loc-illegal-character", "&lt;")], "https://a.de/%3Cb%3E");
    one("https://a.de\\a\\b", &[("loc-illegal-character", "\\")], "https://a.de/a/b");
    one("https://a.de/a\\b", &[("loc-illegal-character", "\\")], "https://a.de/a%5Cb");
    one("https://a.de/\u{85}", &[("loc-illegal-character", "\u{85}")], "https://a.de/%C2%85");
    one("https://a.de/\u{E000}", &[("loc-illegal-character", "\u{E000}")], "https://a.de/%EE%80%80");
    one("https://a.de/?\u{E000}", &[("loc-non-ascii", "\u{E000}")], "https://a.de/?%EE%80%80");
    one("https://a.de/?ids[]=1", &[("loc-unencoded-bracket", "[")], "https://a.de/?ids%5B%5D=1");
    one("/a|b", &[("loc-relative", "/a|b")], "/a|b");
}

#[test]
fn quotes_are_checked_in_pedantic_mode() {
    let found = File::new(&["https://a.de/o'b'c"]).pedantic().finds(&[("loc-unescaped-quote", "'")]);
    assert_eq!(found.value(FixKind::Safe), "https://a.de/o&apos;b&apos;c");
    File::new(&["https://a.de/o&apos;b"]).pedantic().finds(&[]);
    File::new(&["https://a.de/o'b"]).pedantic().text().finds(&[]);
    File::new(&["<![CDATA[https://a.de/o'b]]>"]).pedantic().finds(&[]);
}

#[test]
fn characters_beyond_ascii() {
    one("https://a.de/ümlät", &[("loc-non-ascii", "ümlä")], "https://a.de/%C3%BCml%C3%A4t");
    let found = File::new(&["https://a.de/b/größe-2?x=ü"]).check();
    let title = crate::message::title(&found.diagnostics[0], &found.source);
    assert_eq!(title, "`größe-2` in a URL is not percent-encoded");
    one("https://a.de/&#xFC;", &[("loc-non-ascii", "&#xFC;")], "https://a.de/%C3%BC");
    one("https://a.de/\u{200B}page", &[("loc-invisible-character", "\u{200B}")], "https://a.de/page");
    one("\u{200B}https://a.de/\u{A0}", &[("loc-invisible-character", "\u{200B}")], "https://a.de/");
    one("https://a.de/\u{200B}x\u{AD}y", &[("loc-invisible-character", "\u{200B}")], "https://a.de/xy");
    for role in [UrlRole::Image, UrlRole::Alternate, UrlRole::Media, UrlRole::Sitemap] {
        for value in ["&#xFEFF;https://a.de/x.xml", "https://a&#xFEFF;.de/x.xml", "https://a.de/x&#xFEFF;y.xml"] {
            File::new(&[value]).role(role).finds(&[("loc-invisible-character", "&#xFEFF;")]);
        }
    }
    one("https://a.de/a\u{A0}b", &[("loc-invisible-character", "\u{A0}")], "https://a.de/a%20b");
    let found = File::new(&["https://a.de/\u{200D}x"]).finds(&[("loc-invisible-character", "\u{200D}")]);
    assert_eq!(found.severities(), [Severity::Info]);
    assert_eq!(found.diagnostics[0].fix.as_ref().unwrap().kind, FixKind::Suggest);
    // Other rules report these.
    let lost = &[("encoding-replacement-character", "\u{FFFD}")];
    one("https://a.de/\u{FEFF}x\u{FFFD}", lost, "https://a.de/\u{FEFF}x\u{FFFD}");
    one("\u{FEFF}https://a.de/", &[], "\u{FEFF}https://a.de/");
}

#[test]
fn escapes() {
    one("https://a.de/100%", &[("loc-invalid-percent-encoding", "%")], "https://a.de/100%25");
    one("https://a.de/5%-9%", &[("loc-invalid-percent-encoding", "%-9")], "https://a.de/5%25-9%25");
    one("https://a.de/5%off", &[("loc-invalid-percent-encoding", "%of")], "https://a.de/5%25off");
    one("https://a.de/%u00FC", &[("loc-invalid-percent-encoding", "%u0")], "https://a.de/%C3%BC");
    one("https://a.de/%uD83D%uDE00", &[("loc-invalid-percent-encoding", "%uD")], "https://a.de/%F0%9F%98%80");
    one("https://a.de/%FCmlat", &[("loc-percent-encoding-not-utf8", "%FC")], "https://a.de/%FCmlat");
    one("https://a.de/my%2520page", &[("loc-double-percent-encoded", "%2520")], "https://a.de/my%20page");
    one("https://a.de/%25C3%25BC", &[("loc-double-percent-encoded", "%25C3%25BC")], "https://a.de/%C3%BC");
    clean("https://www.example.com/100%25de");
    clean("https://www.example.com/?next=https%3A%2F%2Fb.de%2Fa%2520b");
    let found = File::new(&["https://a.de/%c3%bc%7Eb"]).pedantic().finds(&[("loc-percent-encoding-case", "%c3")]);
    assert_eq!(found.value(FixKind::Safe), "https://a.de/%C3%BC~b");
}

#[test]
fn lengths() {
    let url = |length: usize| format!("https://a.de/{}", "x".repeat(length - 13));
    File::new(&[&url(2047)]).finds(&[]);
    let found = File::new(&[&url(2048)]).finds(&[("loc-too-long", "x")]);
    assert_eq!(found.severities(), [Severity::Warning]);
    let found = File::new(&[&url(2050)]).finds(&[("loc-too-long", "xx")]);
    assert_eq!(found.severities(), [Severity::Error]);
    let escaped = format!("{}{}", url(2007), "&amp;".repeat(40));
    File::new(&[&escaped]).finds(&[]);
    let umlauts = format!("https://a.de/{}", "ü".repeat(2034));
    assert!(File::new(&[&umlauts]).check().diagnostics.iter().all(|found| found.rule() != Rule::LocTooLong));
}

#[test]
fn no_safe_fix_makes_a_url_too_long() {
    let long = format!("https://a.de/{}|", "x".repeat(2030));
    let found = File::new(&[&long]).finds(&[("loc-illegal-character", "|")]);
    assert_eq!(found.diagnostics[0].fix.as_ref().unwrap().kind, FixKind::Suggest);
}

#[test]
fn short_urls_fail_the_schema() {
    let strict = |value| {
        let values = [value];
        File::new(&values).with(|options| options.strict_schema = true).check()
    };
    let found = strict("http://a.co");
    assert_eq!(found.diagnostics[0].rule(), Rule::LocTooShort);
    assert_eq!(found.severities(), [Severity::Error]);
    assert_eq!(found.value(FixKind::Safe), "http://a.co/");
    assert!(strict("http://a.co/").diagnostics.is_empty());
}

#[test]
fn engines_have_limits_of_their_own() {
    let long = format!("https://a.de/{}", "x".repeat(260));
    let baidu = |options: &mut Options| options.profiles = options.profiles.with(crate::Profile::Baidu);
    File::new(&[&long]).with(baidu).finds(&[("loc-engine-length", &"x".repeat(17))]);
    File::new(&[&long]).finds(&[]);
    let yandex = |options: &mut Options| options.profiles = options.profiles.with(crate::Profile::Yandex);
    let encoded = format!("https://a.de/{}", "%D1%82".repeat(300));
    File::new(&[&encoded]).with(yandex).finds(&[]);
    let long = format!("https://a.de/{}%D1%82x", "x".repeat(1011));
    File::new(&[&long]).with(yandex).finds(&[("loc-engine-length", "%D1%82x")]);
}

#[test]
fn two_urls_in_one_value() {
    let found = File::new(&["https://a.de/ https://b.de/"]).finds(&[("loc-multiple-urls", "https://b.de/")]);
    assert_eq!(
        found.repaired(FixKind::Suggest),
        "<url>\n<loc>https://a.de/</loc></url><url><loc>https://b.de/</loc></url>\n"
    );
    for (value, second) in [
        ("https://a.comhttps://b.com", "https://b.com"),
        ("https://a.de/,https://b.de/", "https://b.de/"),
        ("https://a.de/xhttp://a.de/y", "http://a.de/y"),
        ("https://a.de/x/https://a.de/y", "https://a.de/y"),
        ("https://a.de/?x=1 https://b.de/", "https://b.de/"),
    ] {
        File::new(&[value]).finds(&[("loc-multiple-urls", second)]);
    }
    for value in [
        "https://a.de/?u=https://b.de/",
        "https://a.de/?u=https://a.de/",
        "https://web.archive.org/web/2020/https://b.de/",
    ] {
        File::new(&[value]).finds(&[]);
    }
    let found = File::new(&["https://a.de/ https://b.de/"]).text().finds(&[("loc-multiple-urls", "https://b.de/")]);
    assert_eq!(found.repaired(FixKind::Suggest), "https://a.de/\nhttps://b.de/\n");
}

#[test]
fn unfinished_values() {
    one("{{ page.url }}", &[("xml-unprocessed-template", "{{ page.url }}")], "{{ page.url }}");
    one(" undefined", &[("xml-unprocessed-template", "undefined")], " undefined");
    one("https://a.de/?a=1&amp;amp;b=2", &[("xml-double-escaped", "&amp;amp;")], "https://a.de/?a=1&amp;b=2");
    one(
        "<![CDATA[https://a.de/?a=1&amp;b=2]]>",
        &[("xml-double-escaped", "&amp;")],
        "<![CDATA[https://a.de/?a=1&b=2]]>",
    );
    File::new(&["https://a.de/?a=1&amp;b=2"]).text().finds(&[]);
}

#[test]
fn decomposed_letters() {
    let found = File::new(&["https://a.de/cafe%CC%81"]).pedantic().finds(&[("loc-not-nfc", "e%CC%81")]);
    assert_eq!(found.value(FixKind::Suggest), "https://a.de/caf%C3%A9");
    File::new(&["https://a.de/caf%C3%A9"]).pedantic().finds(&[]);
}
