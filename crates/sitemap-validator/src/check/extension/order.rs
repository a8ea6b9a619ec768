//! The order of a block's elements: one finding for each file.

use super::{Block, Vocabulary};
use crate::check::order::{Disorder, in_order};
use crate::reporter::Reporter;
use crate::span::Span;

/// The elements of a file that are out of order.
#[derive(Debug, Default)]
pub(super) struct Order {
    disorder: Option<Disorder>,
}

impl Order {
    /// Compares the elements of a block with the order of the schema, without deprecated elements if
    /// `skip_deprecated`.
    pub(super) fn block(&mut self, block: &Block<'_>, skip_deprecated: bool) {
        if block.members.is_sorted_by_key(|member| member.definition) {
            return;
        }
        let definitions = block.vocabulary.definitions;
        let deprecated =
            |index: usize| definitions.get(index).is_some_and(|definition| definition.deprecated && skip_deprecated);
        let kept = || block.members.iter().filter(|member| !deprecated(member.definition));
        let late = kept().zip(kept().skip(1)).find(|(before, after)| before.definition > after.definition);
        if let Some((_, late)) = late {
            let written: Vec<(usize, Span)> = kept().map(|member| (member.definition, member.element)).collect();
            Disorder::add(&mut self.disorder, late.name, Some(in_order(block.source, &written)));
        }
    }

    /// Reports the elements out of order.
    pub(super) fn finish(&mut self, vocabulary: &Vocabulary, reporter: &mut Reporter<'_>) {
        if let Some(disorder) = self.disorder.take() {
            let found = disorder.found(vocabulary.out_of_order, reporter);
            reporter.report(found);
        }
    }
}
