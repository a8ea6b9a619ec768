use super::*;
use crate::Diagnostic;
use crate::check::testing::{self, fields, findings, marked, repaired};
use crate::options::Options;
use crate::value::datetime;

fn check_all(source: &str, options: &Options) -> (Vec<Diagnostic>, Changefreqs) {
    let mut state = Changefreqs::default();
    let found = findings(options, |reporter| {
        fields(source, "changefreq", |field| check(field, &mut state, reporter));
    });
    (found, state)
}

/// The findings on one value, and the text after all fixes.
fn one(value: &str) -> (Vec<(&'static str, String)>, String) {
    let source = format!("<url>\n <changefreq>{value}</changefreq></url>");
    let (found, _) = check_all(&source, &Options::default());
    let rules = marked(&source, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect();
    let after = repaired(&source, &found, FixKind::Suggest);
    let inner = after.split_once("<changefreq>").and_then(|(_, rest)| rest.split_once("</changefreq>"));
    (rules, inner.map_or(after.clone(), |(inner, _)| inner.to_owned()))
}

#[test]
fn the_seven_values_are_fine() {
    for frequency in Frequency::ALL {
        assert_eq!(one(frequency.name()), (vec![], frequency.name().to_owned()));
    }
}

#[test]
fn values_and_their_fixes() {
    const DELETED: &str = "<url></url>";
    for (value, rule, marked, after) in [
        ("mothly", "changefreq-invalid-value", "mothly", "monthly"),
        ("mensuel", "changefreq-invalid-value", "mensuel", "monthly"),
        ("siempre", "changefreq-invalid-value", "siempre", "always"),
        ("annually", "changefreq-invalid-value", "annually", "yearly"),
        ("biweekly", "changefreq-invalid-value", "biweekly", "weekly"),
        (" Mensuel ", "changefreq-invalid-value", "Mensuel", "monthly"),
        ("sometimes", "changefreq-invalid-value", "sometimes", DELETED),
        ("Monthly", "changefreq-case", "Monthly", "monthly"),
        ("monthly ", "changefreq-surrounding-whitespace", " ", "monthly"),
        ("\nmonthly", "changefreq-surrounding-whitespace", "\n", "monthly"),
        ("  ", "changefreq-empty", "<changefreq>  </changefreq>", DELETED),
        ("", "changefreq-empty", "<changefreq></changefreq>", DELETED),
        ("{{ freq }}", "xml-unprocessed-template", "{{ freq }}", "{{ freq }}"),
        ("<![CDATA[Monthly]]>", "changefreq-case", "Monthly", "<![CDATA[monthly]]>"),
        ("Month<!-- -->ly", "changefreq-case", "Month<!-- -->ly", "Month<!-- -->ly"),
        ("M&#111;nthly", "changefreq-case", "M&#111;nthly", "monthly"),
    ] {
        assert_eq!(one(value), (vec![(rule, marked.to_owned())], after.to_owned()), "{value}");
    }
    let (rules, after) = one(" Monthly");
    let names: Vec<_> = rules.iter().map(|(rule, _)| *rule).collect();
    assert_eq!(names, ["changefreq-surrounding-whitespace", "changefreq-case"]);
    assert_eq!(after, "monthly");
}

#[test]
fn changefreq_ignored_is_reported_once() {
    let source = "<changefreq>x y z</changefreq><changefreq>daily</changefreq><changefreq>weekly</changefreq>";
    let facts = DocumentFacts { entries: 3, ..DocumentFacts::default() };
    let (_, state) = check_all(source, &testing::pedantic());
    assert_eq!(state.valid(), 2);
    let found = findings(&testing::pedantic(), |reporter| finish(&state, &facts, reporter));
    assert_eq!(marked(source, &found), [("changefreq-ignored", "daily")]);
    assert_eq!(findings(&Options::default(), |reporter| finish(&state, &facts, reporter)), []);
}

#[test]
fn contradictions() {
    let source = "<changefreq>hourly</changefreq><changefreq>never</changefreq><changefreq>weekly</changefreq>";
    let run = |dates: [&str; 3], entries: u32| {
        let mut state = Changefreqs::default();
        let mut dates = dates.into_iter();
        let found = findings(&testing::pedantic(), |reporter| {
            fields(source, "changefreq", |field| {
                check(field, &mut state, reporter);
                entry(&mut state, dates.next().and_then(datetime::parse), reporter);
                entry(&mut state, datetime::parse("2000-01-01"), reporter);
            });
            finish(&state, &DocumentFacts { entries, ..DocumentFacts::default() }, reporter);
        });
        marked(source, &found)
    };
    let ignored = ("changefreq-ignored", "hourly");
    assert_eq!(run(["2026-11-01", "2019-01-01", "2019-01-01"], 3), [ignored]);
    assert_eq!(run(["", "", ""], 3), [ignored]);
    let hourly = ("changefreq-contradicts-lastmod", "hourly");
    assert_eq!(run(["2019-01-01", "2019-01-01", "2019-01-01"], 3), [ignored, hourly]);
    assert_eq!(run(["2019-01-01", "", ""], 5), [ignored, hourly]);
    assert_eq!(run(["2019-01-01", "", ""], 6), [ignored]);
    let never = ("changefreq-contradicts-lastmod", "never");
    assert_eq!(run(["", "2026-11-20", ""], 3), [ignored, never]);
}

#[test]
fn any_value_has_valid_findings() {
    let pieces =
        ["dai", "ly", "mon", "th", "Week", " ", "é", "&#32;", "<!-- -->", "<![CDATA[ye]]>", "ar", "never", "{{", "}}"];
    for value in testing::noise(&pieces, 5_000) {
        let source = format!("<changefreq>{value}</changefreq>");
        testing::assert_sound(&source, |source| check_all(source, &testing::pedantic()).0);
    }
}
