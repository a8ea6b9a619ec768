//! The internal subset: productions `[28a]` `DeclSep` and `[28b]` `intSubset`.

use crate::xml::reference::undefined;
use std::collections::HashMap;
use std::rc::Rc;

use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::xml::chars::name_end;

use super::content::facts;
use super::declarations::{Declared, Definition, EntityDeclaration, markup};
use super::entities::{Entities, Entity};
use super::scanner::{Fault, Judged, Scanner, forbidden, not_well_formed, unterminated};
use super::{EntityVerdict, Place, is_predefined};
use crate::rules;

/// So many faults are reported; a document type declaration with more is something else.
const MOST_FAULTS: usize = 50;

/// The internal subset as it is read.
pub(super) struct Subset<'r, 'o> {
    reporter: &'r mut Reporter<'o>,
    standalone: bool,
    /// There is an external subset or a reference to a parameter entity: what is not declared here
    /// may be declared there.
    pub(super) beyond: bool,
    /// How many declarations of attributes there are, which may have default values.
    pub(super) attribute_lists: usize,
    entities: Entities,
    parameters: HashMap<Box<str>, Parameter>,
    /// References in default values of attributes, judged once all entities are known.
    defaults: Vec<Pending>,
    /// False behind a parameter entity that is not read: declarations no longer count (§5.1).
    counting: bool,
    faults: usize,
    findings: usize,
}

/// A parameter entity.
enum Parameter {
    /// Its replacement text, which has not been read as declarations yet.
    Internal(Rc<str>),
    /// Its replacement text is being read.
    Open,
    /// Its declarations have been read: the same ones again would change nothing.
    Read,
    /// It is in another file.
    External,
}

/// A reference in the default value of an attribute.
struct Pending {
    name: Box<str>,
    /// Where to show it.
    span: Span,
    /// It has to be declared before (WFC: Entity Declared), was not, and could not have been
    /// elsewhere.
    undeclared: bool,
}

/// The replacement text of a parameter entity that is being read.
struct Frame {
    name: Box<str>,
    text: Rc<str>,
    at: usize,
}

impl<'r, 'o> Subset<'r, 'o> {
    pub(super) fn new(standalone: bool, reporter: &'r mut Reporter<'o>) -> Self {
        Self {
            reporter,
            standalone,
            beyond: false,
            attribute_lists: 0,
            entities: Entities::default(),
            parameters: HashMap::new(),
            defaults: Vec::new(),
            counting: true,
            faults: 0,
            findings: 0,
        }
    }

    /// Reports a violation.
    pub(super) fn fatal(&mut self, fault: Fault) {
        self.faults += 1;
        self.reporter.fatal(*fault.diagnostic, fault.at);
    }

    /// The entities, judged, and how many findings about entities there were.
    pub(super) fn finish(mut self) -> (Entities, usize) {
        let whole = self.standalone || !self.beyond;
        // After a fault entities may be missing whose declarations could not be read.
        self.entities.resolve(whole && self.faults == 0);
        for default in std::mem::take(&mut self.defaults) {
            let verdict = match self.entities.judge(&default.name, Place::AttributeValue) {
                _ if default.undeclared => EntityVerdict::Undeclared,
                verdict => verdict,
            };
            let found = match verdict {
                EntityVerdict::Undeclared => Some(undefined(&default.name, default.span, false).0),
                verdict => verdict.diagnostic(default.span),
            };
            if let Some(diagnostic) = found {
                self.reporter.fatal(diagnostic, default.span.start);
            }
        }
        (self.entities, self.findings)
    }

