//! Single characters: white space, illegal, invisible and non-ASCII characters.
//! `loc-surrounding-whitespace`, `loc-whitespace-inside`, `loc-illegal-character`,
//! `loc-unencoded-bracket`, `loc-invisible-character`, `loc-non-ascii`, `loc-unescaped-quote`.

use std::ops::Range;

use sitemap_validator_protocol::characters::is_invisible;

use super::address::{Address, repaired};
use super::{leftover, length};
use crate::check::encoding;
use crate::diagnostic::{Arg, Diagnostic, Edit, FixKind, MOST_EDITS, Severity};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::url::percent::{encode, encode_illegal};
use crate::value::url::scan::{UrlClasses, is_illegal, remarkable};
use crate::value::url::{Part, Parts};

/// White space of XML, the ideographic space, and the separators of lines and paragraphs.
const fn is_white(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{3000}') || is_line_break(character)
}

pub(super) const fn is_line_break(character: char) -> bool {
    matches!(character, '\r' | '\n' | '\u{2028}' | '\u{2029}')
}

/// RFC 3987 §2.2: `ucschar`, and `iprivate` in a query.
const fn is_iri(character: char, query: bool) -> bool {
    match character {
        '\u{E000}'..='\u{F8FF}' | '\u{F0000}'..='\u{FFFFD}' | '\u{100000}'..='\u{10FFFD}' => query,
        '\u{A0}'..='\u{D7FF}' | '\u{F900}'..='\u{FDCF}' | '\u{FDF0}'..='\u{FFEF}' => true,
        '\u{10000}'.. => (character as u32) & 0xFFFE != 0xFFFE && !matches!(character, '\u{E0000}'..='\u{E0FFF}'),
        _ => false,
    }
}

/// The range of the URL in `text`: without white space and invisible characters at its ends.
pub(super) fn core(text: &str, trimmed: Range<usize>) -> Range<usize> {
    let outside = |character| is_white(character) || is_invisible(character);
    let value = text.at(trimmed.clone());
    let start = trimmed.start + (value.len() - value.trim_start_matches(outside).len());
    let end = trimmed.start + value.trim_end_matches(outside).len();
    start..end.max(start)
}

/// True for a character that other rules report: U+FFFD, and U+FEFF unless it is a reference.
fn is_reported_elsewhere(address: &Address<'_>, part: Part, character: char) -> bool {
    let written = || address.field.source.at(address.span(part)).contains(character);
    character == '\u{FFFD}' || character == '\u{FEFF}' && written()
}

/// Checks the characters around the URL: one finding of each kind.
pub(super) fn around(address: &Address<'_>, reporter: &mut Reporter<'_>) {
    let text = address.field.value.text;
    let (start, end) = (address.offset, address.offset + address.url.len());
    let xml_space = |character: char| matches!(character, ' ' | '\t' | '\r' | '\n');
    let mut found: Option<[Outside; 3]> = None;
    // What follows the value of an element without an end tag may not belong to it.
    let most = if reporter.is_unclosed() { 1 } else { 2 };
    for outside in [0..start, end..text.len()].into_iter().take(most) {
        let mut at = outside.start;
        while let Some(first) = text.get(at..outside.end).and_then(|rest| rest.chars().next()) {
            let run = if xml_space(first) {
                text.at(at..outside.end).chars().take_while(|&next| xml_space(next)).count()
            } else {
                first.len_utf8()
            };
            let place = address.field.value.span(at, at + run);
            let mark = first == '\u{FEFF}' && address.field.source.at(place).contains(first);
            if !mark {
                let [spaces, invisible, white] = found.get_or_insert_default();
                let kind = if xml_space(first) {
                    spaces
                } else if is_invisible(first) {
                    invisible
                } else {
                    white
                };
                kind.joins |= is_invisible(first) && joins(address.url, at < start);
                kind.characters.push((place, first));
                kind.edits.push(address.field.replace(at, at + run, ""));
            }
            at += run;
        }
    }
    let Some([spaces, invisible, white]) = found else { return };
    let unless_entry = |found: Diagnostic| if address.is_entry() { found } else { found.severity(Severity::Info) };
    spaces.report(
        |place, _| unless_entry(rules::loc_surrounding_whitespace(place, address.whole())),
        FixKind::Safe,
        reporter,
    );
    let kind = length::shortening(address, invisible.edits.len(), reporter);
    let against_schema = invisible.joins && address.is_typed();
    let message = |place, first| rules::loc_invisible_character(place, first).against_schema(against_schema);
    invisible.report(message, kind, reporter);
    let kind = length::shortening(address, white.edits.len(), reporter);
    white.report(|place, _| rules::loc_whitespace_inside::unusual(place), kind, reporter);
}

