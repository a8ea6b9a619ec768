//! `PageMap` data of Google's Programmable Search Engine in sitemaps (`pagemap-*`).

use super::Field;
use super::extension::{Content, Element, Extension, Page, Place, attribute};
use super::structure::Typo;
use crate::diagnostic::Arg;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::value::trimmed;
use crate::xml::content::decoded;
use crate::xml::walk::EndTag;

/// An element of the vocabulary.
#[derive(Debug, PartialEq, Eq)]
struct Definition {
    name: &'static str,
    /// The parent element; `url` for the outermost element.
    parent: &'static str,
    /// The required attribute.
    required: Option<&'static str>,
    /// The optional attribute.
    optional: Option<&'static str>,
}

const fn element(
    name: &'static str,
    parent: &'static str,
    required: Option<&'static str>,
    optional: Option<&'static str>,
) -> Definition {
    Definition { name, parent, required, optional }
}

/// All elements; names are case-sensitive.
static DEFINITIONS: [Definition; 4] = [
    element("PageMap", "url", None, None),
    element("Template", "PageMap", Some("src"), None),
    element("DataObject", "PageMap", Some("type"), Some("id")),
    element("Attribute", "DataObject", Some("name"), Some("value")),
];

/// The `PageMap` elements of a file.
#[derive(Debug, Default)]
struct PageMaps {
    open: Vec<OpenElement>,
    /// The first one of the current entry.
    first: Option<Span>,
}

#[derive(Debug)]
struct OpenElement {
    /// `None` for an unknown element.
    definition: Option<&'static Definition>,
    name: Span,
    tag: Span,
    /// The value of its attribute `value`.
    value: Option<Span>,
    template: Option<Span>,
    object: Option<Span>,
}

/// Processes the elements of `PageMap`s.
pub(crate) fn extension() -> Box<dyn Extension> {
    Box::new(PageMaps::default())
}

impl Extension for PageMaps {
    fn knows(&self, local: &str) -> bool {
        recognize(local).1
    }

    fn start(&mut self, local: &str, element: &Element<'_>, reporter: &mut Reporter<'_>) -> (Content, Option<Typo>) {
        let Element { source, name, tag, attributes, place, .. } = *element;
        let (definition, exact) = recognize(local);
        let around = if place == Place::Within { self.open.last().and_then(|open| open.definition) } else { None };
        // The children of an unknown element are not reported.
        let in_unknown = place == Place::Within && around.is_none();
        match definition {
            None if in_unknown => {}
            None => reporter.report(rules::pagemap_structure::unknown(name, name)),
            Some(right) if !exact => reporter.report(rules::pagemap_structure::like(name, name, right.name)),
            Some(_) => {}
        }
        let mut value = None;
        if let Some(definition) = definition {
            let at_home = match place {
                Place::Entry => definition.parent == "url",
                Place::Within => in_unknown || around.is_some_and(|around| around.name == definition.parent),
                _ => false,
            };
            if at_home {
                self.siblings(definition, name, place, reporter);
            } else if exact {
                reporter.report(rules::pagemap_structure::misplaced(name, name, definition.parent));
            }
            judge_attributes(definition, element, reporter);
            value = attribute(source, attributes, "value").map(|attribute| attribute.value);
        }
        self.open.push(OpenElement { definition, name, tag, value, template: None, object: None });
        let content = match definition.map(|definition| definition.name) {
            Some("Attribute") => Content::Text,
            Some(_) => Content::Elements,
            None => Content::Any,
        };
        (content, None)
    }

    fn value(&mut self, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let Some(open) = self.open.last() else { return };
        let range = trimmed(field.value.text);
        match open.value {
            Some(value) if !range.is_empty() => {
                let text = field.value.span(range.start, range.end);
                let found = rules::pagemap_value_conflict::two_values(open.tag, open.name);
                let found = found.related(text, "the other value");
                let same = field.value.text.get(range).is_some_and(|text| decoded(field.source, value) == text);
                reporter.report(if same { found.suggest(Edit::delete(field.content)) } else { found });
            }
            None if range.is_empty() => {
                reporter.report(rules::pagemap_value_conflict::no_value(open.tag, open.name));
            }
            _ => {}
        }
    }

    fn end(&mut self, _: &str, _: Span, _: EndTag, _: &mut Reporter<'_>) {
        self.open.pop();
    }

    fn entry(&mut self, _: &Page<'_>, _: &mut Reporter<'_>) {
        self.first = None;
    }
}

impl PageMaps {
    /// Reports a duplicate element, or one after an element that must follow it.
    fn siblings(&mut self, definition: &Definition, name: Span, place: Place, reporter: &mut Reporter<'_>) {
        let around = self.open.last_mut();
        let second = |first: Span, parent: Arg| {
            rules::pagemap_structure::second(name, name, parent).related(first, "first given here")
        };
        match (definition.name, around) {
            ("PageMap", _) if place == Place::Entry => {
                if let Some(first) = self.first {
                    reporter.report(second(first, "url".into()));
                }
                self.first.get_or_insert(name);
            }
            ("Template", Some(around)) => {
                if let Some(first) = around.template {
                    reporter.report(second(first, around.name.into()));
                } else if let Some(object) = around.object {
                    let late = rules::pagemap_structure::late(name, name, object);
                    reporter.report(late.related(object, "is before it"));
                }
                around.template.get_or_insert(name);
            }
            ("DataObject", Some(around)) => {
                around.object.get_or_insert(name);
            }
            _ => {}
        }
    }
}

/// The definition of `local` or of the most similar name; true if the spelling is exact.
fn recognize(local: &str) -> (Option<&'static Definition>, bool) {
    if let Some(definition) = DEFINITIONS.iter().find(|definition| definition.name == local) {
        return (Some(definition), true);
    }
    let lower = local.to_ascii_lowercase();
    let like = |definition: &&Definition| distance(&lower, &definition.name.to_ascii_lowercase()) <= 2;
    (DEFINITIONS.iter().find(like), false)
}

fn judge_attributes(definition: &Definition, element: &Element<'_>, reporter: &mut Reporter<'_>) {
    let mut missing = definition.required;
    for attribute in element.attributes {
        let name = element.source.at(attribute.name);
        // Declarations of namespaces and attributes of other namespaces are allowed.
        if name == "xmlns" || name.contains(':') {
            continue;
        }
        // A misspelled attribute is not reported as missing, too.
        missing = missing.filter(|missing| !missing.eq_ignore_ascii_case(name));
        if ![definition.required, definition.optional].contains(&Some(name)) {
            reporter.report(rules::pagemap_structure::attribute(attribute.name, element.name, attribute.name));
        }
    }
    if let Some(missing) = missing {
        let found = rules::pagemap_missing_attribute(element.name, element.name, missing);
        reporter.report(found);
    }
}

#[cfg(test)]
#[path = "pagemap_tests.rs"]
mod tests;
