//! Well-formed codes.

use super::super::countries::{Codes, confusion};
use super::super::region::{Region, Unassigned};
use super::super::script::Script;
use super::super::tag::{Language, Tag};
use super::super::{LanguageCode, corrected, iso639, read, recased, table};

fn tag(code: &str) -> Tag<'_> {
    match read(code) {
        LanguageCode::Tag(tag) => tag,
        other => panic!("{code}: {other:?}"),
    }
}

/// The code after the edits of its parts, applied one at a time.
fn edited(code: &str) -> String {
    let tag = tag(code);
    let edits = [tag.region_edit(), tag.script_edit(), tag.language_edit()];
    edits.into_iter().flatten().fold(code.to_owned(), |mut text, edit| {
        text.replace_range(edit.at, &edit.text);
        text
    })
}

#[test]
fn all_codes_of_the_tables_are_known() {
    for language in table::LANGUAGES.split_ascii_whitespace() {
        let tag = tag(language);
        assert_eq!(tag.language.is, Language::Known(language));
        assert_eq!(tag.corrected().as_deref(), Some(language));
        assert_eq!(tag.language_edit(), None);
        assert_eq!(recased(&language.to_uppercase()).as_deref(), Some(language));
    }
    for region in table::REGIONS.split_ascii_whitespace() {
        let code = format!("en-{}", region.to_lowercase());
        assert_eq!(tag(&code).region.map(|region| region.is), Some(Region::Assigned(region)));
        assert_eq!(recased(&code), Some(format!("en-{region}")));
    }
    for script in table::SCRIPTS.split_ascii_whitespace() {
        // `zh` has no usual script, so it may have any.
        let code = format!("zh-{script}");
        assert_eq!(tag(&code).script.map(|script| script.is), Some(Script::Known(script)));
        assert_eq!(recased(&code), None);
    }
    for row in iso639::EQUIVALENTS.split_ascii_whitespace() {
        let (three, two) = row.split_once('=').unwrap();
        assert_eq!(tag(three).language.is, Language::ThreeLetters(two));
        assert_eq!(corrected(three).as_deref(), Some(two));
    }
}

#[test]
fn x_default_is_read_in_any_case() {
    for code in ["x-default", "X-Default", "X-DEFAULT"] {
        assert_eq!(read(code), LanguageCode::Default);
    }
    assert_eq!(recased("x-default"), None);
    assert_eq!(recased("X-Default").as_deref(), Some("x-default"));
    assert!(matches!(read("x-defaults"), LanguageCode::Malformed(_)));
}

#[test]
fn parts_have_their_ranges() {
    let tag = tag("ZH-hANT-tw");
    let script = tag.script.as_ref().unwrap();
    let region = tag.region.as_ref().unwrap();
    assert_eq!((tag.language.text, tag.language.at.clone()), ("ZH", 0..2));
    assert_eq!((script.text, script.at.clone(), script.is), ("hANT", 3..7, Script::Known("Hant")));
    assert_eq!((region.text, region.at.clone(), region.is), ("tw", 8..10, Region::Assigned("TW")));
    assert_eq!(tag.canonical(), "zh-Hant-TW");
    assert_eq!(recased("jp-uk").as_deref(), Some("jp-UK"));
    assert_eq!(recased("zh-Hant-TW"), None);
    assert_eq!(recased("es-419"), None);
    assert_eq!(recased("en_US"), None);
}

#[test]
fn countries_are_taken_for_languages() {
    for (code, meant) in [
        ("jp", "ja"),
        ("cn", "zh-CN"),
        ("cz", "cs"),
        ("dk", "da"),
        ("gr", "el"),
        ("ua", "uk"),
        ("us", "en-US"),
        ("gb", "en-GB"),
        ("at", "de-AT"),
        ("mx", "es-MX"),
        ("US", "en-US"),
    ] {
        let tag = tag(code);
        assert!(matches!(tag.language.is, Language::Country(_)), "{code}");
        assert_eq!(tag.corrected().as_deref(), Some(meant));
        assert_eq!(edited(code), meant);
        assert_eq!(corrected(meant).as_deref(), Some(meant));
    }
    let Language::Country(codes) = tag("hk").language.is else { panic!("no country") };
    assert_eq!(codes.iter().collect::<Vec<_>>(), ["zh-HK", "en-HK"]);
    assert_eq!(tag("aq").language.is.instead().first(), None);
    assert_eq!(tag("aq").corrected(), None);
    // These country codes are also languages.
    for code in ["se", "uk", "be", "ca", "ch", "br", "ar", "my", "kr"] {
        assert!(tag(code).language.is.is_known());
        assert!(confusion(code).is_some());
    }
}

#[test]
fn a_country_with_a_region_keeps_it() {
    for (code, meant) in [
        ("jp-JP", "ja-JP"),
        ("us-US", "en-US"),
        ("at-DE", "de-DE"),
        ("cn-Hant-TW", "zh-Hant-TW"),
        ("us-UK", "en-GB"),
        ("jp-UK", "ja-GB"),
        ("us-ES", "en-ES"),
        ("us-ca", "en-CA"),
    ] {
        assert_eq!(corrected(code).as_deref(), Some(meant), "{code}");
        assert!(edited(code).eq_ignore_ascii_case(meant), "{code}");
    }
    assert_eq!(corrected("us-Latn").as_deref(), Some("en-Latn-US"));
    assert_eq!(edited("us-Latn"), "en-Latn");
}

