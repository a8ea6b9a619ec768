//! Malformed codes: the first error and the probable code.

use crate::span::At;

use std::ops::Range;

use super::tag::{self, is_language, is_letters, is_region, is_script};
use super::{X_DEFAULT, countries, iso639, lookup, table, words};

/// A malformed code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Malformed {
    /// The error.
    pub(crate) defect: Defect,
    /// The range of the error, or the whole code.
    pub(crate) at: Range<usize>,
    /// The probable code, whose parts are all known.
    pub(crate) instead: Option<String>,
}

/// Why a code is malformed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Defect {
    /// Nothing, or only white space.
    Empty,
    /// White space before or after it.
    Space,
    /// `x-default`, misspelled or in other words.
    Default,
    /// This number of codes in one.
    Several(usize),
    /// Another character in place of a dash: `en_US`, `en US`.
    Separator(char),
    /// A character that no code contains.
    Character(char),
    /// An extra dash: `en-`, `en--US`.
    Dash,
    /// Two codes without a dash: `enUS`.
    NoDash,
    /// A word or a longer code for a language, a script or a region: `english`, `en-USA`.
    Word,
    /// A tag from before the registry: `i-klingon`.
    Grandfathered,
    /// The script follows the region: `zh-TW-Hant`.
    Order,
    /// A second script or region.
    Repeated,
    /// An extended language: `zh-yue`.
    ExtendedLanguage,
    /// A variant: `de-1996`.
    Variant,
    /// An extension: `en-u-ca-gregory`.
    Extension,
    /// A part for private use: `x-klingon`, `en-x-simple`.
    PrivateUse,
    /// Another error.
    Shape,
}

/// The maximum length of a text for which a code is guessed.
const LONGEST: usize = 64;

/// A defect, its range, and the code without it.
struct Finding {
    defect: Defect,
    at: Range<usize>,
    draft: Option<String>,
}

/// Finds the error of a malformed code.
pub(super) fn read(code: &str) -> Malformed {
    let Finding { defect, at, mut draft } = find(code);
    // The maximum number of defects that are corrected.
    for _ in 0..4 {
        let Some(text) = draft.take().filter(|text| text.len() <= LONGEST) else {
            break;
        };
        if text.eq_ignore_ascii_case(X_DEFAULT) {
            return Malformed { defect, at, instead: Some(X_DEFAULT.to_owned()) };
        }
        if let Some(tag) = tag::read(&text) {
            return Malformed { defect, at, instead: tag.corrected() };
        }
        draft = find(&text).draft;
    }
    Malformed { defect, at, instead: None }
}

fn find(code: &str) -> Finding {
    let whole = 0..code.len();
    let trimmed = code.trim();
    let start = code.len() - code.trim_start().len();
    if trimmed.is_empty() {
        return Finding { defect: Defect::Empty, at: whole, draft: None };
    }
    if trimmed.len() < code.len() {
        let at = if start > 0 { 0..start } else { trimmed.len()..code.len() };
        return Finding { defect: Defect::Space, at, draft: Some(trimmed.to_owned()) };
    }
    if let Some(meant) = words::code_of(code) {
        let defect = if meant == X_DEFAULT { Defect::Default } else { Defect::Word };
        return Finding { defect, at: whole, draft: Some(meant.to_owned()) };
    }
    if let Some((at, character)) = code.char_indices().find(|(_, character)| !is_of_code(*character)) {
        return other_character(code, at, character);
    }
    if let Some((text, start)) = tag::parts(code).find(|(text, _)| text.is_empty()) {
        // The dash before an empty part, or after it if it is the first one.
        let at = start.saturating_sub(1);
        return Finding { defect: Defect::Dash, at: at..at + text.len() + 1, draft: Some(dashed(code)) };
    }
    if let Some(meant) = lookup::pair(&table::GRANDFATHERED, code) {
        let draft = Some(meant.to_owned()).filter(|meant| !meant.is_empty());
        return Finding { defect: Defect::Grandfathered, at: whole, draft };
    }
    parts(code)
}

const fn is_of_code(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '-'
}

fn is_separator(character: char) -> bool {
    matches!(character, '_' | '.' | ':' | '+' | '/' | '\\' | '\u{2010}'..='\u{2015}' | '\u{2212}')
        || character.is_whitespace()
}

fn other_character(code: &str, at: usize, character: char) -> Finding {
    let count = several(code);
    if count > 1 {
        return Finding { defect: Defect::Several(count), at: 0..code.len(), draft: None };
    }
    let place = at..at + character.len_utf8();
    let inner = code.trim_matches(|end: char| end.is_ascii() && !end.is_ascii_alphanumeric());
    if inner.len() < code.len() {
        let draft = Some(inner.to_owned()).filter(|inner| !inner.is_empty());
        return Finding { defect: Defect::Character(character), at: place, draft };
    }
    if !is_separator(character) {
        return Finding { defect: Defect::Character(character), at: place, draft: None };
    }
    Finding { defect: Defect::Separator(character), at: place, draft: Some(dashed(code)) }
}

