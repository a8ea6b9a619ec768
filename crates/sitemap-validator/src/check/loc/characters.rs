//! Single characters: white space, illegal, invisible and non-ASCII characters.
//! `loc-surrounding-whitespace`, `loc-whitespace-inside`, `loc-illegal-character`,
//! `loc-unencoded-bracket`, `loc-invisible-character`, `loc-non-ascii`, `loc-unescaped-quote`.

use std::ops::Range;

use super::address::{Address, repaired};
use super::{leftover, length};
use crate::check::encoding;
use crate::diagnostic::{Arg, Edit, FixKind, MOST_EDITS, Severity};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::At;
use crate::value::url::percent::encode;
use crate::value::url::scan::{UrlClasses, is_illegal, remarkable};
use crate::value::url::{Part, Parts};

/// Invisible characters, which change the target of a URL. U+FEFF has a rule of its own.
pub(super) const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{A0}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}')
}

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

/// Characters with rules of their own (`encoding-bom-misplaced`, `encoding-replacement-character`).
const fn is_reported_elsewhere(character: char) -> bool {
    matches!(character, '\u{FEFF}' | '\u{FFFD}')
}

/// The range of the URL in `text`: without white space and invisible characters at its ends.
pub(super) fn core(text: &str, trimmed: Range<usize>) -> Range<usize> {
    let outside = |character| is_white(character) || is_invisible(character) || character == '\u{FEFF}';
    let value = text.at(trimmed.clone());
    let start = trimmed.start + (value.len() - value.trim_start_matches(outside).len());
    let end = trimmed.start + value.trim_end_matches(outside).len();
    start..end.max(start)
}

/// Checks the characters around the URL.
pub(super) fn around(address: &Address<'_>, reporter: &mut Reporter<'_>) {
    let text = address.field.value.text;
    let end = address.offset + address.url.len();
    for outside in [0..address.offset, end..text.len()] {
        let mut at = outside.start;
        while let Some(first) = text.get(at..outside.end).and_then(|rest| rest.chars().next()) {
            let xml_space = |character: char| matches!(character, ' ' | '\t' | '\r' | '\n');
            let run = if xml_space(first) {
                text.at(at..outside.end).chars().take_while(|&next| xml_space(next)).count()
            } else {
                first.len_utf8()
            };
            let span = address.field.value.span(at, at + run);
            let found = if xml_space(first) {
                let found = rules::loc_surrounding_whitespace(span, address.whole());
                Some(if address.is_entry() { found } else { found.severity(Severity::Info) })
            } else if is_invisible(first) {
                Some(rules::loc_invisible_character(span, first))
            } else if is_white(first) {
                Some(rules::loc_whitespace_inside::unusual(span))
            } else {
                None
            };
            if let Some(found) = found {
                let kind = if xml_space(first) { FixKind::Safe } else { length::shortening(address, 1, reporter) };
                let found = repaired(found, kind, [address.field.replace(at, at + run, "")]);
                let against_schema =
                    is_invisible(first) && address.is_typed() && joins(address.url, at < address.offset);
                reporter.report(found.against_schema(against_schema));
            }
            at += run;
        }
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

/// The characters that [`inside`] collects for one finding per URL.
#[derive(Default)]
struct Collected {
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
            whitespace(address, Part::new(start, at), in_host, reporter);
        } else if is_invisible(character) {
            invisible(address, part, character, in_host, reporter);
        } else if in_host || is_reported_elsewhere(character) {
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

fn whitespace(address: &Address<'_>, run: Part, in_host: bool, reporter: &mut Reporter<'_>) {
    let text = run.of(address.url);
    let wrapped = text.contains(is_line_break);
    if in_host && !wrapped {
        return;
    }
    let kind = if wrapped { FixKind::Safe } else { address.growing() };
    if reporter.only_counts(Rule::LocWhitespaceInside, Some(kind)) {
        return;
    }
    let place = address.span(run);
    let (found, instead) = if wrapped {
        (rules::loc_whitespace_inside::line_breaks(place), String::new())
    } else {
        let encoded = encode(text);
        (rules::loc_whitespace_inside(place, encoded.clone()), encoded)
    };
    reporter.report(repaired(found, kind, [address.replace(run, instead)]));
}

fn invisible(address: &Address<'_>, part: Part, character: char, in_host: bool, reporter: &mut Reporter<'_>) {
    let place = address.span(part);
    let found = || rules::loc_invisible_character(place, character);
    reporter.report(match character {
        // Several scripts need joiners in words.
        '\u{200C}' | '\u{200D}' => {
            let found = rules::loc_invisible_character::joiner(place, character);
            repaired(found, FixKind::Suggest, [address.replace(part, "")])
        }
        // A space is invalid in a host.
        '\u{A0}' if in_host => repaired(found(), FixKind::Suggest, [address.replace(part, "")]),
        // With this character, crawlers fetch another URL.
        '\u{A0}' => {
            let found = rules::loc_invisible_character::no_break_space(place);
            repaired(found, FixKind::Suggest, [address.replace(part, "%20")])
        }
        _ => repaired(found(), length::shortening(address, 1, reporter), [address.replace(part, "")]),
    });
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
    let mut diagnostic = if is_escape(first) {
        message::json(span, shown, encoded)
    } else if first.start >= end {
        message::leftover(span, shown, encoded)
    } else {
        rules::loc_illegal_character(span, shown, encoded)
    };
    for &(part, _) in found.iter().skip(1).take(3) {
        diagnostic = diagnostic.related(address.span(part), "and here");
    }
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
    let mut diagnostic = rules::loc_unencoded_bracket(address.span(first), character, code);
    for &(part, _) in found.iter().skip(1).take(3) {
        diagnostic = diagnostic.related(address.span(part), "and here");
    }
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
    let (Some(&(first, character)), Some(&(last, _))) = (found.first(), found.last()) else {
        return;
    };
    if reporter.only_counts(Rule::LocNonAscii, Some(FixKind::Suggest)) {
        return;
    }
    let diagnostic =
        rules::loc_non_ascii(address.span(Part::new(first.start, last.end)), character, encode(first.of(address.url)));
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
