//! The title of an article: without the name of the publication, and without the date.

use std::ops::Range;

use crate::check::extension::Block;
use crate::check::{Field, Trimmed, repaired};
use crate::diagnostic::{Diagnostic, FixKind};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;
use crate::value::ValueBuffer;
use crate::value::date::Date;
use crate::value::datetime::{self, Precision};
use crate::value::foreign_date::month_name;
use crate::xml::reference::{self, Piece};

/// The maximum length of a name and a title that are compared, in bytes.
const LONGEST: usize = 4_096;

/// Separators between a title and the name of the publication.
const SEPARATORS: [char; 8] = ['|', '-', '–', '—', '·', '•', '»', '~'];

/// The values of the current article.
#[derive(Debug, Default)]
pub(super) struct Title {
    place: Option<Place>,
    name: String,
    date: Option<Date>,
    buffer: ValueBuffer,
}

/// The location of a title.
#[derive(Debug, Clone, Copy)]
struct Place {
    name: Span,
    element: Span,
    content: Span,
}

impl Title {
    /// Forgets the previous article.
    pub(super) fn clear(&mut self) {
        self.place = None;
        self.name.clear();
        self.date = None;
    }

    /// Records a value of the article.
    pub(super) fn value(&mut self, name: &str, field: &Field<'_>, reporter: &Reporter<'_>) {
        if !matches!(name, "name" | "title" | "publication_date") || !reporter.wants(Rule::NewsTitleDecorated) {
            return;
        }
        let value = Trimmed::new(field).value;
        match name {
            "name" if value.len() <= LONGEST && self.name.is_empty() => self.name.push_str(value),
            "title" if value.len() <= LONGEST => {
                self.place.get_or_insert(Place { name: field.name, element: field.element, content: field.content });
            }
            "publication_date" => {
                let shape = datetime::shape(value).filter(|shape| shape.precision >= Precision::Day);
                self.date =
                    self.date.or(shape.and_then(|shape| Date::new(shape.date.year, shape.date.month, shape.date.day)));
            }
            _ => {}
        }
    }

    /// Checks the title of a complete article.
    pub(super) fn article(&mut self, block: &Block<'_>, reporter: &mut Reporter<'_>) {
        let Some(Place { name, element, content }) = self.place.take() else { return };
        self.buffer.clear();
        read(block.source, content, &mut self.buffer);
        let value = self.buffer.value(block.source, content);
        let field = Field { source: block.source, value, name, element, content };
        let place = Trimmed::new(&field);
        let messages: [fn(Span, Span) -> Diagnostic; 2] =
            [rules::news_title_decorated::publication, rules::news_title_decorated::date];
        let found = [of_name(place.value, &self.name), self.date.and_then(|date| of_date(place.value, date))];
        for (message, found) in messages.into_iter().zip(found) {
            let Some(Decoration { part, whole }) = found else { continue };
            let range = whole.clone().unwrap_or(part.clone());
            let found = message(place.span(range.start, range.end), place.span(part.start, part.end));
            let edit = whole.map(|whole| place.edit(whole.start, whole.end, ""));
            reporter.report(repaired(found, FixKind::Suggest, edit));
        }
    }
}

/// A publication name or a date in a title.
#[derive(Debug, PartialEq, Eq)]
struct Decoration {
    /// The name, or the date.
    part: Range<usize>,
    /// The same with its separator, at the start or the end of the title.
    whole: Option<Range<usize>>,
}

/// The name of the publication in a title.
fn of_name(title: &str, name: &str) -> Option<Decoration> {
    if name.is_empty() {
        return None;
    }
    let start = title.len().checked_sub(name.len())?;
    let same = |range: Range<usize>| title.get(range).is_some_and(|part| part.eq_ignore_ascii_case(name));
    let ends = [start..title.len(), 0..name.len(), start.saturating_sub(1)..title.len() - 1];
    let apart = ends.into_iter().filter(|range| same(range.clone())).find_map(|part| apart(title, part));
    apart.or_else(|| {
        // A single word may be the subject of the title.
        let several = name.contains(char::is_whitespace) || title == name;
        let start = memchr::memmem::find(title.as_bytes(), name.as_bytes()).filter(|_| several)?;
        let part = start..start + name.len();
        is_whole(title, &part).then_some(Decoration { part, whole: None })
    })
}

/// The date in a title, written in English or with numbers.
fn of_date(title: &str, date: Date) -> Option<Decoration> {
    let (Date { year, month, day }, name) = (date, month_name(date.month));
    let short = name.get(..3).unwrap_or(name);
    let forms = [
        date.to_string(),
        format!("{year:04}/{month:02}/{day:02}"),
        format!("{day} {name} {year}"),
        format!("{name} {day}, {year}"),
        format!("{day} {short} {year}"),
        format!("{short} {day}, {year}"),
    ];
    forms.iter().find_map(|form| {
        let start = memchr::memmem::find(title.as_bytes(), form.as_bytes())?;
        let part = start..start + form.len();
        let whole = is_whole(title, &part).then(|| apart(title, part.clone()));
        whole.map(|found| found.unwrap_or(Decoration { part, whole: None }))
    })
}

