//! The order of an entry's children, over the whole file: one finding for each way to be out of it.

use super::structure::Core;
use super::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit};
use crate::registry::Rule;
use crate::reporter::Reporter;
use crate::rules;
use crate::sorting;
use crate::span::{At, Span};

/// The children of an entry, as far as their order matters.
#[derive(Debug)]
pub(crate) struct Children<'a> {
    /// The whole text of the file.
    pub(crate) text: &'a str,
    /// The elements of the protocol, by [`Core`].
    pub(crate) core: [Option<Child>; 4],
    /// The name of the first extension element.
    pub(crate) extension: Option<Span>,
    /// Each of them is whole and given once, so that they can be moved.
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

/// What is out of order in a file.
#[derive(Debug, Default)]
pub(crate) struct Order {
    core: Option<Disorder>,
    extension: Option<Disorder>,
    before_loc: Option<Disorder>,
}

/// Entries with one fault.
#[derive(Debug)]
pub(crate) struct Disorder {
    first: Span,
    count: u64,
    /// What puts all of them in order; `None` when that cannot be done, or is too much.
    edits: Option<Vec<Edit>>,
    /// How many bytes the edits insert.
    bytes: usize,
}

/// How many entries are repaired at once, and how many bytes written anew for it.
pub(super) const ENTRIES: u64 = 1000;
const BYTES: usize = 1 << 20;

impl Order {
    /// Judges the children of an entry.
    pub(crate) fn entry(&mut self, children: &Children<'_>, reporter: &Reporter<'_>) {
        let mut written: Vec<(Core, Child)> =
            Core::ALL.into_iter().zip(children.core).filter_map(|(core, child)| Some((core, child?))).collect();
        written.sort_by_key(|(_, child)| child.name.start);
        if reporter.wants(Rule::StructureElementOrder)
            && let Some(late) = written.windows(2).find(|pair| pair[0].0 as usize > pair[1].0 as usize)
        {
            let ranked = || written.iter().map(|&(core, child)| (core as usize, child.element)).collect::<Vec<_>>();
            let edits = children.sound.then(|| in_order(children.text, &ranked()));
            Disorder::add(&mut self.core, late[1].1.name, edits);
        }
        let Some(extension) = children.extension else { return };
        written.retain(|(_, child)| child.name.start > extension.start);
        let before_loc = written.iter().any(|&(core, _)| core == Core::Loc);
        if before_loc || !written.is_empty() && reporter.wants(Rule::StructureExtensionOrder) {
            let edits = children.sound.then(|| before(children.text, extension, &written));
            Disorder::add(if before_loc { &mut self.before_loc } else { &mut self.extension }, extension, edits);
        }
    }

    /// Reports what was out of order.
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
    /// Notes an entry, with the place of its fault and what mends it.
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

    /// The finding, in one for the whole file.
    pub(crate) fn found(self, message: fn(Span, Span, u64) -> Diagnostic, reporter: &Reporter<'_>) -> Diagnostic {
        let found = message(self.first, self.first, self.count);
        match self.edits {
            // Where tags are missing, an element is not what it seems.
            Some(edits) if reporter.fatal_at().is_none() => found.safe(edits),
            _ => found,
        }
    }
}

/// Writes each of the elements, which come with their ranks, where the one stands that should stand there.
pub(crate) fn in_order(text: &str, written: &[(usize, Span)]) -> Vec<Edit> {
    let mut right = written.to_vec();
    sorting::by_key(&mut right, |&(rank, _)| rank);
    let places = written.iter().zip(&right).filter(|((is, _), (wanted, _))| is != wanted);
    places.map(|(&(_, place), &(_, element))| Edit::replace(place, text.at(element).to_owned())).collect()
}

/// Moves `late` elements, each with the white space before it, in front of the element called `extension`.
fn before(text: &str, extension: Span, late: &[(Core, Child)]) -> Vec<Edit> {
    let start = extension.start as usize - 1;
    let at = with_leading_space(text, Span::at(start)).start as usize;
    let spans: Vec<Span> = late.iter().map(|(_, child)| with_leading_space(text, child.element)).collect();
    let moved: String = spans.iter().map(|span| text.at(*span)).collect();
    std::iter::once(Edit::insert(at, moved)).chain(spans.into_iter().map(Edit::delete)).collect()
}
