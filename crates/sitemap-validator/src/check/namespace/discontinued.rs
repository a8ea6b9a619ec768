//! Discontinued extensions (`namespace-discontinued`): the declaration and its uses.

use super::Namespaces;
use crate::check::{order, with_leading_space};
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::span::{At, Span};

/// A declaration of a discontinued extension, and its uses.
#[derive(Debug)]
pub(super) struct DiscontinuedExtension {
    /// The declaration.
    whole: Span,
    found: Diagnostic,
    /// Elements and attributes, in order and not nested; `None` if some cannot be deleted.
    uses: Option<Vec<Span>>,
}

impl DiscontinuedExtension {
    /// A declaration at `whole`, which is reported as `found` at the end of its scope.
    pub(super) fn new(whole: Span, mut found: Diagnostic, reporter: &Reporter<'_>) -> Self {
        found.entry = reporter.entry();
        Self { whole, found, uses: Some(Vec::new()) }
    }

    /// Adds a use with its content; `None` if it cannot be deleted.
    fn add(&mut self, place: Option<Span>) {
        let Some(uses) = self.uses.as_mut() else { return };
        let Some(place) = place.filter(|_| (uses.len() as u64) < order::ENTRIES) else {
            self.uses = None;
            return;
        };
        while uses.pop_if(|earlier| earlier.start >= place.start).is_some() {}
        uses.push(place);
    }

    /// The finding; it has a fix only if the text is well-formed.
    fn found(self, text: &str, reporter: &Reporter<'_>) -> Diagnostic {
        let Some(uses) = self.uses.filter(|uses| !uses.is_empty() && reporter.fatal_at().is_none()) else {
            return self.found;
        };
        let within = uses.iter().any(|place| place.start <= self.whole.start && self.whole.end <= place.end);
        let declaration = (!within).then_some(self.whole);
        let places = declaration.into_iter().chain(uses).map(|place| with_leading_space(text, place));
        self.found.suggest(places.map(Edit::delete).collect::<Vec<_>>())
    }
}

impl Namespaces<'_> {
    /// True if [`Self::ended`] must be called.
    pub(crate) fn wants_ends(&self) -> bool {
        !self.discontinued.is_empty()
    }

    /// Records a complete element from `<` to `>`; `None` if a tag is missing.
    pub(crate) fn ended(&mut self, name: Span, element: Option<Span>) {
        // An element with content of another vocabulary is not deleted.
        let alone = self.other < name.start;
        self.uses(name, element.filter(|_| alone));
    }

    /// Records `place` as a use of the extension to which the prefix of `name` is bound.
    pub(super) fn uses(&mut self, name: Span, place: Option<Span>) {
        if self.discontinued.is_empty() {
            return;
        }
        let (prefix, _) = self.text.at(name).split_once(':').unwrap_or_default();
        let index = self.binding(prefix).and_then(|binding| binding.discontinued);
        if let Some(extension) = index.and_then(|index| self.discontinued.get_mut(index)) {
            extension.add(place);
        }
    }

    /// Reports the discontinued extensions declared since `mark`, whose scope ends.
    pub(super) fn discontinued(&mut self, mark: usize, reporter: &mut Reporter<'_>) {
        let Some(first) = self.bindings.get(mark).map(|binding| binding.whole.start) else { return };
        while let Some(extension) = self.discontinued.pop_if(|extension| extension.whole.start >= first) {
            let found = extension.found(self.text, reporter);
            reporter.report(found);
        }
    }
}
