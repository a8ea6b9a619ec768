use super::*;
use sitemap_validator::diagnostic::Edit;
use sitemap_validator::{Collector, Message, Outcome, check_source};

const RULE: Rule = Rule::LocUnescapedAmpersand;
const MESSAGE: Message = Message::LocUnescapedAmpersand;

fn kept(text: String, findings: Vec<Diagnostic>) -> (FindingStore, Text) {
    let source = Source::from_text(text);
    let mut collector = Collector::new(0);
    for finding in findings {
        assert!(collector.diagnostic(finding).is_continue());
    }
    let options = Options::default();
    let report = FileReport::new("s.xml", &source, &options, Outcome::default(), collector);
    (FindingStore::new(options, report, Words::default(), true), Text::new(source))
}

fn ampersand(at: usize) -> Diagnostic {
    let span = Span::new(at, at + 1);
    Diagnostic::bare(MESSAGE, span).safe(Edit::replace(span, "&amp;"))
}

fn columns(line: &SourceLine) -> Vec<(u32, u32)> {
    line.marks.iter().map(|mark| (mark.column, mark.end_column)).collect()
}

#[test]
fn lines_come_with_their_marks() {
    let text = "\u{FEFF}a&é&\r\n&\nlast".to_owned();
    let spans = [(0, 0), (0, 3), (4, 5), (7, 11), (8, 8), (9, 10), (12, 16), (16, 16)];
    let findings = spans.map(|(start, end)| Diagnostic::bare(MESSAGE, Span::new(start, end)));
    let (kept, text) = kept(text, findings.to_vec());
    let lines = kept.lines(&text, 0, 10, None);
    assert_eq!(lines.len(), 3);
    assert_eq!((lines[0].text.as_str(), lines[0].column, lines[0].start), ("a&é&", 1, 0));
    assert_eq!(columns(&lines[0]), [(1, 1), (1, 1), (2, 3), (4, 5), (5, 5), (5, 5)]);
    assert_eq!(columns(&lines[1]), []);
    assert_eq!((lines[2].text.as_str(), columns(&lines[2])), ("last", vec![(1, 5), (5, 5)]));
    assert!(lines.iter().all(|line| !line.more));
    assert!(kept.lines(&text, 4, 1, None).is_empty());
    assert_eq!(kept.lines(&text, u32::MAX, u32::MAX, None), []);
}

#[test]
fn a_value_is_replaced_at_its_finding() {
    let (kept, text) = kept("<loc>a & b</loc>".to_owned(), vec![ampersand(7)]);
    assert_eq!(kept.value(&text, Span::new(7, 8)).map(|value| value.text).as_deref(), Some("a & b"));
    let fix = |start, value: &str| {
        let value = value.to_owned();
        kept.fix(&text, &FixRequest::Value { rule: RULE.id().into(), start, end: start + 1, value })
    };
    assert_eq!(fix(7, "c&d"), Some((1, "<loc>c&amp;d</loc>".into())));
    let unchanged = Some((0, "<loc>a & b</loc>".to_owned()));
    assert_eq!(fix(5, "c&d"), unchanged, "there is no such finding");
    let (kept, text) = self::kept("<loc>a</loc>".to_owned(), vec![ampersand(5)]);
    let same = FixRequest::Value { rule: RULE.id().into(), start: 5, end: 6, value: "a".into() };
    assert_eq!(kept.fix(&text, &same), Some((0, "<loc>a</loc>".into())));
}

#[test]
fn what_other_files_show_is_marked_and_repaired_too() {
    let (mut kept, text) = kept("a & b & c".to_owned(), vec![ampersand(2)]);
    let span = Span::new(4, 5);
    let stale = Diagnostic::bare(Message::IndexLastmodStale, span).suggest(Edit::replace(span, "d"));
    kept.set_across(vec![stale]);
    assert_eq!(columns(&kept.lines(&text, 1, 1, None)[0]), [(3, 4), (5, 6)]);
    let rule = || Rule::IndexLastmodStale.id().to_owned();
    let one = FixRequest::One { rule: rule(), start: 4, end: 5 };
    assert_eq!(kept.fix(&text, &one), Some((1, "a & d & c".into())));
    assert_eq!(kept.fix(&text, &FixRequest::Rule { rule: rule() }), Some((1, "a & d & c".into())));
}

