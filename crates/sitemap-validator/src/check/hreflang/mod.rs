//! Links to a page in other languages (`hreflang-*`): `xhtml:link` with `hreflang`.
//!
//! Each link is checked when it is read ([`attributes`], [`codes`], [`placement`]). The links of all entries are
//! recorded as hashes and locations ([`clusters`]), and compared at the end of the file ([`returns`]).

mod attributes;
mod clusters;
mod codes;
mod placement;
mod reading;
mod returns;
#[cfg(test)]
mod tests;
mod wrong;

use super::Entry;
use super::loc::Locs;
use super::namespace::Namespaces;
use super::structure::looks_like_url;
use crate::diagnostic::{Diagnostic, Edit};
use crate::facts;
use crate::reporter::Reporter;
use crate::rules;
use crate::source::Source;
use crate::span::{At, Span};
use crate::value::{ValueBuffer, trimmed};
use crate::xml::tag::Attribute;

use attributes::LinkKind;
pub(crate) use attributes::{is_alternate_link, is_bare_link};
use clusters::Clusters;
pub(crate) use clusters::mix;
use codes::Codes;
pub(crate) use placement::LinkLocation;

/// A link at its start tag.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Link<'l> {
    /// The file.
    pub(crate) source: &'l Source,
    pub(crate) name: Span,
    /// The whole start tag.
    pub(crate) tag: Span,
    pub(crate) attributes: &'l [Attribute],
    /// The location of the link.
    pub(crate) location: LinkLocation,
    /// True if it is not in the namespace of XHTML.
    pub(crate) bare: bool,
    /// True if the tag is malformed.
    pub(crate) broken: bool,
    /// True if it is in the entry of a page.
    pub(crate) of_page: bool,
}

/// A complete link.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinkEnd<'e> {
    /// The whole text of the file.
    pub(crate) source: &'e str,
    /// From `<` of the start tag to `>` of the end tag.
    pub(crate) element: Span,
    /// The byte at which the end tag begins, or the end of the element without one.
    pub(crate) end: u32,
    /// The name in the end tag.
    pub(crate) end_name: Option<Span>,
    /// True if it has an end tag or needs none.
    pub(crate) whole: bool,
    /// The name of the root element.
    pub(crate) root: Option<Span>,
    /// The declarations in scope.
    pub(crate) namespaces: &'e Namespaces<'e>,
}

#[derive(Debug)]
struct OpenLink {
    name: Span,
    tag: Span,
    location: LinkLocation,
    bare: bool,
    /// True if it contains text.
    text: bool,
    /// True if it contains an element that no other rule reports.
    child: bool,
    /// Findings on links inside it; reported only if its end tag is not missing.
    inner: Vec<Diagnostic>,
}

/// The links of a file.
#[derive(Debug, Default)]
pub(crate) struct Hreflangs {
    codes: Codes,
    open: Vec<OpenLink>,
    /// A buffer for attribute values with references.
    buffer: ValueBuffer,
    clusters: Clusters,
    /// The name of the first link in the right namespace.
    name: Option<Span>,
}

impl Hreflangs {
    /// Starts a link.
    pub(crate) fn start(&mut self, link: &Link<'_>, locs: &mut Locs, reporter: &mut Reporter<'_>) {
        let Link { name, tag, location, bare, .. } = *link;
        self.open.push(OpenLink { name, tag, location, bare, text: false, child: false, inner: Vec::new() });
        if !bare {
            self.name.get_or_insert(name);
        }
        let found = match location {
            // The fix deletes the whole link.
            LinkLocation::Index => return,
            _ if link.broken => LinkKind::Unknown,
            _ => self.attributes(link, locs, reporter),
        };
        if matches!(found, LinkKind::Other) {
            return;
        }
        self.clusters.begin(link.source.text(), locs);
        match found {
            _ if !link.of_page => self.clusters.spoil_last(),
            LinkKind::Alternate(alternate, is_right) => self.clusters.add(alternate, is_right),
            _ => self.clusters.spoil(),
        }
    }

    /// Records text in the innermost open link.
    pub(crate) fn text(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.text = true;
        }
    }

    /// Records an element in the innermost open link that no other rule reports.
    pub(crate) fn child(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.child = true;
        }
    }

    /// Ends the innermost open link.
    pub(crate) fn end(&mut self, ended: &LinkEnd<'_>, reporter: &mut Reporter<'_>) {
        let Some(mut open) = self.open.pop() else { return };
        // If its end tag is missing, only that is reported, not the links after it.
        for inner in open.inner.drain(..).filter(|_| ended.whole) {
            reporter.report(inner);
        }
        if open.bare || open.location != LinkLocation::Entry {
            let mut found = placement::found(&open, ended);
            found.entry = reporter.entry();
            match self.open.last_mut() {
                Some(outer) if open.location == LinkLocation::Within(outer.name) => outer.inner.push(found),
                _ => reporter.report(found),
            }
        }
        if (open.text || open.child) && ended.whole {
            not_empty(&open, ended, reporter);
        }
    }

    /// Ends the entry of a page.
    pub(crate) fn entry(&mut self, entry: &Entry, source: &str, locs: &Locs, reporter: &mut Reporter<'_>) {
        if self.clusters.is_begun() {
            self.codes.wrong.entry(self.clusters.of_entry(), reporter);
            self.clusters.entry(entry, source, locs.page(), reporter);
        }
    }

    /// Compares the links of all pages of the file. Returns what the checks of a set need.
    pub(crate) fn finish(&mut self, source: &str, reporter: &mut Reporter<'_>) -> facts::Alternates {
        self.codes.wrong.finish(reporter);
        let name = self.name.and_then(|name| source.get(name.range())).unwrap_or("xhtml:link");
        std::mem::take(&mut self.clusters).finish(source, name, reporter)
    }
}

/// Reports the content of a link.
fn not_empty(open: &OpenLink, ended: &LinkEnd<'_>, reporter: &mut Reporter<'_>) {
    let from = open.tag.end as usize;
    let inner = ended.source.at(from..ended.end as usize);
    let range = trimmed(inner);
    let content = Span::new(from + range.start, from + range.end);
    let delete = Edit::delete(Span::new(from, ended.end as usize));
    let url = inner.at(range);
    let has_href = ended.source.get(open.tag.range()).is_some_and(|tag| tag.contains("href="));
    if !has_href && looks_like_url(url) && !url.contains(['<', '"']) {
        let href = Edit::insert(open.name.end as usize, format!(" href=\"{url}\""));
        return reporter
            .report(rules::hreflang_not_empty::url(content, open.name, content).suggest(vec![href, delete]));
    }
    // The content may belong elsewhere, so the fix is a suggestion.
    reporter.report(rules::hreflang_not_empty(content, open.name).suggest(delete));
}
