//! The links of several entries, compared with each other.

use std::fmt::Write;

use super::*;
use crate::Message;

/// Pages and their links: `a en=a de=b` is the page `https://tidepool.page/a`.
fn site(pages: &[&str]) -> String {
    let url = |path: &str| match path.strip_prefix('!') {
        Some(literal) => literal.to_owned(),
        None if path.contains(':') => path.to_owned(),
        None => format!("https://tidepool.page/{path}"),
    };
    let mut text = HEAD.to_owned();
    for page in pages {
        let mut words = page.split(' ');
        writeln!(text, "<url>\n  <loc>{}</loc>", url(words.next().unwrap())).unwrap();
        for word in words {
            let (code, path) = word.split_once('=').unwrap();
            writeln!(text, "  {}", link(code, &url(path))).unwrap();
        }
        text.push_str("</url>\n");
    }
    text + "</urlset>\n"
}

/// The findings, with rule and marked text without the host.
fn found(pages: &[&str]) -> Vec<(&'static str, String)> {
    let short = |(rule, text): (&'static str, String)| (rule, text.replace("https://tidepool.page/", ""));
    marked(&site(pages)).into_iter().filter(|found| found.0 != "advice-no-lastmod").map(short).collect()
}

#[track_caller]
fn assert_found(pages: &[&str], expected: &[(&str, &str)]) {
    let found = found(pages);
    let found: Vec<_> = found.iter().map(|(rule, text)| (*rule, text.as_str())).collect();
    assert_eq!(found, expected, "{pages:?}");
}

/// Asserts that the fixes of `rule` turn `before` into `after`.
#[track_caller]
fn assert_repaired(rule: Rule, before: &[&str], after: &[&str]) {
    assert_eq!(repaired(&site(before), rule, FixKind::Suggest), site(after));
}

#[test]
fn complete_clusters_are_valid() {
    assert_found(&["a en=a de=b", "b en=a de=b"], &[]);
    assert_found(&["a en=a de=b", "b de=b en=a"], &[]);
    assert_found(&["a en=a de=b x-default=a", "c", "b en=a de=b x-default=a", "d en=d fr=d2", "d2 en=d fr=d2"], &[]);
    assert_found(&["a en=a de=b", "b EN=a DE=b"], &[]);
    // URLs are compared in normal form.
    assert_found(&["a~b en=a%7Eb de=HTTPS://TIDEPOOL.page:443/b", "b en=a~b de=b"], &[]);
    // Links to other hosts need no entry in the file.
    assert_found(&["a en=a de=https://tidepool.de/"], &[]);
}

#[test]
fn a_page_without_a_link_to_itself() {
    assert_found(&["a de=b", "b en=a de=b"], &[("missing-self", "a")]);
    assert_repaired(Rule::HreflangMissingSelf, &["a de=b", "b en=a de=b"], &["a de=b en=a", "b en=a de=b"]);
    assert_found(&["a de=b", "b en=a"], &[("missing-self", "a"), ("missing-self", "b")]);
    assert_repaired(Rule::HreflangMissingSelf, &["a de=b", "b en=a"], &["a de=b en=a", "b en=a de=b"]);
    // The language of the page is unknown.
    let alone = ["a de=https://tidepool.de/"];
    assert_found(&alone, &[("missing-self", "a")]);
    assert_repaired(Rule::HreflangMissingSelf, &alone, &alone);
    // The link to itself has another spelling.
    let near = check(&site(&["a/ en=a de=https://tidepool.de/"]), &Options::default());
    assert_eq!(near.first().map(Diagnostic::message), Some(Message::HreflangMissingSelfOtherSpelling));
    // An invalid link may be the link to itself.
    assert_found(&["a en=!/a de=https://tidepool.de/"], &[("href-relative", "/a")]);
}

#[test]
fn links_that_are_not_returned() {
    assert_found(&["a en=a de=b", "b"], &[("missing-return-link", "b")]);
    assert_repaired(Rule::HreflangMissingReturnLink, &["a en=a de=b", "b"], &["a en=a de=b", "b de=b en=a"]);
    assert_found(&["b", "a en=a de=b x-default=b"], &[("missing-return-link", "b")]);
    // One finding for the page without links, regardless of the number of links to it.
    let three = ["a en=a de=b fr=c", "b en=a de=b fr=c", "c fr=c"];
    assert_found(&three, &[("missing-return-link", "c")]);
    assert_repaired(
        Rule::HreflangMissingReturnLink,
        &three,
        &["a en=a de=b fr=c", "b en=a de=b fr=c", "c fr=c en=a de=b"],
    );
    let found = check(&site(&three), &Options::default());
    assert_eq!((found[0].message(), found[0].related.len()), (Message::HreflangMissingReturnLinkMany, 1));
    // The page has another link with this language, so there is no fix.
    let taken = ["a en=a de=b", "b de=b en=https://tidepool.uk/"];
    assert_found(&taken, &[("missing-return-link", "b")]);
    assert_repaired(Rule::HreflangMissingReturnLink, &taken, &taken);
    // The page is listed twice, and one of the entries has the link.
    assert_eq!(found_rules(&["a en=a de=b", "b", "b en=a de=b"]), ["loc-duplicate"]);
    // An invalid link may be the link back.
    assert_found(&["a en=a de=b", "b de=b en=!/a"], &[("href-relative", "/a")]);
    // A link after its entry does not count.
    let behind = site(&["a en=a de=b", "b"])
        .replace("</urlset>", &format!("{}</urlset>", link("en", "https://tidepool.page/a")));
    assert_eq!(marked(&behind), [("misplaced", "xhtml:link".to_owned())]);
}

fn found_rules(pages: &[&str]) -> Vec<&'static str> {
    found(pages).into_iter().map(|(rule, _)| rule).collect()
}

