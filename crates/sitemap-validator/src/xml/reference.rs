//! References (XML 1.0 §4.1), and characters that are not allowed in character data and attribute values.

use std::fmt::Write;
use std::ops::Range;

use memchr::{memchr, memmem};
use sitemap_validator_protocol::characters::is_visible;

use super::chars;
use super::doctype::{Doctype, EntityVerdict, Place};
use crate::diagnostic::{Diagnostic, Edit, FixKind, MOST_EDITS};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::is_blank;

/// A piece of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Piece {
    /// Literal text.
    Literal(Span),
    /// A reference to a character.
    Character(Span, char),
    /// A reference whose character is unknown: to a declared entity, which is never expanded, or a malformed one.
    Entity,
}

/// The context of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'d> {
    /// True for a URL, in which `loc-unescaped-ampersand` reports a raw `&`.
    pub(crate) url: bool,
    /// True for an attribute value, in which `<` is forbidden and `]]>` is allowed.
    pub(crate) attribute: bool,
    /// The document type declaration, for entities.
    pub(crate) doctype: Option<&'d Doctype>,
}

/// Splits `span` at references, reports errors in them, and passes the pieces to `push`.
pub(crate) fn scan(
    text: &str,
    span: Span,
    context: Context<'_>,
    reporter: &mut Reporter<'_>,
    mut push: impl FnMut(Piece),
) {
    let end = span.end as usize;
    let mut at = span.start as usize;
    let mut ampersands = Vec::new();
    if !context.attribute {
        cdata_end(text, span, context.url, reporter);
    }
    while let Some(found) = memchr(b'&', text.as_bytes().at(at..end)) {
        if found > 0 {
            push(Piece::Literal(Span::new(at, at + found)));
        }
        at += found;
        let reference = read(text, at, end);
        let (length, piece) = judge(text, at..end, reference, context, &mut ampersands, reporter);
        push(piece);
        at += length;
    }
    if at < end {
        push(Piece::Literal(Span::new(at, end)));
    }
    // Usually there are none or few.
    for some in ampersands.chunks(MOST_EDITS) {
        unescaped(some, context.url, reporter);
    }
}

/// The text from an `&` on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reference {
    /// `&name;`
    Entity(Span),
    /// `&#...;` with its code point.
    Character(Span, u32),
    /// `&#...` that is not a character reference.
    BadCharacter(Span),
    /// A reference with white space in it, as in `&amp ;`, and its character.
    Spaced(Span, char),
    /// `&name` without `;`.
    Name(Span),
    /// `&` before something else.
    Bare,
}

fn read(text: &str, at: usize, end: usize) -> Reference {
    match read_closed(text, at, end) {
        closed @ (Reference::Entity(_) | Reference::Character(..)) => closed,
        open => spaced(text, at, end).unwrap_or(open),
    }
}

/// A complete reference with white space in it: to a predefined entity or to a character.
fn spaced(text: &str, at: usize, end: usize) -> Option<Reference> {
    /// The number of bytes within which it ends.
    const NEAR: usize = 24;
    let near = text.as_bytes().at(at..end.min(at + NEAR));
    let length = memchr(b';', near)? + 1;
    let closed: String = text.get(at..at + length)?.chars().filter(|character| !is_xml_space(*character)).collect();
    let character = match read_closed(&closed, 0, closed.len()) {
        _ if closed.len() == length => None,
        Reference::Entity(span) if span.len() == closed.len() => predefined(closed.at(1..closed.len() - 1)),
        Reference::Character(span, code) if span.len() == closed.len() => {
            char::from_u32(code).filter(|&c| chars::is_char(c))
        }
        _ => None,
    };
    Some(Reference::Spaced(Span::new(at, at + length), character?))
}

const fn is_xml_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n')
}

