use super::*;

/// The findings on a list called `name` with `attributes`: rule, marked text, and whether it is an error.
fn list(name: &str, attributes: &str, list: &str) -> (Vec<(&'static str, String, bool)>, String) {
    let text = complete(&format!("<video:{name}{attributes}>{list}</video:{name}>"));
    let found = document(&text, &default());
    let after = repaired(&text, &found, FixKind::Suggest);
    let (_, rest) = after.split_once(&format!("<video:{name}")).unwrap();
    let after = rest.split_once("</").unwrap().0.to_owned();
    let found = found
        .iter()
        .map(|found| (found.rule().id(), text[found.span.range()].to_owned(), found.severity == Some(Severity::Error)))
        .collect();
    (found, after)
}

#[test]
fn a_list_allows_or_denies() {
    for name in ["restriction", "platform"] {
        let rule = "video-relationship-invalid";
        for right in ["allow", "deny"] {
            assert_eq!(list(name, &format!(" relationship='{right}'"), "").0, []);
        }
        assert_eq!(list(name, "", "").0, [(rule, format!("video:{name}"), true)]);
        for (wrong, meant) in [
            ("allowed", "allow"),
            ("Allow", "allow"),
            (" deny", "deny"),
            ("disallow", "deny"),
            ("denied", "deny"),
            ("only", "only"),
            ("", ""),
        ] {
            let (found, after) = list(name, &format!(" relationship=\"{wrong}\""), "");
            assert_eq!(found, [(rule, wrong.to_owned(), true)]);
            assert_eq!(after, format!(" relationship=\"{meant}\">"));
        }
    }
}

#[test]
fn countries() {
    const DENY: &str = " relationship=\"deny\"";
    let judged = |countries: &str| {
        let (found, after) = list("restriction", DENY, countries);
        assert!(found.iter().all(|(rule, ..)| *rule == "video-restriction-invalid"), "{found:?}");
        let found: Vec<(String, bool)> = found.into_iter().map(|(_, place, error)| (place, error)).collect();
        (found, after.strip_prefix(&format!("{DENY}>")).unwrap().to_owned())
    };
    for right in ["", "IE", "IE GB CA", "IE  GB", " IE\n GB "] {
        assert_eq!(judged(right), (vec![], right.to_owned()));
    }
    for (wrong, places, after) in [
        ("ie, gb", &[("ie,", true), ("gb", true)][..], "IE GB"),
        ("IE,GB", &[("IE,GB", true)], "IE GB"),
        ("IE , GB", &[(",", true)], "IE GB"),
        ("UK", &[("UK", false)], "GB"),
        ("uk", &[("uk", true)], "GB"),
        ("IE EU ZZ", &[("EU", false), ("ZZ", false)], "IE EU ZZ"),
        ("DD", &[("DD", false)], "DE"),
        ("USA", &[("USA", true)], "USA"),
        ("IE,Wales", &[("IE,Wales", true)], "IE,Wales"),
    ] {
        let places: Vec<_> = places.iter().map(|(place, error)| ((*place).to_owned(), *error)).collect();
        assert_eq!(judged(wrong), (places, after.to_owned()), "{wrong}");
    }
    assert_eq!(list("restriction", DENY, "{{ a }} {{ b }}").0.len(), 1);
}

#[test]
fn platforms() {
    const ALLOW: &str = " relationship=\"allow\"";
    let judged = |platforms: &str| {
        let (found, after) = list("platform", ALLOW, platforms);
        assert!(found.iter().all(|(rule, _, error)| *rule == "video-platform-invalid" && *error), "{found:?}");
        let found: Vec<String> = found.into_iter().map(|(_, place, _)| place).collect();
        (found, after.strip_prefix(&format!("{ALLOW}>")).unwrap().to_owned())
    };
    for right in ["", "web", "web mobile tv", " tv "] {
        assert_eq!(judged(right), (vec![], right.to_owned()));
    }
    for (wrong, places, after) in [
        ("desktop, mobile", &["desktop,"][..], "web mobile"),
        ("web,mobile", &["web,mobile"], "web mobile"),
        ("web  tv", &["  "], "web tv"),
        ("web\ntv", &["\n"], "web tv"),
        ("Web", &["Web"], "web"),
        ("web , tv", &[","], "web tv"),
        ("console", &["console"], "console"),
    ] {
        let places: Vec<_> = places.iter().map(|place| (*place).to_owned()).collect();
        assert_eq!(judged(wrong), (places, after.to_owned()), "{wrong}");
    }
}

#[test]
fn pages_about_uploaders() {
    let with = |info: &str| complete(&format!("<video:uploader info=\"{info}\">Ann</video:uploader>"));
    for info in ["https://tidepool.page/ann", "http://people.tidepool.page/ann", "https://TIDEPOOL.page./ann?a&amp;b"] {
        assert_eq!(found(&with(info)), [], "{info}");
    }
    for info in ["https://people.elsewhere.page/", "https://elsewhere.page/", "/ann", "tidepool.page/ann", ""] {
        let text = with(info);
        assert_eq!(found(&text), [("video-uploader-invalid", info)], "{info}");
        let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
        assert!(after.contains("<video:uploader>Ann</video:uploader>"), "{after}");
    }
}

#[test]
fn tags_are_counted() {
    let tags = |count: usize| "<video:tag>t</video:tag>".repeat(count);
    assert_eq!(found(&complete(&tags(32))), []);
    let text = complete(&tags(40));
    assert_eq!(found(&text), [("video-too-many-tags", "<video:tag>t</video:tag>")]);
    let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
    assert_eq!(after, complete(&tags(32)));
}

#[test]
fn each_deprecated_name_is_reported_once() {
    let text = complete(
        "<video:category>c</video:category><video:price currency=\"EUR\">1</video:price>\
         <video:price currency=\"USD\">2</video:price><video:tvshow><video:video_type>full</video:video_type>\
         <video:show_title>s</video:show_title></video:tvshow><video:id type=\"url\">i</video:id>",
    );
    let expected = ["video:category", "video:price", "video:tvshow", "video:id"].map(|name| ("video-deprecated", name));
    assert_eq!(found(&text), expected);
    let messages: Vec<_> = document(&text, &default()).iter().map(|found| message::title(found, &text)).collect();
    assert_eq!(messages[1], "`<video:price>` no longer has an effect; uses in this file: 2");
    assert_eq!(repaired(&text, &document(&text, &default()), FixKind::Suggest), complete(""));
    let player = "<video:player_loc autoplay=\"a=1\" allow_embed=\"no\">https://tidepool.page/p</video:player_loc>";
    let text = page(&format!("{REQUIRED}{player}"));
    assert_eq!(found(&text), [("video-deprecated", "autoplay"), ("video-deprecated", "allow_embed")]);
    let after = repaired(&text, &document(&text, &default()), FixKind::Suggest);
    assert!(after.contains("<video:player_loc>https"), "{after}");
}

#[test]
fn legacy_values() {
    let judged = |more: &str| {
        let text = complete(more);
        let found = found_with(&text, &pedantic());
        let found = found.into_iter().filter(|(rule, _)| *rule == "video-legacy-value-invalid");
        found.map(|(_, place)| place.to_owned()).collect::<Vec<_>>()
    };
    let long = "c".repeat(257);
    for (more, places) in [
        (format!("<video:category>{}</video:category>", "c".repeat(256)), &[][..]),
        (format!("<video:category>{long}</video:category>"), &[long.as_str()]),
        ("<video:price currency='EUR' type='RENT' resolution='hd'>1</video:price>".to_owned(), &[]),
        ("<video:price currency='eur' type='Rent' resolution='4k'>1</video:price>".to_owned(), &["eur", "Rent", "4k"]),
        ("<video:id type='tms:series'>1</video:id><video:id type='x'>1</video:id>".to_owned(), &["x"]),
        ("<video:tvshow><video:season_number>1</video:season_number></video:tvshow>".to_owned(), &["video:tvshow"; 2]),
        (
            "<video:tvshow><video:show_title>s</video:show_title><video:video_type>full</video:video_type>\
             <video:season_number>0</video:season_number><video:episode_number>x</video:episode_number></video:tvshow>"
                .to_owned(),
            &["0", "x"],
        ),
    ] {
        assert_eq!(judged(&more), places, "{more}");
    }
}