/// Characters of one kind around a URL.
#[derive(Default)]
struct Outside {
    characters: Vec<(Span, char)>,
    edits: Vec<Option<Edit>>,
    joins: bool,
}

impl Outside {
    /// Reports them with `message`, which gets the first.
    fn report(self, message: impl FnOnce(Span, char) -> Diagnostic, kind: FixKind, reporter: &mut Reporter<'_>) {
        let mut characters = self.characters.into_iter();
        let Some((place, first)) = characters.next() else { return };
        let found = message(place, first).and_here(characters.map(|(place, _)| place));
        reporter.report(repaired(found, kind, self.edits));
    }
}

/// True if a character before or after the URL would be read as part of its scheme or port,
/// which even `anyURI` of XML Schema does not allow.
fn joins(url: &str, before: bool) -> bool {
    if before {
        let end = url.find([':', '/', '?', '#']);
        return end.is_some_and(|end| url.at(end..).starts_with(':'));
    }
    Parts::split(url).is_some_and(|parts| parts.port.is_some_and(|port| port.end == url.len()))
}

/// The characters that [`inside`] collects for one finding per URL and kind.
#[derive(Default)]
struct Collected {
    spaces: Vec<(Part, char)>,
    line_breaks: Vec<(Part, char)>,
    invisible: Vec<(Part, char)>,
    joiners: Vec<(Part, char)>,
    no_break_spaces: Vec<(Part, char)>,
    illegal: Vec<(Part, char)>,
    brackets: Vec<(Part, char)>,
    beyond_ascii: Vec<(Part, char)>,
}

/// Adds a character to the finding: the first ones, and the last one if there are too many to fix.
fn collect(found: &mut Vec<(Part, char)>, part: Part, character: char) {
    found.truncate(MOST_EDITS);
    found.push((part, character));
}

/// Checks the characters of a URL. `parts` is `None` if it could not be split, so that illegal
/// characters are unknown.
///
/// In the host, only invisible characters and line breaks are reported here; others make the
/// host invalid.
pub(super) fn inside(address: &Address<'_>, parts: Option<&Parts>, seen: UrlClasses, reporter: &mut Reporter<'_>) {
    let interesting = UrlClasses::SPACE.and(UrlClasses::ILLEGAL).and(UrlClasses::BRACKET).and(UrlClasses::NON_ASCII);
    if !seen.has(interesting) {
        return;
    }
    let host = parts.map_or(Part::at(0), |parts| Part::new(parts.host.start, parts.authority.end));
    let query = parts.and_then(|parts| parts.query).unwrap_or_default();
    let mut collected = Collected::default();
    let url = address.url;
    let mut at = 0;
    while let Some(start) = url.as_bytes().get(at..).and_then(remarkable).map(|found| at + found) {
        let Some(character) = url.get(start..).and_then(|rest| rest.chars().next()) else { break };
        at = start + character.len_utf8();
        let in_host = host.start <= start && start < host.end;
        let part = Part::new(start, at);
        if is_white(character) {
            at = url.get(at..).map_or(at, |rest| url.len() - rest.trim_start_matches(is_white).len());
            let run = Part::new(start, at);
            if run.of(url).contains(is_line_break) {
                collect(&mut collected.line_breaks, run, character);
            } else if !in_host {
                collect(&mut collected.spaces, run, character);
            }
        } else if is_reported_elsewhere(address, part, character) {
        } else if is_invisible(character) {
            let kind = match character {
                // Several scripts need joiners in words.
                '\u{200C}' | '\u{200D}' => &mut collected.joiners,
                // With this character, crawlers fetch another URL. A space is invalid in a host.
                '\u{A0}' if !in_host => &mut collected.no_break_spaces,
                _ => &mut collected.invisible,
            };
            collect(kind, part, character);
        } else if in_host {
        } else if matches!(character, '[' | ']') {
            collect(&mut collected.brackets, part, character);
        } else if character.is_ascii() {
            if is_illegal(character as u8) {
                collect(&mut collected.illegal, part, character);
            }
        } else if is_iri(character, query.start <= start && start < query.end) {
            collect(&mut collected.beyond_ascii, part, character);
        } else {
            collect(&mut collected.illegal, part, character);
        }
    }
    whitespace(address, &collected, reporter);
    invisible(address, &collected, reporter);
    if let Some(parts) = parts {
        let end = if collected.illegal.is_empty() { url.len() } else { leftover::end(url) };
        collected.brackets.retain(|(part, _)| part.start < end);
        illegal(address, parts, &collected.illegal, end, reporter);
        brackets(address, parts, &collected.brackets, reporter);
    }
    if !collected.beyond_ascii.is_empty() {
        beyond_ascii(address, collected.beyond_ascii, reporter);
    }
}

