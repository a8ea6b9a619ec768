//! Elements without effect: one finding for each name, which removes all of them.

use super::{Member, Vocabulary};
use crate::check::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit};
use crate::reporter::Reporter;
use crate::span::Span;

/// How many elements of a name are removed at once.
const MOST: usize = 5_000;

/// The elements without effect in a file.
#[derive(Debug, Default)]
pub(super) struct Deprecated {
    groups: Vec<Group>,
}

#[derive(Debug)]
struct Group {
    definition: usize,
    first: Span,
    entry: u32,
    count: u64,
    edits: Vec<Edit>,
}

impl Deprecated {
    /// Notes an element.
    pub(super) fn add(&mut self, source: &str, member: &Member, entry: u32) {
        let edit = || Edit::delete(with_leading_space(source, member.element));
        if let Some(group) = self.groups.iter_mut().find(|group| group.definition == member.definition) {
            group.count += 1;
            if group.edits.len() < MOST {
                group.edits.push(edit());
            }
            return;
        }
        self.groups.push(Group {
            definition: member.definition,
            first: member.name,
            entry,
            count: 1,
            edits: vec![edit()],
        });
    }

    /// Reports each name once.
    pub(super) fn finish(&mut self, vocabulary: &Vocabulary, reporter: &mut Reporter<'_>) {
        for group in std::mem::take(&mut self.groups) {
            let mut found = Diagnostic::new(vocabulary.deprecated, group.first).arg(group.first).arg(group.count);
            found.entry = group.entry;
            let whole = group.edits.len() as u64 == group.count && reporter.fatal_at().is_none();
            reporter.report(if whole { found.safe(group.edits) } else { found });
        }
    }
}
