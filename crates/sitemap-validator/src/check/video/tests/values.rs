use super::*;

/// The findings on `video:name` with `value`.
fn value(name: &str, value: &str) -> Vec<Diagnostic> {
    document(&complete(&format!("<video:{name}>{value}</video:{name}>")), &default())
}

/// `value` of `video:name` after all fixes; empty if the element is deleted.
fn fixed(name: &str, value: &str) -> String {
    let text = complete(&format!("<video:{name}>{value}</video:{name}>"));
    let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
    let inner = after.split_once(&format!("<video:{name}>")).and_then(|(_, rest)| rest.split_once("</"));
    inner.map(|(inner, _)| inner.to_owned()).unwrap_or_default()
}

fn passes(name: &str, values: &[&str]) {
    for written in values {
        assert_eq!(value(name, written), [], "{name} {written}");
    }
}

/// Asserts that `name` with each value has one error of `rule`, at the value, and is fixed to the other value.
fn fires(name: &str, rule: &str, values: &[(&str, &str)]) {
    for (written, expected) in values {
        let found = value(name, written);
        let text = complete(&format!("<video:{name}>{written}</video:{name}>"));
        assert_eq!(marked(&text, &found), [(rule, *written)], "{name}");
        assert_eq!(found[0].severity, Some(Severity::Error), "{name} {written}");
        assert_eq!(fixed(name, written), *expected, "{name} {written}");
    }
}

#[test]
fn texts_have_limits() {
    for (name, most, rule) in [
        ("title", 100, "video-title-too-long"),
        ("description", 2_048, "video-description-too-long"),
        ("uploader", 255, "video-uploader-invalid"),
    ] {
        let within = |text: &str| {
            let element = format!("<video:{name}>{text}</video:{name}>");
            let old = format!("<video:{name}>");
            let required = match REQUIRED.split_once(&old) {
                Some((head, rest)) => {
                    let tail = rest.split_once(&format!("</video:{name}>")).unwrap().1;
                    format!("{head}{element}{tail}")
                }
                None => format!("{REQUIRED}{element}"),
            };
            page(&format!("{required}{CONTENT}"))
        };
        let text = within(&format!(" {}&amp;\n", "é".repeat(most - 1)));
        assert_eq!(found(&text), [], "{name}");
        let text = within(&format!("{}&amp;b ", "é".repeat(most - 1)));
        assert_eq!(found(&text), [(rule, "b")], "{name}");
        let text = within(&format!("{}&amp;b", "é".repeat(most)));
        assert_eq!(found(&text), [(rule, "&amp;b")], "{name}");
    }
}

#[test]
fn a_description_is_cut_after_a_word() {
    let cut = |text: &str| {
        let text = page(&format!("{}{CONTENT}", REQUIRED.replace("At low tide.", text)));
        let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
        let (_, rest) = after.split_once("<video:description>").unwrap();
        rest.split_once('<').unwrap().0.len()
    };
    assert_eq!(cut(&format!("{} bc", "a".repeat(2_046))), 2_046);
    assert_eq!(cut(&format!("{} b", "a".repeat(2_048))), 2_048);
    assert_eq!(cut(&"a".repeat(2_049)), 2_048);
    assert_eq!(cut(&format!("{} {}", "a".repeat(1_948), "b".repeat(200))), 1_948);
    assert_eq!(cut(&format!("{} {}", "a".repeat(1_947), "b".repeat(200))), 2_048);
}

#[test]
fn durations() {
    passes("duration", &["1", "28800", "+632", "0632", " 632\n"]);
    fires(
        "duration",
        "video-duration-invalid",
        &[
            ("28801", "28801"),
            ("-1", "-1"),
            ("99999999999999999999", "99999999999999999999"),
            ("1.5", "2"),
            ("632.5", "633"),
            ("632.4", "632"),
            ("0.2", "0.2"),
            ("10:32", "632"),
            ("1:10:32", "4232"),
            ("00:10:32.6", "633"),
            ("90:00", "5400"),
            ("10:60", "10:60"),
            ("1:60:00", "1:60:00"),
            ("1:2:3:4", "1:2:3:4"),
            ("9:00:00", "9:00:00"),
            ("PT10M", "600"),
            ("PT1H10M32S", "4232"),
            ("P0DT1H", "3600"),
            ("PT10M32.5S", "633"),
            ("10m 32s", "632"),
            ("632 seconds", "632"),
            ("10 min", "600"),
            ("10 5", "10 5"),
            ("10s 5m", "10s 5m"),
            ("PT", "PT"),
            ("long", "long"),
            ("1,200", "1,200"),
        ],
    );
    let zero = value("duration", "0");
    assert_eq!(
        (zero.len(), zero[0].rule().id(), zero[0].severity),
        (1, "video-duration-invalid", Some(Severity::Warning))
    );
    assert_eq!(fixed("duration", "0"), "");
    assert_eq!(value("duration", "-0")[0].severity, Some(Severity::Warning));
    fires("duration", "video-duration-invalid", &[("", "")]);
}

