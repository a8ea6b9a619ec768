//! What makes a sitemap index of a `urlset`, for as long as all it lists looks like sitemaps.

use super::node::{Node, Part, ValueKind};
use crate::check::structure::{Core, Root};
use crate::check::with_leading_space;
use crate::diagnostic::Edit;
use crate::sorting;
use crate::span::{At, Span};
use crate::xml::walk::EndTag;

/// More edits than a thousand entries with `changefreq` and `priority` need are not offered.
const MOST: usize = 4000;

/// Edits that rename the root and its entries, and delete what an index may not hold.
#[derive(Debug)]
pub(super) struct Conversion {
    /// In the order of the ends of elements; `None` when there is nothing to convert, or it is too much.
    edits: Option<Vec<Edit>>,
    entries: usize,
    root: bool,
}

impl Conversion {
    /// Nothing read yet.
    pub(super) const fn new() -> Self {
        Self { edits: Some(Vec::new()), entries: 0, root: false }
    }

    /// False when all that follows is in vain.
    pub(super) const fn is_open(&self) -> bool {
        self.edits.is_some()
    }

    /// Gives up.
    pub(super) fn close(&mut self) {
        self.edits = None;
    }

    /// Looks at an element that ended.
    pub(super) fn ended(&mut self, text: &str, node: &Node, end: EndTag) {
        match node.part {
            Part::Root => {
                self.root = !end.truncated && !end.tag.is_empty();
                self.rename(text, node, end, Root::Index.name());
            }
            Part::Entry => {
                self.entries += 1;
                self.rename(text, node, end, Root::Index.entry());
            }
            Part::Value(ValueKind::Core(Core::Loc | Core::Lastmod)) => {}
            _ if node.parent != Part::Entry => {}
            Part::Value(_) | Part::Extension | Part::Container | Part::Link => {
                self.add([Edit::delete(with_leading_space(text, node.tag.to(end.tag)))]);
            }
            _ => self.close(),
        }
    }

    /// Edits that put `right` in the place of the local name in both tags.
    fn rename(&mut self, text: &str, node: &Node, end: EndTag, right: &'static str) {
        let local = |name: Span| {
            let prefix = text.at(name).find(':').map_or(0, |colon| colon + 1);
            Edit::replace(Span::new(name.start as usize + prefix, name.end as usize), right)
        };
        self.add([node.name].into_iter().chain(end.name).map(local));
    }

    fn add(&mut self, new: impl IntoIterator<Item = Edit>) {
        if let Some(edits) = self.edits.as_mut() {
            edits.extend(new);
            if edits.len() > MOST {
                self.edits = None;
            }
        }
    }

    /// The edits in order, and for how many entries.
    pub(super) fn finish(&mut self) -> Option<(Vec<Edit>, usize)> {
        let mut edits = self.edits.take().filter(|_| self.root)?;
        sorting::by_key(&mut edits, |edit| edit.span.start);
        Some((edits, self.entries))
    }
}
