//! The lines of a robots.txt that crawlers ignore, or read in another way than it seems (`robots-*`).

use std::collections::HashMap;

use super::report_places;
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::robots::read::{Key, Record, records};
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;

/// The longest name of a field, in bytes. Longer text before a colon is no field.
const LONGEST: usize = 40;

/// The fields for crawlers other than those of search engines; so are all that begin with `ai-` or `llm`.
const FOR_OTHERS: [&str; 9] = [
    "content-signal",
    "content-usage",
    "disallowaitraining",
    "license",
    "request-rate",
    "robot-version",
    "schemamap",
    "tdm-reservation",
    "visit-time",
];

/// Checks the lines of the robots.txt `text`.
pub(super) fn check(text: &str, reporter: &mut Reporter<'_>) {
    let (mut unread, mut outside) = (Vec::new(), Vec::new());
    let mut others = Fields::default();
    let mut is_grouped = false;
    for record in records(text) {
        match record.key {
            Key::Sitemap => {}
            Key::UserAgent => {
                is_grouped = true;
                if let Some((count, edits)) = several(text, record.value, "User-agent", &[','], is_product) {
                    reporter.report(rules::robots_ineffective_rule::agents(record.value, count).suggest(edits));
                }
            }
            // Without a path it has no effect anywhere.
            Key::Allow | Key::Disallow if record.value.is_empty() => {}
            Key::Allow | Key::Disallow if !is_grouped => outside.push(record.span),
            Key::Allow | Key::Disallow => {
                if let Some(found) = path(text, &record) {
                    reporter.report(found);
                }
            }
            Key::Other | Key::None => {
                let name = text.at(record.name);
                if let Some((gap, field)) = missing_colon(text, record.span) {
                    is_grouped |= field == "User-agent";
                    let found = rules::robots_invalid_line::missing_colon(record.span, field.to_owned());
                    reporter.report(found.suggest(Edit::replace(gap, ": ")));
                } else if record.key == Key::None || meant(name).is_none() && !is_field(text, &record) {
                    unread.push(record.span);
                } else if let Some(field) = meant(name) {
                    is_grouped |= field == "User-agent";
                    let found = rules::robots_misspelled_field(record.name, record.name, field.to_owned());
                    reporter.report(found.suggest(Edit::replace(record.name, field)));
                } else {
                    others.add(name, record.name);
                }
            }
        }
    }
    report_places(&unread, rules::robots_invalid_line, reporter);
    let outside_group = |first: Span, count| {
        let edit = Edit::insert(first.start as usize, "User-agent: *\n");
        rules::robots_ineffective_rule::outside_group(first, count).suggest(edit)
    };
    report_places(&outside, outside_group, reporter);
    others.finish(text, reporter);
}

/// The fields that search engines do not all read.
#[derive(Debug, Default)]
struct Fields {
    /// The places of each, in the order of the file.
    places: Vec<Vec<Span>>,
    /// The index of each by its name in lower case.
    by_name: HashMap<String, usize>,
}

impl Fields {
    fn add(&mut self, name: &str, place: Span) {
        let name = name.to_ascii_lowercase();
        if FOR_OTHERS.contains(&name.as_str()) || name.starts_with("ai-") || name.starts_with("llm") {
            return;
        }
        let index = *self.by_name.entry(name).or_insert(self.places.len());
        match self.places.get_mut(index) {
            Some(places) => places.push(place),
            None => self.places.push(vec![place]),
        }
    }

    /// Reports each field once.
    fn finish(self, text: &str, reporter: &mut Reporter<'_>) {
        use rules::robots_unsupported_field as message;
        for places in self.places {
            let found = |first: Span, _| match text.at(first).to_ascii_lowercase().as_str() {
                "crawl-delay" => message::crawl_delay(first, first),
                "clean-param" => message::clean_param(first, first),
                "noindex" | "nofollow" | "noarchive" => message::noindex(first, first),
                _ => message(first, first),
            };
            report_places(&places, found, reporter);
        }
    }
}

