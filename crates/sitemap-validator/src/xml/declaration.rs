//! The XML declaration: productions `[23]` to `[26]`, `[32]`, `[80]` and `[81]` of XML 1.0.

use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::span::{At, Span};

use super::chars::{is_space, name_end, space_end};
use crate::rules;

/// The values of the declaration; spans exclude the quotes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Declaration {
    /// The version, if it is quoted.
    pub(crate) version: Option<Span>,
    /// The encoding, if it is a valid encoding name.
    pub(crate) encoding: Option<Span>,
    /// The standalone document declaration, if it is `yes` or `no`.
    pub(crate) standalone: Option<bool>,
}

/// The start of a declaration.
const START: &str = "<?xml";

/// The replacement for a malformed declaration: fixed files are UTF-8.
const PROPER: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";

/// True if `text` starts with a declaration, well-formed or not.
pub(crate) fn starts(text: &str) -> bool {
    text.strip_prefix(START).is_some_and(|rest| rest.bytes().next().is_some_and(is_space))
}

/// The declaration at byte `from`, with `xml` in any case. Without `?>` it ends at the first `>`, or before the next
/// tag; without either, the end of the file cuts it off, and it is not a declaration.
pub(crate) fn find(text: &str, from: usize) -> Option<Span> {
    let rest = text.at(from..);
    let body = rest.get(START.len()..)?;
    let is_named = rest.at(..START.len()).eq_ignore_ascii_case(START) && body.starts_with([' ', '\t', '\r', '\n', '?']);
    if !is_named || !body.contains(['<', '>']) {
        return None;
    }
    let next = body.find('<').map_or(rest.len(), |at| START.len() + at);
    let length = match rest.find("?>") {
        Some(at) if at < next => at + 2,
        _ => rest.at(..next).find('>').map_or_else(|| rest.at(..next).trim_end().len(), |at| at + 1),
    };
    Some(Span::new(from, from + length))
}

/// Checks the declaration at `span`, which is a result of [`find`].
pub(crate) fn check(source: &str, span: Span, reporter: &mut Reporter<'_>) -> Declaration {
    let mut reader = DeclarationReader::new(source, span);
    reader.read();
    let DeclarationReader { declaration, fault, smart, .. } = reader;
    if let [first, others @ ..] = smart.as_slice() {
        // Wrong quotes are the cause of other errors.
        let mut found = smart_quotes(*first, others);
        if let Some(fault) = fault {
            // Replacing the quotes would not be enough: the next errors would be reported after the fix.
            found = found.safe(Edit::replace(span, PROPER));
            reporter.stops_at(fault.at);
        }
        reporter.fatal(found, first.start);
        return declaration;
    }
    match fault {
        Some(Fault { at, diagnostic }) => reporter.fatal(diagnostic, at),
        None => {
            if let Some(version) = declaration.version.filter(|version| source.at(*version) != "1.0") {
                // Fifth edition: a processor of version 1.0 reads `1.x` as 1.0.
                reporter.report(unsupported(version, rules::xml_version_unsupported));
            }
        }
    }
    declaration
}

fn smart_quotes(first: Span, others: &[Span]) -> Diagnostic {
    let edits: Vec<Edit> = [&[first], others].concat().into_iter().map(|quote| Edit::replace(quote, "\"")).collect();
    let mut diagnostic = rules::xml_smart_quotes(first, first).safe(edits);
    for &quote in others.iter().take(3) {
        diagnostic = diagnostic.related(quote, "also here");
    }
    diagnostic
}

fn unsupported(version: Span, message: fn(Span, Span) -> Diagnostic) -> Diagnostic {
    message(version, version).safe(Edit::replace(version, "1.0"))
}

/// The first violation, and the byte at which a conforming parser stops.
struct Fault {
    at: u32,
    diagnostic: Diagnostic,
}

use rules::xml_declaration_malformed as message;

/// The pseudo-attributes, in order.
const ORDER: [&str; 3] = ["version", "encoding", "standalone"];

struct DeclarationReader<'a> {
    source: &'a str,
    span: Span,
    /// The end of the pseudo-attributes: before `?>` or a damaged end.
    end: usize,
    at: usize,
    declaration: Declaration,
    fault: Option<Fault>,
    smart: Vec<Span>,
}