#[test]
fn swapped_region_and_language() {
    for (code, meant) in
        [("us-en", "en-US"), ("us-EN", "en-US"), ("us-es", "es-US"), ("gr-el", "el-GR"), ("cn-zh", "zh-CN")]
    {
        let tag = tag(code);
        assert!(tag.is_swapped(), "{code}");
        assert_eq!(tag.corrected().as_deref(), Some(meant));
        assert_eq!(tag.region_edit(), None);
        assert_eq!(edited(code), meant);
    }
    assert!(!tag("us-ES").is_swapped());
    assert!(!tag("br-pt").is_swapped());
}

#[test]
fn other_languages() {
    assert_eq!(tag("iw").language.is, Language::Withdrawn("he"));
    assert_eq!(tag("in-ID").corrected().as_deref(), Some("id-ID"));
    assert_eq!(tag("eng").language.is, Language::ThreeLetters("en"));
    assert_eq!(tag("ger-AT").corrected().as_deref(), Some("de-AT"));
    assert_eq!(tag("fil").language.is, Language::NoTwoLetters(Codes::one("")));
    assert_eq!(tag("fil").corrected(), None);
    assert_eq!(tag("USA").language.is, Language::NoTwoLetters(Codes::one("en-US")));
    assert_eq!(corrected("esp").as_deref(), Some("es"));
    assert_eq!(corrected("bra").as_deref(), Some("pt-BR"));
    assert_eq!(tag("mex").language.is, Language::Unknown(Codes::one("es-MX")));
    assert_eq!(tag("xx").language.is, Language::Unknown(Codes::one("")));
    assert_eq!(tag("qaa").language.is, Language::Unknown(Codes::one("")));
    assert_eq!(tag("xx-US").corrected(), None);
    assert_eq!(edited("xx-UK"), "xx-GB");
}

#[test]
fn regions_that_are_not_assigned() {
    use Unassigned::{Area, Number, Private, Reserved, UnitedKingdom, Unknown, Withdrawn};
    for (code, why, meant) in [
        ("en-UK", UnitedKingdom, "en-GB"),
        ("en-uk", UnitedKingdom, "en-GB"),
        ("en-EU", Reserved, "en"),
        ("en-UN", Reserved, "en"),
        ("es-419", Area, "es"),
        ("en-001", Area, "en"),
        ("en-150", Area, "en"),
        ("en-840", Number, "en"),
        ("fr-ZR", Withdrawn, "fr-CD"),
        ("ru-SU", Withdrawn, "ru"),
        ("sq-XK", Private, "sq"),
        ("en-AA", Private, "en"),
        ("en-QM", Private, "en"),
        ("en-qz", Private, "en"),
        ("en-ZZ", Private, "en"),
        ("en-QL", Unknown, "en"),
        ("en-EL", Unknown, "en-GR"),
        ("en-EN", Unassigned::Language, "en"),
        ("ja-JA", Unassigned::Language, "ja-JP"),
        ("ko-KO", Unassigned::Language, "ko-KR"),
        ("cs-CS", Unassigned::Language, "cs-CZ"),
        ("uk-UK", Unassigned::Language, "uk-UA"),
        ("zh-zh", Unassigned::Language, "zh-CN"),
        ("zh-Hant-UK", UnitedKingdom, "zh-Hant-GB"),
    ] {
        let tag = tag(code);
        let region = tag.region.as_ref().unwrap();
        assert!(matches!(region.is, Region::Not(found, _) if found == why), "{code}: {:?}", region.is);
        assert_eq!(tag.corrected().as_deref(), Some(meant), "{code}");
        assert_eq!(edited(code), meant, "{code}");
    }
}

#[test]
fn scripts_of_other_languages() {
    for (code, meant) in [
        ("zh-Hand", "zh-Hans"),
        ("zh-Hnat", "zh-Hant"),
        ("sr-Latm", "sr-Latn"),
        ("zh-trad", "zh-Hant"),
        ("en-intl", "en"),
        ("zh-Hand-TW", "zh-Hans-TW"),
    ] {
        let tag = tag(code);
        assert!(matches!(tag.script.as_ref().unwrap().is, Script::Unknown(_)), "{code}");
        assert_eq!(tag.corrected().as_deref(), Some(meant), "{code}");
        assert_eq!(edited(code), meant, "{code}");
    }
    assert_eq!(tag("en-Qqqq").script_edit(), None);
    assert_eq!(corrected("en-Qqqq"), None);
    for code in ["en-Hans", "ja-Hant", "de-Kore", "en-Thai", "fr-Jpan", "us-Hans"] {
        assert!(matches!(tag(code).script.as_ref().unwrap().is, Script::Foreign { .. }), "{code}");
    }
    assert_eq!(edited("en-Hans-US"), "en-US");
    // Other scripts of a language are allowed.
    for code in [
        "zh-Latn", "en-Latn", "ja-Latn", "ja-Hira", "ko-Hang", "ru-Latn", "hi-Latn", "ms-Arab", "ro-Cyrl", "tr-Arab",
        "en-Shaw", "en-Brai", "sr-Cyrl", "bo-Tibt",
    ] {
        assert!(matches!(tag(code).script.as_ref().unwrap().is, Script::Known(_)), "{code}");
        assert_eq!(corrected(code).as_deref(), Some(code));
    }
}

#[test]
fn a_corrected_code_is_right() {
    let letters = || (b'a'..=b'z').map(char::from);
    for code in letters().flat_map(|first| letters().map(move |second| format!("{first}{second}"))) {
        for code in
            [code.clone(), format!("{code}-{code}"), format!("en-{code}"), format!("{code}-en"), format!("us-{code}")]
        {
            if let Some(meant) = corrected(&code) {
                assert_eq!(corrected(&meant).as_deref(), Some(&*meant), "{code}");
                let tag = tag(&meant);
                assert!(
                    tag.language.is.is_known()
                        && tag.region.is_none_or(|region| matches!(region.is, Region::Assigned(_)))
                );
            }
        }
    }
}
