//! References (XML 1.0 §4.1) and what must not stand in character data and attribute values.

use std::fmt::Write;

use memchr::{memchr, memmem};

use super::chars;
use super::doctype::{Doctype, EntityVerdict, Place};
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::span::Span;

/// A piece of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Piece {
    /// Text that means itself.
    Literal(Span),
    /// A reference to a character.
    Character(Span, char),
    /// A reference whose character is not known: to a declared entity, whose text is never put in, or a damaged one.
    Entity,
}

/// Where a text stands.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'d> {
    /// The value is a URL, so a raw `&` is `loc-unescaped-ampersand`.
    pub(crate) url: bool,
    /// In an attribute value `<` is forbidden and `]]>` allowed.
    pub(crate) attribute: bool,
    /// The document type declaration, for entities.
    pub(crate) doctype: Option<&'d Doctype>,
}

/// Splits `span` at references, reports what is wrong with them, and hands the pieces on.
pub(crate) fn scan(
    text: &str,
    span: Span,
    context: Context<'_>,
    reporter: &mut Reporter<'_>,
    mut push: impl FnMut(Piece),
) {
    let end = span.end as usize;
    let mut at = span.start as usize;
    if !context.attribute {
        cdata_end(text, span, reporter);
    }
    while let Some(found) = memchr(b'&', &text.as_bytes()[at..end]) {
        if found > 0 {
            push(Piece::Literal(Span::new(at, at + found)));
        }
        at += found;
        let reference = read(text, at, end);
        let (length, piece) = judge(text, at, reference, context, reporter);
        push(piece);
        at += length;
    }
    if at < end {
        push(Piece::Literal(Span::new(at, end)));
    }
}

/// What stands behind an `&`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reference {
    /// `&name;`
    Entity(Span),
    /// `&#...;` with its code point.
    Character(Span, u32),
    /// `&#...` that is none.
    BadCharacter(Span),
    /// `&name` without `;`.
    Name(Span),
    /// `&` before something else.
    Bare,
}

fn read(text: &str, at: usize, end: usize) -> Reference {
    let rest = &text[at + 1..end];
    if let Some(number) = rest.strip_prefix('#') {
        let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |hex| (hex, 16));
        let length = digits.bytes().take_while(|byte| (*byte as char).is_digit(radix)).count();
        let start = end - digits.len();
        return if length > 0 && digits.as_bytes().get(length) == Some(&b';') {
            let code = digits[..length].bytes().fold(0_u32, |sum, byte| {
                sum.saturating_mul(radix).saturating_add((byte as char).to_digit(radix).unwrap_or(0))
            });
            Reference::Character(Span::new(at, start + length + 1), code)
        } else {
            // Letters and digits behind it belong to the attempt: `&#xZZ;`.
            let more = digits[length..].bytes().take_while(u8::is_ascii_alphanumeric).count();
            let stop = start + length + more;
            let semicolon = text.as_bytes()[..end].get(stop) == Some(&b';');
            Reference::BadCharacter(Span::new(at, if semicolon { stop + 1 } else { stop }))
        };
    }
    let name = chars::name_end(rest, 0);
    if name == 0 {
        Reference::Bare
    } else if rest.as_bytes().get(name) == Some(&b';') {
        Reference::Entity(Span::new(at, at + 1 + name + 1))
    } else {
        Reference::Name(Span::new(at, at + 1 + name))
    }
}

/// The character a predefined entity stands for.
pub(crate) fn predefined(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "apos" => '\'',
        "quot" => '"',
        _ => return None,
    })
}

fn judge(
    text: &str,
    at: usize,
    reference: Reference,
    context: Context<'_>,
    reporter: &mut Reporter<'_>,
) -> (usize, Piece) {
    match reference {
        Reference::Entity(span) => {
            let name = &text[span.start as usize + 1..span.end as usize - 1];
            if let Some(character) = predefined(name) {
                return (span.len(), Piece::Character(span, character));
            }
            (span.len(), entity(name, span, context, reporter))
        }
        Reference::Character(span, code) => {
            if let Some(character) = char::from_u32(code).filter(|&c| chars::is_char(c)) {
                return (span.len(), Piece::Character(span, character));
            }
            let found = Diagnostic::new(Rule::XmlInvalidCharacterReference, span).arg(span);
            reporter.fatal(found.suggest(Edit::delete(span)), span.start);
            // The reference stands for nothing: no later check looks at it again.
            (span.len(), Piece::Literal(Span::at(span.end as usize)))
        }
        Reference::BadCharacter(span) => {
            malformed(span, !context.url, reporter);
            // What it was meant to be is not known, so the value cannot be judged.
            (span.len(), Piece::Entity)
        }
        Reference::Name(span) => {
            let name = &text[span.start as usize + 1..span.end as usize];
            let parameter = context.url && text[span.end as usize..].starts_with('=');
            if predefined(name).is_some() && !parameter {
                malformed(span, !context.url, reporter);
            } else {
                ampersand(at, Some(span), context.url, reporter);
            }
            (span.len(), Piece::Literal(span))
        }
        Reference::Bare => {
            ampersand(at, None, context.url, reporter);
            (1, Piece::Literal(Span::new(at, at + 1)))
        }
    }
}

