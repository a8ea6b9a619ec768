//! What a help text asks to write, as edits.

use sitemap_validator::diagnostic::Edit;
use sitemap_validator::{Diagnostic, Source, Span, message};

use super::step::extent;

/// What a help text asks for.
pub(super) struct Advice {
    /// The text to write; empty for a deletion.
    pub(super) written: String,
    /// The edits that it can mean: one of them is to be right.
    pub(super) readings: Vec<Edit>,
}

/// What the help of `found` asks for, if a program can do it.
pub(super) fn advice(found: &Diagnostic, source: &Source) -> Vec<Advice> {
    let text = source.text();
    let help = message::help(found, text);
    let mut advice = Vec::new();
    let value = extent(text, found.span);
    for sentence in sentences(&help) {
        let quoted = quoted(sentence);
        let is_cut =
            |quoted: &&str| quoted.contains(['…', '⏎', '⇥', 'ˋ']) || quoted.contains("U+") || quoted.contains("***");
        let whole: Vec<&str> = quoted.iter().copied().filter(|quoted| !is_cut(quoted)).collect();
        if whole.len() < quoted.len() {
            continue;
        }
        // A tag or an attribute has a place of its own, and a name two places, which only edits can name.
        let is_name = text[..found.span.start as usize].ends_with('<');
        if is_name || whole.iter().any(|quoted| quoted.starts_with('<') || quoted.contains("=\"")) {
            continue;
        }
        let write = |new: &str| {
            let places = if value == found.span { vec![value] } else { vec![found.span, value] };
            let raw = places.iter().map(|&place| Edit::replace(place, new.to_owned()));
            let escaped = new.replace('&', "&amp;");
            let escaped = places.iter().map(move |&place| Edit::replace(place, escaped.clone()));
            let readings = if new.contains('&') { raw.chain(escaped).collect() } else { raw.collect() };
            Advice { written: new.to_owned(), readings }
        };
        match (sentence, whole.as_slice()) {
            (_, []) => {}
            (_, [first, .., second]) if sentence.starts_with("Write `") && sentence.contains("if you mean") => {
                advice.extend([write(first), write(second)]);
            }
            (_, [first, ..])
                if sentence.starts_with("Write `")
                    && !sentence.contains("` or `")
                    && !sentence.contains("as host and port") =>
            {
                advice.push(write(first));
            }
            (_, [first, ..]) if sentence.starts_with("Write midnight") || sentence.starts_with("Write its ASCII") => {
                advice.push(write(first));
            }
            (_, [.., date]) if sentence.contains("keep only the date, `") => {
                advice.push(Advice {
                    written: (*date).to_owned(),
                    readings: vec![Edit::replace(value, (*date).to_owned())],
                });
            }
            (_, [old, new]) if sentence.starts_with("Replace `") && sentence.contains("` with `") => {
                let edit = within(text, value, old).map(|place| Edit::replace(place, (*new).to_owned()));
                advice.extend(edit.map(|edit| Advice { written: (*new).to_owned(), readings: vec![edit] }));
            }
            (_, [old]) if sentence.starts_with("Delete `") => {
                let edit = within(text, value, old).map(Edit::delete);
                advice.extend(edit.map(|edit| Advice { written: String::new(), readings: vec![edit] }));
            }
            _ => {}
        }
    }
    advice
}

/// The first place of `old` in `value`.
fn within(text: &str, value: Span, old: &str) -> Option<Span> {
    let at = value.start as usize + text[value.range()].find(old)?;
    Some(Span::new(at, at + old.len()))
}

/// The sentences of `help`; a period in a quotation ends none.
fn sentences(help: &str) -> impl Iterator<Item = &str> {
    let (mut is_quoted, mut start) = (false, 0);
    let mut ends: Vec<(usize, usize)> = Vec::new();
    for (at, character) in help.char_indices() {
        is_quoted ^= character == '`';
        if !is_quoted && help[at..].starts_with(". ") {
            ends.push((start, at));
            start = at + 2;
        }
    }
    ends.push((start, help.len()));
    ends.into_iter().map(move |(start, end)| &help[start..end])
}

/// The quotations of `sentence`.
fn quoted(sentence: &str) -> Vec<&str> {
    sentence.split('`').skip(1).step_by(2).collect()
}