fn read_closed(text: &str, at: usize, end: usize) -> Reference {
    let rest = text.at(at + 1..end);
    if let Some(number) = rest.strip_prefix('#') {
        let (digits, radix) = number.strip_prefix('x').map_or((number, 10), |hex| (hex, 16));
        let length = digits.bytes().take_while(|byte| (*byte as char).is_digit(radix)).count();
        let start = end - digits.len();
        return if length > 0 && digits.as_bytes().get(length) == Some(&b';') {
            let code = digits.at(..length).bytes().fold(0_u32, |sum, byte| {
                sum.saturating_mul(radix).saturating_add((byte as char).to_digit(radix).unwrap_or(0))
            });
            Reference::Character(Span::new(at, start + length + 1), code)
        } else {
            // The letters and digits after it are probably part of the reference: `&#xZZ;`.
            let more = digits.at(length..).bytes().take_while(u8::is_ascii_alphanumeric).count();
            let stop = start + length + more;
            let semicolon = text.as_bytes().at(..end).get(stop) == Some(&b';');
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

/// The character of a predefined entity (XML 1.0 §4.6).
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
    Range { start: at, end }: Range<usize>,
    reference: Reference,
    context: Context<'_>,
    ampersands: &mut Vec<usize>,
    reporter: &mut Reporter<'_>,
) -> (usize, Piece) {
    match reference {
        Reference::Spaced(span, character) => {
            white_space(text, span, reporter);
            (span.len(), Piece::Character(span, character))
        }
        Reference::Entity(span) => {
            let name = text.at(span.start as usize + 1..span.end as usize - 1);
            if let Some(character) = predefined(name) {
                return (span.len(), Piece::Character(span, character));
            }
            (span.len(), entity(name, span, context, reporter))
        }
        Reference::Character(span, code) => {
            if let Some(character) = char::from_u32(code).filter(|&c| chars::is_char(c)) {
                return (span.len(), Piece::Character(span, character));
            }
            if let Some((pair, character)) = surrogates(text, span, code, end) {
                let right = spelled(character, context.url);
                let found = rules::xml_invalid_character_reference::surrogates(pair, pair, right.clone());
                reporter.fatal(found.suggest(Edit::replace(pair, right)), pair.start);
                return (pair.len(), Piece::Literal(Span::at(pair.end as usize)));
            }
            let found = rules::xml_invalid_character_reference(span, span);
            reporter.fatal(found.suggest(Edit::delete(span)), span.start);
            // The fix deletes the reference, so that the value is checked without it.
            (span.len(), Piece::Literal(Span::at(span.end as usize)))
        }
        Reference::BadCharacter(span) => {
            malformed(span, !context.url, reporter);
            // The intended character is unknown, so the value cannot be checked.
            (span.len(), Piece::Entity)
        }
        Reference::Name(span) => {
            let name = text.at(span.start as usize + 1..span.end as usize);
            let parameter = context.url && text.at(span.end as usize..).starts_with('=');
            if predefined(name).is_some() && !parameter {
                malformed(span, !context.url, reporter);
            } else {
                ampersands.push(at);
            }
            (span.len(), Piece::Literal(span))
        }
        Reference::Bare => {
            ampersands.push(at);
            (1, Piece::Literal(Span::new(at, at + 1)))
        }
    }
}

/// Reports a reference without `;` or with invalid digits. In a URL, `&amp` may also be a parameter, so no fix is
/// offered there.
fn malformed(span: Span, repair: bool, reporter: &mut Reporter<'_>) {
    let mut found = rules::xml_malformed_reference(span, span);
    if repair {
        found = found.suggest(Edit::insert(span.end as usize, ";"));
    }
    reporter.fatal(found, span.start);
}

/// Reports a reference with white space in it. Before the `;`, nothing else can be meant.
fn white_space(text: &str, span: Span, reporter: &mut Reporter<'_>) {
    let reference = text.at(span);
    let spaces = reference.char_indices().filter(|(_, character)| is_xml_space(*character));
    let edits: Vec<Edit> =
        spaces.map(|(at, _)| Edit::delete(Span::new(span.start as usize + at, span.start as usize + at + 1))).collect();
    let right: String = reference.chars().filter(|character| !is_xml_space(*character)).collect();
    let at_end = reference.strip_suffix(';').is_some_and(|head| head.trim_end().len() + 1 == right.len());
    let found = rules::xml_malformed_reference::white_space(span, span, right);
    reporter.fatal(found.fix(if at_end { FixKind::Safe } else { FixKind::Suggest }, edits), span.start);
}

/// The pair of references that the one to the first half of a surrogate pair begins, and its character.
fn surrogates(text: &str, first: Span, high: u32, end: usize) -> Option<(Span, char)> {
    let at = first.end as usize;
    let follows = text.as_bytes().at(..end).get(at) == Some(&b'&');
    let Reference::Character(second, low) = follows.then(|| read_closed(text, at, end))? else { return None };
    let units = [u16::try_from(high).ok()?, u16::try_from(low).ok()?];
    let character = char::decode_utf16(units).next()?.ok().filter(|character| *character > '\u{FFFF}')?;
    Some((first.to(second), character))
}

/// Reports the ampersands of a value.
fn unescaped(ampersands: &[usize], url: bool, reporter: &mut Reporter<'_>) {
    let Some((first, others)) = ampersands.split_first() else { return };
    let place = |at: &usize| Span::new(*at, *at + 1);
    let span = place(first);
    let found = match (url, ampersands.len()) {
        (true, 1) => rules::loc_unescaped_ampersand(span),
        (true, count) => rules::loc_unescaped_ampersand::several(span, count),
        (false, 1) => rules::xml_unescaped_ampersand(span),
        (false, count) => rules::xml_unescaped_ampersand::several(span, count),
    };
    let found = found.and_here(others.iter().map(place));
    let edits: Vec<Edit> = ampersands.iter().map(|ampersand| Edit::replace(place(ampersand), "&amp;")).collect();
    reporter.fatal(found.safe(edits), span.start);
}

/// The finding on a raw `<` in a value; a URL may not contain it in any form.
pub(super) fn less_than(span: Span, in_url: bool) -> Diagnostic {
    if in_url {
        rules::xml_unescaped_less_than::in_url(span).suggest(Edit::replace(span, "%3C"))
    } else {
        rules::xml_unescaped_less_than(span).suggest(Edit::replace(span, "&lt;"))
    }
}

fn entity(name: &str, span: Span, context: Context<'_>, reporter: &mut Reporter<'_>) -> Piece {
    let place = if context.attribute { Place::AttributeValue } else { Place::Content };
    let verdict = context.doctype.map_or(EntityVerdict::Undeclared, |doctype| doctype.judge(name, place));
    if matches!(verdict, EntityVerdict::Undeclared) {
        let (found, instead) = undefined(name, span, context.url);
        reporter.fatal(found.suggest(Edit::replace(span, instead)), span.start);
        return Piece::Literal(span);
    }
    if let Some(found) = verdict.diagnostic(span) {
        reporter.fatal(found, span.start);
    }
    Piece::Entity
}

/// The finding on a reference to the undeclared entity `name`, and the replacement.
pub(crate) fn undefined(name: &str, span: Span, url: bool) -> (Diagnostic, String) {
    let (message, instead): (fn(Span, Span, String) -> Diagnostic, _) = match html_entity(name) {
        Some(character) => (rules::xml_undefined_entity::html, spelled(character, url)),
        None => (rules::xml_undefined_entity::unknown, format!("&amp;{name};")),
    };
    (message(span, span, instead.clone()), instead)
}

/// The replacement for an HTML entity: in a URL its UTF-8 bytes percent-encoded, otherwise the character.
fn spelled(character: char, url: bool) -> String {
    if url {
        let mut escaped = String::new();
        for byte in character.encode_utf8(&mut [0; 4]).bytes() {
            let _ = write!(escaped, "%{byte:02X}");
        }
        return escaped;
    }
    if is_visible(character) { character.to_string() } else { format!("&#{};", u32::from(character)) }
}

/// The character of an HTML 4 entity.
fn html_entity(name: &str) -> Option<char> {
    const LATIN1: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg \
        plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute \
        Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve \
        Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc \
        atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute \
        ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
    /// The names and code points of the others.
    const OTHERS: &str = "OElig 152 oelig 153 Scaron 160 scaron 161 Yuml 178 fnof 192 circ 2C6 tilde 2DC Alpha 391 Beta 392 \
        Gamma 393 Delta 394 Epsilon 395 Zeta 396 Eta 397 Theta 398 Iota 399 Kappa 39A Lambda 39B Mu 39C Nu 39D \
        Xi 39E Omicron 39F Pi 3A0 Rho 3A1 Sigma 3A3 Tau 3A4 Upsilon 3A5 Phi 3A6 Chi 3A7 Psi 3A8 Omega 3A9 \
        alpha 3B1 beta 3B2 gamma 3B3 delta 3B4 epsilon 3B5 zeta 3B6 eta 3B7 theta 3B8 iota 3B9 kappa 3BA \
        lambda 3BB mu 3BC nu 3BD xi 3BE omicron 3BF pi 3C0 rho 3C1 sigmaf 3C2 sigma 3C3 tau 3C4 upsilon 3C5 \
        phi 3C6 chi 3C7 psi 3C8 omega 3C9 thetasym 3D1 upsih 3D2 piv 3D6 ensp 2002 emsp 2003 thinsp 2009 \
        zwnj 200C zwj 200D lrm 200E rlm 200F ndash 2013 mdash 2014 lsquo 2018 rsquo 2019 sbquo 201A ldquo 201C \
        rdquo 201D bdquo 201E dagger 2020 Dagger 2021 bull 2022 hellip 2026 permil 2030 prime 2032 Prime 2033 \
        lsaquo 2039 rsaquo 203A oline 203E frasl 2044 euro 20AC image 2111 weierp 2118 real 211C trade 2122 \
        alefsym 2135 larr 2190 uarr 2191 rarr 2192 darr 2193 harr 2194 crarr 21B5 lArr 21D0 uArr 21D1 rArr 21D2 \
        dArr 21D3 hArr 21D4 forall 2200 part 2202 exist 2203 empty 2205 nabla 2207 isin 2208 notin 2209 ni 220B \
        prod 220F sum 2211 minus 2212 lowast 2217 radic 221A prop 221D infin 221E ang 2220 and 2227 or 2228 \
        cap 2229 cup 222A int 222B there4 2234 sim 223C cong 2245 asymp 2248 ne 2260 equiv 2261 le 2264 ge 2265 \
        sub 2282 sup 2283 nsub 2284 sube 2286 supe 2287 oplus 2295 otimes 2297 perp 22A5 sdot 22C5 lceil 2308 \
        rceil 2309 lfloor 230A rfloor 230B lang 2329 rang 232A loz 25CA spades 2660 clubs 2663 hearts 2665 \
        diams 2666";
    if let Some(index) = LATIN1.split_ascii_whitespace().position(|known| known == name) {
        return char::from_u32(0xA0 + index as u32);
    }
    let mut words = OTHERS.split_ascii_whitespace();
    words.find(|&word| word == name)?;
    char::from_u32(u32::from_str_radix(words.next()?, 16).ok()?)
}

/// Reports `]]>` in character data (XML 1.0 §2.4, production `[14]`). Without brackets before it that it closes, it is more
/// likely the end of a CDATA section whose beginning is missing or damaged: then escaping it is only suggested, and deleting
/// it at the end of a value, and in a URL, which cannot contain it.
fn cdata_end(text: &str, span: Span, url: bool, reporter: &mut Reporter<'_>) {
    let slice = text.as_bytes().at(span);
    if memchr(b']', slice).is_none() {
        return;
    }
    let is_remnant = url || memmem::find(slice, b"CDATA[").is_some();
    // Open brackets up to byte `from`.
    let (mut open, mut from) = (0_usize, 0);
    for found in memmem::find_iter(slice, b"]]>") {
        for byte in slice.at(from..found) {
            open = match byte {
                b'[' => open + 1,
                b']' => open.saturating_sub(1),
                _ => open,
            };
        }
        from = found;
        let at = span.start as usize + found;
        let three = Span::new(at, at + 3);
        let is_unopened = is_remnant || open < 2;
        let is_last = || is_blank(slice.at(found + 3..)) && text.as_bytes().at(span.range().end..).starts_with(b"</");
        let found = if is_unopened && (url || is_last()) {
            rules::xml_cdata_end_in_text::leftover(three).suggest(Edit::delete(three))
        } else {
            let kind = if is_unopened { FixKind::Suggest } else { FixKind::Safe };
            rules::xml_cdata_end_in_text(three).fix(kind, Edit::replace(Span::new(at + 2, at + 3), "&gt;"))
        };
        reporter.fatal(found, three.start);
    }
}

/// Splits `span`, whose references have been checked, without reporting them again.
pub(crate) fn pieces(text: &str, span: Span, mut push: impl FnMut(Piece)) {
    let end = span.end as usize;
    let mut at = span.start as usize;
    while let Some(found) = memchr(b'&', text.as_bytes().at(at..end)) {
        if found > 0 {
            push(Piece::Literal(Span::new(at, at + found)));
        }
        at += found;
        let (length, piece) = match read(text, at, end) {
            Reference::Character(span, code) => match char::from_u32(code).filter(|&c| chars::is_char(c)) {
                Some(character) => (span.len(), Piece::Character(span, character)),
                None => (span.len(), Piece::Literal(Span::at(span.end as usize))),
            },
            Reference::Spaced(span, character) => (span.len(), Piece::Character(span, character)),
            Reference::Entity(span) => match predefined(text.at(span.start as usize + 1..span.end as usize - 1)) {
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

/// `text` escaped for the content of an element.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
