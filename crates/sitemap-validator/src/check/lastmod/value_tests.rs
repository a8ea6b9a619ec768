use super::super::Lastmods;
use super::*;
use crate::check::testing::{self, fields, findings, marked, repaired};
use crate::message;
use crate::options::Options;
use crate::profile::Profiles;
use crate::span::Span;

/// The findings on `<lastmod>` elements, without those on the whole file.
fn check_all(source: &str, options: &Options) -> (Vec<Diagnostic>, Lastmods) {
    let mut state = Lastmods::default();
    let found = findings(options, |reporter| {
        fields(source, "lastmod", |field| {
            check(field, &mut state, reporter);
        });
        state.order.finish(reporter);
    });
    (found, state)
}

fn element(value: &str) -> String {
    format!("<loc>x</loc>\n  <lastmod>{value}</lastmod>\n")
}

/// The findings on one value, with the marked text.
fn rules(value: &str, options: &Options) -> Vec<(&'static str, String)> {
    let source = element(value);
    let (found, _) = check_all(&source, options);
    marked(&source, &found).into_iter().map(|(rule, text)| (rule, text.to_owned())).collect()
}

/// The value after all fixes of `kind`, or the whole text if the element is deleted.
fn fixed(value: &str, kind: FixKind) -> String {
    let source = element(value);
    let (found, _) = check_all(&source, &testing::default());
    let after = repaired(&source, &found, kind);
    let inner = after.split_once("<lastmod>").and_then(|(_, rest)| rest.split_once("</lastmod>"));
    inner.map_or(after.clone(), |(inner, _)| inner.to_owned())
}

#[test]
fn every_row_of_the_lexical_table() {
    for (value, expected) in [
        ("2005", &[("lastmod-reduced-precision", "2005")][..]),
        ("2005-01", &[("lastmod-reduced-precision", "2005-01")]),
        ("2005-01-01", &[]),
        ("2005-01-01T12:00Z", &[("lastmod-no-seconds", "")]),
        ("2005-01-01T12:00:00Z", &[]),
        ("2005-01-01T12:00:00+02:00", &[]),
        ("2005-01-01T12:00:00.5Z", &[]),
        ("2005-01-01T12:00:00.123456Z", &[]),
        ("2005-01-01T12:00:00.1234567Z", &[("lastmod-long-fraction", ".1234567")]),
        ("2005-01-01T12:00:00", &[("lastmod-missing-timezone", "")]),
        ("2005-01-01Z", &[("lastmod-date-with-timezone", "Z")]),
        ("2005-01-01-05:00", &[("lastmod-date-with-timezone", "-05:00")]),
        ("2005-01-01T24:00:00Z", &[("lastmod-invalid-calendar", "24")]),
        ("2005-01-01T23:59:60Z", &[("lastmod-invalid-calendar", "60")]),
        ("-0044-03-15", &[("lastmod-invalid-datetime", "-0044-03-15")]),
        ("12005-01-01", &[("lastmod-invalid-datetime", "12005-01-01")]),
        ("0000-01-01", &[("lastmod-implausible-past", "0000-01-01")]),
        ("0000-00-00", &[("lastmod-invalid-calendar", "00")]),
        ("2005-01-01T12:00:00-00:00", &[]),
        ("2005-01-01T12:00:00+14:00", &[]),
        ("2005-01-01T12:00:00+15:00", &[("lastmod-invalid-calendar", "+15:00")]),
        ("2005-01-01t12:00:00Z", &[("lastmod-malformed-timezone", "t")]),
        ("2005-01-01T12:00:00z", &[("lastmod-malformed-timezone", "z")]),
        ("2005-01-01T12:00:00+0200", &[("lastmod-malformed-timezone", "+0200")]),
        ("2005-01-01T12:00:00 +02:00", &[("lastmod-malformed-timezone", " +02:00")]),
        (" 2005-01-01\n", &[("lastmod-surrounding-whitespace", " ")]),
        ("2005-1-1", &[("lastmod-invalid-datetime", "2005-1-1")]),
        ("2005-01-01 12:00:00", &[("lastmod-invalid-datetime", "2005-01-01 12:00:00")]),
        ("01/01/2005", &[("lastmod-invalid-datetime", "01/01/2005")]),
        ("", &[("lastmod-empty", "")]),
        ("2005-02-30", &[("lastmod-invalid-calendar", "30")]),
        ("1900-02-29", &[("lastmod-invalid-calendar", "29")]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(rule, text)| (*rule, (*text).to_owned())).collect();
        assert_eq!(rules(value, &testing::pedantic()), expected, "{value}");
    }
}