impl<'a> DeclarationReader<'a> {
    fn new(source: &'a str, span: Span) -> Self {
        let text = source.at(span);
        let end = span.start as usize + body_end(text);
        let at = (span.start as usize + START.len()).min(end);
        Self { source, span, end, at, declaration: Declaration::default(), fault: None, smart: Vec::new() }
    }

    fn read(&mut self) {
        let target = Span::new(self.span.start as usize + 2, self.at);
        if self.source.get(target.range()) != Some("xml") {
            self.malformed(message::case(self.span, target), target.start);
        }
        let mut seen = [None::<u32>; 3];
        let mut last = 0;
        loop {
            let start = space_end(self.source.as_bytes(), self.at).min(self.end);
            if start == self.end {
                break;
            }
            let spaced = start > self.at;
            let Some((name, value)) = self.pseudo_attribute(start) else {
                continue;
            };
            let whole = Span::new(start, self.at);
            let mut known = ORDER.iter().zip(&mut seen).enumerate();
            let Some((rank, (_, first))) = known.find(|(_, (known, _))| **known == self.source.at(name)) else {
                self.malformed(rules::xml_declaration_malformed(whole, whole), whole.start);
                continue;
            };
            if first.is_some() {
                self.malformed(message::twice(whole, name), whole.start);
                continue;
            }
            *first = Some(whole.start);
            if rank < last {
                let stop = if rank == 0 { seen.iter().flatten().min().copied() } else { None };
                self.malformed(message::wrong_place(whole, name), stop.unwrap_or(whole.start));
            } else if !spaced {
                self.malformed(message::no_space(whole, name), whole.start);
            }
            last = last.max(rank);
            self.value(rank, whole, name, value);
        }
        if seen[0].is_none() {
            let stop = seen.iter().flatten().min().copied().unwrap_or(self.end as u32);
            self.malformed(message::no_version(self.span), stop);
        }
        if !self.source.at(self.span).ends_with("?>") {
            self.malformed(message::not_closed(self.span), self.end as u32);
        }
    }

    /// Reads `name = value` at `start`; for anything else, records a fault and returns `None`.
    fn pseudo_attribute(&mut self, start: usize) -> Option<(Span, Span)> {
        let name = Span::new(start, name_end(self.source, start).min(self.end));
        let equals = space_end(self.source.as_bytes(), name.end as usize).min(self.end);
        if name.is_empty() || self.byte(equals) != Some(b'=') {
            self.at = self.word_end(start);
            let token = Span::new(start, self.at);
            self.malformed(rules::xml_declaration_malformed(token, token), token.start);
            return None;
        }
        let open = space_end(self.source.as_bytes(), equals + 1).min(self.end);
        let rest = self.source.at(open..self.end);
        let Some((length, wrong)) = quote_at(rest) else {
            self.at = self.word_end(open);
            let whole = Span::new(start, self.at);
            self.malformed(message::unquoted(whole, name), open as u32);
            return None;
        };
        if wrong {
            self.smart.push(Span::new(open, open + length));
        }
        let straight = rest.bytes().next().filter(|_| !wrong);
        Some((name, self.quoted(name, open + length, straight)))
    }

    /// The value that starts at `start`, after its opening quote (`straight`; `None` for a wrong quote).
    fn quoted(&mut self, name: Span, start: usize, straight: Option<u8>) -> Span {
        let rest = self.source.at(start..self.end);
        // No value contains a wrong quote, so the first one is probably the closing quote.
        for (at, _) in rest.char_indices() {
            let Some((length, wrong)) = quote_at(rest.at(at..)) else {
                continue;
            };
            let closes = wrong || straight.is_none_or(|quote| rest.as_bytes().get(at) == Some(&quote));
            if closes {
                if wrong {
                    self.smart.push(Span::new(start + at, start + at + length));
                }
                self.at = start + at + length;
                return Span::new(start, start + at);
            }
        }
        self.at = self.word_end(start);
        let value = Span::new(start, self.at);
        self.malformed(message::unquoted(value, name), value.start);
        value
    }

