//! Markup declarations: productions `[29]` and `[45]` to `[83]`.

use crate::diagnostic::Edit;
use crate::span::{At, Span};

use super::scanner::{Fault, Judged, Reference, Scanner, comment, forbidden, instruction, reference};
use crate::rules;

/// The relevant content of a markup declaration.
#[derive(Debug)]
pub(super) enum MarkupDeclaration {
    /// Nothing relevant: an element type, a notation, a comment or a processing instruction.
    Nothing,
    /// An attribute list, with the names of the entities that default values reference.
    Attributes(Vec<Span>),
    Entity(EntityDeclaration),
}

/// Productions `[71]` `GEDecl` and `[72]` `PEDecl`.
#[derive(Debug)]
pub(super) struct EntityDeclaration {
    /// The whole declaration.
    pub(super) whole: Span,
    pub(super) name: Span,
    /// True for a parameter entity.
    pub(super) parameter: bool,
    pub(super) definition: Definition,
}

/// Production `[73]` `EntityDef`.
#[derive(Debug)]
pub(super) enum Definition {
    /// The replacement text: the literal with its character references replaced (§4.5).
    Internal(String),
    /// From `SYSTEM` or `PUBLIC` to the end of the identifier.
    External {
        /// The identifier.
        identifier: Span,
        /// True with `NDATA`: the entity is not text.
        unparsed: bool,
    },
}

