//! The document type declaration: productions `[28]` to `[83]` of XML 1.0, as read by a non-validating parser that does
//! not open other files.
//!
//! References are never expanded. [`declarations`] reads each markup declaration, [`content`] checks the text of each
//! entity, and [`entities`] determines the verdicts on references.

mod content;
mod declarations;
mod entities;
mod scanner;
mod subset;
#[cfg(test)]
mod tests;

use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::{Reporter, stop_of};
use crate::rules;
use crate::span::{At, Span};
use crate::xml::chars::{name_end, space_end};

use entities::Entities;
use scanner::{Judged, Scanner};
use subset::Subset;

/// True if `text` begins with the declaration of HTML, in any case.
pub(crate) fn is_html(text: &str) -> bool {
    const START: &str = "<!doctype";
    let name = space_end(text.as_bytes(), START.len());
    text.get(..START.len()).is_some_and(|start| start.eq_ignore_ascii_case(START))
        && text.get(name..name_end(text, name)).is_some_and(|name| name.eq_ignore_ascii_case("html"))
}

/// The place of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In character data.
    Content,
    /// In an attribute value.
    AttributeValue,
}

/// The verdict on a reference to an entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntityVerdict {
    /// Declared, and well-formed in this place.
    Fine,
    /// Not a violation: it may be declared in an external entity, which a non-validating parser does not read.
    Unknowable,
    /// Not declared.
    Undeclared,
    /// An unparsed entity.
    Unparsed,
    /// An external entity in an attribute value.
    External,
    /// A direct or indirect reference to itself.
    Recursive,
    /// Its replacement text is not well-formed in this place.
    Malformed,
}

impl EntityVerdict {
    /// The finding on a reference at `span` to a declared entity; `None` if the reference is valid.
    pub(crate) fn diagnostic(self, span: Span) -> Option<Diagnostic> {
        use rules::xml_not_well_formed as message;
        match self {
            Self::Fine | Self::Unknowable | Self::Undeclared => None,
            Self::Recursive => Some(message::recursive(span, span)),
            Self::Malformed => Some(message::malformed(span, span)),
            Self::Unparsed | Self::External => Some(message::external(span, span)),
        }
    }
}

/// The declarations of a document type declaration.
#[derive(Debug, Clone, Default)]
pub(crate) struct Doctype {
    entities: Entities,
}

impl Doctype {
    /// The verdict on a reference to the general entity `name`, which is not predefined.
    pub(crate) fn judge(&self, name: &str, place: Place) -> EntityVerdict {
        self.entities.judge(name, place)
    }
}

fn is_predefined(name: &str) -> bool {
    crate::xml::reference::predefined(name).is_some()
}

/// Checks the declaration at `span`, which starts with `<!DOCTYPE`; `standalone` is the value in the XML declaration.
pub(crate) fn check(source: &str, span: Span, standalone: Option<bool>, reporter: &mut Reporter<'_>) -> Doctype {
    let text = source.at(..span.end as usize);
    let mut subset = Subset::new(standalone == Some(true), reporter);
    let head = Head::of(text, span.start as usize, &mut subset);
    // `structure-html-document` reports the declarations of web pages.
    let html = head.name.is_some_and(|name| text.at(name).eq_ignore_ascii_case("html"));
    // Deleting such a declaration could make references undeclared or remove default attributes.
    let matters = subset.beyond || subset.attribute_lists > 0;
    let (entities, findings) = subset.finish();
    if let (Some(identifier), false) = (head.external, html) {
        reporter.report(rules::xml_external_entity(identifier, identifier));
    } else if findings == 0 && !html {
        let with_break = Span::new(span.start as usize, after_line_break(source, span.end as usize));
        let found = rules::xml_doctype(span);
        reporter.report(if matters { found } else { found.safe(Edit::delete(with_break)) });
    }
    Doctype { entities }
}

/// The byte at which a conforming parser stops in the declaration at `span`, which has no end.
pub(crate) fn stop(source: &str, span: Span, standalone: Option<bool>) -> u32 {
    let stop = stop_of(|reporter| {
        let mut subset = Subset::new(standalone == Some(true), reporter);
        Head::of(source.at(..span.end as usize), span.start as usize, &mut subset);
        subset.finish();
    });
    stop.unwrap_or(span.end)
}

fn after_line_break(source: &str, at: usize) -> usize {
    let rest = source.at(at..);
    at + ["\r\n", "\n", "\r"].iter().find(|line_end| rest.starts_with(**line_end)).map_or(0, |end| end.len())
}

/// The declaration without its internal subset.
#[derive(Default)]
struct Head {
    name: Option<Span>,
    external: Option<Span>,
}

impl Head {
    /// Reads the declaration at byte `start` of `text`, and reports all violations.
    fn of(text: &str, start: usize, subset: &mut Subset<'_, '_>) -> Self {
        let mut scanner = Scanner::new(text, start);
        scanner.open = (Span::new(start, start + "<!DOCTYPE".len()), ">");
        scanner.at += "<!DOCTYPE".len();
        let mut head = Self::default();
        if let Err(fault) = head.read(&mut scanner, subset) {
            subset.fatal(fault);
        }
        head
    }

    /// Production `[28]` `doctypedecl` after `<!DOCTYPE`.
    fn read(&mut self, scanner: &mut Scanner<'_>, subset: &mut Subset<'_, '_>) -> Judged<()> {
        scanner.some_space()?;
        self.name = Some(scanner.name()?);
        let spaced = scanner.space();
        if matches!(scanner.peek(), Some('S' | 'P')) {
            if !spaced {
                return Err(scanner.expected("white space"));
            }
            self.external = Some(declarations::external_identifier(scanner, true)?);
            subset.beyond = true;
            scanner.space();
        }
        if scanner.eat("[") {
            let open = (Span::new(scanner.at - 1, scanner.at), "]");
            if !subset.read(scanner, open) {
                return Ok(());
            }
            scanner.space();
        }
        scanner.expect(">", "`>`")?;
        if scanner.at < scanner.text.len() { Err(scanner.forbidden()) } else { Ok(()) }
    }
}

/// The end of the declaration that starts at byte `start` with `<!DOCTYPE`: after the first `>` outside of quotes,
/// comments, processing instructions and the internal subset. `None` if it has no end.
pub(crate) fn end(source: &str, start: usize) -> Option<usize> {
    let bytes = source.as_bytes();
    let mut at = start + "<!DOCTYPE".len();
    let mut in_subset = false;
    let mut in_declaration = false;
    loop {
        let mut rest = bytes.get(at..)?.iter().enumerate();
        let (found, byte) = rest.find(|(_, byte)| matches!(byte, b'"' | b'\'' | b'[' | b']' | b'<' | b'>'))?;
        at += found;
        let rest = source.get(at..)?;
        let (skip, close) = match byte {
            b'"' if !in_subset || in_declaration => (1, "\""),
            b'\'' if !in_subset || in_declaration => (1, "'"),
            b'<' if rest.starts_with("<!--") => (4, "-->"),
            b'<' if rest.starts_with("<?") => (2, "?>"),
            _ => (1, ""),
        };
        match byte {
            _ if !close.is_empty() => at += rest.get(skip..)?.find(close)? + close.len(),
            b'[' if !in_declaration => in_subset = true,
            b']' if !in_declaration => in_subset = false,
            b'<' if in_subset => in_declaration = true,
            b'>' if in_declaration => in_declaration = false,
            b'>' if !in_subset => return Some(at + 1),
            _ => {}
        }
        at += skip;
    }
}
