//! Compares the elements of a file with the definitions of a vocabulary.

use super::deprecated::Deprecated;
use super::order::Order;
use super::placement::{Misplaced, Place, Run, declares};
use super::{Block, Checks, Content, Definition, Elements, Extension, Field, Member, Page, Vocabulary};
use crate::check::namespace::Namespaces;
use crate::check::structure::Typo;
use crate::check::with_leading_space;
use crate::diagnostic::Edit;
use crate::reporter::Reporter;
use crate::span::{At, Span};
use crate::value::spelling::distance;
use crate::value::trimmed;
use crate::xml::tag::Attribute;
use crate::xml::walk::EndTag;

/// An element at its start tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element<'t> {
    /// The whole text of the file.
    pub(crate) source: &'t str,
    pub(crate) name: Span,
    /// The whole start tag.
    pub(crate) tag: Span,
    pub(crate) attributes: &'t [Attribute],
    /// Its location.
    pub(crate) place: Place,
    /// The declarations in scope.
    pub(crate) namespaces: &'t Namespaces<'t>,
}

/// The state of the elements of a vocabulary in a file.
#[derive(Debug)]
pub(crate) struct Shape<C> {
    vocabulary: &'static Vocabulary,
    /// The vocabulary's own checks.
    checks: C,
    open: Vec<OpenElement>,
    /// The children of the open elements so far, those of the innermost element last.
    members: Vec<Member>,
    /// Among them, the first element of each name that may occur only once.
    once: Vec<Member>,
    deprecated: Deprecated,
    order: Order,
    /// Consecutive misplaced elements in the entry that a new element can contain.
    run: Option<Box<Run>>,
    /// The first child of the entry of each name that may occur only once.
    firsts: Vec<Member>,
    /// True if the current entry has elements of the vocabulary.
    touched: bool,
}

#[derive(Debug)]
struct OpenElement {
    /// `None` for an unknown element.
    definition: Option<usize>,
    name: Span,
    tag: Span,
    /// The index of its first child in `Shape::members`.
    members: usize,
    /// The index of its first child in `Shape::once`.
    once: usize,
    /// The definitions of its children.
    children: Elements,
    /// The definitions of its children that have a value.
    children_with_value: Elements,
    /// True if it contains a URL outside the elements of the vocabulary.
    stray_url: bool,
    misplaced: Option<Misplaced>,
    run: Option<Box<Run>>,
    value: Option<Span>,
}

impl<C: Checks> Shape<C> {
    /// Processes `vocabulary`, with the checks of the extension.
    pub(crate) fn boxed(vocabulary: &'static Vocabulary, checks: C) -> Box<dyn Extension>
    where
        C: 'static,
    {
        Box::new(Self {
            vocabulary,
            checks,
            open: Vec::new(),
            members: Vec::new(),
            once: Vec::new(),
            deprecated: Deprecated::default(),
            order: Order::default(),
            run: None,
            firsts: Vec::new(),
            touched: false,
        })
    }

    fn definition(&self, index: Option<usize>) -> Option<&'static Definition> {
        self.vocabulary.definitions.get(index?)
    }

    fn push(&mut self, definition: Option<usize>, element: &Element<'_>, misplaced: Option<Misplaced>) {
        let Element { name, tag, .. } = *element;
        let (members, once) = (self.members.len(), self.once.len());
        self.open.push(OpenElement {
            definition,
            name,
            tag,
            members,
            once,
            children: Elements::default(),
            children_with_value: Elements::default(),
            stray_url: false,
            misplaced,
            run: None,
            value: None,
        });
    }