#[test]
fn calendar_boundaries() {
    for value in ["2024-02-29", "2000-02-29", "2024-12-31T23:59:59Z", "2024-01-01T00:00:00-14:00"] {
        assert_eq!(rules(value, &testing::default()), [], "{value}");
    }
    for (value, field) in [
        ("2023-02-29", "29"),
        ("2024-04-31", "31"),
        ("2024-13-01", "13"),
        ("2024-13", "13"),
        ("2024-00-01", "00"),
        ("2024-01-00", "00"),
        ("2024-06-01T24:00:00Z", "24"),
        ("2024-06-01T25:00Z", "25"),
        ("2024-06-01T12:60:00Z", "60"),
        ("2024-06-01T12:00:00+14:01", "+14:01"),
        ("2024-06-01T12:00:00-15:00", "-15:00"),
        ("2024-06-01T12:00:00+02:60", "+02:60"),
        ("2024-13-45T25:61:61+20:00", "13"),
        ("2024-02-30T10:00:00", "30"),
    ] {
        assert_eq!(rules(value, &testing::pedantic()), [("lastmod-invalid-calendar", field.to_owned())], "{value}");
    }
}

#[test]
fn the_future_starts_in_a_day() {
    for value in ["2026-11-22T12:00:00Z", "2026-11-22", "2026-11-22T14:00:00+02:00", "2026"] {
        let found = rules(value, &testing::default());
        assert!(!found.iter().any(|(rule, _)| *rule == "lastmod-future"), "{value}");
    }
    for value in ["2026-11-22T12:00:01Z", "2026-11-23", "2099-01-01", "2026-11-22T12:00:00-00:01"] {
        assert_eq!(rules(value, &testing::default()), [("lastmod-future", value.to_owned())], "{value}");
    }
    assert_eq!(rules("2099-01-01", &Options::default()), []);
    assert_eq!(rules("2027", &testing::default()).len(), 2);
}

#[test]
fn dates_before_the_web_are_unset() {
    for value in ["1991-08-06", "1991-08-06T00:00:00Z", "1991-08", "1991"] {
        let found = rules(value, &testing::default());
        assert!(!found.iter().any(|(rule, _)| *rule == "lastmod-implausible-past"), "{value}");
    }
    for (value, cause) in [
        ("1970-01-01T00:00:00+00:00", "the Unix epoch"),
        ("1969-12-31T19:00:00-05:00", "the Unix epoch"),
        ("0001-01-01T00:00:00Z", "the first date of .NET and Go"),
        ("1601-01-01", "the first date of Windows"),
        ("1753-01-01", "the first date of SQL Server"),
        ("1899-12-30", "day 0"),
        ("1900-01-01", "day 0"),
        ("0000-01-01", "year 0"),
        ("1991-08-05T23:59:59Z", "older than the first web page"),
    ] {
        let source = element(value);
        let (found, _) = check_all(&source, &testing::default());
        assert_eq!(marked(&source, &found), [("lastmod-implausible-past", value)]);
        assert!(message::title(&found[0], &source).contains(cause), "{value}");
        assert_eq!(repaired(&source, &found, FixKind::Safe), source, "a date is not deleted unseen");
        assert_eq!(repaired(&source, &found, FixKind::Suggest), "<loc>x</loc>\n");
    }
}

