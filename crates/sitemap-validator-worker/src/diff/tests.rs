use super::*;

/// Returns the diff that the edits of `text` make, with changed characters in brackets.
fn diff(text: &str, edits: &[(usize, usize, &str)]) -> (Diff, Vec<String>) {
    let (mut after, mut at, mut changes) = (String::new(), 0, Vec::new());
    for &(start, end, new) in edits {
        after.push_str(&text[at..start]);
        let place = after.len();
        after.push_str(new);
        changes.push(Change { before: Span::new(start, end), after: Span::new(place, after.len()) });
        at = end;
    }
    after.push_str(&text[at..]);
    let repaired = Repaired { text: after, changes, applied: edits.len() };
    let diff = between(&Source::from_text(text.to_owned()), &repaired);
    let part = |part: &DiffPart| if part.changed { format!("[{}]", part.text) } else { part.text.clone() };
    let line = |line: &DiffLine| {
        let sign = match line.side {
            Side::Same => ' ',
            Side::Removed => '-',
            Side::Added => '+',
        };
        let more = if line.more > 0 { format!(" and {}", line.more) } else { String::new() };
        format!("{}{sign}{}{more}", line.number, line.parts.iter().map(part).collect::<String>())
    };
    let lines = diff.hunks.iter().map(|hunk| hunk.iter().map(line).collect::<Vec<_>>().join("\n")).collect();
    (diff, lines)
}

#[test]
fn changed_lines_stand_between_their_neighbors() {
    let text = "one\r\ntwo\r\nthree\r\na & b & c\r\nfive\r\nsix\r\nseven\r\n";
    let at = text.find('&').expect("there");
    let (diff, hunks) = diff(text, &[(at, at + 1, "&amp;"), (at + 4, at + 5, "&amp;")]);
    assert_eq!(hunks, ["2 two\n3 three\n4-a [&] b [&] c\n4+a [&amp;] b [&amp;] c\n5 five\n6 six"]);
    assert_eq!((diff.applied, diff.removed, diff.added, diff.shown), (2, 1, 1, 2));
}

#[test]
fn lines_are_numbered_as_everywhere_and_no_mark_is_shown() {
    let text = "\u{FEFF}a & b\none\rtwo\nc & d\n";
    let edits: Vec<_> = text.match_indices('&').map(|(at, _)| (at, at + 1, "+")).collect();
    let (_, hunks) = diff(text, &edits);
    assert_eq!(hunks, ["1-a [&] b\n1+a [+] b\n2 one\rtwo\n4-c [&] d\n4+c [+] d"]);
    let (_, hunks) = self::diff("\u{FEFF}a\nb\n", &[(0, 3, "")]);
    assert_eq!(hunks, ["1-[\u{FEFF}]a\n1+a\n2 b"], "but where it is what goes");
}

#[test]
fn lines_go_and_come() {
    let text = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n";
    let (diff, hunks) = diff(text, &[(2, 4, ""), (18, 18, "new\n")]);
    assert_eq!(hunks, ["1 a\n2-[b]\n2 c\n3 d", "7 h\n8 i\n9+[new]\n10 j"]);
    assert_eq!((diff.removed, diff.added, diff.shown), (1, 1, 2));
}

#[test]
fn of_many_lines_the_first_are_shown_and_all_counted() {
    let text = "&\n\n\n\n\n\n".repeat(100);
    let edits: Vec<_> = (0..100).map(|index| (index * 7, index * 7 + 1, "&amp;")).collect();
    let (diff, hunks) = diff(&text, &edits);
    assert_eq!((diff.removed, diff.added, diff.shown, hunks.len()), (100, 100, MOST, 30));
    let (diff, hunks) = self::diff(&"&\n".repeat(100), &(0..100).map(|i| (i * 2, i * 2 + 1, "x")).collect::<Vec<_>>());
    assert_eq!((diff.removed, diff.shown, hunks.len()), (100, MOST, 1));
}

#[test]
fn a_line_as_long_as_the_file_is_cut_around_its_changes() {
    let unit = format!("{}&", "é".repeat(1000));
    let text = unit.repeat(20_000);
    let edits: Vec<_> = (1..=20_000).map(|index| (index * unit.len() - 1, index * unit.len(), "&amp;")).collect();
    // If each change required a scan of the whole line, this test would not finish in time.
    let (diff, hunks) = diff(&text, &edits);
    assert_eq!((diff.removed, diff.added, diff.shown), (1, 1, 2));
    let [hunk] = hunks.as_slice() else { panic!("one") };
    let (near, between) = ("é".repeat(AROUND), format!("{0}…{0}", "é".repeat(AROUND)));
    assert!(hunk.starts_with(&format!("1-…{near}[&]{between}[&]{between}")), "{hunk}");
    assert!(hunk.ends_with(&format!("[&amp;]{near}… and 19988")), "{hunk}");
    assert_eq!(hunk.matches("[&]").count(), CHANGES);
}

#[test]
fn what_was_no_text_is_shown_as_such() {
    use sitemap_validator::source::{DEFAULT_CEILING, Opened, open};
    let Opened::Text(source) = open(b"a\xFCb".to_vec(), DEFAULT_CEILING) else { panic!("text") };
    let changes = vec![Change { before: Span::new(1, 2), after: Span::new(1, 4) }];
    let diff = between(&source, &Repaired { text: "a\u{FFFD}b".into(), changes, applied: 0 });
    let texts: Vec<_> = diff.hunks[0].iter().flat_map(|line| &line.parts).map(|part| part.text.as_str()).collect();
    assert_eq!(texts, ["a", "\u{FFFD}", "b", "a", "\u{FFFD}", "b"]);
}
