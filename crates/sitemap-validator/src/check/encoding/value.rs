//! Damage from wrong conversions between encodings: misread UTF-8 and replacement characters.

use std::ops::Range;

use super::windows1252;
use crate::check::Field;
use crate::diagnostic::{Arg, Diagnostic};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;

/// Patterns of misread UTF-8 so far. A doubtful pattern is reported only if there is a second one.
#[derive(Debug, Default)]
pub(crate) struct Mojibake {
    seen: bool,
    held: Option<Diagnostic>,
    glyphs: Vec<Glyph>,
}

impl Mojibake {
    /// Ends the file: a single doubtful pattern is not reported.
    pub(crate) fn finish(&mut self, _reporter: &mut Reporter<'_>) {
        self.held = None;
    }
}

/// A character of a value, literal or percent-encoded.
#[derive(Debug, Clone, Copy)]
struct Glyph {
    character: char,
    start: usize,
    end: usize,
    escaped: bool,
}

/// Checks a value; fast for ASCII without suspicious escapes.
pub(crate) fn value(field: &Field<'_>, state: &mut Mojibake, reporter: &mut Reporter<'_>) {
    let text = field.value.text;
    if text.is_ascii() && !has_suspicious_escape(text.as_bytes()) {
        return;
    }
    let mut glyphs = std::mem::take(&mut state.glyphs);
    glyphs.clear();
    read(text, &mut glyphs);
    for glyph in glyphs.iter().filter(|glyph| glyph.character == '\u{FFFD}') {
        let shown = field.value.span(glyph.start, glyph.end);
        reporter.report(rules::encoding_replacement_character(shown, shown));
    }
    for (start, run) in runs(&glyphs) {
        report(field, glyphs.get(start..run.end).unwrap_or_default(), &run, state, reporter);
    }
    state.glyphs = glyphs;
}

/// The ranges of a URL that [`value`] reports as misread, without percent-encoded characters.
pub(crate) fn misread(url: &str) -> Vec<Range<usize>> {
    let mut glyphs = Vec::new();
    read(url, &mut glyphs);
    let believed = |(start, run): (usize, Run)| {
        let (first, last) = (glyphs.get(start)?, glyphs.get(run.end.checked_sub(1)?)?);
        (run.is_sure() && !first.escaped).then_some(first.start..last.end)
    };
    runs(&glyphs).filter_map(believed).collect()
}

/// The runs of misread characters, each with the index of its first glyph.
fn runs(glyphs: &[Glyph]) -> impl Iterator<Item = (usize, Run)> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < glyphs.len() {
            let start = at;
            if let Some(run) = run(glyphs, start) {
                at = run.end;
                return Some((start, run));
            }
            at += 1;
        }
        None
    })
}

/// True if the text contains `%C2`, `%C3` or `%EF`: percent-encoded damage begins with one of them.
fn has_suspicious_escape(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'%', bytes).any(|at| {
        let digits = bytes.at(at + 1..at + 3);
        [b"C2", b"C3", b"EF"].iter().any(|lead| digits.eq_ignore_ascii_case(*lead))
    })
}

/// Splits `text` into characters; escapes of valid UTF-8 are decoded.
fn read(text: &str, glyphs: &mut Vec<Glyph>) {
    let mut at = 0;
    while let Some(character) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let glyph = (character == '%').then(|| escaped(text.as_bytes(), at)).flatten();
        let glyph = glyph.unwrap_or(Glyph { character, start: at, end: at + character.len_utf8(), escaped: false });
        at = glyph.end;
        glyphs.push(glyph);
    }
}