type Reader = fn(&mut Scanner<'_>, usize) -> Judged<MarkupDeclaration>;

const KINDS: [(&str, Reader); 4] =
    [("<!ENTITY", entity), ("<!ELEMENT", element), ("<!ATTLIST", attributes), ("<!NOTATION", notation)];

/// Reads production `[29]` `markupdecl` at a `<`.
pub(super) fn markup(scanner: &mut Scanner<'_>) -> Judged<MarkupDeclaration> {
    let start = scanner.at;
    if scanner.rest().starts_with("<!--") {
        return comment(scanner).map(|()| MarkupDeclaration::Nothing);
    }
    if scanner.rest().starts_with("<?") {
        return instruction(scanner).map(|()| MarkupDeclaration::Nothing);
    }
    for (keyword, read) in KINDS {
        if scanner.eat(keyword) {
            scanner.open = (Span::new(start, scanner.at), ">");
            scanner.some_space()?;
            return read(scanner, start);
        }
    }
    let length = scanner.rest().at(1..).chars().take_while(|next| next.is_alphanumeric() || "![".contains(*next));
    let end = start + 1 + length.take(39).map(char::len_utf8).sum::<usize>();
    Err(forbidden(Span::new(start, end)))
}

fn close(scanner: &mut Scanner<'_>) -> Judged<()> {
    scanner.space();
    scanner.expect(">", "`>`")
}

/// Production `[45]` `elementdecl`.
fn element(scanner: &mut Scanner<'_>, _start: usize) -> Judged<MarkupDeclaration> {
    scanner.name()?;
    scanner.some_space()?;
    if !scanner.eat("EMPTY") && !scanner.eat("ANY") {
        scanner.expect("(", "`EMPTY`, `ANY` or `(`")?;
        scanner.space();
        if scanner.eat("#PCDATA") { mixed(scanner)? } else { children(scanner)? }
    }
    close(scanner)?;
    Ok(MarkupDeclaration::Nothing)
}

/// Production `[51]` `Mixed` after `#PCDATA`.
fn mixed(scanner: &mut Scanner<'_>) -> Judged<()> {
    let mut named = false;
    loop {
        scanner.space();
        if !scanner.eat("|") {
            break;
        }
        scanner.space();
        scanner.name()?;
        named = true;
    }
    scanner.expect(")", "`|` or `)`")?;
    if !scanner.eat("*") && named {
        return Err(scanner.expected("`*`"));
    }
    Ok(())
}

/// Production `[47]` `children` after its first parenthesis.
fn children(scanner: &mut Scanner<'_>) -> Judged<()> {
    // The separator of each open group, once it is known.
    let mut groups: Vec<Option<char>> = vec![None];
    loop {
        scanner.space();
        if scanner.eat("(") {
            groups.push(None);
            continue;
        }
        scanner.name()?;
        occurrence(scanner);
        loop {
            scanner.space();
            let Some(group) = groups.last_mut() else {
                return Ok(());
            };
            match scanner.peek() {
                Some(separator @ ('|' | ',')) if group.is_none_or(|known| known == separator) => {
                    *group = Some(separator);
                    scanner.at += 1;
                    break;
                }
                Some(')') => {
                    scanner.at += 1;
                    occurrence(scanner);
                    groups.pop();
                    if groups.is_empty() {
                        return Ok(());
                    }
                }
                _ => {
                    return Err(scanner.expected(match group {
                        Some('|') => "`|` or `)`",
                        Some(_) => "`,` or `)`",
                        None => "`|`, `,` or `)`",
                    }));
                }
            }
        }
    }
}

fn occurrence(scanner: &mut Scanner<'_>) {
    if matches!(scanner.peek(), Some('?' | '*' | '+')) {
        scanner.at += 1;
    }
}

/// Production `[52]` `AttlistDecl`.
fn attributes(scanner: &mut Scanner<'_>, _start: usize) -> Judged<MarkupDeclaration> {
    scanner.name()?;
    let mut references = Vec::new();
    loop {
        let spaced = scanner.space();
        if scanner.eat(">") {
            return Ok(MarkupDeclaration::Attributes(references));
        }
        if !spaced {
            return Err(scanner.expected("white space or `>`"));
        }
        scanner.name()?;
        scanner.some_space()?;
        attribute_type(scanner)?;
        scanner.some_space()?;
        default(scanner, &mut references)?;
    }
}

/// Production `[54]` `AttType`.
fn attribute_type(scanner: &mut Scanner<'_>) -> Judged<()> {
    const WHAT: &str = "an attribute type";
    if scanner.eat("(") {
        return enumeration(scanner, Scanner::nmtoken);
    }
    let start = scanner.at;
    let name = scanner.name().map_err(|_| scanner.expected(WHAT))?;
    match scanner.text.at(name) {
        "CDATA" | "ID" | "IDREF" | "IDREFS" | "ENTITY" | "ENTITIES" | "NMTOKEN" | "NMTOKENS" => Ok(()),
        "NOTATION" => {
            scanner.some_space()?;
            scanner.expect("(", "`(`")?;
            enumeration(scanner, Scanner::name)
        }
        _ => {
            scanner.at = start;
            Err(scanner.expected(WHAT))
        }
    }
}

/// Productions `[58]` and `[59]` after the parenthesis.
fn enumeration<'t>(scanner: &mut Scanner<'t>, item: fn(&mut Scanner<'t>) -> Judged<Span>) -> Judged<()> {
    loop {
        scanner.space();
        item(scanner)?;
        scanner.space();
        if !scanner.eat("|") {
            return scanner.expect(")", "`|` or `)`");
        }
    }
}

/// Production `[60]` `DefaultDecl`.
fn default(scanner: &mut Scanner<'_>, references: &mut Vec<Span>) -> Judged<()> {
    if scanner.eat("#REQUIRED") || scanner.eat("#IMPLIED") {
        return Ok(());
    }
    if scanner.eat("#FIXED") {
        scanner.some_space()?;
    } else if !matches!(scanner.peek(), Some('"' | '\'')) {
        return Err(scanner.expected("a default value"));
    }
    let value = scanner.quoted()?;
    let text = scanner.text.at(..value.end as usize);
    let mut at = value.start as usize;
    while let Some(found) = memchr::memchr2(b'<', b'&', text.as_bytes().at(at..)) {
        at += found;
        if text.as_bytes().get(at) == Some(&b'<') {
            return Err(less_than(at));
        }
        let (kind, whole) = reference(text, at)?;
        if let Reference::Entity(name) = kind {
            references.push(name);
        }
        at = whole.end as usize;
    }
    Ok(())
}

/// The violation of WFC: No `<` in Attribute Values.
fn less_than(at: usize) -> Fault {
    let span = Span::new(at, at + 1);
    let diagnostic = rules::xml_unescaped_less_than::in_attribute(span).suggest(Edit::replace(span, "&lt;"));
    Fault { diagnostic: Box::new(diagnostic), at: span.start }
}

/// Production `[70]` `EntityDecl`.
fn entity(scanner: &mut Scanner<'_>, start: usize) -> Judged<MarkupDeclaration> {
    let parameter = scanner.eat("%");
    if parameter {
        scanner.some_space()?;
    }
    let name = scanner.name()?;
    scanner.some_space()?;
    let definition = match scanner.peek() {
        Some('"' | '\'') => Definition::Internal(entity_value(scanner)?),
        Some('S' | 'P') => {
            let identifier = external_identifier(scanner, true)?;
            let spaced = scanner.space();
            let unparsed = spaced && !parameter && scanner.eat("NDATA");
            if unparsed {
                scanner.some_space()?;
                scanner.name()?;
            }
            Definition::External { identifier, unparsed }
        }
        _ => return Err(scanner.expected("a quoted value, `SYSTEM` or `PUBLIC`")),
    };
    close(scanner)?;
    Ok(MarkupDeclaration::Entity(EntityDeclaration {
        whole: Span::new(start, scanner.at),
        name,
        parameter,
        definition,
    }))
}

/// Reads production `[9]` `EntityValue`. Returns its replacement text.
fn entity_value(scanner: &mut Scanner<'_>) -> Judged<String> {
    let value = scanner.quoted()?;
    let text = scanner.text.at(..value.end as usize);
    let mut at = value.start as usize;
    let mut replacement = String::new();
    while let Some(found) = memchr::memchr2(b'%', b'&', text.as_bytes().at(at..)) {
        replacement.push_str(text.at(at..at + found));
        at += found;
        if text.as_bytes().get(at) == Some(&b'%') {
            // WFC: PEs in Internal Subset. Any other `%` is forbidden, too.
            return Err(forbidden(Span::new(at, at + 1)));
        }
        let (kind, whole) = reference(text, at)?;
        match kind {
            Reference::Character(character) => replacement.push(character),
            Reference::Entity(_) => replacement.push_str(text.at(whole)),
        }
        at = whole.end as usize;
    }
    replacement.push_str(text.at(at..));
    Ok(replacement)
}

/// Production `[75]` `ExternalID`; without `system`, also production `[83]` `PublicID`.
pub(super) fn external_identifier(scanner: &mut Scanner<'_>, system: bool) -> Judged<Span> {
    let start = scanner.at;
    if scanner.eat("SYSTEM") {
        scanner.some_space()?;
        scanner.quoted()?;
        return Ok(Span::new(start, scanner.at));
    }
    scanner.expect("PUBLIC", "`SYSTEM` or `PUBLIC`")?;
    scanner.some_space()?;
    scanner.public_identifier()?;
    let end = scanner.at;
    let spaced = scanner.space();
    if !system && !matches!(scanner.peek(), Some('"' | '\'')) {
        return Ok(Span::new(start, end));
    }
    if !spaced {
        return Err(scanner.expected("white space"));
    }
    scanner.quoted()?;
    Ok(Span::new(start, scanner.at))
}

/// Production `[82]` `NotationDecl`.
fn notation(scanner: &mut Scanner<'_>, _start: usize) -> Judged<MarkupDeclaration> {
    scanner.name()?;
    scanner.some_space()?;
    external_identifier(scanner, false)?;
    close(scanner)?;
    Ok(MarkupDeclaration::Nothing)
}