/// True if `range` begins and ends at word boundaries.
fn is_whole(title: &str, range: &Range<usize>) -> bool {
    let before = title.get(..range.start).is_some_and(|before| before.ends_with(char::is_alphanumeric));
    let after = title.get(range.end..).is_some_and(|after| after.starts_with(char::is_alphanumeric));
    !before && !after
}

/// `part` with its separator, if it begins or ends the title.
fn apart(title: &str, part: Range<usize>) -> Option<Decoration> {
    let (before, after) = (title.get(..part.start)?, title.get(part.end..)?);
    let whole = if after.is_empty() {
        let rest = before.trim_end();
        let kept = rest.strip_suffix(SEPARATORS)?;
        // A dash within a word is not a separator.
        (rest.len() < before.len() && kept.ends_with(char::is_whitespace))
            .then(|| kept.trim_end().len()..title.len())?
    } else if after == ")" {
        before.strip_suffix('(')?.trim_end().len()..title.len()
    } else if before.is_empty() {
        let rest = after.trim_start();
        let kept = rest.strip_prefix(SEPARATORS).filter(|_| rest.len() < after.len()).or(after.strip_prefix(':'))?;
        kept.starts_with(char::is_whitespace).then(|| 0..title.len() - kept.trim_start().len())?
    } else {
        return None;
    };
    (whole.len() < title.len()).then_some(Decoration { part, whole: Some(whole) })
}

/// Decodes the content of an element that has been checked.
fn read(source: &str, content: Span, buffer: &mut ValueBuffer) {
    let end = content.end as usize;
    let mut at = content.start as usize;
    while let Some(rest) = source.get(at..end).filter(|rest| !rest.is_empty()) {
        let length = if let Some(inner) = rest.strip_prefix("<![CDATA[") {
            let inner = inner.find("]]>").unwrap_or(inner.len());
            buffer.literal(source, Span::new(at + 9, at + 9 + inner));
            9 + inner + 3
        } else if let Some(inner) = rest.strip_prefix("<!--") {
            4 + inner.find("-->").unwrap_or(inner.len()) + 3
        } else if rest.starts_with('<') {
            rest.find('>').map_or(rest.len(), |end| end + 1)
        } else {
            let length = memchr::memchr(b'<', rest.as_bytes()).unwrap_or(rest.len());
            reference::pieces(source, Span::new(at, at + length), |piece| match piece {
                Piece::Literal(span) => buffer.literal(source, span),
                Piece::Character(span, character) => buffer.reference(source, span, character),
                Piece::Entity => {}
            });
            length
        };
        at += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The title with the decoration in brackets, or in braces if it can be removed.
    fn marked(title: &str, found: Option<Decoration>) -> String {
        let Some(Decoration { part, whole }) = found else { return title.to_owned() };
        let (range, open, close) = match whole {
            Some(whole) => (whole, '{', '}'),
            None => (part, '[', ']'),
        };
        format!("{}{open}{}{close}{}", &title[..range.start], &title[range.clone()], &title[range.end..])
    }

    #[test]
    fn names_in_titles() {
        for (title, expected) in [
            ("Merger Talks", "Merger Talks"),
            ("Merger Talks - The Times", "Merger Talks{ - The Times}"),
            ("Merger Talks | the times", "Merger Talks{ | the times}"),
            ("Merger Talks — The Times", "Merger Talks{ — The Times}"),
            ("Merger Talks (The Times)", "Merger Talks{ (The Times)}"),
            ("The Times: Merger Talks", "{The Times: }Merger Talks"),
            ("The Times | Merger Talks", "{The Times | }Merger Talks"),
            ("How The Times won", "How [The Times] won"),
            ("Bother The Timesheet", "Bother The Timesheet"),
            ("Merger Talks-The Times", "Merger Talks-[The Times]"),
            ("The Times", "[The Times]"),
            (" - The Times", " - [The Times]"),
        ] {
            assert_eq!(marked(title, of_name(title, "The Times")), expected);
        }
        for (title, expected) in [
            ("Nature needs care", "Nature needs care"),
            ("Care for Nature", "Care for Nature"),
            ("Care - Nature", "Care{ - Nature}"),
            ("Nature: a plan", "{Nature: }a plan"),
            ("Nature-lovers meet", "Nature-lovers meet"),
            ("Nature", "[Nature]"),
            ("Näture", "Näture"),
            ("", ""),
        ] {
            assert_eq!(marked(title, of_name(title, "Nature")), expected);
        }
        assert_eq!(of_name("Talks", ""), None);
        assert_eq!(of_name("é", "x"), None);
        assert_eq!(of_name("aé", "é)"), None);
    }

    #[test]
    fn dates_in_titles() {
        let date = Date { year: 2026, month: 6, day: 1 };
        for (title, expected) in [
            ("Low tide 2026-06-02", "Low tide 2026-06-02"),
            ("Low tide - 2026-06-01", "Low tide{ - 2026-06-01}"),
            ("Low tide (2026/06/01)", "Low tide{ (2026/06/01)}"),
            ("1 June 2026: low tide", "{1 June 2026: }low tide"),
            ("Low tide on June 1, 2026", "Low tide on [June 1, 2026]"),
            ("Low tide on 11 Jun 2026", "Low tide on 11 Jun 2026"),
            ("Low tide on 1 Jun 2026", "Low tide on [1 Jun 2026]"),
        ] {
            assert_eq!(marked(title, of_date(title, date)), expected);
        }
    }
}
