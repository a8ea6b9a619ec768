//! Links at a wrong place or in a wrong namespace: `hreflang-misplaced`.

use sitemap_validator_protocol::sorting;

use super::{LinkEnd, OpenLink};
use crate::check::namespace::{Ns, XHTML};
use crate::check::with_leading_space;
use crate::diagnostic::{Diagnostic, Edit};
use crate::rules;
use crate::span::Span;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkLocation {
    /// In the entry of a page.
    Entry,
    /// In an entry of an index.
    Index,
    /// In the root, with the byte at which the end tag of the previous entry begins.
    Root(Option<u32>),
    /// In a value of the entry or in another link, with the name of that element.
    Within(Span),
    /// Anywhere else.
    Elsewhere,
}

/// The number of bytes after a link that are searched for the end tag of the element around it.
const REACH: usize = 4096;

/// The finding on a link in a wrong namespace or at a wrong place.
pub(super) fn found(open: &OpenLink, ended: &LinkEnd<'_>) -> Diagnostic {
    let edits = if open.bare { prefixed(open, ended) } else { moved(open, ended) };
    let message = match open.location {
        _ if open.bare => rules::hreflang_misplaced::namespace,
        LinkLocation::Index => rules::hreflang_misplaced::in_index,
        _ => rules::hreflang_misplaced::outside_entry,
    };
    let found = message(open.name, open.name);
    match edits {
        Some(edits) if ended.whole => found.suggest(edits),
        _ => found,
    }
}

/// Edits that give a link the prefix of XHTML, and declare the prefix if necessary.
fn prefixed(open: &OpenLink, ended: &LinkEnd<'_>) -> Option<Vec<Edit>> {
    let declared = ended.namespaces.prefix_of(Ns::Xhtml);
    let name = format!("{}:link", declared.unwrap_or("xhtml"));
    let mut edits = Vec::new();
    if declared.is_none() {
        let root = ended.root.filter(|_| ended.namespaces.uri_of("xhtml").is_none())?;
        edits.push(Edit::insert(root.end as usize, format!(" xmlns:xhtml=\"{XHTML}\"")));
    }
    edits.push(Edit::replace(open.name, name.clone()));
    if let Some(end) = ended.end_name {
        edits.push(Edit::replace(end, name));
    }
    Some(edits)
}

/// Edits that move a link into the entry it most likely belongs to.
fn moved(open: &OpenLink, ended: &LinkEnd<'_>) -> Option<Vec<Edit>> {
    let (source, element) = (ended.source, ended.element);
    if element.len() > REACH {
        return None;
    }
    let delete = Edit::delete(with_leading_space(source, element));
    let to = match open.location {
        LinkLocation::Index => return Some(vec![delete]),
        LinkLocation::Root(end) => end? as usize,
        LinkLocation::Within(name) => {
            let rest = source.get(element.end as usize..)?;
            let close = format!("</{}>", source.get(name.range())?);
            let at = memchr::memmem::find(rest.as_bytes().get(..REACH.min(rest.len()))?, close.as_bytes())?;
            element.end as usize + at + close.len()
        }
        LinkLocation::Entry | LinkLocation::Elsewhere => return None,
    };
    let mut edits = vec![Edit::insert(to, source.get(element.range())?.to_owned()), delete];
    sorting::by_key(&mut edits, |edit| edit.span);
    Some(edits)
}