#[test]
fn a_line_of_ten_megabytes_is_cut_around_the_focus() {
    let unit = "é<loc>&</loc>".repeat(8);
    let count = 100_000;
    let text = unit.repeat(count / 8);
    let width = unit.len() / 8;
    let mut findings: Vec<_> = (0..count).map(|index| ampersand(index * width + 7)).collect();
    findings.push(Diagnostic::bare(MESSAGE, Span::new(0, text.len())));
    let (kept, text) = kept(text, findings);
    let focus = (width * 50_000 + 7) as u32;
    // If each finding required a scan of the whole line, this test would not finish in time.
    let lines = kept.lines(&text, 1, 50, Some(focus));
    let [line] = lines.as_slice() else { panic!("one line") };
    assert_eq!(line.text.chars().count(), LONGEST);
    assert!(line.more && line.text.starts_with(|first| "é<loc>&/".contains(first)));
    let mark = line.marks.iter().find(|mark| mark.start == focus).expect("the focus is marked");
    let characters: Vec<char> = line.text.chars().collect();
    assert_eq!(characters[(mark.column - line.column) as usize], '&');
    assert_eq!(mark.column, (width as u32 - 1) * 50_000 + 7);
    assert_eq!(columns(line)[0], (line.column, line.column + LONGEST as u32));
    assert!(line.marks.len() > 150 && line.marks.len() < 180);
}

#[test]
fn findings_come_by_rule_and_by_page() {
    let mut findings: Vec<_> = (0..120).map(ampersand).collect();
    findings.push(Diagnostic::bare(Message::LocRelative, Span::new(3, 3)));
    let (kept, text) = kept("&".repeat(120), findings);
    assert_eq!(kept.findings(&text, None, 0, 1000).len(), 121);
    let page = kept.findings(&text, Some(RULE.id()), 100, 50);
    assert_eq!((page.len(), page[0].column), (20, 101));
    assert!(kept.findings(&text, Some("no-such-rule"), 0, 50).is_empty());
    let summary = kept.summary(&text, 50);
    assert_eq!((summary.diagnostics.len(), summary.truncated), (51, true));
    assert!(!kept.whole(&text, false).truncated);
}

#[test]
fn repairs_are_made_one_by_one_or_together() {
    let mut suggestion = Diagnostic::bare(Message::LocRelative, Span::new(0, 1));
    suggestion = suggestion.suggest(Edit::insert(0, "/"));
    let mut open = ampersand(2);
    open.fix = None;
    let (kept, text) = kept(
        "a & b & c".to_owned(),
        vec![
            suggestion,
            open.or("and", [Edit::replace(Span::new(2, 3), "and")]),
            ampersand(6)
                .or("and", [Edit::replace(Span::new(6, 7), "and")])
                .or("plus", [Edit::replace(Span::new(6, 7), "+")]),
        ],
    );
    let fix = |what| kept.fix(&text, &what);
    let one = FixRequest::One { rule: RULE.id().into(), start: 6, end: 7 };
    assert_eq!(fix(one), Some((1, "a & b &amp; c".into())));
    let choice = |choice| FixRequest::Alternative { rule: RULE.id().into(), start: 2, end: 3, choice };
    assert_eq!(fix(choice(0)), Some((1, "a and b & c".into())));
    assert_eq!(fix(choice(1)), Some((0, "a & b & c".into())), "there is no other");
    let choice = |choice| FixRequest::Alternatives { rule: RULE.id().into(), choice };
    assert_eq!(fix(choice(0)), Some((1, "a and b & c".into())), "the other one is settled");
    assert_eq!(fix(choice(1)), Some((0, "a & b & c".into())));
    let and = || Edit::replace(Span::new(2, 3), "and");
    let settled = ampersand(2).suggest(and()).or("and", [and()]).or("plus", [Edit::replace(Span::new(2, 3), "+")]);
    let (agreed, text_of_one) = self::kept("a & b".to_owned(), vec![settled]);
    assert_eq!(agreed.fix(&text_of_one, &choice(0)), Some((1, "a and b".into())));
    assert_eq!(agreed.fix(&text_of_one, &choice(1)), Some((0, "a & b".into())), "the file settles it");
    let none = FixRequest::One { rule: RULE.id().into(), start: 6, end: 8 };
    assert_eq!(fix(none), Some((0, "a & b & c".into())));
    let rule = FixRequest::Rule { rule: "loc-relative".into() };
    assert_eq!(fix(rule), Some((1, "/a & b & c".into())));
    assert_eq!(fix(FixRequest::Rule { rule: "no-such-rule".into() }), None);
}