/// One finding with its fixes, which replace each part with the result of `instead`.
fn report(
    address: &Address<'_>,
    found: &[(Part, char)],
    message: impl FnOnce(Span, &str, char) -> Diagnostic,
    kind: FixKind,
    instead: impl Fn(&str) -> String,
    reporter: &mut Reporter<'_>,
) {
    let Some((&(first, character), others)) = found.split_first() else { return };
    let diagnostic = message(address.span(first), first.of(address.url), character);
    let diagnostic = diagnostic.and_here(others.iter().map(|&(part, _)| address.span(part)));
    let edits = found.iter().map(|&(part, _)| address.replace(part, instead(part.of(address.url))));
    reporter.report(repaired(diagnostic, kind, edits));
}

fn whitespace(address: &Address<'_>, collected: &Collected, reporter: &mut Reporter<'_>) {
    let Collected { spaces, line_breaks, .. } = collected;
    let line_break = |place, _: &str, _| rules::loc_whitespace_inside::line_breaks(place);
    report(address, line_breaks, line_break, FixKind::Safe, |_| String::new(), reporter);
    if spaces.is_empty() || reporter.only_counts(Rule::LocWhitespaceInside, Some(address.growing())) {
        return;
    }
    let space = |place, text: &str, _| rules::loc_whitespace_inside(place, encode(text));
    report(address, spaces, space, address.growing(), encode, reporter);
}

fn invisible(address: &Address<'_>, collected: &Collected, reporter: &mut Reporter<'_>) {
    let Collected { invisible, joiners, no_break_spaces, .. } = collected;
    let joiner = |place, _: &str, character| rules::loc_invisible_character::joiner(place, character);
    report(address, joiners, joiner, FixKind::Suggest, |_| String::new(), reporter);
    let space = |place, _: &str, _| rules::loc_invisible_character::no_break_space(place);
    report(address, no_break_spaces, space, FixKind::Suggest, |_| "%20".to_owned(), reporter);
    let has_space = invisible.iter().any(|&(_, character)| character == '\u{A0}');
    let kind = if has_space { FixKind::Suggest } else { length::shortening(address, invisible.len(), reporter) };
    let other = |place, _: &str, character| rules::loc_invisible_character(place, character);
    report(address, invisible, other, kind, |_| String::new(), reporter);
}

/// Reports characters that no URL may contain; from byte `end` on, the URL looks like a leftover.
fn illegal(address: &Address<'_>, parts: &Parts, found: &[(Part, char)], end: usize, reporter: &mut Reporter<'_>) {
    use rules::loc_illegal_character as message;
    let Some(&(first, character)) = found.first() else { return };
    let url = address.url;
    let is_escape = |part: Part| leftover::escapes_slash(url, part.start);
    let is_left = end < url.len() || found.iter().any(|&(part, _)| is_escape(part));
    // A control character is more likely left over than a part of the URL.
    let has_control = found.iter().any(|(_, character)| character.is_control());
    let kind = if is_left || has_control { FixKind::Suggest } else { address.growing() };
    if reporter.only_counts(Rule::LocIllegalCharacter, Some(kind)) {
        return;
    }
    let backslashes_only = !parts.path.of(url).contains('/');
    let instead = |part: Part, character: char| {
        let separator = character == '\\' && backslashes_only && part.start < parts.path.end;
        if separator { "/".to_owned() } else { encode(part.of(url)) }
    };
    // A back-tick would end the code span of the message.
    let shown = if character == '`' { Arg::Word("U+0060") } else { Arg::Char(character) };
    let (span, encoded) = (address.span(first), instead(first, character));
    let diagnostic = if is_escape(first) {
        message::json(span, shown, encoded)
    } else if first.start >= end {
        message::leftover(span, shown, encoded)
    } else {
        rules::loc_illegal_character(span, shown, encoded)
    };
    let diagnostic = diagnostic.and_here(found.iter().skip(1).map(|&(part, _)| address.span(part)));
    let edit = |&(part, character): &(Part, char)| {
        address.replace(part, if is_escape(part) { String::new() } else { instead(part, character) })
    };
    let kept = found.iter().filter(|(part, _)| part.start < end).map(edit);
    let left = (end < url.len()).then(|| address.replace(Part::new(end, url.len()), ""));
    reporter.report(repaired(diagnostic, kind, kept.chain(left)));
}