    /// Reads the declarations up to the `]`, which is read too; false when there is none, or too
    /// much is wrong.
    pub(super) fn read(&mut self, scanner: &mut Scanner<'_>, open: (Span, &'static str)) -> bool {
        loop {
            scanner.open = open;
            scanner.space();
            if scanner.eat("]") {
                return true;
            }
            if self.faults >= MOST_FAULTS {
                return false;
            }
            let start = scanner.at;
            match scanner.peek() {
                None => {
                    self.fatal(unterminated(open.0, open.1, scanner.text.len()));
                    return false;
                }
                Some('<') => match markup(scanner) {
                    Ok(declared) => self.declared(scanner.text, declared, None),
                    Err(fault) => {
                        self.fatal(fault);
                        scanner.at = declaration_end(scanner.text, start);
                    }
                },
                Some('%') => {
                    if let Err(fault) = self.parameter_reference(scanner) {
                        scanner.at = scanner.at.max(start + 1);
                        self.fatal(fault);
                        skip_junk(scanner);
                    }
                }
                Some(_) => {
                    self.fatal(scanner.forbidden());
                    skip_junk(scanner);
                }
            }
        }
    }

    /// Takes note of a declaration in `text`; `shown` is the reference that led to it, if one did.
    fn declared(&mut self, text: &str, declared: Declared, shown: Option<Span>) {
        self.attribute_lists += usize::from(matches!(declared, Declared::Attributes(_)));
        match declared {
            Declared::Nothing => {}
            Declared::Attributes(names) if self.counting => {
                for name in names.into_iter().filter(|name| !is_predefined(text.at(*name))) {
                    let whole = self.standalone || !self.beyond;
                    let undeclared = whole && !self.entities.knows(text.at(name));
                    let reference = Span { start: name.start - 1, end: name.end + 1 };
                    let name = text.at(name).into();
                    self.defaults.push(Pending { name, span: shown.unwrap_or(reference), undeclared });
                }
            }
            Declared::Attributes(_) => {}
            Declared::Entity(entity) => {
                if shown.is_none() {
                    self.report(&entity);
                }
                if self.counting {
                    self.declare(text, entity, shown.is_some());
                }
            }
        }
    }

    fn report(&mut self, entity: &EntityDeclaration) {
        self.findings += 1;
        self.reporter.report(if entity.parameter {
            rules::xml_entity_declaration::parameter(entity.whole, entity.name)
        } else {
            rules::xml_entity_declaration(entity.whole, entity.name)
        });
        if let Definition::External { identifier, .. } = entity.definition {
            self.reporter.report(rules::xml_external_entity(identifier, identifier));
        }
    }

    fn declare(&mut self, text: &str, entity: EntityDeclaration, in_parameter: bool) {
        let name = text.at(entity.name);
        if entity.parameter {
            let parameter = match entity.definition {
                Definition::Internal(text) => Parameter::Internal(text.into()),
                Definition::External { .. } => Parameter::External,
            };
            self.parameters.entry(name.into()).or_insert(parameter);
        } else {
            // Standalone documents must not rely on what a parameter entity declares.
            let counts = !(in_parameter && self.standalone);
            self.entities.declare(name, counts, || match entity.definition {
                Definition::Internal(text) => Entity::Internal(facts(&text)),
                Definition::External { unparsed: true, .. } => Entity::Unparsed,
                Definition::External { .. } => Entity::External,
            });
        }
    }

    /// Production `[69]` `PEReference` between declarations, and what it stands for.
    fn parameter_reference(&mut self, scanner: &mut Scanner<'_>) -> Judged<()> {
        let (name, whole) = parameter_name(scanner)?;
        self.beyond = true;
        let mut frames: Vec<Frame> = Vec::new();
        self.enter(name, whole, &mut frames)?;
        while let Some(frame) = frames.last_mut() {
            let text = Rc::clone(&frame.text);
            let mut inner = Scanner::new(&text, frame.at);
            inner.space();
            let result = match inner.peek() {
                None => {
                    let name = frames.pop().map(|frame| frame.name).unwrap_or_default();
                    self.parameters.insert(name, Parameter::Read);
                    continue;
                }
                Some('%') => parameter_name(&mut inner).map(|(name, _)| Some(name)),
                // A conditional section, which only parameter entities and other files may hold.
                Some('<') if inner.rest().starts_with("<![") => Err(forbidden(inner.token())),
                Some('<') => markup(&mut inner).map(|declared| {
                    self.declared(&text, declared, Some(whole));
                    None
                }),
                Some(_) => Err(inner.forbidden()),
            };
            frame.at = inner.at;
            match result {
                Ok(Some(name)) => self.enter(name, whole, &mut frames)?,
                Ok(None) => {}
                Err(fault) if is_beyond(&text, &fault) => {
                    self.unread();
                    frames.pop();
                }
                Err(_) => return Err(not_well_formed(rules::xml_not_well_formed::malformed(whole, whole))),
            }
        }
        Ok(())
    }

    /// Opens the parameter entity `name`, referred to by what stands at `whole`.
    fn enter(&mut self, name: &str, whole: Span, frames: &mut Vec<Frame>) -> Judged<()> {
        let Some(parameter) = self.parameters.get_mut(name).filter(|_| self.counting) else {
            self.unread();
            return Ok(());
        };
        match parameter {
            Parameter::Internal(text) => {
                frames.push(Frame { name: name.into(), text: Rc::clone(text), at: 0 });
                *parameter = Parameter::Open;
            }
            Parameter::Open => return Err(not_well_formed(rules::xml_not_well_formed::recursive(whole, whole))),
            Parameter::Read => {}
            Parameter::External => self.unread(),
        }
        Ok(())
    }

    fn unread(&mut self) {
        self.counting = self.standalone;
    }
}