#[test]
fn empty_elements() {
    for (source, place) in [
        ("<a> <lastmod></lastmod></a>", Span::at(13)),
        ("<a> <lastmod> \n</lastmod></a>", Span::new(13, 15)),
        ("<a> <lastmod/></a>", Span::new(4, 14)),
    ] {
        let (found, state) = check_all(source, &testing::default());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].rule().id(), found[0].span), ("lastmod-empty", place), "{source}");
        assert_eq!(repaired(source, &found, FixKind::Safe), "<a></a>");
        assert_eq!(state.present(), 0);
    }
}

#[test]
fn safe_fixes() {
    for (value, expected) in [
        ("2024-06-01T12:00:00+0200", "2024-06-01T12:00:00+02:00"),
        ("2024-06-01T12:00:00+02", "2024-06-01T12:00:00+02:00"),
        ("2024-06-01T12:00:00+2:00", "2024-06-01T12:00:00+02:00"),
        ("2024-06-01T12:00:00GMT", "2024-06-01T12:00:00Z"),
        ("2024-06-01T12:00:00 UTC", "2024-06-01T12:00:00Z"),
        ("2024-06-01T12:00:00 +02:00", "2024-06-01T12:00:00+02:00"),
        ("2024-06-01t12:00:00z", "2024-06-01T12:00:00Z"),
        ("2024-06-01t12:00:00+02:00", "2024-06-01T12:00:00+02:00"),
        ("2024-06-01T12:00:00EST", "2024-06-01T12:00:00EST"),
        ("2024-06-01T12:00:00+1500", "2024-06-01T12:00:00+1500"),
        ("2024-06-01T12:00:00 02:00", "2024-06-01T12:00:00 02:00"),
        ("2024-06-01Z", "2024-06-01"),
        ("2012-08-17T10:39:18.6685044Z", "2012-08-17T10:39:18Z"),
        ("2024-06-01T12:00:00", "2024-06-01T12:00:00"),
        ("01/06/2024", "01/06/2024"),
        ("2024-06-01T24:00:00Z", "2024-06-01T24:00:00Z"),
    ] {
        assert_eq!(fixed(value, FixKind::Safe), expected);
    }
}

#[test]
fn suggested_fixes() {
    for (value, expected) in [
        ("2024-06-01T12:00:00", "2024-06-01T12:00:00+00:00"),
        ("2024-06-01T12:00:00 02:00", "2024-06-01T12:00:00+02:00"),
        ("2024-12-31T24:00:00Z", "2025-01-01T00:00:00Z"),
        ("2024-02-30", "2024-02-30"),
        ("2024-13-01", "2024-01-13"),
        ("2024-13-14", "2024-13-14"),
        ("01/06/2024", "01/06/2024"),
        ("13/06/2024", "2024-06-13"),
        ("June 1, 2024", "2024-06-01"),
        ("1717200000", "2024-06-01T00:00:00+00:00"),
        ("20240601", "2024-06-01"),
        ("2024-6-1", "2024-06-01"),
        ("2024-06-01 12:00:00", "2024-06-01T12:00:00+00:00"),
        ("Sat, 01 Jun 2024 12:00:00 GMT", "2024-06-01T12:00:00Z"),
        ("2024/06/01", "2024-06-01"),
        // A fix of an impossible part leaves no other error.
        ("2024-02-30T10:00:00", "2024-02-30T10:00:00"),
        ("2024-13-05t10:00:00", "2024-05-13T10:00:00+00:00"),
        ("2024-13-05T25:00:00Z", "2024-13-05T25:00:00Z"),
        ("2024-12-31T24:00:00+0200", "2025-01-01T00:00:00+02:00"),
        ("0000-00-00 00:00:00", "<loc>x</loc>\n"),
        ("yesterday", "yesterday"),
    ] {
        assert_eq!(fixed(value, FixKind::Suggest), expected, "{value}");
    }
}