/// The code with one dash for each sequence of separators and dashes, and none at its ends.
fn dashed(code: &str) -> String {
    let mut out = String::new();
    for character in code.chars() {
        if character != '-' && !is_separator(character) {
            out.push(character);
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    if out.ends_with('-') {
        out.pop();
    }
    out
}

/// The codes of a list.
pub(super) fn listed(code: &str) -> Vec<&str> {
    let is_between = |c: char| is_comma(c) || c == '/' || c.is_whitespace();
    code.split(is_between).filter(|piece| !piece.is_empty()).collect()
}

const fn is_comma(character: char) -> bool {
    matches!(character, ',' | ';' | '|' | '&')
}

/// The number of codes in a list; 0 if it is not a list.
fn several(code: &str) -> usize {
    let pieces = listed(code);
    if !pieces.iter().all(|piece| is_code(piece)) {
        return 0;
    }
    // `en US` is one code, `en fr` are two.
    if let [language, region] = *pieces
        && !code.contains(is_comma)
        && is_language(language)
        && is_country(region)
        && (lookup::language(region).is_none() || region.bytes().all(|byte| byte.is_ascii_uppercase()))
    {
        return 1;
    }
    pieces.len()
}

fn is_code(piece: &str) -> bool {
    piece.eq_ignore_ascii_case(X_DEFAULT)
        || tag::read(piece).is_some()
        || words::code_of(piece).is_some()
        || piece.len() <= LONGEST && tag::read(&piece.replace('_', "-")).is_some()
}

fn is_country(text: &str) -> bool {
    lookup::region(text).is_some() || text.eq_ignore_ascii_case("uk")
}

/// Finds the first error in a code of letters, digits and single dashes.
fn parts(code: &str) -> Finding {
    let mut parts = tag::parts(code);
    let first = parts.next().map_or(code, |(text, _)| text);
    if !is_language(first) {
        return first_part(code, first);
    }
    let (mut script, mut region) = (false, false);
    for (text, start) in parts {
        let at = start..start + text.len();
        let dashed = start.saturating_sub(1)..at.end;
        let with = |part: &str| Some(replaced(code, &dashed, part));
        let finding = |defect, draft| Finding { defect, at: at.clone(), draft };
        if text.len() == 1 {
            let is_private = text.eq_ignore_ascii_case("x");
            let defect = if is_private { Defect::PrivateUse } else { Defect::Extension };
            return Finding { defect, at: start..code.len(), draft: code.get(..dashed.start).map(str::to_owned) };
        } else if is_script(text) && !script && !region {
            script = true;
        } else if is_region(text) && !region {
            region = true;
        } else if is_script(text) && !script && lookup::script(text).is_some() {
            let behind = with("").unwrap_or_default();
            return finding(Defect::Order, Some(replaced(&behind, &(first.len()..first.len()), text)));
        } else if is_script(text) || is_region(text) {
            let is_again = tag::parts(code)
                .take_while(|(_, other)| *other < start)
                .any(|(other, _)| other.eq_ignore_ascii_case(text));
            return finding(Defect::Repeated, with("").filter(|_| is_again));
        } else if let Some(known) = countries::two_letters(text).or_else(|| words::region_of(text)) {
            return finding(Defect::Word, with(if region { "" } else { known }));
        } else if let Some(known) = words::script_of(text) {
            return finding(Defect::Word, with(if script { "" } else { known }));
        } else if is_extended(text) && !script && !region {
            return finding(Defect::ExtendedLanguage, with(""));
        } else if is_variant(text) {
            return finding(Defect::Variant, with(""));
        } else {
            return finding(Defect::Shape, None);
        }
    }
    Finding { defect: Defect::Shape, at: 0..code.len(), draft: None }
}

/// The error of a code that does not begin with a language.
fn first_part(code: &str, first: &str) -> Finding {
    let at = 0..first.len();
    if first.eq_ignore_ascii_case("x") {
        return Finding { defect: Defect::PrivateUse, at: 0..code.len(), draft: None };
    }
    if let (4, Some((language, region))) = (first.len(), first.split_at_checked(2))
        && lookup::language(language).is_some()
        && is_country(region)
    {
        let draft = Some(replaced(code, &at, &format!("{language}-{region}")));
        return Finding { defect: Defect::NoDash, at, draft };
    }
    if let Some(meant) = words::code_of(first) {
        let draft = Some(replaced(code, &at, meant));
        return Finding { defect: Defect::Word, at, draft };
    }
    let defect = if first.len() > 3 && is_letters(first) { Defect::Word } else { Defect::Shape };
    Finding { defect, at, draft: None }
}

fn is_extended(text: &str) -> bool {
    lookup::is_three_letters(text) || text.len() == 3 && iso639::two_letters(text).is_some()
}

/// True for a variant (RFC 5646 §2.2.5): five to eight letters and digits, or four that begin with a digit.
fn is_variant(text: &str) -> bool {
    matches!(text.len(), 5..=8) || text.len() == 4 && text.starts_with(|first: char| first.is_ascii_digit())
}

/// Replaces `at` in `code` with `part`, after a dash unless it is the first part.
fn replaced(code: &str, at: &Range<usize>, part: &str) -> String {
    let before = code.at(..at.start);
    let behind = code.at(at.end..);
    let dash = if before.is_empty() || part.is_empty() { "" } else { "-" };
    format!("{before}{dash}{part}{behind}")
}
