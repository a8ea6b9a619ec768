use crate::check::testing::noise;
use crate::diagnostic::FixKind;
use crate::{FileReport, Kind, Options, Severity, Source, check_source, fix};

fn report(text: &str, options: &Options) -> FileReport {
    check_source("sitemap.txt", &Source::from_text(text.to_owned()), options, 0)
}

/// Each finding's rule and the text it marks.
#[track_caller]
fn found(text: &str) -> Vec<(&'static str, String)> {
    let options = Options { file_name: Some("sitemap.txt".to_owned()), ..Options::default() };
    let report = report(text, &options);
    assert_eq!(report.outcome.kind, Kind::Text, "{text}");
    report.diagnostics.iter().map(|found| (found.rule().id(), text[found.span.range()].to_owned())).collect()
}

#[track_caller]
fn one(text: &str, rule: &str, marked: &str) {
    assert_eq!(found(text), [(rule, marked.to_owned())].map(|(rule, text)| (id(rule), text)), "{text}");
}

fn id(rule: &str) -> &'static str {
    crate::Rule::by_id(rule).unwrap().id()
}

/// `text` with all fixes applied once.
fn repaired(text: &str, kind: FixKind) -> String {
    let options = Options { file_name: Some("sitemap.txt".to_owned()), pedantic: true, ..Options::default() };
    fix::apply(text, &report(text, &options).diagnostics, kind).0
}

#[test]
fn a_list_of_urls_is_clean() {
    for text in [
        "https://tidepool.page/",
        "https://tidepool.page/\r\nhttps://tidepool.page/a,b;c=1\r\n",
        "https://tidepool.page/@48.85,2.35,15z\rhttps://tidepool.page/?bbox=0.1,0.5,0.7",
        "https://tidepool.page/?from=2024-01-01,2024-06-01&on=daily,weekly",
        "https://tidepool.page/?a=1&b=2;c=3\n\nhttps://tidepool.page/it's",
        "https://tidepool.page/web/https://other.page/",
        "https://tidepool.page/x,y,z;1.5",
        "https://tidepool.page/7,0.8",
        "https://tidepool.page/?u=https://a.page/,https://b.page/",
    ] {
        assert_eq!(found(text), [], "{text}");
    }
}

#[test]
fn lines_that_are_not_urls() {
    for line in [
        "# a comment",
        "#",
        "// a comment",
        "//comment",
        "/* a comment */",
        "Pages of the shop",
        "Note: see below",
        "Sitemap: https://tidepool.page/sitemap.xml",
        "User-agent: *",
        "<p>",
        "<loc>https://tidepool.page/</loc>",
        "1. https://tidepool.page/",
        "and/or more",
        "--",
    ] {
        one(&format!("https://tidepool.page/a\n \t{line} \nhttps://tidepool.page/b"), "text-non-url-line", line);
    }
}

#[test]
fn damaged_urls_keep_their_own_rules() {
    for (line, rule, marked) in [
        ("/about", "loc-relative", "/about"),
        ("../a", "loc-relative", "../a"),
        ("about.html", "loc-relative", "about.html"),
        ("shop/nets", "loc-relative", "shop/nets"),
        ("//tidepool.page/a", "loc-missing-scheme", "//tidepool.page"),
        ("www.tidepool.page", "loc-missing-scheme", "www.tidepool.page"),
        ("htps://tidepool.page/", "loc-malformed-scheme", "htps://"),
        ("mailto:a@tidepool.page", "loc-unsupported-scheme", "mailto"),
        ("gopher://tidepool.page/", "loc-unsupported-scheme", "gopher"),
        ("{{ url }}", "xml-unprocessed-template", "{{ url }}"),
        ("https://tidepool.page/price list.pdf", "loc-whitespace-inside", " "),
        ("https://tidepool.page/?q=two words", "loc-whitespace-inside", " "),
        ("https://tidepool.page/a b/c", "loc-whitespace-inside", " "),
        ("https://tidepool.page/<x>", "loc-illegal-character", "<"),
        ("https://tidepool.page/ahttps://tidepool.page/b", "loc-multiple-urls", "https://tidepool.page/b"),
        ("\u{200B}https://tidepool.page/", "loc-invisible-character", "\u{200B}"),
        ("\u{FEFF}https://tidepool.page/", "encoding-bom-misplaced", "\u{FEFF}"),
    ] {
        one(&format!("https://tidepool.page/first\n{line}\nhttps://tidepool.page/last\n"), rule, marked);
    }
}

