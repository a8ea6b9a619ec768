//! Counts, order and consistency of the tables.

use super::super::{iso639, lookup, table};

fn words(list: &'static str) -> Vec<&'static str> {
    list.split_ascii_whitespace().collect()
}

#[test]
fn lists_are_sorted_and_complete() {
    for (list, width, count) in [
        (table::LANGUAGES, 2, 185),
        (table::SCRIPTS, 4, 224),
        (table::REGIONS, 2, 249),
        (table::RESERVED_REGIONS, 2, 10),
        (table::AREAS, 3, 31),
    ] {
        let codes = words(list);
        assert!(codes.is_sorted());
        assert_eq!((codes.len(), list.len()), (count, count * (width + 1)));
        assert!(codes.iter().all(|code| code.len() == width));
        for code in codes {
            assert_eq!(lookup::listed(list, &code.to_lowercase()), Some(code));
            assert_eq!(lookup::listed(list, &code.to_uppercase()), Some(code));
        }
    }
    let bits: u32 = table::THREE_LETTERS.iter().map(|word| word.count_ones()).sum();
    assert_eq!(bits, 8077);
}

#[test]
fn what_is_not_listed_is_not_found() {
    for code in ["", "a", "zz", "aa ", " ab", "b a", "éa", "日", "zzz", "a0"] {
        assert_eq!(lookup::language(code), None, "{code}");
        assert_eq!(lookup::script(code), None, "{code}");
    }
    for code in ["", "a", "zzzz", "qaa", "qtz", "eng", "a1a", "éa", "日", "zzzzzzzzzzzzzzzzzzzzzzzz"] {
        assert!(!lookup::is_three_letters(code), "{code}");
    }
    for code in ["aaa", "AAA", "fil", "yue", "zzj", "und", "mul"] {
        assert!(lookup::is_three_letters(code), "{code}");
    }
}

#[test]
fn pairs_are_sorted_and_lead_to_known_codes() {
    assert!(table::WITHDRAWN_LANGUAGES.is_sorted());
    assert!(table::WITHDRAWN_REGIONS.is_sorted());
    assert!(table::USUAL_SCRIPTS.is_sorted());
    assert!(table::GRANDFATHERED.is_sorted_by_key(|(tag, _)| tag.to_ascii_lowercase()));
    for (old, new) in table::WITHDRAWN_LANGUAGES {
        assert_eq!((lookup::language(old), lookup::language(new)), (None, Some(new)));
    }
    for (old, new) in table::WITHDRAWN_REGIONS {
        assert_eq!(lookup::region(old), None);
        assert!(new.is_empty() || lookup::region(new) == Some(new), "{old}");
    }
    for (script, languages) in table::USUAL_SCRIPTS {
        assert_eq!(lookup::script(script), Some(script));
        for language in languages.split(' ').filter(|language| *language != "*") {
            assert_eq!(lookup::language(language), Some(language));
            assert_eq!(lookup::usual_script(language), Some(script));
        }
    }
}

#[test]
fn every_two_letter_language_has_three_letters() {
    let rows: Vec<(&str, &str)> =
        words(iso639::EQUIVALENTS).iter().map(|row| row.split_once('=').expect("a row")).collect();
    // 183 codes of ISO 639-1, `bh` and `sh`; 20 also have a bibliographic code.
    assert_eq!(rows.len(), 185 + 20);
    assert!(rows.is_sorted());
    for language in words(table::LANGUAGES) {
        let count = rows.iter().filter(|(_, two)| *two == language).count();
        assert!(matches!(count, 1 | 2), "{language}");
    }
    for (three, two) in rows {
        assert_eq!(iso639::two_letters(three), Some(two));
        assert_eq!(lookup::language(two), Some(two));
        // The registry has a code of two letters or one of three, with `bih` and `hbs` for older ones.
        assert!(!lookup::is_three_letters(three) || matches!(three, "bih" | "hbs"), "{three}");
    }
}
