//! The search for a text. The worker searches the whole file, the page marks matches in the visible lines, both
//! with this code.

use std::ops::Range;

/// A case-insensitive search for a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextSearch {
    /// In lower case.
    folded: String,
}

impl TextSearch {
    /// Searches for `text`.
    pub fn new(text: &str) -> Self {
        Self { folded: text.chars().flat_map(char::to_lowercase).collect() }
    }

    /// True for an empty text, which has no matches.
    pub const fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// The first match in `text` that begins in `within`, if there is one.
    pub fn find(&self, text: &str, within: Range<usize>) -> Option<Range<usize>> {
        let end = within.end.min(text.len());
        let start = within.start.min(end);
        if self.folded.is_ascii() {
            self.find_ascii(text.as_bytes(), start, end)
        } else {
            self.find_any(text, start, end)
        }
    }

    /// All matches in `text`, in order, without overlaps.
    pub fn all<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
        let mut from = 0;
        std::iter::from_fn(move || {
            let found = self.find(text, from..text.len())?;
            from = found.end;
            Some(found)
        })
    }

    fn find_ascii(&self, text: &[u8], start: usize, end: usize) -> Option<Range<usize>> {
        let wanted = self.folded.as_bytes();
        let first = *wanted.first()?;
        let upper = first.to_ascii_uppercase();
        let mut from = start;
        loop {
            let at = from + text.get(from..end)?.iter().position(|&byte| byte == first || byte == upper)?;
            let place = at..at + wanted.len();
            if text.get(place.clone()).is_some_and(|part| part.eq_ignore_ascii_case(wanted)) {
                return Some(place);
            }
            from = at + 1;
        }
    }

    fn find_any(&self, text: &str, start: usize, end: usize) -> Option<Range<usize>> {
        let first = self.folded.chars().next()?;
        let begins = |character: char| {
            character == first
                || (!character.is_ascii() || first.is_ascii()) && character.to_lowercase().next() == Some(first)
        };
        let mut start = start;
        while !text.is_char_boundary(start) {
            start += 1;
        }
        let rest = text.get(start..)?.char_indices().take_while(|(at, _)| start + at < end);
        let mut places = rest.filter(|(_, character)| begins(*character));
        places.find_map(|(at, _)| Some(start + at..start + at + self.length(text.get(start + at..)?)?))
    }

    /// The length of a match at the start of `text`.
    fn length(&self, text: &str) -> Option<usize> {
        let mut rest = self.folded.as_str();
        for (at, character) in text.char_indices() {
            if rest.is_empty() {
                return Some(at);
            }
            for folded in character.to_lowercase() {
                rest = rest.strip_prefix(folded)?;
            }
        }
        rest.is_empty().then_some(text.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, wanted: &str) -> Vec<String> {
        TextSearch::new(wanted).all(text).map(|place| text[place].to_owned()).collect()
    }

    #[test]
    fn upper_and_lower_case_are_the_same() {
        assert_eq!(found("<Loc>LOC</loc>", "lOC"), ["Loc", "LOC", "loc"]);
        assert_eq!(found("Ärger, ärgern, aÄRGE", "ärge"), ["Ärge", "ärge", "ÄRGE"]);
        assert_eq!(found("日本語日本", "日本"), ["日本", "日本"]);
        assert_eq!(found("aaaaa", "aa"), ["aa", "aa"], "none overlaps another");
        assert_eq!(found("aİb", "İ"), ["İ"], "a character that becomes two");
        assert_eq!(found("abc", ""), [""; 0]);
        assert_eq!(found("ab", "abc"), [""; 0]);
        assert_eq!(found("aä", "aäö"), [""; 0]);
    }

    #[test]
    fn a_place_begins_within_the_range_and_may_end_behind_it() {
        let wanted = TextSearch::new("äb");
        assert_eq!(wanted.find("xäby", 0..2), Some(1..4));
        assert_eq!(wanted.find("xäby", 2..5), None, "from inside a character");
        let wanted = TextSearch::new("ab");
        assert_eq!(
            (wanted.find("xab", 0..2), wanted.find("xab", 0..1), wanted.find("xab", 7..9)),
            (Some(1..3), None, None)
        );
    }
}
