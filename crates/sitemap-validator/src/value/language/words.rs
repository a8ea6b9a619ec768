//! Words in place of codes.

use super::lookup;
use crate::value::spelling::distance;

/// The code for a word: the name of a language, or a word for `x-default`.
pub(super) fn code_of(word: &str) -> Option<&'static str> {
    if word.len() > 32 {
        return None;
    }
    let word: String = word.chars().flat_map(char::to_lowercase).collect();
    lookup::entry(NAMES, &word).or_else(|| is_default(&word).then_some("x-default"))
}

/// The script for a word.
pub(super) fn script_of(word: &str) -> Option<&'static str> {
    lookup::entry(SCRIPTS, word)
}

/// The region for a word; empty if it means several regions.
pub(super) fn region_of(word: &str) -> Option<&'static str> {
    lookup::entry(REGIONS, word)
}

/// True for words used instead of `x-default`; `word` is in lower case.
fn is_default(word: &str) -> bool {
    const DEFAULTS: [&str; 6] = ["*", "default", "global", "international", "intl", "worldwide"];
    DEFAULTS.contains(&word) || (word.len() > 6 && (word.ends_with("default") || distance(word, "x-default") <= 2))
}

/// Names of languages, in English and in the language itself.
const NAMES: &str = "\
    albanian=sq shqip=sq arabic=ar العربية=ar armenian=hy azerbaijani=az basque=eu euskara=eu belarusian=be \
    bengali=bn bosnian=bs bosanski=bs bulgarian=bg български=bg burmese=my catalan=ca català=ca catala=ca \
    chinese=zh 中文=zh simplified-chinese=zh-Hans chinese-simplified=zh-Hans 简体中文=zh-Hans \
    traditional-chinese=zh-Hant chinese-traditional=zh-Hant 繁體中文=zh-Hant mandarin=zh croatian=hr hrvatski=hr \
    czech=cs čeština=cs cestina=cs česky=cs danish=da dansk=da dutch=nl nederlands=nl english=en estonian=et \
    eesti=et farsi=fa persian=fa فارسی=fa finnish=fi suomi=fi flemish=nl french=fr français=fr francais=fr \
    galician=gl galego=gl georgian=ka german=de deutsch=de greek=el ελληνικά=el hebrew=he עברית=he hindi=hi \
    हिन्दी=hi hungarian=hu magyar=hu icelandic=is indonesian=id irish=ga gaeilge=ga italian=it italiano=it \
    japanese=ja 日本語=ja kazakh=kk khmer=km korean=ko 한국어=ko latvian=lv lithuanian=lt macedonian=mk malay=ms \
    melayu=ms maltese=mt mongolian=mn nepali=ne norwegian=no norsk=no polish=pl polski=pl portuguese=pt \
    português=pt portugues=pt romanian=ro română=ro romana=ro russian=ru русский=ru serbian=sr srpski=sr српски=sr \
    slovak=sk slovenčina=sk slovencina=sk slovene=sl slovenian=sl slovenščina=sl slovenscina=sl spanish=es \
    español=es espanol=es castellano=es swahili=sw swedish=sv svenska=sv tagalog=tl tamil=ta telugu=te thai=th \
    ไทย=th turkish=tr türkçe=tr turkce=tr ukrainian=uk українська=uk urdu=ur uzbek=uz vietnamese=vi \
    welsh=cy cymraeg=cy yiddish=yi ";

/// Names of scripts, and the abbreviations of Windows for those of Chinese.
const SCRIPTS: &str = "\
    arabic=Arab chs=Hans cht=Hant cyrillic=Cyrl latin=Latn simp=Hans simplified=Hans trad=Hant \
    traditional=Hant ";

/// Names of countries, and words for several countries.
const REGIONS: &str = "\
    africa= america= asia= australia=AU austria=AT belgium=BE brasil=BR brazil=BR britain=GB canada=CA china=CN eng=GB \
    england=GB eur= europe= france=FR germany=DE glob= global= india=IN int= international= intl= ireland=IE \
    italy=IT japan=JP latam= lat= mexico=MX row= scotland=GB spain=ES switzerland=CH taiwan=TW usa=US \
    wales=GB world= worldwide= ";

#[cfg(test)]
mod tests {
    use super::super::lookup::Entries;
    use super::*;

    #[test]
    fn each_word_stands_for_a_known_code() {
        for list in [NAMES, SCRIPTS, REGIONS] {
            assert_eq!(Entries(list).count(), list.split_ascii_whitespace().count());
        }
        for (word, code) in Entries(NAMES) {
            let (language, script) = code.split_once('-').unwrap_or((code, "Latn"));
            assert_eq!(lookup::language(language), Some(language), "{word}");
            assert_eq!(lookup::script(script), Some(script), "{word}");
            assert_eq!(code_of(word), Some(code));
        }
        for (word, code) in Entries(SCRIPTS) {
            assert_eq!(lookup::script(code), Some(code), "{word}");
        }
        for (word, code) in Entries(REGIONS) {
            assert!(code.is_empty() || lookup::region(code) == Some(code), "{word}");
        }
    }

    #[test]
    fn words_are_found_in_any_case() {
        for (word, code) in [("English", "en"), ("FRANÇAIS", "fr"), ("Русский", "ru"), ("日本語", "ja")] {
            assert_eq!(code_of(word), Some(code), "{word}");
        }
        for word in ["default", "x_default", "xdefault", "x default", "X-Defualt", "x-defaut", "i-default", "*"] {
            assert_eq!(code_of(word), Some("x-default"), "{word}");
        }
        assert_eq!(code_of("klingonaase"), None);
        assert_eq!(code_of(&"english".repeat(9)), None);
    }
}
