//! The general entities a document type declaration declares, and the verdicts on references to them.

use std::collections::HashMap;

use super::content::Facts;
use super::{EntityVerdict, Place};

/// A general entity.
#[derive(Debug, Clone)]
pub(super) enum Entity {
    /// Its replacement text is known.
    Internal(Facts),
    /// It is in another file, which is not read.
    External,
    /// It is not text (`NDATA`).
    Unparsed,
}

/// What a name stands for.
#[derive(Debug, Clone, Copy)]
struct Binding {
    index: usize,
    /// A declaration that references may rely on was read; one within a parameter entity is none
    /// in a standalone document (WFC: Entity Declared).
    declared: bool,
}

/// The general entities by name, with the verdicts on them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entities {
    names: HashMap<Box<str>, Binding>,
    all: Vec<Entity>,
    /// For each entity the verdict in content, then that in an attribute value.
    verdicts: Vec<EntityVerdict>,
    /// WFC: Entity Declared holds, so a name that is not here is a violation.
    complete: bool,
}

impl Entities {
    /// Adds an entity; the first declaration of a name binds (§4.2).
    /// `counts` is false for a declaration that references may not rely on.
    pub(super) fn declare(&mut self, name: &str, counts: bool, entity: impl FnOnce() -> Entity) {
        if let Some(binding) = self.names.get_mut(name) {
            binding.declared |= counts;
        } else {
            self.names.insert(name.into(), Binding { index: self.all.len(), declared: counts });
            self.all.push(entity());
        }
    }

    /// True when `name` is declared.
    pub(super) fn knows(&self, name: &str) -> bool {
        self.index(name).is_some()
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.names.get(name).filter(|binding| binding.declared).map(|binding| binding.index)
    }

    /// The verdict on a reference to `name` that stands in `place`.
    pub(super) fn judge(&self, name: &str, place: Place) -> EntityVerdict {
        let Some(index) = self.index(name) else {
            return if self.complete { EntityVerdict::Undeclared } else { EntityVerdict::Unknowable };
        };
        match (self.all.get(index), place) {
            (Some(Entity::Unparsed), _) => EntityVerdict::Unparsed,
            (Some(Entity::External), Place::AttributeValue) => EntityVerdict::External,
            (Some(Entity::External), Place::Content) => EntityVerdict::Fine,
            _ => self.verdicts.get(2 * index + place as usize).copied().unwrap_or(EntityVerdict::Fine),
        }
    }

    /// Judges every entity in both places, once all are declared. `complete`: see the field.
    ///
    /// Depth first over the references, without recursion: each entity and place is entered once.
    pub(super) fn resolve(&mut self, complete: bool) {
        self.complete = complete;
        let mut found: Vec<Option<EntityVerdict>> = vec![None; 2 * self.all.len()];
        let mut active = vec![false; found.len()];
        let mut path: Vec<Visit> = Vec::new();
        for node in 0..found.len() {
            if found[node].is_none() {
                path.push(Visit::new(node));
            }
            while let Some(visit) = path.last_mut() {
                active[visit.node] = true;
                match self.step(visit, &found, &active) {
                    Step::Into(next) => path.push(Visit::new(next)),
                    Step::Done => {
                        active[visit.node] = false;
                        found[visit.node] = Some(visit.verdict);
                        path.pop();
                    }
                }
            }
        }
        self.verdicts = found.into_iter().map(|verdict| verdict.unwrap_or(EntityVerdict::Fine)).collect();
    }

    /// Looks at the references of an entity until one has to be judged first.
    fn step(&self, visit: &mut Visit, found: &[Option<EntityVerdict>], active: &[bool]) -> Step {
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
                    match found[node] {
                        Some(verdict) => verdict,
                        None if active[node] => EntityVerdict::Recursive,
                        None => return Step::Into(node),
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

/// An entity in a place that is being judged: how far, and what has come of it so far.
struct Visit {
    node: usize,
    next: usize,
    verdict: EntityVerdict,
}

impl Visit {
    fn new(node: usize) -> Self {
        Self { node, next: 0, verdict: EntityVerdict::Fine }
    }
}

enum Step {
    Into(usize),
    Done,
}