#[test]
fn the_title_names_the_space_and_the_missing_zone() {
    let source = element("2025-03-10T14:30:00 Z");
    let (found, _) = check_all(&source, &testing::default());
    assert_eq!(message::title(&found[0], &source), "A space precedes the time zone `Z`");
    for (value, says) in [
        ("2025-03-10 14:30:00", "a space instead of `T`, and no time zone"),
        ("2025-03-10 14:30:00Z", "a space instead of `T` between date and time"),
    ] {
        let source = element(value);
        let (found, _) = check_all(&source, &testing::default());
        assert_eq!(message::title(&found[0], &source), format!("`{value}` has {says}"));
    }
}

#[test]
fn an_ambiguous_date_has_two_readings_and_no_fix() {
    let source = element("01/06/2024");
    let (found, _) = check_all(&source, &testing::default());
    assert_eq!(found[0].fix, None);
    let choices: Vec<&str> = found[0].alternatives.iter().map(|other| &*other.edits[0].text).collect();
    assert_eq!(choices, ["2024-06-01", "2024-01-06"]);
    assert_eq!(message::title(&found[0], &source), "`01/06/2024` is not a valid sitemap date");
    assert_eq!(
        message::help(&found[0], &source),
        "Write `2024-06-01` if you mean 1 June, `2024-01-06` if you mean 6 January."
    );
}

#[test]
fn another_date_settles_the_order_of_day_and_month() {
    for (values, expected, help) in [
        (["25/03/2025", "03/04/2025"], "2025-04-03", "Write `2025-04-03`: the day is first, as in `25/03/2025`."),
        (
            ["3/25/2025 9:00", "03/04/2025"],
            "2025-03-04",
            "Write `2025-03-04`: the month is first, as in `3/25/2025 9:00`.",
        ),
        (["25-03-2025", "03/04/2025"], "03/04/2025", ""),
        (["25 March 2025", "03/04/2025"], "03/04/2025", ""),
    ] {
        let source = values.map(|value| format!("<lastmod>{value}</lastmod>")).concat();
        let (found, _) = check_all(&source, &testing::default());
        let after = repaired(&source, &found, FixKind::Suggest);
        assert!(after.ends_with(&format!("<lastmod>{expected}</lastmod>")), "{after}");
        assert!(help.is_empty() || message::help(&found[1], &source) == help, "{values:?}");
        let readings: Vec<&str> = found[1].alternatives.iter().map(|other| &*other.edits[0].text).collect();
        assert_eq!(readings, ["2025-04-03", "2025-03-04"], "as if it were not settled");
    }
    let later = "<lastmod>03/04/2025</lastmod><lastmod>05-04-2025</lastmod><lastmod>25/03/2025</lastmod>";
    let (found, _) = check_all(later, &testing::default());
    assert_eq!(message::help(&found[0], later), "Write `2025-04-03`: the day is first, as in `25/03/2025`.");
    assert_eq!(found[1].fix, None, "another separator");
    let mixed = "<lastmod>25/03/2025</lastmod><lastmod>03/25/2025</lastmod><lastmod>03/04/2025</lastmod>";
    assert_eq!(check_all(mixed, &testing::default()).0[2].fix, None);
}

#[test]
fn a_missing_zone_is_taken_from_the_rest_of_the_file() {
    let source = "<lastmod>2024-05-01T12:00:00-05:00</lastmod><lastmod>2024-06-01T12:00:00</lastmod>";
    let (found, _) = check_all(source, &testing::default());
    assert_eq!(found[0].span, Span::at(72));
    assert!(repaired(source, &found, FixKind::Suggest).contains("2024-06-01T12:00:00-05:00<"));
    assert!(message::help(&found[0], source).contains("`-05:00` as in most of this file"));
}