#[test]
fn ratings() {
    passes("rating", &["0", "0.0", "5", "5.0", "4.25", "5.000", "-0", " 4 "]);
    fires(
        "rating",
        "video-rating-invalid",
        &[
            ("5.01", "5.01"),
            ("-0.1", "-0.1"),
            ("84", "84"),
            ("4,2", "4.2"),
            ("5,1", "5,1"),
            ("84%", "4.2"),
            ("87.5 %", "4.375"),
            ("100%", "5.0"),
            ("101%", "101%"),
            ("good", "good"),
            ("", ""),
        ],
    );
}

#[test]
fn counts_of_views() {
    passes("view_count", &["0", "12345", "123456789012345678901234567890", "+5"]);
    fires(
        "view_count",
        "video-view-count-invalid",
        &[
            ("12,345", "12345"),
            ("1.234.567", "1234567"),
            ("1 234", "1234"),
            ("1,23", "1,23"),
            ("1,234.567", "1,234.567"),
            ("-1", "-1"),
            ("12.0", "12.0"),
            ("1.2K", "1.2K"),
            ("", ""),
        ],
    );
}

#[test]
fn yes_and_no() {
    for name in ["family_friendly", "requires_subscription", "live"] {
        passes(name, &["yes", "Yes", "YES", "no", "No", "NO", " yes "]);
        fires(
            name,
            "video-yes-no-invalid",
            &[
                ("true", "yes"),
                ("1", "yes"),
                ("On", "yes"),
                ("False", "no"),
                ("0", "no"),
                ("off", "no"),
                ("yEs", "yes"),
            ],
        );
        fires(name, "video-yes-no-invalid", &[("maybe", "maybe"), ("", "")]);
    }
    assert_eq!(value("live", "null")[0].rule().id(), "xml-unprocessed-template");
}

#[test]
fn dates_are_complete() {
    for name in ["publication_date", "expiration_date"] {
        passes(name, &["2027-06-01", "2027-06-01T12:00Z", "2027-06-01T12:00:00.5+02:00"]);
        fires(name, "video-date-invalid", &[("2027-06", "2027-06"), ("June 1, 2027", "2027-06-01"), ("", "")]);
    }
    assert_eq!(value("publication_date", "{{ date }}")[0].rule().id(), "xml-unprocessed-template");
}

#[test]
fn videos_expire() {
    for (date, expired) in [
        ("2026-11-21", false),
        ("2026-11-20", true),
        ("2026-11-21T12:00:00Z", false),
        ("2026-11-21T11:59:59Z", true),
        ("2026-11-21T12:59:59+01:00", true),
    ] {
        let text = complete(&format!("<video:expiration_date>{date}</video:expiration_date>"));
        let expected: &[_] = if expired { &[("video-expired", date)] } else { &[] };
        assert_eq!(found(&text), expected, "{date}");
        assert_eq!(found_with(&text, &Options::default()), [], "no clock");
        let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
        assert_eq!(after.contains("<video:video>"), !expired);
    }
    assert_eq!(NOW, 1_795_262_400_000);
}

#[test]
fn a_video_is_published_before_it_expires() {
    for (published, expires, inverted) in [
        ("2027-06-01", "2027-06-01", false),
        ("2027-06-02", "2027-06-01", true),
        ("2027-06-01T12:00:00Z", "2027-06-01", false),
        ("2027-06-01T12:00:00Z", "2027-06-01T12:00:00Z", false),
        ("2027-06-01T12:00:00Z", "2027-06-01T13:59:59+02:00", true),
        ("2025-06-01", "2024-06-01", true),
    ] {
        let text = complete(&format!(
            "<video:expiration_date>{expires}</video:expiration_date>\
             <video:publication_date>{published}</video:publication_date>"
        ));
        let expected: &[_] = if inverted { &[("video-dates-inverted", expires)] } else { &[] };
        assert_eq!(found(&text), expected, "{published} {expires}");
    }
    // The dates of different videos are not compared.
    let video = |date: &str| format!("<video:video>{REQUIRED}{CONTENT}{date}</video:video>");
    let two = video("<video:publication_date>2028-01-01</video:publication_date>")
        + &video("<video:expiration_date>2027-01-01</video:expiration_date>");
    assert_eq!(found(&sitemap(&format!("<url><loc>{PAGE}</loc>{two}</url>"))), []);
}
