//! Deprecated elements and attributes: one finding for each name, whose fix removes all of them.

use super::{Element, Member, Vocabulary};
use crate::check::with_leading_space;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::xml::tag::Attribute;

/// The maximum number of elements that a fix removes.
const MOST: usize = 5_000;

/// The deprecated elements and attributes of a file.
#[derive(Debug, Default)]
pub(super) struct Deprecated {
    groups: Vec<Group>,
}

/// All elements of one name, or all occurrences of an attribute on them.
#[derive(Debug)]
struct Group {
    definition: usize,
    attribute: Option<&'static str>,
    /// The name of the first such element, or of the first element with the attribute.
    name: Span,
    /// The name of the first deprecated element or attribute.
    first: Span,
    entry: u32,
    count: u64,
    edits: Vec<Edit>,
}

impl Deprecated {
    /// Records an element.
    pub(super) fn element(&mut self, source: &str, member: &Member, entry: u32) {
        let group = Group::new(member.definition, None, member.name, member.name, entry);
        self.add(group, Edit::delete(with_leading_space(source, member.element)));
    }

    /// Records the attribute called `is` of an element.
    pub(super) fn attribute(
        &mut self,
        definition: usize,
        element: &Element<'_>,
        is: &'static str,
        attribute: &Attribute,
        entry: u32,
    ) {
        let group = Group::new(definition, Some(is), element.name, attribute.name, entry);
        self.add(group, Edit::delete(with_leading_space(element.source, attribute.whole)));
    }

    /// Adds `new` to its group.
    fn add(&mut self, mut new: Group, edit: Edit) {
        let same = |group: &&mut Group| (group.definition, group.attribute) == (new.definition, new.attribute);
        if let Some(group) = self.groups.iter_mut().find(same) {
            group.add(edit);
        } else {
            new.add(edit);
            self.groups.push(new);
        }
    }

    /// Reports each name once.
    pub(super) fn finish(&mut self, vocabulary: &Vocabulary, reporter: &mut Reporter<'_>) {
        for group in std::mem::take(&mut self.groups) {
            let mut found = match vocabulary.deprecated_attribute.filter(|_| group.attribute.is_some()) {
                Some(message) => message(group.first, group.name, group.first, group.count),
                None => (vocabulary.deprecated)(group.first, group.name, group.count),
            };
            found.entry = group.entry;
            let whole = group.edits.len() as u64 == group.count && reporter.fatal_at().is_none();
            // Their values may exist nowhere else in the file, so a person has to decide.
            reporter.report(if whole { found.suggest(group.edits) } else { found });
        }
    }
}

impl Group {
    fn new(definition: usize, attribute: Option<&'static str>, name: Span, first: Span, entry: u32) -> Self {
        Self { definition, attribute, name, first, entry, count: 0, edits: Vec::new() }
    }

    fn add(&mut self, edit: Edit) {
        self.count += 1;
        if self.edits.len() < MOST {
            self.edits.push(edit);
        }
    }
}
