//! Decomposed characters: `loc-not-nfc`.
//!
//! A simple rule instead of the Unicode tables: a Latin or Cyrillic letter and
//! one combining mark for which a composed letter exists, as in file names of macOS. Other
//! scripts, and letters with two marks, are not checked.

use super::address::{Address, repaired};
use crate::diagnostic::FixKind;
use crate::reporter::Reporter;
use crate::rules;
use crate::value::url::Part;
use crate::value::url::percent::{encode, escaped};

/// A combining mark, the base letters, and the composed letters.
const COMPOSED: [(char, &str, &str); 13] = [
    ('\u{300}', "AEINOUWYaeinouwyИи", "ÀÈÌǸÒÙẀỲàèìǹòùẁỳЍѝ"),
    ('\u{301}', "ACEGIKLMNOPRSUWYZacegiklmnoprsuwyzГгКк", "ÁĆÉǴÍḰĹḾŃÓṔŔŚÚẂÝŹáćéǵíḱĺḿńóṕŕśúẃýźЃѓЌќ"),
    ('\u{302}', "ACEGHIJOSUWYZaceghijosuwyz", "ÂĈÊĜĤÎĴÔŜÛŴŶẐâĉêĝĥîĵôŝûŵŷẑ"),
    ('\u{303}', "AEINOUVYaeinouvy", "ÃẼĨÑÕŨṼỸãẽĩñõũṽỹ"),
    ('\u{304}', "AEGIOUYaegiouyИиУу", "ĀĒḠĪŌŪȲāēḡīōūȳӢӣӮӯ"),
    ('\u{306}', "AEGIOUaegiouИиУу", "ĂĔĞĬŎŬăĕğĭŏŭЙйЎў"),
    ('\u{307}', "ABCDEFGHIMNOPRSTWXYZabcdefghmnoprstwxyz", "ȦḂĊḊĖḞĠḢİṀṄȮṖṘṠṪẆẊẎŻȧḃċḋėḟġḣṁṅȯṗṙṡṫẇẋẏż"),
    ('\u{308}', "AEHIOUWXYaehiotuwxyЕеІіЭэ", "ÄËḦÏÖÜẄẌŸäëḧïöẗüẅẍÿЁёЇїӬӭ"),
    ('\u{30A}', "AUauwy", "ÅŮåůẘẙ"),
    ('\u{30B}', "OUou", "ŐŰőű"),
    ('\u{30C}', "ACDEGHIKLNORSTUZacdeghijklnorstuz", "ǍČĎĚǦȞǏǨĽŇǑŘŠŤǓŽǎčďěǧȟǐǰǩľňǒřšťǔž"),
    ('\u{327}', "CDEGHKLNRSTcdeghklnrst", "ÇḐȨĢḨĶĻŅŖŞŢçḑȩģḩķļņŗşţ"),
    ('\u{328}', "AEIOUaeiou", "ĄĘĮǪŲąęįǫų"),
];

/// Checks the characters of a URL from byte `from` on, raw or escaped.
pub(super) fn check(address: &Address<'_>, from: usize, reporter: &mut Reporter<'_>) {
    let mut previous: Option<(Part, char)> = None;
    let mut at = from;
    while let Some((part, character)) = decode(address.url, at) {
        at = part.end;
        if let Some((base_part, base)) = previous
            && let Some(composed) = compose(base, character)
        {
            let sequence = Part::new(base_part.start, part.end);
            let code = encode(composed.encode_utf8(&mut [0; 4]));
            let found = rules::loc_not_nfc(address.span(sequence), composed, code.clone());
            let raw = part.end - part.start == character.len_utf8();
            let instead = if raw { composed.to_string() } else { code };
            reporter.report(repaired(found, FixKind::Suggest, [address.replace(sequence, instead)]));
        }
        previous = Some((part, character));
    }
}

fn compose(base: char, mark: char) -> Option<char> {
    let (_, bases, composed) = COMPOSED.iter().find(|(combining, ..)| *combining == mark)?;
    composed.chars().nth(bases.chars().position(|letter| letter == base)?)
}

/// The character at byte `at`, raw or as escapes.
fn decode(url: &str, at: usize) -> Option<(Part, char)> {
    let bytes = url.as_bytes();
    let raw = url.get(at..)?.chars().next()?;
    if let Some(first) = escaped(bytes, at) {
        let length = match first {
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0.. => 4,
            _ => 1,
        };
        let decoded: Option<Vec<u8>> = (0..length).map(|index| escaped(bytes, at + index * 3)).collect();
        if let Some(character) = decoded.and_then(|bytes| String::from_utf8(bytes).ok()?.chars().next()) {
            return Some((Part::new(at, at + length * 3), character));
        }
    }
    Some((Part::new(at, at + raw.len_utf8()), raw))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_composed_one() {
        for (mark, bases, composed) in COMPOSED {
            assert_eq!(bases.chars().count(), composed.chars().count(), "{:X}", u32::from(mark));
        }
        assert_eq!(compose('e', '\u{301}'), Some('é'));
        assert_eq!(compose('u', '\u{308}'), Some('ü'));
        assert_eq!(compose('и', '\u{306}'), Some('й'));
        assert_eq!(compose('b', '\u{301}'), None);
    }
}