fn brackets(address: &Address<'_>, parts: &Parts, found: &[(Part, char)], reporter: &mut Reporter<'_>) {
    let Some(&(first, character)) = found.first() else { return };
    let code = encode(first.of(address.url));
    let diagnostic = rules::loc_unencoded_bracket(address.span(first), character, code);
    let diagnostic = diagnostic.and_here(found.iter().skip(1).map(|&(part, _)| address.span(part)));
    let edits = found.iter().map(|&(part, _)| address.replace(part, encode(part.of(address.url))));
    let diagnostic = repaired(diagnostic, address.growing(), edits);
    // `anyURI` allows them in a fragment.
    let fragment = parts.fragment.is_some_and(|part| part.start <= first.start);
    reporter.report(diagnostic.against_schema(!fragment && address.is_typed()));
}

fn beyond_ascii(address: &Address<'_>, mut found: Vec<(Part, char)>, reporter: &mut Reporter<'_>) {
    // Characters that are reported as misread are not encoded.
    let misread = encoding::misread(address.url);
    // Both lists are in the order of the text.
    let run = |part: &Part| misread.get(misread.partition_point(|run| run.end <= part.start));
    found.retain(|(part, _)| run(part).is_none_or(|run| !run.contains(&part.start)));
    let (Some(&(first, _)), Some(&(last, _))) = (found.first(), found.last()) else {
        return;
    };
    if reporter.only_counts(Rule::LocNonAscii, Some(FixKind::Suggest)) {
        return;
    }
    // The words to the next delimiters stand for all.
    let delimits = |character| matches!(character, '/' | '?' | '&' | '=' | '#');
    let (head, tail) = (address.url.at(..first.start), address.url.at(first.start..));
    let start = head.rfind(delimits).map_or(first.start, |at| at + 1);
    let word = Part::new(start, tail.find(delimits).map_or(address.url.len(), |at| first.start + at)).of(address.url);
    let span = address.span(Part::new(first.start, last.end));
    let diagnostic = rules::loc_non_ascii(span, word.to_owned(), encode_illegal(word));
    let edits: Vec<Option<Edit>> =
        found.iter().map(|&(part, _)| address.replace(part, encode(part.of(address.url)))).collect();
    reporter.report(repaired(diagnostic, FixKind::Suggest, edits));
}

/// Reports `'` in an element: the protocol requires it to be escaped, XML does not. `"` and `>` are illegal in URLs
/// anyway; attributes have other rules for quotation marks.
pub(super) fn unescaped_quotes(address: &Address<'_>, reporter: &mut Reporter<'_>) {
    let field = address.field;
    let content = field.source.at(field.content);
    let tag = (field.name.start as usize).checked_sub(1).and_then(|at| field.source.as_bytes().get(at));
    if content.contains("<![CDATA[") || tag != Some(&b'<') {
        return;
    }
    let quotes: Vec<Part> = memchr::memchr_iter(b'\'', address.url.as_bytes())
        .map(|at| Part::new(at, at + 1))
        .filter(|&part| field.source.get(address.span(part).range()) == Some("'"))
        .take(MOST_EDITS + 1)
        .collect();
    let Some(&first) = quotes.first() else { return };
    if reporter.only_counts(Rule::LocUnescapedQuote, Some(FixKind::Safe)) {
        return;
    }
    let found = rules::loc_unescaped_quote(address.span(first));
    reporter.report(repaired(found, FixKind::Safe, quotes.iter().map(|&part| address.replace(part, "&apos;"))));
}
