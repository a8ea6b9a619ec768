//! The internal subset: productions `[28a]` `DeclSep` and `[28b]` `intSubset`.

use crate::xml::reference::undefined;
use std::collections::HashMap;
use std::rc::Rc;

use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::xml::chars::name_end;

use super::content::facts;
use super::declarations::{Definition, EntityDeclaration, MarkupDeclaration, markup};
use super::entities::{Entities, Entity};
use super::scanner::{Fault, Judged, Scanner, forbidden, not_well_formed, unterminated};
use super::{EntityVerdict, Place, is_predefined};
use crate::rules;

/// The maximum number of faults that are reported.
const MOST_FAULTS: usize = 50;

/// The state of the internal subset.
pub(super) struct Subset<'r, 'o> {
    reporter: &'r mut Reporter<'o>,
    standalone: bool,
    /// True if there is an external subset or a reference to a parameter entity, which may contain further
    /// declarations.
    pub(super) beyond: bool,
    /// The number of attribute-list declarations, which may define default values.
    pub(super) attribute_lists: usize,
    entities: Entities,
    parameters: HashMap<Box<str>, Parameter>,
    /// References in default values of attributes, checked once all entities are known.
    defaults: Vec<DefaultReference>,
    /// False after a parameter entity that is not read: later declarations are not processed (§5.1).
    counting: bool,
    faults: usize,
    findings: usize,
}

/// A parameter entity.
enum Parameter {
    /// Its replacement text, which has not been read yet.
    Internal(Rc<str>),
    /// Its replacement text is being read.
    Open,
    /// Its declarations have been read; reading them again would change nothing.
    Read,
    /// An external entity.
    External,
}

/// A reference in the default value of an attribute.
struct DefaultReference {
    name: Box<str>,
    /// The span for findings.
    span: Span,
    /// True if it must be declared before (WFC: Entity Declared), was not, and cannot be declared elsewhere.
    undeclared: bool,
}

/// A parameter entity whose replacement text is being read.
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

    /// The entities with their verdicts, and the number of findings on entities.
    pub(super) fn finish(mut self) -> (Entities, usize) {
        let whole = self.standalone || !self.beyond;
        // After a fault, some declarations may not have been read.
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

    /// Reads the declarations up to and including the `]`; false if it is missing, or after too many faults.
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

    /// Records a declaration in `text`; `shown` is the reference to the parameter entity that contains it, if any.
    fn declared(&mut self, text: &str, declared: MarkupDeclaration, shown: Option<Span>) {
        self.attribute_lists += usize::from(matches!(declared, MarkupDeclaration::Attributes(_)));
        match declared {
            MarkupDeclaration::Nothing => {}
            MarkupDeclaration::Attributes(names) if self.counting => {
                for name in names.into_iter().filter(|name| !is_predefined(text.at(*name))) {
                    let whole = self.standalone || !self.beyond;
                    let undeclared = whole && !self.entities.knows(text.at(name));
                    let reference = Span { start: name.start - 1, end: name.end + 1 };
                    let name = text.at(name).into();
                    self.defaults.push(DefaultReference { name, span: shown.unwrap_or(reference), undeclared });
                }
            }
            MarkupDeclaration::Attributes(_) => {}
            MarkupDeclaration::Entity(entity) => {
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
            // Standalone documents must not rely on declarations in parameter entities.
            let counts = !(in_parameter && self.standalone);
            self.entities.declare(name, counts, || match entity.definition {
                Definition::Internal(text) => Entity::Internal(facts(&text)),
                Definition::External { unparsed: true, .. } => Entity::Unparsed,
                Definition::External { .. } => Entity::External,
            });
        }
    }

    /// Reads production `[69]` `PEReference` between declarations, and its replacement text.
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
                // A conditional section, which is only allowed in parameter entities and other files.
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

    /// Opens the parameter entity `name`, which is referenced at `whole`.
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

/// Skips to the next character that may start a part of a subset.
fn skip_junk(scanner: &mut Scanner<'_>) {
    let skipped = scanner.rest().find(['<', ']', '%']);
    scanner.at = skipped.map_or(scanner.text.len(), |length| scanner.at + length);
}

/// Reads a parameter-entity reference at a `%`. Returns the name and the whole span.
fn parameter_name<'t>(scanner: &mut Scanner<'t>) -> Judged<(&'t str, Span)> {
    let start = scanner.at;
    let end = name_end(scanner.text, start + 1);
    if end == start + 1 || scanner.text.as_bytes().get(end) != Some(&b';') {
        return Err(forbidden(Span::new(start, end)));
    }
    scanner.at = end + 1;
    Ok((scanner.text.at(start + 1..end), Span::new(start, end + 1)))
}

/// True for constructs that are only allowed in parameter entities and that a parser without expansion of them cannot
/// check: references within a declaration, and conditional sections.
fn is_beyond(text: &str, fault: &Fault) -> bool {
    let rest = text.at(fault.diagnostic.span.range().start..);
    let section = rest.strip_prefix("<![").filter(|section| section.contains("]]>")).map(str::trim_start);
    section.is_some_and(|section| ["INCLUDE", "IGNORE", "%"].iter().any(|keyword| section.starts_with(keyword)))
        || rest.starts_with('%') && name_end(rest, 1) > 1
}

/// The end of the malformed declaration at `start`.
fn declaration_end(text: &str, start: usize) -> usize {
    let rest = text.at(start..);
    let close = if rest.starts_with("<!--") {
        "-->"
    } else if rest.starts_with("<?") {
        "?>"
    } else {
        return start + tag_end(rest);
    };
    rest.find(close).map_or(text.len(), |length| start + length + close.len())
}

/// The offset after the first `>` outside of quotes; an unclosed quote is ignored.
fn tag_end(rest: &str) -> usize {
    let mut at = 0;
    while let Some(found) = rest.at(at..).find(['"', '\'', '>']) {
        at += found + 1;
        let quote = match rest.as_bytes().get(at - 1) {
            Some(b'"') => '"',
            Some(b'\'') => '\'',
            _ => return at,
        };
        at += rest.at(at..).find(quote).map_or(0, |length| length + 1);
    }
    rest.len()
}
