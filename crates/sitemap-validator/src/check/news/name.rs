//! The name of the publication: without parentheses, and the same everywhere in the file.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::check::{Field, Trimmed, repaired};
use crate::diagnostic::FixKind;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::sorting;
use crate::span::{At, Span};

/// How many spellings are told apart.
const MOST: usize = 1_000;

/// The names of a file's publications.
#[derive(Debug, Default)]
pub(super) struct Names {
    spellings: BTreeMap<String, Spelling>,
}

/// A name as it is written.
#[derive(Debug, Clone, Copy)]
struct Spelling {
    /// Where it stands first, and in which entry.
    place: Span,
    entry: u32,
    count: u64,
}

impl Names {
    /// Judges a name, and keeps it to be compared with the others.
    pub(super) fn value(&mut self, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let place = Trimmed::new(field);
        if place.value.contains('(') {
            parenthetical(place, reporter);
        }
        if let Some(known) = self.spellings.get_mut(place.value) {
            known.count += 1;
        } else if self.spellings.len() < MOST {
            let spelling = Spelling { place: place.whole(), entry: reporter.entry(), count: 1 };
            self.spellings.insert(place.value.to_owned(), spelling);
        }
    }

    /// Reports names that are nearly the same as one that is used more often.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        let spellings = std::mem::take(&mut self.spellings);
        if spellings.len() < 2 || !reporter.wants(Rule::NewsNameInconsistent) {
            return;
        }
        let mut alike: BTreeMap<String, Vec<Spelling>> = BTreeMap::new();
        for (name, spelling) in spellings {
            let folded = folded(&name);
            if !folded.is_empty() {
                alike.entry(folded).or_default().push(spelling);
            }
        }
        for mut spellings in alike.into_values() {
            sorting::by_key(&mut spellings, |spelling| (u64::MAX - spelling.count, spelling.place.start));
            let Some((usual, others)) = spellings.split_first() else { continue };
            for other in others {
                let mut found = rules::news_name_inconsistent(other.place, other.place, usual.place)
                    .related(usual.place, "the usual spelling");
                found.entry = other.entry;
                reporter.report(found);
            }
        }
    }
}

/// Reports each pair of parentheses in a name.
fn parenthetical(place: Trimmed<'_>, reporter: &mut Reporter<'_>) {
    let ranges = parentheses(place.value);
    let mut at = 0;
    let mut blank = true;
    for range in &ranges {
        blank &= place.value.get(at..range.start).is_none_or(|kept| kept.trim().is_empty());
        at = range.end;
    }
    blank &= place.value.get(at..).is_none_or(|kept| kept.trim().is_empty());
    for range in ranges {
        let span = place.span(range.start, range.end);
        if blank {
            reporter.report(rules::news_name_parenthetical::nothing_else(span, span));
            continue;
        }
        let found = rules::news_name_parenthetical(span, span);
        reporter.report(repaired(found, FixKind::Suggest, [place.edit(range.start, range.end, "")]));
    }
}

/// What stands in parentheses, with them and the white space before; at the start with that behind.
fn parentheses(name: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut depth, mut start) = (0_u32, 0);
    for (at, character) in name.char_indices() {
        match character {
            '(' => {
                if depth == 0 {
                    start = at;
                }
                depth += 1;
            }
            ')' if depth > 0 => {
                depth -= 1;
                if depth > 0 {
                    continue;
                }
                let kept = name.at(..start).trim_end().len();
                let rest = name.at(at + 1..);
                let end = if kept == 0 { name.len() - rest.trim_start().len() } else { at + 1 };
                found.push(kept..end);
            }
            _ => {}
        }
    }
    found
}

/// A name without what is easily written in two ways: capitals, white space, punctuation.
fn folded(name: &str) -> String {
    let kept = name.chars().filter(|character| !character.is_whitespace() && !is_punctuation(*character));
    kept.flat_map(char::to_lowercase).collect()
}

/// Punctuation of most scripts; symbols such as `+` and `$` make another name.
const fn is_punctuation(character: char) -> bool {
    match character {
        '$' | '+' | '<' | '=' | '>' | '^' | '`' | '|' | '~' => false,
        '\u{A1}' | '\u{A7}' | '\u{AB}' | '\u{B6}' | '\u{B7}' | '\u{BB}' | '\u{BF}' => true,
        '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' => true,
        '\u{30FB}' | '\u{FF01}' | '\u{FF08}' | '\u{FF09}' | '\u{FF0C}' | '\u{FF0E}' | '\u{FF1A}' => true,
        _ => character.is_ascii_punctuation(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_are_found_with_their_white_space() {
        let cut = |name: &str| {
            let ranges = parentheses(name);
            ranges.into_iter().map(|range| name[range].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(cut("The Times"), [""; 0]);
        assert_eq!(cut("The Times (subscription)"), [" (subscription)"]);
        assert_eq!(cut("The Times(subscription)"), ["(subscription)"]);
        assert_eq!(cut("The (old) Times \u{A0}(paid (all))"), [" (old)", " \u{A0}(paid (all))"]);
        assert_eq!(cut("(UK) The Times"), ["(UK) "]);
        assert_eq!(cut("(a)"), ["(a)"]);
        assert_eq!(cut("(a) (b)"), ["(a) ", " (b)"]);
        assert_eq!(cut("()"), ["()"]);
        assert_eq!(cut("Times :)"), [""; 0]);
        assert_eq!(cut("Times (subscription"), [""; 0]);
    }

    #[test]
    fn names_are_compared_without_what_varies() {
        assert_eq!(folded("The  Tide-pool"), folded("the TidePool."));
        assert_eq!(folded("L’Étang"), folded("l'étang"));
        assert_ne!(folded("Canal+"), folded("Canal"));
        assert_ne!(folded("The Tidepool"), folded("Tidepool"));
        assert_eq!(folded("…"), "");
    }
}