#[test]
fn values_after_a_url() {
    for (tail, after) in [
        (" https://tidepool.page/b", "https://tidepool.page/a\nhttps://tidepool.page/b"),
        (",https://tidepool.page/b", "https://tidepool.page/a\nhttps://tidepool.page/b"),
        (" ; https://tidepool.page/b 0.5", "https://tidepool.page/a\nhttps://tidepool.page/b"),
        ("\tNets", "https://tidepool.page/a"),
        ("\tprice list.pdf", "https://tidepool.page/a"),
        (" Nets", "https://tidepool.page/a%20Nets"),
        (" Nets and more", "https://tidepool.page/a"),
        (" 2024-06-01", "https://tidepool.page/a"),
        (" # see below", "https://tidepool.page/a"),
        (", Nets <b>", "https://tidepool.page/a"),
        (",2024-06-01T12:00:00Z,0.8", "https://tidepool.page/a"),
        (";weekly", "https://tidepool.page/a"),
        (",Nets,weekly", "https://tidepool.page/a"),
        (",\"Nets\"", "https://tidepool.page/a"),
        (",0.8", "https://tidepool.page/a"),
        // A value that contains a URL is not deleted.
        (" Nets https://tidepool.page/b", "https://tidepool.page/a Nets https://tidepool.page/b"),
    ] {
        let text = format!("https://tidepool.page/a{tail}");
        one(&text, "text-multiple-values", tail);
        assert_eq!(repaired(&text, FixKind::Suggest), after, "{text}");
    }
    assert_eq!(
        repaired("https://tidepool.page/a https://tidepool.page/b\r\n", FixKind::Suggest),
        "https://tidepool.page/a\r\nhttps://tidepool.page/b\r\n"
    );
    // The URL itself is checked as usual.
    assert_eq!(
        found("https://tidepool.page/\u{E4}\thttps://tidepool.page/b"),
        [("loc-non-ascii", "\u{E4}".to_owned()), ("text-multiple-values", "\thttps://tidepool.page/b".to_owned())]
    );
}

#[test]
fn white_space_around_a_url() {
    let text = "https://tidepool.page/a\n \thttps://tidepool.page/b  \r\n";
    assert_eq!(found(text), [(id("text-surrounding-whitespace"), " \t".to_owned())]);
    assert_eq!(repaired(text, FixKind::Safe), "https://tidepool.page/a\nhttps://tidepool.page/b\r\n");
}

#[test]
fn references_are_part_of_the_url() {
    for (reference, after) in [
        ("&amp;", "&"),
        ("&lt;", "%3C"),
        ("&gt;", "%3E"),
        ("&quot;", "%22"),
        ("&apos;", "'"),
        ("&#39;", "'"),
        ("&#x2f;", "/"),
        ("&#32;", "%20"),
        ("&#37;", "%25"),
    ] {
        let text = format!("https://tidepool.page/a{reference}b");
        one(&text, "text-entity-escaped", reference);
        assert_eq!(repaired(&text, FixKind::Safe), format!("https://tidepool.page/a{after}b"));
    }
    // A non-ASCII character may be meant in another encoding.
    let text = "https://tidepool.page/&#228;";
    one(text, "text-entity-escaped", "&#228;");
    assert_eq!(repaired(text, FixKind::Safe), text);
    assert_eq!(repaired(text, FixKind::Suggest), "https://tidepool.page/%C3%A4");
    one("https://tidepool.page/&#0;", "text-entity-escaped", "&#0;");
    for text in ["https://tidepool.page/?a&b;c", "https://tidepool.page/?a&copy;", "https://tidepool.page/?a&amp"] {
        assert_eq!(found(text), [], "{text}");
    }
    // The fragment after a reference is a fragment.
    let rules: Vec<&str> = found("https://tidepool.page/#a&#39;b").into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(rules, ["loc-fragment", "text-entity-escaped"]);
}