/// A reference without its `;`, or with bad digits. In a URL `&amp` may be a parameter as well as a
/// reference, so no repair is offered there.
fn malformed(span: Span, repair: bool, reporter: &mut Reporter<'_>) {
    let mut found = Diagnostic::new(Rule::XmlMalformedReference, span).arg(span);
    if repair {
        found = found.suggest(Edit::insert(span.end as usize, ";"));
    }
    reporter.fatal(found, span.start);
}

fn ampersand(at: usize, name: Option<Span>, url: bool, reporter: &mut Reporter<'_>) {
    let span = Span::new(at, at + 1);
    let rule = if url { Rule::LocUnescapedAmpersand } else { Rule::XmlUnescapedAmpersand };
    let mut found = Diagnostic::new(rule, span).arg(name.unwrap_or(span)).safe(Edit::replace(span, "&amp;"));
    if let (true, Some(name)) = (url, name) {
        found = found.related(Span { start: name.start + 1, end: name.end }, "the parameter that follows");
    }
    reporter.fatal(found, span.start);
}

fn entity(name: &str, span: Span, context: Context<'_>, reporter: &mut Reporter<'_>) -> Piece {
    let place = if context.attribute { Place::AttributeValue } else { Place::Content };
    let verdict = context.doctype.map_or(EntityVerdict::Undeclared, |doctype| doctype.judge(name, place));
    let Some(found) = verdict.diagnostic(span) else { return Piece::Entity };
    if matches!(verdict, EntityVerdict::Undeclared) {
        let edit = Edit::replace(span, spelled(name, context.url));
        reporter.fatal(found.suggest(edit), span.start);
        return Piece::Literal(span);
    }
    reporter.fatal(found, span.start);
    Piece::Entity
}

/// What to write instead of an HTML entity: in a URL its UTF-8 percent-encoded, elsewhere the
/// character; an unknown name is escaped.
fn spelled(name: &str, url: bool) -> String {
    let Some(character) = html_entity(name) else {
        return format!("&amp;{name};");
    };
    if url {
        let mut escaped = String::new();
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(escaped, "%{byte:02X}");
        }
        return escaped;
    }
    if character == '\u{A0}' { "&#160;".to_owned() } else { character.to_string() }
}

/// The HTML entities of Latin-1 and the usual punctuation.
fn html_entity(name: &str) -> Option<char> {
    const LATIN1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
        plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute \
        Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve \
        Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc \
        atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
        ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
    if let Some(index) = LATIN1.split_ascii_whitespace().position(|known| known == name) {
        return char::from_u32(0xA0 + index as u32);
    }
    Some(match name {
        "OElig" => 'Œ',
        "oelig" => 'œ',
        "Scaron" => 'Š',
        "scaron" => 'š',
        "Yuml" => 'Ÿ',
        "ndash" => '–',
        "mdash" => '—',
        "lsquo" => '‘',
        "rsquo" => '’',
        "sbquo" => '‚',
        "ldquo" => '“',
        "rdquo" => '”',
        "bdquo" => '„',
        "dagger" => '†',
        "bull" => '•',
        "hellip" => '…',
        "euro" => '€',
        "trade" => '™',
        _ => return None,
    })
}

/// `]]>` in character data (XML 1.0 §2.4 `[14]`).
fn cdata_end(text: &str, span: Span, reporter: &mut Reporter<'_>) {
    let slice = &text.as_bytes()[span.range()];
    if memchr(b']', slice).is_none() {
        return;
    }
    for found in memmem::find_iter(slice, b"]]>") {
        let at = span.start as usize + found;
        let three = Span::new(at, at + 3);
        let edit = Edit::replace(Span::new(at + 2, at + 3), "&gt;");
        reporter.fatal(Diagnostic::new(Rule::XmlCdataEndInText, three).safe(edit), three.start);
    }
}

/// Splits `span`, whose references have been judged before, without reporting again.
pub(crate) fn pieces(text: &str, span: Span, mut push: impl FnMut(Piece)) {
    let end = span.end as usize;
    let mut at = span.start as usize;
    while let Some(found) = memchr(b'&', &text.as_bytes()[at..end]) {
        if found > 0 {
            push(Piece::Literal(Span::new(at, at + found)));
        }
        at += found;
        let (length, piece) = match read(text, at, end) {
            Reference::Character(span, code) => match char::from_u32(code) {
                Some(character) => (span.len(), Piece::Character(span, character)),
                None => (span.len(), Piece::Literal(span)),
            },
            Reference::Entity(span) => match predefined(&text[span.start as usize + 1..span.end as usize - 1]) {
                Some(character) => (span.len(), Piece::Character(span, character)),
                None => (span.len(), Piece::Literal(span)),
            },
            Reference::BadCharacter(span) | Reference::Name(span) => (span.len(), Piece::Literal(span)),
            Reference::Bare => (1, Piece::Literal(Span::new(at, at + 1))),
        };
        push(piece);
        at += length;
    }
    if at < end {
        push(Piece::Literal(Span::new(at, end)));
    }
}

/// `text` as the content of an element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
