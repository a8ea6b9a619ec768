//! The order of a block's elements: one finding for each file.

use super::{Block, Vocabulary};
use crate::check::order::{Disorder, in_order};
use crate::reporter::Reporter;
use crate::span::Span;

/// What is out of order in a file.
#[derive(Debug, Default)]
pub(super) struct Order {
    disorder: Option<Disorder>,
}

impl Order {
    /// Compares the elements of a block with the order of the schema, those without effect aside when
    /// `skip_deprecated`.
    pub(super) fn block(&mut self, block: &Block<'_>, skip_deprecated: bool) {
        let definitions = block.vocabulary.definitions;
        let deprecated =
            |index: usize| definitions.get(index).is_some_and(|definition| definition.deprecated && skip_deprecated);
        let written: Vec<(usize, Span)> = block
            .members
            .iter()
            .filter(|member| !deprecated(member.definition))
            .map(|member| (member.definition, member.element))
            .collect();
        let late = written.windows(2).find_map(|pair| match pair {
            [before, after] if before.0 > after.0 => Some(after.1),
            _ => None,
        });
        let name = late.and_then(|late| block.members.iter().find(|member| member.element == late));
        if let Some(member) = name {
            Disorder::add(&mut self.disorder, member.name, Some(in_order(block.source, &written)));
        }
    }

    /// Reports what was out of order.
    pub(super) fn finish(&mut self, vocabulary: &Vocabulary, reporter: &mut Reporter<'_>) {
        if let Some(disorder) = self.disorder.take() {
            let found = disorder.found(vocabulary.order, reporter);
            reporter.report(found);
        }
    }
}
