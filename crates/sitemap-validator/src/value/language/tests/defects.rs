//! Malformed codes.

use super::super::malformed::{Defect, Malformed};
use super::super::{LanguageCode, corrected, listed, read};
use Defect::{
    Character, Dash, Default, Empty, ExtendedLanguage, Extension, Grandfathered, NoDash, Order, PrivateUse, Repeated,
    Separator, Several, Shape, Space, Variant, Word,
};

#[test]
fn each_defect_has_a_range_and_a_probable_code() {
    for (code, defect, at, meant) in [
        ("", Empty, 0..0, None),
        ("  ", Empty, 0..2, None),
        (" en", Space, 0..1, Some("en")),
        ("en-us\t", Space, 5..6, Some("en-US")),
        ("x_default", Default, 0..9, Some("x-default")),
        ("default", Default, 0..7, Some("x-default")),
        ("*", Default, 0..1, Some("x-default")),
        ("en_US", Separator('_'), 2..3, Some("en-US")),
        ("en_UK", Separator('_'), 2..3, Some("en-GB")),
        ("zh_Hant_TW", Separator('_'), 2..3, Some("zh-Hant-TW")),
        ("en US", Separator(' '), 2..3, Some("en-US")),
        ("en us", Separator(' '), 2..3, Some("en-US")),
        ("en/US", Separator('/'), 2..3, Some("en-US")),
        ("en–US", Separator('–'), 2..5, Some("en-US")),
        ("en_", Character('_'), 2..3, Some("en")),
        ("en_US.UTF-8", Separator('_'), 2..3, None),
        ("en-us,en-gb", Several(2), 0..11, None),
        ("en, fr; de", Several(3), 0..10, None),
        ("en fr", Several(2), 0..5, None),
        ("en_US,en_GB", Several(2), 0..11, None),
        ("english,french", Several(2), 0..14, None),
        ("en,", Character(','), 2..3, Some("en")),
        ("\"en\"", Character('"'), 0..1, Some("en")),
        ("en-*", Character('*'), 3..4, Some("en")),
        ("en!us", Character('!'), 2..3, None),
        ("enß", Character('ß'), 2..4, None),
        ("en-", Dash, 2..3, Some("en")),
        ("-en", Dash, 0..1, Some("en")),
        ("en--US", Dash, 2..3, Some("en-US")),
        ("-", Dash, 0..1, None),
        ("enUS", NoDash, 0..4, Some("en-US")),
        ("ptbr", NoDash, 0..4, Some("pt-BR")),
        ("engb", NoDash, 0..4, Some("en-GB")),
        ("english", Word, 0..7, Some("en")),
        ("Français", Word, 0..9, Some("fr")),
        ("English-US", Word, 0..7, Some("en-US")),
        ("klingon", Word, 0..7, None),
        ("en-USA", Word, 3..6, Some("en-US")),
        ("es-latam", Word, 3..8, Some("es")),
        ("en-England", Word, 3..10, Some("en-GB")),
        ("zh-Simplified", Word, 3..13, Some("zh-Hans")),
        ("zh-CHT", Word, 3..6, Some("zh-Hant")),
        ("sr-Latin-RS", Word, 3..8, Some("sr-Latn-RS")),
        ("i-klingon", Grandfathered, 0..9, None),
        ("i-lux", Grandfathered, 0..5, Some("lb")),
        ("no-bok", Grandfathered, 0..6, Some("nb")),
        ("en-GB-oed", Grandfathered, 0..9, Some("en-GB")),
        ("zh-TW-Hant", Order, 6..10, Some("zh-Hant-TW")),
        ("en-us-us", Repeated, 6..8, Some("en-US")),
        ("en-US-GB", Repeated, 6..8, None),
        ("zh-Hans-Hant", Repeated, 8..12, None),
        ("zh-yue", ExtendedLanguage, 3..6, Some("zh")),
        ("zh-cmn-Hans-CN", ExtendedLanguage, 3..6, Some("zh-Hans-CN")),
        ("de-1996", Variant, 3..7, Some("de")),
        ("ca-valencia", Variant, 3..11, Some("ca")),
        ("sl-rozaj-biske-1994", Variant, 3..8, Some("sl")),
        ("en-u-ca-gregory", Extension, 3..15, Some("en")),
        ("en-GB-x-simple", PrivateUse, 6..14, Some("en-GB")),
        ("x-klingon", PrivateUse, 0..9, None),
        ("e", Shape, 0..1, None),
        ("1", Shape, 0..1, None),
        ("en1", Shape, 0..3, None),
        ("en-U1", Shape, 3..5, None),
        ("en-1234567890", Shape, 3..13, None),
        ("en-zzzzzzzzzzzzzzzzzzzzzzzz", Shape, 3..27, None),
    ] {
        let expected = Malformed { defect, at, instead: meant.map(str::to_owned) };
        assert_eq!(read(code), LanguageCode::Malformed(expected), "{code}");
    }
}

#[test]
fn a_list_gives_its_codes() {
    assert_eq!(listed("en-us, en_UK;x-default"), ["en-US", "en-GB", "x-default"]);
    assert_eq!(listed("fil/qq"), ["fil", "qq"]);
}

#[test]
fn long_texts_are_read_without_guessing() {
    for text in
        ["en-".repeat(100_000), "en,".repeat(100_000), "é".repeat(100_000), "x".repeat(100_000), " ".repeat(9999)]
    {
        let LanguageCode::Malformed(malformed) = read(&text) else { panic!("a code") };
        assert_eq!(malformed.instead, None);
        assert!(malformed.at.end <= text.len());
    }
}

#[test]
fn any_short_text_is_parsed() {
    // Ranges are at character boundaries, and probable codes are right.
    let alphabet = ["e", "N", "us", "-", "_", "x", "1", "é", " ", ",", "Hans", "eng", "default"];
    let mut texts = vec![String::new()];
    for _ in 0..4 {
        texts = texts.iter().flat_map(|text| alphabet.map(|next| format!("{text}{next}"))).collect();
        for text in &texts {
            let LanguageCode::Malformed(malformed) = read(text) else { continue };
            assert!(text.get(malformed.at).is_some(), "{text}");
            if let Some(meant) = malformed.instead {
                assert_eq!(corrected(&meant), Some(meant.clone()), "{text}");
            }
        }
    }
}
