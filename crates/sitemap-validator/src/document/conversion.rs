//! The edits that turn a `urlset` into a sitemap index, if all its URLs look like sitemaps, or the reverse.

use sitemap_validator_protocol::sorting;

use super::node::{Node, Part, ValueKind};
use crate::check::with_leading_space;
use crate::diagnostic::Edit;
use crate::elements::{Core, Root};
use crate::span::{At, Span};
use crate::xml::walk::EndTag;

/// The maximum number of edits: enough for a thousand entries with `changefreq` and `priority`.
const MOST: usize = 4000;

/// Edits that rename the root and the entries, and delete elements that an index must not contain.
#[derive(Debug)]
pub(super) struct Conversion {
    /// In the order of the elements' ends; `None` if the file cannot be converted or needs too many edits.
    edits: Option<Vec<Edit>>,
    entries: usize,
    root: bool,
}

impl Conversion {
    /// The state at the start of a file.
    pub(super) const fn new() -> Self {
        Self { edits: Some(Vec::new()), entries: 0, root: false }
    }

    /// False if the file cannot be converted.
    pub(super) const fn is_open(&self) -> bool {
        self.edits.is_some()
    }

    /// Ends the conversion: the file cannot be converted.
    pub(super) fn close(&mut self) {
        self.edits = None;
    }

    /// Adds the edits for a complete element, for a conversion to the root `to`.
    pub(super) fn ended(&mut self, text: &str, node: &Node, end: EndTag, to: Root) {
        match node.part {
            Part::Root => {
                self.root = !end.truncated && !end.tag.is_empty();
                self.rename(text, node, end, to.name());
            }
            Part::Entry => {
                self.entries += 1;
                self.rename(text, node, end, to.entry());
            }
            Part::Value(ValueKind::Core(Core::Loc | Core::Lastmod)) => {}
            _ if node.parent != Part::Entry => {}
            Part::Value(_) | Part::Extension | Part::Container | Part::Link => {
                self.add([Edit::delete(with_leading_space(text, node.tag.to(end.tag)))]);
            }
            _ => self.close(),
        }
    }

    /// Replaces the local name in both tags with `right`.
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

    /// The sorted edits, and the number of entries.
    pub(super) fn finish(&mut self) -> Option<(Vec<Edit>, usize)> {
        let mut edits = self.edits.take().filter(|_| self.root)?;
        sorting::by_key(&mut edits, |edit| edit.span.start);
        Some((edits, self.entries))
    }
}
