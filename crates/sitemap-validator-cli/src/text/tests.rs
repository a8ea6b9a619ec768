use sitemap_validator::diagnostic::{Diagnostic, Edit};
use sitemap_validator::message::ENGLISH;
use sitemap_validator::{Collector, Kind, Message, Outcome, Sink, Span};

use super::*;

fn shown(text: &str, findings: Vec<Diagnostic>, stops: Option<u32>, view: View<'_>) -> String {
    let source = Source::from_text(text.to_owned());
    let mut collector = Collector::new(0);
    for mut finding in findings {
        finding.severity = Some(finding.rule().info().severity);
        assert!(collector.diagnostic(finding).is_continue());
    }
    let mut outcome = Outcome { kind: Kind::Urlset, stops, ..Outcome::default() };
    outcome.stats.entries = 1204;
    let report = FileReport::new("s.xml", &source, view.options, outcome, collector);
    let mut out = String::new();
    file(&mut out, &report, &source, view).unwrap();
    out
}

fn plain(options: &Options) -> View<'_> {
    View { color: false, shown: None, options, words: &ENGLISH }
}

fn ampersand(at: usize) -> Diagnostic {
    let span = Span::new(at, at + 1);
    Diagnostic::bare(Message::LocUnescapedAmpersand, span).safe(Edit::replace(span, "&amp;"))
}

/// Returns the lines of the first frame after its arrow.
fn frame(text: &str, finding: Diagnostic) -> Vec<String> {
    let out = shown(text, vec![finding], None, plain(&Options::default()));
    out.lines().skip(3).take(2).map(str::to_owned).collect()
}

#[test]
fn a_finding_is_framed_and_the_verdict_follows() {
    let options = Options { url: Some("https://a.example/s.xml".to_owned()), ..Options::default() };
    let text = "\n".repeat(9) + "\t<loc>日&b</loc>";
    let out = shown(&text, vec![ampersand(18).related(Span::new(0, 0), "there")], Some(18), plain(&options));
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with("error[loc-unescaped-ampersand]: "), "{out}");
    assert_eq!(lines[1], "  --> s.xml:10:8");
    assert_eq!(lines[2], "   |");
    assert_eq!(lines[3], "10 |     <loc>日&b</loc>");
    assert_eq!(lines[4], "   |            ^");
    assert!(lines[5].starts_with("   = help: "), "{out}");
    assert_eq!(lines[6], "   = note: s.xml:1:1: there");
    assert!(lines[7].starts_with("   = source: sitemaps.org"), "{out}");
    assert_eq!(lines[8], "   = fix: safe to apply");
    assert_eq!(lines[9], "10 -     <loc>日&b</loc>");
    assert_eq!(lines[10], "10 +     <loc>日&amp;b</loc>");
    let verdict = "1 error. Line 10: `&` in a URL must be written `&amp;`. Crawlers stop there and see none of the \
                   1,204 URLs. 1,204 URLs, 1 error, 0 warnings. Checked against sitemaps.org, Google, Bing.";
    assert_eq!(lines[12..], [verdict]);
}

#[test]
fn a_clean_file_is_valid_and_skipped_checks_are_named() {
    let out = shown("<urlset/>", Vec::new(), None, plain(&Options::default()));
    let mut lines = out.lines();
    assert_eq!(
        lines.next(),
        Some("Valid. 1,204 URLs, 0 errors, 0 warnings. Checked against sitemaps.org, Google, Bing.")
    );
    assert!(lines.next().is_some_and(|line| line.starts_with("Not checked: ") && line.contains("--url")));
}

#[test]
fn places_of_any_shape_are_underlined() {
    let at = |start, end| Diagnostic::bare(Message::LocRelative, Span::new(start, end));
    assert_eq!(frame("", at(0, 0)), ["1 |", "  | ^"]);
    assert_eq!(frame("ab", at(2, 2)), ["1 | ab", "  |   ^"]);
    assert_eq!(frame("ab\ncd", at(1, 5)), ["1 | ab", "  |  ^"]);
    assert_eq!(frame("ab\r\ncd", at(3, 4)), ["1 | ab", "  |   ^"]);
    assert_eq!(frame("\u{FEFF}ab", at(0, 3)), ["1 | ab", "  | ^"]);
    assert_eq!(frame("a\u{202E}\x01b", at(1, 5)), ["1 | a<U+202E>␁b", "  |  ^^^^^^^^^"]);
    assert_eq!(frame("e\u{301}日本x", at(9, 10)), ["1 | e\u{301}日本x", "  |      ^"]);
}

#[test]
fn long_lines_are_cut_on_both_sides() {
    let text = "a".repeat(500) + "&" + &"b".repeat(500);
    let lines = frame(&text, ampersand(500));
    assert_eq!(lines[0], format!("1 | …{}&{}…", "a".repeat(40), "b".repeat(79)));
    assert_eq!(lines[1], format!("  | {}^", " ".repeat(41)));
}

#[test]
fn many_of_a_rule_are_counted_and_advice_is_given_once() {
    let options = Options::default();
    let findings = || (0..2_000).map(ampersand).collect::<Vec<_>>();
    let text = "&".repeat(2_000);
    let out = shown(&text, findings(), None, plain(&options));
    assert_eq!(out.matches("error[").count(), 10);
    assert_eq!(out.matches("= help").count(), 1);
    assert!(out.contains("… and 1,990 more of loc-unescaped-ampersand\n\nThe same error in 2,000 places."), "{out}");
    let all = shown(&text, findings(), None, View { shown: Some(u64::MAX), ..plain(&options) });
    assert_eq!(all.matches("error[").count(), 2_000);
    assert!(!all.contains("more of"));
}

#[test]
fn color_comes_only_when_asked_for() {
    let options = Options::default();
    let without = shown("&", vec![ampersand(0)], None, plain(&options));
    assert!(!without.contains('\x1b'));
    let with = shown("&", vec![ampersand(0)], None, View { color: true, ..plain(&options) });
    assert!(with.starts_with("\x1b[1;31merror[loc-unescaped-ampersand]\x1b[0m"));
}

#[test]
fn errors_come_before_what_is_said_about_the_whole_file() {
    let about = Diagnostic::bare(Message::AdviceNoLastmodAll, Span::new(0, 0));
    let error = Diagnostic::bare(Message::LocRelative, Span::new(2, 3));
    let out = shown("abc", vec![about, error], None, plain(&Options::default()));
    assert!(out.find("error[loc-relative]") < out.find("remark[advice-no-lastmod]"), "{out}");
}

#[test]
fn a_fix_in_several_lines_is_named() {
    let two = Diagnostic::bare(Message::LocRelative, Span::new(0, 1))
        .suggest(vec![Edit::delete(Span::new(0, 1)), Edit::insert(5, "x")]);
    let out = shown("a\nb\nc", vec![two], None, plain(&Options::default()));
    assert!(out.contains("= fix: suggested, review before you apply it; changes lines 1 to 3\n"), "{out}");
    let long = Diagnostic::bare(Message::LocRelative, Span::new(0, 1)).safe(Edit::insert(0, "x".repeat(500)));
    let out = shown("a", vec![long], None, plain(&Options::default()));
    assert!(out.contains("= fix: safe to apply; changes line 1\n"), "{out}");
}