#[test]
fn one_entry_or_those_of_a_rule_are_removed() {
    let entry = |url: &str| format!("<url><loc>{url}</loc></url>");
    let [a, b, c] = ["https://a.example/", "ftp://b.example/", "ftp://c.example/"].map(entry);
    let document = |entries: &[&String]| {
        let entries: String = entries.iter().map(|entry| entry.as_str()).collect();
        format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</urlset>")
    };
    let text = Text::new(Source::from_text(document(&[&a, &b, &c])));
    let options = Options::default();
    let report = check_source("sitemap.xml", &text.source, &options, 0);
    let rule = Rule::LocUnsupportedScheme.id();
    let kept = FindingStore::new(options, report, Words::default(), true);
    let found = kept.findings(&text, Some(rule), 0, 9);
    assert_eq!(found.iter().map(|found| found.removal).collect::<Vec<_>>(), [Some(wire::Removal::Entry); 2]);
    let one = FixRequest::Remove { rule: rule.to_owned(), start: found[1].start, end: found[1].end };
    assert_eq!(kept.fix(&text, &one), Some((1, document(&[&a, &b]))));
    assert_eq!(kept.fix(&text, &FixRequest::Removals { rule: rule.to_owned() }), Some((2, document(&[&a]))));
}

const HEAD: &str = "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://tidepool.page/";
const TAIL: &str = "</loc></url></urlset>";

/// Returns the number of safe fixes of `source` and the text after them.
fn all_safe(source: Source) -> (u32, String) {
    all(source, false)
}

/// Like `all_safe`, but also applies suggested fixes if `suggested` is true.
fn all(source: Source, suggested: bool) -> (u32, String) {
    let options = Options::default();
    let report = check_source("s.xml", &source, &options, 0);
    let kept = FindingStore::new(options, report, Words::default(), true);
    let text = Text::new(source);
    let Repaired { text: after, changes, applied } =
        kept.repaired(&text, &FixRequest::All { suggested }).expect("an answer");
    let before = text.source.text();
    let (mut rebuilt, mut at) = (String::new(), 0);
    for fix::Change { before: old, after: new } in changes {
        rebuilt += &before[at..old.range().start];
        assert_eq!(rebuilt.len(), new.range().start);
        rebuilt += &after[new.range()];
        at = old.range().end;
    }
    assert_eq!(rebuilt + &before[at..], after, "all that changed is told");
    (applied as u32, after)
}

fn opened(bytes: Vec<u8>) -> Source {
    match open(bytes, DEFAULT_CEILING) {
        Opened::Text(source) => source,
        Opened::Undecoded(undecoded) => {
            let text = undecoded.bytes.iter().map(|&byte| char::from(byte)).collect();
            undecoded.decoded(Some((text, true)))
        }
    }
}

#[test]
fn safe_repairs_are_made_to_the_end() {
    let text = |url: &str| format!("{HEAD}{url}{TAIL}");
    let done = all_safe(Source::from_text(text("?a=1&|&|b=2")));
    assert_eq!(done, (2, text("?a=1&amp;%7C&amp;%7Cb=2")), "they touch");
    assert_eq!(all_safe(Source::from_text(text("a"))), (0, text("a")));
}

#[test]
fn suggested_fixes_are_made_if_asked() {
    let text = |url: &str, priority: &str| format!("{HEAD}{url}</loc><priority>{priority}</priority></url></urlset>");
    let given = || Source::from_text(text("?a&b", "8"));
    assert_eq!(all(given(), false), (1, text("?a&amp;b", "8")));
    assert_eq!(all(given(), true), (2, text("?a&amp;b", "0.8")));
}

#[test]
fn safe_repairs_are_made_in_every_encoding() {
    let text =
        |declared: &str, url: &str| format!("<?xml version=\"1.0\" encoding=\"{declared}\"?>{HEAD}?a=1&&b={url}{TAIL}");
    let right = |url: &str| text("UTF-8", url).replace('&', "&amp;");
    let wide: Vec<u8> = text("UTF-16", "1").encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(all_safe(opened(wide)), (1, right("1")));
    // Bytes that cannot be decoded would be lost.
    let at = text("UTF-8", "").len() - TAIL.len();
    let mut damaged = text("UTF-8", "").into_bytes();
    damaged.insert(at, 0x81);
    assert_eq!(all_safe(opened(damaged)).0, 0);
    let latin = text("ISO-8859-1", "");
    assert_eq!(all_safe(opened(latin.clone().into_bytes())).1, right(""));
    // Pasted text is not a file, and none of it is in the declared encoding.
    assert_eq!(all_safe(Source::from_text(latin.clone())), (1, latin.replace('&', "&amp;")));
}

#[test]
fn a_declaration_that_would_come_into_force_stays_where_it_is() {
    let text = format!("\n<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n{HEAD}{TAIL}");
    assert_eq!(all_safe(Source::from_text(text.clone())), (0, text));
}