#[test]
fn sets_that_differ() {
    let fewer = ["a en=a de=b x-default=a", "b en=a de=b"];
    assert_found(&fewer, &[("set-mismatch", "b")]);
    assert_repaired(Rule::HreflangSetMismatch, &fewer, &["a en=a de=b x-default=a", "b en=a de=b x-default=a"]);
    // As many alternates, but others: the later page is reported.
    let other = ["a en=a de=b", "b en-US=a de=b"];
    assert_found(&other, &[("set-mismatch", "b")]);
    assert_repaired(Rule::HreflangSetMismatch, &other, &["a en=a de=b", "b en-US=a de=b en=a"]);
    // A repeated link counts once, and is reported as a duplicate.
    assert_eq!(found_rules(&["a en=a de=b", "b en=a de=b de=b"]), ["duplicate-code"]);
    // One code with two URLs is reported, without a fix.
    assert_eq!(
        found_rules(&["a en=a de=b fr=https://tidepool.fr/a", "b en=a de=b fr=https://tidepool.fr/b"]),
        ["set-mismatch"]
    );
    // A malformed code counts as the probable one.
    assert_eq!(found_rules(&["a en-US=a de=b", "b en_US=a de=b"]), ["code-malformed"]);
}

#[test]
fn a_page_that_is_its_only_alternate() {
    assert_eq!(found_rules(&["a en=a", "b"]), ["single"]);
    assert_eq!(found_rules(&["a en=a x-default=a"]), [""; 0]);
    assert_eq!(found_rules(&["a en=a", "b de=b en=a"]), ["missing-return-link"]);
    let text = site(&["a en=a"]);
    assert_eq!(repaired(&text, Rule::HreflangSingle, FixKind::Suggest), site(&["a"]));
    // An invalid link may be another alternate.
    assert_eq!(found_rules(&["a en=a de=!/b"]), ["href-relative"]);
}

#[test]
fn alternates_without_an_entry() {
    assert_found(&["a en=a de=b"], &[("alternate-not-listed", "b")]);
    assert_found(&["a en=a de=b fr=c", "d en=d de=b2 fr=c"], &[("alternate-not-listed", "b")]);
    let found = check(&site(&["a en=a de=b fr=c x-default=c", "d en=d de=b2 fr=c"]), &Options::default());
    let words = crate::message::title(&found[0], &site(&["a en=a de=b fr=c x-default=c", "d en=d de=b2 fr=c"]));
    assert_eq!(words, "3 alternates on this host have no entry, such as `https://tidepool.page/b`");
    // In a set, the check of the set reports it.
    let options = Options { siblings: true, ..Options::default() };
    assert_eq!(marked_with(&site(&["a en=a de=b"]), &options), []);
}

#[test]
fn entries_without_a_default() {
    let pedantic = Options { pedantic: true, ..Options::default() };
    let lacking = |pages: &[&str]| {
        let found = check(&site(pages), &pedantic);
        found.iter().filter(|found| found.rule() == Rule::HreflangMissingXDefault).count()
    };
    assert_eq!(lacking(&["a en=a de=b", "b en=a de=b"]), 1);
    assert_eq!(lacking(&["a en=a de=b X-Default=a", "b en=a de=b X-Default=a"]), 0);
    assert_eq!(lacking(&["a en=a"]), 0);
}

#[test]
fn entries_without_a_valid_url_or_end() {
    // The page is unknown.
    assert_eq!(found_rules(&["!/a en=a de=b", "b"]), ["loc-relative"]);
    // The text ends within an entry.
    let text = site(&["a en=a de=b", "b en=a de=b", "c en=c fr=d"]);
    let cut = &text[..text.rfind("fr").unwrap()];
    assert!(marked(cut).iter().all(|(rule, _)| rule.starts_with("xml-")), "{:?}", marked(cut));
}

#[test]
fn added_links_are_escaped() {
    let text = site(&["?p=1&amp;l=en en=?p=1&amp;l=en de=?p=1&amp;l=de", "?p=1&amp;l=de"]);
    let after = repaired(&text, Rule::HreflangMissingReturnLink, FixKind::Suggest);
    assert_eq!(marked(&after), [], "{after}");
    assert!(after.contains("href=\"https://tidepool.page/?p=1&amp;l=en\"/>\n</url>\n</urlset>"), "{after}");
    let cdata = text.replace(
        "<loc>https://tidepool.page/?p=1&amp;l=de</loc>",
        "<loc><![CDATA[https://tidepool.page/?p=1&l=de]]></loc>",
    );
    assert_eq!(marked(&cdata).len(), 1);
    assert_eq!(marked(&repaired(&cdata, Rule::HreflangMissingReturnLink, FixKind::Suggest)), []);
}

#[test]
fn time_is_linear_if_all_pages_link_to_all() {
    // One entry with many links, and many entries that differ from it.
    let many = 3_000;
    let links: String = (0..many).map(|number| link("en", &format!("https://tidepool.page/{number}"))).collect();
    let mut text = format!("{HEAD}<url><loc>https://tidepool.page/0</loc>{links}</url>\n");
    for number in 1..many {
        let (own, first) =
            (link("de", &format!("https://tidepool.page/{number}")), link("en", "https://tidepool.page/0"));
        writeln!(text, "<url><loc>https://tidepool.page/{number}</loc>{own}{first}</url>").unwrap();
    }
    let found = check(&(text + "</urlset>"), &Options::default());
    let count = |rule| found.iter().filter(|found| found.rule() == rule).count();
    assert_eq!((count(Rule::HreflangDuplicateCode), count(Rule::HreflangSetMismatch)), (many - 1, many - 1));
}