/// True for a word before a colon, unless it is the scheme of a URL.
fn is_field(text: &str, record: &Record) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let name = text.at(record.name);
    (1..=LONGEST).contains(&name.len()) && name.bytes().all(fits) && !text.at(record.value).starts_with("//")
}

/// The field that `name` is a misspelling of.
fn meant(name: &str) -> Option<&'static str> {
    if name.len() > LONGEST {
        return None;
    }
    let name = name.to_ascii_lowercase();
    let is_near = |field: &str| match field {
        "Allow" => name == "allowed" || distance(&name, "allow") == 1,
        _ => distance(&name, &field.to_ascii_lowercase()) <= 2,
    };
    Key::FIELDS.into_iter().find_map(|(_, field)| is_near(field).then_some(field))
}

/// What stands in the place of the colon in the line `span`, and its field, if the value is one of the field.
fn missing_colon(text: &str, span: Span) -> Option<(Span, &'static str)> {
    let line = text.at(span);
    let end = line.bytes().take_while(|byte| byte.is_ascii_alphabetic() || *byte == b'-').count();
    let (word, rest) = line.split_at_checked(end)?;
    let (key, field) = Key::FIELDS.into_iter().find(|(_, field)| word.eq_ignore_ascii_case(field))?;
    let value = rest.trim_start_matches([' ', '\t', '=', ';', ',', '.', '\u{FF1A}']);
    let fits = match key {
        Key::Sitemap => is_url(value),
        Key::UserAgent => !value.is_empty() && !value.contains([' ', '\t']),
        _ => is_path(value) && !value.contains([' ', '\t']),
    };
    let start = span.start as usize;
    (fits && value.len() < rest.len()).then(|| (Span::new(start + end, start + line.len() - value.len()), field))
}

/// The finding on the path of a rule.
fn path(text: &str, record: &Record) -> Option<Diagnostic> {
    use rules::robots_ineffective_rule as message;
    let (span, value) = (record.value, text.at(record.value));
    let start = span.start as usize;
    if is_path(value) {
        let (count, edits) = several(text, span, text.at(record.name), &[' ', '\t', ','], is_path)?;
        return value.contains([' ', '\t']).then(|| message::paths(span, count).suggest(edits));
    }
    let edit = match value {
        _ if value.contains("://") => None,
        _ if value.starts_with(['?', '.', '$']) && value.len() > 1 => Some(Edit::insert(start, "/*")),
        _ => value.contains(['/', '.', '*']).then(|| Edit::insert(start, "/")),
    };
    let found = message::path(span, span);
    Some(match edit {
        Some(edit) => found.suggest(edit),
        None => found,
    })
}

/// How many values `value` has, if it has several and all of them fit, and the edits that give each its own line.
pub(super) fn several(
    text: &str,
    value: Span,
    field: &str,
    separators: &[char],
    fits: fn(&str) -> bool,
) -> Option<(usize, Vec<Edit>)> {
    let start = value.start as usize;
    let (mut count, mut edits, mut end) = (0, Vec::new(), None);
    let mut at = 0;
    for piece in text.at(value).split_inclusive(separators) {
        let part = piece.trim_end_matches(separators).trim_matches([' ', '\t']);
        if !part.is_empty() {
            if !fits(part) {
                return None;
            }
            let lead = piece.len() - piece.trim_start_matches([' ', '\t']).len();
            if let Some(end) = end {
                edits.push(Edit::replace(Span::new(end, start + at + lead), format!("\n{field}: ")));
            }
            end = Some(start + at + lead + part.len());
            count += 1;
        }
        at += piece.len();
    }
    (count > 1).then_some((count, edits))
}

/// True for what begins like a path of a rule.
fn is_path(value: &str) -> bool {
    value.starts_with(['/', '*'])
}

/// True for what begins like a web URL.
pub(super) fn is_url(value: &str) -> bool {
    ["http://", "https://"]
        .iter()
        .any(|scheme| value.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme)))
}

/// True for the name of a crawler, perhaps with its version.
fn is_product(value: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'/');
    value == "*" || value.bytes().all(fits)
}
