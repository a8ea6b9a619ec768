//! What every article must have.

use crate::check::extension::{Block, qualified};
use crate::reporter::Reporter;
use crate::rules;
use crate::span::Span;

/// The elements that have to be there, and where.
const ELEMENTS: [(&str, &str); 5] = [
    ("publication", "news"),
    ("name", "publication"),
    ("language", "publication"),
    ("publication_date", "news"),
    ("title", "news"),
];
const PUBLICATION: usize = 0;
/// The elements of a publication.
const OF_PUBLICATION: [usize; 2] = [1, 2];

/// What the entry being read has and lacks.
#[derive(Debug, Default)]
pub(super) struct Required {
    /// How often each element is given, wherever it stands.
    given: [u32; ELEMENTS.len()],
    /// How often each is given where it belongs.
    placed: [u32; ELEMENTS.len()],
    gaps: Vec<Gap>,
}

/// An element that lacks others.
#[derive(Debug)]
struct Gap {
    /// The name in its start tag.
    name: Span,
    /// Which elements it lacks.
    lacks: [bool; ELEMENTS.len()],
    /// The name of one that is there, and empty.
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

    /// Notes what an article or a publication lacks.
    pub(super) fn block(&mut self, block: &Block<'_>) {
        let mut gap = Gap { name: block.name, lacks: [false; ELEMENTS.len()], empty: None };
        let slots = gap.lacks.iter_mut().zip(&mut self.placed).enumerate();
        for (index, (lacks, placed)) in slots.filter(|(index, _)| ELEMENTS.get(*index).is_some_and(|e| e.1 == block.is))
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
        // The space is used again.
        *self = Self { gaps, ..Self::default() };
    }

    fn report(&self, source: &str, mut gap: Gap, reporter: &mut Reporter<'_>) {
        // What stands elsewhere is reported there.
        let misplaced = |index: usize| self.given.get(index) > self.placed.get(index);
        if gap.lacks[PUBLICATION] && OF_PUBLICATION.into_iter().any(misplaced) {
            // The values of the publication are there, and only the element around them is missing.
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