    /// Checks the value of the pseudo-attribute with the index `rank` in [`ORDER`].
    fn value(&mut self, rank: usize, whole: Span, name: Span, value: Span) {
        let text = self.source.at(value);
        match (rank, text) {
            // The closing quote is missing.
            (0 | 1, _) if text.contains('=') => self.malformed(message::unquoted(whole, name), value.start),
            (0, _) => {
                self.declaration.version = Some(value);
                let digits = text.strip_prefix("1.").unwrap_or_default();
                if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
                    let diagnostic = unsupported(value, rules::xml_version_unsupported::not_a_version);
                    self.note(value.start, diagnostic);
                }
            }
            (1, _) if is_encoding_name(text) => self.declaration.encoding = Some(value),
            (1, _) => self.malformed(message::encoding_name(whole, value), value.start),
            (_, "yes") => self.declaration.standalone = Some(true),
            (_, "no") => self.declaration.standalone = Some(false),
            _ => self.malformed(message::standalone(whole, value), value.start),
        }
    }

    fn malformed(&mut self, diagnostic: Diagnostic, at: u32) {
        self.note(at, diagnostic.safe(Edit::replace(self.span, PROPER)));
    }

    /// Keeps the first fault: the fix replaces the whole declaration.
    fn note(&mut self, at: u32, diagnostic: Diagnostic) {
        if self.fault.is_none() {
            self.fault = Some(Fault { at, diagnostic });
        }
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.source.as_bytes().get(at).copied().filter(|_| at < self.end)
    }

    fn word_end(&self, start: usize) -> usize {
        let rest = self.source.at(start..self.end);
        start + rest.bytes().position(is_space).unwrap_or(rest.len())
    }
}

/// The end of the pseudo-attributes in `text`, whose `?>` may be missing or damaged.
fn body_end(text: &str) -> usize {
    if let Some(body) = text.strip_suffix("?>") {
        return body.len();
    }
    let kept = text.trim_end_matches([' ', '\t', '\r', '\n']);
    let kept = kept.strip_suffix('>').unwrap_or(kept);
    kept.trim_end_matches(['?', '/', ' ', '\t', '\r', '\n']).len()
}

/// True for production `[81]` `EncName`.
fn is_encoding_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

