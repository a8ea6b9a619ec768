//! Checks the order of child elements: one finding per file for each kind of wrong order.

use sitemap_validator_protocol::sorting;

use super::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit};
use crate::elements::Core;
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::span::{At, Span};

/// The children of an entry whose order is checked.
#[derive(Debug)]
pub(crate) struct Children<'a> {
    /// The whole text of the file.
    pub(crate) text: &'a str,
    /// The elements of the protocol, by [`Core`].
    pub(crate) core: [Option<Child>; 4],
    /// The name of the first extension element.
    pub(crate) extension: Option<Span>,
    /// True if each of them is complete and occurs once, so that they can be moved.
    pub(crate) sound: bool,
}

/// An element of the protocol in an entry.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Child {
    /// Its name in the start tag.
    pub(crate) name: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
}

/// The elements of a file that are out of order.
#[derive(Debug, Default)]
pub(crate) struct Order {
    core: Option<Disorder>,
    extension: Option<Disorder>,
    before_loc: Option<Disorder>,
}

/// The entries with one kind of disorder.
#[derive(Debug)]
pub(crate) struct Disorder {
    first: Span,
    count: u64,
    /// The edits that put all of them in order; `None` if that is not possible or too large.
    edits: Option<Vec<Edit>>,
    /// The number of bytes that the edits insert.
    bytes: usize,
}

/// The maximum number of entries in a fix, and of the bytes it inserts.
pub(super) const ENTRIES: u64 = 1000;
const BYTES: usize = 1 << 20;

impl Order {
    /// Checks the children of an entry.
    pub(crate) fn entry(&mut self, children: &Children<'_>, reporter: &Reporter<'_>) {
        let mut written: Vec<(Core, Child)> = Vec::with_capacity(Core::ALL.len());
        for (core, child) in Core::ALL.into_iter().zip(children.core) {
            if let Some(child) = child {
                let at = written.partition_point(|(_, other)| other.name.start <= child.name.start);
                written.insert(at, (core, child));
            }
        }
        if reporter.wants(Rule::StructureElementOrder)
            && let Some([_, (_, late)]) = written.array_windows().find(|[(a, _), (b, _)]| *a as usize > *b as usize)
        {
            let ranked = || written.iter().map(|&(core, child)| (core as usize, child.element)).collect::<Vec<_>>();
            let edits = children.sound.then(|| in_order(children.text, &ranked()));
            Disorder::add(&mut self.core, late.name, edits);
        }
        let Some(extension) = children.extension else { return };
        written.retain(|(_, child)| child.name.start > extension.start);
        let before_loc = written.iter().any(|&(core, _)| core == Core::Loc);
        if before_loc || !written.is_empty() && reporter.wants(Rule::StructureExtensionOrder) {
            let edits = children.sound.then(|| before(children.text, extension, &written));
            Disorder::add(if before_loc { &mut self.before_loc } else { &mut self.extension }, extension, edits);
        }
    }

    /// Reports the elements out of order.
    pub(crate) fn finish(self, reporter: &mut Reporter<'_>) {
        if let Some(disorder) = self.core {
            let found = disorder.found(rules::structure_element_order, reporter);
            reporter.report(found);
        }
        if let Some(disorder) = self.extension {
            let found = disorder.found(rules::structure_extension_order, reporter);
            reporter.report(found);
        }
        if let Some(disorder) = self.before_loc {
            let found = disorder.found(rules::structure_extension_order::before_loc, reporter);
            reporter.report(found.always());
        }
    }
}

impl Disorder {
    /// Records an entry, with the location of its fault and the edits that fix it.
    pub(crate) fn add(disorder: &mut Option<Self>, place: Span, edits: Option<Vec<Edit>>) {
        let disorder =
            disorder.get_or_insert_with(|| Self { first: place, count: 0, edits: Some(Vec::new()), bytes: 0 });
        disorder.count += 1;
        disorder.bytes += edits.iter().flatten().map(|edit| edit.text.len()).sum::<usize>();
        let bearable = disorder.count <= ENTRIES && disorder.bytes <= BYTES;
        disorder.edits = match (disorder.edits.take(), edits) {
            (Some(mut all), Some(edits)) if bearable => {
                all.extend(edits);
                Some(all)
            }
            _ => None,
        };
    }

    /// The finding for the whole file.
    pub(crate) fn found(self, message: fn(Span, Span, u64) -> Diagnostic, reporter: &Reporter<'_>) -> Diagnostic {
        let found = message(self.first, self.first, self.count);
        match self.edits {
            // Where tags are missing, the extent of an element is uncertain.
            Some(edits) if reporter.fatal_at().is_none() => found.safe(edits),
            _ => found,
        }
    }
}

/// Edits that sort the elements by their ranks: each replaces the element at its place.
pub(crate) fn in_order(text: &str, written: &[(usize, Span)]) -> Vec<Edit> {
    let mut right = written.to_vec();
    sorting::by_key(&mut right, |&(rank, _)| rank);
    // Elements of the same rank may have moved as well.
    let places = written.iter().zip(&right).filter(|((_, place), (_, element))| place != element);
    places.map(|(&(_, place), &(_, element))| Edit::replace(place, text.at(element).to_owned())).collect()
}

/// Edits that move the `late` elements, with the white space before each, before the element called `extension`.
fn before(text: &str, extension: Span, late: &[(Core, Child)]) -> Vec<Edit> {
    let start = extension.start as usize - 1;
    let at = with_leading_space(text, Span::at(start)).start as usize;
    let spans: Vec<Span> = late.iter().map(|(_, child)| with_leading_space(text, child.element)).collect();
    let moved: String = spans.iter().map(|span| text.at(*span)).collect();
    std::iter::once(Edit::insert(at, moved)).chain(spans.into_iter().map(Edit::delete)).collect()
}
