//! An element of an extension with its children, as the checks see it once it has ended.

use super::vocabulary::{Elements, Vocabulary};
use crate::span::{At, Span};

/// A complete element of a vocabulary.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Member {
    /// The index of its definition.
    pub(crate) definition: usize,
    /// The name in its start tag.
    pub(crate) name: Span,
    /// Its start tag.
    pub(crate) tag: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// Its value, trimmed; `None` if that is empty.
    pub(crate) value: Option<Span>,
}

/// A complete element that contains elements.
#[derive(Debug)]
pub(crate) struct Block<'b> {
    /// The whole text of the file.
    pub(crate) source: &'b str,
    /// Its local name, spelled as in the vocabulary.
    pub(crate) local_name: &'static str,
    /// The name in its start tag.
    pub(crate) name: Span,
    /// Its start tag.
    pub(crate) tag: Span,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// Its children, in order.
    pub(crate) members: &'b [Member],
    /// The definitions of its children.
    pub(crate) children: Elements,
    /// The definitions of its children that have a value.
    pub(crate) children_with_value: Elements,
    /// True if it contains a URL outside the elements of the vocabulary, which is reported.
    pub(crate) stray_url: bool,
    /// The vocabulary it belongs to.
    pub(crate) vocabulary: &'static Vocabulary,
}

impl Block<'_> {
    /// The first child called `name`.
    pub(crate) fn get(&self, name: &str) -> Option<&Member> {
        self.all(name).next()
    }

    /// The children called `name`.
    pub(crate) fn all<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s Member> {
        let definition = self.vocabulary.index_of(name);
        self.members.iter().filter(move |member| Some(member.definition) == definition)
    }

    /// True if a child called `name` has a value.
    pub(crate) fn has_value(&self, name: &str) -> bool {
        self.all(name).any(|member| member.value.is_some())
    }

    /// The only child of the vocabulary, if there is exactly one.
    pub(crate) fn only(&self) -> Option<OnlyChild> {
        let [only] = self.members else { return None };
        Some(OnlyChild { tag: self.tag.end, child: only.element })
    }

    /// `name` with the prefix of the block.
    pub(crate) fn qualified(&self, name: &str) -> String {
        qualified(self.source, self.name, name)
    }
}

/// The only element of the vocabulary in another one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OnlyChild {
    /// Where the start tag of its parent ends.
    tag: u32,
    child: Span,
}

impl OnlyChild {
    /// True if `element` contains nothing else.
    pub(crate) fn is_all(self, source: &str, element: Span) -> bool {
        let before = source.get(self.tag as usize..self.child.start as usize);
        let after = source.get(self.child.end as usize..element.end as usize).map(str::trim_start);
        before.is_some_and(|before| before.trim().is_empty())
            && after.is_some_and(|after| after.starts_with("</") && after.rfind('<') == Some(0))
    }
}

/// `local` with the prefix of the element called `name`.
pub(crate) fn qualified(source: &str, name: Span, local: &str) -> String {
    let written = source.at(name);
    written.split_once(':').map_or_else(|| local.to_owned(), |(prefix, _)| format!("{prefix}:{local}"))
}