/// The length of the quote at the start of `text`, and true if it is not a quote of XML.
fn quote_at(text: &str) -> Option<(usize, bool)> {
    if text.starts_with("&quot;") {
        return Some(("&quot;".len(), true));
    }
    match text.chars().next()? {
        '"' | '\'' => Some((1, false)),
        wrong @ ('\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{2018}' | '\u{2019}' | '\u{AB}' | '\u{BB}' | '\u{2032}'
        | '\u{2033}' | '`') => Some((wrong.len_utf8(), true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Message;
    use crate::options::Options;
    use crate::sink::Collector;

    /// The message and the marked text.
    type Found<'t> = Vec<(Message, &'t str)>;

    /// The findings, the declaration, and the byte at which a parser stops.
    fn judge(text: &str) -> (Found<'_>, Declaration, Option<u32>) {
        let options = Options::default();
        let mut collector = Collector::new(0);
        let mut reporter = Reporter::new(&options, &mut collector);
        let declaration = check(text, Span::new(0, text.len()), &mut reporter);
        let stop = reporter.fatal_at();
        let found = collector.into_sorted().into_iter();
        (found.map(|d| (d.message(), &text[d.span.range()])).collect(), declaration, stop)
    }

    #[test]
    fn proper_declarations_are_read() {
        for text in [
            "<?xml version=\"1.0\"?>",
            "<?xml\tversion = '1.0'\r\nencoding\n=\n\"x-A.b_c\" standalone='yes' ?>",
            "<?xml version='1.0' standalone=\"no\"?>",
        ] {
            assert_eq!((judge(text).0, judge(text).2), (vec![], None), "{text}");
        }
        let (_, declaration, _) = judge("<?xml version='1.0' encoding='UTF-8' standalone='no'?>");
        assert_eq!(declaration.version, Some(Span::new(15, 18)));
        assert_eq!(declaration.encoding, Some(Span::new(30, 35)));
        assert_eq!(declaration.standalone, Some(false));
    }

    #[test]
    fn each_fault_has_its_place() {
        for (text, message, underlined) in [
            ("<?xml encoding='UTF-8' version='1.0'?>", Message::XmlDeclarationMalformedWrongPlace, "version='1.0'"),
            (
                "<?xml version='1.0' standalone='yes' encoding='UTF-8'?>",
                Message::XmlDeclarationMalformedWrongPlace,
                "encoding='UTF-8'",
            ),
            ("<?xml version='1.0' charset='UTF-8'?>", Message::XmlDeclarationMalformed, "charset='UTF-8'"),
            (
                "<?xml version='1.0 encoding='UTF-8'?>",
                Message::XmlDeclarationMalformedUnquoted,
                "version='1.0 encoding='",
            ),
            ("<?xml version='1.0' encoding='UTF-8?>", Message::XmlDeclarationMalformedUnquoted, "UTF-8"),
            ("<?xml version='1.0' ''?>", Message::XmlDeclarationMalformed, "''"),
            ("<?xml version='1.0'encoding='UTF-8'?>", Message::XmlDeclarationMalformedNoSpace, "encoding='UTF-8'"),
            ("<?xml version='1.0' version='1.0'?>", Message::XmlDeclarationMalformedTwice, "version='1.0'"),
            ("<?xml version=1.0 encoding='UTF-8'?>", Message::XmlDeclarationMalformedUnquoted, "version=1.0"),
            (
                "<?xml version='1.0' encoding='UTF 8'?>",
                Message::XmlDeclarationMalformedEncodingName,
                "encoding='UTF 8'",
            ),
            ("<?xml version='1.0' encoding=''?>", Message::XmlDeclarationMalformedEncodingName, "encoding=''"),
            ("<?xml version='1.0' encoding='8859'?>", Message::XmlDeclarationMalformedEncodingName, "encoding='8859'"),
            ("<?xml version='1.0' standalone='Yes'?>", Message::XmlDeclarationMalformedStandalone, "standalone='Yes'"),
            ("<?xml version='1.0\"?>", Message::XmlDeclarationMalformedUnquoted, "1.0\""),
        ] {
            let (found, _, stop) = judge(text);
            assert_eq!(found, [(message, underlined)], "{text}");
            assert!(stop.is_some(), "{text}");
        }
        for (text, message) in [
            ("<?xml?>", Message::XmlDeclarationMalformedNoVersion),
            ("<?xml encoding='UTF-8'?>", Message::XmlDeclarationMalformedNoVersion),
            ("<?xml version='1.0' encoding='UTF-8'>", Message::XmlDeclarationMalformedNotClosed),
            ("<?xml version='1.0' ? >", Message::XmlDeclarationMalformedNotClosed),
            ("<?xml version='1.0'/>", Message::XmlDeclarationMalformedNotClosed),
            ("<?xml version='1.0'", Message::XmlDeclarationMalformedNotClosed),
            ("<?XML version='1.0'?>", Message::XmlDeclarationMalformedCase),
        ] {
            assert_eq!(judge(text).0, [(message, text)], "{text}");
        }
    }

    #[test]
    fn wrong_quotes_are_one_finding() {
        for text in [
            "<?xml version=“1.0” encoding=“UTF-8”?>",
            "<?xml version=\"1.0” encoding=\"UTF-8\"?>",
            "<?xml version=&quot;1.0&quot;?>",
            "<?xml version=`1.0`?>",
        ] {
            let (found, declaration, stop) = judge(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(found[0].0, Message::XmlSmartQuotes);
            assert_eq!(declaration.version.map(|span| &text[span.range()]), Some("1.0"));
            assert!(stop.is_some());
        }
        // With other errors, the whole declaration is replaced.
        let text = "<?xml version=`1.0` a?>";
        let options = Options::default();
        let mut collector = Collector::new(0);
        check(text, Span::new(0, text.len()), &mut Reporter::new(&options, &mut collector));
        let found = collector.into_sorted();
        assert_eq!(crate::fix::apply(text, &found, crate::diagnostic::FixKind::Safe).0, PROPER);
    }

    #[test]
    fn the_severity_of_other_versions() {
        assert_eq!(judge("<?xml version='1.1'?>").0, [(Message::XmlVersionUnsupported, "1.1")]);
        assert_eq!(judge("<?xml version='1.1'?>").2, None);
        for version in ["2.0", "1", "1.", "1.0a", "", "1.0 "] {
            let text = format!("<?xml version='{version}'?>");
            let (found, _, stop) = judge(&text);
            assert_eq!(found, [(Message::XmlVersionUnsupportedNotAVersion, version)]);
            assert_eq!(stop, Some(15));
        }
    }
}
