//! The general entities of a document type declaration, and the verdicts on references to them.

use std::collections::HashMap;

use super::content::Facts;
use super::{EntityVerdict, Place};

/// A general entity.
#[derive(Debug, Clone)]
pub(super) enum Entity {
    /// An internal entity.
    Internal(Facts),
    /// An external entity, which is not read.
    External,
    /// An unparsed entity (`NDATA`).
    Unparsed,
}

/// The entity of a name.
#[derive(Debug, Clone, Copy)]
struct Binding {
    index: usize,
    /// True if references may rely on its declaration. In a standalone document, they must not rely on one within a
    /// parameter entity (WFC: Entity Declared).
    declared: bool,
}

/// The general entities by name, with the verdicts on them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entities {
    names: HashMap<Box<str>, Binding>,
    all: Vec<Entity>,
    /// Two verdicts for each entity: on references in content, and in attribute values.
    verdicts: Vec<Option<EntityVerdict>>,
    /// True if WFC: Entity Declared applies, so that unknown names are violations.
    complete: bool,
}

impl Entities {
    /// Adds an entity, unless the name is declared already (§4.2). `counts` is false for a declaration that references
    /// must not rely on.
    pub(super) fn declare(&mut self, name: &str, counts: bool, entity: impl FnOnce() -> Entity) {
        if let Some(binding) = self.names.get_mut(name) {
            binding.declared |= counts;
        } else {
            self.names.insert(name.into(), Binding { index: self.all.len(), declared: counts });
            self.all.push(entity());
        }
    }

    /// True if `name` is declared.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.get(name).filter(|binding| binding.declared).map(|binding| binding.index)
    }

    /// The verdict on a reference to `name` in `place`.
    pub(super) fn judge(&self, name: &str, place: Place) -> EntityVerdict {
        let Some(index) = self.index(name) else {
            return if self.complete { EntityVerdict::Undeclared } else { EntityVerdict::Unknowable };
        };
        match (self.all.get(index), place) {
            (Some(Entity::Unparsed), _) => EntityVerdict::Unparsed,
            (Some(Entity::External), Place::AttributeValue) => EntityVerdict::External,
            (Some(Entity::External), Place::Content) => EntityVerdict::Fine,
            _ => self.verdicts.get(2 * index + place as usize).copied().flatten().unwrap_or(EntityVerdict::Fine),
        }
    }

    /// Checks every entity in both places, after the last declaration. For `complete`, see the field.
    ///
    /// A depth-first search without recursion: each entity and place is visited once.
    pub(super) fn resolve(&mut self, complete: bool) {
        self.complete = complete;
        self.verdicts = vec![None; 2 * self.all.len()];
        let mut path: Vec<Visit> = Vec::new();
        for node in 0..self.verdicts.len() {
            path.extend(self.begin(node));
            while let Some(visit) = path.last_mut() {
                match self.step(visit) {
                    Step::Into(next) => path.extend(self.begin(next)),
                    Step::Done => {
                        if let Some(verdict) = self.verdicts.get_mut(visit.node) {
                            *verdict = Some(visit.verdict);
                        }
                        path.pop();
                    }
                }
            }
        }
    }

    /// Starts the visit of an entity and place, unless it was visited. Until its end, a reference to it is recursive.
    fn begin(&mut self, node: usize) -> Option<Visit> {
        let verdict = self.verdicts.get_mut(node).filter(|verdict| verdict.is_none())?;
        *verdict = Some(EntityVerdict::Recursive);
        Some(Visit { node, next: 0, verdict: EntityVerdict::Fine })
    }

    /// Continues with the references of an entity, up to one that must be checked first.
    fn step(&self, visit: &mut Visit) -> Step {
        let in_attribute = visit.node % 2 == Place::AttributeValue as usize;
        let Some(Entity::Internal(facts)) = self.all.get(visit.node / 2) else {
            return Step::Done;
        };
        if !(if in_attribute { facts.attribute } else { facts.content }) {
            visit.verdict = EntityVerdict::Malformed;
            return Step::Done;
        }
        while let Some(inner) = facts.references.get(visit.next) {
            let place = if in_attribute || inner.in_attribute { Place::AttributeValue } else { Place::Content };
            let verdict = match self.index(&inner.name).filter(|_| !super::is_predefined(&inner.name)) {
                Some(index) if matches!(self.all.get(index), Some(Entity::Internal(_))) => {
                    let node = 2 * index + place as usize;
                    match self.verdicts.get(node) {
                        Some(None) => return Step::Into(node),
                        known => known.copied().flatten().unwrap_or(EntityVerdict::Fine),
                    }
                }
                _ if super::is_predefined(&inner.name) => EntityVerdict::Fine,
                _ => self.judge(&inner.name, place),
            };
            visit.verdict = match (visit.verdict, verdict) {
                (EntityVerdict::Recursive, _) | (_, EntityVerdict::Recursive) => EntityVerdict::Recursive,
                (known, EntityVerdict::Fine | EntityVerdict::Unknowable) => known,
                _ => EntityVerdict::Malformed,
            };
            visit.next += 1;
        }
        Step::Done
    }
}

/// An entity and place that is being checked: the next reference, and the verdict so far.
struct Visit {
    node: usize,
    next: usize,
    verdict: EntityVerdict,
}

enum Step {
    Into(usize),
    Done,
}