#[test]
fn blank_lines_are_counted() {
    let text = "\nhttps://tidepool.page/a\n\n \t\nhttps://tidepool.page/b\n\n";
    assert_eq!(found(text), []);
    let options = Options { pedantic: true, ..Options::default() };
    let blank = |text: &str| -> Vec<u32> {
        let report = report(text, &options);
        report
            .diagnostics
            .iter()
            .filter(|found| found.rule() == crate::Rule::TextBlankLine)
            .map(|d| d.span.start)
            .collect()
    };
    assert_eq!(blank(text), [0]);
    assert_eq!(repaired(text, FixKind::Safe), "https://tidepool.page/a\nhttps://tidepool.page/b\n\n");
    assert!(blank("https://tidepool.page/\n\n").is_empty());
    assert_eq!(blank("https://tidepool.page/\n\n\n").len(), 1);
}

#[test]
fn files_that_are_recognized() {
    let kind = |text: &str, name: &str| {
        let options = Options { file_name: Some(name.to_owned()), ..Options::default() };
        let report = report(text, &options);
        let rules: Vec<&str> = report.diagnostics.iter().map(|found| found.rule().id()).collect();
        (report.outcome.kind, rules.join(" "))
    };
    let empty = (Kind::Text, "text-empty".to_owned());
    assert_eq!(kind("", "a.txt"), empty);
    assert_eq!(kind("\u{FEFF} \r\n\n", "A.TXT"), empty);
    assert_eq!(kind("\n", "a.xml").1, "xml-empty-file");
    assert_eq!(kind("# a\n# b\n# c\nhttps://tidepool.page/", "-").0, Kind::Text);
    assert_eq!(kind("Pages\n\nhttps://tidepool.page/", "a.txt"), (Kind::Text, "text-non-url-line".to_owned()));
    assert_eq!(kind("# nothing yet", "a.txt"), (Kind::Text, "text-non-url-line".to_owned()));
    assert_eq!(kind("# nothing yet", "a.md").0, Kind::Unknown);
    assert_eq!(kind("User-agent: *\nDisallow:", "robots.txt").0, Kind::Robots);
    assert_eq!(kind("{\"a\": 1}", "a.txt").0, Kind::Other);
    let list = "https://tidepool.page/";
    assert_eq!(kind(list, "sitemap.xml").1, "structure-extension-mismatch");
    assert_eq!(kind(list, "sitemap.list").1, "text-file-extension");
    assert_eq!(kind(list, "sitemap.txt.gz").1, "gzip-extension-mismatch");
    assert_eq!(kind(list, "Pasted text").1, "");
}

#[test]
fn severities() {
    let report = report("\u{FEFF}https://tidepool.page/ x", &Options::default());
    let weights: Vec<_> = report.diagnostics.iter().map(|found| (found.rule().id(), found.severity)).collect();
    assert_eq!(weights, [("text-bom", Some(Severity::Warning)), ("text-multiple-values", Some(Severity::Error))]);
}

#[test]
fn any_line_has_valid_findings_and_fixes() {
    let pieces = [
        "https://tidepool.page/",
        "a",
        ",",
        ";",
        " ",
        "\t",
        "&amp;",
        "&#39;",
        "&lt;",
        "\u{FEFF}",
        "\u{E4}",
        "#",
        "/",
        "\n",
        "\r\n",
        "2024-06-01",
        "0.8",
        "weekly",
        "\"",
        "<b>",
        "www.tidepool.page",
        "//",
        "?",
        ".pdf",
    ];
    for noise in noise(&pieces, 4000) {
        let text = format!("https://tidepool.page/first\n{noise}");
        let check = |text: &str| report(text, &Options { pedantic: true, ..Options::default() });
        let before = check(&text);
        for found in &before.diagnostics {
            assert!(text.get(found.span.range()).is_some(), "{text}");
        }
        let (repaired, _) = fix::apply(&text, &before.diagnostics, FixKind::Safe);
        assert!(check(&repaired).counts.error <= before.counts.error, "{text} became {repaired}");
        let (suggested, _) = fix::apply(&text, &before.diagnostics, FixKind::Suggest);
        for found in check(&suggested).diagnostics {
            assert!(suggested.get(found.span.range()).is_some(), "{suggested}");
        }
    }
}