    /// The definition of `local`, or the most likely one if it is misspelled, within `parent`.
    fn recognize(&self, local: &str, parent: &str) -> (Option<(usize, &'static Definition)>, Option<Typo>) {
        match self.vocabulary.index_of(local).and_then(|index| Some((index, self.definition(Some(index))?))) {
            Some(found) => (Some(found), None),
            None => self.guess(local, parent),
        }
    }

    /// The most likely definition of the unknown name `local` within `parent`.
    #[cold]
    fn guess(&self, local: &str, parent: &str) -> (Option<(usize, &'static Definition)>, Option<Typo>) {
        let definitions = self.vocabulary.definitions;
        let fits = |definition: &Definition| definition.name.eq_ignore_ascii_case(local);
        let lower = local.to_ascii_lowercase();
        let synonym = self.vocabulary.synonyms.iter().find(|(wrong, _)| *wrong == lower).map(|(_, right)| *right);
        let index = match synonym {
            Some(right) => self.vocabulary.index_of(right),
            None => definitions.iter().position(fits).or_else(|| near(definitions, &lower, parent)),
        };
        // A name that is present and may occur only once is unlikely to be meant.
        let once = |&(index, definition): &(usize, &Definition)| {
            let is_present = self.once_in(self.open.last()).iter().any(|member| member.definition == index);
            definition.many || definition.parent != parent || !is_present
        };
        let found = index.and_then(|index| Some((index, definitions.get(index)?))).filter(once);
        (found, found.map(|(_, definition)| Typo { message: self.vocabulary.like, name: definition.name }))
    }

    /// The first child of `open`, the innermost open element, for each name that may occur only once.
    fn once_in(&self, open: Option<&OpenElement>) -> &[Member] {
        open.and_then(|open| self.once.get(open.once..)).unwrap_or_default()
    }

    fn attributes(
        &mut self,
        index: usize,
        definition: &Definition,
        element: &Element<'_>,
        reporter: &mut Reporter<'_>,
    ) {
        for attribute in element.attributes {
            let name = element.source.at(attribute.name);
            // Declarations of namespaces and attributes of other namespaces are allowed.
            if name == "xmlns" || name.contains(':') || definition.attributes.contains(&name) {
                continue;
            }
            if let Some(is) = definition.deprecated_attributes.iter().find(|is| **is == name) {
                self.deprecated.attribute(index, element, is, attribute, reporter.entry());
                continue;
            }
            let found = (self.vocabulary.unknown_attribute)(attribute.name, element.name, attribute.name);
            reporter.report(found.suggest(Edit::delete(with_leading_space(element.source, attribute.whole))));
        }
    }

    /// Records an element at its right place, or reports it as a duplicate.
    fn member(&mut self, source: &str, definition: &Definition, member: Member, reporter: &mut Reporter<'_>) {
        let Some(parent) = self.open.last_mut() else {
            if !definition.many && self.firsts.iter().all(|other| other.definition != member.definition) {
                self.firsts.push(member);
            }
            return;
        };
        self.members.push(member);
        if member.value.is_some() {
            parent.children_with_value.add(member.definition);
        }
        if !parent.children.add(member.definition) {
            if !definition.many {
                self.once.push(member);
            }
            return;
        }
        let once = self.once.get(parent.once..).unwrap_or_default();
        let first = once.iter().find(|other| other.definition == member.definition);
        let Some(first) = first.filter(|_| !definition.many) else { return };
        let found = (self.vocabulary.duplicate)(member.tag, member.name, parent.name);
        let mut found = found.related(first.tag, "first given here");
        if equal(source, definition, first, &member) {
            found = found.suggest(Edit::delete(with_leading_space(source, member.element)));
        } else if !declares(source, parent.tag)
            && let Some(edit) = self.checks.split(source, definition.name, parent.name, member.element)
        {
            found = found.suggest(edit);
        }
        reporter.report(found);
    }

    /// Adds a misplaced element to the current run, or reports it.
    #[cold]
    fn misplaced(
        &mut self,
        source: &str,
        member: &Member,
        misplaced: Misplaced,
        truncated: bool,
        reporter: &mut Reporter<'_>,
    ) {
        let outer = self.open.last().map_or("", |open| self.definition(open.definition).map_or("", |d| d.name));
        if !truncated && misplaced.can_be_wrapped(self.vocabulary, outer) {
            let (slot, around) = match self.open.last_mut() {
                Some(open) if misplaced.place == Place::Within => {
                    (&mut open.run, self.once.get(open.once..).unwrap_or_default())
                }
                _ => (&mut self.run, &*self.firsts),
            };
            if let Some(run) = slot.as_mut().filter(|run| run.goes_on(source, self.vocabulary, member)) {
                run.add(member);
                return;
            }
            let next = Box::new(Run::new(member, slot.as_deref()));
            if let Some(ended) = slot.replace(next) {
                reporter.report(ended.found(source, self.vocabulary, around));
            }
            return;
        }
        reporter.report(misplaced.found(source, self.vocabulary, member, truncated));
    }
}

impl<C: Checks> Extension for Shape<C> {
    fn knows(&self, local: &str) -> bool {
        self.vocabulary.index_of(local).is_some()
    }

    fn start(&mut self, local: &str, element: &Element<'_>, reporter: &mut Reporter<'_>) -> (Content, Option<Typo>) {
        self.touched = true;
        let parent =
            if element.place == Place::Within { self.open.last().and_then(|open| open.definition) } else { None };
        let inside = self.definition(parent).map_or("", |definition| definition.name);
        let (found, meant) = self.recognize(local, inside);
        let Some((index, definition)) = found else {
            // The children of an unknown element are not reported.
            if element.place != Place::Within || parent.is_some() {
                let around = self.open.last().map_or(element.name, |open| open.name);
                let mut unknown = (self.vocabulary.unknown)(element.name, element.name);
                if element.place == Place::Within {
                    unknown = unknown.related(around, "is inside this one");
                }
                reporter.report(unknown);
            }
            self.push(None, element, None);
            return (Content::Any, None);
        };
        self.attributes(index, definition, element, reporter);
        let at_home = match element.place {
            Place::Entry => definition.parent.is_empty(),
            // If the parent is unknown, only the parent is reported.
            Place::Within => parent.is_none() || definition.parent == inside,
            _ => false,
        };
        let misplaced = (!at_home).then_some(Misplaced { place: element.place, definition: index });
        self.push(Some(index), element, misplaced);
        self.checks.start(definition.name, element, reporter);
        (definition.content, meant)
    }

    fn value(&mut self, field: &Field<'_>, reporter: &mut Reporter<'_>) {
        let Some(open) = self.open.last_mut() else { return };
        let range = trimmed(field.value.text);
        open.value = (!range.is_empty()).then(|| field.value.span(range.start, range.end));
        if let Some(definition) = open.definition.and_then(|index| self.vocabulary.definitions.get(index)) {
            self.checks.value(definition.name, field, reporter);
        }
    }

    fn opaque(&mut self, content: Span) {
        if let Some(open) = self.open.last_mut() {
            open.value = Some(content);
        }
    }

    fn stray(&mut self, local: &str) {
        if let Some(open) = self.open.last_mut() {
            open.stray_url |= local == "loc";
        }
    }

    fn end(&mut self, source: &str, element: Span, end: EndTag, reporter: &mut Reporter<'_>) {
        let Some(open) = self.open.last() else { return };
        if let Some(run) = &open.run {
            reporter.report(run.found(source, self.vocabulary, self.once_in(Some(open))));
        }
        let OpenElement { definition, name, tag, misplaced, value, members, once, .. } = *open;
        let found = definition.zip(self.definition(definition));
        let shallow = misplaced.is_some_and(|misplaced| matches!(misplaced.place, Place::Value(_)));
        if let Some((_, definition)) = found
            && definition.content == Content::Elements
            && !end.truncated
            && !shallow
        {
            let vocabulary = self.vocabulary;
            let block = Block {
                source,
                local_name: definition.name,
                name,
                tag,
                element,
                members: self.members.get(members..).unwrap_or_default(),
                children: open.children,
                children_with_value: open.children_with_value,
                stray_url: open.stray_url,
                vocabulary,
            };
            self.checks.block(&block, reporter);
            let skip = reporter.wants(vocabulary.deprecation);
            if reporter.wants(vocabulary.order) && !(skip && definition.deprecated) {
                self.order.block(&block, skip);
            }
        }
        self.open.pop();
        self.members.truncate(members);
        self.once.truncate(once);
        let Some((index, definition)) = found else { return };
        let member = Member { definition: index, name, tag, element, value };
        if definition.deprecated {
            self.deprecated.element(source, &member, reporter.entry());
        }
        let Some(misplaced) = misplaced else {
            self.member(source, definition, member, reporter);
            return;
        };
        self.misplaced(source, &member, misplaced, end.truncated, reporter);
        if matches!(misplaced.place, Place::Root(_)) {
            // The elements are not part of an entry.
            self.entry(&Page::none(source), reporter);
        }
    }

    fn entry(&mut self, page: &Page<'_>, reporter: &mut Reporter<'_>) {
        if let Some(run) = self.run.take() {
            reporter.report(run.found(page.source, self.vocabulary, &self.firsts));
        }
        self.firsts.clear();
        if std::mem::take(&mut self.touched) {
            self.checks.entry(page, reporter);
        }
    }

    fn finish(&mut self, source: &str, _: &mut Namespaces<'_>, reporter: &mut Reporter<'_>) {
        if let Some(run) = self.run.take() {
            reporter.report(run.found(source, self.vocabulary, &[]));
        }
        self.deprecated.finish(self.vocabulary, reporter);
        self.order.finish(self.vocabulary, reporter);
        self.checks.finish(source, reporter);
    }

    fn outweighs_value(&self) -> bool {
        true
    }
}

/// True if two elements have the same content.
fn equal(source: &str, definition: &Definition, first: &Member, second: &Member) -> bool {
    let text = |span: Span| source.get(span.range());
    let value = |member: &Member| member.value.map(text);
    text(first.element) == text(second.element)
        || definition.content != Content::Elements
            && text(first.tag) == text(second.tag)
            && value(first) == value(second)
}

/// The definition whose name is most similar to `name`, preferably a child of `parent`: it differs by up to four
/// edits, or `name` is its beginning.
fn near(definitions: &[Definition], name: &str, parent: &str) -> Option<usize> {
    let score = |definition: &Definition| {
        let apart = distance(name, definition.name);
        let most = name.len().max(definition.name.len()) / 3;
        let begins = name.len() >= 4 && definition.name.starts_with(name);
        (begins || apart <= most.min(4)).then_some((definition.parent != parent, apart))
    };
    definitions
        .iter()
        .enumerate()
        .filter_map(|(index, definition)| Some((score(definition)?, index)))
        .min()
        .map(|(_, index)| index)
}
