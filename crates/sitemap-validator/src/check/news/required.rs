//! The required elements of an article.

use crate::check::extension::{Block, qualified};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;

/// The required elements and their parents.
const ELEMENTS: [(&str, &str); 5] = [
    ("publication", "news"),
    ("name", "publication"),
    ("language", "publication"),
    ("publication_date", "news"),
    ("title", "news"),
];
const PUBLICATION: usize = 0;
/// The indexes of the elements of a publication.
const OF_PUBLICATION: [usize; 2] = [1, 2];

/// The required elements that the current entry has and lacks.
#[derive(Debug, Default)]
pub(super) struct Required {
    /// How often each element occurs, at any place.
    given: [u32; ELEMENTS.len()],
    /// How often each element occurs at its right place.
    placed: [u32; ELEMENTS.len()],
    gaps: Vec<Gap>,
}

/// An element that lacks required children.
#[derive(Debug)]
struct Gap {
    /// The name in its start tag.
    name: Span,
    /// Which elements it lacks.
    lacks: [bool; ELEMENTS.len()],
    /// The name of a child that is present and empty.
    empty: Option<Span>,
}

fn index(name: &str) -> Option<usize> {
    ELEMENTS.iter().position(|(element, _)| *element == name)
}

impl Required {
    /// An element starts.
    pub(super) fn start(&mut self, name: &str) {
        if name == "publication" {
            self.given[PUBLICATION] += 1;
        }
    }

    /// An element has a value.
    pub(super) fn value(&mut self, name: &str) {
        if let Some(count) = index(name).and_then(|index| self.given.get_mut(index)) {
            *count += 1;
        }
    }

    /// Records what an article or a publication lacks.
    pub(super) fn block(&mut self, block: &Block<'_>) {
        let mut gap = Gap { name: block.name, lacks: [false; ELEMENTS.len()], empty: None };
        let slots = gap.lacks.iter_mut().zip(&mut self.placed).enumerate();
        for (index, (lacks, placed)) in
            slots.filter(|(index, _)| ELEMENTS.get(*index).is_some_and(|e| e.1 == block.local_name))
        {
            let name = ELEMENTS.get(index).map_or("", |(name, _)| name);
            let filled = block.all(name).filter(|member| index == PUBLICATION || member.value.is_some()).count();
            *placed += u32::try_from(filled).unwrap_or(u32::MAX);
            *lacks = filled == 0;
            if *lacks && let Some(member) = block.get(name) {
                gap.empty.get_or_insert(member.name);
            }
        }
        if gap.lacks.contains(&true) {
            self.gaps.push(gap);
        }
    }

    /// Reports what the articles of an entry lack.
    pub(super) fn entry(&mut self, source: &str, reporter: &mut Reporter<'_>) {
        let mut gaps = std::mem::take(&mut self.gaps);
        for gap in gaps.drain(..) {
            self.report(source, gap, reporter);
        }
        // Reuses the allocation.
        *self = Self { gaps, ..Self::default() };
    }

    fn report(&self, source: &str, mut gap: Gap, reporter: &mut Reporter<'_>) {
        // Misplaced elements are reported by another rule.
        let misplaced = |index: usize| self.given.get(index) > self.placed.get(index);
        if gap.lacks[PUBLICATION] && OF_PUBLICATION.into_iter().any(misplaced) {
            // The children of the publication are present, only the element around them is missing.
            gap.lacks[PUBLICATION] = false;
            for index in OF_PUBLICATION {
                if let Some(lacks) = gap.lacks.get_mut(index) {
                    *lacks = true;
                }
            }
        }
        let missing = ELEMENTS.iter().enumerate().filter(|&(index, _)| gap.lacks.get(index) == Some(&true));
        let missing = missing.filter(|&(index, _)| !misplaced(index));
        let missing: Vec<String> = missing.map(|(_, (name, _))| qualified(source, gap.name, name)).collect();
        let name = gap.name;
        let mut found = match missing.as_slice() {
            [] => return,
            [one] => rules::news_missing_element::one(name, name, one.clone()),
            [one, two] => rules::news_missing_element::two(name, name, one.clone(), two.clone()),
            [one, two, three, ..] => {
                rules::news_missing_element::three(name, name, one.clone(), two.clone(), three.clone())
            }
        };
        if let Some(empty) = gap.empty {
            found = found.related(empty, "has no value");
        }
        reporter.report(found);
    }
}
