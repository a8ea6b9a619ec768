//! The name of the publication: without parentheses, and spelled the same in the whole file.

use std::collections::BTreeMap;
use std::ops::Range;

use sitemap_validator_protocol::sorted_map::SortedMap;
use sitemap_validator_protocol::sorting;

use crate::check::{Field, Trimmed, repaired};
use crate::diagnostic::FixKind;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};

/// The maximum number of spellings that are distinguished.
const MOST: usize = 1_000;

/// The names of a file's publications.
#[derive(Debug, Default)]
pub(super) struct Names {
    spellings: BTreeMap<String, Spelling>,
}

/// A spelling of a name.
#[derive(Debug, Clone, Copy)]
struct Spelling {
    /// Its first location and the entry of that.
    place: Span,
    entry: u32,
    count: u64,
}

impl Names {
    /// Checks a name and records it for the comparison.
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

    /// Reports names that are similar to a more frequent one.
    pub(super) fn finish(&mut self, reporter: &mut Reporter<'_>) {
        let spellings = std::mem::take(&mut self.spellings);
        if spellings.len() < 2 || !reporter.wants(Rule::NewsNameInconsistent) {
            return;
        }
        let mut alike: SortedMap<String, Vec<Spelling>> = SortedMap::default();
        for (name, spelling) in spellings {
            let folded = folded(&name);
            if !folded.is_empty() {
                alike.entry(folded).push(spelling);
            }
        }
        for (_, mut spellings) in alike {
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

/// The parts in parentheses, with the white space before them, or after them at the start of the name.
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

/// A name in lower case, without white space and punctuation, for comparison.
fn folded(name: &str) -> String {
    let kept = name.chars().filter(|character| !character.is_whitespace() && !is_punctuation(*character));
    kept.flat_map(char::to_lowercase).collect()
}

/// True for punctuation of most scripts; names that differ in a symbol such as `+` or `$` are different.
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
    fn names_are_compared_ignoring_case_and_punctuation() {
        assert_eq!(folded("The  Tide-pool"), folded("the TidePool."));
        assert_eq!(folded("L’Étang"), folded("l'étang"));
        assert_ne!(folded("Canal+"), folded("Canal"));
        assert_ne!(folded("The Tidepool"), folded("Tidepool"));
        assert_eq!(folded("…"), "");
    }
}
