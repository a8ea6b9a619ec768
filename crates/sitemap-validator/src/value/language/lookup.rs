//! Finding a code in the tables, in any case.
//!
//! The searches are not inlined: they are called from many places, and the page pays for each copy.

use std::cmp::Ordering;

use super::table;

/// The code as the sorted list `codes` writes it, where each is as long as `code` and a space follows it.
pub(super) fn listed(codes: &'static str, code: &str) -> Option<&'static str> {
    row(codes, code.len() + 1, code)?.get(..code.len())
}

/// The row that begins with `key` in a sorted list of rows that are `width` bytes long.
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

/// The value of `key` in a list of `key=value`.
#[inline(never)]
pub(super) fn entry(list: &'static str, key: &str) -> Option<&'static str> {
    Entries(list).find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| value)
}

/// The keys and values of a list of `key=value`, each with a space behind it.
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

/// The value of `key` in rows of both.
#[inline(never)]
pub(super) fn pair(rows: &[(&'static str, &'static str)], key: &str) -> Option<&'static str> {
    rows.iter().find(|(known, _)| known.eq_ignore_ascii_case(key)).map(|(_, value)| *value)
}

/// The two-letter language, in lower case.
pub(super) fn language(code: &str) -> Option<&'static str> {
    if code.len() == 2 { listed(table::LANGUAGES, code) } else { None }
}

/// The assigned region, in upper case.
pub(super) fn region(code: &str) -> Option<&'static str> {
    if code.len() == 2 { listed(table::REGIONS, code) } else { None }
}

/// The script, with a capital.
pub(super) fn script(code: &str) -> Option<&'static str> {
    if code.len() == 4 { listed(table::SCRIPTS, code) } else { None }
}

/// True for a registered language that has three letters and no code with two.
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

/// The script a known language of two letters is nearly always written in.
pub(super) fn usual_script(language: &str) -> Option<&'static str> {
    let mut rows = table::USUAL_SCRIPTS.iter();
    let row =
        rows.find(|(_, languages)| languages.as_bytes().chunks(3).any(|known| known.starts_with(language.as_bytes())));
    row.map(|(script, _)| *script)
}

/// True for a script that only one two-letter language is nearly always written in.
pub(super) fn is_of_one_language(script: &str) -> bool {
    table::USUAL_SCRIPTS.iter().any(|(known, languages)| *known == script && languages.len() == 2)
}

fn lower(code: &str) -> impl Iterator<Item = u8> {
    code.bytes().map(|byte| byte.to_ascii_lowercase())
}