#[test]
fn locations_in_values_with_references_and_cdata() {
    for (value, expected) in [
        ("&#50;024-13-01", "13"),
        ("2024-&#49;3-01", "&#49;3"),
        ("<![CDATA[2024-13-01]]>", "13"),
        ("2024<!-- c -->-13-01", "13"),
        ("2024-1<!-- c -->3-01", "1<!-- c -->3"),
    ] {
        assert_eq!(rules(value, &testing::default()), [("lastmod-invalid-calendar", expected.to_owned())]);
    }
    // A fix never splits markup.
    assert_eq!(fixed("2024-06-01T12:00:00+0<![CDATA[200]]>", FixKind::Safe), "2024-06-01T12:00:00+0<![CDATA[200]]>");
    assert_eq!(fixed("<![CDATA[2024-06-01Z]]>", FixKind::Safe), "<![CDATA[2024-06-01]]>");
    assert_eq!(fixed("2024-06-01T12:00:00&#122;", FixKind::Safe), "2024-06-01T12:00:00Z");
}

#[test]
fn white_space_around_a_value_is_one_finding() {
    let source = "<lastmod>\n 2024-06-01\t</lastmod>";
    let (found, _) = check_all(source, &testing::pedantic());
    assert_eq!(marked(source, &found), [("lastmod-surrounding-whitespace", "\n ")]);
    assert_eq!(repaired(source, &found, FixKind::Safe), "<lastmod>2024-06-01</lastmod>");
    let (found, _) = check_all(source, &testing::default());
    assert_eq!(found, []);
}

#[test]
fn template_code_has_no_other_findings() {
    assert_eq!(
        rules(" {{ page.date }}", &testing::pedantic()),
        [("xml-unprocessed-template", "{{ page.date }}".to_owned())]
    );
    assert_eq!(rules("null", &testing::default()), [("xml-unprocessed-template", "null".to_owned())]);
}

#[test]
fn a_value_of_more_than_100_bytes_is_too_long_for_yandex() {
    let yandex = Options { profiles: Profiles::ALL, ..testing::default() };
    let padded = |spaces: usize| format!("2024-06-01{}", " ".repeat(spaces));
    let found = |value: &str| rules(value, &yandex);
    assert_eq!(found(&padded(90)), []);
    assert_eq!(found(&padded(91)), [("limits-value-too-long", " ".to_owned())]);
    assert_eq!(rules(&padded(91), &testing::default()), []);
}

#[test]
fn figures() {
    let source = "<lastmod>2024-06-01</lastmod><lastmod>x</lastmod><lastmod>2023</lastmod><lastmod>2025-01-01T00:00:00Z</lastmod>";
    let (_, state) = check_all(source, &Options::default());
    let text = |span: Option<Span>| span.map(|span| &source[span.range()]);
    assert_eq!((state.readable(), state.present()), (3, 4));
    assert_eq!(text(state.earliest()), Some("2023"));
    assert_eq!(text(state.latest()), Some("2025-01-01T00:00:00Z"));
}

#[test]
fn any_value_has_valid_findings() {
    let pieces = [
        "2024",
        "-",
        "06",
        "13",
        "1",
        "T",
        "t",
        ":",
        "12",
        "00",
        "+",
        "Z",
        "z",
        " ",
        ".",
        ",",
        "é",
        "June",
        "/",
        "0",
        "&#50;",
        "&#32;",
        "<![CDATA[2024-]]>",
        "<!-- -->",
        "UTC",
        "2024-06-01",
        "T12:00:00",
        "+02:00",
        "\u{2212}",
        "pm",
        "١",
        "\u{200B}",
        "年",
        "1717200000",
    ];
    for value in testing::noise(&pieces, 5_000) {
        let source = element(&value);
        testing::assert_sound(&source, |source| check_all(source, &testing::pedantic()).0);
    }
}