/// The non-ASCII character that is percent-encoded at byte `start`.
fn escaped(bytes: &[u8], start: usize) -> Option<Glyph> {
    let byte = |index: usize| {
        let escape = bytes.get(start + 3 * index..start + 3 * index + 3)?;
        let digits = escape.strip_prefix(b"%")?;
        let digit = |digit: u8| char::from(digit).to_digit(16);
        u8::try_from(digit(*digits.first()?)? * 16 + digit(*digits.get(1)?)?).ok()
    };
    let length = match byte(0)? {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let mut encoded = [0; 4];
    for (index, slot) in encoded.iter_mut().enumerate().take(length) {
        *slot = byte(index)?;
    }
    let character = std::str::from_utf8(encoded.get(..length)?).ok()?.chars().next()?;
    Some(Glyph { character, start, end: start + 3 * length, escaped: true })
}

/// Consecutive misread characters.
struct Run {
    end: usize,
    repaired: String,
    /// True if one of them decodes to a letter and does not follow an upper-case letter.
    certain: bool,
}

impl Run {
    /// True if it is certain without a second pattern.
    fn is_sure(&self) -> bool {
        self.certain || self.repaired.chars().nth(1).is_some()
    }
}

/// The run that starts at glyph `start`.
fn run(glyphs: &[Glyph], start: usize) -> Option<Run> {
    let mut run = Run { end: start, repaired: String::new(), certain: false };
    while let Some((character, length)) = repair(glyphs.get(run.end..).unwrap_or_default()) {
        // `IRMÃ»` may be an upper-case word before a quotation mark.
        let before = run.end.checked_sub(1).and_then(|before| glyphs.get(before));
        let capitals = before.is_some_and(|before| before.character.is_uppercase());
        run.certain |= character.is_alphabetic() && !capitals;
        run.repaired.push(character);
        run.end += length;
    }
    (run.end > start).then_some(run)
}

/// The character whose UTF-8 bytes, read as windows-1252, begin `glyphs`, and their number.
fn repair(glyphs: &[Glyph]) -> Option<(char, usize)> {
    let byte = |index: usize| glyphs.get(index).and_then(|glyph| windows1252::encode(glyph.character));
    let second = byte(1).filter(|byte| (0x80..0xC0).contains(byte))?;
    match (byte(0)?, second) {
        // U+00A0 to U+00FF, without C1 controls.
        (0xC2, 0xA0..) => Some((char::from(second), 2)),
        (0xC3, _) => Some((char::from(0x40 + second), 2)),
        (0xE2, 0x80) => {
            let third = byte(2).filter(|byte| (0x80..0xC0).contains(byte))?;
            let character = char::from_u32(0x2000 + u32::from(third - 0x80))?;
            Some((character, 3))
        }
        _ => None,
    }
}

fn report(field: &Field<'_>, glyphs: &[Glyph], run: &Run, state: &mut Mojibake, reporter: &mut Reporter<'_>) {
    let (Some(first), Some(last)) = (glyphs.first(), glyphs.last()) else {
        return;
    };
    let text = field.value.text.trim_start();
    let url = first.escaped || text.get(..4).is_some_and(|scheme| scheme.eq_ignore_ascii_case("http"));
    // A doubtful character in a URL is reported as non-ASCII.
    if url && !first.escaped && !run.is_sure() {
        return;
    }
    let repaired = if url { run.repaired.chars().map(percent_encoded).collect() } else { run.repaired.clone() };
    let span = field.value.span(first.start, last.end);
    let mut diagnostic = rules::encoding_mojibake(span, span, Arg::from(repaired.clone()));
    if let Some(edit) = field.replace(first.start, last.end, repaired) {
        diagnostic = diagnostic.suggest(edit);
    }
    diagnostic.entry = reporter.entry();
    if run.is_sure() || state.seen {
        state.seen = true;
        if let Some(held) = state.held.take() {
            reporter.report(held);
        }
        reporter.report(diagnostic);
    } else {
        state.seen = true;
        state.held = Some(diagnostic);
    }
}

/// The UTF-8 bytes of `character`, percent-encoded.
pub(super) fn percent_encoded(character: char) -> String {
    use std::fmt::Write;
    let mut out = String::new();
    for byte in character.encode_utf8(&mut [0; 4]).bytes() {
        // Writing to a string cannot fail.
        let _ = write!(out, "%{byte:02X}");
    }
    out
}
