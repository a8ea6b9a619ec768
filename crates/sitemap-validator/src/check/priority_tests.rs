use super::*;
use crate::check::testing::{self, fields, findings, marked, repaired};
use crate::message;
use crate::options::Options;

fn check_all(source: &str, options: &Options) -> (Vec<Diagnostic>, Priorities) {
    let mut state = Priorities::default();
    let found = findings(options, |reporter| {
        fields(source, "priority", |field| check(field, &mut state, reporter));
    });
    (found, state)
}

/// The findings on one value, and the text after the fixes up to `kind`.
fn one(value: &str, options: &Options, kind: FixKind) -> (Vec<(&'static str, String)>, String) {
    let source = format!("<url>\n <priority>{value}</priority></url>");
    let (found, _) = check_all(&source, options);
    let rules = marked(&source, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect();
    let after = repaired(&source, &found, kind);
    let inner = after.split_once("<priority>").and_then(|(_, rest)| rest.split_once("</priority>"));
    (rules, inner.map_or(after.clone(), |(inner, _)| inner.to_owned()))
}

#[test]
fn valid_values_of_the_lexical_table() {
    for value in ["0.8", ".5", "1.", "+0.5", "-0", "-0.0", "1.00", "0.64", "00.5", "0", "1", "1.000", "0.0", "1.0"] {
        assert_eq!(one(value, &Options::default(), FixKind::Suggest), (vec![], value.to_owned()));
        assert_eq!(check_all(&format!("<priority>{value}</priority>"), &Options::default()).1.valid(), 1);
    }
}

const DELETED: &str = "<url></url>";

#[test]
fn invalid_values_and_their_fixes() {
    for (value, rule, marked, after) in [
        ("1e-1", "priority-not-a-number", "1e-1", DELETED),
        ("0,8", "priority-decimal-comma", ",", "0.8"),
        ("8,0", "priority-decimal-comma", ",", "0.8"),
        ("", "priority-empty", "<priority></priority>", DELETED),
        (" ", "priority-empty", "<priority> </priority>", DELETED),
        ("1.0000001", "priority-out-of-range", "1.0000001", "1.0"),
        ("NaN", "priority-not-a-number", "NaN", DELETED),
        ("80%", "priority-not-a-number", "80%", "0.8"),
        ("5 %", "priority-not-a-number", "5 %", "0.05"),
        ("100%", "priority-not-a-number", "100%", "1.0"),
        ("150%", "priority-not-a-number", "150%", DELETED),
        ("10", "priority-out-of-range", "10", "1.0"),
        ("8", "priority-out-of-range", "8", "0.8"),
        ("2", "priority-out-of-range", "2", "0.2"),
        ("5.0", "priority-out-of-range", "5.0", "0.5"),
        ("85", "priority-out-of-range", "85", "0.85"),
        ("50", "priority-out-of-range", "50", "0.5"),
        ("100", "priority-out-of-range", "100", "1.0"),
        ("101", "priority-out-of-range", "101", "1.0"),
        ("1.5", "priority-out-of-range", "1.5", "1.0"),
        ("1.0001", "priority-out-of-range", "1.0001", "1.0"),
        ("-0.1", "priority-out-of-range", "-0.1", "0.0"),
        ("-5", "priority-out-of-range", "-5", "0.0"),
        ("99999999999999999999999", "priority-out-of-range", "99999999999999999999999", "1.0"),
        ("high", "priority-not-a-number", "high", "high"),
        ("null", "xml-unprocessed-template", "null", "null"),
        ("<![CDATA[0,8]]>", "priority-decimal-comma", ",", "<![CDATA[0.8]]>"),
        ("0&#44;8", "priority-decimal-comma", "&#44;", "0.8"),
    ] {
        let expected = (vec![(rule, marked.to_owned())], after.to_owned());
        assert_eq!(one(value, &Options::default(), FixKind::Suggest), expected, "{value}");
    }
}

#[test]
fn a_decimal_comma_has_a_safe_fix_only_within_the_range() {
    assert_eq!(one("0,8", &Options::default(), FixKind::Safe).1, "0.8");
    assert_eq!(one("1,0", &Options::default(), FixKind::Safe).1, "1.0");
    assert_eq!(one("1,5", &Options::default(), FixKind::Safe).1, "1,5");
}

#[test]
fn unusual_forms_are_rewritten() {
    for (value, after) in [
        (".5", "0.5"),
        ("1.", "1.0"),
        ("+0.5", "0.5"),
        ("-0", "0.0"),
        ("00.5", "0.5"),
        ("0.80000", "0.8"),
        ("1.00000", "1.0"),
    ] {
        let (found, fixed) = one(value, &testing::pedantic(), FixKind::Safe);
        assert!(found.contains(&("priority-unusual-form", value.to_owned())), "{value}");
        assert_eq!(fixed, after, "{value}");
    }
    assert_eq!(one("0.123456", &testing::pedantic(), FixKind::Safe).1, "0.123456");
    assert_eq!(one("0.123456", &testing::pedantic(), FixKind::Suggest).1, "0.1235");
    assert_eq!(one("0.999999", &testing::pedantic(), FixKind::Suggest).1, "1.0");
    for value in ["1.00", "0.64", "0", "1", "0.1234"] {
        assert_eq!(one(value, &testing::pedantic(), FixKind::Safe).0, [], "{value}");
    }
}

#[test]
fn white_space() {
    let expected = vec![("priority-surrounding-whitespace", " ".to_owned())];
    assert_eq!(one("0.8 ", &testing::pedantic(), FixKind::Safe), (expected, "0.8".to_owned()));
    assert_eq!(one("0.8 ", &Options::default(), FixKind::Safe).0, []);
}

fn file(values: &[&str], entries: u32, options: &Options) -> (Vec<(&'static str, String)>, String) {
    let source = format!(" <priority>{}</priority>", values.join("</priority> <priority>"));
    let mut state = Priorities::default();
    let found = findings(options, |reporter| {
        fields(&source, "priority", |field| check(field, &mut state, reporter));
        finish(&mut state, &DocumentFacts { entries, ..DocumentFacts::default() }, reporter);
    });
    let titles = found.iter().map(|found| (found.rule().id(), message::title(found, &source))).collect();
    (titles, repaired(&source, &found, FixKind::Suggest))
}

#[test]
fn identical_values() {
    let found = |values: &[&str], entries| file(values, entries, &Options::default()).0;
    let same = [("priority-all-identical", "All 5 entries have the same priority, `0.8`".to_owned())];
    assert_eq!(found(&["0.8"; 5], 5), same);
    assert_eq!(found(&["0.8", "0.80", ".8", "+0.8", "00.8"], 5), same);
    let highest = [("priority-all-identical", "All 5 entries have the highest priority, `1.0`".to_owned())];
    assert_eq!(found(&["1.0", "1", "1.00", "1.", "1"], 5), highest);
    assert_eq!(found(&["0.8"; 4], 4), []);
    assert_eq!(found(&["0.8"; 5], 6), []);
    assert_eq!(found(&["0.8", "0.8", "0.8", "0.8", "0.9"], 5), []);
}

#[test]
fn the_default_is_redundant() {
    let (found, after) = file(&["0.5", "0.8", "0.50"], 3, &testing::pedantic());
    let rules: Vec<_> = found.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(rules, ["priority-default-redundant", "priority-ignored"]);
    assert_eq!(found[0].1, "2 entries state the default priority, 0.5");
    assert_eq!(after, " <priority>0.8</priority>");
    assert_eq!(file(&["0.5"], 1, &Options::default()).0, []);
}

#[test]
fn any_value_has_valid_findings() {
    let pieces =
        ["0", "1", "5", ".", ",", "%", "-", "+", " ", "e", "é", "&#48;", "<!-- -->", "<![CDATA[0.]]>", "99", "high"];
    for value in testing::noise(&pieces, 5_000) {
        let source = format!("<priority>{value}</priority>");
        testing::assert_sound(&source, |source| check_all(source, &testing::pedantic()).0);
    }
}
