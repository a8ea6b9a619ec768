//! Elements and attributes without effect: one finding for each name, which removes all of them.

use super::{Element, Member, Vocabulary};
use crate::check::with_leading_space;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::span::Span;
use crate::xml::tag::Attribute;

/// How many elements of a name are removed at once.
const MOST: usize = 5_000;

/// What has no effect in a file.
#[derive(Debug, Default)]
pub(super) struct Deprecated {
    groups: Vec<Group>,
}

/// All elements of a name, or all of an attribute on such elements.
#[derive(Debug)]
struct Group {
    definition: usize,
    attribute: Option<&'static str>,
    /// The name of the first such element.
    name: Span,
    /// The first thing that is to go.
    first: Span,
    entry: u32,
    count: u64,
    edits: Vec<Edit>,
}

impl Deprecated {
    /// Notes an element.
    pub(super) fn element(&mut self, source: &str, member: &Member, entry: u32) {
        let group = Group::new(member.definition, None, member.name, member.name, entry);
        self.add(group, Edit::delete(with_leading_space(source, member.element)));
    }

    /// Notes the attribute called `is` of an element.
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

    /// Adds to the group that `new` belongs to.
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
            // What they say is harmless, and may stand nowhere else.
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
