//! Looks up codes in the tables, ignoring case.
//!
//! The searches are not inlined: they are called from many places, and each copy makes the page larger.

use std::cmp::Ordering;

use super::table;

/// The entry of the sorted list `codes` that equals `code` ignoring case. All entries are as long as `code` and
/// followed by a space.
pub(super) fn listed(codes: &'static str, code: &str) -> Option<&'static str> {
    row(codes, code.len() + 1, code)?.get(..code.len())
}

/// The row that begins with `key` in a sorted list of rows of `width` bytes.
#[inline(never)]
pub(super) fn row(rows: &'static str, width: usize, key: &str) -> Option<&'static str> {
    let (mut low, mut high) = (0, rows.len() / width);
    while low < high {
        let middle = low.midpoint(high);
        let found = rows.get(middle * width..(middle + 1) * width)?;
        match lower(found.get(..key.len())?).cmp(lower(key)) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return Some(found),
        }
    }
    None
}

/// The value of `key` in a list of `key=value` entries.
#[inline(never)]
pub(super) fn entry(list: &'static str, key: &str) -> Option<&'static str> {
    Entries(list).find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value)
}

/// Iterates over the keys and values of a list of `key=value` entries, each followed by a space.
pub(super) struct Entries(pub(super) &'static str);

impl Iterator for Entries {
    type Item = (&'static str, &'static str);

    #[inline(never)]
    fn next(&mut self) -> Option<Self::Item> {
        let sign = self.0.bytes().position(|byte| byte == b'=')?;
        let end = self.0.bytes().position(|byte| byte == b' ')?;
        let entry = (self.0.get(..sign)?, self.0.get(sign + 1..end)?);
        self.0 = self.0.get(end + 1..)?;
        Some(entry)
    }
}

/// The value of `key` in a list of pairs.
#[inline(never)]
pub(super) fn pair(rows: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    rows.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| *value)
}

/// The language with the two-letter code `code`, in lower case.
pub(super) fn language(code: &str) -> Option<&'static str> {
    if code.len() == 2 { listed(table::LANGUAGES, code) } else { None }
}

/// The assigned region with the code `code`, in upper case.
pub(super) fn region(code: &str) -> Option<&'static str> {
    if code.len() == 2 { listed(table::REGIONS, code) } else { None }
}

/// The script with the code `code`, in title case.
pub(super) fn script(code: &str) -> Option<&'static str> {
    if code.len() == 4 { listed(table::SCRIPTS, code) } else { None }
}

/// True for a registered language with three letters and without a two-letter code.
pub(super) fn is_three_letters(code: &str) -> bool {
    if code.len() != 3 {
        return false;
    }
    let mut index = 0;
    for letter in code.bytes() {
        if !letter.is_ascii_alphabetic() {
            return false;
        }
        index = index * 26 + usize::from(letter.to_ascii_lowercase() - b'a');
    }
    table::THREE_LETTERS.get(index / 32).is_some_and(|word| word >> (index % 32) & 1 == 1)
}

/// The script in which a language with a two-letter code is nearly always written.
pub(super) fn usual_script(language: &str) -> Option<&'static str> {
    let mut rows = table::USUAL_SCRIPTS.iter();
    let row =
        rows.find(|(_, languages)| languages.as_bytes().chunks(3).any(|known| known.starts_with(language.as_bytes())));
    row.map(|(script, _)| *script)
}

/// True for a script in which only one two-letter language is nearly always written.
pub(super) fn is_of_one_language(script: &str) -> bool {
    table::USUAL_SCRIPTS.iter().any(|(known, languages)| *known == script && languages.len() == 2)
}

fn lower(code: &str) -> impl Iterator<Item = u8> {
    code.bytes().map(|byte| byte.to_ascii_lowercase())
}