/// Goes on where something may start that belongs into a subset.
fn skip_junk(scanner: &mut Scanner<'_>) {
    let skipped = scanner.rest().find(['<', ']', '%']);
    scanner.at = skipped.map_or(scanner.text.len(), |length| scanner.at + length);
}

/// The name of a parameter entity, and the whole reference, at a `%`.
fn parameter_name<'t>(scanner: &mut Scanner<'t>) -> Judged<(&'t str, Span)> {
    let start = scanner.at;
    let end = name_end(scanner.text, start + 1);
    if end == start + 1 || scanner.text.as_bytes().get(end) != Some(&b';') {
        return Err(forbidden(Span::new(start, end)));
    }
    scanner.at = end + 1;
    Ok((&scanner.text[start + 1..end], Span::new(start, end + 1)))
}

/// True for what only parameter entities may hold, and a parser that does not expand them within
/// declarations cannot judge: references in the midst of a declaration, conditional sections.
fn is_beyond(text: &str, fault: &Fault) -> bool {
    let rest = text.at(fault.diagnostic.span.range().start..);
    let section = rest.strip_prefix("<![").filter(|section| section.contains("]]>")).map(str::trim_start);
    section.is_some_and(|section| ["INCLUDE", "IGNORE", "%"].iter().any(|keyword| section.starts_with(keyword)))
        || rest.starts_with('%') && name_end(rest, 1) > 1
}

/// The end of the declaration at `start` that could not be read.
fn declaration_end(text: &str, start: usize) -> usize {
    let rest = &text[start..];
    let close = if rest.starts_with("<!--") {
        "-->"
    } else if rest.starts_with("<?") {
        "?>"
    } else {
        return start + tag_end(rest);
    };
    rest.find(close).map_or(text.len(), |length| start + length + close.len())
}

/// Behind the first `>` outside of quotes; a quote without its twin is none.
fn tag_end(rest: &str) -> usize {
    let mut at = 0;
    while let Some(found) = rest[at..].find(['"', '\'', '>']) {
        at += found + 1;
        let quote = match rest.as_bytes()[at - 1] {
            b'"' => '"',
            b'\'' => '\'',
            _ => return at,
        };
        at += rest[at..].find(quote).map_or(0, |length| length + 1);
    }
    rest.len()
}
